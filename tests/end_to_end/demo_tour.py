"""The guided tour as it looks in Chromium: a picture of each step, at the moment when all lies as its caption says.

    python -m tests.end_to_end.demo_tour                  # records them, and holds them to those that were looked at
    python -m tests.end_to_end.demo_tour --write          # new ones to hold it to; look at each of them

What the tour tells never changes, and its chips neither. Codes and addresses do, and how long a sound is noted: they
are left out of the pictures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Condition, Semaphore
from time import monotonic
from typing import Any, Final

import pygame
from playwright.sync_api import Browser, Page, expect
from pygame import Rect, Surface

from companion.app.demo.page import create_page, free_page
from companion.app.demo.puzzle_strike_tour import STORY
from companion.app.demo.tour import Tour
from companion.faces.languages import ENGLISH
from tests.end_to_end.phones import Phones, chromium

GOLDEN: Final = Path(__file__).with_name("golden") / "tour"
SIZE: Final = (1280, 960)
SMALL: Final = (320, 240)
"""Of the pictures that are kept: each block of them is a fourth of a chip."""
BLOCK: Final = 5
NEAR: Final = 24
"""So much may the colour of a block differ: letters come out a little different from one machine to the next."""
MOST: Final = 3
"""And so many blocks by more than that: a chip that lies elsewhere is more."""
QUICK: Final = 8.0
LONG: Final = 60.0
PATIENCE: Final = 5.0
"""Seconds in which the page comes to look as it should: lamps and sounds take a moment longer than chips."""
MASK: Final = "for (const id of ['links', 'notes-box', 'sound']) document.getElementById(id).style.display = 'none'"


class OnlyTheTour:
    """What the page is shown: the tour, and no game beside it. Each step waits to be looked at."""

    def __init__(self, folder: Path) -> None:
        self.ended = False
        self._news = Condition()
        self._number = 0
        self._still: SimpleQueue[int] = SimpleQueue()
        self._seen = Semaphore(0)
        self.tour = Tour(folder, ENGLISH, self._painted, STORY, pace=QUICK, by_hand=False, quiet=self._quiet)

    def _painted(self) -> None:
        with self._news:
            self._number += 1
            self._news.notify_all()

    def _quiet(self) -> None:
        self._still.put(self.tour.step)
        self._seen.acquire(timeout=LONG)

    def steps(self) -> Iterator[int]:
        """Each as soon as all lies still. The tour goes on when the next one is asked for."""
        self.tour.start()
        for step in range(1, STORY.steps + 1):
            try:
                assert self._still.get(timeout=LONG) == step
            except Empty:
                raise AssertionError(f"step {step} does not come: {self.tour.demo.told}") from None
            yield step
            self._seen.release()

    def end(self) -> None:
        """At any moment."""
        self.ended = True
        self._seen.release()
        self.tour.stop()

    # -- for the page ------------------------------------------------------------------------------------------

    def world(self) -> Mapping[str, Any]:
        """The newest."""
        with self._news:
            number = self._number
        return {**self.tour.world(), "number": number}

    def wait(self, number: int, seconds: float) -> bool:
        """Until there is a newer one than this."""
        with self._news:
            return self._news.wait_for(lambda: self.ended or self._number != number, seconds) and not self.ended

    def act(self, deed: Mapping[str, Any]) -> str:
        """Nobody does anything."""
        return f"The tour is on: {deed}"


@contextmanager
def shown(browser: Browser, size: tuple[int, int] = SIZE) -> Iterator[tuple[OnlyTheTour, Page, Phones]]:
    """The tour, and a page that shows it."""
    with TemporaryDirectory() as folder:
        only = OnlyTheTour(Path(folder))
        app = create_page(only, ENGLISH, lambda: "")
        with free_page(app, "127.0.0.1", 0) as page, Phones(browser, f"http://127.0.0.1:{page.port}") as phones:
            screen = phones.take_out(size)
            screen.goto("/")
            screen.evaluate(MASK)
            try:
                yield only, screen, phones
            finally:
                only.end()


def shoot(page: Page, step: int) -> bytes:
    """The page as it is now, as soon as it shows this step."""
    expect(page.locator("#tour-step")).to_contain_text(f"step {step} ")
    return page.screenshot(animations="disabled")


def small(picture: bytes) -> Surface:
    """So that letters are grey, and a chip is still a chip."""
    return pygame.transform.smoothscale(pygame.image.load(BytesIO(picture), "shot.png"), SMALL)


def unlike(one: Surface, other: Surface) -> int:
    """How many blocks differ."""
    width, height = SMALL
    blocks = [Rect(x, y, BLOCK, BLOCK) for x in range(0, width, BLOCK) for y in range(0, height, BLOCK)]
    colours = [(pygame.transform.average_color(one, block), pygame.transform.average_color(other, block))
               for block in blocks]  # fmt: skip
    return sum(any(abs(a - b) > NEAR for a, b in zip(*pair, strict=True)) for pair in colours)


def record(browser: Browser, folder: Path | None, *, write: bool = False) -> list[str]:
    """The whole tour. The pictures go into a folder, where one is wanted; what looks wrong is told."""
    wrong = []
    with shown(browser) as (only, page, phones):
        for step in only.steps():
            golden, until = GOLDEN / f"{step:02}.png", monotonic() + (1.0 if write else PATIENCE)
            while True:
                picture = shoot(page, step)
                blocks = MOST + 1 if write or not golden.exists() else unlike(small(picture), pygame.image.load(golden))
                if blocks <= MOST or monotonic() > until:
                    break
                page.wait_for_timeout(150)
            if folder:
                (folder / f"{step:02}.png").write_bytes(picture)
            if write:
                pygame.image.save(small(picture), golden)
            elif blocks > MOST:
                wrong.append(f"step {step}: {blocks} blocks differ from {golden}; the caption is: {only.tour.caption}")
        assert only.tour.demo.told
        says = only.tour.demo.told.says
        if [one["total"] for one in says["totals"]] != [2, 6] or "Ben" not in says["headline"]:
            wrong.append(f"the tour ends otherwise: {says['totals']}, {says['headline']}")
        return wrong + phones.complaints


def main() -> None:
    """Record it, and say what is wrong."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--to", type=Path, default=Path("build/tour"), help="a folder for the pictures")
    options.add_argument("--write", action="store_true", help="hold it to these pictures from now on")
    given = options.parse_args()
    for folder in (given.to, GOLDEN):
        folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        wrong = record(browser, given.to, write=given.write)
    print(*wrong, f"{STORY.steps} pictures in {given.to}, {len(wrong)} wrong", sep="\n")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
