"""The books: what each chip is, what the rules say, and what-if."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.hall import HallError
from companion.faces.languages import ENGLISH
from companion.faces.server.desk import asker, at_table, desk, is_late, say
from companion.faces.server.editor import InHand, tried_now, what_if_page
from companion.faces.server.games import audience_for, row_of
from companion.faces.server.table import whole_in
from companion.ledger import LedgerError
from companion.rules import KindEntry, Rule

pages = Blueprint("books", __name__)

KIND: Final = "kind"
"""How addresses name the sort of a chip."""
FEW: Final = 3
"""What fewer than one chip in so many has is nothing to choose by."""
MOST_VALUES: Final = 24
"""What has more values than this is looked for by its words."""


@pages.get("/chips")
def chips() -> ResponseReturnValue:
    """Show all chips, or those that contain certain words and have what is chosen printed on them."""
    wanted = request.args.get("q", "")[:80].strip()
    english, entries = at_table().table.chips(ENGLISH), at_table().table.chips(asker().language)
    filters = filters_of(english, entries)
    chosen = {one.name: request.args.get(one.name, "")[:80] for one in filters}
    found = [
        one
        for key, one in entries.items()
        if holds(wanted, one.name, one.key, one.effect, *one.face.values()) and fits(english[key], chosen)
    ]
    kinds = list(dict.fromkeys(one.kind for one in found))
    looks = at_table().table.looks(asker().language)
    page = {"entries": found, "kinds": kinds, "wanted": wanted, "filters": filters, "chosen": chosen, "looks": looks}
    return render_template("chips.html", **page)


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
    wanted, table = request.args.get("q", "")[:80].strip(), at_table().table
    found = [one for one in table.rules() if holds(wanted, one.key, say(one.section), say(one.gist))]
    sections: dict[str, list[Rule]] = {}
    for one in found:
        sections.setdefault(one.section, []).append(one)
    decided = {} if is_late() else table.decided(asker().language)
    page = {"rules": found, "sections": sections, "wanted": wanted, "scenes": table.scenes(), "decided": decided}
    return render_template("rules.html", **page)


@pages.get("/rules/<key>/scene")
def scene(key: str) -> ResponseReturnValue:
    """Show a rule as it is played: one of its scenarios, step by step."""
    text, table = request.args.get("n", ""), at_table().table
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    rule = next((one for one in table.rules() if one.key == key), None)
    try:
        shown = table.scene(key, number, asker().language)
    except HallError as problem:
        abort(404, problem.said(asker().language))
    titles = table.scenes().get(key, ())
    return render_template("scene.html", rule=rule, key=key, scene=shown, titles=titles, number=number)


class ChipFilter(NamedTuple):
    """Something printed on chips by which they can be chosen."""

    name: str
    """Its English label, in addresses."""
    label: str
    values: tuple[tuple[str, str], ...]
    """What may be chosen: in English, and in words."""


def filters_of(english: Mapping[str, KindEntry], entries: Mapping[str, KindEntry]) -> list[ChipFilter]:
    """Return what chips can be chosen by: all that is printed on many of them and has a few values, and their sort."""
    values: dict[str, dict[str, str]] = {KIND: {}}
    labels, counts = {KIND: ""}, dict.fromkeys(values, len(english))
    for key, one in english.items():
        values[KIND].setdefault(one.kind, entries[key].kind)
        said = entries[key].face
        for (name, printed), (label, words) in zip(one.face.items(), said.items(), strict=True):
            labels[name], counts[name] = label, counts.get(name, 0) + 1
            values.setdefault(name, {}).update(zip(parts(printed), parts(words), strict=False))
    many = [name for name in values if counts[name] * FEW >= len(english) and 1 < len(values[name]) <= MOST_VALUES]
    named = [name for name in many if not all(value.isdigit() for value in values[name])]
    return [ChipFilter(name, labels[name], tuple(sorted(values[name].items(), key=by_number))) for name in named]


def parts(printed: str) -> Iterator[str]:
    """Yield what is printed, one by one: a chip may have two colours."""
    yield from printed.split(", ")


def by_number(value: tuple[str, str]) -> tuple[bool, int, str]:
    """Sort values with a number by it, before all others.

    >>> sorted([("none", "none"), ("$12", "$12"), ("$4", "$4")], key=by_number)[0]
    ('$4', '$4')
    """
    digits = "".join(sign for sign in value[0] if sign.isdigit())
    return not digits, int(digits or 0), value[1]


def fits(entry: KindEntry, chosen: Mapping[str, str]) -> bool:
    """Whether all that is chosen is printed on this chip."""
    has = {KIND: (entry.kind,), **{name: tuple(parts(printed)) for name, printed in entry.face.items()}}
    return all(value in has.get(name, ()) for name, value in chosen.items() if value)


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
