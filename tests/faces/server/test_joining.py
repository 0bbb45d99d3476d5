"""Coming in, going, and being shown out."""

from __future__ import annotations

from companion.app.table import NO_KIT
from companion.faces.server.doors import HOST
from tests.faces.server.conftest import SETUP, Served


def test_a_code_leads_to_ones_seat(duel: Served) -> None:
    code = duel.doors.open(duel.role("Anna")).text
    phone = duel.phone()
    assert f'value="{code}"' in phone.page(f"/join?code={code}")
    assert phone.post("/join", code=code.lower()).headers["Location"] == "/seat"
    assert "My seat" in phone.page("/seat")
    assert "is not valid" in duel.phone().post("/join", code=code).text


def test_each_begins_where_he_belongs(judged: Served) -> None:
    for who, home in (("judge", "/judge"), ("host", "/codes"), ("Ben", "/seat")):
        phone = judged.phone()
        answer = phone.post("/join", code=judged.doors.open(judged.role(who)).text)
        assert answer.headers["Location"] == home


def test_who_sets_up_begins_with_a_new_game(served: Served) -> None:
    answer = served.phone().post("/join", code=served.doors.open(served.role("host")).text)
    assert answer.headers["Location"] == "/new"


def test_who_leaves_is_out(duel: Served) -> None:
    anna = duel.phone("Anna")
    assert anna.post("/leave").headers["Location"] == "/"
    left = anna.get("/seat")
    assert left.status_code == 403
    assert "You have left." in left.text


def test_who_played_the_game_before_hears_of_the_new_one(duel: Served) -> None:
    anna, host = duel.phone("Anna"), duel.phone("host")
    host.post("/new", game="puzzle-strike", kit=NO_KIT, name0="Anna", name1="Ben", bank="first_game", instead="yes")
    answer = anna.get("/seat")
    assert answer.status_code == 403
    assert "A new game has begun, and its seats have new codes." in answer.text


def test_a_new_code_shows_the_old_phone_out(duel: Served) -> None:
    anna, host = duel.phone("Anna"), duel.phone("host")
    host.post("/codes", role="0", what="new")
    anna.said("/seat/agree", number="1", say="yes")
    assert anna.get("/seat").status_code == 403
    code = duel.doors.code_for(duel.role("Anna"))
    assert code
    assert code.spaced in host.page("/codes")
    assert anna.post("/join", code=code.text).status_code == 303
    host.post("/codes", role="0", what="close")
    anna.said("/seat/agree", number="2", say="yes")
    assert anna.get("/seat").status_code == 403
    assert duel.doors.code_for(duel.role("Anna")) is None


def test_the_page_of_codes_says_why_a_seat_has_none(judged: Served) -> None:
    judged.phone("Anna")
    page = judged.phone("host").page("/codes")
    assert page.count("No code: this seat is taken.") == 2, "Anna's and the host's"
    assert page.count("There is no code right now.") == 2, "Ben's and the judge's"
    assert "<h2>The judge</h2>" in page
    assert "<h2>The host</h2>" in page


def test_the_host_cannot_shut_out_the_host(duel: Served) -> None:
    host = duel.phone("host")
    host.post("/codes", role="2", what="close")
    assert host.get("/codes").status_code == 200
    assert host.post("/codes", role="99", what="new").status_code == 303


def test_only_a_host_makes_hosts(judged: Served) -> None:
    code = judged.doors.open(HOST)
    judge = judged.phone("judge")
    assert code.spaced not in judge.page("/codes")
    judge.post("/codes", role="3", what="new")
    assert judged.doors.code_for(HOST) == code


def test_another_game_begins_with_other_seats(duel: Served) -> None:
    anna, code = duel.phone("Anna"), duel.doors.open(duel.role("Ben")).text
    duel.hall.table().begin(SETUP, "none", "Another duel", judged=False)
    assert anna.get("/seat").status_code == 403
    assert "no longer running" in duel.phone().post("/join", code=code).text


def test_phones_need_not_join_again_after_a_restart(duel: Served) -> None:
    anna = duel.phone("Anna")
    assert duel.doors.code_for(HOST) is None
    duel.doors.__init__(duel.clock, duel.doors._path)  # type: ignore[misc]
    assert anna.get("/seat").status_code == 200
    assert "You" in anna.page("/seat")
