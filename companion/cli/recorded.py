"""A record file for a command, or what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import click

from companion.ledger import Problems, Recorded, read_record

file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))


def record_from(file: Path) -> Recorded:
    """What a file holds; where it is no record, the program ends with the lines that are wrong."""
    try:
        recorded = read_record(file.read_bytes())
    except OSError as problem:
        raise click.ClickException(f"{file} cannot be read: {problem.strerror or problem}.") from None
    if isinstance(recorded, Problems):
        raise click.ClickException("\n".join([f"{file} is no record as it was written:", *map(str, recorded[:5])]))
    return recorded
