"""Rulings: every mistake of the catalogue made by hand, how it is put right, withdrawn, and kept; and what is owed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.arbiter import rulings
from companion.arbiter.blame import Unexplained
from companion.arbiter.naming import NamedMistake, of_one_act
from companion.arbiter.news import ChipPath, Ruling
from companion.arbiter.sayings import in_words, why_ruled
from companion.arbiter.stored import from_json, to_json
from companion.faces.languages import languages
from companion.rehearsal.games.mistakes.puzzle_strike import CATALOGUE
from companion.table.changes import Appeared, Lifted, Tapped
from companion.table.sightings import Uid
from tests.arbiter.by_hand import HandTable
from tests.arbiter.mistakes import CASES, PATIENCE, b_ends_the_turn, buys_nothing, crash, made, play, righted, table_for
from tests.arbiter.mistakes_table import page, ruling
from tests.arbiter.starts import BAG, in_turn
from tests.arbiter.test_pointing import BANK
from tests.rules.playing import at, with_unseen

MISTAKES_PAGE = Path(__file__).resolve().parents[2] / "docs" / "mistakes.md"

NAMED = {
    "no_ante": ("owed", "A", "a 1-gem should have gone from the bank to A's tray"),
    "ante_of_the_wrong_size": ("instead", "A", "the rules call for a 1-gem there"),
    "anted_twice": ("too many", "A", "more than the rules call for"),
    "broken_gem_left_lying": ("owed", "A", "a 3-gem should have gone from A's tray to the bank"),
    "too_few_gems_sent": ("owed", "B", "a 1-gem should have gone from the bank to B's tray"),
    "too_many_gems_sent": ("too many", "B", "more than the rules call for"),
    "sent_gems_in_the_own_tray": ("misplaced", "B", "three 1-gems should go from the bank to B's tray"),
    "combined_to_more_than_4": ("instead", "A", "the rules call for a 1-gem there"),
    "combined_three": ("instead", "A", "the rules call for a 2-gem there"),
    "wrong_gem_taken": ("instead", "A", "the rules call for a 3-gem there"),
    "played_on_at_10_or_more": ("refused", "A", "The game is over."),
    "acted_without_an_arrow": ("refused", "A", "The action phase is over"),
    "acted_with_an_arrow_of_the_wrong_colour": ("refused", "A", "You have no arrow left for Roundhouse"),
    "acted_out_of_turn": ("refused", "B", "It is A's turn."),
    "acted_after_buying": ("refused", "A", "The action phase is over"),
    "purple_shield_against_a_4_gem": ("refused", "B", "A 4-gem was broken"),
    "two_reactions_to_one_event": ("refused", "B", "You may react to an event only once"),
    "reaction_with_nothing_to_react_to": ("refused", "B", "There is nothing to react to now."),
    "trashed_a_character_chip": ("refused", "A", "Character chips cannot be trashed."),
    "no_purchase": ("refused", "A", "At least one chip must be bought"),
    "bought_what_money_cannot_pay": ("refused", "A", "4-gem costs $7; there is $3 to spend"),
    "bought_two_wounds": ("refused", "A", "Only one wound may be bought in a turn."),
    "bought_from_an_empty_stack": ("refused", "A", "The stack of Risky Move is empty."),
    "bought_chip_into_the_hand": ("owed", "A", "a 2-gem should have gone from the bank to A's discard pile"),
    "forgot_what_combine_costs": ("refused", "A", "2-gem costs $3; there is $2 to spend"),
    "took_money_for_a_counter_crash": ("refused", "A", "2-gem costs $3; there is $2 to spend"),
    "gem_of_the_hand_in_the_tray": ("refused", "A", "A gem from the hand is money"),
    "gem_of_the_pile_as_money": ("refused", "A", "Gems in the pile are not money"),
    "drew_too_few": ("owed", "A", "a chip should have gone from A's bag to A's hand"),
    "drew_too_many": ("too many", "A", "a chip came out of the bag"),
    "kept_a_chip_without_a_piggy_bank": ("owed", "A", "Roundhouse should have gone from A's hand to A's discard pile"),
    "played_chips_into_the_bag": ("owed", "A", "Roundhouse should have gone from A's table to A's discard pile"),
    "took_a_chip_back_from_the_discard_pile": ("refused", "A", "comes back only when the bag is empty"),
    "gem_moved_by_an_elbow": ("refused", "A", "Gems in the pile are not money"),
    "chip_that_is_not_in_this_game": ("stranger", "", "is not part of this game"),
    "chip_gone_from_the_table": ("gone", "A", "went missing from A's tray"),
}
"""Kind, seat, and some of the words, at a table with cells."""


@pytest.mark.parametrize("key", NAMED)
def test_a_mistake_is_called_by_its_name(key: str) -> None:
    table = made(key)
    (found,) = table.rulings
    kind, seat, words = NAMED[key]
    assert (found.kind, found.seat) == (kind, seat)
    assert words in found.words
    assert found.rule in CATALOGUE[key].rules
    assert found.remedy.endswith(".")


def test_each_mistake_of_the_catalogue_is_made_by_hand() -> None:
    assert set(CASES) == set(CATALOGUE)
    assert set(CASES) - set(NAMED) == {"refilled_the_bag_too_early"}  # no reader sees what is poured into a bag


def test_the_page_of_mistakes_is_current() -> None:
    assert MISTAKES_PAGE.read_text(encoding="utf-8") == page(), "python -m tests.arbiter.mistakes_table"


@pytest.mark.parametrize("key", CASES)
def test_a_table_of_phones_and_buttons_alone_rules_on_nothing(key: str) -> None:
    assert ruling(key, "none") is None


# -- several things at once ------------------------------------------------------------------------------------


def test_whose_turn_it_is_tells_more_than_what_he_is_asked() -> None:
    table = table_for(CASES["two_reactions_to_one_event"])
    crash(table, 3)
    table.move("gem_1", "B.hand", "B.played")
    table.wait(PATIENCE)
    assert [(one.rule, one.tokens) for one in table.rulings] == [("turn-structure", ("play:gem_1",))]


def test_a_chip_that_came_with_others_of_its_kind_is_one_too_many_of_these() -> None:
    """And not what came instead of the gem that a later Combine makes."""
    table = table_for(CASES["anted_twice"])
    b_ends_the_turn(table)
    table.moves(2, "gem_1", "bank", "A.pile")
    play(table, "A", "play:combine", ("combine", "A.hand", "A.played"))
    table.moves(2, "gem_1", "A.pile", "bank")
    table.wait(PATIENCE)
    assert [(one.kind, one.rule) for one in table.rulings] == [("too many", "ante-phase")]


def test_what_is_right_beside_it_is_followed() -> None:
    table = table_for(CASES["sent_gems_in_the_own_tray"])
    crash(table, 3)
    table.moves(3, "gem_1", "bank", "A.pile")
    table.move("gem_1", "A.hand", "A.played")
    table.wait(PATIENCE)
    assert [len(one.chips) for one in table.rulings] == [3]
    assert table.answers[-1] == "A play:gem_1"


# -- put right -------------------------------------------------------------------------------------------------


def test_a_chip_that_is_put_back_is_right_again() -> None:
    table = made("gem_moved_by_an_elbow")
    table.move("gem_1", "A.played", "A.pile")
    assert righted(table) == [(1, "right")]
    assert table.arbiter.rulings.open == ()
    table.wait(PATIENCE)
    assert len(table.rulings) == 1


def test_the_gem_that_was_due_must_come_as_well() -> None:
    table = made("ante_of_the_wrong_size")
    table.move("gem_2", "A.pile", "bank")
    assert righted(table) == []
    table.move("gem_1", "bank", "A.pile")
    assert righted(table) == [(1, "right")]


def test_what_was_owed_and_comes_late_is_right() -> None:
    table = made("no_ante")
    table.move("gem_1", "bank", "A.pile")
    assert righted(table) == [(1, "right")]


def test_while_it_is_open_the_game_is_followed() -> None:
    table = made("anted_twice")
    table.move("combine", "A.hand", "A.played")
    assert table.answers[-1] == "A play:combine"
    assert [one.number for one in table.arbiter.rulings.open] == [1]


def test_a_ruling_is_withdrawn_when_a_line_explains_it_after_all() -> None:
    """B was quicker than A could say that nothing more is bought."""
    table = table_for(CASES["anted_twice"])
    table.move("gem_1", "bank", "A.pile")
    table.wait(PATIENCE)
    assert [one.kind for one in table.rulings] == ["astray"]
    table.say("B", "buy:wound")
    table.say("B", "done")
    assert righted(table) == [(1, "withdrawn")]
    assert ("gem_1", "bank", "A.pile") not in table.owed


# -- what is owed, and when -------------------------------------------------------------------------------------


def test_a_gem_that_was_fetched_and_is_broken_already_need_not_be_laid_down_first() -> None:
    table = HandTable(in_turn(pile=(2, 1, 1, 1)))
    table.move("combine", "A.hand", "A.played")
    table.move("gem_1", "A.pile", "bank")
    table.move("gem_2", "A.pile", "bank")
    table.take(Tapped(table.chip("gem_3", "bank"), table.customs.taps["bank"], table.now))  # and stays in the fist
    table.move("crash_gem", "A.hand", "A.played")
    table.say("A", "break:3")
    table.say("B", "pass")
    table.moves(3, "gem_1", "bank", "B.pile")
    assert set(table.owed) == {("gem_3", "bank", "A.pile"), ("gem_3", "A.pile", "bank")}
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    table.wait(120.0)
    assert table.rulings == []
    assert not {debt for debt in table.owed if debt[0] == "gem_3"}


def test_a_gem_that_comes_and_goes_by_one_answer_may_stay_where_it_is() -> None:
    """The gem that lands in A's pile is broken at once by the last chip of A's Master Puzzler, and sent on."""
    seats = {
        "A": {"character": "jaina", "pile": [1], "hand": ["master_puzzler", "gem_2", "gem_1"], "bag": BAG},
        "B": {"character": "rook", "pile": [2, 1], "hand": ["crash_gem", "gem_1", "gem_1"], "bag": BAG},
    }
    table = HandTable(at(seats, bank={"puzzle": BANK}))
    table.move("master_puzzler", "A.hand", "A.played")
    for kind in ("double_crash_gem", "crash_gem"):
        table.move(kind, "bank", "bank")
    table.say("A", "done")
    table.move("double_crash_gem", "bank", "A.played")
    table.move("gem_1", "A.pile", "bank")
    table.move("crash_gem", "B.hand", "B.discard")
    table.move("gem_2", "B.pile", "bank")
    assert {("gem_1", "bank", "A.pile"), ("gem_1", "A.pile", "bank")} <= set(table.owed)
    table.move("gem_1", "bank", "B.pile")
    table.move("crash_gem", "bank", "A.played")
    for kind in ("double_crash_gem", "crash_gem"):
        table.move(kind, "A.played", "A.discard")
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    table.wait(60.0)
    assert table.rulings == []
    assert not {debt for debt in table.owed if debt[0] == "gem_1"}


@pytest.mark.parametrize("twice", [False, True])
def test_a_chip_that_goes_back_to_the_bank_by_the_answer_that_took_it_touches_the_tap_there_once(twice: bool) -> None:
    """What A's Training Day has brought is all that its second turn, by Double-take, can trash."""
    seats = {
        "A": {
            "character": "jaina",
            "pile": [1],
            "hand": ["double_take", "training_day", "gem_1", "combine"],
            "bag": [],
        },
        "B": {"character": "rook", "pile": [2, 1], "hand": ["gem_1"], "bag": BAG},
    }
    table = HandTable(at(seats))
    table.move("double_take", "A.hand", "A.played")
    table.move("training_day", "A.hand", "A.played")
    table.move("gem_1", "A.hand", "bank")
    table.move("risky_move", "bank", "A.hand")
    back = ("risky_move", "A.hand", "bank")
    assert back in table.owed
    if twice:
        table.move(*back)
        assert back not in table.owed
    table.move("gem_2", "bank", "A.hand")
    table.move("training_day", "A.played", "box")
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    table.wait(60.0)
    assert back not in table.owed
    assert [one for one in table.rulings if back in one.owed] == []
    assert "risky_move" not in table.arbiter.twin.counts("A.hand")


