"""A browser for the tests of one file, and a program for it to talk to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.end_to_end.at_table import AtTable, House
from tests.end_to_end.duel import the_duel
from tests.end_to_end.phones import Phones, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    AtTable.chips(the_duel(), tmp_path)
    with House(tmp_path) as found:
        yield found


@pytest.fixture
def phones(browser: Browser, house: House) -> Iterator[Phones]:
    with Phones(browser, house.address) as found:
        yield found
