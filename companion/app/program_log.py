"""The program's log: a file in the data folder, and the journal where systemd listens.

A log is sent to strangers with a bug report, perhaps in the middle of a game. So nothing in it tells a hidden chip, the
tag at a slot or a code, whatever goes wrong:

* What the program says itself is a text that stands in the code; what is filled in are numbers, files and names of
  parts. `tests/test_failures_are_logged.py` reads the code for that. Of a sentence for people nothing else is kept
  (`for_the_log`).
* A traceback has its files, lines and functions, but not what the exception says: that may name anything. Only the
  words are kept in which Python itself complains (`COMMON`), and what disk and system say.
* Where a chip's own code ran, it is not said which: that alone may tell what somebody holds.
* Of what other libraries say, only what is known to know nothing of the game (`STRANGERS`) is kept.
"""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from logging.handlers import RotatingFileHandler
from pathlib import Path, PurePath
from traceback import extract_tb
from typing import Any, Final

import companion
from companion.ledger import KeyTrouble, LedgerError
from companion.ledger.errors import Broken, InUse
from companion.rules import games
from companion.rules.kernel.sentences import SaidSentence, Sentence
from companion.table.whole_files import OURS_ALONE

NAME: Final = "companion.log"
LARGEST: Final = 1_000_000
"""Bytes of a file."""
OLDER: Final = 3
"""Files that are kept beside the newest."""
FORM: Final = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"
JOURNAL_FORM: Final = "%(name)s: %(message)s"
OURS: Final = "companion"
STRANGERS: Final = ("waitress", "werkzeug", "zeroconf", "asyncio", "concurrent", "py")
"""Loggers of libraries that never hear of a chip."""
MOST_KNOWN: Final = 500
"""Things that go wrong of which it is known how often."""
LEFT_OUT: Final = "…"
PRIORITIES: Final = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}
"""What systemd calls the levels (sd-daemon(3))."""

PLAIN: Final = (OSError, sqlite3.Error, ImportError, json.JSONDecodeError)
PLAIN_ALONE: Final = (LedgerError, Broken, InUse, KeyTrouble)
"""What these say is of files, disk and system; the latter without those that are made of them."""
COMMON: Final = frozenset(
    """
    a an and are argument arguments at attribute awaited be bool by bytes call callable cannot can't coroutine
    deallocated deep deque dict dictionary divide division does during empty enough exceeded expected float for format
    from function generator got has hashable in index input instance int integer invalid is iterable iteration
    keyword length list literal longer maximum missing module more must mutable negative NoneType no not object of on
    only or out pop positional range recursion required running sequence set shorter size start str string subscriptable
    support supported than the to too takes thread tuple type types unexpected unhashable unpack unsupported value
    values was were with without zero zip
    """.split()
)
"""Words in which Python complains. All others of a message are left out. (A test holds it against names of chips.)"""
WORD: Final = re.compile(r"can't|\w+")

log = logging.getLogger(__name__)


# -- what is kept of an exception ------------------------------------------------------------------------------


def what_it_says(problem: BaseException) -> str:
    """The message of an exception, without anything that may be hidden.

    >>> what_it_says(ValueError("gem_4 is not in list")), what_it_says(KeyError("wound"))
    ('ValueError: … is not in list', 'KeyError: …')
    """
    if isinstance(problem, PLAIN) or type(problem) in PLAIN_ALONE:
        words = str(problem)
    else:
        words = without_names(str(problem.args[0])) if problem.args else ""
    return f"{type(problem).__name__}: {words}" if words else type(problem).__name__


def without_names(message: str) -> str:
    """Only those words of a message in which Python complains."""
    kept = WORD.sub(lambda found: found[0] if found[0] in COMMON else LEFT_OUT, message)
    plain = " ".join(re.sub(r"[^\w\s'….]", " ", kept).split())
    return re.sub(r"…(\W*…)+", LEFT_OUT, plain)  # brackets, and how many words were left out, tell something too


