"""A guided tour: a short game of its own with scripted players, told in captions, each with what it speaks of.

A person goes on by themselves, and may go back: then the page shows the table as it was at that caption.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final, NamedTuple

from companion.app.demo.demo import Demo
from companion.app.demo.motion import Stop
from companion.app.demo.told_moments import ToldMoment
from companion.faces.languages import Language
from companion.players import Look
from companion.rules import Setup

HERE: Final = "127.0.0.1"
NOTHING_OWED: Final = frozenset({""})
"""A place to which nothing is ever owed: while chips owed there are left, nobody decides anything."""
LONG: Final = 45.0
"""Seconds after which something that should have happened has gone wrong."""
SEEN: Final = 1.5
"""Seconds until readers have seen a chip that was laid down."""
PACE: Final = 1.3


class TourStory(NamedTuple):
    """What a tour tells of a game."""

    setup: Setup
    steps: int
    """How many captions there are."""
    sayings: Mapping[str, list[str]]
    """What the players say, in this order."""
    wishes: Mapping[str, list[str]]
    """What comes out of each bag first."""
    tell: Callable[[Tour], None]
    """Tells it from beginning to end."""


class TourPage(NamedTuple):
    """A caption that has been told, and the table at that time."""

    caption: str
    about: tuple[str, ...]
    world: Mapping[str, Any]


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
        self, folder: Path, language: Language, painted: Callable[[], None], story: TourStory, *, pace: float = PACE,
        by_hand: bool = True, quiet: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """With `by_hand`, each caption waits until somebody goes on. `quiet` is called once in each step, when all lies
        as the caption says; everything waits until it returns."""
        self.demo = Demo(
            folder, seed=1, new=True, language=language, host=HERE, pace=pace, painted=painted, setup=story.setup,
            players=lambda seat: Scripted(story.sayings.get(seat, [])), wishes=story.wishes, thinking=False,
        )  # fmt: skip
        self._story = story
        self.step = 0
        self.caption = ""
        self.about: tuple[str, ...] = ()
        """What the caption speaks of: places of the table, `display`, `ruling`, or `phone:` and a seat."""
        self.over = False
        self.ready = False
        """Whether everything lies as the caption says, so that one may go on."""
        self.by_hand = by_hand
        self._told: list[TourPage] = []
        """The captions so far, as the table was at the end of each."""
        self._looks_back = 0
        """How many captions somebody has gone back."""
        self._go_on = False
        self._painted = painted
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
        """The world as the page shows it: as it is, or as it was at the caption that somebody has gone back to."""
        with self.demo.lock:
            back = self._looks_back
            now = TourPage(self.caption, self.about, self.demo.world())
            shown = self._told[self.step - 1 - back] if back else now
            row = {
                "step": self.step - back,
                "of": self._story.steps,
                "caption": shown.caption,
                "about": list(shown.about),
                "back": self.step - back > 1,
                "ready": self.ready or back > 0,
                "past": back > 0,
            }
        return {**shown.world, "tour": row}

    def go(self, where: str) -> None:
        """Go on to the next caption, as soon as it may come, or back to the one before."""
        with self.demo.news:
            if where == "back":
                self._looks_back = min(self._looks_back + 1, self.step - 1)
            elif self._looks_back:
                self._looks_back -= 1
            elif self.ready:
                self._go_on = True
            self.demo.news.notify_all()
        self._painted()

    def _run(self) -> None:
        try:
            with self.demo:
                self._story.tell(self)
        except TourEnded:
            pass
        finally:
            with self.demo.news:
                self.over = True
                self.demo.news.notify_all()
            self._painted()

    # -- what it is told with ----------------------------------------------------------------------------------

    def show(self, caption: str, *about: str) -> None:
        """Show the next caption, and what it speaks of."""
        with self.demo.lock:
            self.step += 1
            self.caption, self.about = self.demo.language.say(caption), about
            self.ready = self._go_on = False
        self._painted()

    def read(self) -> None:
        """Wait until somebody has read the caption, seen what it says, and goes on."""
        self._quiet()
        with self.demo.news:
            self.ready = True
            self._painted()
            self.demo.news.wait_for(lambda: self.over or self._go_on or not self.by_hand)
            if self.over:
                raise TourEnded
            self._told.append(TourPage(self.caption, self.about, self.demo.world()))
            self.ready = False

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        with self.demo.news:
            if self.demo.news.wait_for(lambda: self.over, seconds):
                raise TourEnded

    def until(self, reached: Callable[[ToldMoment], bool]) -> None:
        """Wait until the companion has told this and hands rest. After that, nobody begins anything by themselves."""
        demo = self.demo

        def there() -> bool:
            return self.over or bool(demo.told and demo.hands and not demo.hands.busy and reached(demo.told))

        with demo.news:
            if not demo.news.wait_for(there, LONG) or self.over:
                raise TourEnded
            demo.thinking = False

    def let_play(self, reached: Callable[[ToldMoment], bool], but: str = "") -> None:
        """Let players and hands act until something has happened; chips owed to `but` are left."""
        with self.demo.lock:
            self.demo.leave = frozenset([but]) if but else frozenset()
            self.demo.thinks_until, self.demo.thinking = reached, True
        self.until(reached)

    def let_settle(self, reached: Callable[[ToldMoment], bool]) -> None:
        """Let hands move what they owe until something has happened; nobody decides anything, however long the
        companion thinks."""
        with self.demo.lock:
            self.demo.leave = NOTHING_OWED
            self.demo.thinks_until, self.demo.thinking = reached, True
        self.until(reached)

    def carry(self, seat: str, kind: str, source: str, stop: Stop) -> None:
        """Let a seat's hand carry one chip."""
        hands = self.demo.hands
        assert hands
        uid = next(uid for uid in hands.world.lying(source) if hands.world.kinds[uid] == kind)
        hands.carry(uid, (stop,), seat)
        with self.demo.news:
            self.demo.news.wait_for(lambda: self.over or not hands.busy, LONG)


def correct(demo: Demo, changes: Mapping[str, object], reason: str) -> None:
    """Let all players correct the table to these changes."""
    assert demo.setup
    by = [seat.name for seat in demo.setup.seats]
    demo.house.say(do="correct", by=by, changes=changes, reason=reason)
