"""The table in a judge's hands, on a page: act by act, and once signed."""

from __future__ import annotations

import json
import re
from html import unescape

from tests.faces.server.conftest import Phone, Served
from tests.faces.server.test_seat import headline

GEM = json.dumps([["gem_1", "bank", "Anna.pile"]])


def field(page: str, name: str) -> str:
    """What a hidden field of the form keeps."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return unescape(found[1])


def part(phone: Phone, path: str, **fields: str) -> str:
    """The part of the page that a script asks for."""
    data = {"csrf": phone.token(), **fields}
    headers = {"Origin": "http://localhost", "X-Part": "editor"}
    found = phone.client.post(path, data=data, headers=headers)
    assert found.status_code == 200, found.text
    assert "<html" not in found.text
    return found.text


def test_a_chip_is_taken_and_laid_down_without_a_script(judged: Served) -> None:
    judge = judged.phone("judge")
    assert "Nothing is different yet." in judge.page("/judge/table")
    page = judge.post("/judge/table", pick='["bank", "gem_1"]').text
    assert 'class="editor mode-correct picking"' in page
    page = judge.post("/judge/table", acts="[]", picked=field(page, "picked"), put="Anna.pile").text
    assert json.loads(field(page, "acts")) == [["gem_1", "bank", "Anna.pile"]]
    assert "Anna&#39;s pile has a 1-gem more." in page
    assert "No chip is lost" in page
    back = judge.post("/judge/table", acts=field(page, "acts"), picked='["Anna.pile", "gem_1"]', put="bank").text
    assert field(back, "acts") == "[]"
    assert field(part(judge, "/judge/table", acts=GEM, undo="1"), "acts") == "[]"


def test_it_is_put_right_once_it_is_signed(judged: Served) -> None:
    judge = judged.phone("judge")
    page = part(judge, "/judge/table", acts=GEM)
    seen = field(page, "seen")
    for refused, words in (
        ({"code": judge.code, "seen": seen}, "Say why"),
        ({"code": judge.code, "reason": "elbow", "seen": "other"}, "gone on meanwhile"),
        ({"code": "AAAAAA", "reason": "elbow", "seen": seen}, "not the code you joined with"),
    ):
        answer = judge.post("/judge/table/done", acts=GEM, **refused)
        assert words in answer.text
        assert json.loads(field(answer.text, "acts")) == json.loads(GEM), "nothing of it is lost"
    assert "Nothing is different yet. Move a chip" in judge.post("/judge/table/done", code=judge.code).text
    answer = judge.post("/judge/table/done", acts=GEM, code=judge.code, reason="A chip fell", own="elbow", seen=seen)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/judge")
    page = judge.page("/judge")
    assert "The table has been put right." in page
    assert "Put right by judge: A chip fell: elbow." in page
    screen = judged.phone().get("/api/state").get_json()["screen"]
    total = next(one for one in screen["board"]["seats"][0]["pieces"] if one["piece"] == "total")
    assert total["value"] == 2


def test_what_cannot_be_is_said_and_is_not_sent(judged: Served) -> None:
    judge = judged.phone("judge")
    wrong = json.dumps([["gem_1", "bank", "Ben.played"]])
    page = part(judge, "/judge/table", acts=wrong)
    assert "Ben is not in the middle of a turn" in page
    answer = judge.post("/judge/table/done", acts=wrong, code=judge.code, reason="x", seen=field(page, "seen"))
    assert "Ben is not in the middle of a turn" in answer.text
    assert headline(judge) == "Turn 1: Anna, action phase"


def test_a_hidden_chip_stays_hidden_in_the_judges_hands(judged: Served) -> None:
    """Without a look, the judge sees no more of the hands than what follows from the table."""
    judge = judged.phone("judge")
    page = judge.page("/judge/table")
    assert re.search(r'data-place="Ben.hand" data-kind="\?"', page)
    assert not re.search(r'data-place="Ben.hand" data-kind="(?!\?|gem_1)', page)
    page = part(judge, "/judge/table", acts='[["?","Ben.hand","Ben.discard"]]')
    assert "Which chip is it?" in page
    page = part(judge, "/judge/table", acts='[["?","Ben.hand","Ben.discard"]]', which="crash_gem")
    assert json.loads(field(page, "acts")) == [["crash_gem", "Ben.hand", "Ben.discard"]]


def test_what_if_from_the_game_is_a_look_that_all_hear_of(judged: Served) -> None:
    judge, anybody = judged.phone("judge"), judged.phone()
    assert "not the code you joined with" in judge.post("/judge/what-if", code="AAAAAA").text
    assert "has looked" not in anybody.page("/")
    page = judge.post("/judge/what-if", code=judge.code).text
    assert "has looked" in anybody.page("/")
    assert "Turn 1: Anna, action phase" in page
    assert anybody.post("/judge/what-if", code=judge.code).status_code == 403


def test_what_if_from_a_move_of_a_running_game_shows_only_ones_own_part(duel: Served) -> None:
    duel.phone("Anna").post("/seat/answer", answer="x done")
    page = duel.phone().page("/what-if?game=1&at=0")
    assert "Turn 1: Anna, action phase" in page
    assert not re.search(r'data-place="(Anna|Ben).hand" data-kind="(?!\?|gem_1)', page)
    assert "Turn 1: Anna, buy phase" in duel.phone().page("/what-if?game=1")
    assert duel.phone().get("/what-if?game=7").status_code == 404


def test_a_position_is_built_and_answers_are_tried(served: Served) -> None:
    phone = served.phone()
    page = phone.page("/what-if")
    acts = json.dumps([["gem_2", "bank", "A.pile"], ["crash_gem", "bank", "A.hand"]])
    position = field(page, "position")
    page = part(phone, "/what-if", position=position, acts=acts)
    assert 'value="play:crash_gem"' in page
    page = part(phone, "/what-if", position=position, acts=acts, **{"try": "play:crash_gem"})
    page = part(phone, "/what-if", position=position, acts=acts, tokens=field(page, "tokens"), **{"try": "break:2"})
    assert "Two 1-gems land in B&#39;s pile." in page
    tokens = field(page, "tokens")
    page = part(phone, "/what-if", position=position, acts=acts, tokens=tokens, untry="1")
    assert field(page, "tokens") == "play:crash_gem"
    on = part(phone, "/what-if", position=position, acts=acts, tokens=tokens, **{"from": "1"})
    assert (field(on, "tokens"), field(on, "acts")) == ("", "[]")
    assert "pile: [1, 1]" in field(on, "position")
    page = part(phone, "/what-if", position=position, acts=acts, said="buy:gem_4", saying="1")
    assert "refused" in page
    page = part(phone, "/what-if", written="seats: {A: {pile: [3]}, B: {}}", **{"import": "1"})
    assert re.search(r'data-place="A.pile" data-kind="gem_3"', page)


def test_nonsense_does_no_harm(judged: Served) -> None:
    judge = judged.phone("judge")
    for acts in (
        "{",
        "[" * 9000,
        '[["gem_9","bank","Anna.pile"]]',
        '[["gem_1","nowhere","Anna.nothing"]]',
        '[[["turn"],3]]',
    ):
        part(judge, "/judge/table", acts=acts)
        judged.clock.time += 60
    for fields in ({"put": "Anna.pile"}, {"put": "bank", "picked": "7"}, {"turn": "{"}, {"which": "x"}):
        assert field(part(judge, "/judge/table", **fields), "acts") == "[]"


def test_several_chips_of_a_kind_are_moved_at_once(judged: Served) -> None:
    judge = judged.phone("judge")
    page = part(judge, "/judge/table", acts="[]", picked='["bank", "gem_1"]', put="Anna.pile", count="3")
    assert json.loads(field(page, "acts")) == [["gem_1", "bank", "Anna.pile"]] * 3
    assert "three 1-gems more" in page
    assert "Anna&#39;s tray (×3)" in page
    back = part(judge, "/judge/table", acts=field(page, "acts"), picked='["Anna.pile", "gem_1"]', put="bank", count="2")
    assert json.loads(field(back, "acts")) == json.loads(GEM)
    for nonsense in ("0", "", "-1", "x"):
        one = part(judge, "/judge/table", acts="[]", picked='["bank", "gem_1"]', put="Anna.pile", count=nonsense)
        assert json.loads(field(one, "acts")) == json.loads(GEM)


def test_while_the_game_is_held_phones_take_no_answers(judged: Served) -> None:
    anna, judge = judged.phone("Anna"), judged.phone("judge")
    judge.said("/judge/hold", act="hold", page="editor")
    assert "Let the game go on" in judge.page("/judge/table")
    assert "The judge holds the game." in judged.phone().page("/")
    done = {"answer": "x done"}
    assert "Wait until it goes on." in anna.said("/seat/answer", **done)
    assert "Wait until" not in anna.said("/seat/call")
    page = part(judge, "/judge/table", acts=GEM)
    judge.post("/judge/table/done", acts=GEM, code=judge.code, reason="elbow", seen=field(page, "seen"))
    assert "The judge holds the game." not in judged.phone().page("/"), "once it is put right, the game goes on"
    assert "Wait until" not in anna.said("/seat/answer", **done)
    judge.said("/judge/hold", act="hold")
    judge.said("/judge/hold", act="go")
    assert "Hold the game meanwhile" in judge.page("/judge/table")
