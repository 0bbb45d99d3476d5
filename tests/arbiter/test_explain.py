"""Which lines of play explain what was seen."""

from __future__ import annotations

import pytest

from companion.arbiter.books import Books
from companion.arbiter.explain import explain
from companion.arbiter.lines import Explained
from companion.arbiter.loose import Debt, Loose
from companion.arbiter.sight import Sight
from companion.rules import Match
from companion.table.layout import AIR
from companion.table.sightings import Uid
from tests.arbiter.starts import in_turn
from tests.rehearsal.tables import example
from tests.rules.playing import at, with_unseen

Seen = tuple[str, str, str]


def explained(match: Match, *seen: Seen, kit: str = "cells-2", budget: int = 400) -> Explained:
    """The lines for chips that were seen, a second apart."""
    books = Books(Sight(example(kit), match.game))
    for number, (kind, source, target) in enumerate(seen):
        origin = frozenset({books.sight.place(source)})
        books.seen(Loose(Uid(f"{number}"), kind, origin, target, float(number), "1.0"), lambda *_: True)
    return explain(match, books, budget)


def lines(match: Match, *seen: Seen, kit: str = "cells-2") -> list[list[str]]:
    """The answers of each."""
    found = explained(match, *seen, kit=kit)
    assert found.complete
    return sorted([step.said.what for step in line.steps] for line in found.lines)


PLAYED = ("A.hand", "A.played")
BROKEN = ("A.pile", "bank")


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ([("crash_gem", *PLAYED)], [["play:crash_gem"]]),
        ([("crash_gem", *PLAYED), ("gem_3", *BROKEN)], [["play:crash_gem", "break:3"]]),
        ([("gem_3", *BROKEN), ("crash_gem", *PLAYED)], [["play:crash_gem", "break:3"]]),
        ([("gem_1", *PLAYED)], [["done", "play:gem_1"]]),
        ([("gem_2", *PLAYED), ("gem_1", "bank", "A.discard")], [["done", "play:gem_2", "buy:gem_1"]]),
    ],
    ids=["one chip", "two chips", "in the other order", "after a word", "two steps"],
)
def test_what_explains_it(seen: list[Seen], found: list[list[str]]) -> None:
    assert [line for line in lines(in_turn(), *seen) if len(line) == len(found[0])] == found


def test_what_was_seen_before_its_cause_costs_the_more_the_earlier_it_was() -> None:
    """Readers take turns, so 0.4 seconds tell nothing; each further second costs 0.35 nats."""
    in_order = explained(in_turn(), ("crash_gem", *PLAYED), ("gem_3", *BROKEN)).lines[0]
    the_other_way = explained(in_turn(), ("gem_3", *BROKEN), ("crash_gem", *PLAYED)).lines[0]
    assert (in_order.cost, the_other_way.cost) == (0, 210)


def test_several_lines_may_explain_one_chip() -> None:
    match = in_turn(pile=(2, 1, 1, 1))
    match.answer("play:combine", "A")
    assert lines(match, ("gem_1", *BROKEN)) == [["combine:1+1"], ["combine:1+2"]]
    assert lines(match, ("gem_1", *BROKEN), ("gem_2", *BROKEN)) == [["combine:1+2"]]
    assert lines(match, ("gem_1", *BROKEN), ("gem_2", "bank", "A.pile")) == [["combine:1+1"]]


def test_answers_that_move_nothing_make_no_line_too_long_to_be_thought_of() -> None:
    """The Gemonade is laid down late, at the end of A's turn; or A has kept it, and answers B's crash with it."""
    hand, bag = ["gems_to_gemonade", "combine", "wound"], ["gem_1"] * 10
    seats = {
        "A": {"character": "jaina", "pile": [1], "hand": hand, "bag": bag},
        "B": {"character": "rook", "pile": [2, 1], "hand": ["crash_gem", "gem_1"], "bag": bag},
    }
    ending = at(seats, turn={"seat": "A", "phase": "buy", "money": 0, "bought": ["wound"], "piggy": 2})
    match = with_unseen(ending, "A", " ".join(hand + bag), hand="? ? ?", bag=" ".join("?" * len(bag)))
    seen = [
        ("wound", "A.hand", "A.discard"),
        ("crash_gem", "B.hand", "B.played"),
        ("gem_2", "B.pile", "bank"),
        ("gems_to_gemonade", "A.hand", "A.discard"),
        ("gem_1", "B.hand", "B.played"),
    ]
    kept = ("done", "keep:?", "keep:?", "play:crash_gem", "break:2", "react:gems_to_gemonade", "negate:2", "play:gem_1")
    assert kept in [line.answers for line in explained(match, *seen).lines]


def test_where_readers_see_no_chips_played_a_gem_that_leaves_tells_what_was() -> None:
    match = in_turn("crash_gem gem_1 gem_1 gem_1 gem_2", pile=(3, 2))
    assert lines(match, ("gem_3", "A.pile", AIR), kit="trays-2") == [["play:crash_gem", "break:3"]]


@pytest.mark.parametrize(
    "seen",
    [
        ("gem_4", "bank", "A.pile"),
        ("combine", "bank", "B.discard"),
        ("gem_3", "A.pile", "B.pile"),
        ("draw_three", *PLAYED),
    ],
    ids=["no gem comes by itself", "it is not B's turn", "gems do not wander", "A has no such chip"],
)
def test_what_the_rules_do_not_allow_is_not_explained(seen: Seen) -> None:
    found = explained(in_turn(), seen)
    assert found.lines == ()
    assert found.complete


def test_the_search_ends_and_says_that_it_has_not_seen_all() -> None:
    found = explained(in_turn(), ("gem_4", "bank", "A.pile"), budget=1)
    assert found.lines == ()
    assert not found.complete


def test_a_draw_that_all_see_is_in_the_way_of_what_comes_after() -> None:
    match = in_turn("jackpot combine gem_1 gem_1 gem_2")
    found = explained(match, ("jackpot", *PLAYED))
    assert [[step.said.what for step in line.steps] for line in found.lines] == [["play:jackpot"]]


def test_what_follows_and_was_not_seen_is_owed_at_the_end_of_a_line() -> None:
    (line,) = explained(in_turn(pile=(1,)), ("crash_gem", *PLAYED)).lines
    assert [(step.shown, step.owes) for step in line.steps] == [(True, True)]
    assert line.books.settled
    assert list(line.books.debts) == [Debt("gem_1", "A.pile", "bank")]
