"""What the panel's buttons say, in the name of whom; and what its lamps and its buzzer tell."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Final

from companion.app.hall import RunningHall
from companion.app.panel_twin import PanelTwin
from companion.faces.languages import ENGLISH
from companion.faces.panel.panel import Panel, PanelError
from companion.faces.panel.pins import JUDGE, MUTE, UNDO, read_pins
from companion.faces.panel.signals import CALL, NO_JUDGE, Sound, lights, sound
from companion.faces.screen import Screen
from companion.referee.inputs import Answered, Back, Called
from companion.rules import TABLE
from companion.rules.kernel.sentences import Sentence
from companion.table.layout import Layout

TOKENS: Final = ("pass", "done")
"""What a seat's button says: the first of them that the seat may say now."""
LASTS: Final = 5.0
"""Seconds for which a sound stands on the screens in words."""
LASTS_LONG: Final = 30.0
"""And one that asks people for something."""
MUTED = "Sounds are muted."


class TablePanel:
    """The panel of a table, for whatever game is played at it."""

    def __init__(
        self,
        layout: Layout,
        hall: RunningHall,
        told: Callable[[], None],
        *,
        said: Callable[[str], None] = lambda words: None,
        twin: PanelTwin | None = None,
    ) -> None:
        """`told` is called when `notes` may be new, `said` with what whoever started the program should know; `twin`
        stands for the pins. Raises `PanelError`."""
        self._hall = hall
        self._seats = layout.seats
        self._told = told
        self._said = said
        self._screen: Screen | None = None
        self._words: Sentence | None = None
        self._until = 0.0
        self._urgent = False
        self._presses = count(1)
        pins = read_pins(layout.panel, layout.seats)
        if twin is None:
            self._panel = Panel(pins, self.press)
        else:
            self._panel = Panel(pins, self.press, factory=twin.factory, clock=twin.clock)
            twin.follow(self._panel)

    def close(self) -> None:
        """Lamps go out."""
        self._panel.close()

    def show(self, screen: Screen | None) -> None:
        """What the table shows now."""
        before, self._screen = self._screen, screen
        burning = lights(screen)
        playing = self._hall.playing()
        if playing is not None:
            named = dict(zip(self._seats, playing.seats, strict=False))
            self._panel.light({seat: burning[name] for seat, name in named.items() if name in burning})
        if heard := sound(before, screen):
            self._play(heard)

    def notes(self) -> tuple[Sentence, ...]:
        """What a press asks of people, where nothing else on the screens tells it."""
        return self._fresh(urgent=True)

    def asides(self) -> tuple[Sentence, ...]:
        """The last sound in words, while it is fresh; and that nobody hears any."""
        return self._fresh(urgent=False) + ((Sentence(MUTED),) if self._panel.muted else ())

    def _fresh(self, *, urgent: bool) -> tuple[Sentence, ...]:
        fresh = self._words is not None and monotonic() < self._until and self._urgent is urgent
        return (self._words,) if fresh and self._words else ()

    def _play(self, heard: Sound, *, urgent: bool = False) -> None:
        self._words, self._until, self._urgent = heard.words, monotonic() + (LASTS_LONG if urgent else LASTS), urgent
        self._panel.play(heard)
        self._told()

    # -- buttons -----------------------------------------------------------------------------------------------

    def press(self, button: str) -> None:
        """Somebody has pressed it; by the panel's thread."""
        try:
            self._pressed(button)
        except Exception as problem:  # whatever it is: nobody must think that it counts
            self._said(f"A press of the button {button} came to nothing ({problem!r}). Say it on a phone.")

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
        """Done, or pass."""
        playing = self._hall.playing()
        seat = dict(zip(self._seats, playing.seats, strict=False)).get(button) if playing else None
        screen = self._hall.screen(seat, ENGLISH) if seat else None
        if seat is None or screen is None:
            return
        may = {choice.token for choice in (*(screen.ask.choices if screen.ask else ()),
                                           *(screen.own.may if screen.own else ()))}  # fmt: skip
        for token in TOKENS:
            if token in may:
                self._hall.send(Answered(seat, token, 0.0, self._id()), "panel", ENGLISH)
                return

    def _call(self) -> None:
        """The judge, in the name of the table: nobody knows whose finger it was."""
        playing = self._hall.playing()
        if playing is None or playing.over:
            self._play(CALL, urgent=True)  # there is no record for it: these words are all there is
        elif not playing.judged:
            self._play(NO_JUDGE, urgent=True)
        else:
            self._hall.send(Called(TABLE, 0.0, self._id()), "panel", ENGLISH)
            self._play(CALL)  # also where it stands already: whoever presses wants to be heard

    def _take_back(self) -> None:
        """What was said last, in the name of whoever may take it back alone: nobody knows whose finger it was."""
        playing = self._hall.playing()
        if playing is None or playing.undo is None:
            return
        for seat in playing.seats:
            back = Back((seat,), playing.undo, "the button on the table", 0.0, self._id())
            if self._hall.send(back, "panel", ENGLISH).accepted:
                return

    def _id(self) -> str:
        return f"panel-{monotonic():.3f}-{next(self._presses)}"


def open_panel(
    layout: Layout,
    hall: RunningHall,
    said: Callable[[str], None],
    told: Callable[[], None],
    twin: PanelTwin | None = None,
) -> TablePanel | None:
    """The panel that table.toml describes; None, and why, where there is none to be had."""
    for problem in read_pins(layout.panel, layout.seats).problems:
        said(problem)
    try:
        return TablePanel(layout, hall, told, said=said, twin=twin)
    except PanelError as problem:
        said(str(problem))
        return None
