"""Set-up at the table: each seat passes its starting chips over its bag's slot, and the rest follows by subtraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.table.changes import Change, Doubled, Tapped
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

BANK = "bank"
BOX = "box"


class Passed(Enum):
    """What a chip was that passed over a slot."""

    RIGHT = "right"
    AGAIN = "again"
    """It has passed there already."""
    MOVED = "moved"
    """It had passed over another slot, and counts here now."""
    WRONG = "wrong"
    """A chip of ours that does not belong into this deck."""
    FOREIGN = "foreign"
    """A tag that the registry does not know."""
    DOUBLE = "double"
    """Two tags have the same UID."""


@dataclass(frozen=True, slots=True)
class Told:
    """One chip has passed."""

    zone: str
    uid: Uid
    passed: Passed
    words: str


class SetUp:
    """Watches until every deck is complete. All words are for people; `name` gives the name of a kind."""

    def __init__(
        self,
        layout: Layout,
        kinds: Mapping[Uid, str],
        decks: Mapping[str, Mapping[str, int]],
        bank: Mapping[str, int],
        name: Callable[[str], str] = str,
    ) -> None:
        """`decks` says what belongs into each bag, by its zone; `bank` what lies in the bank when all is ready."""
        self.layout = layout
        self.kinds = dict(kinds)
        self.decks = {zone: +Counter(deck) for zone, deck in decks.items()}
        self.bank = +Counter(bank)
        self.passed: dict[str, list[Uid]] = {zone: [] for zone in self.decks}
        """The right chips of each deck, in their order."""
        self.wrong: dict[Uid, str] = {}
        """Chips that must not stay in a bag, and which one it is."""
        self._name = name
        self._zones = {spot.reader: spot.zone for spot in layout.spots()}

    # -- chips pass --------------------------------------------------------------------------------------------

    def take(self, change: Change) -> Told | None:
        """A chip has passed over a slot, if it is that."""
        match change:
            case Tapped(uid, reader) if self._zones.get(reader) in self.decks:
                return self._pass(uid, self._zones[reader])
            case Doubled(uid, readers):
                words = f"Two tags have the number {uid}. Give one of these chips a new tag: `companion tags enroll`."
                return Told(self._zones.get(readers[0], ""), uid, Passed.DOUBLE, words)
        return None

    def _pass(self, uid: Uid, zone: str) -> Told:
        kind = self.kinds.get(uid)
        if kind is None:
            self.wrong[uid] = zone
            words = f"The registry does not know this chip ({uid}). Take it out; `companion tags check` tells more."
            return Told(zone, uid, Passed.FOREIGN, words)
        chip = self._name(kind)
        if uid in self.passed[zone]:
            return Told(zone, uid, Passed.AGAIN, f"This {chip} has been here already. That is fine.")
        before = next((other for other, uids in self.passed.items() if uid in uids), None)
        if not self.missing(zone)[kind]:
            self.wrong[uid] = zone
            return Told(zone, uid, Passed.WRONG, self._why_wrong(kind, zone))
        self.wrong.pop(uid, None)
        self.passed[zone].append(uid)
        if before is not None:
            self.passed[before].remove(uid)
            words = f"This {chip} was in {before} before; it counts in {zone} now. {self.words(before)}"
            return Told(zone, uid, Passed.MOVED, words)
        return Told(zone, uid, Passed.RIGHT, f"{chip}. {self.words(zone)}")

    def _why_wrong(self, kind: str, zone: str) -> str:
        chip, wanted = self._name(kind), self.decks[zone][kind]
        if wanted:
            return f"That is one {chip} too many: {zone} has its {wanted} already. Take it out."
        owner = next((other for other in self.decks if self.missing(other)[kind]), None)
        if owner is not None:
            return f"{chip} belongs into {owner}, not into {zone}. Take it out."
        return f"{chip} belongs into the {BANK if self.bank[kind] else BOX}, not into {zone}. Take it out."

    # -- how far it is -----------------------------------------------------------------------------------------

    def missing(self, zone: str) -> Counter[str]:
        """What has not passed yet, by kind."""
        return self.decks[zone] - Counter(self.kinds[uid] for uid in self.passed[zone])

    def words(self, zone: str) -> str:
        """How far one deck is."""
        missing = self.missing(zone)
        has, wanted = len(self.passed[zone]), self.decks[zone].total()
        if not missing:
            return f"{zone} is complete: {wanted} chips."
        left = ", ".join(f"{count} {self._name(kind)}" for kind, count in missing.items())
        return f"{zone} has {has} of {wanted} chips; missing: {left}."

    def short(self) -> dict[str, int]:
        """Chips that the bank should have, and the registry does not have so many."""
        in_decks = sum(self.decks.values(), Counter[str]())
        return dict((in_decks + self.bank) - Counter(self.kinds.values()))

    @property
    def complete(self) -> bool:
        """Whether all decks are, and nothing is in a bag that does not belong there."""
        return not self.wrong and not any(self.missing(zone) for zone in self.decks)

    def took_out(self, uid: Uid) -> None:
        """A chip that did not belong there is not in the bag any more."""
        self.wrong.pop(uid, None)

    # -- what comes of it --------------------------------------------------------------------------------------

    def twin(self) -> Twin:
        """The table as it lies when all is complete: decks by tag, the bank by subtraction, the rest in the box."""
        where = {uid: {zone} for zone, uids in self.passed.items() for uid in uids}
        held: dict[str, dict[str, int]] = {}
        for kind, copies in Counter(kind for uid, kind in self.kinds.items() if uid not in where).items():
            in_bank = min(copies, self.bank[kind])
            counts = held[kind] = {BANK: in_bank, BOX: copies - in_bank}
            zones = {zone for zone, count in counts.items() if count}
            where |= {uid: zones for uid, its in self.kinds.items() if its == kind and uid not in where}
        return Twin(self.layout, self.kinds, where, held)
