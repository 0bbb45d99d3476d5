"""`companion demo`: a virtual table in the browser, or a whole match in words."""

from __future__ import annotations

import fcntl
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

import click

from companion.cli.codes import PrintedCodes, Shown
from companion.cli.display import find_language
from companion.cli.ending import until_told, wait_for
from companion.cli.places import demo_dir, old_demo_dir
from companion.cli.typed import typed

if TYPE_CHECKING:
    from flask import Flask

    from companion.app.demo.demo import Demo
    from companion.app.demo.page import ServingPage
    from companion.faces.languages import Language
    from companion.rules import Setup

existing = click.Path(path_type=Path, dir_okay=False, exists=True)

PORT: Final = 8090
"""The port of the virtual table's page. The companion's own pages use `PHONES`, the port that phones are used to."""
PHONES: Final = 8080
LOCAL: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
SHORT: Final = 20.0
"""Seconds to wait until the program has started or says why it has not."""
CODES: Final = 3.0
"""Seconds to wait for the codes of the seats; there are none if phones have joined already."""


@click.command("demo")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=demo_dir,
              help="The folder that the game is kept in.")  # fmt: skip
@click.option("--game", "key", default=None, metavar="KEY", help="The game to play.  [default: puzzle-strike]")
@click.option("--seats", default=0, type=click.IntRange(0, 4), metavar="NUMBER",
              help="How many sit at the table.  [default: the fewest that the mode takes]")  # fmt: skip
@click.option("--mode", default="", help="The mode to play, such as team.  [default: the usual one for so many]")
@click.option("--new", "anew", is_flag=True, help="Begin a new game. The old one stays in the record.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535),
              help="The port of the virtual table's page. If it is in use, the next free one is taken.")  # fmt: skip
@click.option("--everywhere", is_flag=True, help="Let other machines in your network move chips too.")
@click.option(
    "--language", "lang", default="en", show_default=True, help="The language of the virtual table: en or ru."
)
@click.option(
    "--seed", default=None, type=int, help="The seed of all random draws.  [default: random; with --words 131]"
)
@click.option("--pace", default=None, type=click.FloatRange(0, 60), metavar="NUMBER",
              help="How fast hands move: 0.5, 1, 2 or 4. With --words: seconds between steps.")  # fmt: skip
@click.option("--trace", type=existing, help="Show a recorded trace on the page instead (docs/rehearsal.md).")
@click.option(
    "--setup",
    "setup",
    type=existing,
    help="With --trace: the file that describes game and table.  [default: beside the trace]",
)
@click.option("--words", "in_words", is_flag=True, help="Play a whole match in the terminal instead, told in words.")
@click.option("--bank", default="first_game", show_default=True, help="With --words: a recommended bank, or random.")
@click.option(
    "--players",
    default="script,script",
    show_default=True,
    help="With --words: which computer players sit North and South.",
)
def command(
    folder: Path, key: str | None, anew: bool, port: int, everywhere: bool, lang: str, seed: int | None,
    pace: float | None, trace: Path | None, setup: Path | None, in_words: bool, bank: str, players: str,
    seats: int, mode: str,
) -> None:  # fmt: skip
    """Try the companion without hardware: a virtual table in your browser.

    You drag chips; emulated readers see them; the real companion follows the game. Seats that you leave are played by
    the computer. Ctrl-C stops the demo, and the next start goes on with the same game. docs/demo.md tells more.

    \b
    Examples:
      companion demo
      companion demo --new --everywhere
      companion demo --seats 4 --mode team
      companion demo --words
    """
    if pace is not None and not math.isfinite(pace):
        raise click.BadParameter("give a number, such as 0.5", param_hint="--pace")
    if in_words:
        from companion.cli.demo_words import tell

        tell(131 if seed is None else seed, pace or 0.0, bank, players)
        return
    from companion.app.demo.demo import PACES, Demo
    from companion.app.demo.puzzle_strike import USUAL

    if pace is not None and pace not in PACES:
        raise click.BadParameter(f"one of {', '.join(f'{one:g}' for one in PACES)}", param_hint="--pace")
    host = EVERYWHERE if everywhere else LOCAL
    language = find_language(lang, "--language")
    if trace:
        replay(trace, setup or trace.with_name(trace.name.replace(".trace.jsonl", ".setup.json")), language, host, port)
        return
    wanted = usual_of(key, seats, mode)
    if folder == demo_dir() and wanted == USUAL:
        take_over(old_demo_dir(), folder)
    elif folder == demo_dir():
        of_more = f"-{len(wanted.seats)}" if wanted.game == USUAL.game else ""
        folder = folder.with_name(f"{folder.name}-{wanted.game}{of_more}")  # a table of its own
    with alone_in(folder):
        demo = Demo(
            folder, seed=seed, new=anew, language=language, port=PHONES, pace=1.0 if pace is None else pace,
            setup=wanted,
        )  # fmt: skip
        run(demo, host, port)


def usual_of(key: str | None, seats: int = 0, mode: str = "") -> Setup:
    """The set-up with which a game of this key begins."""
    from companion.app.demo.choosing import usual_setup
    from companion.rules import SetupError, games

    try:
        return usual_setup(key or next(iter(games())), seats, mode)
    except SetupError as problem:
        raise click.UsageError(f"{f'--game {key}: ' if key else ''}{problem}") from None


