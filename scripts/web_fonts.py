"""Make the fonts of the pages from those of the display: only the letters that the pages need, compressed.

    python scripts/web_fonts.py

Latin, Cyrillic, and the signs in between stay; all other glyphs become empty, and what is only for printers and old
screens is left out. A font of 300 kB becomes one of about 40 kB, so that a slow phone is not kept waiting.
"""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "companion" / "faces" / "display" / "fonts"
TARGET: Final = ROOT / "web" / "static" / "fonts"
NEEDED: Final = (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x400, 0x460), *range(0x2010, 0x2030), 0x20AC, 0x2116,
                 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2264, 0x2265, 0x25B8, 0x25BE, 0x2026)  # fmt: skip
TABLES: Final = (b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"post")
WHOLE, SCALE, PAIR, FOUR, MORE = 0x0001, 0x0008, 0x0040, 0x0080, 0x0020
"""Flags of a part of a composite glyph."""


def tables_of(font: bytes) -> dict[bytes, bytes]:
    """Return the tables of a font by their tags."""
    count = struct.unpack(">H", font[4:6])[0]
    rows = [struct.unpack(">4sIII", font[12 + 16 * at : 28 + 16 * at]) for at in range(count)]
    return {tag: font[start : start + length] for tag, _, start, length in rows}


def glyphs_of(cmap: bytes) -> dict[int, int]:
    """Return the glyph of each character, from the table in format 4."""
    count = struct.unpack(">H", cmap[2:4])[0]
    starts = [struct.unpack(">HHI", cmap[4 + 8 * at : 12 + 8 * at])[2] for at in range(count)]
    start = next(at for at in starts if struct.unpack(">H", cmap[at : at + 2])[0] == 4)
    half = struct.unpack(">H", cmap[start + 6 : start + 8])[0]
    at = start + 14

    def row(number: int, sign: str = "H") -> tuple[int, ...]:
        begin = at + number * half + (2 if number else 0)
        return struct.unpack(f">{half // 2}{sign}", cmap[begin : begin + half])

    found = {}
    for index, (last, first, delta, offset) in enumerate(zip(row(0), row(1), row(2, "h"), row(3), strict=True)):
        for character in range(first, last + 1):
            glyph = character
            if offset:
                where = at + 3 * half + 2 + 2 * index + offset + 2 * (character - first)
                glyph = struct.unpack(">H", cmap[where : where + 2])[0]
                if not glyph:
                    continue
            found[character] = (glyph + delta) % 65536
    return found


def parts_of(outline: bytes) -> set[int]:
    """Return the glyphs that a composite glyph is made of."""
    if len(outline) < 10 or struct.unpack(">h", outline[:2])[0] >= 0:
        return set()
    found, at = set(), 10
    while True:
        flags, glyph = struct.unpack(">HH", outline[at : at + 4])
        found.add(glyph)
        at += (
            4 + (4 if flags & WHOLE else 2) + (2 if flags & SCALE else 4 if flags & PAIR else 8 if flags & FOUR else 0)
        )
        if not flags & MORE:
            return found


def smaller(font: bytes) -> dict[bytes, bytes]:
    """Return the tables of a font in which only the needed glyphs have an outline."""
    tables = {tag: data for tag, data in tables_of(font).items() if tag in TABLES}
    wide = struct.unpack(">h", tables[b"head"][50:52])[0] == 1
    loca, glyf = tables[b"loca"], tables[b"glyf"]
    bounds = [
        at * (1 if wide else 2)
        for at in struct.unpack(f">{len(loca) // (4 if wide else 2)}{'I' if wide else 'H'}", loca)
    ]
    outlines = [glyf[begin:end] for begin, end in pairwise(bounds)]
    by_character = glyphs_of(tables[b"cmap"])
    kept = {0} | {by_character[one] for one in NEEDED if one in by_character}
    while more := {part for glyph in kept for part in parts_of(outlines[glyph])} - kept:
        kept |= more
    body, places = b"", [0]
    for glyph, outline in enumerate(outlines):
        if glyph in kept:
            body += outline + b"\0" * (-len(outline) % 4)
        places.append(len(body))
    head = bytearray(tables[b"head"])
    head[50:52] = struct.pack(">h", 1)
    post = struct.pack(">I", 0x00030000) + tables[b"post"][4:32]  # without the glyphs' names
    return tables | {
        b"glyf": body,
        b"loca": struct.pack(f">{len(places)}I", *places),
        b"head": bytes(head),
        b"post": post,
    }


def checksum(data: bytes) -> int:
    """Return the sum that a font keeps of each table."""
    padded = data + b"\0" * (-len(data) % 4)
    return int(sum(struct.unpack(f">{len(padded) // 4}I", padded)) % 2**32)


def woff(tables: dict[bytes, bytes]) -> bytes:
    """Return a font of these tables in the format of the web."""
    rows, body, at = b"", b"", 44 + 20 * len(tables)
    for tag, data in sorted(tables.items()):
        packed = min(zlib.compress(data, 9), data, key=len)
        rows += struct.pack(">4sIIII", tag, at + len(body), len(packed), len(data), checksum(data))
        body += packed + b"\0" * (-len(packed) % 4)
    unpacked = 12 + 16 * len(tables) + sum(len(data) + (-len(data) % 4) for data in tables.values())
    length = at + len(body)
    return (
        struct.pack(">4sIIHHIHHIIIII", b"wOFF", 0x00010000, length, len(tables), 0, unpacked, 1, 0, 0, 0, 0, 0, 0)
        + rows
        + body
    )


def main() -> None:
    """Write both fonts."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for source in sorted(SOURCE.glob("*.ttf")):
        target = TARGET / f"{source.stem}.woff"
        target.write_bytes(woff(smaller(source.read_bytes())))
        print(f"{target}: {target.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
