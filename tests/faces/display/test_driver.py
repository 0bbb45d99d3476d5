"""Which driver shows the display, and what people are told where none does."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from companion.faces.display import display as showing
from companion.faces.display import driver as module
from companion.faces.display.display import Display, Options
from companion.faces.display.driver import VARIABLE, VideoMachine, advice, drivers, this_machine, told_to_sdl
from companion.faces.display.fonts import forget
from companion.rules.kernel.sentences import in_english

OPEN = VideoMachine("ann", {"/dev/dri/card0": True}, frozenset({"connected"}))


@pytest.mark.parametrize(
    ("environ", "system", "tried"),
    [
        ({}, "linux", "kmsdrm"),
        ({"DISPLAY": ":0"}, "linux", "x11,kmsdrm"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland,kmsdrm"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "x11,wayland,kmsdrm"),
        ({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, "linux", "kmsdrm"),
        ({"SDL_VIDEODRIVER": "dummy", "DISPLAY": ":0"}, "linux", "dummy"),
        ({"SDL_VIDEODRIVER": ""}, "linux", "kmsdrm"),
        ({}, "darwin", ""),
        ({"SDL_VIDEODRIVER": "dummy"}, "win32", "dummy"),
    ],
)
def test_the_desktop_first_else_the_bare_screen(environ: dict[str, str], system: str, tried: str) -> None:
    assert drivers(environ, system) == tried


def test_it_never_draws_where_nobody_can_see_it() -> None:
    for environ in ({}, {"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "w"}):
        assert not {"dummy", "offscreen"} & set(drivers(environ, "linux").split(","))


@pytest.mark.parametrize("before", [None, "dummy"])
def test_the_environment_is_as_before(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if before is None:
        monkeypatch.delenv(VARIABLE, raising=False)
    else:
        monkeypatch.setenv(VARIABLE, before)
    with told_to_sdl("kmsdrm"):
        assert os.environ[VARIABLE] == "kmsdrm"
    assert os.environ.get(VARIABLE) == before
    with told_to_sdl(""):
        assert os.environ.get(VARIABLE) == before


@pytest.mark.parametrize(
    ("environ", "machine", "told"),
    [
        ({VARIABLE: "nonsense"}, OPEN, ["nonsense", "Unset it"]),
        ({"DISPLAY": ":9"}, OPEN, ["DISPLAY", ":9", "start it from that desktop"]),
        ({"WAYLAND_DISPLAY": "w-1"}, OPEN, ["WAYLAND_DISPLAY", "w-1"]),
        ({}, OPEN._replace(cards={}), ["/dev/dri/card0", "dtoverlay=vc4-kms-v3d", "config.txt"]),
        (
            {},
            OPEN._replace(cards={"/dev/dri/card1": False}),
            ["ann has no permission to open /dev/dri/card1", "sudo usermod -aG video,render,input ann"],
        ),
        ({}, OPEN._replace(missing=("libgbm.so.1",)), ["libgbm.so.1", "sudo apt install"]),
        ({}, OPEN._replace(connected=frozenset({"disconnected"})), ["No screen is connected"]),
        (
            {},
            OPEN._replace(connected=frozenset({"connected", "disconnected"})),
            ["Another program may be using the screen"],
        ),
        ({}, OPEN._replace(connected=frozenset()), ["Another program may be using the screen"]),
        ({}, OPEN._replace(cards={"/dev/dri/card0": False, "/dev/dri/card1": True}), ["Another program"]),
    ],
)
def test_people_are_told_what_to_do(environ: dict[str, str], machine: VideoMachine, told: list[str]) -> None:
    words = advice(environ, machine).said(in_english)
    for part in told:
        assert part in words


def test_a_machine_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards, plugs = tmp_path / "dev" / "dri", tmp_path / "sys" / "class" / "drm"
    cards.mkdir(parents=True)
    for name in ("card0", "card1", "renderD128"):
        (cards / name).touch()
    for name, status in (("card1-HDMI-A-1", "connected\n"), ("card1-HDMI-A-2", "disconnected\n")):
        (plugs / name).mkdir(parents=True)
        (plugs / name / "status").write_text(status)
    (plugs / "card1-odd").mkdir()
    (plugs / "card1-odd" / "status").mkdir()
    monkeypatch.setattr(module, "LIBRARIES", ("libc.so.6", "libnot-there.so.1"))
    monkeypatch.setattr(os, "access", lambda path, mode: str(path).endswith("card1"))
    found = this_machine(tmp_path)
    assert list(found.cards.values()) == [False, True]
    assert found.connected == {"connected", "disconnected"}
    assert found.missing == ("libnot-there.so.1",)
    assert found.folder == str(cards)
    assert found.user


def test_where_no_driver_finds_a_screen_it_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (VARIABLE, "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(showing, "drivers", lambda environ, system: "no-such-driver")
    monkeypatch.setattr(showing, "this_machine", lambda: OPEN._replace(cards={"/dev/dri/card0": False}))
    troubles: list[str] = []
    Display(Options(), trouble=troubles.append).run()
    assert len(troubles) == 1
    assert "no-such-driver not available" in troubles[0]
    assert "sudo usermod" in troubles[0]


def test_without_a_desktop_a_window_has_the_whole_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "dummy")
    display = Display(Options(size=(640, 400)))
    try:
        assert display._open().get_size() == (640, 400)
        monkeypatch.setattr(showing, "BARE", "dummy")
        assert display._open().get_size() != (640, 400)
    finally:
        pygame.quit()
        forget()
