"""The panel itself: gpiozero's buttons, lamps and buzzer, and one thread that listens to the buttons."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from companion.faces.extras import remedy
from companion.faces.panel.debounce import Debounce
from companion.faces.panel.pins import Pins
from companion.faces.panel.signals import Light, Sound

log = logging.getLogger(__name__)

SLOW: Final = 0.6
FAST: Final = 0.12
"""Seconds for which a blinking lamp is on, and then off."""


class PanelError(Exception):
    """The panel cannot be used; the message is for people."""


class Edge(NamedTuple):
    """A contact closes or opens."""

    button: str
    closed: bool
    at: float


@dataclass(frozen=True)
class PanelState:
    """What the lamps show and the buzzer plays."""

    lights: Mapping[str, Light] = field(default_factory=dict)
    """The lamps, by seat."""
    sound: Sound | None = None
    """The last sound, even if it was muted."""
    sounds: int = 0
    """How many sounds there have been."""
    muted: bool = False


class ButtonPanel:
    """The panel. Any thread may set lamps and buzzer; `pressed` is called in the panel's own thread."""

    def __init__(
        self,
        pins: Pins,
        pressed: Callable[[str], None],
        *,
        factory: Any = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`factory` makes gpiozero's pins; None means this machine's own pins. Raises `PanelError`."""
        self.shown = PanelState(dict.fromkeys(pins.lamps, Light.OFF))
        """The whole value is replaced, never changed in place."""
        self._lock = Lock()
        self._listeners: dict[str, Callable[[], None]] = {}
        self._pressed = pressed
        self._clock = clock
        self._edges: SimpleQueue[Edge | None] = SimpleQueue()
        self._buttons = {name: Debounce() for name in (*pins.seats, *pins.shared)}
        self._parts = ExitStack()
        self._lamps: dict[str, Any] = {}
        self._buzzer: Any = None
        try:
            self._wire(pins, factory)
        except Exception as problem:  # gpiozero and the libraries below it may raise anything
            self._parts.close()
            raise PanelError(in_words(problem)) from problem
        self._thread = Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def _wire(self, pins: Pins, factory: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the pin libraries that it tries in vain
            gpiozero: Any = import_module("gpiozero")  # it has no types
            for name, pin in {**pins.seats, **pins.shared}.items():
                button = self._parts.enter_context(gpiozero.Button(pin, pull_up=True, pin_factory=factory))
                button.when_pressed = self._hears(name, True)
                button.when_released = self._hears(name, False)
            for seat, pin in pins.lamps.items():
                self._lamps[seat] = self._parts.enter_context(gpiozero.LED(pin, pin_factory=factory))
            if pins.buzzer is not None:
                self._buzzer = self._parts.enter_context(gpiozero.Buzzer(pins.buzzer, pin_factory=factory))

    def _hears(self, name: str, closed: bool) -> Callable[[], None]:
        def heard() -> None:
            self._edges.put(Edge(name, closed, self._clock()))

        return heard

    def close(self) -> None:
        """Switch the lamps off and free the pins."""
        self._edges.put(None)
        self._thread.join()
        self._parts.close()

    # -- telling -----------------------------------------------------------------------------------------------

    def light(self, lights: Mapping[str, Light]) -> None:
        """Set how each lamp burns; lamps that are not named go out."""
        burn = {seat: lights.get(seat, Light.OFF) for seat in self._lamps}
        before = self._show(lambda shown: replace(shown, lights=burn)).lights
        for seat, lamp in self._lamps.items():
            if before[seat] is burn[seat]:
                continue
            match burn[seat]:
                case Light.OFF:
                    lamp.off()
                case Light.STEADY:
                    lamp.on()
                case Light.SLOW:
                    lamp.blink(SLOW, SLOW)
                case Light.FAST:
                    lamp.blink(FAST, FAST)

    def play(self, sound: Sound) -> None:
        """Play a sound unless the panel is muted, without waiting for its end."""
        self._show(lambda shown: replace(shown, sound=sound, sounds=shown.sounds + 1))
        if self._buzzer is not None and not self.muted:
            self._buzzer.beep(sound.seconds, sound.seconds, sound.beeps)

    def forget(self) -> None:
        """Show the last sound no more: what it told of is over."""
        self._show(lambda shown: replace(shown, sound=None))

    def mute(self) -> None:
        """Mute the buzzer, or stop muting it."""
        self._show(lambda shown: replace(shown, muted=not shown.muted))
        if self.muted and self._buzzer is not None:
            self._buzzer.off()

    @property
    def muted(self) -> bool:
        """Whether the buzzer is muted."""
        return self.shown.muted

    def subscribe(self, name: str, listener: Callable[[], None]) -> None:
        """Call `listener` whenever `shown` changes, in the thread that changed it. It must be quick."""
        self._listeners[name] = listener

    def _show(self, change: Callable[[PanelState], PanelState]) -> PanelState:
        """Change what is shown; return what was shown before."""
        with self._lock:
            before, self.shown = self.shown, change(self.shown)
        if self.shown != before:
            for listener in list(self._listeners.values()):
                listener()
        return before

    # -- listening ---------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            due = [at for button in self._buttons.values() if (at := button.deadline) is not None]
            edges = self._wait(max(0.0, min(due) - self._clock()) if due else None)
            now = self._clock()
            # Take in every edge up to now before looking for presses: handling the last press may have taken seconds.
            edges += self._waiting()
            for edge in edges:
                if edge is None:
                    return
                self._buttons[edge.button].edge(edge.closed, edge.at)
            for name, button in self._buttons.items():
                if button.tick(now):
                    self._press(name)

    def _wait(self, seconds: float | None) -> list[Edge | None]:
        """Wait for the next edge, or for None, which means the end; at most this long."""
        try:
            return [self._edges.get(timeout=seconds)]
        except Empty:
            return []

    def _waiting(self) -> list[Edge | None]:
        """Return all other edges that are waiting."""
        return [self._edges.get() for _ in range(self._edges.qsize())]

    def _press(self, name: str) -> None:
        try:
            self._pressed(name)
        except Exception:  # the next press is heard all the same
            log.exception("A press of a button was lost.")


def in_words(problem: Exception) -> str:
    """Return why there is no panel."""
    if isinstance(problem, ImportError):
        missing = f"The panel needs packages that are not installed ({problem.name})."
        return f"{missing} The game goes on without it. {remedy()}"
    return f"The panel cannot be used ({problem}). The game goes on without it. Is this a Raspberry Pi?"
