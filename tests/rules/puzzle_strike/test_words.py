"""Everything that happens, is asked or can be answered can be said in words."""

from __future__ import annotations

import inspect
from random import Random
from string import Formatter
from typing import Any

import pytest

from companion.rules import JUDGE, TABLE, UNSEEN, Counted, Draw, Forced, Learnt, Moved, Question, tell
from companion.rules.puzzle_strike import events
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.words import EVENTS, NUMBERS, QUESTIONS, VERBS, WORDS
from tests.rules.playing import any_input, asked, at, duel, random_duel, say

FACTS = [kind for _, kind in inspect.getmembers(events, inspect.isclass) if kind.__module__ == events.__name__]

VALUES: dict[str, Any] = {
    "seat": "Ann",
    "target": "Bob",
    "chip": "its_a_trap",
    "character": "degrey",
    "phase": "buy",
    "turn": 7,
    "size": 2,
    "price": 5,
    "total": 11,
    "ante": 3,
}
GEMS: dict[str, Any] = {"Broke": (4, 1), "Combined": (1, 2), "Sent": 5, "Negated": 1, "Landed": 4}
CHIPS_OF: dict[str, Any] = {"Revealed": ("crash_gem", "wound"), "Kept": 1, "Refilled": 12, "Drew": 3, "BonusDrawn": 2}

TOLD = {
    "Anted": "A 2-gem is anted into Ann's pile.",
    "Attacked": "It's a Trap attacks Bob.",
    "BonusDrawn": "Height bonus for Ann: 2 chips more to draw.",
    "Bought": "Ann buys It's a Trap for $5.",
    "Broke": "Ann breaks a 4-gem and a 1-gem.",
    "Busted": "Ann ended a turn at 11: that is lost.",
    "Combined": "Ann combines a 1-gem and a 2-gem.",
    "Drew": "Ann draws 3 chips.",
    "Kept": "Ann's piggy bank keeps 1 chip.",
    "Landed": "Four 1-gems in Ann's pile.",
    "Negated": "A 1-gem negated.",
    "PanicRaised": "Danger Time: from now on 3-gems are anted.",
    "PhaseBegan": "",
    "Picked": "Ann plays DeGrey.",
    "Revealed": "Ann shows Crash Gem, Wound.",
    "Sent": "Five 1-gems in the air from Ann to Bob.",
    "TurnBegan": "Turn 7: Ann.",
    "Won": "Ann wins.",
}


def example(kind: Any) -> Any:
    """An event of this class."""
    given = {**VALUES, "gems": GEMS.get(kind.__name__), "chips": CHIPS_OF.get(kind.__name__)}
    return kind(**{name: given[name] for name in kind._fields})


def test_every_event_has_a_template_and_every_template_an_event() -> None:
    assert {kind.__name__ for kind in FACTS} | {"Learnt"} == set(EVENTS)


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
def test_every_event_can_be_told(kind: Any) -> None:
    sentence = WORDS.event(example(kind))
    if kind.__name__ in TOLD:
        assert sentence == TOLD[kind.__name__]
    else:
        assert sentence.startswith(("Ann", "It's a Trap"))
        assert sentence.endswith(".")
    assert "{" not in sentence
    assert "_" not in sentence


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
def test_a_template_uses_what_its_event_holds(kind: Any) -> None:
    """What a sentence leaves out must be in another event beside it."""
    names = {name for _, name, _, _ in Formatter().parse(EVENTS[kind.__name__]) if name}
    assert names <= {*kind._fields, "chip", "panic"}


def test_the_events_of_every_game() -> None:
    assert WORDS.event(Moved("wound", 1, "Ann.hand", "Ann.discard")) == "Wound: Ann's hand -> Ann's discard pile"
    assert WORDS.event(Moved(UNSEEN, 2, "Ann.bag", "Ann.hand")) == "2 x an unseen chip: Ann's bag -> Ann's hand"
    assert WORDS.event(Moved("stand_in_1", 3, "box", "Ann.pile")) == "3 x 1-gem (stand-in): box -> Ann's pile"
    assert WORDS.event(Counted("Ann.money", -1)) == "Ann: money: -$1."
    assert WORDS.event(Counted("Ann.owed", 2)) == "Ann: money for the next turn: $2."
    assert WORDS.event(Forced("Ann", "pass")) == ""
    assert WORDS.event(Learnt("Ann.hand", ("wound",))) == ""
    assert WORDS.event(events.Revealed("Ann", ())) == "Ann shows an empty hand."
    assert WORDS.event(events.Negated("Ann", 12)) == "12 1-gems negated."


