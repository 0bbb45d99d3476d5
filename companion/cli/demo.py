"""`companion demo`: a virtual table in the browser, or a whole match in words."""

from __future__ import annotations

import fcntl
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

import click

from companion.cli.display import find_language
from companion.cli.ending import until_told, wait_for
from companion.cli.typed import typed

if TYPE_CHECKING:
    from flask import Flask

    from companion.app.demo.demo import Demo
    from companion.app.demo.page import ServingPage
    from companion.faces.languages import Language

existing = click.Path(path_type=Path, dir_okay=False, exists=True)

PORT: Final = 8090
"""Of the virtual table's page; the companion's own pages come to the one that phones are used to."""
PHONES: Final = 8080
LOCAL: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
SHORT: Final = 20.0
"""Seconds in which the program has started, or says why not."""
CODES: Final = 3.0
"""And in which it says the codes of the seats; there are none where phones have joined already."""


def demo_folder() -> Path:
    """`$XDG_DATA_HOME/companion/demo`, whether or not it is there yet."""
    given = os.environ.get("XDG_DATA_HOME", "")
    home = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    return home / "companion" / "demo"


@click.command("demo")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=demo_folder,
              help="Where the game is kept.")  # fmt: skip
@click.option("--new", "anew", is_flag=True, help="Begin a new game; the one that was played is kept in the books.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535),
              help="Of the virtual table's page; where it is taken, the next that is free.")  # fmt: skip
@click.option("--everywhere", is_flag=True, help="Let others in your network move chips too, not only this machine.")
@click.option("--language", "lang", default="en", show_default=True, help="Of the virtual table.")
@click.option("--seed", default=None, type=int, help="What chance comes from.  [default: with --words 131]")
@click.option("--pace", default=None, type=click.FloatRange(0, 60), metavar="NUMBER",
              help="How quick hands are: 0.5, 1, 2 or 4; with --words, seconds to wait after each step.")  # fmt: skip
@click.option("--trace", type=existing, help="Play a recorded trace on the page instead; docs/rehearsal.md.")
@click.option("--setup", "setup", type=existing, help="With --trace: the game and its table.  [default: beside it]")
@click.option("--words", "in_words", is_flag=True, help="Play a whole match in the terminal instead, and tell it.")
@click.option("--bank", default="first_game", show_default=True, help="With --words: a recommended bank, or random.")
@click.option("--players", default="script,script", show_default=True, help="With --words: who sits North and South.")
def command(
    folder: Path, anew: bool, port: int, everywhere: bool, lang: str, seed: int | None, pace: float | None,
    trace: Path | None, setup: Path | None, in_words: bool, bank: str, players: str,
) -> None:  # fmt: skip
    """Try it without hardware: a virtual table in the browser, with the real program behind it.

    Emulated readers see the chips that you drag; automated players take the seats that you leave. Ctrl-C ends it, and
    the next start goes on with the same game.
    """
    if pace is not None and not math.isfinite(pace):
        raise click.BadParameter("say a number, such as 0.5", param_hint="--pace")
    if in_words:
        from companion.cli.demo_words import tell

        tell(131 if seed is None else seed, pace or 0.0, bank, players)
        return
    from companion.app.demo.demo import PACES, Demo

    if pace is not None and pace not in PACES:
        raise click.BadParameter(f"one of {', '.join(f'{one:g}' for one in PACES)}", param_hint="--pace")
    host = EVERYWHERE if everywhere else LOCAL
    language = find_language(lang, "--language")
    if trace:
        replay(trace, setup or trace.with_name(trace.name.replace(".trace.jsonl", ".setup.json")), language, host, port)
        return
    with alone_in(folder):
        demo = Demo(folder, seed=seed, new=anew, language=language, port=PHONES, pace=1.0 if pace is None else pace)
        run(demo, host, port)


def replay(trace: Path, setup: Path, language: Language, host: str, port: int) -> None:
    """A trace on the page, until Ctrl-C."""
    from tempfile import TemporaryDirectory

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
    with until_told() as ended, TemporaryDirectory() as kept:
        recording = Recording(found.looks, situation, language, Path(kept))
        page = open_page(create_page(recording, language, lambda: ""), host, port)
        with recording, page:
            click.secho(f"The recording: {page_address(LOCAL, page.port)}", bold=True)
            wait_for(ended)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """One demonstration at a time in each folder. It says where the other one is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("a+", encoding="utf-8")
    except OSError as problem:
        another = f"Take another: {typed()} demo --folder somewhere"
        words = f"The folder {folder} cannot be used ({problem.strerror}). {another}"
        raise click.ClickException(words) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            where = lock.read().strip() or "somewhere on this machine"
            more = f"For one more: {typed()} demo --folder somewhere-else"
            words = f"This demonstration runs already: {where}. {more}"
            raise click.ClickException(words) from None
        lock.truncate(0)
        yield
        lock.truncate(0)


def run(demo: Demo, host: str, port: int) -> None:
    """Until Ctrl-C."""
    from companion.app.demo.page import create_page
    from companion.app.demo.stage import Stage
    from companion.app.network import page_address

    stage = Stage(demo)
    page = open_page(create_page(stage, demo.language, lambda: demo.address), host, port)
    with until_told() as ended, stage, page:
        address = page_address(LOCAL, page.port)
        (demo.folder / "lock").write_text(address, encoding="utf-8")
        introduce(demo, address, host, page.port, ended)
        wait_for(ended)
        click.echo("\nThe virtual table ends; the next start goes on with this game.")


def open_page(app: Flask, host: str, port: int) -> ServingPage:
    """On this port, or the next that is free."""
    from companion.app.demo.page import free_page

    try:
        page = free_page(app, host, port)
    except OSError as problem:
        words = f"Port {port} cannot be used ({problem.strerror}). Take another: {typed()} demo --port 9000"
        raise click.ClickException(words) from None
    if port not in (0, page.port):
        click.echo(f"Port {port} is taken: the page is at {page.port}.")
    return page


def introduce(demo: Demo, address: str, host: str, port: int, ended: Event) -> None:
    """Where it all is."""
    click.secho(f"The virtual table: {address}", bold=True)
    with demo.news:
        demo.news.wait_for(lambda: demo.told or ended.is_set(), SHORT)
        demo.news.wait_for(lambda: len(demo.codes) > 1 or ended.is_set(), CODES)
    if ended.is_set():
        return
    if not demo.address:
        click.echo("\n".join(["The companion has no pages just now. It says:", *demo.said]))
    else:
        click.echo(f"The companion's own pages, for phones and spectators: {demo.address}")
        for who, code, spaced in demo.codes:
            click.echo(f"  {who:12} {spaced}   {demo.address}/join?code={code}")
    click.echo("\n".join(invitations(demo.address, host, port)))
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        click.echo(f"There is no screen for the display: its picture is {demo.folder / 'display.png'}.")
    click.echo("Ctrl-C ends it; started again, it goes on with the same game.")
    sys.stdout.flush()


def invitations(pages: str, host: str, port: int) -> list[str]:
    """How phones and other computers come in: to the companion's own pages, or, where that is wanted, to the table."""
    from companion.app.network import own_address, page_address
    from companion.cli.run import picture

    outside = own_address()
    if not outside:
        return ["This machine is in no network: phones and other computers cannot come."]
    if host == EVERYWHERE:
        table = page_address(outside, port)
        return [f"This opens the virtual table on a phone or another computer: {table}", picture(table)]
    more = f"The virtual table is open to this machine alone; to others with: {typed()} demo --everywhere"
    return [f"This opens the companion's own pages on a phone: {pages}", picture(pages), more] if pages else [more]
