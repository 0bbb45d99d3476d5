"""New codes: nobody loses a place that he has taken because somebody else pressed a button."""

from __future__ import annotations

import pytest

from companion.faces.server.desk import Sight
from companion.faces.server.doors import Role
from tests.faces.server.conftest import Phone, Served

ANNA, JUDGE = "0", "2"
NEW, CLOSE = "new", "close"


def has_joined(served: Served, who: str) -> bool:
    return served.doors.taken(served.role(who))


def look(served: Served, who: str) -> None:
    """A page of this seat's is open from now on."""
    channel = served.desk.hub.channel(Sight(who, "en"))
    assert served.desk.hub.admit(channel, "phone")


def say(served: Served, phone: Phone, answer: str) -> str:
    """What a phone says to what is proposed now."""
    proposal = served.desk.together.open
    assert proposal
    return phone.said("/seat/agree", number=str(proposal.number), say=answer)


@pytest.mark.parametrize("what", [NEW, CLOSE])
def test_a_free_place_gets_its_code_at_once(duel: Served, what: str) -> None:
    host = duel.phone("host")
    before = duel.doors.open(duel.role("Anna"))
    host.post("/codes", role=ANNA, what=what)
    after = duel.doors.code_for(duel.role("Anna"))
    assert after != before
    assert bool(after) == (what == NEW)


@pytest.mark.parametrize("what", [NEW, CLOSE])
def test_the_seat_itself_is_asked_and_says_yes(duel: Served, what: str) -> None:
    anna, host = duel.phone("Anna"), duel.phone("host")
    look(duel, "Anna")
    host.post("/codes", role=ANNA, what=what)
    assert has_joined(duel, "Anna")
    assert duel.doors.code_for(duel.role("Anna")) is None
    assert "are asked on their phones" in host.page("/codes")
    assert "Who sets up" in anna.page("/seat")
    assert "your seat" in anna.page("/seat")
    say(duel, anna, "yes")
    assert not has_joined(duel, "Anna")
    assert bool(duel.doors.code_for(duel.role("Anna"))) == (what == NEW)
    assert "are asked on their phones" not in host.page("/codes")


def test_the_seat_itself_says_no(duel: Served) -> None:
    anna, ben, host = duel.phone("Anna"), duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    say(duel, anna, "no")
    assert duel.desk.together.open is None
    assert "did not agree" in ben.said("/seat/agree", number="1", say="no")
    assert has_joined(duel, "Anna")


def test_while_the_seat_looks_on_the_others_are_not_enough(duel: Served) -> None:
    duel.phone("Anna")
    ben, host = duel.phone("Ben"), duel.phone("host")
    look(duel, "Anna")
    host.post("/codes", role=ANNA, what=NEW)
    assert "Anna&#39;s seat" in ben.page("/seat")
    assert "You agree" in say(duel, ben, "yes")
    assert has_joined(duel, "Anna")


def test_a_phone_that_is_gone_can_be_replaced_by_all_others(duel: Served) -> None:
    anna, ben, host = duel.phone("Anna"), duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    say(duel, ben, "yes")
    assert not has_joined(duel, "Anna")
    code = duel.doors.code_for(duel.role("Anna"))
    assert code
    told = anna.get("/seat")
    assert told.status_code == 403
    assert "who sets up asked for it, and those who play agreed" in told.text
    assert anna.post("/join", code=code.text).status_code == 303


def test_where_a_judge_has_come_in_the_judges_code_is_asked_for(judged: Served) -> None:
    anna, judge, host = judged.phone("Anna"), judged.phone("judge"), judged.phone("host")
    assert "code-0" in host.page("/codes")
    for code, told in (("", "Type the judge&#39;s code"), ("AAAAAA", "not the code"), (host.code, "not the code")):
        host.post("/codes", role=ANNA, what=NEW, code=code)
        assert told in host.page("/codes")
        assert has_joined(judged, "Anna")
    assert judged.desk.together.open is None
    host.post("/codes", role=ANNA, what=NEW, code=judge.code)
    assert not has_joined(judged, "Anna")
    assert "said the judge&#39;s code" in anna.get("/seat").text


def test_the_judge_says_the_code_too(judged: Served) -> None:
    judged.phone("Anna")
    judge = judged.phone("judge")
    judge.post("/codes", role=ANNA, what=NEW)
    assert has_joined(judged, "Anna")
    judge.post("/codes", role=ANNA, what=NEW, code=judge.code)
    assert not has_joined(judged, "Anna")


def test_the_judges_code_cannot_be_tried_for_long(judged: Served) -> None:
    judged.phone("Anna")
    judge, host = judged.phone("judge"), judged.phone("host")
    for _ in range(8):
        host.post("/codes", role=ANNA, what=NEW, code="AAAAAA")
    assert "Too many tries" in host.page("/codes")
    host.post("/codes", role=ANNA, what=NEW, code=judge.code)
    assert has_joined(judged, "Anna")


def test_nobody_becomes_judge_in_the_judges_place(judged: Served) -> None:
    """All seats can want it, while the judge's own page is not open."""
    judged.phone("judge")
    anna, ben, host = judged.phone("Anna"), judged.phone("Ben"), judged.phone("host")
    host.post("/codes", role=JUDGE, what=NEW)
    assert has_joined(judged, "judge")
    say(judged, anna, "yes")
    assert has_joined(judged, "judge")
    say(judged, ben, "yes")
    assert not has_joined(judged, "judge")


def test_an_unused_code_of_the_judge_is_none_of_a_judge_who_came(judged: Served) -> None:
    """The host sees it: it would be no hindrance at all."""
    judged.phone("Anna")
    code, host = judged.doors.open(judged.role("judge")), judged.phone("host")
    host.post("/codes", role=ANNA, what=NEW, code=code.text)
    assert has_joined(judged, "Anna")
    assert judged.desk.together.open


def test_a_role_that_is_not_named_is_none(duel: Served) -> None:
    host = duel.phone("host")
    before = duel.doors.open(duel.role("Anna"))
    for named in ({}, {"role": "99"}, {"role": "-1"}, {"role": "x"}):
        host.post("/codes", what=NEW, **named)
    assert duel.doors.code_for(duel.role("Anna")) == before
    assert isinstance(duel.role("Anna"), Role)
