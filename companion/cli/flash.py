"""Flashing the firmware of a pad: which avrdude call each board needs, and what may go wrong."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / "firmware" / "build"


class FlashError(Exception):
    """Why a pad was not flashed. The message is for people, and says what to do."""


@dataclass(frozen=True)
class Controller:
    """A kind of board that carries the controller of a pad."""

    words: str
    hex: str
    """The HEX file that is built for it."""
    baud: int
    """The speed of its boot loader."""
    instead: str
    """What to try if the boot loader does not answer."""


BOARDS = {
    "nano": Controller(
        "Nano, 16 MHz", "pad-16mhz.hex", 115200, "An older Nano has a slower boot loader: --board nano-old."
    ),
    "nano-old": Controller(
        "Nano with the old boot loader", "pad-16mhz.hex", 57600, "A newer Nano is faster: --board nano."
    ),
    "promini": Controller(
        "Pro Mini, 3.3 V and 8 MHz",
        "pad-8mhz.hex",
        57600,
        "Without a DTR wire press the board's reset button at the moment when avrdude begins.",
    ),
}

SLOWEST = 120
"""Seconds; flashing a pad takes about ten."""


def avrdude_call(board: Controller, port: str, firmware: Path) -> list[str]:
    """The command line. `-D`, because a boot loader cannot erase the whole chip; so the pad also keeps its number."""
    writes = f"flash:w:{firmware}:i"
    return ["avrdude", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(board.baud), "-D", "-U", writes]


def firmware_for(board: Controller, chosen: Path | None) -> Path:
    """The HEX file to flash. Raises `FlashError`."""
    firmware = chosen or BUILD / board.hex
    if firmware.is_file():
        return firmware
    if chosen:
        raise FlashError(f"There is no file {chosen}.")
    if not BUILD.parent.is_dir():  # an installed program has no source tree around it
        raise FlashError(
            "The firmware does not come with the installed program. Build it in the source tree with"
            f" `make -C firmware` (that needs gcc-avr and avr-libc), and name its build/{board.hex} with --hex."
        )
    raise FlashError(
        f"There is no {firmware}. Build it with `make -C firmware` (that needs gcc-avr and avr-libc), or name a HEX"
        " file with --hex."
    )


def flash(board: Controller, port: str, firmware: Path) -> None:
    """Run avrdude and wait for it. Its messages go to the terminal. Raises `FlashError`."""
    if not shutil.which("avrdude"):
        raise FlashError("avrdude is not installed. Install it with: sudo apt install avrdude")
    if not Path(port).exists():
        raise FlashError(f"There is no {port}. Is the pad plugged in? `companion pads list` lists the ports.")
    try:
        ended = subprocess.run(avrdude_call(board, port, firmware), timeout=SLOWEST, check=False)
    except subprocess.TimeoutExpired:
        raise FlashError(f"avrdude did not finish within {SLOWEST} s. {board.instead}") from None
    except OSError as problem:
        raise FlashError(f"avrdude cannot be run: {problem.strerror}.") from None
    if ended.returncode:
        raise FlashError(
            f"avrdude gave up; its last lines say why. Check that no other program uses {port}, and that the board is"
            f" a {board.words}. {board.instead}"
        )
