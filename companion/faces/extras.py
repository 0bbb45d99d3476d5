"""The commands that install missing packages: the same wherever they are shown, and in docs/raspberry-pi.md."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import Final

WHEEL: Final = "./puzzle_strike_companion-VERSION-py3-none-any.whl"
EXTRAS: Final = "[display,station,panel]"


def install_commands(pip: str) -> tuple[str, str]:
    """Return the command for people who have the wheel, and the one for people in the folder of the source.

    >>> install_commands("pip")[1]
    "pip install '.[display,station,panel]'"
    """
    return f"{pip} install '{WHEEL}{EXTRAS}'", f"{pip} install '.{EXTRAS}'"


def remedy() -> str:
    """Return both commands in one line, for the Python that runs this."""
    wheel, source = install_commands(own_pip())
    return f"Run, with the wheel that you were given: {wheel} or, in the folder of the source: {source}"


def own_pip() -> str:
    """Return the `pip` of this Python, with `sudo` if only root may change its packages."""
    folder = Path(sysconfig.get_path("scripts"))
    return f"{folder / 'pip'}" if os.access(folder, os.W_OK) else f"sudo {folder / 'pip'}"
