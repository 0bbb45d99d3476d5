"""From what was found to what is to be done: nothing too much, nothing twice, and all of it taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.service.found import (
    COMMAND,
    DATA,
    GROUPS,
    HOTSPOT,
    KEYFILE,
    OPTIONS,
    SERVICE,
    SYSUSERS,
    TMPFILES,
    UDEV,
    UNITS,
)
from companion.app.service.plan import hindrance, install_plan, left_behind, remove_plan, shipped, unit
from companion.app.service.steps import Delete, Link, RunCommand, Step, Write, told_whole
from companion.faces.extras import install_commands
from tests.app.service.paper import BLANK, PROGRAM, after
from tests.hardware.pages import HARDWARE

INSTALLED = after(BLANK, install_plan(BLANK))


def written(steps: tuple[Step, ...]) -> list[str]:
    return [step.path for step in steps if isinstance(step, Write)]


def run(steps: tuple[Step, ...]) -> list[str]:
    return [" ".join(step.words) for step in steps if isinstance(step, RunCommand)]


def test_a_blank_device_becomes_a_table() -> None:
    steps = install_plan(BLANK)
    assert written(steps) == [
        SYSUSERS, TMPFILES, UDEV, OPTIONS, f"{UNITS}/{SERVICE}", f"{UNITS}/{HOTSPOT}",
    ]  # fmt: skip
    assert run(steps) == [
        "systemd-sysusers companion.conf",
        "systemd-tmpfiles --create companion.conf",
        "udevadm control --reload",
        "udevadm trigger --subsystem-match=tty",
        "systemctl daemon-reload",
        "systemctl enable companion.service companion-hotspot.service",
    ]
    assert [(step.path, step.target) for step in steps if isinstance(step, Link)] == [(COMMAND, PROGRAM)]
    (rules,) = (step for step in steps if isinstance(step, Write) and step.path == UDEV)
    assert rules.text == (HARDWARE / "99-puzzle-strike.rules").read_text(encoding="utf-8")


def test_a_second_install_changes_nothing() -> None:
    assert install_plan(INSTALLED) == ()


@given(st.sets(st.integers(0, len(install_plan(BLANK)) - 1)))
def test_an_install_that_was_cut_short_or_taken_apart_is_made_whole(done: set[int]) -> None:
    """Whatever of it is there already, the rest is done, and then nothing is left to do."""
    steps = install_plan(BLANK)
    some = after(BLANK, [step for number, step in enumerate(steps) if number in done])
    whole = after(some, install_plan(some))
    assert whole == INSTALLED
    assert install_plan(whole) == ()


@pytest.mark.parametrize("path", [SYSUSERS, TMPFILES, UDEV, f"{UNITS}/{SERVICE}", f"{UNITS}/{HOTSPOT}"])
def test_a_file_of_ours_that_was_changed_is_written_again(path: str) -> None:
    found = replace(INSTALLED, files={**INSTALLED.files, path: ("something else\n", 0o644)})
    assert written(install_plan(found)) == [path]
    assert after(found, install_plan(found)) == INSTALLED


def test_a_group_that_is_missing_brings_its_command_back() -> None:
    found = replace(INSTALLED, groups=frozenset(GROUPS) - {"gpio"})
    assert run(install_plan(found)) == ["systemd-sysusers companion.conf"]


def test_options_of_ones_own_stay() -> None:
    own = ('COMPANION_OPTIONS="--language ru"\n', 0o600)
    found = replace(INSTALLED, files={**INSTALLED.files, OPTIONS: own})
    assert install_plan(found) == ()
    assert OPTIONS not in [step.path for step in remove_plan(found) if isinstance(step, Delete)]
    assert f"{OPTIONS} stays, too" in left_behind(found)
    assert OPTIONS not in left_behind(INSTALLED)


def test_a_command_that_somebody_has_put_there_stays() -> None:
    found = replace(INSTALLED, links={**INSTALLED.links, COMMAND: ""})
    assert install_plan(found) == ()
    assert COMMAND not in [step.path for step in remove_plan(found) if isinstance(step, Delete)]


def test_it_is_started_again_only_where_it_runs_and_was_changed() -> None:
    """The console that it takes may be the one at which somebody installs it."""
    runs = replace(INSTALLED, active=frozenset({SERVICE}))
    assert not install_plan(runs)
    moved = replace(runs, program="/opt/newer/bin/companion")
    assert run(install_plan(moved))[-1] == "systemctl restart companion.service"
    assert not any("start" in line for line in run(install_plan(BLANK)))


def test_an_image_is_prepared_without_touching_this_machine() -> None:
    image = replace(BLANK, image="/mnt/card", manages_networks=False)
    assert run(install_plan(image)) == [
        "systemd-sysusers --root=/mnt/card companion.conf",
        "systemd-tmpfiles --root=/mnt/card --create companion.conf",
        "systemctl --root=/mnt/card enable companion.service companion-hotspot.service",
    ]
    done = after(image, install_plan(image))
    assert install_plan(done) == ()
    assert run(remove_plan(done)) == ["systemctl --root=/mnt/card disable companion.service companion-hotspot.service"]


def test_without_a_hotspot() -> None:
    for found, wanted in ((BLANK, False), (replace(BLANK, manages_networks=False), True)):
        steps = install_plan(found, wanted)
        assert f"{UNITS}/{HOTSPOT}" not in written(steps)
        assert run(steps)[-1] == "systemctl enable companion.service"
    taken = install_plan(INSTALLED, hotspot=False)
    assert run(taken) == ["systemctl disable companion-hotspot.service", "systemctl daemon-reload"]
    done = after(INSTALLED, taken)
    assert install_plan(done, hotspot=False) == ()
    assert f"{UNITS}/{HOTSPOT}" not in done.files


def test_remove_takes_back_all_but_what_people_have_made() -> None:
    opened = replace(INSTALLED, files={**INSTALLED.files, KEYFILE: ("psk=...", 0o600)}, active=frozenset({SERVICE}))
    gone = after(opened, remove_plan(opened))
    assert gone.files == {}
    assert COMMAND not in gone.links
    assert gone.enabled == gone.active == frozenset()
    assert remove_plan(gone) == ()
    for step in remove_plan(opened):
        assert DATA not in "\n".join(told_whole(step)), step
    assert DATA in left_behind(opened)


def test_nothing_is_removed_where_nothing_is() -> None:
    assert remove_plan(BLANK) == ()


@pytest.mark.parametrize("program", ["/home/pi/companion/.venv/bin/companion", "/root/x", "/tmp/x", "/opt/my table/x"])
def test_a_program_that_the_service_cannot_reach_is_said(program: str) -> None:
    assert "sudo /opt/companion/bin/companion service install" in hindrance(replace(BLANK, program=program))


def test_what_is_to_be_typed_is_what_the_guide_says() -> None:
    told = hindrance(replace(BLANK, program="/home/pi/companion"))
    guide = (HARDWARE.parent / "docs/raspberry-pi.md").read_text(encoding="utf-8")
    for command in install_commands("sudo /opt/companion/bin/pip"):
        assert command in told
        assert command in guide


def test_a_program_that_it_can_reach() -> None:
    assert hindrance(BLANK) == ""
    assert f"ExecStart={PROGRAM} run --data {DATA} " in unit(SERVICE, PROGRAM)
    assert f"ExecStart={PROGRAM} service hotspot --if-alone" in unit(HOTSPOT, PROGRAM)
    assert "ExecStart=/opt/100%%/companion run" in unit(SERVICE, "/opt/100%/companion")


def test_the_service_and_people_look_into_one_folder() -> None:
    """The user's home is where the service keeps all, and the link leads from where commands look to there."""
    assert f'"Table companion" {DATA}' in shipped("companion.sysusers")
    assert f"L {DATA}/.local/share/puzzle-strike-companion - - - - ../.." in shipped("companion.tmpfiles")
