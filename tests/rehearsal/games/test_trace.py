"""Traces are written and read again, and any bytes can be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rehearsal.games.trace import (
    Trace,
    look_line,
    read_situation,
    read_trace,
    read_trace_lines,
    situation_json,
    write_records,
)
from companion.table.sightings import Look, Uid
from tests.rehearsal.games.stand_ins import Perfect
from tests.rehearsal.games.tables import ROOT, kit, shown, staged


def test_a_game_is_recorded_and_read_again(tmp_path: Path) -> None:
    game = staged(1, "taps")
    played, _ = shown(game, Perfect(game), "taps")
    text = (ROOT / "hardware" / "tables" / "taps-2.toml").read_text(encoding="utf-8")
    write_records(tmp_path, played, text, played.staged.seed)
    trace = read_trace(tmp_path / "game-1.trace.jsonl")
    assert not trace.problems
    assert len(trace.looks) == played.looked
    assert [(look.reader, look.tags, look.error) for look in trace.looks] == [
        (look.reader, look.tags, look.error) for look in played.looks
    ]
    assert all(abs(one.at - other.at) < 1e-4 for one, other in zip(trace.looks, played.looks, strict=True))
    situation = read_situation((tmp_path / "game-1.setup.json").read_text(encoding="utf-8"))
    assert situation[:4] == (game.truth.setup, kit("taps"), game.truth.kinds, game.truth.places)
    truth = [json.loads(line) for line in (tmp_path / "game-1.truth.jsonl").read_text().splitlines()]
    assert truth[0]["said"] == list(game.truth.steps[0].step.said)
    assert [row["at"] for row in truth] == sorted(row["at"] for row in truth)


@given(st.lists(st.binary(max_size=80), max_size=6))
def test_any_bytes_can_be_read(lines: list[bytes]) -> None:
    texts = [line.decode("utf-8", errors="replace") for line in lines]
    trace = read_trace_lines(texts)
    assert len(trace.looks) + len(trace.problems) <= sum(bool(text.strip()) for text in texts)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "JSON object"),
        ('{"reader": "1.0", "tags": []}', "seconds"),
        ('{"at": NaN, "reader": "1.0"}', "seconds"),
        ('{"at": true, "reader": "1.0"}', "seconds"),
        ('{"at": 1e300, "reader": "1.0"}', "seconds"),
        ('{"at": 1, "reader": 5}', "must be text"),
        ('{"at": 1, "reader": "1.0", "tags": "04A1"}', "list"),
        ('{"at": 1, "reader": "1.0", "tags": [4]}', "list"),
        ('{"at": 0.5, "reader": "1.0"}', "time does not go back"),
    ],
)
def test_bad_lines_are_told_and_the_others_read(line: str, problem: str) -> None:
    good = look_line(Look("1.0", 1.0, (Uid("04A1B2C3"),)))
    trace = read_trace_lines([good, line, good])
    assert trace.looks == (Look("1.0", 1.0, (Uid("04A1B2C3"),)),) * 2
    assert len(trace.problems) == 1
    assert problem in trace.problems[0]
    assert "line 2" in trace.problems[0]


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"form": 2}', '{"form": 1, "setup": {}}'])
def test_a_bad_setup_file_is_told_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="setup file cannot be read"):
        read_situation(text)


def test_a_bad_table_in_a_setup_file_is_told_line_by_line() -> None:
    setup = staged(1, "none").truth.setup
    with pytest.raises(ValueError, match="The table in the setup file"):
        read_situation(situation_json(setup, "seats = 5\n", {}, {}))


def test_an_empty_trace_is_one() -> None:
    assert read_trace_lines(["", "  "]) == Trace(())
