"""Reading `table.toml`: the table it describes, or everything that is wrong with it, line by line.

name = "Cells for two"
seats = ["A", "B"]
neighbours = [[1, 2], [3, 4]]       # pads that stand less than 12 cm from each other

[station]
port = "/dev/puzzle-strike/station"
tap = "bank"

[[pad]]
number = 1
port = "/dev/puzzle-strike/pad-1"
readers = [
    { cells = "A.pile", count = 2 },
    { tap = "A.played" },
    { slot = "A.bag", beyond = "A.hand" },
]

Places are named as the game names them; `row@3` is the address 3 of the place `row`. `game` says which game that is,
where the table is not made for the usual one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from pathlib import Path as FilePath
from typing import Any, TypeAlias

from companion.table.layout import (
    AIR,
    MOST_READERS,
    OUTSIDE,
    STATION,
    USUAL_STATION,
    Layout,
    Pad,
    Spot,
    SpotRole,
    StationSpot,
)
from companion.table.layout_parts import LONGEST_FILE, Sheet, TableProblem, TomlPart, listed, short
from companion.table.toml_lines import Path, lines_of

__all__ = ["Layout", "TableProblem", "TableProblems", "load_layout", "read_layout"]

MOST_CELLS = 2
"""The most chips that one reader can tell apart."""
HIGHEST_PAD = 99
PINS = (2, 27)
"""The first and the last GPIO pin that a panel on a Raspberry Pi may use."""

NOT_SEATS = frozenset({"table", "judge", "box", AIR, STATION})
SEAT = re.compile(r"(?=.{1,24}\Z)[^\s.:+@]+(?: [^\s.:+@]+)*")
"""Words with single spaces between them."""
PLACE = re.compile(r"[^\s@](?:[^@]{0,62}[^\s@])?(?:@[^\s@]{1,24})?")
"""A name without space around it, with or without an address."""

KnownPlaces: TypeAlias = Callable[[str, tuple[str, ...]], Collection[str] | None]
"""Says how the places of a game with these seats are called; None if there is no such game."""


@dataclass(frozen=True, slots=True)
class TableProblems:
    """Why a file describes no table."""

    file: str
    found: tuple[TableProblem, ...]
    unread: bool = False
    """Whether the file itself could not be read."""

    def said(self) -> list[str]:
        """Return one line for each problem, for people."""
        return [problem.said(self.file) for problem in self.found]


def load_layout(path: FilePath, known: KnownPlaces | None = None) -> Layout | TableProblems:
    """Return the table that a file describes, or everything that is wrong with the file."""
    try:
        with path.open("rb") as file:
            raw = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        remedy = "Run `companion first-run`, or name another with --table."
        return TableProblems(str(path), (TableProblem(0, "there is no such file", remedy),), unread=True)
    except (OSError, ValueError) as problem:  # ValueError: a name that no file can have
        what = getattr(problem, "strerror", None) or str(problem)
        return TableProblems(
            str(path),
            (TableProblem(0, f"it cannot be read: {what}", "Do you have permission to read it?"),),
            unread=True,
        )
    if len(raw) > LONGEST_FILE:
        return TableProblems(str(path), (TableProblem(0, "it is far too long for a table", "Is this the right file?"),))
    try:
        text = raw.decode()
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        return TableProblems(str(path), (TableProblem(line, "this is not text in UTF-8", "Save the file as UTF-8."),))
    return read_layout(text, str(path), known)


def read_layout(text: str, file: str = "table.toml", known: KnownPlaces | None = None) -> Layout | TableProblems:
    """Return the table that a text describes, or everything that is wrong with it. With `known`, each place that it
    names must be one of the game."""
    try:
        values = tomllib.loads(text)
        lines = lines_of(text.replace("\r\n", "\n"))
    except RecursionError:
        return TableProblems(
            file, (TableProblem(1, "brackets are nested too deep", "A table needs three levels at most."),)
        )
    except ValueError as problem:
        return TableProblems(file, (not_toml(text, str(problem)),))
    reading = Reading(Sheet(lines), known)
    layout = reading.table(TomlPart(reading.sheet, (), values))
    if reading.sheet.problems:
        return TableProblems(file, tuple(sorted(reading.sheet.problems, key=lambda problem: problem.line)))
    return layout


def not_toml(text: str, what: str) -> TableProblem:
    """Return the problem that `tomllib` reports, with its line."""
    place = re.search(r" \((?:at line (\d+), column \d+|at end of document)\)$", what)
    what = what[: place.start()] if place else what
    last = text.rstrip().count("\n") + 1
    line = int(place[1]) if place and place[1] else last if place else 1
    what = what[:1].lower() + what[1:90]
    return TableProblem(line, f"this is not TOML: {what}", 'Put words in quotes, as in name = "Our table".')


@dataclass
class Reading:
    """A file while it is read. It remembers what has been taken, so that nothing is taken twice."""

    sheet: Sheet
    known: KnownPlaces | None = None
    seats: tuple[str, ...] = ()
    places: Collection[str] | None = None
    """How the game's places are called, if that is known."""
    taken: dict[tuple[str, object], Path] = field(default_factory=dict)
    numbered: bool = True
    """Whether every pad so far has a valid number. If not, `neighbours` is not blamed for naming unknown pads."""

    def table(self, top: TomlPart) -> Layout:
        """Read the whole file."""
        top.only("name", "game", "seats", "neighbours", "pad", "station", "panel")
        self.seats = self.read_seats(top)
        game = top.text("game", default="")
        self.places = self.known(game, self.seats) if self.known and self.seats else None
        if self.known and self.seats and game and self.places is None:
            what = f'there is no game "{game}" here'
            self.sheet.wrong(top.path_of("game"), what, "Leave it out for the usual one, or install it.")
        station = self.read_station(top)
        pads = tuple(self.read_pad(part) for part in top.parts("pad"))
        return Layout(
            name=top.text("name", default=""),
            seats=self.seats,
            pads=pads,
            station=station,
            groups=self.read_neighbours(top, pads),
            panel=self.read_panel(top),
            game=game,
        )

    def once(self, what: str, value: object, path: Path, remedy: str) -> bool:
        """Take something that may occur only once. Return False, and note the problem, if it was taken before."""
        earlier = self.taken.setdefault((what, value), path)
        if earlier == path:
            return True
        earlier, later = sorted((earlier, path), key=self.sheet.line_of)
        self.sheet.wrong(later, f"the {what} {value} is already on line {self.sheet.line_of(earlier)}", remedy)
        return False

    # -- the people --------------------------------------------------------------------------------------------

    def read_seats(self, top: TomlPart) -> tuple[str, ...]:
        """Read who sits at the table."""
        seats = []
        for path, name in top.items("seats"):
            if not isinstance(name, str) or not SEAT.fullmatch(name) or not name.isprintable():
                self.sheet.wrong(path, f"{shown(name)} cannot be the name of a seat", 'Take a short word such as "A".')
            elif name in NOT_SEATS:
                self.sheet.wrong(
                    path, f'no seat can be called "{name}"', "The program uses this word for something else."
                )
            elif self.once("seat", name, path, "Give each seat a name of its own."):
                seats.append(name)
        if top.values.get("seats", []) == [] and "seats" not in top.meant:
            self.sheet.wrong(top.path_of("seats"), "no seats are named", 'Add a line such as seats = ["A", "B"].')
        return tuple(seats)

    # -- the readers -------------------------------------------------------------------------------------------

    def read_station(self, top: TomlPart) -> StationSpot | None:
        """Read the NFC station."""
        part = top.part("station")
        if part is None:
            return None
        part.only("port", "kind", "tap", "slot", "beyond", "label")
        is_spot = any(key in part.values for key in ("tap", "slot", "beyond", "label"))
        kind = part.text("kind", default="") or USUAL_STATION
        return StationSpot(self.read_port(part), self.read_spot(part, STATION) if is_spot else None, kind)

    def read_pad(self, part: TomlPart) -> Pad:
        """Read a pad and its readers."""
        part.only("number", "port", "readers")
        number = part.number("number", 1, HIGHEST_PAD)
        if number is None or not self.once("pad", number, part.path_of("number"), "Give each pad its own number."):
            self.numbered = False
        readers = part.parts("readers", needed='Add a line such as readers = [{ tap = "PLACE" }].')
        for extra in readers[MOST_READERS:]:
            what = f"this is reader {extra.path[-1]} of the pad, counted from 0"
            self.sheet.wrong(extra.path, what, f"A pad has at most {MOST_READERS} readers: begin another pad.")
        spots = []
        for at, reader in enumerate(readers):
            reader.only("cells", "count", "tap", "slot", "beyond", "hidden", "label")
            spots.append(self.read_spot(reader, f"{number}.{at}"))
        return Pad(number or 0, self.read_port(part), tuple(spots))

    def read_port(self, part: TomlPart) -> str:
        """Read the port that the device is plugged into."""
        port = part.text("port", needed='Add a line such as port = "/dev/puzzle-strike/pad-1".')
        if not port:
            return ""
        path = part.path_of("port")
        if not port.startswith("/") or re.search(r"\s", port):
            remedy = 'Write the whole path, such as "/dev/puzzle-strike/pad-1".'
            self.sheet.wrong(path, f'"{port}" is not the path of a port', remedy)
        else:
            self.once("port", port, path, "Each pad, and the station, has a port of its own.")
        return port

    def read_spot(self, part: TomlPart, reader: str) -> Spot:
        """Read one reader. The key that names its zone says what kind of spot it is."""
        kinds = [kind for kind in ("cells", "tap", "slot") if kind in part.values]
        if len(kinds) != 1:
            if kinds or not part.meant & {"cells", "tap", "slot"}:  # else the misspelt key is reported already
                what = f"this is {' and '.join(kinds)} at once" if kinds else "nothing says what this reader is for"
                self.sheet.wrong(part.path, what, "Make it one of cells, tap and slot.")
            return Spot(reader, SpotRole.TAP, "")
        (kind,) = kinds
        zone = self.read_zone(part, kind)
        label = part.text("label", default="")
        if label:
            self.once("label", label, part.path_of("label"), "Call each reader something else.")
        if kind == "cells":
            part.without("beyond", "A cell leads nowhere: leave it out.")
            count = part.number("count", 1, MOST_CELLS, default=1) or 1
            hidden = part.flag("hidden")
            return Spot(reader, SpotRole.CELLS, zone, cells=count, hidden=hidden, label=label)
        part.without("count", "Only cells are counted: leave it out.")
        part.without("hidden", "A tap that only its owner may read is a slot; a slot is always hidden.")
        if zone:
            self.once("tap of", zone, part.path_of(kind), "Two readers cannot be one spot: which of them is it?")
        beyond = self.read_zone(part, "beyond") if "beyond" in part.values else AIR
        if kind == "slot" and "beyond" not in part.values:
            remedy = 'Say with beyond = "PLACE" where a chip goes when it comes out, such as the hand of its owner.'
            self.sheet.wrong(part.path_of(kind), "this slot leads nowhere", remedy)
        return Spot(reader, SpotRole.TAP, zone, beyond=beyond, hidden=kind == "slot", label=label)

    def read_zone(self, part: TomlPart, key: str) -> str:
        """Read the name of a place, or of an address in it."""
        zone = part.text(key)
        if not zone:
            return ""
        path = part.path_of(key)
        if zone == AIR:
            if key != "beyond":
                self.sheet.wrong(path, "no reader can be in the air", "Name a place of the game.")
        elif zone in self.seats:
            self.sheet.wrong(path, f'"{zone}" is a seat, not a place', "Name one of its places.")
        elif not PLACE.fullmatch(zone) or not zone.isprintable():
            self.sheet.wrong(
                path, f'"{zone}" is not the name of a place', "Write it as the game does, without spaces around it."
            )
        elif self.places is not None and zone not in (*self.places, *OUTSIDE):
            near = get_close_matches(zone, list(self.places), n=2, cutoff=0.6) or sorted(self.places)[:2]
            self.sheet.wrong(path, f'the game has no place "{zone}"', f"It has places such as {' and '.join(near)}.")
        return zone

    # -- the rest ----------------------------------------------------------------------------------------------

    def read_neighbours(self, top: TomlPart, pads: Sequence[Pad]) -> tuple[frozenset[str], ...]:
        """Read which pads are close to each other. The readers of one pad always are."""
        readers: dict[object, frozenset[str]] = {
            pad.number: frozenset(spot.reader for spot in pad.spots) for pad in pads
        }
        readers[STATION] = frozenset({STATION})
        known = [*sorted(pad.number for pad in pads), *([STATION] if "station" in top.values else [])]
        groups = []
        for path, group in top.items("neighbours"):
            if not isinstance(group, list):
                self.sheet.wrong(path, f"{shown(group)} is not a group of pads", "Write neighbours = [[1, 2], [3, 4]].")
                continue
            for at, name in enumerate(group):
                if isinstance(name, bool) or not isinstance(name, int | str) or (self.numbered and name not in known):
                    there = listed(map(str, known)) or "none at all"
                    self.sheet.wrong((*path, at), f"there is no pad {shown(name)}", f"There is {there}.")
                elif name in group[:at]:
                    self.sheet.wrong((*path, at), f"pad {name} is named twice in this group", "Once is enough.")
            groups.append(together(readers[name] for name in group if isinstance(name, int | str) and name in readers))
        own = [readers[pad.number] for pad in pads]
        wide = [group for group in groups if group not in own]
        return tuple(group for group in (*wide, *lonely(own, wide)) if len(group) > 1)

    def read_panel(self, top: TomlPart) -> dict[str, int]:
        """Read the pins of buttons, lamps and buzzer."""
        part = top.part("panel")
        if part is None:
            return {}
        pins = {}
        for name in part.values:
            pin = part.number(name, *PINS)
            if pin is not None and self.once("pin", pin, part.path_of(name), "Each has a pin of its own."):
                pins[name] = pin
        return pins


def together(groups: Iterable[frozenset[str]]) -> frozenset[str]:
    """Merge all groups into one."""
    return frozenset(chain.from_iterable(groups))


def lonely(pads: Iterable[frozenset[str]], groups: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Return the pads that are in none of the groups."""
    return [pad for pad in pads if not any(pad <= group for group in groups)]


def shown(value: Any) -> str:
    """Return a value of the file, short enough for a sentence."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) > 10**9:
        return "such a big number"
    return f'"{short(value)}"' if isinstance(value, str) else short(str(value))
