"""`companion demo`: the virtual table, started from a terminal and ended by Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from companion.app import network
from companion.app.network import own_address
from companion.cli import demo, main
from companion.cli.demo import invitations, take_over
from companion.cli.places import demo_dir, old_demo_dir
from companion.cli.typed import typed
from tests.needs import needs
from tests.processes import hear

LONG = 30.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    needs("/dev/ptmx")
    return tmp_path / "demo"


@pytest.fixture
def running(folder: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "companion", "demo", "--folder", str(folder), "--port", "0", "--pace", "4"]
    screenless = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=screenless) as process:
        yield process
        process.kill()


def test_it_says_where_it_is_and_ctrl_c_ends_it(running: subprocess.Popen[str], folder: Path) -> None:
    told = hear(running, "Ctrl-C ends the demo")
    address = re.search(r"The virtual table: (\S+)", told)
    assert address
    assert "/join?code=" in told
    assert ("█" in told) == bool(own_address())
    assert "display.png" in told
    with urlopen(f"{address[1]}/world", timeout=LONG) as answer:
        assert json.load(answer)["seats"][0]["name"] == "Anna"
    second = CliRunner().invoke(main, ["demo", "--folder", str(folder)])
    assert second.exit_code == 1
    assert address[1] in second.output
    running.send_signal(signal.SIGINT)
    assert "continues this game" in hear(running, "The virtual table has stopped")
    assert running.wait(LONG) == 0
    assert (folder / "world.json").exists()
    assert not (folder / "lock").read_text()


CODE = re.compile(r"^  (\w+) +\w{3} \w{3}   (\S+)/join\?code=(\w{6})$", re.MULTILINE)


def test_after_a_new_game_the_terminal_shows_its_codes(running: subprocess.Popen[str]) -> None:
    told = hear(running, "Ctrl-C ends the demo")
    page = re.search(r"The virtual table: (\S+)", told)
    assert page
    before = {who: code for who, _, code in CODE.findall(told)}
    assert {"host", "Anna", "Ben"} <= before.keys()
    with urlopen(page[1], timeout=LONG) as answer:
        token = re.search(r'name="rehearsal" content="([^"]+)"', answer.read().decode())
    assert token
    headers = {"Content-Type": "application/json", "X-Rehearsal": token[1]}
    request = Request(f"{page[1]}/act", json.dumps({"do": "new"}).encode(), headers)
    with urlopen(request, timeout=LONG) as answer:
        assert answer.status == 200
    hear(running, "New codes:")
    after: dict[str, str] = {}
    while {"Anna", "Ben"} - after.keys():
        after |= {who: code for who, _, code in CODE.findall(hear(running, "\n"))}
    assert not set(after.values()) & set(before.values())
    assert "host" not in after, "that code is as good as before"


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    outcome = CliRunner().invoke(main, ["demo", "--folder", str(tmp_path / "file" / "demo")])
    assert outcome.exit_code == 1
    assert "--folder" in outcome.output


@pytest.mark.parametrize("words", [["--pace", "7"], ["--language", "nonsense"], ["--port", "70000"]])
def test_what_makes_no_sense_is_said(words: list[str], tmp_path: Path) -> None:
    outcome = CliRunner().invoke(main, ["demo", "--folder", str(tmp_path / "demo"), *words])
    assert outcome.exit_code != 0
    assert "Error" in outcome.output


def test_the_option_that_was_used_is_named(tmp_path: Path) -> None:
    outcome = CliRunner().invoke(main, ["demo", "--folder", str(tmp_path / "demo"), "--language", "xx"])
    assert "--language xx: the display speaks en and ru" in outcome.output


def test_it_says_what_a_picture_opens_and_how_others_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "192.168.1.7")
    monkeypatch.setattr(demo, "typed", lambda: ".venv/bin/companion")
    caption, code, how = invitations("http://192.168.1.7:8080", "127.0.0.1", 8090)
    assert caption == "To open the companion's own pages on a phone: http://192.168.1.7:8080"
    assert "█" in code
    assert how.endswith("To let others in: .venv/bin/companion demo --everywhere")
    caption, code = invitations("http://192.168.1.7:8080", "0.0.0.0", 8090)
    assert caption.endswith("on a phone or another computer: http://192.168.1.7:8090")
    assert "█" in code


def test_without_a_network_no_phone_is_sent_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "")
    (told,) = invitations("http://127.0.0.1:8080", "127.0.0.1", 8090)
    assert "phones and other computers cannot connect" in told


def test_the_program_is_named_as_it_can_be_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "venv" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program), "demo"])
    monkeypatch.setenv("PATH", "/nowhere")
    assert typed() == str(program)
    monkeypatch.chdir(tmp_path)
    assert typed() == "venv/bin/companion"
    monkeypatch.setattr(sys, "argv", ["venv/bin/companion", "demo"])
    assert typed() == "venv/bin/companion"
    monkeypatch.setenv("PATH", str(program.parent))
    assert typed() == "companion"
    monkeypatch.setattr(sys, "argv", ["/somewhere/companion/__main__.py", "demo"])
    assert typed() == f"{sys.executable} -m companion"


def test_a_trace_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    trace = tmp_path / "game-7.trace.jsonl"
    trace.write_text("")
    outcome = CliRunner().invoke(main, ["demo", "--trace", str(trace)])
    assert outcome.exit_code == 1
    assert "--setup FILE" in outcome.output
    setup = tmp_path / "game-7.setup.json"
    setup.write_text("{}")
    outcome = CliRunner().invoke(main, ["demo", "--trace", str(trace)])
    assert outcome.exit_code == 1
    assert "cannot be read" in outcome.output


def test_the_folder_keeps_to_the_standard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert demo_dir() == tmp_path / "puzzle-strike-companion" / "demo"
    monkeypatch.setenv("XDG_DATA_HOME", "not/whole")
    assert demo_dir() == Path.home() / ".local" / "share" / "puzzle-strike-companion" / "demo"


def test_the_demonstration_of_an_earlier_version_moves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    old, new = old_demo_dir(), demo_dir()
    take_over(old, new)
    assert not new.exists()
    old.mkdir(parents=True)
    (old / "world.json").write_text("{}")
    take_over(old, new)
    assert (new / "world.json").read_text() == "{}"
    assert not old.parent.exists()
    assert f"was moved from {old} to {new}" in capsys.readouterr().err
    old.mkdir(parents=True)
    (old / "world.json").write_text("another")
    take_over(old, new)  # what is here already stays
    assert (new / "world.json").read_text() == "{}"


def test_a_demonstration_that_cannot_move_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (old := old_demo_dir()).mkdir(parents=True)
    demo_dir().parent.write_text("a file where the folder should be")
    take_over(old, demo_dir())
    assert f"--folder {old}" in capsys.readouterr().err
    assert old.exists()
