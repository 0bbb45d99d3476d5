"""The table in a judge's hands: to put the game right, or to try out what would be if.

A page keeps what was done by hand and sends it with each act; nothing of it is kept here. Scripts ask for the part of
the page that changes; without them, each act is a page of its own.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.faces.editing import MOST_ACTS, Edited, act_in, acts_text, read_acts
from companion.faces.hall import HallError, Heard, Tried
from companion.faces.server.desk import asker, at_table, desk, say
from companion.faces.server.doors import digest_of
from companion.faces.server.holding import is_held, let_go
from companion.faces.server.saying import right_code, send, whole, word
from companion.referee.inputs import Corrected, Looked
from companion.rules import JUDGE, UNSEEN
from companion.rules.kernel.by_hand import HandAct, HandCarried

pages = Blueprint("editor", __name__, url_prefix="/judge")

BY: Final = (JUDGE,)
LONGEST: Final = 20_000
"""The most characters of what a page keeps."""
DONE: Final = "The table has been put right."
GONE_ON: Final = "The game has gone on meanwhile. Look at the difference again, and then send it."
NOTHING: Final = "Nothing is different yet. Move a chip, or change a number."
NO_REASON: Final = "Say why: choose a reason, or write one."
OTHER: Final = "other"
"""Stands for a reason in somebody's own words."""


class InHand(NamedTuple):
    """What a page sends: everything done by hand so far, and what is being done."""

    acts: tuple[HandAct, ...]
    inside: str
    """What becomes of a chip that is taking effect."""
    picked: str
    """What was taken and not laid down yet, as the page keeps it."""


def in_hand() -> InHand:
    """Read the form, and do what its button says."""
    form = request.form
    acts = read_acts(form.get("acts", "")[:LONGEST])
    inside = form.get("inside", "")[:10]
    picked = form.get("picked", "")[:200]
    if "undo" in form:
        return InHand(acts[:-1], inside, "")
    if "reset" in form:
        return InHand((), inside, "")
    if "turn" in form:
        return InHand(with_act(acts, value_in("turn")), inside, "")
    if "pick" in form:
        chosen = form["pick"][:200]
        return InHand(acts, inside, "" if chosen == picked else chosen)
    if "which" in form and acts and isinstance(acts[-1], HandCarried) and acts[-1].kind == UNSEEN:
        named = act_in([form["which"], acts[-1].source, acts[-1].target])
        return InHand((*acts[:-1], named) if named else acts, inside, "")
    if "put" in form:
        taken = value_in("picked")
        moved = [taken[1], taken[0], form["put"]] if isinstance(taken, list) and len(taken) == 2 else None
        if not moved:
            return InHand(acts, inside, picked)
        for _ in range(min(max(whole("count"), 1), MOST_ACTS)):
            acts = with_act(acts, moved)
        return InHand(acts[:MOST_ACTS], inside, "")
    return InHand(acts, inside, picked)


def value_in(name: str) -> object:
    """Return the JSON in a field; None if it is none."""
    try:
        return json.loads(request.form.get(name, "")[:400])
    except (ValueError, RecursionError):
        return None


def with_act(acts: tuple[HandAct, ...], row: object) -> tuple[HandAct, ...]:
    """Return the acts with one more. What goes back where it came from is undone; a dial that is turned again has one
    value."""
    act = act_in(row)
    if act is None or (isinstance(act, HandCarried) and act.source == act.target):
        return acts
    if isinstance(act, HandCarried):
        back = HandCarried(act.kind, act.target, act.source)
        if back in acts:
            at = len(acts) - 1 - acts[::-1].index(back)
            return (*acts[:at], *acts[at + 1 :])
        return (*acts, act)
    return (*(one for one in acts if isinstance(one, HandCarried) or one.path != act.path), act)


def is_part() -> bool:
    """Whether a script asks for the part that changes."""
    return request.headers.get("X-Part") == "editor"


# -- putting the game right ------------------------------------------------------------------------------------------


@pages.get("/table")
def table() -> ResponseReturnValue:
    """Show the table, to be changed by hand."""
    return table_page(InHand((), "", ""))


@pages.post("/table")
def change() -> ResponseReturnValue:
    """Show the table after one more act. Nothing is done with it."""
    return table_page(in_hand())


