"""Where the parts of a tower stand in its drawing; the template makes SVG of it (`web/templates/tower.html`)."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.faces.towers import Tower, TowerBlock

UNIT: Final = 20
"""The length of a block that is worth 1."""
BREADTH: Final = 92
"""The width of an upright tower; one that lies is half as high."""


class DrawnBlock(NamedTuple):
    """A block, and where it stands."""

    block: TowerBlock
    at: float
    """Its upper edge, or its left edge in a tower that lies."""
    length: float
    size: float
    """How large its number is."""


class DrawnLevel(NamedTuple):
    """A height that brings something."""

    label: str
    at: float


class DrawnTower(NamedTuple):
    """A tower as it is drawn."""

    length: float
    breadth: float
    limit: float
    """Where the line is."""
    blocks: tuple[DrawnBlock, ...]
    levels: tuple[DrawnLevel, ...]


def drawn_tower(tower: Tower, *, lying: bool = False) -> DrawnTower:
    """Return where everything is: upright from below, or lying from the left."""
    length = round(tower.units * UNIT, 1)

    def at(height: float) -> float:
        return round(height * UNIT if lying else length - height * UNIT, 1)

    blocks = []
    for block in tower.blocks:
        long = block.chip.worth * UNIT
        start = block.bottom if lying else block.bottom + block.chip.worth
        blocks.append(DrawnBlock(block, at(start) + 0.8, long - 1.6, min(26.0, long * 0.8)))
    levels = tuple(DrawnLevel(level.label, at(level.value)) for level in tower.total.levels)
    return DrawnTower(length, BREADTH / 2 if lying else BREADTH, at(tower.total.limit), tuple(blocks), levels)
