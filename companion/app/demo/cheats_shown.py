"""The cheats as the page shows them: cards to try, and the one that is on, with its places before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from companion.app.demo.cheating import PLUG, Cheating, CheatStage
from companion.app.demo.shown import look_row
from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.world import World
from companion.rules import Words
from companion.rules.kernel.board import PieceGroup
from companion.rules.kernel.cheats import Cheat

MOST_SHOWN: Final = 9
"""So many chips of a place are shown, the newest ones."""

Row = dict[str, Any]


def cheats_row(
    cheating: Cheating, told: ToldMoment | None, looks: Mapping[str, PieceGroup], words: Words, people: frozenset[str]
) -> Row:
    """All of it."""
    cards = [card_row(cheating, cheat, told, looks, words) for cheat in cheating.known]
    tried = [card for card in cards if card["tried"]]
    return {
        "cards": cards,
        "caught": sum(card["caught"] for card in tried),
        "tried": len(tried),
        "now": now_row(cheating, looks, words, people) if cheating.on else None,
    }


def card_row(
    cheating: Cheating, cheat: Cheat, told: ToldMoment | None, looks: Mapping[str, PieceGroup], words: Words
) -> Row:
    """One card."""
    result = cheating.results.get(cheat.key)
    mine = cheat.key == cheating.key
    kind = cheat.moves[0].piece if cheat.moves else cheat.kind
    hinders = cheating.hinders(cheat, told) if told else ""
    return {
        "key": cheat.key,
        "title": words.say(cheat.title),
        "words": words.say(cheat.words),
        "seat": cheat.seat,
        "chip": chip_row(kind, looks),
        "plug": cheat.key == PLUG.key,
        "why": words.say(cheat.not_now) if cheat.not_now else "",
        "soon": bool(hinders),
        "stage": cheating.stage.value if mine else "",
        "tried": result is not None,
        "caught": bool(result and result.caught),
        "seconds": round(result.seconds, 1) if result else 0,
    }


def chip_row(kind: str, looks: Mapping[str, PieceGroup]) -> Row:
    """A chip by itself; one that nobody may see has no kind."""
    look = looks.get(kind)
    return {"kind": kind, "name": look.name, **look_row(look)} if look else {"kind": "", "name": ""}


def now_row(cheating: Cheating, looks: Mapping[str, PieceGroup], words: Words, people: frozenset[str]) -> Row:
    """The cheat that is on."""
    cheat = next(one for one in cheating.known if one.key == cheating.key)
    result = cheating.results.get(cheat.key) if cheating.stage not in (CheatStage.DOING, CheatStage.TIMED) else None
    world = cheating.table.hands.world
    return {
        "key": cheat.key,
        "title": words.say(cheat.title),
        "seat": cheat.seat,
        "stage": cheating.stage.value,
        "number": cheating.ruling,
        "result": {**result._asdict(), "seconds": round(result.seconds, 1), "caught": result.caught}
        if result
        else None,
        "places": [
            {
                "label": label(world, one.place, words),
                **before_and_after(world, one.place, one.before, one.after, looks, people),
            }
            for one in cheating.places
            if one.before or one.after
        ],
    }


def label(world: World, zone: str, words: Words) -> str:
    """What people call a place, with its owner's name."""
    place = next(place for place in world.places.values() if place.zone == zone)
    name = words.label(place.of) if place.of else zone
    return f"{place.seat}: {name}" if place.seat else name


def before_and_after(
    world: World, zone: str, before: tuple[str, ...], after: tuple[str, ...], looks: Mapping[str, PieceGroup],
    people: frozenset[str],
) -> Row:  # fmt: skip
    """The chips of a place at both times; those that came or went are marked."""
    hidden = any(place.hides_from(people) for place in world.places.values() if place.zone == zone)
    went, came = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return {"before": marked(before, went, looks, hidden=hidden), "after": marked(after, came, looks, hidden=hidden)}


def marked(kinds: tuple[str, ...], special: Counter[str], looks: Mapping[str, PieceGroup], *, hidden: bool) -> Row:
    """A row of chips, and how many there are. The special ones stand last."""
    left, usual, last = special.copy(), list[str](), list[str]()
    for kind in reversed(kinds):
        if left[kind]:
            left[kind] -= 1
            last.append(kind)
        else:
            usual.append(kind)
    usual = usual[: max(0, MOST_SHOWN - len(last))][::-1]
    chips = [*((kind, False) for kind in usual), *((kind, True) for kind in last)]
    return {
        "count": len(kinds),
        "chips": [{**chip_row("" if hidden else kind, looks), "marked": mark} for kind, mark in chips],
    }
