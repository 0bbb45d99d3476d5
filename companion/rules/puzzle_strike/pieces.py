"""Reads chips as people write them in a position, each by the place where it lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.kernel import UNSEEN
from companion.rules.kernel.positions import Path, PositionError, items, one_of, word
from companion.rules.kernel.sentences import Term
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import COLOURS, GEM_VALUE, Chips

by_name = one_of(LIBRARY, "chip", {key: chip.name for key, chip in LIBRARY.items()})
a_character = one_of(LIBRARY.characters, "character", LIBRARY.characters)
a_colour = one_of(COLOURS, "arrow")


def a_chip(value: object, path: Path) -> str:
    """A chip by its key or its printed name. A bare number is a gem only in a pile."""
    if str(value) in ("1", "2", "3", "4"):
        raise PositionError(path, "expected a chip, not {value}; a {value}-gem is gem_{value}", value=value)
    return by_name(value, path)


def a_piece(value: object, path: Path) -> str:
    """A piece that lies in a zone: a chip, or one that nobody has identified."""
    if value == UNSEEN:
        return UNSEEN
    if isinstance(value, Mapping):  # YAML reads a bare question mark as the beginning of a mapping
        raise PositionError(path, 'expected a chip; an unseen one is written "?", with the quotes')
    return a_chip(value, path)


def pile_piece(value: object, path: Path) -> str:
    """A piece that lies in a gem pile: a gem by its value, or a chip's key."""
    if isinstance(value, int) and not isinstance(value, bool):
        if value > 4:
            raise PositionError(
                path, "there is no {value}-gem: gems are worth 1 to 4, and no pile can hold another", value=value
            )
        if value < 1:
            raise PositionError(path, "expected a gem's value from 1 to 4, not {value}", value=value)
        return f"gem_{value}"
    piece = word(value, path)
    if piece == UNSEEN:
        raise PositionError(path, "everybody sees a gem pile, expected gem values or crash_gem")
    if piece not in GEM_VALUE:
        piece = a_chip(value, path)
    if piece not in GEM_VALUE:
        raise PositionError(path, '"{piece}" cannot lie in a gem pile, expected gem values or crash_gem', piece=piece)
    return piece


def open_piece(value: object, path: Path) -> str:
    """A piece that lies where everybody sees it."""
    if value == UNSEEN:
        raise PositionError(path, "everybody sees what lies there, expected chips that are known")
    return a_piece(value, path)


def ongoing_piece(value: object, path: Path) -> str:
    """A chip that stays in play."""
    kind = open_piece(value, path)
    if not LIBRARY[kind].ongoing:
        raise PositionError(
            path, "{chip} does not stay in play, expected an ongoing chip", chip=Term(LIBRARY[kind].name)
        )
    return kind


PIECES: dict[str, Callable[[object, Path], str]] = {
    "pile": pile_piece,
    "hand": a_piece,
    "bag": a_piece,
    "top": a_piece,
    "discard": a_piece,
    "played": open_piece,
    "ongoing": ongoing_piece,
}
"""What can lie in each place."""


def some_chips(value: object, path: Path) -> Chips:
    """A list of chips."""
    return items(value, path, a_chip)
