"""New codes: a free place has one at once, but nobody loses a place of his own because somebody else pressed a button.

With a taken seat's code one would see its hand. So where a judge has come in, the judge's code is asked for. Where none
has, the phone that has the seat is asked; and only while no page of it is open, all the other seats together. Who is
shut out is told on whose word.
"""

from __future__ import annotations

from companion.faces.hall import Heard
from companion.faces.server.desk import asker, desk, say, title_of
from companion.faces.server.doors import HOST, Kind, Role
from companion.faces.server.limits import JOINS
from companion.faces.server.together import Opening
from companion.rules.kernel.sentences import Sentence

WITH_THE_JUDGE = "A new code was given out for this place: {who} asked for it, and said the judge's code."
TOGETHER = "A new code was given out for this place: {who} asked for it, and those who play agreed."
SAY_THE_CODE = "Somebody has this place. Type the judge's code beside it, and press once more: nothing was changed."
NO_JUDGES_CODE = "That is not the code with which the judge came in: nothing was changed."


def new_code(role: Role, code: str, *, shut: bool) -> Heard:
    """Somebody at the codes wants another one for this place, or that nobody can come in."""
    shared = desk()
    if role.kind is asker().role.kind:  # nobody shuts out oneself
        (shared.doors.close if shut else shared.doors.open)(role)
        return Heard(True, "")
    if not shared.doors.taken(role):
        carry_out(Opening(role, shut))
        return Heard(True, "")
    judge = Role(Kind.JUDGE, "", role.game)
    if shared.doors.taken(judge) and (code or role != judge):
        return with_judges_code(Opening(role, shut), judge, code)
    shared.together.propose(Opening(role, shut))
    shared.hub.poke()
    return Heard(True, "")


def with_judges_code(opening: Opening, judge: Role, code: str) -> Heard:
    """The judge, or somebody whom the judge has told the code."""
    shared = desk()
    if not code:
        return Heard(False, say(SAY_THE_CODE))
    if not shared.limits.allow("join", asker().address, JOINS):
        return Heard(False, say("Too many tries. Wait a minute."))
    if not shared.doors.opened_by(judge, code):
        return Heard(False, say(NO_JUDGES_CODE))
    carry_out(opening, Sentence(WITH_THE_JUDGE, {"who": title_of(asker().role)}))
    return Heard(True, "")


def is_agreed(opening: Opening, agreed: frozenset[str], seats: tuple[str, ...]) -> bool:
    """Whether these seats are enough: the one that it is about, or all others while it does not look."""
    owner = opening.role
    if owner.seat in agreed:
        return True
    others = set(seats) - {owner.seat}
    looks = desk().hub.is_seen(lambda sight: sight.audience == owner.audience)
    return not looks and bool(others) and agreed >= others


def agreed_on(opening: Opening) -> None:
    """Those who were asked want it."""
    carry_out(opening, Sentence(TOGETHER, {"who": title_of(HOST)}))


def carry_out(opening: Opening, why: Sentence | None = None) -> None:
    """Whoever had the place goes out, and is told why."""
    doors = desk().doors
    doors.revoke(opening.role, why)
    if not opening.shut:
        doors.open(opening.role)
