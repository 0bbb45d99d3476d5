"""Connections: how many each address may hold, and how long a request may take to arrive.

By itself, waitress lets one client take every place: it stops accepting at its limit, and a byte now and then keeps a
connection open for ever. So its server and its channel are extended here, through the methods and attributes that
waitress provides for that (`handle_accept`, `maintenance`, `channel_class`, `task_class`):

* Each address holds a limited number of connections. One more closes its oldest that is waiting for no answer.
* If all places are taken, the address with the most connections has to give one up; people with a session come last.
* A request has a deadline from its first byte; so has the first request of a connection, and the reading of an answer.
"""

from __future__ import annotations

import socket
import struct
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from companion.faces.server.addresses import neighbourhood
from companion.faces.server.lines import NAME
from companion.faces.server.workers import Lane, Sender, Workers

MOST: Final = 320
"""The most connections in all."""
MOST_OF_ONE: Final = 48
"""The most connections of one address, or with one session."""
AT_ONCE: Final = MOST_OF_ONE // 2
"""The most connections accepted at a time: few enough that a new one is read before it has to give way."""
FIRST: Final = 10.0
"""Seconds that a new connection may be silent."""
IDLE: Final = 60.0
"""Seconds that a connection may be silent between two requests."""
HEAD: Final = 8.0
"""Seconds from a request's first byte to the end of its head."""
WHOLE: Final = 20.0
"""Seconds from a request's first byte to the end of its body."""
UNREAD: Final = 30.0
"""Seconds within which the client has to read an answer."""
WATERMARK: Final = 256 * 1024
"""The most bytes that may wait for a slow reader; one that falls further behind loses its connection."""
AT_ONCE_SHUT: Final = struct.pack("ii", 1, 0)
"""The option (`SO_LINGER`) by which a socket drops unsent bytes when it is closed."""

TOO_SLOW: Final = "This request took too long to arrive. Load the page again."
TOO_MANY: Final = "Too many connections come from this address. Close a few pages, and load this one again."

Sort = Callable[[str, str, Mapping[str, str], str], tuple[Sender, bool]]
"""Finds where a request waits and in whose name, by its method, path, headers and address; and if it has a session."""


def short_answer(status: str, words: str) -> bytes:
    """Return an answer to somebody whose request is not read to its end."""
    body = f"{words}\n".encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}"
    return f"{head}\r\nRetry-After: 5\r\nConnection: close\r\n\r\n".encode() + body


class Task(WSGITask):
    """A request that is being answered; the app finds its connection in the environment."""

    def get_environment(self) -> dict[str, Any]:
        environment: dict[str, Any] = super().get_environment()
        environment[NAME] = self.channel
        return environment


