"""The list of tags that a pad keeps of each reader, followed from afar by its changes."""

from __future__ import annotations

from companion.table.messages import Full, Seen, State
from companion.table.sightings import Uid


class Followed:
    """The list of one reader as the pad has it."""

    def __init__(self) -> None:
        self.count: int | None = None  # None: not known
        self.tags: tuple[Uid, ...] = ()

    def forget(self) -> None:
        """A restart may have gone unnoticed."""
        self.count = None

    def is_empty(self) -> None:
        """The pad has restarted."""
        self.take(Full(0, 0, State.OK))

    def take(self, look: Full) -> None:
        """The whole list."""
        self.count, self.tags = look.count, look.tags

    def follow(self, look: Seen) -> bool:
        """The list with the changes of a look. False where they do not follow on what is known."""
        gone, new, before = set(look.gone), set(look.new), set(self.tags)
        if self.count is None or look.count != (self.count + 1) % 256 or not gone <= before or new & before:
            self.count = None
            return False
        self.count = look.count
        if gone or new:
            self.tags = tuple(sorted(before - gone | new))
        return True
