"""An emulated pad. It follows firmware/PROTOCOL.md to the byte, and was written from that page alone.

It has no port, clock or thread: bytes go in with the time of their arrival, and come out with the time at which they
have been sent.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.rehearsal.emulated_reader import MOST_COUNTED, Ailment, EmulatedReader
from companion.rehearsal.pad_lines import (
    LONGEST_REPLY,
    LONGEST_REQUEST,
    MOST_FIELDS,
    UNASKED,
    Bad,
    Request,
    RequestReader,
    written,
)

VERSION = 1
FIRMWARE = "1.0.0"
SPEEDS = (250000, 38400)
PATIENCE_WITH_NOISE = 8
"""After this many framing errors or damaged lines without a good line, the pad tries its other speed."""

BITS_PER_BYTE = 10
THINKING = 0.0003
STARTING = 0.1
TESTING = 0.03
"""Seconds that the pad is busy with a short request, with its start, and with the test or reset of a reader."""

_DECIMAL = re.compile(r"0|[1-9][0-9]{0,4}")


class PadError(Exception):
    """A request is refused; the text is what the reply says after `ERR`."""


class Reply(NamedTuple):
    """Bytes on their way to the host."""

    done: float
    speed: int
    data: bytes


@dataclass(slots=True)
class LineCounters:
    """What the pad has counted on its line, in the order of the protocol's PAD line."""

    good: int = 0
    damaged: int = 0
    long: int = 0
    overruns: int = 0

    def fields(self) -> str:
        """Return the counts as fields of the line; each stops at the limit."""
        return " ".join(str(min(count, MOST_COUNTED)) for count in (self.good, self.damaged, self.long, self.overruns))


