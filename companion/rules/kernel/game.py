"""What a game is: the contract, and the registry that finds games by entry point."""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Generic, NamedTuple, Self, TypeVar

from companion.rules.kernel.by_hand import HandCarried
from companion.rules.kernel.card_book import CardBook
from companion.rules.kernel.card_steps import Vocabulary
from companion.rules.kernel.cheats import Cheat
from companion.rules.kernel.encyclopedia import KindEntry
from companion.rules.kernel.events import Changed, Event, Moved
from companion.rules.kernel.kits import Kits
from companion.rules.kernel.offers import Offers
from companion.rules.kernel.places import Places, at
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.positions import Difference, PositionError
from companion.rules.kernel.refusals import Illegal, SetupError
from companion.rules.kernel.rulebook import Rulebook
from companion.rules.kernel.sentences import Say, Term
from companion.rules.kernel.steps import UNSEEN, Draw, Question, Setup, Steps
from companion.rules.kernel.unseen import Holder
from companion.rules.kernel.views import View
from companion.rules.kernel.words import Words

TableT = TypeVar("TableT", bound=Plain)

ENTRY_POINTS = "companion.games"

_registered: dict[str, Game[Any]] = {}


class Zone(NamedTuple):
    """What lies in one place: its pieces as a row, or the number of each kind where they lie in stacks."""

    content: tuple[str, ...] | Mapping[str, int]
    at: tuple[str, ...] = ()
    """The address of each piece, where the place has addresses."""


