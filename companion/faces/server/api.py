"""The API for other people's programs: state, options, answer, stream. `web/static/openapi.json` describes it.

A program joins with a code, as a phone does, and from then on sends the token that it got. Cookies are ignored here, so
that no page of another site can act through somebody's browser.
"""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.faces.server.clocks import time_now
from companion.faces.server.desk import ChannelSight, asker, at_table, desk, is_late, say
from companion.faces.server.fragments import plain
from companion.faces.server.joining import go, try_code
from companion.faces.server.saying import label, send
from companion.faces.server.table import streamed
from companion.referee.inputs import LONGEST, Answered, is_word

pages = Blueprint("api", __name__, url_prefix="/api")


@pages.get("/openapi.json")
def describe() -> ResponseReturnValue:
    """Redirect to the description of the API."""
    return redirect(url_for("static", filename="openapi.json"), code=302)


@pages.post("/join")
def join() -> ResponseReturnValue:
    """Exchange a code for a token."""
    told = body("code")
    token, problem = try_code(told["code"])
    if token is None:
        return {"error": problem}, 403
    session = desk().doors.session(token)
    assert session is not None
    return {
        "token": token,
        "kind": session.role.kind.value,
        "seat": session.role.seat or None,
        "table": session.role.table or None,
    }


@pages.post("/leave")
def leave() -> ResponseReturnValue:
    """Leave: the token is no longer valid."""
    go(asker().token)
    return "", 204


@pages.get("/state")
def state() -> ResponseReturnValue:
    """Return the game as the asker may see it."""
    fresh = desk().hub.channel(sight()).now()
    found: dict[str, Any] = json.loads(fresh.fragments["state"])
    screen = found["screen"] or {}
    timed = screen.get("clocks") or screen.get("calls")
    return found | ({"now": time_now(at_table().table, late=is_late())} if timed else {})


@pages.get("/options")
def options() -> ResponseReturnValue:
    """Return what the seat is asked, and what it may do."""
    screen = at_table().table.screen(asker().role.seat, asker().language)
    ask = screen.ask if screen else None
    may = screen.own.may if screen and screen.own else ()
    return {
        "asked": ask.words if ask else None,
        "choices": [plain(choice) for choice in ask.choices] if ask else [],
        "may": [plain(choice) for choice in may],
    }


@pages.post("/answer")
def answer() -> ResponseReturnValue:
    """Give an answer of the seat. Answers with the same `id` count once."""
    told = body("token")
    name = str(told.get("id", ""))
    heard = send(Answered(asker().role.seat, told["token"], 0.0, label(f"api {name}", told["token"]) if name else ""))
    found = {"accepted": heard.accepted, "words": heard.words, "rule": heard.rule._asdict() if heard.rule else None}
    return found, 200 if heard.accepted else 409


@pages.get("/stream")
def stream() -> ResponseReturnValue:
    """Stream the state whenever it changes."""
    return streamed(sight(), asker())


def sight() -> ChannelSight:
    """Return what the asker may see, in the form for programs."""
    return ChannelSight(asker().audience, asker().language.code, "json", at_table().table.key, is_late())


def json_sent() -> Any:
    """Return the request's JSON; None if it is not JSON, or nested too deeply to be read."""
    try:
        return request.get_json(silent=True)
    except RecursionError:
        return None


def body(*needed: str) -> dict[str, Any]:
    """Return the request's JSON object, which has to have these keys, with words as values."""
    told = json_sent()
    if (
        not isinstance(told, dict)
        or not all(is_word(told.get(key)) for key in needed)
        or not is_word(told.get("id", ""))
    ):
        abort(400, say("Send a JSON object with these keys: {keys}.").format(keys=", ".join(needed)))
    return {key: value[:LONGEST] if isinstance(value, str) else value for key, value in told.items()}