def test_every_number_of_a_seat_can_be_told() -> None:
    for name in NUMBERS:
        assert WORDS.event(Counted(f"Ann.{name}", 2)).startswith("Ann: ")


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("play:crash_gem@pile", "play Crash Gem from the pile"),
        ("play:gems", "play all gems"),
        ("trash:wound+gem_1", "trash Wound and 1-gem"),
        ("combine:1+2", "combine a 1-gem and a 2-gem"),
        ("pay:brown", "pay with the brown arrow"),
        ("ante:gem_2", "ante a 2-gem"),
        ("choose:money+piggy", "choose money and piggy"),
        ("negate:0", "negate 0"),
        ("to:Bob", "at Bob"),
        ("done", "done"),
        ("pass", "pass"),
    ],
)
def test_an_answer_in_words(token: str, words: str) -> None:
    assert WORDS.token(token) == words


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (Question("action", {}, ""), "Play an action, or end the action phase?"),
        (Question("break", {}, "", "double_crash_gem"), "Which gem breaks (Double Crash Gem)?"),
        (Question("trash", {}, "", "gem_essence"), "What to trash (Gem Essence)?"),
        (Question("choose", {}, "", "character"), "Which choice (character)?"),
    ],
)
def test_a_question_in_words(question: Question, words: str) -> None:
    assert WORDS.question(question) == words


def test_all_that_comes_up_in_random_games_has_words() -> None:
    """200 games: every token offered, every question, every event, for everybody who may hear it."""
    tokens: set[str] = set()
    questions: set[tuple[str, str]] = set()
    told: set[type] = set()
    for seed in range(200):
        chance = Random(seed)
        match = random_duel(chance)
        while not match.over:
            if isinstance(match.pending, Question):
                questions.add((match.pending.what, match.pending.about))
                tokens.update(*match.pending.options.values())
            happened = say(match, *any_input(match, chance))
            told.update(type(event) for event in happened)
            if seed < 20:
                for audience in (TABLE, "A", JUDGE):
                    assert all(tell(match, (event,), audience) for event in happened if silent(event) is False)
    for token in tokens:
        words = WORDS.token(token)
        assert words
        assert not {"_", "{", ":", "@"} & set(words), token
    for what, about in questions:
        words = WORDS.question(Question(what, {}, "", about))
        assert words.endswith("?")
        assert not {"_", "{"} & set(words), (what, about)
    assert len(tokens) > 300
    assert {token.partition(":")[0] for token in tokens} <= set(VERBS)
    assert {what for what, _ in questions} >= set(QUESTIONS) - {"to"}, "two players have one opponent"
    assert set(FACTS) - told <= {events.Picked}


def silent(event: Any) -> bool:
    """Not told on purpose."""
    return isinstance(event, Forced) or not EVENTS.get(type(event).__name__, "told")


def test_a_question_without_words_of_its_own_says_what_is_to_be_done() -> None:
    assert "trash" not in QUESTIONS
    assert WORDS.question(Question("trash", {}, "", "wound")) == "What to trash (Wound)?"


def test_every_chip_has_a_name_in_every_verb() -> None:
    for kind, chip in CHIPS.items():
        assert WORDS.token(f"trash:{kind}") == f"trash {chip.name}"


def test_a_draw_in_words() -> None:
    assert WORDS.draw(Draw("A", "A.bag", 5, (), "drawing", "A")) == "5 out of A.bag"


# -- the table in a few lines --------------------------------------------------------------------------------------


def test_the_picture_shows_what_the_audience_may_see() -> None:
    match = at(
        {
            "A": {
                "character": "jaina",
                "pile": [4, 2],
                "hand": ["wound", "gem_1"],
                "bag": ["combine"],
                "ongoing": ["secret_move"],
            },
            "B": {"pile": [], "hand": ["crash_gem"], "discard": ["gem_2"], "next_turn": {"money": 3}},
        },
        turn={"arrows": {"black": 1, "brown": 2}, "money": -1},
    )
    assert asked(match).what == "action"
    lines = match.game.words.picture(match.view("A"))
    assert lines[0] == "Turn 1, A: action phase; 1-gems are anted (0 stacks empty)."
    assert lines[1] == (
        "A (Jaina): pile 6 (2-gem, 4-gem), height bonus +2; "
        "black arrows: 1; brown arrows: 2; money: -$1; piggy banks: 1"
    )
    assert lines[2] == "   hand: 1-gem, Wound; bag: 1 chip; ongoing zone: Secret Move"
    assert lines[3] == "B: pile 0 (empty), height bonus +0; money for the next turn: $3"
    assert lines[4] == "   hand: 1 chip; discard pile: 2-gem"
    assert lines[5].startswith("Bank: ")
    assert "Wound" not in "".join(match.game.words.picture(match.view(TABLE))[:5])
    assert "Combine" in match.game.words.picture(match.view(JUDGE))[2]


def test_the_picture_of_a_table_without_chips() -> None:
    match = at({"A": {"hand": ["gem_1"]}, "B": {}})
    assert match.game.words.picture(match.view(JUDGE))[4] == "   no chips"
    assert match.game.words.picture(duel().view(TABLE))[0].startswith("Turn 0, A: setup phase")
