"""Tries an answer in a position: what it brings about, or why it is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules import UNSEEN, Draw, Event, Illegal, Match, Question, Words
from companion.rules.kernel.sentences import Term
from companion.rules.kernel.typed import DRAW, read_typed

ONLY_ANSWER = Term("the only answer")
IN_ORDER = Term("in the order of the bag")
NOTHING_ELSE = Term("nothing else can come out")

MOST_BY_ITSELF = 200
"""More steps without a decision than any real game has: stop here instead of looping for ever."""

ACTS_OF_THE_TURN = ("play", "buy", "keep", "done")
"""Answers that are meant for the seat whose turn it is, if no seat is named."""


class ForcedStep(NamedTuple):
    """A step that happens without anybody's decision."""

    seat: str
    token: str
    why: Term
    events: tuple[Event, ...]


class Try(NamedTuple):
    """The result of trying an answer."""

    seat: str
    token: str
    by_itself: tuple[ForcedStep, ...]
    """The steps that happened before it without anybody's decision."""
    events: tuple[Event, ...]
    """What the answer itself brought about."""
    refusal: Illegal | None
    rulings: tuple[str, ...]
    """How this engine reads the chips that were carried out or stood in the way, where rulebook and chip leave room."""


class Foreseen(NamedTuple):
    """How a try will end: after how many steps without a decision, by which seat, and why it is refused, if it is."""

    steps: int
    seat: str
    refusal: Illegal | None = None


def attempt(match: Match, text: str, words: Words | None = None) -> Try:
    """Try an answer, and return the result. Before it, questions with only one answer are answered by themselves, and
    chips come out in the order of the bag."""
    named, token = read_typed(match, text, words)
    steps, seat, refusal = foreseen(match.copy(), named, token, words or match.game.words)
    ran: list[str] = []
    by_itself: list[ForcedStep] = []
    for _ in range(steps):
        running = carried_out(match)
        step = goes_without_saying(match, token)
        assert step is not None
        by_itself.append(step)
        ran += [*running, *begun(match, step.events)]
    before, asked, running = tuple(by_itself), match.pending, carried_out(match)
    if refusal is None:
        try:
            events = match.draw(kinds_of(token)) if token.startswith(DRAW) else match.answer(token, seat)
        except Illegal as why:
            refusal = why
    if refusal is not None:
        chips = [*chip_of(refusal.rule), *running, *reversed(ran)]
        return Try(seat, token, before, (), refusal, rulings(match, chips, refusal.rule))
    chips = [*running, *begun(match, events), *reversed(ran)]
    return Try(seat, token, before, events, None, rulings(match, chips, asked.rule if asked else ""))


# -- who means it, and when ------------------------------------------------------------------------------------


def foreseen(match: Match, named: str, token: str, words: Words) -> Foreseen:
    """Find the moment for an answer: the first one that accepts it, or else the one that gives the best reason.

    The match plays on by itself until somebody has to decide. The best reason is the first that is about the answer
    itself (`to_the_point`), or for a reaction the first that is not just the general rule on reactions; once such a
    reason is found, the search ends at the next rest. Without one the answer is refused at the last moment.
    """
    refused: Foreseen | None = None
    for steps in range(MOST_BY_ITSELF):
        seat = named or meant(match, token)
        if refused and match.resting:
            return refused
        if match.accepts(token, seat) or (token.startswith(DRAW) and isinstance(match.pending, Draw)):
            return Foreseen(steps, seat)
        why = refusal_of(match, token, seat, words)
        known = token.startswith("react:") and why.rule != "main-and-reaction"
        if refused is None and (why.to_the_point or (known and isinstance(match.pending, Question))):
            refused = Foreseen(steps, seat, why)
        if goes_without_saying(match, token) is None:
            return refused or Foreseen(steps, seat, why)
    return refused or Foreseen(steps, seat, why)


def refusal_of(match: Match, token: str, seat: str, words: Words) -> Illegal:
    """Return why the answer is refused now. Random picks must be said, as a position only gives the order of bags."""
    due = match.pending
    if isinstance(due, Draw) and not match.game.places.is_heap(due.source) and not token.startswith(DRAW):
        usual = commonest(match)
        kinds = ",".join(usual if kind == UNSEEN else kind for kind in due.among[: due.count])
        return Illegal(
            token,
            '{question} The position does not say: name it, for example "{example}".',
            due.rule,
            question=words.draw(due),
            example=DRAW + kinds,
        )
    why = match.why_not(token, seat)
    if token.startswith(DRAW):
        try:
            match.draw(kinds_of(token))
        except Illegal as refusal:
            why = refusal
    assert why is not None
    return why


