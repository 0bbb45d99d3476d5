"""`companion verify`: check that a record is as it was written, and was played by the rules."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli.paper import say
from companion.cli.recorded import file_argument, read_file
from companion.ledger import (
    KeptProof,
    KeyTrouble,
    Recorded,
    fingerprint,
    read_checkpoint,
    read_fingerprint,
    read_head,
    read_public,
)

WHOLE, WRONG, INCOMPLETE = 0, 1, 2
MISTYPED = 64
"""The exit status of a command line that is wrong (EX_USAGE); click's own would be 2."""
COLOURS = {WHOLE: "green", WRONG: "red", INCOMPLETE: "yellow"}


class Mistyped(click.UsageError):
    """A command line that is wrong."""

    exit_code = MISTYPED


class Verify(click.Command):
    """Gives mistakes in the command line a status of their own: programs read 2 as a statement about the file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what was typed. A missing file counts as a mistake in the command line, too."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as problem:
            raise Mistyped(problem.format_message(), ctx) from None


@click.command("verify", cls=Verify)
@file_argument
@click.option("--head", default="", help="A head that somebody kept: it must be in the record.")
@click.option(
    "--checkpoint",
    default="",
    metavar="TEXT",
    help="A checkpoint that somebody kept, from the code at the end of the game: the record must fit it. If another"
    " device signed it, name that one with --key.",
)
@click.option(
    "--key",
    default="",
    metavar="FILE|FINGERPRINT",
    help="The device that must have signed the record: its device.pub, or its fingerprint.",
)
def command(file: Path, head: str, checkpoint: str, key: str) -> None:
    """Check that the record in FILE (from `companion export`) is genuine and follows the rules.

    Use it when you doubt a record that somebody sent you, or before you hand in one of your own.

    First the chain: no entry was altered, left out or added. Then the game: times never run backwards, the rules accept
    all that was said, in its order, and it leads to the tables and the result that the record tells. Last the device:
    whether it has signed this very record.

    \b
    Exit status:
      0  whole: everything in the record was checked, and nothing is wrong
      1  something is wrong; it is said with its line
      2  incomplete: nothing is wrong with what could be checked, but parts are
         kept back in this file, and they and what builds on them were not
     64  the command itself was mistyped, or the file cannot be read

    \b
    Examples:
      companion verify evening.txt
      companion verify evening.txt --key hs5l-3o6j-evn5-glgu
    """
    from companion.referee.report import State, report_on

    kept = kept_from(head, checkpoint, key)
    try:
        recorded = read_file(file)
    except click.ClickException as unread:
        raise Mistyped(unread.message) from None
    report = report_on(recorded, kept)
    status = {State.WHOLE: WHOLE, State.INCOMPLETE: INCOMPLETE, State.WRONG: WRONG}[report.state]
    opening = {WHOLE: "Whole", INCOMPLETE: "Incomplete", WRONG: "Wrong"}[status]
    first, *more = (line.said() for line in report.lines)
    say(f"{opening}: {file}. {first}", fg=COLOURS[status])
    for problem in report.problems:
        say(problem, indent=2)
    for line in more:
        say(line)
    if status != WRONG and isinstance(recorded, Recorded):
        say(f"The head is {recorded.head}.")
    sys.exit(status)


def kept_from(head: str, checkpoint: str, key: str) -> KeptProof:
    """What the user kept and gave with the file, to compare the record with. Raises `Mistyped`."""
    read = read_checkpoint(checkpoint) if checkpoint else None
    if checkpoint and read is None:
        raise Mistyped('--checkpoint: a checkpoint is one line that begins with "COMPANION:". Copy all of it.')
    digest = read_head(head)
    if head and not digest:
        raise Mistyped("--head: a head has 64 digits and letters (0-9, a-f). Copy all of it.")
    device, public = read_fingerprint(key), b""
    if key and not device:
        try:
            public = read_public(Path(key))
        except KeyTrouble as problem:
            raise Mistyped(f"--key: {problem} A fingerprint has 16 letters and digits.") from None
        device = fingerprint(public)
    return KeptProof(digest, read, device, public)
