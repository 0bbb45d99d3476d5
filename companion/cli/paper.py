"""Text on the terminal, in paragraphs that fit its width."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Any

import click

WIDEST = 110
NARROWEST = 40


def width() -> int:
    """How wide text may be: as wide as the terminal, within reason; in a file, as wide as is pleasant to read."""
    if not sys.stdout.isatty():
        return WIDEST
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def say(text: str, indent: int = 0, hang: int = 4, **style: Any) -> None:
    """Print a paragraph whose later lines are indented by `hang`."""
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
