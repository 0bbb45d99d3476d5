"""A box: the chips that one match is played with, and what each of them does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from companion.rules.puzzle_strike.sets.chip import Chip, Effect
from companion.rules.puzzle_strike.sets.chip_set import UNTOLD, ChipSet, Reaction, Telling, told_of
from companion.rules.puzzle_strike.sets.moments import DISCARDED


class Box(dict[str, Chip]):
    """Kinds of chips by key, in the order of the sets. Nobody changes a box; `but` makes another one."""

    def __init__(
        self,
        chips: Mapping[str, Chip],
        reactions: Mapping[tuple[str, str], Reaction],
        texts: Mapping[tuple[str, str], Effect],
        characters: Mapping[str, str],
        tellings: Mapping[str, Telling] | None = None,
    ) -> None:
        super().__init__(chips)
        self.tellings = tellings or {}
        self.discarding = frozenset(key for key, at in texts if at == DISCARDED)
        self.reactions = reactions
        self.texts = texts
        self.characters = characters
        self.of_kind = cache(self._of_kind)
        self.answering = cache(self._answering)
        self.reactions_to = cache(self._reactions_to)
        self.conditions = cache(self._conditions)
        self.acting = cache(self._acting)

    __hash__ = object.__hash__  # type: ignore[assignment]  # a box is itself alone, and never changes

    @classmethod
    def of(cls, *sets: ChipSet) -> Box:
        """All chips of these sets."""
        return cls(
            {key: chip for one in sets for key, chip in one.chips.items()},
            {key: reaction for one in sets for key, reaction in one.reactions.items()},
            {key: text for one in sets for key, text in one.texts.items()},
            {key: name for one in sets for key, name in one.characters.items()},
            told_of(sets),
        )

    def but(self, replace: ChipSet | None = None, without: Collection[str] = ()) -> Box:
        """The same box with other chips under the same keys, and without some."""
        new = replace or ChipSet("", "", {})
        gone = {*without, *new.chips}
        left = {key: chip for key, chip in self.items() if key not in without}
        return Box(
            left | new.chips,
            {key: one for key, one in self.reactions.items() if key[0] not in gone} | new.reactions,
            {key: one for key, one in self.texts.items() if key[0] not in gone} | new.texts,
            {**self.characters, **new.characters},
            {key: one for key, one in self.tellings.items() if key not in gone} | new.tellings,
        )

    def _of_kind(self, kind: str) -> frozenset[str]:
        """The keys of all chips of a kind: puzzle, character, purple, gem."""
        return frozenset(key for key, chip in self.items() if chip.kind == kind)

    def _answering(self, *what: str) -> frozenset[str]:
        """The keys of all chips that answer one of these as a reaction."""
        return frozenset(key for key, answered in self.reactions if answered in what)

    def _conditions(self, *what: str) -> dict[str, Effect]:
        """When chips that answer one of these can do anything, for those that have a condition."""
        return {key: one.when for (key, answered), one in self.reactions.items() if one.when and answered in what}

    def _reactions_to(self, what: str) -> tuple[tuple[str, Reaction], ...]:
        """The chips that answer this, and how."""
        return tuple((key, reaction) for (key, answered), reaction in self.reactions.items() if answered == what)

    def _acting(self, moment: str) -> tuple[tuple[str, Effect], ...]:
        """The chips with a text for this moment after they were played: those of the bank first, then those of the
        characters."""
        found = [(key, text) for (key, at), text in self.texts.items() if at == moment]
        return tuple(sorted(found, key=lambda one: self[one[0]].kind == "character"))

    def reacts(self, kind: str) -> bool:
        """Whether the chip is a reaction."""
        return bool(self.answers(kind))

    def answers(self, kind: str) -> tuple[str, ...]:
        """What the chip answers as a reaction."""
        return tuple(answered for key, answered in self.reactions if key == kind)

    def reaction(self, kind: str, *what: str) -> Effect:
        """What the chip does in answer to the first of these that it answers."""
        return next(self.reactions[kind, one].effect for one in what if (kind, one) in self.reactions)

    def telling(self, kind: str) -> Telling:
        """What people are told about a chip beyond its face."""
        return self.tellings.get(kind, UNTOLD)

    def chips_of(self, character: str) -> tuple[str, ...]:
        """A character's three chips."""
        return tuple(key for key, chip in self.items() if chip.character == character)

    # -- what chips look for -----------------------------------------------------------------------------------

    def is_gem(self, kind: str) -> bool:
        """Whether it is a gem, as one lies in a hand."""
        return self[kind].kind == "gem"

    def has_orb(self, kind: str) -> bool:
        """Whether a purple orb is printed on the chip."""
        return self[kind].orb

    def is_puzzle(self, kind: str) -> bool:
        """Whether it is a puzzle chip."""
        return self[kind].kind == "puzzle"

    def is_character(self, kind: str) -> bool:
        """Whether it is one of a character's chips."""
        return self[kind].kind == "character"

    def trashable(self, kind: str) -> bool:
        """Whether the chip can be trashed: character chips never are."""
        return self[kind].kind != "character"

    def trashable_without_orb(self, kind: str) -> bool:
        """Whether a chip that trades up may trash it."""
        return self.trashable(kind) and not self[kind].orb

    def playable_puzzle_chip(self, kind: str) -> bool:
        """Whether it is a puzzle chip without exclamation: Double-take and It's Time for the Past look for one."""
        return self[kind].kind == "puzzle" and not self[kind].exclamation

    # -- prices ------------------------------------------------------------------------------------------------

    def reduction(self, effects: tuple[str, ...]) -> int:
        """How much less the chips of the bank cost after these chips were played, for whoever played them."""
        return sum(self[kind].sale for kind in effects) if effects else 0

    def price_of(self, kind: str, reduction: int) -> int:
        """What a chip of the bank costs at this reduction. No price falls below 1, and wounds stay free."""
        cost = self[kind].cost
        assert cost is not None
        return max(min(cost, 1), cost - reduction)
