"""A first game: each chip and each number is explained once, by the game's own texts, when it is new."""

from __future__ import annotations

from companion.app.demo.lessons import Lesson, Lessons, match_facts
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.shown import lesson_row, looks_of
from companion.faces.languages import ENGLISH, languages
from companion.rules import find_game
from tests.app.demo.test_brains import begun, told

ANNA = frozenset({"Anna"})


def keys(lessons: Lessons) -> list[str]:
    return [lesson.key for lesson in lessons.waiting]


def test_numbers_are_explained_when_they_first_change_and_chips_when_they_are_seen() -> None:
    match, world = begun()
    lessons = Lessons(facts=match_facts(USUAL))
    assert lessons.look(told(match), world, ANNA)
    hand = {world.kinds[uid] for uid in world.in_zone("Anna.hand")}
    assert keys(lessons)[:3] == ["ante-phase", "winning", "action-phase"]
    assert set(keys(lessons)[3:]) == hand | {"gem_1"}
    theirs = {world.kinds[uid] for uid in world.in_zone("Ben.hand")} - hand
    assert theirs
    assert not theirs & set(keys(lessons))
    first, second = keys(lessons)[:2]
    lessons.go_on(first)
    lessons.go_on(first)
    assert keys(lessons)[0] == second
    assert not lessons.look(told(match, point=1), world, ANNA)


def test_nothing_is_said_while_the_companion_is_still_thinking() -> None:
    match, world = begun()
    lessons = Lessons()
    assert not lessons.look(told(match, settled=False), world, ANNA)
    assert not lessons.look(None, world, ANNA)


def test_the_game_says_it_in_the_language_of_the_page() -> None:
    match, _ = begun()
    looks = looks_of(USUAL, ENGLISH)
    lessons = Lessons()
    lessons.waiting.extend([Lesson("crash_gem", "", ("Anna.hand",)), Lesson("", "winning", ("Anna.pile",))])
    row = lesson_row(lessons, told(match), looks, ENGLISH)
    assert row
    assert (row["title"], row["more"], row["chip"]["kind"]) == ("Crash Gem", 1, "crash_gem")
    assert row["words"][0] == find_game(USUAL.game).encyclopedia()["crash_gem"].effect
    lessons.go_on("crash_gem")
    russian = lesson_row(lessons, told(match), looks, languages()["ru"])
    assert russian
    assert (russian["chip"], russian["about"], russian["more"]) == (None, ["Anna.pile"], 0)
    assert russian["words"][0].startswith("Если")
    lessons.go_on("winning")
    assert lesson_row(lessons, told(match), looks, ENGLISH) is None


def test_every_number_that_is_explained_is_a_fact_with_a_rule() -> None:
    match, _ = begun()
    known = {rule.key for rule in match.game.rulebook(match.table)}
    facts = match.game.facts(match.table)
    rules = match.game.fact_rules(match.table)
    assert set(rules) <= set(facts)
    assert {rule for rule, _ in rules.values()} <= known
