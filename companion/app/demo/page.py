"""The page of the virtual table: what it shows and what it takes. Guarded like the companion's own pages."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Mapping
from secrets import token_urlsafe
from threading import Thread
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from flask import Flask, Response, abort, render_template, request, send_from_directory
from flask.typing import ResponseReturnValue
from waitress.server import create_server
from waitress.wasyncore import close_all
from werkzeug.exceptions import HTTPException

from companion.app.network import own_names
from companion.faces.languages import Language
from companion.faces.server.app import find_web, fingerprint
from companion.faces.server.guard import HEADERS, is_near, is_ours
from companion.faces.server.serve import listen

LARGEST: Final = 4096
"""Bytes of an act."""
STREAMS: Final = 24
ALIVE: Final = 15.0
"""Seconds after which a stream says that it is still there."""
AGAIN: Final = 500
"""Milliseconds after which a page asks again."""
NEWEST: Final = 0.04
"""Seconds between two worlds at least."""


class Shown(Protocol):
    """Whoever holds the table."""

    def world(self) -> Mapping[str, Any]:
        """The newest, with its number."""

    def wait(self, number: int, seconds: float) -> bool:
        """Until there is a newer world than this; whether there is."""

    def act(self, deed: Mapping[str, Any]) -> str:
        """What somebody does at the page; why that cannot be, or ""."""

    @property
    def ended(self) -> bool:
        """Whether there will be no more."""


def create_page(shown: Shown, language: Language, address: Callable[[], str]) -> Flask:
    """The app. `address` is that of the companion's own pages."""
    web = find_web()
    app = Flask("rehearsal", template_folder=str(web / "templates"), static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    token, hosts = token_urlsafe(24), own_names()
    app.before_request(lambda: check(token, hosts))
    app.after_request(finish)
    app.register_error_handler(HTTPException, told)

    def asset(name: str) -> str:
        return f"/static/{name}?v={fingerprint(web / 'static' / name)}"

    @app.get("/")
    def page() -> str:
        return render_template(
            "rehearsal.html", _=language.say, language=language, token=token, address=address(), asset=asset
        )

    @app.get("/world")
    def world() -> ResponseReturnValue:
        return dict(shown.world())

    @app.get("/stream")
    def stream() -> ResponseReturnValue:
        return Response(worlds(shown), content_type="text/event-stream")

    @app.post("/act")
    def act() -> ResponseReturnValue:
        deed = request.get_json(silent=True)
        why = shown.act(deed) if isinstance(deed, dict) else "An act is a JSON object."
        return {"ok": False, "why": why} if why else {"ok": True}

    @app.get("/static/<path:filename>")
    def static(filename: str) -> ResponseReturnValue:
        return send_from_directory(web / "static", filename, max_age=365 * 86400 if "v" in request.args else 60)

    return app


def check(token: str, hosts: frozenset[str]) -> None:
    """From this network, to this device, and what changes something from this very page."""
    if not is_near(request.remote_addr or ""):
        abort(403, "This device serves its own network only.")
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
    """What every answer carries."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response


def told(problem: HTTPException) -> ResponseReturnValue:
    """What went wrong, as the page takes it."""
    return {"ok": False, "why": problem.description}, problem.code or 500


def worlds(shown: Shown) -> Iterator[str]:
    """Each world that is newer than the last."""
    yield f"retry: {AGAIN}\n\n"
    sent = -1
    while not shown.ended:
        if not shown.wait(sent, ALIVE):
            yield ": still here\n\n"
            continue
        world = shown.world()
        sent = world["number"]
        yield f"event: world\nid: {sent}\ndata: {json.dumps(world)}\n\n"


class ServingPage:
    """The page on its own port, in threads of its own. Raises OSError where the port is taken."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        listener = listen(host, port)
        self.port: int = listener.getsockname()[1]
        self._sockets: dict[int, Any] = {}
        self._server: Any = create_server(
            app, map=self._sockets, sockets=[listener], threads=STREAMS + 6, ident="rehearsal", channel_timeout=60
        )
        self._thread = Thread(target=self._server.run, name="rehearsal page", daemon=True)

    def __enter__(self) -> ServingPage:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.task_dispatcher.shutdown(timeout=3)
        self._server.trigger.pull_trigger(lambda: close_all(self._sockets))
        self._thread.join(5)


def free_page(app: Flask, host: str, port: int, tries: int = 20) -> ServingPage:
    """On this port, or the next that is free. Raises OSError where none of so many is."""
    for number in range(port, port + tries):
        try:
            return ServingPage(app, host, number)
        except OSError:
            if not port or number == port + tries - 1:
                raise
    raise OSError("No port is free.")
