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
from companion.rules.kernel.offers import Offers
from tests.faces.server.conftest import Served
from tests.sample_game import GAME as BEACONS


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
    seats = tuple(SeatSetup(f"S{at}") for at in range(offered.seats[0]))
    for one in offered.characters or (None,):
        first = SeatSetup("S0", one.key if one else None)
        new_match(Setup(key, (first, *seats[1:])))
    chosen = tuple(one.key for one in offered.stacks[: offered.stacks_chosen])
    for bank in (*(one.key for one in offered.banks), *((chosen,) if chosen else ()), "random"):
        new_match(Setup(key, seats, bank=bank))


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
    assert [one.name for one in english.banks][:2] == ["First Game", "Lots of Attacks"]
    assert [one.name for one in russian.banks][:2] == ["Первая Игра", "Множество Атак"]
    assert [one.key for one in russian.stacks] == [one.key for one in english.stacks]
    assert "Combo" not in russian.banks[0].note
    assert len(english.characters) == 10


def test_the_sample_game_is_set_up_from_the_page_with_what_its_own_folder_says(served: Served) -> None:
    host = served.phone("host")
    page = host.page("/new?game=beacons")
    assert page.count('name="name') == 4
    assert page.count(" required>") == 4, "four sit down, no fewer"
    assert 'name="character0"' not in page
    assert 'name="bank"' not in page
    names = {f"name{at}": name for at, name in enumerate(("Ada", "Ben", "Cleo", "Dan"))}
    fewer = host.post("/new", game="beacons", kit="none", **dict(list(names.items())[:3]))
    assert fewer.status_code == 409
    assert "The number of players can be 4." in fewer.text
    assert host.post("/new", game="beacons", kit="none", **names).status_code == 303
    playing = served.hall.playing()
    assert playing is not None
    assert playing.seats == ("Ada", "Ben", "Cleo", "Dan")
    assert "holds the crown" in served.phone().page("/")
