"""A guided tour: a short game of its own with scripted players, told in captions. It takes about two minutes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

from companion.app.demo.demo import USUAL, Demo
from companion.app.demo.motion import Stop
from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.world import BANK, BOX, N_
from companion.faces.languages import Language
from companion.players import Look

HERE: Final = "127.0.0.1"
STEPS: Final = 11
LONG: Final = 45.0
"""Seconds after which something that should have happened has gone wrong."""
SEEN: Final = 1.5
"""Seconds until readers have seen a chip that was laid down."""
PACE: Final = 1.3

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


class TourEnded(Exception):
    """Somebody has ended the tour, or it cannot go on."""


class Scripted:
    """A player that says the next line of its script as soon as that is possible, and otherwise as little as it can."""

    def __init__(self, sayings: list[str]) -> None:
        self._sayings = list(sayings)

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """The next answer of the script that is possible; answers before it are skipped."""
        for number, token in enumerate(self._sayings):
            if token in options:
                self._sayings = self._sayings[number + 1 :]
                return token
        return next((token for token in ("pass", "done") if token in options), options[0])


class Tour:
    """A demo of its own, and the thread that tells its story."""

    def __init__(
        self, folder: Path, language: Language, painted: Callable[[], None], *, pace: float = PACE,
        reading: float = 1.0, quiet: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """`reading` is how slowly captions are read. `quiet` is called once in each step, when everything lies as the
        caption says; everything waits until it returns."""
        self.demo = Demo(
            folder, seed=1, new=True, language=language, host=HERE, pace=pace, painted=painted, setup=USUAL,
            players=lambda seat: Scripted(SAYINGS.get(seat, [])), wishes=HANDS, thinking=False,
        )  # fmt: skip
        self.step = 0
        self.caption = ""
        self.over = False
        self._painted = painted
        self._reading = reading
        self._quiet = quiet
        self._thread = Thread(target=self._run, name="tour", daemon=True)

    def start(self) -> None:
        """Start the tour; called once."""
        self._thread.start()

    def stop(self) -> None:
        """End the tour as soon as possible. Called by another thread."""
        with self.demo.news:
            self.over = True
            self.demo.news.notify_all()
        if self._thread.ident:
            self._thread.join()

    def world(self) -> dict[str, Any]:
        """The world as the page shows it."""
        return {**self.demo.world(), "tour": {"step": self.step, "of": STEPS, "caption": self.caption}}

    def _run(self) -> None:
        try:
            with self.demo:
                self._tell_it()
        except TourEnded:
            pass
        finally:
            with self.demo.news:
                self.over = True
                self.demo.news.notify_all()
            self._painted()

    # -- the story ---------------------------------------------------------------------------------------------

    def _tell_it(self) -> None:
        self._say(WELCOME)
        self._until(lambda told: True)
        self._read(5)
        self._say(DRAWING)
        self._let_play(lambda told: all(debt.kind != "?" for debt in told.debts), but="Anna.pile")
        self._read(0)
        self._mistake()
        self._skip()
        self._say(CRASH)
        self._let_play(lambda told: "Ben" in told.match.waiting_for)
        self._read(3)
        self._say(COUNTER)
        self._let_play(lambda told: "buy" in str(told.match.game.facts(told.match.table)["phase"]))
        self._read(0)
        self._say(LANDED)
        self._until(lambda told: total(told, "Ben") == 4 and not told.debts)
        self._read(6)
        self._say(PANIC)
        self._empty_stacks()
        self._let_play(lambda told: str(told.match.game.facts(told.match.table)["turn"]) == "Ben" and not told.debts)
        self._read(6)
        self._say(THE_END)
        self._read(10)

    def _mistake(self) -> None:
        """Tell of a wrong ante, its ruling, and the right ante."""
        self._say(WRONG)
        self._carry("gem_2", "bank:gem_2", Stop("Anna.pile:1"))
        self._until(lambda told: bool(told.rulings))
        self._read(0)
        self._say(RULED)
        self._read(8)
        self._say(RIGHT)
        self._carry("gem_2", "Anna.pile:1", Stop("bank:gem_2", over_tap=True))
        self._wait(SEEN)
        self._carry("gem_1", "bank:gem_1", Stop("Anna.pile:1"))
        self._until(lambda told: not told.rulings and not told.debts)
        self._read(4)

    def _skip(self) -> None:
        """Let both piles grow at once."""
        self._say(SKIP)
        self._wait(3 * self._reading)
        with self.demo.lock:
            changes = grow(self.demo, LATER)
        self._until(lambda told: bool(told.rulings))
        correct(self.demo, changes, LATER_ON)
        self._until(lambda told: total(told, "Ben") == 5 and not told.rulings)
        self._read(4)

    def _empty_stacks(self) -> None:
        """Sell out two stacks."""
        hands, gone = self.demo.hands, Counter[str]()
        assert hands
        with self.demo.lock:
            for kind in EMPTIED:
                for uid in hands.world.lying(f"{BANK}:{kind}"):
                    hands.lift(uid)
                    hands.put(uid, BOX)
                    gone[kind] += 1
        correct(self.demo, {"bank": {"stock": dict.fromkeys(EMPTIED, 0)}, "box": dict(gone)}, LATER_ON)
        self._until(lambda told: told.match.game.facts(told.match.table)["empty_stacks"] == len(EMPTIED))

    # -- what it is told with ----------------------------------------------------------------------------------

    def _say(self, caption: str) -> None:
        self.step += 1
        self.caption = self.demo.language.say(caption)
        self._painted()

    def _read(self, seconds: float) -> None:
        """Give people time to read and look."""
        self._quiet()
        self._wait(seconds * self._reading)

    def _wait(self, seconds: float) -> None:
        with self.demo.news:
            if self.demo.news.wait_for(lambda: self.over, seconds):
                raise TourEnded

    def _until(self, reached: Callable[[ToldMoment], bool]) -> None:
        """Wait until the companion has told this and hands rest. After that, nobody begins anything by themselves."""
        demo = self.demo

        def there() -> bool:
            return self.over or bool(demo.told and demo.hands and not demo.hands.busy and reached(demo.told))

        with demo.news:
            if not demo.news.wait_for(there, LONG) or self.over:
                raise TourEnded
            demo.thinking = False

    def _let_play(self, reached: Callable[[ToldMoment], bool], but: str = "") -> None:
        """Let players and hands act until something has happened; chips owed to `but` are left."""
        with self.demo.lock:
            if self.demo.brains:
                self.demo.brains.leave = frozenset([but]) if but else frozenset()
            self.demo.thinks_until, self.demo.thinking = reached, True
        self._until(reached)

    def _carry(self, kind: str, source: str, stop: Stop) -> None:
        """Let Anna's hand carry one chip."""
        hands = self.demo.hands
        assert hands
        uid = next(uid for uid in hands.world.lying(source) if hands.world.kinds[uid] == kind)
        hands.carry(uid, (stop,), "Anna")
        with self.demo.news:
            self.demo.news.wait_for(lambda: self.over or not hands.busy, LONG)


def grow(demo: Demo, piles: Mapping[str, list[str]]) -> dict[str, object]:
    """Lay what the piles lack out of the bank, all at once. Returns the changes, for a correction."""
    assert demo.hands
    hands, change = demo.hands, Counter[str]()
    for zone, kinds in piles.items():
        lacking = Counter(kinds) - Counter(hands.world.kinds[uid] for uid in hands.world.in_zone(zone))
        for kind in lacking.elements():
            uid = hands.world.lying(f"{BANK}:{kind}")[-1]
            hands.lift(uid)
            hands.put(uid, hands.world.room_in(zone, kind))
        change += lacking
    return {
        "seats": {hands.world.places[zone].seat: {"pile": kinds} for zone, kinds in piles.items()},
        "bank": {"change": {kind: -count for kind, count in change.items()}},
    }


def correct(demo: Demo, changes: Mapping[str, object], reason: str) -> None:
    """Let all players correct the table to these changes."""
    assert demo.setup
    by = [seat.name for seat in demo.setup.seats]
    demo.house.say(do="correct", by=by, changes=changes, reason=reason)


def total(told: ToldMoment, seat: str) -> object:
    """The total of a pile."""
    return told.match.game.facts(told.match.table)[f"{seat}.total"]
