"""A match: its plain data, the effect that is running, and the one question or draw it waits for."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

from companion.rules.kernel.corrections import corrected, refused
from companion.rules.kernel.draws import why_not_drawn
from companion.rules.kernel.events import Event, Learnt, as_seen
from companion.rules.kernel.game import Game, find_game
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.refusals import Illegal, SetupError, SnapshotError
from companion.rules.kernel.steps import AGAIN, JUDGE, TABLE, Draw, Question, SeatAnswer, Setup, Steps
from companion.rules.kernel.stored import broken, check_table, check_zones, read
from companion.rules.kernel.tokens import meant
from companion.rules.kernel.views import View, make_view

SCHEMA = 1
"""The version of the snapshot's form."""

Input: TypeAlias = tuple[Literal["answer"], str, str] | tuple[Literal["draw", "learn"], str, tuple[str, ...]]

PICKED_IN_SECRET = "hidden"
"""An answer to a sealed question: I have picked something, and will show it when everybody has picked."""


class Match:
    """A match is a value: ask it what it waits for, give it the answer, copy it, store it.

    Between effects its whole state is the table. Inside an effect it is the table of the last rest and the inputs
    since then. A running generator cannot be copied, so a copy starts one of its own, when it needs it, by replaying
    those few inputs.
    """

    __slots__ = ("_base", "_flow", "_held", "_log", "_since", "game", "opening", "pending", "setup", "table")

    def __init__(self, game: Game[Any], setup: Setup, table: Plain) -> None:
        self.game = game = game.bound(setup)
        """The game, bound to this match."""
        self.setup = setup
        self.table = table
        self._base = table.copy()
        self._since: tuple[Input, ...] = ()
        self._held: dict[str, str] = {}
        self._log: list[Event] = []
        self._flow: Steps[None] | None = game.flow(table, self._log)
        self.pending: Question | Draw | None = next(self._flow, None)
        self.opening: tuple[Event, ...] = tuple(self._log)
        """What happened before anything was asked."""
        self._log.clear()

    # -- playing -----------------------------------------------------------------------------------------------

    def answer(self, token: str, seat: str) -> tuple[Event, ...]:
        """Take a person's answer, and return what happened. If it raises `Illegal`, nothing has changed."""
        question = self.pending
        if (
            question.__class__ is not Question
            or seat.__class__ is not str
            or token not in question.options.get(seat, ())
            or self._held
        ):
            token = self._accepted(token, seat)
        return self._advance(("answer", seat, token))

    def draw(self, kinds: Iterable[str]) -> tuple[Event, ...]:
        """Take the world's answer: the pieces that came out, and return what happened. Any piece may be `UNSEEN`."""
        drawn = self._words("draw", kinds)
        self._check_draw(drawn)
        return self._advance(("draw", "", drawn))

    def learn(self, zone: str, kinds: Iterable[str]) -> tuple[Event, ...]:
        """Take knowledge that came late: unseen pieces of the zone are of these kinds. No piece moves."""
        learnt = self._words(f"learn:{zone}", kinds)
        self._check_learnt(zone, learnt)
        events = self._advance(("learn", zone, learnt))
        return (Learnt(zone, learnt), *events)

    def correct(
        self, changes: Mapping[str, object], author: str, reason: str, *, inside: str = ""
    ) -> tuple[Event, ...]:
        """Correct these zones and numbers of the table, and return what changed. If it raises `Illegal`, nothing has.

        While an effect runs, `inside` says whether everything since its start is undone ("start") or whether the
        effect stops where it is ("end").
        """
        table, events = corrected(self, changes, author, reason, inside)
        try:
            fresh = Match(self.game, self.setup, table)
        except Exception as error:
            raise refused("The game cannot go on from there: {error}.", error=_said(error)) from error
        self.table, self.pending, self._flow = fresh.table, fresh.pending, fresh._flow
        self._base, self._since, self._held, self._log = fresh._base, (), {}, fresh._log
        return (*events, *fresh.opening)

    def why_not(self, token: str, seat: str) -> Illegal | None:
        """Return what `answer` would raise; None if the answer would be accepted."""
        try:
            self._accepted(token, seat)
        except Illegal as refusal:
            return refusal
        return None

    def accepts(self, token: str, seat: str) -> str | None:
        """Return the offered token that this one means, or None. It may be written shorter or in another order."""
        question = self.pending
        if not isinstance(question, Question) or not _words_both(token, seat) or seat in self._held:
            return None
        offered = question.options.get(seat, ())
        if token in offered:
            return token
        if question.sealed and token == PICKED_IN_SECRET:
            return token
        if token and token == question.blind:  # nobody saw which piece it was, but there must be one
            verb = token.partition(":")[0] + ":"
            return token if any(option.startswith(verb) for option in offered) else None
        return meant(token, offered, question.also) or self.game.meant(self.table, question, token, seat)

    def options(self, seat: str) -> tuple[str, ...]:
        """Return the tokens that this seat is offered now. Raises `ValueError` if there is no seat of that name."""
        question = self.pending
        if not isinstance(question, Question) or seat not in question.options:
            names = tuple(one.name for one in self.setup.seats)
            if seat not in names:
                raise ValueError(f"Nobody named {seat!r} is seated here. Seats: {', '.join(names)}.")
            return ()
        return () if seat in self._held else question.options[seat]

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose answer is still awaited."""
        question = self.pending
        if not isinstance(question, Question):
            return ()
        return tuple(seat for seat in question.options if seat not in self._held)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.pending is None

    # -- copying and storing -----------------------------------------------------------------------------------

    def copy(self) -> Match:
        """Return an independent copy. A running effect is replayed in it only when it is first answered."""
        twin = object.__new__(Match)
        twin.game = self.game
        twin.setup = self.setup
        twin.table = self.table.copy()
        twin.pending = self.pending
        twin.opening = ()
        twin._base = self._base  # never changed once it is set, so both can share it
        twin._since = self._since
        twin._held = self._held.copy() if self._held else {}
        twin._log = []
        twin._flow = None
        return twin

    def snapshot(self) -> dict[str, Any]:
        """Return the match as plain JSON data."""
        data: dict[str, Any] = {"schema": SCHEMA, "game": self.game.key, "setup": self.setup.to_json()}
        if self.resting:
            return data | {"table": self.table.to_json(), "since": []}
        return data | {
            "table": self._base.to_json(),
            "since": [list(step) for step in self._since],
            "effect": self.effect,
            "code": code_version(tuple(self.game.modules())),
        }

    @staticmethod
    def restore(data: dict[str, Any], *, at_effect_start: bool = False) -> Match:
        """As the function `restore` of this module."""
        return restore(data, at_effect_start=at_effect_start)

    def at_effect_start(self) -> Match:
        """Return a match as this one was before the running effect; a plain copy if none runs."""
        if self.resting:
            return self.copy()
        return Match(self.game, self.setup, self._base.copy())

    @property
    def resting(self) -> bool:
        """Whether no effect is running, so that the table alone says how the game goes on."""
        pending = self.pending
        return pending is None or (isinstance(pending, Question) and pending.rest)

    @property
    def base(self) -> Plain:
        """The table at the last rest. Copies of the match share it, so copy it before you change it."""
        return self.table if self.resting else self._base

    @property
    def since(self) -> tuple[Input, ...]:
        """The inputs since the last rest; none at a rest."""
        return () if self.resting else self._since

    @property
    def effect(self) -> str:
        """The name of what is running: a chip, or a kind of question."""
        pending = self.pending
        return pending.about or pending.what if isinstance(pending, Question) else "a draw"

    # -- looking -----------------------------------------------------------------------------------------------

    def view(self, audience: str, *, as_it_lies: bool = False) -> View:
        """Return what an audience may see: a seat, "table" or "judge". Raises `ValueError` for any other name. With
        `as_it_lies`, the pieces are where people have laid them (`Game.lies`)."""
        self._check_audience(audience)
        seats = tuple(seat.name for seat in self.setup.seats)
        zones = (self.game.lies if as_it_lies else self.game.zones)(self.table)
        return make_view(self.game, self.table, zones, self.pending, self._held, audience, seats)

    def seen(self, events: tuple[Event, ...], audience: str) -> tuple[Event, ...]:
        """Return these events as an audience may know them. Raises `ValueError` as `view` does."""
        self._check_audience(audience)
        return as_seen(events, audience, self.game.places)

    # -- inside ------------------------------------------------------------------------------------------------

    @property
    def _rule(self) -> str:
        """The rule behind the pending question or draw."""
        return self.pending.rule if self.pending else self.game.winning

    def _check_audience(self, audience: str) -> None:
        if audience in (TABLE, JUDGE):
            return
        known = (*(seat.name for seat in self.setup.seats), TABLE, JUDGE)
        if audience not in known:
            raise ValueError(f"There is no audience {audience!r}. Known: {', '.join(known)}.")

    def _words(self, token: str, kinds: Iterable[str]) -> tuple[str, ...]:
        """Return the pieces as a tuple of words. A single word is refused: Python would split it into letters."""
        if not isinstance(kinds, str | Mapping) and isinstance(kinds, Iterable):
            words = tuple(kinds)
            if all(isinstance(word, str) for word in words):
                return words
        raise Illegal(
            token,
            "Give the pieces as a list of words, one for each piece, not {given!r}.",
            self._rule,
            given=kinds,
        )

    def _check_learnt(self, zone: str, kinds: tuple[str, ...]) -> None:
        problem = "A zone is a word." if not isinstance(zone, str) else ""
        problem = problem or self.game.learn(self.table.copy(), zone, kinds)
        if problem:
            raise Illegal(f"learn:{zone}", "{problem}", self._rule, private=True, problem=problem)

    def _accepted(self, token: str, seat: str) -> str:
        """Return the offered token that is meant. Raises `Illegal` if there is none."""
        if not _words_both(token, seat):
            raise Illegal(str(token), "An answer and its seat must be text.", self._rule)
        offered = self.accepts(token, seat)
        if offered is not None:
            return offered
        question = self.pending
        if question is None:
            raise Illegal(token, "The game is over.", self.game.winning)
        if not isinstance(question, Question):
            raise Illegal(token, "The draw comes first: there is no question to answer now.", question.rule)
        if seat in self._held:
            raise Illegal(token, "You have already answered; now it is up to the others.", question.rule)
        raise self.game.explain(self.table, question, token, seat)

    def _check_draw(self, kinds: tuple[str, ...]) -> None:
        due = self.pending
        if not isinstance(due, Draw):
            raise Illegal("draw", "There is nothing to draw now.", self._rule)
        refusal = why_not_drawn(due, kinds, self.game.piece, self.game.place)
        if refusal:
            raise refusal

    def _advance(self, step: Input) -> tuple[Event, ...]:
        """Carry out one input. If the rules themselves fail, the match is put back to where it was before."""
        flow = self._flow or self._wake()
        base, since = self._base, self._since
        pending: Any = self.pending
        if pending is None or (pending.__class__ is Question and pending.rest):
            # resting: an effect may begin now; keep the table from which it starts
            self._base = self.table.copy()
            self._since = ()
        self._since += (step,)
        log = self._log
        try:
            self._feed(flow, step)
        except Exception:
            if self._since == (step,):
                self.table = self._base
            self._base, self._since, self.pending = base, since, pending
            self._wake()
            raise
        events = tuple(log)
        log.clear()
        return events

    def _feed(self, flow: Steps[None], step: Input) -> None:
        """Hand one input to the flow, unless other seats have to answer first."""
        value: Any
        if step[0] == "answer":
            question: Any = self.pending
            if question.each:
                value = self._collect(question, step[1], step[2])
                if value is None:
                    return
            elif len(question.options) == 1:
                value = step[2]
            else:
                value = SeatAnswer(step[1], step[2])
        elif step[0] == "draw":
            value = step[2]
        else:
            self.game.learn(self.table, step[1], step[2])
            value = AGAIN
        try:
            self.pending = flow.send(value)
        except StopIteration:
            self.pending = None

    def _collect(self, question: Question, seat: str, token: str) -> dict[str, str] | None:
        """Hold answers back until all are in. Seats that only said that they had picked are then asked to show it."""
        self._held[seat] = token
        if len(self._held) < len(question.options):
            return None
        unknown = [name for name, held in self._held.items() if held == PICKED_IN_SECRET]
        if unknown:
            for name in unknown:
                del self._held[name]
            self.pending = question._replace(sealed=False)
            return None
        answers = {name: self._held[name] for name in question.options}
        self._held.clear()
        return answers

    def _take_stored(self, path: str, step: Any) -> None:
        """Check one input of a snapshot as if it came from outside, and replay it."""
        try:
            kind, who, what = step
            taken: Input
            if kind == "answer":
                taken = ("answer", who, self._accepted(what, who))
            elif kind == "draw":
                kinds = self._words("draw", what)
                self._check_draw(kinds)
                taken = ("draw", "", kinds)
            elif kind == "learn":
                kinds = self._words("learn", what)
                self._check_learnt(who, kinds)
                taken = ("learn", who, kinds)
            else:
                raise broken(path, f"expected answer, draw or learn, not {kind!r}")
            self._since += (taken,)
            assert self._flow is not None
            self._feed(self._flow, taken)
        except SnapshotError:
            raise
        except Illegal as refusal:
            raise broken(path, str(refusal)) from refusal
        except Exception as error:
            raise broken(path, _said(error)) from error

    def _wake(self) -> Steps[None]:
        """Start the flow of a copy, by replaying the inputs since the last rest."""
        resting = self.resting
        if not resting:
            self.table = self._base.copy()
        self._log = []
        self._held = {}
        flow = self._flow = self.game.flow(self.table, self._log)
        self.pending = next(flow, None)
        if not resting:
            for step in self._since:
                self._feed(flow, step)
        self._log.clear()
        return flow


def new_match(setup: Setup) -> Match:
    """Begin a match of any installed game. Raises `SetupError`."""
    game = find_game(setup.game)
    setup = game.complete(setup)
    game = game.bound(setup)
    setup.check_names(game.places.shared)
    return Match(game, setup, game.begin(setup))


def restore(data: dict[str, Any], *, at_effect_start: bool = False) -> Match:
    """Return the match of which `snapshot` gave this data. Raises `SnapshotError`.

    A snapshot that was taken inside an effect is restored by replaying that effect, which needs the same rules code.
    With `at_effect_start` the match goes back to before the effect instead; this works with any code.
    """
    if not isinstance(data, Mapping):
        raise SnapshotError(f"A snapshot is a mapping, as `snapshot` gives it; not {type(data).__name__}.")
    if data.get("schema") != SCHEMA:
        raise SnapshotError(
            f"This snapshot has form {data.get('schema')!r}; this program reads form {SCHEMA}. "
            "Open it with the version that wrote it."
        )
    game = find_game(read(data, "game", ""))
    match = _stored_table(game, data)
    since = read(data, "since", [])
    if at_effect_start or not since:
        return match
    if read(data, "code", "") != code_version(tuple(game.modules())):
        raise SnapshotError(
            f"This snapshot was taken in the middle of {read(data, 'effect', '')}, and the rules code has changed "
            "since. Restore it at the effect's start and play the effect again."
        )
    for at, step in enumerate(since):
        match._take_stored(f"since, step {at + 1}", step)
    match._log.clear()
    return match


def _stored_table(game: Game[Any], data: Mapping[str, Any]) -> Match:
    """Return the match at its last rest. Any error of the rules means that the snapshot is broken."""
    try:
        setup = Setup.from_json(read(data, "setup", {}))
        game = game.bound(setup)
        setup.check_names(game.places.shared)
        like = game.begin(setup)
    except SnapshotError:
        raise
    except Exception as error:
        raise broken("setup", _said(error)) from error
    try:
        check_table(read(data, "table", {}), like)
        table = game.table_from_json(data["table"])
        check_zones(game, table)
        match = Match(game, setup, table)
        match.view(JUDGE)
    except SnapshotError:
        raise
    except Exception as error:
        raise broken("table", _said(error)) from error
    return match


def _said(error: Exception) -> str:
    """Return an error's message; for Python's own errors with their type, since a bare key would say nothing."""
    if isinstance(error, SetupError):
        return str(error).removesuffix(".")
    return f"the rules cannot make sense of it ({type(error).__name__}: {error})"


def _words_both(token: object, seat: object) -> bool:
    """Whether an answer and its seat are both words."""
    return isinstance(token, str) and isinstance(seat, str)


@cache
def code_version(modules: tuple[str, ...]) -> str:
    """Return a digest of the source code of these modules."""
    digest = hashlib.sha256()
    for name in modules:
        spec = importlib.util.find_spec(name)
        source = spec.loader.get_source(name) if spec and spec.loader and hasattr(spec.loader, "get_source") else ""
        digest.update((source or "").encode())
    return digest.hexdigest()[:16]
