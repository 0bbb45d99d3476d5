"""Compare a table with what a scenario expects of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.rules.kernel import UNSEEN, Event
from companion.rules.kernel.positions import (
    Difference,
    Path,
    PositionError,
    counts,
    flag,
    items,
    mapping,
    one_of,
    signed,
    whole,
    word,
)
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.position import PHASES, a_colour
from companion.rules.puzzle_strike_2.printed import PrintedBoard
from companion.rules.puzzle_strike_2.table import ANTE_UP, DRAGON, PLACES, BankTable, Cards, PileSeat, number_of

NUMBERS = ("incoming", "actions", "buy_change", "cards_played", "score")
SEAT_KEYS = (
    *PLACES, "pile", "count", "height_bonus", "meters", "draws", "lost", "scepter", "diamond", "character", "free",
    *NUMBERS,
)  # fmt: skip
BANK_KEYS = ("row", "deck", "trash", "wounds", "ante_ups", "ante_up_at", "deck_size", "supply", "stand_ins")
DRAGON_KEYS = ("power", "incoming", "score", "cards")


def differences(
    table: BankTable,
    expected: Mapping[str, object],
    start: BankTable,
    events: Sequence[Event],
    board: PrintedBoard,
) -> list[Difference]:
    """Where the table is not as expected."""
    said = mapping(expected, (), ("seats", "bank", "turn", "dragon", "winners", "taught"))
    compare = PileComparison(table, events, board)
    for name, seat in mapping(said.get("seats"), ("seats",), table.seats).items():
        compare.seat(table.seats[name], mapping(seat, ("seats", name), SEAT_KEYS), ("seats", name))
    compare.bank(mapping(said.get("bank"), ("bank",), BANK_KEYS), ("bank",))
    compare.turn(mapping(said.get("turn"), ("turn",), ("seat", "phase", "actions", "number")), ("turn",))
    compare.dragon(mapping(said.get("dragon"), ("dragon",), DRAGON_KEYS), ("dragon",))
    everybody = one_of((*table.seats, DRAGON), "seat")
    if "winners" in said:
        wanted = items(said["winners"], ("winners",), everybody)
        compare.same(("winners",), sorted(wanted), sorted(table.winners), "who has won")
    for key in items(said.get("taught"), ("taught",), word):
        compare.same(("taught",), True, key in table.taught, f"whether {key} was taught")
    return compare.found


class PileComparison:
    """One table, compared with what is expected of it."""

    def __init__(self, table: BankTable, events: Sequence[Event], board: PrintedBoard) -> None:
        self.table = table
        self.events = events
        self.board = board
        self.found: list[Difference] = []

    def same(self, path: Path, expected: object, actual: object, what: str) -> None:
        """Note where the two differ."""
        if expected != actual:
            self.found.append(Difference(path, f"{what}: expected {expected}, it is {actual}"))

    def seat(self, seat: PileSeat, given: Mapping[str, object], path: Path) -> None:
        """Compare a player."""
        for key, value in given.items():
            at, what = (*path, key), f"{seat.name}'s {key}"
            if key in PLACES:
                self.zone(seat.known(key), value, at, what)
            elif key in NUMBERS:
                self.same(at, signed(value, at), getattr(seat, key), what)
            else:
                OTHER[key](self, seat, value, at, what)

    def pile(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        """Compare a pile gem by gem from the bottom up; or how many gems it has, or has of some colors."""
        if value is None or isinstance(value, list | tuple):
            self.same(at, items(value, at, a_colour), seat.pile, what)
            return
        for colour, gems in counts(value, at, a_colour).items():
            self.same((*at, colour), gems, seat.pile.count(colour), f"{colour} gems in {what}")

    def gems(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        self.same(at, whole(value, at), len(seat.pile), f"gems in {seat.name}'s pile")

    def bonus(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        self.same(at, whole(value, at), self.board.height_bonus(len(seat.pile)), what)

    def meters(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        for colour, gems in counts(value, at, a_colour).items():
            self.same((*at, colour), gems, seat.meters[number_of(colour)], f"{seat.name}'s {colour} meter")

    def draws(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        drawn = sum(one.cards for one in self.events if isinstance(one, ev.CardsDrawn) and one.seat == seat.name)
        self.same(at, whole(value, at), drawn, f"cards {seat.name} drew")

    def lost(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        self.same(at, flag(value, at), seat.name in self.table.busted, f"whether {seat.name} has busted")

    def scepter(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        self.same(at, flag(value, at), self.table.scepter == seat.name, f"whether {seat.name} holds the scepter")

    def diamond(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        self.same(at, flag(value, at), seat.diamond, f"whether {seat.name} has a diamond")

    def character(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        self.same(at, word(value, at), seat.character, what)

    def free(self, seat: PileSeat, value: object, at: Path, what: str) -> None:
        self.same(at, tuple(sorted(items(value, at, a_card))), tuple(sorted(seat.free)), what)

    def zone(self, lies: Cards, given: object, path: Path, what: str) -> None:
        """Compare a place: exactly these cards in any order; or what it has, what it lacks, and how many."""
        if given is None or isinstance(given, list | tuple):
            wanted = items(given, path, a_card)
            if Counter(wanted) != Counter(lies):
                self.found.append(Difference(path, f"{what}: expected {listed(wanted)}, there lies {listed(lies)}"))
            return
        said = mapping(given, path, ("has", "lacks", "count"))
        has, lacks = (items(said.get(key), (*path, key), a_card) for key in ("has", "lacks"))
        if missing := Counter(has) - Counter(lies):
            self.found.append(
                Difference((*path, "has"), f"{what}: {listed(missing.elements())} not among {listed(lies)}")
            )
        if present := [kind for kind in lacks if kind in lies]:
            self.found.append(Difference((*path, "lacks"), f"{what}: {listed(present)} should not be there"))
        if "count" in said:
            self.same((*path, "count"), whole(said["count"], (*path, "count")), len(lies), f"number of cards in {what}")

    def bank(self, given: Mapping[str, object], path: Path) -> None:
        """Compare the bank."""
        table = self.table
        size = len(table.bank) + len(table.ante_at)
        positions = tuple(at + number + 1 for number, at in enumerate(table.ante_at))
        for key, value in given.items():
            at = (*path, key)
            if key in ("deck", "trash"):
                self.zone(table.bank if key == "deck" else table.trash, value, at, f"the {key}")
            elif key == "row":
                self.same(at, items(value, at, a_card), table.row, "the row")
            elif key == "ante_up_at":
                self.same(at, items(value, at, whole), positions, "where the Ante Ups lie in the deck")
            elif key in ("supply", "stand_ins"):
                for colour, gems in counts(value, at, a_colour).items():
                    self.same(
                        (*at, colour), gems, getattr(table, key)[number_of(colour)], f"{colour} gems of the {key}"
                    )
            else:
                actual = {"wounds": table.wounds, "ante_ups": table.ante_ups, "deck_size": size}[key]
                self.same(at, whole(value, at), actual, key)

    def turn(self, given: Mapping[str, object], path: Path) -> None:
        """Compare whose turn it is, and its phase."""
        table = self.table
        for key, value in given.items():
            at = (*path, key)
            if key == "seat":
                self.same(at, one_of((*table.seats, DRAGON), "seat")(value, at), table.turn, "whose turn it is")
            elif key == "phase":
                self.same(at, one_of(PHASES, "phase")(value, at), table.phase, "the phase")
            elif key == "actions":
                actions = table.seats[table.turn].actions if table.turn in table.seats else 0
                self.same(at, whole(value, at), actions, "actions left")
            else:
                self.same(at, whole(value, at), table.turns, "the number of the turn")

    def dragon(self, given: Mapping[str, object], path: Path) -> None:
        """Compare the Dragon."""
        table = self.table
        numbers = {"power": table.power, "incoming": table.dragon_incoming, "score": table.dragon_score}
        for key, value in given.items():
            at = (*path, key)
            if key == "cards":
                self.zone(table.power_cards, value, at, "the Dragon's cards")
            else:
                self.same(at, signed(value, at), numbers[key], f"the Dragon's {key}")


OTHER: Mapping[str, Callable[[PileComparison, PileSeat, object, Path, str], None]] = {
    "pile": PileComparison.pile,
    "count": PileComparison.gems,
    "height_bonus": PileComparison.bonus,
    "meters": PileComparison.meters,
    "draws": PileComparison.draws,
    "lost": PileComparison.lost,
    "scepter": PileComparison.scepter,
    "diamond": PileComparison.diamond,
    "character": PileComparison.character,
    "free": PileComparison.free,
}


def a_card(value: object, path: Path) -> str:
    """A card as a scenario names it; a color stands for a card of which nothing else is known."""
    if value == UNSEEN:
        raise PositionError(path, "expected a card that is known")
    name = word(value, path)
    return f"{name}_card" if name in COLOURS else name


def listed(kinds: object) -> str:
    """Cards in a row, for a message."""
    names = [str(kind) for kind in kinds] if not isinstance(kinds, str) else [kinds]  # type: ignore[attr-defined]
    return ", ".join(name for name in names if name != ANTE_UP) or "nothing"
