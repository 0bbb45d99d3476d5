"""A game as one text file: for people, for `diff`, and for checking without this program (see `docs/record.md`).

companion record 1
title "Friday duel"
started "2025-05-02T19:30"
seen by table
over no
entries 3
head 6e0b...

0 {"seats":["A","B"],"started":"2025-05-02T19:30","title":"Friday duel"} 5f0c... 81aa...
1 {"at":2.5,"hidden":"A","in":"change","said":[["draw","",["?"]]]} 9e41... 02d7...
  kept back 77b0...
2 {"at":9,"in":"answer","said":[["answer","A","play:combine"]]} c3f2... 6e0b...

end 3 6e0b... 19fd...

Where the device had a key, the first line says `companion record 2`, and before the last one stands the signature:

signed by hs5l-3o6j-evn5-glgu 3b6a... 77c1...
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, NamedTuple

from companion.ledger.chain import (
    JUDGE,
    START,
    TABLE,
    Entry,
    Part,
    canonical,
    hidden_part,
    owners_in,
    parsed,
    public_part,
)
from companion.ledger.errors import LedgerError, NotJson
from companion.ledger.game import LedgerGame, is_over
from companion.ledger.signing import DeviceKey, Head, Signed

FIRST: Final = "companion record 1"
SIGNED: Final = "companion record 2"
"""How a record begins that a device has signed."""
SHOWN: Final = ("title", "started")
"""Which fields of the header are repeated at the top of the text."""

ENTRY: Final = re.compile(r"(0|[1-9][0-9]{0,8}) (\{.*\}) ([0-9a-f]{32}) ([0-9a-f]{64})")
HIDDEN_PART: Final = re.compile(r"  hidden (\{.*\}) ([0-9a-f]{32})")
KEPT_BACK: Final = re.compile(r"  kept back ([0-9a-f]{64})")
SEEN_BY: Final = re.compile(r"seen by (.+)")
SIGNED_BY: Final = re.compile(r"signed by (\S+) ([0-9a-f]{64}) ([0-9a-f]{128})")
END: Final = re.compile(r"end ([0-9]{1,9}) ([0-9a-f]{64}) ([0-9a-f]{64})")


class RecordProblem(NamedTuple):
    """What is wrong with a record, and on which line; 0 if it concerns no single line."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


class RecordProblems(tuple[RecordProblem, ...]):
    """Why a text cannot be read as a record."""


@dataclass(frozen=True)
class Recorded:
    """A record that was read. Use `check_chain` to find out whether it is unaltered."""

    audience: str
    entries: tuple[Entry, ...]
    lines: tuple[str, ...]
    """The whole text."""
    places: tuple[int, ...]
    """The line on which each entry begins."""
    signed: Signed | None = None
    """The device's signature, whether or not it is valid; None if there is none."""

    @property
    def as_head(self) -> Head:
        """The head of the game, as a device signs it."""
        return Head(self.entries[0].digest, len(self.entries), self.head, self.over)

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return is_over(self.entries[-1])

    @property
    def head(self) -> str:
        """The newest entry's digest."""
        return self.entries[-1].digest

    @property
    def complete(self) -> bool:
        """Whether nothing is kept back."""
        return not any(part.kept_back for entry in self.entries for part in entry.hidden)


# -- writing -----------------------------------------------------------------------------------------------------


def write_record(game: LedgerGame, audience: str = TABLE, key: DeviceKey | None = None) -> str:
    """Return the record of a game for an audience: `table`, a seat, or `judge`. Once the game is over, it shows
    everything to everybody.

    With a key, the device signs it. Raises `LedgerError`.
    """
    if not audience or not audience.isprintable() or audience != audience.strip():
        raise LedgerError(f"Nobody is called {audience!r}. A record is for the table, a seat, or the judge.")
    entries = list(game.entries())
    see = JUDGE if is_over(entries[-1]) else audience
    head = Head(game.id, len(entries), entries[-1].digest, is_over(entries[-1]))
    return as_text([entry.seen_by(see) for entry in entries], audience, key.sign(head) if key else None)


def as_text(entries: Sequence[Entry], audience: str, signed: Signed | None = None) -> str:
    """Write these entries in the only permitted way."""
    header, last = entries[0].payload, entries[-1]
    lines = [SIGNED if signed else FIRST, *(f"{key} {canonical(header[key])}" for key in SHOWN if key in header)]
    over = "yes" if is_over(last) else "no"
    lines += [f"seen by {audience}", f"over {over}", f"entries {len(entries)}", f"head {last.digest}", ""]
    for entry in entries:
        lines.append(f"{entry.number} {entry.public.text} {entry.salt} {entry.digest}")
        lines += [line_of(part) for part in entry.hidden]
    below = [f"signed by {signed.fingerprint} {signed.device.hex()} {signed.signature.hex()}"] if signed else []
    text = "\n".join([*lines, "", *below, f"end {len(entries)} {last.digest}"])
    return f"{text} {hashlib.sha256(text.encode()).hexdigest()}\n"


def line_of(part: Part) -> str:
    """Return the line for a hidden part, which comes below its entry."""
    return f"  kept back {part.leaf.hex()}" if part.kept_back else f"  hidden {part.text} {part.salt.hex()}"


# -- reading -----------------------------------------------------------------------------------------------------


