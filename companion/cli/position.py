"""`companion position`: positions in files, compared in words, and written as the program understands them."""

from __future__ import annotations

import json
from pathlib import Path

import click
import yaml

from companion.cli.paper import say
from companion.cli.rules import read_file
from companion.scenarios.scenario import Scenario

WIDTH = 110
"""What fits into so many columns stands in one line."""

a_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group("position", short_help="Compares two positions; writes one in full.")
def command() -> None:
    """Positions in files (docs/scenarios.md): two compared, or one written anew. Scripts are not played."""


@command.command("compare")
@click.argument("one", type=a_file)
@click.argument("two", type=a_file)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def compare_command(ctx: click.Context, one: Path, two: Path, as_json: bool) -> None:
    """How position TWO differs from position ONE, in words.

    \b
    Exit status: 0 when they are the same; 1 when they differ; 2 when a file
    cannot be read as a position.
    """
    before, after = read_position(one), read_position(two)
    if before.game is not after.game:
        raise Unreadable(f"{one} is a position of {before.game.title}, {two} one of {after.game.title}.")
    changes = before.game.compare(before.start, after.start)
    if as_json:
        report = {"same": not changes, "differences": [change._asdict() for change in changes]}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for _, text in changes:
            say(text)
        if not changes:
            click.echo("The two positions are the same.")
    ctx.exit(1 if changes else 0)


@command.command("write")
@click.argument("file", type=a_file)
@click.option("--number", default=1, show_default=True, help="Which one, where the file holds several.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def write_command(file: Path, number: int, as_json: bool) -> None:
    """The position of FILE as the program understands it: by keys, and without what goes without saying."""
    position = read_position(file, number)
    game = position.game
    named = {} if game.key == "puzzle-strike" else {"game": game.key}  # which is what is read where none is named
    written = named | game.write(position.setup, position.start)
    click.echo(json.dumps(written, indent=2, ensure_ascii=False) if as_json else as_yaml(written), nl=as_json)


class Unreadable(click.ClickException):
    """A file that holds no position that could be compared or written."""

    exit_code = 2


def read_position(file: Path, number: int = 1) -> Scenario:
    """The position that stands in the file, before anything is played."""
    try:
        return read_file(file, number)
    except click.ClickException as problem:
        raise Unreadable(problem.message) from None


def as_yaml(written: dict[str, object]) -> str:
    """The position as one writes it by hand: a line for each seat, if it fits."""
    node = yaml.representer.SafeRepresenter(sort_keys=False).represent_data(written)
    assert isinstance(node, yaml.MappingNode)
    lay_out(node, 0)
    node.flow_style = False
    for key, value in node.value:
        if key.value in ("seats", "script"):
            value.flow_style = False
    return yaml.serialize(node, Dumper=yaml.SafeDumper, width=WIDTH, allow_unicode=True)


def lay_out(node: yaml.Node, indent: int) -> None:
    """Lists and what fits go in one line; a mapping that is too long gets a line for each key."""
    if isinstance(node, yaml.CollectionNode):
        node.flow_style = True
    if isinstance(node, yaml.MappingNode):
        line = yaml.serialize(node, Dumper=yaml.SafeDumper, width=10_000)
        node.flow_style = indent + len(line) <= WIDTH
        for _, value in node.value:
            lay_out(value, indent + 2)
