"""A panel without a Raspberry Pi: buttons under a finger, and lamps and buzzer as values, for a page that shows them.

Only the pins are emulated, by gpiozero itself. The code that listens to them is that of the real panel.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final

from companion.faces.languages import Language
from companion.faces.panel.panel import ButtonPanel, PanelError, PanelState, in_words
from companion.faces.panel.pins import JUDGE, MUTE, UNDO, Pins, read_pins
from companion.faces.panel.signals import MEANS, Light
from companion.table.layout import Layout

log = logging.getLogger(__name__)

BOUNCES: Final = 4
"""How often a contact bounces before it is closed or open."""
BOUNCE: Final = 0.001
"""Seconds of each bounce."""
HELD: Final = 0.08
"""The shortest time in seconds that a finger stays on a button."""

BUTTONS: Final = {"A": 5, "B": 6, "C": 13, "D": 19}
LAMPS: Final = {"A": 17, "B": 27, "C": 22, "D": 23}
SHARED: Final = {"button_undo": 26, "button_judge": 16, "button_mute": 20, "buzzer": 24}
"""The pins of a panel with everything, for a table that has none."""
STATES: Final = {Light.OFF: "off", Light.STEADY: "on", Light.SLOW: "blink", Light.FAST: "blink"}


def with_panel(layout: Layout) -> Layout:
    """The table with its own panel, or else with one that has everything."""
    if layout.panel:
        return layout
    pins = zip(layout.seats, BUTTONS.values(), LAMPS.values(), strict=False)
    own = [
        (name, pin) for seat, button, lamp in pins for name, pin in ((f"button_{seat}", button), (f"lamp_{seat}", lamp))
    ]
    return replace(layout, panel=dict(own) | SHARED)


class PanelTwin:
    """Stands in for the pins of one panel. If its table is opened again, the twin stays the same."""

    def __init__(
        self,
        layout: Layout,
        *,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[float], None] = sleep,
    ) -> None:
        """Raises `PanelError`."""
        self.layout = with_panel(layout)
        """The table that the panel is to be opened for."""
        self.clock = clock
        self.pins: Pins = read_pins(self.layout.panel, self.layout.seats)
        self._pause = pause
        self._panel: ButtonPanel | None = None
        self._listeners: dict[str, Callable[[], None]] = {}
        self._finger = Lock()
        try:
            self.factory: Any = import_module("gpiozero.pins.mock").MockFactory()
        except ImportError as problem:
            raise PanelError(in_words(problem)) from problem

    def follow(self, panel: ButtonPanel) -> None:
        """Show what this panel does from now on."""
        self._panel = panel
        panel.subscribe("twin", self._tell)
        self._tell()

    @property
    def shown(self) -> PanelState:
        """What lamps and buzzer show now, as a frozen value."""
        return self._panel.shown if self._panel else PanelState(dict.fromkeys(self.pins.lamps, Light.OFF))

    def subscribe(self, name: str, listener: Callable[[], None]) -> None:
        """Call the listener, which must be quick, whenever `shown` changes, in whichever thread changes it."""
        self._listeners[name] = listener

    def _tell(self) -> None:
        for listener in list(self._listeners.values()):
            listener()

    # -- the finger --------------------------------------------------------------------------------------------

    @property
    def buttons(self) -> tuple[str, ...]:
        """All buttons of the panel: seats, and `undo`, `judge`, `mute`."""
        return (*self.pins.seats, *self.pins.shared)

    def press(self, button: str) -> None:
        """Press a button like a finger: the contact bounces when it closes and when it opens, which takes a moment.

        Raises `KeyError` if there is no such button.
        """
        pin = {**self.pins.seats, **self.pins.shared}[button]
        with self._finger:
            self._bounce(pin, closed=True)
            self._pause(HELD)
            self._bounce(pin, closed=False)
            self._pause(HELD)

    def _bounce(self, number: int, *, closed: bool) -> None:
        pin = self.factory.pin(number)
        for turn in range(BOUNCES + 1):
            low = closed if turn % 2 == 0 else not closed
            try:
                pin.drive_low() if low else pin.drive_high()
            except Exception:
                log.info("A button was pressed while the panel was closed.", exc_info=True)
            if turn < BOUNCES:
                self._pause(BOUNCE)

    # -- for a page --------------------------------------------------------------------------------------------

    def row(self, language: Language, names: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Lamps, buttons and the last sound as JSON. `names` are people's names, by seat."""
        say, shown, names = language.say, self.shown, names or {}
        labels = {
            UNDO: say("Take back"),
            JUDGE: say("Judge"),
            MUTE: say("Sound on") if shown.muted else say("Mute"),
        }
        return {
            "lamps": [
                {
                    "id": seat,
                    "label": names.get(seat, seat),
                    "state": STATES[light],
                    "rhythm": light.value,
                    "text": MEANS[light].said(say),
                }
                for seat, light in shown.lights.items()
            ],
            "buttons": [
                *({"id": seat, "label": f"{names.get(seat, seat)}: {say('done')}"} for seat in self.pins.seats),
                *({"id": button, "label": labels[button]} for button in self.pins.shared),
            ],
            "sound": shown.sound.words.said(say) if shown.sound else "",
            "sounds": shown.sounds,
            "muted": shown.muted,
        }
