"""What a seat may answer, sorted by where people look for it: chips of its hand, chips for sale, all else.

Each answer is in one place only. If an answer is about a single chip of the hand, that chip is its button; if it is
about a stack with a price, that stack is. All others are buttons with words; where these are many, they are put into
groups by the chip that they name first, so that two taps are enough for any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.faces.screen import Choice, Screen
from companion.rules.kernel.board import Board, Heap, Number, Panel, PieceGroup, Row, Stack, Stacks

MANY: Final = 12
"""More buttons than this are put into groups."""
NO_LOOKS: Final[Mapping[str, PieceGroup]] = MappingProxyType({})


class AnswerButton(NamedTuple):
    """An answer, the mark of its button, and the chips that it names."""

    choice: Choice
    mark: str
    chips: tuple[PieceGroup, ...] = ()


class Held(NamedTuple):
    """Chips of a kind in the own hand, and what playing one of them answers; None if it answers nothing now."""

    chip: PieceGroup
    place: str
    offered: AnswerButton | None


class ForSale(NamedTuple):
    """A stack, and the answer that takes a chip from it; None if it is too dear, empty, or not allowed."""

    stack: Stack
    offered: AnswerButton | None


class Group(NamedTuple):
    """Answers that name the same chip first."""

    chip: PieceGroup
    offered: tuple[AnswerButton, ...]


class Answers(NamedTuple):
    """Everything that a seat may answer now."""

    words: str
    """What is asked; "" if nothing is."""
    numbers: tuple[Number, ...]
    """What the seat has to spend."""
    held: tuple[Held, ...]
    hidden: int
    """Chips of the own hand that nobody has identified."""
    buying: bool
    sale: tuple[ForSale, ...]
    """What can be bought, the dearest first, those of one price by colour."""
    dear: tuple[ForSale, ...]
    """What cannot be bought now, the cheapest first; what costs nothing comes last."""
    plain: tuple[AnswerButton, ...]
    """Answers that name no chip, such as `done`."""
    others: tuple[AnswerButton, ...]
    groups: tuple[Group, ...]


def answers_of(screen: Screen, asked_mark: str, own_mark: str, looks: Mapping[str, PieceGroup] = NO_LOOKS) -> Answers:
    """Return what the seat of a screen may answer. The marks are for answers to a question, and for all others; `looks`
    are those of chips that an answer may name though nobody sees them."""
    ask, own, board = screen.ask, screen.own, screen.board
    mine = next(panel for panel in board.seats if panel.key == screen.audience)
    chips = {**looks, **chips_on(board)}
    asked = {choice.token: choice for choice in (ask.choices if ask else ())}
    may = {choice.token: choice for choice in (own.may if own else ()) if choice.token not in asked}
    offered = [AnswerButton(choice, asked_mark, named(choice, chips)) for choice in asked.values()]
    offered += [AnswerButton(choice, own_mark, named(choice, chips)) for choice in may.values()]
    held, hidden = hand_of(mine, offered)
    for_sale = stacks_of(board, offered)
    buttons = [*(one.offered for one in held), *(one.offered for one in for_sale)]
    taken = {one.choice.token for one in buttons if one}
    rest = [one for one in offered if one.choice.token not in taken]
    plain = tuple(one for one in rest if not one.choice.aims)
    others = tuple(one for one in rest if one.choice.aims)
    sale = sorted((one for one in for_sale if one.offered), key=lambda one: (-price(one.stack), one.stack.chip.tone))
    dear = sorted(
        (one for one in for_sale if not one.offered), key=lambda one: (not price(one.stack), price(one.stack))
    )
    return Answers(
        ask.words if ask and ask.choices else own.asks if own else "",
        tuple(piece for piece in mine.pieces if isinstance(piece, Number)),
        held,
        hidden,
        bool(sale),
        tuple(sale),
        tuple(dear) if sale else (),
        plain,
        others if len(others) <= MANY else (),
        tuple(grouped(others)) if len(others) > MANY else (),
    )


def chips_on(board: Board) -> dict[str, PieceGroup]:
    """Return one chip of each kind that can be seen."""
    found: dict[str, PieceGroup] = {}
    for panel in (*board.seats, *board.shared):
        for piece in panel.pieces:
            if isinstance(piece, Heap | Row):
                found |= {chip.kind: chip._replace(count=1) for chip in piece.chips}
            elif isinstance(piece, Stacks):
                found |= {stack.chip.kind: stack.chip._replace(count=1) for stack in piece.stacks}
    return found


def named(choice: Choice, chips: Mapping[str, PieceGroup]) -> tuple[PieceGroup, ...]:
    """Return the chips that an answer names."""
    return tuple(chips[aim.kind] for aim in choice.aims if aim.kind in chips)


def hand_of(mine: Panel, offered: Iterable[AnswerButton]) -> tuple[tuple[Held, ...], int]:
    """Return the chips of the own hand, each with its answer, and how many more there are."""
    heaps = [piece for piece in mine.pieces if isinstance(piece, Heap) and piece.hand]
    found = tuple(
        Held(chip, heap.place, the_one(offered, heap.place, chip.kind)) for heap in heaps for chip in heap.chips
    )
    return found, sum(heap.hidden for heap in heaps)


def stacks_of(board: Board, offered: Iterable[AnswerButton]) -> tuple[ForSale, ...]:
    """Return all stacks that have a price, each with its answer."""
    banks = [piece for panel in board.shared for piece in panel.pieces if isinstance(piece, Stacks)]
    return tuple(
        ForSale(stack, the_one(offered, bank.place, stack.chip.kind))
        for bank in banks
        for stack in bank.stacks
        if stack.price
    )


def the_one(offered: Iterable[AnswerButton], place: str, kind: str) -> AnswerButton | None:
    """Return the only answer that is about this chip and no other; None if there is no such answer, or several."""
    found = [one for one in offered if one.choice.aims == ((place, kind),)]
    return found[0] if len(found) == 1 else None


def price(stack: Stack) -> int:
    """Return a price as a number.

    >>> price(Stack(PieceGroup("gem_4", "4-gem"), "$7")), price(Stack(PieceGroup("x", "x")))
    (7, 0)
    """
    digits = "".join(sign for sign in stack.price if sign.isdigit())
    return int(digits) if digits else 0


def grouped(offered: Iterable[AnswerButton]) -> Iterator[Group]:
    """Yield the answers by the chip that they name first."""
    groups: dict[str, list[AnswerButton]] = {}
    for one in offered:
        groups.setdefault(one.choice.aims[0].kind, []).append(one)
    for kind, some in groups.items():
        yield Group(some[0].chips[0] if some[0].chips else PieceGroup(kind, kind), tuple(some))