def table_page(hand: InHand, problem: str = "") -> ResponseReturnValue:
    """Render the editor over the game on the table."""
    try:
        found = at_table().table.by_hand(hand.acts, hand.inside, asker().language)
    except HallError as nothing:
        return render_template("problem.html", words=nothing.said(asker().language), code=409), 409
    return render_template(
        "parts/editor.html" if is_part() else "by_hand.html",
        table=found,
        hand=hand,
        acts=acts_text(hand.acts),
        seen=digest_of("\n".join(found.difference)),
        problem=problem,
        mode="correct",
        held=is_held(at_table().table),
        reason=word("reason"),
        own=word("own"),
    )


@pages.post("/table/done")
def done() -> ResponseReturnValue:
    """Put the game right as the hands have left the table. If that cannot be, nothing of it is lost."""
    hand = in_hand()
    heard = put_right(hand)
    if not heard.accepted:
        return table_page(hand, heard.words)
    if clocks := let_go(at_table().table):
        send(clocks)
    one = asker()
    if one.session is not None:
        desk().said[one.session.digest] = Heard(True, say(DONE))
    return redirect(url_for("judge.show"), code=303)


def put_right(hand: InHand) -> Heard:
    """Send the correction, if it is what the judge has seen."""
    found: Edited = at_table().table.by_hand(hand.acts, hand.inside, asker().language)
    if not found.difference:
        return Heard(False, found.problem or say(NOTHING))
    if word("seen") != digest_of("\n".join(found.difference)):
        return Heard(False, say(GONE_ON))
    chosen = "" if word("reason") == OTHER else word("reason")
    reason = ": ".join(part for part in (chosen, word("own").strip()) if part)
    if not reason:
        return Heard(False, say(NO_REASON))
    return right_code() or send(Corrected(BY, found.changes, reason, 0.0, hand.inside))


# -- what would be if ------------------------------------------------------------------------------------------------


@pages.post("/what-if")
def from_the_game() -> ResponseReturnValue:
    """Start from the game as it stands. That shows hidden chips: so the code is asked for, and the look is recorded."""
    heard = right_code() or send(Looked(BY, 0.0))
    if not heard.accepted:
        return what_if_page(InHand((), "", ""), None, "", heard.words)
    return what_if_page(InHand((), "", ""), at_table().table.written_open(), "")


def what_if_page(hand: InHand, position: str | None, tokens: str, problem: str = "") -> str:
    """Render the editor over a position of its own; None if there is none yet."""
    written = position if position is not None else at_table().table.empty_position()
    tried = desk().hall.what_if(written, tokens, asker().language, hand.acts, hand.inside)
    return render_template(
        "parts/editor.html" if is_part() else "what_if.html",
        table=tried.edited,
        tried=tried,
        hand=hand,
        acts=acts_text(hand.acts),
        position=written,
        tokens=tokens,
        problem=problem or tried.problem,
        mode="try",
    )


def tried_now() -> ResponseReturnValue:
    """Do what the button of a what-if says: try an answer, take one back, or read a position that somebody wrote."""
    form = request.form
    position = form.get("position", "")[:LONGEST].replace("\r\n", "\n")
    tokens = form.get("tokens", "")[:2000].replace("\r\n", "\n")
    if "import" in form:
        return what_if_page(InHand((), "", ""), form.get("written", "")[:LONGEST].replace("\r\n", "\n"), "")
    hand = in_hand()
    if "untry" in form:
        tokens = "\n".join(tokens.split("\n")[:-1])
    elif "again" in form:
        tokens = ""
    elif "from" in form:
        return what_if_page(InHand((), "", ""), after(position, hand, tokens) or position, "")
    elif form.get("try"):
        tokens = "\n".join(part for part in (tokens, form["try"][:200]) if part)
    elif form.get("said") and "saying" in form:
        tokens = "\n".join(part for part in (tokens, form["said"][:200]) if part)
    return what_if_page(hand, position, tokens)


def after(position: str, hand: InHand, tokens: str) -> str:
    """Return the position that these answers lead to; "" if they lead nowhere."""
    tried: Tried = desk().hall.what_if(position, tokens, asker().language, hand.acts, hand.inside)
    return tried.reached
