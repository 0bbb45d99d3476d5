"""How heavy the pages are, and how soon a phone on a slow line shows them:

    python -m tests.end_to_end.page_weight

Each page is opened by a phone that has never been here, on a line of 400 kbit/s with a tenth of a second to and fro.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

from tests.end_to_end.at_table import AtTable, House
from tests.end_to_end.duel import the_duel
from tests.end_to_end.phones import PHONE, SCREEN, Phones, begin_game, chromium, code_of, join

SLOW: Final = {"offline": False, "latency": 100, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Bytes in a second."""
SOON: Final = 2.0
"""Seconds after which a page has to be on the screen."""
PATHS: Final = ("/", "/join", "/seat", "/chips", "/rules", "/games", "/readers", "/settings", "/what-if")
FIRST_PAINT: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Weighed(NamedTuple):
    """A page."""

    path: str
    shown: float
    """Seconds until something of it was on the screen."""
    bytes: Counter[str]
    """What came over the line, by kind."""


def weigh(phones: Phones, path: str, cookies: Any) -> Weighed:
    """Open a page with nothing in the cache."""
    page = phones.take_out(PHONE)
    page.context.add_cookies(cookies)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    kinds: dict[str, str] = {}
    found: Counter[str] = Counter()
    line.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))

    def came(told: dict[str, Any]) -> None:
        found[kinds.get(told["requestId"], "Other")] += int(told["encodedDataLength"])

    line.on("Network.loadingFinished", came)
    page.goto(path)
    page.wait_for_timeout(500)
    return Weighed(path, float(page.evaluate(FIRST_PAINT)) / 1000, found)


def all_pages(browser: Browser) -> list[Weighed]:
    """Those that a phone opens, as the seat of a game."""
    with TemporaryDirectory() as folder:
        AtTable.chips(the_duel(), Path(folder))
        with House(Path(folder)) as house, Phones(browser, house.address) as phones:
            host: Page = phones.take_out(SCREEN)
            join(host, house.host)
            begin_game(host, "none")
            anna = phones.take_out()
            join(anna, code_of(host, "Anna"))
            cookies = anna.context.cookies()
            return [weigh(phones, path, cookies) for path in PATHS]


def main() -> None:
    """Print a line for each, and fail if one comes too late."""
    with chromium() as browser:
        pages = all_pages(browser)
    print(f"{'page':12}{'shown after':>12}{'kB':>8}   of which")
    for page in pages:
        kinds = ", ".join(f"{kind.lower()} {size / 1000:.1f}" for kind, size in page.bytes.most_common())
        print(f"{page.path:12}{page.shown:>10.2f} s{page.bytes.total() / 1000:>8.1f}   {kinds}")
    sys.exit(any(page.shown > SOON for page in pages))


if __name__ == "__main__":
    main()
