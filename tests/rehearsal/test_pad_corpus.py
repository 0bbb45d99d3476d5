"""The emulated pad against the corpus that the firmware and the host are tested with, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rehearsal.emulated_reader import EmulatedReader, Glimpse
from companion.rehearsal.pad import EmulatedPad
from companion.rehearsal.pad_lines import Bad, Request, RequestReader

CORPUS = Path(__file__).resolve().parents[2] / "firmware" / "corpus"


def rows(name: str) -> list[tuple[str, bytes]]:
    """Verdict and bytes of each row."""
    lines = (CORPUS / name).read_text(encoding="ascii").splitlines()
    cells = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(verdict, text.encode().decode("unicode_escape").encode("latin-1")) for verdict, text, *_ in cells]


@pytest.mark.parametrize(("verdict", "data"), rows("requests.tsv"))
def test_a_fresh_pad_answers_as_the_corpus_says(verdict: str, data: bytes) -> None:
    pad = EmulatedPad([EmulatedReader(str(r), lambda reader, now: Glimpse(())) for r in range(4)])
    pad.restart(0.0)
    pad.take(0.5)
    pad.feed(data, 0.5)
    replies = [reply.data.decode() for reply in pad.take(5.0)]
    if verdict == "nothing":
        assert replies == []
        return
    (reply,) = replies
    unasked = verdict in ("ERR CRC", "ERR LONG")
    number = "--" if unasked else data.lstrip(b"\n")[1:3].decode()
    assert reply.startswith(f"!{number} {verdict}*")


def said_of(line: Request | Bad | None) -> str:
    match line:
        case None:
            return "nothing"
        case Bad():
            return line.name.lower()
    return "good"


def is_a_request(data: bytes) -> bool:
    """Whether the first mark in a row is that of the host."""
    return next((byte for byte in data if byte in b"?!"), None) == ord("?")


@pytest.mark.parametrize(("verdict", "data"), [row for row in rows("lines.tsv") if is_a_request(row[1])])
def test_requests_are_read_as_the_corpus_says(verdict: str, data: bytes) -> None:
    reader = RequestReader()
    found = [reader.take(byte) for byte in data]
    ended = [said_of(line) for line, byte in zip(found, data, strict=True) if byte == 0x0A]
    assert (ended[-1] if ended else "nothing") == verdict
