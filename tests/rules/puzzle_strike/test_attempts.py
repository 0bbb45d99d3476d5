"""What somebody may have wanted with chips that went astray; by which rule a move is owed; how it is let stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules import UNSEEN, Moved, find_game
from companion.rules.kernel.positions import PositionError
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.attempts import attempts, owes, relocated
from companion.rules.puzzle_strike.table import Table
from companion.rules.puzzle_strike.table_words import WORDS


def table(**a: Any) -> Table:
    """A is at turn and buys."""
    seats: Mapping[str, Any] = {"A": {"hand": ["gem_1", "wound"], "pile": ["gem_1"], **a}, "B": {"hand": ["gem_1"]}}
    _, found = find_game("puzzle-strike").position({"seats": seats, "turn": {"phase": "buy"}})
    assert isinstance(found, Table)
    return found


def way(kind: str, source: str, target: str) -> Moved:
    return Moved(kind, 1, source, target)


def wanted(*moves: Moved) -> list[str]:
    return [f"{one.seat} {one.token or one.rule}" for one in attempts(table(), moves)]


@pytest.mark.parametrize(
    ("kind", "source", "target", "expected"),
    [
        ("roundhouse", "A.hidden", "A.played", ["A play:roundhouse"]),
        ("crash_gem", "B.hidden", "B.discard", ["B react:crash_gem", "B turn-structure"]),
        ("gem_1", "B.hidden", "B.discard", ["B turn-structure"]),
        ("gem_1", "A.hidden", "bank", ["A trash:gem_1"]),
        ("gem_2", "bank", "A.discard", ["A buy:gem_2"]),
        ("gem_2", "B.discard", "A.discard", ["A buy:gem_2"]),
        ("gem_2", "A.pile", "bank", ["A break:2"]),
        ("gem_2", "A.pile", "A.played", ["A gem-chips"]),
        ("gem_2", "A.hidden", "A.pile", ["A gem-chips"]),
        ("gem_2", "A.discard", "", ["A drawing"]),
        ("gem_2", "A.discard", "A.played", ["A action-phase"]),
        ("gem_2", "bank", "A.played", ["A gaining"]),
        ("gem_2", "bank", "A.hidden", ["A gaining"]),
        ("gem_2", "bank", "A.pile", []),
        (UNSEEN, "A.hidden", "A.hidden", []),
    ],
)
def test_what_a_chip_may_have_been_meant_for(kind: str, source: str, target: str, expected: list[str]) -> None:
    assert wanted(way(kind, source, target)) == expected


def test_what_several_make_together_comes_first() -> None:
    gems = (way("gem_3", "A.pile", "bank"), way("gem_2", "A.pile", "bank"), way("gem_4", "bank", "A.pile"))
    assert wanted(*gems)[0] == "A combine:3+2"
    assert wanted(way("combine", "A.played", "A.discard"))[0] == "A done"
    assert wanted(*[way("wound", "A.hidden", "A.discard")] * 2)[0] == "A done"


def test_what_came_from_the_hand_tells_more_than_what_followed() -> None:
    assert wanted(way("gem_1", "B.pile", "bank"), way("crash_gem", "B.hidden", "B.discard"))[0] == "B react:crash_gem"


def test_nobody_wants_anything_before_the_first_turn() -> None:
    fresh = table()
    fresh.turn = ""
    assert attempts(fresh, [way("roundhouse", "A.hidden", "A.played")]) == ()


@pytest.mark.parametrize(
    ("moved", "events", "rule"),
    [
        (way("gem_1", "bank", "A.pile"), (ev.Anted("A", 1),), "ante-phase"),
        (way("gem_1", "bank", "B.pile"), (ev.Anted("A", 2), ev.Landed("B", 1)), "crash-gem"),
        (way("gem_3", "A.pile", "bank"), (ev.Broke("A", (3,)),), "crash-gem"),
        (way("gem_3", "bank", "A.pile"), (ev.Combined("A", (1, 2)),), "combine"),
        (way("gem_3", "bank", "A.discard"), (ev.Bought("A", "gem_3", 5),), "gaining"),
        (way("wound", "A.hand", "bank"), (ev.Trashed("A", "wound"),), "trashing"),
        (way("wound", "A.hand", "A.discard"), (ev.PhaseBegan("A", "cleanup"),), "cleanup-phase"),
        (way(UNSEEN, "A.bag", "A.hand"), (ev.BonusDrawn("A", 1), ev.Drew("A", 6)), "height-bonus"),
        (way(UNSEEN, "A.bag", "A.hand"), (ev.Drew("A", 1),), "draw-symbol"),
        (way("wound", "A.hand", "A.top"), (), "turn-structure"),
    ],
)
def test_each_move_is_owed_by_a_rule(moved: Moved, events: tuple[Any, ...], rule: str) -> None:
    assert owes(moved, (moved, *events), None) == rule


def test_chips_stay_where_they_were_put() -> None:
    assert relocated(table(), [way("gem_2", "bank", "A.pile"), way("gem_1", "A.pile", "bank")]) == {
        "seats": {"A": {"pile": {"add": ["gem_2"], "remove": ["gem_1"]}}},
        "bank": {"change": {"gem_2": -1, "gem_1": 1}},
    }
    assert relocated(table(), [way("wound", "A.hidden", "A.pile")]) == {
        "seats": {"A": {"hand": {"remove": ["wound"]}, "pile": {"add": ["wound"]}}}
    }


def test_what_was_played_out_of_turn_is_discarded() -> None:
    for seat, place in (("A", "played"), ("B", "discard")):
        assert relocated(table(), [way("wound", f"{seat}.hidden", f"{seat}.played")])["seats"] == {
            seat: {"hand": {"remove": ["wound"]}, place: {"add": ["wound"]}}
        }


def test_a_chip_that_was_taken_up_is_in_the_hand_and_a_gem_that_fell_down_is_gone() -> None:
    assert relocated(table(), [way("wound", "A.discard", "")])["seats"] == {
        "A": {"discard": {"remove": ["wound"]}, "hand": {"add": ["wound"]}}
    }
    assert relocated(table(), [way("gem_1", "A.pile", "")])["box"] == {"gem_1": 1}


def test_an_unseen_chip_stays_where_nobody_needs_to_know_which_it_is() -> None:
    drawn = [Moved(UNSEEN, 1, "A.bag", "A.hand")]
    hidden = table(bag=["?", "?"], hand=["?"], unseen=["gem_1", "gem_1", "wound"])
    assert relocated(hidden, drawn) == {"seats": {"A": {"bag": {"remove": ["?"]}, "hand": {"add": ["?"]}}}}
    alike = table(bag=["gem_1", "gem_1"])
    assert relocated(alike, drawn) == {"seats": {"A": {"bag": {"remove": ["gem_1"]}, "hand": {"add": ["gem_1"]}}}}
    with pytest.raises(PositionError, match="nobody can tell which chip that is"):
        relocated(table(bag=["gem_1", "wound"]), drawn)
    with pytest.raises(PositionError, match="nothing would lie elsewhere"):
        relocated(table(), [])


def test_what_hands_have_to_do_is_said_in_words() -> None:
    assert WORDS.owed("gem_1", 3, "bank", "B.pile") == "put three 1-gems into B's tray"
    assert WORDS.owed("wound", 9, "A.hand", "A.discard") == "discard 9 wounds"
    assert WORDS.owed("gem_1", 1, "A.discard", "B.discard") == "move a 1-gem from A's discard pile to B's discard pile"
    assert WORDS.pieces("roundhouse", known=True) == "Roundhouse"
    assert WORDS.place("") == "where nobody sees it"
