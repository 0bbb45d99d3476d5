"""Compares a match with what a scenario says of it; differences are told in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from companion.rules import Draw, Event, Forced, Illegal, Match, Moved
from companion.rules.kernel.positions import Path, loosely
from companion.scenarios.scenario import Expectation, Refuses, Tokens

Mismatch: TypeAlias = tuple[Path, str]
"""The place in the scenario, and what is different from it."""


def pending_now(match: Match) -> str:
    """Return in words what the match waits for, and what is offered.

    >>> from companion.rules import SeatSetup, Setup, new_match
    >>> seats = SeatSetup("A", "jaina"), SeatSetup("B", "rook")
    >>> pending_now(new_match(Setup("puzzle-strike", seats, bank="first_game")))
    'pending: a draw of 5 from A.bag'
    """
    due = match.pending
    if due is None:
        return "the game is over"
    if isinstance(due, Draw):
        return f"pending: a draw of {due.count} from {due.source}"
    about = f" ({due.about})" if due.about else ""
    offered = "; ".join(f"{seat} is offered {in_words(match.options(seat))}" for seat in match.waiting_for)
    return f"pending: {due.what}{about}, {offered}"


def in_words(tokens: Sequence[str]) -> str:
    """Return tokens as they are written in a scenario."""
    return f"[{', '.join(tokens)}]"


def same_answer(written: str, taken: str) -> bool:
    """Whether a token of the script means the one that the match took without asking.

    >>> same_answer("combine:2+1", "combine:1+2"), same_answer("trash:wound", "trash:wound@discard")
    (True, True)
    >>> same_answer("break:3", "break:2")
    False
    """
    if written == taken or {written, taken} == {"pass", "done"}:
        return True
    verb, _, what = written.partition(":")
    taken_verb, _, taken_what = taken.partition(":")
    if verb != taken_verb:
        return False
    return sorted(what.split("+")) == sorted(taken_what.split("+")) or taken_what.startswith(what + "@")


def came_by_itself(match: Match, seat: str, token: str, event: Event) -> bool:
    """Whether this event is what the token says: the only possible answer, or a step that is never a choice."""
    if isinstance(event, Forced):
        return event.seat == seat and same_answer(token, event.token)
    said = match.game.by_itself(seat, token)
    return said is not None and isinstance(event, Moved) and event._replace(count=said.count) == said


def might_have_been_more(match: Match, seat: str, token: str) -> bool:
    """Whether the seat could also have named two things or none. A script may then write `done` after the one."""
    verb = token.partition(":")[0]
    offered = match.options(seat)
    two = any(option.startswith(f"{verb}:") and "+" in option for option in offered)
    return two and "+" not in token and bool({"pass", "done"} & set(offered))


def differing(match: Match, expectation: Expectation, start: Any, events: tuple[Event, ...]) -> list[Mismatch]:
    """Return everything in an expectation that does not hold now."""
    path = expectation.path
    game, table = match.game, match.table
    found = [
        ((*path, *difference.path), difference.text)
        for difference in game.differences(table, expectation.of_game, start, events)
    ]
    if expectation.winner is not None:
        winner = game.facts(table).get("winner") or "none"
        if winner != expectation.winner:
            found.append(((*path, "winner"), f"winner: expected {expectation.winner}, it is {winner}"))
    happened = {type(event).__name__ for event in events}
    known = {loosely(name) for name in happened}
    for name in expectation.events.has:
        if loosely(name) not in known:
            found.append(((*path, "events", "has"), f"no {name} happened, only {in_words(sorted(happened))}"))
    for name in expectation.events.lacks:
        if loosely(name) in known:
            found.append(((*path, "events", "lacks"), f"{name} happened, and should not have"))
    return found + pending_differs(match, expectation)


def pending_differs(match: Match, expectation: Expectation) -> list[Mismatch]:
    """Return how what the match waits for differs from what the scenario says of it."""
    path = (*expectation.path, "pending")
    if expectation.pending == "draw" and not isinstance(match.pending, Draw):
        return [(path, f"expected a draw; {pending_now(match)}")]
    if expectation.pending == "none" and match.pending is not None:
        return [(path, f"expected that nothing is asked; {pending_now(match)}")]
    if isinstance(expectation.pending, tuple):
        seat, tokens = expectation.pending
        if seat not in match.waiting_for:
            return [(path, f"expected a question to {seat}; {pending_now(match)}")]
        return tokens_differ(match, seat, tokens, path)
    return []


def tokens_differ(match: Match, seat: str, tokens: Tokens, path: Path) -> list[Mismatch]:
    """Return how the offered tokens differ. A token counts as offered if it is accepted, also in a shorter form."""
    found: list[Mismatch] = []
    for token in tokens.has:
        if not match.accepts(token, seat):
            found.append(((*path, "has"), f"{token} is not offered to {seat}; {pending_now(match)}"))
    for token in tokens.lacks:
        if match.accepts(token, seat):
            found.append(((*path, "lacks"), f"{token} is offered to {seat}, and should not be; {pending_now(match)}"))
    if tokens.only is not None:
        meant = {token: match.accepts(token, seat) for token in tokens.only}
        missing = [token for token, offered in meant.items() if not offered]
        extra = [token for token in match.options(seat) if token not in meant.values()]
        if missing:
            found.append(((*path, "only"), f"not offered to {seat}: {in_words(missing)}; {pending_now(match)}"))
        if extra:
            found.append(((*path, "only"), f"offered to {seat} beyond those: {in_words(extra)}; {pending_now(match)}"))
    return found


def refusals(match: Match, step: Refuses) -> list[Illegal] | None:
    """Return why the token is refused; None if it is not. It is also tried after what makes it possible, as when all
    money of the hand is laid."""
    cited = []
    for now in (match, *made_possible(match, step)):
        refusal = now.why_not(step.token, step.seat)
        if refusal is None:
            return None
        cited.append(refusal)
    return cited


def made_possible(match: Match, step: Refuses) -> list[Match]:
    """Return the match after all that the seat may say beforehand, also with unseen pieces as far as they allow it."""
    before = match.game.beforehand(step.token)
    if not before:
        return []
    after = match.copy()
    while able := [token for token in before if after.accepts(token, step.seat)]:
        after.answer(able[-1], step.seat)
    return [after]
