"""A seat's own page: its hand, its questions, what it may do and why not."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.hall import Heard
from companion.faces.panel.signals import NO_JUDGE
from companion.faces.server.clocks import MINUTE, nothing_said
from companion.faces.server.desk import asker, desk, say
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
    """The page itself."""
    return table_page("seat.html", asker().role.seat)


@pages.post("/answer")
def answer() -> ResponseReturnValue:
    """An answer, by its button."""
    mark, token = marked("answer")
    return answered(send(Answered(asker().role.seat, token, 0.0, label(mark, token))), HOME)


@pages.post("/tell")
def tell() -> ResponseReturnValue:
    """What a draw showed that everybody saw."""
    kinds = kinds_told()
    return answered(send(Told(asker().role.seat, kinds, 0.0, label(word("mark"), " ".join(kinds)))), HOME)


@pages.post("/call")
def call() -> ResponseReturnValue:
    """The judge, please; where one is seated."""
    playing = desk().hall.playing()
    if playing is not None and not playing.judged:
        return answered(Heard(False, NO_JUDGE.words.said(say)), HOME)
    return answered(send(Called(asker().role.seat, 0.0, label(word("mark"), "call"))), HOME)


@pages.get("/why")
def why_not() -> ResponseReturnValue:
    """What one may think of and cannot do now, and why, of the one that was asked about; for this seat alone."""
    token = request.args.get("token", "")[:200].strip()
    hall, seat, language = desk().hall, asker().role.seat, asker().language
    thought = hall.not_allowed(seat, language)
    return render_template(
        "why.html",
        token=token,
        words=next((choice.words for choice in thought if choice.token == token), ""),
        heard=hall.why_not(seat, token, language) if token else None,
        groups=[tuple(group) for _, group in groupby(thought, lambda choice: choice.token.partition(":")[0])],
    )


@pages.post("/propose")
def propose() -> ResponseReturnValue:
    """Take the last answer back, let a ruling stand, close all rulings, end the game, or see to the clocks: alone where
    one may, else with all the others."""
    wish = wished()
    if isinstance(wish, Heard):
        return answered(wish, HOME)
    playing = desk().hall.playing()
    assert playing is not None
    seat = asker().role.seat
    heard = send(wish.by((seat,), label(word("mark"), word("what"))))
    if not heard.accepted and not playing.judged and len(playing.seats) > 1:
        desk().together.propose(wish, seat)
        desk().hub.poke()
        heard = Heard(True, say("The others are asked to agree, each on its own phone."))
    return answered(heard, HOME)


def wished() -> Wish | Heard:
    """What the form asks for; or why nobody is asked to agree to it."""
    what = word("what")
    if what == "back":
        playing = desk().hall.playing()
        if playing is None or playing.undo is None:
            return Heard(False, say("There is no answer yet that could be taken back."))
        return Wish("back", playing.undo)
    if what == "clocks":
        return wished_clocks()
    if what == "straight":
        return Wish("straight")
    return Wish("stand", whole("number")) if what == "stand" else Wish("finish")


def wished_clocks() -> Wish | Heard:
    """They are set, in minutes, or started or stopped."""
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
    """The others' wish: yes or no."""
    shared, playing = desk(), desk().hall.playing()
    assert playing is not None
    seats, number, open_now = playing.seats, whole("number"), desk().together.open
    wish = open_now.wish if open_now else None
    gone_on = isinstance(wish, Wish) and wish.what == "back" and wish.number != playing.undo
    if word("say") != "yes" or gone_on:
        shared.together.drop()
        heard = Heard(not gone_on, say("The game has gone on since.") if gone_on else say("You did not agree."))
    elif done := shared.together.agree(number, asker().role.seat, lambda agreed: is_enough(wish, agreed, seats)):
        heard = settle(done, seats)
    else:
        heard = Heard(True, say("You agree."))
    shared.hub.poke()
    return answered(heard, HOME)


def is_enough(wish: Wish | Opening | None, agreed: frozenset[str], seats: tuple[str, ...]) -> bool:
    """All have to want what the judge decides elsewhere."""
    return is_agreed(wish, agreed, seats) if isinstance(wish, Opening) else agreed >= set(seats)


def settle(done: Proposal, seats: tuple[str, ...]) -> Heard:
    """They want it."""
    if isinstance(done.wish, Opening):
        agreed_on(done.wish)
        return Heard(True, "")
    return send(done.wish.by(seats, f"{desk().epoch} together {done.number}"))
