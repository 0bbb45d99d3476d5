"""Text on the terminal: paragraphs that fit it."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Any

import click

WIDEST = 110
NARROWEST = 40


def width() -> int:
    """How wide the text may be: as the terminal is, within reason; into a file as wide as is pleasant to read."""
    if not sys.stdout.isatty():
        return WIDEST
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def say(text: str, indent: int = 0, hang: int = 4, **style: Any) -> None:
    """A paragraph that hangs from its first line."""
    lines = textwrap.wrap(
        text,
        width(),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    )
    for line in lines or [""]:
        click.secho(line, **style)
