"""What a device signs: how far the record of a game had come. Anybody can check it with the device's public key.

`docs/record.md` describes the same for people who write a checker of their own; the two must agree byte for byte.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

DOMAIN: Final = "companion head 1"
"""The first line of what is signed, so that a signature made for another purpose never counts as one for a head."""
KEY: Final = 32
"""The length of a key, secret or public, in bytes."""
SIGNATURE: Final = 64
"""The length of a signature, in bytes."""
SHORT: Final = 10
"""How many bytes of a digest a fingerprint shows, as 16 letters and digits."""
FINGERPRINT: Final = re.compile(r"[a-z2-7]{16}")


@dataclass(frozen=True)
class Head:
    """How far a record had come."""

    game: str
    """The digest of entry 0, which no other game has."""
    entries: int
    digest: str
    """The digest of the newest entry."""
    over: bool
    """Whether the game was over by then."""

    def statement(self, device: bytes) -> bytes:
        """Return the bytes that a device signs.

        >>> print(Head("6e0b", 3, "19fd", over=False).statement(bytes.fromhex("d75a")).decode(), end="")
        companion head 1
        device d75a
        game 6e0b
        entries 3
        head 19fd
        over no
        """
        over = "yes" if self.over else "no"
        lines = (DOMAIN, f"device {device.hex()}", f"game {self.game}", f"entries {self.entries}")
        return "".join(f"{line}\n" for line in (*lines, f"head {self.digest}", f"over {over}")).encode()


class Signed(NamedTuple):
    """A device's signature for a head."""

    device: bytes
    """The public key of the device."""
    signature: bytes

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the device."""
        return fingerprint(self.device)

    def fits(self, head: Head) -> bool:
        """Whether this is the device's signature for this head."""
        return is_signature(self.device, self.signature, head)


def is_signature(device: bytes, signature: bytes, head: Head) -> bool:
    """Whether a device made this signature for this head. Any bytes may be passed in."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(device).verify(signature, head.statement(device))
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(device: bytes) -> str:
    """Return the fingerprint of a public key: a short form that people can read and compare.

    >>> fingerprint(bytes(32))
    'hs5l-3o6j-evn5-glgu'
    """
    letters = base64.b32encode(hashlib.sha256(b"companion device\0" + device).digest()[:SHORT]).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def read_fingerprint(text: str) -> str:
    """Read a fingerprint that somebody typed; "" if it is not one.

    >>> read_fingerprint(" HS5L 3O6J EVN5 GLGU"), read_fingerprint("device.pub")
    ('hs5l-3o6j-evn5-glgu', '')
    """
    letters = re.sub(r"[\s-]", "", text).lower()
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4)) if FINGERPRINT.fullmatch(letters) else ""


class DeviceKey:
    """A device's secret key. It leaves this object only to be written to its file."""

    def __init__(self, secret: bytes) -> None:
        """Raises ValueError if these bytes are not a key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key: Ed25519PrivateKey = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the device."""
        return fingerprint(self.public)

    def sign(self, head: Head) -> Signed:
        """Sign how far a record has come."""
        return Signed(self.public, self._key.sign(head.statement(self.public)))

    def __repr__(self) -> str:
        return f"DeviceKey({self.fingerprint})"
