"""A set of chips as it is printed: what a module defines its chips with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.rules.puzzle_strike.sets.chip import Chip, Effect, Gives


class Reaction(NamedTuple):
    """What a chip does in answer to one sort of event."""

    effect: Effect
    price: int = 0
    """Of a purchase: what was bought has to cost so much at least."""


class ChipSet:
    """The chips of one set in the order in which its modules define them, with all their texts."""

    def __init__(self, key: str, title: str, characters: Mapping[str, str]) -> None:
        self.key = key
        self.title = title
        self.characters = characters
        self.chips: dict[str, Chip] = {}
        self.reactions: dict[tuple[str, str], Reaction] = {}
        """By chip and what it answers."""
        self.texts: dict[tuple[str, str], Effect] = {}
        """What a chip does after it was played, by chip and moment."""

    def add(
        self,
        key: str,
        name: str,
        kind: str,
        *,
        cost: int | None = None,
        banner: str = "",
        icons: str = "",
        gives: dict[str, int] | None = None,
        gives_after: dict[str, int] | None = None,
        each_turn: dict[str, int] | None = None,
        **more: Any,
    ) -> None:
        """Define a kind of chip. One whose text is no more than its symbols is defined by this alone."""
        self.chips[key] = Chip(
            key=key,
            name=name,
            kind=kind,
            cost=cost,
            banner=tuple(banner.split()),
            icons=tuple(icons.split()),
            gives=symbols(gives),
            gives_after=symbols(gives_after),
            each_turn=symbols(each_turn),
            orb="purple_orb" in icons,
            red_fist="red_fist" in icons,
            exclamation="exclamation" in icons,
            **more,
        )

    def puzzle(self, name: str, **face: Any) -> Callable[[Effect], Effect]:
        """Define a puzzle chip whose text is the decorated function."""

        def define(effect: Effect) -> Effect:
            self.add(effect.__name__, name, "puzzle", effect=effect, **face)
            return effect

        return define

    def character(self, owner: str, name: str, **face: Any) -> Callable[[Effect], Effect]:
        """Define a character chip whose text is the decorated function."""

        def define(effect: Effect) -> Effect:
            self.add(effect.__name__, name, "character", character=owner, effect=effect, **face)
            return effect

        return define

    def reaction(self, key: str, answers: str, price: int = 0) -> Callable[[Effect], Effect]:
        """Define what a chip does as a reaction, and what it answers. A chip may answer several sorts of events, each
        by a function of its own."""

        def define(effect: Effect) -> Effect:
            self.reactions[key, answers] = Reaction(effect, price)
            return effect

        return define

    def later(self, key: str, at: str) -> Callable[[Effect], Effect]:
        """Define what a chip does at a moment after it was played."""

        def define(effect: Effect) -> Effect:
            self.texts[key, at] = effect
            return effect

        return define


def symbols(given: dict[str, int] | None) -> Gives:
    """Symbols in their order."""
    return tuple((given or {}).items())
