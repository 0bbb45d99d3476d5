"""What the buttons of the panel say, in whose name, and what its lamps and buzzer show."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Final

from companion.app.panel_twin import PanelTwin
from companion.app.table import RunningTable
from companion.faces.languages import ENGLISH
from companion.faces.panel.panel import ButtonPanel, PanelError
from companion.faces.panel.pins import JUDGE, MUTE, UNDO, read_pins
from companion.faces.panel.signals import CALL, NO_JUDGE, Sound, lights, sound, still_true
from companion.faces.screen import Screen
from companion.referee.inputs import Answered, Back, Called
from companion.referee.trouble import RESTART, broke
from companion.rules import TABLE
from companion.rules.kernel.sentences import Sentence
from companion.table.layout import Layout

log = logging.getLogger(__name__)

TOKENS: Final = ("pass", "done")
"""What the button of a seat says: the first of these that the seat may say now."""
LASTS: Final = 5.0
"""Seconds for which the screens show a sound in words."""
LASTS_LONG: Final = 30.0
"""The same for a sound that asks people to do something."""
MUTED = "Sounds are muted."


class TablePanel:
    """The panel of a table, for whichever game is played at it."""

    def __init__(
        self,
        layout: Layout,
        table: RunningTable,
        told: Callable[[], None],
        *,
        said: Callable[[str], None] = lambda words: None,
        twin: PanelTwin | None = None,
    ) -> None:
        """Connect to the pins, or to those of `twin`. Raises `PanelError`.

        `told` is called when `notes` may have changed; `said` is called with words for whoever started the program.
        """
        self._table = table
        self._seats = layout.seats
        self._told = told
        self._said = said
        self._screen: Screen | None = None
        self._words: Sentence | None = None
        self._heard_of: tuple[Sound, Screen] | None = None
        """The last sound that the table's screen made, and that screen."""
        self._until = 0.0
        self._urgent = False
        self._presses = count(1)
        pins = read_pins(layout.panel, layout.seats)
        if twin is None:
            self._panel = ButtonPanel(pins, self.press)
        else:
            self._panel = ButtonPanel(pins, self.press, factory=twin.factory, clock=twin.clock)
            twin.follow(self._panel)

    def close(self) -> None:
        """Switch the lamps off."""
        self._panel.close()

    def show(self, screen: Screen | None) -> None:
        """Show the lights of a screen, and play a sound if it brings one."""
        before, self._screen = self._screen, screen
        burning = lights(screen)
        playing = self._table.playing()
        if playing is not None:
            named = dict(zip(self._seats, playing.seats, strict=False))
            self._panel.light({seat: burning[name] for seat, name in named.items() if name in burning})
        if heard := sound(before, screen):
            self._play(heard)
            self._heard_of = (heard, screen) if screen else None
        elif self._heard_of and not still_true(*self._heard_of, screen):
            self._words = self._heard_of = None
            self._panel.forget()
            self._told()

    def notes(self) -> tuple[Sentence, ...]:
        """What a press asks people to do, if nothing else on the screens says it."""
        return self._fresh(urgent=True)

    def asides(self) -> tuple[Sentence, ...]:
        """The last sound in words, as long as it is fresh; and whether sounds are muted."""
        return self._fresh(urgent=False) + ((Sentence(MUTED),) if self._panel.muted else ())

    def _fresh(self, *, urgent: bool) -> tuple[Sentence, ...]:
        fresh = self._words is not None and monotonic() < self._until and self._urgent is urgent
        return (self._words,) if fresh and self._words else ()

    def _play(self, heard: Sound, *, urgent: bool = False) -> None:
        self._heard_of = None
        self._words, self._until, self._urgent = heard.words, monotonic() + (LASTS_LONG if urgent else LASTS), urgent
        self._panel.play(heard)
        self._told()

    # -- buttons -----------------------------------------------------------------------------------------------

    def press(self, button: str) -> None:
        """A button was pressed. Called by the panel's thread."""
        try:
            self._pressed(button)
        except Exception as problem:  # whatever it is, nobody must think that the press counted
            log.exception("A press of the button %s came to nothing.", button)
            self._said(f"A press of the button {button} came to nothing ({type(problem).__name__}). Say it on a phone.")
            self._table.board.add("part:panel", broke("panel"), RESTART)

    def _pressed(self, button: str) -> None:
        if button == MUTE:
            self._panel.mute()
            self._told()
        elif button == JUDGE:
            self._call()
        elif button == UNDO:
            self._take_back()
        else:
            self._say(button)

    def _say(self, button: str) -> None:
        """Say done or pass for the seat of a button, whichever it may say."""
        playing = self._table.playing()
        seat = dict(zip(self._seats, playing.seats, strict=False)).get(button) if playing else None
        screen = self._table.screen(seat, ENGLISH) if seat else None
        if seat is None or screen is None:
            return
        may = {choice.token for choice in (*(screen.ask.choices if screen.ask else ()),
                                           *(screen.own.may if screen.own else ()))}  # fmt: skip
        for token in TOKENS:
            if token in may:
                self._table.send(Answered(seat, token, 0.0, self._id()), "panel", ENGLISH)
                return

    def _call(self) -> None:
        """Call the judge, in the name of the table, because nobody knows who pressed the button."""
        playing = self._table.playing()
        if playing is None or playing.over:
            self._play(CALL, urgent=True)  # there is no record that could hold the call
        elif not playing.judged:
            self._play(NO_JUDGE, urgent=True)
        else:
            self._table.send(Called(TABLE, 0.0, self._id()), "panel", ENGLISH)
            self._play(CALL)  # even if the judge is called already: every press is answered

    def _take_back(self) -> None:
        """Take back the last answer, in the name of a seat that may do so alone: nobody knows who pressed."""
        playing = self._table.playing()
        if playing is None or playing.undo is None:
            return
        for seat in playing.seats:
            back = Back((seat,), playing.undo, "the button on the table", 0.0, self._id())
            if self._table.send(back, "panel", ENGLISH).accepted:
                return

    def _id(self) -> str:
        return f"panel-{monotonic():.3f}-{next(self._presses)}"


def open_panel(
    layout: Layout,
    table: RunningTable,
    said: Callable[[str], None],
    told: Callable[[], None],
    twin: PanelTwin | None = None,
) -> TablePanel | None:
    """The panel that table.toml describes; None, after saying why, if it cannot be opened."""
    for problem in read_pins(layout.panel, layout.seats).problems:
        said(problem)
    try:
        return TablePanel(layout, table, told, said=said, twin=twin)
    except PanelError as problem:
        said(str(problem))
        return None
