"""The kits of Puzzle Strike: what hardware/ tells how to build, as data."""

from __future__ import annotations

from companion.rules.kernel.kits import Kit, Kits, KitSpot, SharedSpot

TRAY = KitSpot("tray", "pile", "", "cell {first} or {second} in the tray of {seat}", cells=2, readers=7)
OVERFLOW = KitSpot("overflow", "pile", "overflow tap of {seat}")
PILE = KitSpot("pile", "pile", "pile tap of {seat}")
PLAYED = KitSpot("played", "played", "play tap of {seat}")
DISCARD = KitSpot("discard", "discard", "discard tap of {seat}")
BAG = KitSpot("bag", "bag", "bag slot of {seat}", beyond="hand")

KITS = Kits(
    (
        Kit(
            "cells",
            "Cells: a tray of 14 cells, taps, and a bag slot (11 readers). The table sees everything.",
            (TRAY, OVERFLOW, PLAYED, DISCARD, BAG),
        ),
        Kit("taps", "Taps: four spots that chips touch on their way (4 readers).", (PILE, PLAYED, DISCARD, BAG)),
        Kit(
            "trays",
            "Trays: a tray of 14 cells and an overflow tap (8 readers). The table sees the gem pile.",
            (TRAY, OVERFLOW),
        ),
    ),
    "taps",
    (
        SharedSpot(
            KitSpot("bank", "bank", "bank spot"),
            "What serves as the bank spot, the place that trashed, broken and returned chips touch?",
            "There is none: players enter on their phones what is trashed or returned",
        ),
    ),
)
