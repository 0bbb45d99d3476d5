"""Pictures of all screens, for people to look at: what phones, desk and stage show on one evening, and the display.

    python -m tests.end_to_end.all_screens                    # all of them, into build/screens
    python -m tests.end_to_end.all_screens --only stage       # stage, evening or display

Each page is shown in several looks, which between them have both languages, light, dark and high contrast.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from playwright.sync_api import Browser, Page, expect

from companion.app.demo.demo import Demo
from companion.app.demo.framed import FramedPhones
from companion.app.demo.page import create_page, free_page
from companion.app.demo.stage import Stage
from companion.cli.display import find_language
from companion.faces.display.pages import GameShown
from companion.faces.display.snapshot import picture, save
from companion.rehearsal.games.companion import Ruled
from tests.end_to_end.at_table import AtTable, House
from tests.end_to_end.duel import SEATS, the_duel
from tests.end_to_end.phones import PHONE, Phones, begin_game, chromium, code_of, join, press
from tests.faces.display.examples import pages, position, ruled

FOLDER: Final = Path("build/screens")
DESK: Final = (1440, 900)
TABLET: Final = (820, 1180)
SMALL: Final = (1024, 768)
LARGE: Final = (1920, 1080)
LONG: Final = 60.0


class Look(NamedTuple):
    """How a page is shown."""

    language: str
    scheme: Literal["light", "dark"]
    contrast: str = "normal"
    size: tuple[int, int] = PHONE

    @property
    def name(self) -> str:
        """For the file."""
        high = "-contrast" if self.contrast == "high" else ""
        return f"{self.size[0]}-{self.language}-{self.scheme}{high}"


PHONES: Final = (Look("en", "light"), Look("ru", "dark"), Look("en", "dark", "high"), Look("ru", "light", "high"))
DESKS: Final = (
    Look("en", "dark", size=DESK),
    Look("ru", "light", size=DESK),
    Look("ru", "dark", "high", size=TABLET),
    Look("en", "light"),
    Look("ru", "light"),
)
BOARDS: Final = (
    Look("en", "light", size=DESK),
    Look("ru", "dark", size=TABLET),
    Look("ru", "light", size=SMALL),
    Look("en", "dark", size=LARGE),
    Look("en", "dark", "high"),
)
DISPLAYS: Final = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (480, 800))
THEMES: Final = ("dark", "light", "contrast")


class Gallery:
    """A folder of pictures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str, looks: Sequence[Look], path: str = "", *, whole: bool = False) -> None:
        """This page, or the page at a path, in each of the looks; then it is as it was before."""
        size, here = page.viewport_size, page.url
        for look in looks:
            page.context.add_cookies([{"name": "lang", "value": look.language, "url": page.url}])
            page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
            page.emulate_media(color_scheme=look.scheme)
            page.goto(path or here)
            page.evaluate("contrast => { document.documentElement.dataset.contrast = contrast }", look.contrast)
            self.shoot(page, f"{name}-{look.name}", whole=whole)
        page.context.add_cookies([{"name": "lang", "value": "en", "url": page.url}])
        page.emulate_media(color_scheme="light")
        if size:
            page.set_viewport_size(size)
        page.goto(here)

    def shoot(self, page: Page, name: str, *, whole: bool = False) -> None:
        """As it is now."""
        page.evaluate("() => document.fonts.ready")
        page.screenshot(path=self.folder / f"{name}.png", animations="disabled", full_page=whole)
        self.count += 1


# -- an evening --------------------------------------------------------------------------------------------------------


