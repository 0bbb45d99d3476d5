"""Clocks on pages. The streamed part changes only when a clock is changed; the time is sent with every event."""

from __future__ import annotations

from typing import Final

from flask import render_template
from markupsafe import Markup

from companion.faces.hall import Heard, PlayedTable
from companion.faces.screen import clock_face, passed
from companion.faces.server.desk import asker, at_table, say

DECIMALS: Final = 2
MINUTE: Final = 60
NOTHING_SAID = "Choose what to do with the clocks."


def nothing_said() -> Heard:
    """Return the answer to an unknown act."""
    return Heard(False, say(NOTHING_SAID))


def clocks_part(audience: str) -> Markup:
    """Return the clocks as they are at this moment, for pages that are read without scripts."""
    screen = at_table().table.screen(audience, asker().language)
    late = passed(screen.clocks, at_table().table.now()) if screen else 0
    context = {"screen": screen, "audience": audience, "clock_face": clock_face, "passed": late}
    return Markup(render_template("parts/clocks.html", **context).strip())


def time_now(table: PlayedTable, *, late: bool = False) -> float:
    """Return the time on the table's clock; for spectators, as late as what they see."""
    return round(table.now() - (table.delay if late else 0), DECIMALS)


def time_event(table: PlayedTable, *, late: bool = False) -> bytes:
    """Return the time as an event. It goes before everything that is sent, so that new clocks are right at once."""
    return f"event: now\ndata: {time_now(table, late=late)}\n\n".encode()
