"""Going back in matches of Puzzle Strike: everything is as it was, and nobody undoes alone what came to light."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, TypeAlias

import pytest

from companion.rules import UNSEEN, Illegal, Match, Record, SeatSetup, Setup, new_match
from companion.rules.kernel.lots import may_be
from companion.rules.puzzle_strike.table import GEM_VALUE, pile_total
from tests.rules.playing import any_input, asked, at, due, duel, with_unseen
from tests.rules.puzzle_strike.test_unseen import open_draw

AUDIENCES = ("A", "B", "table", "judge")
STEPS = 320


def everything(match: Match) -> tuple[str, ...]:
    """What is stored and what every audience sees, byte for byte."""
    views = (match.view(audience).to_json() for audience in AUDIENCES)
    return tuple(json.dumps(data, sort_keys=True) for data in (match.snapshot(), *views))


# -- long matches ------------------------------------------------------------------------------------------------


def one_more(record: Record, chance: Random) -> None:
    """Anything that can be said, with some chips unseen for a while; a pile that gets too high is lowered."""
    match = record.match
    if match.resting and (high := high_pile(match)):
        record.correct(*high, "judge" if record.judged else ("A", "B"), "so that it goes on")
    elif (unseen := unseen_chip(match, chance)) and chance.random() < 0.4:
        record.learn(*unseen)
    else:
        seat, said = any_input(match, chance)
        if isinstance(said, str):
            record.answer(said, seat)
        else:
            record.draw(partly_seen(said, chance) if due(match).owner else open_draw(match, chance))


def partly_seen(kinds: tuple[str, ...], chance: Random) -> tuple[str, ...]:
    return tuple(UNSEEN if chance.random() < 0.2 else kind for kind in kinds)


def high_pile(match: Match) -> tuple[dict[str, Any]] | None:
    """The correction that gives all gems of a pile of 7 or more back to the bank."""
    for seat in match.table.seats.values():  # type: ignore[attr-defined]
        if pile_total(seat.pile) >= 7:
            real = Counter(kind for kind in seat.pile if kind in GEM_VALUE and kind.startswith("gem"))
            left = [kind for kind in seat.pile if kind == "crash_gem"]
            return ({"seats": {seat.name: {"pile": left}}, "bank": {"change": dict(real)}},)
    return None


def unseen_chip(match: Match, chance: Random) -> tuple[str, tuple[str]] | None:
    """A zone with an unseen chip, and what that may be."""
    for seat in match.table.seats.values():  # type: ignore[attr-defined]
        for place in seat.places:
            if UNSEEN in seat.zone(place):
                return f"{seat.name}.{place}", (chance.choice(may_be(seat.unseen, place)),)
    return None


def test_every_point_of_a_long_match_comes_back_byte_for_byte() -> None:
    chance = Random(1)
    record = Record(duel("setsuki", "lum", "combo_crazy"), judged=True)
    first = [everything(record.match)]
    while record.point < STEPS:
        one_more(record, chance)
        first.append(everything(record.match))
    kinds = Counter(entry.kind for entry in record.line)
    assert set(kinds) == {"answer", "draw", "learn", "correct"}
    assert kinds["answer"] + kinds["draw"] + kinds["learn"] >= 300
    line = record.line
    for point in reversed(range(STEPS)):
        record.rewind(point, "judge")
        assert everything(record.match) == first[point], point
    for entry, there in zip(line, first[1:], strict=True):
        record.put(entry)
        assert everything(record.match) == there


@pytest.mark.parametrize("seed", range(6))
def test_leaps_back_and_forth(seed: int) -> None:
    """What was played elsewhere in between leaves no trace; nor does keeping the record."""
    chance = Random(seed)
    record = Record(duel("rook", "argagarg", "lots_of_attacks"))
    first = [everything(record.match)]
    for _ in range(8):
        while record.point < 50:
            one_more(record, chance)
            first.append(everything(record.match))
        point = chance.randrange(50)
        record.rewind(point, ("A", "B"))
        assert everything(record.match) == first[point]
        del first[point + 1 :]
        record = Record.from_json(json.loads(json.dumps(record.to_json())))
        assert everything(record.match) == first[point]


# -- who may take back what --------------------------------------------------------------------------------------

Said: TypeAlias = "str | tuple[str, ...]"
"""`A play:combine`, `learn A.hand wound`, or the chips that came out."""

ATTACKS = "lots_of_attacks"


def duelling(one: list[str], two: list[str], **more: Any) -> Match:
    """A has these in the hand, B those; A's bag is full of things."""
    seats: dict[str, Any] = {
        "A": {"pile": [1, 2], "hand": one, "bag": ["gem_1", "gem_1", "gem_2", "wound"]},
        "B": {"pile": [2, 3], "hand": two, "bag": ["gem_1", "wound"]},
    }
    return at(seats, patient=True, **more)


