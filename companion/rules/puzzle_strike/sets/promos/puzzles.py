"""The puzzle chips of the promos."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.combine import combine_these, legal_combines, pay_tolls
from companion.rules.puzzle_strike.crash import trash_from_pile
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.chip import Chip
from companion.rules.puzzle_strike.sets.moments import PLAYED_ON, SETTLED
from companion.rules.puzzle_strike.sets.promos.promos import PROMOS
from companion.rules.puzzle_strike.table import Seat

PROMOS.leave_out("custom_combo", "Custom Combo", "no source says which arrows it gives")

PROMOS.add("combinatorics", "Combinatorics", "puzzle", cost=4, banner="purple", gives={"brown": 1}, ongoing=True)


@PROMOS.later("combinatorics", at=PLAYED_ON)
def combine_once_more(play: Play, me: Seat, played: Chip) -> Steps[None]:
    """Once for each copy in play after a Combine, at a further -$1."""
    for _ in range(me.ongoing.count("combinatorics") if played.key == "combine" else 0):
        options = (*legal_combines(play, me), "pass")
        if len(options) == 1:
            return
        token = yield from play.ask(me, "combine", options, "combinatorics", also=("done",))
        if token == "pass":
            return
        if (yield from pay_tolls(play, me, "combinatorics")):  # inferred: unpaid, it takes no money either
            combine_these(play, me, token)
            play.add(me, "money", -1)


@PROMOS.later("combinatorics", at=SETTLED)
def too_low_for_combinatorics(play: Play, me: Seat) -> None:
    if play.total(me) <= 5:
        play.discard_all(me, "combinatorics")


PROMOS.tell(
    "combinatorics",
    asks={"combine": "Combine once more for a further -$1, or pass (Combinatorics)?"},
)


# inferred: its red banner means a red fist, as on every other chip
@PROMOS.puzzle("Dashing Strike", cost=4, banner="red", icons="red_fist", gives={"brown": 1}, aimed=True)
def dashing_strike(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    if not (yield from trash_from_pile(play, me, 1)):
        play.nothing_done(me, "dashing_strike")
        return
    for foe in foes:
        play.ante(foe, 1)


PROMOS.tell("dashing_strike", nothing="there is no 1-gem in the pile")
