"""Set-up at the table: each seat passes its starting chips over its slot; the other enrolled chips are the bank.

It knows no game: it is given the kinds that each zone should hold, and compares. Sentences are for the people at the
table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.table.changes import Appeared, Change, Doubled, Tapped
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

BOX = "box"


@dataclass(slots=True)
class Deck:
    """The deck of one seat, and how far it is complete."""

    zone: str
    seat: str
    """The seat that the deck belongs to."""
    wanted: Counter[str]
    passed: dict[Uid, str] = field(default_factory=dict)
    """The chips of this deck that have passed the slot, with their kinds."""
    wrong: dict[Uid, str] = field(default_factory=dict)
    """Chips that have passed the slot but do not belong to this deck."""
    foreign: list[Uid] = field(default_factory=list)
    """Tags that the registry does not know."""

    @property
    def missing(self) -> Counter[str]:
        """The chips that have not passed yet, by kind."""
        return self.wanted - Counter(self.passed.values())

    @property
    def complete(self) -> bool:
        """Whether all chips have passed."""
        return not self.missing

    def forget(self, uid: Uid) -> bool:
        """Forget a chip that has gone elsewhere. Return whether it counted here."""
        self.wrong.pop(uid, None)
        self.foreign = [other for other in self.foreign if other != uid]
        return self.passed.pop(uid, None) is not None


class SetUp:
    """Takes changes, returns sentences, and makes at the end a twin that knows where every chip is."""

    def __init__(
        self,
        layout: Layout,
        kinds: Mapping[Uid, str],
        wanted: Mapping[str, Mapping[str, int]],
        owner: Callable[[str], str],
        names: Mapping[str, str] | None = None,
    ) -> None:
        """`wanted`: what each place should hold, by kind; `owner` says which seat a place belongs to, "" for what
        everybody shares; `names`: what people call the kinds."""
        self.layout = layout
        self.kinds = kinds
        self.shared = {zone: Counter(kinds) for zone, kinds in wanted.items() if not owner(zone)}
        self.decks = {zone: Deck(zone, owner(zone), Counter(kinds)) for zone, kinds in wanted.items() if owner(zone)}
        self._names = names or {}

    @property
    def complete(self) -> bool:
        """Whether all decks are complete."""
        return all(deck.complete for deck in self.decks.values())

    # -- chips pass --------------------------------------------------------------------------------------------

    def take(self, change: Change) -> list[str]:
        """Return what to say about a chip that passes a slot."""
        if isinstance(change, Doubled):
            return [f"Two tags say they are {change.uid}. Give one of these chips a new tag at the station."]
        if not isinstance(change, Appeared | Tapped):
            return []
        deck = self.decks.get(self.layout.spot(change.reader).zone)
        if deck is None:
            return []
        uid, kind = change.uid, self.kinds.get(change.uid)
        if kind is None:
            return self._foreign(deck, uid)
        if uid in deck.passed:
            return [f"{deck.seat}: this {self._name(kind)} has passed already; that is fine."]
        before = [other.seat for other in self.decks.values() if other.forget(uid) and other is not deck]
        if not deck.missing[kind]:
            deck.wrong[uid] = kind
            return self._wrong(deck, kind, before)
        deck.passed[uid] = kind
        said = [
            f"{deck.seat}: this {self._name(kind)} passed at {seat} before; {seat} is missing it now."
            for seat in before
        ]
        if deck.complete:
            said.append(f"{deck.seat}: all {deck.wanted.total()} chips are there.")
        if self.complete:
            said.append("All decks are complete; the other chips are the bank.")
        return said

    def _foreign(self, deck: Deck, uid: Uid) -> list[str]:
        for other in self.decks.values():
            other.forget(uid)
        deck.foreign.append(uid)
        return [f"{deck.seat}: the tag {uid} is not known. Enrol the chip at the station, or take another."]

    def _wrong(self, deck: Deck, kind: str, before: Iterable[str]) -> list[str]:
        name = self._name(kind)
        said = [f"{deck.seat}: that {name} belongs to {seat}'s deck; pass it there again." for seat in before]
        if said:
            return said
        if deck.wanted[kind]:
            return [f"{deck.seat}: that {name} is one too many; it belongs in {self._home(kind, deck)}."]
        return [f"{deck.seat}: that {name} belongs in {self._home(kind, deck)}."]

    def _home(self, kind: str, deck: Deck) -> str:
        """Say where such a chip belongs."""
        if any(kinds[kind] for kinds in self.shared.values()):
            return "the bank"
        others = [other.seat for other in self.decks.values() if other is not deck and other.missing[kind]]
        return f"the deck of {' or '.join(others)}" if others else "the box"

    # -- what can be asked -------------------------------------------------------------------------------------

    def words(self) -> list[str]:
        """Say how far each seat is, and which chips are not enrolled."""
        return [self._deck_words(deck) for deck in self.decks.values()] + self._lacking()

    def _deck_words(self, deck: Deck) -> str:
        words = f"{deck.seat}: {len(deck.passed)} of {deck.wanted.total()}."
        if deck.missing:
            words += f" Missing: {self._listed(deck.missing)}."
        if deck.wrong:
            words += f" Not of this deck: {self._listed(Counter(deck.wrong.values()))}."
        if deck.foreign:
            words += f" Unknown tags: {', '.join(deck.foreign)}."
        return words

    def _lacking(self) -> list[str]:
        """Say of which kinds too few chips are enrolled."""
        have = Counter(self.kinds.values())
        want = sum((deck.wanted for deck in self.decks.values()), sum(self.shared.values(), Counter[str]()))
        lacking = [kind for kind in sorted(want) if have[kind] < want[kind]]
        return [
            f"{self._name(kind)}: {want[kind]} are needed, {have[kind]} are enrolled. Enrol the rest, or play without."
            for kind in lacking
        ]

    def twin(self) -> Twin:
        """Return a twin in which every chip is in its deck, or else in the bank, the box, or any deck that is not
        complete."""
        places: dict[Uid, set[str]] = {}
        for deck in self.decks.values():
            places |= {uid: {deck.zone} for uid in [*deck.passed, *deck.foreign]}
        counts: dict[str, Counter[str]] = {}
        for kind in sorted(set(self.kinds.values())):
            tags = [uid for uid, other in self.kinds.items() if other == kind]
            rest = [uid for uid in tags if uid not in places]
            room = Counter({zone: deck.missing[kind] for zone, deck in self.decks.items()})
            room.update({zone: kinds[kind] for zone, kinds in self.shared.items()})
            room[BOX] = max(0, len(rest) - room.total())
            places |= {uid: set(+room) for uid in rest}
            if room.total() == len(rest):  # otherwise some are lacking, and nobody knows from which zone
                counts[kind] = +room + Counter(zone for uid in tags if uid not in rest for zone in places[uid])
        return Twin(self.layout, self.kinds, places, counts)

    # -- names -------------------------------------------------------------------------------------------------

    def _name(self, kind: str) -> str:
        return self._names.get(kind, kind)

    def _listed(self, kinds: Counter[str]) -> str:
        """Return a list in the form in which people write one."""
        return ", ".join(
            self._name(kind) if number == 1 else f"{number} × {self._name(kind)}" for kind, number in kinds.items()
        )
