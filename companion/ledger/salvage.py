"""Salvaging entries from a damaged file: any bytes in, entries out.

SQLite reads a file from its first page on and gives up at a damaged page. Here each entry is recognised by its own
shape, wherever it lies in the file or in its write-ahead log; its digest then shows whether it really is an entry, and
where it belongs. Each entry lies in the file twice, so it is lost only if both places are damaged, and then the entries
that build on it are lost too.
(For the format of SQLite's records see https://www.sqlite.org/fileformat.html, sections 1.6, 2.1 and 4.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.ledger.chain import DIGEST, SALT, START
from companion.ledger.schema import PAGE, EntryRow

WAL_HEAD: Final = 32
FRAME_HEAD: Final = 24

WHOLE: Final = b"[\x01-\x06\x08\x09]"
"""The type of a whole number in the header of a record."""
SIZED: Final = b"[\x80-\xff]{0,4}[\x00-\x7f]"
"""The type of a text or blob in the header of a record, which includes its size."""
HEAD: Final = re.compile(
    b"(?=([\x08-\x15](\x00?)(%b)(%b)(%b)(%b)(%b)\x4c))" % (WHOLE, WHOLE, SIZED, SIZED, SIZED), re.DOTALL
)
"""How the record of an entry begins: the length of this header, then the types of game, number, three texts or blobs,
and a digest. In the table the id comes before the game and takes no room; in the index `entry_copy` it comes last, and
its type is left out here."""

NUMBER_SIZES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}

IN_TABLE: Final = PAGE - 35
IN_COPY: Final = (PAGE - 12) * 64 // 255 - 23
LEAST: Final = (PAGE - 12) * 32 // 255 - 23
"""How many bytes of a record lie on its own page: at most, in the table and in the copy; and at least, if the record is
long."""


class Image(NamedTuple):
    """The content of a file and of its write-ahead log."""

    file: bytes
    wal: bytes


def rows_in(image: Image) -> Iterator[EntryRow]:
    """Yield everything that looks like an entry, oldest first. Some may be duplicates, and some no entries at all."""
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
    """Yield the pages in a write-ahead log: page number, where the bytes begin, and the salts that date it."""
    for at in range(WAL_HEAD, len(wal) - FRAME_HEAD, FRAME_HEAD + PAGE):
        yield int.from_bytes(wal[at : at + 4], "big"), at + FRAME_HEAD, wal[at + 8 : at + 16]


def rows_at(image: Image, data: bytes, found: re.Match[bytes], views: list[dict[int, int]]) -> Iterator[EntryRow]:
    """Yield the entry whose header was found here. A long entry continues on other pages, which may exist in several
    states; so it may come in several versions."""
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


def row_from(body: bytes, numbers: list[int], sizes: list[int]) -> EntryRow:
    """Make a row from a record's columns, which follow one another in these bytes."""
    parts = []
    for size in sizes:
        parts.append(body[:size])
        body = body[size:]
    game, number = (
        kind - 8 if kind >= 8 else int.from_bytes(part, "big", signed=True)
        for kind, part in zip(numbers, parts[:2], strict=True)
    )
    return EntryRow(game, number, *parts[2:])


def kept_here(size: int, most: int) -> int:
    """Return how many bytes of a record lie on its own page; the others are on overflow pages."""
    here = LEAST + (size - LEAST) % (PAGE - 4)
    return size if size <= most else here if here <= most else LEAST


def overflow(image: Image, view: dict[int, int], page: int, size: int) -> bytes:
    """Return the bytes of a long record that lie on overflow pages, as far as they exist. Pages in the view come from
    the log, the others from the file."""
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
    """Return the number that SQLite wrote as a varint: seven bits in each byte."""
    number = 0
    for byte in data:
        number = number << 7 | byte & 0x7F
    return number


# -- chains ----------------------------------------------------------------------------------------------------


class Saved(NamedTuple):
    """What could be read of a game: its entries up to the first break, and how many numbers after the break still have
    something that looks like an entry."""

    rows: list[EntryRow]
    beyond: int


def chains(rows: Iterable[EntryRow], heads: dict[int, tuple[int, bytes]] | None = None) -> dict[int, Saved]:
    """Return, for each game, the rows that follow one another from its beginning, or from the number and digest in
    `heads`."""
    places: dict[tuple[int, int], dict[EntryRow, None]] = {}
    for row in rows:
        if 0 < len(row.salts) <= 100 * SALT and row.game > 0 and row.number >= 0:
            places.setdefault((row.game, row.number), {})[row] = None
    saved = {}
    for game in sorted({game for game, _ in places}):
        number, digest = (heads or {}).get(game, (0, START))
        line: list[EntryRow] = []
        while found := following(places, game, number + len(line), line[-1].digest if line else digest):
            line.append(found)
        last = number + len(line)
        saved[game] = Saved(line, sum(entry == game and place >= last for entry, place in places))
    return saved


def following(
    places: dict[tuple[int, int], dict[EntryRow, None]], game: int, number: int, digest: bytes
) -> EntryRow | None:
    """Return the row at this place that follows the digest. If several do, prefer one that has a successor, then the
    oldest."""
    fitting = [row for row in places.get((game, number), ()) if fits(row, digest)]
    if len(fitting) > 1:
        later = list(places.get((game, number + 1), ()))
        fitting.sort(key=lambda row: not any(fits(after, row.digest) for after in later))
    return fitting[0] if fitting else None


def fits(row: EntryRow, digest: bytes) -> bool:
    """Whether this is an unaltered entry that follows the entry with this digest."""
    try:
        return row.entry().follows(digest)
    except ValueError:
        return False
