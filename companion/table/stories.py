"""Where a chip may have been since its place was told last: stories, and how likely each is beside the others.

A **story** is a list of the readers that the chip visited, in order; the empty one says that it is where it was. In
each of them it may still lie on the last reader, or have been taken up from there. Every look makes some stories
likelier and others less so; the unlikely ones are forgotten, and what all that are left agree on can be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from companion.table.evidence import EDGE, STRANGE, Eye
from companion.table.ghosts import Ghosts
from companion.table.layout import Role
from companion.table.story import Story, Visit

ENTER = 5.0
"""What it costs a story that the chip was laid down on a reader, as a logarithm: how rarely that happens."""
HASTE = 6.0
"""What it costs besides that it came there straight from a spot nearby, faster than a hand moves it."""
MOVING = 0.5
"""Seconds that this takes at least, from where it was seen last."""
RARE = 6.0
"""What it costs besides that it came to a spot over which, from all that is known of it, it hardly comes."""
UNTOUCHED = 8.0
"""That it was taken up from a cell and touched nothing: where it goes there is a spot."""
MARGIN = 14.0
"""How much likelier a story must be than all that say otherwise before it is told."""
DOUBT = 5.0
"""How much less likely a story may be for it to be worth looking into."""
RIVAL = 9.0
"""How much less likely it may be that a chip lies beside the reader that sees it, where no reader has seen it yet."""
FORGET = 18.0
"""How much less likely a story is that is not thought of any more."""


class Stories:
    """All stories of one chip."""

    def __init__(
        self,
        eyes: Mapping[str, Eye],
        ghosts: Ghosts,
        home: str = "",
        misses: int = 0,
        edge: float = -EDGE,
        *,
        rare: frozenset[str] = frozenset(),
    ) -> None:
        """`home` is where it is known to lie; it has been missed there so often since it was seen.

        `edge`: how much more speaks for its lying on the edge there than for its lying well; `rare`: the readers over
        which it hardly comes.
        """
        self._eyes = eyes
        self._rare = rare
        self.home = home
        """The reader on which it was told last."""
        self._ghosts = ghosts
        self.root = Story((), Visit(home), eyes.get(home), 0.0 if home else -inf)
        """That it is where it was: on its last reader that was told, or taken up from there."""
        if home:
            self.root.firm, self.root.weak = min(0.0, -edge), min(0.0, edge)
        self.root.off = -self.root.leaving
        for _ in range(misses):
            self.root.miss()
        self._all: dict[tuple[str, ...], Story] = {(): self.root}
        self.seen = -inf
        """When it was seen last, anywhere."""

    # -- looks -------------------------------------------------------------------------------------------------

    def hit(self, reader: str, at: float, looks: int) -> None:
        """This reader has seen it."""
        eye = self._eyes[reader]
        before = list(self._all.items())
        lies = {key: self._lies(story, eye) for key, story in before}
        laid = max([story.off for _, story in before]) - ENTER
        best = max(laid, *lies.values())
        for key, story in before:
            on = story.off - ENTER
            if story.reader in eye.near and at - story.visit.last < MOVING:
                on -= HASTE
            if on > best - MARGIN:
                self._offer(key, story, reader, on)
            if on > best - RIVAL and story.off > lies[key] - story.leaving:
                for other in eye.near:
                    if on + self._ghosts.cost(other, reader) > best - RIVAL:
                        self._offer(key, story, other, on)
        for story in self._all.values():
            if story.reader == reader:
                story.hit(at, looks)
            else:
                ghost = self._ghost(story.reader, eye)
                story.weigh(ghost, ghost)
            story.off -= STRANGE
            story.leave(at)
        self.seen = at
        self._forget()

    def miss(self, reader: str, at: float) -> None:
        """This reader has looked without seeing it."""
        touched = [story for story in self._all.values() if story.reader == reader]
        for story in touched:
            story.miss()
            story.leave(at)
        if touched:
            self._forget()

    def _lies(self, story: Story, eye: Eye) -> float:
        """How likely it is that the chip lies where this story says, now that this reader sees it."""
        if story.reader == eye.spot.reader:
            return story.on + eye.gain
        return story.on + self._ghost(story.reader, eye)

    def _ghost(self, home: str, eye: Eye) -> float:
        """What this reader's seeing it says of its lying on another."""
        return self._ghosts.cost(home, eye.spot.reader) if home in eye.near else -STRANGE

    def _offer(self, key: tuple[str, ...], story: Story, reader: str, on: float) -> None:
        if reader == story.reader:
            return
        on -= RARE if reader in self._rare else 0.0
        known = self._all.get((*key, reader))
        if known is None or known.on < on:
            visit = Visit(reader)
            self._all[*key, reader] = Story((*story.visits, visit), visit, self._eyes[reader], on)

    def _forget(self) -> None:
        """The unlikely ones, those that can as well begin anew with the next sighting, and the less likely of two
        that say the same of the present: no look will ever tell them apart."""
        least = self.best - FORGET
        now: dict[str, Story] = {}
        for story in self._all.values():
            other = now.get(story.reader)
            if story.visit.was_seen and (other is None or other.best < story.best):
                now[story.reader] = story
        for key, story in list(self._all.items()):
            if not key:
                continue
            shorter = self._all.get(key[:-1])
            likelier = now.get(story.reader, story)
            if (
                story.best < least
                or (shorter and story.best <= shorter.off - ENTER)
                or (likelier is not story and likelier.visit.last == story.visit.last)
            ):
                del self._all[key]

    # -- what they say -----------------------------------------------------------------------------------------

    @property
    def best(self) -> float:
        """How likely the likeliest is."""
        return max([story.best for story in self._all.values()])

    @property
    def over(self) -> bool:
        """Whether nothing but the last that was told is left."""
        return len(self._all) == 1

    def lift(self) -> None:
        """It surely lies no more where it was told."""
        self.root.visit, self.root.reader, self.root.eye = Visit(""), "", None
        self.root.weigh(-inf, -inf)

    @property
    def taken_up(self) -> bool:
        """Whether it most likely lies nowhere."""
        best = max(self._all.values(), key=lambda story: story.best)
        return best.off > best.on

    @property
    def clear(self) -> bool:
        """Whether nothing that may well be true says another first visit."""
        return len({story.visits[0].reader if story.visits else "" for story in self.likely(DOUBT)}) == 1

    def contenders(self) -> set[str]:
        """The readers whose looks would tell most: those on which it may well lie, of cells only those that saw it."""
        found = [story for story in self.likely(DOUBT) if story.eye]
        wanted = {
            story.reader
            for story in found
            if story is self.root or story.visit.was_seen or (story.eye and story.eye.spot.role is Role.TAP)
        }
        return wanted if len(found) > 1 else set()

    @property
    def may_touch(self) -> bool:
        """Whether it may well have come somewhere."""
        return any(visit.was_seen for story in self.likely(DOUBT) for visit in story.visits)

    def likely(self, margin: float) -> list[Story]:
        """Those that are not much less likely than the best, that one first."""
        least = self.best - margin
        found = [story for story in self._all.values() if story.best >= least]
        return sorted(found, key=lambda story: story.best, reverse=True)

    def agreed(self, margin: float = MARGIN) -> Visit | None:
        """The next visit, if all stories that are worth considering have the same."""
        first, *others = self.likely(margin)
        if not first.visits or not first.visits[0].was_seen:
            return None
        visit = first.visits[0]
        return visit if all(story.visits and story.visits[0].reader == visit.reader for story in others) else None

    def likeliest(self) -> tuple[Visit, ...]:
        """The visits of the likeliest story, where none is only supposed."""

        def ended(story: Story) -> float:
            nothing = not story.visits and story.eye and story.eye.spot.role is Role.CELLS
            return max(story.on, story.off - (UNTOUCHED if nothing else 0.0))

        for story in sorted(self._all.values(), key=ended, reverse=True):
            if all(visit.was_seen for visit in story.visits):
                return story.visits
        return ()

    def rival(self, reader: str) -> str:
        """Where else it may be that its next visit is told on this reader; where it was told last, if it may not have
        gone anywhere; "" where nothing much speaks for another."""
        for story in self.likely(MARGIN):
            if not story.visits:
                return self.home
            if story.visits[0].was_seen and story.visits[0].reader != reader:
                return story.visits[0].reader
        return ""

    def tell(self, visit: Visit) -> None:
        """This visit has been told: the stories go on from there."""
        going_on = {key[1:]: story for key, story in self._all.items() if key[:1] == (visit.reader,)}
        for story in going_on.values():
            story.visits = story.visits[1:]
        self._all = going_on
        self.home = visit.reader
        self.root = going_on.setdefault((), Story((), visit, self._eyes[visit.reader], -inf))
