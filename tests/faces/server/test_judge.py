"""The judge's desk."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.cli.following import Following
from companion.cli.rehearse_kills import LongEnough
from companion.ledger import Ledger
from companion.referee.referee import Referee
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import Staged
from companion.table.twin import Twin
from tests.end_to_end.duel import LAYOUT, SEED, STILL, the_duel
from tests.faces.server.conftest import Served
from tests.faces.server.test_seat import buttons, headline

RIGHT = "seats: {Anna: {pile: [gem_1, gem_2]}}\nbank: {stock: {gem_2: 19}}"
DANGEROUS = ("look", "back", "correct", "stand", "finish")


@pytest.mark.parametrize("act", DANGEROUS)
def test_the_code_is_asked_for_again(judged: Served, act: str) -> None:
    judge = judged.phone("judge")
    judged.phone("Anna").post("/seat/answer", answer="x done")
    for code in ("", "AAAAAA"):
        assert "not the code you joined with" in judge.said(f"/judge/{act}", code=code, changes="{}", number="1")
    playing = judged.hall.table().playing()
    assert playing
    assert not playing.over
    assert headline(judge, "/judge") == "Turn 1: Anna, buy phase"


def test_the_code_cannot_be_tried_for_long(judged: Served) -> None:
    judge = judged.phone("judge")
    told = [judge.said("/judge/back", code="AAAAAA") for _ in range(8)]
    assert "Too many attempts" in told[-1]
    assert "Too many attempts" in judge.said("/judge/back", code=judge.code)


def test_the_judge_takes_back_and_ends(judged: Served) -> None:
    judge = judged.phone("judge")
    assert "no answer to take back yet" in judge.said("/judge/back", code=judge.code)
    judged.phone("Anna").post("/seat/answer", answer="x done")
    judge.said("/judge/back", code=judge.code, reason="wrong chip")
    assert headline(judge) == "Turn 1: Anna, action phase"
    assert "wrong chip" in judge.page("/judge")
    judge.said("/judge/finish", code=judge.code)
    playing = judged.hall.table().playing()
    assert playing
    assert playing.over
    assert "Write down the record&#39;s head" in judged.phone().page("/")


def test_the_judge_answers_for_a_seat(judged: Served) -> None:
    judge = judged.phone("judge")
    assert "bad" in judge.said("/judge/answer", seat="Ben", answer="x done")
    judge.said("/judge/answer", seat="Anna", answer="x done")
    assert headline(judge) == "Turn 1: Anna, buy phase"


def test_the_judge_puts_the_table_right(judged: Served) -> None:
    judge = judged.phone("judge")
    for nonsense in ("", "[1]", "{", "&a [*a]", "a: b: c", "x: \x00", "seats: {Anna: {pile: [gem_9]}}"):
        assert "bad" in judge.said("/judge/correct", code=judge.code, changes=nonsense, reason="x")
        judged.clock.time += 60
    judge.said("/judge/correct", code=judge.code, changes=RIGHT, reason="elbow")
    page = judge.page("/judge")
    assert "elbow" in page
    screen = judged.phone().get("/api/state").get_json()["screen"]
    total = next(one for one in screen["board"]["seats"][0]["pieces"] if one["piece"] == "total")
    assert total["value"] == 3


def test_a_look_is_recorded_and_shown_to_all(judged: Served) -> None:
    judge, anybody = judged.phone("judge"), judged.phone()
    assert "has looked" not in anybody.page("/")
    page = judge.post("/judge/look", code=judge.code).text
    assert "Everybody is told that you have looked" in page
    assert "has looked" in anybody.page("/")
    assert '"in":"look"' in judged.hall.export(1, "table")


def test_of_a_running_game_the_judges_books_hold_no_more_than_the_tables(judged: Served) -> None:
    judge, anybody = judged.phone("judge"), judged.phone()
    assert judge.page("/games/1/record.txt") == anybody.page("/games/1/record.txt")
    assert "seen by table" in judge.page("/games/1/record.txt")


@pytest.mark.parametrize(
    "changes",
    [
        "turn: {ante: NUMBER}", "turn: {ante: 'NUMBER'}", "turn: {NUMBER: 1}", "turn: {seat: NUMBER}",
        "seats: {NUMBER: {}}", "bank: {stock: {NUMBER: 1}}",
    ],
)  # fmt: skip
def test_a_long_number_in_a_correction_is_not_repeated_in_full(judged: Served, changes: str) -> None:
    judge = judged.phone("judge")
    number = "9" * 1000
    words = judge.said("/judge/correct", code=judge.code, changes=changes.replace("NUMBER", number), reason="a slip")
    assert "9" * 50 in words
    assert "9" * 70 not in words


def test_notes(judged: Served) -> None:
    judge = judged.phone("judge")
    judge.said("/judge/note", text="Anna came late <b>")
    judge.said("/judge/note", text="   ")
    page = judge.page("/judge")
    assert "Anna came late &lt;b&gt;" in page
    assert "came late" not in judged.phone("Anna").page("/seat")
    assert judged.hall.table().notes() == ("Anna came late <b>",)


def test_the_judge_has_the_buttons_of_whoever_is_asked(judged: Served) -> None:
    judge = judged.phone("judge")
    asked = judged.hall.table().screen("judge", judged.desk.languages["en"])
    assert asked
    assert bool(buttons(judge.page("/judge"))) == bool(asked.ask)


def test_a_seat_calls_the_judge_who_comes(judged: Served) -> None:
    anna, judge = judged.phone("Anna"), judged.phone("judge")
    anna.said("/seat/call")
    assert "The judge has been called by Anna." in judged.phone().page("/")
    called = judge.page("/judge")  # which says it larger, and how long ago that was
    assert "calls you" in called
    assert re.search(r'<time data-ago="[0-9.]+"></time>', called)
    judge.said("/judge/here")
    assert "The judge is called" not in judge.page("/judge")
    anna.said("/seat/call", mark="1")
    anna.said("/seat/call", mark="2")
    assert "The judge is called" not in anna.page("/seat")


def test_a_call_comes_first_and_is_over_when_the_judge_has_come(judged: Served) -> None:
    anna, judge = judged.phone("Anna"), judged.phone("judge")
    page = judge.page("/judge")
    assert "All is well: nobody calls, and no ruling is open." in page
    anna.said("/seat/call")
    page = judge.page("/judge")
    assert 'id="called-title">Anna calls you<' in page
    assert page.index("Anna calls you") < page.index("The judge decides")
    assert "calls you" not in anna.page("/seat")
    assert "calls you" not in judged.phone().page("/")
    judge.said("/judge/here")
    assert "calls you" not in judge.page("/judge")


def test_a_ruling_has_its_evidence_and_the_ways_to_end_it(tmp_path: Path) -> None:
    """At a table of readers, where a gem of the wrong size was laid."""
    a_wrong_gem(tmp_path)
    served = Served(tmp_path, LAYOUT)
    try:
        assert served.hall.resume()
        page = served.phone("judge").page("/judge")
        verdict = page.partition('class="card verdict"')[2].partition("</section>")[0]
        assert "but the rules call for a 1-gem there" in verdict
        assert re.search(r'class="block wrong gem-3" data-place="Ben.pile"', verdict)
        assert re.search(r'class="block owed gem-1" data-place="Ben.pile"', verdict)
        for words in ("Put right", "Let it stand", "The table, by hand"):
            assert words in verdict
        assert 'class="card verdict"' not in served.phone().page("/"), "players have their own buttons"
    finally:
        served.hall.close()


def a_wrong_gem(folder: Path) -> None:
    """The first turns of the duel, until the wrong ante is ruled on."""
    duel = the_duel()
    truth = duel.truth
    twin = Twin(LAYOUT, truth.kinds, {uid: {zone} for uid, zone in truth.places.items()})
    with Ledger.open(folder / "games.sqlite") as ledger:
        referee = Referee.begin(ledger, truth.setup, LAYOUT, truth.kinds, twin, title="A mistake", judged=True)
        with suppress(LongEnough):
            staged = Staged(SEED, truth, duel.script, duel.outages, Random(3))
            show(staged, LAYOUT, STILL, lambda *_: Until(referee))


class Until(Following):
    """Follows a game until a ruling is open."""

    def tick(self, now: float) -> None:
        """Let time pass."""
        if self.game.moment().rulings:
            raise LongEnough
        super().tick(now)
