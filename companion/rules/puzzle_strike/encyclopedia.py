"""The encyclopedia of chips: faces from the code, the rest from encyclopedia.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.rules.kernel import Entry, Ruling
from companion.rules.kernel.sentences import COMMA, Say, in_english
from companion.rules.puzzle_strike.chips import CHIPS, Chip
from companion.rules.puzzle_strike.editions import THIRD
from companion.rules.puzzle_strike.setup import CHARACTERS

SYMBOLS = {
    "black": ("+{n} black arrow", "+{n} black arrows"),
    "brown": ("+{n} brown arrow", "+{n} brown arrows"),
    "purple": ("+{n} purple arrow", "+{n} purple arrows"),
    "red": ("+{n} red arrow", "+{n} red arrows"),
    "blue": ("+{n} blue arrow", "+{n} blue arrows"),
    "piggy": ("+{n} piggy bank", "+{n} piggy banks"),
    "chips": ("draw {n}", "draw {n}"),
}
"""One of them, and several."""
LABELS = {
    "character": "character",
    "cost": "cost",
    "banner": "banner",
    "icons": "icons",
    "symbols": "symbols",
    "stays": "stays",
    "in the box": "in the box",
}
"""What is told of a face."""
BANNERS = {
    "black": "black",
    "blue": "blue",
    "brown": "brown",
    "gold": "gold",
    "gray": "gray",
    "purple": "purple",
    "red": "red",
}
NO_COST = "cannot be bought"
ONGOING = "ongoing"
ICONS = {
    "red_fist": "red fist (attacks)",
    "blue_shield": "blue shield (answers red fists)",
    "purple_shield": "purple shield (answers gems sent)",
    "brown_shield": "brown shield (answers a purchase)",
    "purple_orb": "purple orb",
    "exclamation": "exclamation mark",
}
KINDS = {
    "puzzle": "Puzzle chips",
    "character": "Character chips",
    "purple": "Purple chips",
    "gem": "Gem chips",
    "wound": "Wounds",
}
"""Headings, by the kind of an entry."""
BLANK = "blank"
"""A chip of the box without a print: no rule knows it."""


@cache
def encyclopedia() -> Mapping[str, Entry]:
    """All kinds of the box, in the order of the box."""
    texts = tomllib.loads(files(__package__).joinpath("encyclopedia.toml").read_text(encoding="utf-8"))["chips"]
    return {key: entry(chip, texts[key]) for key, chip in CHIPS.items()}


def entry(chip: Chip, text: Mapping[str, object]) -> Entry:
    """One chip's face and text together."""
    rulings = text.get("rulings", [])
    assert isinstance(rulings, list)
    sources = text["sources"]
    assert isinstance(sources, list)
    confidence = str(text["confidence"])
    if "cost_confidence" in text:
        confidence += f" (cost: {text['cost_confidence']})"
    return Entry(
        key=chip.key,
        name=chip.name,
        kind=chip.kind,
        face=face(chip),
        effect=str(text["effect"]),
        reaction=str(text.get("reaction", "")),
        ongoing=str(text.get("ongoing", "")),
        rulings=tuple(Ruling(**ruling) for ruling in rulings),
        sources=tuple(sources),
        confidence=confidence,
    )


def face(chip: Chip, say: Say = in_english) -> dict[str, str]:
    """What is printed on the chip, in a language.

    >>> face(CHIPS["roundhouse"])
    {'cost': '$6', 'banner': 'brown', 'symbols': '+1 black arrow, draw 2', 'in the box': '5'}
    """
    found = {}
    if chip.character:
        found["character"] = say(CHARACTERS[chip.character])
    found["cost"] = say(NO_COST) if chip.cost is None else f"${chip.cost}"
    if chip.banner:
        found["banner"] = COMMA.join(say(BANNERS[colour]) for colour in chip.banner)
    if chip.icons:
        found["icons"] = COMMA.join(say(ICONS[icon]) for icon in chip.icons)
    symbols = [symbol_words(symbol, amount, say) for symbol, amount in chip.gives + chip.gives_after]
    if symbols:
        found["symbols"] = COMMA.join(symbols)
    if chip.ongoing:
        found["stays"] = say(ONGOING)
    found["in the box"] = str(copies(chip))
    return {say(LABELS[label]): value for label, value in found.items()}


def copies(chip: Chip) -> int:
    """How many of them the box holds."""
    return THIRD.fixed_stacks.get(chip.key, 1 if chip.character else THIRD.puzzle_copies)


@cache
def box() -> Mapping[str, int]:
    """Every chip of the box, also those without a print, which serve when another is lost.

    >>> sum(box().values())
    342
    """
    return {key: copies(chip) for key, chip in CHIPS.items()} | {BLANK: THIRD.blanks}


def symbol_words(symbol: str, amount: int, say: Say = in_english) -> str:
    """A symbol in words.

    >>> symbol_words("money", -1), symbol_words("black", 2)
    ('-$1', '+2 black arrows')
    """
    if symbol == "money":
        return f"{'-' if amount < 0 else '+'}${abs(amount)}"
    return say(SYMBOLS[symbol][amount > 1]).format(n=amount)
