"""The base box: its characters; its chips are defined in the other modules here."""

from companion.rules.puzzle_strike.sets.chip_set import ChipSet

BASE = ChipSet(
    "base",
    "Base box",
    {
        "grave": "Grave",
        "jaina": "Jaina",
        "midori": "Midori",
        "setsuki": "Setsuki",
        "rook": "Rook",
        "degrey": "DeGrey",
        "valerie": "Valerie",
        "geiger": "Geiger",
        "lum": "Lum",
        "argagarg": "Argagarg",
    },
)
