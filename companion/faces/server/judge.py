"""The judge's page: ruling, putting right, looking at hidden chips. For these the judge's code is asked for again."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.hall import HallError, Heard
from companion.faces.server.clocks import MINUTE, nothing_said
from companion.faces.server.desk import asker, at_table, desk, say
from companion.faces.server.holding import hold, let_go
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
    """Show the game, and what the judge may do."""
    table = at_table().table
    return table_page("judge.html", JUDGE, notes=table.notes(), readers=table.health(asker().language))


@pages.post("/here")
def here() -> ResponseReturnValue:
    """Say that the judge has come, so that nobody calls any more."""
    return answered(send(Called(JUDGE, 0.0, label(word("mark"), "here"))), HOME)


@pages.post("/look")
def look() -> ResponseReturnValue:
    """Show the hidden chips as they are now. The look is recorded, and everybody is told."""
    heard = with_code(lambda: send(Looked(BY, 0.0)))
    if not heard.accepted:
        return answered(heard, HOME)
    return render_template("look.html", board=at_table().table.laid_open(asker().language))


def with_code(act: Callable[[], Heard]) -> Heard:
    """Do something only if the judge's code was given again."""
    return right_code() or act()


@pages.post("/answer")
def answer() -> ResponseReturnValue:
    """Give an answer for somebody who has no phone, or does not answer."""
    mark, token = marked("answer")
    return answered(send(Answered(word("seat"), token, 0.0, label(mark, token))), HOME)


@pages.post("/tell")
def tell() -> ResponseReturnValue:
    """Say which chips a draw showed to everybody."""
    kinds = kinds_told()
    return answered(send(Told(JUDGE, kinds, 0.0, label(word("mark"), " ".join(kinds)))), HOME)


@pages.post("/stand")
def stand() -> ResponseReturnValue:
    """Let a ruling stand."""
    return answered(with_code(lambda: send(Stands(BY, whole("number"), 0.0))), HOME)


@pages.post("/back")
def back() -> ResponseReturnValue:
    """Take back the last answer."""
    return answered(with_code(take_back), HOME)


def take_back() -> Heard:
    """Go back to the point before the last answer."""
    playing = at_table().table.playing()
    if playing is None or playing.undo is None:
        return Heard(False, say("There is no answer to take back yet."))
    return send(Back(BY, playing.undo, word("reason") or "the judge", 0.0))


@pages.post("/correct")
def correct() -> ResponseReturnValue:
    """Correct the table to what the judge says."""
    return answered(with_code(put_right), HOME)


def put_right() -> Heard:
    """Read the correction, written with the keys of a position, and carry it out."""
    try:
        changes = desk().hall.read_changes(request.form.get("changes", ""))
    except HallError as problem:
        return Heard(False, problem.said(asker().language))
    inside = word("inside") if word("inside") in ("start", "end") else ""
    return send(Corrected(BY, changes, word("reason") or "the judge", 0.0, inside))


@pages.post("/straight")
def straight() -> ResponseReturnValue:
    """Say that the table is as the rules have it, which closes all rulings."""
    return answered(with_code(lambda: send(Corrected(BY, {}, word("reason") or STRAIGHT, 0.0))), HOME)


@pages.post("/finish")
def finish() -> ResponseReturnValue:
    """End the game: its record is closed."""
    return answered(with_code(lambda: send(Finished(BY, 0.0))), HOME)


@pages.post("/clocks/run")
def run_clocks() -> ResponseReturnValue:
    """Start or stop the clocks. No code is needed: judges do this often, and it takes nothing from anybody."""
    act = word("act")
    heard = send(Clocked(BY, act, 0.0)) if act in ("start", "stop") else nothing_said()
    return answered(heard, HOME)


@pages.post("/clocks")
def set_clocks() -> ResponseReturnValue:
    """Set the clocks, give one more time, or remove them all."""
    return answered(with_code(change_clocks), HOME)


def change_clocks() -> Heard:
    """Change the clocks as the form says, in minutes."""
    act = word("act")
    if act == "set":
        return send(Clocked(BY, act, 0.0, round=whole("round") * MINUTE, each=whole("each") * MINUTE))
    if act == "add":
        return send(Clocked(BY, act, 0.0, whose=word("whose"), seconds=whole("minutes") * MINUTE))
    return send(Clocked(BY, "remove", 0.0)) if act == "remove" else nothing_said()


@pages.post("/hold")
def hold_game() -> ResponseReturnValue:
    """Hold the game, or let it go on. No code is needed: it takes nothing from anybody."""
    table = at_table().table
    clocks = hold(table) if word("act") == "hold" else let_go(table)
    heard = send(clocks) if clocks else Heard(True, "")
    return answered(heard, "editor.table" if word("page") == "editor" else HOME)


@pages.post("/note")
def note() -> ResponseReturnValue:
    """Keep a note."""
    if text := word("text").strip():
        at_table().table.note(text)
    return answered(Heard(True, say("Noted.") if text else ""), HOME)
