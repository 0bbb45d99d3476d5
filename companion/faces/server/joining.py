"""Joining with a code, and leaving."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.faces.server.addresses import neighbourhood
from companion.faces.server.desk import asker, at_table, desk, here, say
from companion.faces.server.doors import NOBODY, SESSION_LASTS, RoleKind
from companion.faces.server.guard import SESSION_COOKIE, keep_cookie

pages = Blueprint("joining", __name__)

HOMES = {
    RoleKind.ANYONE: "table.show",
    RoleKind.SEAT: "seat.show",
    RoleKind.JUDGE: "judge.show",
    RoleKind.HOST: "device.codes",
}
"""The page on which each kind of visitor begins."""


@pages.get("/join")
def ask() -> ResponseReturnValue:
    """Show the form for the code; a QR code has filled it in already."""
    return render_template("join.html", code=request.args.get("code", "")[:12], problem="")


@pages.post("/join")
def enter() -> ResponseReturnValue:
    """Join: a valid code opens a session."""
    token, problem = try_code(request.form.get("code", ""))
    if token is None:
        return render_template("join.html", code="", problem=problem), 403
    session = desk().doors.session(token)
    assert session is not None
    playing = at_table().table.playing()
    nothing_played = session.role.kind is RoleKind.HOST and (playing is None or playing.over)
    answer = redirect(url_for("device.new" if nothing_played else HOMES[session.role.kind]), code=303)
    assert isinstance(answer, Response)
    keep_cookie(answer, SESSION_COOKIE, token, seconds=int(SESSION_LASTS))
    return answer


def try_code(text: str) -> tuple[str | None, str]:
    """Return the token of the session that a code opens; or None, and what to say."""
    limits, who = desk().limits, neighbourhood(asker().address)
    if not limits.may_try(who):
        return None, say("Too many attempts. Wait a minute.")
    token = desk().doors.enter(text)
    if token is None:
        limits.failed(who)
        return None, say("This code is not valid: it has been used, has expired, or is mistyped.")
    session = desk().doors.session(token)
    if session is None or here(session.role, desk().hall) == NOBODY:
        desk().doors.leave(token)
        return None, say("This code belongs to a game that is no longer running.")
    return token, ""


@pages.post("/leave")
def leave() -> ResponseReturnValue:
    """Leave: the session ends, and so do its streams. The cookie stays: by it the phone is told why."""
    go(asker().token)
    return redirect(url_for("table.show"), code=303)


def go(token: str) -> None:
    """End a session, and drop what belongs to it."""
    session = desk().doors.session(token)
    if session is not None:
        desk().said.pop(session.digest, None)
    desk().doors.leave(token)
