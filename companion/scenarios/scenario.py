"""A scenario as it is read from a document: where it starts, what is played, how it ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.rules import (
    Changed,
    Corrected,
    Counted,
    Forced,
    Game,
    Learnt,
    Moved,
    Plain,
    Setup,
    SetupError,
    find_game,
)
from companion.rules.kernel import written_choices
from companion.rules.kernel.positions import (
    NotBuilt,
    Note,
    Path,
    PositionError,
    items,
    loosely,
    mapping,
    meant,
    note,
    noted,
    one_of,
    shown,
    word,
)
from companion.rules.kernel.sentences import in_english
from companion.rules.kernel.written_choices import CHOICES
from companion.scenarios.documents import Document

USUAL_GAME = "puzzle-strike"
"""The game of a file that names none."""

FRAME = ("title", "rule", "game", "script", "expect")
"""The keys that are the same for every game; all others belong to the game's position."""

CHECKS = ("pending", "winner", "events")
"""The expectations that are the same for every game."""

STEPS = ("draw", "learn", "correct", "offers", "refuses", "expects")
"""Steps that are not a seat's answer."""

ALSO_REFUSED = ("draw", "learn", "correct")
"""What a step `refuses` may hold instead of a seat's token."""

TOKEN = re.compile(r"[a-z_]+(:\S+( \S+)*)?")


