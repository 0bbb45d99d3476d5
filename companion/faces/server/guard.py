"""What every request has to pass: from this network, to this device, from a page of ours, by somebody who may."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request
from werkzeug.exceptions import HTTPException

from companion.faces.server.access import ACCESS
from companion.faces.server.desk import Asker, asker, csrf, desk, here, say
from companion.faces.server.doors import NOBODY, Kind
from companion.faces.server.limits import THOUGHTS, WRITES

SESSION_COOKIE: Final = "companion_session"
VISIT_COOKIE: Final = "companion_visit"
SETTINGS: Final = {
    "lang": (),
    "theme": ("auto", "light", "dark"),
    "contrast": ("normal", "high"),
    "size": ("normal", "large", "huge"),
}
"""What a browser may be set to; each is a cookie. The languages are those of the program."""
READING: Final = ("GET", "HEAD")
THINKING: Final = {"games.game", "games.record", "games.verified", "books.try_what_if"}
"""Endpoints that cost the program more than a moment."""

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with less than that, browsers hide the origin of a form from us
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def guard(app: Flask, hosts: frozenset[str], *, everywhere: bool) -> None:
    """Let nothing through that is not meant to. `hosts` are the names of this device."""

    def check() -> None:
        if not everywhere and not is_near(request.remote_addr or ""):
            abort(403, "This device serves its own network only.")
        if not is_ours(request.host, hosts):
            abort(400, "This device has another name. Use the address that its display shows.")
        g.asker = find_asker()
        if request.endpoint is not None:
            check_access(request.endpoint)

    app.before_request(check)
    app.after_request(finish)


def is_near(address: str) -> bool:
    """Whether an address is of this device or of its own network.

    >>> is_near("192.168.1.7"), is_near("fe80::1"), is_near("8.8.8.8"), is_near("nonsense")
    (True, True, False, False)
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    return found.is_loopback or found.is_link_local or (found.is_private and not found.is_unspecified)


def is_ours(host: str, hosts: frozenset[str]) -> bool:
    """Whether a browser means this device: by one of its names, or by a bare address, which no foreign name server
    can give out for it.

    >>> is_ours("table.local:8080", frozenset({"table.local"})), is_ours("[fe80::1]:8080", frozenset())
    (True, True)
    >>> is_ours("evil.example", frozenset({"table.local"}))
    False
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.rstrip(".") in hosts
    return True


def find_asker() -> Asker:
    """Who asks: a session by its cookie, a program by the token it shows, or anybody."""
    language = desk().languages[wanted_language()]
    address = request.remote_addr or ""
    given = request.authorization
    if given is not None and given.type == "bearer" and given.token:
        session = desk().doors.session(given.token)
        if session is None:
            g.asker = Asker(NOBODY, None, "", language, address, bearer=True)
            abort(401, say("This token is not valid, or no longer."))
        role = here(session.role, desk().hall.playing())
        return Asker(role, session if role != NOBODY else None, given.token, language, address, bearer=True)
    if request.path.startswith("/api/"):  # cookies count for pages alone, so that no other page can act through us
        return Asker(NOBODY, None, "", language, address, bearer=True)
    token = request.cookies.get(SESSION_COOKIE, "")
    session = desk().doors.session(token)
    role = here(session.role, desk().hall.playing()) if session else NOBODY
    if session is None or role == NOBODY:
        return Asker(NOBODY, None, request.cookies.get(VISIT_COOKIE, "")[:80], language, address)
    return Asker(role, session, token, language, address)


def wanted_language() -> str:
    """What the browser is set to, what it likes to read, or the usual one."""
    known = list(desk().languages)
    chosen = request.cookies.get("lang", "")
    return chosen if chosen in known else request.accept_languages.best_match(known) or known[0]


def check_access(endpoint: str) -> None:
    """The list says who may; what does not stand in it nobody may."""
    one = asker()
    if one.role.kind not in ACCESS.get(endpoint, frozenset()):
        if one.role.kind is Kind.ANYONE:
            abort(401 if one.bearer else 403, why_outside())
        abort(403, say("This page is not for you."))
    if request.method not in READING:
        check_write()
    rate = THOUGHTS if endpoint in THINKING else WRITES if request.method not in READING else None
    if rate and not desk().limits.allow("write" if rate is WRITES else "think", one.address, rate):
        abort(429, say("Too much comes from you at once. Wait a moment, and say it again."))


def why_outside() -> str:
    """Somebody who has not come in, or was shut out."""
    shut_out = desk().doors.shut_out(request.cookies.get(SESSION_COOKIE, ""))
    return shut_out.said(say) if shut_out else say("Join first: this page is for those who play.")


def check_write() -> None:
    """What changes something comes from a page of ours. A program, which shows its token itself, needs no page."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403, say("This came from another page, not from this device."))
    if asker().bearer:
        return
    if origin is None and request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, say("This came from another page, not from this device."))
    if not asker().token or not hmac.compare_digest(request.form.get("csrf", "").encode(), csrf().encode()):
        abort(403, say("This page was too old. Load it again, and say it once more."))


def with_headers(response: Response) -> Response:
    """What every answer carries, of the other small pages of this device, too."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def finish(response: Response) -> Response:
    """What every answer carries; and what a visitor is known by the next time."""
    with_headers(response)
    one = g.get("asker")
    if isinstance(one, Asker) and one.new_visit:
        keep_cookie(response, VISIT_COOKIE, one.token)
    return response


def keep_cookie(response: Response, name: str, value: str, *, seconds: int = 400 * 86400) -> None:
    """A cookie that scripts cannot read and other sites cannot send."""
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="Strict", secure=request.is_secure)


def words_of(problem: HTTPException) -> str:
    """What to tell about it; what the library says is for programmers."""
    ours = {
        404: "There is no such page.",
        405: "This cannot be done here.",
        413: "That is too much.",
        500: "The program broke down over this. The game goes on. Try another way.",
    }
    return say(ours[problem.code]) if problem.code in ours else str(problem.description)
