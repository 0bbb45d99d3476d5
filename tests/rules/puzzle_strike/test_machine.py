"""Puzzle Strike keeps the contract, and its own sums add up, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant

from companion.rules import Illegal, Question, SeatSetup, Setup
from companion.rules.puzzle_strike.editions import EDITIONS
from companion.rules.puzzle_strike.sets.library import SETS, box_of
from companion.rules.puzzle_strike.table import GEM_VALUE
from companion.rules.puzzle_strike.ways.known import rules_of, side_of
from tests.contract import ContractMachine

BOX = box_of(("base",))
"""The chips that matches are usually played with."""

characters = st.sampled_from(sorted(BOX.characters))
banks = st.one_of(
    st.sampled_from(["random", *EDITIONS["7.3"].recommended]),
    st.permutations(sorted(BOX.of_kind("puzzle"))).map(lambda kinds: tuple(kinds[:10])),
)
duels = st.builds(
    lambda one, two, bank, first: Setup(
        game="puzzle-strike", seats=(SeatSetup("North", one), SeatSetup("South", two)), bank=bank, first=first
    ),
    st.one_of(characters, st.none()),
    characters,
    banks,
    st.sampled_from(["North", "South", "random", ""]),
)


class DuelMachine(ContractMachine):
    """Random play of duels."""

    setups = duels

    def corrections(self) -> st.SearchStrategy[Mapping[str, object]] | None:
        """A chip goes somewhere else, or comes out of the bank; a number is another; it is somebody else's turn."""
        table = self.match.table
        if table.phase == "setup":  # type: ignore[attr-defined]
            return None
        name = st.sampled_from(sorted(table.seats))  # type: ignore[attr-defined]
        places = st.permutations(["hand", "bag", "discard", "ongoing", "played"])
        chips = st.sampled_from(["gem_1", "crash_gem", "wound", "combine"])

        def moved(seat: str, places: list[str], chip: str) -> Mapping[str, object]:
            source, target = ({"remove": [chip]}, {"add": [chip]})
            return {"seats": {seat: {places[0]: source, places[1]: target}}}

        def bought(seat: str, places: list[str], chip: str) -> Mapping[str, object]:
            return {"seats": {seat: {places[0]: {"add": [chip]}}}, "bank": {"change": {chip: -1}}}

        def of_turn(seat: str, phase: str, money: int, ante: int) -> Mapping[str, object]:
            return {"turn": {"seat": seat, "phase": phase, "money": money, "ante": ante}}

        phases = st.sampled_from(["ante", "action", "buy", "cleanup"])
        return st.one_of(
            st.builds(moved, name, places, chips),
            st.builds(bought, name, places, chips),
            st.builds(of_turn, name, phases, st.integers(-2, 9), st.integers(1, 4)),
        )

    def went_back(self) -> None:
        super().went_back()
        self.ante = 1

    @invariant()
    def sums_add_up(self) -> None:
        table: Any = self.match.table
        facts = self.match.view("table").facts
        piles = {
            name: table.seats[side[0]].pile for side in rules_of(table).mode.sides.of(table.order) for name in side
        }
        for name, pile in piles.items():
            total = sum(GEM_VALUE[kind] for kind in pile)
            assert facts[f"{name}.total"] == total
            assert facts[f"{name}.height_bonus"] == (total >= 3) + (total >= 6) + (total >= 9)

    @invariant()
    def panic_never_falls_and_fits_the_empty_stacks(self) -> None:
        facts = self.match.view("table").facts
        ante, empty = int(str(facts["ante"])), int(str(facts["empty_stacks"]))
        assert getattr(self, "ante", 1) <= ante <= 4
        assert ante >= min(4, empty)
        self.ante = ante

    @invariant()
    def nobody_loses_on_somebody_elses_turn(self) -> None:
        table = self.match.table
        if table.winner:  # type: ignore[attr-defined]
            assert table.losers == (table.turn,)  # type: ignore[attr-defined]

    @invariant()
    def counts_stay_in_bounds(self) -> None:
        table = self.match.table
        for left in table.stock.values():  # type: ignore[attr-defined]
            assert left >= 0
        for seat in table.seats.values():  # type: ignore[attr-defined]
            assert min(seat.black, seat.brown, seat.purple, seat.red, seat.blue, seat.piggy) >= 0
            if table.turn not in side_of(table, seat.name):  # type: ignore[arg-type, attr-defined]
                assert seat.money == 0
                assert not seat.played

    def names_nothing_hidden(self, refusal: Illegal) -> None:
        """A refusal for everybody names no chip but the one that was tried, and those in whose effect one is."""
        pending = self.match.pending
        allowed = {refusal.token.partition(":")[2].partition("@")[0]}
        if isinstance(pending, Question):
            allowed.add(pending.about)
        named = {key for key, chip in BOX.items() if chip.kind == "character" and chip.name in refusal.why}
        assert named <= allowed


