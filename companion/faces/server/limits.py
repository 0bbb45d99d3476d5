"""How often somebody may do something: each try costs a piece of a budget that fills up again."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

MOST_KNOWN: Final = 2000
"""Budgets that are kept; the fullest are forgotten first."""


class Rate(NamedTuple):
    """So many at once, and so many a second over time."""

    burst: float
    a_second: float


JOINS: Final = Rate(6, 6 / 60)
"""Tries of a code, from one address."""
ALL_JOINS: Final = Rate(30, 30 / 60)
"""And from all addresses together."""
WRITES: Final = Rate(20, 2)
THOUGHTS: Final = Rate(40, 4)
"""What costs the program more than a moment: what-ifs, replays, checks."""


class Limits:
    """Budgets by who and what. `now` tells seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._left: dict[tuple[str, str], tuple[float, float]] = {}

    def allow(self, what: str, who: str, rate: Rate) -> bool:
        """Take one from the budget; False where nothing is left.

        >>> limits = Limits(lambda: 0.0)
        >>> [limits.allow("join", "10.0.0.7", Rate(2, 0.1)) for _ in range(3)]
        [True, True, False]
        """
        now = self._now()
        with self._lock:
            left, then = self._left.get((what, who), (rate.burst, now))
            left = min(rate.burst, left + (now - then) * rate.a_second)
            allowed = left >= 1
            self._left[what, who] = (left - 1 if allowed else left, now)
            if len(self._left) > MOST_KNOWN:
                self._forget()
            return allowed

    def _forget(self) -> None:
        oldest = sorted(self._left, key=lambda key: self._left[key][1])
        for key in oldest[: MOST_KNOWN // 2]:
            del self._left[key]
