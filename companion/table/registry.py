"""Which tag is on which chip. The registry compares kinds as the game writes them, and knows no game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.table.sightings import Uid

UID = re.compile(r"(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})\Z")


class RegistryError(ValueError):
    """Something that the registry cannot accept, or a file that is not a registry; worded for people, with what to
    do."""


@dataclass(frozen=True, slots=True, order=True)
class BoxChip:
    """One chip of a box."""

    game: str
    kind: str
    copy: int
    """Chips of a kind look alike; the number, counted from 1, only tells them apart."""

    def __str__(self) -> str:
        return f"{self.game} {self.kind} {self.copy}"


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that was enrolled, and the chip that it is on."""

    uid: Uid
    chip: BoxChip
    name: str = ""
    """What people call this particular chip, if anything."""
    note: str = ""
    retired: str = ""
    """Why the tag is no longer in use; "" if it is. A retired tag is kept, so that it is recognised if it turns up."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A tag of another registry that contradicts what is known here."""

    theirs: Tag
    ours: Tag

    def __str__(self) -> str:
        ours, theirs = self.ours, self.theirs
        if ours.uid != theirs.uid:
            return f"{theirs.chip} has tag {ours.uid} here, and tag {theirs.uid} there"
        if ours.chip != theirs.chip:
            return f"tag {ours.uid} is {ours.chip} here, and {theirs.chip} there"
        fields = [field for field in ("name", "note", "retired") if getattr(ours, field) != getattr(theirs, field)]
        told = "; ".join(f'{field} "{getattr(ours, field)}" here, "{getattr(theirs, field)}" there' for field in fields)
        return f"tag {ours.uid}, {ours.chip}: {told}"


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of merging another registry."""

    added: tuple[Tag, ...]
    same: int
    conflicts: tuple[Conflict, ...]
    """Tags that contradict this registry, which stays as it was."""


class Registry:
    """All tags that were enrolled, in the order of enrolment."""

    def __init__(self, tags: Iterable[Tag] = ()) -> None:
        self._tags: dict[Uid, Tag] = {}
        self._on: dict[BoxChip, Uid] = {}
        for tag in tags:
            self.add(tag)

    def __iter__(self) -> Iterator[Tag]:
        return iter(self._tags.values())

    def __len__(self) -> int:
        """Return the number of chips with a tag in use."""
        return len(self._on)

    # -- looking up --------------------------------------------------------------------------------------------

    def find(self, uid: Uid) -> Tag | None:
        """Return a tag, whether in use or retired; None if it is unknown."""
        return self._tags.get(uid)

    def on(self, chip: BoxChip) -> Tag | None:
        """Return the tag in use on a chip."""
        uid = self._on.get(chip)
        return None if uid is None else self._tags[uid]

    def kind(self, uid: Uid) -> str | None:
        """Return the kind of the chip that a tag in use is on; None for a stranger."""
        tag = self._tags.get(uid)
        return None if tag is None or tag.retired else tag.chip.kind

    def kinds(self, game: str) -> dict[Uid, str]:
        """Return all tags in use on chips of a game, with the kinds of these chips."""
        return {uid: chip.kind for chip, uid in self._on.items() if chip.game == game}

    # -- against the box ---------------------------------------------------------------------------------------

    def copies(self, game: str, kind: str) -> list[int]:
        """Return the copies of a kind that have a tag in use, in order."""
        return sorted(chip.copy for chip in self._on if (chip.game, chip.kind) == (game, kind))

    def next_copy(self, game: str, kind: str) -> int:
        """Return the lowest number that no copy of this kind has."""
        taken = set(self.copies(game, kind))
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def missing(self, game: str, box: Mapping[str, int]) -> dict[str, int]:
        """Return how many chips of each kind have no tag yet, in the order of the box."""
        here = self._counted(game)
        return {kind: number - here[kind] for kind, number in box.items() if number > here[kind]}

    def surplus(self, game: str, box: Mapping[str, int]) -> dict[str, int]:
        """Return how many chips of each kind are enrolled beyond what the box holds."""
        here = self._counted(game)
        return {kind: number - box.get(kind, 0) for kind, number in here.items() if number > box.get(kind, 0)}

    def _counted(self, game: str) -> Counter[str]:
        return Counter(chip.kind for chip in self._on if chip.game == game)

    # -- changing ----------------------------------------------------------------------------------------------

    def add(self, tag: Tag) -> None:
        """Add one tag. If it raises `RegistryError`, nothing has changed."""
        wrong = why_not(tag)
        if wrong:
            raise RegistryError(wrong)
        if tag.uid in self._tags:
            raise RegistryError(f"Tag {tag.uid} is enrolled already: it is {self._tags[tag.uid].chip}.")
        if not tag.retired:
            if tag.chip in self._on:
                raise RegistryError(f"{tag.chip} has a tag already: {self._on[tag.chip]}. A chip has one in use.")
            self._on[tag.chip] = tag.uid
        self._tags[tag.uid] = tag

    def enrol(self, uid: Uid, game: str, kind: str) -> Tag:
        """Enrol a tag on the next chip of a kind."""
        tag = Tag(uid, BoxChip(game, kind, self.next_copy(game, kind)))
        self.add(tag)
        return tag

    def forget(self, uid: Uid) -> Tag:
        """Undo an enrolment, as if it had never happened. Raises KeyError if the tag is unknown."""
        tag = self._tags.pop(uid)
        if self._on.get(tag.chip) == uid:
            del self._on[tag.chip]
        return tag

    def retire(self, uid: Uid, why: str) -> Tag:
        """Take a tag out of use, because it is damaged or torn off. Raises KeyError if it is unknown."""
        tag = replace(self._tags[uid], retired=why or "retired")
        if self._on.get(tag.chip) == uid:
            del self._on[tag.chip]
        self._tags[uid] = tag
        return tag

    def replace_tag(self, chip: BoxChip, uid: Uid, why: str) -> Tag:
        """Give a chip a new tag, and retire the old one. If it raises `RegistryError`, nothing has changed."""
        old = self.on(chip)
        if old is None:
            raise RegistryError(f"{chip} has no tag that could be replaced: enrol it.")
        new = Tag(uid, chip, old.name, old.note)
        if wrong := why_not(new):
            raise RegistryError(wrong)
        if uid in self._tags:
            raise RegistryError(f"Tag {uid} is enrolled already: it is {self._tags[uid].chip}.")
        self.retire(old.uid, why)
        self.add(new)
        return new

    def merge(self, other: Registry) -> Merged:
        """Add all tags of another registry that do not contradict this one."""
        added, same, conflicts = [], 0, []
        for theirs in other:
            ours = self._tags.get(theirs.uid) or (None if theirs.retired else self.on(theirs.chip))
            if ours is None:
                self.add(theirs)
                added.append(theirs)
            elif ours == theirs:
                same += 1
            else:
                conflicts.append(Conflict(theirs, ours))
        return Merged(tuple(added), same, tuple(conflicts))


def why_not(tag: Tag) -> str:
    """Say what is wrong with a tag by itself; "" if nothing is."""
    if not UID.match(tag.uid):
        return f'"{tag.uid}" is not a UID: expected 8, 14 or 20 hex digits in capitals.'
    if not tag.chip.game or not tag.chip.kind:
        return f"Tag {tag.uid} names no game or no kind."
    if tag.chip.copy < 1:
        return f"Tag {tag.uid}: copies are counted from 1, this is number {tag.chip.copy}."
    return ""
