"""How a later head follows from an earlier one, for people who kept the earlier one and want to trust nobody.

An entry's digest is computed from the digest of the entry before it and the leaves of its parts
(`companion.ledger.chain`). So the leaves alone are enough to compute the later digests from an earlier one. They are
salted, and reveal nothing about the parts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.ledger.game import LedgerGame
from companion.ledger.signing import Head

MOST: Final = 500
"""The most entries in one answer."""


class Links(NamedTuple):
    """How a game's record continues."""

    head: Head
    leaves: tuple[tuple[str, ...], ...]
    """The leaves of each entry from the requested one on, as hex digits, beginning with the public part."""


def links_since(game: LedgerGame, since: int, most: int = MOST) -> Links:
    """Return how a game continues after this many entries, for at most `most` entries. Raises `LedgerError`."""
    head = game.as_head
    entries = game.entries(since, min(most, head.entries - since)) if 0 < since < head.entries else ()
    return Links(head, tuple(tuple(part.leaf.hex() for part in (entry.public, *entry.hidden)) for entry in entries))
