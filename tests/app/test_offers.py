"""What may be chosen for a new game comes from the games alone, and reaches the page on which it is chosen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import offers
from companion.app.offers import offer
from companion.faces.languages import ENGLISH, languages
from companion.rules import Game, SeatSetup, Setup, SetupError, find_game, games, new_match
from companion.rules.kernel.offers import Offered, Offers, SetupChoice, set_up
from tests.faces.server.conftest import Served
from tests.sample_game import GAME as BEACONS
from tests.session.tables import game_of


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    yield found
    found.hall.close()


def test_no_game_is_known_where_offers_are_made() -> None:
    source = Path(offers.__file__).read_text(encoding="utf-8")
    imported = [node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    assert [name for name in imported if any(key.replace("-", "_") in name for key in games())] == []
    assert [key for key in games() if key in source] == []


@pytest.mark.parametrize("key", sorted(games()))
def test_whatever_a_game_offers_it_takes(key: str) -> None:
    game = find_game(key)
    offered = game.offers(ENGLISH.say)
    assert offered.seats == tuple(sorted(offered.seats))
    for choice in offered.choices:
        values: list[str | tuple[str, ...]] = [one.key for one in choice.offered]
        values += [tuple(one.key for one in choice.pool[: choice.picks])] if choice.pool else []
        values += [str(choice.least), str(choice.most)] if choice.most else []
        for value in values:
            said = {choice.key: value}
            taken = [set_up(key, offered, names, said, [said] if choice.each else []) for names in numbers(offered)]
            assert any(map(begins, taken)), value


def numbers(offered: Offers) -> list[list[str]]:
    """The names of as many players as there may be."""
    return [[f"S{at}" for at in range(count)] for count in offered.seats]


def begins(setup: Setup) -> bool:
    """Whether a match begins; some modes are for other numbers of players."""
    try:
        new_match(setup)
    except SetupError as problem:
        if "players" not in str(problem):
            raise
        return False
    return True


def test_what_is_not_offered_is_refused_in_words() -> None:
    offered = find_game("puzzle-strike").offers(ENGLISH.say)
    for said in ({"bank": "nonsense"}, {"bank": ("combine",)}, {"bank": ("chip_damage",) * 10}):
        with pytest.raises(SetupError, match="Bank: "):
            set_up("puzzle-strike", offered, ("A", "B"), said)
    number = Offers((2,), (SetupChoice("rows", "Rows", least=3, most=9, default="5"),))
    with pytest.raises(SetupError, match="a number from 3 to 9"):
        set_up("puzzle-strike", number, ("A", "B"), {"rows": "ten"})


def test_what_seats_choose_for_themselves_is_theirs() -> None:
    team = SetupChoice("team", "Team", (Offered("dawn", "Dawn"), Offered("dusk", "Dusk")), each=True)
    setup = set_up("a-game", Offers((2,), (team,)), ("A", "B"), {}, ({"team": "dawn"}, {"team": "dusk"}))
    assert setup.options == {"team@A": "dawn", "team@B": "dusk"}


@pytest.mark.parametrize("key", sorted(games()))
def test_as_many_seats_as_it_offers_and_no_others(key: str) -> None:
    offered = find_game(key).offers(ENGLISH.say)
    for count in range(1, 6):
        setup = Setup(key, tuple(SeatSetup(f"S{at}") for at in range(count)))
        if count in offered.seats:
            new_match(setup)
        else:
            with pytest.raises(SetupError):
                new_match(setup)


def test_a_game_that_says_nothing_is_offered_by_its_seats_alone() -> None:
    silent = Game.offers(BEACONS, ENGLISH.say)
    assert silent == Offers((2, 3, 4))


def test_puzzle_strike_is_offered_in_the_language_of_who_chooses() -> None:
    english = offer(find_game("puzzle-strike"), ENGLISH)
    russian = offer(find_game("puzzle-strike"), languages()["ru"])
    bank, russian_bank = (next(one for one in offers.choices if one.key == "bank") for offers in (english, russian))
    characters = next(one for one in russian.choices if one.key == "character")
    assert [one.name for one in bank.offered][:2] == ["First Game", "Lots of Attacks"]
    assert [one.name for one in russian_bank.offered][:2] == ["Первая Игра", "Множество Атак"]
    assert [one.key for one in russian_bank.pool] == [one.key for one in bank.pool]
    assert "Combo" not in russian_bank.offered[0].note
    assert len(characters.offered) == 11, "ten, and none yet"


def test_the_sample_game_is_set_up_from_the_page_with_what_its_own_folder_says(served: Served) -> None:
    host = served.phone("host")
    page = host.page("/new?game=beacons")
    assert page.count('name="name') == 4
    assert page.count(" required>") == 4, "four sit down, no fewer"
    assert 'name="character0"' not in page
    assert 'name="bank"' not in page
    assert page.count('name="mode"') == 2
    names = {f"name{at}": name for at, name in enumerate(("Ada", "Ben", "Cleo", "Dan"))}
    fewer = host.post("/new", game="beacons", kit="none", **dict(list(names.items())[:3]))
    assert fewer.status_code == 409
    assert "The number of players can be 4." in fewer.text
    assert host.post("/new", game="beacons", kit="none", **names).status_code == 303
    playing = served.hall.table().playing()
    assert playing is not None
    assert playing.seats == ("Ada", "Ben", "Cleo", "Dan")
    assert "holds the crown" in served.phone().page("/")
    assert host.post("/new", game="beacons", kit="none", instead="yes", mode="charts", **names).status_code == 303
    assert game_of(served.hall.table()).beginning.setup.mode == "charts"
