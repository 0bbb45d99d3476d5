"""What everybody may see of the table, and the stream that keeps each page fresh."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.faces.hall import PlayedTable
from companion.faces.server.clocks import clocks_part, time_event, time_now
from companion.faces.server.desk import Asker, ChannelSight, Desk, asker, at_table, desk, here, is_late, say
from companion.faces.server.doors import NOBODY, RoleKind
from companion.faces.server.lines import Connection, connection
from companion.faces.server.saying import last_said
from companion.faces.server.streams import StreamPlace
from companion.ledger import LedgerError
from companion.rules import TABLE

pages = Blueprint("table", __name__)

HEARTBEAT: Final = 10.0
"""Seconds of silence after which a stream says that it is still there."""
GLANCE: Final = 2.0
"""Seconds after which it checks whether anybody still listens."""
SLOW: Final = 0.25
"""Seconds after which it checks whether a slow reader has read what was sent."""
COME_BACK: Final = 60
"""Seconds after which a page without a stream asks for one again."""
OWN: Final = "own"
WATCH: Final = "watch"
RETRY: Final = 1500
"""Milliseconds after which a browser reconnects."""


@pages.get("/")
def show() -> ResponseReturnValue:
    """Show the table, for everybody; where there are several and nobody has chosen one, show them all."""
    if len(desk().hall.tables) > 1 and not asker().role.table and "table" not in request.args:
        return render_template("tables.html")
    return watching() if is_late() else table_page("table.html", TABLE, spectators=spectators())


@pages.get("/watch")
def watch() -> ResponseReturnValue:
    """Show the table to spectators: what everybody may see, with the judge's delay."""
    return watching()


def watching() -> str:
    """Render the table as spectators see it."""
    return table_page("table.html", TABLE, late=True, spectators=spectators())


def spectators() -> dict[str, object]:
    """Return the address at which spectators watch, and who may set their delay."""
    playing, kind = at_table().table.playing(), asker().role.kind
    judged = playing is not None and playing.judged
    may = kind is RoleKind.JUDGE or (kind is RoleKind.HOST and not judged)
    return {"address": desk().address + url_for("table.watch"), "delay": at_table().table.delay, "may": may}


@pages.post("/watch/delay")
def set_delay() -> ResponseReturnValue:
    """Let spectators be late. Where a judge is seated, only the judge sets this."""
    if not spectators()["may"]:
        abort(403, say("The judge decides how late spectators see the table."))
    at_table().table.set_delay(whole_in(request.form.get("seconds", "")))
    desk().hub.wake()
    return redirect(url_for("table.show"), 303)


def table_page(template: str, audience: str, *, late: bool = False, **more: object) -> str:
    """Render a page that shows a table, with the current fragments and the mark from which its stream continues."""
    channel = desk().hub.channel(ChannelSight(audience, asker().language.code, "page", at_table().table.key, late))
    fresh = channel.now()
    parts = {name: Markup(text) for name, text in fresh.fragments.items()}
    if not late:
        parts["clocks"] = clocks_part(audience)
    more["late"] = late
    return render_template(template, parts=parts, mark=fresh.mark, audience=audience, said=last_said(), **more)


@pages.get("/stream")
def stream() -> ResponseReturnValue:
    """Stream changes as they happen. `as` says whether the page shows the public view, that of spectators (`watch`) or
    the asker's own; with `once` the changes are sent only once, for a page that has no stream at the moment."""
    one, wanted = asker(), request.args.get("as", TABLE)
    audience, late = one.audience if wanted == OWN else TABLE, is_late() or wanted == WATCH
    sight = ChannelSight(audience, one.language.code, "page", at_table().table.key, late)
    if "once" in request.args:
        fresh, now = desk().hub.channel(sight).since(mark_seen()), time_now(at_table().table, late=late)
        return {"mark": fresh.mark, "fragments": dict(fresh.fragments), "now": now}
    return streamed(sight, one)


def mark_seen() -> str:
    """Return the mark that says how much the browser has seen."""
    return (request.headers.get("Last-Event-ID") or request.args.get("since", ""))[:40]


@pages.get("/recorded")
def recorded() -> ResponseReturnValue:
    """How far the record of the game on the table has come, and how it goes on after `since` entries: what a phone
    needs that kept an earlier head, and holds the new one against it by itself."""
    if is_late():
        return {"number": 0}
    number, since = (whole_in(request.args.get(name, "")) for name in ("number", "since"))
    try:
        table = next((one for one in desk().hall.tables.values() if plays(one, number)), at_table().table)
        found = table.recorded(since if plays(table, number) else 0)
    except LedgerError as problem:
        abort(409, str(problem))
    return dict(found or {"number": 0})


def plays(table: PlayedTable, number: int) -> bool:
    """Whether this game is the one on a table."""
    playing = table.playing()
    return playing is not None and playing.number == number


def whole_in(text: str) -> int:
    """A number in an address; 0 where there is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def streamed(sight: ChannelSight, one: Asker) -> ResponseReturnValue:
    """Answer with a stream of a channel's changes since the mark that the browser has seen."""
    shared = desk()
    channel = shared.hub.channel(sight)
    place = shared.hub.admit(channel, one.bringer, member=one.session is not None)
    if place is None:
        words = say("Too many pages are open at once. Until there is room, this page updates every few seconds.")
        return {"error": words}, 503, {"Retry-After": str(COME_BACK)}
    events = Events(shared, place, sight, one, mark_seen(), connection())
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers)


class Events:
    """The events of one stream, until its reader has gone or may no longer see it."""

    def __init__(
        self, shared: Desk, place: StreamPlace, sight: ChannelSight, one: Asker, mark: str, line: Connection
    ) -> None:
        self._shared = shared
        self._table = shared.hall.table(sight.table)
        self._place = place
        self._channel = place.channel
        self._sight = sight
        self._asker = one
        self._mark = mark
        self._line = line
        self._open = True

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield f"retry: {RETRY}\n\n".encode() + self._time()
            told_at = monotonic()
            while not self._shared.hub.ended and not self._line.gone:
                if self._place.given_up:
                    yield b"event: later\ndata: {}\n\n"
                    return
                if not self._welcome():
                    yield b"event: end\ndata: {}\n\n"
                    return
                if self._line.unread:  # a slow reader gets nothing until it has caught up, then the newest
                    self._line.settle()
                    sleep(SLOW)
                    continue
                self._mark, event = self._channel.event(self._mark)
                if event:
                    yield self._time() + event
                    told_at = monotonic()
                elif monotonic() >= told_at + HEARTBEAT:
                    yield b": still here\n\n"
                    told_at = monotonic()
                self._line.settle()
                self._channel.wait(self._mark, GLANCE)
        finally:
            self.close()

    def close(self) -> None:
        """Give up the stream's place. The server calls this, too, when the reader has gone."""
        if self._open:
            self._open = False
            self._shared.hub.leave(self._place)

    def _time(self) -> bytes:
        return time_event(self._table, late=self._sight.late)

    def _welcome(self) -> bool:
        """Whether this audience may still be shown to this asker."""
        if self._sight.audience == TABLE:
            return self._sight.late or self._asker.session is not None or not self._table.delay
        session = self._shared.doors.session(self._asker.token)
        if session is None or here(session.role, self._shared.hall) == NOBODY:
            return False
        return (self._sight.table, self._sight.audience) == (session.role.table, session.role.audience)


__all__ = ["pages"]
