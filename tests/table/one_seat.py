"""A seat with a tray and taps, and some chips."""

from __future__ import annotations

from companion.table.layout import AIR, Layout, Pad, Spot, SpotRole
from companion.table.sightings import Uid

BANK, PILE, DISCARD, BAG, HAND, PLAYED = "bank", "A.pile", "A.discard", "A.bag", "A.hand", "A.played"
ROW = "row"
ZONES = (BANK, PILE, DISCARD, BAG, HAND, PLAYED, ROW, AIR)

LAYOUT = Layout(
    "a seat with a tray and taps",
    ("A",),
    (
        Pad(
            1,
            "/dev/pad-1",
            (
                Spot("1.0", SpotRole.CELLS, PILE, cells=2, label="tray"),
                Spot("1.1", SpotRole.CELLS, PILE, cells=2),
                Spot("1.2", SpotRole.TAP, PILE),
                Spot("1.3", SpotRole.TAP, DISCARD),
            ),
        ),
        Pad(
            2,
            "/dev/pad-2",
            (
                Spot("2.0", SpotRole.TAP, BAG, beyond=HAND, hidden=True),
                Spot("2.1", SpotRole.TAP, BANK, label="bank spot"),
                Spot("2.2", SpotRole.TAP, PLAYED),
                Spot("2.3", SpotRole.CELLS, ROW, cells=1),
            ),
        ),
    ),
)
SPOTS = {spot.reader: spot for spot in LAYOUT.spots()}

GEMS = [Uid(f"04A{number}") for number in range(1, 5)]
G1, G2, G3, G4 = GEMS
FEE, STRANGER = Uid("04F1"), Uid("04FF")
