"""The `companion` command. Each sub-command has a module of its own, loaded when it is used."""

from __future__ import annotations

import os
from importlib import import_module

import click

from companion import __version__

COMMANDS = (
    "backup",
    "bench",
    "chips",
    "demo",
    "display",
    "doctor",
    "export",
    "first-run",
    "games",
    "infer",
    "pads",
    "play",
    "position",
    "rehearse",
    "replay",
    "restore",
    "rules",
    "run",
    "scenario",
    "service",
    "simulate",
    "tags",
    "verify",
    "watch",
)


class Commands(click.Group):
    """Finds `companion NAME` in `companion.cli.NAME`, a hyphen as an underscore."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, for the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The one asked for."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"companion.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """What a set-up or a player's name gets wrong, and what a ledger cannot do, is said in words."""
        from companion.ledger import LedgerError
        from companion.players import PlayerError
        from companion.rules import SetupError

        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except (SetupError, PlayerError, LedgerError) as problem:
            raise click.ClickException(str(problem)) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """The table companion for Puzzle Strike and its kin."""
