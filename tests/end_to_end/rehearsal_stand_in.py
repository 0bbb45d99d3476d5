"""A stand-in for the virtual table: it serves a world that a test lays out, and notes what the page does.

`python -m tests.end_to_end.rehearsal_stand_in [language]` serves an example for people to look at.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from threading import Condition, Thread
from typing import Any, Final

from flask import Flask, Response, jsonify, render_template, request, send_from_directory
from flask.typing import ResponseReturnValue
from werkzeug.serving import WSGIRequestHandler, make_server

from companion.faces.languages import languages
from companion.faces.server.app import find_web
from companion.faces.server.guard import HEADERS
from tests.end_to_end.rehearsal_world import a_world

TOKEN: Final = "the-token"
ASK_AGAIN: Final = 200
"""Milliseconds after which a page without a stream asks again."""

World = dict[str, Any]


class Quiet(WSGIRequestHandler):
    """Notes no requests."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Nothing."""


class StandIn:
    """Pages, world, stream and acts, on a port of its own."""

    def __init__(self, language: str = "en") -> None:
        self.acts: list[World] = []
        self.refusing = ""
        """Why every act is refused; "" where none is."""
        self.follow = True
        """Whether a chip that is moved lies there afterwards."""
        self._world = a_world()
        self._changed = Condition()
        self._ended = self._away = False
        self._language = languages()[language]
        self._server = make_server("127.0.0.1", 0, self._app(), threaded=True, request_handler=Quiet)
        self._server.daemon_threads = True  # type: ignore[attr-defined]  # of the threaded one
        self.address = f"http://127.0.0.1:{self._server.port}"
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    def __enter__(self) -> StandIn:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def tell(self, **changes: Any) -> None:
        """A new world: what is named becomes so."""
        with self._changed:
            self._world = {**self._world, **changes, "number": self._world["number"] + 1}
            self._changed.notify_all()

    def say(self, **changes: Any) -> None:
        """The same for what the companion says."""
        self.tell(says={**self._world["says"], **changes})

    def move(self, chip: str, to: str, *, moving: bool = False) -> None:
        """A chip lies elsewhere, or is on its way there."""
        chips = [{**one, "place": to, "moving": moving} if one["id"] == chip else one for one in self._world["chips"]]
        self.tell(chips=chips)

    def hang_up(self, away: bool) -> None:
        """The stream is cut, and is not to be had; or it is again."""
        with self._changed:
            self._away = away
            self._changed.notify_all()

    def _app(self) -> Flask:
        web = find_web()
        app = Flask("stand-in", template_folder=str(web / "templates"), static_folder=None)
        app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
        app.add_url_rule("/", "page", self._page)
        app.add_url_rule("/world", "world", lambda: jsonify(self._world))
        app.add_url_rule("/stream", "stream", self._answer_stream)
        app.add_url_rule("/act", "act", self._act, methods=["POST"])
        app.add_url_rule("/static/<path:name>", "static", lambda name: send_from_directory(web / "static", name))
        app.after_request(guarded)
        return app

    def _page(self) -> str:
        return render_template(
            "rehearsal.html",
            _=self._language.say,
            language=self._language,
            token=TOKEN,
            address="http://127.0.0.1:1/",
            asset=lambda name: f"/static/{name}",
        )

    def _answer_stream(self) -> Response:
        if self._away:
            return Response("away", 503)
        return Response(self._stream(), content_type="text/event-stream")

    def _stream(self) -> Iterator[str]:
        yield f"retry: {ASK_AGAIN}\n\n"
        sent = -1
        while True:
            with self._changed:
                while not (self._ended or self._away) and self._world["number"] == sent:
                    self._changed.wait()
                if self._ended or self._away:
                    return
                world, sent = self._world, self._world["number"]
            yield f"event: world\nid: {sent}\ndata: {json.dumps(world)}\n\n"

    def _act(self) -> ResponseReturnValue:
        if request.headers.get("X-Rehearsal") != TOKEN:
            return {"ok": False, "why": "no token"}, 403
        deed = request.get_json()
        self.acts.append(deed)
        if self.refusing:
            return {"ok": False, "why": self.refusing}
        if self.follow and deed["do"] == "move" and "chip" in deed:
            self.move(deed["chip"], deed["to"])
        return {"ok": True}


def guarded(response: Response) -> Response:
    """With the headers of the companion's own pages."""
    response.headers.update(HEADERS)
    return response


if __name__ == "__main__":
    with StandIn(*sys.argv[1:]) as stand_in:
        print(stand_in.address)
        stand_in._thread.join()
