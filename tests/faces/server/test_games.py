"""Games that were played: list, replay, export, check. Of one that runs, everybody gets one's own view alone."""

from __future__ import annotations

import re

from tests.faces.server.conftest import Served


def finished(served: Served) -> str:
    """A short game, agreed to end."""
    served.begin(judged=True)
    anna, judge = served.phone("Anna"), served.phone("judge")
    for token in ("done", "buy:wound", "done"):
        anna.post("/seat/answer", answer=f"x {token}")
    judge.said("/judge/finish", code=judge.code)
    return "/games/1"


def test_nothing_was_played_yet(served: Served) -> None:
    phone = served.phone()
    assert "No game was recorded yet" in phone.page("/games")
    for path in ("/games/1", "/games/1/record.txt", "/games/1/verified", "/games/x", f"/games/{10**30}"):
        assert phone.get(path).status_code == 404


def test_a_finished_game_is_there_for_everybody(served: Served) -> None:
    place, phone = finished(served), served.phone()
    assert "A duel" in phone.page("/games")
    page = phone.page(place)
    last = re.search(r'max="(\d+)"', page)
    assert last
    assert "Turn 1: Anna, action phase" in phone.page(f"{place}?at=0")
    shown = [phone.page(f"{place}?at={at}") for at in range(int(last[1]) + 1)]
    assert len(set(shown)) == len(shown)
    served.clock.time += 60
    for nonsense in ("999999", "-1", "x", "%C2%B2", "1" * 50):
        assert phone.get(f"{place}?at={nonsense}").status_code == 200


def test_one_steps_from_move_to_move(served: Served) -> None:
    place, phone = finished(served), served.phone()
    at, came = 0, []
    while at not in came:
        came.append(at)
        (at,) = (int(one) for one in re.findall(r'href="\?at=(\d+)"[^>]*>›<', phone.page(f"{place}?at={at}")))
    assert all("What happened" in phone.page(f"{place}?at={one}") for one in came[1:])
    assert re.search(rf'href="\?at={came[-2]}"[^>]*>‹<', phone.page(f"{place}?at={came[-1]}"))


def test_export_and_check(served: Served) -> None:
    place, phone = finished(served), served.phone()
    answer = phone.get(f"{place}/record.txt")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game-1.txt"'
    assert answer.text.startswith("companion record 1")
    head = served.hall.games()[0].head
    assert "Sound." in phone.page(f"{place}/verified")
    assert "Sound." in phone.page(f"{place}/verified?head={head}")
    assert "cut short" in phone.page(f"{place}/verified?head={'0' * 64}")


def test_of_a_running_game_only_ones_own_part(duel: Served) -> None:
    anna, anybody = duel.phone("Anna"), duel.phone()
    assert "not over" in anybody.page("/games")
    assert "seen by table" in anybody.page("/games/1/record.txt")
    assert "seen by Anna" in anna.page("/games/1/record.txt")
    assert "what is hidden from you is not shown" in anybody.page("/games/1")
    duel.begin()  # another game: a seat of that one has no seat in this
    other = duel.phone("Anna")
    assert "seen by table" in other.page("/games/1/record.txt")
    assert "seen by Anna" in other.page("/games/2/record.txt")
