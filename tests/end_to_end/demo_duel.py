"""Whole duels at the virtual table, played in Chromium by somebody who moves each chip: short ones for the tests, where
the piles grow at once when all has gone wrong that can, and long ones.

`python -m tests.end_to_end.demo_duel --count 5 --seed 1` plays long ones, with everything going wrong on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from companion.app.demo.demo import Demo
from companion.app.demo.mishaps import LABELS
from companion.app.demo.page import create_page, free_page
from companion.app.demo.puzzle_strike_tour import grow
from companion.app.demo.stage import Stage
from companion.app.demo.tour import correct
from companion.cli import main as companion
from tests import campaigns
from tests.end_to_end.demo_hands import Hand, Mouse
from tests.end_to_end.demo_person import BESIDE, Person
from tests.end_to_end.phones import Phones, chromium

LONG: Final = 40.0
"""Seconds after which something that must come will not come any more."""
PACE: Final = 4.0
LARGE: Final = (1600, 1000)
WHOLE: Final = 1500.0
"""Seconds that a whole duel takes at most."""
HIGH: Final = 9
"""A pile shortly before the end."""
EVERY: Final = 9
"""Chips from one thing that goes wrong to the next."""
RARELY: Final = 35


@contextmanager
def table(folder: Path, browser: Browser, *, seed: int = 3) -> Iterator[tuple[Demo, Phones]]:
    """A demonstration, and the browsers that look at its page."""
    demo = Demo(folder, seed=seed, host="127.0.0.1", pace=PACE)
    with Stage(demo) as stage:
        with demo.news:
            assert demo.news.wait_for(lambda: demo.told is not None, LONG), demo.said
        app = create_page(stage, demo.language, lambda: demo.address)
        with free_page(app, "127.0.0.1", 0) as page, Phones(browser, f"http://127.0.0.1:{page.port}") as phones:
            yield demo, phones


def take_all_seats(page: Page) -> None:
    """Nobody else plays."""
    page.goto("/")
    page.locator("#welcome-close").click()
    page.locator("#all-mine").click()
    for seat in ("Anna", "Ben"):
        expect(page.locator(f'[data-seat="{seat}"][data-player="you"]')).to_have_attribute("aria-pressed", "true")


def is_over(world: dict[str, Any]) -> bool:
    """The page says who has won."""
    return "wins" in world["says"]["headline"]


def nothing_is_due(world: dict[str, Any]) -> bool:
    """All chips lie where they should, and nobody has to be heard about that."""
    says = world["says"]
    on_the_way = any(chip["moving"] or chip["place"] == BESIDE for chip in world["chips"])
    return not (says["owed"] or says["ruling"] or says["ask"] or on_the_way)


def grown(demo: Demo, person: Person) -> None:
    """As if many turns had gone by: high piles, by a correction of both players."""
    person.play(lambda world: nothing_is_due(world) and bool(person.phones_that_may_speak(world)), LONG * 3)
    with demo.lock:
        assert demo.told
        zones = demo.told.match.game.zones(demo.told.match.table)
        more = {zone: missing(zones[zone].content) for zone in ("Anna.pile", "Ben.pile")}
        piles = {zone: [*zones[zone].content, *gems] for zone, gems in more.items()}
        grow(demo, piles)
    taken = Counter(gem for gems in more.values() for gem in gems)
    expect(person.page.locator("#ruling")).to_be_visible(timeout=LONG * 1000)  # all readers have seen them
    changes = {
        "seats": {zone.partition(".")[0]: {"pile": kinds} for zone, kinds in piles.items()},
        "bank": {"change": {gem: -count for gem, count in taken.items()}},
    }
    correct(demo, changes, "many turns have gone by")
    person.play(lambda world: all(one["total"] >= HIGH for one in world["says"]["totals"]), LONG)


def missing(pile: Iterable[str]) -> list[str]:
    """The gems that make it high."""
    fours, rest = divmod(max(0, HIGH - sum(int(kind[-1]) for kind in pile)), 4)
    return ["gem_4"] * fours + [f"gem_{rest}"] * bool(rest)


class Trouble:
    """Presses the buttons of what can go wrong, one after the other, while a chip is on its way."""

    def __init__(self, page: Page, every: int) -> None:
        self.pressed: list[str] = []
        self._page = page
        self._every = every
        self._chips = 0
        self._next = cycle(LABELS)
        self._dead = False

    def __call__(self) -> None:
        self._chips += 1
        if self._chips % self._every:
            return
        if self._dead:
            self._press("kill")  # somebody has put another reader there
            self._dead = False
            return
        what = next(self._next)
        self._press(what)
        self.pressed.append(what)
        self._dead = what == "kill"

    def end(self) -> None:
        """A reader that is still dead is replaced."""
        if self._dead:
            self._press("kill")
            self._dead = False

    def _press(self, what: str) -> None:
        drawer = self._page.locator('button[data-drawer="faults"]')
        if drawer.is_visible():
            drawer.click()
        self._page.locator(f'[data-fault="{what}"]').click()


def the_result_is_shown(demo: Demo, phones: Phones, person: Person) -> str:
    """On the virtual table, and on the companion's own page. It returns who has won."""
    headline = person.page.locator("#headline")
    expect(headline).to_contain_text("wins")
    own = phones.take_out()
    own.goto(demo.address)
    expect(own.locator("#headline")).to_have_text(headline.inner_text())
    return headline.inner_text()


def the_record_is_right(folder: Path) -> None:
    """After the program has ended: what it has kept is what was played, by the rules."""
    ledger, file = next((folder / "data").glob("*.sqlite")), folder / "record.txt"
    for call in (["export", "1", "--ledger", str(ledger), "--as", "judge", "--out", str(file)], ["verify", str(file)]):
        said = CliRunner().invoke(companion, call)
        assert said.exit_code == 0, said.output


def play_duel(
    folder: Path, browser: Browser, seed: int, hand: Callable[[Page], Hand] = Mouse, *,
    every: int = 0, short: bool = False,
) -> tuple[Person, list[str]]:  # fmt: skip
    """A whole duel; the person who has played it, and what went wrong meanwhile.

    A short one comes to its end at once when all has gone wrong.
    """
    with table(folder, browser, seed=seed) as (demo, phones):
        page = phones.take_out(LARGE)
        take_all_seats(page)
        trouble = Trouble(page, every) if every else None
        person = Person(page, hand(page), seed)
        if trouble:
            person.between = trouble
        if short and trouble:
            person.play(lambda world: set(trouble.pressed) == set(LABELS), WHOLE)
            person.between = lambda: None
            trouble.end()
            grown(demo, person)
        person.play(is_over, WHOLE)
        if trouble:
            trouble.end()
        the_result_is_shown(demo, phones, person)
        assert phones.complaints == []
    the_record_is_right(folder)
    return person, trouble.pressed if trouble else []


def campaign(count: int, seed: int) -> tuple[list[str], str]:
    """Long duels, from the first ante, each with everything going wrong."""
    faults, chips = [], 0
    with chromium() as browser:
        for number in range(seed, seed + count):
            with TemporaryDirectory() as folder:
                try:
                    person, pressed = play_duel(Path(folder), browser, number, every=RARELY)
                except AssertionError as problem:
                    faults.append(f"duel {number}: {problem}")
                    continue
                chips += person.moved
                print(f"duel {number}: {person.turns} turns, {person.headlines[-1]} ({', '.join(pressed)})", flush=True)
    return faults, f"{count} duels, {chips} chips moved"


if __name__ == "__main__":
    campaigns.run(__doc__, campaign)
