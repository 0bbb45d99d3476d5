"""Which chip lies on which reader, concluded from many looks that miss chips or see those of a neighbour.

A pure function of looks and time. A chip **rests** on a reader once this has been reported. If another reader sees it,
or if a reader sees a chip that rests nowhere, its stories are weighed until one place is certain enough to report (see
`stories`). If no other reader can have seen the chip, that is at the first look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf

from companion.table.changes import Appeared, Asleep, Change, Crowded, Doubled, Doubt, Lifted, Tapped
from companion.table.evidence import EDGE, Eye
from companion.table.ghosts import Ghosts
from companion.table.hints import NO_HINTS, Hints
from companion.table.layout import Layout, SpotRole
from companion.table.sightings import Look, Uid, is_made_up
from companion.table.stories import MARGIN, Stories
from companion.table.story import Visit

AWAY = 3.0
"""How empty a place must have been found, in terms of evidence, before its chip is reported somewhere far away. Until
then there may be two tags with one UID."""
ABSENT = 0.6
"""A chip that was seen within this many seconds is not gone, however many looks have missed it."""
BLIND = 1.0
"""A reader that has not looked for this many seconds is not waited for."""
SLEEPS = 5.0
"""A reader that has not looked for this many seconds is reported as asleep."""
SILENT = 3.0
"""After this many seconds without a sighting the likeliest story is reported, if all that may be true say that the chip
was taken up."""
LATE = 15.0
"""The same, if one of them says that the chip still lies there. It is longer because a cell has few looks."""
QUIET = 6.0
"""The margin between stories for a chip that is no longer seen: waiting longer would not tell much more."""
FLIPS, FLIP = 4, 1.0
"""A tag that jumps this often between places far apart, each time within this many seconds, is really two tags."""
MOST_RESTS = 1000
"""How many chips' places are remembered, far more than a box has. Beyond that, the oldest places of chips that were
lifted and have not come back are forgotten."""
MOST_FLIPS = 500
"""How many tags' last sightings are remembered to notice such jumps."""
SINGLE = 10.0
"""Two tags count as one again when only one place has seen the UID for this many seconds."""

LESSON = 20
"""After this many looks at a resting chip, the ghosts that its neighbours saw are counted."""

LOST_CELL = 1e-3
"""The probability of error allowed when a chip is reported as lifted from a cell. It is large, because the report can
be taken back: a lifted chip has not moved."""
LOST_TAP = 1e-8
"""The same for a tap, where an error is worse: the next sighting would count as another touch, and so as another
movement."""
LOST_EDGE = 1e-4
"""The same for the edge of a tap, where chips rarely lie."""


@dataclass(slots=True)
class RestingPlace:
    """The place where a chip lies."""

    reader: str
    seen: float
    """When it was last seen there."""
    looks: int
    """The reader's count of clean looks at that time."""
    edge: float = -EDGE
    """How much more likely it is that the chip lies on the edge than that it lies well, as a logarithm."""
    since: dict[str, int] = field(default_factory=dict)
    """The counts of clean looks of all readers when its neighbours' ghosts were last counted."""
    ghosts: Counter[str] = field(default_factory=Counter)
    """Which readers have seen it since then, and how often."""
    lifted: bool = False
    """Whether it was reported as lifted from its cell. It may only have been missed: until it is seen elsewhere, this
    remains its place."""


