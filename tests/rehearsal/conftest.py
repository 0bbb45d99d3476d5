"""What the tests of rehearsals share."""

from __future__ import annotations

from tests.firmware.conftest import built

__all__ = ["built"]
