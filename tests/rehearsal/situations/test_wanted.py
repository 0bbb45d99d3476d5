"""What came of a situation against what is wanted: everything that differs is told, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.rehearsal.games.companion import Asked, Committed, Heard, Ruled, Withdrawn
from companion.rehearsal.situations.wanted import Came, GivenAnswer, WantedReader, otherwise

RULES = {"no_ante": frozenset({"ante-phase"})}
PLAYED = Committed("answer", "A", "play:combine", 1.0)
COMBINED = Committed("answer", "A", "combine:2+1", 3.0)
DONE = Committed("answer", "A", "done", 9.0)
USUAL = {"answers": ["A play:combine", "A combine:1+2", "A done"], "asked": "nothing", "mistake": "none"}


def came(*heard: Heard, refused: tuple[tuple[GivenAnswer, str], ...] = (), agrees: bool = True) -> Came:
    """What came of it: every answer that was committed counts."""
    all_heard = Came((), heard, agrees, refused, {"A.hand": Counter({"wound": 1})})
    return replace(all_heard, record=tuple(one for one, _ in all_heard.committed))


def differs(result: Came, **wanted: object) -> list[str]:
    """How it differs from what is wanted."""
    said: Mapping[str, object] = {**USUAL, **wanted}
    return otherwise(WantedReader(("A", "B"), RULES).read(said, ()), result)


def asked(number: int, at: float, seat: str, *options: str) -> Asked:
    return Asked(number, (seat,), options, at)


def ruled(seat: str, rule: str) -> Ruled:
    return Ruled(1, "owed", seat, rule, (), "Something is missing.", 5.0)


def test_what_is_wanted_is_right() -> None:
    assert differs(came(PLAYED, COMBINED, DONE)) == []


@pytest.mark.parametrize(
    "heard",
    [
        [PLAYED, COMBINED],
        [PLAYED, COMBINED, DONE, DONE],
        [COMBINED, PLAYED, DONE],
        [PLAYED, COMBINED, Committed("answer", "B", "done", 9.0)],
        [PLAYED, Committed("answer", "A", "combine:1+3", 3.0), DONE],
    ],
)
def test_the_answers_are_all_of_them_in_their_order(heard: list[Heard]) -> None:
    (words,) = differs(came(*heard))
    assert words.startswith("answers: ")


def test_some_may_come_in_any_order() -> None:
    groups: list[object] = ["A play:combine", {"any order": ["A done", "A combine:1+2"]}]
    assert differs(came(PLAYED, COMBINED, DONE), answers=groups) == []
    assert differs(came(PLAYED, DONE, COMBINED), answers=groups) == []
    assert differs(came(DONE, PLAYED, COMBINED), answers=groups)


def test_what_counted_for_a_while_must_be_allowed() -> None:
    wrong = Committed("answer", "A", "play:crash_gem", 0.5)
    result = replace(came(wrong, PLAYED, COMBINED, DONE), record=came(PLAYED, COMBINED, DONE).record)
    assert differs(result) == ["A play:crash_gem counted for a while"]
    assert differs(result, **{"taken back": ["A play:crash_gem"]}) == []
    assert differs(result, **{"taken back": ["A play:crash_gem"]}, never=["A play:crash_gem"]) == [
        "A play:crash_gem counted at 0.5 s"
    ]


def test_an_answer_can_be_late() -> None:
    assert differs(came(PLAYED, COMBINED, DONE), by={"A done": 9}) == []
    assert differs(came(PLAYED, COMBINED, DONE), by={"A done": 8.5}) == ["A done counted at 9.0 s; wanted: by 8.5 s"]


def test_questions_are_those_that_are_wanted_in_their_order() -> None:
    answers = (PLAYED, COMBINED, DONE)
    question = asked(1, 2.0, "A", "combine:2+1", "combine:1+1")
    assert differs(came(*answers, question))
    assert differs(came(*answers, question), asked="anything") == []
    assert differs(came(*answers, question), asked=["A combine:1+2"]) == []
    assert differs(came(*answers, question), **{"perhaps asked": ["A combine:1+2"]}) == []
    assert differs(came(*answers), **{"perhaps asked": ["A combine:1+2"]}) == []
    assert differs(came(*answers), asked=["A combine:1+2"])
    assert differs(came(*answers, question), asked=["B combine:1+2"])
    assert differs(came(*answers, question), asked=["A done"])
    assert differs(came(*answers, question, asked(2, 5.0, "A", "done")), asked=["A done", "A combine:1+2"])
    assert differs(came(*answers, asked(2, 5.0, "A")), asked=["A the draw"]) == []
    assert differs(came(*answers, question), asked=["A the draw"])


def test_a_question_that_the_table_answers_at_once_bothers_nobody() -> None:
    question = asked(1, 2.0, "A", "combine:1+2")
    assert differs(came(PLAYED, COMBINED, DONE, question, Withdrawn(1, 3.9))) == []
    assert differs(came(PLAYED, COMBINED, DONE, question, Withdrawn(1, 4.1)))


def test_a_mistake_is_named_by_a_rule_that_fits_and_for_the_right_seat() -> None:
    answers = (PLAYED, COMBINED, DONE)
    assert differs(came(*answers, ruled("A", "ante-phase")))
    assert differs(came(*answers, ruled("A", "ante-phase")), mistake="A no_ante") == []
    assert differs(came(*answers, ruled("A", "ante-phase")), mistake={"who": "A", "rules": ["ante-phase"]}) == []
    assert differs(came(*answers, ruled("B", "ante-phase")), mistake="anybody no_ante") == []
    assert len(differs(came(*answers, ruled("B", "ante-phase")), mistake="A no_ante")) == 2
    assert len(differs(came(*answers, ruled("A", "wounds")), mistake="A no_ante")) == 2
    assert differs(came(*answers), mistake="A no_ante") == ["not named: a mistake of A (ante-phase)"]
    twice = came(*answers, ruled("A", "ante-phase"), ruled("A", "ante-phase"))
    assert len(differs(twice, mistake="A no_ante")) == 1


def test_table_and_rules_must_agree_unless_it_is_said_otherwise() -> None:
    apart = came(PLAYED, COMBINED, DONE, agrees=False)
    assert differs(apart) == ["table and rules do not agree in the end"]
    assert differs(apart, table="whatever") == []
    named = came(PLAYED, COMBINED, DONE, ruled("A", "ante-phase"), agrees=False)
    assert differs(named, mistake="A no_ante") == []
    assert differs(named, mistake="A no_ante", table="agrees") == ["table and rules do not agree in the end"]


def test_what_is_learnt_must_be_true() -> None:
    answers = (PLAYED, COMBINED, DONE)
    assert differs(came(*answers, Committed("learn", "A.hand", ("wound", "?"), 4.0))) == []
    assert differs(came(*answers, Committed("learn", "A.hand", ("combine",), 4.0))) == [
        "learnt that a combine was in A.hand"
    ]


def test_what_is_refused_must_be_allowed() -> None:
    refused = came(PLAYED, COMBINED, DONE, refused=((GivenAnswer("B", "done"), "It is A's turn."),))
    assert differs(refused) == ["refused: B done: It is A's turn."]
    assert differs(refused, **{"may be refused": ["B done"]}) == []
