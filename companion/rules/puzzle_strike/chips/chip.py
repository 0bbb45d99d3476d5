"""What a chip is: its face as data, and what it does as functions; and the box that holds them all."""

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
    """See an effect through, whichever of the two it is; what it returned comes back."""
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
    exclamation: bool = False  # the mightiest of chips

    @cached_property
    def play_token(self) -> str:
        """How playing it is written."""
        return f"play:{self.key}"


CHIPS: dict[str, Chip] = {}
"""Every kind of the box by key, in the order in which the chips are written down."""

REACTIONS: dict[str, Effect] = {}
"""What a chip does as a reaction, by key."""


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
    """A puzzle chip whose text is the decorated function."""

    def register(effect: Effect) -> Effect:
        add(effect.__name__, name, "puzzle", effect=effect, **face)
        return effect

    return register


def character(owner: str, name: str, **face: Any) -> Callable[[Effect], Effect]:
    """A character chip whose text is the decorated function."""

    def register(effect: Effect) -> Effect:
        add(effect.__name__, name, "character", cost=None, character=owner, effect=effect, **face)
        return effect

    return register


def reaction(key: str) -> Callable[[Effect], Effect]:
    """What a chip does as a reaction."""

    def register(effect: Effect) -> Effect:
        REACTIONS[key] = effect
        return effect

    return register


@cache
def kinds_of(kind: str) -> frozenset[str]:
    """The keys of all chips of a kind: puzzle, character, purple, gem."""
    return frozenset(key for key, chip in CHIPS.items() if chip.kind == kind)


def trashable(kind: str) -> bool:
    """Character chips are never trashed."""
    return CHIPS[kind].kind != "character"


def trashable_without_orb(kind: str) -> bool:
    """What the chips that trade up may trash."""
    chip = CHIPS[kind]
    return chip.kind != "character" and not chip.orb
