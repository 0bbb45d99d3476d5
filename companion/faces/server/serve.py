"""The server on the network: waitress, with deadlines and limits of our own, and threads that take turns.

Waitress, because it has no dependencies, a strict and mature parser of requests, and tells a stream when its reader has
gone. What it lacks is in `connections` (who may keep a connection, and how long) and `workers` (who is served next).
"""

from __future__ import annotations

import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import Any, Final

from flask import Flask
from waitress.wasyncore import close_all
from werkzeug.exceptions import HTTPException

from companion.faces.server.addresses import neighbourhood
from companion.faces.server.connections import Server, Sort
from companion.faces.server.desk import Desk
from companion.faces.server.guard import SESSION_COOKIE, THINKING
from companion.faces.server.streams import MOST_LEAVING, MOST_STREAMS
from companion.faces.server.workers import Lane, Sender, Workers

PATIENCE: Final = 20_000
"""Milliseconds after which a phone that acknowledges nothing it is sent counts as gone."""
LONGEST_TOKEN: Final = 100
BEARER: Final = "Bearer "


class Listening:
    """An app on its own port, in its own threads. Raises OSError if the port is taken."""

    def __init__(self, app: Flask, host: str, port: int, *, sort: Sort, streams: int, ident: str) -> None:
        listener = listen(host, port)
        self.port: int = listener.getsockname()[1]
        self._workers = Workers(streams)
        self._server: Any = Server(app, listener, sort, self._workers, ident)
        self._thread = Thread(target=self._server.run, name="web", daemon=True)

    def start(self) -> None:
        """Start answering phones."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being answered; then the server's own thread closes the sockets."""
        self._workers.shutdown(timeout=5)
        pulled = Event()

        def close() -> None:
            """Close all, the trigger as well: only when nobody pulls it any more."""
            pulled.wait(5)
            close_all(self._server.sockets)

        self._server.trigger.pull_trigger(close)
        pulled.set()
        self._thread.join(5)


class Serving:
    """The server of the companion's pages."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
        self._desk: Desk = app.extensions["companion"]
        streams = MOST_STREAMS + MOST_LEAVING
        self._listening = Listening(app, host, port, sort=sorted_for(app), streams=streams, ident="companion")
        self.port = self._listening.port

    def __enter__(self) -> Serving:
        self._desk.hub.start()
        self._listening.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, the streams first."""
        self._desk.hub.stop()
        self._listening.stop()


def serving_at(app: Flask, host: str, ports: Sequence[int]) -> Serving:
    """Serve the app on the first of these ports that is free. Raises `OSError` if none is."""
    for port in ports[:-1]:
        with suppress(OSError):
            return Serving(app, host, port)
    return Serving(app, host, ports[-1])


def sorted_for(app: Flask) -> Sort:
    """Return the function that sorts requests into lanes: members, visitors, or costly requests."""
    shared: Desk = app.extensions["companion"]
    routes = app.url_map.bind("localhost")

    def sort(method: str, path: str, headers: Mapping[str, str], address: str) -> tuple[Sender, bool]:
        session = shared.doors.session(token_in(headers))
        key = session.digest if session else neighbourhood(address)
        try:
            endpoint, _ = routes.match("/" + path.lstrip("/"), method)
        except HTTPException:
            endpoint = ""
        usual = Lane.MEMBERS if session else Lane.VISITORS
        return Sender(Lane.THOUGHTS if endpoint in THINKING else usual, key), session is not None

    return sort


def by_address(method: str, path: str, headers: Mapping[str, str], address: str) -> tuple[Sender, bool]:
    """Sort requests for an app that has no sessions."""
    return Sender(Lane.VISITORS, neighbourhood(address)), False


def token_in(headers: Mapping[str, str]) -> str:
    """Return a session's token from the cookie or from a program's header, without parsing anything else.

    >>> token_in({"COOKIE": "lang=en; companion_session=abc; size=huge"}), token_in({"AUTHORIZATION": "Bearer abc"})
    ('abc', 'abc')
    >>> token_in({"COOKIE": "lang=en"}), token_in({})
    ('', '')
    """
    shown = headers.get("AUTHORIZATION", "")
    if shown[: len(BEARER)].title() == BEARER:
        return shown[len(BEARER) :].strip()[:LONGEST_TOKEN]
    _, _, rest = headers.get("COOKIE", "").partition(f"{SESSION_COOKIE}=")
    return rest[:LONGEST_TOKEN].partition(";")[0].strip(' "')


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket; connections inherit its options. Raises OSError."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener
