"""Reads a gettext catalogue in its text form, a `.po` file.

https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html describes the format. Reading a file at the start
takes milliseconds, and without a compiled copy there is none that could be out of date.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from gettext import GNUTranslations
from io import BytesIO
from typing import NamedTuple

KEYWORD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+(".*")\s*$')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
FUZZY = "#,"
ENCODING = b"Content-Type: text/plain; charset=UTF-8\n"
MAGIC = 0x950412DE
"""The number with which the compiled form begins."""


class Message(NamedTuple):
    """A template and its translations: one, or one for each plural form. The first message of a file has no template:
    its translation is the file's header."""

    template: str
    several: str = ""
    translations: tuple[str, ...] = ()
    fuzzy: bool = False
    """Whether it is a guess that nobody has checked; such a translation does not count."""
    line: int = 0


class Catalogue(NamedTuple):
    """The contents of a catalogue file."""

    messages: tuple[Message, ...]
    problems: tuple[str, ...]
    """Lines that do not belong in a catalogue, with their numbers; they are ignored."""


def read_po(text: str) -> Catalogue:
    """Read any text: return what can be read of it, and what cannot.

    >>> read_po('msgid "Bag"\\nmsgstr "Sack"\\nfoo').problems
    ('line 3 is not a line of a catalogue: foo',)
    """
    messages, problems = [], []
    for block in blocks(text):
        parts: dict[str, str] = {}
        key = ""
        for number, line in block:
            if line.startswith("#"):
                continue
            if found := KEYWORD.match(line):
                key = found[1]
                parts[key] = ""
                line = found[2]
            string = STRING.match(line)
            if string is None or not key:
                problems.append(f"line {number} is not a line of a catalogue: {line[:60]}")
                continue
            parts[key] += ESCAPE.sub(lambda sign: ESCAPES.get(sign[1], sign[1]), string[1])
        if "msgid" in parts:
            fuzzy = any(line.startswith(FUZZY) and "fuzzy" in line for _, line in block)
            said = tuple(text for key, text in parts.items() if key.startswith("msgstr"))
            messages.append(Message(parts["msgid"], parts.get("msgid_plural", ""), said, fuzzy, block[0][0]))
    return Catalogue(tuple(messages), tuple(problems))


def blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the numbered lines of each message; empty lines separate messages. Obsolete ones are left out."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate((*text.splitlines(), ""), 1):
        line = line.strip()
        if line and not line.startswith("#~"):
            block.append((number, line))
        elif block and not line:
            yield block
            block = []


def translations(messages: Iterable[Message]) -> GNUTranslations:
    """Return the messages in a form that looks up templates, without those that are not translated, or fuzzy."""
    table = {b"": ENCODING}
    for message in messages:
        if all(message.translations) and message.translations and not message.fuzzy:
            key = message.template + (f"\0{message.several}" if message.several else "")
            said = "\0".join(message.translations).encode()
            table[key.encode()] = said if key else ENCODING + said
    return GNUTranslations(BytesIO(compiled(table)))


def compiled(table: Mapping[bytes, bytes]) -> bytes:
    """Return a catalogue in gettext's compiled form (`.mo`)."""
    keys = sorted(table)
    count, header = len(keys), 28
    first = at = header + 16 * count
    rows = []
    strings = [*keys, *(table[key] for key in keys)]
    for string in strings:
        rows.append(struct.pack("<II", len(string), at))
        at += len(string) + 1
    start = struct.pack("<7I", MAGIC, 0, count, header, header + 8 * count, 0, first)
    return start + b"".join(rows) + b"".join(string + b"\0" for string in strings)
