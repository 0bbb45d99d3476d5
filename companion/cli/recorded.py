"""Reads a record file for a command, or says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import click

from companion.ledger import Recorded, RecordProblems, read_record

file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))


def record_from(file: Path) -> Recorded:
    """The record in a file. Raises a `ClickException` with the wrong lines if it is no intact record."""
    try:
        recorded = read_record(file.read_bytes())
    except OSError as problem:
        raise click.ClickException(f"{file} cannot be read: {problem.strerror or problem}.") from None
    if isinstance(recorded, RecordProblems):
        raise click.ClickException(
            "\n".join([f"{file} is not a record, or was changed after it was written:", *map(str, recorded[:5])])
        )
    return recorded
