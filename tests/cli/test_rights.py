"""What a program that somebody starts by hand writes is nobody else's to read, whatever the shell says."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.recorder import Recorder
from companion.cli.example_tables import TABLES, table_from
from companion.ledger import Ledger, backup
from companion.referee.referee import Referee
from companion.table.layout_words import write_layout
from companion.table.raw_log import RawLog
from companion.table.twin import Twin
from companion.table.whole_files import write_whole
from tests.cli.live import Live
from tests.processes import hear
from tests.referee.games import DUEL

FOR_OTHERS = 0o077


def open_to_others(folder: Path) -> list[str]:
    """Files and folders below this one that others may read, write or enter."""
    return [
        f"{path.relative_to(folder)} {stat.S_IMODE(path.stat().st_mode):o}"
        for path in folder.rglob("*")
        if not path.is_symlink() and path.stat().st_mode & FOR_OTHERS and path.name != "table.toml"
    ]


@contextmanager
def careless() -> Iterator[None]:
    """A shell that masks nothing."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def test_a_whole_evening(live: Live, tmp_path: Path) -> None:
    """Ledger with its log, codes, the lines of the pads."""
    home = tmp_path / "mine"
    with careless():
        home.mkdir()
        table = tmp_path / "table.toml"
        table.write_text(write_layout(live.pads.layout))
        words = ["run", "--table", str(table), "--host", "127.0.0.1", "--port", "0", "--display", "none"]
        words += ["--wifi", "", "--no-announce", "--record", str(home / "traces")]
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            env=os.environ | {"XDG_DATA_HOME": str(home / "share")},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    heard = hear(process, "Ctrl-C ends")
    assert re.search(r"Phones: http", heard), heard
    kept = home / "share" / "puzzle-strike-companion"
    names = {path.name for path in kept.iterdir()}
    found = open_to_others(home / "share")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert {"games.sqlite", "games.sqlite-wal", "doors.json"} <= names
    assert found == []
    assert open_to_others(home / "share") == []


def test_what_was_open_to_others_is_closed(tmp_path: Path) -> None:
    """An older version left the folder open."""
    folder = tmp_path / "puzzle-strike-companion"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-m", "companion", "chips", "gem"], env=environment, capture_output=True, check=False
    )
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_an_export_is_for_others(tmp_path: Path) -> None:
    with careless():
        (folder := tmp_path / "puzzle-strike-companion").mkdir()
        with Ledger.open(folder / "games.sqlite") as ledger:
            ledger.begin({"title": "A duel"})
    out = tmp_path / "record.txt"
    command = f"umask 022; exec {sys.executable} -m companion export 1 --out {out}"
    subprocess.run(["sh", "-c", command], env=os.environ | {"XDG_DATA_HOME": str(tmp_path)}, check=True)
    assert stat.S_IMODE(out.stat().st_mode) == 0o644


@pytest.mark.parametrize(("audience", "rights"), [("judge", 0o600), ("A", 0o600), ("table", 0o644)])
def test_an_export_of_hidden_chips_is_for_nobody_else(tmp_path: Path, audience: str, rights: int) -> None:
    """Once the game is over, it hides nothing."""
    with Ledger.open(tmp_path / "games.sqlite") as ledger:
        game = ledger.begin({"title": "A duel", "hidden": {"owner": "A", "hand": ["gem_4"]}})
    command = (
        f"umask 022; exec {sys.executable} -m companion export 1 --ledger {tmp_path / 'games.sqlite'} --as {audience}"
    )
    subprocess.run(["sh", "-c", f"{command} --out {tmp_path / 'running.txt'}"], check=True)
    assert stat.S_IMODE((tmp_path / "running.txt").stat().st_mode) == rights
    with Ledger.open(tmp_path / "games.sqlite") as ledger:
        ledger.game(game.number).finish({})
    subprocess.run(["sh", "-c", f"{command} --out {tmp_path / 'over.txt'}"], check=True)
    assert stat.S_IMODE((tmp_path / "over.txt").stat().st_mode) == 0o644


def test_each_file_by_itself(tmp_path: Path, live: Live) -> None:
    """Where no command has set the mask: the parts are careful themselves."""
    with careless():
        with Ledger.open(tmp_path / "ledger" / "games.sqlite") as ledger:
            ledger.begin({"title": "A duel"})
            backup(ledger.path, tmp_path / "backups" / "copy.sqlite")
            found = open_to_others(tmp_path / "ledger") + open_to_others(tmp_path / "backups")
        write_whole(tmp_path / "whole", b"x")
        log = RawLog(tmp_path / "pads" / "pads.log", live.pads.layout)
        log.went(1, b"?00 HI*0000\n", 1.0)
        log.close()
        found += [
            path.name
            for path in (tmp_path / "whole", tmp_path / "pads" / "pads.log")
            if path.stat().st_mode & FOR_OTHERS
        ]
    assert found == []


def test_a_trace(tmp_path: Path) -> None:
    with careless():
        recorder = Recorder(tmp_path / "traces", pytest.fail)
        layout = table_from(TABLES / "cells-2.toml")
        with Ledger.open(tmp_path / "games.sqlite") as ledger:
            recorder.follow(1, "", Referee.begin(ledger, DUEL, layout, {}, Twin(layout, {})).beginning, {})
        recorder.close()
    assert list((tmp_path / "traces").iterdir())
    assert open_to_others(tmp_path / "traces") == []