@dataclass(frozen=True)
class Tokens:
    """What must be among some tokens, what must not be, or which ones are all of them."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Expectation:
    """What must hold. `of_game` is the part that only the game understands; all else is the same for every game."""

    path: Path
    of_game: Mapping[str, object] = field(default_factory=dict)
    pending: str | tuple[str, Tokens] = ""
    winner: str | None = None
    events: Tokens = field(default_factory=Tokens)


@dataclass(frozen=True)
class Answer:
    """A seat answers. With `part_of` it is a part of that longer answer: nothing may happen between the parts."""

    path: Path
    seat: str
    token: str
    part_of: str = ""


@dataclass(frozen=True)
class Drawn:
    """What came out of a draw. With `left` it is the rest of a longer one: nothing may happen before it."""

    path: Path
    seat: str
    place: str
    kinds: tuple[str, ...]
    left: bool = False


@dataclass(frozen=True)
class Learns:
    """Somebody identifies unseen pieces of a zone."""

    path: Path
    zone: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Corrects:
    """Somebody corrects the table."""

    path: Path
    changes: Mapping[str, object]
    author: str
    reason: str
    inside: str


@dataclass(frozen=True)
class ExpectedOffers:
    """What a seat must be offered now."""

    path: Path
    seat: str
    tokens: Tokens


@dataclass(frozen=True)
class Refuses:
    """A token that a seat must be refused now, by this rule and in these words where they are given."""

    path: Path
    seat: str
    token: str
    rule: str
    says: str = ""


@dataclass(frozen=True)
class RefusesStep:
    """A draw, a piece of knowledge or a correction that must be refused now, in these words if any are given."""

    path: Path
    step: Drawn | Learns | Corrects
    says: str


@dataclass(frozen=True)
class Expects:
    """What must hold in the middle of the script."""

    path: Path
    expectation: Expectation


Step: TypeAlias = Answer | Drawn | Learns | Corrects | ExpectedOffers | Refuses | RefusesStep | Expects


@dataclass(frozen=True)
class Scenario:
    """A whole scenario, ready to be played."""

    document: Document
    title: str
    game: Game[Any]
    setup: Setup
    start: Plain
    steps: tuple[Step, ...]
    expectation: Expectation | None
    notes: tuple[Note, ...] = ()
    """What is odd about the position; it can be played nevertheless."""


def read_title(document: Document) -> str:
    """Return the title of a scenario; "" if it cannot be read."""
    value = document.value
    return str(value.get("title") or "") if isinstance(value, dict) else ""


def read_scenario(document: Document) -> Scenario:
    """Read a scenario, and check all that can be checked before playing. Raises `PositionError`."""
    if not isinstance(document.value, dict):
        raise PositionError(
            (), f"expected a scenario with title, seats, script and expect, not {shown(document.value)}"
        )
    given: Mapping[str, object] = document.value
    if given.get("title") in (None, "") or isinstance(given["title"], bool | list | dict):
        raise PositionError(("title",), "expected a title, in words")
    if given.get("rule") is not None:
        word(given["rule"], ("rule",))
    try:
        game = find_game(word(given.get("game", USUAL_GAME), ("game",)))
    except SetupError as problem:
        raise NotBuilt(("game",), str(problem)) from None
    with noted() as notes:
        setup, start = read_position(game, given)
        seats = tuple(seat.name for seat in setup.seats)
        for seat in seats:
            if seat in STEPS:
                raise PositionError(("seats", seat), f'"{seat}" is the name of a step, expected another name')
        reader = StepReader(game, start, seats)
        steps = items(given.get("script"), ("script",), reader.step)
        expectation = reader.expectation(given["expect"], ("expect",)) if "expect" in given else None
    return Scenario(document, str(given["title"]), game, setup, start, steps, expectation, tuple(notes))


def read_position(game: Game[Any], given: Mapping[str, object]) -> tuple[Setup, Plain]:
    """Read the set-up and the table at the start."""
    offers = game.offers(in_english)
    position = written_choices.settled({key: value for key, value in given.items() if key not in FRAME}, offers)
    try:
        found = game.position(position)
    except PositionError as problem:
        if set(problem.path[:1]) & (position.keys() - given.keys()):  # it stood under `choices`
            raise type(problem)((CHOICES, *problem.path), problem.message) from None
        raise or_of_frame(problem, (*FRAME, CHOICES)) from None
    written_choices.check(position, offers)
    return found


def or_of_frame(problem: PositionError, frame: tuple[str, ...]) -> PositionError:
    """Return the error, with another hint if the unknown key looks like a misspelt one of the frame."""
    if len(problem.path) == 1 and problem.message.startswith("unknown key"):
        key = str(problem.path[0])
        hint = meant(key, frame)
        if hint:
            return PositionError(problem.path, f'unknown key "{key}"{hint}')
    return problem


def events_of(game: Game[Any]) -> list[str]:
    """Return the names of all events that can happen in a game."""
    return sorted(game.words.events | {kind.__name__ for kind in (Changed, Corrected, Counted, Forced, Learnt, Moved)})


class StepReader:
    """Reads steps and expectations, for one game and its seats."""

    def __init__(self, game: Game[Any], start: Plain, seats: tuple[str, ...]) -> None:
        self.game = game
        self.start = start
        self.seats = seats
        self.a_seat = one_of(seats, "seat")

    def step(self, value: object, path: Path) -> Step:
        """Read one step of the script."""
        given = mapping(value, path)
        if len(given) != 1:
            raise PositionError(path, f"expected one step with one key: SEAT: token, {', '.join(STEPS)}")
        ((key, body),) = given.items()
        at = (*path, key)
        if key == "draw":
            return self.draw(body, at)
        if key == "learn":
            return self.learn(body, at)
        if key == "correct":
            return self.correct(body, at)
        if key == "offers":
            said = mapping(body, at, ("seat", "has", "lacks", "only"))
            return ExpectedOffers(at, self.seat_of(said, at), tokens(said, at))
        if key == "refuses" and isinstance(body, Mapping) and set(body) & set(ALSO_REFUSED):
            return self.refuses_step(body, at)
        if key == "refuses":
            said = mapping(body, at, ("seat", "token", "rule", "says"))
            rule, says = ("" if said.get(key) is None else word(said[key], (*at, key)) for key in ("rule", "says"))
            return Refuses(at, self.seat_of(said, at), token(said.get("token"), (*at, "token")), rule, says)
        if key == "expects":
            return Expects(at, self.expectation(body, at))
        one_of((*self.seats, *STEPS), "seat or step")(key, at)
        return Answer(at, key, token(body, at))

    def kinds_shown(self, count: int) -> str:
        """Return some kinds of pieces as an example: those of which a box holds most."""
        box = self.game.box()
        return ", ".join(sorted(box, key=lambda kind: -box[kind])[:count])

    def draw(self, body: object, at: Path) -> Drawn:
        """Read a draw. The seat may be left out if the source belongs to none."""
        said = mapping(body, at, ("seat", "from", "kinds"))
        seat = "" if said.get("seat") is None else self.a_seat(said["seat"], (*at, "seat"))
        place = "" if said.get("from") is None else word(said["from"], (*at, "from"))
        if not seat and not place:
            raise PositionError(at, f"expected a seat, and what was drawn: {{seat: A, kinds: [{self.kinds_shown(1)}]}}")
        if not isinstance(said.get("kinds"), list):
            raise PositionError((*at, "kinds"), f"expected the list of what was drawn: kinds: [{self.kinds_shown(2)}]")
        return Drawn(at, seat, place, items(said["kinds"], (*at, "kinds"), word))

    def learn(self, body: object, at: Path) -> Learns:
        """Read a zone, and the pieces that lie in it."""
        said = mapping(body, at, ("zone", "kinds"))
        if not isinstance(said.get("kinds"), list):
            raise PositionError((*at, "kinds"), f"expected the list of what was seen: kinds: [{self.kinds_shown(2)}]")
        return Learns(at, word(said.get("zone"), (*at, "zone")), items(said["kinds"], (*at, "kinds"), word))

    def correct(self, body: object, at: Path) -> Corrects:
        """Read who corrects and why; the changes are left for the game to read."""
        said = mapping(body, at)
        for key, what in (("by", "who corrects: by: judge"), ("reason", "why: reason: in a few words")):
            if said.get(key) is None:
                raise PositionError(at, f"expected {what}")
        author, reason = (word(said[key], (*at, key)) for key in ("by", "reason"))
        inside = word(said.get("inside", ""), (*at, "inside"))
        changes = {key: value for key, value in said.items() if key not in ("by", "reason", "inside")}
        return Corrects(at, changes, author, reason, inside)

    def refuses_step(self, body: Mapping[str, object], at: Path) -> RefusesStep:
        """Read a draw, knowledge or a correction that must be refused."""
        keys = [key for key in body if key in ALSO_REFUSED]
        mapping(body, at, (*ALSO_REFUSED, "says"))
        if len(keys) != 1:
            raise PositionError(at, f"expected one of: {', '.join(ALSO_REFUSED)}")
        step = self.step({keys[0]: body[keys[0]]}, at)
        assert isinstance(step, Drawn | Learns | Corrects)
        return RefusesStep(at, step, "" if body.get("says") is None else word(body["says"], (*at, "says")))

    def seat_of(self, said: Mapping[str, object], at: Path) -> str:
        if said.get("seat") is None:
            raise PositionError(at, "expected a seat: {seat: A, ...}")
        return self.a_seat(said["seat"], (*at, "seat"))

    def expectation(self, value: object, path: Path) -> Expectation:
        """Read what must hold. It is compared once with the start, so that mistakes show before anything is played."""
        given = mapping(value, path)
        of_game = {key: said for key, said in given.items() if key not in CHECKS}
        try:
            self.game.differences(self.start.copy(), of_game, self.start, ())
        except PositionError as problem:
            problem = or_of_frame(problem, CHECKS)
            raise PositionError((*path, *problem.path), problem.message) from None
        pending: str | tuple[str, Tokens] = ""
        if given.get("pending") in ("draw", "none"):
            pending = str(given["pending"])
        elif given.get("pending") is not None:
            at = (*path, "pending")
            if not isinstance(given["pending"], Mapping):
                wanted = "draw, none, or {seat: A, has: [...]}"
                raise PositionError(at, f"expected {wanted}, not {shown(given['pending'])}")
            said = mapping(given["pending"], at, ("seat", "has", "lacks", "only"))
            pending = (self.seat_of(said, at), tokens(said, at))
        winner = None
        if "winner" in given:
            known = one_of((*self.seats, "none"), "seat")
            winner = known("none" if given["winner"] is None else given["winner"], (*path, "winner"))
        at = (*path, "events")
        said = mapping(given.get("events"), at, ("has", "lacks"))
        events = Tokens(*(items(said.get(key), (*at, key), word) for key in ("has", "lacks")))
        known_events = events_of(self.game) if events.lacks else []
        for name in events.lacks:
            if loosely(name) not in map(loosely, known_events):  # an expectation that could never fail
                note((*at, "lacks"), f'nothing that happens is called "{name}"{meant(name, known_events)}')
        return Expectation(path, of_game, pending, winner, events)


def tokens(said: Mapping[str, object], path: Path) -> Tokens:
    """Read `has`, `lacks` and `only`."""
    has, lacks = (items(said.get(key), (*path, key), token) for key in ("has", "lacks"))
    only = items(said["only"], (*path, "only"), token) if "only" in said else None
    return Tokens(has, lacks, only)


def token(value: object, path: Path) -> str:
    """Read a token."""
    if not isinstance(value, str) or not TOKEN.fullmatch(value):
        raise PositionError(path, f"expected a token such as play:crash_gem or done, not {shown(value)}")
    return value
