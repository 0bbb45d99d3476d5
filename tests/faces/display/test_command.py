"""`companion display --snapshot`."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from tests.faces.display.examples import POSITIONS


def display(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["display", *map(str, words)])


def test_a_position_becomes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    result = display("--position", POSITIONS, "--snapshot", file, "--size", "800x480", "--theme", "light")
    assert result.exit_code == 0, result.output
    assert pygame.image.load(file).get_size() == (800, 480)


@pytest.mark.parametrize("words", [("--number", "3"), ("--rotate",), ("--theme", "contrast"), ("--lang", "ru")])
def test_each_option_changes_the_picture(words: tuple[str, ...], tmp_path: Path) -> None:
    plain, other = tmp_path / "plain.png", tmp_path / "other.png"
    assert display("--position", POSITIONS, "--snapshot", plain).exit_code == 0
    assert display("--position", POSITIONS, "--snapshot", other, *words).exit_code == 0
    assert plain.read_bytes() != other.read_bytes()


def test_after_the_script_the_table_is_another(tmp_path: Path) -> None:
    before, after = tmp_path / "before.png", tmp_path / "after.png"
    for file, words in ((before, ()), (after, ("--played",))):
        result = display("--position", POSITIONS, "--number", "5", "--snapshot", file, *words)
        assert result.exit_code == 0, result.output
    assert before.read_bytes() != after.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--size", "big"), "width x height in pixels"),
        (("--size", "8x8"), "each side must have"),
        (("--lang", "xx"), "the display speaks en"),
        (("--number", "99"), "there is no number 99"),
    ],
)
def test_what_cannot_be_is_said(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    result = display("--position", POSITIONS, "--snapshot", tmp_path / "table.png", *words)
    assert result.exit_code != 0
    assert told in " ".join(result.output.split())


def test_a_picture_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    result = display("--position", POSITIONS, "--snapshot", tmp_path / "nowhere" / "table.png")
    assert "cannot be written" in result.output
    assert display("--position", POSITIONS, "--snapshot", tmp_path / "table.doc").exit_code == 2


def test_without_a_screen_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    result = display("--position", POSITIONS)
    assert result.exit_code == 1
    assert "cannot be opened" in result.output
