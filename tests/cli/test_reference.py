"""The help pages, and the page of all commands that is written from them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, GROUPS, main
from companion.cli.reference import page

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 80


def below(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and group, by its words."""
    yield path
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            found = command.get_command(ctx, name)
            assert found is not None
            yield from below(found, (*path, name))


ALL = list(below(main))
every_command = pytest.mark.parametrize("path", ALL, ids=" ".join)


def command_at(path: tuple[str, ...]) -> click.Command:
    found: click.Command = main
    for name in path:
        assert isinstance(found, click.Group)
        step = found.get_command(click.Context(found), name)
        assert step is not None
        found = step
    return found


def first_words(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())


def test_the_page_of_commands_is_what_the_commands_say() -> None:
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == page(), "run `make generated`"


def test_every_command_is_in_one_group() -> None:
    names = [name for group in GROUPS.values() for name in group]
    modules = {path.stem for path in (ROOT / "companion" / "cli").glob("*.py")}
    assert len(names) == len(set(names)) == len(COMMANDS)
    assert {name.replace("-", "_") for name in names} <= modules


def test_the_help_page_shows_all_groups_and_cuts_nothing_off() -> None:
    said = CliRunner().invoke(main, ["--help"], terminal_width=WIDTH).output
    for title, commands in GROUPS.items():
        assert f"\n{title}:\n" in said
        for name, summary in commands.items():
            assert re.search(rf"^  {name} +{re.escape(summary)}$", said, re.MULTILINE), name


@every_command
def test_it_begins_with_what_it_does(path: tuple[str, ...]) -> None:
    """As an order: "List the games", not "Lists the games" or "All games"."""
    if not path:
        return
    words = first_words(command_at(path).help or "")
    summaries = [words] if len(path) > 1 else [words, GROUPS_BY_NAME[path[0]]]
    for summary in summaries:
        assert summary.endswith("."), summary
        verb = summary.split()[0].rstrip(",")
        assert verb in ORDERS, f"{verb} is no order that the test knows: is it one?"


GROUPS_BY_NAME = {name: summary for group in GROUPS.values() for name, summary in group.items()}
ORDERS = set(
    "Add Blink Bring Check Compare Copy Find Follow Give Go Kill Let List Look Make Measure Move Open Play Put Record"
    " Rehearse Run Say Set Show Start Test Try Undo Walk Write".split()
)


@every_command
def test_every_option_is_explained(path: tuple[str, ...]) -> None:
    options = [param for param in command_at(path).params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []


@every_command
def test_no_list_of_commands_is_cut_off(path: tuple[str, ...]) -> None:
    said = CliRunner().invoke(main, [*path, "--help"], terminal_width=WIDTH)
    assert said.exit_code == 0
    _, _, commands = said.output.partition("\nCommands:\n")
    assert "..." not in commands


def example_lines() -> list[str]:
    """The commands under "Example:" on the help pages."""
    found = []
    for path in ALL:
        for part in cleandoc(command_at(path).help or "").split("\n\n"):
            if part.lstrip("\b\n").startswith("Example"):
                found += [line.strip() for line in part.splitlines() if line.startswith("  ")]
    return found


@pytest.mark.parametrize("line", example_lines())
def test_examples_name_commands_and_options_that_exist(line: str) -> None:
    words = line.removeprefix("sudo /opt/companion/bin/").split()
    assert words[0] == "companion"
    command: click.Command = main
    for word in words[1:]:
        if not isinstance(command, click.Group):
            break
        found = command.get_command(click.Context(command), word)
        assert found is not None, line
        command = found
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= known


def test_there_are_examples() -> None:
    assert len(example_lines()) > 25
