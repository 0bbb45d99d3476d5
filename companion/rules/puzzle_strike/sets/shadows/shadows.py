"""The Shadows set: its characters; its chips are defined in the other modules here."""

from companion.rules.puzzle_strike.sets.chip_set import ChipSet

SHADOWS = ChipSet(
    "shadows",
    "Shadows",
    {
        "quince": "Quince",
        "onimaru": "Onimaru",
        "bal_bas_beta": "BBB",
        "troq": "Troq",
        "menelker": "Menelker",
        "persephone": "Persephone",
        "gloria": "Gloria",
        "gwen": "Gwen",
        "vendetta": "Vendetta",
        "zane": "Zane",
    },
)
