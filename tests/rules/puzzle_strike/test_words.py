"""Everything that happens, is asked or can be answered can be said in words."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from companion.rules import (
    JUDGE,
    TABLE,
    UNSEEN,
    Changed,
    Corrected,
    Counted,
    Draw,
    Forced,
    Learnt,
    Moved,
    Question,
    SeatSetup,
    Setup,
    new_match,
    tell,
)
from companion.rules.puzzle_strike import events, sets
from companion.rules.puzzle_strike.encyclopedia import encyclopedia
from companion.rules.puzzle_strike.names import NUMBERS
from companion.rules.puzzle_strike.sets.library import LIBRARY, SETS
from companion.rules.puzzle_strike.words import (
    EVENTS,
    EVENTS_OF_ONE,
    QUESTIONS,
    QUESTIONS_ABOUT,
    VERBS,
    WHY_NOTHING,
    WORDS,
)
from tests.rules.playing import any_input, asked, at, random_duel, say

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
    "arrows": 4,
    "seats": ("Ann", "Bob"),
}
GEMS: dict[str, Any] = {"Broke": (4, 1), "Combined": (1, 2), "Sent": 5, "Negated": 1, "Landed": 4}
GEMS |= {"Floated": 2, "Dissolved": 1}
CHIPS_OF: dict[str, Any] = {"Revealed": ("crash_gem", "wound"), "Kept": 1, "Refilled": 12, "Drew": 3, "BonusDrawn": 2}

TOLD = {
    "Anted": "A 2-gem is anted into Ann's pile.",
    "Attacked": "It's a Trap attacks Bob.",
    "BonusDrawn": "Height bonus for Ann: 2 chips more to draw.",
    "Bought": "Ann buys It's a Trap for $5.",
    "Broke": "Ann breaks a 4-gem and a 1-gem.",
    "Busted": "With a pile of 10 or more, Ann loses.",
    "Combined": "Ann combines a 1-gem and a 2-gem.",
    "Drew": "Ann draws 3 chips.",
    "Kept": "Ann's piggy bank keeps 1 chip.",
    "Landed": "Four 1-gems land in Ann's pile.",
    "Negated": "A 1-gem on the way to Ann is negated.",
    "NotCombined": "No Puzzle chip is discarded for it, so Ann's It's a Trap combines nothing.",
    "NothingDone": "It's a Trap does nothing more: what it needs is not there.",
    "PanicRaised": "Danger Time: from now on 3-gems are anted.",
    "PhaseBegan": "",
    "Picked": "Ann plays DeGrey.",
    "Promised": "More arrows come with Ann's next turn.",
    "StackCameBack": "The It's a Trap stack is in the bank again.",
    "Revealed": "Ann shows Crash Gem, Wound.",
    "Sent": "Five 1-gems are in the air from Ann to Bob.",
    "Trapped": "Ann lays a trap token on the It's a Trap stack.",
    "TurnBegan": "Turn 7: Ann.",
    "TurnEnded": "Ann ends the turn with a pile of 11.",
    "Dissolved": "A 1-gem of Ann's that floated goes back to the bank.",
    "Floated": "Two 1-gems of Ann's float on the way to Bob: Ann's pile is 10 or more.",
    "Tied": "Equally low piles: Ann, Bob. Each of these takes one more turn.",
    "Won": "Ann wins.",
}


def example(kind: Any) -> Any:
    """An event of this class."""
    given = {**VALUES, "gems": GEMS.get(kind.__name__), "chips": CHIPS_OF.get(kind.__name__)}
    return kind(**{name: given[name] for name in kind._fields})


def test_every_event_has_a_template_and_every_template_an_event() -> None:
    assert {kind.__name__ for kind in FACTS} | {"Learnt", "Corrected", "Changed"} == set(EVENTS)


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
    assert names <= {*kind._fields, "chip", "name", "reason", "panic"}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Sent("A", "B", 1), "A 1-gem is in the air from A to B."),
        (events.Negated("A", 3), "Three 1-gems on the way to A are negated."),
        (events.Landed("A", 1), "A 1-gem lands in A's pile."),
        (events.Kept("A", 2), "A's piggy banks keep 2 chips."),
        (events.Broke("A", (1, 1)), "A breaks two 1-gems."),
        (events.Gained("A", "wound"), "A gains a wound."),
        (events.Bought("A", "combine", 3), "A buys a Combine for $3."),
        (events.Trapped("A", "gem_1"), "A lays a trap token on the 1-gem stack."),
    ],
)
def test_one_and_several(event: Any, sentence: str) -> None:
    assert WORDS.event(event) == sentence
    assert {kind.__name__ for kind in FACTS} | {"Learnt"} >= set(EVENTS_OF_ONE)


def test_a_chip_without_effect_says_what_it_was_missing() -> None:
    assert WORDS.event(events.NothingDone("A", "iron_defense")) == (
        "Iron Defense does nothing more: the bank has no Crash Gem."
    )
    code = "".join(path.read_text(encoding="utf-8") for path in Path(sets.__file__ or "").parent.rglob("*.py"))
    named = set(re.findall(r'nothing_done\([\w.]+, "(\w+)"\)', code))
    trading = {"training_day", "martial_mastery", "rigorous_training", "research_and_development"}
    trading |= {"chips_for_free", "rocket_punch"}
    told = {kind for kind, telling in LIBRARY.tellings.items() if telling.nothing}
    assert named | trading | {kind for kind in LIBRARY if LIBRARY[kind].once} == set(WHY_NOTHING) | told


def test_a_chip_laid_down_to_be_played_is_told_once() -> None:
    assert WORDS.event(Moved("roundhouse", 1, "A.hand", "A.played")) == ""
    assert WORDS.event(Moved("gem_2", 1, "A.hand", "A.played")) == "A lays a 2-gem as money."
    assert WORDS.event(Moved("crash_gem", 1, "A.pile", "A.played")) == "Crash Gem: A's pile → A's table"
    assert WORDS.event(Moved("wound", 1, "A.discard", "A.top")) == "Wound: A's discard pile → the top of A's bag"


def test_the_events_of_every_game() -> None:
    assert WORDS.event(Moved("wound", 1, "Ann.hand", "Ann.discard")) == "Wound: Ann's hand → Ann's discard pile"
    assert WORDS.event(Moved(UNSEEN, 1, "Ann.hand", "Ann.discard")) == "An unseen chip: Ann's hand → Ann's discard pile"
    assert WORDS.event(Moved(UNSEEN, 2, "Ann.bag", "Ann.hand")) == "2 x an unseen chip: Ann's bag → Ann's hand"
    assert WORDS.event(Moved("stand_in_1", 3, "box", "Ann.pile")) == "3 x 1-gem (stand-in): box → Ann's pile"
    assert WORDS.event(Counted("Ann.money", -1)) == "Ann now has -$1."
    assert WORDS.event(Counted("Ann.owed", 2)) == "Ann now has $2 for the next turn."
    assert WORDS.event(Counted("Ann.black", 0)) == "Ann now has no black arrow."
    assert WORDS.event(Forced("Ann", "pass")) == ""
    assert WORDS.event(Learnt("Ann.hand", ("wound",))) == "Ann's hand: a wound is known now."
    assert WORDS.event(Learnt("Ann.bag", ("wound", "wound"))) == "Ann's bag: two wounds are known now."
    several = Learnt("ann.top", ("wound", "gem_1", "combine"))
    assert WORDS.event(several) == "the top of ann's bag: a wound, a 1-gem and a Combine are known now."
    assert WORDS.event(events.Revealed("Ann", ())) == "Ann shows an empty hand."
    assert WORDS.event(events.Negated("Ann", 12)) == "12 1-gems on the way to Ann are negated."


def test_a_seat_is_named_as_it_is_written() -> None:
    assert WORDS.event(events.Won("anna")) == "anna wins."
    assert WORDS.event(Learnt("anna.hand", ("wound",))) == "anna's hand: a wound is known now."
    assert WORDS.event(Changed("anna.hand", "anna's hand has a wound more.")) == "anna's hand has a wound more."
    assert WORDS.event(events.Landed("anna", 4)) == "Four 1-gems land in anna's pile."


def test_the_reason_of_a_correction_becomes_one_sentence() -> None:
    for reason in ("it fell down", "it fell down.", "it fell\n  down. "):
        assert WORDS.event(Corrected("judge", reason)) == "Put right by judge: it fell down."


def test_who_may_not_see_the_hand_is_not_told_what_became_known() -> None:
    match = at({"A": {"hand": ["?"], "bag": ["?"], "unseen": ["wound", "combine"]}, "B": {}})
    learnt = match.learn("A.hand", ("wound",))
    assert tell(match, learnt, "A")[0] == "A's hand: a wound is known now."
    assert not [line for line in tell(match, learnt, "B") + tell(match, learnt, TABLE) if "known" in line]


def test_every_number_of_a_seat_can_be_told() -> None:
    for name in NUMBERS:
        none, one, several = (WORDS.event(Counted(f"Ann.{name}", value)) for value in (0, 1, 2))
        assert none.startswith("Ann now has ")
        assert len({none, one, several}) == 3


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("play:crash_gem@pile", "play a Crash Gem from the pile"),
        ("play:gems", "lay all gems"),
        ("play:gem_3", "lay a 3-gem"),
        ("trash:wound+gem_1", "trash a wound and a 1-gem"),
        ("discard:wound+wound", "discard two wounds"),
        ("discard:roundhouse+roundhouse", "discard Roundhouse and Roundhouse"),
        ("trap:wound", "lay the trap token on the Wound stack"),
        ("combine:1+2", "combine a 1-gem and a 2-gem"),
        ("pay:brown", "pay with the brown arrow"),
        ("ante:gem_2", "ante a 2-gem"),
        ("choose:money+piggy", "choose money and a piggy bank"),
        ("choose:degrey", "choose DeGrey"),
        ("negate:0", "negate no 1-gems"),
        ("negate:2", "negate two 1-gems"),
        ("to:Bob_2", "choose Bob_2"),
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
        (Question("break", {}, "", "double_crash_gem"), "Which gem breaks, or which two (Double Crash Gem)?"),
        (Question("trash", {}, "", "gem_essence"), "Which chip is trashed (Gem Essence)?"),
        (Question("choose", {}, "", "character"), "Which character?"),
        (
            Question("discard", {}, "chip:protective_ward", "combine"),
            "Discard a Puzzle chip for Protective Ward, or pass and do not combine (Combine)?",
        ),
    ],
)
def test_a_question_in_words(question: Question, words: str) -> None:
    assert WORDS.question(question) == words


def test_all_that_comes_up_in_random_games_has_words() -> None:
    """260 games, the last of them with the chips of all sets: every token offered, every question, every event, for
    everybody who may hear it."""
    tokens: set[str] = set()
    questions: set[tuple[str, str]] = set()
    told: set[type] = set()
    for seed in range(260):
        chance = Random(seed)
        match = random_duel(chance) if seed < 200 else random_duel(chance, tuple(SETS))
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
    of_other_matches = {"to", "agree", "begin", "draft"}  # two players have one opponent
    assert {what for what, _ in questions} >= set(QUESTIONS) - of_other_matches
    of_more_seats = {events.Tied, events.Floated, events.Dissolved}
    # a Ward is seldom in the way of random players; a stack comes back when the same chip is played again
    seldom = {events.Picked, events.Drafted, events.NotCombined, events.StackCameBack}
    assert set(FACTS) - told <= seldom | of_more_seats


def test_a_ward_that_is_not_paid_for_is_told() -> None:
    match = at(
        {
            "A": {"pile": [2, 1], "hand": ["combine", "draw_three"]},
            "B": {"character": "argagarg", "ongoing": ["protective_ward"]},
        }
    )
    match.answer("play:combine", "A")
    happened = match.answer("pass", "A")
    assert "No Puzzle chip is discarded for it, so A's Combine combines nothing." in tell(match, happened, TABLE)


def silent(event: Any) -> bool:
    """Not told on purpose."""
    if isinstance(event, Moved):
        return event.source.endswith(".hand") and event.target.endswith(".played")
    return isinstance(event, Forced) or not EVENTS.get(type(event).__name__, "told")


def test_a_question_without_words_of_its_own_says_what_is_to_be_done() -> None:
    assert "polish" not in QUESTIONS
    assert WORDS.question(Question("polish", {}, "", "wound")) == "What to polish (Wound)?"


def test_questions_of_a_chip_are_about_chips_of_the_box() -> None:
    assert {about for _, about in QUESTIONS_ABOUT} - {"character"} <= set(LIBRARY)
    assert {what for what, _ in QUESTIONS_ABOUT} <= set(VERBS)


def test_every_chip_has_a_name_in_every_verb() -> None:
    for kind, chip in LIBRARY.items():
        assert WORDS.token(f"trap:{kind}") == f"lay the trap token on the {chip.name} stack"
        assert WORDS.token(f"trash:{kind}").endswith(chip.name if kind != "wound" else "a wound")


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (Draw("A", "A.bag", 5, (), "drawing", "A"), "A draws 5 chips from the bag. Which ones?"),
        (Draw("A", "A.bag", 1, (), "drawing", "A"), "A draws 1 chip from the bag. Which one?"),
        (Draw("B", "B.hand", 2, (), "chip:jackpot"), "2 chips are picked at random from B's hand. Which ones?"),
        (Draw("B", "B.hand", 2, (), "chip:pilebunker"), "B shows 2 chips from the hand. Which ones?"),
        (Draw("", "box", 10, (), "choosing-the-bank"), "Which 10 Puzzle stacks were drawn for the bank?"),
        (Draw("", "table", 1, (), "losers-choice"), "Who was drawn to begin?"),
    ],
)
def test_a_draw_in_words(draw: Draw, words: str) -> None:
    assert WORDS.draw(draw) == words


# -- rulings -------------------------------------------------------------------------------------------------------


def test_the_readings_of_single_chips_stand_with_the_chips() -> None:
    """Each chip whose scenario holds a reading of docs/rulings.md has a reading in the encyclopedia."""
    page = Path(__file__).parents[3].joinpath("docs", "rulings.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)`", page.partition("## Single chips")[2])) & set(LIBRARY)
    assert len(named) > 20
    for kind in named:
        assert "inferred" in {ruling.source for ruling in encyclopedia()[kind].rulings}, kind


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
    assert lines[0] == "Turn 1, A: action phase; 1-gems are anted (empty stacks: 0)."
    assert lines[1] == (
        "A (Jaina): pile 6 (2-gem, 4-gem), height bonus +2; 1 black arrow; 2 brown arrows; -$1; 1 piggy bank"
    )
    assert lines[2] == "   hand: 1-gem, Wound; bag: 1 chip; ongoing zone: Secret Move"
    assert lines[3] == "B: pile 0 (empty), height bonus +0; $3 for the next turn"
    assert lines[4] == "   hand: 1 chip; discard pile: 2-gem"
    assert lines[5].startswith("Bank: ")
    assert "Wound" not in "".join(match.game.words.picture(match.view(TABLE))[:5])
    assert "Combine" in match.game.words.picture(match.view(JUDGE))[2]


def test_the_picture_of_a_table_without_chips() -> None:
    match = at({"A": {"hand": ["gem_1"]}, "B": {}})
    assert match.game.words.picture(match.view(JUDGE))[4] == "   no chips"
    setup = Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B")), bank="random")
    lines = match.game.words.picture(new_match(setup).view(TABLE))
    assert (lines[0], lines[-1]) == ("The game is being set up.", "Bank: not laid out yet")


def test_the_picture_shows_what_is_in_force() -> None:
    match = at(
        {"A": {"hand": ["knockdown", "thinking_ahead"], "bag": ["gem_1"]}, "B": {"hand": ["gem_1"]}},
        turn={"effects": ["sale_prices"], "bought": ["combine"], "arrows": {"black": 2}},
        bank={"traps": {"gem_1": 2}},
    )
    match.answer("play:thinking_ahead", "A")
    match.answer("play:knockdown", "A")
    lines = match.game.words.picture(match.view(TABLE))
    assert "in force: Sale Prices, Thinking Ahead; bought: Combine" in lines[1]
    assert "knocked down, so no purple shields this turn" in lines[3]
    assert "1-gem 62 (trap tokens: 2), 2-gem 20," in lines[5]


def test_the_picture_of_a_match_that_is_over_names_the_winner() -> None:
    match = at({"A": {"pile": [4, 4, 2]}, "B": {}}, turn={"phase": "buy", "bought": ["wound"]})
    assert match.game.words.picture(match.view(TABLE))[0] == "The game is over: B wins."


def test_gems_in_the_air_stand_with_the_seat_that_they_fly_to() -> None:
    match = at({"A": {"pile": [3], "hand": ["crash_gem"]}, "B": {"pile": [1], "hand": ["crash_gem"]}})
    match.answer("play:crash_gem", "A")
    lines = match.game.words.picture(match.view(TABLE))
    assert lines[4].endswith("in the air: three 1-gems")
    assert "in the air" not in lines[2]