def for_the_log(sentence: Sentence) -> str:
    """A sentence in English with its numbers and files. Other values may name a chip or a person, and are left out.

    >>> for_the_log(Sentence("Game {number} of {seat} was set aside: {file}.", {"number": 3, "seat": "Anna"}
    ...     | {"file": PurePath("games.sqlite")}))
    'Game 3 of … was set aside: games.sqlite.'
    """
    return sentence.template.format(**{name: plain_value(value) for name, value in sentence.values.items()})


def plain_value(value: object) -> object:
    """One value of a sentence, as far as it may be told."""
    if isinstance(value, SaidSentence):
        return for_the_log(value.sentence)
    if isinstance(value, Sentence):
        return for_the_log(value)
    return value if isinstance(value, int | float | PurePath) else LEFT_OUT


def lines_of(problem: BaseException) -> Iterator[str]:
    """A traceback as Python prints it, with what led to it first; of what may be hidden nothing."""
    chain: list[BaseException] = []
    one: BaseException | None = problem
    while one is not None and one not in chain:
        chain.append(one)
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    for number, link in enumerate(reversed(chain)):
        if number:
            yield "which led to:"
        yield "Traceback (most recent call last):"
        for frame in extract_tb(link.__traceback__):
            yield from frame_lines(frame.filename, frame.lineno or 0, frame.name, frame.line or "")
        yield what_it_says(link)
    if isinstance(problem, BaseExceptionGroup):
        for inner in problem.exceptions:
            yield "one of them:"
            yield from lines_of(inner)


def frame_lines(filename: str, line: int, function: str, source: str) -> Iterator[str]:
    """Where it was. A chip's own code is not told from another's."""
    path = shortened(filename)
    if "/sets/" in path or any(kind in function for kind in kinds()):
        yield f"  File {path.rpartition('/')[0]}, a chip's own code"
        return
    yield f"  File {path}, line {line}, in {function}"
    if source:
        yield f"    {source}"


def shortened(filename: str) -> str:
    """A file of ours from `companion` on, so that nobody's name stands in the log."""
    base = str(Path(companion.__file__).parent.parent)
    return filename.removeprefix(f"{base}/").replace(str(Path.home()), "~")


@cache
def kinds() -> frozenset[str]:
    """The chips of all games, by their keys."""
    found: set[str] = set()
    for game in games().values():
        with suppress(Exception):  # a game that is broken must not keep what is broken from being written down
            found |= set(game.encyclopedia())
    return frozenset(found)


class Discreet(logging.Formatter):
    """Writes records down without anything that may be hidden."""

    def format(self, record: logging.LogRecord) -> str:
        """A line, and a traceback below it."""
        plain = logging.makeLogRecord({**record.__dict__, "args": None, "exc_info": None, "exc_text": None})
        plain.msg, plain.stack_info = self._words(record), None
        times = getattr(record, "times", 1)
        text = super().format(plain) + (f" ({times} times)" if times > 1 else "")
        problem = record.exc_info[1] if record.exc_info else None
        return "\n".join([text, *lines_of(problem)]) if problem is not None else text

    def _words(self, record: logging.LogRecord) -> str:
        room = record.name.partition(".")[0]
        template = record.msg if isinstance(record.msg, str) else LEFT_OUT
        if room not in (OURS, *STRANGERS):
            return f"{LEFT_OUT} ({shortened(record.pathname)}, line {record.lineno})"
        args = record.args
        values: Any = args if isinstance(args, Mapping) else tuple(map(shown, args or ()))
        try:
            return template % values if values else template
        except (TypeError, ValueError, KeyError):
            return template


def shown(value: object) -> object:
    """What is filled into a line: an exception only as far as it may be told."""
    return what_it_says(value) if isinstance(value, BaseException) else value


# -- where it goes ---------------------------------------------------------------------------------------------


