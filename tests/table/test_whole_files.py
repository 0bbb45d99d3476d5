"""A file is there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.table.whole_files import OURS_ALONE, write_whole


def test_the_old_file_gives_way_to_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    write_whole(path, b"old and longer")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]


def test_what_is_ours_alone_nobody_else_may_read(tmp_path: Path) -> None:
    write_whole(tmp_path / "secret", b"", OURS_ALONE)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "kept").read_bytes() == b"new"


@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
def test_a_disk_that_takes_nothing_leaves_the_old_file(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, step, full)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]
