"""A record against the rules: every move that is not legal, and every table that is not right, is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.ledger import JUDGE, Ledger, Recorded, check_chain, read_record, write_record
from companion.referee.inputs import Answered, Corrected, Finished
from companion.referee.verifying import KeptBack, Verdict, VerifiedStep, played, verify
from tests.referee.games import Seen, by_hand, say


@pytest.fixture
def text(ledger: Ledger) -> str:
    """The record of a short game that was broken off."""
    referee = by_hand(ledger)
    say(referee, "A", "done", "buy:wound", "done")
    referee.step(Finished(("A", "B"), 9.0))
    return write_record(referee.saving.game)


def read(text: str) -> Recorded:
    recorded = read_record(text)
    assert isinstance(recorded, Recorded), recorded
    return recorded


def forged(folder: Path, text: str, change: Callable[[int, dict[str, Any]], object]) -> Recorded:
    """The same record written anew, with other words in it and a whole chain: only the rules can tell."""
    with Ledger.open(folder / "forged.sqlite") as ledger:
        payloads = [entry.payload for entry in read(text).entries]
        for number, payload in enumerate(payloads):
            change(number, payload)
        game = ledger.begin(payloads[0])
        for payload in payloads[1:]:
            game.finish(payload) if payload["in"] == "over" else game.append(payload)
        recorded = read(write_record(game, JUDGE))
    assert check_chain(recorded) == []
    return recorded


def test_a_true_record(text: str) -> None:
    recorded = read(text)
    assert verify(recorded) == Verdict(None, None, 6)
    steps = list(played(recorded))
    assert [step.number for step in steps if isinstance(step, VerifiedStep)] == list(range(len(recorded.entries)))


def test_a_true_record_of_a_game_that_readers_saw(ledger: Ledger, seen: Seen) -> None:
    referee = seen.begin(ledger)
    for one in seen.inputs:
        referee.step(one)
    for audience in ("table", "A", JUDGE):
        verdict = verify(read(write_record(referee.saving.game, audience)))
        assert (verdict.problem, verdict.kept_back) == (None, None)
        assert verdict.moves > 50


@pytest.mark.parametrize(
    ("at", "key", "value", "wrong"),
    [
        (1, "said", [["answer", "B", "done"]], "entry 1 is not legal: done: It is A's turn"),
        (2, "said", [["answer", "A", "buy:combine"]], "entry 2 is not legal"),
        (2, "said", [["answer", "A", "buy:gem_1"]], "entry 2"),
        (2, "said", [], "entry 2: by the rules it leads to another table"),
        (2, "said", [["answer", "A"]], "entry 2 is not legal: `said`"),
        (2, "said", [["shout", "A", "x"]], "entry 2 is not legal"),
        (2, "said", [[["A"], {}, 3]], "entry 2 is not legal"),
        (3, "state", "0" * 16, "entry 3: by the rules it leads to another table"),
        (4, "result", {"winner": "B"}, "entry 4: the result is not what the rules make it"),
        (0, "setup", {"game": "chess"}, "entry 0 is not legal"),
        (0, "setup", 7, "entry 0 is not legal"),
        (0, "state", "x", "entry 0: by the rules"),
    ],
)
def test_a_forged_record(tmp_path: Path, text: str, at: int, key: str, value: object, wrong: str) -> None:
    recorded = forged(tmp_path, text, lambda number, payload: number == at and payload.update({key: value}))
    verdict = verify(recorded)
    assert verdict.problem
    assert wrong in verdict.problem.text
    assert verdict.problem.line == recorded.places[at]


def test_every_move_that_is_changed_is_found(tmp_path: Path, seen: Seen, ledger: Ledger) -> None:
    """One word of a whole game at a time: either the rules refuse it, or it leads elsewhere."""
    referee = seen.begin(ledger)
    for one in seen.inputs:
        referee.step(one)
    text = write_record(referee.saving.game, JUDGE)
    chance = Random(8)
    answers = [
        (number, place)
        for number, payload in enumerate(seen.entries)
        for place, row in enumerate(payload["said"])
        if row[0] == "answer"
    ]
    tokens = sorted({seen.entries[number]["said"][place][2] for number, place in answers})
    for number, place in chance.sample(answers, 4):
        true = seen.entries[number]["said"][place][2]
        other = chance.choice([token for token in tokens if token != true])

        def change(at: int, payload: dict[str, Any], where: tuple[int, int] = (number, place), to: str = other) -> None:
            if at == where[0]:
                payload["said"][where[1]][2] = to

        (folder := tmp_path / f"{number}").mkdir()
        assert verify(forged(folder, text, change)).problem, f"entry {number}: {other} in place of {true}"


def test_what_is_kept_back_is_not_guessed(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    say(referee, "A", "done")
    changes = {"seats": {"A": {"pile": [1, 2]}}, "bank": {"change": {"gem_2": -1}}}
    assert referee.step(Corrected(("A", "B"), changes, "an elbow", 5.0)).accepted
    assert referee.step(Answered("A", "buy:wound", 6.0)).accepted
    verdict = verify(read(write_record(referee.saving.game)))
    assert verdict.problem is None
    assert isinstance(verdict.kept_back, KeptBack)
    assert verdict.kept_back.number == 2
    assert verify(read(write_record(referee.saving.game, JUDGE))) == Verdict(None, None, 5)
