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


ALARMS: Final = {
    "alarm1": "#f2b233",
    "on_alarm1": "#2b1d00",
    "alarm2": "#f0702c",
    "on_alarm2": "#2a0e00",
    "alarm3": "#b3123a",
    "on_alarm3": "#ffffff",
}
"""Panic, Danger and Deadly, the same in every theme."""

THEMES: Final[Mapping[str, Mapping[str, Colour]]] = {
    "dark": theme(
        "#0c0907",
        "#b5a796",
        page="#191411",
        page1="#3e2f17",
        page2="#3e2416",
        page3="#331418",
        surface="#251e19",
        alert="#4a1015",
        raised="#34291f",
        line="#5a4a3d",
        ink="#f8f0e5",
        muted="#c8bbab",
        turn="#4ad6c3",
        on_turn="#05231f",
        danger="#d92f38",
        on_danger="#ffffff",
        ask="#4ad6c3",
        on_ask="#05231f",
        todo="#e9b949",
        on_todo="#2b1d00",
        gauge="#f8f0e5",
        track="#f2b233",
        on_track="#2b1d00",
        **ALARMS,
    ),
    "light": theme(
        "#4a3d32",
        "#4a3d32",
        page="#f4ece0",
        page1="#f6e2bd",
        page2="#f7d6bd",
        page3="#efcfd3",
        surface="#fffaf2",
        alert="#fbdcd4",
        raised="#efe5d6",
        line="#c9b79f",
        ink="#2a2019",
        muted="#5c4f42",
        turn="#0b6b66",
        on_turn="#ffffff",
        danger="#b3241c",
        on_danger="#ffffff",
        ask="#0b6b66",
        on_ask="#ffffff",
        todo="#7a4700",
        on_todo="#ffffff",
        gauge="#3a2e25",
        track="#7a4f00",
        on_track="#ffffff",
        **ALARMS,
    ),
    "contrast": theme(
        "#ffffff",
        "#ffffff",
        page="#000000",
        page1="#000000",
        page2="#000000",
        page3="#000000",
        surface="#000000",
        alert="#000000",
        raised="#1a1a1a",
        line="#ffffff",
        ink="#ffffff",
        muted="#ffffff",
        turn="#5cffe8",
        on_turn="#000000",
        danger="#ff5a5a",
        on_danger="#000000",
        ask="#5cffe8",
        on_ask="#000000",
        todo="#ffe600",
        on_todo="#000000",
        gauge="#ffffff",
        track="#ffe600",
        on_track="#000000",
        **ALARMS,
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
