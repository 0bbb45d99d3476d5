"""Where a chip may have been since its place was last reported: stories, and how likely each one is.

A **story** is a list of the readers that the chip visited, in order; the empty story says that the chip is where it
was. In each story the chip may still lie on the last reader, or have been taken up from there. Every look makes some
stories likelier and others less likely. Unlikely stories are forgotten; what all the others agree on can be reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from companion.table.changes import Doubt
from companion.table.evidence import EDGE, STRANGE, Eye
from companion.table.ghosts import Ghosts
from companion.table.layout import SpotRole
from companion.table.story import Story, Visit

ENTER = 5.0
"""The cost, as a logarithm, of a story in which the chip is laid down on a reader: how rarely that happens."""
HASTE = 6.0
"""The additional cost if it came there straight from a spot nearby, faster than a hand moves it."""
MOVING = 0.5
"""The least number of seconds that such a move takes, counted from the last sighting."""
RARE = 6.0
"""The additional cost if the spot is one over which the chip is unlikely to come, given all that is known of it."""
UNTOUCHED = 8.0
"""The cost if it was taken up from a cell and touched nothing afterwards: wherever it goes, there is a spot."""
MARGIN = 14.0
"""How much likelier than all that contradict it a story must be before it is reported."""
DOUBT = 5.0
"""How much less likely than the best a story may be and still be worth looking into."""
RIVAL = 9.0
"""How much less likely it may be that a chip lies beside the reader that sees it, while no other reader has seen it
yet."""
SUREST = 40.0
"""The most by which one story counts as likelier than all others."""
FORGET = 18.0
"""Stories that are this much less likely than the best are forgotten."""


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
        """`home` is the reader on which the chip is known to lie, and `misses` how often that reader has missed it
        since.

        `edge`: how much more likely it is that the chip lies on the edge there than that it lies well; `rare`: the
        readers over which it is unlikely to come.
        """
        self._eyes = eyes
        self._rare = rare
        self.home = home
        """The reader on which the chip was last reported."""
        self._ghosts = ghosts
        self.root = Story((), Visit(home), eyes.get(home), 0.0 if home else -inf)
        """The empty story: the chip is on the reader where it was last reported, or was taken up from there."""
        if home:
            self.root.firm, self.root.weak = min(0.0, -edge), min(0.0, edge)
        self.root.off = -self.root.leaving
        for _ in range(misses):
            self.root.miss()
        self._all: dict[tuple[str, ...], Story] = {(): self.root}
        self.seen = -inf
        """When the chip was last seen, on any reader."""
        self.apart = -inf
        """When the stories last disagreed on where the chip is; whoever weighs them notes it."""

    # -- looks -------------------------------------------------------------------------------------------------

    def hit(self, reader: str, at: float, looks: int) -> None:
        """Take in that this reader has seen the chip."""
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
        """Take in that this reader has looked without seeing the chip."""
        touched = [story for story in self._all.values() if story.reader == reader]
        for story in touched:
            story.miss()
            story.leave(at)
        if touched:
            self._forget()

    def _lies(self, story: Story, eye: Eye) -> float:
        """Return how likely it is that the chip lies where this story says, now that this reader sees it."""
        if story.reader == eye.spot.reader:
            return story.on + eye.gain
        return story.on + self._ghost(story.reader, eye)

    def _ghost(self, home: str, eye: Eye) -> float:
        """Return what a sighting by this reader says about the chip lying at `home`."""
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
        """Forget stories that are not needed: the unlikely ones; those that could just as well begin with the next
        sighting; and, of two with the same present, the less likely one, because no look will ever tell them apart."""
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
        """How likely the likeliest story is."""
        return max([story.best for story in self._all.values()])

    @property
    def over(self) -> bool:
        """Whether only the empty story is left."""
        return len(self._all) == 1

    def lift(self) -> None:
        """Take in that the chip certainly no longer lies where it was last reported."""
        self.root.visit, self.root.reader, self.root.eye = Visit(""), "", None
        self.root.weigh(-inf, -inf)

    @property
    def taken_up(self) -> bool:
        """Whether the chip most likely lies on no reader."""
        best = max(self._all.values(), key=lambda story: story.best)
        return best.off > best.on

    @property
    def clear(self) -> bool:
        """Whether all stories that may well be true agree on the first visit."""
        return len({story.visits[0].reader if story.visits else "" for story in self.likely(DOUBT)}) == 1

    def contenders(self) -> set[str]:
        """Return the readers whose looks matter most: those on which the chip may well lie. Cells count only if they
        have seen it."""
        found = [story for story in self.likely(DOUBT) if story.eye]
        wanted = {
            story.reader
            for story in found
            if story is self.root or story.visit.was_seen or (story.eye and story.eye.spot.role is SpotRole.TAP)
        }
        return wanted if len(found) > 1 else set()

    @property
    def doubt(self) -> Doubt:
        """Whether the chip may well have come to a tap, or at least to a cell."""
        visits = [visit for story in self.likely(DOUBT) for visit in story.visits if visit.was_seen]
        if any(self._eyes[visit.reader].spot.role is SpotRole.TAP for visit in visits):
            return Doubt.TAP
        return Doubt.CELL if visits else Doubt.NONE

    def same_now(self) -> bool:
        """Whether all stories that may well be true say the same of where the chip is now: on the same reader, which
        has just seen it, or on none. Then no look will ever tell them apart."""
        first, *others = self.likely(DOUBT)
        if first.off > first.on:
            return all(story.off > story.on for story in others)
        here = first.reader, first.visit.last
        return bool(others) and all((one.reader, one.visit.last) == here and one.on >= one.off for one in others)

    def weight(self, visit: Visit) -> int:
        """Return how much likelier the best story that begins with this visit is than the best that does not, as a
        logarithm, in thousandths."""
        most = {True: -inf, False: -inf}
        for story in self._all.values():
            own = bool(story.visits) and story.visits[0].reader == visit.reader
            most[own] = max(most[own], story.best)
        return round(1000 * max(-SUREST, min(SUREST, most[True] - most[False])))

    def likely(self, margin: float) -> list[Story]:
        """Return the stories that are at most this much less likely than the best, best first."""
        least = self.best - margin
        found = [story for story in self._all.values() if story.best >= least]
        return sorted(found, key=lambda story: story.best, reverse=True)

    def agreed(self, margin: float = MARGIN) -> Visit | None:
        """Return the next visit, if all stories within the margin agree on it."""
        first, *others = self.likely(margin)
        if not first.visits or not first.visits[0].was_seen:
            return None
        visit = first.visits[0]
        return visit if all(story.visits and story.visits[0].reader == visit.reader for story in others) else None

    def likeliest(self) -> tuple[Visit, ...]:
        """Return the visits of the likeliest story in which every visit was seen."""

        def ended(story: Story) -> float:
            nothing = not story.visits and story.eye and story.eye.spot.role is SpotRole.CELLS
            return max(story.on, story.off - (UNTOUCHED if nothing else 0.0))

        for story in sorted(self._all.values(), key=ended, reverse=True):
            if all(visit.was_seen for visit in story.visits):
                return story.visits
        return ()

    def rival(self, reader: str) -> str:
        """Return the reader on which the next visit may really have been, although it will be reported on `reader`.

        It is the last reported reader if the chip may not have moved at all, and "" if no other reader is likely
        enough.
        """
        for story in self.likely(MARGIN):
            if not story.visits:
                return self.home
            if story.visits[0].was_seen and story.visits[0].reader != reader:
                return story.visits[0].reader
        return ""

    def tell(self, visit: Visit) -> None:
        """Note that this visit has been reported: the stories go on from there."""
        going_on = {key[1:]: story for key, story in self._all.items() if key[:1] == (visit.reader,)}
        for story in going_on.values():
            story.visits = story.visits[1:]
        self._all = going_on
        self.home = visit.reader
        self.root = going_on.setdefault((), Story((), visit, self._eyes[visit.reader], -inf))
