"""What is left out last where room is short, and what first."""

from __future__ import annotations

from typing import Final

TOTAL: Final = 0
MAIN: Final = 1
"""What people look at, and what somebody still owes."""
TOKENS: Final = 2
NUMBERS: Final = 3
HIDDEN: Final = 4
LESS: Final = 5
"""What is looked up now and then."""
