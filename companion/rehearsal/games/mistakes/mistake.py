"""Mistakes: at a fitting moment of the true game, the hands do something else than the game says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.truth import TrueGame, TrueRoute, TrueStep
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Match, Question


@dataclass(frozen=True)
class MadeMistake:
    """A mistake that is made at a certain moment."""

    seat: str
    """The seat that makes it."""
    removed: tuple[TrueRoute, ...] = ()
    """What the step should move, and does not."""
    added: tuple[TrueRoute, ...] = ()
    """What the step moves in addition, or instead."""
    inserted: tuple[TrueRoute, ...] = ()
    """What is moved by itself before the step."""
    words: str = ""
    key: str = ""
    step: int = 0
    """The step of the true game at which it is made."""
    until: int = 0
    """The step that ends the turn after it."""

    def instead(self, travels: Sequence[TrueRoute]) -> tuple[TrueRoute, ...]:
        """Return what the step moves now."""
        return (*(travel for travel in travels if travel not in self.removed), *self.added)

    def shows(self, customs: Customs) -> bool:
        """Whether these readers can see any of the chips that it moves, or fails to move."""
        return any(customs.shows(travel.zones) for travel in (*self.removed, *self.added, *self.inserted))

    def leaves(self) -> dict[TaggedThing, str]:
        """Return where each chip of the mistake lies after it; "" for one that has left the table."""
        places = {travel.chip: travel.zones[0] for travel in self.removed}
        moved = (*self.inserted, *self.added)
        return places | {travel.chip: travel.zones[-1] if len(travel.zones) > 1 else "" for travel in moved}


@dataclass
class BeforeStep:
    """A step of the true game that is about to be taken, and where all chips lie."""

    number: int
    steps: Sequence[TrueStep]
    """All steps of the game."""
    zones: Mapping[str, Sequence[TaggedThing]]
    chance: Random

    def owner(self, place: str) -> str:
        """The seat that a place belongs to; "" for a shared one."""
        return self.match.game.places.owner(place)

    @property
    def true(self) -> TrueStep:
        """The step itself."""
        return self.steps[self.number]

    @property
    def previous(self) -> TrueStep | None:
        """The step before."""
        return self.steps[self.number - 1] if self.number else None

    @property
    def next(self) -> TrueStep | None:
        """The step after."""
        return self.steps[self.number + 1] if self.number + 1 < len(self.steps) else None

    @property
    def seat(self) -> str:
        """The seat that answers or draws."""
        return self.true.step.seat

    @property
    def match(self) -> Match:
        """The match before the step."""
        return self.true.before

    def lying(self, zone: str, kinds: Callable[[str], bool] | str = lambda kind: True) -> list[TaggedThing]:
        """Return the chips of a zone that this step leaves alone, in random order."""
        wanted = kinds.__eq__ if isinstance(kinds, str) else kinds
        moved = {travel.chip for travel in self.true.travels}
        found = [chip for chip in self.zones.get(zone, ()) if chip not in moved and wanted(chip.kind or "")]
        return self.chance.sample(found, len(found))

    def travels(self, source: str, target: str, kind: str = "") -> list[TrueRoute]:
        """Return the travels of this step that go from one zone straight to another."""
        ways = [travel for travel in self.true.travels if travel.zones == (source, target)]
        return [travel for travel in ways if not kind or travel.chip.kind == kind]

    def asks_meanwhile(self, seat: str) -> bool:
        """Whether this seat is asked anything before the next rest."""
        for true in self.steps[self.number + 1 :]:
            asked = true.step.asked
            if isinstance(asked, Question) and asked.rest:
                return False
            if isinstance(asked, Question) and true.step.seat == seat:
                return True
        return False

    def events(self, name: str) -> list[tuple[object, ...]]:
        """Return the events of this step that have this class name."""
        return [event for event in self.true.step.events if type(event).__name__ == name]


Fitting = Callable[[BeforeStep], MadeMistake | None]


@dataclass(frozen=True)
class Mistake:
    """A mistake of a catalogue."""

    key: str
    rules: frozenset[str]
    """The rules under which it is named right; "" if no rule is about it."""
    fitting: Fitting = field(compare=False)
    """Returns what is done at a moment; None if the mistake cannot be made then."""


def moments(truth: TrueGame, chance: Random) -> Iterator[BeforeStep]:
    """Yield each step of the game, with the chips as they lie before it."""
    zones: dict[str, list[TaggedThing]] = defaultdict(list)
    for chip, zone in truth.homes.items():
        zones[zone].append(chip)
    for number, true in enumerate(truth.steps):
        yield BeforeStep(number, truth.steps, zones, chance)
        for chip, ways in true.travels:
            zones[ways[0]].remove(chip)
            zones[ways[-1]].append(chip)


def make(mistake: Mistake, truth: TrueGame, customs: Customs, chance: Random, ends: str) -> MadeMistake | None:
    """Return this mistake at a random moment that fits; None if there is none. `ends` is the event that ends a turn."""
    turns = [
        number for number, true in enumerate(truth.steps) if any(type(e).__name__ == ends for e in true.step.events)
    ]
    found = []
    for moment in moments(truth, chance):
        made = mistake.fitting(moment)
        if made:
            later = [number for number in turns if number > moment.number]
            until = later[1] if len(later) > 1 else len(truth.steps) - 1
            whole = MadeMistake(
                made.seat, made.removed, made.added, made.inserted, made.words, mistake.key, moment.number, until
            )
            if can_go_on(whole, truth, customs):
                found.append(whole)
    return chance.choice(found) if found else None


def can_go_on(made: MadeMistake, truth: TrueGame, customs: Customs) -> bool:
    """Whether the hands can play on until `made.until` as if nothing had happened: they find every chip they need."""
    places = made.leaves()
    for true in truth.steps[made.step + 1 : made.until + 1]:
        for chip, zones in true.travels:
            lies = places.get(chip)
            if lies is None or lies == zones[0] or not customs.shows(zones):
                continue
            laid_by_owner = customs.owner(lies) == customs.owner(zones[0]) != "" and lies not in customs.cells
            swept_up = zones[-1].endswith(".discard") and ":" not in true.step.said
            if not laid_by_owner or not swept_up:
                return False
    return True
