"""Commands that run for long write a log into their data folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click


def logged(command: Callable[..., None]) -> Callable[..., None]:
    """For a command with the option `data`: it is given the open log as `kept`."""

    @wraps(command)
    def inside(data: Path, **given: Any) -> None:
        from companion.app.program_log import logging_to

        with logging_to(data) as kept:
            if kept.trouble:
                click.echo(f"No log can be written in {data}: {kept.trouble.strerror}.", err=True)
            command(data=data, kept=kept, **given)

    return inside
