"""What the doctor says of Python, clock, disk, the table file and the tags."""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli import machine_checks as checks
from companion.cli.findings import Finding, Level, exit_status, fine, note, summary, unseen, wrong
from companion.ledger import own_key
from companion.table.layout_file import TableProblems, load_layout, read_layout
from companion.table.registry import Registry
from companion.table.sightings import Uid
from companion.table.under_way import UnderWay

TABLES = Path(__file__).resolve().parents[2] / "hardware" / "tables"


def test_the_exit_status_says_the_worst() -> None:
    good, odd = fine("a", "works."), note("b", "is a copy.")
    bad, dark = wrong("c", "is dead.", "Bury it."), unseen("d", "is in use.", "Wait.")
    assert [exit_status(found) for found in ([], [good, odd], [good, dark], [dark, bad, good])] == [0, 0, 2, 1]
    assert summary([good, odd]) == "All is fine."
    assert summary([bad, dark, good]) == "1 thing is wrong and 1 could not be checked."
    assert summary([bad, bad]) == "2 things are wrong."


@pytest.mark.parametrize(("version", "level"), [((3, 10), Level.WRONG), ((3, 11), Level.FINE), ((4, 0), Level.FINE)])
def test_python(version: tuple[int, int], level: Level) -> None:
    assert checks.python(version).level is level


def test_this_python() -> None:
    assert checks.python().level is Level.FINE


@pytest.mark.parametrize(
    ("year", "synchronised", "level"),
    [
        (1970, False, Level.WRONG),
        (1970, True, Level.WRONG),
        (2030, False, Level.NOTE),
        (2030, None, Level.FINE),
        (2030, True, Level.FINE),
    ],
)
def test_a_clock_that_was_never_set(year: int, synchronised: bool | None, level: Level) -> None:
    found = checks.clock(datetime(year, 1, 1, 12, 0, tzinfo=UTC), synchronised)
    assert found.level is level
    assert str(year) in found.words


def test_whether_a_time_server_has_set_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "SYNCHRONISED", tmp_path / "synchronized")
    asked = tmp_path / "timedatectl"
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    for said, meant in (("yes", True), ("no", False), ("", None)):
        asked.write_text(f'#!/bin/sh\n[ "$1" = show ] && echo {said}\n', encoding="ascii")
        asked.chmod(0o755)
        assert checks.clock_synchronised() is meant
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert checks.clock_synchronised() is None
    (tmp_path / "synchronized").touch()
    assert checks.clock_synchronised() is True


@pytest.mark.parametrize(
    ("megabytes", "level"), [(19, Level.WRONG), (20, Level.NOTE), (199, Level.NOTE), (200, Level.FINE)]
)
def test_room_on_the_disk(megabytes: int, level: Level) -> None:
    found = checks.room(Path("/data"), megabytes * 1_000_000)
    assert found.level is level
    assert f"{megabytes} MB" in found.words


def test_a_data_folder_that_is_not_there_yet_is_fine(tmp_path: Path) -> None:
    (found,) = checks.disk(tmp_path / "to" / "come")
    assert found.level in (Level.FINE, Level.NOTE)
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    found = list(checks.disk(tmp_path))
    assert found[0].level is Level.WRONG
    assert "Read-only file system" in found[0].words


def test_the_key_of_this_device(tmp_path: Path) -> None:
    none = checks.device_key(tmp_path)
    assert none.level is Level.NOTE
    assert not list(tmp_path.iterdir()), "a look makes none"
    key = own_key(tmp_path)
    assert checks.device_key(tmp_path) == fine("key", f"this device signs its records as {key.fingerprint}.")
    (tmp_path / "device.key").chmod(0o644)
    told = checks.device_key(tmp_path)
    assert told.level is Level.WRONG
    assert told.remedy.startswith("`chmod 600 ")
    (tmp_path / "device.key").write_text("nonsense")
    told = checks.device_key(tmp_path)
    assert told.level is Level.WRONG
    assert "Records stay unsigned" in told.words


def test_what_is_shown_depends_on_the_game() -> None:
    assert checks.game(None).level is Level.FINE
    assert "only show their health" in checks.game(UnderWay("A duel", "eight")).words
    assert "everything may be shown" in checks.game(UnderWay("A duel", "eight", rehearsal=True)).words


# -- the table -------------------------------------------------------------------------------------------------


def table(text: str) -> list[Finding]:
    return list(checks.table_file(Path("table.toml"), read_layout(text)))


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_are_fine(path: Path) -> None:
    (found,) = checks.table_file(path, load_layout(path))
    assert found.level is Level.FINE


def test_a_table_that_is_not_there_could_not_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    layout = load_layout(path)
    assert isinstance(layout, TableProblems)
    (found,) = checks.table_file(path, layout)
    assert found.level is Level.UNSEEN


def test_every_problem_of_a_table_is_told() -> None:
    found = table('seats = ["A"]\nnmae = "x"\npanel = 3\n')
    assert [one.level for one in found] == [Level.WRONG, Level.WRONG]
    assert [one.words.split(":")[0] for one in found] == ["table.toml, line 2", "table.toml, line 3"]


PADS = """
[[pad]]
number = 1
port = "/dev/ttyUSB0"
readers = [{ cells = "A.pile", count = 2 }]
[[pad]]
number = 2
port = "/dev/pads/2"
readers = [{ cells = "A.pile", count = 2 }, { tap = "B.discard" }]
[[pad]]
number = 3
port = "/dev/pads/3"
readers = [{ tap = "B.pile" }]
"""


def test_a_port_that_may_change_is_noted() -> None:
    found = table(f'seats = ["A", "B"]\nneighbours = [[1, 2, 3]]\n{PADS}')
    assert [one.level for one in found] == [Level.FINE, Level.NOTE]
    assert "/dev/ttyUSB0" in found[1].words


def test_pads_of_a_tray_that_do_not_take_turns_are_noted() -> None:
    found = table(f'seats = ["A", "B"]\nneighbours = [[2, 3]]\n{PADS}')
    assert [one.level for one in found] == [Level.FINE, Level.NOTE, Level.NOTE]
    assert found[2].words.startswith("pads 1 and 2 have cells of seat A")


# -- the tags --------------------------------------------------------------------------------------------------

BOX = {"gem_1": 2, "wound": 1}


def tags(*kinds: str, has_readers: bool = True) -> Finding:
    registry = Registry()
    for at, kind in enumerate(kinds):
        registry.enrol(Uid(f"04A1B2C3D4E5{at:02X}"), "game", kind)
    return checks.tags(registry, Path("tags.json"), "game", "The game", BOX, has_readers)


def test_the_tags() -> None:
    assert tags().level is Level.WRONG
    assert tags(has_readers=False).level is Level.FINE
    assert (tags("gem_1", "wound").level, tags("gem_1", "wound").words[:9]) == (Level.NOTE, "2 of the ")
    assert tags("gem_1", "wound", "gem_1") == fine("tags", "all 3 chips of The game have tags.")


def test_a_registry_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "tags.json"
    assert checks.registry(path)[1] == []
    path.write_text("{", encoding="utf-8")
    registry, found = checks.registry(path)
    assert registry is None
    assert [one.level for one in found] == [Level.WRONG]
