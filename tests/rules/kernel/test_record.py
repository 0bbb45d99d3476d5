"""A record: what was said in order, going back in it, who may, and keeping it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from companion.rules import (
    Corrected,
    Draw,
    Illegal,
    Match,
    Question,
    Record,
    SeatSetup,
    Setup,
    SnapshotError,
    new_match,
)
from companion.rules.kernel.record import Said
from tests.contract import stored
from tests.rules.kernel.toy import answers, ask, play
from tests.rules.playing import any_input, asked, at, due, duel

DIE = Draw("A", "die", 1, tuple("123456"), "toy", again=True)
SEALED = Question("pick", {"A": ("rock", "paper"), "B": ("rock", "paper")}, "toy", each=True, sealed=True)
OPEN = SEALED._replace(sealed=False)
BEACONS = Setup(game="beacons", seats=tuple(SeatSetup(name) for name in "ABCD"))

PICKED = "The secret picks have been shown since then"

POSITION: dict[str, Any] = {
    "A": {"pile": [1, 2], "hand": ["crash_gem", "draw_three", "wound"], "bag": ["gem_1", "gem_1", "gem_2", "wound"]},
    "B": {"pile": [2, 3], "hand": ["crash_gem", "gem_1"], "bag": ["gem_1"] * 5},
}


def positioned(*, judged: bool = False) -> Record:
    """A may crash or draw; B could answer."""
    return Record(at(POSITION), judged=judged)


def everything(record: Record) -> object:
    """All that a record is, to see that nothing has changed."""
    table = record.match.table.to_json() if record.match.game.key == "toy" else stored(record.match)
    return table, record.match.pending, record.match.waiting_for, tuple(record.entries), record.line, record.point


def refused(record: Record, try_it: Callable[[], object]) -> str:
    """Why, in words for everybody, and nothing has changed."""
    before = everything(record)
    with pytest.raises(Illegal) as refusal:
        try_it()
    assert everything(record) == before
    return refusal.value.why


def put_random(record: Record, chance: Random, steps: int) -> None:
    """Play on with anything that can be said."""
    for _ in range(steps):
        if record.match.over:
            return
        seat, said = any_input(record.match, chance)
        if isinstance(said, str):
            record.answer(said, seat)
        else:
            record.draw(said)


# -- remembering -------------------------------------------------------------------------------------------------


def test_everything_that_is_said_is_kept_in_order() -> None:
    record = positioned()
    events = record.answer("play:draw_three", "A")
    assert events == at(POSITION).answer("play:draw_three", "A")
    assert due(record.match).count == 3
    record.draw(["gem_1", "gem_2", "gem_1"])
    record.correct({"turn": {"money": 2}}, ("A", "B"), "a gem was overlooked")
    assert record.line == tuple(record.entries)
    assert record.line == (
        ("answer", "A", "play:draw_three"),
        ("draw", "", ("gem_1", "gem_2", "gem_1")),
        ("correct", ("A", "B"), ({"turn": {"money": 2}}, "a gem was overlooked", "")),
    )
    assert record.point == 3


def test_the_match_it_was_given_is_left_alone() -> None:
    match = at(POSITION)
    before = stored(match)
    record = Record(match)
    record.answer("play:draw_three", "A")
    assert stored(match) == before
    match.answer("done", "A")
    assert stored(record.at(0)) == before


def test_an_answer_is_kept_as_it_was_offered() -> None:
    record = Record(at({**POSITION, "A": {"pile": [4, 1], "hand": ["double_crash_gem"]}}))
    record.answer("play:double_crash_gem@hand", "A")
    record.answer("break:1+4", "A")
    assert [entry.what for entry in record.line] == ["play:double_crash_gem", "break:4+1"]


def test_what_is_refused_is_not_kept() -> None:
    record = positioned()
    refused(record, lambda: record.answer("play:combine", "A"))
    refused(record, lambda: record.answer("done", "B"))
    refused(record, lambda: record.draw(("gem_1",)))
    refused(record, lambda: record.draw("gem_1"))
    refused(record, lambda: record.learn("A.hand", ("gem_1",)))
    refused(record, lambda: record.correct({}, ("A", "B"), "for no reason"))
    assert (record.entries, record.point) == ([], 0)


def test_a_correction_is_kept_as_it_was_then() -> None:
    record = positioned()
    turn = {"money": 2}
    record.correct({"turn": turn}, ("A", "B"), "a gem was overlooked")
    turn["money"] = 5
    assert record.at(1).view("table").facts["A.money"] == 2


def test_a_record_may_begin_in_the_middle_of_an_effect() -> None:
    match = at(POSITION)
    match.answer("play:crash_gem", "A")
    record = Record(match)
    record.answer("break:2", "A")
    record.take_back("A")
    assert stored(record.match) == stored(match)
    record.answer("break:1", "A")
    assert stored(Record.from_json(kept(record)).match) == stored(record.match)


# -- going back --------------------------------------------------------------------------------------------------


def test_the_last_answer_is_taken_back_with_what_came_of_it() -> None:
    record = Record(play(ask("left", "right"), ask("up", "down"), DIE, ask("yes", "no")))
    record.answer("left", "A")
    record.answer("up", "A")
    record.draw(("3",))
    assert record.last_answer == 1
    record.take_back(("A", "B"), "a slip of the tongue")
    assert list(answers(record.match)) == ["left"]
    assert asked(record.match).options == {"A": ("up", "down")}
    assert record.line == (("answer", "A", "left"),)
    assert record.entries[-1] == ("back", ("A", "B"), (1, "a slip of the tongue"))
    assert len(record.entries) == 4, "what was taken back is remembered too"
    record.answer("down", "A")
    assert answers(record.match) == ("left", "down")


def test_every_point_can_be_looked_at_without_going_there() -> None:
    record = Record(play(ask("left", "right"), ask("up", "down"), ask("yes", "no")))
    for token in ("left", "up", "no"):
        record.answer(token, "A")
    looked_at = [" ".join(answers(record.at(point))) for point in range(4)]
    assert looked_at == ["", "left", "left up", "left up no"]
    assert record.point == 3
    for point in (-1, 4):
        with pytest.raises(ValueError, match="the line goes from 0 to 3"):
            record.at(point)


def test_one_can_go_back_again_and_again() -> None:
    record = Record(play(*(ask("left", "right") for _ in range(4))))
    for tokens in ("left left", "right right", "left right"):
        for token in tokens.split():
            record.answer(token, "A")
        record.take_back("A")
    assert answers(record.match) == ("left", "right", "left")
    record.rewind(0, "A")
    assert (answers(record.match), record.line) == ((), ())
    assert record.last_answer is None


@pytest.mark.parametrize("seed", range(3))
def test_another_game_goes_back_to_any_point(seed: int) -> None:
    """Partners, dice, picks in secret and a row that is ordered."""
    record, chance = Record(new_match(BEACONS), judged=True), Random(seed)
    first = [everything_seen(record.match)]
    while record.point < 40 and not record.match.over:
        put_random(record, chance, 1)
        first.append(everything_seen(record.match))
    line = record.line
    for point in reversed(range(record.point)):
        record.rewind(point, "judge")
        assert everything_seen(record.match) == first[point]
    for entry, seen in zip(line, first[1:], strict=True):
        record.put(entry)
        assert everything_seen(record.match) == seen


def everything_seen(match: Match) -> str:
    """What is stored, and what every audience sees, byte for byte."""
    audiences = (*(seat.name for seat in match.setup.seats), "table", "judge")
    views = [match.view(audience).to_json() for audience in audiences]
    return json.dumps([match.snapshot(), views], sort_keys=True)


# -- who may -----------------------------------------------------------------------------------------------------


def test_what_cannot_be_gone_back_to_is_refused_in_words() -> None:
    record = positioned()
    assert refused(record, lambda: record.take_back("A")) == "There is no answer to take back yet."
    assert "nothing to take back" in refused(record, lambda: record.rewind(0, "A"))
    record.answer("play:crash_gem", "A")
    assert refused(record, lambda: record.rewind(2, "A")) == "There is no point 2: choose one from 0 to 1."
    strange: list[Any] = [-1, True, "0", 0.0, None]
    for point in strange:
        assert f"There is no point {point}" in refused(record, partial(record.rewind, point, "A"))
    assert "nothing to take back" in refused(record, lambda: record.rewind(1, "A"))
    assert refused(record, lambda: record.rewind(0, "C")) == "Say who wants it (A, B), not C."
    assert "not table, C." in refused(record, lambda: record.rewind(0, ("table", "A", "C")))
    assert "not nobody." in refused(record, lambda: record.rewind(0, ()))
    assert "There is no judge" in refused(record, lambda: record.rewind(0, "judge"))


def test_a_draw_alone_is_no_answer() -> None:
    record = Record(play(DIE, ask("yes", "no")))
    record.draw(("3",))
    assert refused(record, lambda: record.take_back("A")) == "There is no answer to take back yet."


def test_where_a_judge_is_seated_the_judge_decides() -> None:
    record = positioned(judged=True)
    record.answer("play:crash_gem", "A")
    assert refused(record, lambda: record.take_back("B")) == "A has answered since then: the judge decides this."
    record.answer("break:2", "A")
    record.answer("pass", "B")
    assert refused(record, lambda: record.take_back("A")) == "B has answered since then: the judge decides this."
    record.rewind(0, "judge")
    record.answer("play:draw_three", "A")
    record.draw(("gem_1", "gem_1", "wound"))
    assert refused(record, lambda: record.take_back(("A", "B"))) == "A has drawn since then: the judge decides this."
    assert record.why_not_back(0, ("A", "judge")) is None


def test_where_no_judge_is_seated_all_seats_decide() -> None:
    record = positioned()
    record.answer("play:draw_three", "A")
    record.draw(("gem_1", "gem_1", "wound"))
    for some in ("A", "B", ("A",)):
        assert refused(record, partial(record.take_back, some)).endswith(": all seats decide this together.")
    record.take_back(("B", "A"))
    assert record.point == 0


MAY_NOT_CORRECT: list[tuple[bool, Any, str]] = [
    (True, "A", "A cannot do this alone: the judge decides this."),
    (True, ("A", "B"), "A and B cannot do this alone: the judge decides this."),
    (False, ("B",), "B cannot do this alone: all seats decide this together."),
    (False, "judge", "There is no judge: all seats decide this together."),
    (False, ("A", "B", "judge"), "There is no judge: all seats decide this together."),
    (True, "Sam", "Say who wants it (A, B, judge), not Sam."),
    (False, ("A", "B", "Sam"), "Say who wants it (A, B), not Sam."),
    (False, (), "Say who wants it (A, B), not nobody."),
    (True, 7, "Say who wants it (A, B, judge), not nobody."),
]


@pytest.mark.parametrize(("judged", "by", "why"), MAY_NOT_CORRECT)
def test_who_may_not_correct_is_told_so(judged: bool, by: Any, why: str) -> None:
    record = positioned(judged=judged)
    assert refused(record, lambda: record.correct({"turn": {"money": 2}}, by, "a gem was overlooked")) == why
    refusal = record.why_not_correct(by)
    assert refusal is not None
    assert (refusal.why, refusal.private) == (why, False)


@pytest.mark.parametrize(
    ("judged", "by", "who", "author"),
    [
        (True, "judge", ("judge",), "judge"),
        (True, ("judge",), ("judge",), "judge"),
        (False, ("A", "B"), ("A", "B"), "A and B"),
        (False, ["B", "A"], ("B", "A"), "B and A"),
    ],
)
def test_who_has_corrected_is_kept_and_told(judged: bool, by: Any, who: tuple[str, ...], author: str) -> None:
    record = positioned(judged=judged)
    assert record.why_not_correct(by) is None
    events = record.correct({"turn": {"money": 2}}, by, "a gem was overlooked")
    assert events[0] == Corrected(author, "a gem was overlooked")
    assert record.line[-1].who == who


@pytest.mark.parametrize(("judged", "who"), [(True, "judge"), (False, ("A", "B"))])
def test_a_correction_is_undone_by_those_who_may_correct(judged: bool, who: Any) -> None:
    record = positioned(judged=judged)
    record.answer("play:crash_gem", "A")
    record.correct({"turn": {"money": 2}}, who, "a gem was overlooked", inside="start")
    assert refused(record, lambda: record.take_back("A")).startswith("The table has been corrected since then: ")
    record.take_back(who)
    assert stored(record.match) == stored(at(POSITION)), "the correction went with it"


def test_a_pick_in_secret_may_be_taken_back_until_all_show() -> None:
    record = Record(play(SEALED, ask("yes", "no")))
    record.answer("rock", "A")
    assert list(record.match.waiting_for) == ["B"]
    record.take_back("A")
    assert list(record.match.waiting_for) == ["A", "B"]
    record.answer("paper", "A")
    record.answer("rock", "B")
    assert PICKED in refused(record, lambda: record.take_back("B"))
    assert "B has answered since then" in refused(record, lambda: record.rewind(0, "A"))
    record.take_back(("A", "B"))
    assert record.match.waiting_for == ("B",)


def test_picks_that_were_only_announced() -> None:
    record = Record(play(SEALED, ask("yes", "no")))
    record.answer("hidden", "A")
    record.answer("hidden", "B")
    assert record.why_not_back(record.last_answer or 0, "B") is None, "nothing has been shown yet"
    record.answer("rock", "A")
    record.answer("paper", "B")
    assert PICKED in refused(record, lambda: record.take_back("B"))
    record.take_back(("A", "B"))
    assert record.match.waiting_for == ("B",)
    record.answer("rock", "B")
    assert answers(record.match) == ({"A": "rock", "B": "rock"},)


def test_picks_in_secret_one_after_the_other() -> None:
    record = Record(play(SEALED, SEALED))
    record.answer("rock", "A")
    record.answer("paper", "B")
    assert PICKED in refused(record, lambda: record.take_back("B"))


def test_what_each_is_asked_openly_is_held_back_too() -> None:
    record = Record(play(OPEN, ask("yes", "no")))
    record.answer("rock", "A")
    record.take_back("A")
    record.answer("rock", "A")
    record.answer("paper", "B")
    assert PICKED in refused(record, lambda: record.take_back("B"))


@pytest.mark.parametrize("by", ["A", "B"])
def test_a_die_is_not_thrown_again_at_will(by: str) -> None:
    record = Record(play(ask("throw", "stay"), DIE, ask("yes", "no")))
    record.answer("throw", "A")
    record.draw(("3",))
    assert "Something has been drawn by lot since then" in refused(record, lambda: record.rewind(1, by))


@pytest.mark.parametrize("by", ["A", "B"])
def test_who_begins_is_not_drawn_again_at_will(by: str) -> None:
    seats = (SeatSetup("A", "jaina"), SeatSetup("B", "rook"))
    record = Record(new_match(Setup(game="puzzle-strike", seats=seats, bank="random", first="random")))
    record.draw(due(record.match).among[:10])
    record.draw(("B",))
    for point in (0, 1):
        assert "Something has been drawn by lot" in refused(record, partial(record.rewind, point, by))


# -- keeping -----------------------------------------------------------------------------------------------------


def kept(record: Record) -> Any:
    """The record as it would be written to disk and read again."""
    return json.loads(json.dumps(record.to_json()))


@pytest.mark.parametrize("seed", range(4))
def test_a_record_is_the_same_after_it_was_kept(seed: int) -> None:
    """With backs and corrections in it, at several moments of a match."""
    chance = Random(seed)
    record = Record(duel(), judged=bool(seed % 2))
    for round_ in range(6):
        put_random(record, chance, 15)
        who: Any = "judge" if record.judged else ("A", "B")
        record.rewind(record.point - chance.randint(1, 5), who, "once more")
        if record.match.table.phase != "setup":  # type: ignore[attr-defined]
            record.correct({"turn": {"money": 9 + round_}}, who, "so that it goes on", inside="start")
        again = Record.from_json(kept(record))
        assert kept(again) == kept(record)
        assert (again.entries, again.line, again.judged) == (record.entries, record.line, record.judged)
        assert everything_seen(again.match) == everything_seen(record.match)
        assert everything_seen(again.at(record.point // 2)) == everything_seen(record.at(record.point // 2))
        record = again


def test_whole_matches_are_kept() -> None:
    record = Record(duel())
    put_random(record, Random(5), 1000)
    assert record.match.over
    again = Record.from_json(kept(record))
    assert again.match.over
    assert everything_seen(again.match) == everything_seen(record.match)


BROKEN: dict[str, Any] = {
    "no list": 5,
    "a word": "answer",
    "nothing": None,
    "empty": [],
    "too short": ["answer", "A"],
    "too long": ["answer", "A", "done", ""],
    "mappings": [{}, {}, {}],
    "of no kind": ["wish", "A", "done"],
    "a strange token": ["answer", "A", "play:nothing"],
    "somebody else": ["answer", "B", "done"],
    "nobody": ["answer", None, "done"],
    "two at once": ["answer", ["A", "B"], "done"],
    "a draw not due": ["draw", "", ["gem_1"]],
    "a draw of a number": ["draw", "", 5],
    "a strange zone": ["learn", "A.nose", ["gem_1"]],
    "learnt from nothing": ["learn", "A.hand", ["gem_1"]],
    "a correction without a reason": ["correct", ["A", "B"], [{"turn": {"money": 2}}, "", ""]],
    "a correction by one alone": ["correct", ["A"], [{"turn": {"money": 2}}, "because", ""]],
    "a correction by a judge who is not seated": ["correct", "judge", [{"turn": {"money": 2}}, "because", ""]],
    "a correction by nobody": ["correct", None, [{"turn": {"money": 2}}, "because", ""]],
    "a correction without changes": ["correct", ["A", "B"], [{}, "for no reason", ""]],
    "a correction that is none": ["correct", ["A", "B"], 5],
    "a correction of a list": ["correct", ["A", "B"], [[1], "because", ""]],
    "back from the beginning": ["back", ["A"], [0, ""]],
    "back to no point": ["back", ["A"], [7, ""]],
    "back without a reason": ["back", ["A"], [0]],
    "back by a number": ["back", 5, [0, ""]],
    "a judge who is not seated": ["back", ["judge"], [0, ""]],
}


@pytest.mark.parametrize("entry", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_entry_is_told_with_its_number(entry: Any) -> None:
    data = kept(positioned())
    data["entries"] = [["answer", "A", "play:crash_gem"], ["back", ["A"], [0, ""]], entry]
    with pytest.raises(SnapshotError, match="entries, number 3") as broken:
        Record.from_json(data)
    assert "Take it from an unharmed copy" in str(broken.value)


@pytest.mark.parametrize("key", ["start", "judged", "entries"])
def test_a_broken_record_names_what_is_wrong(key: str) -> None:
    data = kept(positioned())
    del data[key]
    with pytest.raises(SnapshotError, match=f"{key}: it is missing"):
        Record.from_json(data)
    with pytest.raises(SnapshotError, match=f"{key}: expected"):
        Record.from_json({**data, key: "yes"})


def test_a_record_of_a_broken_match_is_refused() -> None:
    data = kept(positioned())
    del data["start"]["table"]
    with pytest.raises(SnapshotError, match="table: it is missing"):
        Record.from_json(data)


@pytest.mark.parametrize("data", [None, 5])
def test_a_record_that_is_no_mapping_is_refused(data: Any) -> None:
    with pytest.raises(SnapshotError, match="record: expected a mapping, not"):
        Record.from_json(data)


def test_who_goes_back_is_named_in_words() -> None:
    record = positioned()
    record.answer("play:crash_gem", "A")
    strange: Any = 7
    assert refused(record, lambda: record.take_back(strange)) == "Say who wants it (A, B), not nobody."


def test_an_entry_of_no_kind_is_refused() -> None:
    record = positioned()
    before = everything(record)
    with pytest.raises(ValueError, match="expected answer, draw, learn, correct or back"):
        record.put(Said("wish", "A", "done"))
    assert everything(record) == before