FOUR = ("North", "East", "South", "West")
tables = st.builds(
    lambda mode, seats, cast, bank, first: Setup(
        game="puzzle-strike",
        seats=tuple(map(SeatSetup, FOUR if mode == "team" else FOUR[:seats], cast)),
        mode=mode,
        bank=bank,
        first=first,
    ),
    st.sampled_from(["free-for-all", "last-standing", "team"]),
    st.sampled_from([4, 3, 4]),
    st.permutations(sorted(BOX.characters)),
    banks,
    st.sampled_from(["North", "South", "random", ""]),
)


class TableMachine(DuelMachine):
    """Random play of three or four."""

    setups = tables

    @invariant()
    def nobody_loses_on_somebody_elses_turn(self) -> None:
        table = self.match.table
        if table.winner:  # type: ignore[attr-defined]
            assert table.winner not in (*table.losers, *table.out)  # type: ignore[attr-defined]

    @invariant()
    def panic_never_falls_and_fits_the_empty_stacks(self) -> None:
        facts = self.match.view("table").facts
        ante, empty = int(str(facts["ante"])), int(str(facts["empty_stacks"]))
        assert getattr(self, "ante", 1) <= ante <= 4
        assert ante >= min(4, empty - len(self.match.setup.seats) + 2)
        self.ante = ante

    @invariant()
    def what_floats_is_held_back_by_its_own_pile(self) -> None:
        facts = self.match.view("table").facts
        if facts["phase"] != "cleanup" and self.match.pending and self.match.pending.rule != "purple-shield":
            for sender, _, _ in facts.get("floating", ()):  # type: ignore[attr-defined]
                assert int(str(facts[f"{sender}.total"])) >= 10


ALL = tuple(SETS)
mixed = st.builds(
    lambda mode, seats, cast, bank, first: Setup(
        game="puzzle-strike",
        seats=tuple(map(SeatSetup, FOUR[:seats], cast)),
        mode=mode if seats > 2 else "",
        sets=ALL,
        bank=bank,
        first=first,
    ),
    st.sampled_from(["free-for-all", "last-standing"]),
    st.sampled_from([2, 2, 3, 4]),
    st.permutations(sorted(box_of(ALL).characters)),
    st.one_of(
        st.just("random"),
        st.permutations(sorted(box_of(ALL).of_kind("puzzle"))).map(lambda kinds: tuple(kinds[:10])),
    ),
    st.sampled_from(["North", "random", ""]),
)


class MixedMachine(TableMachine):
    """Random play of two to four with the chips of all sets."""

    setups = mixed

    def pieces_now(self) -> Counter[str]:
        """A stack may be away, and the Dragon goes into the box when it has struck."""
        table: Any = self.match.table
        found = super().pieces_now() + Counter(table.away)
        if table.phase != "setup" and any(seat.character == "menelker" for seat in table.seats.values()):
            found["deathstrike_dragon"] = 1
        return found

    @invariant()
    def panic_never_falls_and_fits_the_empty_stacks(self) -> None:
        facts = self.match.view("table").facts
        assert getattr(self, "ante", 1) <= int(str(facts["ante"])) <= 4
        self.ante = int(str(facts["ante"]))


TestDuel = DuelMachine.TestCase
TestMixed = MixedMachine.TestCase
TestTable = TableMachine.TestCase
