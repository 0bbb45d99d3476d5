"""New codes: a free place gets one at once, but nobody loses their place because somebody else pressed a button.

A code for a taken seat would show that seat's hand. So if a judge has joined, the judge's code is asked for. If not,
the phone that has the seat is asked first. Only when it has had two minutes for its answer, all the other seats
together decide. A sleeping phone cannot show the question: if it wakes in the meantime, its two minutes begin then, and
the display shows the question from the beginning, and nobody can take it away from there. A place that is taken from a
phone is recorded, and everybody is told. Whoever is shut out is told who decided it.
"""

from __future__ import annotations

from threading import Thread
from time import sleep
from typing import Final

from flask import Flask, current_app

from companion.faces.hall import Heard
from companion.faces.languages import Language
from companion.faces.screen_words import OPENED, SHUT
from companion.faces.server.addresses import neighbourhood
from companion.faces.server.desk import Desk, TableDesk, asker, at_table, desk, say, title_of
from companion.faces.server.doors import HOST, Role, RoleKind
from companion.faces.server.together import GRACE, Opening, Proposal
from companion.referee.inputs import Opened
from companion.rules import JUDGE
from companion.rules.kernel.sentences import COMMA, Sentence, Term, Terms

WITH_THE_JUDGE = "A new code was issued for this place: {who} asked for it and gave the judge's code."
TOGETHER = "A new code was issued for this place: {who} asked for it, and the players agreed."
ASKED = "The host wants to give {place}'s seat to another phone."
MAY_REFUSE = "{place}: to refuse, wake your phone within {minutes} minutes. After that, the other players decide."
ALL_DECIDE = "It takes effect when all players agree, but not for {minutes} minutes."
ASKED_FOR: Final = "place asked for"
"""The key of the note that says so."""
LOOK: Final = 0.5
"""Seconds between two checks whether a phone has had its time."""
SAY_THE_CODE = "This place is taken. Type the judge's code next to it and press again. Nothing was changed."
NO_JUDGES_CODE = "That is not the judge's code. Nothing was changed."


def new_code(role: Role, code: str, *, shut: bool) -> Heard:
    """Give out a new code for a place or, with `shut`, none; if somebody has the place, after asking who may decide."""
    shared = desk()
    if role.kind is asker().role.kind:  # one's own session stays: nobody can shut themselves out
        (shared.doors.close if shut else shared.doors.open)(role)
        return Heard(True, "")
    if not shared.doors.taken(role):
        carry_out(Opening(role, shut))
        return Heard(True, "")
    judge = Role(RoleKind.JUDGE, "", role.game, role.table)
    if shared.doors.taken(judge) and (code or role != judge):
        return with_judges_code(Opening(role, shut), judge, code)
    ask(Opening(role, shut))
    return Heard(True, "")


def with_judges_code(opening: Opening, judge: Role, code: str) -> Heard:
    """Carry it out if the judge's code was given, by the judge or by somebody to whom the judge told it."""
    shared = desk()
    if not code:
        return Heard(False, say(SAY_THE_CODE))
    who = neighbourhood(asker().address)
    if not shared.limits.may_try(who):
        return Heard(False, say("Too many attempts. Wait a minute."))
    if not shared.doors.opened_by(judge, code):
        shared.limits.failed(who)
        return Heard(False, say(NO_JUDGES_CODE))
    why = Sentence(WITH_THE_JUDGE, {"who": title_of(asker().role)})
    return take_away(shared, at_table(), opening, (JUDGE,), why, asker().language)


# -- asking all together -------------------------------------------------------------------------------------------


def ask(opening: Opening) -> None:
    """Ask the players, on their phones and on the display, because phones may be asleep."""
    shared, at = desk(), at_table()
    proposal = at.together.propose(opening)
    told = {"place": title_of(opening.role), "minutes": int(GRACE) // 60}
    remedy = Sentence(MAY_REFUSE, told) if opening.role.kind is RoleKind.SEAT else Sentence(ALL_DECIDE, told)
    at.table.warn(ASKED_FOR, Sentence(ASKED, told), remedy, lasting=True)
    shared.hub.poke()
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    Thread(target=watch, args=(app, at, proposal.number), name="opening", daemon=True).start()


def watch(app: Flask, at: TableDesk, number: int) -> None:
    """Watch a proposal until it is settled: that can happen only because time has passed."""
    with app.app_context():
        shared = desk()
        while (found := at.together.open) and found.number == number and not shared.hub.ended:
            look_after(shared, at)
            sleep(LOOK)
        now = at.together.open
        if not (now and isinstance(now.wish, Opening)) and not shared.hub.ended:
            at.table.unwarn(ASKED_FOR)
            shared.hub.poke()


def look_after(shared: Desk, at: TableDesk) -> Heard | None:
    """Carry out the proposal if those who have agreed are enough by now."""
    playing = at.table.playing()
    seats = playing.seats if playing else ()
    done = at.together.settled(lambda one: isinstance(one.wish, Opening) and is_agreed(one, seats, at.together.now))
    return agreed_on(shared, at, done) if done else None


def is_agreed(proposal: Proposal, seats: tuple[str, ...], now: float) -> bool:
    """Whether those who have agreed are enough: the seat that it is about, or all others once its phone has had time to
    refuse."""
    assert isinstance(proposal.wish, Opening)
    owner = proposal.wish.role
    if owner.seat in proposal.agreed:
        return True
    others = set(seats) - {owner.seat}
    return now >= proposal.refusable_until and bool(others) and proposal.agreed >= others


def agreed_on(shared: Desk, at: TableDesk, done: Proposal) -> Heard:
    """Carry out what the players have agreed on."""
    assert isinstance(done.wish, Opening)
    at.table.unwarn(ASKED_FOR)
    english = next(iter(shared.languages.values()))
    by = tuple(sorted(done.agreed))
    heard = take_away(shared, at, done.wish, by, Sentence(TOGETHER, {"who": title_of(HOST)}), english)
    shared.hub.poke()
    return heard


# -- carrying it out -----------------------------------------------------------------------------------------------


def take_away(
    shared: Desk, at: TableDesk, opening: Opening, by: tuple[str, ...], why: Sentence, language: Language
) -> Heard:
    """Take a place from a phone. It is recorded first, and everybody is told. Then the session of whoever had it ends,
    and they are told why."""
    role, playing = opening.role, at.table.playing()
    if role.kind is not RoleKind.HOST and playing is not None and not playing.over:
        place = JUDGE if role.kind is RoleKind.JUDGE else role.seat
        heard = at.table.send(Opened(by, place, opening.shut, 0.0), "codes", language)
        if not heard.accepted:
            return heard
        names = Terms((Term("the judge") if name == JUDGE else name for name in by), COMMA)
        words = SHUT if opening.shut else OPENED
        at.table.warn(f"place:{place}", Sentence(words, {"place": title_of(role), "by": names}))
    carry_out(opening, why)
    return Heard(True, "")


def carry_out(opening: Opening, why: Sentence | None = None) -> None:
    """End the session of whoever had the place, who is told why, and give out a new code unless it is shut."""
    doors = desk().doors
    doors.revoke(opening.role, why)
    if not opening.shut:
        doors.open(opening.role)
