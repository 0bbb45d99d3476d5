"""What a player may think of doing now, allowed or not, made only of what that seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.rules.kernel import UNSEEN, View
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEMS

AT_REST = ("action", "buy", "react", "ante", "draw")
"""Questions at which people think of everything that a turn has; while a chip is carried out, only of what it asks."""
OF_THE_HAND = ("trash", "discard", "pile", "keep", "give", "bag")
OF_THE_BANK = ("gain", "take", "trap")
"""Verbs of a chip's text whose chips lie in the bank."""


def thinkable(view: View) -> tuple[str, ...]:
    """Tokens: first for the hand, then for the bank, then for the end of a phase.

    >>> from companion.rules.puzzle_strike import GAME
    >>> from companion.rules.puzzle_strike.position import read
    >>> from companion.rules import Match
    >>> seats = {"A": {"hand": ["gem_1", "crash_gem"]}, "B": {}}
    >>> match = Match(GAME, *read({"seats": seats, "turn": {"seat": "A"}}))
    >>> thinkable(match.view("A"))[:3]
    ('play:crash_gem', 'play:gem_1', 'react:crash_gem')
    """
    seat, asked = view.audience, view.asks
    if seat not in view.seats or not asked or view.facts["phase"] == "setup":
        return ()
    hand, stock = kinds(view, f"{seat}.hand"), kinds(view, "bank")
    if asked in AT_REST or seat not in view.waiting_for:
        found = [
            *(f"play:{kind}" for kind in hand),
            *(f"react:{kind}" for kind in hand if LIBRARY.reacts(kind)),
            *(f"buy:{kind}" for kind in stock),
            *(f"keep:{kind}" for kind in hand if asked == "buy" and seat in view.waiting_for),
            "done",
        ]
    elif asked == "keep":
        found = [*(f"keep:{kind}" for kind in hand), *(f"buy:{kind}" for kind in stock), "done"]
    elif LIBRARY.telling(view.rule.removeprefix("chip:")).stops:
        pairs = gems_of(view, seat, pairs_alone=True)
        found = [*(f"discard:{kind}" for kind in hand), *(f"combine:{gems}" for gems in pairs), "pass"]
    elif asked in ("break", "combine"):
        found = [f"{asked}:{gems}" for gems in gems_of(view, seat, pairs_alone=asked == "combine")]
    else:
        found = [
            f"{asked}:{kind}" for kind in (hand if asked in OF_THE_HAND else stock if asked in OF_THE_BANK else ())
        ]
        found.append("pass")
    return tuple(dict.fromkeys(found))


def kinds(view: View, zone: str) -> tuple[str, ...]:
    """The kinds that are known to lie in a zone, each once."""
    content = view.zones[zone]
    known: Iterable[str] = () if isinstance(content, int) else content
    return tuple(dict.fromkeys(kind for kind in known if kind != UNSEEN))


def gems_of(view: View, seat: str, *, pairs_alone: bool) -> Iterator[str]:
    """The gems of a pile as answers name them, then pairs of them, the larger first."""
    pile = view.zones[f"{seat}.pile"]
    assert isinstance(pile, tuple)
    sizes = sorted((kind[4:] for kind in pile if kind in GEMS), reverse=True)
    if not pairs_alone:
        yield from sizes
    yield from ("+".join(pair) for pair in combinations(sizes, 2))
