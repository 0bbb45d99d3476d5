"""The table of the demo: its readers, and which chips lie where when a game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.app.first_run.kits import NO_KIT, Wanted, game_of, seats_of, wanted
from companion.app.table_file import USUAL
from companion.rules import UNSEEN, Setup, new_match
from companion.rules.kernel.game import by_address
from companion.table.layout import MOST_READERS, Layout, Pad
from companion.table.sightings import Uid

MIDDLE: Final = 98
"""The pad in the middle of the table; more of them have smaller numbers."""
PORT: Final = "/dev/virtual/pad-{number}"
SAFE: Final = 128
"""All bytes of a tag's UID are smaller than this, because 0x88 has a special meaning in some places."""


class Dealt(NamedTuple):
    """A chip at the beginning of a game."""

    kind: str
    zone: str
    """The place, or the address in it."""


def demo_table(seats: int = 2, game: str = "") -> Layout:
    """A table on which readers see as much as a game's first kit can.

    >>> table = demo_table()
    >>> table.seats, len(table.pads), sum(spot.cells for spot in table.spots())
    (('A', 'B'), 7, 28)
    """
    kits = game_of(game).kits()
    kit = kits.seat[0].key if kits.seat else NO_KIT
    whole = wanted((kit,) * seats, {one.spot.key: "reader" for one in kits.shared}, game)
    own = wanted((kit,) * seats, {}, game)
    pads: list[tuple[Pad, ...]] = []
    for group in groups(own):
        pads.append(laid_out(group, 1 + sum(map(len, pads)), 1))
    middle: list[tuple[Pad, ...]] = []
    for group in groups(whole[len(own) :]):
        middle.append(laid_out(group, MIDDLE - sum(map(len, middle)), -1))
    together = sorted((*pads, *middle), key=lambda group: len(group) == 1)
    near = (frozenset(spot.reader for pad in group for spot in pad.spots) for group in together)
    return Layout(
        "Virtual table",
        seats_of(seats),
        tuple(pad for group in (*pads, *middle) for pad in group),
        groups=tuple(readers for readers in near if len(readers) > 1),
        game="" if game == USUAL else game,
    )


def groups(spots: Sequence[Wanted]) -> list[list[Wanted]]:
    """Spots whose readers are close to each other: each row of cells, and the taps of each seat."""
    found: dict[tuple[str, str], list[Wanted]] = {}
    zones = {one.spot.zone for one in spots if one.spot.cells}
    for one in sorted(spots, key=lambda one: one.spot.zone in zones and not one.spot.cells):  # taps beside cells last
        found.setdefault((one.seat, one.row), []).append(one)
    order = {key: number for number, key in enumerate(dict.fromkeys(one.seat for one in spots))}
    return [found[key] for key in sorted(found, key=lambda key: order[key[0]])]


def laid_out(spots: Sequence[Wanted], number: int, step: int) -> tuple[Pad, ...]:
    """The pads that these spots need, beginning with this number."""
    pads: list[Pad] = []
    for at in range(0, len(spots), MOST_READERS):
        one = number + step * len(pads)
        here = spots[at : at + MOST_READERS]
        readers = tuple(each.served_by(f"{one}.{index}", "") for index, each in enumerate(here))
        pads.append(Pad(one, PORT.format(number=one), readers))
    return tuple(pads)


def deal(setup: Setup) -> Mapping[Uid, Dealt]:
    """Every chip with a tag, and its zone when the game begins. The same set-up always gives the same chips.

    >>> from companion.rules import SeatSetup
    >>> chips = deal(Setup("puzzle-strike", (SeatSetup("A", "jaina"), SeatSetup("B", "rook")), bank="first_game"))
    >>> Counter(chip.zone for chip in chips.values())["A.bag"]
    10
    """
    match = new_match(setup)
    untagged = {UNSEEN, *match.game.untagged}
    found: dict[Uid, Dealt] = {}
    for zone, content in by_address(match.game.lies(match.table), match.game.places).items():
        for kind, count in sorted(Counter(content).items()):
            for _ in range(0 if kind in untagged else count):
                high, low = divmod(len(found), SAFE)
                found[Uid(f"04D1CE0000{high:02X}{low:02X}")] = Dealt(kind, zone)
    return found
