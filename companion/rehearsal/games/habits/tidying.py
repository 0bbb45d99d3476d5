"""Habits between two steps: looking, tidying, spilling, leafing through what lies there."""

from __future__ import annotations

from companion.rehearsal.games.game_script import Cell
from companion.rehearsal.games.habits.habit import CarriedChip, Habit, Person, Stray
from companion.rehearsal.games.habits.touching import taps_of
from companion.rehearsal.games.hands import Hands
from companion.rehearsal.virtual_table import TaggedThing

SETTLED = 2.5
"""Seconds after which a chip that was put back may be moved again."""


def in_own_tray(by: Person, hands: Hands, now: float) -> list[TaggedThing]:
    """Return the chips that lie in cells of this seat."""
    zones = [zone for zone in hands.customs.cells if hands.customs.owner(zone) == by.seat]
    return [chip for zone in zones for chip in hands.at_rest(zone, now) if chip in hands.in_cell]


def move_to(hands: Hands, chip: TaggedThing, cell: Cell, now: float) -> float:
    """Put a chip that was taken up into a cell. Return when it lies there."""
    at = max(now, cell.free_at + 0.1)
    hands.put(chip, cell, at)
    hands.free[chip] = at + SETTLED
    hands.script.ends = max(hands.script.ends, at)
    return at


class LooksAtAChip(Habit):
    """Takes a chip out of the own tray, looks at it for two to ten seconds, and puts it back, after one step in ten."""

    family, half, often = "tidying", "fitting", 0.1

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Look at one."""
        mine = in_own_tray(by, hands, now)
        if mine and by.does(self):
            chip = by.chance.choice(mine)
            cell = hands.in_cell[chip]
            up = hands.take_up(chip, now)
            move_to(hands, chip, cell, up + by.seconds(2.0, 10.0))
            by.did(self)


class TidiesTheTray(Habit):
    """Moves two to five chips of the own tray into other cells, after one step in twenty-five."""

    family, half, often = "tidying", "judging", 0.04

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Tidy up."""
        mine = in_own_tray(by, hands, now)
        if not mine or not by.does(self):
            return
        moved = 0
        for chip in by.chance.sample(mine, min(len(mine), by.chance.randint(2, 5))):
            zone = hands.script.lies[chip]
            free = [cell for cell in hands.cells[zone] if cell.chip is None and cell.free_at < now]
            if free:
                up = hands.take_up(chip, now)
                now = move_to(hands, chip, by.chance.choice(free), up + by.seconds(0.4, 1.2))
                moved += 1
        if moved:
            by.did(self)


class SpillsTheTray(Habit):
    """Knocks over the own tray and puts all chips back, in other cells, after one step in a hundred and fifty."""

    family, half, often = "tidying", "fitting", 0.007

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Spill it."""
        mine = in_own_tray(by, hands, now)
        if len(mine) < 2 or not by.does(self):
            return
        down = now
        for chip in by.chance.sample(mine, len(mine)):
            down = hands.take_up(chip, down + by.seconds(0.02, 0.2))
        now = down + by.seconds(2.0, 5.0)
        for chip in by.chance.sample(mine, len(mine)):
            free = [cell for cell in hands.cells[hands.script.lies[chip]] if cell.chip is None]
            now = move_to(hands, chip, by.chance.choice(free), now + by.seconds(0.5, 1.8))
        by.did(self)


class SwapsTwoGems(Habit):
    """Lets two chips of the own tray change places, after one step in twenty-five."""

    family, half, often = "tidying", "judging", 0.04

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Swap two."""
        mine = in_own_tray(by, hands, now)
        if len(mine) < 2 or not by.does(self):
            return
        one, other = by.chance.sample(mine, 2)
        here, there = hands.in_cell[one], hands.in_cell[other]
        if hands.script.lies[one] != hands.script.lies[other]:
            return
        now = hands.take_up(other, hands.take_up(one, now) + by.seconds(0.1, 0.6))
        now = move_to(hands, other, here, now + by.seconds(0.3, 1.0))
        move_to(hands, one, there, now + by.seconds(0.2, 1.0))
        by.did(self)


class CountsTheTray(Habit):
    """Counts the own tray: lifts each chip for a moment and lets it go, after one step in thirty."""

    family, half, often = "tidying", "fitting", 0.033

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Count."""
        mine = in_own_tray(by, hands, now)
        if len(mine) < 2 or not by.does(self):
            return
        for chip in mine:
            cell = hands.in_cell[chip]
            up = hands.take_up(chip, now)
            now = move_to(hands, chip, cell, up + by.seconds(0.2, 0.5)) + by.seconds(0.1, 0.4)
        by.did(self)


class StacksChips(Habit):
    """Puts a chip on top of another one although cells are free, one chip in ten."""

    family, half, often = "tidying", "judging", 0.1

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Stack it."""
        if carry.cells and by.does(self):
            carry.crowded = True
            by.did(self)


