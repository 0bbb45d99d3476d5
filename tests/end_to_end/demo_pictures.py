"""The pictures of the README, made by the program itself:

python -m tests.end_to_end.demo_pictures

Display, phone and virtual table are from the guided tour, where a crash is on its way; the judge's page is from a duel
in which somebody has anted a wrong gem.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from playwright.sync_api import Browser, Page, expect

from companion.app.demo.child import SNAPSHOT
from companion.rehearsal.games.companion import Ruled
from tests.end_to_end.at_table import AtTable, House
from tests.end_to_end.demo_tour import GOLDEN, MASK, OnlyTheTour, shown
from tests.end_to_end.duel import SEATS, the_duel
from tests.end_to_end.phones import PHONE, Phones, begin_game, chromium, code_of, join, press

FOLDER: Final = GOLDEN.parents[3] / "docs" / "pictures"
NAMES: Final = ("table", "display", "phone", "judge")
LARGEST: Final = 150_000
"""Bytes."""
RULED, CRASH = 4, 7
"""Steps of the tour: a ruling, and a crash that is on its way to Ben."""
SCALE: Final = 0.66
SHADES: Final = bytes(min(255, (shade + 2) // 4 * 4) for shade in range(256))
"""So many of red, green and blue are enough, and make a file a third smaller."""
BOARD: Final = (1280, 900)
DESK: Final = (900, 900)


def of_the_tour(browser: Browser) -> None:
    """The virtual table with a ruling; the display, and Ben's phone, as a crash is on its way to him."""
    with shown(browser, BOARD) as (only, page, _):
        for step in only.steps():
            expect(page.locator("#tour-step")).to_contain_text(f"step {step} ")
            if step == RULED:
                the_table(browser, page.url)
            elif step == CRASH:
                the_display(only, page)
                the_phone(browser, only)


def the_table(browser: Browser, address: str) -> None:
    """All of it, with fewer pixels."""
    width, height = BOARD
    with browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, device_scale_factor=SCALE
    ) as context:
        page = context.new_page()
        page.goto("/")
        page.evaluate(MASK)
        expect(page.locator("#ruling")).to_be_visible()
        keep(pygame.image.load(BytesIO(page.screenshot(animations="disabled")), "table.png"), "table")


def the_display(only: OnlyTheTour, page: Page) -> None:
    """As soon as it has drawn what is now."""
    page.wait_for_timeout((SNAPSHOT + 2) * 1000)
    keep(pygame.image.load(only.tour.demo.folder / "display.png"), "display")


def keep(shot: pygame.Surface, name: str) -> None:
    """With fewer colours."""
    shades = pygame.image.tobytes(shot, "RGB").translate(SHADES)
    pygame.image.save(pygame.image.frombytes(shades, shot.get_size(), "RGB"), FOLDER / f"{name}.png")


def the_phone(browser: Browser, only: OnlyTheTour) -> None:
    """Ben is asked."""
    code = next(code for who, code, _ in only.tour.demo.codes if who == "Ben")
    with Phones(browser, only.tour.demo.address) as phones:
        phone = phones.take_out(PHONE)
        join(phone, code)
        expect(phone.locator('button[value*="react:crash_gem"]')).to_be_visible()
        phone.screenshot(path=FOLDER / "phone.png", animations="disabled")


def of_the_judge(browser: Browser) -> None:
    """A wrong ante, as it comes to the desk."""
    duel = the_duel()
    with TemporaryDirectory() as folder:
        AtTable.chips(duel, Path(folder))
        with House(Path(folder)) as house, Phones(browser, house.address) as phones:
            host, judge = phones.take_out(), phones.take_out(DESK)
            seats: Mapping[str, Page] = {name: phones.take_out() for name in SEATS}
            join(host, house.host)
            begin_game(host, "table", judged=True)
            for name, phone in seats.items():
                join(phone, code_of(host, name))
            join(judge, code_of(host, "The judge"))
            at_table = AtTable(duel, house, lambda seat, token, question: press(seats[seat], token, question))
            at_table.play_until(lambda: at_table.count(Ruled) == 1)
            judge.goto("/judge")
            expect(judge.get_by_role("region", name="Ruling")).to_contain_text("but the rules call for a 1-gem there")
            judge.screenshot(path=FOLDER / "judge.png", animations="disabled")


def main() -> None:
    """All of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        of_the_tour(browser)
        of_the_judge(browser)
    sizes = {name: (FOLDER / f"{name}.png").stat().st_size for name in NAMES}
    for name, size in sizes.items():
        print(f"{FOLDER / name}.png: {size // 1000} kB")
    sys.exit(any(size > LARGEST for size in sizes.values()))


if __name__ == "__main__":
    main()
