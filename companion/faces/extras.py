"""What to type where packages are missing: the same words wherever that is said, and in docs/raspberry-pi.md."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import Final

WHEEL: Final = "./puzzle_strike_companion-VERSION-py3-none-any.whl"
EXTRAS: Final = "[display,station,panel]"


def install_commands(pip: str) -> tuple[str, str]:
    """For who has the wheel, and for who has the source and is in its folder.

    >>> install_commands("pip")[1]
    "pip install '.[display,station,panel]'"
    """
    return f"{pip} install '{WHEEL}{EXTRAS}'", f"{pip} install '.{EXTRAS}'"


def remedy() -> str:
    """A line with both, for the Python that runs this."""
    wheel, source = install_commands(own_pip())
    return f"Run, with the wheel that you were given: {wheel} or, in the folder of the source: {source}"


def own_pip() -> str:
    """The `pip` beside this Python; what belongs to the device only root may change."""
    folder = Path(sysconfig.get_path("scripts"))
    return f"{folder / 'pip'}" if os.access(folder, os.W_OK) else f"sudo {folder / 'pip'}"
