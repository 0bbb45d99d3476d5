"""The encyclopedia of chips: their faces come from the code, the rest from encyclopedia.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.rules.kernel import KindEntry, KindRuling
from companion.rules.kernel.sentences import COMMA, Say, in_english
from companion.rules.puzzle_strike.editions import THIRD, Edition
from companion.rules.puzzle_strike.sets.chip import Chip
from companion.rules.puzzle_strike.sets.library import LIBRARY, SETS, set_of
from companion.rules.puzzle_strike.table import BASE_BOX
from companion.rules.puzzle_strike.ways.rules import Rules

SYMBOLS = {
    "black": ("+{n} black arrow", "+{n} black arrows"),
    "brown": ("+{n} brown arrow", "+{n} brown arrows"),
    "purple": ("+{n} purple arrow", "+{n} purple arrows"),
    "red": ("+{n} red arrow", "+{n} red arrows"),
    "blue": ("+{n} blue arrow", "+{n} blue arrows"),
    "piggy": ("+{n} piggy bank", "+{n} piggy banks"),
    "chips": ("draw {n}", "draw {n}"),
}
"""The words for one of them, and for several."""
LABELS = {
    "character": "character",
    "cost": "cost",
    "banner": "banner",
    "icons": "icons",
    "symbols": "symbols",
    "stays": "stays",
    "in the box": "in the box",
}
"""The labels of what is printed on a chip."""
BANNERS = {
    "black": "black",
    "blue": "blue",
    "brown": "brown",
    "gold": "gold",
    "gray": "grey",
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
    "question_mark": "question mark",
}
KINDS = {
    "puzzle": "Puzzle chips",
    "character": "Character chips",
    "purple": "Purple chips",
    "gem": "Gem chips",
    "wound": "Wounds",
}
"""The headings for the kinds of entries."""
TEXTS = "encyclopedia.toml"
"""The file that says what chips do; that of the base box lies beside this one, the others beside their sets."""
NEEDED = ("effect", "sources", "confidence")
"""What the file has to say of each chip."""
BLANK = "blank"
"""A chip of the box without a print. No rule mentions it."""


@cache
def encyclopedia() -> Mapping[str, KindEntry]:
    """All kinds of all sets, in their order."""
    texts = all_texts()
    return {key: entry(chip, texts.get(key, {})) for key, chip in LIBRARY.items()}


def all_texts() -> Mapping[str, Mapping[str, object]]:
    """The entries of the files, by chip."""
    found: dict[str, Mapping[str, object]] = {}
    for key in SETS:
        found |= tomllib.loads(files(__package__).joinpath(file_of(key)).read_text(encoding="utf-8"))["chips"]
    return found


def file_of(set_key: str) -> str:
    """The file with the entries of a set."""
    return TEXTS if set_key in BASE_BOX else f"sets/{set_key}/{TEXTS}"


def gaps(texts: Mapping[str, Mapping[str, object]]) -> list[str]:
    """What the file lacks, and what it has too much, a line each."""
    found = [
        f"{file_of(set_of(key))}: [chips.{key}] wants {what}"
        for key in LIBRARY
        for what in NEEDED
        if what not in texts.get(key, {})
    ]
    return found + [f"{TEXTS}: [chips.{key}] is of no chip that there is" for key in texts if key not in LIBRARY]


def entry(chip: Chip, text: Mapping[str, object]) -> KindEntry:
    """A chip's face and its text together. If the text is missing, the entry says so."""
    lacks = [what for what in NEEDED if what not in text]
    if lacks:
        file, table = file_of(set_of(chip.key)), f"[chips.{chip.key}]"
        missing = f"{file} has no {' and no '.join(lacks)} for this chip yet: write it there under {table}."
        text = {"effect": missing, "sources": [], "confidence": "none"} | dict(text)
    rulings = text.get("rulings", [])
    assert isinstance(rulings, list)
    sources = text["sources"]
    assert isinstance(sources, list)
    confidence = str(text["confidence"])
    if "cost_confidence" in text:
        confidence += f" (cost: {text['cost_confidence']})"
    return KindEntry(
        key=chip.key,
        name=chip.name,
        kind=chip.kind,
        face=face(chip),
        effect=str(text["effect"]),
        reaction=str(text.get("reaction", "")),
        ongoing=str(text.get("ongoing", "")),
        rulings=tuple(KindRuling(**ruling) for ruling in rulings),
        sources=tuple(sources),
        confidence=confidence,
    )


def face(chip: Chip, say: Say = in_english) -> dict[str, str]:
    """What is printed on the chip, in a language.

    >>> face(LIBRARY["roundhouse"])
    {'cost': '$6', 'banner': 'brown', 'symbols': '+1 black arrow, draw 2', 'in the box': '5'}
    """
    found = {}
    if chip.character:
        found["character"] = say(LIBRARY.characters[chip.character])
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


def copies(chip: Chip, edition: Edition = THIRD) -> int:
    """How many copies of it its box holds."""
    return edition.fixed_stacks.get(chip.key, 1 if chip.character else edition.puzzle_copies)


@cache
def box(rules: Rules) -> Mapping[str, int]:
    """Every chip of the boxes that a match is played with, including those without a print, which replace lost ones.

    >>> from companion.rules.puzzle_strike import GAME
    >>> sum(box(GAME.rules).values())
    342
    """
    return {key: copies(rules.box[key], rules.edition) for key in rules.box} | {BLANK: rules.edition.blanks}


def box_of_set(key: str, edition: Edition = THIRD) -> Mapping[str, int]:
    """The chips that a set brings along.

    >>> sum(box_of_set("shadows").values())
    150
    """
    return {kind: copies(chip, edition) for kind, chip in SETS[key].chips.items()}


def symbol_words(symbol: str, amount: int, say: Say = in_english) -> str:
    """A symbol in words.

    >>> symbol_words("money", -1), symbol_words("black", 2)
    ('-$1', '+2 black arrows')
    """
    if symbol == "money":
        return f"{'-' if amount < 0 else '+'}${abs(amount)}"
    return say(SYMBOLS[symbol][amount > 1]).format(n=amount)
