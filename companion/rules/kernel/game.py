"""What a game is: the contract, and the registry that finds games by entry point."""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Generic, NamedTuple, TypeVar

from companion.rules.kernel.encyclopedia import Entry
from companion.rules.kernel.events import Changed, Event, Moved
from companion.rules.kernel.offers import Offers
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.positions import Difference, PositionError
from companion.rules.kernel.refusals import Illegal, SetupError
from companion.rules.kernel.rulebook import Rulebook
from companion.rules.kernel.sentences import Say
from companion.rules.kernel.steps import Draw, Question, Setup, Steps
from companion.rules.kernel.unseen import Holder
from companion.rules.kernel.views import View
from companion.rules.kernel.words import Words

TableT = TypeVar("TableT", bound=Plain)

ENTRY_POINTS = "companion.games"

_registered: dict[str, Game[Any]] = {}


class Zone(NamedTuple):
    """What lies in one place: pieces in a row, or a count by kind where they lie in stacks."""

    content: tuple[str, ...] | Mapping[str, int]
    ordered: bool = False


class Attempt(NamedTuple):
    """What somebody may have wanted to do with pieces that went ways that no legal play explains."""

    seat: str
    token: str = ""
    """The answer that he may have had in mind; "" where there is no such answer."""
    rule: str = ""
    """The rule that is in the way where the token is not refused, or there is none."""
    why: str = ""
    """The same in a sentence."""


class Game(ABC, Generic[TableT]):
    """A game as the rest of the program knows it. `TableT` is its plain data."""

    key: str
    title: str
    editions: tuple[str, ...]
    modes: tuple[str, ...]
    untagged: frozenset[str] = frozenset()
    """Kinds of pieces that carry no tag, so that no reader can see them."""
    words: Words
    winning: str
    """The rule by which a match ends."""

    @abstractmethod
    def begin(self, setup: Setup) -> TableT:
        """The table before the first step. Raises `SetupError`."""

    @abstractmethod
    def table_from_json(self, data: dict[str, object]) -> TableT:
        """A table read back from a snapshot."""

    @abstractmethod
    def flow(self, table: TableT, log: list[Event]) -> Steps[None]:
        """Play on from here to the end: change the table, append what happened to the log, yield what is waited for."""

    @abstractmethod
    def rulebook(self, table: TableT) -> Rulebook:
        """The rules that this match is played by."""

    @abstractmethod
    def explain(self, table: TableT, question: Question, token: str, seat: str) -> Illegal:
        """Why this token is refused now."""

    def meant(self, table: TableT, question: Question, token: str, seat: str) -> str | None:
        """The offered token that another one means in this game; None when it means none of them."""
        return None

    @abstractmethod
    def zones(self, table: TableT) -> dict[str, Zone]:
        """Every zone and what lies there."""

    def named(self, table: TableT, zone: str) -> tuple[str, ...]:
        """What lies in a seat's zone, with `?` for what nobody has named, also where it is certain what it is."""
        name, _, place = zone.partition(".")
        seat = getattr(table, "seats", {}).get(name)
        return seat.zone(place) if isinstance(seat, Holder) and place in seat.places else ()

    @abstractmethod
    def facts(self, table: TableT) -> dict[str, object]:
        """What everybody may know beyond the zones: whose turn, phase, totals, counters, who won."""

    @abstractmethod
    def sees(self, audience: str, zone: str) -> bool:
        """Whether this audience may see what lies in the zone."""

    @abstractmethod
    def learn(self, table: TableT, zone: str, kinds: tuple[str, ...]) -> str:
        """Identify unseen pieces; the reason as text when it cannot be so, and then the pieces are as before.

        What has only one answer by this must wait, in the table, for somebody to say it: learning moves nothing.
        """

    @abstractmethod
    def write(self, setup: Setup, table: TableT) -> dict[str, object]:
        """The table at a rest as plain values, from which `position` makes the same table again."""

    def compare(self, one: TableT, two: TableT) -> list[Changed]:
        """What the second table has and is that the first has not and is not, in words; a game may find better ones."""
        return compared(self, one, two)

    @abstractmethod
    def corrected(self, table: TableT, changes: Mapping[str, object]) -> TableT:
        """The table with these changes, given in plain values. Raises `PositionError` where it could not be so."""

    @abstractmethod
    def cut_short(self, table: TableT) -> None:
        """An effect stops in its middle: the table becomes one at rest. Raises `PositionError` where none can be."""

    @abstractmethod
    def position(self, given: Mapping[str, object]) -> tuple[Setup, TableT]:
        """The table that a position describes in plain values. Raises `PositionError`."""

    @abstractmethod
    def differences(
        self, table: TableT, expected: Mapping[str, object], start: TableT, events: Sequence[Event]
    ) -> list[Difference]:
        """Where the table is not as expected; `events` happened since `start`. Raises `PositionError`."""

    def attempts(self, table: TableT, moves: Sequence[Moved]) -> Sequence[Attempt]:
        """What somebody may have wanted with these moves together, the likeliest first.

        Where a piece was hidden with its owner, in the hand or in the bag, its zone is called `A.hidden`; "" is a zone
        that nobody knows.
        """
        return ()

    def owes(self, moved: Moved, events: Sequence[Event], asked: Question | Draw | None) -> str:
        """The rule by which somebody has to make this move; it is one of these events, which the answer to `asked`
        brought about."""
        return asked.rule if asked else self.winning

    def relocated(self, table: TableT, moves: Sequence[Moved]) -> Mapping[str, object]:
        """The changes, as `corrected` takes them, that let these pieces lie where they are; zones as in `attempts`.
        Raises `PositionError`."""
        raise PositionError((), "this game cannot say how its table would be then: put the pieces back")

    def thinkable(self, view: View) -> tuple[str, ...]:
        """What the seat that sees this may think of saying now, be it allowed or not: a face offers to tell why not. It
        is made of a view, so that it tells nobody more than he can see."""
        return ()

    def offers(self, say: Say) -> Offers:
        """What people may choose for a new match, named by `say`. Without a word of its own: so many seats."""
        return Offers((2, 3, 4))

    def encyclopedia(self) -> Mapping[str, Entry]:
        """What is known about each kind of piece, by key."""
        return {}

    def box(self) -> Mapping[str, int]:
        """Kinds of pieces that carry a tag, and how many of each a box of the game holds."""
        return {}

    def modules(self) -> Iterable[str]:
        """The modules whose code runs inside an effect: a snapshot taken there is only good for the same code."""
        found: set[str] = set()
        for package in (type(self).__module__.rpartition(".")[0], __name__.rpartition(".")[0]):
            found |= {
                package,
                *(one.name for one in pkgutil.walk_packages(import_module(package).__path__, f"{package}.")),
            }
        return sorted(found)


