"""Whether the world can have answered so: what may come out of a bag, a hand, a die."""

from __future__ import annotations

from companion.rules.kernel.refusals import Illegal
from companion.rules.kernel.steps import UNSEEN, Draw


def why_not_drawn(due: Draw, kinds: tuple[str, ...]) -> Illegal | None:
    """What is wrong with a draw: the number, pieces that are not there, or more of one than there are."""
    if len(kinds) != due.count:
        return Illegal("draw", "{count} are to be drawn here, not {said}.", due.rule, count=due.count, said=len(kinds))
    if due.again:
        strange = [kind for kind in kinds if kind not in due.among]
    else:
        strange = not_among(kinds, list(due.among), list(due.pool), unseen_allowed=bool(due.owner))
    if not strange:
        return None
    there = {kind: copies(due, kind) for kind in strange}
    nowhere = [kind for kind in there if not there[kind]]
    kind = strange[0]
    values: dict[str, object] = {"what": kind, "source": due.source}
    if nowhere:
        values["what"] = ", ".join("an unidentified piece" if kind == UNSEEN else kind for kind in nowhere)
        template = "{what} cannot come out of {source}."
    elif kinds.count(kind) > there[kind]:
        values |= {"said": kinds.count(kind), "there": there[kind]}
        template = "{what}: {said} are named, and {source} has {there}."
    else:
        template = "{what} cannot come out of {source} beside the others: too few unidentified pieces are there."
    return Illegal("draw", template, due.rule, private=bool(due.owner), **values)


def copies(due: Draw, kind: str) -> int:
    """How many of a kind lie there, or may lie there unseen; an unseen piece itself is only drawn in secret."""
    if due.again or kind == UNSEEN:
        return 0
    return due.among.count(kind) + min(due.among.count(UNSEEN), due.pool.count(kind))


def not_among(kinds: tuple[str, ...], left: list[str], pool: list[str], *, unseen_allowed: bool) -> list[str]:
    """What cannot come out of pieces of which some are unseen.

    >>> not_among(("a", "b", "c"), ["a", "?"], ["c"], unseen_allowed=True)
    ['b']
    """
    strange = []
    for kind in kinds:
        if kind in left and kind != UNSEEN:
            left.remove(kind)
        elif kind == UNSEEN and unseen_allowed:
            pass
        elif UNSEEN in left and kind in pool:
            left.remove(UNSEEN)
            pool.remove(kind)
        else:
            strange.append(kind)
    return strange