class Attempt(NamedTuple):
    """What somebody may have been trying to do who moved pieces as no legal play does."""

    seat: str
    token: str = ""
    """The answer that the seat may have had in mind; "" where there is no such answer."""
    rule: str = ""
    """The rule to cite if there is no token, or if the token itself would not be refused."""
    why: str = ""
    """What that rule says, in a sentence."""
    alone: bool = False
    """Whether it moves nothing of another seat's: then what lies wrong there is somebody else's act."""


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
    example: str
    """A short position as people write it, to show them how."""
    empty: str = ""
    """A position with nothing in front of anybody, from which people build one by hand; "" if there is none."""
    verbs: frozenset[str] = frozenset()
    """The words with which tokens begin; none if any word may be one."""
    setup: Setup
    """How the match began. This and `places` are those of a bound game alone."""
    places: Places
    """The places of the match."""

    def bound(self, setup: Setup) -> Self:
        """Return the game as one match plays it: everything that depends on the set-up is settled here, once."""
        if self.__dict__.get("setup") is setup:
            return self
        game = copy(self)
        game.setup = setup
        game.places = self.lay_out(setup)
        return game

    def complete(self, setup: Setup) -> Setup:
        """Return the set-up with all that a match plays with written into it, such as the texts of its cards: a match
        that is played again needs no file then."""
        return setup

    @abstractmethod
    def lay_out(self, setup: Setup) -> Places:
        """Return the places of a match, in the same order whoever sits there."""

    @abstractmethod
    def begin(self, setup: Setup) -> TableT:
        """The table before the first step. Raises `SetupError`."""

    @abstractmethod
    def table_from_json(self, data: dict[str, object]) -> TableT:
        """A table read back from a snapshot."""

    @abstractmethod
    def flow(self, table: TableT, log: list[Event]) -> Steps[None]:
        """Play on from this table to the end: change it, append events to the log, yield each question and draw."""

    @abstractmethod
    def rulebook(self, table: TableT) -> Rulebook:
        """The rules that this match is played by."""

    @abstractmethod
    def explain(self, table: TableT, question: Question, token: str, seat: str) -> Illegal:
        """Return why this token is refused now."""

    def piece(self, kind: str) -> str:
        """Return the name of a kind for use in a refusal. As a `Term`, it is translated with the sentence."""
        return Term("an unidentified piece") if kind == UNSEEN else kind

    def place(self, zone: str) -> str:
        """Return the name of a zone for use in a refusal."""
        return zone

    def meant(self, table: TableT, question: Question, token: str, seat: str) -> str | None:
        """Return the offered token that this one means in this game; None if it means none of them."""
        return None

    @abstractmethod
    def zones(self, table: TableT) -> dict[str, Zone]:
        """Every place and what lies there."""

    def by_address(self, table: TableT) -> dict[str, tuple[str, ...] | Mapping[str, int]]:
        """What lies in each place, and at each address where a place has addresses."""
        return by_address(self.zones(table), self.places)

    def lies(self, table: TableT) -> dict[str, Zone]:
        """Every zone of the real table, with the pieces where people and readers find them: a piece that has left its
        place by the rules, but is only moved when it arrives elsewhere, is still where it will be taken from."""
        return self.zones(table)

    def named(self, table: TableT, zone: str) -> tuple[str, ...]:
        """Return what lies in a seat's zone, with `?` for every piece that nobody has named, even if it is certain."""
        held = self.held(table, zone)
        return held[0].zone(held[1]) if held else ()

    def held(self, table: TableT, zone: str) -> tuple[Holder, str] | None:
        """Return what holds the pieces of a place, and the place's key there; None where none can be unseen. By default
        each seat in `table.seats` holds its own."""
        place = self.places.get(zone)
        seat = getattr(table, "seats", {}).get(place.owner) if place else None
        return (seat, place.role) if place and isinstance(seat, Holder) and place.role in seat.places else None

    def identify(self, table: TableT, zone: str, kinds: tuple[str, ...]) -> str:
        """Identify unseen pieces of a place; for `learn`. Return "", or the reason if they cannot be of these kinds."""
        held = self.held(table, zone)
        return held[0].identify(held[1], kinds) if held else f"There is no zone {zone}."

    @abstractmethod
    def facts(self, table: TableT) -> dict[str, object]:
        """What everybody may know beyond the zones: whose turn, phase, totals, counters, who won."""

    def fact_rules(self, table: TableT) -> Mapping[str, tuple[str, str]]:
        """Return, for those facts that newcomers should understand, the rule that says what each is, and the seat or
        place that it is about. When such a fact first changes, a face may say the rule."""
        return {}

    @abstractmethod
    def learn(self, table: TableT, zone: str, kinds: tuple[str, ...]) -> str:
        """Identify unseen pieces. Return "", or the reason if they cannot be these; the pieces are then as before.

        Learning moves nothing. If it leaves a question with only one answer, the table must remember that somebody
        has to give that answer before the game goes on.
        """

    @abstractmethod
    def write(self, setup: Setup, table: TableT) -> dict[str, object]:
        """Return a table at rest as plain values, from which `position` makes the same table again."""

    def compare(self, one: TableT, two: TableT) -> list[Changed]:
        """Return how the second table differs from the first, in words; a game may override this with better ones."""
        return compared(self, one, two)

    @abstractmethod
    def corrected(self, table: TableT, changes: Mapping[str, object]) -> TableT:
        """Return the table with these changes, given as plain values. Raises `PositionError` if that cannot be."""

    @abstractmethod
    def cut_short(self, table: TableT) -> None:
        """Stop the running effect, so that the table is at rest. Raises `PositionError` where that is impossible."""

    @abstractmethod
    def position(self, given: Mapping[str, object]) -> tuple[Setup, TableT]:
        """Return the set-up and the table that a position describes in plain values. Raises `PositionError`."""

    @abstractmethod
    def differences(
        self, table: TableT, expected: Mapping[str, object], start: TableT, events: Sequence[Event]
    ) -> list[Difference]:
        """Return where the table is not as expected; `events` happened since `start`. Raises `PositionError`."""

    def attempts(self, table: TableT, moves: Sequence[Moved]) -> Sequence[Attempt]:
        """Return what somebody may have been trying to do by all these moves together, the likeliest first.

        `A.hidden` is the zone of a piece that A kept out of sight, in the hand or in the bag; "" is an unknown zone.
        """
        return ()

    def cheats(self, table: TableT, owed: Sequence[Moved]) -> Sequence[Cheat]:
        """Return the mistakes that people may make on purpose, to see whether they are caught: each with its moves, or
        with the reason why not now. The hands of the table are known; `owed` are the moves that are still due."""
        return ()

    def owes(self, moved: Moved, events: Sequence[Event], asked: Question | Draw | None) -> str:
        """Return the rule that demands this move, which is one of the events that the answer to `asked` caused."""
        return asked.rule if asked else self.winning

    def relocated(self, table: TableT, moves: Sequence[Moved]) -> Mapping[str, object]:
        """Return the changes for `corrected` after which these pieces may stay where they were moved. The zones are
        named as in `attempts`. Raises `PositionError`."""
        raise PositionError((), "this game cannot say how its table would be then: put the pieces back")

    def as_changes(self, table: TableT, moves: Sequence[HandCarried]) -> Mapping[str, object]:
        """Return the changes for `corrected` after which these pieces lie exactly where hands have laid them, whatever
        a move like that would mean in play. Raises `PositionError`. By default nothing can be moved by hand."""
        raise PositionError((), "the pieces of this game cannot be moved here: write the correction down")

    def spelt(self, said: str) -> str:
        """Return the token that these words make, whether it is asked for or not; for the name of a piece, its kind."""
        return said

    def verb_for(self, kind: str, question: Question, view: View) -> str:
        """Return the verb of the token that the seat of this view means if it names only a piece."""
        return question.what

    def thinkable(self, view: View) -> tuple[str, ...]:
        """Return the tokens that the seat of this view may think of, allowed or not: a face offers to explain why one
        is refused. They are made from the view alone, so that they reveal no more than the seat can see."""
        return ()

    def by_itself(self, seat: str, token: str) -> Moved | None:
        """Return the move that this token says, if the rules may also make it without asking: a script may then name
        the answer although nobody gave it."""
        return None

    def beforehand(self, token: str) -> Sequence[str]:
        """Return what a seat may say before this token to make it possible, such as laying money before buying; where
        several do the same, the last one goes furthest. Only then does a refusal count for a scenario."""
        return ()

    def one_by_one(self, seat: str, token: str, events: Sequence[Event]) -> Sequence[str]:
        """Return the tokens that say piece by piece what this one says of all of them at once, and what these events
        came of; nothing if it says one thing only."""
        return ()

    def begun(self, event: Event) -> str:
        """Return the kind of piece that begins to be carried out with this event; "" if none does."""
        return ""

    def offers(self, say: Say) -> Offers:
        """Return what people may choose for a new match, in the language of `say`; by default the number of seats."""
        return Offers((2, 3, 4))

    def rules_for(self, setup: Setup) -> Rulebook:
        """Return the rules that a match of this set-up is played by. Raises `SetupError`."""
        game = self.bound(setup)
        return game.rulebook(game.begin(setup))

    def vocabulary(self) -> Vocabulary | None:
        """Return the words that texts of this game's cards may use; None if its cards are not taught."""
        return None

    def cards(self) -> CardBook:
        """Return the cards of the match if the game is bound, otherwise those that come with the program."""
        return CardBook(self.key, self.title, {})

    def with_cards(self, setup: Setup, book: CardBook) -> Setup:
        """Return the set-up of a match that is played with the cards of an owner's book, where it has them. Raises
        `SetupError` where cards are not taught."""
        raise SetupError("{game} has no cards to teach.", game=self.title)

    def encyclopedia(self) -> Mapping[str, KindEntry]:
        """Return what is known about each kind of piece, by key."""
        return {}

    def box(self) -> Mapping[str, int]:
        """Return the kinds of pieces that carry a tag, and how many of each a box of the game holds."""
        return {}

    def set_boxes(self) -> Mapping[str, Mapping[str, int]]:
        """Return what the boxes of further sets hold, as in `box`, by the keys of the sets."""
        return {}

    def kits(self) -> Kits:
        """Return the readers that people may equip a table with; by default none, and people say what they do."""
        return Kits()

    def modules(self) -> Iterable[str]:
        """Return the modules whose code may run in an effect. A snapshot taken inside one needs exactly this code."""
        found: set[str] = set()
        for package in (type(self).__module__.rpartition(".")[0], __name__.rpartition(".")[0]):
            found |= {
                package,
                *(one.name for one in pkgutil.walk_packages(import_module(package).__path__, f"{package}.")),
            }
        return sorted(found)


