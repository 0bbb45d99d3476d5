"""`companion rehearse kills`: a sample of the long campaign, and whether it would notice."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import killed, main, rehearse_kills
from companion.cli.killed import GAME, LEDGER
from companion.cli.rehearse_kills import Kills
from companion.ledger import Ledger


def test_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearse_kills, "INPUTS", 2500)
    result = CliRunner().invoke(main, ["rehearse", "kills", "--count", "5", "--seed", "3", "--json"])
    told = json.loads(result.stdout)
    assert told.pop("p99_recover_s") > 0
    assert told == {"kills": 5, "lost_inputs": 0, "failed_starts": 0, "changed": 0}
    assert result.exit_code == 0


def test_the_program_goes_on_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same without kills: a start where the last one ended, and the next game after that."""
    kills = Kills(tmp_path, 3, inputs=400)
    monkeypatch.setattr("sys.argv", ["killed", str(tmp_path)])
    for game in (1, 2):
        killed.main()
        first, *_, last = capsys.readouterr().out.splitlines()
        assert first.split()[:3] == ["ready", str(game), "0"]
        assert last == "over"
    with Ledger.open(tmp_path / LEDGER) as ledger:
        assert [row.over for row in ledger.games()] == [True, True]
    kills._check_entries()
    assert kills.tally.troubles == []


def test_what_is_lost_is_noticed(tmp_path: Path) -> None:
    kills = Kills(tmp_path, 3, inputs=1500)
    assert kills.run(2).troubles == []
    (game, number), _ = max(kills._saved.items())
    with closing(sqlite3.connect(tmp_path / LEDGER)) as connection, connection:
        connection.execute("DELETE FROM entry WHERE game = ? AND number >= ?", (game, number))
    kills._live(early=False)
    assert kills.tally.lost_inputs >= 1
    assert any(f"but {number} was saved" in trouble for trouble in kills.tally.troubles)


def test_a_start_that_fails_is_noticed(tmp_path: Path) -> None:
    kills = Kills(tmp_path, 3, inputs=200)
    (tmp_path / GAME).write_text("{}", encoding="utf-8")
    kills._live(early=False)
    assert kills.tally.failed_starts == 1
    assert "KeyError" in kills.tally.troubles[0]
