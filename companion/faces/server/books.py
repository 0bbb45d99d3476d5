"""The books: what each chip is, what the rules say, and what-if."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.hall import HallError
from companion.faces.server.desk import asker, at_table, desk, say
from companion.faces.server.editor import InHand, tried_now, what_if_page
from companion.faces.server.games import audience_for, row_of
from companion.faces.server.table import whole_in
from companion.ledger import LedgerError

pages = Blueprint("books", __name__)


@pages.get("/chips")
def chips() -> ResponseReturnValue:
    """Show all chips, or those that contain certain words."""
    wanted = request.args.get("q", "")[:80].strip()
    entries = at_table().table.chips(asker().language).values()
    found = [one for one in entries if holds(wanted, one.name, one.key, one.effect, *one.face.values())]
    kinds = list(dict.fromkeys(one.kind for one in found))
    return render_template("chips.html", entries=found, kinds=kinds, wanted=wanted)


@pages.get("/chips/<key>")
def chip(key: str) -> ResponseReturnValue:
    """Show one chip, with its rulings."""
    entry = at_table().table.chips(asker().language).get(key)
    if entry is None:
        abort(404)
    cited = {one.rule for one in entry.rulings}
    return render_template(
        "chip.html", entry=entry, rules=[rule for rule in at_table().table.rules() if rule.key in cited]
    )


@pages.get("/rules")
def rules() -> ResponseReturnValue:
    """Show the index of the rules, or the rules that contain certain words."""
    wanted = request.args.get("q", "")[:80].strip()
    found = [one for one in at_table().table.rules() if holds(wanted, one.key, say(one.section), say(one.gist))]
    return render_template("rules.html", rules=found, wanted=wanted)


def holds(wanted: str, *texts: str) -> bool:
    """Whether all wanted words occur in the texts.

    >>> holds("crash gem", "Crash Gem", "breaks a gem"), holds("wound", "Crash Gem")
    (True, False)
    """
    whole = " ".join(texts).casefold().replace("_", " ")
    return all(word in whole for word in wanted.casefold().replace("_", " ").split())


@pages.get("/what-if")
def what_if() -> ResponseReturnValue:
    """Show a table to build a position on: an empty one, or that of a game after a move."""
    number, at = (whole_in(request.args.get(name, "")) for name in ("game", "at"))
    nothing = InHand((), "", "")
    if not number:
        return what_if_page(nothing, None, "")
    row = row_of(number)
    try:
        position = desk().hall.position_at(number, at if "at" in request.args else None, audience_for(row))
    except (HallError, LedgerError) as problem:
        words = problem.said(asker().language) if isinstance(problem, HallError) else str(problem)
        return what_if_page(nothing, None, "", words)
    return what_if_page(nothing, position, "")


@pages.post("/what-if")
def try_what_if() -> ResponseReturnValue:
    """Show what hands and answers do in a position. Nothing changes; it is a POST because positions are long."""
    return tried_now()
