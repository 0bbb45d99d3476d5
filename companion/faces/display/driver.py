"""Where the display comes to be: in the desktop that runs, else on the screen itself, which Linux calls KMS.

Which of SDL's drivers are tried is chosen here, and not left to SDL: where it finds no screen it draws into memory, and
nobody sees anything.
"""

from __future__ import annotations

import ctypes
import getpass
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from companion.rules.kernel.sentences import Sentence

VARIABLE: Final = "SDL_VIDEODRIVER"
DESKTOPS: Final = {"DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"}
"""By which variable a desktop makes itself known, and SDL's driver for it."""
BARE: Final = "kmsdrm"
"""SDL's driver for a screen without a desktop."""
LIBRARIES: Final = ("libdrm.so.2", "libgbm.so.1", "libEGL.so.1", "libGLESv2.so.2")
"""What it draws with."""

CHOSEN = "SDL_VIDEODRIVER names {driver}. Unset it, and the program chooses itself."
SHUT_OUT = "The desktop that {variable} names ({value}) does not let the program in: start it from that desktop."
LIBRARIES_MISSING = (
    "Without a desktop it needs {libraries}. Run: sudo apt install libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri"
)
NO_CARD = (
    "There is neither a desktop nor {folder}/card0. On a Raspberry Pi /boot/firmware/config.txt needs the line "
    "dtoverlay=vc4-kms-v3d"
)
NOT_ALLOWED = "{user} may not open {card}. Run: sudo usermod -aG video,render,input {user} and log in anew."
NOT_PLUGGED_IN = "No screen is plugged in, or it is switched off. See to that, then start again."
TAKEN = "Another program may have the screen, a desktop perhaps: end it, or start this one from there."


def drivers(environ: Mapping[str, str], system: str) -> str:
    """SDL's drivers in the order in which they are tried; "" where SDL shall choose.

    >>> drivers({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux"), drivers({}, "linux"), drivers({}, "darwin")
    ('x11,wayland,kmsdrm', 'kmsdrm', '')
    """
    if environ.get(VARIABLE):
        return environ[VARIABLE]
    if system != "linux":
        return ""
    return ",".join([*(driver for name, driver in DESKTOPS.items() if environ.get(name)), BARE])


@contextmanager
def told_to_sdl(chosen: str) -> Iterator[None]:
    """SDL reads its driver from the environment, which is as before afterwards."""
    before = os.environ.get(VARIABLE)
    if chosen:
        os.environ[VARIABLE] = chosen
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


# -- why there is none -----------------------------------------------------------------------------------------


class Machine(NamedTuple):
    """What of a machine decides whether it can show anything without a desktop."""

    user: str
    cards: Mapping[str, bool]
    """Devices that show something, and whether this user may open them."""
    connected: frozenset[str] = frozenset()
    """What their plugs say: `connected`, `disconnected`; empty where nobody knows."""
    missing: tuple[str, ...] = ()
    """Libraries that are not there."""
    folder: str = "/dev/dri"


def advice(environ: Mapping[str, str], machine: Machine) -> Sentence:
    """What to do where no driver found a screen: the first reason that fits."""
    if environ.get(VARIABLE):
        return Sentence(CHOSEN, {"driver": environ[VARIABLE]})
    for variable in DESKTOPS:
        if value := environ.get(variable):
            return Sentence(SHUT_OUT, {"variable": variable, "value": value})
    if not machine.cards:
        return Sentence(NO_CARD, {"folder": machine.folder})
    if not any(machine.cards.values()):
        return Sentence(NOT_ALLOWED, {"user": machine.user, "card": next(iter(machine.cards))})
    if machine.missing:
        return Sentence(LIBRARIES_MISSING, {"libraries": ", ".join(machine.missing)})
    if machine.connected and "connected" not in machine.connected:
        return Sentence(NOT_PLUGGED_IN)
    return Sentence(TAKEN)


def this_machine(root: Path = Path("/")) -> Machine:
    """The one that the program runs on."""
    folder = root / "dev" / "dri"
    cards = {str(card): os.access(card, os.R_OK | os.W_OK) for card in sorted(folder.glob("card*"))}
    plugs = frozenset(read(status) for status in (root / "sys" / "class" / "drm").glob("card*-*/status"))
    missing = tuple(name for name in LIBRARIES if not is_there(name))
    return Machine(user_name(), cards, plugs - {""}, missing, str(folder))


def read(path: Path) -> str:
    """What one line says; "" where it cannot be read."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def is_there(library: str) -> bool:
    """Whether it can be loaded."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def user_name() -> str:
    """Who runs the program."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
