"""What the guide of the first run needs from the outside world: ports, files, tags and codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import click

from companion.app.first_run import troubles
from companion.app.first_run.progress import FoundPad
from companion.app.first_run.steps import (
    Blink,
    Errand,
    Event,
    FindPads,
    FoundPads,
    GiveNumber,
    KeptTable,
    KnownChips,
    Listen,
    NewCode,
    OpenBox,
    ReadTable,
    ReleasePorts,
    WriteTable,
    told,
)
from companion.app.table_file import load_table
from companion.cli.asking import AT_ONCE, NoPad, Talk, talk
from companion.cli.box import box_of
from companion.cli.enrolment import Enrolment
from companion.cli.ports import FoundPort, ports_there
from companion.faces.server.doors import HOST, Doors
from companion.rules import find_game
from companion.table.kinds import station_kinds
from companion.table.layout import Layout
from companion.table.layout_file import TableProblems, read_layout
from companion.table.messages import Done, Lamp, Led, Num
from companion.table.pad_driver import PadDriver
from companion.table.phrases import NOTHING, Phrase
from companion.table.port import PortError
from companion.table.registry import RegistryError
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid
from companion.table.station import StationDriver, StationError, station_notice
from companion.table.whole_files import write_whole


class TableDevices:
    """The ports of this machine, and the folder with the files of its table."""

    def __init__(self, folder: Path, table: Path, registry: Path, game: str, ports: tuple[str, ...] = ()) -> None:
        """If `ports` are given, only those are looked at."""
        self.table = table
        self.registry = registry
        self._folder = folder
        self._game = game
        self._ports = ports
        self._stack = ExitStack()
        self._talks: dict[str, tuple[ExitStack, Talk]] = {}

    def close(self) -> None:
        """Switch all lamps off, and close all ports."""
        for port in list(self._talks):
            self._hang_up(port)
        self._stack.close()

    def carry_out(self, errand: Errand[Any], heard: Callable[[Event], None]) -> Any:
        """Carry out an errand of the guide, and return its result."""
        match errand:
            case ReleasePorts():
                return self.close()
            case FindPads():
                return self._find()
            case Blink(port, on):
                return self._blink(port) if on else self._hang_up(port)
            case GiveNumber(port, number):
                return self._number(port, number)
            case Listen(layout):
                return self._listen(layout, heard)
            case ReadTable():
                return self._kept()
            case WriteTable(text):
                return self._write(text)
            case OpenBox():
                return self._open_box()
            case KnownChips():
                return self._known()
            case NewCode(alone):
                return self._code(alone)
        raise TypeError(f"Nobody knows this errand: {errand}.")

    # -- pads --------------------------------------------------------------------------------------------------

    def _find(self) -> FoundPads:
        there = [FoundPort(port) for port in self._ports] or ports_there()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(greeted, (port.path for port in there)))
        pads = tuple(answer for answer in answers if isinstance(answer, FoundPad))
        silent = [(port.path, words) for port, words in zip(there, answers, strict=True) if isinstance(words, Phrase)]
        answering = ((path, station_at(path)) for path, _ in silent)
        station, kind = next(((path, kind) for path, kind in answering if kind), ("", ""))
        pads = tuple(sorted(pads, key=lambda pad: (pad.number or 100, pad.port)))
        return FoundPads(pads, station, kind, tuple(words for path, words in silent if path != station))

    def _blink(self, port: str) -> Phrase:
        stack = ExitStack()
        try:
            conversation = stack.enter_context(talk(port))
            hello = conversation.link.hello
            replies = [conversation.ask(Led(at, Lamp.BLINKING)) for at in range(len(hello.chips) if hello else 0)]
        except (NoPad, PortError) as problem:
            stack.close()
            return told(str(problem))
        self._talks[port] = stack, conversation
        return NOTHING if any(isinstance(reply, Done) for reply in replies) else troubles.lampless(port)

    def _hang_up(self, port: str) -> Phrase:
        """Switch the lamps of a pad off, and close its port."""
        stack, conversation = self._talks.pop(port, (ExitStack(), None))
        with stack:
            if conversation and (hello := conversation.link.hello):
                try:
                    for at in range(len(hello.chips)):
                        conversation.ask(Led(at, Lamp.OFF))
                except PortError:
                    return troubles.gone()
        return NOTHING

    def _number(self, port: str, number: int) -> Phrase:
        if port not in self._talks and (trouble := self._blink(port)) and port not in self._talks:
            return trouble
        conversation = self._talks[port][1]
        hello = conversation.link.hello
        if hello and hello.number == number:
            return NOTHING
        try:
            reply = conversation.ask(Num(number))
        except PortError as problem:
            self._hang_up(port)
            return problem.told
        return NOTHING if isinstance(reply, Done) else troubles.gone() if reply is None else troubles.forgetful()

    def _listen(self, layout: Layout, heard: Callable[[Event], None]) -> None:
        self.close()
        if layout.pads:
            self._stack.enter_context(PadDriver(layout, heard))
        if layout.station:

            def noticed(words: Phrase) -> None:
                heard(station_notice(words, monotonic()))

            station = station_kinds()[layout.station.kind](layout.station.port, True)
            driver = StationDriver(station, heard, noticed, monotonic)
            driver.start()
            self._stack.callback(driver.stop)

    # -- files -------------------------------------------------------------------------------------------------

    def _kept(self) -> KeptTable:
        found = load_table(self.table)
        if isinstance(found, Layout):
            return KeptTable(True, found)
        if found.unread and not self.table.exists():
            return KeptTable()
        return KeptTable(True, None, tuple(map(told, found.said())))

    def _write(self, text: str) -> Phrase:
        assert not isinstance(read_layout(text), TableProblems)
        try:
            self.table.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.table.exists():
                write_whole(free_name(self.table), self.table.read_bytes())
            write_whole(self.table, text.encode())
        except OSError as problem:
            why = problem.strerror or str(problem)
            return troubles.unwritten(str(self.table), why)
        return NOTHING

    def _open_box(self) -> Enrolment | Phrase:
        try:
            return Enrolment(RegistryFile(self.registry), box_of(self._game))
        except (RegistryError, click.ClickException) as problem:
            return told(str(problem))

    def _known(self) -> Mapping[Uid, str]:
        try:
            kinds = RegistryFile(self.registry).registry.kinds(self._game)
        except RegistryError:
            return {}
        words = {entry.key: entry.name for entry in find_game(self._game).encyclopedia().values()}
        return {uid: words.get(kind, kind) for uid, kind in kinds.items()}

    def _code(self, alone: bool) -> str:
        doors = Doors(monotonic, self._folder / "doors.json")
        if alone:
            doors.revoke(HOST)
        return (doors.code_for(HOST) or doors.open(HOST)).spaced


def greeted(port: str) -> FoundPad | Phrase:
    """The pad that answers at a port, or why none does."""
    try:
        with talk(port) as conversation:
            hello = conversation.link.hello
            assert hello is not None
            dead = tuple(at for at, chip in enumerate(hello.chips) if chip is None)
            return FoundPad(port, hello.number, len(hello.chips), dead)
    except PortError as problem:
        return problem.told
    except NoPad as problem:
        return told(str(problem))


def station_at(port: str) -> str:
    """Which kind of NFC station answers at a port; "" if none does."""
    for kind, open_station in station_kinds().items():
        station = open_station(port, False)
        try:
            station.open()
        except StationError:
            continue
        station.close()
        return kind
    return ""


def free_name(table: Path) -> Path:
    """A free name for the old file, so that no earlier file is lost."""
    path, number = table.with_name(f"{table.name}.old"), 2
    while path.exists():
        path, number = table.with_name(f"{table.name}.old.{number}"), number + 1
    return path
