"""The same public moves with different hidden chips look the same to everybody else.

Two matches differ only in what South drew. North plays the same in both, South passes or does what both allow. Until a
chip of South's shows, the table and North see the same, at the same moments.
"""

from __future__ import annotations

import random

import pytest

from companion.rules import TABLE, UNSEEN, Draw, Event, Match, Moved, Question, SeatSetup, Setup, new_match
from companion.rules.kernel.lots import may_be
from companion.rules.puzzle_strike.sets.library import SETS, box_of
from tests.rules.playing import at

LOOKERS = (TABLE, "North")


def begin(seed: int, mode: str = "duel", *others: str, sets: tuple[str, ...] = ()) -> tuple[Match, Match]:
    chance = random.Random(seed)
    box = box_of(sets or ("base",))
    cast = [chance.choice(sorted(box.characters)) for _ in ("North", "South", *others)]
    bank: str | tuple[str, ...] = chance.choice(["lots_of_attacks", "first_game", "no_attacks", "combo_crazy"])
    setup = Setup(
        game="puzzle-strike",
        seats=tuple(map(SeatSetup, ("North", "South", *others), cast)),
        mode=mode,
        bank=tuple(chance.sample(sorted(box.of_kind("puzzle")), 10)) if sets else bank,
        sets=sets,
    )
    return new_match(setup), new_match(setup)


def what_is_seen(match: Match, events: tuple[Event, ...]) -> list[object]:
    board = match.game.words.board
    return [(view, board(view), match.seen(events, view.audience)) for view in map(match.view, LOOKERS)]


def shows_a_hidden_chip_of_south(events: tuple[Event, ...]) -> bool:
    return any(
        isinstance(event, Moved)
        and event.source in ("South.hand", "South.bag", "South.top")
        and event.target not in ("South.hand", "South.bag", "South.top")
        for event in events
    ) or any(type(event).__name__ == "Revealed" for event in events)


def one_input(
    one: Match, two: Match, chance: random.Random, unseen: float
) -> tuple[tuple[Event, ...], tuple[Event, ...]] | None:
    """The same public input to both; South's draws differ. None when there is none that both would take."""
    pending = one.pending
    if isinstance(pending, Draw):
        assert isinstance(two.pending, Draw)
        mine = tuple(chance.sample(pending.among, pending.count))
        theirs = mine
        if pending.owner == "South":
            theirs = tuple(chance.sample(two.pending.among, two.pending.count))
        elif sorted(pending.among) != sorted(two.pending.among) or (not pending.owner and UNSEEN in mine):
            return None
        if pending.owner:
            hidden = [chance.random() < unseen for _ in mine]
            mine, theirs = (
                tuple(UNSEEN if hide else kind for kind, hide in zip(kinds, hidden, strict=True))
                for kinds in (mine, theirs)
            )
        return one.draw(mine), two.draw(theirs)
    assert isinstance(pending, Question)
    seat = chance.choice(pending.seats)
    common = [token for token in one.options(seat) if token in two.options(seat)]
    if not common:
        return None
    token = chance.choice(common)
    return one.answer(token, seat), two.answer(token, seat)


def told_late(one: Match, two: Match, chance: random.Random) -> bool:
    """An unseen chip of South's hand is told in both, in each another one perhaps; nobody else notices anything. Where
    a chip that shows the whole hand waits for what is unseen, the hand may now be shown: return whether one is.
    """
    pairs = [(match, match.table.seats["South"]) for match in (one, two)]  # type: ignore[attr-defined]
    if all(UNSEEN in seat.hand for _, seat in pairs):
        told = [match.learn("South.hand", (chance.choice(may_be(seat.unseen, "hand")),)) for match, seat in pairs]
        if any(map(shows_a_hidden_chip_of_south, told)):
            return True
        assert what_is_seen(one, told[0]) == what_is_seen(two, told[1])
    return False


@pytest.mark.parametrize("unseen", [0, 0.5, 1])
@pytest.mark.parametrize("seed", range(300))
def test_nobody_can_tell_hidden_chips_from_public_faces(seed: int, unseen: float) -> None:
    look_alike(random.Random(seed), *begin(seed), unseen)


@pytest.mark.parametrize("seed", range(30))
def test_nobody_can_tell_hidden_chips_at_a_larger_table(seed: int) -> None:
    mode = ("free-for-all", "last-standing", "team")[seed % 3]
    look_alike(random.Random(seed), *begin(seed, mode, "East", "West"), seed % 3 / 2)


@pytest.mark.parametrize("unseen", [0, 0.5])
@pytest.mark.parametrize("seed", range(150))
def test_nobody_can_tell_hidden_chips_of_any_set(seed: int, unseen: float) -> None:
    look_alike(random.Random(seed), *begin(seed, sets=tuple(SETS)), unseen)