def compared(game: Game[TableT], one: TableT, two: TableT) -> list[Changed]:
    """Return the differences zone by zone and fact by fact, in words that fit any game."""
    found = []
    before, now = game.zones(one), game.zones(two)
    for name in now:
        there, here = before[name].content, now[name].content
        moved = before[name].at != now[name].at or (game.places[name].ordered and there != here)
        if +Counter(there) != +Counter(here) or moved:
            found.append(Changed(name, f"In {name} there is now: {in_words(now[name]) or 'nothing'}."))
    facts = game.facts(one)
    found += [
        Changed("", f"{name} is {fact!r}, not {facts.get(name)!r}.")
        for name, fact in game.facts(two).items()
        if fact != facts.get(name)
    ]
    return found


def by_address(zones: Mapping[str, Zone], places: Places) -> dict[str, tuple[str, ...] | Mapping[str, int]]:
    """What lies in each place; where a place has addresses, what lies at each of these.

    >>> from companion.rules.kernel.places import Place
    >>> by_address({"row": Zone(("tide",), ("2",))}, Places([Place("row", addresses=("1", "2"))]))
    {'row@1': (), 'row@2': ('tide',)}
    """
    found: dict[str, tuple[str, ...] | Mapping[str, int]] = {}
    for name, (content, addresses) in zones.items():
        if not places[name].addresses:
            found[name] = content
            continue
        for address in places[name].addresses:
            lying = zip(content, addresses, strict=True)
            found[at(name, address)] = tuple(kind for kind, here in lying if here == address)
    return found


def in_words(zone: Zone) -> str:
    """What lies in a zone.

    >>> in_words(Zone(("red", "blue", "red"))), in_words(Zone(("boat",), ("8",)))
    ('1 blue, 2 red', 'boat at 8')
    """
    if zone.at:
        return ", ".join(f"{kind} at {address}" for kind, address in zip(zone.content, zone.at, strict=True))
    return ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(zone.content).items()) if count)


@cache
def games() -> Mapping[str, Game[Plain]]:
    """All games by key: those in the folders beside the kernel, and those of installed packages."""
    found: dict[str, Game[Plain]] = {}
    rules = import_module(__name__.partition(".kernel")[0])
    for module in pkgutil.iter_modules(rules.__path__, f"{rules.__name__}."):
        game = getattr(import_module(module.name), "GAME", None)
        if game is not None:
            found[game.key] = game
    for point in entry_points(group=ENTRY_POINTS):
        game = point.load()
        found[game.key] = game
    return found | _registered


def register(game: Game[Any]) -> None:
    """Make a game known to this process, without installing a package."""
    _registered[game.key] = game
    games.cache_clear()


def find_game(key: str) -> Game[Plain]:
    """The installed game of this key."""
    try:
        return games()[key]
    except KeyError:
        known = ", ".join(sorted(games()))
        raise SetupError('There is no game "{key}". Installed: {known}.', key=key, known=known) from None
