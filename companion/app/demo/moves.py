"""Which chips hands have to move: because of what the rules moved, or because table and rules differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.app.demo.motion import Stop
from companion.app.demo.world import Drawing, World, stack_id
from companion.rehearsal.games.customs import Customs
from companion.rules import UNSEEN, Event, Illegal, Match, Moved, Places
from companion.rules.kernel.game import by_address
from companion.table.sightings import Uid


class ChipRoute(NamedTuple):
    """A chip and the zones through which it goes, beginning with the one where it lies."""

    uid: Uid
    zones: tuple[str, ...]


class Astray(NamedTuple):
    """A chip that does not lie where the rules have it, and the zone where it is missing."""

    uid: Uid
    source: str
    """The zone in which it lies; "" if it lies beside everything."""
    target: str


def travels(world: World, events: Iterable[Event], untagged: Iterable[str]) -> list[ChipRoute]:
    """The chips that hands move for these events, in order. Several moves of one chip make one travel."""
    lying = {zone: list(world.in_zone(zone)) for zone in {place.zone for place in world.places.values()}}
    ways: dict[Uid, list[str]] = {}
    for event in events:
        if not isinstance(event, Moved) or event.piece in untagged:
            continue
        for _ in range(event.count):
            here = lying.setdefault(event.source, [])
            fitting = [uid for uid in here if event.piece in (UNSEEN, world.kinds[uid])]
            fitting.sort(key=lambda uid: uid in ways)  # chips that came with these events last
            if fitting:
                here.remove(fitting[0])
                lying.setdefault(event.target, []).append(fitting[0])
                ways.setdefault(fitting[0], [event.source]).append(event.target)
    return [ChipRoute(uid, tuple(zones)) for uid, zones in ways.items()]


def stops_of(travel: ChipRoute, world: World, customs: Customs, taken: Iterable[str] = ()) -> tuple[Stop, ...]:
    """A chip's way over the table: the taps that it touches, and the place where it ends."""
    zones, kind = travel.zones, world.kinds[travel.uid]
    touches = customs.touches(zones)
    target = world.room_in(zones[-1], kind, taken)
    stops = [Stop(tap_place(world, tap, kind), over_tap=True) for tap in touches.taps]
    if touches.cells and world.places[target].kind is not Drawing.CELL:
        return (*stops, Stop(target, over_tap=True))  # all cells are full
    if stops and stops[-1].place == target:
        return tuple(stops)
    return (*stops, Stop(target))


def tap_place(world: World, reader: str, kind: str) -> str:
    """The place to which a tap belongs; if stacks lie there, the one of the chip's kind."""
    found = [place for place in world.places.values() if place.reader == reader and place.kind is not Drawing.CELL]
    own = [place for place in found if place.id == stack_id(place.zone, kind)]
    return (own or found)[0].id


def with_hands(match: Match, world: World, customs: Customs, seat: str = "") -> Match:
    """Return the match as somebody knows it who sees the hand of this seat, or, without one, all hands."""
    match = match.copy()
    for slot in customs.slots:
        if seat and customs.owner(slot) != seat:
            continue
        lies = list(match.game.named(match.table, slot))
        kinds = [world.kinds[uid] for uid in world.in_zone(slot)]
        for kind in lies:
            if kind != UNSEEN and kind in kinds:
                kinds.remove(kind)
        if len(kinds) == lies.count(UNSEEN):
            with suppress(Illegal):  # table and rules differ at this moment
                match.learn(slot, tuple(kinds))
    return match


# -- how table and rules differ ------------------------------------------------------------------------------------


class Balance(NamedTuple):
    """How table and rules differ, by zone. For hidden zones only numbers count: `?` means any chip."""

    surplus: Mapping[str, Counter[str]]
    missed: Mapping[str, Counter[str]]
    secret: frozenset[str]
    places: Places

    @property
    def even(self) -> bool:
        """Whether every chip lies where the rules have it."""
        return not any(self.surplus.values()) and not any(self.missed.values())


def balance(world: World, match: Match, secret: Iterable[str]) -> Balance:
    """Compare all zones of the rules with all places of the table."""
    hidden = frozenset(secret)
    have = world.counts()
    lies = by_address(match.game.lies(match.table), match.game.places)
    due = {zone: Counter(content) for zone, content in lies.items()}
    untagged = match.game.untagged
    due = {zone: Counter({kind: n for kind, n in all.items() if kind not in untagged}) for zone, all in due.items()}
    surplus, missed = {}, {}
    for zone in [zone for zone in have if zone]:
        surplus[zone], missed[zone] = differences(have[zone], due.get(zone, Counter()), secret=zone in hidden)
    return Balance(surplus, missed, hidden, match.game.places)


def astray(world: World, found: Balance) -> list[Astray]:
    """Pair each chip that is too many somewhere with a zone where a chip like it is missing."""
    ways: list[Astray] = []
    rest = {zone: lies.copy() for zone, lies in found.surplus.items()}
    rest[""] = world.counts().get("", Counter())
    picked: set[Uid] = set()
    for target, due in found.missed.items():
        for kind in due.elements():
            for source in sources(target, kind, rest, found):
                if uid := pick(world, source, kind, rest[source], picked):
                    picked.add(uid)
                    ways.append(Astray(uid, source, target))
                    break
    return ways


def sources(target: str, kind: str, rest: Mapping[str, Counter[str]], found: Balance) -> list[str]:
    """From where to take a chip for this zone: first what lies beside everything, then zones of the same sort."""

    def near(zone: str) -> tuple[bool, bool, bool]:
        owner = found.places.owner
        return zone != "", (zone in found.secret) != (kind == UNSEEN), owner(zone) != owner(target)

    return sorted((zone for zone in rest if rest[zone].total() > 0), key=near)


def differences(lies: Counter[str], due: Counter[str], *, secret: bool) -> tuple[Counter[str], Counter[str]]:
    """What lies there and should not, and what should lie there and does not; `?` means any chip.

    >>> differences(Counter({"gem_1": 2}), Counter({"gem_2": 1, "?": 1}), secret=False)
    (Counter({'gem_1': 1}), Counter({'gem_2': 1}))
    """
    if secret:
        difference = lies.total() - due.total()
        return +Counter({UNSEEN: difference}), +Counter({UNSEEN: -difference})
    any_kind = due[UNSEEN]
    named = Counter({kind: count for kind, count in due.items() if kind != UNSEEN})
    more, less = lies - named, named - lies
    unnamed = min(any_kind, more.total())
    for kind in sorted(more):
        taken = min(unnamed, more[kind])
        more[kind] -= taken
        unnamed -= taken
    left = any_kind - min(any_kind, (lies - named).total())
    return +more, less + Counter({UNSEEN: left})


def pick(world: World, source: str, kind: str, rest: Counter[str], picked: set[Uid]) -> Uid | None:
    """A fitting chip in a zone that has too many."""
    lying = world.in_zone(source) if source else [uid for uid in world.kinds if not world.zone(uid)]
    for uid in lying:
        own = world.kinds[uid]
        counts = own if rest[own] else UNSEEN
        if uid not in picked and rest[counts] and kind in (UNSEEN, own):
            rest[counts] -= 1
            return uid
    return None


def movers(travel: Sequence[str], places: Places) -> list[str]:
    """The seats whose hands move a chip that goes from the first of these places to the last: their owners."""
    owners = map(places.owner, (travel[0], travel[-1]))
    return list(dict.fromkeys(owner for owner in owners if owner))
