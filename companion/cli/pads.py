"""`companion pads`: list the pads, number them, blink their lamps and flash their firmware."""

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

from companion.app.table_file import load_table
from companion.cli import flash as flashing
from companion.cli.asking import AT_ONCE, NoPad, Talk, talk
from companion.cli.options import json_option, table_option
from companion.cli.ports import FoundPort, ports_there
from companion.table.layout import MOST_READERS
from companion.table.layout_file import HIGHEST_PAD, TableProblems
from companion.table.messages import Done, Hello, Lamp, Led, Num, Reply, Request
from companion.table.port import PortError


@click.group("pads")
def command() -> None:
    """Find, number, blink and flash the pads.

    `companion first-run` does most of this for a new table; these commands are for single pads.
    """


# -- list ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    """A port, and the pad that answers there, if any."""

    port: str
    others: tuple[str, ...]
    """Other names of the port."""
    adapter: str
    pad: int | None
    """The number of the pad, 0 if it has none yet; None if no pad answers."""
    firmware: str
    chips: tuple[str | None, ...]
    trouble: str
    """Why no pad answers."""


@command.command("list")
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@json_option
@click.pass_context
def list_pads(ctx: click.Context, ports: tuple[str, ...], as_json: bool) -> None:
    """List the serial ports, and which pad answers on each.

    Opening a port restarts many boards, so do not run this during a game. Without PORT, every port is tried.

    \b
    Exit status: 0 when at least one pad answers; 1 when none does.
    """
    there = [FoundPort(port) for port in ports] or ports_there()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        rows = list(pool.map(asked, there))
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False))
    elif not rows:
        click.echo("There are no serial ports. Is anything plugged in?")
    else:
        for row in rows:
            show(row)
    ctx.exit(0 if any(row.pad is not None for row in rows) else 1)


def asked(port: FoundPort) -> Listed:
    """Ask which pad answers at a port."""
    try:
        with talk(port.path) as conversation:
            hello = conversation.link.hello
            assert hello is not None
            return Listed(port.path, port.others, port.words, hello.number, hello.firmware, hello.chips, "")
    except PortError as problem:
        trouble = str(problem)
    except NoPad:
        trouble = "no pad answers; is it the NFC station?"
    return Listed(port.path, port.others, port.words, None, "", (), trouble)


def show(row: Listed) -> None:
    """Print one or two lines about a port."""
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
    """Give the pad at PORT the NUMBER that it has in table.toml.

    The pad remembers its number without power. A new pad has none.

    \b
    Example:
      companion pads number /dev/ttyUSB0 2
    """
    with pad_at(port) as conversation:
        hello = conversation.link.hello
        before = hello.number if isinstance(hello, Hello) else 0
        done(conversation.ask(Num(number)), f"The pad on {port} could not keep its number. Try again, or flash it.")
    was = f" (it was pad {before})" if before and before != number else ""
    click.echo(f"The pad on {port} is now pad {number}{was}.")


@command.command("blink")
@click.argument("pad")
@click.argument("reader", type=click.IntRange(0, MOST_READERS - 1), required=False)
@table_option
@click.option("--seconds", type=click.FloatRange(0, 600), default=10.0, show_default=True, help="How long to blink.")
def blink(pad: str, reader: int | None, table: Path, seconds: float) -> None:
    """Blink the lamps of a pad, to see which one it is.

    PAD is its number in table.toml, or the port that it is plugged into. With READER, only that reader's lamp blinks.

    \b
    Example:
      companion pads blink 2 0 --seconds 5
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
    """Send requests that set lamps."""
    for request in requests:
        done(conversation.ask(request), "This pad has no such reader.")


def done(reply: Reply | None, why_not: str) -> None:
    """Raise a `ClickException` if a pad has not done what it was asked to do."""
    if reply is None:
        raise click.ClickException("The pad no longer answers. Is its cable loose?")
    if not isinstance(reply, Done):
        raise click.ClickException(why_not)


@contextmanager
def pad_at(port: str) -> Iterator[Talk]:
    """Open a conversation with the pad at a port, and report errors in words."""
    try:
        with talk(port) as conversation:
            yield conversation
    except (NoPad, PortError) as problem:
        raise click.ClickException(str(problem)) from None


def port_of(pad: str, table: Path) -> str:
    """The port of a pad that is named by its number or by its port."""
    if not pad.isdecimal():
        return pad
    layout = load_table(table)
    if isinstance(layout, TableProblems):
        raise click.ClickException("\n".join([*layout.said(), "Or name the port instead of the pad's number."]))
    for known in layout.pads:
        if known.number == int(pad):
            return known.port
    raise click.ClickException(f"{table} has no pad {pad}.")


# -- flash -----------------------------------------------------------------------------------------------------


@command.command("flash")
@click.argument("port")
@click.option("--board", type=click.Choice(list(flashing.BOARDS)), default="nano", show_default=True,
              help="The kind of board, as listed above.")  # fmt: skip
@click.option(
    "--hex",
    "chosen",
    type=click.Path(path_type=Path),
    help="A firmware file to use in place of the one in firmware/build.",
)
@click.option("--dry-run", is_flag=True, help="Only print the avrdude command.")
def flash(port: str, board: str, chosen: Path | None, dry_run: bool) -> None:
    """Put the firmware on the pad at PORT, using avrdude.

    The pad keeps its number. Build the firmware first: make -C firmware.

    \b
    Boards:
      nano      Arduino Nano, 16 MHz, 115200 baud
      nano-old  the same with the old boot loader, 57600 baud
      promini   Pro Mini 3.3 V, 8 MHz, 57600 baud

    \b
    Example:
      companion pads flash /dev/ttyUSB0 --board nano-old
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
    click.echo(f"The pad on {port} has been flashed. `companion pads list` shows its firmware.")
