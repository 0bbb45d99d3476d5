"""Themes, which say how the named colours look: dark, light, and with high contrast."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.faces.chip_looks import DISCS, GEMS

Colour: TypeAlias = tuple[int, int, int]


def colour(text: str) -> Colour:
    """Read a colour as it is written in style sheets.

    >>> colour("#1c232d")
    (28, 35, 45)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


TONES: Final = {tone: (look.banner, look.on_banner) for tone, look in DISCS.items()} | {
    f"gem-{sign}": (look.fill, look.ink) for sign, look in GEMS.items()
}
"""The fill of each tone, and the colour of what is written on it; both are colours of the chips."""
PARTS: Final = (
    {f"body:{tone}": look.body for tone, look in DISCS.items()}
    | {f"letters:{tone}": look.on_body for tone, look in DISCS.items()}
    | {f"facet:gem-{sign}": look.facet for sign, look in GEMS.items()}
)
"""The other colours of chips, the same in every theme."""


def theme(edge: str, dark_edge: str, **named: str) -> dict[str, Colour]:
    """Return a theme from its own colours, the tones, and the edges of light and dark chips."""
    found = {name.replace("on_", "on:"): colour(text) for name, text in named.items()}
    for tone, (fill, ink) in TONES.items():
        found[f"tone:{tone}"] = colour(fill)
        found[f"on:{tone}"] = colour(ink)
        found[f"edge:{tone}"] = colour(dark_edge if tone == "black" else edge)
    return found | {name: colour(text) for name, text in PARTS.items()}


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
    """Return the contrast between two colours, from 1 to 21, by the formula of the web's guidelines (WCAG).

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(shown: Colour) -> float:
    """Return how bright a colour is, from 0 to 1."""
    parts = [part / 255 for part in shown]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
