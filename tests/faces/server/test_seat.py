"""A seat's page: what it shows, what it sends, what the others see of it."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

import pytest

from companion.faces.languages import ENGLISH
from companion.referee.inputs import Corrected
from companion.rules import SeatSetup, Setup
from tests.faces.server.conftest import Phone, Served

CRASH = """
seats:
  Anna: {pile: [gem_2], hand: [crash_gem], bag: [gem_1]}
  Ben: {pile: [gem_1, gem_1], hand: [crash_gem], bag: [gem_1]}
"""
SECRET = Setup("puzzle-strike", (SeatSetup("Anna"), SeatSetup("Ben")), bank="first_game")


def buttons(page: str) -> dict[str, str]:
    """The answers that a page offers, by their words."""
    found = re.findall(r'name="answer" value="([^"]+)".*?<span class="words">([^<]+)<', page, re.DOTALL)
    return {words: value for value, words in found}


def headline(phone: Phone, path: str = "/") -> str:
    found = re.search(r'id="headline"[^>]*>([^<]+)<', phone.page(path))
    assert found
    return found[1]


def test_an_answer_by_its_button(duel: Served) -> None:
    anna, anybody = duel.phone("Anna"), duel.phone()
    offered = buttons(anna.page("/seat"))
    assert "done: no more actions" in offered
    assert not buttons(anybody.page("/"))
    answer = anna.post("/seat/answer", answer=offered["done: no more actions"])
    assert (answer.status_code, answer.headers["Location"]) == (303, "/seat")
    assert headline(anybody) == headline(anna, "/seat") == "Turn 1: Anna, buy phase"


def test_a_button_pressed_twice_counts_once(duel: Served) -> None:
    anna = duel.phone("Anna")
    done = buttons(anna.page("/seat"))["done: no more actions"]
    for _ in range(2):
        anna.post("/seat/answer", answer=done)
    assert "buy phase" in headline(anna, "/seat")
    assert not buttons(duel.phone("Ben").page("/seat"))


def test_what_is_refused_is_told_with_its_rule(duel: Served) -> None:
    anna = duel.phone("Anna")
    told = anna.said("/seat/answer", answer="x buy:gem_2")
    assert "bad" in told
    assert "Actions come first" in told
    assert "Turn Structure" in told
    anna.post("/seat/answer", answer="x buy:gem_2")
    assert "Actions come first" in anna.page("/seat")
    assert "Actions come first" not in anna.page("/seat"), "it is told once"


def test_nobody_answers_for_another(duel: Served) -> None:
    ben = duel.phone("Ben")
    assert "bad" in ben.said("/seat/answer", answer="x done", seat="Anna")
    assert "action phase" in headline(ben)


def test_why_not(duel: Served) -> None:
    anna = duel.phone("Anna")
    assert "Actions come first" in anna.page("/seat/why?token=buy:gem_4")
    assert "You can do this now" in anna.page("/seat/why?token=done")
    assert anna.get("/seat/why?token=%00%ff<script>").status_code == 200


def test_why_not_is_asked_in_the_words_of_the_table(duel: Served) -> None:
    anna = duel.phone("Anna")
    assert "Actions come first" in anna.page("/seat/why?token=buy+a+wound")
    assert "in the cleanup phase" in anna.page("/seat/why?token=keep+crash+gem")
    assert "did you mean crash_gem?" in anna.page("/seat/why?token=crsh+gem")
    for said in buttons(anna.page("/seat")):
        assert "You can do this now" in anna.page(f"/seat/why?token={quote(unescape(said))}"), said


def test_what_cannot_be_done_is_offered_to_be_asked_about(duel: Served) -> None:
    """By its words; what can be done is not among it, and of a hand that nobody has seen nothing is."""
    anna = duel.phone("Anna")
    page = anna.page("/seat/why")
    thought = dict(re.findall(r'name="token" value="([^"]+)" class="plain">([^<]+)<', page))
    assert thought["buy:gem_2"] == "buy a 2-gem"
    assert "done" not in thought
    asked = anna.page("/seat/why?token=buy:gem_2")
    assert "<strong>buy a 2-gem</strong>" in asked
    assert "Actions come first" in asked
    assert 'value="buy:gem_3"' in asked, "one can go on asking"
    assert "It is Anna&#39;s turn" in duel.phone("Ben").page("/seat/why?token=done")


def sends_a_gem(served: Served) -> None:
    """Anna's turn, with all that she needs to crash a gem, and Ben with what he needs to counter."""
    changes = served.hall.read_changes(CRASH)
    served.hall.table().send(Corrected(("Anna", "Ben"), changes, "so it lies", 0.0), "test", ENGLISH)
    anna = served.phone("Anna")
    assert "bad" not in anna.said("/seat/answer", answer="x play:crash_gem")


