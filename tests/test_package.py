"""The package as strangers get it: sdist and wheel are built, the wheel is installed into an environment of its own,
and what it brings is tried from an empty folder, with no tree near."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion import __version__
from companion.version import SHORT, commit_of
from tests.processes import hear

ROOT = Path(__file__).resolve().parents[1]
LONG = 60.0
"""Seconds after which something that must come will not come any more."""
UNREACHABLE = ("NewConnectionError", "ConnectTimeout", "ReadTimeout", "NameResolutionError", "ProxyError")
PLACES = {
    "companion": "companion",
    "web": "companion/faces/server/web",
    "hardware/tables": "companion/cli/tables",
    "tests/scenarios": "companion/scenarios/scenes",
}
"""What comes along, by its folder in the tree, and where it lies once installed."""


# -- building and installing ---------------------------------------------------------------------------------------


def run(
    *words: object, folder: Path | None = None, settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [str(word) for word in words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=4 * LONG, check=False, cwd=folder, env=settings
    )


def build(out: Path) -> None:
    """With the pinned tools that are here: nothing is fetched. The wheel is made from the sdist."""
    built = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    assert built.returncode == 0, built.stdout + built.stderr


def install(folder: Path, wheel: Path) -> None:
    """As `make setup` does: what is locked, with its hashes; then the wheel alone."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "--no-input", "install"]
    locked = ["--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements" / "run.txt"]
    installed = run(*pip, *locked)
    if installed.returncode and any(sign in installed.stderr for sign in UNREACHABLE):
        pytest.skip("the package registry cannot be reached, and the packages of requirements/run.txt come from there")
    assert installed.returncode == 0, installed.stderr
    installed = run(*pip, "--no-index", "--no-deps", wheel)
    assert installed.returncode == 0, installed.stderr


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with `dist` and `venv`, made once for all workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "package"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            shutil.rmtree(folder / "dist", ignore_errors=True)
            build(folder / "dist")
            install(folder / "venv", next((folder / "dist").glob("*.whl")))
            (folder / "done").touch()
    return folder


# -- a stranger's machine ------------------------------------------------------------------------------------------


class Machine:
    """Commands of the installed program, in an empty folder, for somebody who has never used it."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self.environment = environment
        self.companion = environment / "bin" / "companion"
        self.folder = folder
        self.settings: Mapping[str, str] = {"PATH": "/usr/bin:/bin", "HOME": str(folder / "home"), "LANG": "C.UTF-8"}

    def run(self, *words: object, well: bool = True) -> str:
        """What it says; `well` is whether it must end without a complaint."""
        ended = run(self.companion, *words, folder=self.folder, settings=self.settings)
        assert "Traceback" not in ended.stderr, ended.stderr
        assert (ended.returncode == 0) is well, ended.stdout + ended.stderr
        return ended.stdout + ended.stderr

    def python(self, code: str) -> str:
        """What its Python says to this."""
        ended = run(self.environment / "bin" / "python", "-c", code, folder=self.folder, settings=self.settings)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    @contextmanager
    def running(self, *words: object, until: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
        """Something that goes on until Ctrl-C, and what it said first; it has to end cleanly then."""
        command = [str(word) for word in (self.companion, *words)]
        settings = {**self.settings, "PYTHONUNBUFFERED": "1"}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        with subprocess.Popen(command, cwd=self.folder, env=settings, text=True, **pipes) as process:  # type: ignore[call-overload]
            try:
                yield process, hear(process, until)
                process.send_signal(signal.SIGINT)
                rest, _ = process.communicate(timeout=LONG)
                assert (process.returncode, "Traceback" in rest) == (0, False), rest
            finally:
                process.kill()


@pytest.fixture
def machine(made: Path, tmp_path: Path) -> Machine:
    return Machine(made / "venv", tmp_path)


def got(address: str, language: str = "en") -> bytes:
    """What a browser gets there, if all is well."""
    request = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(request, timeout=LONG) as answer:
        assert answer.status == 200
        return bytes(answer.read())


def page(address: str, language: str = "en") -> str:
    """The page that a browser gets there."""
    return got(address, language).decode()


def address_in(heard: str, before: str) -> str:
    found = re.search(re.escape(before) + r" (http://\S+)", heard)
    assert found, heard
    return found[1]


# -- what it holds -------------------------------------------------------------------------------------------------


def shipped(folder: Path) -> set[str]:
    """The files of the program in a folder of the tree: no leftovers of Python or of an editor."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }


def test_the_wheel_has_every_file_that_the_program_reads(made: Path) -> None:
    (wheel,) = (made / "dist").glob("*.whl")
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for place, target in PLACES.items():
        assert {f"{target}/{name}" for name in shipped(ROOT / place)} <= names
    assert "companion/app/service/files/99-puzzle-strike.rules" in names
    assert not [name for name in names if not name.startswith(("companion/", "puzzle_strike_companion-"))]


