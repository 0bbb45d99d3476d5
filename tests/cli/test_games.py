"""`companion games`, `export`, `backup` and `restore`."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.places import ledger_path
from companion.ledger import Ledger, LedgerGame, Recorded, check_chain, own_key, read_record
from companion.ledger.device import read_pem


def companion(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def said(*words: str | Path) -> str:
    """In one line, however it was broken to fit."""
    return " ".join(companion(*words).output.split())


@pytest.fixture
def ledger(data: Path) -> Iterator[Ledger]:
    """Two games, one of them over; open, as a running companion has it."""
    with Ledger.open(ledger_path()) as ledger:
        play(ledger, "Friday").finish({"won": "A"})
        play(ledger, "Saturday")
        yield ledger


def play(ledger: Ledger, title: str) -> LedgerGame:
    game = ledger.begin({"title": title, "started": "2025-05-02T19:30:00"})
    game.append({"in": "draw", "hidden": {"owner": "A", "kinds": ["wound"]}})
    return game


@pytest.mark.parametrize("words", ["games", "export 1", "backup", "restore copy.sqlite"])
def test_before_the_first_game(data: Path, words: str) -> None:
    run = companion(*words.split())
    assert run.exit_code == 1
    assert run.output.startswith("Error: There is no ")
    assert not data.exists()


def test_games_lists_them(ledger: Ledger) -> None:
    run = companion("games")
    assert run.output.splitlines() == [
        "    1  2025-05-02T19:30:00       3 entries  over      Friday",
        "    2  2025-05-02T19:30:00       2 entries  not over  Saturday",
    ]
    told = json.loads(companion("games", "--json").output)
    assert [(game["number"], game["over"]) for game in told["games"]] == [(1, True), (2, False)]
    assert told["games"][1]["head"] == ledger.game(2).head
    assert told["troubles"] == []


def test_games_mends_when_asked(ledger: Ledger) -> None:
    assert "running companion" in said("games", "--mend")
    ledger.close()
    assert "is not damaged" in said("games", "--mend")
    data = bytearray(ledger_path().read_bytes())
    data[3] ^= 1
    ledger_path().write_bytes(data)
    assert "--mend" in said("games")
    mended = said("games", "--mend")
    assert "set aside as games.sqlite.set-aside-1" in mended
    assert "Saved: 5 entries of 2 games." in mended
    assert companion("games").exit_code == 0


def test_export_writes_what_its_audience_may_see(ledger: Ledger, tmp_path: Path) -> None:
    assert "wound" in said("export", "1")
    for audience, seen in (("table", False), ("A", True), ("B", False)):
        run = companion("export", "2", "--as", audience)
        assert ("wound" in run.output) is seen
    recorded = read_record(CliRunner().invoke(main, ["export", "2"]).stdout)
    assert isinstance(recorded, Recorded)
    assert check_chain(recorded, ledger.game(2).head) == []


def test_export_says_what_is_odd_about_an_audience(ledger: Ledger) -> None:
    assert "to nobody but the judge" in companion("export", "2", "--as", "judge").stderr
    assert "Game 2 has nothing that only Bee may see" in companion("export", "2", "--as", "Bee").stderr
    assert "not over" not in companion("export", "1", "--as", "judge").stderr
    assert "Nobody is called" in said("export", "2", "--as", "")
    assert "There is no game 3" in said("export", "3")


def test_export_into_a_file(ledger: Ledger, tmp_path: Path) -> None:
    out = tmp_path / "friday.txt"
    assert companion("export", "1", "--out", out).stdout == f"Game 1 was written to {out}.\n"
    assert out.read_text(encoding="utf-8") == companion("export", "1").stdout
    refused = companion("export", "2", "--out", out)
    assert refused.exit_code == 1
    assert "--force" in refused.output
    assert "Friday" in out.read_text(encoding="utf-8")
    assert companion("export", "2", "--out", out, "--force").exit_code == 0
    assert "Saturday" in out.read_text(encoding="utf-8")
    assert "cannot be written" in said("export", "1", "--out", out / "inside")


def test_backup_and_restore(ledger: Ledger, data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert "Copied 2 games (5 entries) to" in said("backup", copy)
    assert "already" in said("backup", copy)
    assert companion("backup").exit_code == 0
    (dated,) = (data / "backups").iterdir()
    assert dated.name.startswith("games-")
    play(ledger, "Sunday")
    assert "running companion" in said("restore", copy)
    ledger.close()
    restored = said("restore", copy)
    assert "Restored 2 games (5 entries)." in restored
    assert "set aside as games.sqlite.set-aside-1" in restored
    assert len(companion("games").output.splitlines()) == 2
    assert len(companion("games", "--ledger", data / "games.sqlite.set-aside-1").output.splitlines()) == 3


def test_a_device_signs_what_it_exports(ledger: Ledger, data: Path) -> None:
    unsigned = companion("export", "1")
    assert "not signed" in unsigned.stderr
    assert unsigned.stdout.startswith("companion record 1\n")
    key = own_key(data)
    for number in ("1", "2"):
        signed = companion("export", number)
        assert signed.stderr == ""
        recorded = read_record(signed.stdout)
        assert isinstance(recorded, Recorded)
        assert recorded.signed
        assert recorded.signed.device == key.public
        assert check_chain(recorded) == []
    (data / "device.key").write_text("nonsense")
    assert "holds no key" in " ".join(companion("export", "1").stderr.split())
    assert companion("export", "1").stdout == unsigned.stdout


def test_no_copy_and_no_record_holds_the_secret_key(ledger: Ledger, data: Path, tmp_path: Path) -> None:
    own_key(data)
    found = read_pem(data / "device.key")
    assert found
    pem = (data / "device.key").read_text("ascii").split("\n")[1].encode()
    assert companion("backup", tmp_path / "copy.sqlite").exit_code == 0
    told = [(tmp_path / "copy.sqlite").read_bytes(), companion("export", "1").output.encode()]
    told += [companion(*words).output.encode() for words in (["games"], ["games", "--json"], ["doctor", "--json"])]
    for text in told:
        for secret in (found[1], found[1].hex().encode(), base64.b64encode(found[1])[:40], pem):
            assert secret not in text


def test_another_data_folder_is_named_as_for_run(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with Ledger.open(other / "games.sqlite") as ledger:
        play(ledger, "Sunday")
    assert "Sunday" in said("games", "--data", other)
    assert "Sunday" in said("export", "1", "--data", other)
    assert f"to {other}/backups/games-" in said("backup", "--data", other).replace("/ ", "/")
    assert "Sunday" in said("games", "--ledger", other / "games.sqlite")
