"""What was against the rules may stand, chips may be unseen, the moment any: after a correction one plays on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.players.half_seen import HalfSeen
from companion.players.half_seen import waits_for as awaited
from companion.players.player import RandomPlayer
from companion.players.table import play_out
from companion.rules import UNSEEN, Illegal, Match, Question
from companion.rules.puzzle_strike.table import GEM_VALUE
from tests.contract import pieces
from tests.rules.playing import due, random_duel, with_unseen
from tests.rules.puzzle_strike.test_correction import (
    Changes,
    bank,
    one_step,
    put_right,
    refused,
    seat_a,
    sound,
    table,
)

# -- letting stand what was against the rules --------------------------------------------------------------------

BUY = {"phase": "buy", "money": 1}
STANDS: dict[str, tuple[Match, Changes, dict[str, object]]] = {
    "no ante": (table(), {"seats": seat_a(pile={"add": [1]}), "bank": bank(gem_1=-1)}, {"A.total": 4}),
    "an ante too large": (
        table(), {"seats": seat_a(pile={"remove": [2], "add": [1]}), "bank": bank(gem_1=-1, gem_2=1)}, {"A.total": 2},
    ),
    "an action without an arrow": (
        table(turn={"arrows": {"black": 0}}),
        {"turn": {"arrows": {"black": 1}}},
        {"A.black": 1, "phase": "action"},
    ),
    "an action in the buy phase": (
        table(turn=BUY), {"turn": {"phase": "action"}}, {"A.black": 1, "phase": "action", "A.money": 1},
    ),
    "two wounds bought": (
        table(A={"discard": ["wound"]}, turn={**BUY, "bought": ["wound"]}),
        {"seats": seat_a(discard={"add": ["wound"]}), "bank": bank(wound=-1), "turn": {"bought": ["wound", "wound"]}},
        {"A.bought": ("wound", "wound"), "A.discard": ("wound", "wound")},
    ),
    "too dear": (
        table(turn=BUY),
        {
            "seats": seat_a(discard={"add": ["crash_gem"]}),
            "bank": bank(crash_gem=-1),
            "turn": {"money": -4, "bought": ["crash_gem"]},
        },
        {"A.money": -4, "A.discard": ("combine", "crash_gem")},
    ),
    "a chip too many drawn": (
        table(turn={"seat": "B"}),
        {"seats": seat_a(hand={"add": ["gem_2"]}, bag={"remove": ["gem_2"]})},
        {"A.hand": ("crash_gem", "draw_three", "gem_1", "gem_2", "wound")},
    ),
    "a chip kept without a piggy bank": (
        table(turn={"seat": "B"}),
        {"seats": seat_a(hand={"add": ["combine"]}, discard={"remove": ["combine"]})},
        {"A.hand": ("combine", "crash_gem", "draw_three", "gem_1", "wound"), "A.discard": ()},
    ),
    "ten and played on": (
        table(A={"pile": [4, 4, 2], "played": ["combine"]}, turn={"phase": "over", "winner": "B"}),
        {"seats": seat_a(played=[], discard={"add": ["combine"]}), "turn": {"seat": "B", "phase": "ante"}},
        {"A.total": 10, "turn": "B", "winner": "", "B.total": 6},
    ),
    "too few gems sent": (table(), {"seats": {"B": {"pile": [2, 3, 1, 1]}}, "bank": bank(gem_1=-2)}, {"B.total": 7}),
    "a chip under the table": (
        table(), {"seats": seat_a(hand={"remove": ["draw_three"]}), "box": {"draw_three": 1}},
        {"A.hand": ("crash_gem", "gem_1", "wound")},
    ),
    "a chip found again": (
        table(), {"seats": seat_a(discard={"add": ["draw_three"]}), "box": {"draw_three": -1}},
        {"A.discard": ("combine", "draw_three")},
    ),
    "a chip of another bank": (
        table(), {"seats": seat_a(bag={"add": ["roundhouse"]}), "box": {"roundhouse": -1}},
        {"A.bag": ("gem_1", "gem_2", "roundhouse", "wound")},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("match", "changes", "now"), STANDS.values(), ids=STANDS.keys())
def test_what_was_against_the_rules_may_stand(match: Match, changes: Changes, now: dict[str, object]) -> None:
    put_right(match, changes)
    view = match.view("judge")
    assert {name: (view.zones | view.facts)[name] for name in now} == now  # type: ignore[operator]


def test_an_action_that_was_let_stand_can_be_played() -> None:
    match = table(turn=BUY)
    put_right(match, {"turn": {"phase": "action"}})
    match.answer("play:draw_three", "A")
    assert due(match).count == 3


def test_gems_combined_to_five_have_to_become_something_else() -> None:
    match = table(A={"pile": [2, 3]})
    assert "there is no 5-gem" in refused(match, {"seats": seat_a(pile=[5])})
    put_right(match, {"seats": seat_a(pile=[4, 1]), "bank": bank(gem_2=1, gem_3=1, gem_4=-1, gem_1=-1)})


# -- unseen chips ------------------------------------------------------------------------------------------------


def unseen_table() -> Match:
    return with_unseen(table(), "A", "wound gem_1 gem_2", hand="? ? crash_gem draw_three", bag="? gem_1")


def test_what_is_known_stays_known_where_nothing_unseen_is_touched() -> None:
    """One of the unseen chips of the hand is a 2-gem or a wound, and what lies in the bag is certain."""
    match = unseen_table()
    match.table.seats["A"].unseen = known = (  # type: ignore[attr-defined]
        ((("gem_1",), (("bag", 1),)), (("gem_2", "wound"), (("hand", 2),))),
    )
    put_right(match, {"seats": seat_a(hand={"remove": ["crash_gem"]}, discard={"add": ["crash_gem"]})})
    assert match.table.seats["A"].unseen == known  # type: ignore[attr-defined]


def test_unseen_chips_that_lie_elsewhere_may_be_any_of_them() -> None:
    match = with_unseen(table(), "A", "wound gem_1", hand="? crash_gem draw_three", bag="? gem_1")
    put_right(match, {"seats": seat_a(hand={"remove": ["?"]}, bag={"add": ["?"]})})
    assert match.view("judge").zones["A.bag"] == ("gem_1", "gem_1", "wound"), "all is in the bag"
    assert match.view("judge").zones["A.hand"] == ("crash_gem", "draw_three")


def test_when_all_is_named_nothing_is_unseen() -> None:
    match = unseen_table()
    put_right(match, {"seats": seat_a(hand=["gem_1", "gem_2", "crash_gem", "draw_three"], bag=["wound", "gem_1"])})
    assert match.table.seats["A"].unseen == ()  # type: ignore[attr-defined]


def test_an_unseen_chip_is_named_by_a_correction() -> None:
    match = unseen_table()
    put_right(match, {"seats": seat_a(hand={"remove": ["wound"]}), "bank": bank(wound=1)})
    assert match.view("A").zones["A.hand"] == (UNSEEN, "crash_gem", "draw_three")
    with pytest.raises(Illegal):
        match.learn("A.hand", ("wound",))
    match.learn("A.hand", ("gem_2",))
    assert match.view("judge").zones["A.bag"] == ("gem_1", "gem_1")


def test_a_whole_hand_is_named_by_a_correction() -> None:
    match = unseen_table()
    put_right(match, {"seats": seat_a(hand=["wound", "gem_2", "crash_gem", "draw_three"])})
    assert match.view("judge").zones["A.bag"] == ("gem_1", "gem_1")


def test_chips_that_nobody_looked_at_become_unseen() -> None:
    """One too many was drawn and thrown back: nobody knows any more what lies where."""
    match = table()
    put_right(match, {"seats": seat_a(hand=["?"] * 4, bag=["?"] * 3)})
    view = match.view("judge")
    assert (view.zones["A.hand"], view.zones["A.bag"]) == ((UNSEEN,) * 4, (UNSEEN,) * 3)
    seat = match.table.seats["A"]  # type: ignore[attr-defined]
    assert seat.can_hold("hand", ("wound", "wound", "gem_2", "crash_gem"))
    assert not seat.can_hold("hand", ("combine",))


def test_the_unseen_are_counted() -> None:
    match = unseen_table()
    assert "4 unseen chips are said to be there" in refused(match, {"seats": seat_a(hand={"add": ["?"]})})
    assert "2 unseen chips are said to be there" in refused(match, {"seats": seat_a(hand={"remove": ["?"]})})
    assert "a Combine more than there were" in refused(
        match, {"seats": seat_a(hand=["combine", "?", "crash_gem", "draw_three"])}
    )


@pytest.mark.xfail(reason="known: two seats with unseen chips cannot be corrected at once, whatever is touched")
def test_the_piles_of_two_seats_with_unseen_chips() -> None:
    match = with_unseen(unseen_table(), "B", "crash_gem gem_1", hand="? ?")
    put_right(match, {"seats": {"A": {"pile": [1]}, "B": {"pile": [2, 3, 1]}}, "bank": bank(gem_1=-1, gem_2=1)})


# -- at random ---------------------------------------------------------------------------------------------------

PLACES = ("hand", "bag", "discard", "pile")


def random_correction(match: Match, chance: Random) -> Changes:
    """Something that is so now, made from what lies there; {} where nothing came to mind."""
    position: Any = match.table
    name = chance.choice(position.order)
    zones = {place: [kind for kind in position.seats[name].zone(place) if kind != UNSEEN and "stand_in" not in kind]
             for place in PLACES}  # fmt: skip
    one, two = chance.sample(PLACES, 2)
    kinds = [kind for kind in zones[one] if two != "pile" or kind in GEM_VALUE]
    others = [kind for kind in zones[two] if one != "pile" or kind in GEM_VALUE]
    idea = chance.choice(("swap", "move", "give", "take", "money", "arrows", "phase", "traps"))
    if idea in ("swap", "move") and kinds:
        gone, came = [chance.choice(kinds)], others[:1] if idea == "swap" else []
        return {"seats": {name: {one: {"remove": gone, "add": came}, two: {"remove": came, "add": gone}}}}
    if idea == "give":
        kind = chance.choice([kind for kind, left in position.stock.items() if left])
        place = chance.choice(PLACES[:3])
        return {"seats": {name: {place: {"add": [kind]}}}, "bank": {"change": {kind: -1}}}
    if idea == "take" and zones[one]:
        kind = chance.choice(zones[one])
        back = {"bank": {"change": {kind: 1}}} if kind in position.stock else {"box": {kind: 1}}
        return {"seats": {name: {one: {"remove": [kind]}}}, **back}
    if idea in ("money", "arrows"):
        return {"turn": {"money": chance.randrange(20, 30)} if idea == "money" else {"phase": "action", "money": 9}}
    if idea == "phase":
        return {"turn": {"phase": chance.choice(("ante", "action", "buy", "cleanup"))}}
    return {"bank": {"traps": {chance.choice(list(position.stock)): chance.randint(1, 2)}}}


@pytest.mark.parametrize("seed", range(24))
def test_corrections_at_any_moment(seed: int) -> None:
    """In duels half of which are half seen: everything holds afterwards, and something can always be done."""
    chance = Random(seed)
    match, box, done = random_duel(chance), Counter[str](), 0
    while not match.over:
        one_step(match, chance, unseen=bool(seed % 2))
        if match.table.phase == "setup":  # type: ignore[attr-defined]
            continue
        box = box or pieces(match)
        if done < 12 and chance.random() < 0.15:
            inside = chance.choice(("start", "end")) if not stops_badly(match) else "start"
            changes = random_correction(match.at_effect_start() if inside == "start" else match, chance)
            if corrected(match, changes, inside):
                box.subtract(changes.get("box", {}))
                done += 1
                sound(match, +box)
    sound(match, +box)
    assert done


def corrected(match: Match, changes: Changes, inside: str = "") -> bool:
    """Whether it has changed anything."""
    try:
        match.correct(changes, "judge", "so it was", inside=inside)
    except Illegal as refusal:
        if "Nothing would change" in refusal.why:
            return False
        raise
    return True


def stops_badly(match: Match) -> bool:
    """Whether played chips still lie there, which somebody would have to clear away."""
    position: Any = match.table
    return position.phase == "cleanup" and bool(position.seats[position.turn].played)


@pytest.mark.parametrize("seed", range(24))
def test_what_is_known_stays_right(seed: int) -> None:
    """Two matches, in one of which half of the chips are unseen, are corrected alike, and go on alike."""
    chance = Random(seed)
    real = random_duel(chance)
    twin = HalfSeen(real, 0.6, chance)
    done = 0

    def on_step(match: Match, step: Any) -> None:
        nonlocal done
        twin.follow(match, step)
        begun = match.table.phase != "setup" and not match.over  # type: ignore[attr-defined]
        if not begun or done >= 8 or not (match.resting and twin.twin.resting) or chance.random() > 0.2:
            return
        changes = random_correction(match, chance)
        one, two = match.copy(), twin.twin.copy()
        if corrected(one, changes) and corrected(two, changes) and both_asked(one, two):
            match.correct(changes, "judge", "so it was")
            twin.twin.correct(changes, "judge", "so it was")
            twin.compare_hidden(match)
            done += 1

    play_out(real, {"A": RandomPlayer(), "B": RandomPlayer()}, chance, on_step=on_step)
    assert (twin.refused, twin.wrong) == ([], [])
    assert done


def both_asked(one: Match, two: Match) -> bool:
    """Whether the two wait for the same answer, although one of them knows less."""
    return awaited(one) == awaited(two) and isinstance(one.pending, Question)
