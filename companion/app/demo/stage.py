"""What the page shows: the demo, or the tour of two minutes instead of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from threading import Condition
from typing import Any, Final

from companion.app.demo.demo import UNKNOWN, Demo
from companion.app.demo.framed import NOBODY_THERE, Seated, rows
from companion.app.demo.puzzle_strike_tour import STORY
from companion.app.demo.tour import Tour, TourStory
from companion.app.demo.world import N_
from companion.faces.languages import languages

STORIES: Final[Mapping[str, TourStory]] = {STORY.setup.game: STORY}
"""The tours that there are, by game."""
TOUR_IS_ON: Final = N_("The tour is on. End it first.")


class Stage:
    """A demo with a tour beside it. Worlds are numbered here, so that each is newer than the one before."""

    def __init__(self, demo: Demo, story: TourStory | None = None) -> None:
        self.demo = demo
        self.story = story or STORIES.get(demo.game)
        self.news = Condition()
        self.ended = False
        self.tour: Tour | None = None
        self._number = 0
        self.ports: tuple[int, ...] = ()
        """Of the phones in frames beside the table, in the order of the seats."""
        self.spoken: Callable[[str], None] = lambda code: None
        """Called when the stage goes on in another language."""
        demo.painted = self._painted

    def __enter__(self) -> Stage:
        self.demo.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        with self.news:
            self.ended = True
            self.news.notify_all()
        self._end_tour()
        self.demo.__exit__()

    def _painted(self) -> None:
        with self.news:
            self._number += 1
            self.news.notify_all()

    # -- for the page ------------------------------------------------------------------------------------------

    def world(self) -> Mapping[str, Any]:
        """The newest world."""
        with self.news:
            number, tour = self._number, self.tour
        world = self.demo.world() if tour is None or tour.over else tour.world()
        told = {"number": number, "language": self.demo.language.code, "tours": self.story is not None}
        return {**world, **told, "frames": rows(self.ports, self._seated()), "display": True}

    def picture(self) -> Path:
        """The file with what the display shows."""
        tour = self.tour
        return (self.demo if tour is None or tour.over else tour.demo).folder / "display.png"

    def seated(self, number: int) -> Seated:
        """Where the phone of the seat of this number finds the companion."""
        return next(islice(self._seated().values(), number, None), NOBODY_THERE)

    def _seated(self) -> dict[str, Seated]:
        tour = self.tour
        demo = self.demo if tour is None or tour.over else tour.demo
        seats = demo.setup.seats if demo.setup else ()
        return {seat.name: Seated(demo.address, demo.phones.get(seat.name, "")) for seat in seats}

    def wait(self, number: int, seconds: float) -> bool:
        """Wait until there is a newer world than this one."""
        with self.news:
            return self.news.wait_for(lambda: self.ended or self._number != number, seconds) and not self.ended

    def act(self, deed: Mapping[str, Any]) -> str:
        """Do what somebody asks for at the page. Returns why that is impossible, or ""."""
        tour = self.tour if self.tour and not self.tour.over else None
        if deed.get("do") == "tour" and tour and deed.get("go") in ("next", "back"):
            tour.go(str(deed["go"]))
            return ""
        if deed.get("do") == "tour":
            return self._begin_tour() if deed.get("on") is True else self._end_tour()
        if deed.get("do") == "language":
            return self._speak(str(deed.get("code")))
        if tour is None:
            self.demo.thinking = True
            return self.demo.act(deed)
        if deed.get("do") == "pace":
            return tour.demo.act(deed)
        return self.demo.language.say(TOUR_IS_ON)

    def _speak(self, code: str) -> str:
        """Go on in another language. A tour that is on ends."""
        if code not in languages():
            return self.demo.language.say(UNKNOWN)
        self._end_tour()
        self.demo.speak(languages()[code])
        self.spoken(code)
        return ""

    def _begin_tour(self) -> str:
        """Begin the tour; the demo waits for its end."""
        if self.story is None:
            return self.demo.language.say(UNKNOWN)
        self._end_tour()
        self.demo.thinking = False
        self.tour = Tour(self.demo.folder / "tour", self.demo.language, self._painted, self.story)
        self.tour.start()
        self._painted()
        return ""

    def _end_tour(self) -> str:
        tour, self.tour = self.tour, None
        if tour is not None:
            tour.stop()
        self.demo.thinking = True
        self._painted()
        return ""
