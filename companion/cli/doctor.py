"""`companion doctor`: looks at everything that a table needs, and says what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from companion.app.device_health import kernel_lines, throttled_text
from companion.app.table_file import load_table
from companion.cli import machine_checks as machine
from companion.cli.asking import examine_all
from companion.cli.findings import Finding, Level, exit_status, fine, note, show, show_summary, summary, unseen, wrong
from companion.cli.options import game_option, json_option, registry_option, table_option
from companion.cli.pad_checks import NoExam, pad_findings
from companion.cli.places import data_dir
from companion.cli.ports import ports_there
from companion.rules import find_game
from companion.table import under_way
from companion.table.kinds import station_kinds
from companion.table.layout import Layout, StationSpot
from companion.table.layout_file import TableProblems
from companion.table.station import StationError

LOOKED_THROUGH = 5000
"""Lines of the log."""
ERROR = re.compile(r"\d{4}-\d\d-\d\d [\d:,]+ (ERROR|CRITICAL) ")


@click.command("doctor")
@table_option
@registry_option
@game_option
@json_option
@click.pass_context
def command(ctx: click.Context, table: Path, registry: Path, game: str, as_json: bool) -> None:
    """Check everything that a table needs, and say what to fix.

    It looks at this machine (clock, disk, power, Python), at table.toml, at the tags, and at each pad and reader. Run
    it after you have built or moved a table, and whenever something does not work. While a game is being played, it
    does not look at chips in hidden places.

    \b
    Exit status: 0 when all is well; 1 when something is wrong;
    2 when nothing seems wrong, but something could not be checked.
    """
    findings = list(all_findings(table, registry, game))
    if as_json:
        status = exit_status(findings)
        report = {"status": status, "summary": summary(findings), "findings": [one.to_json() for one in findings]}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        show(findings)
        show_summary(findings)
    ctx.exit(exit_status(findings))


def all_findings(table: Path, registry: Path, game: str) -> Iterator[Finding]:
    """Check everything, from the ground up: machine, files, game, pads."""
    yield machine.program()
    yield machine.python()
    yield machine.clock(datetime.now(UTC), machine.clock_synchronised())
    yield from machine.disk(data_dir())
    yield machine.power(throttled_text())
    yield from machine.usb(kernel_lines())
    yield machine.device_key(data_dir())
    yield log_finding(data_dir())
    layout = load_table(table)
    yield from machine.table_file(table, layout)
    yield from tag_findings(registry, game, layout)
    played = under_way.read(data_dir())
    yield machine.game(played)
    if isinstance(layout, Layout):
        yield from reader_findings(layout, hides=played is not None and played.hides)


def log_finding(folder: Path) -> Finding:
    """Where the log is, and whether something in it is worth a look."""
    from companion.app.program_log import NAME, last_lines

    try:
        lines = last_lines(folder, LOOKED_THROUGH)
    except OSError as problem:
        return unseen("log", f"{problem.filename} cannot be read: {problem.strerror}.", "Ask as the companion's user.")
    errors = [line for line in lines if ERROR.match(line)]
    if not errors:
        return fine("log", f"{folder / NAME}.")
    words = f"{folder / NAME} has {len(errors)} errors, the last of {errors[-1][:16]}."
    return note("log", words, "`companion log` prints it, for a bug report.")


def tag_findings(path: Path, key: str, layout: Layout | TableProblems) -> Iterator[Finding]:
    """Check the registry against the game's box."""
    game = find_game(key)
    found, problems = machine.registry(path)
    yield from problems
    if found is not None:
        has_readers = not isinstance(layout, Layout) or any(layout.spots())
        yield machine.tags(found, path, game.key, game.title, game.box(), has_readers)


def reader_findings(layout: Layout, hides: bool) -> Iterator[Finding]:
    """Check every pad, and the station."""
    exams = examine_all(layout.pads)
    for pad, exam in zip(layout.pads, exams, strict=True):
        yield from pad_findings(pad, exam, hides)
    answers = [station(layout.station)] if layout.station else []
    yield from answers
    if any(isinstance(exam, NoExam) for exam in exams) or any(one.level is not Level.FINE for one in answers):
        there = ", ".join(port.path for port in ports_there()) or "none"
        yield note("ports", f"these are connected: {there}.", "`companion pads list` says which pad is on which port.")


def station(there: StationSpot) -> Finding:
    """Check whether the NFC station answers."""
    known = station_kinds()
    if there.kind not in known:
        kinds_known = ", ".join(known)
        return wrong("station", f"nothing here reads a station of the kind {there.kind}.", f"Known: {kinds_known}.")
    reader = known[there.kind](there.port, False)
    try:
        reader.open()
    except StationError as problem:
        busy = "Another program" in str(problem)
        return (unseen if busy else wrong)("station", str(problem), "")
    reader.close()
    return fine("station", f"answers on {there.port}.")
