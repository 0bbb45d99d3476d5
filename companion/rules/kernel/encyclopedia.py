"""What is known about each kind of chip or card: its face, its effect in our words, rulings and sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ruling:
    """One ruling on a chip, and where it comes from; "inferred" is our own reading."""

    text: str
    source: str
    rule: str = ""


@dataclass(frozen=True)
class Entry:
    """One kind."""

    key: str
    name: str
    kind: str
    face: dict[str, str]
    """What is printed on it, label by label: cost, banner, icons, symbols."""
    effect: str
    reaction: str
    ongoing: str
    rulings: tuple[Ruling, ...]
    sources: tuple[str, ...]
    confidence: str

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON can hold it."""
        return {
            **self.__dict__,
            "rulings": [dict(ruling.__dict__) for ruling in self.rulings],
            "sources": list(self.sources),
        }
