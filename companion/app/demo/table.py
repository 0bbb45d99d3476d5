"""The table of the demo: its readers, and which chips lie where when a game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.rules import Setup, new_match
from companion.table.layout import Layout
from companion.table.layout_file import TableProblems, read_layout
from companion.table.sightings import Uid

LETTERS: Final = "ABCD"
BANK_PAD: Final = 98
"""The pad with the bank spot."""
PAD: Final = """
[[pad]]
number = {number}
port = "/dev/virtual/pad-{number}"
readers = [{readers}]
"""
SAFE: Final = 128
"""All bytes of a tag's UID are smaller than this, because 0x88 has a special meaning in some places."""


class Dealt(NamedTuple):
    """A chip at the beginning of a game."""

    kind: str
    zone: str


def demo_table(seats: int = 2) -> Layout:
    """A table of the kit `cells`, with 14 cells for each seat.

    >>> table = demo_table()
    >>> table.seats, len(table.pads), sum(spot.cells for spot in table.spots())
    (('A', 'B'), 7, 28)
    """
    names = LETTERS[:seats]
    first = [3 * number + 1 for number in range(seats)]
    text = ['name = "Virtual table"', f"seats = [{listed(names)}]"]
    text.append(f"neighbours = [{', '.join(f'[{number}, {number + 1}]' for number in first)}]")
    for number, seat in zip(first, names, strict=True):
        cells = f'{{ cells = "{seat}.pile", count = 2 }}'
        taps = (
            f'{{ tap = "{seat}.played" }}, {{ tap = "{seat}.discard" }}, '
            f'{{ slot = "{seat}.bag", beyond = "{seat}.hand" }}, {{ tap = "{seat}.pile" }}'
        )
        text += [
            PAD.format(number=number, readers=", ".join([cells] * 4)),
            PAD.format(number=number + 1, readers=", ".join([cells] * 3)),
            PAD.format(number=number + 2, readers=taps),
        ]
    text.append(PAD.format(number=BANK_PAD, readers='{ tap = "bank" }'))
    found = read_layout("\n".join(text))
    assert not isinstance(found, TableProblems), found.said()
    return found


def listed(words: str) -> str:
    """Strings as TOML writes them in a list."""
    return ", ".join(f'"{word}"' for word in words)


def deal(setup: Setup) -> Mapping[Uid, Dealt]:
    """Every chip with a tag, and its zone when the game begins. The same set-up always gives the same chips.

    >>> from companion.rules import SeatSetup
    >>> chips = deal(Setup("puzzle-strike", (SeatSetup("A", "jaina"), SeatSetup("B", "rook")), bank="first_game"))
    >>> Counter(chip.zone for chip in chips.values())["A.bag"]
    10
    """
    match = new_match(setup)
    found: dict[Uid, Dealt] = {}
    for zone, lies in match.game.zones(match.table).items():
        for kind, count in sorted(Counter(lies.content).items()):
            for _ in range(0 if kind in match.game.untagged else count):
                high, low = divmod(len(found), SAFE)
                found[Uid(f"04D1CE0000{high:02X}{low:02X}")] = Dealt(kind, zone)
    return found
