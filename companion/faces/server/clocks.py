"""Clocks on pages: a part that changes only with the clocks, as what is streamed must; and how late it is."""

from __future__ import annotations

from typing import Final

from flask import render_template
from markupsafe import Markup

from companion.faces.hall import Heard
from companion.faces.screen import clock_face, passed
from companion.faces.server.desk import Desk, asker, desk, say

DECIMALS: Final = 2
MINUTE: Final = 60
NOTHING_SAID = "Say what to do with the clocks."


def nothing_said() -> Heard:
    """Of an act that there is not."""
    return Heard(False, say(NOTHING_SAID))


def clocks_part(audience: str) -> Markup:
    """The clocks as they are at this moment, for a page that is read without scripts."""
    screen = desk().hall.screen(audience, asker().language)
    late = passed(screen.clocks, desk().hall.now()) if screen else 0
    context = {"screen": screen, "audience": audience, "clock_face": clock_face, "passed": late}
    return Markup(render_template("parts/clocks.html", **context).strip())


def time_now(shared: Desk) -> float:
    """On the table's clock."""
    return round(shared.hall.now(), DECIMALS)


def time_event(shared: Desk) -> bytes:
    """The same for a stream: it comes with everything that is sent, so the clocks of a new game are right at once."""
    return f"event: now\ndata: {time_now(shared)}\n\n".encode()
