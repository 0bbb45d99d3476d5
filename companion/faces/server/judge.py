"""The judge's desk: rules, puts right, looks at what is hidden. Before that the judge's code is asked for again."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.hall import HallError, Heard
from companion.faces.server.clocks import MINUTE, nothing_said
from companion.faces.server.desk import asker, desk, say
from companion.faces.server.saying import answered, kinds_told, label, marked, right_code, send, whole, word
from companion.faces.server.table import table_page
from companion.faces.server.together import STRAIGHT
from companion.referee.inputs import (
    Answered,
    Back,
    Called,
    Clocked,
    Corrected,
    Finished,
    Looked,
    Stands,
    Told,
)
from companion.rules import JUDGE

pages = Blueprint("judge", __name__, url_prefix="/judge")
HOME = "judge.show"
BY = (JUDGE,)


@pages.get("")
def show() -> ResponseReturnValue:
    """The game, and what the judge may do."""
    return table_page("judge.html", JUDGE, notes=desk().hall.notes())


@pages.post("/here")
def here() -> ResponseReturnValue:
    """Whoever has called the judge need wait no more."""
    return answered(send(Called(JUDGE, 0.0, label(word("mark"), "here"))), HOME)


@pages.post("/look")
def look() -> ResponseReturnValue:
    """What is hidden, as it is at this moment. The look stands in the record, and everybody is told."""
    heard = with_code(lambda: send(Looked(BY, 0.0)))
    if not heard.accepted:
        return answered(heard, HOME)
    return render_template("look.html", board=desk().hall.laid_open(asker().language))


def with_code(act: Callable[[], Heard]) -> Heard:
    """Only where the code was said again."""
    return right_code() or act()


@pages.post("/answer")
def answer() -> ResponseReturnValue:
    """An answer for somebody who has no phone, or does not answer."""
    mark, token = marked("answer")
    return answered(send(Answered(word("seat"), token, 0.0, label(mark, token))), HOME)


@pages.post("/tell")
def tell() -> ResponseReturnValue:
    """What a draw showed that everybody saw."""
    kinds = kinds_told()
    return answered(send(Told(JUDGE, kinds, 0.0, label(word("mark"), " ".join(kinds)))), HOME)


@pages.post("/stand")
def stand() -> ResponseReturnValue:
    """A ruling is let stand."""
    return answered(with_code(lambda: send(Stands(BY, whole("number"), 0.0))), HOME)


@pages.post("/back")
def back() -> ResponseReturnValue:
    """The last answer is taken back."""
    return answered(with_code(take_back), HOME)


def take_back() -> Heard:
    """To the point before it."""
    playing = desk().hall.playing()
    if playing is None or playing.undo is None:
        return Heard(False, say("There is no answer yet that could be taken back."))
    return send(Back(BY, playing.undo, word("reason") or "the judge", 0.0))


@pages.post("/correct")
def correct() -> ResponseReturnValue:
    """The table lies as the judge says."""
    return answered(with_code(put_right), HOME)


def put_right() -> Heard:
    """In the keys of a position."""
    try:
        changes = desk().hall.read_changes(word_long("changes"))
    except HallError as problem:
        return Heard(False, problem.said(asker().language))
    inside = word("inside") if word("inside") in ("start", "end") else ""
    return send(Corrected(BY, changes, word("reason") or "the judge", 0.0, inside))


def word_long(name: str) -> str:
    """A field that holds more than a word."""
    return request.form.get(name, "")[:20_000]


@pages.post("/straight")
def straight() -> ResponseReturnValue:
    """The table lies as the rules have it: nothing is open any more."""
    return answered(with_code(lambda: send(Corrected(BY, {}, word("reason") or STRAIGHT, 0.0))), HOME)


@pages.post("/finish")
def finish() -> ResponseReturnValue:
    """The record is closed."""
    return answered(with_code(lambda: send(Finished(BY, 0.0))), HOME)


@pages.post("/clocks/run")
def run_clocks() -> ResponseReturnValue:
    """The clocks are started or stopped: the judge does that often, and it takes nothing from anybody."""
    act = word("act")
    heard = send(Clocked(BY, act, 0.0)) if act in ("start", "stop") else nothing_said()
    return answered(heard, HOME)


@pages.post("/clocks")
def set_clocks() -> ResponseReturnValue:
    """Clocks are set anew, get more time, or are removed."""
    return answered(with_code(change_clocks), HOME)


def change_clocks() -> Heard:
    """As the form says; it speaks of minutes."""
    act = word("act")
    if act == "set":
        return send(Clocked(BY, act, 0.0, round=whole("round") * MINUTE, each=whole("each") * MINUTE))
    if act == "add":
        return send(Clocked(BY, act, 0.0, whose=word("whose"), seconds=whole("minutes") * MINUTE))
    return send(Clocked(BY, "remove", 0.0)) if act == "remove" else nothing_said()


@pages.post("/note")
def note() -> ResponseReturnValue:
    """Something to remember."""
    if text := word("text").strip():
        desk().hall.note(text)
    return answered(Heard(True, say("Noted.") if text else ""), HOME)
