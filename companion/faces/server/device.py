"""Pages about the device: a new game, codes to join with, the readers, and the settings of a browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.faces.hall import HallError, Heard, Offer
from companion.faces.server.desk import asker, at_table, desk, say
from companion.faces.server.doors import HOST, JoinCode, Role, RoleKind
from companion.faces.server.guard import SETTINGS, keep_cookie
from companion.faces.server.joining import HOMES
from companion.faces.server.openings import new_code
from companion.faces.server.qr_codes import qr
from companion.faces.server.saying import answered, last_said, word
from companion.faces.server.together import Opening
from companion.ledger import LedgerError
from companion.rules import Setup, SetupError
from companion.rules.kernel.offers import PICKED, Offers, set_up
from companion.rules.kernel.seat_names import MEANT, is_name, tidy_name
from companion.rules.kernel.sentences import Sentence
from companion.version import version_text

pages = Blueprint("device", __name__)

MOST_SEATS = 4
IS_PLAYED = "A game is running. Confirm that the new one replaces it, or end it first."
NO_NAME = "A name may not contain any of {signs}: {name} does."
LONGEST_NAME = 20
"""The most characters of a name, so that it fits on every screen."""


# -- a new game ----------------------------------------------------------------------------------------------------


@pages.get("/new")
def new() -> ResponseReturnValue:
    """Show the form: who plays what, with which bank, on which table."""
    return new_page({}, "")


def new_page(given: dict[str, str], problem: str) -> str:
    """Return the form, with what has been filled in so far."""
    language = asker().language
    offers = at_table().table.offers(language)
    wanted = given.get("game") or request.args.get("game", "")
    offer = next((one for one in offers if one.game == wanted), offers[0])
    return render_template(
        "new.html",
        offers=offers,
        offer=offer,
        kits=at_table().table.kits(language),
        given=given,
        picked=picked_for(offer),
        problem=problem,
        most=min(MOST_SEATS, max(offer.seats)),
    )


@pages.post("/new")
def begin() -> ResponseReturnValue:
    """Begin a game. Whoever played an earlier one has to join again."""
    form = {name: value[:200] for name, value in request.form.items()}
    shared = desk()
    offer = next((one for one in at_table().table.offers(asker().language) if one.game == form.get("game")), None)
    playing = at_table().table.playing()
    try:
        if playing and not playing.over and form.get("instead") != "yes":
            raise HallError(Sentence(IS_PLAYED))
        if offer is None:
            raise HallError(Sentence("This game is not installed here."))
        setup = setup_from(form, picked_for(offer), offer)
        title = " – ".join(seat.name for seat in setup.seats)
        at_table().table.begin(setup, form.get("kit", ""), title, judged=form.get("judged") == "yes")
    except HallError as problem:
        return new_page(form, problem.said(asker().language)), 409
    except SetupError as problem:
        return new_page(form, problem.said(asker().language.say)), 409
    except LedgerError as problem:
        return new_page(form, say(str(problem))), 409
    begun = at_table().table.playing()
    assert begun is not None
    shared.doors.revoke_games_but(begun.number, at_table().table.key)
    at_table().together.drop()
    for role in roles():
        if role != HOST:
            shared.doors.open(role)
    shared.hub.poke()
    return redirect(url_for("device.codes"), code=303)


def picked_for(offer: Offer) -> dict[str, tuple[str, ...]]:
    """What the form says was picked out of the pool of each choice."""
    return {one.key: tuple(request.form.getlist(f"{one.key}-picked")) for one in offer.choices}


def setup_from(form: dict[str, str], picked: Mapping[str, tuple[str, ...]], offer: Offer) -> Setup:
    """What the form says. Raises `HallError` or `SetupError`."""
    names, own = [], []
    for number in range(MOST_SEATS):
        name = tidy_name(form.get(f"name{number}", ""))
        if len(name) > LONGEST_NAME:
            raise HallError(
                Sentence(
                    ("A name may have at most {most} characters: {name} is too long."),
                    {"most": LONGEST_NAME, "name": name},
                )
            )
        if name and not is_name(name):
            raise HallError(Sentence(NO_NAME, {"name": name, "signs": " ".join(MEANT)}))
        if name:
            names.append(name)
            own.append({one.key: form.get(f"{one.key}{number}", one.default) for one in offer.choices if one.each})
    if len(names) not in offer.seats:
        raise HallError(Sentence("The number of players can be {seats}.", {"seats": ", ".join(map(str, offer.seats))}))
    said: dict[str, str | tuple[str, ...]] = {}
    for one in offer.choices:
        if form.get(one.key) == PICKED and one.pool:
            said[one.key] = picked[one.key]
        elif one.key in form:
            said[one.key] = form[one.key]
    setup = set_up(offer.game, Offers(offer.seats, offer.choices), names, said, own)
    return replace(setup, first="random") if form.get("first") == "random" else setup


# -- codes ---------------------------------------------------------------------------------------------------------


class Door(NamedTuple):
    """A role that somebody may join with, and how."""

    key: int
    title: str
    own: bool
    """Whether the asker has this role."""
    taken: bool
    code: JoinCode | None
    address: str
    qr: Markup


def roles() -> list[Role]:
    """Return the roles for which the asker may give out a code; only a host may make another host."""
    return [role for role in all_roles() if role != HOST or asker().role == HOST]


def all_roles() -> list[Role]:
    """Return all roles for which there can be a code."""
    table = at_table().table
    playing = table.playing()
    if playing is None:
        return [HOST]
    seats = [Role(RoleKind.SEAT, seat, playing.number, table.key) for seat in playing.seats]
    judge = [Role(RoleKind.JUDGE, "", playing.number, table.key)] if playing.judged else []
    return [*seats, *judge, HOST]


@pages.get("/codes")
def codes() -> ResponseReturnValue:
    """Show all codes that are valid now. Whoever sees them can join with them."""
    shared, playing = desk(), at_table().table.playing()
    doors = [door_of(key, role) for key, role in enumerate(roles())]
    waiting = at_table().together.open
    return render_template(
        "codes.html",
        doors=doors,
        said=last_said(),
        judge_is_here=playing is not None
        and shared.doors.taken(Role(RoleKind.JUDGE, "", playing.number, at_table().table.key)),
        asked=waiting is not None and isinstance(waiting.wish, Opening),
    )


def door_of(key: int, role: Role) -> Door:
    """Return how somebody joins with a role."""
    shared = desk()
    code = shared.doors.code_for(role)
    address = f"{shared.address}/join?code={code.text}" if code else ""
    picture = qr(address) if code else Markup()
    own = role.kind is asker().role.kind
    title = role.seat or say("The judge" if role.kind is RoleKind.JUDGE else "The host")
    return Door(key, title, own, shared.doors.taken(role), code, address, picture)


@pages.post("/codes")
def give_code() -> ResponseReturnValue:
    """Give out a new code for a role, and end the session that had it; or let nobody join with it any more."""
    named = [role for key, role in enumerate(roles()) if str(key) == word("role")]
    if not named:
        return redirect(url_for("device.codes"), code=303)
    return answered(new_code(named[0], word("code").strip(), shut=word("what") == "close"), "device.codes")


# -- the rest ------------------------------------------------------------------------------------------------------


@pages.get("/readers")
def readers() -> ResponseReturnValue:
    """Show the state of the readers; never what they read."""
    table, language = at_table().table, asker().language
    rows = table.health(language)
    owners = list(dict.fromkeys(row.owner for row in rows if row.owner))
    middle = [row for row in rows if not row.owner]
    return render_template(
        "readers.html",
        readers=rows,
        sides=[
            (owner, sorted((row for row in rows if row.owner == owner), key=lambda row: row.label)) for owner in owners
        ],
        middle=middle,
        repairs=table.repairs(language),
    )


@pages.post("/notes/read")
def read_note() -> ResponseReturnValue:
    """Somebody at the table has read a note: it goes away everywhere."""
    at_table().table.mark_read(request.form.get("note", "")[:200])
    return answered(Heard(True, ""), HOMES[asker().role.kind] if word("page") != "table" else "table.show")


@pages.get("/settings")
def settings() -> ResponseReturnValue:
    """Show the settings of this browser: language, colours, text size."""
    return render_template("settings.html", languages=desk().languages.values(), version=version_text())


@pages.post("/settings")
def keep_settings() -> ResponseReturnValue:
    """Keep the settings in long-lived cookies of this browser."""
    answer = redirect(url_for("device.settings"), code=303)
    assert isinstance(answer, Response)
    for name, values in SETTINGS.items():
        chosen = request.form.get(name, "")
        if chosen in (values or desk().languages):
            keep_cookie(answer, name, chosen)
    return answer


@pages.get("/report")
def report() -> ResponseReturnValue:
    """Send a bug report as one file, with nothing in it that is still hidden."""
    data = desk().hall.bug_report(at_table().table.key, desk().languages)
    named = 'attachment; filename="companion-report.zip"'
    return data, 200, {"Content-Type": "application/zip", "Content-Disposition": named}


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """Describe the page, so that a phone can keep it among its apps."""
    icon = {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    told = {"name": say("Table companion"), "short_name": say("Companion"), "start_url": "/", "display": "standalone"}
    return told | {"icons": [icon]}, 200, {"Content-Type": "application/manifest+json"}