def half_known(one: list[str], unseen: str = "combine wound gem_2") -> Match:
    """Two of B's hand, and what is left in B's bag, nobody has identified."""
    match = duelling(one, [], bank={"puzzle": ATTACKS})
    return with_unseen(match, "B", unseen, hand="? ? gem_1", bag="?")


def no_characters() -> Match:
    return new_match(Setup(game="puzzle-strike", seats=(SeatSetup("A"), SeatSetup("B")), bank="first_game"))


def looking_into_the_bag() -> Match:
    """A may give a chip for an orb chip of the bag."""
    hand, orbs = ["research_and_development", "wound", "gem_1"], ["crash_gem", "combine", "gem_1"]
    return at({"A": {"hand": hand, "bag": orbs}, "B": {}}, patient=True)


def in_training() -> Match:
    """B may answer a purchase; after that A has nothing left to do, as everybody can see."""
    seats: dict[str, Any] = {
        "A": {"hand": ["gems_to_gemonade"], "discard": ["gem_1"]},
        "B": {"hand": ["rigorous_training"], "bag": ["gem_1"]},
    }
    bank = {"stock": {"wound": 0}}
    return at(seats, bank=bank, turn={"phase": "buy", "money": 4, "bought": ["wound"]})


CRASH = ["crash_gem", "wound"]
BUYING = {"phase": "buy", "money": 4}
DREW, SHOWN, PICKED = "A has drawn", "Hidden pieces", "The secret picks have been shown"
A_SPOKE, B_SPOKE, TOLD = "A has answered", "B has answered", "Something hidden has been named: B.hand"

