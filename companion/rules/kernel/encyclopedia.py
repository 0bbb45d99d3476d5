"""What is known about each kind of chip or card: its face, its effect in our words, rulings and sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class KindRuling:
    """One ruling on a chip, and where it comes from; the source "inferred" marks a reading of our own."""

    text: str
    source: str
    rule: str = ""


@dataclass(frozen=True)
class KindEntry:
    """What is known about one kind."""

    key: str
    name: str
    kind: str
    face: dict[str, str]
    """What is printed on it, label by label: cost, banner, icons, symbols."""
    effect: str
    reaction: str
    ongoing: str
    rulings: tuple[KindRuling, ...]
    sources: tuple[str, ...]
    confidence: str

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON data."""
        return {
            **self.__dict__,
            "rulings": [dict(ruling.__dict__) for ruling in self.rulings],
            "sources": list(self.sources),
        }