def test_a_gem_that_came_and_went_unseen_is_owed_neither_way() -> None:
    """A's ante lay in its cell for a moment, and was combined and put back before the reader saw it."""
    hand, bag = ["combine", "gem_1", "gem_1"], ["gem_1"] * 10
    seats = {
        "A": {"character": "jaina", "pile": [1], "hand": hand, "bag": bag},
        "B": {"character": "rook", "pile": [2, 1], "hand": ["gem_1"], "bag": bag},
    }
    table = HandTable(at(seats, turn={"seat": "B", "phase": "buy", "money": 1, "bought": ["wound"]}))
    table.say("B", "done")
    table.move("gem_1", "B.hand", "B.discard")
    table.draw("B", *["gem_1"] * 6)
    table.move("combine", "A.hand", "A.played")
    table.move("gem_2", "bank", "A.pile")
    table.move("gem_1", "A.pile", "bank")
    owed = {("gem_1", "bank", "A.pile"), ("gem_1", "A.pile", "bank")}
    assert owed <= set(table.owed)
    table.move("gem_1", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    table.wait(60.0)
    assert table.rulings == []
    assert owed.isdisjoint(table.owed)


def test_nothing_is_ruled_on_before_people_have_said_what_all_saw() -> None:
    """A hand was laid open, and what is taken out of it goes on already."""
    hand = ["crash_gem", "gem_1", "gem_1"]
    seats = {
        "A": {"character": "jaina", "pile": [1], "hand": ["stolen_purples", "gem_2", "gem_1"], "bag": BAG},
        "B": {"character": "rook", "pile": [2, 1], "hand": hand, "bag": BAG},
    }
    known = HandTable(at(seats))
    chips = {uid: (known.kinds[uid], zone) for uid, zone in known.zones.items()}
    unseen = with_unseen(at(seats), "B", " ".join(hand + BAG), hand="? ? ?", bag="? ?")
    table = HandTable(unseen, chips=chips)
    table.move("stolen_purples", "A.hand", "A.played")
    taken = table.chip("crash_gem", "B.hand")
    table.carry(taken, "B.discard")
    table.wait(3.0)
    table.carry(taken, "A.discard")
    assert [asked.what for asked in table.questions] == ["draw"]
    table.tell_draw(*hand)
    assert not table.loose
    assert table.rulings == []


@pytest.mark.parametrize(("fidgets", "late"), [(12, True), (0, False)])
def test_what_was_owed_long_ago_is_not_as_young_as_the_next_ante(fidgets: int, late: bool) -> None:
    """B has not anted, and hands were never still. When B antes for the next turn, there is a gem too few."""
    hand, bag = ["gem_1", "gem_1", "gem_1", "gem_1", "wound"], ["gem_1"] * 10
    seats = {"A": {"character": "jaina", "pile": [1]}, "B": {"character": "rook", "pile": [1]}}
    table = HandTable(at({seat: {**one, "hand": hand, "bag": bag} for seat, one in seats.items()}))
    buys_nothing(table, "A", hand)
    gem = table.chip("gem_1", "A.pile")
    for _ in range(fidgets):
        table.take(Lifted(gem, table.cells[gem], table.now))
        table.take(Appeared(gem, table.cells[gem], table.now))
    table.move("wound", "bank", "B.discard")
    table.say("B", "done")
    table.move("gem_1", "bank", "A.pile")
    table.move("wound", "bank", "A.discard")
    table.move("gem_1", "bank", "B.pile")
    table.say("A", "done")
    table.wait(4.0)
    assert [one.rule for one in table.rulings] == (["ante-phase"] if late else [])


# -- kept, and told --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["anted_twice", "no_ante", "drew_too_many", "chip_gone_from_the_table"])
def test_rulings_are_kept(key: str) -> None:
    table = made(key)
    stored = json.loads(json.dumps(to_json(table.arbiter)))
    again = from_json(stored, table.layout, table.arbiter.twin.kinds)
    assert again.rulings.open == table.arbiter.rulings.open
    assert again.todo() == table.arbiter.todo()
    assert again.rulings.open[0].why == table.rulings[0].why
    assert to_json(again) == to_json(table.arbiter)


def test_what_is_kept_in_the_middle_is_ruled_on_at_the_same_time() -> None:
    case = CASES["anted_twice"]
    table = table_for(case)
    case.deed(table)
    again = from_json(json.loads(json.dumps(to_json(table.arbiter))), table.layout, table.arbiter.twin.kinds)
    for half_second in range(40):
        for arbiter in (table.arbiter, again):
            arbiter.tick(table.now + half_second / 2)
    told = [[one for one in arbiter.take_news() if isinstance(one, Ruling)] for arbiter in (table.arbiter, again)]
    assert told[0] == told[1] != []


def test_a_ruling_says_why() -> None:
    table = made("acted_out_of_turn")
    why = table.rulings[0].why
    assert why.rule == "turn-structure"
    assert why.seen == (ChipPath("roundhouse", "B.hidden", "B.played"),)
    assert why_ruled(table.arbiter.match.game.words, table.rulings[0]) == (
        "Everything else that was seen follows the rules.",
    )


# -- tags of no chip -------------------------------------------------------------------------------------------


def strange(table: HandTable, reader: str, *numbers: int) -> None:
    """Tags that nobody knows touch a reader, one after the other, and stay there."""
    for number in numbers:
        table.now += 1.0
        table.arbiter.take(Appeared(Uid(f"04FF{number:010X}"), reader, table.now), table.now)
        table.hear()


def taken_away(table: HandTable, reader: str, *numbers: int) -> None:
    for number in numbers:
        table.now += 1.0
        table.arbiter.take(Lifted(Uid(f"04FF{number:010X}"), reader, table.now), table.now)
        table.hear()


def test_strangers_at_a_reader_share_a_ruling_that_counts_them() -> None:
    table = table_for(CASES["chip_that_is_not_in_this_game"])
    one, two = [spot.reader for spot in table.layout.spots() if spot.zone == "A.pile"][:2]
    strange(table, one, 1)
    assert [ruling.words for ruling in table.arbiter.rulings.open] == [
        "A chip that is not part of this game went to A's tray."
    ]
    strange(table, one, 2, 3)
    strange(table, two, 4)
    first, second = table.arbiter.rulings.open
    assert first.words == "3 chips that are not part of this game went to A's tray."
    assert first.remedy == "Take them away."
    assert first.chips == ("04FF0000000003",)
    assert second.remedy == "Remove it."
    assert in_words(type(table.arbiter.match.game.words)(languages()["ru"].say), first)[1] == "Уберите их."
    taken_away(table, one, 1, 2)
    assert len(table.arbiter.rulings.open) == 2
    taken_away(table, one, 3)
    assert list(table.arbiter.rulings.open) == [second]
    assert righted(table) == [(1, "right")]


def test_thousands_of_strangers_are_one_ruling_and_the_newest_are_remembered() -> None:
    table = table_for(CASES["chip_that_is_not_in_this_game"])
    reader = next(spot.reader for spot in table.layout.spots() if spot.zone == "A.pile")
    for number in range(3000):
        strange(table, reader, number)
        taken_away(table, reader, number)
    strange(table, reader, *range(3000, 3060))
    (ruling,) = table.arbiter.rulings.open
    assert len(ruling.moved) == 20
    assert len(table.arbiter.twin.strangers()) == 50
    assert len(table.arbiter.rulings.strangers) <= 50
    assert len(json.dumps(to_json(table.arbiter)["ruled"])) < 20_000
    again = from_json(json.loads(json.dumps(to_json(table.arbiter))), table.layout, table.kinds)
    assert again.rulings.open == (ruling,)


def test_a_stranger_that_is_let_stand_is_not_ruled_on_again() -> None:
    table = table_for(CASES["chip_that_is_not_in_this_game"])
    reader = next(spot.reader for spot in table.layout.spots() if spot.zone == "A.pile")
    strange(table, reader, 1)
    table.arbiter.stand(1, ("A", "B"), table.now)
    table.wait(PATIENCE)
    assert table.arbiter.rulings.open == ()
    strange(table, reader, 2)
    assert len(table.arbiter.rulings.open) == 1


def test_a_ruling_on_a_stranger_as_earlier_versions_stored_it() -> None:
    table = table_for(CASES["chip_that_is_not_in_this_game"])
    reader = next(spot.reader for spot in table.layout.spots() if spot.zone == "A.pile")
    strange(table, reader, 1)
    stored = to_json(table.arbiter)
    (case,) = stored["ruled"]["cases"]
    del case["reader"]
    case["away"] = "04FF0000000001"
    again = from_json(json.loads(json.dumps(stored)), table.layout, table.kinds)
    assert again.rulings.open == table.arbiter.rulings.open
    again.take(Lifted(Uid("04FF0000000001"), reader, table.now), table.now)
    assert again.rulings.open == ()


def test_no_more_rulings_are_open_than_anybody_puts_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "MOST_OPEN", 2)
    table = table_for(CASES["chip_that_is_not_in_this_game"])
    readers = list(dict.fromkeys(spot.reader for spot in table.layout.spots() if spot.cells))[:3]
    for number, reader in enumerate(readers):
        strange(table, reader, number)
    assert len(table.arbiter.rulings.open) == 2
    taken_away(table, readers[0], 0)
    table.wait(PATIENCE)
    assert len(table.arbiter.rulings.open) == 2
    assert [ruling.chips for ruling in table.arbiter.rulings.open][1] == ("04FF0000000002",)


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        (
            [("gem_3", "bank", "A.pile"), ("wound", "bank", "B.discard")],
            {"A": "A 3-gem went from the bank to A's tray", "B": "B: a wound went from the bank to B's discard pile."},
        ),
        (
            [("gem_3", "bank", "A.pile"), ("gem_2", "bank", "B.pile")],
            {"A": "A 3-gem went from the bank to A's tray", "B": "A 2-gem went from the bank to B's tray"},
        ),
    ],
    ids=["one is refused", "no rule explains either"],
)
def test_what_two_people_do_is_said_of_each_by_itself(ways: list[tuple[str, ...]], said: dict[str, str]) -> None:
    table = HandTable(in_turn())
    chips = [table.move(kind, *zones) for kind, *zones in ways]
    table.wait(PATIENCE)
    rulings = {one.seat: one for one in table.rulings}
    assert {seat: one.words.startswith(said[seat]) for seat, one in rulings.items()} == {"A": True, "B": True}
    assert not any(" and a " in one.words or " and put " in one.remedy for one in rulings.values())
    for chip in chips:
        table.carry(chip, "bank")
    assert sorted(righted(table)) == [(1, "right"), (2, "right")]


def test_what_one_seat_does_to_another_is_one_act() -> None:
    """A chip that attacks, and the wound that it brings, are one mistake of the seat that played it."""
    played = Unexplained("04A1", "really_annoying", ("A.hidden",), "A.played", 1.0)
    wound = Unexplained("04A2", "wound", ("bank",), "B.discard", 2.0)
    mistake = NamedMistake("refused", "A", "action-phase", token="play:really_annoying")
    sight = HandTable(in_turn()).arbiter.sight
    assert of_one_act(mistake._replace(alone=False), (played, wound), sight) == (played, wound)
    assert of_one_act(mistake, (played, wound), sight) == (played,)
