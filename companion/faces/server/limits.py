"""How often somebody may do something: each time takes something from a budget, which fills up again."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

MOST_KNOWN: Final = 2000
"""How many budgets are kept; those that have not been used for longest are forgotten first."""


class Rate(NamedTuple):
    """How a budget fills: `burst` is the most that it holds, `a_second` is what it gains each second."""

    burst: float
    a_second: float


JOINS: Final = Rate(6, 6 / 60)
"""Wrong codes from one address."""
ALL_JOINS: Final = Rate(30, 30 / 60)
"""Wrong codes from all addresses together."""
WRITES: Final = Rate(20, 2)
THOUGHTS: Final = Rate(40, 4)
"""Requests that take the program more than a moment: what-ifs, replays, checks."""
THINKING_TIME: Final = Rate(10, 0.2)
"""The seconds of computing time that these may take."""


class Limits:
    """The budgets, by what is done and who does it. `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._left: dict[tuple[str, str], tuple[float, float]] = {}

    def allow(self, what: str, who: str, rate: Rate) -> bool:
        """Take one from the budget; False if nothing is left.

        >>> limits = Limits(lambda: 0.0)
        >>> [limits.allow("join", "10.0.0.7", Rate(2, 0.1)) for _ in range(3)]
        [True, True, False]
        """
        with self._lock:
            allowed = self._filled(what, who, rate) >= 1
            if allowed:
                self._take(what, who, 1)
            return allowed

    def left(self, what: str, who: str, rate: Rate) -> float:
        """Return what the budget holds now."""
        with self._lock:
            return self._filled(what, who, rate)

    def spend(self, what: str, who: str, rate: Rate, amount: float) -> None:
        """Take this amount from the budget, even if it holds less: the cost is known only afterwards.

        >>> limits = Limits(lambda: 0.0)
        >>> limits.spend("thoughts", "10.0.0.7", Rate(2, 0.1), 2.5)
        >>> limits.left("thoughts", "10.0.0.7", Rate(2, 0.1))
        -0.5
        """
        with self._lock:
            self._filled(what, who, rate)
            self._take(what, who, amount)

    def may_try(self, who: str) -> bool:
        """Whether somebody may try a code. Only wrong codes count: those from the same address, and those from all.
        Whoever has typed no wrong code for a while may try even if others have used up the common budget, so that
        nobody can lock others out.

        >>> limits = Limits(lambda: 0.0)
        >>> for number in range(30): limits.failed(f"10.0.0.{number // 6}")
        >>> limits.may_try("10.0.0.1"), limits.may_try("10.0.0.99")
        (False, True)
        """
        own = self.left("join", who, JOINS)
        return own >= JOINS.burst or (own >= 1 and self.left("join", "all", ALL_JOINS) >= 1)

    def failed(self, who: str) -> None:
        """Count a wrong code."""
        self.spend("join", who, JOINS, 1)
        self.spend("join", "all", ALL_JOINS, min(1.0, max(0.0, self.left("join", "all", ALL_JOINS))))

    def _filled(self, what: str, who: str, rate: Rate) -> float:
        now = self._now()
        left, then = self._left.get((what, who), (rate.burst, now))
        left = min(rate.burst, left + (now - then) * rate.a_second)
        self._left[what, who] = (left, now)
        if len(self._left) > MOST_KNOWN:
            self._forget()
        return left

    def _take(self, what: str, who: str, amount: float) -> None:
        left, then = self._left[what, who]
        self._left[what, who] = (left - amount, then)

    def _forget(self) -> None:
        oldest = sorted(self._left, key=lambda key: self._left[key][1])
        for key in oldest[: MOST_KNOWN // 2]:
            del self._left[key]
