"""The page of the virtual table: what it shows and what it accepts. It is guarded like the companion's own pages."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from secrets import token_urlsafe
from threading import BoundedSemaphore
from time import sleep
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from flask import Flask, Response, abort, render_template, request, send_file, send_from_directory
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.app.network import own_names
from companion.faces.languages import Language
from companion.faces.server.api import json_sent
from companion.faces.server.app import find_web, fingerprint
from companion.faces.server.guard import HEADERS, is_near, is_ours
from companion.faces.server.lines import Connection, connection
from companion.faces.server.qr_codes import qr_picture
from companion.faces.server.serve import Listening, by_address

LARGEST: Final = 4096
"""Bytes of a request body."""
STREAMS: Final = 24
ALIVE: Final = 15.0
"""Seconds after which an idle stream sends a sign of life."""
AGAIN: Final = 500
"""Milliseconds after which a page reconnects."""
NEWEST: Final = 0.04
"""The shortest time in seconds between two worlds."""


class TableHolder(Protocol):
    """What the page shows: the demo, its tour, or a recording."""

    def world(self) -> Mapping[str, Any]:
        """The newest world, with its number."""

    def wait(self, number: int, seconds: float) -> bool:
        """Wait until there is a newer world than this one, and return whether there is."""

    def act(self, deed: Mapping[str, Any]) -> str:
        """Do what somebody asks for at the page. Returns why that is impossible, or ""."""

    @property
    def ended(self) -> bool:
        """Whether no more worlds will come."""


def create_page(
    shown: TableHolder,
    language: Language,
    address: Callable[[], str],
    picture: Callable[[], Path | None] = lambda: None,
    spoken: Callable[[], Language] | None = None,
) -> Flask:
    """Make the app of the page. `address` gives the address of the companion's own pages, `picture` the file with what
    the display shows, `spoken` the language, where that may change."""
    web = find_web()
    app = Flask("rehearsal", template_folder=str(web / "templates"), static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    token, hosts = token_urlsafe(24), own_names()
    app.before_request(lambda: check(token, hosts))
    app.after_request(finish)
    app.register_error_handler(HTTPException, told)

    @app.get("/display.png")
    def display() -> ResponseReturnValue:
        file = picture()
        if file is None or not file.is_file():
            return "", 204  # not drawn yet
        return send_file(file, mimetype="image/png", max_age=0)

    @app.get("/qr")
    def code() -> ResponseReturnValue:
        """The QR code of one of the links that the world has: the code of a seat for somebody's own phone."""
        links = [link["href"] for link in shown.world().get("links", ())]
        href = request.args.get("for", "")
        return Response(qr_picture(href), mimetype="image/svg+xml") if href in links else ("", 404)

    def asset(name: str) -> str:
        return f"/static/{name}?v={fingerprint(web / 'static' / name)}"

    @app.get("/")
    def page() -> str:
        now = spoken() if spoken else language
        return render_template("rehearsal.html", _=now.say, language=now, token=token, address=address(), asset=asset)

    @app.get("/world")
    def world() -> ResponseReturnValue:
        return dict(shown.world())

    places = BoundedSemaphore(STREAMS)

    @app.get("/stream")
    def stream() -> ResponseReturnValue:
        if not places.acquire(blocking=False):
            abort(503, "Too many pages of this table are open. Close one, and load this one again.")
        found = Response(worlds(shown, connection()), content_type="text/event-stream")
        found.call_on_close(places.release)
        return found

    @app.post("/act")
    def act() -> ResponseReturnValue:
        deed = json_sent()
        why = shown.act(deed) if isinstance(deed, dict) else "An act is a JSON object."
        return {"ok": False, "why": why} if why else {"ok": True}

    @app.get("/static/<path:filename>")
    def static(filename: str) -> ResponseReturnValue:
        return send_from_directory(web / "static", filename, max_age=365 * 86400 if "v" in request.args else 60)

    return app


def check(token: str, hosts: frozenset[str]) -> None:
    """Check a request: from this network, meant for this device, and from this page if it changes something."""
    if not is_near(request.remote_addr or ""):
        abort(403, "This device answers only in its own network.")
    if not is_ours(request.host, hosts):
        abort(400, "This device has another name. Use the address that the terminal shows.")
    if request.method in ("GET", "HEAD"):
        return
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403, "This came from another page.")
    if not hmac.compare_digest(request.headers.get("X-Rehearsal", "").encode(), token.encode()):
        abort(403, "This page is of a virtual table that has ended. Load it again.")


def finish(response: Response) -> Response:
    """Add the headers that every answer carries."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    if request.endpoint == "page":  # the phones beside the table are pages of this machine, at ports of their own
        name = urlsplit(f"//{request.host}").netloc.rpartition(":")[0] or request.host
        response.headers["Content-Security-Policy"] = f"{HEADERS['Content-Security-Policy']}; frame-src http://{name}:*"
    return response


def told(problem: HTTPException) -> ResponseReturnValue:
    """What went wrong, in the form that the page understands."""
    return {"ok": False, "why": problem.description}, problem.code or 500


def worlds(shown: TableHolder, line: Connection) -> Iterator[str]:
    """Send each world that is newer than the last one."""
    yield f"retry: {AGAIN}\n\n"
    sent = -1
    while not shown.ended and not line.gone:
        line.settle()
        if line.unread:  # a slow browser gets the newest world when it is ready
            sleep(NEWEST)
            continue
        if not shown.wait(sent, ALIVE):
            yield ": still here\n\n"
            continue
        world = shown.world()
        sent = world["number"]
        yield f"event: world\nid: {sent}\ndata: {json.dumps(world)}\n\n"


class ServingPage:
    """Serves the page on its own port, in threads of its own. Raises `OSError` if the port is taken."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._listening = Listening(app, host, port, sort=by_address, streams=STREAMS, ident="rehearsal")
        self.port = self._listening.port

    def __enter__(self) -> ServingPage:
        self._listening.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.stop()


def free_page(app: Flask, host: str, port: int, tries: int = 20) -> ServingPage:
    """Serve the page on this port or on the next free one. Raises `OSError` if none of these is free."""
    for number in range(port, port + tries):
        try:
            return ServingPage(app, host, number)
        except OSError:
            if not port or number == port + tries - 1:
                raise
    raise OSError("No port is free.")
