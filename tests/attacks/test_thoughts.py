"""What costs the program more than a moment costs the game nothing."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

import pytest

from companion.app.what_if import read_changes, what_if
from companion.faces.hall import HallError
from companion.faces.languages import ENGLISH
from companion.faces.server.limits import THINKING_TIME
from tests.attacks.attackers import COSTLY
from tests.faces.server.conftest import Phone, Served

HoldOut = Callable[..., None]


@pytest.mark.parametrize("attack", ["brackets", "costly"])
def test_commits_stay_quick(hold_out: HoldOut, attack: str) -> None:
    hold_out(attack)


def test_whoever_has_used_up_the_time_is_told_to_wait(judged: Served) -> None:
    phone, other = judged.phone(), Phone(judged.app.test_client())
    seat = judged.phone("Anna")
    judged.limits.spend("time", "127.0.0.1", THINKING_TIME, THINKING_TIME.burst)
    answer = phone.post("/what-if", position="seats: {}", tokens="")
    assert answer.status_code == 429
    assert "Wait a minute" in answer.text
    assert other.get("/games/1").status_code == 429, "the address counts, not the browser"
    assert seat.get("/games/1").status_code == 200, "a seat has a budget of its own"
    judged.clock.time += 60
    assert phone.get("/games/1").status_code == 200


def test_what_it_takes_is_counted(judged: Served) -> None:
    phone = judged.phone()
    phone.post("/what-if", position=COSTLY, tokens="done")
    assert judged.limits.left("time", "127.0.0.1", THINKING_TIME) < THINKING_TIME.burst


@pytest.mark.parametrize("text", ["[" * 9000, "{" * 9000, "- " * 9000, "? " * 9000, "a: [" * 4000, "[{a: " * 3000])
def test_what_has_no_bottom_is_not_read_on(text: str) -> None:
    """9000 brackets took seconds. The bar is a hundred times what it takes now, on a machine that does nothing else."""
    began = thread_time()
    for _ in range(10):
        assert "too deep" in what_if(text, "", ENGLISH).problem
        with pytest.raises(HallError, match="too deep"):
            read_changes(text)
    assert (thread_time() - began) / 20 < 0.1


def test_what_is_too_long_is_not_read_at_all() -> None:
    assert "20000 characters" in what_if("a" * 30_000, "", ENGLISH).problem
    assert "2000 values" in what_if("seats: [" + "1," * 4000 + "]", "", ENGLISH).problem


def test_a_script_ends_where_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not what_if(COSTLY, "", ENGLISH).problem.startswith("This takes too long")
    monkeypatch.setattr("companion.app.what_if.LONGEST_THOUGHT", -1.0)
    assert "takes too long" in what_if(COSTLY, "", ENGLISH).problem


def test_a_long_number_is_a_word() -> None:
    found = what_if("seats: {A: {piggy: " + "9" * 5000 + "}, B: {}}", "", ENGLISH)
    assert "expected a whole number" in found.problem