class Repeated(logging.Filter):
    """What goes wrong again and again is written down the first, second, fourth, eighth ... time, so that it does not
    drive out what led to it."""

    def __init__(self) -> None:
        super().__init__()
        self._times: dict[tuple[object, ...], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written down; `times` tells how often it came."""
        if record.levelno < logging.WARNING:
            return True
        problem = record.exc_info[1] if record.exc_info else None
        trace = extract_tb(problem.__traceback__) if problem else []
        place = (trace[-1].filename, trace[-1].lineno) if trace else ()
        key = record.name, str(record.msg), str(record.args), type(problem), place
        if len(self._times) >= MOST_KNOWN:
            self._times.clear()
        times = self._times[key] = self._times.get(key, 0) + 1
        record.__dict__["times"] = times
        return not times & (times - 1)


class OwnFile(RotatingFileHandler):
    """A file that nobody else on this machine may read. Where the disk fails the program goes on without."""

    def _open(self) -> io.TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, OURS_ALONE)
        os.fchmod(handle, OURS_ALONE)
        return os.fdopen(handle, "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """The disk is full, perhaps: the journal has the line as well."""


class Journal(logging.StreamHandler[Any]):
    """Stderr, as systemd reads it: each line begins with its priority."""

    def format(self, record: logging.LogRecord) -> str:
        """With the priority before each line."""
        mark = f"<{PRIORITIES.get(record.levelno, 6)}>"
        return "\n".join(mark + line for line in super().format(record).splitlines())


def handlers_for(folder: Path, journal: bool) -> tuple[list[logging.Handler], OSError | None]:
    """Where to write; and why there is no file, if there is none."""
    found: list[logging.Handler] = [logging.NullHandler()]  # else Python prints what is hidden, where there is no file
    if journal:
        found.append(Journal(sys.stderr))
        found[-1].setFormatter(Discreet(JOURNAL_FORM))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = OwnFile(folder / NAME, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8")
    except OSError as problem:
        return found, problem
    kept.setFormatter(Discreet(FORM))
    return [*found, kept], None


@dataclass
class ProgramLog:
    """The log while the program runs."""

    trouble: OSError | None
    """Why there is no file, if there is none."""
    thread_broke: Callable[[str], None] = lambda name: None
    """Is told of a thread that has ended by an exception; by that thread."""

    def excepthook(self, given: threading.ExceptHookArgs) -> None:
        """A thread ends by an exception that nobody took."""
        name, problem = given.thread.name if given.thread else "?", given.exc_value
        if problem is None or isinstance(problem, SystemExit):
            return
        log.error("The thread %s broke down.", name, exc_info=problem)
        self.thread_broke(name)


@contextmanager
def logging_to(folder: Path, *, journal: bool | None = None) -> Iterator[ProgramLog]:
    """What is logged goes there, and so does what breaks a thread.

    `journal` says whether stderr is read by systemd; None to find out.
    """
    handlers, trouble = handlers_for(folder, bool(os.environ.get("JOURNAL_STREAM")) if journal is None else journal)
    root, ours = logging.getLogger(), logging.getLogger(OURS)
    before = root.level, ours.level, threading.excepthook
    for handler in handlers:
        handler.addFilter(Repeated())
        root.addHandler(handler)
    root.setLevel(logging.WARNING)
    ours.setLevel(logging.INFO)
    found = ProgramLog(trouble)
    threading.excepthook = found.excepthook
    python = sys.version.partition(" ")[0]
    log.info("Begun: version %s, Python %s.", companion.__version__, python)
    try:
        yield found
    except Exception:
        log.exception("The program ends because something broke.")
        raise
    finally:
        log.info("Ended.")
        root.setLevel(before[0])
        ours.setLevel(before[1])
        threading.excepthook = before[2]
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


# -- for a report ----------------------------------------------------------------------------------------------


def files_in(folder: Path) -> list[Path]:
    """All files of the log, the oldest first."""
    older = [folder / f"{NAME}.{number}" for number in range(OLDER, 0, -1)]
    return [path for path in (*older, folder / NAME) if path.exists()]


def last_lines(folder: Path, most: int) -> list[str]:
    """The newest lines. Raises OSError."""
    lines: list[str] = []
    for path in files_in(folder):
        lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
    return lines[-most:]