def replay(trace: Path, setup: Path, language: Language, host: str, port: int) -> None:
    """Show a recorded trace on the page until Ctrl-C."""
    from companion.app.demo.page import create_page
    from companion.app.demo.recording import Recording
    from companion.app.network import page_address
    from companion.rehearsal.games.trace import read_situation, read_trace

    try:
        situation = read_situation(setup.read_text(encoding="utf-8", errors="replace"))
        found = read_trace(trace)
    except OSError as problem:
        words = f"{problem.filename}: {problem.strerror}. Say where the set-up file is: --setup FILE"
        raise click.ClickException(words) from None
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None
    for wrong in found.problems:
        click.echo(f"{trace}, {wrong}: left out.", err=True)
    with until_told() as ended:
        recording = Recording(found.looks, situation, language)
        page = open_page(create_page(recording, language, lambda: ""), host, port)
        with recording, page:
            click.secho(f"The recording: {page_address(LOCAL, page.port)}", bold=True)
            wait_for(ended)


def take_over(old: Path, folder: Path) -> None:
    """Move a game that an earlier version kept in another folder here, unless there is one here already."""
    if folder.exists() or not old.is_dir():
        return
    try:
        with alone_in(old):
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.rename(old, folder)
        with suppress(OSError):  # the folder is not empty
            old.parent.rmdir()
    except OSError as problem:
        words = f"The game of an earlier version is still in {old} ({problem.strerror}). To continue it: --folder {old}"
        click.echo(words, err=True)
        return
    click.echo(f"The game of an earlier version was moved from {old} to {folder}.", err=True)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, so that only one demo uses it at a time. The error says where the other one is."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "lock").open("a+", encoding="utf-8")
    except OSError as problem:
        another = f"Choose another one: {typed()} demo --folder somewhere"
        words = f"The folder {folder} cannot be used ({problem.strerror}). {another}"
        raise click.ClickException(words) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            where = lock.read().strip() or "somewhere on this machine"
            more = f"To start a second one: {typed()} demo --folder somewhere-else"
            words = f"This demo is already running: {where}. {more}"
            raise click.ClickException(words) from None
        lock.truncate(0)
        yield
        lock.truncate(0)


def run(demo: Demo, host: str, port: int) -> None:
    """Run the virtual table until Ctrl-C."""
    from companion.app.demo.framed import FramedPhones
    from companion.app.demo.page import create_page
    from companion.app.demo.stage import Stage
    from companion.app.network import page_address

    stage = Stage(demo)
    made = create_page(stage, demo.language, lambda: demo.address, stage.picture, lambda: demo.language)
    page = open_page(made, host, port)
    phones = FramedPhones(stage.seated, demo.count, host, demo.language.code)
    stage.ports, stage.spoken = phones.ports, phones.speak
    with until_told() as ended, stage, phones, page:
        address = page_address(LOCAL, page.port)
        (demo.folder / "lock").write_text(address, encoding="utf-8")
        codes = PrintedCodes(lambda: [Shown(*code) for code in demo.codes], lambda: demo.address)
        introduce(demo, address, host, page.port, ended, codes)
        wait_for(ended, codes.print_new)
        click.echo("\nThe virtual table has stopped. The next start continues this game.")


def open_page(app: Flask, host: str, port: int) -> ServingPage:
    """Serve the page on this port, or on the next free one."""
    from companion.app.demo.page import free_page

    try:
        page = free_page(app, host, port)
    except OSError as problem:
        words = f"Port {port} cannot be used ({problem.strerror}). Choose another one: {typed()} demo --port 9000"
        raise click.ClickException(words) from None
    if port not in (0, page.port):
        click.echo(f"Port {port} is in use, so the page is on port {page.port}.")
    return page


def introduce(demo: Demo, address: str, host: str, port: int, ended: Event, codes: PrintedCodes) -> None:
    """Print where everything is: the virtual table, the companion's pages, codes and display."""
    click.secho(f"The virtual table: {address}", bold=True)
    with demo.news:
        demo.news.wait_for(lambda: demo.told or ended.is_set(), SHORT)
        demo.news.wait_for(lambda: len(demo.codes) > 1 or ended.is_set(), CODES)
    if ended.is_set():
        return
    if not demo.address:
        click.echo("\n".join(["The companion's pages cannot be reached now. It says:", *demo.said]))
    else:
        click.echo(f"The companion's own pages, for phones and spectators: {demo.address}")
        codes.print()
    click.echo("\n".join(invitations(demo.address, host, port)))
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        click.echo(f"This machine has no screen for the display. Its picture is in {demo.folder / 'display.png'}.")
    click.echo("Ctrl-C ends the demo. The next start continues the same game.")
    sys.stdout.flush()


def invitations(pages: str, host: str, port: int) -> list[str]:
    """How phones and computers connect: to the companion's own pages or, with --everywhere, to the virtual table."""
    from companion.app.network import own_address, page_address
    from companion.cli.run import picture

    outside = own_address()
    if not outside:
        return ["This machine is not in a network: phones and other computers cannot connect."]
    if host == EVERYWHERE:
        table = page_address(outside, port)
        return [f"To open the virtual table on a phone or another computer: {table}", picture(table)]
    more = f"Only this machine can open the virtual table. To let others in: {typed()} demo --everywhere"
    return [f"To open the companion's own pages on a phone: {pages}", picture(pages), more] if pages else [more]
