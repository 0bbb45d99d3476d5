"""A seat's own page: its hand, its questions, what it may do and why not."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.hall import Heard
from companion.faces.panel.signals import NO_JUDGE
from companion.faces.server.clocks import MINUTE, nothing_said
from companion.faces.server.desk import asker, at_table, desk, say
from companion.faces.server.openings import agreed_on, is_agreed
from companion.faces.server.saying import answered, kinds_told, label, marked, send, whole, word
from companion.faces.server.table import table_page
from companion.faces.server.together import Opening, Proposal, Wish
from companion.referee.clocks import MOST, NO_TIME
from companion.referee.inputs import Answered, Called, Clocked, Told

pages = Blueprint("seat", __name__, url_prefix="/seat")
HOME = "seat.show"


@pages.get("")
def show() -> ResponseReturnValue:
    """Show the seat's page."""
    return table_page("seat.html", asker().role.seat)


@pages.post("/answer")
def answer() -> ResponseReturnValue:
    """Give the answer of a button."""
    mark, token = marked("answer")
    return answered(send(Answered(asker().role.seat, token, 0.0, label(mark, token))), HOME)


@pages.post("/tell")
def tell() -> ResponseReturnValue:
    """Say which chips a draw showed to everybody."""
    kinds = kinds_told()
    return answered(send(Told(asker().role.seat, kinds, 0.0, label(word("mark"), " ".join(kinds)))), HOME)


@pages.post("/call")
def call() -> ResponseReturnValue:
    """Call the judge, if one is seated."""
    playing = at_table().table.playing()
    if playing is not None and not playing.judged:
        return answered(Heard(False, NO_JUDGE.words.said(say)), HOME)
    return answered(send(Called(asker().role.seat, 0.0, label(word("mark"), "call"))), HOME)


@pages.get("/why")
def why_not() -> ResponseReturnValue:
    """Show what a player might think of but cannot do now, and the reason for the one that was asked about."""
    token = request.args.get("token", "")[:200].strip()
    table, seat, language = at_table().table, asker().role.seat, asker().language
    thought = table.not_allowed(seat, language)
    return render_template(
        "why.html",
        token=token,
        words=next((choice.words for choice in thought if choice.token == token), ""),
        heard=table.why_not(seat, token, language) if token else None,
        groups=[tuple(group) for _, group in groupby(thought, lambda choice: choice.token.partition(":")[0])],
    )


@pages.post("/propose")
def propose() -> ResponseReturnValue:
    """Take back the last answer, let a ruling stand, close all rulings, end the game, or change the clocks: alone if
    the referee accepts that, else by asking the other seats to agree."""
    wish = wished()
    if isinstance(wish, Heard):
        return answered(wish, HOME)
    playing = at_table().table.playing()
    assert playing is not None
    seat = asker().role.seat
    heard = send(wish.by((seat,), label(word("mark"), word("what"))))
    if not heard.accepted and not playing.judged and len(playing.seats) > 1:
        at_table().together.propose(wish, seat)
        desk().hub.poke()
        heard = Heard(True, say("The others are being asked to agree, each on their own phone."))
    return answered(heard, HOME)


def wished() -> Wish | Heard:
    """Return what the form asks for; or why nobody is asked to agree to it."""
    what = word("what")
    if what == "back":
        playing = at_table().table.playing()
        if playing is None or playing.undo is None:
            return Heard(False, say("There is no answer to take back yet."))
        return Wish("back", playing.undo)
    if what == "granted":
        playing, point = at_table().table.playing(), whole("number")
        if playing is None or playing.granted != point:
            return Heard(False, say("The game has moved on since then."))
        return Wish("back", point)
    if what == "clocks":
        return wished_clocks()
    if what == "straight":
        return Wish("straight")
    return Wish("stand", whole("number")) if what == "stand" else Wish("finish")


def wished_clocks() -> Wish | Heard:
    """Return the wish to start, stop or set (in minutes) the clocks."""
    act = word("act")
    if act in ("start", "stop"):
        return Wish("clocks", clocks=Clocked((), act, 0.0))
    if act != "set":
        return nothing_said()
    minutes = whole("round"), whole("each")
    if not 0 < max(minutes) * MINUTE <= MOST:
        return Heard(False, say(NO_TIME))
    return Wish("clocks", clocks=Clocked((), act, 0.0, round=minutes[0] * MINUTE, each=minutes[1] * MINUTE))


@pages.post("/agree")
def agree() -> ResponseReturnValue:
    """Answer a proposal: agree, or drop it."""
    shared, together, playing = desk(), at_table().together, at_table().table.playing()
    assert playing is not None
    seats, number, open_now = playing.seats, whole("number"), together.open
    wish = open_now.wish if open_now else None
    gone_on = isinstance(wish, Wish) and wish.what == "back" and not playing.may_go_back_to(wish.number)
    if word("say") != "yes" or gone_on:
        together.drop()
        heard = Heard(not gone_on, say("The game has moved on since then.") if gone_on else say("You did not agree."))
    elif done := together.agree(number, asker().role.seat, lambda one: is_enough(one, seats)):
        heard = settle(done, seats)
    else:
        heard = Heard(True, say("You agree."))
    shared.hub.poke()
    return answered(heard, HOME)


def is_enough(proposal: Proposal, seats: tuple[str, ...]) -> bool:
    """Whether enough seats have agreed: for what a judge would otherwise decide, all of them."""
    if isinstance(proposal.wish, Opening):
        return is_agreed(proposal, seats, at_table().together.now)
    return proposal.agreed >= set(seats)


def settle(done: Proposal, seats: tuple[str, ...]) -> Heard:
    """Carry out what the seats have agreed on."""
    if isinstance(done.wish, Opening):
        return agreed_on(desk(), at_table(), done)
    return send(done.wish.by(seats, f"{desk().epoch} together {done.number}"))
