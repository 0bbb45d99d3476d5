"""Chips, rules, and what would be if."""

from __future__ import annotations

from html import unescape
from urllib.parse import quote

import pytest

from companion.faces.languages import ENGLISH
from tests.faces.server.conftest import Served

POSITION = """seats:
  A: {character: jaina, pile: [gem_2, gem_2], hand: [crash_gem, combine]}
  B: {character: rook, pile: [gem_1]}
turn: {seat: A}
"""


def test_every_chip_has_its_page(served: Served) -> None:
    phone = served.phone()
    page = phone.page("/chips")
    for key, entry in served.hall.table().chips(ENGLISH).items():
        assert f'href="/chips/{key}"' in page
        if entry.rulings:
            assert "Rulings" in phone.page(f"/chips/{key}")
    assert phone.get("/chips/nonsense").status_code == 404


def test_a_chip_shows_what_the_rules_of_its_rulings_say(served: Served) -> None:
    phone = served.phone()
    rules = {rule.key: rule for rule in served.hall.table().rules()}
    for key, entry in served.hall.table().chips(ENGLISH).items():
        page = unescape(phone.page(f"/chips/{key}"))
        assert all(rules[ruling.rule].gist in page for ruling in entry.rulings if ruling.rule)


def test_chips_are_told_in_the_readers_language(served: Served) -> None:
    phone = served.phone()
    phone.client.set_cookie("lang", "ru")
    page = phone.page("/chips")
    for words in ("Фишки персонажей", "Обжигающее Пламя", "красная"):
        assert words in page
    face = phone.page("/chips/combine").partition("<dl")[2].partition("</dl>")[0]
    assert "фиолетовая" in face
    assert "arrow" not in face
    assert "Обжигающее Пламя" in phone.page("/chips?q=обжигающее")
    for key, entry in served.hall.table().chips(ENGLISH).items():
        sources = phone.page(f"/chips/{key}").partition("Источники: ")[2].partition(";")[0]
        assert sources
        assert not any(source in sources for source in entry.sources)


def test_chips_and_rules_are_searched(served: Served) -> None:
    phone = served.phone()
    assert "Unstable Power" in phone.page("/chips?q=jaina")
    assert "Unstable Power" not in phone.page("/chips?q=rook")
    assert "0 chips" in phone.page("/chips?q=%3Cscript%3E")
    assert 'id="ante-phase"' in phone.page("/rules?q=ante+phase")
    assert 'id="buy-phase"' not in phone.page("/rules?q=ante+phase")
    assert "<script>x" not in phone.page("/rules?q=%3Cscript%3Ex")


def test_chips_are_chosen_by_what_is_printed_on_them(served: Served) -> None:
    phone, chips = served.phone(), served.hall.table().chips(ENGLISH)
    gems = chips["gem_1"].kind
    for query, wanted in (
        ("cost=%244", {key for key, one in chips.items() if one.face.get("cost") == "$4"}),
        ("banner=purple", {key for key, one in chips.items() if "purple" in one.face.get("banner", "")}),
        ("character=Jaina&banner=red", {"burning_vigor"}),
        (f"kind={quote(gems)}", {f"gem_{value}" for value in range(1, 5)}),
        (f"kind={quote(gems)}&cost=%249", set[str]()),
    ):
        for language in ("en", "ru"):
            phone.client.set_cookie("lang", language)
            page = phone.page(f"/chips?{query}")
            assert {key for key in chips if f'href="/chips/{key}"' in page} == wanted, query


def test_each_rule_shows_how_it_is_played_and_what_it_decided_lately(duel: Served) -> None:
    phone, table = duel.phone(), duel.hall.table()
    page = phone.page("/rules")
    assert page.count("See it played") == sum(rule.key in table.scenes() for rule in table.rules()) > 50
    assert "Lately at this table" not in page
    scene = unescape(phone.page("/rules/crash-gem/scene"))
    for words in ("A: play a Crash Gem", "Two 1-gems land in B's pile.", "Scene 1 of", "Before", "After"):
        assert words.replace("A: ", "A:</b> ") in scene
    assert phone.get("/rules/crash-gem/scene?n=999").status_code == 404
    assert phone.get("/rules/nonsense/scene").status_code == 404


def test_what_would_come_of_it(served: Served) -> None:
    phone = served.phone()
    page = phone.post("/what-if", position=POSITION, tokens="play:combine").text
    assert "accepted" in page
    assert "Combine" in page
    page = phone.post("/what-if", position=POSITION, tokens="buy:gem_2").text
    assert "refused" in page
    assert "Actions come first" in page
    assert "Turn Structure" in page


def test_what_goes_without_saying_stands_at_its_own_step(served: Served) -> None:
    position = "seats: {A: {pile: [3], hand: [crash_gem]}, B: {pile: [2], hand: [crash_gem], bag: [gem_1]}}"
    page = served.phone().post("/what-if", position=position, tokens="play:crash_gem pass").text
    steps = ["A: break:3</code> (the only answer)", "Three 1-gems are in the air", "B: pass", "Three 1-gems land"]
    assert [page.index(step) for step in steps] == sorted(page.index(step) for step in steps)


@pytest.mark.parametrize(
    "position",
    [
        "",
        "[]",
        "seats: {A: {}}",
        "seats: [",
        "seats: {A: {pile: [gem_9]}, B: {}}",
        "&a {x: *a}",
        "\x00",
        "\u2028" * 30,
        "{" * 5000,
    ],
)
def test_what_is_no_position_is_told(served: Served, position: str) -> None:
    answer = served.phone().post("/what-if", position=position, tokens="done")
    assert answer.status_code == 200
    assert "bad" in answer.text


@pytest.mark.parametrize(
    "tokens", ["\u20ac", "draw:", "draw:gem_1,gem_1", "A:", "play:", "x" * 3000, "done done done done done"]
)
def test_any_answer_is_heard(served: Served, tokens: str) -> None:
    assert served.phone().post("/what-if", position=POSITION, tokens=tokens).status_code == 200


def test_a_what_if_touches_no_game(duel: Served) -> None:
    before = duel.hall.export(1, "judge")
    duel.phone().post("/what-if", position=POSITION, tokens="play:combine combine:2+2")
    assert duel.hall.export(1, "judge") == before
