"""A small pad for tests: it answers at once and well, unless the test makes it do something else."""

from __future__ import annotations

from companion.table.messages import (
    Boot,
    Done,
    ErrorReason,
    Full,
    Health,
    Hello,
    Hi,
    Last,
    LookState,
    PadHealth,
    ReaderHealth,
    ReaderState,
    Refused,
    Reply,
    Request,
    Scan,
    SeenReply,
    SelfTest,
    SelfTestVerdict,
    Tested,
    read_request,
    write_reply,
)
from companion.table.sightings import Uid
from companion.table.wire import REQUEST_LIMIT, UNASKED, Damaged, LineReader

A, B, C = Uid("04A1B2C3D4E5F6"), Uid("04A1B2C3D4E5F7"), Uid("DEADBEEF")


class ScriptedPad:
    """Bytes in, bytes out."""

    def __init__(self, number: int = 1, readers: int = 4) -> None:
        self.number = number
        self.version = 1
        self.tags: list[set[Uid]] = [set() for _ in range(readers)]
        self.states = [LookState.OK] * readers
        self.requests: list[Request] = []
        self.carried_out = 0
        self.silent = False
        self._lines = LineReader(REQUEST_LIMIT)
        self.restart()

    def restart(self) -> bytes:
        """What it says then."""
        self.counts = [0] * len(self.tags)
        self.lists: list[set[Uid]] = [set() for _ in self.tags]
        self._before = b"", b""
        return b"" if self.silent else write_reply(UNASKED, Boot(*self._who()))

    def feed(self, data: bytes) -> bytes:
        said = b""
        for line in self._lines.feed(data):
            if isinstance(line, Damaged):
                said += write_reply(UNASKED, Refused(ErrorReason.CRC))
                continue
            request = read_request(line)
            assert not isinstance(request, Refused), line
            assert line.seq is not None
            self.requests.append(request)
            asked = repr((line.seq, request)).encode()
            if self._before[0] != asked or isinstance(request, Hi):
                self.carried_out += 1
                self._before = asked, write_reply(line.seq, self.answer(request))
            said += self._before[1]
        return b"" if self.silent else said

    def answer(self, request: Request) -> Reply:
        match request:
            case Hi(version):
                return Hello(*self._who()) if version == self.version else Refused(ErrorReason.VERSION, self.version)
            case Scan(reader):
                return self.look(reader)
            case Last(reader):
                return Full(reader, self.counts[reader], self.states[reader], tuple(sorted(self.lists[reader])))
            case Health(None):
                return PadHealth(1, 2, 3, 4, 5)
            case Health(int(reader)):
                return ReaderHealth(reader, ReaderState.OK, "92", 1, 2, 3, 4, 5, 6, 7)
            case SelfTest(reader):
                return Tested(reader, SelfTestVerdict.PASS)
        return Done()

    def look(self, reader: int) -> SeenReply:
        self.counts[reader] = (self.counts[reader] + 1) % 256
        before = self.lists[reader]
        now = before if self.states[reader] is LookState.FAIL else set(self.tags[reader])
        self.lists[reader] = now
        changes = tuple(sorted(before - now)), tuple(sorted(now - before))
        return SeenReply(reader, self.counts[reader], self.states[reader], *changes)

    def _who(self) -> tuple[int, str, int, tuple[str | None, ...], str]:
        return self.version, "1.0.0", self.number, ("92",) * len(self.tags), "P"
