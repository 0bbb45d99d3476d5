"""The `companion` command. Each sub-command has a module of its own, loaded when it is used."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import click

from companion.cli.places import keep_private
from companion.version import version_text

GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Play": {
        "demo": "Try it without hardware: a virtual table in your browser.",
        "play": "Play against the computer in the terminal.",
        "run": "Follow the game on a real table.",
    },
    "Set up a table": {
        "first-run": "Set up a new table, step by step.",
        "doctor": "Check pads, readers, tags and machine, and say what to fix.",
        "log": "Show the program's log, for a bug report.",
        "watch": "Show live what each reader sees.",
        "pads": "Find, number, blink and flash the pads.",
        "tags": "Record which NFC tag is on which chip.",
        "display": "Show a position as the display at the table would.",
        "service": "Start the companion whenever the device starts.",
    },
    "Look up and judge": {
        "rules": "Look up a rule, or ask what a position allows and why.",
        "chips": "Look up a chip: what it does, and the rulings on it.",
        "cards": "List, check, compare and merge books of cards.",
        "position": "Compare two positions, or write one out in full.",
        "scenario": "Play scenario files and check how they end.",
    },
    "Recorded games": {
        "games": "List the recorded games.",
        "export": "Write a game's record to a text file.",
        "verify": "Check that a record is genuine and follows the rules.",
        "replay": "Show the table at any point of a record.",
        "backup": "Copy all games to a new file.",
        "restore": "Bring back the games from a backup.",
    },
    "Rehearse and measure": {
        "rehearse": "Test the companion with a virtual table and clumsy hands.",
        "infer": "Run a recorded trace of readings through the companion.",
        "simulate": "Let computer players play many games, and count wins.",
        "bench": "Measure speed and memory on this machine.",
    },
}
"""All commands with their summaries, in the groups of the help page. Each summary is an order, such as "List ..."."""
COMMANDS: Final = tuple(sorted(name for group in GROUPS.values() for name in group))


class Commands(click.Group):
    """Finds the command `companion NAME` in the module `companion.cli.NAME`, with underscores for hyphens."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in alphabetical order."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the grouped list of the help page, without loading the commands, so that it appears at once."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()), col_max=12)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the module of a command, and return the command; None if there is no command of this name."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"companion.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        """Run a command. In a process of its own (no `args`), files that it writes are readable by their owner only."""
        if args is None:
            keep_private()
        return super().main(args, *more, **options)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, and report errors in set-ups, players' names and the ledger in words, without a traceback."""
        from companion.ledger import LedgerError
        from companion.players import PlayerError
        from companion.rules import SetupError

        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except (SetupError, PlayerError, LedgerError) as problem:
            raise click.ClickException(str(problem)) from None


EPILOG = """\
New here? Start with `companion demo`. `companion COMMAND --help` explains a command; docs/commands.md lists all of them
with their options.
"""


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version_text(), prog_name="companion", message="%(prog)s %(version)s")
def main() -> None:
    """A table companion for the board game Puzzle Strike: it follows the game, keeps count and knows the rules."""
