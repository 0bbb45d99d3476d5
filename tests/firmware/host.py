"""A small host of the tests' own: it speaks with a pad over its port and believes nothing that it has not checked."""

from __future__ import annotations

import binascii
import re
from types import TracebackType
from typing import Any, Self

import serial

from companion.rehearsal.rig import Rig

FAST, SLOW = 250000, 38400

REPLY = re.compile(r"!([0-9A-F]{2}|--) [A-Z]{2,8}( [!-)+-~]+){0,12}\*[0-9A-F]{4}\n")

# PROTOCOL.md, "A look": milliseconds until the answer begins.
PATIENCE = {"SCAN": 100.0, "TEST": 200.0, "RESET": 200.0, "NUM": 200.0, "HI": 200.0}
OTHERWISE = 20.0


def crc(data: bytes) -> str:
    """The check sum of a line, by the standard library: another hand than the firmware's."""
    return f"{binascii.crc_hqx(data, 0xFFFF):04X}"


def line(text: str) -> bytes:
    """A request with its check sum and LF."""
    return f"{text}*{crc(text.encode())}\n".encode()


class Host:
    """A host and its pad. Time stands still for the pad while nobody asks it anything."""

    def __init__(self, **settings: Any) -> None:
        self.rig = Rig(pace="stepped", **settings)
        self.port = serial.Serial(self.rig.path, FAST, timeout=5)
        self.number = 0
        self.heard = 0  # bytes
        try:
            self.boot = self.listen()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.port.close()
        self.rig.close()

    # -- raw ---------------------------------------------------------------------------------------------------

    def write(self, data: bytes, most_ms: int = 300) -> float | None:
        """Say something; how many milliseconds later the pad began to answer with a line, None when it did not."""
        self.port.write(data)
        return self.rig.ask(len(data), most_ms)

    def read(self) -> str:
        """The next line that the pad has said, checked byte for byte; without check sum and LF."""
        data = self.port.readline()
        self.heard += len(data)
        text = data.decode("ascii")
        assert REPLY.fullmatch(text), f"not a line: {data!r}"
        assert len(data) <= 160, f"too long: {data!r}"
        body, _, told = text[:-1].partition("*")
        assert told == crc(body.encode()), f"wrong check sum: {data!r}"
        return body

    def listen(self, most_ms: int = 300) -> str:
        """The line that the pad says next of itself."""
        assert self.rig.ask(0, most_ms) is not None, "the pad says nothing"
        return self.read()

    def rest(self, ms: int = 30) -> bytes:
        """Whatever else the pad says within this time."""
        self.rig.run(ms)
        data = self.port.read(self.rig.state().said - self.heard)  # the last bytes may still be on their way to us
        self.heard += len(data)
        return data

    def shout(self, data: bytes) -> bytes:
        """Say anything, and hear whatever comes back until all is said and a while after."""
        self.port.write(data)
        self.rig.ask(len(data), 1)
        return self.rest(len(data) * 10_000 // self.port.baudrate + 60)

    # -- requests ----------------------------------------------------------------------------------------------

    def ask(self, request: str, again: bool = False) -> str:
        """Put a request, with the next number; word and fields of the reply, which has come in time."""
        if not again:
            self.number = (self.number + 1) % 256
        number = f"{self.number:02X}"
        took = self.write(line(f"?{number} {request}"))
        assert took is not None, f"{request} is not answered"
        word = request.partition(" ")[0]
        assert took < PATIENCE.get(word, OTHERWISE), f"{request} is answered after {took:.1f} ms"
        reply = self.read()
        assert reply.startswith(f"!{number} "), f"{request} has number {number}, its answer is {reply}"
        return reply[4:]

    def look(self, reader: int) -> tuple[str, tuple[str, ...]]:
        """Let a reader look, and hear its whole list: state and UIDs."""
        count, state = self.ask(f"SCAN {reader}").split()[2:4]
        word, told_reader, told_count, told_state, *uids = self.ask(f"LAST {reader}").split()
        assert (word, told_reader, told_count, told_state) == ("FULL", str(reader), count, state)
        return state, tuple(uids)

    def health(self, reader: int) -> dict[str, str]:
        """What `HEALTH r` tells, by name."""
        names = "reader state chip looks fails timeouts crcs collisions softs hards".split()
        word, *fields = self.ask(f"HEALTH {reader}").split()
        assert word == "READER"
        return dict(zip(names, fields, strict=True))

    def counts(self) -> dict[str, int]:
        """What `HEALTH` tells, by name."""
        word, *fields = self.ask("HEALTH").split()
        assert word == "PAD"
        return dict(zip("seconds good damaged long overruns".split(), map(int, fields), strict=True))

    # -- the truth ---------------------------------------------------------------------------------------------

    def fair(self) -> None:
        """Nothing happened on the bus or in the air that must not, and no field was left on."""
        violations = self.rig.violations()
        assert not violations, violations
        assert not any(reader.field for reader in self.rig.state().readers)
