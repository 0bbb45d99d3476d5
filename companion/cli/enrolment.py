"""Enrolling a box chip by chip: what to lay down next, and what to say to the chip that lies there.

Pure but for the file, which is written after every chip. What is said comes back as lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.cli.box import Box, count
from companion.table.registry import Chip, Registry, Tag
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid
from companion.table.station import Condition, Poll, Sensed

GONE = 2
"""Polls in a row that must see nothing, before a chip counts as taken away."""
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
    """A box that is being enrolled."""

    def __init__(self, file: RegistryFile, box: Box) -> None:
        self.file = file
        self.box = box
        self.stopped = False
        self.lying: Sensed | None = None
        """What lies on the station and has been spoken of."""
        self._empty = 0
        self._before: list[tuple[tuple[Tag, ...], str | None]] = []
        self._asked: list[str] = []
        self._later: list[str] = []
        self._replacing: Chip | None = None
        self.kind = self._where_it_was()

    @property
    def registry(self) -> Registry:
        """All tags."""
        return self.file.registry

    @property
    def missing(self) -> dict[str, int]:
        """What has no tag yet."""
        return self.registry.missing(self.box.game, self.box.copies)

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do."""
        return self.stopped or (self.kind is None and self._replacing is None)

    # -- which kind --------------------------------------------------------------------------------------------

    def _where_it_was(self) -> str | None:
        """The kind of the last chip, if some of it are left; else the first that is not complete."""
        missing = self.missing
        last = [tag.chip.kind for tag in self.registry if tag.chip.game == self.box.game and not tag.retired][-1:]
        return next((kind for kind in (*last, *missing) if kind in missing), None)

    def _go_on(self) -> Iterator[str]:
        """To the next kind that is not complete, in the order of the box; what was skipped comes last."""
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
        """What is to be laid down now."""
        if self.kind is None:
            return ""
        left, all_of_them = self.missing.get(self.kind, 0), self.box.copies[self.kind]
        if left == all_of_them:
            return f"Now {self.box.named(self.kind)}: {count(left)}{', one after the other' if left > 1 else ''}."
        return f"Now {self.box.named(self.kind)}: {count(left)} of {all_of_them} left."

    # -- what lies there ---------------------------------------------------------------------------------------

    def polled(self, poll: Poll) -> Iterator[str]:
        """What is to be said to a poll of the station; a chip counts once until it was taken away."""
        if sensed := self._laid_down(poll):
            yield from self._met(sensed)

    def recognised(self, poll: Poll) -> Iterator[str]:
        """The same where nothing is enrolled: what it is that lies there."""
        if sensed := self._laid_down(poll):
            known = self.registry.find(sensed.uid)
            if known is None or sensed.condition in UNREADABLE:
                yield sensed.why or f"This tag is a stranger: {sensed.uid}. `companion tags enroll` makes it known."
            else:
                more = (known.name, known.note, known.retired and f"out of use: {known.retired}", known.uid)
                yield "; ".join(part for part in (self.box.told(known.chip), *more) if part)

    def _laid_down(self, poll: Poll) -> Sensed | None:
        """What lies there now and did not before."""
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
        """A tag that has just been laid down."""
        known = self.registry.find(sensed.uid)
        if sensed.condition in UNREADABLE:
            yield sensed.why
        elif known is not None and known.retired:
            yield (
                f"That tag is out of use ({known.retired}). It was on {self.box.told(known.chip)}."
                " Put another on the chip."
            )
        elif known is not None:
            yield (
                f"That is {self.box.told(known.chip)}: already done. If it surely is another chip, its tag is a double"
                " of that one's: put another on it."
            )
        elif sensed.condition is Condition.FOREIGN:
            yield sensed.why + (" To enrol it all the same: take" if sensed.lasting else "")
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
        """How far it is."""
        here = self.box.total - sum(self.missing.values())
        full = BAR * here // self.box.total
        return f"[{'#' * full}{'.' * (BAR - full)}] {here} of {self.box.total}"

    # -- what is typed -----------------------------------------------------------------------------------------

    def typed(self, line: str) -> Iterator[str]:
        """What is to be said to a line that somebody typed."""
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
            yield "Then no tag is replaced."
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
        yield "No kind before this one has chips left. undo takes back the last chip."

    def _undo(self) -> Iterator[str]:
        if not self._before:
            yield "Nothing was enrolled since the start that could be taken back."
            return
        tags, self.kind = self._before.pop()
        undone = next(tag for tag in self.registry if tag.uid not in {before.uid for before in tags})
        self.file.registry = Registry(tags)
        self.file.save()
        has = "its old tag" if self.registry.on(undone.chip) else "no tag"
        yield f"Taken back: {self.box.told(undone.chip)}. It has {has} now."
        yield self.request()

    def _take(self) -> Iterator[str]:
        tag = self.lying
        if tag is None or tag.condition is not Condition.FOREIGN or not tag.lasting or self.registry.find(tag.uid):
            yield "Nothing lies there that could be taken like that."
        else:
            yield from self._enrol(tag.uid)

    def _replace(self, rest: str) -> Iterator[str]:
        name, _, number = rest.rpartition(" ")
        kind = self.box.find(name) if name else self.kind
        copy = int(number) if number.isdecimal() and len(number) < 6 else 0
        chip = Chip(self.box.game, kind or "", copy)
        old = self.registry.on(chip)
        if old is None:
            yield "Which chip? As in: replace 2, or: replace crash gem 2. It must have a tag already."
            return
        self._replacing = chip
        yield (
            f"Put a new tag on {self.box.told(chip)} and lay it down. The old one, {old.uid}, is retired then."
            " To leave it: skip"
        )

    def _choose(self, name: str) -> Iterator[str]:
        kind = self.box.find(name)
        if kind is None:
            yield f'There is no "{name}". {self.box.near(name) or "help says what can be typed."}'
        elif kind not in self.missing:
            yield f"{self.box.named(kind)} is complete: {count(self.box.copies[kind])}, all with a tag."
        else:
            self._later = [one for one in self._later if one != kind]
            yield from self._ask(kind)

    # -- the end -----------------------------------------------------------------------------------------------

    def summary(self, most: int = 1000) -> Iterator[str]:
        """What is missing, by so many kinds at most, and what is too many."""
        missing, surplus = self.missing, self.registry.surplus(self.box.game, self.box.copies)
        if missing:
            listed = self.box.listed(dict(islice(missing.items(), most)))
            more = f", and {len(missing) - most} more kinds" if len(missing) > most else ""
            yield f"Without a tag: {sum(missing.values())} of {self.box.total} chips. {listed}{more}."
        else:
            yield f"All {self.box.total} chips have a tag."
        if surplus:
            yield f"More than the box holds: {self.box.listed(surplus)}."
