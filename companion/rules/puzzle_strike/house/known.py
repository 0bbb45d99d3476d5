"""The rules of the house that can be switched on, in the order in which they are offered."""

from __future__ import annotations

from typing import Final

from companion.rules.puzzle_strike.house.bank_before_characters import BANK_BEFORE_CHARACTERS
from companion.rules.puzzle_strike.house.both_mates_end import BOTH_MATES_END
from companion.rules.puzzle_strike.house.house_rule import HouseRule
from companion.rules.puzzle_strike.house.no_mandatory_wound import NO_MANDATORY_WOUND
from companion.rules.puzzle_strike.house.open_hands import OPEN_HANDS

HOUSE: Final[dict[str, HouseRule]] = {
    rule.key: rule for rule in (NO_MANDATORY_WOUND, BANK_BEFORE_CHARACTERS, OPEN_HANDS, BOTH_MATES_END)
}