CASES: dict[str, tuple[Match, list[Said], str, str]] = {
    "a chip played": (duelling(CRASH, CRASH), ["A play:crash_gem"], "A", ""),
    "somebody else's play": (duelling(CRASH, CRASH), ["A play:crash_gem"], "B", A_SPOKE),
    "a break": (duelling(CRASH, CRASH), ["A play:crash_gem", "A break:2", "A to:B"], "A", ""),
    "a break that was answered": (
        duelling(CRASH, CRASH), ["A play:crash_gem", "A break:2", "A to:B", "B pass"], "A", B_SPOKE,
    ),
    "a reaction": (
        duelling(CRASH, CRASH), ["A play:crash_gem", "A break:2", "A to:B", "B react:crash_gem"], "B", "",
    ),
    "a reaction not used": (duelling(CRASH, CRASH), ["A play:crash_gem", "A break:2", "A to:B", "B pass"], "B", ""),
    "a draw that is due": (duelling(["draw_three"], []), ["A play:draw_three"], "A", ""),
    "a draw": (duelling(["draw_three"], []), ["A play:draw_three", ("gem_1", "gem_2", "wound")], "A", DREW),
    "somebody else's draw": (
        duelling(["draw_three"], []), ["A play:draw_three", ("gem_1", "gem_2", "wound")], "B", A_SPOKE,
    ),
    "a draw unseen": (duelling(["draw_three"], []), ["A play:draw_three", (UNSEEN,) * 3], "A", DREW),
    "a draw partly unseen": (duelling(["draw_three"], []), ["A play:draw_three", ("gem_2", "?", "?")], "A", DREW),
    "a chip to be taken out of the bag": (
        looking_into_the_bag(), ["A play:research_and_development", "A give:wound"], "A", "",
    ),
    "a chip out of the bag": (
        looking_into_the_bag(), ["A play:research_and_development", "A give:wound", "A take:combine"], "A", DREW,
    ),
    "a hand shown": (
        duelling(["stolen_purples"], ["wound", "combine"]), ["A play:stolen_purples", "A to:B"], "A", SHOWN,
    ),
    "a hand to be shown": (half_known(["stolen_purples"]), ["A play:stolen_purples", "A to:B"], "A", ""),
    "a hand that the table told": (
        half_known(["stolen_purples"]), ["A play:stolen_purples", "A to:B", ("combine", "wound")], "A", SHOWN,
    ),
    "a hand shown to a bunker": (
        duelling(["pilebunker"], ["wound", "combine"]), ["A play:pilebunker", "A choose:piggy"], "A", SHOWN,
    ),
    "a bunker half known": (half_known(["pilebunker"]), ["A play:pilebunker", "A choose:piggy"], "A", ""),
    "a jackpot to be picked": (duelling(["jackpot"], ["wound", "combine", "gem_1"]), ["A play:jackpot"], "A", ""),
    "a jackpot": (
        duelling(["jackpot"], ["wound", "combine"]), ["A play:jackpot", "A to:B", ("wound", "combine")], "A", SHOWN,
    ),
    "a jackpot half known": (half_known(["jackpot"]), ["A play:jackpot", "A to:B", ("wound", "gem_1")], "A", SHOWN),
    "a discard one was knocked down to": (
        duelling(["knockdown"], ["wound", "combine"]), ["A play:knockdown", "A to:B", "B discard:wound"], "B", "",
    ),
    "somebody else's discard": (
        duelling(["knockdown"], ["wound", "combine"]), ["A play:knockdown", "A to:B", "B discard:wound"], "A", B_SPOKE,
    ),
    "a purchase": (duelling(["wound"], [], turn=BUYING), ["A buy:gem_2"], "A", ""),
    "gems laid": (duelling(["gem_1", "gem_2"], [], turn=BUYING), ["A play:gems"], "A", ""),
    "a chip kept": (
        duelling(["wound"], [], turn={**BUYING, "piggy": 2, "bought": ["wound"]}), ["A done", "A keep:wound"], "A", "",
    ),
    "the next hand": (duelling(["wound"], [], turn=BUYING), ["A buy:wound", "A done", (UNSEEN,) * 4], "A", DREW),
    "what comes of another's answer": (in_training(), ["A buy:one_two_punch", "B pass"], "B", SHOWN),
    "a chip named": (half_known(CRASH), ["A play:crash_gem", "learn B.hand wound"], "A", TOLD),
    "a character picked": (no_characters(), ["A choose:lum"], "A", ""),
    "somebody else's character": (no_characters(), ["A choose:lum"], "B", A_SPOKE),
    "characters shown": (no_characters(), ["A choose:lum", "B choose:rook"], "B", PICKED),
    "characters announced": (no_characters(), ["A hidden", "B hidden"], "B", ""),
    "characters announced and shown": (
        no_characters(), ["A hidden", "B choose:rook", "A choose:lum"], "A", PICKED,
    ),
}  # fmt: skip


def told(match: Match, things: list[Said], *, judged: bool = False) -> tuple[Record, list[tuple[str, ...]]]:
    """A record of these, and what everybody saw at each point; what is asked twice over is said once."""
    record = Record(match, judged=judged)
    seen = [everything(record.match)]
    for thing in things:
        if isinstance(thing, tuple):
            record.draw(thing)
        else:
            who, _, what = thing.partition(" ")
            if who == "learn":
                zone, _, kind = what.partition(" ")
                record.learn(zone, (kind,))
            elif what == "to:B" and record.match.why_not(what, who):
                continue
            else:
                record.answer(what, who)
        seen.append(everything(record.match))
    return record, seen


@pytest.mark.parametrize(("match", "things", "by", "why"), CASES.values(), ids=CASES.keys())
def test_what_a_seat_may_take_back_alone(match: Match, things: list[Said], by: str, why: str) -> None:
    record, seen = told(match, things)
    point = record.last_answer
    assert point is not None
    if not why:
        record.take_back(by)
        assert everything(record.match) == seen[point]
        return
    before = everything(record.match), record.line, tuple(record.entries)
    with pytest.raises(Illegal) as refusal:
        record.take_back(by)
    assert (everything(record.match), record.line, tuple(record.entries)) == before
    assert refusal.value.why.startswith(why)
    assert refusal.value.why.endswith(" since then: all seats decide this together.")
    assert not refusal.value.private, "it may be said aloud"
    assert not any(kind in refusal.value.why for kind in GEM_VALUE), "no hidden chip is named"