def compared(game: Game[TableT], one: TableT, two: TableT) -> list[Changed]:
    """Zone by zone and fact by fact, in the plainest words."""
    found = []
    before, now = game.zones(one), game.zones(two)
    for name in now:
        there, here = before[name].content, now[name].content
        if +Counter(there) != +Counter(here) or (now[name].ordered and there != here):
            lies = ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(here).items()) if count)
            found.append(Changed(name, f"In {name} there is now: {lies or 'nothing'}."))
    facts = game.facts(one)
    found += [
        Changed("", f"{name} is {fact!r}, not {facts.get(name)!r}.")
        for name, fact in game.facts(two).items()
        if fact != facts.get(name)
    ]
    return found


@cache
def games() -> Mapping[str, Game[Plain]]:
    """All installed games by key."""
    found: dict[str, Game[Plain]] = {}
    for point in entry_points(group=ENTRY_POINTS):
        game = point.load()
        found[game.key] = game
    if not found:  # used from a source tree that was never installed: look among the neighbours
        rules = import_module(__name__.partition(".kernel")[0])
        for module in pkgutil.iter_modules(rules.__path__, f"{rules.__name__}."):
            game = getattr(import_module(module.name), "GAME", None)
            if game is not None:
                found[game.key] = game
    return found | _registered


def register(game: Game[Any]) -> None:
    """Make a game known to this program only, without installing a package."""
    _registered[game.key] = game
    games.cache_clear()


def find_game(key: str) -> Game[Plain]:
    """The installed game of this key."""
    try:
        return games()[key]
    except KeyError:
        known = ", ".join(sorted(games()))
        raise SetupError(f'There is no game "{key}". Installed: {known}.') from None