class TimedConnection(HTTPChannel):
    """A connection, with its deadlines."""

    task_class = Task
    server: Any
    requests: Any

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.key = neighbourhood(str(addr[0]))
        """Whose it is: an address, or a session."""
        self.member = False
        self.doomed = False
        """Whether the server's thread is to close it at its next turn."""
        self.ended = False
        """Whether we have closed it. Then it is no longer polled: a new connection may have its file descriptor."""
        self._sender: Sender | None = None
        self.since = monotonic()
        """When it was opened, or last had a request answered."""
        self._began: float | None = None
        """When the first byte of a still incomplete request came."""
        self._unread: float | None = None
        """Since when the client has had something to read."""
        super().__init__(server, sock, addr, adj, map=map)

    # -- in the server's thread --------------------------------------------------------------------------------

    def received(self, data: bytes) -> bool:
        found = super().received(data)
        if self.request is None:
            self._began = None
        elif self._began is None:
            self._began = monotonic()
        return found

    def handle_write(self) -> None:
        super().handle_write()
        if not self.total_outbufs_len:
            self._unread = None

    @property
    def rests(self) -> bool:
        """Whether no complete request is open, and nothing is left to send."""
        return not self.requests and not self.total_outbufs_len

    def overdue(self, now: float) -> str | None:
        """Return what to say if a deadline has passed, "" for nothing; None if none has passed."""
        if self.total_outbufs_len:
            self._unread = self._unread or now
            return "" if now > self._unread + UNREAD else None
        self._unread = None
        if self.requests:
            return None
        if self._began is not None:
            whole = self.request is not None and self.request.headers_finished
            return TOO_SLOW if now > self._began + (WHOLE if whole else HEAD) else None
        asked = self._sender is not None
        return "" if now > self.since + (IDLE if asked else FIRST) else None

    def end(self, words: str = "") -> None:
        """Close it now. The reason is sent only if that is possible without waiting."""
        with suppress(OSError):
            if self.socket is not None and words:
                self.socket.send(short_answer("408 Request Timeout", words))
            elif self.socket is not None and self.total_outbufs_len:  # let the kernel drop what is unread, too
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE_SHUT)
        with suppress(OSError):
            self.handle_close()
        self.ended = True

    def readable(self) -> bool:
        return not self.ended and bool(super().readable())

    def writable(self) -> bool:
        return not self.ended and bool(super().writable())

    # -- in a worker's thread, or in both ----------------------------------------------------------------------

    @property
    def sender(self) -> Sender:
        """Where the next request to be answered belongs."""
        one = self.requests[0]
        address = str(self.addr[0])
        if one.error:
            self._sender = Sender(Lane.VISITORS, neighbourhood(address))
        else:
            self._sender, self.member = self.server.sort(one.command, one.path, one.headers, address)
            self.key = self._sender.key
        return self._sender

    def service(self) -> None:
        super().service()
        self.since = monotonic()

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Drop a reader that is too slow; waitress would hold a thread until it has read enough."""
        if self.total_outbufs_len > WATERMARK:
            self.doomed = True
            self.server.pull_trigger()

    # -- for the app -------------------------------------------------------------------------------------------

    @property
    def gone(self) -> bool:
        """Whether nobody is there any more."""
        return not self.connected or self.doomed

    @property
    def unread(self) -> int:
        """Bytes that the reader has not read yet."""
        return int(self.total_outbufs_len)

    def settle(self) -> None:
        """From now on the current request only waits, so another one may be worked on."""
        self.server.task_dispatcher.settle()


class Server(TcpWSGIServer):
    """Waitress's server, which decides whose connections are kept."""

    channel_class = TimedConnection
    active_channels: Any

    def __init__(self, app: Flask, listener: socket.socket, sort: Sort, workers: Workers, ident: str) -> None:
        self.sort = sort
        adjustments = Adjustments(
            threads=1,
            connection_limit=MOST + 4 * AT_ONCE,  # we make room before waitress stops accepting
            channel_request_lookahead=1,
            outbuf_high_watermark=WATERMARK,
            max_request_body_size=128 * 1024,
            max_request_header_size=32 * 1024,
            cleanup_interval=1,
            asyncore_use_poll=True,  # select() fails with file descriptors above 1023
            ident=ident,
        )
        where = (listener.family, listener.type, listener.proto, listener.getsockname())
        self.sockets: dict[int, Any] = {}
        super().__init__(
            app,
            map=self.sockets,
            _sock=listener,
            dispatcher=workers,  # type: ignore[arg-type]
            adj=adjustments,
            sockinfo=where,
            bind_socket=False,
        )

    def lines(self) -> list[TimedConnection]:
        """Return all connections that stay."""
        return [line for line in self.active_channels.values() if not line.doomed]

    def readable(self) -> bool:
        for line in [line for line in self.active_channels.values() if line.doomed]:
            line.end()
        return super().readable()

    def handle_accept(self) -> None:
        """Accept up to `AT_ONCE` waiting connections, so that nobody waits long behind a crowd."""
        held = Counter(line.key for line in self.lines())
        for _ in range(AT_ONCE):
            try:
                found = self.accept()
                if found is None:
                    return
                self.set_socket_options(found[0])
            except OSError:
                self.logger.warning("A connection could not be accepted.", exc_info=True)
                return
            key = neighbourhood(str(found[1][0]))
            full = held[key] >= MOST_OF_ONE and not self.give_way(key, held)
            if full or (held.total() >= MOST and not self.make_room(held)):
                refuse(found[0])
                continue
            held[key] += 1
            self.channel_class(self, found[0], found[1], self.adj, map=self.sockets)

    def make_room(self, held: Counter[str]) -> bool:
        """Close a connection of whoever holds most of them; people with a session come last."""
        resting = [(line.member, -held[line.key], line.since, line.key) for line in self.lines() if line.rests]
        return bool(resting) and self.give_way(min(resting)[-1], held)

    def give_way(self, key: str, held: Counter[str]) -> bool:
        """Close the oldest idle connection of one holder; False if all of them are being served."""
        resting = [line for line in self.lines() if line.key == key and line.rests]
        if not resting:
            return False
        min(resting, key=lambda line: line.since).doomed = True
        held[key] -= 1
        return True

    def maintenance(self, now: float) -> None:
        """Check deadlines. Replaces waitress's own check, which has a single limit that starts again with each byte."""
        now = monotonic()
        for line in list(self.active_channels.values()):
            words = line.overdue(now)
            if words is not None:
                line.end(words)


def refuse(connection: socket.socket) -> None:
    """Send a short reason, and close the connection."""
    with suppress(OSError):
        connection.setblocking(False)
        connection.send(short_answer("503 Service Unavailable", TOO_MANY))
    connection.close()
