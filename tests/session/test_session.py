"""From looks to the game, step by step: no thread runs, and no port is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.app.seating import seated
from companion.referee.inputs import Answered, Finished, Seen
from companion.referee.outcome import Moment
from companion.rules import new_match
from companion.session.scratch import unrecorded
from companion.session.session import MOST_STRANGE, ReaderCondition, TableSession
from companion.table.changes import Doubt, Tapped
from companion.table.layout import Layout
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin
from tests.app.tables import CHIPS, SETUP, small_table

CHIP = CHIPS[0].uid
START, AHEAD = 50.0, 1000.0


class Stepped:
    """A session that is told looks one by one; a game's clock is far ahead of the owner's."""

    def __init__(self) -> None:
        self.time = START
        self.session = TableSession(small_table())
        self.moments: list[Moment] = []
        self.session.watch("test", self.moments.append)
        self.seen: list[Seen] = []

    def play(self, resting: Mapping[Uid, str] | None = None) -> None:
        layout = seated(small_table(), SETUP)
        kinds = {chip.uid: chip.kind or "" for chip in CHIPS}
        game = unrecorded(new_match(SETUP), layout, kinds, Twin(layout, kinds))
        game.now = self.time + AHEAD
        self.session.play(game, self.time, resting)

    def look(self, reader: str, *tags: Any) -> None:
        self.time += 0.05
        self.hear(self.session.look(Look(reader, self.time, tags)))

    def hear(self, outcomes: list[Any]) -> None:
        self.seen += [outcome.input for outcome in outcomes if isinstance(outcome.input, Seen)]

    def settle(self, reader: str) -> None:
        """So many looks at one reader, and at those beside it, that it is clear where the chip lies."""
        for _ in range(40):
            self.look(reader, CHIP)
            for other in ("1.0", "1.1", "1.2"):
                if other != reader:
                    self.look(other)


def test_what_is_told_bears_the_games_clock() -> None:
    stepped = Stepped()
    stepped.play()
    stepped.settle("1.0")
    (seen,) = stepped.seen
    assert START + AHEAD < seen.at < stepped.time + AHEAD
    assert isinstance(seen.change, Tapped)
    assert seen.change.at == START + 0.05 + AHEAD
    assert stepped.session.sight(stepped.time).passed == ()


def test_a_chip_in_doubt_is_looked_at_closer_and_the_game_waits() -> None:
    stepped = Stepped()
    stepped.play()
    stepped.look("1.0")
    stepped.look("1.1")
    stepped.look("1.0", CHIP)
    *_, ticked = stepped.session.tick(stepped.time)
    assert ticked.input.doubt is Doubt.TAP  # type: ignore[union-attr]
    assert "1.0" in stepped.session.in_doubt()
    stepped.settle("1.0")
    *_, ticked = stepped.session.tick(stepped.time)
    assert not ticked.input.doubt  # type: ignore[union-attr]
    assert stepped.session.in_doubt() == frozenset()


def test_a_chip_that_lay_on_a_tap_before_the_game_is_not_laid_there_in_it() -> None:
    stepped = Stepped()
    stepped.settle("1.0")
    assert [type(change) for change in stepped.session.sight(stepped.time).passed] == [Tapped]
    stepped.play()
    stepped.settle("1.0")
    assert stepped.seen == []
    assert stepped.session.sight(stepped.time).passed == ()


def test_after_a_restart_a_chip_that_rests_taps_no_second_time() -> None:
    stepped = Stepped()
    stepped.play({CHIP: "1.0"})
    stepped.settle("1.0")
    assert stepped.seen == []


def test_after_a_game_decks_pass_for_the_next() -> None:
    stepped = Stepped()
    stepped.play()
    seats = tuple(seat.name for seat in SETUP.seats)
    assert stepped.session.say(Finished(seats, 0.0), stepped.time).accepted
    stepped.settle("1.1")
    assert stepped.seen == []
    assert stepped.session.sight(stepped.time).chips_over(frozenset({"1.1"})) == 1


def test_of_a_hidden_spot_no_rate_is_told() -> None:
    stepped = Stepped()
    for number in range(200):
        stepped.look("1.1", *([CHIP] if number % 2 else []))
    assert stepped.session.sight(stepped.time).health["1.1"] == ReaderCondition(200, 0.0)


def test_tags_of_no_chip_wait_until_nothing_else_does() -> None:
    stepped = Stepped()
    stepped.play()
    strangers = [Uid(f"04FF00{number:02X}") for number in range(3)]
    for uid in strangers:
        for _ in range(40):
            stepped.look("1.0", uid)
            stepped.look("1.1")
            stepped.look("1.2")
    assert stepped.seen == [], "they wait"
    outcome = stepped.session.say(Answered("Anna", "done", 0.0), stepped.time)
    assert outcome.accepted or outcome.refusal, "people are heard at once"
    waited = []
    while one := stepped.session.rest():
        waited.append(one.input.change.uid)  # type: ignore[union-attr]
    assert set(waited) == set(strangers)
    assert len(strangers) < MOST_STRANGE


def test_those_who_watch_hear_of_the_next_game_too() -> None:
    stepped = Stepped()
    stepped.play()
    stepped.play()
    assert [moment.number for moment in stepped.moments] == [0, 0]
    stepped.session.say(Answered(stepped.moments[0].match.waiting_for[0], "done", 0.0), stepped.time)
    assert stepped.moments[-1].beginning.layout == seated(small_table(), SETUP)
    assert isinstance(stepped.session.layout, Layout)
