"""New codes: nobody loses a place that he has taken because somebody else pressed a button."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

import pytest

from companion.faces.languages import ENGLISH
from companion.faces.server.desk import ChannelSight
from companion.faces.server.doors import Role
from companion.faces.server.openings import ASKED_FOR, look_after
from companion.faces.server.together import GRACE
from companion.referee.referee import Referee
from tests.faces.server.conftest import Phone, Served
from tests.session.tables import entries_of

ANNA, JUDGE = "0", "2"
NEW, CLOSE = "new", "close"


def has_joined(served: Served, who: str) -> bool:
    return served.doors.taken(served.role(who))


def wait_until(true: Callable[[], bool]) -> None:
    """For what another thread does."""
    end = monotonic() + 20.0
    while not true():
        assert monotonic() < end
        sleep(0.02)


def look(served: Served, who: str) -> None:
    """A page of this seat's is open from now on."""
    channel = served.desk.hub.channel(ChannelSight(who, "en"))
    assert served.desk.hub.admit(channel, "phone")


def say(served: Served, phone: Phone, answer: str) -> str:
    """What a phone says to what is proposed now."""
    proposal = served.desk.together["table"].open
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
    assert "are being asked on their phones" in host.page("/codes")
    assert "The host " in anna.page("/seat")
    assert "your seat" in anna.page("/seat")
    say(duel, anna, "yes")
    assert not has_joined(duel, "Anna")
    assert bool(duel.doors.code_for(duel.role("Anna"))) == (what == NEW)
    assert "are being asked on their phones" not in host.page("/codes")


def test_the_seat_itself_says_no(duel: Served) -> None:
    anna, ben, host = duel.phone("Anna"), duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    say(duel, anna, "no")
    assert duel.desk.together["table"].open is None
    assert "did not agree" in ben.said("/seat/agree", number="1", say="no")
    assert has_joined(duel, "Anna")


def taken_over(served: Served, who: str) -> bool:
    """Whether it is by now."""
    with served.app.app_context():
        look_after(served.desk, served.desk.at("table"))
    return not has_joined(served, who)


def entries(served: Served) -> list[dict[str, object]]:
    """What stands in the record of places that were taken from a phone."""
    found = entries_of(served.hall.table())
    return [{key: row[key] for key in ("by", "place", "shut") if key in row} for row in found if row["in"] == "open"]


def test_the_others_wait_until_the_phone_has_had_its_time(duel: Served) -> None:
    """Also while a page of it is open: the phone may lie on the table, and its owner be gone for good."""
    anna, ben, host = duel.phone("Anna"), duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    assert "two minutes to refuse" in anna.page("/seat")
    assert "Anna&#39;s seat" in ben.page("/seat")
    assert "You agree" in say(duel, ben, "yes")
    duel.clock.time += GRACE - 1
    assert not taken_over(duel, "Anna")
    duel.clock.time += 1
    assert taken_over(duel, "Anna")


def test_a_phone_that_sleeps_has_two_minutes_when_it_wakes(duel: Served) -> None:
    anna, ben, host = duel.phone("Anna"), duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    say(duel, ben, "yes")
    duel.clock.time += GRACE - 5
    assert "Whoever joins with it sees your hand" in anna.page("/seat"), "it wakes"
    duel.clock.time += GRACE - 1
    assert not taken_over(duel, "Anna")
    say(duel, anna, "no")
    duel.clock.time += 1000
    assert not taken_over(duel, "Anna")
    assert entries(duel) == []


def test_the_host_and_the_opponent_cannot_take_a_sleeping_phones_seat_at_once(duel: Served) -> None:
    duel.phone("Anna")
    ben, host = duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    say(duel, ben, "yes")
    assert has_joined(duel, "Anna")
    assert duel.doors.code_for(duel.role("Anna")) is None


def test_the_display_tells_what_is_asked_while_the_phone_sleeps(duel: Served) -> None:
    duel.phone("Anna")
    ben, host = duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    (note,) = duel.hall.table().unread(ENGLISH)
    assert note.words == "The host wants to give Anna's seat to another phone."
    assert note.remedy == "Anna: to refuse, wake your phone within 2 minutes. After that, the other players decide."
    assert "wake your phone" in ben.page("/")
    say(duel, ben, "no")
    wait_until(lambda: not duel.hall.table().unread(ENGLISH))


def test_nobody_takes_away_the_note_while_the_phone_may_refuse(duel: Served) -> None:
    """It is the only warning that somebody whose phone sleeps gets."""
    duel.phone("Anna")
    ben, host = duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    assert "Got it" not in ben.page("/seat")
    for phone in (ben, host):
        phone.post("/notes/read", note=ASKED_FOR, page="own")
        assert "wake your phone" in phone.page("/")
    assert "wake your phone" in duel.phone().page("/")
    say(duel, ben, "yes")
    duel.clock.time += GRACE
    assert taken_over(duel, "Anna")
    assert [note.key for note in duel.hall.table().unread(ENGLISH)] == ["place:Anna"]
    assert "Got it" in ben.page("/seat")


