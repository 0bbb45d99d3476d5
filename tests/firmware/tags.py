"""UIDs for the tests, from a seed."""

from __future__ import annotations

from random import Random

SIZES = (4, 7, 10)


def allowed(uid: bytes) -> bool:
    """Whether ISO 14443 allows it: nothing in it may look like a cascade tag."""
    return uid[0] != 0x88 and (len(uid) == 4 or uid[3] != 0x88)


def some(chance: Random, count: int, sizes: tuple[int, ...] = (7,)) -> list[str]:
    """Different UIDs, of these sizes."""
    uids: set[str] = set()
    while len(uids) < count:
        uid = chance.randbytes(chance.choice(sizes))
        if allowed(uid):
            uids.add(uid.hex().upper())
    return sorted(uids)


def alike(chance: Random, count: int, size: int = 7) -> list[str]:
    """Different UIDs that share all but a few of their last bits: they collide late, and again and again."""
    while True:
        first = chance.randbytes(size)
        if not allowed(first):
            continue
        bits = 8 * size
        number = int.from_bytes(first, "little")  # a tag says the lowest bit of each byte first
        others = {number}
        while len(others) < count:
            others.add(number ^ 1 << (bits - 1 - chance.randrange(6)) ^ 1 << (bits - 1 - chance.randrange(6)))
        uids = [other.to_bytes(size, "little") for other in others]
        if all(map(allowed, uids)):
            return sorted(uid.hex().upper() for uid in uids)
