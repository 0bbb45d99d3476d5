"""Games that were played: list, replay, export, check. Of one that runs, everybody gets one's own view alone."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

from companion.faces.languages import ENGLISH
from companion.ledger import Head, Signed, read_checkpoint
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
    assert "No games have been recorded yet" in phone.page("/games")
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
    assert answer.text.startswith("companion record 2")
    head, screen = served.hall.games()[0].head, served.hall.table().screen("table", ENGLISH)
    assert screen
    for kept in ("", head, screen.checkpoint, screen.checkpoint.lower()):
        page = phone.page(f"{place}/verified?kept={kept}")
        assert "Whole: everything was checked." in page
        assert f"Signed by device {served.hall.device}" in page
        assert ("It matches the checkpoint made after entry" in page) is kept.upper().startswith("COMPANION")
    assert "cut short" in phone.page(f"{place}/verified?kept={'0' * 64}")
    for mistyped in ("zz", head[:20]):
        page = phone.page(f"{place}/verified?kept={mistyped}")
        assert "This is neither a head nor a checkpoint" in page
        assert "Whole: everything was checked." in page
    other = read_checkpoint(screen.checkpoint)
    assert other
    assert "was altered" in phone.page(f"{place}/verified?kept={replace(other, over=False).text}")


def test_a_check_of_a_running_game_says_what_it_could_not_look_at(duel: Served) -> None:
    for who in ("anyone", "Anna"):
        page = duel.phone(who).page("/games/1/verified")
        assert "Incomplete: part of it could not be checked." in page
        assert "Hidden and not checked: what only the judge may see, in entries 0." in page
        assert "Export the game again when it is over" in page


def test_how_a_record_goes_on(duel: Served) -> None:
    """A phone that kept a head makes the next ones itself, of what the device tells it."""
    anna, anybody = duel.phone("Anna"), duel.phone()
    before = anybody.get("/recorded").get_json()
    assert (before["number"], before["entries"], before["leaves"], before["over"]) == (1, 1, [], False)
    for token in ("done", "buy:wound", "done"):
        anna.post("/seat/answer", answer=f"x {token}")
    told = anybody.get("/recorded?number=1&since=1").get_json()
    digest = bytes.fromhex(before["head"])
    for leaves in told["leaves"]:
        digest = hashlib.sha256(b"entry\0" + digest + b"".join(map(bytes.fromhex, leaves))).digest()
    assert (digest.hex(), len(told["leaves"])) == (told["head"], told["entries"] - 1)
    signed = Signed(bytes.fromhex(told["key"]), bytes.fromhex(told["signature"]))
    assert signed.fits(Head(told["game"], told["entries"], told["head"], told["over"]))
    assert told["device"] == signed.fingerprint == duel.hall.device
    for query in ("number=2&since=1", "number=1&since=99", "number=x&since=-1", "since=%C2%B2", "number=1"):
        assert anybody.get(f"/recorded?{query}").get_json()["leaves"] == []


def test_nothing_is_told_of_a_record_where_nothing_is_played(served: Served) -> None:
    assert served.phone().get("/recorded").get_json() == {"number": 0}


def test_of_a_running_game_only_ones_own_part(duel: Served) -> None:
    anna, anybody = duel.phone("Anna"), duel.phone()
    assert "not over" in anybody.page("/games")
    assert "seen by table" in anybody.page("/games/1/record.txt")
    assert "seen by Anna" in anna.page("/games/1/record.txt")
    assert "what is hidden from you stays hidden" in anybody.page("/games/1")
    duel.begin()  # another game: a seat of that one has no seat in this
    other = duel.phone("Anna")
    assert "seen by table" in other.page("/games/1/record.txt")
    assert "seen by Anna" in other.page("/games/2/record.txt")


def test_the_checkpoint_of_a_finished_game_is_a_code_on_every_page_of_the_table(served: Served) -> None:
    finished(served)
    for phone, path in ((served.phone(), "/"), (served.phone("judge"), "/judge")):
        page = phone.page(path)
        assert "Keep a picture of it" in page
        assert page.partition('class="card checkpoint"')[2].count('class="qr"') == 1


def test_while_it_is_played_there_is_none(served: Served) -> None:
    served.begin(judged=True)
    assert 'class="qr"' not in served.phone("Anna").page("/seat")
