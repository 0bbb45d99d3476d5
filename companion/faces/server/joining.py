"""Coming in with a code, and going."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.faces.server.desk import asker, desk, here, say
from companion.faces.server.doors import NOBODY, SESSION_LASTS, Kind
from companion.faces.server.guard import SESSION_COOKIE, keep_cookie
from companion.faces.server.limits import ALL_JOINS, JOINS

pages = Blueprint("joining", __name__)

HOMES = {Kind.ANYONE: "table.show", Kind.SEAT: "seat.show", Kind.JUDGE: "judge.show", Kind.HOST: "device.codes"}
"""Where each begins."""


@pages.get("/join")
def ask() -> ResponseReturnValue:
    """The code, which the QR has filled in already."""
    return render_template("join.html", code=request.args.get("code", "")[:12], problem="")


@pages.post("/join")
def enter() -> ResponseReturnValue:
    """With a code that serves, a session of one's own."""
    token, problem = try_code(request.form.get("code", ""))
    if token is None:
        return render_template("join.html", code="", problem=problem), 403
    session = desk().doors.session(token)
    assert session is not None
    playing = desk().hall.playing()
    nothing_played = session.role.kind is Kind.HOST and (playing is None or playing.over)
    answer = redirect(url_for("device.new" if nothing_played else HOMES[session.role.kind]), code=303)
    assert isinstance(answer, Response)
    keep_cookie(answer, SESSION_COOKIE, token, seconds=int(SESSION_LASTS))
    return answer


def try_code(text: str) -> tuple[str | None, str]:
    """The token that a code opens; or None, and what to say."""
    limits = desk().limits
    if not (limits.allow("join", asker().address, JOINS) and limits.allow("join", "all", ALL_JOINS)):
        return None, say("Too many tries. Wait a minute.")
    token = desk().doors.enter(text)
    if token is None:
        return None, say("This code does not serve: it was used already, or is too old, or is another one.")
    session = desk().doors.session(token)
    if session is None or here(session.role, desk().hall.playing()) == NOBODY:
        desk().doors.leave(token)
        return None, say("This code is from a game that is not played any more.")
    return token, ""


@pages.post("/leave")
def leave() -> ResponseReturnValue:
    """The session ends, and so do its streams."""
    one = asker()
    go(one.token)
    answer = redirect(url_for("table.show"), code=303)
    assert isinstance(answer, Response)
    answer.delete_cookie(SESSION_COOKIE, httponly=True, samesite="Strict")
    return answer


def go(token: str) -> None:
    """What belongs to a session goes with it."""
    session = desk().doors.session(token)
    if session is not None:
        desk().said.pop(session.digest, None)
    desk().doors.leave(token)
