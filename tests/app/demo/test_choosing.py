"""A new game at the virtual table: what is offered, and what comes of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.app.demo.choosing import LOT, NAMES, begins_at_once, chosen, offer_row, playable, usual_setup
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.table import deal
from companion.faces.languages import ENGLISH, languages
from companion.rules import SetupError, new_match, register
from companion.rules.kernel.sentences import in_english
from tests.sample_game import GAME

register(GAME)


def offered(row: dict[str, Any], key: str) -> list[str]:
    return [one[0] for choice in row["choices"] if choice["key"] == key for one in choice["offered"]]


def test_only_what_is_settled_before_is_offered() -> None:
    row = offer_row(USUAL, ENGLISH)
    assert [seat["name"] for seat in row["seats"]] == ["Anna", "Ben"]
    assert [seat["own"]["character"] for seat in row["seats"]] == ["jaina", "rook"]
    assert "" not in offered(row, "character")  # picked in secret: then nobody knows which chips lie there
    assert "random" not in offered(row, "bank")
    assert len(offered(row, "character")) == 10


@pytest.mark.parametrize("bank", ["first_game", "combo_crazy"])
def test_everything_offered_can_be_played(bank: str) -> None:
    for character in offered(offer_row(USUAL, ENGLISH), "character"):
        own = [{"character": character}, {"character": "lum" if character != "lum" else "grave"}]
        setup = chosen(USUAL, {"names": ["Лена", "Ed"], "own": own, "shared": {"bank": bank}})
        assert [seat.character for seat in setup.seats] == [one["character"] for one in own]
        assert setup.bank == bank
        assert len(deal(setup)) > 200


def test_names_are_checked() -> None:
    for names in (["Anna", ""], ["Anna", "Anna"], ["An:na", "Ben"], ["Anna"], ["Anna", "Ben", "Cleo"]):
        with pytest.raises(SetupError):
            chosen(USUAL, {"names": names})
    setup = chosen(USUAL, {"names": [" Anna  Lee ", "B" * 50], "own": [{"character": "rook"}, {"character": "lum"}]})
    assert [seat.name for seat in setup.seats] == ["Anna Lee", "B" * 20]


def test_what_is_not_offered_is_refused() -> None:
    with pytest.raises(SetupError, match="not offered"):
        chosen(USUAL, {"names": ["A", "B"], "shared": {"bank": "random"}})


def test_chance_chooses_where_that_is_wanted() -> None:
    row = offer_row(USUAL, ENGLISH)
    bank = next(choice for choice in row["choices"] if choice["key"] == "bank")
    assert (len(bank["pool"]) > bank["picks"], bank["picks"]) == (True, 10)
    deed = {"names": ["A", "B"], "own": [{"character": LOT}, {"character": LOT}], "shared": {"bank": LOT}}
    setups = [chosen(USUAL, deed, Random(seed)) for seed in range(8)]
    for setup in setups:
        assert len({seat.character for seat in setup.seats}) == 2
        assert len(set(setup.bank)) == 10
        assert len(deal(setup)) > 200
    assert len({setup.bank for setup in setups}) == len(setups)


def test_stacks_are_chosen_one_by_one() -> None:
    pool = [
        key for key, *_ in next(one for one in offer_row(USUAL, ENGLISH)["choices"] if one["key"] == "bank")["pool"]
    ]
    setup = chosen(USUAL, {"names": ["A", "B"], "shared": {"bank": pool[:10]}})
    assert set(setup.bank) == set(pool[:10])
    assert next(one for one in offer_row(setup, ENGLISH)["choices"] if one["key"] == "bank")["value"] == setup.bank
    with pytest.raises(SetupError, match="choose 10 different ones"):
        chosen(USUAL, {"names": ["A", "B"], "shared": {"bank": pool[:9]}})


def test_another_game_is_offered_by_the_same_means() -> None:
    setup = usual_setup("beacons")
    assert len(setup.seats) == 4
    assert new_match(setup).pending
    modes = next(choice for choice in playable(setup, in_english).choices if choice.key == "mode")
    assert [one.key for one in modes.offered] == ["partners", "charts"]
    charts = chosen(setup, {"names": list("ABCD"), "shared": {"mode": "charts"}})
    assert charts.mode == "charts"


def test_the_offer_is_in_the_language_of_the_page() -> None:
    row = offer_row(USUAL, languages()["ru"])
    assert row["language"] == "ru"
    assert [code for code, _ in row["languages"]] == ["en", "ru"]
    assert next(choice["name"] for choice in row["choices"] if choice["key"] == "bank") == "Банк"


@pytest.mark.parametrize(("seats", "mode", "count"), [(3, "", 3), (4, "", 4), (0, "team", 4), (0, "last-standing", 3)])
def test_three_and_four_sit_at_the_virtual_table(seats: int, mode: str, count: int) -> None:
    setup = usual_setup("puzzle-strike", seats, mode)
    assert len(setup.seats) == count == len({seat.character for seat in setup.seats})
    assert begins_at_once(setup)
    modes = next(choice for choice in playable(setup, in_english).choices if choice.key == "mode")
    fitting = {"", "free-for-all", "last-standing"} | ({"team"} if count == 4 else set())
    assert {one.key for one in modes.offered} == fitting
    row = offer_row(setup, ENGLISH)
    assert next(one["value"] for one in row["choices"] if one["key"] == "mode") == mode
    others = chosen(setup, {"names": NAMES[:count], "shared": {"mode": "last-standing", "open_hands": "on"}})
    assert (others.mode, others.options["open_hands"]) == ("last-standing", "on")


def test_a_mode_for_others_is_refused() -> None:
    with pytest.raises(SetupError, match="team is for 4 players"):
        usual_setup("puzzle-strike", 3, "team")
