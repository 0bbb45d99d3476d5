"""`companion log`."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.program_log import NAME, logging_to
from companion.cli import main
from companion.cli.doctor import log_finding
from companion.cli.findings import Level

log = logging.getLogger("companion.tests")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    with logging_to(tmp_path, journal=False):
        log.warning("The first line.")
        log.error("It broke.", exc_info=ValueError("gem_essence"))
    return tmp_path


def run(*words: str) -> tuple[int, str]:
    outcome = CliRunner().invoke(main, ["log", *words])
    return outcome.exit_code, outcome.output


def test_the_newest_lines_are_printed(written: Path) -> None:
    status, text = run("--data", str(written))
    assert status == 0
    assert "The first line." in text
    assert "ValueError: …" in text
    assert "gem_essence" not in text
    assert len(run("--data", str(written), "--lines", "2")[1].splitlines()) == 2
    assert run("--data", str(written), "--path")[1].strip() == str(written / NAME)


def test_where_there_is_none_it_says_so(tmp_path: Path) -> None:
    status, text = run("--data", str(tmp_path))
    assert status == 1
    assert f"There is no log in {tmp_path}" in text


def test_the_doctor_names_it(written: Path, tmp_path: Path) -> None:
    found = log_finding(written)
    assert found.level is Level.NOTE
    assert f"{written / NAME} has 1 errors" in found.words
    assert "companion log" in found.remedy
    empty = log_finding(tmp_path / "nothing")
    assert (empty.level, empty.words) == (Level.FINE, f"{tmp_path / 'nothing' / NAME}.")
