"""Enrolling a box chip by chip: which chip to lay down next, and what to say to the chip that lies there.

Does no I/O except for the registry's file, which is saved after every chip. What to tell people is returned as lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.cli.box import TaggedBox, count
from companion.table.registry import BoxChip, Registry, Tag
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid
from companion.table.station import Condition, Poll, Sensed

GONE = 2
"""How many polls in a row must see nothing before a chip counts as taken away."""
BAR = 30
UNREADABLE = (Condition.DAMAGED, Condition.CROWDED)

HELP = (
    ("skip", "leave this kind for later"),
    ("back", "return to the kind before"),
    ("crash gem", "a kind's name: enrol that one now"),
    ("undo", "take back the last chip"),
    ("replace 2", "copy 2 of this kind gets a new tag: lay it down next; the old tag is retired"),
    ("take", "enrol what lies there although it is another type of tag"),
    ("missing", "what has no tag yet"),
    ("quit", "stop; the next start goes on here"),
)


class Enrolment:
    """A box that is being enrolled: which chips have a tag, and which chip comes next."""

    def __init__(self, file: RegistryFile, box: TaggedBox) -> None:
        self.file = file
        self.box = box
        self.stopped = False
        self.lying: Sensed | None = None
        """The tag that lies on the station and that people have been told about."""
        self._empty = 0
        self._before: list[tuple[tuple[Tag, ...], str | None]] = []
        self._asked: list[str] = []
        self._later: list[str] = []
        self._replacing: BoxChip | None = None
        self.kind = self._where_it_was()

    @property
    def registry(self) -> Registry:
        """All tags that are known."""
        return self.file.registry

    @property
    def missing(self) -> dict[str, int]:
        """How many chips of each kind have no tag yet."""
        return self.registry.missing(self.box.game, self.box.copies)

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do."""
        return self.stopped or (self.kind is None and self._replacing is None)

    # -- which kind --------------------------------------------------------------------------------------------

    def _where_it_was(self) -> str | None:
        """The kind of the last chip, if some of that kind are left; otherwise the first kind that is not complete."""
        missing = self.missing
        last = [tag.chip.kind for tag in self.registry if tag.chip.game == self.box.game and not tag.retired][-1:]
        return next((kind for kind in (*last, *missing) if kind in missing), None)

    def _go_on(self) -> Iterator[str]:
        """Move on to the next kind that is not complete, in the order of the box; skipped kinds come last."""
        missing, order = self.missing, list(self.box.copies)
        at = order.index(self.kind) if self.kind else 0
        now = [kind for kind in order[at:] + order[:at] if kind in missing and kind not in self._later]
        later = [kind for kind in self._later if kind in missing]
        yield from self._ask(next(iter(now + later), None))

    def _ask(self, kind: str | None) -> Iterator[str]:
        if kind != self.kind and self.kind is not None:
            self._asked.append(self.kind)
        self.kind = kind
        if kind is not None:
            yield self.request()

    def request(self) -> str:
        """A sentence that says which chips to lay down now."""
        if self.kind is None:
            return ""
        left, all_of_them = self.missing.get(self.kind, 0), self.box.copies[self.kind]
        if left == all_of_them:
            return f"Now {self.box.named(self.kind)}: {count(left)}{', one after the other' if left > 1 else ''}."
        return f"Now {self.box.named(self.kind)}: {count(left)} of {all_of_them} left."

    # -- what lies there ---------------------------------------------------------------------------------------

    def polled(self, poll: Poll) -> Iterator[str]:
        """What to say about a poll of the station. A chip counts once, until it is taken away."""
        if sensed := self._laid_down(poll):
            yield from self._met(sensed)

    def recognised(self, poll: Poll) -> Iterator[str]:
        """Like `polled`, but without enrolling: say which chip lies there."""
        if sensed := self._laid_down(poll):
            known = self.registry.find(sensed.uid)
            if known is None or sensed.condition in UNREADABLE:
                yield sensed.why or f"This tag is not known yet: {sensed.uid}. `companion tags enrol` records it."
            else:
                more = (known.name, known.note, known.retired and f"out of use: {known.retired}", known.uid)
                yield "; ".join(part for part in (self.box.told(known.chip), *more) if part)

    def _laid_down(self, poll: Poll) -> Sensed | None:
        """The tag that lies there now and did not before."""
        if poll.trouble:
            return None
        if poll.tag is None:
            self._empty += 1
            if self._empty >= GONE:
                self.lying = None
            return None
        self._empty = 0
        if poll.tag == self.lying:
            return None
        self.lying = poll.tag
        return poll.tag

    def _met(self, sensed: Sensed) -> Iterator[str]:
        """What to say about a tag that has just been laid down."""
        known = self.registry.find(sensed.uid)
        if sensed.condition in UNREADABLE:
            yield sensed.why
        elif known is not None and known.retired:
            yield (
                f"That tag is out of use ({known.retired}). It was on {self.box.told(known.chip)}."
                " Put another one on the chip."
            )
        elif known is not None:
            yield (
                f"That is {self.box.told(known.chip)}: it has been enrolled already. If it is really another chip, both"
                " tags have the same number: put another tag on this one."
            )
        elif sensed.condition is Condition.FOREIGN:
            yield sensed.why + (" To enrol it anyway, type: take" if sensed.lasting else "")
        else:
            yield from self._enrol(sensed.uid)

    def _enrol(self, uid: Uid) -> Iterator[str]:
        before = tuple(self.registry), self.kind
        if self._replacing is not None:
            tag = self.registry.replace_tag(self._replacing, uid, "replaced by another")
            self._replacing = None
        elif self.kind is not None:
            tag = self.registry.enrol(uid, self.box.game, self.kind)
        else:
            return
        self.file.save()
        self._before.append(before)
        yield f"{self.box.told(tag.chip):44}{self.bar()}"
        if self.kind not in self.missing:
            yield from self._go_on()

    def bar(self) -> str:
        """A bar that shows how much of the box is enrolled."""
        here = self.box.total - sum(self.missing.values())
        full = BAR * here // self.box.total
        return f"[{'#' * full}{'.' * (BAR - full)}] {here} of {self.box.total}"

    # -- what is typed -----------------------------------------------------------------------------------------

    def typed(self, line: str) -> Iterator[str]:
        """What to answer to a line that somebody typed."""
        word, _, rest = " ".join(line.split()).lower().partition(" ")
        if word in ("", "help", "?"):
            yield from (f"  {said:12}{meaning}" for said, meaning in HELP)
            yield self.request()
        elif word in ("q", "quit", "stop"):
            self.stopped = True
        elif word == "skip" and not rest:
            yield from self._skip()
        elif word == "back" and not rest:
            yield from self._back()
        elif word == "undo" and not rest:
            yield from self._undo()
        elif word == "missing" and not rest:
            yield from self.summary()
        elif word == "take" and not rest:
            yield from self._take()
        elif word == "replace":
            yield from self._replace(rest)
        else:
            yield from self._choose(f"{word} {rest}".strip())

    def _skip(self) -> Iterator[str]:
        if self._replacing is not None:
            self._replacing = None
            yield "No tag is replaced."
        elif self.kind is not None:
            self._later = [kind for kind in self._later if kind != self.kind] + [self.kind]
            yield from self._go_on()

    def _back(self) -> Iterator[str]:
        while self._asked:
            kind = self._asked.pop()
            if kind in self.missing and kind != self.kind:
                self.kind = kind
                self._later = [one for one in self._later if one != kind]
                yield self.request()
                return
        yield "All kinds before this one are complete. To take back the last chip, type: undo"

    def _undo(self) -> Iterator[str]:
        if not self._before:
            yield "There is nothing to take back: no chip was enrolled since the start."
            return
        tags, self.kind = self._before.pop()
        undone = next(tag for tag in self.registry if tag.uid not in {before.uid for before in tags})
        self.file.registry = Registry(tags)
        self.file.save()
        has = "its old tag" if self.registry.on(undone.chip) else "no tag"
        yield f"Taken back: {self.box.told(undone.chip)}. It now has {has}."
        yield self.request()

    def _take(self) -> Iterator[str]:
        tag = self.lying
        if tag is None or tag.condition is not Condition.FOREIGN or not tag.lasting or self.registry.find(tag.uid):
            yield "There is no chip here that needs this."
        else:
            yield from self._enrol(tag.uid)

    def _replace(self, rest: str) -> Iterator[str]:
        name, _, number = rest.rpartition(" ")
        kind = self.box.find(name) if name else self.kind
        copy = int(number) if number.isdecimal() and len(number) < 6 else 0
        chip = BoxChip(self.box.game, kind or "", copy)
        old = self.registry.on(chip)
        if old is None:
            yield "Which chip? For example: replace 2, or: replace crash gem 2. The chip must have a tag already."
            return
        self._replacing = chip
        yield (
            f"Put a new tag on {self.box.told(chip)} and lay it down. Its old tag, {old.uid}, will then be retired."
            " To keep the old one, type: skip"
        )

    def _choose(self, name: str) -> Iterator[str]:
        kind = self.box.find(name)
        if kind is None:
            yield f'There is no "{name}". {self.box.near(name) or "Type help to see what you can type."}'
        elif kind not in self.missing:
            yield f"{self.box.named(kind)} is complete: {count(self.box.copies[kind])}, and all have a tag."
        else:
            self._later = [one for one in self._later if one != kind]
            yield from self._ask(kind)

    # -- the end -----------------------------------------------------------------------------------------------

    def summary(self, most: int = 1000) -> Iterator[str]:
        """Say which chips have no tag, naming at most so many kinds, and which kinds have too many."""
        missing, surplus = self.missing, self.registry.surplus(self.box.game, self.box.all_boxes)
        if missing:
            listed = self.box.listed(dict(islice(missing.items(), most)))
            more = f", and {len(missing) - most} more kinds" if len(missing) > most else ""
            yield f"Without a tag: {sum(missing.values())} of {self.box.total} chips. {listed}{more}."
        else:
            yield f"All {self.box.total} chips have a tag."
        if surplus:
            yield f"More than the box holds: {self.box.listed(surplus)}."
