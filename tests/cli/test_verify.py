"""`companion verify`: what it says of a record, in words and by its exit status."""

from __future__ import annotations

import os
from errno import EACCES
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.ledger import Ledger, Recorded, checkpoint_of, own_key, read_record
from companion.ledger.text import as_text
from companion.referee.inputs import Corrected, Finished
from tests.referee.games import by_hand, say

WHOLE, WRONG, INCOMPLETE, MISTYPED = 0, 1, 2, 64


def run(*words: object) -> tuple[int, str]:
    """The exit status, and what is said, in one line."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, " ".join(result.output.split())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record of a short game in which the table was put right, signed and exported when it was over."""
    path = tmp_path / "games.sqlite"
    own_key(tmp_path)
    changes = {"seats": {"A": {"pile": [1, 2]}}, "bank": {"change": {"gem_2": -1}}}
    with Ledger.open(path) as ledger:
        referee = by_hand(ledger)
        say(referee, "A", "done", "buy:wound", "done")
        assert referee.step(Corrected(("A", "B"), changes, "an elbow", 5.0)).accepted
        assert run("export", 1, "--ledger", path, "--out", tmp_path / "running.txt")[0] == 0
        referee.step(Finished(("A", "B"), 9.0))
    file = tmp_path / "record.txt"
    assert run("export", 1, "--ledger", path, "--out", file)[0] == 0
    return file


def read(file: Path) -> Recorded:
    recorded = read_record(file.read_bytes())
    assert isinstance(recorded, Recorded)
    return recorded


def test_a_whole_record(file: Path) -> None:
    status, words = run("verify", file)
    assert status == WHOLE
    assert words.startswith("Whole: ")
    assert "All entries are unchanged (6)." in words
    assert "The rules accept all" in words
    head = words.split("The head is")[1].split(".")[0].strip()
    assert run("verify", file, "--head", head)[0] == WHOLE
    status, words = run("verify", file, "--head", "0" * 64)
    assert status == WRONG
    assert "the head that was kept is not in this record" in words
    assert "The record does not match what you compared it with." in words
    assert "was changed after it was written" not in words


def test_a_record_of_a_running_game_is_incomplete(file: Path) -> None:
    status, words = run("verify", file.with_name("running.txt"))
    assert status == INCOMPLETE
    assert words.startswith("Incomplete: ")
    assert "From entry 4 to the end, nothing was checked against the rules" in words
    assert "what only the judge may see, in entries 0, 4." in words
    assert "Export the game again when it is over" in words


def test_a_finished_record_with_parts_taken_out_is_incomplete(file: Path) -> None:
    recorded = read(file)
    entries = [entry.seen_by("table") for entry in recorded.entries]
    file.write_text(as_text(entries, recorded.audience, recorded.signed), "utf-8")
    status, words = run("verify", file)
    assert status == INCOMPLETE
    assert "somebody took parts out of this file" in words


def test_every_byte_that_is_altered_is_found(file: Path) -> None:
    """A sample; all of them are the ledger's tests' affair."""
    whole = file.read_bytes()
    for at in range(7, len(whole), len(whole) // 40):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert run("verify", file)[0] == WRONG, at
    file.write_bytes(whole[: len(whole) // 2])
    assert run("verify", file)[0] == WRONG


def test_the_device_is_named_by_its_file_or_its_fingerprint(file: Path, tmp_path: Path) -> None:
    ours, theirs = own_key(tmp_path), own_key(tmp_path / "another")
    for named in (ours.fingerprint, ours.fingerprint.replace("-", "").upper(), tmp_path / "device.pub"):
        status, words = run("verify", file, "--key", named)
        assert status == WHOLE
        assert f"Signed by device {ours.fingerprint}, the one you named." in words
    for named in (theirs.fingerprint, tmp_path / "another" / "device.pub"):
        status, words = run("verify", file, "--key", named)
        assert status == WRONG
        assert f"device {ours.fingerprint} has signed this record, and device {theirs.fingerprint} was named" in words
    recorded = read(file)
    file.write_text(as_text(recorded.entries, recorded.audience), "utf-8")
    assert "No device has signed this record" in run("verify", file)[1]
    status, words = run("verify", file, "--key", ours.fingerprint)
    assert status == WRONG
    assert f"this record is not signed, so it cannot be checked against device {ours.fingerprint}" in words
    assert "was changed after it was written" not in words


def test_a_checkpoint_is_held_against_it(file: Path) -> None:
    recorded = read(file)
    text = checkpoint_of(recorded.as_head, recorded.signed).text
    for kept in (text, text.lower(), f" {text[:100]}\n{text[100:]} "):
        status, words = run("verify", file, "--checkpoint", kept)
        assert status == WHOLE
        assert "It matches the checkpoint made after entry 5." in words
    status, words = run("verify", file.with_name("running.txt"), "--checkpoint", text)
    assert status == WRONG
    assert "it was cut short, or exported earlier" in words
    assert "was changed after it was written" not in words
    status, words = run("verify", file, "--checkpoint", text.replace(recorded.head.upper(), "A" * 64))
    assert status == WRONG
    assert "entry 5 is not the one of the checkpoint" in words


def test_what_is_no_record(tmp_path: Path) -> None:
    (file := tmp_path / "diary.txt").write_text("Dear diary,\n")
    status, words = run("verify", file)
    assert status == WRONG
    assert words.startswith(f"Wrong: {file}. This is not a record, or it was changed after it was written.")
    assert "line 1: a record begins with" in words


def test_a_file_that_cannot_be_opened_is_not_called_wrong(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path) -> bytes:
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    status, words = run("verify", file)
    assert status == MISTYPED
    assert "cannot be read: Permission denied" in words


def test_what_is_mistyped_is_never_taken_for_incomplete(file: Path, tmp_path: Path) -> None:
    for words, said in (
        (["nothing.txt"], "does not exist"),
        ([], "Missing argument"),
        ([file, "--nonsense"], "No such option"),
        ([file, "--head", "zz"], "a head has 64 digits and letters"),
        ([file, "--head", read(file).head[:20]], "a head has 64 digits and letters"),
        ([file, "--head", f"{read(file).head}0"], "a head has 64 digits and letters"),
        ([file, "--checkpoint", "f00d"], 'begins with "COMPANION:"'),
        ([file, "--key", "f00d"], "cannot be read"),
        ([file, "--key", tmp_path / "device.key"], "secret key: leave it there"),
        ([file, "--key", file], "holds no public key"),
    ):
        status, told = run("verify", *words)
        assert (status, said in told) == (MISTYPED, True), told


def test_the_help_tells_the_exit_statuses() -> None:
    words = run("verify", "--help")[1]
    for status, meaning in ((0, "whole"), (1, "something is wrong"), (2, "incomplete"), (64, "the command itself")):
        assert f"{status} {meaning}" in words
