"""The server on the network: waitress, with a thread for each stream and some for requests.

Why waitress: it needs nothing else, its parser of requests is strict and old, a socket that does not take what is sent
holds up its own thread alone, and a stream is told when its reader has gone. Its threads are fixed in number, so the
streams are counted (`streams.MOST_STREAMS`), and requests always find a free one.
"""

from __future__ import annotations

import logging
import socket
from threading import Thread
from typing import Any, Final

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import close_all

from companion.faces.server.desk import Desk
from companion.faces.server.streams import MOST_STREAMS

REQUESTS: Final = 12
"""Threads that no stream can hold."""
PATIENCE: Final = 20_000
"""Milliseconds after which a phone counts as gone that takes nothing of what it is sent."""


class Serving:
    """The server, in threads of its own."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a full queue is no news: requests wait a moment
        self._desk: Desk = app.extensions["companion"]
        listener = listen(host, port)
        self._sockets: dict[int, Any] = {}
        self._server: Any = create_server(
            app,
            map=self._sockets,
            sockets=[listener],
            threads=MOST_STREAMS + REQUESTS,
            connection_limit=MOST_STREAMS * 4,
            channel_request_lookahead=1,
            outbuf_high_watermark=256 * 1024,
            max_request_body_size=128 * 1024,
            max_request_header_size=32 * 1024,
            channel_timeout=60,
            ident="companion",
        )
        self.port: int = listener.getsockname()[1]
        self._thread = Thread(target=self._server.run, name="web", daemon=True)

    def __enter__(self) -> Serving:
        self._desk.hub.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Streams end first, then what is still being answered, then the sockets: these in the server's own thread."""
        self._desk.hub.stop()
        self._server.task_dispatcher.shutdown(timeout=5)
        self._server.trigger.pull_trigger(lambda: close_all(self._sockets))
        self._thread.join(5)


def listen(host: str, port: int) -> socket.socket:
    """Where phones come to. What is set here, their connections inherit. Raises OSError."""
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
