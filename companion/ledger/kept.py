"""Comparing a record with what somebody kept: a head, a checkpoint, or the name of the device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.ledger.checkpoint import Checkpoint, read_checkpoint
from companion.ledger.game import is_over
from companion.ledger.signing import Signed, fingerprint, is_signature
from companion.ledger.text import Recorded, RecordProblem, check_chain

HEAD: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class KeptProof:
    """What somebody kept. Any part of it may be missing."""

    head: str = ""
    """The digest of any entry."""
    checkpoint: Checkpoint | None = None
    device: str = ""
    """The fingerprint of the device that must have signed the record."""
    key: bytes = b""
    """The public key of the device, if somebody has it."""


def read_head(text: str) -> str:
    """Read a head that somebody typed; "" if it is not one.

    >>> read_head(f" {'6E' * 32}") == "6e" * 32, read_head("6e" * 31)
    (True, '')
    """
    head = "".join(text.split()).lower()
    return head if HEAD.fullmatch(head) else ""


def read_kept(text: str) -> KeptProof | None:
    """Read a head or a checkpoint that somebody typed; None if it is neither."""
    if checkpoint := read_checkpoint(text):
        return KeptProof(checkpoint=checkpoint)
    head = read_head(text)
    return KeptProof(head=head) if head else None


def check_record(recorded: Recorded, kept: KeptProof) -> list[RecordProblem]:
    """Return everything that shows the record was altered, or that does not fit what somebody kept."""
    problems = check_chain(recorded, kept.head)
    if kept.checkpoint:
        problems += misses(recorded, kept.checkpoint, key_for(recorded, kept))
    if kept.device:
        problems += not_by(recorded.signed, kept.device)
    return problems


def key_for(recorded: Recorded, kept: KeptProof) -> bytes:
    """Return the public key with which the checkpoint was signed; b"" if it is not known here."""
    wanted = kept.checkpoint.fingerprint if kept.checkpoint else ""
    known = [kept.key, *([recorded.signed.device] if recorded.signed else [])]
    return next((key for key in known if key and fingerprint(key) == wanted), b"")


def misses(recorded: Recorded, kept: Checkpoint, key: bytes) -> Iterator[RecordProblem]:
    """Yield the ways in which a record does not fit a checkpoint."""
    last = kept.entries - 1
    if kept.entries > len(recorded.entries):
        yield RecordProblem(
            0,
            f"the checkpoint was made after entry {last}, and this record ends with entry {len(recorded.entries) - 1}:"
            " it was cut short, or exported earlier",
        )
    elif recorded.entries[last].digest != kept.head:
        line = recorded.places[last]
        yield RecordProblem(
            line, f"entry {last} is not the one of the checkpoint: another game, or the record was rewritten"
        )
    elif kept.over != is_over(recorded.entries[last]):
        yield RecordProblem(0, "the checkpoint was altered: whether the game was over then is not as the record says")
    elif key and not is_signature(key, kept.signature, kept.of(recorded.entries[0].digest)):
        yield RecordProblem(0, f"the checkpoint was altered: device {kept.fingerprint} has not signed it as it is")


def not_by(signed: Signed | None, device: str) -> Iterator[RecordProblem]:
    """Yield a problem if a record is not signed by the device that was named."""
    if signed is None:
        yield RecordProblem(0, f"this record is not signed, so it cannot be checked against device {device}")
    elif signed.fingerprint != device:
        yield RecordProblem(0, f"device {signed.fingerprint} has signed this record, and device {device} was named")
