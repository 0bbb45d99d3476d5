"""Comparing a match with what a scenario says of it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from companion.rules import Draw, Event, Game, Match
from companion.rules.kernel.positions import Path
from companion.scenarios.scenario import Expectation, Offers, Refuses, Tokens

Mismatch: TypeAlias = tuple[Path, str]
"""Where the scenario says it, and what is different."""


def pending_now(match: Match) -> str:
    """What the match waits for, and what is offered.

    >>> from companion.rules import SeatSetup, Setup, new_match
    >>> pending_now(new_match(Setup("puzzle-strike", (SeatSetup("A", "jaina"), SeatSetup("B", "rook")), bank="first_game")))
    'pending: a draw of 5 from A.bag'
    """
    due = match.pending
    if due is None:
        return "the match is over"
    if isinstance(due, Draw):
        return f"pending: a draw of {due.count} from {due.source}"
    about = f" ({due.about})" if due.about else ""
    offered = "; ".join(f"{seat} is offered {in_words(match.options(seat))}" for seat in match.waiting_for)
    return f"pending: {due.what}{about}, {offered}"


def in_words(tokens: Sequence[str]) -> str:
    """Tokens as in the file."""
    return f"[{', '.join(tokens)}]"


def same_answer(written: str, taken: str) -> bool:
    """Whether a written token means the one that was taken by itself.

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


def differing(match: Match, expectation: Expectation, start: Any, events: tuple[Event, ...]) -> list[Mismatch]:
    """Everything that does not hold now."""
    found = table_differs(match.game, match.table, expectation, start, events)
    path = (*expectation.path, "pending")
    if expectation.pending == "draw":
        if not isinstance(match.pending, Draw):
            found.append((path, f"expected a draw; {pending_now(match)}"))
    elif isinstance(expectation.pending, tuple):
        seat, tokens = expectation.pending
        if seat not in match.waiting_for:
            found.append((path, f"expected a question to {seat}; {pending_now(match)}"))
        else:
            found += tokens_differ(match, seat, tokens, path)
    return found


def differing_at_rest(
    game: Game[Any], table: Any, expectation: Expectation, start: Any, events: tuple[Event, ...]
) -> list[Mismatch]:
    """Everything that did not hold while the table rested: nothing was asked, so nothing was pending."""
    found = table_differs(game, table, expectation, start, events)
    if expectation.pending:
        found.append(((*expectation.path, "pending"), "expected a question, but nothing was left to decide"))
    return found


def table_differs(
    game: Game[Any], table: Any, expectation: Expectation, start: Any, events: tuple[Event, ...]
) -> list[Mismatch]:
    """What lies, who has won, and what has happened."""
    path = expectation.path
    found = [
        ((*path, *difference.path), difference.text)
        for difference in game.differences(table, expectation.of_game, start, events)
    ]
    if expectation.winner is not None:
        winner = game.facts(table).get("winner") or "none"
        if winner != expectation.winner:
            found.append(((*path, "winner"), f"winner: expected {expectation.winner}, it is {winner}"))
    happened = {type(event).__name__ for event in events}
    for name in expectation.events.has:
        if name not in happened:
            found.append(((*path, "events", "has"), f"no {name} happened; what did: {in_words(sorted(happened))}"))
    for name in expectation.events.lacks:
        if name in happened:
            found.append(((*path, "events", "lacks"), f"{name} happened, and should not have"))
    return found


def offers_differ(match: Match, step: Offers) -> list[Mismatch]:
    """What is not offered as the step says."""
    return tokens_differ(match, step.seat, step.tokens, step.path)


def tokens_differ(match: Match, seat: str, tokens: Tokens, path: Path) -> list[Mismatch]:
    """A token counts as offered when it would be accepted, also in a shorter form."""
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


def refusal_differs(match: Match, step: Refuses) -> Mismatch | None:
    """The token must be refused, in the buy phase with all gems laid too; and by the rule that is named."""
    cited = []
    for now in (match, *with_money_laid(match, step)):
        refusal = now.why_not(step.token, step.seat)
        if refusal is None:
            laid = "" if now is match else " once all gems are laid"
            return step.path, f"{step.token} is not refused to {step.seat}{laid}; {pending_now(now)}"
        cited.append(refusal)
    if step.rule and not any(step.rule in refusal.rule for refusal in cited):
        last = cited[-1]
        return (
            (*step.path, "rule"),
            f'{step.token} is refused to {step.seat} by the rule "{last.rule}", not "{step.rule}": {last.why}',
        )
    return None


def with_money_laid(match: Match, step: Refuses) -> list[Match]:
    """The match with all gems of the hand laid as money, where they can be and something is to be bought."""
    if not step.token.startswith("buy:"):
        return []
    laid = match.copy()
    while True:
        gems = [token for token in laid.options(step.seat) if token == "play:gems" or token.startswith("play:gem_")]
        if not gems or laid.game.facts(laid.table).get("phase") != "buy":
            return [laid] if laid is not match else []
        laid.answer("play:gems" if "play:gems" in gems else gems[0], step.seat)
