"""Writes the page of all commands, `docs/commands.md`, from the commands themselves:

python -m companion.cli.reference > docs/commands.md
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from textwrap import fill

import click

from companion.cli import GROUPS, main

NAME = "companion"
HEAD = """\
# Commands

Every command of the companion, with its options. `companion --help` shows the same list in the terminal, and
`companion COMMAND --help` explains one command. After `make setup` the program is `.venv/bin/companion`.

<!-- `make generated` writes this page from the commands. Do not edit it: change the help of the command. -->
"""
AS_IT_STANDS = "\b\n"
"""The marker before a paragraph that click does not wrap."""


def page() -> str:
    """The text of the whole page."""
    top = click.Context(main, info_name=NAME)
    parts = [HEAD, *contents()]
    for group, names in GROUPS.items():
        parts.append(f"## {group}\n")
        for name in names:
            command = main.get_command(top, name)
            assert command is not None
            parts += described(command, click.Context(command, info_name=name, parent=top), "###")
    return "\n".join(parts)


def contents() -> Iterator[str]:
    """A table of all commands, in their groups."""
    for group, commands in GROUPS.items():
        rows = (f"| [`{NAME} {name}`](#{NAME}-{name}) | {summary} |" for name, summary in commands.items())
        yield "\n".join([f"**{group}**\n", "| command | what it does |", "|---|---|", *rows]) + "\n"


def described(command: click.Command, ctx: click.Context, heading: str) -> Iterator[str]:
    """The sections of one command and its sub-commands."""
    usage = " ".join((ctx.command_path, *command.collect_usage_pieces(ctx)))
    yield f"{heading} {ctx.command_path}\n"
    yield f"    {usage}\n"
    yield "\n\n".join(paragraphs(cleandoc(command.help or ""))) + "\n"
    if options := list(options_of(command, ctx)):
        yield "\n".join(options) + "\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            below = command.get_command(ctx, name)
            assert below is not None
            yield from described(below, click.Context(below, info_name=name, parent=ctx), f"{heading}#")


def paragraphs(text: str) -> Iterator[str]:
    """Turn a help text into Markdown; examples and tables keep their lines.

    >>> list(paragraphs("Do a\\nthing.\\n\\n\\b\\nExample:\\n  companion do"))
    ['Do a thing.', 'Example:\\n\\n    companion do']
    """
    for part in text.split("\n\n"):
        if not part.startswith(AS_IT_STANDS):
            yield wrapped(" ".join(part.split()))
            continue
        lines = part.removeprefix(AS_IT_STANDS).splitlines()
        plain = [line.strip() for line in lines if not line.startswith("  ")]
        kept = [f"    {line.strip()}" for line in lines if line.startswith("  ")]
        yield wrapped(" ".join(plain)) + ("\n\n" + "\n".join(kept) if kept else "")


def wrapped(text: str, indent: str = "") -> str:
    """Wrap a text like the lines of the other pages, and link the pages that it names.

    >>> wrapped("More: docs/demo.md.")
    'More: [demo.md](demo.md).'
    """
    linked = re.sub(r"docs/([\w-]+\.md)", r"[\1](\1)", text)
    return fill(linked, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def options_of(command: click.Command, ctx: click.Context) -> Iterator[str]:
    """One line for each option except `--help`."""
    for param in command.params:
        if isinstance(param, click.Option) and (record := param.get_help_record(ctx)):
            names, words = record
            yield wrapped(f"* `{names}`: {re.sub(r'  +', ' ', words)}", "  ")


if __name__ == "__main__":
    print(page(), end="")
