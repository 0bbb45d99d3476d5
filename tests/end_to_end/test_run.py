"""`companion run` itself, without any reader: two phones play by buttons alone, and it is killed in between."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cli.example_tables import TABLES
from tests.end_to_end.duel import SEATS
from tests.end_to_end.phones import Phones, begin_game, code_of, give, join, shoot
from tests.processes import hear

pytestmark = pytest.mark.xdist_group("browser")

SMALL: Final = (360, 740)
"""A phone as small as they come."""
LAST_LINE: Final = "Ctrl-C ends the evening"
CODE: Final = re.compile(r"^ +(\S.*?) +(\w{3} \w{3}) +http", re.MULTILINE)
"""Who may come in, and the code, as the terminal says them."""


class Run:
    """The program in a process of its own, started as people start it."""

    def __init__(self, folder: Path, *tables: Path) -> None:
        self._folder = folder
        self._tables = [word for table in tables for word in ("--table", str(table))]
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        """Any that is free; after a restart the same, as phones know it."""

    def start(self) -> str:
        """What it says at the terminal until phones may come."""
        words = [
            *"run --host 127.0.0.1 --display none --no-announce --wifi".split(),
            "",
            "--port",
            self.address.rpartition(":")[2] or "0",
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words, *self._tables, "--data", str(self._folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = hear(self._process, LAST_LINE)
        found = re.search(r"^Phones: (\S+)$", said, re.MULTILINE)
        assert found
        self.address = found[1]
        return said

    def kill(self) -> None:
        """Nothing is put in order first."""
        assert self._process
        os.kill(self._process.pid, signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        """As Ctrl-C does."""
        assert self._process
        self._process.send_signal(signal.SIGINT)
        return self._end()

    def _end(self) -> int:
        assert self._process
        self._process.communicate(timeout=20)
        code, self._process = self._process.returncode, None
        return code

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    with Run(tmp_path) as found:
        yield found


def test_a_duel_by_buttons_alone_with_a_kill_in_between(browser: Browser, run: Run) -> None:
    codes = dict(CODE.findall(run.start()))
    with Phones(browser, run.address) as phones:
        host, anna, ben = (phones.take_out(SMALL) for _ in range(3))
        join(host, codes["host"])
        expect(host).to_have_url(re.compile("/new$"))
        begin_game(host, "none")
        for phone, name in zip((anna, ben), SEATS, strict=True):
            join(phone, code_of(host, name))
        the_first_turn(anna, ben)
        assert phones.complaints == []
        it_is_killed(run, (anna, ben))
        phones.complaints.clear()  # of requests to nobody
        the_second_turn(anna, ben)
        an_answer_is_taken_back(ben, anna)
        it_is_ended_and_looked_at(anna, ben)
        assert phones.complaints == []
    assert run.stop() == 0


def test_two_duels_at_once_with_a_kill_in_between(browser: Browser, tmp_path: Path) -> None:
    """One device, two tables, and people of the same names at both."""
    tables = [tmp_path / "left.toml", tmp_path / "right.toml"]
    for table in tables:
        table.write_text((TABLES / "none-2.toml").read_text(encoding="utf-8"), encoding="utf-8")
    with Run(tmp_path / "data", *tables) as run:
        codes = dict(CODE.findall(run.start()))
        with Phones(browser, run.address) as phones:
            host, visitor, *pages = (phones.take_out(SMALL) for _ in range(6))
            join(host, codes["host"])
            left, right = (pages[0], pages[1]), (pages[2], pages[3])
            for key, both in (("left", left), ("right", right)):
                begin_game(host, "none", table=key)
                for phone, name in zip(both, SEATS, strict=True):
                    join(phone, code_of(host, name))
            visitor.goto("/")
            shoot(visitor, "tables")
            visitor.get_by_role("main").get_by_role("link").last.click()
            expect(visitor.locator("#headline")).to_have_text("Turn 1: Anna, action phase")
            the_first_turn(*left)
            for page in (*right, visitor):
                expect(page.locator("#headline")).to_have_text("Turn 1: Anna, action phase")
                expect(page.locator("#last")).not_to_contain_text("buys")
            assert phones.complaints == []
            it_is_killed(run, left)
            phones.complaints.clear()  # of requests to nobody
            expect(right[0].locator("#link")).to_be_hidden()
            press(right[0], "done")
            expect(visitor.locator("#headline")).to_have_text("Turn 1: Anna, buy phase")
            for page in left:
                expect(page.locator("#headline")).to_have_text("Turn 2: Ben, action phase")
            the_second_turn(*left)
            assert phones.complaints == []
        assert run.stop() == 0


def press(page: Page, token: str) -> None:
    """The button of an answer, wherever it stands; it is taken before this returns."""
    with page.expect_response("**/seat/answer") as answered:
        give(page.locator(f':is(#own, #due, #held) [value$=" {token}"]'))
    assert answered.value.headers["x-accepted"] == "yes", page.inner_text("#said")


def the_first_turn(anna: Page, ben: Page) -> None:
    """A gem is laid, a gem is bought, and Ben sees it."""
    for token in ("done", "play:gem_1", "buy:gem_1"):
        press(anna, token)
    expect(ben.locator("#last")).to_contain_text("buys a 1-gem")
    press(anna, "done")
    for page in (anna, ben):
        expect(page.locator("#headline")).to_have_text("Turn 2: Ben, action phase")
    shoot(anna, "run-waiting")
    shoot(ben, "run-turn")


def it_is_killed(run: Run, pages: tuple[Page, Page]) -> None:
    """Both phones find it again by themselves, in the same game."""
    for page in pages:
        page.evaluate("window.same = true")
    run.kill()
    for page in pages:
        expect(page.locator("#link")).to_be_visible()
    assert "The game goes on where it stopped" in run.start()
    for page in pages:
        expect(page.locator("#link")).to_be_hidden()
        expect(page.locator("#headline")).to_have_text("Turn 2: Ben, action phase")
        assert page.evaluate("window.same"), "nobody had to load the page again"


def the_second_turn(anna: Page, ben: Page) -> None:
    """Ben crashes his gem, Anna is asked whether she reacts, and the gem lands in her pile."""
    press(ben, "play:crash_gem")
    expect(anna.locator("#due")).to_contain_text("React to Crash Gem, or pass?")
    shoot(anna, "run-react")
    press(anna, "pass")
    expect(ben.locator("#headline")).to_have_text("Turn 2: Ben, buy phase")
    expect(anna.get_by_role("region", name="Anna").locator(".total strong").first).to_have_text("2")


def an_answer_is_taken_back(ben: Page, anna: Page) -> None:
    """Ben asks, Anna agrees; what he was told meanwhile does not stay."""
    ben.get_by_role("button", name="Take the last answer back").click()
    expect(ben.locator("#said")).to_contain_text("asked to agree")
    shoot(anna, "run-agree")
    anna.get_by_role("button", name="I agree").click()
    expect(anna.locator("#due")).to_contain_text("React to Crash Gem, or pass?")
    expect(ben.locator("#said")).to_be_empty()
    press(anna, "pass")


def it_is_ended_and_looked_at(anna: Page, ben: Page) -> None:
    """Both agree to end it; then it can be replayed, and is checked."""
    ben.get_by_role("button", name="End the game").click()
    anna.get_by_role("button", name="I agree").click()
    anna.get_by_role("link", name="Open the record").first.click()
    anna.get_by_role("link", name="After entry 0").click()
    expect(anna.locator(".headline")).to_have_text("Turn 1: Anna, action phase")
    shoot(anna, "run-replay")
    anna.get_by_role("link", name="Verify").click()
    expect(anna.get_by_role("main")).to_contain_text("Whole: everything was checked.")
    expect(anna.get_by_role("main")).to_contain_text("unchanged")
    shoot(anna, "run-verified")
