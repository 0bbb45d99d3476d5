"""A bug report: one file with everything that helps to find a mistake, and nothing that is still hidden.

While a game runs, the record and the screens in it are those that everybody at the table may see, and there is no
trace: what the readers at the bags saw tells what was drawn. Once the game is over, both are complete. The log of the
program never names a hidden chip, a tag or a code.
"""

from __future__ import annotations

import io
import json
import platform
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.app.program_log import last_lines
from companion.faces.hall import PlayedTable, Playing
from companion.faces.languages import ENGLISH, Language
from companion.faces.server.fragments import state_of
from companion.ledger import LedgerError
from companion.rules import JUDGE, TABLE
from companion.version import version_text

LINES: Final = 2000
"""The most lines of the log."""
LARGEST_TRACE: Final = 20_000_000
"""Bytes of a trace; a longer one loses its beginning."""
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The time of each file in the report: a report of the same things is the same report."""

README = """This is a bug report of the table companion. Send the whole file.

about.txt    which companion it is, and where it runs
record.txt   the record of the game{part}
shown.json   what the screens of {whom} showed, and the notes on them
log.txt      the newest lines of the program's log; they name no hidden chip, no tag and no code
{trace}
Please add what you did, what you expected, and what you saw instead."""
OF_ALL = ", as everybody at the table may see it: the game is not over"
TRACED = "trace/       what the readers saw\n"


def bug_report(
    table: PlayedTable,
    export: Callable[[int, str], str],
    languages: Mapping[str, Language],
    data: Path,
    traces: Path | None,
) -> bytes:
    """Return the report as a zip file. `export` writes the record of a game for an audience."""
    playing = table.playing()
    over = playing is not None and playing.over
    trace = dict(traced(traces, playing.number)) if traces and playing and over else {}
    part, whom = ("", "the table and all seats") if over else (OF_ALL, "the table")
    files = {
        "README.txt": README.format(part=part, whom=whom, trace=TRACED if trace else "").encode(),
        "about.txt": "\n".join(about(table)).encode(),
        "record.txt": recorded(export, playing, JUDGE if over else TABLE).encode(),
        "shown.json": json.dumps(shown(table, languages, over=over), ensure_ascii=False, indent=1).encode(),
        "log.txt": "\n".join(log_lines(data)).encode(),
        **trace,
    }
    return zipped(files)


def recorded(export: Callable[[int, str], str], playing: Playing | None, audience: str) -> str:
    """Return the record of the game, or why there is none."""
    if playing is None:
        return "No game is running."
    try:
        return export(playing.number, audience)
    except LedgerError as problem:
        return str(problem)


def about(table: PlayedTable) -> Iterator[str]:
    """Yield which companion it is, and how its readers are."""
    yield f"companion {version_text()}"
    yield f"Python {platform.python_version()}, {platform.system()} {platform.release()}, {platform.machine()}"
    playing = table.playing()
    if playing:
        yield f"game {playing.number}: {len(playing.seats)} seats, judge: {playing.judged}, over: {playing.over}"
    for reader in table.health(ENGLISH):
        yield f"reader {reader.name}: {reader.state}. {reader.words}"


def shown(table: PlayedTable, languages: Mapping[str, Language], *, over: bool) -> dict[str, object]:
    """Return what was shown: to everybody in each language, and after the end to each seat as well."""
    playing = table.playing()
    audiences = (TABLE, *playing.seats, JUDGE) if playing and over else (TABLE,)
    return {
        "notes": [note.whole for note in table.unread(ENGLISH)],
        **{
            f"{audience}, {code}": state_of(table.key, table.screen(audience, language), playing)
            for audience in audiences
            for code, language in languages.items()
        },
    }


def log_lines(data: Path) -> Iterable[str]:
    """Return the newest lines of the log, or why there are none."""
    try:
        return last_lines(data, LINES)
    except OSError as problem:
        return (f"The log cannot be read: {problem.strerror or type(problem).__name__}.",)


def traced(folder: Path, number: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the trace of a game."""
    for path in sorted(folder.glob(f"game-{number}-*.json*")):
        try:
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - LARGEST_TRACE))
                yield f"trace/{path.name}", file.read(LARGEST_TRACE)
        except OSError as problem:
            yield f"trace/{path.name}.missing.txt", (problem.strerror or type(problem).__name__).encode()


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return these files as a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
