"""Broken firmwares must fail: checks and emulators that let one pass prove nothing."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from companion.rehearsal.rig import FIRMWARE, RigError
from tests.firmware.checks import CHECKS
from tests.firmware.conftest import make
from tests.firmware.host import Host

MUTANTS = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))["mutant"]


def fails(hex_file: Path, build: Path) -> str:
    """The first check that this firmware fails; empty when it passes all."""
    for name, check in CHECKS.items():
        try:
            with Host(hex_file=hex_file, build=build) as host:
                check(host)
        except (AssertionError, RigError, UnicodeDecodeError):
            return name
    return ""


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant["name"] for mutant in MUTANTS])
def test_a_broken_firmware_fails(mutant: dict[str, str], built: Path, tmp_path: Path) -> None:
    source = shutil.copytree(FIRMWARE / "src", tmp_path / "src") / mutant["file"]
    text = source.read_text(encoding="utf-8")
    assert text.count(mutant["old"]) == 1, f"{mutant['file']} has changed: write this mutant anew"
    source.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    hex_file = tmp_path / "build" / "pad-16mhz.hex"
    make(f"SRC={source.parent}", f"BUILD={hex_file.parent}", hex_file)
    caught_by = fails(hex_file, built)
    assert caught_by, "it passes every check"
    print(f"{mutant['name']}: {caught_by}")
