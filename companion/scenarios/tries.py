"""Tries in a position: an answer as people write it, and what the rules make of it."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules import Draw, Event, Illegal, Match, Question

DRAW = "draw:"
ONLY_ANSWER = "the only answer"
IN_ORDER = "in the order of the bag"


class Step(NamedTuple):
    """A step that needs nobody."""

    seat: str
    token: str
    why: str
    """`ONLY_ANSWER` or `IN_ORDER`."""
    events: tuple[Event, ...]


class Try(NamedTuple):
    """What came of an answer."""

    seat: str
    token: str
    by_itself: tuple[Step, ...]
    """What had to happen before it."""
    events: tuple[Event, ...]
    refusal: Illegal | None
    rulings: tuple[str, ...]
    """Where rulebook and chip leave room: how this engine reads the chip that is tried."""

    @property
    def steps(self) -> tuple[tuple[Event, ...], ...]:
        """All that happened, step by step."""
        return (*(step.events for step in self.by_itself), self.events)


def attempt(match: Match, text: str) -> Try:
    """Answer, or say why not; what has only one answer is given on the way, and chips come in the order of the bag."""
    seat, token = whose(match, text)
    here = match.why_not(token, seat)  # for a reaction that comes too late the reason is known here, not a turn later
    by_itself: list[Step] = []
    while match.accepts(token, seat) is None and (step := goes_without_saying(match, token)):
        by_itself.append(step)
        seat, token = whose(match, text)
    before, read = tuple(by_itself), rulings(match, token)
    try:
        if token.startswith(DRAW):
            events = match.draw([kind.strip() for kind in token.removeprefix(DRAW).split(",")])
        else:
            events = match.answer(token, seat)
    except Illegal as there:
        too_late = here is not None and token.startswith("react:") and there.rule == "main-and-reaction"
        return Try(seat, token, before, (), here if too_late else there, read)
    return Try(seat, token, before, events, None, read)


def goes_without_saying(match: Match, token: str) -> Step | None:
    """A step that needs nobody: the only answer that everybody can see, or a draw in the order of the bag."""
    pending = match.pending
    if isinstance(pending, Question) and pending.forced:
        ((seat, (only,)),) = pending.options.items()
        return Step(seat, only, ONLY_ANSWER, match.answer(only, seat))
    if isinstance(pending, Draw) and pending.source.endswith(".bag") and not token.startswith(DRAW):
        kinds = pending.among[: pending.count]
        return Step(pending.seat, DRAW + ",".join(kinds), IN_ORDER, match.draw(kinds))
    return None


def rulings(match: Match, token: str) -> tuple[str, ...]:
    """How this engine reads the chip that an answer names, where that is open."""
    entry = match.game.encyclopedia().get(token.partition(":")[2].partition("@")[0])
    return tuple(ruling.text for ruling in entry.rulings if ruling.source == "inferred") if entry else ()


def whose(match: Match, text: str) -> tuple[str, str]:
    """The seat that a try is for: the one named, else the one that is asked."""
    named, _, rest = text.partition(":")
    if rest and (":" in rest or any(named == seat.name for seat in match.setup.seats)):
        return named, rest
    if isinstance(match.pending, Draw):
        return match.pending.seat, text
    return (match.waiting_for or ("",))[0], text
