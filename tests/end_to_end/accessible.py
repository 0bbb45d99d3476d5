"""What axe-core finds wrong with a page for those who see little, hear it read out, or have no mouse."""

from __future__ import annotations

from typing import Final, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.end_to_end.phones import shoot

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SMALL: Final = (360, 740)
LARGE: Final = (1280, 800)
STICKS_OUT: Final = "document.documentElement.scrollWidth - innerWidth"


def is_accessible(page: Page, name: str) -> None:
    """In light and in dark. `name` is of its pictures."""
    wrong = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        shoot(page, f"{name}-{scheme}")
        wrong += violations(page)
    page.emulate_media(color_scheme="light")
    assert not wrong, f"{page.url}:\n" + "\n".join(wrong)


def is_accessible_everywhere(page: Page, name: str) -> None:
    """In light on a small phone, in dark on a desk; with nothing that sticks out at the side."""
    for scheme, size in zip(SCHEMES, (SMALL, LARGE), strict=True):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        shoot(page, f"{name}-{scheme}")
        wrong = violations(page)
        assert page.evaluate(STICKS_OUT) <= 0, f"{page.url} is wider than {size[0]} px"
        assert not wrong, f"{page.url}, {scheme}:\n" + "\n".join(wrong)


def violations(page: Page) -> list[str]:
    """A line each."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]
