"""An arbiter that is stored and read again after every input does exactly what one does that was never stored."""

from __future__ import annotations

import json

import pytest

from companion.arbiter.stored import from_json, to_json
from companion.rules import TABLE
from tests.arbiter.by_hand import HandTable
from tests.arbiter.whole_games import Played, beginning, game_of
from tests.rules.playing import duel


class StoredTable(HandTable):
    """Its program ends after each input, and is started again."""

    def hear(self) -> None:
        super().hear()
        restart(self)


def restart(table: HandTable) -> None:
    """The program ends and is started again."""
    text = json.dumps(to_json(table.arbiter))
    table.arbiter = from_json(json.loads(text), table.layout, table.kinds)
    assert json.dumps(to_json(table.arbiter)) == text


@pytest.mark.parametrize(("seed", "kit"), [(1, "cells-2"), (3, "taps-2"), (5, "trays-2"), (6, "none-2")])
def test_a_game_goes_on_as_if_nothing_had_been(seed: int, kit: str) -> None:
    truth = beginning(game_of(seed, "steady"), 40)
    lasting, stored = Played(truth, kit), Played(truth, kit, StoredTable)
    for step in truth.steps:
        for played in (lasting, stored):
            played.play([step])
        assert stored.table.news == lasting.table.news
        assert stored.table.arbiter.todo() == lasting.table.arbiter.todo()
        assert stored.table.arbiter.match.view(TABLE) == lasting.table.arbiter.match.view(TABLE)
    assert lasting.wrong == []
    assert len(lasting.table.answers) > 10


def test_so_it_does_where_something_lies_against_the_rules() -> None:
    both = [table(duel()) for table in (HandTable, StoredTable)]
    for table in both:
        table.draw("A", "crash_gem", "gem_1", "gem_1", "gem_1", "burning_vigor")
        table.draw("B", "crash_gem", "gem_1", "gem_1", "gem_1", "stone_wall")
        stray = table.move("gem_3", "bank", "A.pile")
        table.wait(20)
        table.carry(stray, "bank")
        table.wait(12)
        table.move("gem_1", "bank", "A.pile")
        table.wait(20)
    assert both[0].rulings
    assert both[0].news == both[1].news


def test_a_form_that_is_not_known_is_refused_in_words() -> None:
    table = HandTable(duel())
    data = {**to_json(table.arbiter), "form": 99}
    with pytest.raises(ValueError, match="form 99; this program reads form"):
        from_json(data, table.layout, {})
