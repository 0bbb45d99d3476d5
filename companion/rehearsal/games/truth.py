"""The true game: played by players on a match in which everything is known, with every chip followed by its tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from companion.players import Player, TableStep, play_out, random_setup
from companion.players.table import drawn
from companion.rehearsal.games.customs import pointed_at
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Draw, Event, Match, Moved, Setup, new_match
from companion.table.sightings import Uid

SHORTCUT = 0.15
"""The chance that a gem that leaves one pile for the bank goes straight on into another, and no gem of the heap."""
BOX = "box"


class TrueRoute(NamedTuple):
    """A chip that a step moves, and the zones that it goes through, from the first to the last."""

    chip: TaggedThing
    zones: tuple[str, ...]


class TrueStep(NamedTuple):
    """A step of the true game, the chips that it moves, and the match before it."""

    step: TableStep
    travels: tuple[TrueRoute, ...]
    """In the order of the rules, but first the chips that are pointed at: these come back to where they lay."""
    before: Match


@dataclass(frozen=True)
class TrueGame:
    """A true game, from its set-up to its end."""

    setup: Setup
    start: Match
    homes: Mapping[TaggedThing, str]
    """The zone of each chip at the beginning."""
    steps: Sequence[TrueStep]
    end: Match

    @property
    def kinds(self) -> dict[Uid, str]:
        """The kind of chip that each tag sits on."""
        return {chip.uid: chip.kind for chip in self.homes if chip.kind}

    @property
    def places(self) -> dict[Uid, str]:
        """The zone of each tag at the beginning."""
        return {chip.uid: zone for chip, zone in self.homes.items()}


def true_setup(chance: Random, game: str, seats: tuple[str, ...], mode: str = "") -> Setup:
    """Return a set-up that leaves nothing open: it names the characters, the bank, and who begins."""
    setup = random_setup(chance, game=game, mode=mode, seats=seats, bank="random", first=chance.choice(seats))
    due = new_match(setup).pending
    if isinstance(due, Draw) and due.source == BOX:
        setup = replace(setup, bank=drawn(due, chance))
    return setup


def play_truth(setup: Setup, players: Mapping[str, Player], chance: Random) -> TrueGame:
    """Play one game to its end."""
    start = new_match(setup)
    chips = Chips(start, chance)
    steps: list[TrueStep] = []
    before = [start.copy()]

    def on_step(match: Match, step: TableStep) -> None:
        steps.append(TrueStep(step, (*chips.point(before[0], step), *chips.move(step.events)), before[0]))
        before[0] = match.copy()

    match = start.copy()
    homes = dict(chips.homes)
    play_out(match, players, chance, on_step=on_step)
    return TrueGame(setup, start, homes, steps, match)


class Chips:
    """Where every tagged chip is. To the rules chips of a kind are alike; chance decides which of them moves."""

    def __init__(self, match: Match, chance: Random) -> None:
        self._chance = chance
        self._untagged = match.game.untagged
        self._pointed: list[TaggedThing] = []
        """The chips that the present answer points at."""
        self._held: list[TaggedThing] = []
        """The chips that the answer before pointed at: one of them may still be in the hand."""
        self._zones: dict[str, dict[str, list[TaggedThing]]] = {}
        self.homes: dict[TaggedThing, str] = {}
        self._owner = match.game.places.owner
        for zone, content in match.game.by_address(match.table).items():
            for kind, count in Counter(content).items():
                for _ in range(0 if kind in self._untagged else count):
                    self._put(chip := TaggedThing(self._uid(), kind), zone)
                    self.homes[chip] = zone

    def move(self, events: Sequence[Event]) -> tuple[TrueRoute, ...]:
        """Move the chips of these events, and return their travels."""
        travels: dict[TaggedThing, list[str]] = {}
        for event in events:
            if isinstance(event, Moved) and event.piece not in self._untagged:
                for _ in range(event.count):
                    chip = self._pick(event, travels)
                    travels.setdefault(chip, [event.source]).append(event.target)
                    self._put(chip, event.target)
        self._held, self._pointed = self._pointed, []
        return tuple(TrueRoute(chip, tuple(zones)) for chip, zones in travels.items())

    def point(self, match: Match, step: TableStep) -> tuple[TrueRoute, ...]:
        """Choose the chips that a step points at, and return their travels."""
        ways = pointed_at(match, step.asked, step.said, step.events)
        self._pointed = [self._chance.choice(self._zones[zone][kind]) for kind, zone in ways]
        return tuple(TrueRoute(chip, (zone, zone)) for chip, (_, zone) in zip(self._pointed, ways, strict=True))

    def _pick(self, event: Moved, travels: Mapping[TaggedThing, list[str]]) -> TaggedThing:
        """Choose a chip for a move, and take it off its zone.

        A chip that has only come there in this step is chosen if there is no other, or now and then as a shortcut.
        """
        lying = self._zones.get(event.source, {}).get(event.piece, [])
        if not lying:
            raise ValueError(f"No {event.piece} with a tag lies in {event.source}: it cannot go to {event.target}.")
        just_come = [chip for chip in lying if chip in travels]
        others = [chip for chip in lying if chip not in travels]
        onward = [chip for chip in just_come if travels[chip][0] != event.target]
        shortcut = bool(onward) and not self._owner(event.source) and self._chance.random() < SHORTCUT
        held = [chip for chip in (*self._pointed, *self._held) if chip in others]
        chip = self._chance.choice(onward if shortcut else held or others or just_come)
        lying.remove(chip)
        return chip

    def _put(self, chip: TaggedThing, zone: str) -> None:
        self._zones.setdefault(zone, {}).setdefault(chip.kind or "", []).append(chip)

    def _uid(self) -> Uid:
        """Return a UID that no other tag has: its last digits count the tags."""
        return Uid(f"04{self._chance.getrandbits(32):08X}{len(self.homes):04X}")
