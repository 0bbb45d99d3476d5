"""Which chip lies on which reader, out of many looks that miss chips, and see those of a neighbour.

A pure function of looks and time. A chip **rests** on a reader when that has been told. When another reader sees it,
or one sees a chip that rests nowhere, its stories are weighed until one place can be told (see `stories`). Where no
other reader can have seen it, that is at the first look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.table.changes import Appeared, Change, Crowded, Doubled, Lifted, Tapped
from companion.table.evidence import EDGE, Eye
from companion.table.ghosts import Ghosts
from companion.table.layout import Layout, Role
from companion.table.sightings import Look, Uid
from companion.table.stories import MARGIN, Stories
from companion.table.story import Visit

AWAY = 3.0
"""How empty a place must have been found before a chip is told to be in another far away; else it may be two tags."""
ABSENT = 0.6
"""A chip that has been seen within this many seconds is not gone, however many looks missed it."""
BLIND = 1.0
"""A reader that has not looked for so many seconds is not waited for."""
SILENT = 3.0
"""After so many seconds without a sighting the likeliest story is told, if it says that the chip was taken up."""
LATE = 15.0
"""If it says that the chip lies there still. A cell has few looks."""
QUIET = 6.0
"""The margin of stories for a chip that is not seen any more: little more will be known."""
FLIPS, FLIP = 4, 1.0
"""A tag that goes to and fro so often between places far apart, each time within so many seconds, is two tags."""
MOST_FLIPS = 500
"""Tags whose last sighting is remembered for that."""
SINGLE = 10.0
"""And one again, when only one place has seen it for so many seconds."""

LESSON = 20
"""After so many looks at a chip at rest, its neighbours' ghosts are counted."""

LOST_CELL = 1e-3
"""How sure it must be that a chip was lifted from a cell. It may come back: nothing was told."""
LOST_TAP = 1e-8
"""From a tap: the next sighting is another touch, and means another movement."""
LOST_EDGE = 1e-4
"""From the edge of a tap, where few chips lie."""


@dataclass(slots=True)
class Rest:
    """Where a chip lies."""

    reader: str
    seen: float
    """When it was last seen there."""
    looks: int
    """The reader's counter of clean looks then."""
    edge: float = -EDGE
    """How much more speaks for its lying on the edge than for its lying well."""
    since: dict[str, int] = field(default_factory=dict)
    """All readers' counters when its neighbours were last learnt from."""
    ghosts: Counter[str] = field(default_factory=Counter)
    """Which of them have seen it since then, and how often."""
    lifted: bool = False
    """Told as lifted from its cell. It may only have been missed: until it shows elsewhere, this is still its place."""


