"""`companion pads`: what is plugged in, numbers and lamps of pads, and their firmware."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import sleep

import click

from companion.cli import flash as flashing
from companion.cli.asking import AT_ONCE, NoPad, Talk, talk
from companion.cli.options import json_option, table_option
from companion.cli.ports import FoundPort, ports_there
from companion.table.layout import MOST_READERS
from companion.table.layout_file import HIGHEST_PAD, Problems, load_layout
from companion.table.messages import Done, Hello, Lamp, Led, Num, Reply, Request
from companion.table.port import PortError


@click.group("pads", short_help="Finds, numbers and flashes the pads.")
def command() -> None:
    """The pads that are plugged in: find them, number them, let them blink, put the firmware on them."""


# -- list ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    """A port, and who answers there."""

    port: str
    others: tuple[str, ...]
    """Its other names."""
    adapter: str
    pad: int | None
    """Its number, 0 when it has none yet; None where no pad answers."""
    firmware: str
    chips: tuple[str | None, ...]
    trouble: str
    """Why no pad answers."""


@command.command("list")
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@json_option
@click.pass_context
def list_pads(ctx: click.Context, ports: tuple[str, ...], as_json: bool) -> None:
    """Which ports there are, and which pad answers there.

    Every port is opened and greeted, which restarts many boards: not while a game is under way.
    Exit status 1 when no pad answers at all.
    """
    there = [FoundPort(port) for port in ports] or ports_there()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        rows = list(pool.map(asked, there))
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False))
    elif not rows:
        click.echo("There is no serial port at all. Is anything plugged in?")
    else:
        for row in rows:
            show(row)
    ctx.exit(0 if any(row.pad is not None for row in rows) else 1)


def asked(port: FoundPort) -> Listed:
    """Who answers at a port."""
    try:
        with talk(port.path) as conversation:
            hello = conversation.link.hello
            assert hello is not None
            return Listed(port.path, port.others, port.words, hello.number, hello.firmware, hello.chips, "")
    except PortError as problem:
        trouble = str(problem)
    except NoPad:
        trouble = "no pad answers; the NFC station, perhaps?"
    return Listed(port.path, port.others, port.words, None, "", (), trouble)


def show(row: Listed) -> None:
    """A line or two."""
    click.secho(row.port, bold=True, nl=False)
    click.echo(f"  ({', '.join(filter(None, (*row.others, row.adapter)))})" if row.others or row.adapter else "")
    if row.pad is None:
        click.echo(f"    {row.trouble}")
        return
    name = f"pad {row.pad}" if row.pad else f"a pad without a number: `companion pads number {row.port} N`"
    dead = [str(at) for at, chip in enumerate(row.chips) if chip is None]
    lacking = f", but {', '.join(dead)} {'does' if len(dead) == 1 else 'do'} not answer" if dead else ""
    click.echo(f"    {name}, firmware {row.firmware}, {len(row.chips)} readers{lacking}")


# -- number and blink ------------------------------------------------------------------------------------------


@command.command("number")
@click.argument("port")
@click.argument("number", type=click.IntRange(1, HIGHEST_PAD))
def number(port: str, number: int) -> None:
    """Give the pad at PORT its NUMBER, as table.toml has it. It keeps it without power."""
    with pad_at(port) as conversation:
        hello = conversation.link.hello
        before = hello.number if isinstance(hello, Hello) else 0
        done(conversation.ask(Num(number)), f"The pad on {port} could not keep its number. Try again, or flash it.")
    was = f" (it was pad {before})" if before and before != number else ""
    click.echo(f"The pad on {port} is pad {number} now{was}.")


@command.command("blink")
@click.argument("pad")
@click.argument("reader", type=click.IntRange(0, MOST_READERS - 1), required=False)
@table_option
@click.option("--seconds", type=click.FloatRange(0, 600), default=10.0, show_default=True, help="How long.")
def blink(pad: str, reader: int | None, table: Path, seconds: float) -> None:
    """Let the lamp of a READER blink, or all lamps of a pad, to see which it is.

    PAD is its number in table.toml, or the port that it is plugged in.
    """
    with pad_at(port_of(pad, table)) as conversation:
        hello = conversation.link.hello
        readers = range(len(hello.chips) if hello else 0) if reader is None else (reader,)
        light(conversation, [Led(index, Lamp.BLINKING) for index in readers])
        which = "All its lamps blink" if reader is None else f"The lamp of reader {reader} blinks"
        click.echo(f"{which} for {seconds:g} seconds.")
        try:
            sleep(seconds)
        finally:
            light(conversation, [Led(index, Lamp.OFF) for index in readers])


def light(conversation: Talk, requests: list[Request]) -> None:
    """Set lamps."""
    for request in requests:
        done(conversation.ask(request), "This pad has no such reader.")


def done(reply: Reply | None, why_not: str) -> None:
    """Whether a pad has done what it was asked for."""
    if reply is None:
        raise click.ClickException("The pad does not answer any more. Is its cable loose?")
    if not isinstance(reply, Done):
        raise click.ClickException(why_not)


@contextmanager
def pad_at(port: str) -> Iterator[Talk]:
    """Talk with the pad at a port; what goes wrong is said in words."""
    try:
        with talk(port) as conversation:
            yield conversation
    except (NoPad, PortError) as problem:
        raise click.ClickException(str(problem)) from None


def port_of(pad: str, table: Path) -> str:
    """The port of a pad that is named by its number, or is a port already."""
    if not pad.isdecimal():
        return pad
    layout = load_layout(table)
    if isinstance(layout, Problems):
        raise click.ClickException("\n".join([*layout.said(), "Else name the port instead of the pad's number."]))
    for known in layout.pads:
        if known.number == int(pad):
            return known.port
    raise click.ClickException(f"{table} has no pad {pad}.")


# -- flash -----------------------------------------------------------------------------------------------------


@command.command("flash")
@click.argument("port")
@click.option("--board", type=click.Choice(list(flashing.BOARDS)), default="nano", show_default=True)
@click.option("--hex", "chosen", type=click.Path(path_type=Path), help="Another file than firmware/build has.")
@click.option("--dry-run", is_flag=True, help="Only show the avrdude command.")
def flash(port: str, board: str, chosen: Path | None, dry_run: bool) -> None:
    """Put the firmware on the pad at PORT, with avrdude. The pad keeps its number.

    \b
    Boards:
      nano      Arduino Nano, 16 MHz, 115200 baud
      nano-old  the same with the old boot loader, 57600 baud
      promini   Pro Mini 3.3 V, 8 MHz, 57600 baud
    """
    kind = flashing.BOARDS[board]
    try:
        firmware = flashing.firmware_for(kind, chosen)
        if dry_run:
            click.echo(shlex.join(flashing.avrdude_call(kind, port, firmware)))
            return
        flashing.flash(kind, port, firmware)
    except flashing.FlashError as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(f"The pad on {port} has its firmware. `companion pads list` shows it.")
