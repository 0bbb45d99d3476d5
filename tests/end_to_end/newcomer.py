"""Somebody who has never played, and follows only what the virtual table lights or says.

No rule is known here, no chip and no place: lit chips are carried to places that light up, questions are answered by
any of their buttons or by a chip that has a ring, and what lies wrong is put right as the ruling says. What a newcomer
cannot find, this script cannot find either; so it measures the page.
"""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

SLIPPED: Final = 2500
"""Milliseconds after which a chip has slipped out of the hand, or a button away from below it."""
PATIENCE: Final = 15.0
"""Seconds for which somebody waits whether the page says anything to what was done."""
LET_STAND: Final = 30.0
"""Seconds after which somebody who sees nothing to do about a ruling lets it stand."""
AGAIN: Final = 50
"""Milliseconds from one look to the next."""
CAREFUL: Final = 0.75
"""How often somebody who may act answers with a chip that has a ring, where there is one."""

LOOK: Final = """() => {
  const shown = (one) => one && !one.closest("[hidden]") && one.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const words = (selector) => all(selector).map((one) => one.innerText.trim()).join(" | ");
  const name = ({ dataset }) => ["chip", "stack", "bag", "pour", "show"].filter((key) => key in dataset)
    .map((key) => `[data-${key}="${dataset[key]}"]`)[0];
  const lit = (mark) => all(`#table button.${mark}`).map(name);
  return {
    busy: Boolean(document.querySelector("#table .moving")),
    headline: words("#headline"), todo: words("#todo li"), ruling: words("#ruling .words"),
    message: words("#message, #why"), asked: words("#phones .asks"),
    wrong: lit("wrong"), owes: lit("owes"), may: lit("may"), stand: all("#stand").length > 0,
    straight: all("#straight").length > 0,
    answers: all("#phones [data-say]").map((one) => [one.dataset.seat, one.dataset.say]),
  };
}"""
"""What can be seen of the page: which chips are lit, and how; what is said; which buttons there are."""


class Sight(NamedTuple):
    """The page as it is at a moment."""

    busy: bool
    headline: str
    todo: str
    ruling: str
    message: str
    wrong: tuple[str, ...]
    owes: tuple[str, ...]
    may: tuple[str, ...]
    stand: bool
    straight: bool
    answers: tuple[tuple[str, str], ...]
    asked: str

    @classmethod
    def of(cls, page: Page) -> Sight:
        """Look."""
        seen: dict[str, Any] = page.evaluate(LOOK)
        found = {name: tuple(seen[name]) if name in ("wrong", "owes", "may") else seen[name] for name in cls._fields}
        return cls(**found | {"answers": tuple((seat, token) for seat, token in seen["answers"])})

    @property
    def told(self) -> tuple[object, ...]:
        """What changes when the companion has taken something in."""
        return self.headline, self.todo, self.ruling, self.wrong, self.owes, self.may, self.answers, self.asked


class Newcomer:
    """Plays all seats."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.moved = 0
        self.pressed = 0
        self.headlines: list[str] = []
        """Each once, in their order."""
        self.stood = 0
        """How many rulings were let stand because nothing was lit."""
        self._chance = Random(seed)
        self._since = monotonic()
        """When the page last said anything new."""
        self._told: tuple[object, ...] = ()

    def play(self, done: Any, seconds: float) -> None:
        """Until something is seen, which must not take longer than this."""
        until = monotonic() + seconds
        while True:
            seen = self.look()
            if done(seen):
                return
            assert monotonic() < until, f"a newcomer is lost: {seen}"
            if seen.busy or not self._do_something(seen):
                self.page.wait_for_timeout(AGAIN)

    def look(self) -> Sight:
        """What is to be seen now."""
        seen = Sight.of(self.page)
        if seen.headline and self.headlines[-1:] != [seen.headline]:
            self.headlines.append(seen.headline)
        if seen.told != self._told:
            self._told, self._since = seen.told, monotonic()
        return seen

    def _do_something(self, seen: Sight) -> bool:
        """One thing: what lies wrong, what is to be moved, what is asked. False if there is nothing to do."""
        for lit in (seen.wrong, seen.owes):
            for chip in self._in_any_order(lit):
                if self._carry(chip):
                    return True
        if seen.straight and self._press("#straight"):
            return True
        if seen.stand and monotonic() > self._since + LET_STAND:
            self.stood += 1
            return self._press("#stand")
        if seen.ruling:
            return False
        return self._answer(seen)

    def _in_any_order(self, lit: tuple[str, ...]) -> list[str]:
        """What is lit of the same kind is the same to somebody who knows nothing."""
        return self._chance.sample(lit, len(lit))

    def _answer(self, seen: Sight) -> bool:
        if not seen.answers:
            return False
        if seen.may and self._chance.random() < CAREFUL and self._carry(self._chance.choice(seen.may)):
            return True
        seat, token = self._chance.choice(seen.answers)
        return self._press(f'#phones [data-say="{token}"][data-seat="{seat}"]')

    # -- hands -------------------------------------------------------------------------------------------------

    def _carry(self, chip: str) -> bool:
        """Take a chip that is lit, and lay it into a place that lights up. False if none does."""
        if chip.startswith(("[data-pour", "[data-show")):
            return self._press(chip)
        try:
            self.page.locator(f"#table {chip}").first.click(timeout=SLIPPED)
        except PlaywrightTimeout:
            return False
        places = self.page.locator("#table .meant")
        if not places.count():
            self.page.keyboard.press("Escape")
            return False
        target = places.first.get_attribute("data-place")
        try:
            with self.page.expect_response("**/act", timeout=SLIPPED):
                self.page.locator(f'[data-place="{target}"] .spot').click(position={"x": 4, "y": 4}, timeout=SLIPPED)
        except PlaywrightTimeout:
            self.page.keyboard.press("Escape")
            return False
        self.moved += 1
        self._wait_for_news()
        return True

    def _press(self, button: str) -> bool:
        try:
            with self.page.expect_response("**/act", timeout=SLIPPED):
                self.page.locator(button).first.click(timeout=SLIPPED)
        except PlaywrightTimeout:
            return False
        self.pressed += 1
        self._wait_for_news()
        return True

    def _wait_for_news(self) -> None:
        """Until the page says something else than before, or it is clear that it does not."""
        before, until = self._told, monotonic() + PATIENCE
        while monotonic() < until:
            seen = self.look()
            if not seen.busy and seen.told != before:
                return
            self.page.wait_for_timeout(AGAIN)
