"""When edges of a contact are a press: contacts bounce, and long wires catch sparks. Pure: times come in as values."""

from __future__ import annotations

from typing import Final

STEADY: Final = 0.02
"""Seconds for which a contact must be closed to count as a press; bouncing and sparks are shorter."""
OPEN: Final = 0.05
"""Seconds for which it must have been open before the next press."""


class Debounce:
    """One button.

    >>> button = Debounce()
    >>> button.edge(True, 1.0)
    >>> button.tick(1.01), button.tick(1.03), button.tick(1.04)
    (False, True, False)
    """

    def __init__(self) -> None:
        self._closed = False
        self._since = float("-inf")
        """When the contact last closed or opened."""
        self._armed = True
        """Whether it was open for long enough since the last press."""
        self._missed = False
        """Whether it was closed for long enough, and opened before anybody looked."""

    def edge(self, closed: bool, at: float) -> None:
        """Take in that the contact closes or opens."""
        if closed == self._closed:
            return
        if closed and at - self._since >= OPEN:
            self._armed = True
        if not closed and self._armed and at - self._since >= STEADY:
            self._missed = True
        self._closed, self._since = closed, at

    @property
    def deadline(self) -> float | None:
        """The time from which `tick` may find a press; None if there is nothing to wait for."""
        if self._missed:
            return self._since
        return self._since + STEADY if self._closed and self._armed else None

    def tick(self, now: float) -> bool:
        """Whether the button has been pressed by now. Each press is reported once."""
        if self.deadline is None or now < self.deadline:
            return False
        self._armed = self._missed = False
        return True
