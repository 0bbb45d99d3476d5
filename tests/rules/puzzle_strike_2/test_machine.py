"""Puzzle Strike 2 keeps the contract, and its own sums add up, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant

from companion.rules import SeatSetup, Setup
from companion.rules.puzzle_strike_2.cards.library import LIBRARY, characters_of
from companion.rules.puzzle_strike_2.pile import COLOURS, SPACES
from companion.rules.puzzle_strike_2.table import GEMS_OF_A_COLOUR, METER
from tests.contract import ContractMachine

NAMES = ("North", "East", "South", "West")
TAUGHT = [name for name, cards in characters_of(LIBRARY).items() if all(LIBRARY[card].taught for card in cards)]


def set_ups(modes: Mapping[str, tuple[int, ...]], decks: tuple[str, ...], cast: list[str]) -> st.SearchStrategy[Setup]:
    def made(mode: tuple[str, int], deck: str, cast: list[str], first: int) -> Setup:
        seats = tuple(map(SeatSetup, NAMES[: mode[1]], cast))
        options = {"deck": deck}
        return Setup("puzzle-strike-2", seats, mode=mode[0], first=NAMES[first % mode[1]], options=options)

    kinds = [(mode, seats) for mode, counts in modes.items() for seats in counts]
    return st.builds(made, st.sampled_from(kinds), st.sampled_from(decks), st.permutations(cast), st.integers(0, 3))


class PileMachine(ContractMachine):
    """Random play with the practice cards."""

    setups = set_ups({"duel": (2,), "melee": (3, 4)}, ("practice",), TAUGHT)

    @property
    def table(self) -> Any:
        return self.match.table

    def corrections(self) -> st.SearchStrategy[Mapping[str, object]] | None:
        """A card goes somewhere else; a pile, a number or the scepter is another; it is somebody else's turn."""
        if self.table.phase in ("setup", "over"):
            return None
        names = st.sampled_from(sorted(self.table.seats))
        places = st.permutations(["hand", "deck", "discard", "played"])
        cards = st.sampled_from(["swap", "crash_gem", "basic_block", "skip_ahead"])
        gems = st.lists(st.sampled_from(COLOURS), max_size=SPACES)

        def moved(seat: str, places: list[str], card: str) -> Mapping[str, object]:
            return {"seats": {seat: {places[0]: {"remove": [card]}, places[1]: {"add": [card]}}}}

        def counted(seat: str, pile: list[str], incoming: int) -> Mapping[str, object]:
            return {"seats": {seat: {"pile": pile, "incoming": incoming}}}

        def of_turn(seat: str, phase: str, actions: int) -> Mapping[str, object]:
            return {"turn": {"seat": seat, "phase": phase, "actions": actions}}

        phases = st.sampled_from(["ante", "action", "buy", "draw"])
        return st.one_of(
            st.builds(moved, names, places, cards),
            st.builds(counted, names, gems, st.integers(0, 20)),
            st.builds(of_turn, names, phases, st.integers(0, 5)),
        )

    @invariant()
    def there_are_thirty_gems_of_each_colour(self) -> None:
        table = self.table
        for number, colour in enumerate(COLOURS):
            out = sum(seat.pile.count(colour) + seat.meters[number] for seat in table.seats.values())
            assert table.supply[number] + out == GEMS_OF_A_COLOUR + table.stand_ins[number]
            assert not table.stand_ins[number] or not table.supply[number]

    @invariant()
    def counts_stay_in_bounds(self) -> None:
        table = self.table
        for seat in table.seats.values():
            assert len(seat.pile) <= SPACES
            assert seat.incoming >= 0
            assert seat.actions >= 0
            assert len(seat.creature) <= 1
            assert not Counter(seat.free) - Counter(seat.hand) or "?" in seat.hand
            if self.match.resting:
                assert max(seat.meters) < METER

    @invariant()
    def the_row_is_full(self) -> None:
        table = self.table
        if self.match.resting and table.phase not in ("setup", "over") and not table.busted:
            assert len(table.row) == 5

    @invariant()
    def somebody_holds_the_scepter_until_it_lights_up(self) -> None:
        table = self.table
        if table.phase not in ("setup", "over"):
            assert bool(table.scepter) == (not table.final or table.mode in ("solo", "coop"))


TestRivalries = PileMachine.TestCase
TestRivalries.settings = settings(max_examples=20, stateful_step_count=50)


class DragonMachine(PileMachine):
    """Random play against the Dragon."""

    setups = set_ups({"solo": (1,), "coop": (2, 4)}, ("practice",), TAUGHT)

    @invariant()
    def the_dragon_is_within_bounds(self) -> None:
        table = self.table
        assert table.dragon_incoming >= 0
        if table.power:
            assert table.power == 1 + len(table.power_cards)


TestDragon = DragonMachine.TestCase
TestDragon.settings = settings(max_examples=12, stateful_step_count=50)


class UntaughtMachine(PileMachine):
    """Random play with printed decks, of which most cards have to be carried out by hand."""

    setups = set_ups({"duel": (2,)}, ("grand_melee", "birthday_bash"), sorted(characters_of(LIBRARY)))


TestUntaught = UntaughtMachine.TestCase
TestUntaught.settings = settings(max_examples=12, stateful_step_count=50)
