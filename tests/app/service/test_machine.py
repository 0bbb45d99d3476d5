"""Steps carried out in the folder of an image, with commands that are only noted."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.app.service.found import COMMAND, DATA, HOTSPOT, KEPT, LINKED, OPTIONS, SERVICE, TMPFILES, UNITS
from companion.app.service.machine import Machine, Said, StepFailed, ask
from companion.app.service.plan import install_plan, remove_plan
from companion.app.service.steps import Delete, RunCommand, Write
from tests.app.service.paper import PROGRAM


class Commands:
    """What was called, and what it answers."""

    def __init__(self, **answers: Said) -> None:
        self.called: list[str] = []
        self.answers = answers

    def __call__(self, words: Sequence[str]) -> Said:
        self.called.append(" ".join(words))
        return self.answers.get(words[0].replace("-", "_"), (0, ""))


@pytest.fixture
def commands() -> Commands:
    return Commands()


@pytest.fixture
def machine(tmp_path: Path, commands: Commands) -> Machine:
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/nmcli").touch()
    return Machine(tmp_path, commands)


def test_what_was_done_is_found_again(machine: Machine, commands: Commands) -> None:
    blank = machine.look(PROGRAM)
    assert (blank.files, blank.groups, blank.manages_networks) == ({}, None, True)
    said: list[str] = []
    steps = install_plan(blank)
    machine.carry_out(steps, said.append)
    assert len(said) == len(steps)
    found = machine.look(PROGRAM)
    assert found.files[f"{UNITS}/{SERVICE}"][1] == 0o644
    assert found.links == {COMMAND: PROGRAM}
    assert commands.called == [" ".join(step.words) for step in steps if isinstance(step, RunCommand)]
    assert not any(isinstance(step, Write) for step in install_plan(found))
    machine.carry_out(remove_plan(found), said.append)
    assert machine.look(PROGRAM).files == {}


def test_what_commands_have_done_is_found(machine: Machine, tmp_path: Path) -> None:
    """As systemd's tools leave it behind."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("root:x:0:0::/:/bin/sh\ncompanion:x:992:992::/var/lib/companion:/bin/false\n")
    (tmp_path / "etc/group").write_text("dialout:x:20:pi,companion\nvideo:x:44:companionship\ninput:x:45:companion\n")
    wants = tmp_path / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir(parents=True)
    (wants / HOTSPOT).symlink_to("/etc/systemd/system/nowhere")
    linked = machine.at(LINKED)
    linked.parent.mkdir(parents=True)
    linked.symlink_to("../..")
    found = machine.look(PROGRAM)
    assert found.groups == frozenset({"dialout", "input"})
    assert found.enabled == {HOTSPOT}
    assert found.links == {LINKED: "../.."}


def test_nothing_of_this_machine_is_asked_for_an_image(machine: Machine, commands: Commands) -> None:
    machine.look(PROGRAM)
    assert commands.called == []


def test_a_file_is_replaced_whole_and_no_link_is_followed(machine: Machine, tmp_path: Path) -> None:
    """The data folder is the user's: it may have laid a link there to a file that only root may write."""
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    folder = machine.at(DATA)
    folder.mkdir(parents=True)
    machine.at(KEPT).symlink_to(victim)
    (folder / ".hotspot.json.new").symlink_to(victim)
    machine.carry_out([Write(KEPT, "mine", "a test", 0o640, "companion")], print)
    assert victim.read_text() == "untouched"
    assert machine.at(KEPT).read_text() == "mine"
    assert not machine.at(KEPT).is_symlink()
    assert stat.S_IMODE(machine.at(KEPT).stat().st_mode) == 0o640


def test_what_somebody_has_laid_in_its_place_is_not_read(machine: Machine, tmp_path: Path) -> None:
    machine.at(DATA).mkdir(parents=True)
    machine.at(KEPT).symlink_to(tmp_path / "usr/bin/nmcli")
    assert KEPT not in machine.look(PROGRAM).files
    machine.at(KEPT).unlink()
    os.mkfifo(machine.at(KEPT))
    assert KEPT not in machine.look(PROGRAM).files
    machine.at(KEPT).unlink()
    machine.at(KEPT).write_bytes(b"\xff" * 200_000)
    assert len(machine.look(PROGRAM).files[KEPT][0]) == 100_000


def test_a_command_that_fails_stops_what_follows(tmp_path: Path) -> None:
    machine = Machine(tmp_path, Commands(systemd_sysusers=(1, "no such tool")))
    with pytest.raises(StepFailed, match=r"`systemd-sysusers` failed \(1\): no such tool"):
        machine.carry_out(install_plan(machine.look(PROGRAM)), print)
    assert not machine.at(TMPFILES).exists()


def test_one_that_is_not_vital_does_not(tmp_path: Path) -> None:
    machine = Machine(tmp_path, Commands(udevadm=(2, "no udev")))
    said: list[str] = []
    machine.carry_out(
        [RunCommand(("udevadm", "trigger"), "a test", vital=False), Write(OPTIONS, "", "a test")], said.append
    )
    assert "no udev" in said[1]
    assert machine.at(OPTIONS).exists()


def test_a_disk_that_takes_nothing_is_said(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "etc").write_text("no folder at all")
    with pytest.raises(StepFailed, match="could not be changed"):
        machine.carry_out([Write(OPTIONS, "", "a test")], print)


def test_what_is_gone_already_is_no_trouble(machine: Machine) -> None:
    said: list[str] = []
    machine.carry_out([Delete("/nowhere", "a test"), Write("/after", "words", "a test")], said.append)
    assert len(said) == 2
    assert machine.at("/after").read_text() == "words"


def test_commands_that_are_not_there_or_say_something() -> None:
    assert ask(["no-such-command"]) == (127, "there is no no-such-command here")
    assert ask(["sh", "-c", "echo out; echo err >&2; exit 3"]) == (3, "out\nerr")