class Presence:
    """Takes looks and returns changes."""

    def __init__(
        self,
        layout: Layout,
        resting: Mapping[Uid, str] | None = None,
        hints: Callable[[], Hints] = lambda: NO_HINTS,
    ) -> None:
        """`resting` is what `resting()` returned before a restart, so that a chip on a tap does not count as tapping
        again.

        `hints` returns what the game knows at the moment about where chips are, and where they are unlikely to come.
        """
        self._hints = hints
        self._eyes = {spot.reader: Eye(spot, layout.neighbours(spot.reader)) for spot in layout.spots()}
        self._ghosts = Ghosts()
        self._looks = dict.fromkeys(self._eyes, 0)
        """The number of clean looks of each reader."""
        self._looked = dict.fromkeys(self._eyes, 0.0)
        """The time of each reader's last clean look."""
        self._rests: dict[Uid, RestingPlace] = {}
        self._here: dict[str, set[Uid]] = {reader: set() for reader in self._eyes}
        self._cases: dict[Uid, Stories] = {}
        """The stories of chips that are seen elsewhere than where they rest, or that rest nowhere."""
        self._doubles: dict[Uid, dict[str, float]] = {}
        self._flips: dict[Uid, tuple[str, float, int, float]] = {}
        """Where and when each tag was seen last; how often in a row it quickly jumped far away, and when it last
        did."""
        self._asleep: frozenset[str] = frozenset()
        """The readers that have stopped looking."""
        self._began = inf
        """The time of the first tick."""
        self._told: list[Change] = []
        for uid, reader in (resting or {}).items():
            if reader in self._eyes:
                self._lay(uid, RestingPlace(reader, 0.0, 0))

    # -- what comes in -----------------------------------------------------------------------------------------

    def look(self, look: Look) -> list[Change]:
        """Take in a look, and return what is now certain. Looks of readers that the table does not have are ignored."""
        reader, at = look.reader, look.at
        if reader not in self._eyes:
            return []
        if look.clean:
            self._looks[reader] += 1
            self._looked[reader] = at
        for uid in dict.fromkeys(look.tags):
            if not is_made_up(uid):  # drivers leave these UIDs out, but traces of earlier versions contain them
                self._seen(uid, look)
        if look.clean:
            for uid in [uid for uid in self._here[reader] if uid not in look.tags]:
                self._not_seen(uid, at)
        for uid, stories in list(self._cases.items()):
            if look.clean and uid not in look.tags:
                stories.miss(reader, at)
            self._weigh(uid, stories, at)
        return self._take_told()

    def tick(self, now: float) -> list[Change]:
        """Return what has become certain only because time has passed."""
        self._look_for_sleepers(now)
        for uid, stories in list(self._cases.items()):
            self._weigh(uid, stories, now)
        return self._take_told()

    def _look_for_sleepers(self, now: float) -> None:
        """Report which readers have stopped looking, or look again."""
        self._began = min(self._began, now)
        since = now - SLEEPS
        asleep = frozenset(reader for reader, at in self._looked.items() if max(at, self._began) < since)
        if asleep != self._asleep:
            self._asleep = asleep
            self._told.append(Asleep(tuple(sorted(asleep)), now))

    def _take_told(self) -> list[Change]:
        told, self._told = self._told, []
        return told

    # -- what can be asked -------------------------------------------------------------------------------------

    def resting(self) -> dict[Uid, str]:
        """Return the reader on which each chip lies."""
        return {uid: rest.reader for uid, rest in self._rests.items() if not rest.lifted}

    def miss_rate(self, reader: str) -> float:
        """Return how many of a reader's clean looks miss a chip that lies there, as a fraction."""
        return self._eyes[reader].miss_rate

    def in_doubt(self) -> frozenset[str]:
        """Return the readers whose next looks matter most. The schedule should let them look more often."""
        wanted: set[str] = set()
        for stories in self._cases.values():
            wanted |= stories.contenders()
        return frozenset(wanted)

    @property
    def doubt(self) -> Doubt:
        """What may have happened without having been reported yet."""
        return max((stories.doubt for stories in self._cases.values()), default=Doubt.NONE)

    # -- one chip, one look ------------------------------------------------------------------------------------

    def _seen(self, uid: Uid, look: Look) -> None:
        reader, at = look.reader, look.at
        if uid in self._doubles:
            self._seen_double(uid, reader, at)
            return
        if self._flips_too_often(uid, reader, at):
            return
        rest, stories = self._rests.get(uid), self._cases.get(uid)
        if rest and rest.reader == reader:
            misses = self._looks[reader] - rest.looks - look.clean
            rest.edge = self._eyes[reader].edge(rest.edge, misses)
            if rest.edge < 0:
                self._eyes[reader].found_again(misses)
            rest.seen, rest.looks = at, self._looks[reader]
            if rest.lifted:
                self._put_back(uid, rest)
            if not stories:
                self._learn(rest)
        else:
            if stories and at - stories.seen >= ABSENT and stories.taken_up and stories.clear:
                rest, stories = self._conclude(uid, stories, rest, reader)
        if not stories and not (rest and rest.reader == reader):
            rare = self._hints().hardly_over(uid)
            stories = Stories(self._eyes, self._ghosts, rare=rare)
            if rest:
                misses = self._looks[rest.reader] - rest.looks
                stories = Stories(self._eyes, self._ghosts, rest.reader, misses, rest.edge, rare=rare)
            self._cases[uid] = stories
        if rest and rest.reader != reader:
            rest.ghosts[reader] += 1
        if stories:
            stories.hit(reader, at, self._looks[reader])

    def _conclude(
        self, uid: Uid, stories: Stories, rest: RestingPlace | None, reader: str
    ) -> tuple[RestingPlace | None, Stories | None]:
        """Settle the stories of a chip that was out of sight and is seen again: waiting would not make them any
        clearer."""
        for visit in stories.likeliest():
            self._tell(uid, stories, visit)
        rest = self._rests.get(uid)
        if rest and rest.reader == reader and self._is_gone(rest):
            self._lift(uid, rest)
            del self._cases[uid]
            return None, None
        return rest, stories

    def _learn(self, rest: RestingPlace) -> None:
        """Learn from a chip that rests without any doubt: all other readers that see it see a ghost."""
        if rest.looks < rest.since.get(rest.reader, -LESSON) + LESSON:
            return
        for reader in self._eyes[rest.reader].near if rest.since else ():
            looks = self._looks[reader] - rest.since[reader]
            self._ghosts.learn(rest.reader, reader, looks, rest.ghosts[reader])
        rest.since = dict(self._looks)
        rest.ghosts.clear()

    def _flips_too_often(self, uid: Uid, reader: str, at: float) -> bool:
        """Whether a tag appears in places far apart faster than a hand can move it. If so, it is reported as two
        tags."""
        before, last, flips, flipped = self._flips.get(uid, (reader, at, 0, at))
        if before != reader and before not in self._eyes[reader].near:
            flips, flipped = (flips + 1 if at - flipped < FLIP else 1), at
        self._flips[uid] = reader, at, flips, flipped
        if len(self._flips) > MOST_FLIPS:
            self._flips = {one: seen for one, seen in self._flips.items() if at - seen[1] < FLIP}
        if flips < FLIPS:
            return False
        del self._flips[uid]
        self._cases.pop(uid, None)
        self._doubles[uid] = {before: last, reader: at}
        self._told.append(Doubled(uid, tuple(sorted((before, reader))), at))
        return True

    def _not_seen(self, uid: Uid, at: float) -> None:
        rest = self._rests[uid]
        if at - rest.seen < ABSENT or not self._is_gone(rest):
            return
        if self._eyes[rest.reader].spot.role is SpotRole.CELLS:
            rest.lifted = True
            self._here[rest.reader].discard(uid)
            self._told.append(Lifted(uid, rest.reader, rest.seen))
        else:
            self._lift(uid, rest)

    def _is_gone(self, rest: RestingPlace) -> bool:
        """Whether the chip has been missed too often for it still to lie there."""
        eye, on_edge = self._eyes[rest.reader], rest.edge > 0
        lost = LOST_CELL if eye.spot.role is SpotRole.CELLS else LOST_EDGE if on_edge else LOST_TAP
        return self._looks[rest.reader] - rest.looks >= eye.patience(lost, on_edge=on_edge)

    def _seen_double(self, uid: Uid, reader: str, at: float) -> None:
        """Handle a tag that lies in two places: nothing is reported until only one of them still sees it."""
        places = self._doubles[uid]
        places[reader] = at
        if rest := self._rests.get(uid):
            rest.seen, rest.looks = at, self._looks[rest.reader]
        if sum(at - seen < SINGLE for seen in places.values()) == 1:
            del self._doubles[uid]
            self._settle(uid, RestingPlace(reader, at, self._looks[reader]), at)

    # -- weighing ----------------------------------------------------------------------------------------------

    def _weigh(self, uid: Uid, stories: Stories, at: float) -> None:
        quiet = at - stories.seen >= ABSENT
        while visit := stories.agreed(QUIET if quiet and stories.taken_up else MARGIN):
            if not self._may_tell(uid, visit, at):
                return
            self._tell(uid, stories, visit)
        if at - stories.seen > LATE or self._is_told_apart_no_more(stories, at):
            for visit in stories.likeliest():
                self._tell(uid, stories, visit)
            del self._cases[uid]
        elif stories.over:
            del self._cases[uid]

    def _is_told_apart_no_more(self, stories: Stories, at: float) -> bool:
        """Whether no look will tell the stories of a chip apart, so that waiting only holds back the table: they have
        said the same of where it is for a while."""
        if not stories.same_now():
            stories.apart = at
            return False
        return at - stories.seen > SILENT if stories.taken_up else at - stories.apart > ABSENT

    def _may_tell(self, uid: Uid, visit: Visit, at: float) -> bool:
        """Whether a visit may be reported. A tag seen far from where its chip rests may be another tag with the same
        UID, so the chip's own place must be empty first."""
        rest = self._rests.get(uid)
        if rest is None or rest.reader == visit.reader or rest.reader in self._eyes[visit.reader].near:
            return True
        empty = (self._looks[rest.reader] - rest.looks) * self._eyes[rest.reader].loss
        return empty >= AWAY or at - self._looked[rest.reader] > BLIND

    def _tell(self, uid: Uid, stories: Stories, visit: Visit) -> None:
        rival = stories.rival(visit.reader)
        if rival != stories.home and self._eyes[rival or visit.reader].spot.role is not SpotRole.TAP:
            rival = ""
        weight = stories.weight(visit)
        stories.tell(visit)
        self._settle(uid, RestingPlace(visit.reader, visit.last, visit.looks, visit.edge), visit.first, rival, weight)

    # -- keeping -----------------------------------------------------------------------------------------------

    def _settle(self, uid: Uid, rest: RestingPlace, first: float, rival: str = "", weight: int = 0) -> None:
        """Report that a chip lies there, or lay there; `rival` is another tap that it may have touched instead, and
        `weight` how much speaks for it."""
        self._pick_up(uid)
        self._lay(uid, rest)
        reader, here = rest.reader, self._here[rest.reader]
        spot = self._eyes[reader].spot
        if spot.role is SpotRole.TAP:
            self._told.append(Tapped(uid, reader, first, rival, weight))
            return
        self._told.append(Appeared(uid, reader, first, weight))
        if len(here) > spot.cells:
            self._told.append(Crowded(reader, tuple(sorted(here)), first))

    def _put_back(self, uid: Uid, rest: RestingPlace) -> None:
        """A chip lies in its cell again, or lay there all the time."""
        rest.lifted = False
        self._here[rest.reader].add(uid)
        self._told.append(Appeared(uid, rest.reader, rest.seen))

    def _lift(self, uid: Uid, rest: RestingPlace) -> None:
        self._pick_up(uid)
        if stories := self._cases.get(uid):
            stories.lift()
        self._told.append(Lifted(uid, rest.reader, rest.seen))

    def _lay(self, uid: Uid, rest: RestingPlace) -> None:
        self._rests[uid] = rest
        if len(self._rests) > MOST_RESTS:
            self._forget_lifted()
        self._here[rest.reader].add(uid)

    def _forget_lifted(self) -> None:
        lifted = [uid for uid, rest in self._rests.items() if rest.lifted]
        for uid in lifted[: len(lifted) // 2]:
            del self._rests[uid]

    def _pick_up(self, uid: Uid) -> None:
        if rest := self._rests.pop(uid, None):
            self._here[rest.reader].discard(uid)
