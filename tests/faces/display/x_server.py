"""An X server without a screen (Xvfb), and what a person does to a window in it."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Final

LIBRARY: Final = "libX11.so.6"
PATIENCE: Final = 30.0
"""Seconds after which a test gives up; none waits so long."""
KEY_PRESS, CLIENT_MESSAGE = 2, 33
VIEWABLE: Final = 2
ESCAPE: Final = 0xFF1B
"""The keysym."""

Window = ctypes.c_ulong


class KeyEvent(ctypes.Structure):
    """XKeyEvent."""

    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", Window), ("root", Window), ("subwindow", Window), ("time", ctypes.c_ulong),
        ("x", ctypes.c_int), ("y", ctypes.c_int), ("x_root", ctypes.c_int), ("y_root", ctypes.c_int),
        ("state", ctypes.c_uint), ("keycode", ctypes.c_uint), ("same_screen", ctypes.c_int),
    ]  # fmt: skip


class MessageEvent(ctypes.Structure):
    """XClientMessageEvent."""

    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", Window), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
    ]  # fmt: skip


class TextProperty(ctypes.Structure):
    """XTextProperty."""

    _fields_ = [
        ("value", ctypes.c_void_p), ("encoding", ctypes.c_ulong), ("format", ctypes.c_int), ("count", ctypes.c_ulong),
    ]  # fmt: skip


class Attributes(ctypes.Structure):
    """XWindowAttributes, as far as it is looked at."""

    _fields_ = [
        ("x", ctypes.c_int), ("y", ctypes.c_int), ("width", ctypes.c_int), ("height", ctypes.c_int),
        ("border", ctypes.c_int), ("depth", ctypes.c_int), ("visual", ctypes.c_void_p), ("root", Window),
        ("kind_and_gravity", ctypes.c_int * 4), ("planes", ctypes.c_ulong), ("pixel", ctypes.c_ulong),
        ("save_under", ctypes.c_int), ("colormap", ctypes.c_ulong), ("installed", ctypes.c_int),
        ("map_state", ctypes.c_int), ("rest", ctypes.c_long * 16),
    ]  # fmt: skip


class AnyEvent(ctypes.Union):
    """XEvent."""

    _fields_ = [("key", KeyEvent), ("message", MessageEvent), ("pad", ctypes.c_long * 24)]


@contextmanager
def x_server() -> Iterator[str]:
    """One that lives as long; its name for DISPLAY."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(PATIENCE)


class Hands:
    """Somebody in front of the windows of a server."""

    def __init__(self, display: str) -> None:
        self.x = ctypes.CDLL(LIBRARY)
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = Window
        self.x.XInternAtom.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        assert self.display.value, f"no way into {display}"
        self.root = Window(self.x.XDefaultRootWindow(self.display))

    def close(self) -> None:
        self.x.XCloseDisplay(self.display)

    def window(self, title: str) -> Window:
        """Waits until one of this title can be seen, and gives it."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            for window in self.windows():
                if self.title(window) == title and self.looks(window).map_state == VIEWABLE:
                    return window
            sleep(0.02)
        raise AssertionError(f"no window is called {title}")

    def windows(self) -> list[Window]:
        root, parent, count = Window(), Window(), ctypes.c_uint()
        found = ctypes.POINTER(ctypes.c_ulong)()
        by = ctypes.byref
        self.x.XQueryTree(self.display, self.root, by(root), by(parent), by(found), by(count))
        windows = [Window(found[at]) for at in range(count.value)]
        if count.value:
            self.x.XFree(found)
        return windows

    def title(self, window: Window) -> str:
        name = TextProperty()
        if not self.x.XGetWMName(self.display, window, ctypes.byref(name)):
            return ""
        title = ctypes.string_at(name.value, name.count).decode()
        self.x.XFree(ctypes.c_void_p(name.value))
        return title

    def looks(self, window: Window) -> Attributes:
        found = Attributes()
        self.x.XGetWindowAttributes(self.display, window, ctypes.byref(found))
        return found

    def press_escape(self, window: Window) -> None:
        code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(ESCAPE))
        key = KeyEvent(KEY_PRESS, 0, 1, self.display, window, self.root, 0, 0, 5, 5, 5, 5, 0, code, 1)
        self.send(window, AnyEvent(key=key))

    def close_window(self, window: Window) -> None:
        """As the cross in the window's corner does."""
        protocols, delete = (
            self.x.XInternAtom(self.display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
        )
        data = (ctypes.c_long * 5)(delete, 0, 0, 0, 0)
        self.send(
            window, AnyEvent(message=MessageEvent(CLIENT_MESSAGE, 0, 1, self.display, window, protocols, 32, data))
        )

    def send(self, window: Window, event: AnyEvent) -> None:
        self.x.XSendEvent(self.display, window, 0, ctypes.c_long(0), ctypes.byref(event))
        self.x.XSync(self.display, 0)
