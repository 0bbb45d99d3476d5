"""A whole game, told afterwards: turns and moves, totals, mistakes, what readers saw, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.app.hall import RunningHall
from companion.app.telling import mistakes_in, named_in, seen_between
from companion.cli.rehearse_kills import Limited, LongEnough
from companion.faces.languages import ENGLISH, languages
from companion.faces.server.graph import HIGH, WIDE, graph_of
from companion.faces.told_game import ToldGame
from companion.ledger import Ledger, Recorded, read_record, write_record
from companion.referee.inputs import Finished
from companion.referee.referee import Referee
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import Staged
from companion.rules import JUDGE, TABLE
from companion.rules.puzzle_strike.table_words import WORDS
from companion.table.twin import Twin
from tests.end_to_end.duel import LAYOUT, SEED, STILL, the_duel

RUNNING = "running.txt"
INPUTS = 1400
"""So many make the first turns of the duel, until the wrong ante is put right."""


def a_game_with_a_mistake(folder: Path) -> None:
    """The first turns of the duel: an ante of the wrong size is noticed and put right; then the game is broken off.
    What everybody may know of it before its end is kept beside."""
    duel = the_duel()
    truth = duel.truth
    staged = Staged(SEED, truth, duel.script, duel.outages, Random(3))
    twin = Twin(LAYOUT, truth.kinds, {uid: {zone} for uid, zone in truth.places.items()})
    with Ledger.open(folder / "games.sqlite") as ledger:
        referee = Referee.begin(ledger, truth.setup, LAYOUT, truth.kinds, twin, title="A mistake", started="2026-11-20")
        limited = Limited(referee)
        limited.most = INPUTS
        with suppress(LongEnough):
            show(staged, LAYOUT, STILL, lambda *_: limited)
        (folder / RUNNING).write_text(write_record(ledger.game(1), TABLE), encoding="utf-8")
        assert referee.step(Finished(LAYOUT.seats, referee.now)).accepted


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    folder = tmp_path_factory.mktemp("told")
    a_game_with_a_mistake(folder)
    found = RunningHall(folder / "games.sqlite")
    yield found
    found.close()


@pytest.fixture(scope="module")
def told(hall: RunningHall) -> ToldGame:
    return hall.told(1, JUDGE, ENGLISH)


def test_the_moves_stand_by_turns(told: ToldGame) -> None:
    titles = [turn.title for turn in told.turns]
    assert titles[1].startswith("Turn 1: ")
    assert len(set(titles)) == len(titles)
    entries = [move.at for turn in told.turns for move in turn.moves]
    assert entries == sorted(entries)
    for before, turn in zip(told.turns, told.turns[1:], strict=False):
        assert before.seat != turn.seat
        assert all(move.at >= turn.at for move in turn.moves)
    assert not any("is known now" in move.words for turn in told.turns for move in turn.moves)


def test_the_mistake_is_marked_where_it_was_noticed(hall: RunningHall, told: ToldGame) -> None:
    (mistake,) = told.mistakes
    assert "the rules call for" in mistake.words
    assert mistake.settled == "right"
    marked = [(turn.title, move.at) for turn in told.turns for move in turn.moves if move.mistake]
    assert [at for _, at in marked] == [mistake.at]
    assert "правил" in hall.told(1, JUDGE, languages()["ru"]).mistakes[0].words
    seen = [chip.chip.kind for at in range(mistake.at, mistake.at + 1) for chip in hall.seen(1, at, JUDGE, ENGLISH)]
    assert seen, "the readers saw what the ruling is about"


def test_of_a_running_game_nobody_is_told_mistakes_and_sightings(hall: RunningHall) -> None:
    """They follow from every tag of the table, hidden hands among them."""
    recorded = read_record((hall.ledger.path.parent / RUNNING).read_text(encoding="utf-8"))
    assert isinstance(recorded, Recorded)
    assert mistakes_in(recorded, ENGLISH) == ()
    assert seen_between(recorded, 0, len(recorded.entries), WORDS) == ()


def test_a_record_without_its_beginning_tells_no_mistakes(hall: RunningHall) -> None:
    recorded = read_record(hall.export(1, JUDGE))
    assert isinstance(recorded, Recorded)
    assert mistakes_in(recorded, ENGLISH)
    assert mistakes_in(replace(recorded, entries=recorded.entries[1:]), ENGLISH) == ()


def test_every_entry_can_be_gone_to_and_steps_lead_through_all_that_changed(hall: RunningHall, told: ToldGame) -> None:
    at, came = 0, [0]
    while (after := hall.replay(1, at, JUDGE, ENGLISH).after) != at:
        assert hall.replay(1, after, JUDGE, ENGLISH).before == at
        at = after
        came.append(at)
    assert {move.at for turn in told.turns for move in turn.moves} <= set(came), "rulings among them"
    assert hall.replay(1, 10_000, JUDGE, ENGLISH).at == told.last


def test_the_graph_says_what_the_totals_were(told: ToldGame) -> None:
    drawn = graph_of(told)
    assert [line.name for line in drawn.lines] == [seat.name for seat in told.seats]
    for seat, line, heights in zip(told.seats, drawn.lines, told.heights, strict=True):
        assert seat.total
        assert line.value == heights[-1].value == seat.total.value
        assert line.path.count("V") == len(heights) - 1
    assert abs(drawn.lines[0].label - drawn.lines[1].label) >= 20, "no name covers another"
    assert 0 < drawn.limit < drawn.zero < HIGH
    assert drawn.at(0) < drawn.at(told.last) < WIDE
    assert [mark.at for mark in drawn.mistakes] == [one.at for one in told.mistakes]


def test_the_list_of_games_tells_who_played_what(hall: RunningHall, told: ToldGame) -> None:
    (line,) = hall.lines(ENGLISH)
    assert [name for name, _ in line.seats] == [seat.name for seat in told.seats]
    assert [role for _, role in line.seats] == [seat.subtitle for seat in told.seats]
    assert (line.over, line.result, line.turns) == (True, "", told.played_turns)
    assert 0 < line.seconds <= told.seconds


def test_a_sentence_finds_its_chip() -> None:
    crash, gem = WORDS.chip("crash_gem"), WORDS.chip("gem_1")
    assert named_in("A plays a Crash Gem.", (gem, crash)) == crash
    assert named_in("Gems move.", (gem, crash)) is None
    assert named_in("Gems move.", (gem, gem)) == gem
