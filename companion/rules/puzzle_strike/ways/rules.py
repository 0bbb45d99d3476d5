"""The rules of one match, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.puzzle_strike.editions import Edition
from companion.rules.puzzle_strike.sets.box import Box
from companion.rules.puzzle_strike.ways.modes import Mode
from companion.rules.puzzle_strike.ways.picking import IN_SECRET, Picking


@dataclass(frozen=True, eq=False)
class Rules:
    """All that was chosen before the match and decides how it goes on. Whoever plays asks these, and no list of all
    chips, editions or modes.

    What a rule of the house has changed is named by the key of that rule, which is cited where it decides; "" where
    everything is as the rulebook says.
    """

    edition: Edition
    mode: Mode
    box: Box
    picking: Picking = IN_SECRET
    wounds_are_optional: str = ""
    """Nobody has to buy a wound."""
    bank_first: str = ""
    """The bank is settled before the characters."""
    open_hands: str = ""
    """Everybody sees what lies in a hand."""
    ending_together: str = ""
    """Mates end their phases only together."""
