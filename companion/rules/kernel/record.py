"""A match and everything that was said in it, in order: so that one can go back, and replay it elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, NamedTuple, TypeAlias

from companion.rules.kernel.events import Event, Moved
from companion.rules.kernel.match import PICKED_IN_SECRET, Match, restore
from companion.rules.kernel.refusals import Illegal
from companion.rules.kernel.sentences import AND, Sentence, Term, Terms
from companion.rules.kernel.steps import JUDGE, Question
from companion.rules.kernel.stored import broken, read

Names: TypeAlias = tuple[str, ...]


class Said(NamedTuple):
    """One thing that was said: `answer`, `draw`, `learn`, `correct` or `back`.

    `who` is the seat that answered, the zone that was learnt about, who corrected, or who agreed to go back. `what` is
    the token, the pieces, the changes with reason, or the point gone back to with the reason.
    """

    kind: str
    who: str | Names
    what: Any


class Taken(NamedTuple):
    """An entry that counts, and what to know of it when somebody wants it undone."""

    entry: Said
    events: tuple[Event, ...]
    showed_picks: bool  # what each had picked for himself came to light with it


class Record:
    """A match that remembers. `judged` says whether a judge is seated.

    The **line** is what counts: the entries from the beginning to now without those that were taken back. A **point**
    is a number of entries of the line; 0 is the beginning, `point` is now.
    """

    def __init__(self, start: Match, *, judged: bool = False) -> None:
        self.start = start.copy()
        self.judged = judged
        self.match = start.copy()
        self.entries: list[Said] = []
        """Everything that was ever said, in order, what was taken back too."""
        self._line: list[Taken] = []

    @property
    def line(self) -> tuple[Said, ...]:
        """The entries that count."""
        return tuple(step.entry for step in self._line)

    @property
    def point(self) -> int:
        """How many entries count now."""
        return len(self._line)

    @property
    def seats(self) -> Names:
        """Who plays."""
        return tuple(seat.name for seat in self.start.setup.seats)

    # -- going on ----------------------------------------------------------------------------------------------

    def answer(self, token: str, seat: str) -> tuple[Event, ...]:
        """As `Match.answer`."""
        return self.put(Said("answer", seat, self.match.accepts(token, seat) or token))

    def draw(self, kinds: Iterable[str]) -> tuple[Event, ...]:
        """As `Match.draw`."""
        return self.put(Said("draw", "", kept(kinds)))

    def learn(self, zone: str, kinds: Iterable[str]) -> tuple[Event, ...]:
        """As `Match.learn`."""
        return self.put(Said("learn", zone, kept(kinds)))

    def correct(
        self, changes: Mapping[str, object], by: str | Names, reason: str, *, inside: str = ""
    ) -> tuple[Event, ...]:
        """As `Match.correct`, by the judge, or where none is seated by all seats together."""
        return self.put(Said("correct", agreed(by), (deepcopy(changes), reason, inside)))

    def why_not_correct(self, by: str | Names) -> Illegal | None:
        """Why these may not put the table right; None when they may."""
        return self._why_not_these(agreed(by), "correct") or self._why_not_all(agreed(by), "correct")

    def put(self, entry: Said) -> tuple[Event, ...]:
        """Any entry. Raises `Illegal`, and then nothing has changed."""
        if entry.kind == "back":
            point, reason = entry.what
            self.rewind(point, entry.who, reason)
            return ()
        if entry.kind == "correct" and (refusal := self.why_not_correct(entry.who)):
            raise refusal
        asked, waiting = self.match.pending, self.match.waiting_for
        events = feed(self.match, entry)
        showed = False
        if isinstance(asked, Question) and asked.each and entry.kind == "answer":
            picks = [*(step.entry.what for step in self._line[1 - len(asked.options) :]), entry.what]
            to_be_shown = PICKED_IN_SECRET in picks and self.match.pending == asked._replace(sealed=False)
            showed = len(waiting) == 1 and not to_be_shown
        self.entries.append(entry)
        self._line.append(Taken(entry, events, showed))
        return events

    # -- going back --------------------------------------------------------------------------------------------

    def at(self, point: int) -> Match:
        """The match as it was at a point of the line."""
        if not 0 <= point <= self.point:
            raise ValueError(f"There is no point {point}: the line goes from 0 to {self.point}.")
        match = self.start.copy()
        for step in self._line[:point]:
            feed(match, step.entry)
        return match

    def moves_since(self, point: int) -> tuple[Event, ...]:
        """What has happened since a point of the line."""
        return tuple(event for step in self._line[max(0, point) :] for event in step.events)

    @property
    def last_answer(self) -> int | None:
        """The point before the last answer; None where there is none."""
        return max((at for at, step in enumerate(self._line) if step.entry.kind == "answer"), default=None)

    def take_back(self, by: str | Names, reason: str = "") -> None:
        """Undo the last answer, and what came of it. Raises `Illegal`, and then nothing has changed."""
        if self.last_answer is None:
            raise refused("back", "There is no answer yet that could be taken back.")
        self.rewind(self.last_answer, by, reason)

    def rewind(self, point: int, by: str | Names, reason: str = "") -> None:
        """Go back to an earlier point: the match is again as it was there, and everybody knows what he knew there.

        `by` is who wants it: a seat, all seats that agree, or the judge. Raises `Illegal`.
        """
        refusal = self.why_not_back(point, by)
        if refusal:
            raise refusal
        self.match = self.at(point)
        self.entries.append(Said("back", agreed(by), (point, reason)))
        del self._line[point:]

    def why_not_back(self, point: int, by: str | Names) -> Illegal | None:
        """Why these may not go back so far; None when they may."""
        if refusal := self._why_not_these(agreed(by), "back"):
            return refusal
        if not isinstance(point, int) or isinstance(point, bool) or not 0 <= point <= self.point:
            wrong = "There is no point {point}: one can go back to 0 up to {last}."
            return refused("back", wrong, point=point, last=self.point)
        if point == self.point:
            return refused("back", "Nothing has been said since then: there is nothing to take back.")
        with_all_power = self._why_not_all(agreed(by), "back") is None
        return None if with_all_power else self._why_not_alone(point, agreed(by))

    def _why_not_these(self, who: Names, what: str) -> Illegal | None:
        """Somebody who has no say here."""
        strange = [name for name in who if name not in (*self.seats, JUDGE)]
        if strange or not who:
            known = (*self.seats, JUDGE) if self.judged else self.seats
            values = {"known": ", ".join(known), "who": ", ".join(strange) or Term("nobody")}
            return refused(what, "Say who wants it ({known}), not {who}.", **values)
        if JUDGE in who and not self.judged:
            return refused(what, "No judge is seated: all seats together decide that.")
        return None

    def _why_not_all(self, who: Names, what: str) -> Illegal | None:
        """Less than the judge's power, which all seats together have where no judge is seated."""
        if JUDGE in who or (set(who) == set(self.seats) and not self.judged):
            return None
        return refused(what, "Not {who} alone: {decide}.", who=Terms(who, AND), decide=self._decide)

    @property
    def _decide(self) -> Term:
        return Term("the judge decides that" if self.judged else "all seats together decide that")

    def _why_not_alone(self, point: int, who: Names) -> Illegal | None:
        """What in these steps is not theirs alone to undo."""
        for step in reversed(self._line[point:]):
            kind, by, _ = step.entry
            if kind == "answer" and by not in who:
                return refused("back", "{who} has answered since then: {decide}.", who=by, decide=self._decide)
        for step in self._line[point:]:
            if shown := self._reveals(step, who):
                return refused("back", "{shown} since then: {decide}.", shown=shown, decide=self._decide)
        return None

    def _reveals(self, step: Taken, who: Names) -> Sentence | None:
        """What this step brought to light that was hidden from somebody; his own chips one may show and take back."""
        kind, by, _ = step.entry
        if kind == "correct":
            return Sentence("The table has been corrected")
        if kind == "learn" and str(by).partition(".")[0] not in who:
            return Sentence("Something has been told of {zone}", {"zone": by})
        if step.showed_picks:
            return Sentence("What each had picked has been shown")
        sees = self.match.game.sees
        for event in step.events:
            if isinstance(event, Moved):
                owner = event.source.partition(".")[0]
                learnt = [seat for seat in self.seats if sees(seat, event.target) and not sees(seat, event.source)]
                own = kind == "answer" and owner == by and owner not in learnt
                if learnt and not own:
                    drew = learnt == [owner]
                    return Sentence(
                        "{seat} has drawn" if drew else "Hidden pieces of {seat} have been shown", {"seat": owner}
                    )
            elif getattr(event, "reveals", False):
                return Sentence("Hidden pieces have been shown")
        return Sentence("Something has been drawn by lot") if kind == "draw" else None

    # -- keeping -----------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """How it began and everything that was said, as JSON can hold it."""
        entries = [[kind, kept(who, list), kept(what, list)] for kind, who, what in self.entries]
        return {"start": self.start.snapshot(), "judged": self.judged, "entries": entries}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """What `to_json` gave, played again from the beginning. Raises `SnapshotError`."""
        if not isinstance(data, Mapping):
            raise broken("record", f"expected a mapping, not {type(data).__name__}")
        record = cls(restore(read(data, "start", {})), judged=bool(read(data, "judged", True)))
        for at, entry in enumerate(read(data, "entries", [])):
            path = f"entries, number {at + 1}"
            if not isinstance(entry, list | tuple) or len(entry) != len(Said._fields):
                raise broken(path, "expected what was said, by whom, and the words")
            kind, who, what = entry
            try:
                record.put(Said(kind, kept(who), kept(what)))
            except Exception as error:
                raise broken(path, str(error).removesuffix(".")) from error
        return record


def feed(match: Match, entry: Said) -> tuple[Event, ...]:
    """Give a match an entry of a record."""
    kind, who, what = entry
    if kind == "answer":
        return match.answer(what, str(who))
    if kind == "draw":
        return match.draw(what)
    if kind == "learn":
        return match.learn(str(who), what)
    if kind == "correct":
        changes, reason, inside = what
        return match.correct(changes, " and ".join(agreed(who)), reason, inside=inside)
    raise ValueError(f"expected answer, draw, learn, correct or back, not {kind!r}")


def kept(value: Any, form: type[tuple[Any, ...]] | type[list[Any]] = tuple) -> Any:
    """Rows as an entry keeps them, or as JSON knows them; whatever else was given is for the match to refuse."""
    return value if isinstance(value, str | Mapping) or not isinstance(value, Iterable) else form(value)


def agreed(by: Any) -> Names:
    """Who wants something: one, or several together; nobody where what is said is no name."""
    names = (by,) if isinstance(by, str) else tuple(by) if isinstance(by, Iterable) else ()
    return tuple(name for name in names if isinstance(name, str))


def refused(what: str, template: str, **values: object) -> Illegal:
    """Why one cannot go back, or correct."""
    return Illegal(what, template, "", private=False, **values)
