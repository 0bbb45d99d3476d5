"""The rules of one match, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.puzzle_strike.editions import Edition
from companion.rules.puzzle_strike.sets.box import Box
from companion.rules.puzzle_strike.ways.modes import Mode


@dataclass(frozen=True, eq=False)
class Rules:
    """All that was chosen before the match and decides how it goes on. Whoever plays asks these, and no list of all
    chips, editions or modes."""

    edition: Edition
    mode: Mode
    box: Box
