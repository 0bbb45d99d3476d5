"""Where a device keeps its key: two small files beside the ledger, in a format that other programs can read too (PEM).

`device.key` holds the secret key, readable for its owner alone (0600). `device.pub` is for everybody who checks a
record. The secret key is not contained in any copy of the games or in any record.
"""

from __future__ import annotations

import base64
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.ledger.errors import LedgerError
from companion.ledger.exchange import sync
from companion.ledger.signing import KEY, DeviceKey

SECRET: Final = "device.key"
PUBLIC: Final = "device.pub"
MODE: Final = 0o600
LARGEST: Final = 4096
"""The most bytes of a key file."""

PEM: Final = re.compile(r"\s*-----BEGIN (PRIVATE|PUBLIC) KEY-----\s+([A-Za-z0-9+/=\s]+)-----END \1 KEY-----\s*")
FORMS: Final = {
    "PRIVATE": bytes.fromhex("302e020100300506032b657004220420"),
    "PUBLIC": bytes.fromhex("302a300506032b6570032100"),
}
"""The bytes before the 32 bytes of an Ed25519 key (RFC 8410)."""

NOT_SIGNED: Final = (
    "Records stay unsigned until you fix this. Restore the file, or rename it to get a new key and fingerprint at the"
    " next start."
)


class KeyTrouble(LedgerError):
    """A key file cannot be used."""


def own_key(folder: Path) -> DeviceKey:
    """Return the key of the device that keeps its games here, and make one if there is none. Raises `KeyTrouble`."""
    path = folder / SECRET
    key = find_key(folder)
    if key is None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_new(path, pem("PRIVATE", secrets.token_bytes(KEY)), MODE)
        except OSError as problem:
            raise KeyTrouble(f"No key can be kept in {path} ({problem.strerror}). Records are not signed.") from None
        key = find_key(folder)  # the one just written, or one that another program wrote first
        assert key is not None
    with suppress(OSError):  # only a convenience for people: `doctor` shows the same
        if not (public := folder / PUBLIC).exists() or read_pem(public) != ("PUBLIC", key.public):
            public.write_text(pem("PUBLIC", key.public), "ascii")
    return key


def find_key(folder: Path) -> DeviceKey | None:
    """Return the key that is kept here; None if there is none yet. Raises `KeyTrouble`."""
    path = folder / SECRET
    try:
        found = read_pem(path)
    except FileNotFoundError:
        return None
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise KeyTrouble(f"This device's key {path} cannot be read ({why}). {NOT_SIGNED}") from None
    if found is None or found[0] != "PRIVATE":
        raise KeyTrouble(f"{path} holds no key of a device: it was damaged or replaced. {NOT_SIGNED}")
    return DeviceKey(found[1])


def is_open(folder: Path) -> bool:
    """Whether anybody but its owner may read the secret key that is kept here."""
    try:
        return bool((folder / SECRET).stat().st_mode & ~MODE & 0o777)
    except OSError:
        return False


def read_public(path: Path) -> bytes:
    """Read the public key from a file that somebody was given. Raises `KeyTrouble`."""
    try:
        found = read_pem(path)
    except OSError as problem:
        raise KeyTrouble(f"{path} cannot be read: {problem.strerror or problem}.") from None
    if found is None:
        raise KeyTrouble(f"{path} holds no public key of a device. A device keeps its own in {PUBLIC}.")
    if found[0] == "PRIVATE":
        raise KeyTrouble(f"{path} is a device's secret key: leave it there, and take {PUBLIC} from beside it.")
    return found[1]


def pem(kind: str, key: bytes) -> str:
    """Return an Ed25519 key in the form in which a file holds it."""
    return f"-----BEGIN {kind} KEY-----\n{base64.b64encode(FORMS[kind] + key).decode()}\n-----END {kind} KEY-----\n"


def read_pem(path: Path) -> tuple[str, bytes] | None:
    """Return the kind of key in a file, and the key; None if there is none. Raises OSError."""
    with path.open("rb") as file:
        found = PEM.fullmatch(file.read(LARGEST).decode("ascii", "replace"))
    if found is None:
        return None
    try:
        data = base64.b64decode("".join(found[2].split()), validate=True)
    except ValueError:
        return None
    start = FORMS[found[1]]
    return (found[1], data[len(start) :]) if data.startswith(start) and len(data) == len(start) + KEY else None


def write_new(path: Path, text: str, mode: int) -> None:
    """Write a new file completely, force it onto the disk, and never let others read it. An existing file is left as it
    is."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(part, path)
    finally:
        part.unlink()
    sync(path.parent)
