"""A first game: what a chip does is said when it comes into sight, and what a number means when it first changes.

All of it is said by the game itself: texts of chips by its encyclopedia, everything else by its rulebook. Each thing is
said once. While something is still to be read, computer players wait.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.world import ChipPlace, Drawing, World
from companion.rules import Match, Question, Setup, new_match


class Lesson(NamedTuple):
    """Something to read: a kind of chip or a rule, and the places that it is about."""

    chip: str
    rule: str
    about: tuple[str, ...]

    @property
    def key(self) -> str:
        """What it is about."""
        return self.chip or self.rule


@dataclass
class Lessons:
    """What is still to be read in a first game, and what has been said already."""

    waiting: deque[Lesson] = field(default_factory=deque)
    said: set[str] = field(default_factory=set)
    facts: Mapping[str, object] = field(default_factory=dict)
    """The numbers when it last looked."""
    _looked: ToldMoment | None = None

    def look(self, told: ToldMoment | None, world: World, people: frozenset[str]) -> bool:
        """Take up what is new on the table. Returns whether there is anything new to read."""
        if told is None or told is self._looked or not told.settled:
            return False
        self._looked = told
        before = len(self.waiting)
        for lesson in (*new_rules(told.match, self.facts), *new_chips(world, people)):
            if lesson.key not in self.said:
                self.said.add(lesson.key)
                self.waiting.append(lesson)
        self.facts = told.match.game.facts(told.match.table)
        return len(self.waiting) != before

    def go_on(self, key: str) -> None:
        """The first one has been read, if it is this one: a second click on the button skips nothing."""
        if self.waiting and self.waiting[0].key == key:
            self.waiting.popleft()


def match_facts(setup: Setup) -> Mapping[str, object]:
    """The numbers when a game begins."""
    match = new_match(setup)
    return match.game.facts(match.table)


def new_rules(match: Match, before: Mapping[str, object]) -> Iterator[Lesson]:
    """The rules of the numbers that have changed, and of what is asked now."""
    facts = match.game.facts(match.table)
    for fact, (rule, place) in match.game.fact_rules(match.table).items():
        if facts.get(fact) != before.get(fact):
            yield Lesson("", rule, (place,) if place else ())
    if isinstance(match.pending, Question) and match.pending.rest:
        yield Lesson("", match.pending.rule, tuple(match.waiting_for))


def new_chips(world: World, people: frozenset[str]) -> Iterator[Lesson]:
    """The chips that people can see in front of a seat: what they have drawn or bought, and what anybody has played."""
    for place in world.places.values():
        if is_in_front(place) and not place.hides_from(people):
            for uid in world.lying(place.id):
                yield Lesson(world.kinds[uid], "", (place.id,))


def is_in_front(place: ChipPlace) -> bool:
    """Whether it is a place of a seat where single chips lie."""
    return bool(place.seat) and place.kind in (Drawing.CELL, Drawing.HAND, Drawing.HEAP)
