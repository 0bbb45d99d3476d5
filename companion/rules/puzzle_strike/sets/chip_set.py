"""A set of chips as it is printed: what a module defines its chips with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.rules.puzzle_strike.sets.chip import Chip, Effect, Gives
from companion.rules.puzzle_strike.table import Chips


class Reaction(NamedTuple):
    """What a chip does in answer to one sort of event."""

    effect: Effect
    price: int = 0
    """Of a purchase: what was bought has to cost so much at least."""
    when: Effect | None = None
    """Whether it can do anything for this seat now. It looks only at what everybody sees."""


NO_TEXTS: Mapping[str, str] = MappingProxyType({})


class Telling(NamedTuple):
    """What people are told about a chip beyond its face, in English templates."""

    asks: Mapping[str, str] = NO_TEXTS
    """The questions that it asks, by verb."""
    limits: Mapping[str, str] = NO_TEXTS
    """What can be answered to them, for somebody who answers something else, by verb."""
    lies: Mapping[str, str] = NO_TEXTS
    """Where the chips lie that its answers name, if not where they do for this verb, by verb: a place of the seat, or
    the bank."""
    nothing: str = ""
    """Why it did nothing, after "does nothing more:"."""
    missed: Chips = ()
    """The verbs of the questions that it would have asked then."""
    bars: str = ""
    """Why it keeps somebody from buying a chip."""
    stops: str = ""
    """Why gems cannot be combined unless its price is paid."""


UNTOLD = Telling()


class NotOffered(NamedTuple):
    """A chip that is known by name alone."""

    name: str
    why: str


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
        self.tellings: dict[str, Telling] = {}
        self.not_offered: dict[str, NotOffered] = {}
        """Chips of the set that nobody can play with, because no source says what they do."""

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

    def reaction(
        self, key: str, answers: str, price: int = 0, when: Effect | None = None
    ) -> Callable[[Effect], Effect]:
        """Define what a chip does as a reaction, and what it answers. A chip may answer several sorts of events, each
        by a function of its own."""

        def define(effect: Effect) -> Effect:
            self.reactions[key, answers] = Reaction(effect, price, when)
            return effect

        return define

    def common(self) -> ChipSet:
        """The chips that lie in every bank, whatever sets are played with: gems, purples and wounds."""
        found = ChipSet(self.key, self.title, {})
        found.chips = {key: chip for key, chip in self.chips.items() if chip.kind not in ("puzzle", "character")}
        found.reactions = {key: one for key, one in self.reactions.items() if key[0] in found.chips}
        found.texts = {key: one for key, one in self.texts.items() if key[0] in found.chips}
        return found

    def tell(self, key: str, **texts: Any) -> None:
        """Say what people are told about a chip beyond its face: the fields of `Telling`."""
        self.tellings[key] = Telling(**texts)

    def leave_out(self, key: str, name: str, why: str) -> None:
        """Name a chip of the set that is not offered, and say why."""
        self.not_offered[key] = NotOffered(name, why)

    def later(self, key: str, at: str) -> Callable[[Effect], Effect]:
        """Define what a chip does at a moment after it was played."""

        def define(effect: Effect) -> Effect:
            self.texts[key, at] = effect
            return effect

        return define


def told_of(sets: Iterable[ChipSet]) -> dict[str, Telling]:
    """What the chips of these sets tell."""
    return {key: telling for one in sets for key, telling in one.tellings.items()}


def symbols(given: dict[str, int] | None) -> Gives:
    """Symbols in their order."""
    return tuple((given or {}).items())
