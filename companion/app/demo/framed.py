"""The phones of the seats in frames beside the virtual table: real pages of the companion, each signed in as its seat.

A browser keeps one session for each device, so two phones in one browser would be the same person. So each frame has a
port of its own here, which passes everything on to the companion with the session of its seat; the browser itself has
no part in it. A frame answers only its own machine or network, like the page that it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from flask.typing import ResponseReturnValue

from companion.app.network import own_names
from companion.faces.server.guard import SESSION_COOKIE, is_near, is_ours
from companion.faces.server.lines import Connection, connection
from companion.faces.server.serve import Listening, by_address

STREAM_TYPE: Final = "text/event-stream"
LANGUAGE_COOKIE: Final = "lang"
STREAMS: Final = 8
PATIENCE: Final = 20.0
"""Seconds for the companion to answer; its streams say more often that they are there."""
PASSED_ON: Final = ("Content-Type", "Last-Event-ID", "X-Part", "Accept-Language", "If-None-Match")
PASSED_BACK: Final = ("Content-Type", "Cache-Control", "ETag", "Location", "X-Accepted", "X-Accel-Buffering")
LARGEST: Final = 64 * 1024


class Seated(NamedTuple):
    """Where the companion is, and the session of a seat there."""

    address: str
    token: str


NOBODY_THERE: Final = Seated("", "")


class FramedPhone:
    """One phone: a port that passes everything on as its seat. Raises `OSError` if there is no free port."""

    def __init__(self, where: Callable[[], Seated], host: str, language: str) -> None:
        app = Flask("framed", static_folder=None)
        app.config.update(MAX_CONTENT_LENGTH=LARGEST, PROVIDE_AUTOMATIC_OPTIONS=False)
        hosts = own_names()
        app.before_request(lambda: check(hosts))
        app.add_url_rule("/", "all", self._pass_on, defaults={"path": ""}, methods=["GET", "POST"])
        app.add_url_rule("/<path:path>", "all", self._pass_on, methods=["GET", "POST"])
        self._where = where
        self._kept = {LANGUAGE_COOKIE: language}
        """Cookies that the companion has set on this phone, such as its settings."""
        self._listening = Listening(app, host, 0, sort=by_address, streams=STREAMS, ident="framed")
        self.port = self._listening.port

    def __enter__(self) -> FramedPhone:
        self._listening.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.stop()

    def speak(self, language: str) -> None:
        """Show the companion's pages in another language from now on."""
        self._kept[LANGUAGE_COOKIE] = language

    def _pass_on(self, path: str) -> ResponseReturnValue:
        seated = self._where()
        if not seated.token:
            return Response("", 503, {"Refresh": "1"})
        target = urlsplit(seated.address).netloc
        cookies = {**self._kept, SESSION_COOKIE: seated.token}
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        headers |= {"Host": target, "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        if request.method == "POST":
            headers["Origin"] = f"http://{target}"
        line = HTTPConnection(target, timeout=PATIENCE)
        try:
            line.request(request.method, request.full_path.rstrip("?"), request.get_data() or None, headers)
            answer = line.getresponse()
        except (OSError, HTTPException):
            line.close()
            return Response("", 503, {"Refresh": "1"})
        self._keep(answer)
        back = {name: value for name, value in answer.getheaders() if name in PASSED_BACK}
        back["Content-Security-Policy"] = framed_in(request.host, answer.getheader("Content-Security-Policy", ""))
        if answer.getheader("Content-Type", "").startswith(STREAM_TYPE):
            return Response(flowing(answer, line, connection()), answer.status, back)
        body = answer.read()
        line.close()
        return Response(body, answer.status, back)

    def _keep(self, answer: HTTPResponse) -> None:
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            if name != SESSION_COOKIE:
                self._kept[name.strip()] = value


class FramedPhones:
    """The phones of all seats, by their number. Raises `OSError` if there are not enough free ports."""

    def __init__(self, where: Callable[[int], Seated], count: int, host: str, language: str = "en") -> None:
        def at(number: int) -> Callable[[], Seated]:
            return lambda: where(number)

        self._phones = [FramedPhone(at(number), host, language) for number in range(count)]
        self._stack = ExitStack()
        self.ports = tuple(phone.port for phone in self._phones)

    def __enter__(self) -> FramedPhones:
        for phone in self._phones:
            self._stack.enter_context(phone)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def speak(self, language: str) -> None:
        """Show all of them in another language from now on."""
        for phone in self._phones:
            phone.speak(language)


def check(hosts: frozenset[str]) -> None:
    """Check a request: from this network, meant for this device, and from the frame itself if it changes something."""
    if not is_near(request.remote_addr or ""):
        abort(403, "This device answers only in its own network.")
    if not is_ours(request.host, hosts):
        abort(400, "This device has another name. Use the address that the terminal shows.")
    origin = request.headers.get("Origin")
    if request.method == "POST" and (origin is None or urlsplit(origin).netloc != request.host):
        abort(403, "This came from another page.")


def framed_in(host: str, policy: str) -> str:
    """Return a policy that lets a page stand in a frame of a page of the same device, and of no other.

    >>> framed_in("localhost:9001", "default-src 'none'; frame-ancestors 'none'")
    "default-src 'none'; frame-ancestors http://localhost:*"
    """
    name = urlsplit(f"//{host}").netloc.rpartition(":")[0] or host
    return policy.replace("frame-ancestors 'none'", f"frame-ancestors http://{name}:*")


def flowing(answer: HTTPResponse, line: HTTPConnection, reader: Connection) -> Iterator[bytes]:
    """Pass on a stream for as long as both ends are there."""
    try:
        while not reader.gone:
            reader.settle()
            found = answer.read1(65536)
            if not found:
                return
            yield found
    except (OSError, HTTPException):
        return
    finally:
        line.close()


def rows(ports: tuple[int, ...], seats: Mapping[str, Seated]) -> dict[str, dict[str, object]]:
    """Return where the page finds the phone of each seat, and what tells a new one from an old one."""
    found = zip(seats.items(), ports, strict=False)
    return {seat: {"port": port, "of": seated.token[:8]} for (seat, seated), port in found if seated.token}
