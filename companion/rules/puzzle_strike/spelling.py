"""Spells what people say as tokens: "play a Crash Gem", "lay all gems", or only "Crash Gem"."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import cast

from companion.rules.kernel import Question, View
from companion.rules.kernel.typed import WITHOUT_A_PIECE
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.words import VERBS

ALSO_SAID = {"lay": "play", "use": "play", "counter": "react", "end": "done", "stop": "done"}
"""Verbs that people use, with the verb of the token that they mean."""


def spelt(typed: str) -> str:
    """The typed words, spelt as a token; only the chip's key if no verb is said.

    >>> spelt("play a Crash Gem"), spelt("break 4 + 1"), spelt("lay all gems"), spelt("end the action phase")
    ('play:crash_gem', 'break:4+1', 'play:gems', 'done')
    >>> spelt("buy it's a trap"), spelt("Mix-Master"), spelt("react with Stone Wall"), spelt("to: Ben of York")
    ('buy:its_a_trap', 'mix_master', 'react:stone_wall', 'to:Ben of York')
    """
    first = re.match(r"\w+", typed)
    verb = first[0].lower() if first else ""
    verb = ALSO_SAID.get(verb, verb)
    if first is None or verb not in VERBS:
        return kind_of(typed)
    rest = typed[first.end() :].strip(" :")
    if not rest or (verb in WITHOUT_A_PIECE and typed[first.end()] != ":"):
        return verb
    if verb == "to":
        return f"{verb}:{rest}"
    things, at, place = rest.partition("@")
    return f"{verb}:{'+'.join(map(kind_of, things.split('+')))}{at}{place}"


def kind_of(name: str) -> str:
    """The key of the chip with this printed name; any other name in the form of a key."""
    plain = re.sub(r"^(an?|the|all|with) ", "", name.strip().casefold().removeprefix("with "))
    for kind in LIBRARY:
        if LIBRARY[kind].name.casefold() == plain:
            return kind
    return re.sub(r"[ -]+", "_", plain.replace("'", "").replace("&", "and"))


def verb_for(kind: str, question: Question, view: View) -> str:
    """What somebody means who names only a chip: in the buy phase a chip of the hand that is not for sale is played."""
    held, sold = (kind in cast(Container[str], view.zones[zone]) for zone in (f"{view.audience}.hand", "bank"))
    plays = question.what == "action" or (question.what == "buy" and held and not sold)
    return "play" if plays else question.what
