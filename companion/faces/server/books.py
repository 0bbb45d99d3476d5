"""The books: what each chip is, what the rules say, and what would be if."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.server.desk import asker, desk, say

pages = Blueprint("books", __name__)

MOST_TOKENS = 20
LONGEST_POSITION = 20_000


@pages.get("/chips")
def chips() -> ResponseReturnValue:
    """All chips, or those in which the words occur."""
    wanted = request.args.get("q", "")[:80].strip()
    entries = desk().hall.chips(asker().language).values()
    found = [one for one in entries if holds(wanted, one.name, one.key, one.effect, *one.face.values())]
    kinds = list(dict.fromkeys(one.kind for one in found))
    return render_template("chips.html", entries=found, kinds=kinds, wanted=wanted)


@pages.get("/chips/<key>")
def chip(key: str) -> ResponseReturnValue:
    """One chip, with its rulings."""
    entry = desk().hall.chips(asker().language).get(key)
    if entry is None:
        abort(404)
    return render_template("chip.html", entry=entry)


@pages.get("/rules")
def rules() -> ResponseReturnValue:
    """The index of the rules, or those in which the words occur."""
    wanted = request.args.get("q", "")[:80].strip()
    found = [one for one in desk().hall.rules() if holds(wanted, one.key, say(one.section), say(one.gist))]
    return render_template("rules.html", rules=found, wanted=wanted)


def holds(wanted: str, *texts: str) -> bool:
    """Whether all the words occur.

    >>> holds("crash gem", "Crash Gem", "breaks a gem"), holds("wound", "Crash Gem")
    (True, False)
    """
    whole = " ".join(texts).casefold().replace("_", " ")
    return all(word in whole for word in wanted.casefold().replace("_", " ").split())


@pages.get("/what-if")
def what_if() -> ResponseReturnValue:
    """A position, an answer, and the ruling."""
    return render_template("what_if.html", position="", tokens="", tried=None)


@pages.post("/what-if")
def try_what_if() -> ResponseReturnValue:
    """It changes nothing; it is sent as a form because a position is long."""
    position = request.form.get("position", "").replace("\r\n", "\n")[:LONGEST_POSITION]
    written = request.form.get("tokens", "")[:2000]
    tokens = tuple(written.split()[:MOST_TOKENS])
    tried = desk().hall.what_if(position, tokens, asker().language)
    return render_template("what_if.html", position=position, tokens=written, tried=tried)
