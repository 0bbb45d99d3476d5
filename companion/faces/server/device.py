"""The device itself: a new game, codes to come in with, its readers, and how a browser wants to see it all."""

from __future__ import annotations

import io
from typing import NamedTuple

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.faces.hall import HallError, Offer
from companion.faces.server.desk import asker, desk, say, title_of
from companion.faces.server.doors import HOST, Code, Kind, Role
from companion.faces.server.guard import SETTINGS, keep_cookie
from companion.faces.server.openings import new_code
from companion.faces.server.saying import answered, last_said, word
from companion.faces.server.together import Opening
from companion.ledger import LedgerError
from companion.rules import SeatSetup, Setup, SetupError
from companion.rules.kernel.sentences import Sentence, spoken

pages = Blueprint("device", __name__)

MOST_SEATS = 4
IS_PLAYED = "A game is being played. Say that the new one takes its place, or end it first."
LONGEST_NAME = 20
"""Signs of a name, so that it fits on every screen."""


# -- a new game ----------------------------------------------------------------------------------------------------


@pages.get("/new")
def new() -> ResponseReturnValue:
    """Who plays what, with which bank, on which table."""
    return new_page({}, "")


def new_page(given: dict[str, str], problem: str) -> str:
    """The form, with what was said so far."""
    language = asker().language
    offers = desk().hall.offers(language)
    wanted = given.get("game") or request.args.get("game", "")
    offer = next((one for one in offers if one.game == wanted), offers[0])
    return render_template(
        "new.html",
        offers=offers,
        offer=offer,
        kits=desk().hall.kits(language),
        given=given,
        picked=set(request.form.getlist("stack")),
        problem=problem,
        most=min(MOST_SEATS, max(offer.seats)),
    )


@pages.post("/new")
def begin() -> ResponseReturnValue:
    """The game begins, and whoever played an earlier one has to come in anew."""
    form = {name: value[:200] for name, value in request.form.items()}
    shared = desk()
    offer = next((one for one in shared.hall.offers(asker().language) if one.game == form.get("game")), None)
    playing = shared.hall.playing()
    try:
        if playing and not playing.over and form.get("instead") != "yes":
            raise HallError(Sentence(IS_PLAYED))
        if offer is None:
            raise HallError(Sentence("This game is not installed here."))
        setup = setup_from(form, request.form.getlist("stack"), offer)
        title = " – ".join(seat.name for seat in setup.seats)
        shared.hall.begin(setup, form.get("kit", ""), title, judged=form.get("judged") == "yes")
    except HallError as problem:
        return new_page(form, problem.said(asker().language)), 409
    except (SetupError, LedgerError) as problem:
        return new_page(form, say(str(problem))), 409
    begun = shared.hall.playing()
    assert begun is not None
    shared.doors.revoke_games_but(begun.number)
    shared.together.drop()
    for role in roles():
        if role != HOST:
            shared.doors.open(role)
    shared.hub.poke()
    return redirect(url_for("device.codes"), code=303)


def setup_from(form: dict[str, str], stacks: list[str], offer: Offer) -> Setup:
    """What the form says. Raises `HallError`."""
    seats = []
    for number in range(MOST_SEATS):
        name = "".join(sign for sign in form.get(f"name{number}", "") if sign.isprintable()).strip()
        if len(name) > LONGEST_NAME:
            raise HallError(
                Sentence("A name may have {most} signs: {name} is longer.", {"most": LONGEST_NAME, "name": name})
            )
        if name:
            seats.append(SeatSetup(name, form.get(f"character{number}") or None))
    if len(seats) not in offer.seats:
        raise HallError(Sentence("So many may play: {seats}.", {"seats": ", ".join(map(str, offer.seats))}))
    wanted = form.get("bank", "random")
    bank = tuple(stacks) if wanted == "chosen" else wanted
    return Setup(offer.game, tuple(seats), bank=bank, first="random" if form.get("first") == "random" else "")


# -- codes ---------------------------------------------------------------------------------------------------------


class Door(NamedTuple):
    """Somebody who may come in, and how."""

    key: int
    title: str
    own: bool
    """Whether the asker has this role."""
    taken: bool
    code: Code | None
    address: str
    qr: Markup


def roles() -> list[Role]:
    """Everybody for whom the asker may give out a code now; only a host makes hosts."""
    return [role for role in all_roles() if role != HOST or asker().role == HOST]


def all_roles() -> list[Role]:
    """Everybody for whom there may be a code."""
    playing = desk().hall.playing()
    if playing is None:
        return [HOST]
    seats = [Role(Kind.SEAT, seat, playing.number) for seat in playing.seats]
    judge = [Role(Kind.JUDGE, "", playing.number)] if playing.judged else []
    return [*seats, *judge, HOST]


@pages.get("/codes")
def codes() -> ResponseReturnValue:
    """All codes that serve now. Whoever sees them can come in with them."""
    shared, playing = desk(), desk().hall.playing()
    doors = [door_of(key, role) for key, role in enumerate(roles())]
    waiting = shared.together.open
    return render_template(
        "codes.html",
        doors=doors,
        said=last_said(),
        judge_is_here=playing is not None and shared.doors.taken(Role(Kind.JUDGE, "", playing.number)),
        asked=waiting is not None and isinstance(waiting.wish, Opening),
    )


def door_of(key: int, role: Role) -> Door:
    """How somebody comes in."""
    shared = desk()
    code = shared.doors.code_for(role)
    address = f"{shared.address}/join?code={code.text}" if code else ""
    picture = qr(address) if code else Markup()
    own = role.kind is asker().role.kind
    return Door(key, str(spoken(title_of(role), say)), own, shared.doors.taken(role), code, address, picture)


def qr(text: str) -> Markup:
    """A text as a picture for cameras."""
    out = io.BytesIO()
    picture = segno.make(text, error="m")
    picture.save(out, kind="svg", xmldecl=False, svgns=False, svgclass="qr", lineclass=None, border=2, omitsize=True)
    return Markup(out.getvalue().decode())


@pages.post("/codes")
def give_code() -> ResponseReturnValue:
    """A new code; who had come in before goes out. Or nobody may come in any more."""
    named = [role for key, role in enumerate(roles()) if str(key) == word("role")]
    if not named:
        return redirect(url_for("device.codes"), code=303)
    return answered(new_code(named[0], word("code").strip(), shut=word("what") == "close"), "device.codes")


# -- the rest ------------------------------------------------------------------------------------------------------


@pages.get("/readers")
def readers() -> ResponseReturnValue:
    """How the readers do; never what they read."""
    return render_template("readers.html", readers=desk().hall.health(asker().language))


@pages.get("/settings")
def settings() -> ResponseReturnValue:
    """Language, colours, size of the text: of this browser."""
    return render_template("settings.html", languages=desk().languages.values())


@pages.post("/settings")
def keep_settings() -> ResponseReturnValue:
    """In cookies of this browser, for long."""
    answer = redirect(url_for("device.settings"), code=303)
    assert isinstance(answer, Response)
    for name, values in SETTINGS.items():
        chosen = request.form.get(name, "")
        if chosen in (values or desk().languages):
            keep_cookie(answer, name, chosen)
    return answer


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """So that a phone can keep the page among its programs."""
    icon = {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    told = {"name": say("Table companion"), "short_name": say("Companion"), "start_url": "/", "display": "standalone"}
    return told | {"icons": [icon]}, 200, {"Content-Type": "application/manifest+json"}