def the_evening(browser: Browser, gallery: Gallery) -> None:
    """A duel with a judge, from the set-up to the replay."""
    duel = the_duel()
    with TemporaryDirectory() as folder:
        AtTable.chips(duel, Path(folder))
        with House(Path(folder)) as house, Phones(browser, house.address) as phones:
            host, judge, public = phones.take_out(DESK), phones.take_out(DESK), phones.take_out(DESK)
            seats = {name: phones.take_out() for name in SEATS}
            public.goto("/")
            gallery.take(public, "table-before", DESKS)
            join(host, house.host)
            gallery.take(host, "new", DESKS, "/new", whole=True)
            begin_game(host, "table", judged=True)
            gallery.take(host, "codes", DESKS, "/codes")
            gallery.take(public, "join", PHONES, "/join")
            for name, phone in seats.items():
                join(phone, code_of(host, name))
            judges_code = code_of(host, "The judge")
            join(judge, judges_code)
            judge.goto("/judge")
            at_table = AtTable(duel, house, lambda seat, token, question: press(seats[seat], token, question))
            seats["Anna"].goto("/seat")
            gallery.take(seats["Anna"], "phone-action", PHONES)
            gallery.take(seats["Anna"], "phone-action-desk", DESKS[:3])
            gallery.take(public, "table", BOARDS, "/")
            at_table.play_until(lambda: at_table.count(Ruled) == 1)
            the_ruling(gallery, judge, seats["Ben"], public)
            the_desk(gallery, judge, judges_code)
            at_table.play_to(duel.decided(duel.counter))
            ben = seats["Ben"]
            expect(ben.locator('button[value$=" react:crash_gem"]')).to_be_visible()
            gallery.take(ben, "phone-reaction", PHONES)
            gallery.take(public, "table-crash", BOARDS[:2], "/")
            press(ben, "react:crash_gem")
            at_table.play_until(lambda: any(buys(phone) for phone in seats.values()))
            gallery.take(next(phone for phone in seats.values() if buys(phone)), "phone-buy", PHONES, whole=True)
            at_table.play_until(lambda: at_table.people.is_done)
            expect(seats["Anna"].locator("#headline")).to_contain_text("wins")
            gallery.take(seats["Anna"], "phone-end", PHONES)
            judge.locator("#judge-form #code").fill(judges_code)
            judge.locator('[formaction="/judge/finish"]').click()
            expect(public.locator(".finale")).to_be_visible()
            gallery.take(public, "end-card", BOARDS, "/", whole=True)
            the_books(gallery, public)


def buys(phone: Page) -> bool:
    """Whether there is a shop."""
    return phone.locator("#own .sale:not(.dear)").count() > 2


def the_ruling(gallery: Gallery, judge: Page, ben: Page, public: Page) -> None:
    """Somebody has anted a wrong gem, and somebody calls."""
    gallery.take(public, "table-ruling", BOARDS, "/")
    gallery.take(ben, "phone-ruling", PHONES)
    gallery.take(judge, "desk-ruling", DESKS)
    ben.locator('[form="call-form"]').first.click()
    expect(judge.locator("#called")).to_contain_text("Ben")
    gallery.take(judge, "desk-called", DESKS)
    gallery.take(judge, "desk-whole", DESKS[:1], whole=True)


def the_desk(gallery: Gallery, judge: Page, code: str) -> None:
    """The editor, as it is opened and with something laid otherwise; what if; what only a judge may look at."""
    judge.goto("/judge/table")
    judge.locator('button[name=pick][data-place="bank"][data-kind="gem_1"]').click()
    judge.locator('[data-drop="Anna.pile"] h3').click()
    expect(judge.locator(".difference")).to_contain_text("Anna's pile has a 1-gem more")
    for look in DESKS:
        judge.set_viewport_size({"width": look.size[0], "height": look.size[1]})
        judge.emulate_media(color_scheme=look.scheme)
        gallery.shoot(judge, f"editor-{look.name}")
        gallery.shoot(judge, f"editor-whole-{look.name}", whole=True)
    judge.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    gallery.take(judge, "what-if", DESKS, "/what-if")
    judge.goto("/judge")


def the_books(gallery: Gallery, public: Page) -> None:
    """Chips, rules, games and readers."""
    for name, path in {
        "games": "/games", "replay": "/games/1", "replay-move": "/games/1?at=14", "verified": "/games/1/verified",
        "readers": "/readers", "settings": "/settings", "watch": "/watch",
        "chips": "/chips", "chip": "/chips/combine", "rules": "/rules", "rule": "/rules?q=ante",
        "scene": "/rules/crash-gem/scene?n=2",
    }.items():  # fmt: skip
        gallery.take(public, name, DESKS, path)


# -- the stage ---------------------------------------------------------------------------------------------------------


