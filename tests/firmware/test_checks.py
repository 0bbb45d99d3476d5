"""The real HEX in simavr, with emulated readers and tags that forgive nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.checks import CHECKS, Check
from tests.firmware.host import Host


@pytest.mark.parametrize("mhz", [16, 8])
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
def test_the_firmware(check: Check, mhz: int, built: Path) -> None:
    with Host(mhz=mhz, build=built) as host:
        check(host)
