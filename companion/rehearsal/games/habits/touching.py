"""Habits of touch: a tap is forgotten, touched twice, brushed in passing, held or missed."""

from __future__ import annotations

from dataclasses import replace

from companion.rehearsal.games.habits.habit import CarriedChip, Habit, Person, Stray
from companion.rehearsal.games.hands import Hands
from companion.table.layout import Spot, SpotRole


def taps_of(hands: Hands, seat: str) -> list[Spot]:
    """Return the taps and slots in front of a seat; those that are shared for ""."""
    owner = hands.customs.owner
    return [spot for spot in hands.customs.layout.spots() if not spot.cells and owner(spot.zone) == seat]


class ForgettingHabit(Habit):
    """Forgets a touch of one sort."""

    family = "touch"
    when_stalled = False

    def is_of_the_sort(self, hands: Hands, carry: CarriedChip, tap: str) -> bool:
        """Whether this touch may be forgotten."""
        return True

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Leave out a touch."""
        for tap in list(carry.taps):
            if self.is_of_the_sort(hands, carry, tap) and by.does(self):
                carry.taps.remove(tap)
                hands.forget(carry.chip, tap, by.seat, when_stalled=self.when_stalled)
                by.did(self)


class ForgetsADiscard(ForgettingHabit):
    """Sweeps a chip up beside the spot, one chip in twenty-five."""

    half, often = "fitting", 0.04

    def is_of_the_sort(self, hands: Hands, carry: CarriedChip, tap: str) -> bool:
        """Whether the chip goes from one open place of its owner to another."""
        customs = hands.customs
        same = customs.owner(carry.zones[0]) == customs.owner(carry.zones[-1]) != ""
        return same and not customs.is_hidden(carry.zones[0]) and not customs.is_hidden(carry.zones[-1])


class ForgetsAPlay(ForgettingHabit):
    """Lays a chip out of the hand beside the spot, one chip in twenty-five."""

    half, often = "judging", 0.04

    def is_of_the_sort(self, hands: Hands, carry: CarriedChip, tap: str) -> bool:
        """Whether the chip comes out of the hand."""
        return hands.customs.is_hidden(carry.zones[0]) and not hands.customs.is_hidden(carry.zones[-1])


class ForgetsTheSlot(ForgettingHabit):
    """Takes a chip out of the bag without the slot, one chip in twenty-five."""

    half, often = "fitting", 0.04

    def is_of_the_sort(self, hands: Hands, carry: CarriedChip, tap: str) -> bool:
        """Whether the tap is a slot."""
        return hands.customs.layout.spot(tap).hidden


class ForgetsTheBankSpot(ForgettingHabit):
    """Drops a chip into the bank without touching its spot, one chip in ten."""

    half, often = "judging", 0.1

    def is_of_the_sort(self, hands: Hands, carry: CarriedChip, tap: str) -> bool:
        """Whether the tap is shared."""
        return not hands.customs.owner(hands.customs.layout.spot(tap).zone)


class ForgetsAnyTouch(ForgettingHabit):
    """Forgets one touch in fifty, of any sort, and remembers it when the game stalls."""

    half, often = "fitting", 0.02
    when_stalled = True


class ForgetsAndRemembers(Habit):
    """Walks past a tap with one chip in twenty, and touches it five to fifteen seconds later after all."""

    family, half, often = "touch", "judging", 0.05

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Touch it late."""
        if len(carry.taps) == 1 and not carry.cells and not carry.own and by.does(self):
            carry.late = by.seconds(5.0, 15.0)
            by.did(self)


class TouchesAgainAtOnce(Habit):
    """Lets a chip bounce on its tap: it touches again within half a second, one touch in eight."""

    family, half, often = "touch", "fitting", 0.12

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Bounce."""
        if carry.taps and not carry.cells and by.does(self):
            carry.again = ((by.seconds(0.1, 0.5), by.seconds(0.2, 0.6)),)
            by.did(self)


class TouchesAgainToMakeSure(Habit):
    """Touches the tap again after two to four seconds to make sure, one touch in twenty."""

    family, half, often = "touch", "judging", 0.05

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Make sure."""
        if carry.taps and not carry.cells and by.does(self):
            carry.again = ((by.seconds(2.0, 4.0), by.seconds(0.4, 1.2)),)
            by.did(self)


class Fiddles(Habit):
    """Lifts and lowers a chip on its tap three to six times, one touch in fifteen."""

    family, half, often = "touch", "fitting", 0.07

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Fiddle."""
        if carry.taps and not carry.cells and by.does(self):
            times = by.chance.randint(3, 6)
            carry.again = tuple((by.seconds(0.2, 0.9), by.seconds(0.2, 0.8)) for _ in range(times))
            by.did(self)


class BrushingHabit(Habit):
    """Brushes a reader in passing."""

    family = "touch"

    def near(self, by: Person, hands: Hands, carry: CarriedChip) -> list[Spot]:
        """Return the readers that may be brushed."""
        return []

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Brush one of them, before the chip gets where it belongs or after it."""
        spots = [spot for spot in self.near(by, hands, carry) if spot.reader not in carry.taps]
        if not spots or not (carry.taps or carry.cells) or not by.does(self):
            return
        stray = Stray(carry.chip, by.chance.choice(spots).reader, by.seconds(0.1, 0.35), by.seconds(0.1, 0.4))
        (carry.on_the_way if carry.cells or by.chance.random() < 0.6 else carry.afterwards).append(stray)
        by.did(self)