@pytest.mark.parametrize(("match", "things", "by", "why"), CASES.values(), ids=CASES.keys())
def test_what_the_judge_or_all_together_take_back(match: Match, things: list[Said], by: str, why: str) -> None:
    record, seen = told(match, things, judged=True)
    point = record.last_answer
    assert point is not None
    refusal = record.why_not_back(point, by)
    assert (refusal.why if refusal else "").endswith("the judge decides this." if why else "")
    record.take_back("judge", "a slip")
    assert everything(record.match) == seen[point]
    record.rewind(0, "judge") if point else None
    assert everything(record.match) == seen[0]
    record, seen = told(match, things)
    record.rewind(0, ("B", "A"))
    assert everything(record.match) == seen[0]


def test_a_draw_is_not_drawn_again_at_will() -> None:
    """Between answer and draw there is a point too, and going there alone is no way round."""
    record, _ = told(duelling(["draw_three"], []), ["A play:draw_three", (UNSEEN,) * 3])
    for point in (0, 1):
        refusal = record.why_not_back(point, "A")
        assert refusal is not None
        assert refusal.why == "A has drawn since then: all seats decide this together."


def test_something_harmless_after_a_draw_may_be_taken_back() -> None:
    record, seen = told(
        duelling(["draw_three", "roundhouse"], []),
        ["A play:draw_three", ("gem_1", "gem_2", "wound"), "A done", "A play:gem_2"],
    )
    record.take_back("A")
    record.take_back("A")
    assert everything(record.match) == seen[2]
    assert record.why_not_back(0, "A") is not None


def test_several_own_answers_at_once_may_be_taken_back() -> None:
    record, seen = told(duelling(CRASH, []), ["A play:crash_gem", "A break:2", "A to:B"])
    record.rewind(0, "A")
    assert everything(record.match) == seen[0]


def test_those_who_answered_may_take_it_back_together_where_a_judge_is_seated() -> None:
    """The judge is asked for what came to light, not for a slip that both see."""
    things: list[Said] = ["A play:crash_gem", "A break:2", "A to:B", "B pass"]
    record, seen = told(duelling(CRASH, CRASH), things, judged=True)
    record.rewind(0, ("A", "B"))
    assert everything(record.match) == seen[0]


def test_after_going_back_another_chip_may_come_out() -> None:
    record, _ = told(duelling(["draw_three"], []), ["A play:draw_three", ("gem_1", "gem_2", "wound")])
    record.rewind(1, ("A", "B"))
    record.draw(("gem_1", "gem_1", "wound"))
    assert record.match.view("A").zones["A.hand"] == ("gem_1", "gem_1", "wound")
    assert record.match.view("B").zones["A.hand"] == 3


def test_what_was_learnt_is_unknown_again() -> None:
    record, seen = told(half_known(CRASH), ["learn B.hand wound", "learn B.hand combine"])
    assert record.match.view("judge").zones["B.bag"] == ("gem_2",)
    record.rewind(1, ("A", "B"))
    assert record.match.view("judge").zones["B.bag"] == (UNSEEN,)
    assert everything(record.match) == seen[1]
    record.learn("B.hand", ("gem_2",))
    assert record.match.view("judge").zones["B.bag"] == ("combine",)


def test_what_is_known_of_a_hand_is_not_for_others_to_undo() -> None:
    record, _ = told(half_known(CRASH), ["learn B.hand wound"])
    assert record.why_not_back(0, "B") is None
    refusal = record.why_not_back(0, "A")
    assert refusal is not None
    assert refusal.why == "Something hidden has been named: B.hand since then: all seats decide this together."


def test_a_match_that_is_over_can_be_gone_back_into() -> None:
    match = at(
        {"A": {"pile": [4, 4, 2], "hand": ["wound"]}, "B": {}}, turn={"phase": "buy", "bought": ["wound"]}, patient=True
    )
    record, seen = told(match, ["A done"])
    assert record.match.over
    record.take_back("A")
    assert everything(record.match) == seen[0]
    assert asked(record.match).what == "buy"
