"""The kind of each tag, and where chips are when a game begins: decks have passed the slots, the rest is the bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.app.table import Chips, ChipsFor
from companion.rules import Setup, find_game, new_match
from companion.rules.kernel.game import by_address
from companion.table.changes import Change
from companion.table.layout import Layout
from companion.table.set_up import SetUp
from companion.table.sightings import Uid


def chips_from(kinds_of: Callable[[str], Mapping[Uid, str]], passed: Callable[[], Sequence[Change]]) -> ChipsFor:
    """Where chips are when a game begins at a table. `kinds_of` gives the kinds by tag; `passed` is what the readers
    saw before the game."""

    def chips(layout: Layout, setup: Setup) -> Chips:
        kinds = dict(kinds_of(setup.game))
        set_up = SetUp(layout, kinds, lying(setup), find_game(setup.game).lay_out(setup).owner)
        readers = {spot.reader for spot in layout.spots()}
        for change in passed():
            if getattr(change, "reader", None) in readers:
                set_up.take(change)
        return kinds, set_up.twin()

    return chips


def lying(setup: Setup) -> dict[str, Mapping[str, int]]:
    """The chips with tags that lie in each place, or at each address in it, when the game begins, by kind.

    >>> from companion.rules import SeatSetup
    >>> setup = Setup("puzzle-strike", (SeatSetup("A", "jaina"), SeatSetup("B", "rook")), bank="first_game")
    >>> sum(lying(setup)["A.bag"].values())
    10
    """
    match = new_match(setup)
    lies = by_address(match.game.lies(match.table), match.game.places)
    zones = {name: Counter(content) for name, content in lies.items()}
    return {
        name: {kind: number for kind, number in content.items() if kind not in match.game.untagged}
        for name, content in zones.items()
        if content
    }
