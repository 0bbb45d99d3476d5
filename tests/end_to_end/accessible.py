"""What axe-core finds wrong with a page for those who see little, hear it read out, or have no mouse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.end_to_end.phones import shoot

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SMALL: Final = (360, 740)
LARGE: Final = (1280, 800)
COLOURS: Final = ("color-contrast", "link-in-text-block")
"""What axe-core's rules for colours are called."""
TWICE: Final = "document.documentElement.style.fontSize = '200%'"
ONCE: Final = "document.documentElement.style.fontSize = ''"
STICKS_OUT: Final = "document.documentElement.scrollWidth - innerWidth"


def is_accessible(page: Page, name: str) -> None:
    """In light and in dark, and both in high contrast. `name` is of its pictures."""
    wrong = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        shoot(page, f"{name}-{scheme}")
        wrong += violations(page)
        with high_contrast(page):
            shoot(page, f"{name}-{scheme}-contrast")
            wrong += violations(page, COLOURS)
    page.emulate_media(color_scheme="light")
    assert not wrong, f"{page.url}:\n" + "\n".join(wrong)


def is_accessible_everywhere(page: Page, name: str, contrast: str) -> None:
    """In light on a small phone, in dark on a desk; with nothing that sticks out at the side, with text twice as large
    either. One of the two in high contrast too, of which only the colours are looked at: all else is the same."""
    for scheme, size in zip(SCHEMES, (SMALL, LARGE), strict=True):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        shoot(page, f"{name}-{scheme}")
        wrong = violations(page)
        if scheme == contrast:
            with high_contrast(page):
                shoot(page, f"{name}-{scheme}-contrast")
                wrong += violations(page, COLOURS)
        assert page.evaluate(STICKS_OUT) <= 0, f"{page.url} is wider than {size[0]} px"
        page.evaluate(TWICE)
        assert page.evaluate(STICKS_OUT) <= 0, f"{page.url} is wider than {size[0]} px with text at 200 %"
        page.evaluate(ONCE)
        assert not wrong, f"{page.url}, {scheme}:\n" + "\n".join(wrong)


@contextmanager
def high_contrast(page: Page) -> Iterator[None]:
    """As the settings make it; and back."""
    before = page.evaluate("document.documentElement.dataset.contrast")
    page.evaluate("document.documentElement.dataset.contrast = 'high'")
    yield
    page.evaluate("before => { document.documentElement.dataset.contrast = before }", before)


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """A line each; by all rules where none are named."""
    chosen = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else None
    found = Axe().run(page, options=chosen).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]
