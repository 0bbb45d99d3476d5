"""The table as the page shows it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.demo import child
from companion.app.demo.child import SNAPSHOT, Pictures
from companion.app.demo.moment import says
from companion.app.demo.motion import REST, Stop
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.shown import chip_rows, phone_rows, unseen_in_hands
from companion.app.demo.told_moments import Owed, ToldMoment
from companion.cli.display import screen_of_position
from companion.faces.display.pages import Starting
from companion.faces.languages import ENGLISH
from companion.rules import new_match
from tests.app.demo.tables import some_hands


def test_the_newest_comes_first() -> None:
    screen = replace(screen_of_position(new_match(USUAL), ENGLISH), last=("before", "now"))
    assert says(screen)["last"] == ["now", "before"]


def test_a_chip_is_in_a_hand_until_it_has_left_the_tap() -> None:
    hands, _ = some_hands()
    uid = hands.world.lying("bank:wound")[0]
    hands.drop(uid, (Stop("Anna.discard", over_tap=True),), 1.0, "you")

    def moving() -> list[bool]:
        rows = chip_rows(hands.world, {}, frozenset(), hands.held)
        return [row["moving"] for row in rows if row["place"] == "Anna.discard"]

    assert moving() == [True]
    hands.step(1.0 + REST + 0.1)
    assert moving() == [False]


def test_the_newest_picture_is_drawn_though_it_came_too_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(child, "monotonic", lambda: now[0])
    file = tmp_path / "display.png"
    pictures = Pictures(file, ENGLISH)
    pictures.show(Starting("Puzzle Strike", ""))
    file.unlink()
    pictures.show(Starting("Puzzle Strike", ""))
    pictures.catch_up()
    assert not file.exists()
    now[0] += SNAPSHOT
    pictures.catch_up()
    assert file.exists()
    file.unlink()
    now[0] += SNAPSHOT
    pictures.catch_up()
    assert not file.exists(), "nothing is new"


def the_companion_has_seen(*draw: str, named: tuple[str, ...] = ()) -> ToldMoment:
    """Of Anna's first hand; and what her own phone names of it, if that is more."""
    match = new_match(USUAL)
    match.draw(draw)
    quiet: dict[str, object] = {"debts": [], "asked": None, "rulings": [], "says": {}, "phones": {}}
    quiet["hands"] = {"Anna.hand": named or draw}
    row = {"game": 1, "point": 1, "over": False, "settled": True, "match": match.snapshot(), **quiet}
    return ToldMoment.read(row, 0.0)


def test_chips_of_a_hand_that_no_reader_has_seen_are_told_to_who_holds_them() -> None:
    hands, _ = some_hands()
    world = hands.world
    (crash,), gems = world.in_zone("Anna.bag", "crash_gem"), world.in_zone("Anna.bag", "gem_1")[:4]
    told = the_companion_has_seen("crash_gem", "gem_1", "gem_1", "?", "?")
    assert unseen_in_hands(world, told, {"Anna"}) == {"Anna.hand": 0}, "nothing is drawn yet"
    for uid in (crash, *gems):
        hands.lift(uid)
        hands.put(uid, "Anna.hand")
    assert unseen_in_hands(world, told, {"Anna"}) == {"Anna.hand": 2}
    leaving = replace(told, debts=(Owed("gem_1", "Anna.hand", "Anna.discard", 2),))
    assert unseen_in_hands(world, leaving, {"Anna"}) == {"Anna.hand": 0}
    assert unseen_in_hands(world, told, ()) == {}
    assert unseen_in_hands(world, None, {"Anna"}) == {}
    known = the_companion_has_seen("crash_gem", "gem_1", "gem_1", "gem_1", "gem_1")
    assert unseen_in_hands(world, known, {"Anna"}) == {"Anna.hand": 0}


def test_nothing_is_unseen_of_a_hand_that_its_owners_phone_lists() -> None:
    hands, _ = some_hands()
    world = hands.world
    for uid in (*world.in_zone("Anna.bag", "crash_gem"), *world.in_zone("Anna.bag", "gem_1")[:4]):
        hands.lift(uid)
        hands.put(uid, "Anna.hand")
    unseen = ("?",) * 5  # to everybody else
    listed = ("crash_gem", "gem_1", "gem_1", "gem_1", "gem_1")
    told = the_companion_has_seen(*unseen, named=listed)
    assert unseen_in_hands(world, told, {"Anna"}) == {"Anna.hand": 0}
    told = the_companion_has_seen(*unseen, named=(*listed[:3], "?", "?"))
    assert unseen_in_hands(world, told, {"Anna"}) == {"Anna.hand": 2}
    assert unseen_in_hands(world, the_companion_has_seen(*unseen), {"Anna"}) == {"Anna.hand": 5}


def test_a_chip_that_the_phone_names_is_seen_while_others_are_still_to_be_drawn() -> None:
    hands, _ = some_hands()
    (crash,) = hands.world.in_zone("Anna.bag", "crash_gem")
    hands.lift(crash)
    hands.put(crash, "Anna.hand")
    told = the_companion_has_seen(*("?",) * 5, named=("crash_gem", "gem_1", "?", "?", "?"))
    assert unseen_in_hands(hands.world, told, {"Anna"}) == {"Anna.hand": 0}


def test_what_the_stage_draws_is_told_with_what_was_counted() -> None:
    told = says(screen_of_position(new_match(USUAL), ENGLISH))
    (track,) = told["tracks"]
    assert (track["steps"][track["at"]], told["alarm"]) == ("Normal Time", None)
    assert [(one["seat"], one["counted"], one["blocks"]) for one in told["totals"]] == [("Anna", 0, []), ("Ben", 0, [])]


def test_an_answer_is_offered_with_chips_that_lie_in_the_hand() -> None:
    hands, _ = some_hands()
    ways = {
        "done": (),
        "play:crash_gem": (["crash_gem", "Anna.hand", "Anna.played"],),
        "buy:wound": (["wound", "bank", "Anna.discard"],),
    }
    choices = [{"token": token, "words": token, "ways": list(some)} for token, some in ways.items()]
    phone = {"asks": "What now?", "choices": choices, "number": 1}
    told = replace(the_companion_has_seen(*("?",) * 5), phones={"Anna": phone, "Ben": phone})

    def offered() -> list[str]:
        rows = phone_rows(told, frozenset({"Anna"}), hands.world)
        assert list(rows) == ["Anna"]
        return [one["token"] for one in rows["Anna"]["choices"]]

    assert offered() == ["done", "buy:wound"]
    (crash,) = hands.world.in_zone("Anna.bag", "crash_gem")
    hands.lift(crash)
    hands.put(crash, "Anna.hand")
    assert offered() == ["done", "play:crash_gem", "buy:wound"]
