"""Ranks of the blocks of a column: if there is not enough room, the highest numbers are left out first."""

from __future__ import annotations

from typing import Final

TOTAL: Final = 0
MAIN: Final = 1
"""What people look at often, and what somebody still owes."""
TOKENS: Final = 2
NUMBERS: Final = 3
HIDDEN: Final = 4
LESS: Final = 5
"""What people look up now and then."""
