"""Whether the world can have answered so: what may come out of a bag, a hand, a die."""

from __future__ import annotations

from collections import Counter

from companion.rules.kernel import lots
from companion.rules.kernel.refusals import Illegal
from companion.rules.kernel.steps import UNSEEN, Draw
from companion.rules.kernel.unseen import can_lie


def why_not_drawn(due: Draw, kinds: tuple[str, ...]) -> Illegal | None:
    """What is wrong with a draw: the number, pieces that are not there, or more of one than there are."""
    if len(kinds) != due.count:
        return Illegal("draw", "{count} are to be drawn here, not {said}.", due.rule, count=due.count, said=len(kinds))
    if is_there(due, kinds):
        return None
    named = Counter(kinds)
    there = {kind: copies(due, kind) for kind in named}
    values: dict[str, object] = {"source": due.source}
    if nowhere := [kind for kind, most in there.items() if not most]:
        values["what"] = ", ".join("an unidentified piece" if kind == UNSEEN else kind for kind in nowhere)
        template = "{what} cannot come out of {source}."
    elif too_many := [kind for kind, most in there.items() if named[kind] > most]:
        values |= {"what": too_many[0], "said": named[too_many[0]], "there": there[too_many[0]]}
        template = "{what}: {said} are named, and {source} has {there}."
    elif not due.again and not can_lie(due.among, due.unseen, due.place, [kind for kind in kinds if kind != UNSEEN]):
        values["what"] = ", ".join(kind for kind in kinds if kind not in due.among)
        template = "{what} cannot all come out of {source}: some of it lies elsewhere."
    else:
        return None
    return Illegal("draw", template, due.rule, private=bool(due.owner), **values)


def is_there(due: Draw, kinds: tuple[str, ...]) -> bool:
    """Whether all of these are known to be there; nearly always they are."""
    left = list(due.among)
    for kind in kinds:
        if kind == UNSEEN or kind not in left:
            return False
        if not due.again:
            left.remove(kind)
    return True


def copies(due: Draw, kind: str) -> int:
    """How many of a kind can come out; an unseen piece stays unseen only where one seat alone sees the draw."""
    if kind == UNSEEN:
        return due.count if due.owner else 0
    if due.again:
        return due.count if kind in due.among else 0
    return due.among.count(kind) + lots.most(due.unseen, due.place, kind.__eq__)
