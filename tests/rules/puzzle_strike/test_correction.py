"""Putting a table right: what people say lies there is checked, told to those who may know it, and played on from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.rules import UNSEEN, Changed, Corrected, Event, Illegal, Match, restore
from tests.contract import pieces, stored
from tests.rules.playing import any_input, asked, at, due, duel, say
from tests.rules.puzzle_strike.test_machine import DuelMachine
from tests.rules.puzzle_strike.test_unseen import half_seen, open_draw

Changes = Mapping[str, Any]

POSITION: dict[str, Any] = {
    "A": {
        "pile": [1, 2],
        "hand": ["crash_gem", "draw_three", "gem_1", "wound"],
        "bag": ["gem_1", "gem_2", "wound"],
        "discard": ["combine"],
    },
    "B": {"pile": [2, 3], "hand": ["crash_gem", "gem_1"], "bag": ["gem_1", "wound"]},
}


def table(**position: Any) -> Match:
    """A is at turn, with this or that; B waits."""
    seats = {name: {**POSITION[name], **position.pop(name, {})} for name in POSITION}
    return at(seats, patient=position.pop("patient", True), **position)


def bank(**change: int) -> dict[str, Any]:
    """So many more or fewer on the stacks."""
    return {"change": change}


def put_right(match: Match, changes: Changes, inside: str = "") -> tuple[Event, ...]:
    """Correct it, and see that it can be played on."""
    box = Counter(pieces(match))
    events = match.correct(changes, "judge", "so it was", inside=inside)
    assert events[0] == Corrected("judge", "so it was")
    box.subtract(changes.get("box", {}))
    sound(match, +box)
    plays_to_its_end(match.copy(), Random(1), +box)
    return events


def refused(match: Match, changes: Any, inside: str = "") -> str:
    """Why, and nothing has changed."""
    before = all_of(match)
    with pytest.raises(Illegal) as refusal:
        match.correct(changes, "judge", "so it was", inside=inside)
    assert all_of(match) == before
    assert refusal.value.private, "it may speak of hidden zones"
    return refusal.value.why


def all_of(match: Match) -> tuple[str, object, object]:
    """What is stored; and, inside an effect, what lies there meanwhile."""
    return json.dumps(stored(match), sort_keys=True), match.table.to_json(), match.pending


def sound(match: Match, box: Counter[str]) -> None:
    """All that must always hold of a duel; the panic level may have been corrected too."""
    machine = DuelMachine()
    machine.remember(match)
    machine.before, machine.dealt = box, True
    machine.one_thing_is_pending()
    machine.nothing_is_lost()
    machine.views_keep_secrets()
    machine.sums_add_up()
    machine.panic_never_falls_and_fits_the_empty_stacks()
    machine.nobody_loses_on_somebody_elses_turn()
    twin = restore(stored(match))
    assert (twin.table, twin.pending, stored(twin)) == (match.table, match.pending, stored(match))
    for seat in match.table.seats.values():  # type: ignore[attr-defined]
        lie = Counter({place: seat.zone(place).count(UNSEEN) for place in seat.places})
        for case in seat.unseen:
            assert sum((Counter(dict(where)) for _, where in case), Counter()) == +lie
        assert bool(seat.unseen) == bool(+lie)


def one_step(match: Match, chance: Random, *, unseen: bool = False) -> None:
    """Anything that can be said; with `unseen` half of what is drawn is not identified."""
    seat, said = any_input(match, chance)
    if isinstance(said, tuple):
        hidden = due(match).owner
        said = open_draw(match, chance) if not hidden else half_seen(said, chance) if unseen else said
    say(match, seat, said)


def plays_to_its_end(match: Match, chance: Random, box: Counter[str]) -> None:
    for _ in range(2000):
        if match.over:
            break
        one_step(match, chance)
    assert match.over
    sound(match, box)


# -- what can be put right ---------------------------------------------------------------------------------------


def seat_a(**zones: Any) -> dict[str, Any]:
    return {"A": zones}


RIGHT: dict[str, tuple[Changes, str, object]] = {
    "pile": ({"seats": seat_a(pile=[1, 2, 3]), "bank": bank(gem_3=-1)}, "A.pile", ("gem_1", "gem_2", "gem_3")),
    "pile by one less": ({"seats": seat_a(pile={"remove": [2]}), "bank": bank(gem_2=1)}, "A.pile", ("gem_1",)),
    "a gem and a stand-in": ({"seats": seat_a(pile=[1, 2, "stand_in_4"])}, "A.total", 7),
    "hand": (
        {"seats": seat_a(hand=["crash_gem", "gem_1", "wound"], discard={"add": ["draw_three"]})},
        "A.hand", ("crash_gem", "gem_1", "wound"),
    ),
    "hand of the other": (
        {"seats": {"B": {"hand": {"remove": ["gem_1"]}, "discard": {"add": ["gem_1"]}}}}, "B.hand", ("crash_gem",),
    ),
    "bag": ({"seats": seat_a(bag={"add": ["combine"]}, discard=[])}, "A.bag", ("combine", "gem_1", "gem_2", "wound")),
    "top": (
        {"seats": seat_a(bag=[], top=["wound", "gem_2", "gem_1"])}, "A.top", ("wound", "gem_2", "gem_1"),
    ),
    "discard": ({"seats": seat_a(discard=None), "bank": bank(combine=1)}, "A.discard", ()),
    "ongoing": ({"seats": seat_a(ongoing=["secret_move"]), "box": {"secret_move": -1}}, "A.ongoing", ("secret_move",)),
    "played": (
        {"seats": seat_a(hand={"remove": ["draw_three"]}, played=["draw_three"])}, "A.played", ("draw_three",),
    ),
    "a printed name": ({"seats": seat_a(hand={"add": ["Crash Gem"]}), "bank": bank(crash_gem=-1)}, "bank", None),
    "stock": ({"bank": {"stock": {"roundhouse": 4}}, "box": {"roundhouse": 1}}, "bank", None),
    "traps": ({"bank": {"traps": {"wound": 2}}}, "trap.wound", 2),
    "arrows": ({"turn": {"arrows": {"red": 2}}}, "A.red", 2),
    "arrows of a seat": ({"seats": seat_a(arrows={"black": 3})}, "A.black", 3),
    "no arrow": ({"turn": {"arrows": {"black": 0}}}, "A.black", 0),
    "money": ({"turn": {"money": 3}}, "A.money", 3),
    "money owed": ({"turn": {"money": -2}}, "A.money", -2),
    "piggy": ({"turn": {"piggy": 2}}, "A.piggy", 2),
    "bought": ({"turn": {"bought": ["combine"]}}, "A.bought", ("combine",)),
    "effects": ({"turn": {"effects": ["sale_prices"]}}, "A.effects", ("sale_prices",)),
    "actions played": ({"turn": {"played": 2}}, "A.plays", 2),
    "barred": ({"seats": {"B": {"barred": True}}}, "B.barred", True),
    "next turn": ({"seats": {"B": {"next_turn": {"money": 2}}}}, "B.owed", 2),
    "buying": ({"turn": {"phase": "buy"}}, "phase", "buy"),
    "buying ends arrows": ({"turn": {"phase": "buy"}}, "A.black", 0),
    "cleanup": ({"turn": {"phase": "cleanup"}}, "phase", "cleanup"),
    "the turn": ({"turn": {"seat": "B"}}, "turn", "B"),
    "an arrow for the turn": ({"turn": {"seat": "B"}}, "B.black", 1),
    "no arrow without a turn": ({"turn": {"seat": "B"}}, "A.black", 0),
    "the ante to come": ({"turn": {"seat": "B", "phase": "ante"}}, "B.total", 6),
    "the number": ({"turn": {"number": 9}}, "turns", 9),
    "panic": ({"turn": {"ante": 3}}, "ante", 3),
    "empty stacks panic": (
        {"bank": {"stock": {"roundhouse": 0, "draw_three": 0}}, "box": {"roundhouse": 5, "draw_three": 4}}, "ante", 2,
    ),
    "lost": ({"turn": {"phase": "over", "winner": "B"}}, "winner", "B"),
    "lost by the other": ({"turn": {"seat": "B", "phase": "over", "winner": "A"}}, "winner", "A"),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "name", "now"), RIGHT.values(), ids=RIGHT.keys())
def test_what_can_be_put_right(changes: Changes, name: str, now: object) -> None:
    match = table(bank={"puzzle": "no_attacks"})
    before = match.copy()
    events = put_right(match, changes)
    view, was = match.view("judge"), before.view("judge")
    if now is not None:
        assert (view.zones | view.facts)[name] == now  # type: ignore[operator]
    assert (view.zones | view.facts)[name] != (was.zones | was.facts).get(name)  # type: ignore[operator]
    assert any(isinstance(event, Changed) for event in events), "it is told what changed"
    assert match.game.differences(match.table, {}, before.table, events) == []


def test_one_may_give_up_in_the_turn_of_the_other() -> None:
    match = table()
    match.correct({"turn": {"phase": "over", "winner": "A"}}, "judge", "B gives up")
    assert (match.over, match.view("table").facts["winner"]) == (True, "A")
    assert stored(restore(stored(match))) == stored(match)


def test_a_match_that_was_over_goes_on() -> None:
    match = table(A={"pile": [4, 4, 2], "played": ["wound"]}, turn={"phase": "over", "winner": "B"})
    assert match.over
    put_right(match, {"seats": seat_a(pile=[4, 4]), "bank": bank(gem_2=1), "turn": {"phase": "cleanup"}})
    assert due(match).source == "A.bag"
    assert match.view("table").facts["winner"] == ""


def test_a_correction_may_come_while_nothing_is_asked() -> None:
    match = table(turn={"phase": "cleanup"})
    assert due(match).source == "A.bag"
    put_right(match, {"turn": {"phase": "buy"}}, inside="start")
    assert asked(match).what == "buy"


# -- what cannot be so -------------------------------------------------------------------------------------------

WRONG: dict[str, tuple[Any, str]] = {
    "nothing": ({}, "Nothing would change"),
    "nothing written": (None, "Nothing would change"),
    "what is there already": ({"seats": seat_a(pile=[2, 1]), "turn": {"money": 0}}, "Nothing would change"),
    "a list": ([], "expected keys with values (key: value), not a list"),
    "a word": ("pile", 'not "pile"'),
    "no key": ({"sets": 1}, 'sets: unknown key "sets"'),
    "a number as key": ({1: 2}, 'unknown key "1"'),
    "no seat": ({"seats": {"C": {}}}, 'seats, C: unknown key "C", expected one of: A, B'),
    "no zone": ({"seats": seat_a(hnad=[])}, "did you mean hand?"),
    "a character": ({"seats": seat_a(character="lum")}, 'unknown key "character"'),
    "a zone of a number": ({"seats": seat_a(hand=7)}, "seats, A, hand: expected a list"),
    "an unknown chip": ({"seats": seat_a(hand=["crash_gme"])}, "did you mean crash_gem or"),
    "a bare number in a hand": ({"seats": seat_a(hand={"add": [1]})}, "a 1-gem is gem_1"),
    "a gem too large": ({"seats": seat_a(pile=[5])}, "there is no 5-gem: gems are worth 1 to 4"),
    "no gem in a pile": ({"seats": seat_a(pile={"add": ["wound"]})}, "cannot lie in a gem pile"),
    "unseen in a pile": ({"seats": seat_a(pile=["?"])}, "everybody sees a gem pile"),
    "a chip from nowhere": (
        {"seats": seat_a(hand={"add": ["combine"]})},
        "a Combine more than there were: say which zone or stack has so many fewer, or box: {...}",
    ),
    "two gems from nowhere": ({"seats": {"B": {"pile": {"add": [4, 4]}}}}, "two 4-gems more than there were"),
    "a chip that went nowhere": (
        {"seats": seat_a(hand={"remove": ["wound"]})},
        "a wound would be lost: say where it went, such as bank: {change: {wound: 1}}",
    ),
    "several that went nowhere": ({"seats": seat_a(hand=[])}, "a 1-gem, a wound, a Crash Gem and one Draw Three chip"),
    "a chip that is not there": ({"seats": seat_a(hand={"remove": ["combine"]})}, "a Combine cannot be removed"),
    "a stack that grows": ({"bank": bank(wound=1)}, "a wound more than there were"),
    "a stack that shrinks": ({"bank": bank(wound=-1)}, "a wound would be lost"),
    "a stack below nothing": ({"bank": bank(roundhouse=-6)}, "bank, change, roundhouse: the stack has only 5"),
    "a negative stack": ({"bank": {"stock": {"wound": -1}}}, "expected a number from 0"),
    "no stack of this bank": ({"bank": bank(knockdown=-1)}, "this bank has no stack of knockdown"),
    "negative traps": ({"bank": {"traps": {"wound": -1}}}, "expected a number from 0"),
    "money in words": ({"turn": {"money": "two"}}, "turn, money: expected a whole number"),
    "half money": ({"turn": {"money": 1.5}}, "expected a whole number"),
    "negative piggy banks": ({"turn": {"piggy": -1}}, "expected a number from 0"),
    "negative arrows": ({"turn": {"arrows": {"red": -1}}}, "expected a number from 0"),
    "no such arrow": ({"turn": {"arrows": {"pink": 1}}}, "pink"),
    "nobody at turn": ({"turn": {"seat": "C"}}, 'unknown seat "C"'),
    "no such phase": ({"turn": {"phase": "lunch"}}, 'unknown phase "lunch"'),
    "the set-up": ({"turn": {"phase": "setup"}}, "expected one of: ante, action, buy, cleanup, over"),
    "too much panic": ({"turn": {"ante": 5}}, "with these stacks the ante is from 1 to 4, not 5"),
    "too little panic": ({"turn": {"ante": 0}}, "the ante is from 1 to 4, not 0"),
    "barred in words": ({"seats": seat_a(barred="yes")}, "expected true or false"),
    "over without a winner": (
        {"turn": {"phase": "over"}}, "turn, winner: a match that is over has a winner, expected one of: A, B",
    ),
    "a winner before the end": ({"turn": {"winner": "B"}}, "say phase: over"),
    "won by nobody here": ({"turn": {"phase": "over", "winner": "C"}}, 'unknown seat "C"'),
    "played by somebody else": (
        {"seats": {"B": {"hand": {"remove": ["gem_1"]}, "played": ["gem_1"]}}},
        "seats, B, played: B is not in the middle of a turn, so nothing can lie there as played: name where it goes",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "says"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_so_is_refused_in_words(changes: Any, says: str) -> None:
    assert says in refused(table(bank={"puzzle": "no_attacks"}), changes)


@pytest.mark.parametrize("nobody", ["", "  ", None, 5])
def test_who_and_why_are_needed(nobody: Any) -> None:
    match = table()
    before = stored(match)
    with pytest.raises(Illegal, match="A correction says who corrects"):
        match.correct({"turn": {"money": 2}}, nobody, "so it was")
    with pytest.raises(Illegal, match="A correction says why"):
        match.correct({"turn": {"money": 2}}, "judge", nobody)
    assert stored(match) == before


def test_what_follows_from_a_correction_is_told_with_it() -> None:
    events = put_right(table(), {"turn": {"seat": "B", "phase": "ante"}})
    told = [type(event).__name__ for event in events]
    assert told.index("Corrected") < told.index("Changed") < told.index("Anted") < told.index("PhaseBegan")


def test_nobody_has_to_speak_first_any_more() -> None:
    match = reacting()
    match.answer("pass", "B")
    match.table.hold = True  # type: ignore[attr-defined]
    put_right(match, {"turn": {"money": 3}})
    assert not match.table.hold  # type: ignore[attr-defined]
    assert match.table.no_reaction, "why B is too late is true still"  # type: ignore[attr-defined]


def test_played_chips_leave_with_the_turn() -> None:
    match = table(A={"played": ["combine"]})
    for turn in ({"seat": "B"}, {"phase": "ante"}, {"seat": "B", "phase": "ante"}):
        assert "A, played: A is not in the middle of a turn, so" in refused(match, {"turn": turn})
    put_right(match, {"turn": {"seat": "B", "phase": "ante"}, "seats": seat_a(played=[], discard={"add": ["combine"]})})
    assert match.view("table").zones["A.discard"] == ("combine", "combine")


def test_panic_is_not_less_than_the_empty_stacks_make_it() -> None:
    match = table(bank={"puzzle": "no_attacks", "stock": {"roundhouse": 0, "one_of_each": 0, "secret_move": 0}})
    assert "with these stacks the ante is from 3 to 4, not 2" in refused(match, {"turn": {"ante": 2}})
    put_right(match, {"turn": {"ante": 4}})


GAINS: dict[str, tuple[object, object]] = {
    "arrows": ({"red": 2}, {"red": 0}),
    "money": (-2, 0),
    "piggy": (1, 0),
    "played": (2, 0),
    "bought": (["combine"], []),
    "effects": (["sale_prices"], []),
}
"""What a turn gives, as a correction names it; and nothing of it."""


@pytest.mark.parametrize("gain", GAINS)
def test_nobody_gains_before_the_own_turn(gain: str) -> None:
    some, none = GAINS[gain]
    where = "plays" if gain == "played" else gain  # a seat has played chips; the turn counts the actions played
    says = "B has not begun a turn"
    if gain == "money":
        says += "; money for the next one is next_turn: {money: ...}"
    assert f"seats, B, {where}: {says}" in refused(table(), {"seats": {"B": {where: some}}})
    assert f"turn, {gain}: {says}" in refused(table(), {"turn": {"seat": "B", "phase": "ante", gain: some}})
    put_right(table(), {"seats": {"B": {"barred": True, where: none}}})


@pytest.mark.parametrize("phase", ["buy", "cleanup"])
def test_arrows_are_for_the_action_phase(phase: str) -> None:
    says = "turn, arrows: arrows are spent in the action phase: say turn: {phase: action}"
    assert says in refused(table(turn={"phase": "buy"}), {"turn": {"phase": phase, "arrows": {"red": 2}}})
    put_right(table(turn={"phase": "buy"}), {"turn": {"phase": "action", "arrows": {"red": 2}}})


# -- inside an effect --------------------------------------------------------------------------------------------


def reacting() -> Match:
    match = table(A={"pile": [1, 3]})
    match.answer("play:crash_gem", "A")
    match.answer("break:3", "A")
    assert asked(match).what == "react"
    return match


def drawing() -> Match:
    match = table()
    match.answer("play:draw_three", "A")
    return match


def puzzling() -> Match:
    match = table(A={"hand": ["master_puzzler"]}, bank={"puzzle": "combo_crazy"})
    for token in ("play:master_puzzler", "choose:roundhouse", "choose:sale_prices", "done", "play:sale_prices"):
        match.answer(token, "A")
    assert (asked(match).about, asked(match).options["A"]) == ("master_puzzler", ("play:roundhouse",))
    return match


def keeping() -> Match:
    match = table(turn={"phase": "buy", "piggy": 2, "bought": ["wound"]})
    match.answer("done", "A")
    match.answer("keep:wound", "A")
    assert asked(match).what == "keep"
    return match


def drawing_the_next_hand() -> Match:
    match = table(turn={"phase": "buy", "bought": ["wound"]})
    match.answer("done", "A")
    assert due(match).source == "A.bag"
    return match


def thinking_ahead() -> Match:
    turn = {"phase": "buy", "money": 3, "effects": ["thinking_ahead"]}
    match = table(bank={"puzzle": "lots_of_attacks"}, turn=turn)
    match.answer("buy:gem_2", "A")
    assert asked(match).what == "bag"
    return match


INSIDE = {
    "a reaction window": (reacting, "Crash Gem", "action"),
    "a draw": (drawing, "an effect", "action"),
    "half of Master Puzzler": (puzzling, "Master Puzzler", "action"),
    "what to keep": (keeping, "an effect", "ante"),
    "the next hand": (drawing_the_next_hand, "an effect", "ante"),
    "Thinking Ahead": (thinking_ahead, "Thinking Ahead", "buy"),
}
GEM_FOR_B = {"seats": {"B": {"pile": {"add": [1]}}}, "bank": bank(gem_1=-1)}


@pytest.mark.parametrize(("begun", "effect", "phase"), INSIDE.values(), ids=INSIDE.keys())
def test_in_the_middle_of_an_effect_one_says_what_becomes_of_it(begun: Any, effect: str, phase: str) -> None:
    why = refused(begun(), GEM_FOR_B)
    assert why.startswith(f"The game is in the middle of {effect}. Add `inside: start` to ")
    why = refused(begun(), GEM_FOR_B, "middle")
    assert why == "A chip that is taking effect can be undone (start) or stopped (end); middle is neither."


@pytest.mark.parametrize(("begun", "effect", "phase"), INSIDE.values(), ids=INSIDE.keys())
def test_back_to_the_start_of_an_effect(begun: Any, effect: str, phase: str) -> None:
    match = begun()
    start = match.at_effect_start()
    alone = match.copy()
    alone.correct({}, "judge", "so it was", inside="start")
    assert (stored(alone), alone.pending) == (stored(start), start.pending)
    put_right(match, GEM_FOR_B, "start")
    start.correct(GEM_FOR_B, "judge", "so it was")
    assert (stored(match), match.pending) == (stored(start), start.pending)


@pytest.mark.parametrize(("begun", "effect", "phase"), INSIDE.values(), ids=INSIDE.keys())
def test_an_effect_stops_here(begun: Any, effect: str, phase: str) -> None:
    match = begun()
    was = match.view("judge")
    played = {"A": {"played": [], "discard": {"add": list(match.table.seats["A"].played)}}}
    changes: dict[str, Any] = {"seats": {**GEM_FOR_B["seats"], **(played if phase == "ante" else {})}}
    events = put_right(match, {**changes, "bank": bank(gem_1=-1)}, "end")
    view = match.view("judge")
    assert match.resting
    assert Changed("B.pile", "B's pile has a 1-gem more.") in events
    assert view.zones["A.hand"] == was.zones["A.hand"], "nothing more is drawn, discarded or gained"
    assert (view.facts["turn"], view.facts["phase"]) == (("B", "action") if phase == "ante" else ("A", phase))


def test_gems_in_the_air_are_in_the_bank() -> None:
    match = reacting()
    before = pieces(match)
    put_right(match, {}, "end")
    assert pieces(match) == before
    assert match.view("table").zones["A.pile"] == ("gem_1",), "what was broken is broken"
    assert match.view("table").zones["B.pile"] == ("gem_2", "gem_3"), "and has not landed"


def test_a_turn_that_stops_ends_what_was_for_this_turn() -> None:
    match = table(B={"barred": True}, turn={"phase": "buy", "piggy": 1, "bought": ["wound"]})
    match.answer("done", "A")
    put_right(match, {}, "end")
    assert not match.view("table").facts["B.barred"]


@pytest.mark.parametrize("begun", [keeping, drawing_the_next_hand, puzzling])
def test_a_refusal_leaves_the_effect_running(begun: Any) -> None:
    for inside in ("start", "end"):
        match = begun()
        assert "more than there were" in refused(match, {"bank": bank(wound=1)}, inside)
        twin = begun()
        for one in (match, twin):
            say(one, *any_input(one, Random(3)))
        assert all_of(match) == all_of(twin)


@pytest.mark.parametrize("inside", ["", "start", "end"])
def test_the_set_up_is_not_corrected(inside: str) -> None:
    match = duel()
    assert due(match).source == "A.bag"
    why = refused(match, GEM_FOR_B, inside)
    assert why == "the game is still being set up: go back instead, and answer again"


# -- who hears of it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "who"),
    [
        ({"seats": seat_a(hand={"remove": ["wound"], "add": ["gem_2"]}, bag={"remove": ["gem_2"], "add": ["wound"]})},
         {"A": ["A.hand"], "B": [], "table": [], "judge": ["A.hand", "A.bag"]}),
        ({"seats": seat_a(hand={"remove": ["wound"]}, top=["wound"])},
         {who: ["A.hand", "A.top"] for who in ("A", "B", "table", "judge")}),  # to some only how many
        ({"seats": seat_a(hand={"remove": ["wound"]}, discard={"add": ["wound"]})},
         {who: ["A.hand", "A.discard"] for who in ("A", "B", "table", "judge")}),
        ({"seats": seat_a(pile={"add": [1]}), "bank": bank(gem_1=-1), "turn": {"money": 1}},
         {who: ["A.pile", "", "bank"] for who in ("A", "B", "table", "judge")}),
        ({"seats": seat_a(hand=["?"] * 4, bag=["?"] * 3)},
         {"A": ["A.hand"], "B": [], "table": [], "judge": ["A.hand", "A.bag", "A.bag"]}),
    ],
)  # fmt: skip
def test_who_hears_of_what(changes: Changes, who: dict[str, list[str]]) -> None:
    match = table()
    events = put_right(match, changes)
    for audience, zones in who.items():
        seen = match.seen(events, audience)
        assert seen[0] == Corrected("judge", "so it was"), "everybody hears that something was corrected, and why"
        assert sorted(event.zone for event in seen if isinstance(event, Changed)) == sorted(zones)


def test_a_correction_is_told_in_words() -> None:
    match = table()
    events = put_right(match, {"turn": {"money": 2}})
    told = [match.game.words.event(event) for event in events]
    assert told[:2] == ["Put right by judge: so it was.", "A has $2 more."]