def look_alike(chance: random.Random, one: Match, two: Match, unseen: float) -> None:
    """Play both at once until a hidden chip of South's shows."""
    steps = 0
    while not one.over:
        if chance.random() < 0.2 and told_late(one, two, chance):
            break
        happened = one_input(one, two, chance, unseen)
        if happened is None:
            break
        steps += 1
        if shows_a_hidden_chip_of_south(happened[0]) or shows_a_hidden_chip_of_south(happened[1]):
            break
        assert what_is_seen(one, happened[0]) == what_is_seen(two, happened[1])
    assert steps > 2


LOOKED_FOR = {
    "gem_essence": "gem_1",
    "big_rocks": "gem_1",
    "risky_move": "gem_2",
    "its_combo_time": "gem_1",
    "training_day": "gem_3",
    "martial_mastery": "gem_1",
    "purge_bad_habits": "wound",
    "self_improvement": "wound",
    "burning_vigor": "wound",
    "double_take": "draw_three",
}
"""Chips that look for another in the hand, and one that they would take."""


@pytest.mark.parametrize(("chip", "wanted"), LOOKED_FOR.items())
def test_what_a_chip_looks_for_may_be_there_or_not(chip: str, wanted: str) -> None:
    """Whether the hand has it shows to nobody before its owner says so: he is asked in any case."""
    other = "stone_wall"  # of a character, and no Puzzle chip: none of these takes it
    matches = []
    for hand, bag in ((wanted, other), (other, wanted)):
        seats = {"South": {"hand": [chip, hand], "bag": [bag]}, "North": {"hand": ["gem_1"]}}
        matches.append(at(seats))
    with_it, without = matches
    happened = [match.answer(f"play:{chip}", "South") for match in matches]
    assert what_is_seen(with_it, happened[0]) == what_is_seen(without, happened[1])
    assert "none" not in with_it.options("South")
    assert without.options("South") == ("none",)
    without.answer("none", "South")


def test_what_is_looked_for_in_a_bag_may_be_there_or_not() -> None:
    """Research & Development, with a purple orb in the bag or in the hand."""
    chip = "research_and_development"
    matches = []
    for hand, bag in (("wound", "combine"), ("combine", "wound")):
        seats = {"South": {"hand": [chip, hand], "bag": [bag]}, "North": {"hand": ["gem_1"]}}
        matches.append(at(seats))
    happened = [match.answer(f"play:{chip}", "South") for match in matches]
    assert what_is_seen(matches[0], happened[0]) == what_is_seen(matches[1], happened[1])
    assert [match.options("South") for match in matches] == [("give:wound",), ("none",)]


def test_what_nobody_can_have_is_not_asked() -> None:
    """Where hand and bag together have no gem, everybody knows that there is none."""
    match = at({"South": {"hand": ["gem_essence", "wound"], "bag": ["wound"]}, "North": {}})
    events = match.answer("play:gem_essence", "South")
    assert "NothingDone" in {type(event).__name__ for event in events}


def with_an_unseen_discard(hand: str, unseen: str, *more: str) -> dict[str, object]:
    """South's hand is told; what lies unseen on the discard pile could as well be in the hand, for the bag is empty."""
    return {"pile": [2, 1], "hand": [*more, hand], "discard": ["?"], "unseen": [unseen]}


@pytest.mark.parametrize("chips", [("wound", "crash_gem"), ("crash_gem", "wound")])
def test_a_hand_is_not_open_while_the_discard_pile_has_unseen_chips(chips: tuple[str, str]) -> None:
    """Nobody ends the action phase of a hand that might hold an action."""
    match = at({"South": with_an_unseen_discard(*chips), "North": {"hand": ["gem_1"]}})
    assert match.view(TABLE).asks == "action"


@pytest.mark.parametrize("chips", [("wound", "crash_gem"), ("crash_gem", "wound")])
def test_who_might_hold_what_lies_unseen_on_the_discard_pile_is_asked_to_react(chips: tuple[str, str]) -> None:
    match = at({"North": {"pile": [3], "hand": ["crash_gem", "gem_1"]}, "South": with_an_unseen_discard(*chips)})
    match.answer("play:crash_gem", "North")
    view = match.view(TABLE)
    assert (view.asks, view.waiting_for) == ("react", ("South",))


@pytest.mark.parametrize("chips", [("wound", "gem_1"), ("gem_1", "wound")])
def test_who_might_hold_a_gem_that_lies_unseen_on_the_discard_pile_is_asked_for_it(chips: tuple[str, str]) -> None:
    match = at({"South": with_an_unseen_discard(*chips, "gem_essence"), "North": {"hand": ["gem_1"]}})
    match.answer("play:gem_essence", "South")
    view = match.view(TABLE)
    assert (view.asks, view.about, view.waiting_for) == ("trash", "gem_essence", ("South",))


def test_a_hand_is_open_where_the_discard_pile_is_known() -> None:
    match = at({"South": {"pile": [1], "hand": ["wound"], "discard": ["crash_gem"]}, "North": {}}, turn={"money": 3})
    assert match.view(TABLE).asks == "buy"
