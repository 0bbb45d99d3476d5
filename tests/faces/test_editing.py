"""The table in a judge's hands: what the acts make different, and what the rules say to it."""

from __future__ import annotations

from random import Random

import pytest

from companion.app.what_if import read_text, what_if
from companion.faces.editing import MOST_ACTS, Edited, EditedPlace, acts_text, edited, read_acts
from companion.faces.languages import ENGLISH, languages
from companion.players import find_player
from companion.rehearsal.games.truth import play_truth
from companion.rules import Match, SeatSetup, Setup, find_game, new_match
from companion.rules.kernel.by_hand import BOX, DialTurned, HandAct, HandCarried
from companion.scenarios.scenario import read_scenario
from companion.scenarios.written import reached

POSITION = """
title: by hand
seats:
  A: {character: jaina, pile: [2, 1], hand: [crash_gem, gem_1, "?"], bag: ["?"], unseen: [combine, wound],
    discard: [gem_2]}
  B: {character: rook, pile: [1], hand: [gem_1]}
turn: {seat: A, money: 1}
"""


def match() -> Match:
    return reached(read_scenario(read_text(POSITION)))


def lies(match: Match | None, name: str) -> tuple[str, ...]:
    """What lies in a place by the rules."""
    assert match
    content = match.view("judge").zones[name]
    assert isinstance(content, tuple)
    return content


def place(table: Edited, name: str) -> EditedPlace:
    places = [*table.shared, *(one for seat in table.seats for one in seat.places), table.box]
    return next(one for one in places if one.name == name)


def counts(table: Edited, name: str) -> dict[str, tuple[int, int]]:
    return {one.chip.kind: (one.chip.count, one.more) for one in place(table, name).chips}


def test_a_gem_that_was_forgotten() -> None:
    before = match()
    table = edited(before, [HandCarried("gem_1", "bank", "A.pile")], "", ENGLISH)
    assert table.difference == ("A's pile has a 1-gem more.", "A 1-gem is missing from the bank.")
    assert table.changes == {"seats": {"A": {"pile": {"add": ["gem_1"]}}}, "bank": {"change": {"gem_1": -1}}}
    assert counts(table, "A.pile") == {"gem_2": (1, 0), "gem_1": (2, 1)}
    assert (place(table, "A.pile").was, place(table, "A.pile").worth) == (3, 4)
    assert lies(table.match, "A.pile") == ("gem_1", "gem_1", "gem_2")
    assert lies(before, "A.pile") == ("gem_1", "gem_2"), "nothing is done with the match itself"


def test_what_the_rules_do_not_allow_is_said_and_nothing_is_lost() -> None:
    acts = [HandCarried("gem_2", "A.discard", "B.played"), HandCarried("gem_1", "bank", "A.pile")]
    table = edited(match(), acts, "", ENGLISH)
    assert "B is not in the middle of a turn" in table.problem
    assert not table.problem.startswith("seats")
    assert (table.match, table.difference) == (None, ())
    assert counts(table, "B.played") == {"gem_2": (1, 1)}
    assert counts(table, "A.discard") == {"gem_2": (0, -1)}
    assert place(table, "A.pile").worth == 4
    russian = edited(match(), acts, "", languages()["ru"])
    assert russian.problem != table.problem


def test_a_hidden_chip_is_named_when_everybody_will_see_it() -> None:
    table = edited(match(), [HandCarried("?", "A.hand", "A.discard")], "", ENGLISH)
    assert [chip.kind for chip in table.which] == ["combine", "wound"]
    assert (table.match, table.problem) == (None, "")
    named = edited(match(), [HandCarried("wound", "A.hand", "A.discard")], "", ENGLISH)
    assert lies(named.match, "A.discard") == ("gem_2", "wound")
    assert counts(named, "A.hand")["?"] == (0, -1)
    unseen = edited(match(), [HandCarried("?", "A.hand", "A.bag")], "", ENGLISH)
    assert not unseen.which
    assert counts(unseen, "A.bag")["?"][1] == 1


def test_numbers_and_facts() -> None:
    acts: list[HandAct] = [DialTurned(("turn", "money"), 4), DialTurned(("turn", "phase"), "buy")]
    table = edited(match(), acts, "", ENGLISH)
    assert {"The game is in the buy phase, not in the action phase.", "A has $3 more."} <= set(table.difference)
    assert [dial.value for dial in table.dials if dial.path == ("turn", "phase")] == ["buy"]
    assert "Phase: buy" in table.acts
    wrong = edited(match(), [DialTurned(("turn", "money"), 4), DialTurned(("turn", "money", "x"), 4)], "", ENGLISH)
    assert wrong.problem
    assert edited(match(), [DialTurned(("turn", "number"), "many")], "", ENGLISH).problem


def test_a_chip_of_the_box() -> None:
    table = edited(match(), [HandCarried("bag_of_tricks", BOX, "B.hand")], "", ENGLISH)
    assert table.changes["box"] == {"bag_of_tricks": -1}
    assert counts(table, BOX)["bag_of_tricks"] == (1, -1)
    assert table.match


