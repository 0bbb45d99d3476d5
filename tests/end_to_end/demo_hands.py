"""How somebody moves chips at the virtual table's page: by mouse, by finger, or by keyboard alone."""

from __future__ import annotations

from typing import Final, Protocol

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

SLIPPED: Final = 3000
"""Milliseconds after which a chip has slipped out of the hand, or a button away from below it."""
PRESSES: Final = 120
"""Tabs or arrows after which something cannot be reached by keyboard."""


class Hand(Protocol):
    """One way to do it all."""

    def carry(self, chip: str, place: str) -> None:
        """From where a chip lies into a place. Both are selectors."""

    def press(self, button: str) -> None:
        """A button beside the table."""


class Mouse:
    """Drags."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def carry(self, chip: str, place: str) -> None:
        x, y = self._middle(chip)
        to_x, to_y = self._middle(place)
        self._page.mouse.move(x, y)
        self._page.mouse.down()
        self._page.mouse.move(to_x - 12, to_y, steps=2)
        self._page.mouse.move(to_x, to_y)
        self._page.mouse.up()

    def press(self, button: str) -> None:
        self._page.locator(button).click(timeout=SLIPPED)

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self._page.locator(selector).first.bounding_box()
        assert box, f"{selector} is not to be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """Taps a chip, and then its place."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def carry(self, chip: str, place: str) -> None:
        self._page.locator(chip).first.tap()
        self._page.locator(f"{place} .spot").tap(position={"x": 3, "y": 3})

    def press(self, button: str) -> None:
        self._page.locator(button).tap(timeout=SLIPPED)


class Keys:
    """Tab, arrows and Enter."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def carry(self, chip: str, place: str) -> None:
        self._to_the_table()
        self._walk(chip)
        self._page.keyboard.press("Enter")
        self._walk(f"{place} .chip, {place} .spot")
        self._page.keyboard.press("Enter")

    def press(self, button: str) -> None:
        for _ in range(PRESSES):
            if self._is_at(button):
                self._page.keyboard.press("Enter")
                return
            self._page.keyboard.press("Tab")
        raise PlaywrightTimeout(f"Tab does not lead to {button}")

    def _is_at(self, selector: str) -> bool:
        return bool(self._page.evaluate("wanted => document.activeElement.matches(wanted)", selector))

    def _to_the_table(self) -> None:
        for _ in range(PRESSES):
            if self._is_at("#table .chip, #table .spot"):
                return
            self._page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to the table")

    def _walk(self, wanted: str) -> None:
        """People see where the arrows lead; here the ways are looked for, and then gone."""
        keys = self._page.evaluate(WAY, wanted)
        assert keys is not None, f"no arrow keys lead to {wanted}"
        for key in keys:
            self._page.keyboard.press(key)


WAY: Final = """(wanted) => {
  const start = document.activeElement, from = new Map([[start, null]]), open = [start];
  let end = null;
  while (open.length && !end) {
    const one = open.shift();
    if (one.matches(wanted)) { end = one; break; }
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      one.focus({ preventScroll: true });
      one.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const next = document.activeElement;
      if (!from.has(next)) { from.set(next, [one, key]); open.push(next); }
    }
  }
  start.focus();
  if (!end) return null;
  const keys = [];
  for (let at = end; from.get(at); at = from.get(at)[0]) keys.unshift(from.get(at)[1]);
  return keys;
}"""
