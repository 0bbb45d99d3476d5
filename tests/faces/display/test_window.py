"""A real window, in an X server without a screen: it opens, shows itself, and ends as people end it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from subprocess import PIPE, Popen

import pytest

from tests.faces.display.examples import POSITIONS
from tests.faces.display.x_server import PATIENCE, Hands, Window, x_server

pytestmark = pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed (requirements/debian.txt)")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with x_server() as display:
        yield display


@pytest.mark.parametrize("how", [Hands.press_escape, Hands.close_window], ids=lambda how: how.__name__)
def test_a_window_opens_and_ends_cleanly(how: Callable[[Hands, Window], None], server: str) -> None:
    environ = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "companion", "display", "--position", str(POSITIONS), "--size", "640x400"]
    with Popen(command, env=environ | {"DISPLAY": server}, stdout=PIPE, stderr=PIPE, text=True) as program:
        hands = Hands(server)
        try:
            window = hands.window("Puzzle Strike")
            looks = hands.looks(window)
            assert (looks.width, looks.height) == (640, 400)
            how(hands, window)
            said, wrong = program.communicate(timeout=PATIENCE)
            assert (program.returncode, said, wrong) == (0, "", "")
        finally:
            hands.close()
            program.kill()
