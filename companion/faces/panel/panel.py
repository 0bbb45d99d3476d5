"""The panel itself: gpiozero's buttons, lamps and buzzer, and one thread that listens to the buttons."""

from __future__ import annotations

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

SLOW: Final = 0.6
FAST: Final = 0.12
"""Seconds that a blinking lamp is on, and off."""


class PanelError(Exception):
    """There is no panel to be had; said for people."""


class Edge(NamedTuple):
    """A contact closes or opens."""

    button: str
    closed: bool
    at: float


@dataclass(frozen=True)
class Shown:
    """What lamps and buzzer tell just now."""

    lights: Mapping[str, Light] = field(default_factory=dict)
    """By seat."""
    sound: Sound | None = None
    """The last one, whether it was muted or not."""
    sounds: int = 0
    """How many there were."""
    muted: bool = False


class Panel:
    """Lamps and buzzer may be told from any thread; `pressed` is called in the panel's own."""

    def __init__(
        self,
        pins: Pins,
        pressed: Callable[[str], None],
        *,
        factory: Any = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`factory` makes gpiozero's pins; None for this machine's own. Raises `PanelError`."""
        self.shown = Shown(dict.fromkeys(pins.lamps, Light.OFF))
        """It is replaced, never changed."""
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
        except Exception as problem:  # gpiozero and what is below it raise what they like
            self._parts.close()
            raise PanelError(in_words(problem)) from problem
        self._thread = Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def _wire(self, pins: Pins, factory: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # which ways to the pins it has tried in vain
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
        """Lamps go out, and the pins are free."""
        self._edges.put(None)
        self._thread.join()
        self._parts.close()

    # -- telling -----------------------------------------------------------------------------------------------

    def light(self, lights: Mapping[str, Light]) -> None:
        """Each lamp as it shall burn; those that are not named go out."""
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
        """Unless it is muted. It does not wait for the end."""
        self._show(lambda shown: replace(shown, sound=sound, sounds=shown.sounds + 1))
        if self._buzzer is not None and not self.muted:
            self._buzzer.beep(sound.seconds, sound.seconds, sound.beeps)

    def mute(self) -> None:
        """Silence, or no more of it."""
        self._show(lambda shown: replace(shown, muted=not shown.muted))
        if self.muted and self._buzzer is not None:
            self._buzzer.off()

    @property
    def muted(self) -> bool:
        """Whether nobody hears anything."""
        return self.shown.muted

    def subscribe(self, name: str, listener: Callable[[], None]) -> None:
        """Call this whenever `shown` is new, in whatever thread made it so. It must be quick."""
        self._listeners[name] = listener

    def _show(self, change: Callable[[Shown], Shown]) -> Shown:
        """What was shown before this change."""
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
            # What has come up to now counts before anything is a press: an answer may have taken seconds.
            edges += self._waiting()
            for edge in edges:
                if edge is None:
                    return
                self._buttons[edge.button].edge(edge.closed, edge.at)
            for name, button in self._buttons.items():
                if button.tick(now):
                    self._press(name)

    def _wait(self, seconds: float | None) -> list[Edge | None]:
        """For the next edge, or None for the end; no longer than this."""
        try:
            return [self._edges.get(timeout=seconds)]
        except Empty:
            return []

    def _waiting(self) -> list[Edge | None]:
        """All the others that are there."""
        return [self._edges.get() for _ in range(self._edges.qsize())]

    def _press(self, name: str) -> None:
        try:
            self._pressed(name)
        except Exception:  # whoever answers a button tells it; the next press is heard all the same
            return


def in_words(problem: Exception) -> str:
    """Why there is none."""
    if isinstance(problem, ImportError):
        missing = f"The panel needs packages that are not installed ({problem.name})."
        return f"{missing} The game goes on without it. {remedy()}"
    return f"The panel cannot be used ({problem}). The game goes on without it. Is this a Raspberry Pi?"
