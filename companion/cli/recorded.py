"""Reads a record file for a command."""

from __future__ import annotations

from pathlib import Path

import click

from companion.ledger import Recorded, RecordProblems, read_record

file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))


def read_file(file: Path) -> Recorded | RecordProblems:
    """The record in a file, or why it is none. Raises a `ClickException` if the file cannot be read."""
    try:
        return read_record(file.read_bytes())
    except OSError as problem:
        raise click.ClickException(f"{file} cannot be read: {problem.strerror or problem}.") from None


def record_from(file: Path) -> Recorded:
    """The record in a file. Raises a `ClickException` with the wrong lines if it is no intact record."""
    recorded = read_file(file)
    if isinstance(recorded, RecordProblems):
        raise click.ClickException(
            "\n".join([f"{file} is not a record, or it was changed after it was written:", *map(str, recorded[:5])])
        )
    return recorded
