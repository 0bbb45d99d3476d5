"""What each audience sees of a game, and what nobody else may."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.arbiter.news import Grounds
from companion.faces.languages import languages
from companion.faces.screen import Choice, Due
from companion.faces.screens import Screens
from companion.ledger import Ledger
from companion.referee.hands import as_known_to
from companion.referee.inputs import Back, Corrected, Looked
from companion.referee.referee import Referee
from companion.rules import JUDGE, TABLE, Said
from companion.rules.kernel.board import Aim, Heap, Panel
from companion.rules.kernel.sentences import Sentence
from tests.arbiter.mistakes import CASES, play
from tests.arbiter.pairs import hidden_twin
from tests.arbiter.test_privacy import homes
from tests.arbiter.whole_games import Played, beginning, game_of
from tests.faces.screened import ScreenedTable
from tests.ledger.conftest import ledger, path
from tests.referee.games import by_hand, say
from tests.rules.playing import duel

__all__ = ["ledger", "path"]


def at_the_table(kit: str = "cells-2") -> ScreenedTable:
    """A has drawn its first hand over the slot."""
    table = ScreenedTable(duel(), kit)
    table.draw("A", "gem_1", "gem_1", "crash_gem", "gem_1", "burning_vigor")
    return table


def hand(table: ScreenedTable, seat: str, audience: str) -> tuple[dict[str, int], int]:
    """The chips of a hand as an audience sees them, and how many are unseen."""
    return hand_on(panel_of(table, seat, audience))


def panel_of(table: ScreenedTable, seat: str, audience: str) -> Panel:
    return next(panel for panel in table.seen.screen(audience).board.seats if panel.key == seat)


def hand_on(panel: Panel) -> tuple[dict[str, int], int]:
    heap = next(piece for piece in panel.pieces if isinstance(piece, Heap) and piece.label == "Hand")
    return {chip.kind: chip.count for chip in heap.chips}, heap.hidden


# -- one's own hand ------------------------------------------------------------------------------------------------


def screens_of(referee: Referee) -> Screens:
    """The screens of a game, kept up to date."""
    screens = Screens(referee.moment())
    referee.subscribe("screens", screens.take)
    return screens


def test_a_seat_sees_its_own_hand_as_the_slot_has_read_it() -> None:
    table = at_the_table()
    assert hand(table, "A", "A") == ({"burning_vigor": 1, "crash_gem": 1, "gem_1": 3}, 0)
    for audience in (TABLE, "B"):
        assert hand(table, "A", audience) == ({}, 5)
    assert hand(table, "A", JUDGE) == ({"gem_1": 1}, 4)  # as everybody can reckon


def test_what_has_not_come_over_the_slot_yet_is_unseen() -> None:
    table = ScreenedTable(duel())
    assert hand(table, "A", "A") == ({"gem_1": 1}, 4)
    table.draw("A", "gem_1", "crash_gem")
    assert hand(table, "A", "A") == ({"crash_gem": 1, "gem_1": 1}, 3)


def test_what_was_played_is_not_in_the_hand_any_more() -> None:
    table = at_the_table()
    table.draw("B", *["gem_1"] * 5)
    table.move("gem_1", "bank", "A.pile")
    play(table, "A", "play:crash_gem", ("crash_gem", "A.hand", "A.played"))
    assert hand(table, "A", "A") == ({"burning_vigor": 1, "gem_1": 3}, 0)


def test_where_a_chip_went_unseen_nothing_is_claimed() -> None:
    """A has said that it plays its Crash Gem, and no reader has seen it: the four others are known all the same."""
    table = at_the_table()
    table.draw("B", *["gem_1"] * 5)
    table.move("gem_1", "bank", "A.pile")
    table.say("A", "play:crash_gem")
    assert table.owed[("crash_gem", "A.hand", "A.played")] == 1
    assert hand(table, "A", "A") == ({"burning_vigor": 1, "gem_1": 3}, 0)


def test_where_the_whole_hand_was_laid_down_unseen_nothing_is_claimed() -> None:
    """A has said that the turn is over. Until the chips touch the discard tap, the twin still has them in the hand."""
    table = at_the_table()
    table.draw("B", *["gem_1"] * 5)
    table.move("gem_1", "bank", "A.pile")
    for token in ("done", "buy:wound", "done"):
        table.say("A", token)
    assert table.owed[("?", "A.hand", "A.discard")] == 5
    assert hand(table, "A", "A") == hand_on(panel_of(table, "A", JUDGE))


def test_what_everybody_knows_of_a_hand_counts_once() -> None:
    table = at_the_table()
    table.arbiter.commit(Said("learn", "A.hand", ("crash_gem",)), Grounds())
    table.hear()
    assert hand(table, "A", "A") == ({"burning_vigor": 1, "crash_gem": 1, "gem_1": 3}, 0)


def test_a_seat_knows_its_own_hand_only() -> None:
    table = at_the_table()
    table.draw("B", "gem_1", "gem_1", "crash_gem", "gem_1", "gem_1")
    known = as_known_to(table.arbiter, "A", table.arbiter.match).view(JUDGE).zones
    assert known["A.hand"] == ("burning_vigor", "crash_gem", "gem_1", "gem_1", "gem_1")
    assert known["B.hand"] == table.arbiter.match.view(JUDGE).zones["B.hand"]


def test_without_a_reader_at_the_bag_a_hand_is_unseen() -> None:
    """But for what everybody can reckon: five of these ten chips cannot be without a 1-gem."""
    assert hand(at_the_table("none-2"), "A", "A") == ({"gem_1": 1}, 4)


def test_a_seat_is_offered_what_it_can_do_with_its_hand() -> None:
    table = at_the_table()
    table.draw("B", *["gem_1"] * 5)
    table.move("gem_1", "bank", "A.pile")
    own = table.seen.screen("A").own
    assert own
    assert [choice.token for choice in own.may] == ["play:burning_vigor", "play:crash_gem", "done"]
    assert own.asks == "Play an action, or end the action phase?"
    other = table.seen.screen("B").own
    assert other
    assert (other.may, other.waiting) == ((), "Waiting for A.")
    assert table.seen.screen(TABLE).own is None


def test_why_not_is_told_from_what_the_seat_knows() -> None:
    table = at_the_table()
    table.draw("B", *["gem_1"] * 5)
    table.move("gem_1", "bank", "A.pile")
    refused = table.seen.why_not("A", "play:playing_with_fire")
    assert refused
    assert refused[0] == "You have no Playing with Fire in your hand."
    assert refused[1]
    assert refused[1].section == "Action Phase"
    assert table.seen.why_not("A", "play:crash_gem") is None
    assert table.seen.screen("A").own == table.seen.screen("A").own


def test_the_judge_sees_hands_only_on_a_look() -> None:
    table = at_the_table()
    table.draw("B", "gem_1", "gem_1", "crash_gem", "gem_1", "gem_1")
    board = table.seen.laid_open()
    assert [hand_on(panel)[1] for panel in board.seats] == [0, 0]
    assert hand_on(board.seats[1])[0] == {"crash_gem": 1, "gem_1": 4}


# -- nobody else's -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_other_hidden_chips_give_the_others_the_same_screens(seed: int) -> None:
    """And as many of them."""
    chance = Random(seed)
    truth = beginning(game_of(seed, "steady", "random"), 24)
    other = hidden_twin(truth, truth.steps, chance)
    twin = replace(truth, homes=homes(truth, other), steps=other.steps)
    kit = ("cells-2", "taps-2")[seed % 2]
    tables = []
    for game in (truth, twin):
        played = Played(game, kit, ScreenedTable)
        played.play()
        assert isinstance(played.table, ScreenedTable)
        tables.append(played.table)
    one, two = tables
    assert one.seen.screen(TABLE) == two.seen.screen(TABLE)
    assert [TABLE in changed for changed in one.changes] == [TABLE in changed for changed in two.changes]
    assert one.seen.screen(JUDGE) == two.seen.screen(JUDGE)


def test_a_chip_over_the_slot_changes_no_more_for_the_others_than_that_one_came() -> None:
    tables = [at_the_table() for _ in range(2)]
    for table, kind in zip(tables, ("unstable_power", "playing_with_fire"), strict=True):
        table.draw("B", *["gem_1"] * 5)
        table.draw("A", kind)
    for audience in (TABLE, "B", JUDGE):
        assert tables[0].seen.screen(audience) == tables[1].seen.screen(audience)


def test_numbers_rise_only_with_what_an_audience_sees() -> None:
    table = at_the_table()
    before = {audience: table.seen.screen(audience).number for audience in table.seen.audiences}
    table.wait(1)
    assert {audience: table.seen.screen(audience).number for audience in table.seen.audiences} == before
    table.seen.note(Sentence("A reader is lost."))
    for audience in table.seen.audiences:
        assert table.seen.screen(audience).number == before[audience] + 1
        assert table.seen.screen(audience).notes == ("A reader is lost.",)


# -- what is shown -------------------------------------------------------------------------------------------------


def test_what_is_due_is_told_to_whom_it_concerns() -> None:
    table = ScreenedTable(duel())
    due = (Due("A", "draw five"), Due("A", "put a 1-gem into A's tray"), Due("B", "draw five"))
    shown = [table.seen.screen(audience).todo for audience in (TABLE, "B")]
    assert [tuple(one._replace(way=None) for one in todo) for todo in shown] == [due, due[2:]]
    drawn, laid = (one.way for one in shown[0][:2])
    assert drawn
    assert laid
    assert (drawn.chip.kind, drawn.count, drawn.target) == ("?", 5, "A.hand"), "nobody is told what is drawn"
    assert (laid.chip.kind, laid.source, laid.target) == ("gem_1", "bank", "A.pile")


def test_what_is_taken_back_is_told_to_each_as_he_may_know_it(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    screens = screens_of(referee)
    assert screens.screen("A").undoes == ()
    say(referee, "A", "done", "buy:wound")
    for audience in (TABLE, "A", "B"):
        assert screens.screen(audience).undoes == ("A buys a wound for $0.",)
    say(referee, "A", "done")
    assert "buys" not in " ".join(screens.screen(TABLE).undoes)


def test_the_story_is_told_by_turns(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    screens = screens_of(referee)
    say(referee, "A", "done", "buy:wound", "done")
    for language in languages().values():
        screen = screens.screen(TABLE, language)
        *_, first, second = screen.story
        lines = [line for chapter in screen.story for line in (chapter.title, *chapter.lines) if line]
        assert tuple(lines[-12:]) == screen.last
        assert second.title
        assert len(first.lines) > 2
    assert screens.screen(TABLE).story[-1].title == "Turn 2: B."


def test_a_ruling_stands_there_with_its_rule() -> None:
    case = CASES["acted_without_an_arrow"]
    setup, position = duel().game.position(case.position)
    position.patient = False
    table = ScreenedTable(duel().__class__(duel().game, setup, position), spare=2)
    case.deed(table)
    table.wait(40)
    screen = table.seen.screen("B")
    assert [ruled.number for ruled in screen.rulings] == [ruling.number for ruling in table.arbiter.rulings.open]
    for ruled, ruling in zip(screen.rulings, table.arbiter.rulings.open, strict=True):
        assert (ruled.words, ruled.remedy) == (ruling.words, ruling.remedy)
        assert ruled.rule
        assert ruled.rule.key == ruling.rule
    assert any(line.startswith("Ruling: ") for line in screen.last)


def test_a_question_has_its_answers_for_those_who_are_asked_and_for_the_judge() -> None:
    table = at_the_table("none-2")
    table.wait(20)
    assert table.arbiter.asked
    asked = table.seen.screen("A").ask
    assert asked
    assert asked.rule
    assert Choice("done", "done: no more actions") in asked.choices
    assert Choice("play:crash_gem", "play a Crash Gem", (Aim("A.hand", "crash_gem"),), "Play it") in asked.choices
    for audience in (TABLE, "B"):
        other = table.seen.screen(audience).ask
        assert other
        assert (other.words, other.choices) == (asked.words, ())
    judged = table.seen.screen(JUDGE).ask
    assert judged
    assert set(asked.choices) <= set(judged.choices)


def test_what_happened_last_is_told_to_each_as_he_may_know_it(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    screens = screens_of(referee)
    assert screens.screen(TABLE).title == "A duel"
    say(referee, "A", "done", "buy:wound", "done")
    last = screens.screen(TABLE).last
    assert "A buys a wound for $0." in last
    assert len(last) <= 12
    screens = screens_of(referee)  # as after a restart
    assert screens.screen(TABLE).last[-3:] == last[-3:]
    referee.step(Back(("A", "B"), 0, "we begin anew", referee.now))
    assert "The game goes back to an earlier moment: we begin anew" in screens.screen("B").last


def test_what_was_put_right_in_a_hand_is_told_to_its_owner(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    screens = screens_of(referee)
    changes = {"seats": {"A": {"hand": {"add": ["wound"]}}}, "bank": {"change": {"wound": -1}}}
    outcome = referee.step(Corrected(("A", "B"), changes, "a slip", 1.0))
    assert outcome.accepted, outcome.words
    assert any("wound" in line for line in screens.screen("A").last)
    for audience in (TABLE, "B"):
        assert not any("A's hand has a wound" in line for line in screens.screen(audience).last)


def test_a_screen_tells_the_last_twelve_things(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    screens = screens_of(referee)
    for seat in "ABAB":
        say(referee, seat, "done", "buy:wound", "done")
    assert len(screens.screen(TABLE).last) == 12


def test_a_look_is_recorded_and_shown(ledger: Ledger) -> None:
    referee = by_hand(ledger, judged=True)
    screens = screens_of(referee)
    assert screens.screen(TABLE).notes == ()
    assert not referee.step(Looked(("A", "B"), 1.0)).accepted
    assert referee.step(Looked((JUDGE,), 1.0, "x")).accepted
    assert referee.step(Looked((JUDGE,), 1.0, "x")).again
    for audience in screens.audiences:
        assert screens.screen(audience).asides == ("The judge has looked at hidden chips (1).",)
    resumed = Referee.resume(ledger, 1)
    assert resumed.troubles == []
    assert screens_of(resumed).screen(TABLE).asides == ("The judge has looked at hidden chips (1).",)


def test_where_no_judge_is_seated_all_seats_look_together(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    assert not referee.step(Looked(("A",), 1.0)).accepted
    assert referee.step(Looked(("A", "B"), 1.0)).accepted


def test_whose_answer_the_game_waits_for_is_shown_before_anybody_is_asked() -> None:
    table = at_the_table()
    table.draw("B", *["gem_1"] * 5)
    table.move("gem_1", "bank", "A.pile")
    assert table.seen.screen(TABLE).awaits is None, "the turn goes on when A goes on with it"
    play(table, "A", "play:crash_gem", ("crash_gem", "A.hand", "A.played"))
    for audience in (TABLE, "A", "B"):
        screen = table.seen.screen(audience)
        assert screen.ask is None
        assert screen.awaits
        assert screen.awaits == screen.question
        assert screen.awaits.seats == ("B",)
        assert screen.awaits.words.startswith("React")
        assert screen.awaits.rule
