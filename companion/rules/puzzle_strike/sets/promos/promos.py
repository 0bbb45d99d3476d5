"""The promos: puzzle chips that came one by one."""

from companion.rules.puzzle_strike.sets.chip_set import ChipSet

PROMOS = ChipSet("promos", "Promos", {})
