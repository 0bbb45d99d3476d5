"""A copy of the list of tags that a pad keeps for each reader, kept up to date from the pad's changes."""

from __future__ import annotations

from companion.table.messages import Full, LookState, SeenReply
from companion.table.sightings import Uid


class Followed:
    """The list of one reader, as the pad has it."""

    def __init__(self) -> None:
        self.count: int | None = None  # None: not known
        self.tags: tuple[Uid, ...] = ()

    def forget(self) -> None:
        """Forget the list, because the pad may have restarted unnoticed."""
        self.count = None

    def is_empty(self) -> None:
        """The pad has restarted, so its list is empty."""
        self.take(Full(0, 0, LookState.OK))

    def take(self, look: Full) -> None:
        """Take over the whole list."""
        self.count, self.tags = look.count, look.tags

    def follow(self, look: SeenReply) -> bool:
        """Apply the changes of a look. Return False if they do not fit what is known; then the list is unknown."""
        gone, new, before = set(look.gone), set(look.new), set(self.tags)
        if self.count is None or look.count != (self.count + 1) % 256 or not gone <= before or new & before:
            self.count = None
            return False
        self.count = look.count
        if gone or new:
            self.tags = tuple(sorted(before - gone | new))
        return True
