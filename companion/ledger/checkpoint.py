"""A checkpoint: a head in one short line that fits into a QR code. People keep it, and later compare a record with it.

    COMPANION:153:OVER:<head>:<fingerprint>:<signature>

It consists only of capital letters, digits and colons, which a QR code packs closely. Fingerprint and signature are
missing if the device had no key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from companion.ledger.signing import SIGNATURE, Head, Signed, read_fingerprint

NAME: Final = "COMPANION"
LONGEST: Final = 400
"""Only this many characters of a text are searched for a checkpoint."""
FORM: Final = re.compile(
    rf"{NAME}:([1-9][0-9]{{0,8}}):(OVER|OPEN):([0-9A-F]{{64}})(?::([A-Z2-7]{{16}}):([0-9A-F]{{{2 * SIGNATURE}}}))?"
)


@dataclass(frozen=True)
class Checkpoint:
    """A head that somebody kept."""

    entries: int
    over: bool
    head: str
    fingerprint: str = ""
    """The fingerprint of the device that signed it; "" if none did."""
    signature: bytes = b""

    @property
    def text(self) -> str:
        """The checkpoint as text."""
        words = [NAME, str(self.entries), "OVER" if self.over else "OPEN", self.head]
        words += [self.fingerprint.replace("-", ""), self.signature.hex()] if self.fingerprint else []
        return ":".join(words).upper()

    def of(self, game: str) -> Head:
        """Return what was signed, if the checkpoint belongs to this game."""
        return Head(game, self.entries, self.head, self.over)


def checkpoint_of(head: Head, signed: Signed | None) -> Checkpoint:
    """Return the checkpoint for a head."""
    by, signature = (signed.fingerprint, signed.signature) if signed else ("", b"")
    return Checkpoint(head.entries, head.over, head.digest, by, signature)


def read_checkpoint(text: str) -> Checkpoint | None:
    """Read a checkpoint as somebody copied it, with any spaces and line breaks; None if it is not a checkpoint.

    >>> kept = Checkpoint(3, True, "6e" * 32)
    >>> kept.text
    'COMPANION:3:OVER:6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E6E'
    >>> read_checkpoint(kept.text.lower()) == kept, read_checkpoint("6e" * 32)
    (True, None)
    """
    found = FORM.fullmatch("".join(text[:LONGEST].split()).upper())
    if found is None:
        return None
    entries, over, head, by, signature = found.groups(default="")
    return Checkpoint(int(entries), over == "OVER", head.lower(), read_fingerprint(by), bytes.fromhex(signature))
