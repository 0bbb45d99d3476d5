"""How the names of colours look: dark, light, and with high contrast."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def colour(text: str) -> Colour:
    """A colour as it is written in style sheets.

    >>> colour("#1c232d")
    (28, 35, 45)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


TONES: Final = {
    "black": ("#050607", "#ffffff"),
    "brown": ("#7d5128", "#ffffff"),
    "purple": ("#7a4bc4", "#ffffff"),
    "red": ("#c22f2f", "#ffffff"),
    "blue": ("#2a66c8", "#ffffff"),
    "green": ("#1f7a45", "#ffffff"),
    "gold": ("#e9b949", "#1c1503"),
    "grey": ("#5d6875", "#ffffff"),
}
"""What a tone is filled with, and what is written on it."""


def theme(edge: str, dark_edge: str, **named: str) -> dict[str, Colour]:
    """A theme from its own colours and the tones, with the edges of light and dark chips."""
    found = {name.replace("on_", "on:"): colour(text) for name, text in named.items()}
    for tone, (fill, ink) in TONES.items():
        found[f"tone:{tone}"] = colour(fill)
        found[f"on:{tone}"] = colour(ink)
        found[f"edge:{tone}"] = colour(dark_edge if tone == "black" else edge)
    return found


THEMES: Final[Mapping[str, Mapping[str, Colour]]] = {
    "dark": theme(
        "#0d1117",
        "#aab4c0",
        page="#10151c",
        surface="#1b222c",
        raised="#2a3441",
        line="#465362",
        ink="#f4f6f8",
        muted="#b3bdc9",
        turn="#f5b93a",
        on_turn="#1c1503",
        danger="#d92f38",
        on_danger="#ffffff",
        ask="#3f9cf0",
        on_ask="#04121f",
        todo="#58c48a",
        on_todo="#04170d",
        gauge="#dfe5ec",
        track="#f5b93a",
        on_track="#1c1503",
    ),
    "light": theme(
        "#3a434d",
        "#3a434d",
        page="#e4e8ed",
        surface="#ffffff",
        raised="#edf1f5",
        line="#aeb8c3",
        ink="#12161b",
        muted="#46515d",
        turn="#0b57a4",
        on_turn="#ffffff",
        danger="#b5141c",
        on_danger="#ffffff",
        ask="#6a3fb5",
        on_ask="#ffffff",
        todo="#0d6b3c",
        on_todo="#ffffff",
        gauge="#333c46",
        track="#8a5300",
        on_track="#ffffff",
    ),
    "contrast": theme(
        "#ffffff",
        "#ffffff",
        page="#000000",
        surface="#000000",
        raised="#1a1a1a",
        line="#ffffff",
        ink="#ffffff",
        muted="#ffffff",
        turn="#ffe600",
        on_turn="#000000",
        danger="#ff5a5a",
        on_danger="#000000",
        ask="#00e5ff",
        on_ask="#000000",
        todo="#5dff9d",
        on_todo="#000000",
        gauge="#ffffff",
        track="#ffe600",
        on_track="#000000",
    ),
}


def contrast(one: Colour, other: Colour) -> float:
    """How well they stand off from each other, from 1 to 21, as the web's guidelines reckon it.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(shown: Colour) -> float:
    """How bright a colour is, from 0 to 1."""
    parts = [part / 255 for part in shown]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
