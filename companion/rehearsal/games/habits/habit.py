"""What a habit is, who has it, and where it takes hold of a rehearsal.

A habit changes how something is carried out, never what was decided. Each hook is called at one point of an evening:
before a decision, when the chips of a step are about to be moved, for each chip that is carried, between two steps, and
when somebody is asked. A habit that does nothing at a point leaves the hook alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeAlias

from companion.rehearsal.games.truth import TrueRoute, TrueStep
from companion.rehearsal.virtual_table import TaggedThing

if TYPE_CHECKING:
    from companion.rehearsal.games.companion import Asked
    from companion.rehearsal.games.hands import Hands
    from companion.rehearsal.games.line import LineItem
    from companion.rehearsal.games.outages import Outages
    from companion.table.layout import Layout

Half: TypeAlias = Literal["fitting", "judging"]
"""Numbers are fitted on one half of the habits and judged on the other."""
OVERLAP = 4.0
"""How many seconds at most one seat goes on while another still carries out what its last decision caused."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How people move chips: seconds (from, to), and chances."""

    thinking: tuple[float, float] = (0.5, 4.0)
    moving: tuple[float, float] = (0.3, 1.2)
    resting: tuple[float, float] = (0.4, 1.5)
    """How long a chip lies on a tap."""
    bank_spot_too: float = 0.15
    """The chance that a chip of a shared zone touches that zone's tap, even if it is seen where it arrives."""
    bumps: float = 0.05
    """The chance, after a step, that somebody takes a chip out of its cell and puts it back."""
    twice: float = 0.0
    """The chance that a chip touches its tap a second time, for no reason."""
    overlap: float = OVERLAP
    """How many seconds at most this seat goes on while another still moves chips."""

    def at_pace(self, pace: float) -> Manner:
        """Return the same manner, with everything taking so many times as long.

        >>> Manner().at_pace(2.0).thinking
        (1.0, 8.0)
        """
        if pace == 1.0:
            return self
        thinking, moving, resting = (
            (pace * least, pace * most) for least, most in (self.thinking, self.moving, self.resting)
        )
        return replace(self, thinking=thinking, moving=moving, resting=resting)


class Stray(NamedTuple):
    """A touch that belongs to no step: a chip comes to a reader, and leaves it again."""

    chip: TaggedThing
    reader: str
    rest: float
    gap: float = 0.3
    """Seconds before it."""


@dataclass
class CarriedChip:
    """A chip that somebody is about to carry. Habits change it."""

    chip: TaggedThing
    zones: tuple[str, ...]
    seat: str
    """Whose hand carries it."""
    manner: Manner
    taps: list[str]
    """The readers that it touches on its way."""
    cells: bool
    """Whether it is then laid into a cell."""
    own: bool = False
    """Whether the decision itself is made with this chip."""
    wait: float = 0.0
    """Seconds that the hand waits before it takes up the chip."""
    hover: float = 0.0
    """Seconds that the chip is held in the air."""
    late: float = 0.0
    """Seconds after which it is carried at last, while the hand goes on with something else."""
    rest: float = 0.0
    """Seconds that it lies on each tap at least."""
    again: tuple[tuple[float, float], ...] = ()
    """Touches of the last tap that are added: after how many seconds, and for how long."""
    before: list[Stray] = field(default_factory=list)
    """Touches that mean nothing, before the chip is taken up for good."""
    on_the_way: list[Stray] = field(default_factory=list)
    """The same with the chip in the hand."""
    afterwards: list[Stray] = field(default_factory=list)
    """The same once it has been where it belongs."""
    together: bool = False
    """Whether it comes onto a tap where another chip may still lie."""
    left: bool = False
    """Whether it is left lying on its last tap."""
    on_edge: bool = False
    crowded: bool = False
    """Whether it is laid on top of a chip in a cell."""


@dataclass
class StepPlan:
    """The chips of a step, before anybody moves them. Habits change their order, or hold some of them back."""

    number: int
    step: TrueStep
    own: list[TrueRoute]
    """The chips with which the decision is made."""
    others: list[TrueRoute]
    """What follows from it, without what is poured into a bag."""
    own_last: bool = False
    """Whether what follows is done first."""
    in_order: bool = False
    """Whether what follows is done in the order of the list; otherwise in any."""
    held: list[tuple[TrueRoute, int]] = field(default_factory=list)
    """The chips that are held back, each with the number of the step after which it is moved."""

    @property
    def seat(self) -> str:
        """The seat that decides."""
        return self.step.step.seat

    def hold(self, travels: Sequence[TrueRoute], until: int) -> None:
        """Hold these back until after a later step, or until they are needed."""
        self.held += [(travel, until) for travel in travels]
        self.own = [travel for travel in self.own if travel not in travels]
        self.others = [travel for travel in self.others if travel not in travels]


@dataclass
class Person:
    """Somebody in a seat, with habits and a chance of their own."""

    seat: str
    habits: tuple[Habit, ...]
    chance: Random
    pace: float = 1.0
    """How many times as long as others this person takes for everything."""
    done: Counter[str] = field(default_factory=Counter)
    """How often each habit showed, by its key."""

    def manner(self, usual: Manner) -> Manner:
        """Return how this person moves chips."""
        for habit in self.habits:
            usual = habit.manner(usual)
        return usual.at_pace(self.pace)

    def does(self, habit: Habit) -> bool:
        """Whether the habit shows now. Whoever asks counts it with `did`, once it has really happened."""
        return self.chance.random() < habit.often

    def did(self, habit: Habit) -> None:
        """Count that the habit has shown."""
        self.done[habit.key] += 1

    def seconds(self, least: float, most: float) -> float:
        """Return a number of seconds between these."""
        return self.chance.uniform(least, most)


class Habit:
    """Something that people do. Its docstring says what, and how often."""

    family: ClassVar[str]
    half: ClassVar[Half]
    often: ClassVar[float] = 0.1
    """The chance that it shows, each time that it could."""
    plays_on: ClassVar[bool] = False
    """Whether hands go on where a reader is dead."""

    @property
    def key(self) -> str:
        """The name, as on the command line.

        >>> Habit().key
        'habit'
        """
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def words(self) -> str:
        """What people do, in one sentence."""
        return " ".join((type(self).__doc__ or "").partition("\n\n")[0].split())

    def manner(self, usual: Manner) -> Manner:
        """Return the pace at which this person moves chips."""
        return usual

    def pause(self, by: Person, hands: Hands, step: TrueStep) -> float:
        """Return how many seconds more this person takes to decide."""
        return 0.0

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Change the order in which the chips of a step are moved."""

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Change how one chip is carried."""

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Do something between two steps."""

    def breaks(self, by: Person, layout: Layout, outages: Outages) -> None:
        """Let something break, and stay broken."""

    def lateness(self, by: Person) -> float:
        """Return how many seconds more this person takes to answer."""
        return 0.0

    def slip(self, by: Person, asked: Asked, true: LineItem) -> str:
        """Return a wrong answer that is given first, and taken back; "" for none."""
        return ""

    def speaks(self, by: Person, item: LineItem) -> float:
        """Return how many seconds after a decision this person gives the answer unasked; infinity for never."""
        return float("inf")

    def repeats(self, by: Person) -> float:
        """Return after how many seconds an answer is given a second time; infinity for never."""
        return float("inf")