def test_what_comes_and_goes_is_no_difference() -> None:
    table = edited(
        match(), [HandCarried("gem_1", "bank", "A.pile"), HandCarried("gem_1", "A.pile", "bank")], "", ENGLISH
    )
    assert (table.changes, table.difference) == ({}, ())
    assert "Nothing would change" in table.problem


def test_in_the_middle_of_an_effect_somebody_says_what_becomes_of_it() -> None:
    before = match()
    before.answer("play:crash_gem", "A")
    assert not before.resting
    acts = [HandCarried("gem_2", "A.discard", "bank")]
    undecided = edited(before, acts, "", ENGLISH)
    assert (undecided.running, undecided.match, undecided.problem) == ("Crash Gem", None, "")
    undone = edited(before, acts, "start", ENGLISH)
    assert "crash_gem" in lies(undone.match, "A.hand")
    assert edited(before, acts, "end", ENGLISH).match


def test_acts_are_read_as_they_were_written() -> None:
    barred = DialTurned(("seats", "A", "barred"), True)
    acts = (HandCarried("gem_1", "bank", "A.pile"), DialTurned(("turn", "money"), 3), barred)
    assert read_acts(acts_text(acts)) == acts
    for nonsense in ("", "{", "7", "[7]", '[["a"]]', "[[[],1]]", '[["a","b",3]]', "[" * 5000, '[["","b","c"]]'):
        assert read_acts(nonsense) == ()
    assert len(read_acts(acts_text(acts * MOST_ACTS))) == MOST_ACTS


def test_no_chip_of_a_played_game_can_be_lost_by_hand() -> None:
    """Whatever hands carry anywhere, in games as they are played: it is refused in words, or the chips add up."""
    setup = Setup("puzzle-strike", (SeatSetup("A", "jaina"), SeatSetup("B", "rook")), bank="first_game")
    chance = Random(11)
    truth = play_truth(setup, dict.fromkeys(("A", "B"), find_player("random")), chance)
    taken = accepted = 0
    for step in truth.steps[:: max(1, len(truth.steps) // 25)]:
        now = step.before
        table = edited(now, (), "", ENGLISH)
        everywhere = [*table.shared, *(one for seat in table.seats for one in seat.places)]
        full = [one for one in everywhere if any(each.chip.count for each in one.chips)]
        for _ in range(4):
            source = chance.choice(full)
            kind = chance.choice([one.chip.kind for one in source.chips if one.chip.count])
            target = chance.choice(everywhere).name
            if target == source.name:
                continue
            taken += 1
            found = edited(now, [HandCarried(kind, source.name, target)], "start", ENGLISH)
            assert found.problem or found.which or found.match
            accepted += found.match is not None and found.match is not now
    assert taken > 40
    assert accepted > 20


def test_a_position_built_by_hand_is_written_and_played() -> None:
    empty = f"{find_game('puzzle-strike').empty}\n"
    acts = [HandCarried("gem_2", "bank", "A.pile"), HandCarried("crash_gem", "bank", "A.hand")]
    built = what_if(empty, "", ENGLISH, acts)
    assert built.edited
    assert built.edited.difference[:1] == ("A's pile has a 2-gem more.",)
    assert [one.token for one in built.options] == ["play:crash_gem", "done"]
    again = what_if(built.position, "play:crash_gem", ENGLISH)
    assert [step.accepted for step in again.steps] == [True]
    wrong = what_if(empty, "done", ENGLISH, [HandCarried("gem_2", "bank", "B.played")])
    assert wrong.edited
    assert wrong.edited.problem
    assert (wrong.steps, wrong.position) == ((), empty)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_dial_can_be_turned(language: str) -> None:
    table = edited(match(), (), "", languages()[language])
    dials = [*table.dials, *(dial for seat in table.seats for dial in seat.dials)]
    assert len(dials) > 10
    for dial in dials:
        for value in [step.value for step in dial.steps] or [dial.least, int(dial.value) + 1]:
            if value != dial.value:
                found = edited(match(), [DialTurned(dial.path, value)], "", languages()[language])
                assert found.match or found.problem
                assert dial.label in found.acts[0] or found.match


def test_a_game_that_does_not_say_how_is_drawn_all_the_same() -> None:
    beacons = new_match(Setup(game="beacons", seats=tuple(SeatSetup(name) for name in "ABCD")))
    table = edited(beacons, (), "", ENGLISH)
    assert [seat.name for seat in table.seats] == list("ABCD")
    places = [*table.shared, *(one for seat in table.seats for one in seat.places)]
    source = next(one for one in places if any(chip.chip.count for chip in one.chips))
    target = next(one for one in places if one is not source)
    kind = next(chip.chip.kind for chip in source.chips if chip.chip.count)
    moved = edited(beacons, [HandCarried(kind, source.name, target.name)], "start", ENGLISH)
    assert moved.match is None
    assert moved.problem or moved.which