def read_record(text: str | bytes) -> Recorded | RecordProblems:
    """Read a record from any text or bytes, or return the problems with their lines. This checks only the form."""
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as problem:
            line = problem.object.count(b"\n", 0, problem.start) + 1
            return RecordProblems([RecordProblem(line, "this is not valid UTF-8: the file was changed")])
    elif not is_utf8(text):
        return RecordProblems([RecordProblem(0, "the text contains characters that UTF-8 cannot encode")])
    lines = tuple(text.split("\n"))
    if lines[0] not in (FIRST, SIGNED):
        return RecordProblems(
            [RecordProblem(1, f'a record begins with "{FIRST}", or "{SIGNED}", and nothing else on this line')]
        )
    if "" not in lines:
        return RecordProblems([RecordProblem(len(lines), "the record ends before its first entry")])
    top = lines.index("")
    audience = next((match[1] for line in lines[:top] if (match := SEEN_BY.fullmatch(line))), "")
    problems = (
        [] if audience else [RecordProblem(top + 1, 'there is no line "seen by", which says for whom it was written')]
    )
    entries, places = [], []
    at = top + 1
    while at < len(lines) and lines[at]:
        below = at + 1
        while below < len(lines) and lines[below].startswith("  "):
            below += 1
        try:
            entries.append(entry_from(lines[at], lines[at + 1 : below]))
            places.append(at + 1)
        except (NotJson, ValueError) as problem:
            problems.append(RecordProblem(at + 1, str(problem)))
        at = below
    if not entries:
        problems.append(RecordProblem(at, "there is no entry"))
    signed = signature_in(lines)
    return RecordProblems(problems) if problems else Recorded(audience, tuple(entries), lines, tuple(places), signed)


def signature_in(lines: Sequence[str]) -> Signed | None:
    """What a device has signed the record with; None where no line says it."""
    found = [match for line in lines if (match := SIGNED_BY.fullmatch(line))]
    return Signed(bytes.fromhex(found[-1][2]), bytes.fromhex(found[-1][3])) if found else None


def is_utf8(text: str) -> bool:
    """Whether a text can be encoded as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def entry_from(line: str, below: Sequence[str]) -> Entry:
    """Read an entry from its lines. Raises ValueError or `NotJson`."""
    found = ENTRY.fullmatch(line)
    if not found:
        raise ValueError("an entry is a number, a JSON mapping, a salt and a digest")
    owners = owners_in(parsed(found[2]))
    parts = [part_from(part) for part in below]
    if len(parts) != len(owners):
        raise ValueError(f"{len(owners)} hidden parts belong to this entry, and {len(parts)} stand below it")
    for owner, part in zip(owners, parts, strict=True):
        if not part.kept_back and parsed(part.text).get("owner") != owner:
            raise ValueError("the hidden parts below it are not in their order, or not its own")
    public = public_part(found[2], bytes.fromhex(found[3]))
    return Entry(int(found[1]), public, tuple(parts), bytes.fromhex(found[4]))


def part_from(line: str) -> Part:
    """Read a hidden part from its line. Raises ValueError."""
    if found := HIDDEN_PART.fullmatch(line):
        return hidden_part(found[1], bytes.fromhex(found[2]))
    if found := KEPT_BACK.fullmatch(line):
        return Part("", b"", bytes.fromhex(found[1]))
    raise ValueError("a hidden part is a JSON mapping with its salt, or the digest of what is kept back")


# -- checking ----------------------------------------------------------------------------------------------------


def check_chain(recorded: Recorded, head: str = "") -> list[RecordProblem]:
    """Return everything that shows the record was altered. `head` is a digest that somebody noted earlier, or ""."""
    problems = [*broken_links(recorded), *missing_end(recorded)]
    if not problems:
        written = as_text(recorded.entries, recorded.audience, recorded.signed).split("\n")
        pairs = enumerate(zip_longest(recorded.lines, written), 1)
        problems = [
            RecordProblem(line, "this is not as it was written") for line, (is_now, was) in pairs if is_now != was
        ][:1]
    if recorded.signed and not recorded.signed.fits(recorded.as_head):
        by = recorded.signed.fingerprint
        problems.append(
            RecordProblem(0, f"the signature does not fit: device {by} has not signed this record as it is")
        )
    if head and head.lower() not in {entry.digest for entry in recorded.entries}:
        problems.append(
            RecordProblem(0, "the head that was kept is not in this record: it was cut short, or written anew")
        )
    return problems


def broken_links(recorded: Recorded) -> list[RecordProblem]:
    """Return the entries that do not match their digests or are in the wrong place."""
    problems = []
    before = START
    over = False
    for number, (entry, line) in enumerate(zip(recorded.entries, recorded.places, strict=True)):
        if entry.number != number:
            problems.append(RecordProblem(line, f"entry {number} is expected here, and this is entry {entry.number}"))
        if not entry.follows(before):
            problems.append(RecordProblem(line, f"entry {entry.number} was altered, or does not belong here"))
        if over:
            problems.append(RecordProblem(line, f"the game was over before entry {entry.number}"))
        before, over = entry.link, is_over(entry)
    return problems


def missing_end(recorded: Recorded) -> list[RecordProblem]:
    """Return a problem if the record was cut short or extended."""
    last = [line for line in recorded.lines if line][-1]
    found = END.fullmatch(last)
    if not found:
        return [RecordProblem(len(recorded.lines), "the end is missing: the record was cut short")]
    if (int(found[1]), found[2]) != (len(recorded.entries), recorded.head):
        wrong = f"{found[1]} entries up to {found[2][:12]}... are promised, and {len(recorded.entries)} are here"
        return [RecordProblem(recorded.lines.index(last) + 1, wrong)]
    return []