def test_what_all_wait_for_is_louder_than_anything_else(duel: Served) -> None:
    sends_a_gem(duel)
    anna, ben = duel.phone("Anna"), duel.phone("Ben")
    page = ben.page("/seat")
    before, due = page.split('<section class="card due"', 1)
    due = due.partition("</section>")[0]
    assert "<section" not in before, "nothing stands above it"
    assert "React to Crash Gem, or pass?" in due
    assert {"react with Stone Wall", "pass"} <= set(buttons(due))
    assert len(re.findall(r'name="answer"', page)) == len(buttons(due)), "its buttons stand nowhere else"
    alarm = re.search(r'role="alert">([^<]*)<', page)
    assert alarm
    assert "React to Crash Gem" in alarm[1]
    assert 'class="card due"' not in anna.page("/seat") + duel.phone().page("/")
    ben.post("/seat/answer", answer=buttons(due)["pass"])
    page = ben.page("/seat")
    assert 'class="card due"' not in page
    assert 'role="alert"></div>' in page


def test_ones_own_turn_is_no_alarm(duel: Served) -> None:
    assert 'class="card due"' not in duel.phone("Anna").page("/seat")
    assert 'class="card due"' not in duel.phone("Ben").page("/seat")


def test_what_is_sent_after_the_end_is_not_offered(duel: Served) -> None:
    anna, ben = duel.phone("Anna"), duel.phone("Ben")
    anna.post("/seat/answer", answer="x done")
    for words in ("Take the last answer back", "End the game"):
        assert words in anna.page("/seat")
    anna.said("/seat/propose", what="finish")
    number = re.search(r'name="number" value="(\d+)"', ben.page("/seat"))
    assert number
    ben.said("/seat/agree", number=number[1], say="yes")
    for phone in (anna, ben):
        page = phone.page("/seat")
        for words in ("Take the last answer back", "End the game", "Call the judge"):
            assert words not in page
        assert "The game is over" in page
        assert 'href="/games/1"' in page
    assert 'href="/games/1"' in duel.phone().page("/")


def test_alone_one_takes_back_what_one_said_last(duel: Served) -> None:
    anna = duel.phone("Anna")
    assert "no answer to take back yet" in anna.said("/seat/propose", what="back")
    anna.post("/seat/answer", answer="x done")
    anna.said("/seat/propose", what="back")
    assert "action phase" in headline(anna)


def test_together_they_have_the_judges_power(duel: Served) -> None:
    anna, ben = duel.phone("Anna"), duel.phone("Ben")
    anna.post("/seat/answer", answer="x done")
    assert "asked to agree" in ben.said("/seat/propose", what="back")
    page = anna.page("/seat")
    assert "Ben would like to take the last answer back." in page
    assert "All together" not in duel.phone().page("/")
    number = re.search(r'name="number" value="(\d+)"', page)
    assert number
    anna.said("/seat/agree", number=number[1], say="yes")
    assert "action phase" in headline(anna)
    assert "All together" not in ben.page("/seat")


def test_what_was_taken_for_granted_is_gone_back_to_only_while_it_stands(duel: Served) -> None:
    anna = duel.phone("Anna")
    anna.post("/seat/answer", answer="x done")
    assert "has moved on" in anna.said("/seat/propose", what="granted", number="0")
    assert "buy phase" in headline(anna)


def test_what_is_read_aloud_is_what_the_seat_sees(duel: Served) -> None:
    for name, asked in (("Anna", "Play an action, or end the action phase?"), ("Ben", "Waiting for Anna.")):
        spoken = re.search(r'data-turn="(\w*)"[^>]*>([^<]*)<', duel.phone(name).page("/seat"))
        assert spoken
        assert spoken[1] == ("turn" if name == "Anna" else "")
        assert "Turn 1: Anna, action phase. Pile: " in spoken[2]
        assert asked in spoken[2]
    assert "data-turn" not in duel.phone().page("/")


def test_one_no_is_enough(duel: Served) -> None:
    anna, ben = duel.phone("Anna"), duel.phone("Ben")
    anna.said("/seat/propose", what="finish")
    assert "end the game" in ben.page("/seat")
    assert "did not agree" in ben.said("/seat/agree", number="1", say="no")
    assert "All together" not in anna.page("/seat")
    playing = duel.hall.table().playing()
    assert playing
    assert not playing.over


