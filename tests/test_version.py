"""The version that people name: in the terminal, on the settings page, in the doctor's list and in records."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import __version__, version
from companion.cli import main
from companion.cli.machine_checks import program
from companion.version import BUILD, built_from, commit_of, version_text

ROOT = Path(__file__).resolve().parents[1]
ONE, TWO = "1" * 40, "2" * 40


@pytest.fixture(autouse=True)
def fresh() -> None:
    version_text.cache_clear()


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "companion/__init__.py"
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", __version__)


def test_the_changelog_has_the_release_that_comes_or_has_come() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    release = __version__.partition(".dev")[0]
    if release == __version__:
        assert headings[1].startswith(f"{release} "), "a release has its own section, below Unreleased"
    else:
        assert all(not heading.startswith(f"{release} ") for heading in headings)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ · \d+ [A-Z][a-z]+ \d{4}.*", heading) for heading in headings[1:])


def test_companion_version() -> None:
    said = CliRunner().invoke(main, ["--version"])
    assert said.output == f"companion {version_text()}\n"
    assert version_text().startswith(__version__)


def test_the_doctor_names_it() -> None:
    assert version_text() in program().words


def a_tree(folder: Path, head: str) -> Path:
    git = folder / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text(f"{head}\n", encoding="utf-8")
    return git


def test_the_commit_of_a_branch(tmp_path: Path) -> None:
    git = a_tree(tmp_path, "ref: refs/heads/main")
    assert commit_of(tmp_path) == ""
    (git / "packed-refs").write_text(f"# pack-refs with: peeled\n{ONE} refs/heads/main\n", encoding="utf-8")
    assert commit_of(tmp_path) == ONE
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "refs" / "heads" / "main").write_text(f"{TWO}\n", encoding="utf-8")
    assert commit_of(tmp_path) == TWO


def test_the_commit_of_a_detached_head(tmp_path: Path) -> None:
    a_tree(tmp_path, ONE)
    assert commit_of(tmp_path) == ONE


def test_the_commit_of_a_worktree(tmp_path: Path) -> None:
    git = a_tree(tmp_path / "main", "ref: refs/heads/main")
    (git / "packed-refs").write_text(f"{TWO} refs/heads/side\n", encoding="utf-8")
    own = git / "worktrees" / "side"
    own.mkdir(parents=True)
    (own / "HEAD").write_text("ref: refs/heads/side\n", encoding="utf-8")
    (own / "commondir").write_text("../..\n", encoding="utf-8")
    side = tmp_path / "side"
    side.mkdir()
    (side / ".git").write_text(f"gitdir: {own}\n", encoding="utf-8")
    assert commit_of(side) == TWO


@pytest.mark.parametrize("head", ["", "ref: refs/heads/nowhere", "no commit", "\0"])
def test_no_commit(tmp_path: Path, head: str) -> None:
    assert commit_of(tmp_path) == ""
    a_tree(tmp_path, head)
    assert commit_of(tmp_path) == ""


def test_a_wheel_says_what_it_was_built_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert built_from(tmp_path) == ""
    (tmp_path / BUILD).write_text(f"{ONE}\n", encoding="utf-8")
    assert built_from(tmp_path) == ONE
    monkeypatch.setattr(version, "HERE", tmp_path)
    assert version_text() == f"{__version__} (11111111)"
