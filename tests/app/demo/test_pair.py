"""The real pair of processes over real ptys: two computer players duel; the program is killed while a hand moves."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.app.demo.demo import Demo
from companion.app.demo.told_moments import ToldMoment
from tests.needs import needs

LONG = 60.0
"""Seconds after which something that must come will not come any more."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    needs("/dev/ptmx")
    return tmp_path


def a_demo(folder: Path, **more: object) -> Demo:
    return Demo(folder, seed=3, host="127.0.0.1", pace=12.0, **more)  # type: ignore[arg-type]


@pytest.fixture
def demo(folder: Path) -> Iterator[Demo]:
    with a_demo(folder) as found:
        yield found


def wait_until(demo: Demo, reached: Callable[[], bool]) -> None:
    with demo.news:
        assert demo.news.wait_for(reached, LONG), (demo.world()["message"], demo.told and demo.told.says, demo.said)


def told(demo: Demo) -> ToldMoment:
    assert demo.told
    return demo.told


def wait_for_point(demo: Demo, more: int) -> None:
    """Until so much more has been said in the game."""
    wait_until(demo, lambda: demo.told is not None)
    aim = told(demo).point + more
    wait_until(demo, lambda: demo.told is not None and demo.told.point >= aim)


def test_they_play_and_go_on_after_the_program_is_killed_while_a_chip_is_in_the_air(demo: Demo, folder: Path) -> None:
    wait_for_point(demo, 1)
    wait_until(demo, lambda: bool(demo.hands and demo.hands.world.carried and told(demo).point))
    point, game = told(demo).point, told(demo).game
    assert demo.act({"do": "fault", "id": "power"}) == ""
    wait_until(demo, lambda: demo.program == "dead")
    assert "no power" in demo.world()["message"]
    wait_until(demo, lambda: demo.program == "running")
    assert told(demo).game == game
    assert told(demo).point >= point
    wait_for_point(demo, 1)
    assert not told(demo).rulings
    world = demo.world()
    assert {chip["place"] for chip in world["chips"]} <= {place["id"] for place in world["places"]}
    hidden = [chip for chip in world["chips"] if chip["place"].endswith(".hand") and not chip["moving"]]
    assert hidden
    assert all(not chip["kind"] and not chip["face"] for chip in hidden)
    assert world["phones"] == {}
    json.dumps(world)


def test_started_again_it_goes_on_with_the_same_game(folder: Path) -> None:
    with a_demo(folder) as demo:
        wait_until(demo, lambda: demo.told is not None and len(told(demo).debts) == 1)
        assert demo.hands
    before, lying = told(demo), demo.hands.world.to_json()
    with a_demo(folder) as demo:
        wait_until(demo, lambda: demo.told is not None)
        assert demo.hands
        assert told(demo).game == before.game
        assert told(demo).point >= before.point
        changed = {uid for uid, place in demo.hands.world.to_json().items() if lying[uid] != place}
        assert len(changed) <= 3, "only what hands have done since then"
    with a_demo(folder, new=True) as demo:
        wait_until(demo, lambda: demo.told is not None and demo.told.game > before.game)


def test_started_again_a_person_still_has_the_seat(folder: Path) -> None:
    with a_demo(folder, thinking=False) as demo:
        wait_until(demo, lambda: demo.told is not None)
        assert demo.act({"do": "seat", "seat": "Ben", "player": "you"}) == ""
    with a_demo(folder) as demo:
        wait_until(demo, lambda: bool(demo.world()["seats"]))
        players = {seat["name"]: seat["player"] for seat in demo.world()["seats"]}
        assert players == {"Anna": "steady", "Ben": "you"}


def test_a_port_that_somebody_takes_meanwhile_gives_another(folder: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with a_demo(folder, thinking=False, port=port) as demo:
            wait_until(demo, lambda: demo.program == "running")
            assert demo.address
            assert not demo.address.endswith(f":{port}")
            assert urlopen(demo.address, timeout=LONG).status == 200
            assert not [words for words in demo.said if "cannot be used" in words]


def test_a_person_takes_a_seat_and_everybody_waits_for_its_hands(demo: Demo) -> None:
    wait_until(demo, lambda: demo.brains is not None and demo.told is not None)
    assert demo.act({"do": "seat", "seat": "Anna", "player": "you"}) == ""
    wait_until(
        demo, lambda: bool(demo.world()["phones"].get("Anna", {}).get("choices")) and not demo.world()["message"]
    )
    hands = demo.hands
    assert hands
    world = hands.world
    wait_until(demo, lambda: not hands.busy)
    for _ in range(5 - len(world.in_zone("Anna.hand"))):
        assert demo.act({"do": "draw", "seat": "Anna"}) == ""
    if not world.in_zone("Anna.pile"):
        assert demo.act({"do": "move", "from": "bank:gem_1", "to": "Anna.pile:7"}) == ""
    wait_until(demo, lambda: not told(demo).debts and told(demo).settled and not hands.busy)
    mine = [chip for chip in demo.world()["chips"] if chip["place"] == "Anna.hand"]
    assert len(mine) == 5
    assert all(chip["kind"] for chip in mine)
    choices = [choice["token"] for choice in demo.world()["phones"]["Anna"]["choices"]]
    assert "done" in choices
    assert demo.act({"do": "say", "seat": "Ben", "token": "done"}) != ""
    assert demo.act({"do": "say", "seat": "Anna", "token": "done"}) == ""
    wait_until(demo, lambda: "buy phase" in told(demo).says["headline"])
    assert demo.act({"do": "say", "seat": "Anna", "token": "play:nonsense"}) == ""
    wait_until(demo, lambda: bool(demo.world()["message"]))  # why it does not count


def test_nonsense_of_the_page_is_answered_in_words(demo: Demo) -> None:
    wait_until(demo, lambda: demo.brains is not None)
    for deed in ({}, {"do": "dance"}, {"do": "pace", "value": 7}, {"do": "pace", "value": []}, {"do": "seat"},
                 {"do": "move", "chip": [], "to": "x"}, {"do": "stand", "number": "x"},
                 {"do": "seat", "seat": "Nobody", "player": "you"}, {"do": "fault", "id": "rain"}):  # fmt: skip
        assert demo.act(deed), deed


def test_what_the_companion_notes_of_readers_is_shown_while_nobody_moves_anything(folder: Path) -> None:
    with a_demo(folder, thinking=False) as demo:
        wait_until(demo, lambda: demo.told is not None and told(demo).settled)
        assert demo.act({"do": "fault", "id": "kill"}) == ""
        wait_until(demo, lambda: bool(demo.world()["says"]["notes"]))
        assert "does not answer" in demo.world()["says"]["notes"][0]
        assert demo.act({"do": "fault", "id": "kill"}) == ""
        wait_until(demo, lambda: not demo.world()["says"]["notes"])
