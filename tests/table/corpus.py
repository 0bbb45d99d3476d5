"""The corpus of good, bad and hostile lines that tests both ends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "firmware" / "corpus"


class Row(NamedTuple):
    verdict: str
    data: bytes
    note: str


def rows(name: str) -> list[Row]:
    found = []
    for line in (FOLDER / f"{name}.tsv").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            verdict, written, note = line.split("\t")
            found.append(Row(verdict, unescaped(written), note))
    return found


def unescaped(written: str) -> bytes:
    text = re.sub(r"\\x([0-9A-F]{2})|\\n", lambda at: chr(int(at[1], 16)) if at[1] else "\n", written)
    return text.encode("latin-1")