class EmulatedPad:
    """One controller with its readers. It is off until `restart` is called."""

    def __init__(self, readers: Sequence[EmulatedReader], *, number: int = 0, memory_fails: bool = False) -> None:
        self.readers = tuple(readers)
        self.number = number
        self.memory_fails = memory_fails
        self.lamps = [0] * len(self.readers)
        self.speed = SPEEDS[0]
        self._replies: deque[Reply] = deque()
        self._forget_all(0.0)

    # -- power -------------------------------------------------------------------------------------------------

    def restart(self, now: float, cause: str = "P") -> None:
        """Start after power on, a reset or the watchdog: everything is forgotten but the number."""
        self._forget_all(now, cause)
        for reader in self.readers:
            reader.restart()
        self._busy_until = self._deaf_until = now + STARTING
        self._say(UNASKED, f"BOOT {self._whoami()}", self._busy_until)

    def _forget_all(self, now: float, cause: str = "-") -> None:
        self.started = now
        self.speed = SPEEDS[0]
        self.cause = cause
        self.lamps = [0] * len(self.readers)
        self.counters = LineCounters()
        self._reader = RequestReader()
        self._noise = 0
        self._last: tuple[str, int] | None = None
        self._last_reply = b""
        self._busy_until = self._deaf_until = now
        self._waiting = bytearray()
        self._replies.clear()

    # -- the line ----------------------------------------------------------------------------------------------

    @property
    def due(self) -> float | None:
        """When there is something to do: a reply will have left, or waiting bytes can be read; else None."""
        if self._replies:
            return self._replies[0].done
        return self._busy_until if self._waiting else None

    def take(self, now: float) -> list[Reply]:
        """Return the replies that have left by now."""
        self._catch_up(now)
        gone = []
        while self._replies and self._replies[0].done <= now:
            gone.append(self._replies.popleft())
        return gone

    def feed(self, data: bytes, now: float, speed: int | None = None) -> None:
        """Take bytes that have just arrived, sent at this speed; by default at the pad's own."""
        if now < self._deaf_until:
            return
        self._catch_up(now)
        for byte in data:
            if speed is not None and speed != self.speed:
                self._disturbed()
            elif now < self._busy_until:
                self._keep(byte)
            else:
                self._take(byte, now)

    def _keep(self, byte: int) -> None:
        """Keep a byte that comes while the pad works; there is room for one line."""
        if len(self._waiting) < LONGEST_REQUEST:
            self._waiting.append(byte)
        else:
            self.counters.overruns += 1

    def _catch_up(self, now: float) -> None:
        """Handle the bytes that came while the pad worked, as soon as it has time."""
        while self._waiting and self._busy_until <= now:
            moment = self._busy_until
            kept, self._waiting = self._waiting, bytearray()
            while kept and self._busy_until <= moment:
                self._take(kept.pop(0), moment)
            self._waiting = kept

    def _take(self, byte: int, now: float) -> None:
        """Handle a byte of a line."""
        line = self._reader.take(byte)
        if line is None:
            return
        if isinstance(line, Bad):
            if line is Bad.LONG:
                self.counters.long += 1
            else:
                self.counters.damaged += 1
            self._say(UNASKED, f"ERR {line.value}", now)
            self._disturbed()
        else:
            self.counters.good += 1
            self._noise = 0
            self._answer(line, now)

    def _disturbed(self) -> None:
        """Count a framing error or a bad line; after many of them, try the other speed."""
        self._noise += 1
        if self._noise >= PATIENCE_WITH_NOISE:
            self._noise = 0
            self.speed = SPEEDS[1 - SPEEDS.index(self.speed)]
            self._reader.forget()

    def _say(self, seq: str, text: str, ready: float) -> bytes:
        """Send a line when it is ready, and after the replies that are still being sent."""
        data = written(seq, text)
        self._send(data, ready)
        return data

    def _send(self, data: bytes, ready: float) -> None:
        begins = max(ready, self._replies[-1].done) if self._replies else ready
        self._replies.append(Reply(begins + len(data) * BITS_PER_BYTE / self.speed, self.speed, data))

    # -- requests ----------------------------------------------------------------------------------------------

    def _answer(self, request: Request, now: float) -> None:
        """Carry out a request, or repeat the reply if it was carried out already."""
        if request.word != "HI" and (request.seq, request.crc) == self._last:
            self._busy_until = now + THINKING
            self._send(self._last_reply, self._busy_until)
            return
        self._busy_until = now + THINKING
        try:
            text = self._carry_out(request, now)
        except PadError as refused:
            text = f"ERR {refused}"
        self._last = request.seq, request.crc
        self._last_reply = self._say(request.seq, text, self._busy_until)

    def _carry_out(self, request: Request, now: float) -> str:
        """Carry out a request, and return the reply."""
        match request.word, request.fields:
            case "HI", (version,):
                return self._greet(version)
            case "SCAN", (r,):
                return self._scan(r, now)
            case "LAST", (r,):
                return self._whole(r)
            case "HEALTH", ():
                return f"PAD {int(now - self.started)} {self.counters.fields()}"
            case "HEALTH", (r,):
                reader = self.readers[self._index(r)]
                return f"READER {r} {reader.state} {reader.version} {reader.counters.fields()}"
            case "LED", (r, lamp):
                return self._light(r, lamp)
            case "NUM", (number,):
                return self._renumber(number)
            case "TEST", (r,):
                return self._test(r)
            case "RESET", (r, how):
                return self._reset(r, how)
            case (("HI" | "SCAN" | "LAST" | "HEALTH" | "LED" | "NUM" | "TEST" | "RESET"), _):
                raise PadError("FIELDS")
        raise PadError("WORD")

    def _index(self, r: str) -> int:
        """Return the index of the reader that a request names."""
        if r not in ("0", "1", "2", "3"):
            raise PadError("FIELDS")
        if int(r) >= len(self.readers):
            raise PadError("READER")
        return int(r)

    def _whoami(self) -> str:
        chips = ",".join(reader.version for reader in self.readers)
        return f"{VERSION} {FIRMWARE} {self.number} {chips} {self.cause}"

    def _greet(self, version: str) -> str:
        if not _DECIMAL.fullmatch(version):
            raise PadError("FIELDS")
        if int(version) != VERSION:
            raise PadError(f"VERSION {VERSION}")
        return f"HELLO {self._whoami()}"

    def _light(self, r: str, lamp: str) -> str:
        index = self._index(r)
        if lamp not in ("0", "1", "2"):
            raise PadError("FIELDS")
        self.lamps[index] = int(lamp)
        return "DONE"

    def _renumber(self, number: str) -> str:
        if not _DECIMAL.fullmatch(number) or not 1 <= int(number) <= 99:
            raise PadError("FIELDS")
        if self.memory_fails:
            raise PadError("EEPROM")
        self.number = int(number)
        return "DONE"

    def _test(self, r: str) -> str:
        reader = self.readers[self._index(r)]
        self._busy_until += TESTING
        if reader.ailment is not Ailment.NONE:
            return f"TESTED {r} FAIL"
        return f"TESTED {r} {'PASS' if reader.chip in ('91', '92') else 'CLONE'}"

    def _reset(self, r: str, how: str) -> str:
        reader = self.readers[self._index(r)]
        if how not in ("S", "H"):
            raise PadError("FIELDS")
        self._busy_until += TESTING
        reader.counters.softs += how == "S"
        reader.counters.hards += how == "H"
        if not reader.reset(hard=how == "H"):
            raise PadError(f"DEAD {r}")
        reader.answered = True
        return "DONE"

    # -- looks -------------------------------------------------------------------------------------------------

    def _scan(self, r: str, now: float) -> str:
        reader = self.readers[self._index(r)]
        before = reader.listed
        looked = reader.look(now)
        self._busy_until += looked.seconds
        gone = [f"-{uid}" for uid in before if uid not in looked.tags]
        new = [f"+{uid}" for uid in looked.tags if uid not in before]
        text = " ".join([f"SEEN {r} {reader.count} {looked.state}", *gone, *new])
        return text if fits(text) else self._whole(r)

    def _whole(self, r: str) -> str:
        reader = self.readers[self._index(r)]
        return " ".join([f"FULL {r} {reader.count} {reader.last_state}", *reader.listed])


def fits(text: str) -> bool:
    """Whether a reply fits into a line."""
    _, *fields = text.split(" ")
    return len(fields) <= MOST_FIELDS and len(written("00", text)) <= LONGEST_REPLY
