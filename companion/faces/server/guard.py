"""The checks of every request: from this network, for this device, from a page of ours, by somebody who may."""

from __future__ import annotations

import hmac
import ipaddress
from time import thread_time
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request
from werkzeug.exceptions import HTTPException

from companion.faces.server.access import ACCESS
from companion.faces.server.desk import Asker, asker, at_table, csrf, desk, here
from companion.faces.server.doors import NOBODY, RoleKind
from companion.faces.server.limits import THINKING_TIME, THOUGHTS, WRITES

SESSION_COOKIE: Final = "companion_session"
VISIT_COOKIE: Final = "companion_visit"
SETTINGS: Final = {
    "lang": (),
    "theme": ("auto", "light", "dark"),
    "contrast": ("normal", "high"),
    "size": ("normal", "large", "huge"),
}
"""The settings of a browser, each kept in a cookie, and their values. The languages are those of the program."""
READING: Final = ("GET", "HEAD")
THINKING: Final = {
    "games.game",
    "games.card",
    "games.record",
    "games.verified",
    "table.recorded",
    "books.what_if",
    "books.try_what_if",
    "editor.change",
    "device.report",
    "books.scene",
}
"""Endpoints that cost the program more than a moment."""

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # a stricter policy would make browsers hide a form's origin from us
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def guard(app: Flask, hosts: frozenset[str], *, everywhere: bool) -> None:
    """Let nothing through that should not pass. `hosts` are the names of this device."""

    def check() -> None:
        g.began = thread_time()
        if not everywhere and not is_near(request.remote_addr or ""):
            abort(403, say("This device answers only in its own network."))
        if not is_ours(request.host, hosts):
            abort(400, say("This device has another name. Use the address that its display shows."))
        g.asker = find_asker()
        g.table = desk().at(table_wanted())
        at_table().together.showed(asker().role.audience if asker().session else "")
        if request.endpoint is not None:
            check_access(request.endpoint)

    app.before_request(check)
    app.after_request(finish)


def is_near(address: str) -> bool:
    """Whether an address belongs to this device or its own network.

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
    """Whether a request is meant for this device: by one of its names, or by a bare address. Any other
    name may be one that a foreign name server gives out for our address (DNS rebinding).

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
    """Return who asks: a session by its cookie, a program by its token, or nobody in particular."""
    language = desk().languages[wanted_language()]
    address = request.remote_addr or ""
    given = request.authorization
    if given is not None and given.type == "bearer" and given.token:
        session = desk().doors.session(given.token)
        if session is None:
            g.asker = Asker(NOBODY, None, "", language, address, bearer=True)
            abort(401, say("This token is not valid, or has expired."))
        role = here(session.role, desk().hall)
        return Asker(role, session if role != NOBODY else None, given.token, language, address, bearer=True)
    if request.path.startswith("/api/"):  # cookies count for pages only: no other site can act through a browser
        return Asker(NOBODY, None, "", language, address, bearer=True)
    token = request.cookies.get(SESSION_COOKIE, "")
    session = desk().doors.session(token)
    role = here(session.role, desk().hall) if session else NOBODY
    if session is None or role == NOBODY:
        return Asker(NOBODY, None, request.cookies.get(VISIT_COOKIE, "")[:80], language, address)
    return Asker(role, session, token, language, address)


def table_wanted() -> str:
    """Return the id of the table that a request is about: the asker's own, else the one that it names, else the first.
    Nobody reaches another table through the rights that they have at one."""
    tables, named = desk().hall.tables, request.args.get("table", "")
    return asker().role.table or (named if named in tables else next(iter(tables)))


def say(template: str) -> str:
    """Return an English template in the language of the request, also before anybody knows who asks."""
    return desk().languages[wanted_language()].say(template)


def wanted_language() -> str:
    """Return the language of the browser's settings, else one that it prefers, else the default."""
    known = list(desk().languages)
    chosen = request.cookies.get("lang", "")
    return chosen if chosen in known else request.accept_languages.best_match(known) or known[0]


def check_access(endpoint: str) -> None:
    """Check that the asker may use an endpoint, by the list in `access`, and has not used too much."""
    one = asker()
    if one.role.kind not in ACCESS.get(endpoint, frozenset()):
        if one.role.kind is RoleKind.ANYONE:
            abort(401 if one.bearer else 403, why_outside())
        abort(403, say("This page is not for you."))
    if request.method not in READING:
        check_write()
    limits = desk().limits
    if endpoint in THINKING:
        if limits.left("time", one.bringer, THINKING_TIME) <= 0 or not limits.allow("think", one.bringer, THOUGHTS):
            abort(429, say("You have asked for a lot of computing. Wait a minute and ask again."))
    elif request.method not in READING and not limits.allow("write", one.bringer, WRITES):
        abort(429, say("Too many requests. Wait a moment and try again."))


def why_outside() -> str:
    """Return why somebody without a role may not use a page: shut out, or not joined yet."""
    shut_out = desk().doors.shut_out(request.cookies.get(SESSION_COOKIE, ""))
    return shut_out.said(say) if shut_out else say("Join the game first: this page is for players.")


def check_write() -> None:
    """Check that a request which changes something comes from a page of ours, or from a program with a token."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403, say("This request came from another site and was not accepted."))
    if asker().bearer:
        return
    if origin is None and request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, say("This request came from another site and was not accepted."))
    if not asker().token or not hmac.compare_digest(request.form.get("csrf", "").encode(), csrf().encode()):
        abort(403, say("This page is out of date. Reload it and try again."))


def with_headers(response: Response) -> Response:
    """Add the headers of every answer; the other small pages of this device use them, too."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def finish(response: Response) -> Response:
    """Add the headers of every answer, count what it cost, and let a new visitor keep a token."""
    with_headers(response)
    one = g.get("asker")
    if request.endpoint in THINKING and isinstance(one, Asker):
        desk().limits.spend("time", one.bringer, THINKING_TIME, thread_time() - g.began)
    if isinstance(one, Asker) and one.new_visit:
        keep_cookie(response, VISIT_COOKIE, one.token)
    return response


def keep_cookie(response: Response, name: str, value: str, *, seconds: int = 400 * 86400) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send."""
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="Strict", secure=request.is_secure)


def words_of(problem: HTTPException) -> str:
    """Return what to say about a problem; the library's own words are for programmers."""
    ours = {
        404: say("There is no such page."),
        405: say("This cannot be done here."),
        413: say("That is too much at once."),
        500: say("The program failed on this. The game goes on. Try another way."),
    }
    return ours.get(problem.code or 0, str(problem.description))
