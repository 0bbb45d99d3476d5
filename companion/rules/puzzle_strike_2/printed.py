"""What is printed on the boards. Numbers that the rulebook's text has lost have a default here: check them against your
own board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple

from companion.rules.puzzle_strike_2.pile import COLOURS, SPACES

BONUSES: Final = (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4)
"""The height bonus beside each space. The example of play proves those of 2, 4, 6, 8 and 9, and with them 1 and 7; the
designer reports 11 and 12."""
OPEN_SPACES: Final = (3, 5, 10, 13, 14)
"""The spaces whose bonus nothing says."""
COSTS: Final = (0, 0, 1, 2, 3)
"""The buy cost below each slot. Only the two on the left are proven."""
OPEN_SLOTS: Final = (3, 4, 5)
BASIC_BLOCK: Final = 4
"""One Basic Block stops four gems in the example of play; the designer's articles of before printing say three."""
SUPER_ORDER: Final = ("purple", "blue", "pink", "green")
"""From the top of the vertical board to the bottom, as the rulebook lists them."""
DRAGON_COLOURS: Final = ("purple", "blue", "pink", "green")
"""The colours of the Dragon's four actions in their printed order. The icons are lost; this is the order of supers."""
CRUSHED: Final = "crushed"
WHOLE: Final = "whole"
ORDERS: Final = tuple("-".join(order) for order in permutations(COLOURS))


class PrintedBoard(NamedTuple):
    """The numbers of the boards that a match is played on."""

    bonuses: tuple[int, ...] = BONUSES
    costs: tuple[int, ...] = COSTS
    basic_block: int = BASIC_BLOCK
    super_order: tuple[str, ...] = SUPER_ORDER
    dragon_colours: tuple[str, ...] = DRAGON_COLOURS
    dragon_crash: str = CRUSHED
    """Whether the Dragon's crash sends only as many gems as it had to crush, or its whole number."""

    def height_bonus(self, height: int) -> int:
        """The bonus beside the top gem of a pile of this height."""
        return self.bonuses[min(height, SPACES) - 1] if height else 0

    def to_options(self) -> dict[str, str]:
        """The options of a set-up that say what is not as usual."""
        usual = PrintedBoard()
        found = {}
        for space in range(1, SPACES + 1):
            if self.bonuses[space - 1] != usual.bonuses[space - 1]:
                found[f"bonus_{space}"] = str(self.bonuses[space - 1])
        for slot, cost in enumerate(self.costs, 1):
            if cost != usual.costs[slot - 1]:
                found[f"cost_{slot}"] = str(cost)
        if self.basic_block != usual.basic_block:
            found["basic_block"] = str(self.basic_block)
        for key in ("super_order", "dragon_colours"):
            if getattr(self, key) != getattr(usual, key):
                found[key] = "-".join(getattr(self, key))
        if self.dragon_crash != usual.dragon_crash:
            found["dragon_crash"] = self.dragon_crash
        return found


def printed_board(options: Mapping[str, str]) -> PrintedBoard:
    """The board that a set-up says."""
    return _board(tuple(sorted((key, value) for key, value in options.items() if key != "book")))


@lru_cache(maxsize=64)
def _board(options: tuple[tuple[str, str], ...]) -> PrintedBoard:
    said = dict(options)
    usual = PrintedBoard()
    return PrintedBoard(
        tuple(int(said.get(f"bonus_{space}", usual.bonuses[space - 1])) for space in range(1, SPACES + 1)),
        tuple(int(said.get(f"cost_{slot}", usual.costs[slot - 1])) for slot in range(1, len(COSTS) + 1)),
        int(said.get("basic_block", usual.basic_block)),
        tuple(said["super_order"].split("-")) if "super_order" in said else usual.super_order,
        tuple(said["dragon_colours"].split("-")) if "dragon_colours" in said else usual.dragon_colours,
        said.get("dragon_crash", usual.dragon_crash),
    )
