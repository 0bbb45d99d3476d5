"""Codes that are guessed: whoever guesses is held up, and nobody else."""

from __future__ import annotations

from companion.faces.server.limits import ALL_JOINS, JOINS
from tests.faces.server.conftest import Phone, Served

ATTACKER = "192.168.4.66"
GUESTS = [f"192.168.4.{number}" for number in range(100, 120)]


def phone_at(served: Served, address: str) -> Phone:
    client = served.app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return Phone(client)


def test_one_who_guesses_locks_nobody_else_out(judged: Served) -> None:
    attacker = phone_at(judged, ATTACKER)
    said = [attacker.post("/join", code=f"ZZZZ{number}").text for number in range(15)]
    assert sum("Too many attempts" not in text for text in said) == JOINS.burst
    code = judged.doors.open(judged.role("Anna")).text
    assert attacker.post("/join", code=code).status_code == 403, "not even with a right one"
    assert phone_at(judged, GUESTS[0]).post("/join", code=code).status_code == 303


def test_many_who_guess_lock_no_newcomer_out(judged: Served) -> None:
    for guest in GUESTS:
        attacker = phone_at(judged, guest)
        for _ in range(int(JOINS.burst)):
            attacker.post("/join", code="ZZZZZZ")
    assert judged.limits.left("join", "all", ALL_JOINS) < 1
    fresh = phone_at(judged, "192.168.4.7")
    assert "Too many attempts" not in fresh.post("/join", code="ZZZZZ2").text
    assert "Too many attempts" in fresh.post("/join", code="ZZZZZ2").text, "who has failed waits for the others"
    code = judged.doors.open(judged.role("Anna")).text
    assert phone_at(judged, "192.168.4.8").post("/join", code=code).status_code == 303


def test_right_codes_do_not_count(judged: Served) -> None:
    for _ in range(int(ALL_JOINS.burst) + 5):
        judged.clock.time += 0.6
        code = judged.doors.open(judged.role("Anna")).text
        assert phone_at(judged, ATTACKER).post("/join", code=code).status_code == 303


def test_the_judge_says_the_code_again_whoever_guesses_beside(judged: Served) -> None:
    judge = judged.phone("judge")
    attacker = Phone(judged.app.test_client())
    for _ in range(10):
        attacker.post("/join", code="ZZZZZZ")
    for _ in range(int(JOINS.burst) + 2):
        assert "Hidden chips" in judge.post("/judge/look", code=judge.code).text
    for _ in range(int(JOINS.burst)):
        judge.post("/judge/look", code="ZZZZZZ")
    assert "Too many attempts" in judge.said("/judge/look", code=judge.code)