class Presence:
    """Looks in, changes out."""

    def __init__(
        self,
        layout: Layout,
        resting: Mapping[Uid, str] | None = None,
        rare: Callable[[Uid], frozenset[str]] = lambda uid: frozenset(),
    ) -> None:
        """`resting` is what `resting()` told before a restart, so that a chip on a tap does not tap again.

        `rare` is asked over which readers a chip hardly comes, from where it is known to be.
        """
        self._rare = rare
        self._eyes = {spot.reader: Eye(spot, layout.neighbours(spot.reader)) for spot in layout.spots()}
        self._ghosts = Ghosts()
        self._looks = dict.fromkeys(self._eyes, 0)
        """Clean looks of each reader."""
        self._looked = dict.fromkeys(self._eyes, 0.0)
        """When each had the last."""
        self._rests: dict[Uid, Rest] = {}
        self._here: dict[str, set[Uid]] = {reader: set() for reader in self._eyes}
        self._cases: dict[Uid, Stories] = {}
        """Chips that are not, or not only, seen where they rest."""
        self._doubles: dict[Uid, dict[str, float]] = {}
        self._flips: dict[Uid, tuple[str, float, int, float]] = {}
        """Where and when each tag was seen last; how often in a row it was quickly far away, and when last."""
        self._told: list[Change] = []
        for uid, reader in (resting or {}).items():
            if reader in self._eyes:
                self._lay(uid, Rest(reader, 0.0, 0))

    # -- what comes in -----------------------------------------------------------------------------------------

    def look(self, look: Look) -> list[Change]:
        """Take note of a look; tell what is now certain. Looks of readers that the table does not have are nothing."""
        reader, at = look.reader, look.at
        if reader not in self._eyes:
            return []
        if look.clean:
            self._looks[reader] += 1
            self._looked[reader] = at
        for uid in dict.fromkeys(look.tags):
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
        """What becomes certain by time alone."""
        for uid, stories in list(self._cases.items()):
            self._weigh(uid, stories, now)
        return self._take_told()

    def _take_told(self) -> list[Change]:
        told, self._told = self._told, []
        return told

    # -- what can be asked -------------------------------------------------------------------------------------

    def resting(self) -> dict[Uid, str]:
        """Which chip lies on which reader."""
        return {uid: rest.reader for uid, rest in self._rests.items() if not rest.lifted}

    def miss_rate(self, reader: str) -> float:
        """How many of its clean looks miss a chip that lies there."""
        return self._eyes[reader].miss_rate

    def in_doubt(self) -> frozenset[str]:
        """The readers whose next looks settle most. Who plans the looks does well to let them look more often."""
        wanted: set[str] = set()
        for stories in self._cases.values():
            wanted |= stories.contenders()
        return frozenset(wanted)

    @property
    def touching(self) -> bool:
        """Whether a chip may have come somewhere and has not been told there yet."""
        return any(stories.may_touch for stories in self._cases.values())

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
            rare = self._rare(uid)
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
        self, uid: Uid, stories: Stories, rest: Rest | None, reader: str
    ) -> tuple[Rest | None, Stories | None]:
        """It was out of sight, and comes back: what was not quite certain before will not become so any more."""
        for visit in stories.likeliest():
            self._tell(uid, stories, visit)
        rest = self._rests.get(uid)
        if rest and rest.reader == reader and self._is_gone(rest):
            self._lift(uid, rest)
            del self._cases[uid]
            return None, None
        return rest, stories

    def _learn(self, rest: Rest) -> None:
        """While a chip rests, and nothing speaks against it, all other readers that see it see a ghost."""
        if rest.looks < rest.since.get(rest.reader, -LESSON) + LESSON:
            return
        for reader in self._eyes[rest.reader].near if rest.since else ():
            looks = self._looks[reader] - rest.since[reader]
            self._ghosts.learn(rest.reader, reader, looks, rest.ghosts[reader])
        rest.since = dict(self._looks)
        rest.ghosts.clear()

    def _flips_too_often(self, uid: Uid, reader: str, at: float) -> bool:
        """Whether it is seen now here, now far away, as no hand can move it: then it is two tags, and told as such."""
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
        if self._eyes[rest.reader].spot.role is Role.CELLS:
            rest.lifted = True
            self._here[rest.reader].discard(uid)
            self._told.append(Lifted(uid, rest.reader, rest.seen))
        else:
            self._lift(uid, rest)

    def _is_gone(self, rest: Rest) -> bool:
        """Whether so many looks cannot all have missed it."""
        eye, on_edge = self._eyes[rest.reader], rest.edge > 0
        lost = LOST_CELL if eye.spot.role is Role.CELLS else LOST_EDGE if on_edge else LOST_TAP
        return self._looks[rest.reader] - rest.looks >= eye.patience(lost, on_edge=on_edge)

    def _seen_double(self, uid: Uid, reader: str, at: float) -> None:
        """Nothing can be told of a tag that lies in two places, until only one of them sees it any more."""
        places = self._doubles[uid]
        places[reader] = at
        if rest := self._rests.get(uid):
            rest.seen, rest.looks = at, self._looks[rest.reader]
        if sum(at - seen < SINGLE for seen in places.values()) == 1:
            del self._doubles[uid]
            self._settle(uid, Rest(reader, at, self._looks[reader]), at)

    # -- weighing ----------------------------------------------------------------------------------------------

    def _weigh(self, uid: Uid, stories: Stories, at: float) -> None:
        quiet = at - stories.seen >= ABSENT
        while visit := stories.agreed(QUIET if quiet and stories.taken_up else MARGIN):
            if not self._may_tell(uid, visit, at):
                return
            self._tell(uid, stories, visit)
        if at - stories.seen > (SILENT if stories.taken_up and stories.clear else LATE):
            for visit in stories.likeliest():
                self._tell(uid, stories, visit)
            del self._cases[uid]
        elif stories.over:
            del self._cases[uid]

    def _may_tell(self, uid: Uid, visit: Visit, at: float) -> bool:
        """A tag that is seen far from where it rests may be another one with its UID: first its place must be empty."""
        rest = self._rests.get(uid)
        if rest is None or rest.reader == visit.reader or rest.reader in self._eyes[visit.reader].near:
            return True
        empty = (self._looks[rest.reader] - rest.looks) * self._eyes[rest.reader].loss
        return empty >= AWAY or at - self._looked[rest.reader] > BLIND

    def _tell(self, uid: Uid, stories: Stories, visit: Visit) -> None:
        rival = stories.rival(visit.reader)
        if rival != stories.home and self._eyes[rival or visit.reader].spot.role is not Role.TAP:
            rival = ""
        stories.tell(visit)
        self._settle(uid, Rest(visit.reader, visit.last, visit.looks, visit.edge), visit.first, rival)

    # -- keeping -----------------------------------------------------------------------------------------------

    def _settle(self, uid: Uid, rest: Rest, first: float, rival: str = "") -> None:
        """It lies there, or did; perhaps on its rival."""
        self._pick_up(uid)
        self._lay(uid, rest)
        reader, here = rest.reader, self._here[rest.reader]
        spot = self._eyes[reader].spot
        if spot.role is Role.TAP:
            self._told.append(Tapped(uid, reader, first, rival))
            return
        self._told.append(Appeared(uid, reader, first))
        if len(here) > spot.cells:
            self._told.append(Crowded(reader, tuple(sorted(here)), first))

    def _put_back(self, uid: Uid, rest: Rest) -> None:
        """It lies in its cell again, or lay there all the time."""
        rest.lifted = False
        self._here[rest.reader].add(uid)
        self._told.append(Appeared(uid, rest.reader, rest.seen))

    def _lift(self, uid: Uid, rest: Rest) -> None:
        self._pick_up(uid)
        if stories := self._cases.get(uid):
            stories.lift()
        self._told.append(Lifted(uid, rest.reader, rest.seen))

    def _lay(self, uid: Uid, rest: Rest) -> None:
        self._rests[uid] = rest
        self._here[rest.reader].add(uid)

    def _pick_up(self, uid: Uid) -> None:
        if rest := self._rests.pop(uid, None):
            self._here[rest.reader].discard(uid)
