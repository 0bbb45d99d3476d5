"""`companion watch`: show live what each reader sees."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

import click

from companion.app.table_file import load_table
from companion.cli.options import game_option, json_option, registry_option, table_option
from companion.cli.places import data_dir
from companion.cli.watched import Watched
from companion.rules import find_game
from companion.table import under_way
from companion.table.kinds import drivers
from companion.table.layout import Layout
from companion.table.layout_file import TableProblems
from companion.table.reader_notices import ReaderNotice
from companion.table.registry import Registry, RegistryError
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Look, Uid

REFRESH = 0.5
"""Seconds between two pictures."""
PATIENCE = 10.0
"""Seconds after which `--once` shows what it has, even if some readers have not been heard."""

HOME, TO_END_OF_LINE, TO_END = "\x1b[H", "\x1b[K", "\x1b[J"


@click.command("watch")
@table_option
@registry_option
@game_option
@click.option("--once", is_flag=True, help="Show all readers once, and stop.")
@click.option("--seconds", type=click.FloatRange(0), help="Stop after so many seconds.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, table: Path, registry: Path, game: str, once: bool, seconds: float | None, as_json: bool
) -> None:
    """Show live what each reader sees, and how often it errs.

    Use it to find a bad reader or a bad spot. While a game is being played, hidden places show only whether their
    reader works. Stop it with Ctrl-C.

    \b
    Exit status with --once: 0 when every reader answers; 1 when one does not;
    2 when there is no table to look at.
    """
    layout = load_table(table)
    if isinstance(layout, TableProblems):
        click.echo("\n".join(layout.said()), err=True)
        ctx.exit(2)
    watched, names = Watched(layout), ChipNames(registry, game)
    try:
        for picture in pictures(watched, once, seconds):
            show(picture, names, as_json, live=not once and sys.stdout.isatty())
    except KeyboardInterrupt:
        return
    ctx.exit(0 if watched.well or not once else 1)


class ChipNames:
    """What people call the chips, as far as registry and game know them."""

    def __init__(self, path: Path, game: str) -> None:
        try:
            self.registry = RegistryFile(path).registry
        except RegistryError as problem:
            click.echo(f"{problem} Until this is mended, chips are shown by their tags.", err=True)
            self.registry = Registry()
        self.words: Mapping[str, str] = {entry.key: entry.name for entry in find_game(game).encyclopedia().values()}

    def __call__(self, uid: Uid) -> str:
        """The name of the chip with this tag, for people."""
        tag = self.registry.find(uid)
        if tag is None:
            return f"unknown tag {uid}"
        chip = tag.name or self.words.get(tag.chip.kind, tag.chip.kind)
        return f"{chip} (tag retired: {tag.retired})" if tag.retired else chip


# -- looking ---------------------------------------------------------------------------------------------------


def pictures(watched: Watched, once: bool, seconds: float | None) -> Iterator[Watched]:
    """The state of all readers, again and again."""
    came: SimpleQueue[Look | ReaderNotice] = SimpleQueue()
    with ExitStack() as stack:
        listen(watched.layout, came, stack)
        begun = monotonic()
        end = begun + (PATIENCE if once else seconds if seconds is not None else float("inf"))
        refresh = begun + REFRESH
        while (now := monotonic()) < end and not (once and watched.complete):
            if now >= refresh and not once:
                watched.pass_time(now)
                yield watched
                refresh = now + REFRESH
            try:
                watched.take(came.get(timeout=max(0.0, min(refresh, end) - now) if not once else REFRESH))
            except Empty:
                continue
        yield watched


def listen(layout: Layout, came: SimpleQueue[Look | ReaderNotice], stack: ExitStack) -> None:
    """Start listening to all devices."""
    for driver in drivers(layout, came.put):
        driver.start()
        stack.callback(driver.stop)


# -- showing ---------------------------------------------------------------------------------------------------


def show(watched: Watched, names: ChipNames, as_json: bool, live: bool) -> None:
    """Print one picture. A game may begin meanwhile, so each picture checks whether chips must be hidden."""
    game = under_way.read(data_dir())
    hides = game is not None and game.hides
    if as_json:
        click.echo(json.dumps(watched.to_json(names, hides), ensure_ascii=False))
        return
    head = [f"{game.title} is under way: hidden spots show only whether their reader works."] if game and hides else []
    lines = [*head, *watched.lines(names, hides)]
    if live:
        click.echo(HOME + "".join(f"{line}{TO_END_OF_LINE}\n" for line in lines) + TO_END, nl=False, color=True)
    else:
        click.echo("\n".join([*lines, ""]))
