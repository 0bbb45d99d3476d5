"""A conversation with one pad, question by question, waiting for each answer: for the doctor and `companion pads`."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from select import select
from threading import Lock
from time import monotonic

from companion.cli.pad_checks import NoExam, PadExam, ReaderExam
from companion.table.layout import Pad
from companion.table.messages import (
    Full,
    Health,
    LookState,
    PadHealth,
    ReaderHealth,
    Reply,
    Request,
    Scan,
    SelfTest,
    Tested,
)
from companion.table.pad_link import LinkState, PadLink
from companion.table.port import PortError, SerialPort, number
from companion.table.reader_notices import RequestDone

LONGEST_GREETING = 8.0
LONGEST_ANSWER = 4.0
"""Seconds; long before that, a link has given up by itself."""
LOOKS = 10
"""How many times the doctor asks each reader what it sees."""
AT_ONCE = 16
"""How many ports are opened at the same time: many boards need two seconds to start."""


class NoPad(Exception):
    """Nothing answers at a port. The message is for people, and says what to do."""


class Talk:
    """A conversation with a pad that answers."""

    def __init__(self, port: SerialPort, link: PadLink) -> None:
        self.port = port
        self.link = link

    def greet(self) -> None:
        """Greet the pad. Raises `NoPad` if nothing that we understand answers, and `PortError` if the port fails."""
        self.link.opened(monotonic())
        self._until(lambda: self.link.state is not LinkState.GREETING, LONGEST_GREETING)
        if self.link.state is not LinkState.READY:
            raise NoPad(self.link.trouble or f"Nothing that makes sense comes from {self.link.port}.")

    def ask(self, request: Request) -> Reply | None:
        """Send a request, and return the reply, or None if none came. Raises `PortError`."""
        if not self.link.free and not self._until(lambda: self.link.free, LONGEST_ANSWER):
            return None
        self.link.take()
        self.link.ask(request, monotonic())
        answers: list[RequestDone] = []

        def answered() -> bool:
            answers.extend(
                told for told in self.link.take() if isinstance(told, RequestDone) and told.request == request
            )
            return bool(answers)

        return answers[0].reply if self._until(answered, LONGEST_ANSWER) else None

    def _until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Send, wait and receive until `done()`. False if that takes longer than `seconds`."""
        end = monotonic() + seconds
        while not done():
            now = monotonic()
            if now >= end:
                return False
            if self.link.outgoing:
                self.port.speed = self.link.speed
                self.link.sent(self.port.write(self.link.outgoing))
            until = min(end, self.link.deadline or end)
            select([self.port], [], [], max(0.0, until - now))
            if data := self.port.read():
                self.link.feed(data, monotonic())
            self.link.tick(monotonic())
        return True


@contextmanager
def talk(path: str) -> Iterator[Talk]:
    """Open a conversation with whichever pad is at a port. Raises `NoPad` and `PortError`."""
    port = SerialPort(path)
    port.open()
    try:
        conversation = Talk(port, PadLink(path))
        conversation.greet()
        yield conversation
    finally:
        port.close()


# -- the doctor ------------------------------------------------------------------------------------------------


def examine_all(pads: tuple[Pad, ...]) -> list[PadExam | NoExam]:
    """Examine all pads of a table. They are greeted together, but only one reader at a time switches its field on."""
    if not pads:
        return []
    fields = Lock()
    with ThreadPoolExecutor(min(len(pads), AT_ONCE)) as pool:
        return list(pool.map(lambda pad: examine(pad, fields), pads))


def examine(pad: Pad, fields: Lock) -> PadExam | NoExam:
    """Ask a pad for everything that it can say about itself."""
    try:
        with talk(pad.port) as conversation, fields:
            return exam_of(conversation, len(pad.spots))
    except PortError as problem:
        busy = number(problem) in (errno.EBUSY, errno.EAGAIN)
        return NoExam(problem.words, problem.remedy, could_look=not busy)
    except NoPad as problem:
        return NoExam(str(problem), "")


def exam_of(conversation: Talk, readers: int) -> PadExam:
    """Examine a pad that answers."""
    link = conversation.link
    assert link.hello is not None
    there = range(min(readers, len(link.hello.chips)))
    exams = tuple(exam_of_reader(conversation, index) for index in there)
    health = conversation.ask(Health())
    return PadExam(
        link.hello,
        exams,
        health if isinstance(health, PadHealth) else None,
        damaged=link.counters.damaged,
        good=link.counters.lines,
    )


def exam_of_reader(conversation: Talk, index: int) -> ReaderExam:
    """Let a reader test itself, look a few times, and report its counters."""
    tested = conversation.ask(SelfTest(index))
    looks = [conversation.ask(Scan(index)) for _ in range(LOOKS)]
    health = conversation.ask(Health(index))
    return ReaderExam(
        tested.verdict if isinstance(tested, Tested) else None,
        tuple(look.state if isinstance(look, Full) else LookState.FAIL for look in looks),
        health if isinstance(health, ReaderHealth) else None,
    )
