"""Which part of the panel is at which pin: the section `[panel]` of table.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

UNDO: Final = "undo"
JUDGE: Final = "judge"
MUTE: Final = "mute"
SHARED: Final = (UNDO, JUDGE, MUTE)
"""Buttons that belong to no seat."""
BUZZER: Final = "buzzer"


@dataclass(frozen=True)
class Pins:
    """The parts of a panel, each with its pin."""

    seats: Mapping[str, int] = field(default_factory=dict)
    """The button of each seat: done, or pass."""
    shared: Mapping[str, int] = field(default_factory=dict)
    """`undo`, `judge` and `mute`."""
    lamps: Mapping[str, int] = field(default_factory=dict)
    """The lamp of each seat."""
    buzzer: int | None = None
    problems: tuple[str, ...] = ()
    """What in the file is no part of a panel, in words for people."""

    def __bool__(self) -> bool:
        return bool(self.seats or self.shared or self.lamps or self.buzzer is not None)


def read_pins(panel: Mapping[str, int], seats: tuple[str, ...]) -> Pins:
    """Return the parts, found by the names that table.toml gives them.

    >>> read_pins({"button_A": 5, "button_undo": 26, "lamp_A": 17, "buzzer": 24}, ("A", "B")).seats
    {'A': 5}
    >>> read_pins({"button_C": 5}, ("A", "B")).problems
    ('[panel]: button_C is not a button; there are button_A, button_B, button_undo, button_judge and button_mute.',)
    """
    pins = Pins({}, {}, {})
    own, shared, lamps = dict[str, int](), dict[str, int](), dict[str, int]()
    buzzer = pins.buzzer
    problems = []
    for name, pin in panel.items():
        part, _, whose = name.partition("_")
        if name == BUZZER:
            buzzer = pin
        elif part == "button" and whose in seats:
            own[whose] = pin
        elif part == "button" and whose in SHARED:
            shared[whose] = pin
        elif part == "lamp" and whose in seats:
            lamps[whose] = pin
        else:
            problems.append(wrong(name, part, seats))
    return Pins(own, shared, lamps, buzzer, tuple(problems))


def wrong(name: str, part: str, seats: tuple[str, ...]) -> str:
    """Return a message with the names that could have been meant."""
    known = {
        "button": [f"button_{one}" for one in (*seats, *SHARED)],
        "lamp": [f"lamp_{seat}" for seat in seats],
    }.get(part, ["button_...", "lamp_...", BUZZER])
    what = part if part in ("button", "lamp") else "part of a panel"
    return f"[panel]: {name} is not a {what}; there are {', '.join(known[:-1])} and {known[-1]}."