class LeafingHabit(Habit):
    """Touches a spot with chips that lie there anyway."""

    family = "tidying"
    most = 1

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return zones, each with its tap."""
        return []

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Touch it with some of them."""
        lying = [(tap, hands.at_rest(zone, now)) for zone, tap in self.spots(by, hands)]
        lying = [(tap, chips) for tap, chips in lying if chips]
        if not lying or not by.does(self):
            return
        tap, chips = by.chance.choice(lying)
        for chip in by.chance.sample(chips, min(len(chips), by.chance.randint(1, self.most))):
            now = hands.stray(Stray(chip, tap, by.seconds(0.3, 1.0), by.seconds(0.2, 0.8)), now)
            hands.free[chip] = now + 0.5
        by.did(self)


def open_zones(by: Person, hands: Hands, *, last: bool) -> list[tuple[str, str]]:
    """Return the own open zones with a tap and no cells: the one where chips end up, or the others."""
    customs = hands.customs
    mine = [(zone, tap) for zone, tap in customs.taps.items() if customs.owner(zone) == by.seat]
    mine = [(zone, tap) for zone, tap in mine if zone not in customs.cells]
    return mine[-1:] if last else mine[:-1]


class LeafsThroughTheDiscards(LeafingHabit):
    """Leafs through the own discards and touches their spot with up to five of them, after one step in thirty."""

    half, often, most = "fitting", 0.033, 5

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return the own discard pile: the last of a seat's taps."""
        return open_zones(by, hands, last=True)


class ReadsAPlayedChip(LeafingHabit):
    """Takes up a chip that was played to read it, and lays it on its spot again, after one step in fifteen."""

    half, often = "judging", 0.07

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return where the own chips are played."""
        return open_zones(by, hands, last=False)


class LooksAtABankChip(LeafingHabit):
    """Takes a chip of the bank, looks at it over the bank spot, and puts it back, after one step in twenty."""

    half, often = "fitting", 0.05

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return the shared zones with a tap."""
        return [(zone, tap) for zone, tap in hands.customs.taps.items() if not hands.customs.owner(zone)]


class PlaysWithAHandChip(LeafingHabit):
    """Taps on the own spot with a chip of the hand while thinking, after one step in twenty-five."""

    half, often, most = "judging", 0.04, 2

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return the hand with the tap where chips are played."""
        hidden = [zone for zone in hands.customs.slots if hands.customs.owner(zone) == by.seat]
        return [(zone, tap) for zone in hidden for _, tap in open_zones(by, hands, last=False)]


class ShowsAChipAround(LeafingHabit):
    """Hands a played chip to the neighbour to read, who holds it over his own spot, after one step in twenty-five."""

    half, often = "fitting", 0.04

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return where the own chips are played, with the spots of the others."""
        theirs = [spot.reader for seat in hands.seats if seat != by.seat for spot in taps_of(hands, seat)]
        return [(zone, tap) for zone, _ in open_zones(by, hands, last=False) for tap in theirs]


class ShakesTheBag(LeafingHabit):
    """Shakes the bag over its slot, which sees up to three of the chips in it, after one step in thirty."""

    half, often, most = "fitting", 0.033, 3

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return the own bag with its slot."""
        return [(spot.zone, spot.reader) for spot in taps_of(hands, by.seat) if spot.hidden]


class HoldsTheHandOverTheSlot(LeafingHabit):
    """Holds the hand over the slot while looking at it: up to three of its chips are seen, after one step in thirty."""

    half, often, most = "judging", 0.033, 3

    def spots(self, by: Person, hands: Hands) -> list[tuple[str, str]]:
        """Return the own hand with the slot."""
        return [(spot.beyond, spot.reader) for spot in taps_of(hands, by.seat) if spot.hidden]


HABITS = (
    LooksAtAChip,
    TidiesTheTray,
    SpillsTheTray,
    SwapsTwoGems,
    CountsTheTray,
    StacksChips,
    LeafsThroughTheDiscards,
    ReadsAPlayedChip,
    LooksAtABankChip,
    PlaysWithAHandChip,
    ShowsAChipAround,
    ShakesTheBag,
    HoldsTheHandOverTheSlot,
)
