"""What people send to the game, and what they are told about it."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.faces.hall import Heard
from companion.faces.server.desk import asker, at_table, desk, say
from companion.faces.server.doors import digest_of
from companion.faces.server.holding import is_refused
from companion.faces.server.limits import JOINS
from companion.referee.inputs import LONGEST, Personal

MOST_KINDS = 40
"""The most pieces that a draw may have."""
HELD = "The judge holds the game. Wait until it goes on."


def send(one: Personal) -> Heard:
    """Send an input to the referee, in the name of the asker."""
    if is_refused(one, asker().role, at_table().table):
        return Heard(False, say(HELD))
    return at_table().table.send(one, asker().bringer, asker().language)


def word(name: str, default: str = "") -> str:
    """Return the value of a field of the form, cut to a reasonable length."""
    return request.form.get(name, default)[:LONGEST]


def whole(name: str) -> int:
    """Return the number in a field of the form; 0 if there is none."""
    text = request.form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def marked(name: str) -> tuple[str, str]:
    """Return a button's mark, by which a request sent twice counts once, and the button's answer.

    >>> "3f.12 play:combine".partition(" ")[::2]
    ('3f.12', 'play:combine')
    """
    mark, _, token = word(name).partition(" ")
    return mark, token


def label(mark: str, token: str) -> str:
    """Return a request's own name for the record. It does not reveal what was said: it digests the session, too."""
    return digest_of(f"{asker().bringer} {mark} {token}")[:24] if mark else ""


def kinds_told() -> tuple[str, ...]:
    """Return the pieces that, as somebody says, a draw has shown."""
    return tuple(kind[:LONGEST] for kind in request.form.getlist("kind") if kind)[:MOST_KINDS]


def answered(heard: Heard, back_to: str) -> ResponseReturnValue:
    """Tell the sender the result: a script as a part of the page, a plain form on the next page."""
    if request.headers.get("X-Part") == "said":
        return render_template("parts/said.html", said=heard), {"X-Accepted": "yes" if heard.accepted else "no"}
    one = asker()
    if one.session is not None:
        desk().said[one.session.digest] = heard
    return redirect(url_for(back_to), code=303)


def last_said() -> Heard | None:
    """Return what this session still has to be told, once."""
    one = asker()
    return desk().said.pop(one.session.digest, None) if one.session else None


def right_code() -> Heard | None:
    """Return None if the judge has given the code again, else what to say."""
    one = asker()
    limits = desk().limits
    if limits.left("said again", one.bringer, JOINS) < 1:
        return Heard(False, say("Too many attempts. Wait a minute."))
    if one.session is None or not desk().doors.said_again(one.session, request.form.get("code", "")):
        limits.spend("said again", one.bringer, JOINS, 1)
        return Heard(False, say("That is not the code you joined with. Nothing was done."))
    return None