def test_a_phone_that_is_gone_is_replaced_by_all_others_and_everybody_is_told(duel: Served) -> None:
    anna, ben, host = duel.phone("Anna"), duel.phone("Ben"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    say(duel, ben, "yes")
    duel.clock.time += GRACE
    assert taken_over(duel, "Anna")
    assert entries(duel) == [{"by": ["Ben"], "place": "Anna"}]
    code = duel.doors.code_for(duel.role("Anna"))
    assert code
    told = anna.get("/seat")
    assert told.status_code == 403
    assert "the host asked for it, and the players agreed" in told.text
    words = "The phone in Anna's seat was signed out, and the seat has a new code. Agreed by Ben."
    for audience in ("table", "Anna", "Ben", "judge"):
        screen = duel.hall.table().screen(audience, ENGLISH)
        assert screen
        assert words in screen.last
        assert "Seats whose phone was signed out: Anna." in screen.asides
    assert words in [note.words for note in duel.hall.table().unread(ENGLISH)]
    assert words.replace("'", "&#39;") in ben.page("/seat")
    assert anna.post("/join", code=code.text).status_code == 303
    number = duel.hall.table().playing()
    assert number
    assert '"in":"open"' in duel.hall.export(number.number, "table")
    assert duel.hall.verify(number.number, "table", "", ENGLISH).state == "incomplete"


def test_the_seats_own_yes_stands_in_the_record_too(duel: Served) -> None:
    anna, host = duel.phone("Anna"), duel.phone("host")
    host.post("/codes", role=ANNA, what=CLOSE)
    say(duel, anna, "yes")
    assert entries(duel) == [{"by": ["Anna"], "place": "Anna", "shut": True}]


def test_a_restart_does_not_forget_that_a_place_was_taken(duel: Served) -> None:
    anna, host = duel.phone("Anna"), duel.phone("host")
    host.post("/codes", role=ANNA, what=NEW)
    say(duel, anna, "yes")
    again = Referee.resume(duel.hall.ledger, 1)
    assert again.moment().given_away == ("Anna",)


def test_where_a_judge_has_come_in_the_judges_code_is_asked_for(judged: Served) -> None:
    anna, judge, host = judged.phone("Anna"), judged.phone("judge"), judged.phone("host")
    assert "code-0" in host.page("/codes")
    for code, told in (
        ("", "Type the judge&#39;s code"),
        ("AAAAAA", "not the judge&#39;s code"),
        (host.code, "not the judge&#39;s code"),
    ):
        host.post("/codes", role=ANNA, what=NEW, code=code)
        assert told in host.page("/codes")
        assert has_joined(judged, "Anna")
    assert judged.desk.together["table"].open is None
    host.post("/codes", role=ANNA, what=NEW, code=judge.code)
    assert not has_joined(judged, "Anna")
    assert "gave the judge&#39;s code" in anna.get("/seat").text
    assert entries(judged) == [{"by": ["judge"], "place": "Anna"}]


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
    assert "Too many attempts" in host.page("/codes")
    assert "Too many attempts" in judged.phone().post("/join", code="AAAAAA").text, "they are the same codes"
    host.post("/codes", role=ANNA, what=NEW, code=judge.code)
    assert has_joined(judged, "Anna")


def test_right_judges_codes_lock_nobody_out(judged: Served) -> None:
    """Not the host, and no newcomer at the same address."""
    judge, host = judged.phone("judge"), judged.phone("host")
    for _ in range(10):
        code = judged.doors.open(judged.role("Anna")).text
        assert Phone(judged.app.test_client()).post("/join", code=code).status_code == 303
        host.post("/codes", role=ANNA, what=NEW, code=judge.code)
        assert not has_joined(judged, "Anna")


def test_nobody_becomes_judge_in_the_judges_place(judged: Served) -> None:
    """All seats can want it, when the judge's phone has had its time."""
    judged.phone("judge")
    anna, ben, host = judged.phone("Anna"), judged.phone("Ben"), judged.phone("host")
    host.post("/codes", role=JUDGE, what=NEW)
    assert has_joined(judged, "judge")
    say(judged, anna, "yes")
    assert has_joined(judged, "judge")
    say(judged, ben, "yes")
    assert has_joined(judged, "judge"), "its phone has its time"
    judged.clock.time += GRACE
    assert taken_over(judged, "judge")
    assert entries(judged) == [{"by": ["Anna", "Ben"], "place": "judge"}]


def test_an_unused_code_of_the_judge_is_none_of_a_judge_who_came(judged: Served) -> None:
    """The host sees it: it would be no hindrance at all."""
    judged.phone("Anna")
    code, host = judged.doors.open(judged.role("judge")), judged.phone("host")
    host.post("/codes", role=ANNA, what=NEW, code=code.text)
    assert has_joined(judged, "Anna")
    assert judged.desk.together["table"].open


def test_a_role_that_is_not_named_is_none(duel: Served) -> None:
    host = duel.phone("host")
    before = duel.doors.open(duel.role("Anna"))
    for named in ({}, {"role": "99"}, {"role": "-1"}, {"role": "x"}):
        host.post("/codes", what=NEW, **named)
    assert duel.doors.code_for(duel.role("Anna")) == before
    assert isinstance(duel.role("Anna"), Role)