def commonest(match: Match) -> str:
    """Return the kind of piece of which a box holds most."""
    box = match.game.box()
    return max(box, key=box.__getitem__, default=UNSEEN)


def goes_without_saying(match: Match, token: str) -> ForcedStep | None:
    """Carry out a step that needs no decision, and return it; None if the next step needs one.

    Such steps are an answer that everybody can see is the only one, and draws from a bag or with only one result.
    """
    pending = match.pending
    if isinstance(pending, Question) and pending.forced:
        ((seat, (only,)),) = pending.options.items()
        return ForcedStep(seat, only, ONLY_ANSWER, match.answer(only, seat))
    if not isinstance(pending, Draw) or token.startswith(DRAW) or pending.again:
        return None
    kinds = pending.among[: pending.count]
    certain = UNSEEN not in pending.among and (len(set(pending.among)) == 1 or len(pending.among) == pending.count)
    in_order = match.game.places.is_heap(pending.source)
    if not certain and not in_order:
        return None
    why = IN_ORDER if in_order else NOTHING_ELSE
    return ForcedStep(pending.seat, DRAW + ",".join(kinds), why, match.draw(kinds))


def meant(match: Match, token: str) -> str:
    """Return the seat that an answer without a name is meant for: one that can give it, or else the most likely one."""
    if match.pending is None or isinstance(match.pending, Draw):
        return match.pending.seat if match.pending else ""
    waiting = match.waiting_for
    if able := [seat for seat in waiting if match.accepts(token, seat)]:
        return able[0]
    seats = [seat.name for seat in match.setup.seats]
    turn = str(match.game.facts(match.table).get("turn") or "")
    verb = token.partition(":")[0]
    if verb in ACTS_OF_THE_TURN and turn in seats:
        return turn
    if verb == "react" and match.pending.what != "react" and turn in seats:
        at = seats.index(turn)
        others = seats[at + 1 :] + seats[:at]
        known = (seat for seat in others if (why := match.why_not(token, seat)) and why.rule != "main-and-reaction")
        return next(known, others[0])
    return (*waiting, "")[0]


def kinds_of(token: str) -> list[str]:
    """Return the kinds that a draw names."""
    return [kind.strip() for kind in token.removeprefix(DRAW).split(",") if kind.strip()]


# -- how the chips are read ------------------------------------------------------------------------------------


def carried_out(match: Match) -> tuple[str, ...]:
    """Return the chips that are being carried out, innermost first: the one that asks, then those played before it."""
    pending = match.pending
    asks = chip_of(pending.rule) if pending else []
    if isinstance(pending, Question):
        asks = [] if pending.what == "react" else [pending.about, *asks]  # the attack itself may not run yet
    said = [what for kind, _, what in match.since if kind == "answer" and isinstance(what, str)]
    return (*asks, *(named_chip(token) for token in reversed(said) if token.startswith(("play:", "react:"))))


def begun(match: Match, events: Iterable[Event]) -> list[str]:
    """Return the chips that began to be carried out."""
    return [kind for kind in map(match.game.begun, events) if kind]


def chip_of(rule: str) -> list[str]:
    """Return the chip that a rule is about, if it is one."""
    return [rule.removeprefix("chip:")] if rule.startswith("chip:") else []


def named_chip(token: str) -> str:
    """Return the chip that an answer names.

    >>> named_chip("trash:wound@discard")
    'wound'
    """
    return token.partition(":")[2].partition("@")[0]


def rulings(match: Match, chips: Iterable[str], rule: str) -> tuple[str, ...]:
    """Return how this engine reads these chips where that is open: first by the deciding rule, then chip by chip."""
    entries = match.game.encyclopedia()
    known = [entries[chip] for chip in dict.fromkeys(chips) if chip in entries]
    inferred = [ruling for entry in known for ruling in entry.rulings if ruling.source == "inferred"]
    inferred.sort(key=lambda ruling: ruling.rule != rule)
    return tuple(dict.fromkeys(ruling.text for ruling in inferred))
