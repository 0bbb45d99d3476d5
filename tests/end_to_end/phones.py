"""Browsers at a table: who holds them, and everything that any of them complained of."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from companion.app.network import own_names
from tests.end_to_end.duel import SETUP
from tests.needs import needs

CHROMIUM: Final = "/usr/bin/chromium"
FIREFOX: Final = "/usr/bin/firefox-esr"
NAME: Final = next(name for name in sorted(own_names()) if name.endswith(".local"))
"""By this name phones open the pages: browsers trust the address of their own device more than any at a table."""
LEFT: Final = ("net::ERR_ABORTED", "NS_BINDING_ABORTED")
"""What browsers call it when a page is left while it was still loading something."""
PHONE: Final = (390, 844)
SCREEN: Final = (1280, 800)
PATIENCE: Final = 15.0
"""Seconds for a machine that is busy with other things."""
SHOTS: Final = "SCREENSHOTS"
"""The variable that names a folder for pictures of the pages, for people to look at."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's own."""
    needs(CHROMIUM)
    expect.set_options(timeout=PATIENCE * 1000)
    alone = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as play:
        there = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
        browser = play.chromium.launch(executable_path=CHROMIUM, args=[*alone, there, "--disable-dev-shm-usage"])
        with browser:
            yield browser


@contextmanager
def firefox() -> Iterator[Browser]:
    """Debian's own, as it is: the language that it speaks with tests is WebDriver BiDi."""
    needs(FIREFOX)
    expect.set_options(timeout=PATIENCE * 1000)
    near: dict[str, str | float | bool] = {"network.dns.localDomains": NAME, "ui.prefersReducedMotion": 1}
    with sync_playwright() as play:
        browser = play.firefox.launch(channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=near)
        with browser:
            yield browser


class Phones:
    """One browser; each phone is a context of its own, with its own cookies."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.complaints: list[str] = []
        """Of consoles, requests and answers."""
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def __enter__(self) -> Phones:
        return self

    def __exit__(self, *_: object) -> None:
        for context in self._contexts:
            context.close()

    def take_out(self, size: tuple[int, int] = PHONE, *, has_touch: bool = False) -> Page:
        """A phone that has not been here before, or another screen."""
        width, height = size
        context = self._browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            locale="en",
            has_touch=has_touch,
            reduced_motion="reduce",  # colours that are just changing are neither the old nor the new ones
        )
        context.set_default_timeout(PATIENCE * 1000)
        self._contexts.append(context)
        context.on("page", self._listen)
        return context.new_page()

    def beside(self, page: Page) -> Page:
        """Another tab of the same phone."""
        return page.context.new_page()

    def _listen(self, page: Page) -> None:
        page.on("console", lambda said: self._said(page, said))
        page.on("pageerror", lambda error: self._note(page, str(error)))
        page.on("requestfailed", lambda request: self._failed(page, request))
        page.on("response", lambda response: self._answered(page, response))

    def _said(self, page: Page, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self._note(page, f"{said.text} {said.location['url']}")

    def _note(self, page: Page, words: str) -> None:
        self.complaints.append(f"{page.url}: {words}")

    def _failed(self, page: Page, request: Request) -> None:
        left = request.failure in LEFT and request.method == "GET"
        if not left:  # a page that is left ends its stream, and what it was still loading
            self._note(page, f"{request.url} failed: {request.failure}")

    def _answered(self, page: Page, response: Response) -> None:
        if response.status >= 400:
            self._note(page, f"{response.url} answered {response.status}")


def join(page: Page, code: str) -> None:
    """By typing a code."""
    page.goto("/join")
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Join").click()
    expect(page).not_to_have_url(re.compile("/join"))
    page.wait_for_load_state()


def begin_game(host: Page, kit: str, *, judged: bool = False, table: str = "") -> None:
    """The page for a new game, filled in as `SETUP` says; of this table, where the device has several."""
    host.goto(f"/new?table={table}" if table else "/new")
    for number, seat in enumerate(SETUP.seats):
        host.get_by_label(f"Seat {number + 1}", exact=True).fill(seat.name)
        host.get_by_label("Character").nth(number).select_option(seat.character)
    host.get_by_role("radio", name="First Game").check()
    host.locator(f'input[name=kit][value="{kit}"]').check()
    host.get_by_label("There is a judge at the table").set_checked(judged)
    shoot(host, "new")
    host.get_by_role("button", name="Begin").click()
    expect(host).to_have_url(re.compile(rf"/codes(\?table={table})?$"))
    shoot(host, "codes")


def code_of(host: Page, who: str) -> str:
    """What the host's page shows for somebody who wants to come in."""
    return host.get_by_role("region", name=who, exact=True).locator(".code-shown").inner_text()


def press(page: Page, token: str, question: int | None = None) -> None:
    """The button of an answer, of a question or of what one may do or has to. It is taken before this returns.

    Where the question can be answered without naming the chip, a phone that knows its hand may still want the name.
    """
    blind = f"{token.partition(':')[0]}:?"
    asked = [f'[value$=".a{question} {said}"]' for said in (token, blind)] if question else []
    answers = ", ".join([*asked, f':is(#own, #due, #held) [value$=" {token}"]'])
    with page.expect_response("**/seat/answer") as answered:
        give(page.locator(answers))
    assert answered.value.headers["x-accepted"] == "yes", page.inner_text("#said")


def give(answer: Locator) -> None:
    """Press the button of an answer: a chip is chosen first, and given by the next press."""
    if "take" in (answer.get_attribute("class") or ""):
        expect(answer).to_have_attribute("aria-pressed", "false")  # the page's scripts are there
        answer.click()
    answer.click()


def shoot(page: Page, name: str) -> None:
    """A picture, where somebody wants them."""
    if folder := os.environ.get(SHOTS):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
