"""What was against the rules may stand, chips may be unseen, the moment any: after a correction one plays on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.players.player import RandomPlayer
from companion.players.table import play_out
from companion.rehearsal.half_seen import HalfSeen
from companion.rehearsal.half_seen import waits_for as awaited
from companion.rules import UNSEEN, Illegal, Match, Question
from companion.rules.kernel.corrections import at_rest
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
    assert 'there are 4 "?" and only 3 chips that they can be' in refused(match, {"seats": seat_a(hand={"add": ["?"]})})
    assert "1 of these would be lost" in refused(match, {"seats": seat_a(hand={"remove": ["?"]})})
    assert "a Combine more than there were" in refused(
        match, {"seats": seat_a(hand=["combine", "?", "crash_gem", "draw_three"])}
    )


def both_unseen() -> Match:
    return with_unseen(unseen_table(), "B", "crash_gem gem_1", hand="? ?")


def test_the_piles_of_two_seats_with_unseen_chips() -> None:
    match = both_unseen()
    was = {name: seat.unseen for name, seat in match.table.seats.items()}  # type: ignore[attr-defined]
    put_right(match, {"seats": {"A": {"pile": [1]}, "B": {"pile": [2, 3, 1]}}, "bank": bank(gem_1=-1, gem_2=1)})
    assert {name: seat.unseen for name, seat in match.table.seats.items()} == was  # type: ignore[attr-defined]


def test_unseen_chips_of_one_seat_at_a_time() -> None:
    """Where chips of both seats are named at once, nobody could say whose unseen ones they were."""
    wound, crash_gem = {"hand": {"remove": ["wound"]}}, {"hand": {"remove": ["crash_gem"]}}
    both = {"seats": {"A": wound, "B": crash_gem}, "bank": bank(wound=1, crash_gem=1)}
    assert "both seats have unseen chips here: correct one seat, then the other" in refused(both_unseen(), both)
    match = both_unseen()
    put_right(match, {"seats": {"A": wound, "B": {"pile": [2, 3, 1]}}, "bank": bank(wound=1, gem_1=-1)})
    put_right(match, {"seats": {"B": crash_gem}, "bank": bank(crash_gem=1)})
    assert match.view("judge").zones["B.hand"] == ("gem_1",)


def known_in_part() -> Match:
    """Of A's unseen chips the one in the bag is the 1-gem."""
    match = unseen_table()
    match.table.seats["A"].unseen = (  # type: ignore[attr-defined]
        ((("gem_1",), (("bag", 1),)), (("gem_2", "wound"), (("hand", 2),))),
    )
    return match


def test_what_is_known_of_the_rest_is_kept_when_a_chip_shows() -> None:
    match = known_in_part()
    put_right(match, {"seats": seat_a(hand={"remove": ["wound"]}, discard={"add": ["wound"]})})
    assert match.table.seats["A"].can_hold("hand", ("gem_2",))  # type: ignore[attr-defined]
    assert not match.table.seats["A"].can_hold("hand", ("gem_1",))  # type: ignore[attr-defined]


def test_what_is_known_goes_along_when_a_chip_moves() -> None:
    """The chip goes from the bag to the discard pile, where it is still the 1-gem."""
    match = known_in_part()
    put_right(match, {"seats": seat_a(bag={"remove": ["?"]}, discard={"add": ["?"]})})
    assert match.table.seats["A"].can_hold("discard", ("gem_1",))  # type: ignore[attr-defined]
    assert not match.table.seats["A"].can_hold("hand", ("gem_1",))  # type: ignore[attr-defined]


def test_when_too_much_is_different_only_the_kinds_are_known() -> None:
    match = known_in_part()
    put_right(match, {"seats": seat_a(hand={"remove": ["?", "?"]}, bag={"add": ["?"]}, discard={"add": ["?"]})})
    seat = match.table.seats["A"]  # type: ignore[attr-defined]
    assert [kind for kind in ("gem_1", "gem_2", "wound") if seat.can_hold("discard", (kind,))] == [
        "gem_1", "gem_2", "wound",
    ]  # fmt: skip


@pytest.mark.parametrize("place", ["ongoing", "played"])
@pytest.mark.parametrize("chips", [["?"], {"add": ["?"]}])
def test_what_everybody_sees_is_named(place: str, chips: object) -> None:
    why = refused(table(), {"seats": {"A": {"hand": {"remove": ["gem_1"]}, place: chips}}})
    assert "everybody sees what lies there, expected chips that are known" in why


def test_only_some_chips_stay_in_play() -> None:
    why = refused(table(), {"seats": seat_a(hand={"remove": ["crash_gem"]}, ongoing={"add": ["crash_gem"]})})
    assert "Crash Gem does not stay in play, expected an ongoing chip" in why


def test_an_unseen_chip_on_top_of_the_bag() -> None:
    match = table()
    put_right(match, {"seats": seat_a(hand={"remove": ["gem_1"]}, top=["?"])})
    match.answer("play:draw_three", "A")
    sound(match, pieces(match))
    zones = match.view("judge").zones
    assert (zones["A.top"], "gem_1" in zones["A.hand"]) == ((), True)  # type: ignore[operator]


# -- at random ---------------------------------------------------------------------------------------------------

PLACES = ("hand", "bag", "discard", "pile")


def random_correction(position: Any, chance: Random) -> Changes:
    """Something that is so now, made from what lies there; {} where nothing came to mind."""
    return cleared(position, random_idea(position, chance))


def random_idea(position: Any, chance: Random) -> dict[str, Any]:
    """It may leave played chips where the turn is no longer."""
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
    if idea == "money" and position.phase == "ante":
        return {"seats": {name: {"next_turn": {"money": chance.randrange(20, 30)}}}}
    if idea in ("money", "arrows"):
        return {"turn": {"money": chance.randrange(20, 30)} if idea == "money" else {"phase": "action", "money": 9}}
    if idea == "phase":
        return {"turn": {"phase": chance.choice(("ante", "action", "buy", "cleanup"))}}
    return {"bank": {"traps": {chance.choice(list(position.stock)): chance.randint(1, 2)}}}


def cleared(position: Any, changes: dict[str, Any]) -> Changes:
    """The same, and what was played is discarded where the turn has not begun."""
    phase = changes.get("turn", {}).get("phase", position.phase)
    for name, seat in position.seats.items():
        if seat.played and (name != position.turn or phase == "ante"):
            zones = changes.setdefault("seats", {}).setdefault(name, {})
            discard = zones.get("discard", {})
            zones["discard"] = {**discard, "add": [*discard.get("add", ()), *seat.played]}
            zones["played"] = []
    return changes


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
            inside = chance.choice(("start", "end"))
            changes = random_correction(at_rest(match, inside), chance)
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
        changes = random_correction(match.table, chance)
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
