"""What people send to the game, and what they are told of it."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.faces.hall import Heard
from companion.faces.server.desk import asker, desk, say
from companion.faces.server.doors import digest_of
from companion.faces.server.limits import JOINS
from companion.referee.inputs import LONGEST, Personal

MOST_KINDS = 40
"""Pieces of a draw."""


def send(one: Personal) -> Heard:
    """To the referee, in the name of whoever asks."""
    return desk().hall.send(one, asker().bringer, asker().language)


def word(name: str, default: str = "") -> str:
    """What stands in a field of the form, cut to a decent length."""
    return request.form.get(name, default)[:LONGEST]


def whole(name: str) -> int:
    """A number in a field; 0 where there is none."""
    text = request.form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def marked(name: str) -> tuple[str, str]:
    """A button's mark, which makes a request that comes twice count once, and what it says.

    >>> "3f.12 play:combine".partition(" ")[::2]
    ('3f.12', 'play:combine')
    """
    mark, _, token = word(name).partition(" ")
    return mark, token


def label(mark: str, token: str) -> str:
    """A request's own name, for the record, which tells nobody what it said: the session is known to nobody else."""
    return digest_of(f"{asker().bringer} {mark} {token}")[:24] if mark else ""


def kinds_told() -> tuple[str, ...]:
    """The pieces that somebody says a draw has shown."""
    return tuple(kind[:LONGEST] for kind in request.form.getlist("kind") if kind)[:MOST_KINDS]


def answered(heard: Heard, back_to: str) -> ResponseReturnValue:
    """Tell the sender what became of it: to a script as a piece of the page, to a form on the next page."""
    if request.headers.get("X-Part") == "said":
        return render_template("parts/said.html", said=heard), {"X-Accepted": "yes" if heard.accepted else "no"}
    one = asker()
    if one.session is not None:
        desk().said[one.session.digest] = heard
    return redirect(url_for(back_to), code=303)


def last_said() -> Heard | None:
    """What this session is to be told, once."""
    one = asker()
    return desk().said.pop(one.session.digest, None) if one.session else None


def right_code() -> Heard | None:
    """None where the judge has said the code again; else what to say."""
    one = asker()
    if not desk().limits.allow("join", one.address, JOINS):
        return Heard(False, say("Too many tries. Wait a minute."))
    if one.session is None or not desk().doors.said_again(one.session, request.form.get("code", "")):
        return Heard(False, say("This is not the code with which you came in. Nothing was done."))
    return None
