"""The real firmware in simavr: starts the rig of `firmware/sim`, and lays tags on the readers that it emulates."""

from __future__ import annotations

import json
import select
import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PATIENCE = 60.0
"""Seconds to wait for the rig. It mostly answers at once, but a long `run` takes a while."""

Pace = Literal["real", "fast", "stepped"]
Spoilt = Literal["crc", "bcc", "parity", "cut", "deaf"]
Hang = Literal["soft", "hard", "blink"]
Cause = Literal["power", "button", "brown-out"]


class RigError(Exception):
    """The rig cannot be started, or refused a command."""


@dataclass(frozen=True, slots=True)
class RigReader:
    """The state of one emulated reader."""

    health: str
    chip: str
    field: bool
    lamp: bool
    lamp_changes: int
    collisions: int
    """Answers of its tags in which bits collided."""
    tags: dict[str, str]
    """UID to the state of the tag, as ISO 14443 calls it: `IDLE`, `READY*`, ..."""


@dataclass(frozen=True, slots=True)
class RigState:
    """The state of the rig."""

    ms: float
    """The pad's time since the rig was started."""
    said: int
    """Bytes that the pad has sent to whoever holds its port open, since the rig was started."""
    watchdogs: int
    overruns: int
    """Bytes lost because the firmware did not fetch them."""
    framing_errors: int
    """Bytes that reached the pad with a framing error."""
    violations: int
    readers: tuple[RigReader, ...]


class Rig:
    """A pad that runs its real firmware. Its serial port is at `path`; `close` ends it."""

    def __init__(
        self,
        *,
        pace: Pace = "real",
        mhz: Literal[8, 16] = 16,
        readers: int = 4,
        hex_file: Path | None = None,
        eeprom: Path | None = None,
        link: Path | None = None,
        reset_on_open: bool = False,
        build: Path = FIRMWARE / "build",
    ) -> None:
        program = build / "rig"
        firmware = hex_file or build / f"pad-{mhz}mhz.hex"
        for needed in (program, firmware):
            if not needed.exists():
                raise RigError(f"{needed} is missing. In the project's folder, run: make -C firmware all rig")
        words = [str(program), f"--mhz={mhz}", f"--readers={readers}"]
        words += [f"--{pace}"] if pace != "real" else []
        words += [f"--eeprom={eeprom}"] if eeprom else []
        words += [f"--link={link}"] if link else []
        words += ["--reset-on-open"] if reset_on_open else []
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([*words, str(firmware)], stdin=pipe, stdout=pipe, text=True)
        ready, _, path = self._listen().partition(" ")
        if ready != "ready":
            self.close()
            raise RigError(f"The rig did not start with {firmware}.")
        self.path = path
        """The pseudo terminal that a driver opens."""

    # -- talking -----------------------------------------------------------------------------------------------

    def _listen(self) -> str:
        """Return the next line from the rig."""
        stdout = self._process.stdout
        assert stdout is not None
        if not select.select([stdout], [], [], PATIENCE)[0]:
            raise RigError(f"The rig has said nothing for {PATIENCE:.0f} s.")
        return stdout.readline().rstrip("\n")

    def tell(self, *words: object) -> str:
        """Send the rig a line of its control protocol. Return what it answers after `ok`."""
        stdin = self._process.stdin
        assert stdin is not None
        line = " ".join(str(word) for word in words)
        try:
            stdin.write(line + "\n")
            stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise RigError("The rig has ended.") from error
        verdict, _, rest = self._listen().partition(" ")
        if verdict != "ok":
            raise RigError(f"The rig did not do {line!r}: {rest or 'it has ended'}.")
        return rest

    # -- tags --------------------------------------------------------------------------------------------------

    def put(self, reader: int, *uids: str) -> None:
        """Lay tags on a reader."""
        for uid in uids:
            self.tell("put", reader, uid)

    def take(self, reader: int, *uids: str) -> None:
        """Take tags away."""
        for uid in uids:
            self.tell("take", reader, uid)

    def clear(self, reader: int) -> None:
        """Take all tags away."""
        self.tell("clear", reader)

    def miss(self, reader: int, rate: float, seed: int) -> None:
        """From now on, let each tag miss this share of the looks, as if it got no power."""
        self.tell("miss", reader, round(rate * 1000), seed)

    def spoil(self, reader: int, what: Spoilt, times: int = 1) -> None:
        """Spoil the next answers of the tags, this many times."""
        self.tell("spoil", reader, what, times)

    # -- readers -----------------------------------------------------------------------------------------------

    def chip(self, reader: int, version: str) -> None:
        """Change the version of the reader's chip: `91` and `92` are NXP's, all others are clones."""
        self.tell("chip", reader, version)

    def kill(self, reader: int, silence: str = "00") -> None:
        """Cut the reader's power, or a wire; the bus then reads as `silence`."""
        self.tell("kill", reader, silence)

    def hang(self, reader: int, until: Hang, at_byte: int = 1) -> None:
        """Freeze the reader at this byte on SPI until a soft or hard reset, or let its power blink."""
        self.tell("hang", reader, until, at_byte)

    def sick(self, reader: int) -> None:
        """Let the reader's self-test fail from now on."""
        self.tell("sick", reader)

    def revive(self, reader: int) -> None:
        """Repair the reader."""
        self.tell("revive", reader)

    # -- the pad -----------------------------------------------------------------------------------------------

    def reset(self, cause: Cause = "button") -> None:
        """Restart the controller."""
        self.tell("reset", cause)

    def freeze(self) -> None:
        """Let the firmware spin with interrupts off: work for the watchdog."""
        self.tell("freeze")

    def unplug(self) -> None:
        """Pull the cable: port and power are gone."""
        self.tell("unplug")

    def plug(self) -> str:
        """Plug the cable in again: power is on. Return the new port."""
        self.path = self.tell("plug")
        return self.path

    def host_speed(self, baud: int) -> None:
        """Assume that the host sends at this speed, whatever its terminal is set to; 0 means the terminal's speed."""
        self.tell("host-speed", baud)

    # -- time: for a stepped rig -------------------------------------------------------------------------------

    def run(self, ms: int) -> None:
        """Let this much time pass for the pad."""
        self.tell("run", ms)

    def ask(self, size: int, most_ms: int) -> float | None:
        """Wait for this many bytes from the host, then run until the pad has sent a whole line.

        Return the milliseconds of the pad's time from the last byte of the host to the first byte of the answer;
        None if there was no line within `most_ms`.
        """
        microseconds = int(self.tell("ask", size, most_ms))
        return None if microseconds < 0 else microseconds / 1000

    # -- what is seen ------------------------------------------------------------------------------------------

    def state(self) -> RigState:
        """Return the state of the rig and of its readers."""
        told: dict[str, Any] = json.loads(self.tell("state"))
        return RigState(**{**told, "readers": tuple(RigReader(**reader) for reader in told["readers"])})

    def violations(self) -> tuple[str, ...]:
        """Return what the firmware did that a datasheet or a standard forbids, in words; at most the first 32."""
        return tuple(json.loads(self.tell("violations")))

    # -- the end -----------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the rig. It also ends by itself when its input does, so that none is ever left behind."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None and not stream.closed:
                stream.close()
        self._process.wait(timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
