"""Hands that lay a whole box of pretended chips on a pretended station, and slip now and then."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping
from random import Random

from companion.rehearsal.nfc_tags import ClassicCard, MuteTag, NfcTag, Ntag213, Phone
from companion.rehearsal.station import EmulatedStation
from companion.table.sightings import Uid


def uid_of(kind: str, number: int) -> Uid:
    """The tag of a pretended chip: always the same, so that enrolling can go on another day."""
    return Uid("04" + hashlib.sha256(f"{kind} {number}".encode()).hexdigest()[:12].upper())


class EnrollingHands:
    """Lay down what is asked for, one chip after the other."""

    def __init__(self, station: EmulatedStation, box: Mapping[str, int], chance: Random, slips: float = 0.0) -> None:
        self.station = station
        self.box = box
        self.chance = chance
        self.slips = slips
        """How often something else is laid down first."""
        self.full = False
        """Whether they have laid something down and not taken it away."""
        self._before: NfcTag | None = None

    def lay(self, kind: str, enrolled: Container[Uid]) -> bool:
        """Lay down a chip of this kind that has no tag known yet; whether there is one."""
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
        """Take away what they laid down."""
        self.station.take()
        self.full = False

    def _slip(self, uid: Uid) -> tuple[NfcTag, ...]:
        """Something that must not count."""
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