def test_the_sdist_has_what_builders_and_testers_need(made: Path) -> None:
    (sdist,) = (made / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for place in ("docs", "firmware/src", "hardware/tables", "requirements", "scripts"):
        assert {f"{place}/{name}" for name in shipped(ROOT / place)} <= names
    assert {"LICENSE", "Makefile", "README.md", "pyproject.toml", "tests/conftest.py", "web/static/style.css"} <= names


def test_what_it_needs_is_named_beside_the_wheel(made: Path) -> None:
    """As CycloneDX has it: whoever looks after many machines finds a weak package by this file."""
    (wheel,) = (made / "dist").glob("*.whl")
    told = json.loads(wheel.with_suffix(".cdx.json").read_text(encoding="utf-8"))
    assert (told["bomFormat"], told["specVersion"], told["version"]) == ("CycloneDX", "1.5", 1)
    assert re.fullmatch(
        r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", told["serialNumber"]
    )
    own = told["metadata"]["component"]
    assert wheel.name.startswith(f"{own['name'].replace('-', '_')}-{own['version']}-")
    locked = set(re.findall(r"^(\S+)==(\S+)", (ROOT / "requirements" / "run.txt").read_text("utf-8"), re.MULTILINE))
    assert {(part["name"], part["version"]) for part in told["components"]} == locked
    assert "cryptography" in dict(locked)
    assert len(told["components"]) == len(locked)
    for part in told["components"]:
        assert part["type"] == "library"
        assert part["purl"] == part["bom-ref"] == f"pkg:pypi/{part['name'].lower().replace('_', '-')}@{part['version']}"
    (lgpio,) = (part for part in told["components"] if part["name"] == "lgpio")
    assert lgpio["properties"] == [{"name": "only where", "value": "platform_machine == 'aarch64'"}]
    refs = [part["bom-ref"] for part in told["components"]]
    assert told["dependencies"] == [{"ref": own["bom-ref"], "dependsOn": refs}]


# -- what it does --------------------------------------------------------------------------------------------------


def test_the_program_that_runs_is_the_installed_one(machine: Machine) -> None:
    told = machine.python("import companion; print(companion.__file__)")
    assert Path(told.strip()).is_relative_to(machine.environment)


def test_help_and_a_look_at_the_machine(machine: Machine) -> None:
    assert "first" in machine.run("--help")
    report = machine.run("doctor", well=False)  # no table, no tags: that is said
    assert "Python 3." in report
    assert "companion tags enrol" in report


def test_it_knows_its_version_and_its_commit(machine: Machine) -> None:
    commit = commit_of(ROOT)[:SHORT]
    assert machine.run("--version") == f"companion {__version__}{f' ({commit})' if commit else ''}\n"


def test_rules_and_chips_are_known(machine: Machine) -> None:
    assert "Danger Time" in machine.run("rules", "panic")
    assert "brown arrow" in machine.run("chips", "rook")


def test_a_match_in_words(machine: Machine) -> None:
    assert "With a pile of 10 or more" in machine.run("demo", "--words")


def test_example_tables_come_along(machine: Machine) -> None:
    assert "3 movements" in machine.run("rehearse", "table", "--movements", "3", "--kit", "cells", "--noise", "none")


def test_the_display_draws_a_position_in_both_languages(machine: Machine) -> None:
    shutil.copy(ROOT / "tests" / "scenarios" / "ante_and_panic.yaml", machine.folder / "position.yaml")
    pictures = []
    for language in ("en", "ru"):
        picture = machine.folder / f"{language}.png"
        machine.run("display", "--position", "position.yaml", "--snapshot", picture, "--lang", language)
        pictures.append(picture.read_bytes())
    assert pictures[0].startswith(b"\x89PNG")
    assert pictures[0] != pictures[1]


def test_units_and_rules_for_the_service_come_along(machine: Machine) -> None:
    names = [path.name for path in (ROOT / "companion" / "app" / "service" / "files").iterdir()]
    names.append("99-puzzle-strike.rules")
    machine.python(f"from companion.app.service.plan import shipped\nfor name in {names}: assert shipped(name)")


def test_a_pad_cannot_be_flashed_without_the_tree_and_that_is_said(machine: Machine) -> None:
    told = machine.run("pads", "flash", "/dev/null", "--dry-run", well=False)
    assert "in the source tree" in told
    assert "site-packages" not in told


def test_an_evening_serves_its_pages(machine: Machine) -> None:
    words = ("run", "--port", "0", "--host", "127.0.0.1", "--display", "none", "--no-announce")
    with machine.running(*words, until="Ctrl-C ends the evening") as (_, heard):
        address = address_in(heard, "Phones:")
        assert "<html" in page(address)
        assert re.search("[а-я]{4}", page(address, "ru"))
        for name in shipped(ROOT / "web" / "static"):
            assert got(f"{address}/static/{name}")
    assert (machine.folder / "home/.local/share/puzzle-strike-companion/games.sqlite").exists()


def test_the_virtual_table_starts_and_starts_again(machine: Machine) -> None:
    for _ in range(2):
        with machine.running("demo", "--port", "0", until="Ctrl-C ends the demo") as (process, heard):
            address = address_in(heard, "The virtual table:")
            assert "<html" in page(address)
            assert process.poll() is None
    assert (machine.folder / "home/.local/share/puzzle-strike-companion/demo/data/games.sqlite").exists()
