"""Try to cheat: hands make a mistake, the stopwatch runs until there is a ruling, and hands put it right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.app.demo.cheating import (
    ALREADY,
    BUSY,
    NO_SUCH,
    NOTHING_TO_RIGHT,
    PATIENCE,
    PLUG,
    RULED_ALREADY,
    Cheating,
    CheatStage,
    CheatTable,
)
from companion.app.demo.cheats_shown import cheats_row
from companion.app.demo.motion import TableHands
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.shown import looks_of
from companion.app.demo.told_moments import Owed, ToldMoment
from companion.faces.languages import ENGLISH
from companion.rules import find_game
from tests.app.demo.tables import CUSTOMS, Pads, some_hands
from tests.app.demo.test_brains import begun, told

BACK = "gem_back"
RULING = {"number": 1, "seat": "Anna", "words": "A gem left the pile.", "remedy": "Put it back.", "rule": "Gems."}


@dataclass
class Bench:
    """A cheat at a table where somebody else says what the companion says."""

    hands: TableHands
    pads: Pads
    now: ToldMoment
    done: list[str] = field(default_factory=list)
    clock: float = 0.0

    def __post_init__(self) -> None:
        means = CheatTable(
            self.hands, CUSTOMS, lambda: self.done.append("pull"), lambda: self.done.append("plug"),
            lambda: self.done.append("confirm"),
        )  # fmt: skip
        self.cheating = Cheating(means)
        self.cheating.step(self.now, 0.0)

    def go_on(self, seconds: float) -> None:
        """Let time pass in small steps."""
        for _ in range(round(seconds / 0.1)):
            self.clock += 0.1
            self.hands.step(self.clock)
            self.cheating.step(self.now, self.clock)

    def tell(self, **more: Any) -> None:
        self.now = told(self.now.match, **more)

    def rule(self) -> None:
        self.tell(rulings=((1, "Anna"),), says={"ruling": RULING})

    @property
    def stage(self) -> CheatStage:
        return self.cheating.stage


@pytest.fixture
def bench() -> Bench:
    match, world = begun()
    hands, pads = some_hands()
    hands = TableHands(world, hands.pads)
    return Bench(hands, pads, told(match))


def test_a_cheat_is_caught_and_put_right(bench: Bench) -> None:
    (gem,) = bench.hands.world.in_zone("Anna.pile")
    assert bench.cheating.press(BACK, bench.now, 0.0) == ""
    bench.go_on(6.0)
    assert bench.stage is CheatStage.TIMED
    assert bench.hands.world.zone(gem) == "bank"
    assert ("gem_1", bench.hands.world.places["bank:gem_1"].reader) in bench.pads.seen
    bench.rule()
    bench.go_on(0.1)
    result = bench.cheating.results[BACK]
    assert (result.caught, result.words, result.rule) == (True, RULING["words"], RULING["rule"])
    assert 0 < result.seconds < 6
    assert bench.cheating.places[0].before == ("gem_1",)
    assert bench.cheating.places[0].after == ()
    assert bench.cheating.press("wrong_ante", bench.now, bench.clock) == ALREADY
    assert bench.cheating.right() == ""
    bench.go_on(4.0)
    assert bench.hands.world.zone(gem) == "Anna.pile"
    bench.tell()
    bench.go_on(0.2)
    assert (bench.cheating.key, bench.cheating.holds, bench.done) == ("", False, [])
    assert bench.cheating.right() == NOTHING_TO_RIGHT


def test_everybody_waits_until_it_is_right_again(bench: Bench) -> None:
    bench.cheating.press(BACK, bench.now, 0.0)
    held = []
    for _ in range(8):
        bench.go_on(0.5)
        held.append(bench.cheating.holds)
    bench.rule()
    bench.go_on(60.0)
    assert held == [True] * 8
    assert (bench.stage, bench.cheating.holds) == (CheatStage.CAUGHT, True)


def test_what_is_never_noticed_is_told_honestly(bench: Bench) -> None:
    bench.cheating.press(BACK, bench.now, 0.0)
    bench.go_on(PATIENCE + 8)
    assert bench.stage is CheatStage.MISSED
    row = cheats_row(bench.cheating, bench.now, {}, find_game(USUAL.game).words, frozenset())
    assert (row["caught"], row["tried"], len(row["cards"])) == (0, 1, 9)
    bench.cheating.right()
    bench.go_on(5.0)
    assert bench.cheating.key == ""


def test_it_waits_for_its_moment(bench: Bench) -> None:
    bench.cheating.press("wrong_ante", bench.now, 0.0)
    bench.go_on(5.0)
    assert (bench.stage, bench.cheating.holds) == (CheatStage.ARMED, False)
    bench.tell(debts=(Owed("gem_1", "bank", "Anna.pile", 1), Owed("?", "Ben.bag", "Ben.hand", 2)))
    bench.go_on(5.0)
    assert (bench.stage, bench.cheating.on) == (
        CheatStage.ARMED,
        False,
    )  # Ben still draws
    assert bench.cheating.leaves == {"Anna.pile"}
    bench.tell(debts=(Owed("gem_1", "bank", "Anna.pile", 1),))
    bench.go_on(4.0)
    assert [bench.stage] == [CheatStage.TIMED]
    assert {bench.hands.world.kinds[uid] for uid in bench.hands.world.in_zone("Anna.pile")} == {"gem_1", "gem_2"}
    assert bench.cheating.press("wrong_ante", bench.now, bench.clock) == ALREADY


def test_a_second_press_gives_it_up(bench: Bench) -> None:
    bench.cheating.press("wrong_ante", bench.now, 0.0)
    assert bench.cheating.press("wrong_ante", bench.now, 0.0) == ""
    assert bench.cheating.key == ""
    assert bench.cheating.press("nonsense", bench.now, 0.0) == NO_SUCH


def test_what_is_in_the_way_is_said(bench: Bench) -> None:
    cheat = next(one for one in bench.cheating.known if one.key == BACK)
    assert bench.cheating.hinders(cheat, bench.now) == ""
    bench.tell(settled=False)
    assert bench.cheating.hinders(cheat, bench.now) == BUSY
    bench.rule()
    assert bench.cheating.hinders(cheat, bench.now) == RULED_ALREADY


def test_what_no_reader_sees_coming_back_is_confirmed_by_people(bench: Bench) -> None:
    bench.cheating.press("draw_too_many", bench.now, 0.0)
    bench.go_on(6.0)
    assert len(bench.hands.world.in_zone("Anna.hand")) == 6
    bench.rule()
    bench.go_on(0.1)
    bench.cheating.right()
    bench.go_on(4.0)
    assert bench.done == []
    bench.go_on(4.0)
    assert bench.done == ["confirm"]
    assert len(bench.hands.world.in_zone("Anna.hand")) == 5
    bench.tell()
    bench.go_on(0.2)
    assert bench.cheating.key == ""


def test_a_plug_is_pulled_until_it_is_put_right(bench: Bench) -> None:
    bench.tell(says={"notes": ["an old note"]})
    bench.cheating.press(PLUG.key, bench.now, 0.0)
    bench.go_on(3.0)
    assert (bench.done, bench.stage) == (["pull"], CheatStage.TIMED)
    bench.tell(says={"notes": ["an old note", "pad 3 is gone"]})
    bench.go_on(0.1)
    assert bench.cheating.results[PLUG.key].words == "pad 3 is gone"
    bench.cheating.right()
    bench.go_on(0.2)
    assert (bench.done, bench.cheating.key) == (["pull", "plug"], "")


def test_the_page_shows_both_sides_of_it(bench: Bench) -> None:
    bench.cheating.press(BACK, bench.now, 0.0)
    bench.go_on(6.0)
    bench.rule()
    bench.go_on(0.1)
    words = find_game(USUAL.game).words
    row = cheats_row(bench.cheating, bench.now, looks_of(USUAL, ENGLISH), words, frozenset())
    now = row["now"]
    assert (now["stage"], now["number"], now["result"]["remedy"]) == ("caught", 1, RULING["remedy"])
    (place,) = now["places"]
    assert (place["label"], place["before"]["count"], place["after"]["count"]) == ("Anna: Pile", 1, 0)
    assert place["before"]["chips"][0] | {"name": "1-gem", "marked": True} == place["before"]["chips"][0]
