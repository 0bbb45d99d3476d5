"""What everybody may see of the table, and the stream that keeps each page fresh."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.faces.server.clocks import clocks_part, time_event
from companion.faces.server.desk import Asker, Desk, Sight, asker, desk, here, say
from companion.faces.server.doors import NOBODY
from companion.faces.server.saying import last_said
from companion.faces.server.streams import Channel
from companion.rules import TABLE

pages = Blueprint("table", __name__)

HEARTBEAT: Final = 10.0
"""Seconds after which a stream says that it is still there."""
GLANCE: Final = 2.0
"""Seconds after which it looks whether anybody still listens."""
RETRY: Final = 1500
"""Milliseconds after which a browser comes again."""


@pages.get("/")
def show() -> ResponseReturnValue:
    """The table, for everybody."""
    return table_page("table.html", TABLE)


def table_page(template: str, audience: str, **more: object) -> str:
    """A page that shows a table, with the fragments as they are now and the mark from which its stream goes on."""
    channel = desk().hub.channel(Sight(audience, asker().language.code))
    fresh = channel.now()
    parts = {name: Markup(text) for name, text in fresh.fragments.items()} | {"clocks": clocks_part(audience)}
    return render_template(template, parts=parts, mark=fresh.mark, audience=audience, said=last_said(), **more)


@pages.get("/stream")
def stream() -> ResponseReturnValue:
    """What changes, as it changes. `as` says whether the page shows what all see or what is one's own."""
    one = asker()
    audience = one.audience if request.args.get("as", TABLE) != TABLE else TABLE
    return streamed(Sight(audience, one.language.code), one)


def streamed(sight: Sight, one: Asker) -> ResponseReturnValue:
    """A stream of a channel's changes since what the browser has seen."""
    shared = desk()
    channel = shared.hub.channel(sight)
    mark = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    if not shared.hub.admit(channel, one.address):
        abort(503, say("Too many look on at once. Close a page, and load this one again."))
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    events = Events(shared, channel, sight, one, mark[:40], gone)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers)


class Events:
    """The events of one stream, until its reader goes or is not welcome any more."""

    def __init__(
        self, shared: Desk, channel: Channel, sight: Sight, one: Asker, mark: str, gone: Callable[[], bool]
    ) -> None:
        self._shared = shared
        self._channel = channel
        self._sight = sight
        self._asker = one
        self._mark = mark
        self._gone = gone
        self._open = True

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield f"retry: {RETRY}\n\n".encode() + time_event(self._shared)
            told_at = monotonic()
            while not self._shared.hub.ended and not self._gone():
                if not self._welcome():
                    yield b"event: end\ndata: {}\n\n"
                    return
                self._mark, event = self._channel.event(self._mark)
                if event:
                    yield time_event(self._shared) + event
                    told_at = monotonic()
                elif monotonic() >= told_at + HEARTBEAT:
                    yield b": still here\n\n"
                    told_at = monotonic()
                self._channel.wait(self._mark, GLANCE)
        finally:
            self.close()

    def close(self) -> None:
        """The server calls this too, when the reader has gone."""
        if self._open:
            self._open = False
            self._shared.hub.leave(self._channel, self._asker.address)

    def _welcome(self) -> bool:
        """Whether this audience may still be shown to this asker."""
        if self._sight.audience == TABLE:
            return True
        session = self._shared.doors.session(self._asker.token)
        if session is None or here(session.role, self._shared.hall.playing()) == NOBODY:
            return False
        return self._sight.audience == session.role.audience


__all__ = ["pages"]