def test_a_wish_to_go_back_ends_with_the_next_answer(duel: Served) -> None:
    anna, ben = duel.phone("Anna"), duel.phone("Ben")
    anna.post("/seat/answer", answer="x done")
    ben.said("/seat/propose", what="back")
    anna.post("/seat/answer", answer="x buy:wound")
    assert "has moved on" in anna.said("/seat/agree", number="1", say="yes")
    assert "buy phase" in headline(anna)


def test_a_wish_is_forgotten_after_a_while(duel: Served) -> None:
    anna, ben = duel.phone("Anna"), duel.phone("Ben")
    anna.said("/seat/propose", what="finish")
    duel.clock.time += 1000
    assert "All together" not in ben.page("/seat")
    ben.said("/seat/agree", number="1", say="yes")
    playing = duel.hall.table().playing()
    assert playing
    assert not playing.over


def test_who_is_not_seated_is_not_called(duel: Served) -> None:
    anna = duel.phone("Anna")
    assert "Call the judge" not in anna.page("/seat")
    assert "There is no judge" in anna.said("/seat/call")
    assert "judge is called" not in duel.phone().page("/")


def test_a_judge_who_is_seated_is_called(judged: Served) -> None:
    anna = judged.phone("Anna")
    assert "Call the judge" in anna.page("/seat")
    anna.said("/seat/call")
    assert "The judge has been called by Anna." in judged.phone().page("/")


def test_what_everybody_picks_at_once_is_not_urgent(served: Served) -> None:
    served.begin(SECRET)
    for name in ("Anna", "Ben"):
        assert "Your decision" not in served.phone(name).page("/seat")
    served.phone("Anna").post("/seat/answer", answer="x choose:jaina")
    assert "Your decision" in served.phone("Ben").page("/seat"), "now all wait for Ben"


def test_where_a_judge_is_seated_the_judge_decides(judged: Served) -> None:
    anna, ben = judged.phone("Anna"), judged.phone("Ben")
    anna.post("/seat/answer", answer="x done")
    assert "the judge decides this" in ben.said("/seat/propose", what="back")
    assert "All together" not in anna.page("/seat")


@pytest.mark.parametrize("name", ["<script>x()</script>", '"><img/src=x>', "{{7*7}}", "Ann&amp;a", "Ж" * 20])
def test_names_are_text_and_nothing_else(served: Served, name: str) -> None:
    served.begin(Setup("puzzle-strike", (SeatSetup(name, "jaina"), SeatSetup("Ben", "rook")), bank="first_game"))
    for page in (served.phone().page("/"), served.phone(name).page("/seat"), served.phone("host").page("/codes")):
        assert "<script>x" not in page
        assert "<img" not in page
        assert ">49<" not in page


def test_secret_picks_are_secret(served: Served) -> None:
    served.begin(SECRET)
    anna, ben, anybody = served.phone("Anna"), served.phone("Ben"), served.phone()
    before = anybody.get("/api/state").get_json()
    anna.post("/seat/answer", answer="x choose:jaina")
    after = anybody.get("/api/state").get_json()
    assert "Jaina" not in str(after["screen"]["board"]) + str(after["screen"]["last"])
    assert "Jaina" not in re.sub(r'name="answer".*?</button>', "", ben.page("/seat"))
    assert before["screen"]["number"] <= after["screen"]["number"] <= before["screen"]["number"] + 1
    assert "jaina" not in anybody.page("/games/1/record.txt")


@pytest.mark.parametrize("picks", [("jaina", "rook"), ("grave", "lum")])
def test_different_secrets_look_the_same(served: Served, picks: tuple[str, str]) -> None:
    """Two evenings that differ in a hidden pick only: everybody else sees the same pages."""
    served.begin(SECRET)
    pages = []
    for pick in picks:
        served.hall.table().begin(SECRET, "none", "A duel", judged=False)
        served.phone("Anna").post("/seat/answer", answer=f"x choose:{pick}")
        ben, anybody = served.phone("Ben"), served.phone()
        shown = [ben.page("/seat"), anybody.page("/"), anybody.get("/api/state").text]
        pages.append(
            [re.sub(r'\b[0-9a-f]{8}(-|\.)|csrf" value="\w+|"(number|now)":\s*[\d.]+', "", text) for text in shown]
        )
    assert pages[0] == pages[1]