class BrushesTheSpotBeside(BrushingHabit):
    """Brushes another of the own spots in passing, one chip in sixteen."""

    half, often = "judging", 0.06

    def near(self, by: Person, hands: Hands, carry: CarriedChip) -> list[Spot]:
        """Return the own taps."""
        return [spot for spot in taps_of(hands, by.seat) if not spot.hidden]


class BrushesTheSlot(BrushingHabit):
    """Brushes the own slot in passing, one chip in twenty."""

    half, often = "fitting", 0.05

    def near(self, by: Person, hands: Hands, carry: CarriedChip) -> list[Spot]:
        """Return the own slot."""
        return [spot for spot in taps_of(hands, by.seat) if spot.hidden]


class BrushesTheNeighbour(BrushingHabit):
    """Brushes a spot of the neighbour in passing, one chip in thirty."""

    half, often = "judging", 0.033

    def near(self, by: Person, hands: Hands, carry: CarriedChip) -> list[Spot]:
        """Return the others' taps."""
        return [spot for seat in hands.seats if seat != by.seat for spot in taps_of(hands, seat)]


class BrushesTheBankSpot(BrushingHabit):
    """Brushes the bank spot in passing, one chip in twenty."""

    half, often = "fitting", 0.05

    def near(self, by: Person, hands: Hands, carry: CarriedChip) -> list[Spot]:
        """Return the shared taps."""
        return taps_of(hands, "")


class BrushesTheTray(BrushingHabit):
    """Brushes a cell of the own tray in passing, one chip in twenty."""

    half, often = "judging", 0.05

    def near(self, by: Person, hands: Hands, carry: CarriedChip) -> list[Spot]:
        """Return the own cells, unless the chip goes there."""
        if carry.cells:
            return []
        cells = hands.customs.cells.items()
        return [spot for zone, spots in cells if hands.customs.owner(zone) == by.seat for spot in spots]


class LaysSeveralAtOnce(Habit):
    """Lays a whole handful on the spot at once, one handful in two."""

    family, half, often = "touch", "fitting", 0.5

    def __init__(self) -> None:
        self._handfuls: dict[tuple[str, int], bool] = {}

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Lay it on the others."""
        key = by.seat, len(hands.script.decided)
        if len(carry.taps) == 1 and not carry.cells and self._handfuls.setdefault(key, by.does(self)):
            carry.together = True
            carry.rest = by.seconds(1.0, 2.5)
            by.did(self)


class HoldsAChipForLong(Habit):
    """Lets a chip lie on its spot for six to twenty seconds, one chip in fifteen."""

    family, half, often = "touch", "judging", 0.07

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Hold it."""
        if carry.taps and not carry.cells and by.does(self):
            carry.rest = by.seconds(6.0, 20.0)
            by.did(self)


class LeavesChipsLying(Habit):
    """Leaves a chip on the spot until the next one comes there, one chip in three."""

    family, half, often = "touch", "fitting", 0.33

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Leave it."""
        tap = hands.customs.layout.spot(carry.taps[-1]) if carry.taps else None
        open_spot = tap is not None and tap.role is SpotRole.TAP and hands.customs.owner(tap.zone) == by.seat
        if open_spot and not carry.cells and by.does(self):
            carry.left = True
            by.did(self)


class TouchesWithTheEdge(Habit):
    """Lays a chip on the edge of its place, where half of the looks miss it, one chip in eight."""

    family, half, often = "touch", "judging", 0.12

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Lay it on the edge."""
        if (carry.taps or carry.cells) and by.does(self):
            carry.on_edge = True
            carry.rest = by.seconds(0.8, 2.0)
            by.did(self)


class FlicksChips(Habit):
    """Only flicks a chip over its spot, for a fifth of a second, one chip in ten."""

    family, half, often = "touch", "fitting", 0.1

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Touch it briefly."""
        if carry.taps and by.does(self):
            carry.manner = replace(carry.manner, resting=(0.15, 0.25))
            by.did(self)


class HandsChipsOver(Habit):
    """Takes the short way where a chip would touch two spots: the first one is left out, one chip in two."""

    family, half, often = "touch", "judging", 0.5

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Leave out the first tap."""
        if len(carry.taps) + carry.cells > 1 and by.does(self):
            carry.taps.pop(0)
            by.did(self)


class DropsAChip(Habit):
    """Drops a chip onto any spot or cell of the own side and picks it up again, one chip in fifty."""

    family, half, often = "touch", "judging", 0.02

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Drop it."""
        spots = [spot for spot in hands.customs.layout.spots() if hands.customs.owner(spot.zone) == by.seat]
        spots = [spot for spot in spots if spot.reader not in carry.taps]
        if spots and (carry.taps or carry.cells) and by.does(self):
            carry.on_the_way.append(Stray(carry.chip, by.chance.choice(spots).reader, by.seconds(0.5, 2.5), 0.2))
            by.did(self)


HABITS = (
    ForgetsADiscard,
    ForgetsAPlay,
    ForgetsTheSlot,
    ForgetsTheBankSpot,
    ForgetsAnyTouch,
    ForgetsAndRemembers,
    TouchesAgainAtOnce,
    TouchesAgainToMakeSure,
    Fiddles,
    BrushesTheSpotBeside,
    BrushesTheSlot,
    BrushesTheNeighbour,
    BrushesTheBankSpot,
    BrushesTheTray,
    LaysSeveralAtOnce,
    HoldsAChipForLong,
    LeavesChipsLying,
    TouchesWithTheEdge,
    FlicksChips,
    HandsChipsOver,
    DropsAChip,
)
