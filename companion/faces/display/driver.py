"""Where the display opens: on the running desktop, else directly on the screen, which Linux calls KMS.

This module chooses which of SDL's drivers are tried. SDL's own choice ends with a driver that draws into memory, so
nobody would see anything, and nobody would be told.
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
"""The variable by which a program finds each desktop, and SDL's driver for it."""
BARE: Final = "kmsdrm"
"""SDL's driver for a screen without a desktop."""
LIBRARIES: Final = ("libdrm.so.2", "libgbm.so.1", "libEGL.so.1", "libGLESv2.so.2")
"""The libraries that `kmsdrm` needs."""

CHOSEN = "SDL_VIDEODRIVER is set to {driver}. Unset it, and the program chooses by itself."
SHUT_OUT = "The desktop that {variable} names ({value}) does not let the program in: start it from that desktop."
LIBRARIES_MISSING = (
    "Without a desktop it needs {libraries}. Run: sudo apt install libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri"
)
NO_CARD = (
    "There is neither a desktop nor {folder}/card0. On a Raspberry Pi /boot/firmware/config.txt needs the line "
    "dtoverlay=vc4-kms-v3d"
)
NOT_ALLOWED = (
    "{user} has no permission to open {card}. Run: sudo usermod -aG video,render,input {user} and log in again."
)
NOT_PLUGGED_IN = "No screen is connected, or it is switched off. Connect it or switch it on, then start again."
TAKEN = "Another program may be using the screen, perhaps a desktop. Close it, or start this program from there."


def drivers(environ: Mapping[str, str], system: str) -> str:
    """Return SDL's drivers in the order in which they are tried; "" lets SDL choose.

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
    """Set SDL's driver, which it reads from the environment; afterwards the environment is as before."""
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


# -- why there is no screen ------------------------------------------------------------------------------------


class VideoMachine(NamedTuple):
    """What decides whether a machine can show anything without a desktop."""

    user: str
    cards: Mapping[str, bool]
    """Graphics devices, and whether this user may open them."""
    connected: frozenset[str] = frozenset()
    """The states of their plugs, `connected` or `disconnected`; empty if unknown."""
    missing: tuple[str, ...] = ()
    """Libraries that are missing."""
    folder: str = "/dev/dri"


def advice(environ: Mapping[str, str], machine: VideoMachine) -> Sentence:
    """Return what to do if no driver found a screen, by the first reason that fits."""
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


def this_machine(root: Path = Path("/")) -> VideoMachine:
    """Return the state of the machine that the program runs on."""
    folder = root / "dev" / "dri"
    cards = {str(card): os.access(card, os.R_OK | os.W_OK) for card in sorted(folder.glob("card*"))}
    plugs = frozenset(read(status) for status in (root / "sys" / "class" / "drm").glob("card*-*/status"))
    missing = tuple(name for name in LIBRARIES if not is_there(name))
    return VideoMachine(user_name(), cards, plugs - {""}, missing, str(folder))


def read(path: Path) -> str:
    """Return the text of a one-line file; "" if it cannot be read."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def is_there(library: str) -> bool:
    """Whether a library can be loaded."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def user_name() -> str:
    """Return the name of the user who runs the program."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
