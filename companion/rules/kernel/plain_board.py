"""The board of a game that does not describe its own: every zone as a heap, every fact as a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from companion.rules.kernel.board import Board, Heap, Number, Panel, Piece, PieceGroup, Stack, Stacks, Token
from companion.rules.kernel.steps import UNSEEN

if TYPE_CHECKING:
    from companion.rules.kernel.views import View

TABLE_PANEL = "table"
WINNER = "winner"


def plain_board(view: View) -> Board:
    """A panel for each seat, and one for what belongs to no seat."""
    zones: dict[str, list[Piece]] = {seat: [] for seat in view.seats}
    facts: dict[str, list[Piece]] = {seat: [] for seat in view.seats}
    for name, content in view.zones.items():
        place = view.places[name]
        zones.setdefault(place.owner, []).append(zone_piece(place.label, content)._replace(place=name))
    for name, fact in view.facts.items():
        seat, label = whose(name, view.seats)
        facts.setdefault(seat, []).extend(fact_pieces(label, fact))
    over = not view.asks
    panels = [
        Panel(seat, seat, (*facts[seat], *zones[seat]), active=not over and seat in view.waiting_for)
        for seat in view.seats
    ]
    shared = Panel(TABLE_PANEL, "", (*facts.get("", ()), *zones.get("", ())))
    headline = str(view.facts.get(WINNER) or "") if over else ", ".join(view.waiting_for)
    return Board(headline, tuple(panels), (shared,) if shared.pieces else (), over)


def whose(fact: str, seats: Iterable[str]) -> tuple[str, str]:
    """The seat that a fact is about, or "", and the rest of its name: `A.money` is the money of A.

    >>> whose("A.money", ("A", "B")), whose("trap.wound", ("A", "B"))
    (('A', 'money'), ('', 'trap.wound'))
    """
    seat, dot, rest = fact.partition(".")
    return (seat, rest) if dot and seat in seats else ("", fact)


def zone_piece(label: str, content: tuple[str, ...] | Mapping[str, int] | int) -> Heap | Stacks:
    """What lies in a zone."""
    if isinstance(content, int):
        return Heap(label, hidden=content)
    if isinstance(content, Mapping):
        return Stacks(label, tuple(Stack(PieceGroup(kind, kind, count)) for kind, count in content.items()))
    return heap(label, content, lambda kind: PieceGroup(kind, kind))


def heap(label: str, content: Iterable[str], chip: Callable[[str], PieceGroup], *, main: bool = False) -> Heap:
    """A heap with pieces of one kind together; pieces that nobody has identified are only counted."""
    counts = Counter(content)
    hidden = counts.pop(UNSEEN, 0)
    return Heap(label, tuple(chip(kind)._replace(count=count) for kind, count in counts.items()), hidden, main)


def fact_pieces(label: str, fact: object) -> list[Piece]:
    """A fact as a number with its name. Nothing is shown for an empty or false one."""
    if isinstance(fact, bool):
        return [Token(label, "grey")] if fact else []
    if isinstance(fact, tuple):
        fact = ", ".join(map(str, fact))
    return [Number(label, str(fact))] if fact != "" else []
