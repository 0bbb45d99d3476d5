"""Two tables that look alike to everybody: the same chips are seen, the same answers given, and other chips are hidden.

What comes over a slot is hidden until it lies open. So tags that came over a slot may change places, as long as neither
has been shown; and chips that are never shown may be of other kinds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from companion.rehearsal.games.truth import TrueGame, TrueRoute, TrueStep
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import TABLE
from companion.table.sightings import Uid

NEVER = 1_000_000


class Drawn(NamedTuple):
    """A chip came out of a bag, or lies in it to the end."""

    chip: TaggedThing
    since: int
    """The step after which it lay in that bag."""
    step: int
    place: int
    """Of the travel within its step."""
    shown: int
    """The step in which it is shown next."""


class Hidden(NamedTuple):
    """The other table: what its tags sit on, and the steps with other tags over the slots."""

    kinds: Mapping[Uid, str]
    steps: Sequence[TrueStep]
    changes: int
    """How many tags are of another kind, or came at another time."""


def hidden_twin(truth: TrueGame, steps: Sequence[TrueStep], chance: Random) -> Hidden:
    """Another table with the same public face."""
    kinds, changed = with_other_kinds(truth, steps, chance)
    others, swapped = with_other_draws(truth, steps, chance)
    return Hidden(kinds, others, changed + swapped)


def is_open(truth: TrueGame, zone: str) -> bool:
    """Whether everybody sees what lies there."""
    return truth.start.game.places.known_to(TABLE, zone)


def with_other_kinds(truth: TrueGame, steps: Sequence[TrueStep], chance: Random) -> tuple[dict[Uid, str], int]:
    """Chips of one deck that are never shown change their kinds with each other."""
    kinds = truth.kinds
    shown = {travel.chip for step in steps for travel in step.travels if any(is_open(truth, z) for z in travel.zones)}
    decks: dict[str, list[Uid]] = defaultdict(list)
    for chip, zone in truth.homes.items():
        if not is_open(truth, zone) and chip not in shown:
            decks[truth.start.game.places.owner(zone)].append(chip.uid)
    changed = 0
    for deck in decks.values():
        others = chance.sample(deck, len(deck))
        new = [kinds[uid] for uid in others]
        changed += sum(kinds[uid] != kind for uid, kind in zip(deck, new, strict=True))
        kinds |= zip(deck, new, strict=True)
    return kinds, changed


def with_other_draws(truth: TrueGame, steps: Sequence[TrueStep], chance: Random) -> tuple[list[TrueStep], int]:
    """Chips that came out of a bag at different times, before either was shown, have come the other way round."""
    draws: dict[str, list[Drawn]] = defaultdict(list)
    for seat, found in found_draws(truth, steps).items():
        draws[seat] = chance.sample(found, len(found))
    swaps: dict[tuple[int, int], TaggedThing] = {}
    for found in draws.values():
        while len(found) > 1:
            one = found.pop()
            other = next((other for other in found if may_swap(one, other)), None)
            if other:
                found.remove(other)
                swaps[one.step, one.place], swaps[other.step, other.place] = other.chip, one.chip
    changed = [
        step._replace(
            travels=tuple(
                TrueRoute(swaps.get((number, place), travel.chip), travel.zones)
                for place, travel in enumerate(step.travels)
            )
        )
        for number, step in enumerate(steps)
    ]
    return changed, len(swaps)


def found_draws(truth: TrueGame, steps: Sequence[TrueStep]) -> dict[str, list[Drawn]]:
    """What came out of each seat's bag into his hand, and when it was shown next."""
    since: dict[TaggedThing, int] = defaultdict(lambda: -1)
    found: dict[str, list[Drawn]] = defaultdict(list)
    hidden: dict[TaggedThing, Drawn] = {}
    for number, step in enumerate(steps):
        for place, travel in enumerate(step.travels):
            chip, zones = travel
            if before := hidden.pop(chip, None):
                found[truth.start.game.places.owner(zones[0])].append(before._replace(shown=number))
            if len(zones) == 2 and not any(is_open(truth, zone) for zone in zones):
                hidden[chip] = Drawn(chip, since[chip], number, place, NEVER)
            elif not is_open(truth, zones[-1]):
                since[chip] = number
    for chip, drawn in hidden.items():
        found[truth.start.game.places.owner(truth.homes[chip]) or chip.uid].append(drawn)
    return found


def may_swap(one: Drawn, other: Drawn) -> bool:
    """Whether both lay in the bag when the first of them came, and none was shown before the second came."""
    first, last = sorted((one.step, other.step))
    return max(one.since, other.since) < first and min(one.shown, other.shown) > last
