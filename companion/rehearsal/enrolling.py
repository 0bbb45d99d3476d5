"""Hands that enrol a whole box of emulated chips at an emulated station, with a slip now and then."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping
from random import Random

from companion.rehearsal.nfc_tags import ClassicCard, MuteTag, NfcTag, Ntag213, Phone
from companion.rehearsal.station import EmulatedStation
from companion.table.sightings import Uid


def uid_of(kind: str, number: int) -> Uid:
    """Return the UID of an emulated chip. It is always the same, so that enrolling can continue on another day."""
    return Uid("04" + hashlib.sha256(f"{kind} {number}".encode()).hexdigest()[:12].upper())


class EnrollingHands:
    """Hands that lay down the chips they are asked for, one after the other."""

    def __init__(self, station: EmulatedStation, box: Mapping[str, int], chance: Random, slips: float = 0.0) -> None:
        self.station = station
        self.box = box
        self.chance = chance
        self.slips = slips
        """The chance, from 0 to 1, that something else is laid down first."""
        self.full = False
        """Whether something that they have laid down still lies on the station."""
        self._before: NfcTag | None = None

    def lay(self, kind: str, enrolled: Container[Uid]) -> bool:
        """Lay down a chip of this kind that is not enrolled yet, or by a slip something else.

        Return False if all chips of this kind are enrolled.
        """
        uids = (uid_of(kind, number) for number in range(1, self.box[kind] + 1))
        uid = next((uid for uid in uids if uid not in enrolled), None)
        if uid is None:
            return False
        tags: tuple[NfcTag, ...] = (Ntag213(uid),)
        if self.chance.random() < self.slips:
            tags = self._slip(uid)
        else:
            self._before = tags[0]
        self.station.put(*tags)
        self.full = True
        return True

    def take(self) -> None:
        """Take away what they have laid down."""
        self.station.take()
        self.full = False

    def _slip(self, uid: Uid) -> tuple[NfcTag, ...]:
        """Return tags that must not be enrolled: two at once, a foreign card, a phone, or the chip before."""
        other = Ntag213(uid[:-1] + ("0" if uid[-1] != "0" else "1"))
        slips: list[tuple[NfcTag, ...]] = [
            (Ntag213(uid), other),
            (ClassicCard("5AF01C22"),),
            (Phone(self.chance.randrange(1000)),),
            (MuteTag(uid),),
        ]
        if self._before is not None:
            slips.append((self._before,))
        return self.chance.choice(slips)
