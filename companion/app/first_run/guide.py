"""The steps of the first run, in order. Pure: whoever drives the guide does its errands, and tells it what happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.app.first_run.finding import find_pads, number_pads
from companion.app.first_run.moves import play_moves
from companion.app.first_run.placing import choose_kits, place_spots, tell_near
from companion.app.first_run.progress import Progress
from companion.app.first_run.steps import Card, CardChoice, Errand, ReleasePorts, Step, Steps, TypedLine
from companion.app.first_run.tabling import write_table
from companion.app.first_run.tagging import enrol_tags
from companion.app.first_run.welcome import choose_language, give_codes
from companion.table.phrases import Phrase

STEPS: Final[dict[str, tuple[Phrase, Step]]] = {
    "language": (Phrase("Language"), choose_language),
    "pads": (Phrase("Find the pads"), find_pads),
    "numbers": (Phrase("Number the pads"), number_pads),
    "kits": (Phrase("Seats and kits"), choose_kits),
    "spots": (Phrase("A chip on each spot"), place_spots),
    "near": (Phrase("Neighbours"), tell_near),
    "table": (Phrase("The table's file"), write_table),
    "tags": (Phrase("Tags"), enrol_tags),
    "codes": (Phrase("Codes"), give_codes),
    "moves": (Phrase("Three moves"), play_moves),
}
BACK: Final = CardChoice("previous", Phrase("Back to the previous step"))
"""Understood in every step."""


class Guide:
    """Goes through the steps, and waits for one thing at a time: `now`."""

    def __init__(self, progress: Progress, keep: Callable[[Progress], None]) -> None:
        self.progress = progress
        self._keep = keep
        self.step = ""
        """The current step; empty when all are done."""
        self.now: Card | Errand[Any] = ReleasePorts()
        self._running: Steps[Progress] | None = None
        self._begin()

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return not self.step

    @property
    def title(self) -> Phrase:
        """Which step it is, and out of how many."""
        if self.over:
            return Phrase("Done")
        at = list(STEPS).index(self.step)
        return Phrase("Step {at} of {all}: {title}", at=at + 1, all=len(STEPS), title=STEPS[self.step][0])

    @property
    def can_go_back(self) -> bool:
        """Whether there is a step before this one."""
        return bool(self.step) and self.step != next(iter(STEPS))

    def take(self, event: Any) -> None:
        """Take what happened, or the result of the errand. Raises what `keep` raises."""
        if isinstance(event, TypedLine) and event.text.strip().lower() == BACK.word and self.can_go_back:
            self._go_back()
            return
        self._go_on(event)

    def _begin(self) -> None:
        """Begin the first step that is not done yet. Before that, all ports are closed."""
        left = [step for step in STEPS if step not in self.progress.done]
        self.step = left[0] if left else ""
        self._running = None
        self.now = ReleasePorts()

    def _go_on(self, event: Any) -> None:
        if self._running is None:
            if self.over:
                return
            self._running, event = STEPS[self.step][1](self.progress), None
        try:
            wanted = self._running.send(event)
            while isinstance(wanted, Progress):
                self._has(wanted)
                wanted = self._running.send(None)
            self.now = wanted
        except StopIteration as end:
            self._has(replace(end.value, done=(*self.progress.done, self.step)))
            self._begin()

    def _go_back(self) -> None:
        """Go back one step, as if it had not been done. What it found is kept until it is found again."""
        before = list(STEPS)[: list(STEPS).index(self.step)]
        self._has(self._fresh(before[-1]))
        self._begin()

    def _fresh(self, step: str) -> Progress:
        done = tuple(one for one in self.progress.done if one != step)
        progress = replace(self.progress, done=done)
        if step == "numbers":
            return replace(progress, numbered=())
        return replace(progress, spots={}) if step == "spots" else progress

    def _has(self, progress: Progress) -> None:
        self.progress = progress
        self._keep(progress)
