"""Somebody at a table of emulated pads who does what the guide asks for: hands, and a voice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.app.first_run import placing
from companion.app.first_run.guide import Guide
from companion.app.first_run.progress import Progress
from companion.app.first_run.steps import Card, MoveMark, MoveResult
from companion.app.first_run.walk import Notes, Walk, WalkView
from companion.app.table_file import USUAL
from companion.cli.first_run_devices import TableDevices
from companion.rehearsal.live_pads import LivePads
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import find_game
from companion.table.layout import Layout
from companion.table.layout_file import load_layout, read_layout
from companion.table.sightings import Uid

HARDWARE = """
seats = ["A", "B"]
[[pad]]
number = 1
port = "/dev/one"
readers = [{ tap = "a" }, { tap = "b" }, { tap = "c" }, { tap = "d" }]
[[pad]]
number = 2
port = "/dev/two"
readers = [{ tap = "e" }, { tap = "f" }, { tap = "g" }, { tap = "h" }]
"""
"""Two pads whose readers stand for nothing yet."""

GEM = TaggedThing(Uid("04A1B2C3D4E5F6"), "gem_1")
LIES = {
    "pile tap of A": "1.0", "play tap of A": "1.2", "discard tap of A": "1.1", "bag slot of A": "1.3",
    "pile tap of B": "2.3", "play tap of B": "2.2", "discard tap of B": "2.1", "bag slot of B": "2.0",
}  # fmt: skip
"""Where the spots really are: not in the order in which they are asked for."""
ANSWERS = {
    "Which language": "en",
    "Are these all the pads": "",
    "are blinking. Which number": "",
    "How many seats": "2",
    "Which kit": "taps",
    "What serves as the bank spot": "none",
    "less than 12 cm apart": "1 2",
    "Is this your table": "write",
    "tags cannot be enrolled": "",
    "no reader that can enrol tags": "",
    "nothing to test": "",
    "Lay them on": "later",
    "types this code": "",
    "All is well": "",
    "Something needs attention": "finish",
}
"""What somebody says for whom everything is as usual."""


def only_the_usual_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install no other game, whatever other tests have registered."""
    monkeypatch.setattr(placing, "games", lambda: {USUAL: find_game(USUAL)})


@dataclass
class Person:
    """Reacts to each view: lays the chip where it is asked for, and answers what has an answer."""

    pads: LivePads
    answers: Mapping[str, str] = field(default_factory=dict)
    lies: Mapping[str, str] = field(default_factory=lambda: LIES)
    until: str = ""
    """At this question it has had enough."""
    first: Callable[[Card], bool] = lambda card: False
    """What is done before all else; whether that was all."""
    heard: list[str] = field(default_factory=list)
    """All that was asked and told, once each."""
    results: tuple[MoveResult, ...] = ()
    walk: Walk | None = None
    _asked: tuple[str, str] = ("", "")

    def look(self, view: WalkView) -> None:
        """A view has come."""
        assert self.walk
        if view.card is None:
            return
        card = view.card
        for line in (*card.said, card.question):
            if line not in self.heard[-12:]:
                self.heard.append(str(line))
        self.results = card.results
        if self.first(card):
            return
        if self.until and self.until in card.question:
            self.walk.end()
            return
        at_spot = re.search(r"(?:lay any chip on the|Touch this with .*:|Move .* across:) (.*)\.", str(card.question))
        if at_spot:
            if self._asked != (view.title, card.question):
                self._asked = (str(view.title), str(card.question))
                self.lay(at_spot[1])
            return
        for start, answer in {**ANSWERS, **self.answers}.items():
            if start in card.question:
                self.say(answer)
                return
        raise AssertionError(f"Nobody knows what to say to: {card.question}")

    def lay(self, spot: str) -> None:
        """A chip onto a spot, or nothing where none is."""
        reader = self.lies.get(spot, "")
        if not reader:
            self.say("skip")
        else:
            self.pads.put(GEM, reader)

    def say(self, word: str) -> None:
        """To what is asked now."""
        assert self.walk
        self.walk.answer(word, self.walk.view.asked)

    @property
    def marks(self) -> list[MoveMark]:
        """Of the test's list."""
        return [one.mark for one in self.results]


@dataclass
class Table:
    """Emulated pads on ptys, and a data folder."""

    pads: LivePads
    folder: Path

    @property
    def ports(self) -> tuple[str, ...]:
        return tuple(pad.port for pad in self.pads.layout.pads)

    @property
    def file(self) -> Path:
        return self.folder / "table.toml"

    @property
    def layout(self) -> Layout:
        found = load_layout(self.file)
        assert isinstance(found, Layout), found
        return found

    @property
    def progress(self) -> Progress:
        return Notes(self.folder).read()[0]

    def zones(self) -> dict[str, str]:
        """What was learnt of each reader."""
        return {spot.reader: spot.zone for spot in self.layout.spots()}

    def devices(self) -> TableDevices:
        return TableDevices(self.folder, self.file, self.folder / "tags.json", "puzzle-strike", self.ports)

    def run(self, person: Person, change: Callable[[Progress], Progress] = lambda progress: progress) -> bool:
        """The guide, from where it stopped; whether all is done."""
        notes = Notes(self.folder)
        person.walk = Walk(Guide(change(notes.read()[0]), notes.keep), self.devices())
        return person.walk.run(person.look)

    def person(self, answers: Mapping[str, str] | None = None, **more: Any) -> Person:
        return Person(self.pads, answers or {}, **more)


@contextmanager
def emulated_table(folder: Path, hardware: str = HARDWARE) -> Iterator[Table]:
    """Pads that answer."""
    layout = read_layout(hardware)
    assert isinstance(layout, Layout)
    with LivePads(layout, folder / "ports") as pads:
        yield Table(pads, folder / "data")
