"""Those who attack, as a process of their own, so that they do not share the server's interpreter.

Each stops by itself after the seconds that it is given, and has no more than `MOST` connections.
"""

from __future__ import annotations

import json
import random
import re
import select
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from threading import Thread
from time import monotonic, sleep
from typing import Final
from urllib.parse import urlencode

MOST: Final = 700
LONGEST: Final = 30.0
SEAT: Final = "a seat"
"""The attack of somebody who plays, by name: it needs the seat's token."""
HEAD: Final = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY: Final = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\ncode="
STREAM: Final = b"GET /stream?as=table HTTP/1.1\r\nHost: localhost\r\n\r\n"
PAGES: Final = b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20


def sources(first: str, count: int) -> Iterator[str]:
    """Addresses of loopback, one after the other: `127.0.7.1`, `127.0.7.2` and so on, round and round."""
    prefix, _, last = first.rpartition(".")
    return cycle(f"{prefix}.{int(last) + number}" for number in range(count))


def hold(port: int, addresses: Iterator[str], first: bytes, drip: bytes, count: int, until: float) -> None:
    """So many connections that say `first`, then `drip` once a second, never read, and come back when they are shut."""
    watch = select.poll()
    held: dict[int, socket.socket] = {}
    dripped = monotonic()
    while monotonic() < until:
        for _ in range(min(count, MOST) - len(held)):
            if (one := come(port, next(addresses), first)) is None:
                break
            watch.register(one, select.POLLRDHUP)
            held[one.fileno()] = one
        for number, _ in watch.poll(20):
            watch.unregister(number)
            held.pop(number).close()
        if drip and monotonic() > dripped + 1:
            dripped = monotonic()
            for one in held.values():
                with suppress(OSError):
                    one.send(drip)
    for one in held.values():
        one.close()


def come(port: int, address: str, first: bytes) -> socket.socket | None:
    """A connection that takes next to nothing of what it is sent."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    one.settimeout(0.5)
    try:
        one.bind((address, 0))
        one.connect(("127.0.0.1", port))
        one.sendall(first)
    except OSError:
        one.close()
        return None
    one.setblocking(False)
    return one


def ask_on(port: int, address: str, until: float, ask: Callable[[HTTPConnection], None]) -> None:
    """Ask on one connection, again and again."""
    while monotonic() < until:
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=3, source_address=(address, 0))
            while monotonic() < until:
                ask(connection)
        except (OSError, HTTPException):
            sleep(0.02)
        finally:
            connection.close()


def get_pages(connection: HTTPConnection) -> None:
    """A page that costs something."""
    connection.request("GET", random.choice(("/", "/chips", "/rules", "/games")))
    connection.getresponse().read()


class Seat:
    """Somebody who plays, with a program: answers that are none, and all pages that a seat has."""

    def __init__(self, token: str) -> None:
        self._headers = {"Authorization": f"Bearer {token}"}

    def __call__(self, connection: HTTPConnection) -> None:
        for path in ("/api/options", "/api/state", "/seat", "/seat/why?token=buy:wound"):
            connection.request("GET", path, headers=self._headers)
            connection.getresponse().read()
        told = json.dumps({"token": random.choice(("play:nonsense", "done", "x" * 4000))})
        connection.request("POST", "/api/answer", told, {**self._headers, "Content-Type": "application/json"})
        connection.getresponse().read()


class WhatIf:
    """A try at the what-if desk, as its page sends it."""

    def __init__(self, position: str, tokens: str = "done") -> None:
        self._fields = {"position": position, "tokens": tokens}

    def __call__(self, connection: HTTPConnection) -> None:
        connection.request("GET", "/what-if")
        answer = connection.getresponse()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        found = re.search(rb'name="csrf" value="(\w+)"', answer.read())
        if not found:
            return
        fields = urlencode({**self._fields, "csrf": found[1].decode()})
        for _ in range(50):
            headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
            connection.request("POST", "/what-if", fields, headers)
            connection.getresponse().read()


COSTLY: Final = (
    f"seats: {{A: {{pile: [1], hand: [{', '.join(['combine'] * 900)}], arrows: {{black: 900}}}}, B: {{pile: [1]}}}}\n"
    f"script: [{', '.join(['{A: play:combine}'] * 400)}]"
)
"""A position within the rules that takes long to play."""

ATTACKS: Final[dict[str, Callable[[int, float], None]]] = {
    "heads": lambda port, until: hold(port, sources("127.0.7.1", 1), HEAD, b"x", 600, until),
    "heads of many": lambda port, until: hold(port, sources("127.0.7.1", 200), HEAD, b"x", 600, until),
    "bodies": lambda port, until: hold(port, sources("127.0.7.1", 1), BODY, b"x", 600, until),
    "silent": lambda port, until: hold(port, sources("127.0.7.1", 1), b"", b"", 600, until),
    "unread": lambda port, until: hold(port, sources("127.0.7.1", 3), PAGES, b"", 120, until),
    "streams": lambda port, until: hold(port, sources("127.0.7.1", 1), STREAM, b"", 100, until),
    "streams of many": lambda port, until: hold(port, sources("127.0.7.1", 20), STREAM, b"", 200, until),
    "pages": lambda port, until: crowd(port, 40, until, get_pages),
    "brackets": lambda port, until: crowd(port, 40, until, WhatIf("[" * 9000)),
    "costly": lambda port, until: crowd(port, 40, until, WhatIf(COSTLY)),
}


def crowd(port: int, count: int, until: float, ask: Callable[[HTTPConnection], None]) -> None:
    """So many who ask at once, from one address."""
    threads = [Thread(target=ask_on, args=(port, "127.0.7.1", until, ask), daemon=True) for _ in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def main() -> None:
    """`attackers PORT SECONDS NAME [TOKEN]`."""
    port, until, name = int(sys.argv[1]), monotonic() + min(float(sys.argv[2]), LONGEST), sys.argv[3]
    if name == SEAT:
        crowd(port, 40, until, Seat(sys.argv[4]))
    else:
        ATTACKS[name](port, until)


if __name__ == "__main__":
    main()
