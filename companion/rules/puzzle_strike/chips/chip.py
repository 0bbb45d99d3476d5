"""What a chip is: its face as data and its effects as functions; and the box that holds all chips."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, TypeAlias

from companion.rules.kernel import Steps

Gives: TypeAlias = tuple[tuple[str, int], ...]
"""Symbols: arrows by colour, `piggy`, `money`, `chips` (draws)."""

Effect: TypeAlias = Callable[..., Steps[Any] | bool | None]
"""What a chip does: a generator where it asks something, a plain function where it does not."""


def carry(result: Steps[Any] | bool | None) -> Steps[Any]:
    """Run an effect of either sort to its end, and return its result."""
    if isinstance(result, Generator):
        return (yield from result)
    return result


@dataclass(frozen=True)
class Chip:
    """One kind of chip."""

    key: str
    name: str
    kind: str  # puzzle, character, purple, gem, wound
    cost: int | None  # None: cannot be bought
    banner: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    character: str = ""
    gives: Gives = ()  # symbols before the text
    gives_after: Gives = ()  # symbols after the text
    ongoing: bool = False
    effect: Effect | None = field(default=None, compare=False)
    action: bool = True  # can be played in the action phase
    orb: bool = False  # a purple orb is printed in the banner
    red_fist: bool = False  # it attacks
    exclamation: bool = False  # some effects exclude it

    @cached_property
    def play_token(self) -> str:
        """The token that plays it."""
        return f"play:{self.key}"


CHIPS: dict[str, Chip] = {}
"""Every kind of the box by key, in the order in which the modules define them."""

REACTIONS: dict[str, Effect] = {}
"""A chip's effect as a reaction, by key."""

ANSWERS: dict[str, str] = {}
"""What a reaction answers, by the chip's key: one of the five below."""

GEMS_BY_BREAKING = "gems sent, by breaking a gem"
GEMS = "gems sent"
RED_FIST = "a red fist, before it strikes"
RED_FIST_AFTERWARDS = "a red fist, after it struck"
PURCHASE = "a purchase"


def _symbols(gives: dict[str, int] | None) -> Gives:
    return tuple((gives or {}).items())


def add(
    key: str,
    name: str,
    kind: str,
    *,
    cost: int | None,
    banner: str = "",
    icons: str = "",
    character: str = "",
    gives: dict[str, int] | None = None,
    gives_after: dict[str, int] | None = None,
    ongoing: bool = False,
    effect: Effect | None = None,
    action: bool = True,
) -> None:
    """Put a kind of chip into the box."""
    CHIPS[key] = Chip(
        key=key,
        name=name,
        kind=kind,
        cost=cost,
        banner=tuple(banner.split()),
        icons=tuple(icons.split()),
        character=character,
        gives=_symbols(gives),
        gives_after=_symbols(gives_after),
        ongoing=ongoing,
        effect=effect,
        action=action,
        orb="purple_orb" in icons,
        red_fist="red_fist" in icons,
        exclamation="exclamation" in icons,
    )


def puzzle(name: str, **face: Any) -> Callable[[Effect], Effect]:
    """Define a puzzle chip whose text is the decorated function."""

    def register(effect: Effect) -> Effect:
        add(effect.__name__, name, "puzzle", effect=effect, **face)
        return effect

    return register


def character(owner: str, name: str, **face: Any) -> Callable[[Effect], Effect]:
    """Define a character chip whose text is the decorated function."""

    def register(effect: Effect) -> Effect:
        add(effect.__name__, name, "character", cost=None, character=owner, effect=effect, **face)
        return effect

    return register


def reaction(key: str, answers: str) -> Callable[[Effect], Effect]:
    """Define what a chip does as a reaction, and what it answers."""

    def register(effect: Effect) -> Effect:
        REACTIONS[key] = effect
        ANSWERS[key] = answers
        return effect

    return register


@cache
def answering(*what: str) -> frozenset[str]:
    """The keys of all chips that answer this as a reaction."""
    return frozenset(key for key, answered in ANSWERS.items() if answered in what)


@cache
def kinds_of(kind: str) -> frozenset[str]:
    """The keys of all chips of a kind: puzzle, character, purple, gem."""
    return frozenset(key for key, chip in CHIPS.items() if chip.kind == kind)


def trashable(kind: str) -> bool:
    """Whether the chip can be trashed: character chips never are."""
    return CHIPS[kind].kind != "character"


def trashable_without_orb(kind: str) -> bool:
    """Whether a chip that trades up may trash it."""
    return trashable(kind) and not CHIPS[kind].orb


def playable_puzzle_chip(kind: str) -> bool:
    """Whether it is a puzzle chip without exclamation: Double-take and It's Time for the Past look for one."""
    return CHIPS[kind].kind == "puzzle" and not CHIPS[kind].exclamation


def reduction(effects: tuple[str, ...]) -> int:
    """How much less the chips of the bank cost while these effects are in force for the seat in turn: 1 for each Sale
    Prices."""
    return effects.count("sale_prices") if effects else 0


def price_of(kind: str, reduction: int) -> int:
    """What a chip of the bank costs at this reduction. No price falls below 1, and wounds stay free.

    >>> price_of("wound", 2)
    0
    """
    cost = CHIPS[kind].cost
    assert cost is not None
    return max(min(cost, 1), cost - reduction)


def has_orb(kind: str) -> bool:
    """Whether a purple orb is printed on the chip."""
    return CHIPS[kind].orb


def is_gem(kind: str) -> bool:
    """Whether it is a gem, as one lies in a hand."""
    return CHIPS[kind].kind == "gem"


def any_chip(kind: str) -> bool:
    """True for every chip."""
    return True


def next_gem(kind: str) -> str:
    """The gem worth 1 more. There is no 5-gem: no chip has that key.

    >>> next_gem("gem_2")
    'gem_3'
    """
    return f"gem_{int(kind[4:]) + 1}"
