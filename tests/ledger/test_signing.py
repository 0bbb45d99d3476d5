"""Heads are signed: by a key that is made once and stays where it is, and whoever changes anything is found out."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from hypothesis import given
from hypothesis import strategies as st

from companion.ledger import (
    Checkpoint,
    DeviceKey,
    Head,
    KeyTrouble,
    Signed,
    checkpoint_of,
    find_key,
    fingerprint,
    own_key,
    read_checkpoint,
    read_fingerprint,
    read_public,
)
from companion.ledger.device import is_open, write_new

SECRET = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
"""The first pair of RFC 8032, section 7.1."""
HEAD = Head("6e" * 32, 153, "19fd" * 16, over=True)


# -- signatures ----------------------------------------------------------------------------------------------------


def test_a_key_is_the_one_of_the_standard() -> None:
    key = DeviceKey(SECRET)
    assert key.public == PUBLIC
    assert SECRET.hex() not in repr(key)
    assert key.fingerprint in repr(key)


def test_a_signature_is_of_this_head_and_this_device_alone() -> None:
    key, other = DeviceKey(SECRET), DeviceKey(bytes(32))
    signed = key.sign(HEAD)
    assert signed.fits(HEAD)
    assert key.sign(HEAD) == signed
    changed = [
        replace(HEAD, game="6f" * 32),
        replace(HEAD, entries=154),
        replace(HEAD, digest="19fe" * 16),
        replace(HEAD, over=False),
    ]
    assert not any(signed.fits(head) for head in changed)
    assert not signed._replace(device=other.public).fits(HEAD)
    assert not signed._replace(signature=other.sign(HEAD).signature).fits(HEAD)
    for at in range(64):
        signature = bytearray(signed.signature)
        signature[at] ^= 1
        assert not signed._replace(signature=bytes(signature)).fits(HEAD)


@pytest.mark.parametrize("device", [b"", b"x", bytes(31), bytes(33), b"\xff" * 32, bytes(32)])
def test_what_is_no_key_has_signed_nothing(device: bytes) -> None:
    assert not Signed(device, bytes(64)).fits(HEAD)


def test_a_fingerprint_is_read_however_it_is_typed() -> None:
    told = fingerprint(PUBLIC)
    assert [len(part) for part in told.split("-")] == [4, 4, 4, 4]
    for typed in (told, told.upper(), told.replace("-", ""), told.replace("-", " "), f" {told}\n"):
        assert read_fingerprint(typed) == told
    for typed in ("", told[:-1], f"{told}a", told.replace(told[0], "1"), "device.pub"):
        assert read_fingerprint(typed) == ""


# -- checkpoints ---------------------------------------------------------------------------------------------------


@given(st.integers(1, 999_999), st.booleans(), st.binary(min_size=32, max_size=32), st.booleans())
def test_a_checkpoint_is_read_back(entries: int, over: bool, digest: bytes, signed: bool) -> None:
    head = Head("6e" * 32, entries, digest.hex(), over)
    kept = checkpoint_of(head, DeviceKey(SECRET).sign(head) if signed else None)
    assert kept.of(head.game) == head
    for text in (kept.text, kept.text.lower(), "\n".join(kept.text.split(":", 2)).replace("\n", ":\n ")):
        assert read_checkpoint(text) == kept
    assert set(kept.text) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ:"), "a QR code packs nothing else so closely"


@given(st.text(max_size=300))
def test_any_text_may_be_asked_about(text: str) -> None:
    found = read_checkpoint(text)
    assert found is None or read_checkpoint(found.text) == found


def test_a_part_of_a_checkpoint_is_none() -> None:
    text = checkpoint_of(HEAD, DeviceKey(SECRET).sign(HEAD)).text
    unsigned = Checkpoint(153, True, HEAD.digest).text
    assert [at for at in range(len(text)) if read_checkpoint(text[:at])] == [len(unsigned)]


# -- where the key lies --------------------------------------------------------------------------------------------


def test_a_key_is_made_once_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert find_key(folder) is None
    key = own_key(folder)
    again = find_key(folder)
    assert again
    assert key.public == again.public == own_key(folder).public == read_public(folder / "device.pub")
    assert (folder / "device.key").stat().st_mode & 0o777 == 0o600
    assert sorted(os.listdir(folder)) == ["device.key", "device.pub"]
    assert own_key(tmp_path / "another").public != key.public


def test_a_key_is_for_its_owner_alone_whatever_is_usual_here(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        own_key(tmp_path)
    finally:
        os.umask(before)
    assert (tmp_path / "device.key").stat().st_mode & 0o777 == 0o600
    assert not is_open(tmp_path)
    (tmp_path / "device.key").chmod(0o640)
    assert is_open(tmp_path)


def test_other_programs_read_these_files(tmp_path: Path) -> None:
    key = own_key(tmp_path)
    secret = serialization.load_pem_private_key((tmp_path / "device.key").read_bytes(), None)
    raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
    assert secret.public_key().public_bytes(*raw) == key.public
    assert serialization.load_pem_public_key((tmp_path / "device.pub").read_bytes()).public_bytes(*raw) == key.public


def test_a_damaged_key_is_never_replaced(tmp_path: Path) -> None:
    """Else the device would have another name, and nobody would know why."""
    own_key(tmp_path)
    path = tmp_path / "device.key"
    whole = path.read_text("ascii")
    another_kind = (tmp_path / "device.pub").read_text("ascii")
    for damaged in ("", whole[:-40], whole.replace("MC4C", "MC4D"), "x" * 10_000, another_kind):
        path.write_text(damaged, "ascii")
        for look in (find_key, own_key):
            with pytest.raises(KeyTrouble, match="holds no key of a device"):
                look(tmp_path)
        assert path.read_text("ascii") == damaged


def test_the_public_file_is_put_right(tmp_path: Path) -> None:
    key = own_key(tmp_path)
    (tmp_path / "device.pub").write_text("nonsense")
    own_key(tmp_path)
    assert read_public(tmp_path / "device.pub") == key.public


def test_a_place_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KeyTrouble, match="Records stay unsigned"):
        own_key(tmp_path / "file")


def test_nobody_is_asked_for_a_secret_key(tmp_path: Path) -> None:
    own_key(tmp_path)
    with pytest.raises(KeyTrouble, match=r"secret key: leave it there, and take device\.pub"):
        read_public(tmp_path / "device.key")
    with pytest.raises(KeyTrouble, match="cannot be read"):
        read_public(tmp_path / "nothing")


def test_of_two_that_start_at_once_one_makes_the_key(tmp_path: Path) -> None:
    words = "from pathlib import Path; from companion.ledger import own_key; print(own_key(Path('.')).fingerprint)"
    started = [
        subprocess.Popen([sys.executable, "-c", words], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    told = {one.communicate(timeout=60)[0] for one in started}
    assert len(told) == 1
    assert all(one.returncode == 0 for one in started)
    assert sorted(os.listdir(tmp_path)) == ["device.key", "device.pub"]


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("first")
    write_new(tmp_path / "a", "second", 0o600)
    assert (tmp_path / "a").read_text() == "first"
    assert os.listdir(tmp_path) == ["a"]
