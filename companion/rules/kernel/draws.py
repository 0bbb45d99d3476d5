"""Checks of draws: what can come out of a bag, a hand or a die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.rules.kernel import lots
from companion.rules.kernel.refusals import Illegal
from companion.rules.kernel.sentences import AND, Terms
from companion.rules.kernel.steps import UNSEEN, Draw
from companion.rules.kernel.unseen import can_lie


def why_not_drawn(
    due: Draw, kinds: tuple[str, ...], piece: Callable[[str], str] = str, place: Callable[[str], str] = str
) -> Illegal | None:
    """Return what is wrong with a draw: too many or too few pieces, or pieces that cannot be there.

    `piece` and `place` give the names of kinds and zones.
    """
    if len(kinds) != due.count:
        return Illegal("draw", "Name {count} here, not {said}.", due.rule, count=due.count, said=len(kinds))
    if is_there(due, kinds):
        return None
    named = Counter(kinds)
    there = {kind: copies(due, kind) for kind in named}
    source, private = place(due.source), bool(due.owner)
    if nowhere := [piece(kind) for kind, most in there.items() if not most]:
        what = Terms(nowhere, AND, commas=True)
        return Illegal(
            "draw", "{what} cannot come out of {source}.", due.rule, private=private, what=what, source=source
        )
    if too_many := [kind for kind, most in there.items() if named[kind] > most]:
        return Illegal(
            "draw",
            "{what}: you named {said}, but {source} has {there}.",
            due.rule,
            private=private,
            what=piece(too_many[0]),
            said=named[too_many[0]],
            source=source,
            there=there[too_many[0]],
        )
    if not due.again and not can_lie(due.among, due.unseen, due.place, [kind for kind in kinds if kind != UNSEEN]):
        return Illegal(
            "draw",
            "{what} cannot all come out of {source}: some of it lies elsewhere.",
            due.rule,
            private=private,
            what=Terms((piece(kind) for kind in kinds if kind not in due.among), AND, commas=True),
            source=source,
        )
    return None


def is_there(due: Draw, kinds: tuple[str, ...]) -> bool:
    """Whether all of these are among the identified pieces. They nearly always are, so this quick check comes first."""
    left = list(due.among)
    for kind in kinds:
        if kind == UNSEEN or kind not in left:
            return False
        if not due.again:
            left.remove(kind)
    return True


def copies(due: Draw, kind: str) -> int:
    """How many of a kind can come out. A piece may stay `?` only if a single seat sees the draw."""
    if kind == UNSEEN:
        return due.count if due.owner else 0
    if due.again:
        return due.count if kind in due.among else 0
    return due.among.count(kind) + lots.most(due.unseen, due.place, kind.__eq__)
