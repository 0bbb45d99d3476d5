"""Many phones that look on, in a process of their own, as in real life: for `companion bench latency`.

    python -m companion.cli.listeners PORT COOKIE...

opens a stream for each cookie, `-` for somebody who has none, each from an address of its own, and prints a line for
each event that has come whole: the stream's number and the moment on the clock that all processes share.
"""

from __future__ import annotations

import selectors
import socket
import sys
from time import perf_counter
from typing import Final

LONG: Final = 10.0
END: Final = b"\n\n"


class Stream:
    """One page's stream of events."""

    def __init__(self, port: int, number: int, cookie: str) -> None:
        self.number = number
        self._rest = b""
        source = (f"127.0.{1 + number // 200}.{1 + number % 200}", 0)
        self.socket = socket.create_connection(("127.0.0.1", port), LONG, source)
        lines = [f"GET /stream?as={'table' if cookie == '-' else 'own'} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [] if cookie == "-" else [f"Cookie: companion_session={cookie}"]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def events(self) -> int:
        """How many whole events have arrived by now; -1 at the end of the stream."""
        data = self.socket.recv(65536)
        if not data:
            return -1
        # The lengths of chunks stand on lines of their own in between, but only an event ends with two bare line feeds.
        *whole, self._rest = (self._rest + data).split(END)
        return sum(b"id: " in event for event in whole)  # the others only carry the time


def main() -> None:
    """Listen until the server ends the streams, or the parent process ends this one."""
    port, cookies = int(sys.argv[1]), sys.argv[2:]
    selector = selectors.DefaultSelector()
    for number, cookie in enumerate(cookies):
        stream = Stream(port, number, cookie)
        selector.register(stream.socket, selectors.EVENT_READ, stream)
    while selector.get_map():
        for key, _ in selector.select():
            came = key.data.events()
            if came < 0:
                selector.unregister(key.fileobj)
                key.data.socket.close()
            for _ in range(came):
                print(key.data.number, perf_counter())
        sys.stdout.flush()


if __name__ == "__main__":
    main()