@contextmanager
def the_stage(folder: Path, browser: Browser, language: str = "en") -> Iterator[tuple[Demo, Phones]]:
    """As `companion demo` puts it together: with display and phones."""
    demo = Demo(folder, seed=3, host="127.0.0.1", pace=4.0, language=find_language(language))
    stage = Stage(demo)
    made = create_page(stage, demo.language, lambda: demo.address, stage.picture, lambda: demo.language)
    framed = FramedPhones(stage.seated, demo.count, "127.0.0.1", language)
    stage.ports, stage.spoken = framed.ports, framed.speak
    with stage, framed, free_page(made, "127.0.0.1", 0) as page:
        with demo.news:
            assert demo.news.wait_for(lambda: demo.told is not None, LONG), demo.said
        with Phones(browser, f"http://127.0.0.1:{page.port}") as phones:
            yield demo, phones


STAGES: Final = ((1440, 900), (1920, 1080), (1280, 800), PHONE)


def stage_pictures(browser: Browser, gallery: Gallery) -> None:
    """Welcome, a seat of one's own, a cheat that is caught, a new game, the tour; in both languages."""
    for language, scheme in (("en", "light"), ("ru", "dark")):
        with TemporaryDirectory() as folder, the_stage(Path(folder), browser, language) as (_, phones):
            page = phones.take_out(STAGES[0])
            page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
            page.goto("/")
            stage_sizes(gallery, page, f"stage-welcome-{language}")
            page.locator("#new").click()
            stage_sizes(gallery, page, f"stage-new-{language}")
            page.locator("#anew button[value=no]").click()  # which closes the welcome, too
            page.locator('[data-cheat="gem_back"]').click()
            expect(page.locator("#cheat.caught")).to_be_visible(timeout=LONG * 1000)
            page.wait_for_timeout(4000)  # the display draws every two seconds
            stage_sizes(gallery, page, f"stage-cheat-{language}")
            page.locator("#right").click()
            expect(page.locator("#cheat")).to_be_hidden(timeout=LONG * 1000)
            page.locator("#all-mine").click()
            expect(page.locator("[data-say]").first).to_be_attached(timeout=LONG * 1000)
            page.wait_for_timeout(4000)
            stage_sizes(gallery, page, f"stage-play-{language}")
            page.evaluate("document.documentElement.dataset.contrast = 'high'")
            stage_sizes(gallery, page, f"stage-contrast-{language}")


def stage_sizes(gallery: Gallery, page: Page, name: str) -> None:
    """In each size."""
    for width, height in STAGES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(900)  # frames are loaded anew
        gallery.shoot(page, f"{name}-{width}")
    page.set_viewport_size({"width": STAGES[0][0], "height": STAGES[0][1]})


# -- the display -------------------------------------------------------------------------------------------------------


def display_pictures(gallery: Gallery) -> None:
    """Positions of games, in each size, theme and language."""
    known = pages()
    for language in ("en", "ru"):
        shown = {
            **{name: GameShown(position(name, language)) for name in ("start", "high", "asked", "trapped")},
            "ruling": GameShown(ruled("ante_of_the_wrong_size", language)),
            **{name: known[name] for name in ("duel", "four", "result", "idle", "panic")},
        }
        say = find_language(language).say
        for number, (name, page) in enumerate(shown.items()):
            for at, size in enumerate(DISPLAYS):
                theme = THEMES[(number + at) % len(THEMES)]
                found = picture(page, size, theme, say=say)
                save(found, gallery.folder / f"display-{name}-{size[0]}-{language}-{theme}.png")
                gallery.count += 1


def main() -> None:
    """All, or some."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--to", type=Path, default=FOLDER, help="a folder for the pictures")
    options.add_argument("--only", choices=("evening", "stage", "display"), help="some of them")
    given = options.parse_args()
    gallery = Gallery(given.to)
    if given.only in (None, "display"):
        display_pictures(gallery)
    if given.only != "display":
        with chromium() as browser:
            if given.only in (None, "evening"):
                the_evening(browser, gallery)
            if given.only in (None, "stage"):
                stage_pictures(browser, gallery)
    print(f"{gallery.count} pictures in {given.to}: look at each of them")


if __name__ == "__main__":
    main()
