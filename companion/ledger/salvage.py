"""What can still be read out of a damaged file: any bytes in, entries out.

SQLite reads a file from its first page on, and gives up where a page is damaged. Here each entry is looked for by its
own shape, wherever it lies, in the file and in its write-ahead log; whether it is one, and where it belongs, its digest
tells. As each entry lies in the file twice, it is lost only where both are damaged, and with it those that build on it.
(The form of SQLite's records stands on
https://www.sqlite.org/fileformat.html, sections 1.6, 2.1 and 4.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.ledger.chain import DIGEST, SALT, START
from companion.ledger.schema import PAGE, Row

WAL_HEAD: Final = 32
FRAME_HEAD: Final = 24

WHOLE: Final = b"[\x01-\x06\x08\x09]"
"""The type of a whole number in a record's head."""
SIZED: Final = b"[\x80-\xff]{0,4}[\x00-\x7f]"
"""The type of a text or a blob, which tells its size."""
HEAD: Final = re.compile(
    b"(?=([\x08-\x15](\x00?)(%b)(%b)(%b)(%b)(%b)\x4c))" % (WHOLE, WHOLE, SIZED, SIZED, SIZED), re.DOTALL
)
"""How the record of an entry begins: the length of this head, game, number, three texts or blobs, a digest. In the
table the id stands before the game and takes no room; in the copy it comes last, and its type is left out here."""

NUMBER_SIZES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}

IN_TABLE: Final = PAGE - 35
IN_COPY: Final = (PAGE - 12) * 64 // 255 - 23
LEAST: Final = (PAGE - 12) * 32 // 255 - 23
"""How many bytes of a record lie in its own page: at most, in the table and in the copy, and at least if it is long."""


class Image(NamedTuple):
    """The bytes of a file and of its write-ahead log."""

    file: bytes
    wal: bytes


def rows_in(image: Image) -> Iterator[Row]:
    """All that look like entries, what is oldest first. Many may be the same, and some no entries at all."""
    frames = list(frames_of(image.wal))
    views = [
        {number: at for number, at, salts in frames if salts == image.wal[16:24]},
        {number: at for number, at, _ in frames},
        {},
    ]
    for data in image:
        for found in HEAD.finditer(data):
            yield from rows_at(image, data, found, views)


def frames_of(wal: bytes) -> Iterator[tuple[int, int, bytes]]:
    """The pages in a write-ahead log: which page, where its bytes lie, and the salts of its time."""
    for at in range(WAL_HEAD, len(wal) - FRAME_HEAD, FRAME_HEAD + PAGE):
        yield int.from_bytes(wal[at : at + 4], "big"), at + FRAME_HEAD, wal[at + 8 : at + 16]


def rows_at(image: Image, data: bytes, found: re.Match[bytes], views: list[dict[int, int]]) -> Iterator[Row]:
    """The entry whose head was found here. A long one goes on in other pages, of which there may be several states."""
    head, in_table, *types_found = found.groups()
    types = [varint(kind) for kind in types_found]
    length = len(head) + (not in_table)
    if head[0] != length or any(kind < 12 for kind in types[2:]):
        return
    sizes = [NUMBER_SIZES[kind] for kind in types[:2]] + [(kind - 12) // 2 for kind in types[2:]] + [DIGEST]
    start, wanted = found.start(), length + sum(sizes)
    last_type = data[start + len(head) : start + length]
    size = wanted + sum(NUMBER_SIZES.get(kind, 0) for kind in last_type)
    if size > len(image.file) + len(image.wal):
        return
    here = kept_here(size, IN_TABLE if in_table else IN_COPY)
    bodies = [data[start : start + here]]
    if here < size:
        onward = int.from_bytes(data[start + here : start + here + 4], "big")
        bodies = [bodies[0] + overflow(image, view, onward, size - here) for view in views]
    for body in bodies:
        if len(body) >= wanted:
            yield row_from(body[length:wanted], types[:2], sizes)


def row_from(body: bytes, numbers: list[int], sizes: list[int]) -> Row:
    """A record's columns, one after the other."""
    parts = []
    for size in sizes:
        parts.append(body[:size])
        body = body[size:]
    game, number = (
        kind - 8 if kind >= 8 else int.from_bytes(part, "big", signed=True)
        for kind, part in zip(numbers, parts[:2], strict=True)
    )
    return Row(game, number, *parts[2:])


def kept_here(size: int, most: int) -> int:
    """How many bytes of a record lie in its own page; the others are in overflow pages."""
    here = LEAST + (size - LEAST) % (PAGE - 4)
    return size if size <= most else here if here <= most else LEAST


def overflow(image: Image, view: dict[int, int], page: int, size: int) -> bytes:
    """What of a long record lies in overflow pages, as far as they are there. A view prefers pages of the log."""
    found = []
    while size > 0:
        data, at = (image.wal, view[page]) if page in view else (image.file, (page - 1) * PAGE)
        if not page or at + PAGE > len(data):
            break
        found.append(data[at + 4 : at + 4 + min(size, PAGE - 4)])
        size -= PAGE - 4
        page = int.from_bytes(data[at : at + 4], "big")
    return b"".join(found)


def varint(data: bytes) -> int:
    """A number as SQLite writes it: seven bits in each byte."""
    number = 0
    for byte in data:
        number = number << 7 | byte & 0x7F
    return number


# -- chains ----------------------------------------------------------------------------------------------------


class Saved(NamedTuple):
    """What could be read of a game: its entries up to the first break, and how many lie behind that."""

    rows: list[Row]
    beyond: int


def chains(rows: Iterable[Row], heads: dict[int, tuple[int, bytes]] | None = None) -> dict[int, Saved]:
    """The rows of each game that follow one another, from its beginning, or from the number and digest given."""
    places: dict[tuple[int, int], dict[Row, None]] = {}
    for row in rows:
        if 0 < len(row.salts) <= 100 * SALT and row.game > 0 and row.number >= 0:
            places.setdefault((row.game, row.number), {})[row] = None
    saved = {}
    for game in sorted({game for game, _ in places}):
        number, digest = (heads or {}).get(game, (0, START))
        line: list[Row] = []
        while found := following(places, game, number + len(line), line[-1].digest if line else digest):
            line.append(found)
        last = number + len(line)
        saved[game] = Saved(line, sum(entry == game and place >= last for entry, place in places))
    return saved


def following(places: dict[tuple[int, int], dict[Row, None]], game: int, number: int, digest: bytes) -> Row | None:
    """The row at this place that follows the digest; where several do, one that is followed itself, or the oldest."""
    fitting = [row for row in places.get((game, number), ()) if fits(row, digest)]
    if len(fitting) > 1:
        later = list(places.get((game, number + 1), ()))
        fitting.sort(key=lambda row: not any(fits(after, row.digest) for after in later))
    return fitting[0] if fitting else None


def fits(row: Row, digest: bytes) -> bool:
    """Whether this is an unaltered entry that comes after the one with that digest."""
    try:
        return row.entry().follows(digest)
    except ValueError:
        return False
