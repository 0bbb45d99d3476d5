"""Listening to a program that runs in a process of its own. No test waits for ever for a line that does not come."""

from __future__ import annotations

import subprocess
from threading import Timer

LONG = 60.0
"""Seconds after which a line that must come will not come any more."""


def hear(process: subprocess.Popen[str], part: str, seconds: float = LONG) -> str:
    """Return what the process says, up to a line that contains this part. If none comes, the process is ended, and the
    test fails with everything that was said instead."""
    assert process.stdout
    patience = Timer(seconds, process.kill)
    patience.start()
    try:
        heard = ""
        for line in iter(process.stdout.readline, ""):
            heard += line
            if part in line:
                return heard
    finally:
        patience.cancel()
    raise AssertionError(f'Nothing was said of "{part}", but this: {heard}')
