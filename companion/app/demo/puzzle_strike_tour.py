"""The tour of Puzzle Strike: two turns of a duel, with a mistake in them, told in captions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.app.demo.demo import Demo
from companion.app.demo.motion import Stop
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.tour import SEEN, Tour, TourStory, correct
from companion.app.demo.world import BOX, N_, stack_id

BANK: Final = "bank"
HANDS: Final = {
    "Anna.bag": ["crash_gem", "gem_1", "gem_1", "gem_1", "burning_vigor"],
    "Ben.bag": ["crash_gem", "gem_1", "gem_1", "gem_1", "stone_wall"],
}
"""What both players draw first."""
SAYINGS: Final = {
    "Anna": ["play:crash_gem", "break:3", "play:gems", "play:gem_1", "play:gem_1", "play:gem_1", "buy:combine", "done"],
    "Ben": ["react:crash_gem", "break:2"],
}
"""What both players say, in this order."""
LATER: Final[Mapping[str, list[str]]] = {
    "Anna.pile": ["gem_3", "gem_1", "gem_1"],
    "Ben.pile": ["gem_2", "gem_2", "gem_1"],
}
"""The piles a few turns later."""
LATER_ON: Final = "the tour goes on a few turns later"
EMPTIED: Final = ("sale_prices", "sneak_attack")

WELCOME = N_(
    "A table for two. Below each cell and each spot is an emulated reader; the real companion listens to them."
)
DRAWING = N_(
    "Both draw five chips out of their bags. Each comes over the slot: only its owner's phone knows which it is."
)
WRONG = N_("Anna's turn begins with an ante of a 1-gem. But she takes a 2-gem by mistake …")
RULED = N_("… and the companion refuses nothing: it names the rule and says how to put it right.")
RIGHT = N_("She puts it back and lays a 1-gem. The ruling closes by itself; nobody had to press anything.")
SKIP = N_(
    "A few turns later the piles have grown. A correction by both players tells the companion what is on the table."
)
CRASH = N_(
    "Anna plays a Crash Gem over her spot and breaks her 3-gem: three 1-gems are in the air, on their way to Ben."
)
COUNTER = N_(
    "Only Ben's phone asks what he does. He reacts with a Crash Gem of his own and breaks a 2-gem: two gems are "
    "negated."
)
LANDED = N_("One gem lands in Ben's tray. The totals, and the height bonus, follow from what lies there.")
PANIC = N_("Two stacks of the bank are empty now: Panic Time. From now on the ante is a 2-gem, as Ben's turn shows.")
THE_END = N_(
    "That is the whole idea: the rules predict, the table confirms. Take a seat and try it, mistakes included."
)


# -- the story -------------------------------------------------------------------------------------------------


def tell(tour: Tour) -> None:
    """Tell it from beginning to end."""
    tour.show(WELCOME, "Anna", "Ben", BANK)
    tour.until(lambda told: True)
    tour.read()
    tour.show(DRAWING, "Anna.bag", "Anna.hand", "Ben.bag", "Ben.hand", "phone:Anna", "phone:Ben")
    tour.let_play(lambda told: all(debt.kind != "?" for debt in told.debts), but="Anna.pile")
    tour.read()
    mistake(tour)
    skip(tour)
    tour.show(CRASH, "Anna.played", "Anna.pile", "display")
    tour.let_play(lambda told: "Ben" in told.match.waiting_for)
    tour.read()
    tour.show(COUNTER, "phone:Ben", "Ben.pile")
    tour.let_play(lambda told: "buy" in str(told.match.game.facts(told.match.table)["phase"]))
    tour.read()
    tour.show(LANDED, "Ben.pile", "phone:Ben")
    tour.let_settle(lambda told: total(told, "Ben") == 4 and not told.debts)
    tour.read()
    tour.show(PANIC, "display", *(stack_id(BANK, kind) for kind in EMPTIED))
    empty_stacks(tour)
    tour.let_play(lambda told: str(told.match.game.facts(told.match.table)["turn"]) == "Ben" and not told.debts)
    tour.read()
    tour.show(THE_END, "Anna", "Ben", BANK)
    tour.read()


def mistake(tour: Tour) -> None:
    """Tell of a wrong ante, its ruling, and the right ante."""
    tour.show(WRONG, stack_id(BANK, "gem_2"), "Anna.pile")
    tour.carry("Anna", "gem_2", "bank:gem_2", Stop("Anna.pile:1"))
    tour.until(lambda told: bool(told.rulings))
    tour.read()
    tour.show(RULED, "ruling", "display", "Anna.pile:1")
    tour.read()
    tour.show(RIGHT, "Anna.pile", stack_id(BANK, "gem_1"), stack_id(BANK, "gem_2"))
    tour.carry("Anna", "gem_2", "Anna.pile:1", Stop("bank:gem_2", over_tap=True))
    tour.wait(SEEN)
    tour.carry("Anna", "gem_1", "bank:gem_1", Stop("Anna.pile:1"))
    tour.until(lambda told: not told.rulings and not told.debts)
    tour.read()


def skip(tour: Tour) -> None:
    """Let both piles grow at once."""
    tour.show(SKIP, "Anna.pile", "Ben.pile")
    with tour.demo.lock:
        changes = grow(tour.demo, LATER)
    tour.until(lambda told: bool(told.rulings))
    correct(tour.demo, changes, LATER_ON)
    tour.until(lambda told: total(told, "Ben") == 5 and not told.rulings)
    tour.read()


def empty_stacks(tour: Tour) -> None:
    """Sell out two stacks."""
    hands, gone = tour.demo.hands, Counter[str]()
    assert hands
    with tour.demo.lock:
        for kind in EMPTIED:
            for uid in hands.world.lying(stack_id(BANK, kind)):
                hands.lift(uid)
                hands.put(uid, BOX)
                gone[kind] += 1
    correct(tour.demo, {"bank": {"stock": dict.fromkeys(EMPTIED, 0)}, "box": dict(gone)}, LATER_ON)
    tour.until(lambda told: told.match.game.facts(told.match.table)["empty_stacks"] == len(EMPTIED))


def grow(demo: Demo, piles: Mapping[str, list[str]]) -> dict[str, object]:
    """Lay what the piles lack out of the bank, all at once. Returns the changes, for a correction."""
    assert demo.hands
    hands, change = demo.hands, Counter[str]()
    for zone, kinds in piles.items():
        lacking = Counter(kinds) - Counter(hands.world.kinds[uid] for uid in hands.world.in_zone(zone))
        for kind in lacking.elements():
            uid = hands.world.lying(stack_id(BANK, kind))[-1]
            hands.lift(uid)
            hands.put(uid, hands.world.room_in(zone, kind))
        change += lacking
    return {
        "seats": {hands.world.places[zone].seat: {"pile": kinds} for zone, kinds in piles.items()},
        "bank": {"change": {kind: -count for kind, count in change.items()}},
    }


def total(told: ToldMoment, seat: str) -> object:
    """The total of a pile."""
    return told.match.game.facts(told.match.table)[f"{seat}.total"]


STORY: Final = TourStory(USUAL, 11, SAYINGS, HANDS, tell)
