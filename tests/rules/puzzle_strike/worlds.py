"""A duel of which half is unseen, and beside it every fully told duel that could be the truth.

Such a told duel is a **world**. One of them is the truth: it decides what is drawn and answered. The half-seen duel is
told a part of that; the worlds in which it cannot have happened are dropped, and from the others the duel goes on in
every way that fits. So what is known of the half-seen duel can be read off the worlds, without any lots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from random import Random

from companion.rules import UNSEEN, Draw, Event, Match, Question
from companion.rules.puzzle_strike.events import Revealed
from companion.rules.puzzle_strike.table import Chips, Seat, Table
from tests.rules.playing import asked, at

EFFECTS = tuple(
    """
    bag_of_tricks big_rocks bubble_shield burning_vigor chip_damage chromatic_orb combine crash_gem double_crash_gem
    double_take draw_three future_sight gem_essence gems_to_gemonade hex_of_murkwood its_combo_time
    its_time_for_the_past jackpot knockdown martial_mastery mix_master no_more_lies one_of_each pilebunker
    purge_bad_habits really_annoying research_and_development reversal rigorous_training risky_move roundhouse
    secret_move self_improvement sneak_attack stolen_purples stone_wall thinking_ahead training_day unstable_power
    """.split()
)
"""Chips that A is seen to hold."""

SECRET = ("research_and_development",) * 20
"""More often the one that is carried out unseen."""

OTHERS = tuple(
    """
    gem_1 gem_1 gem_2 gem_3 wound wound combine crash_gem draw_three knockdown reversal rigorous_training
    self_improvement sneak_attack stone_wall thinking_ahead
    """.split()
)
"""What all other chips of a duel are taken from: few kinds, so that many are alike."""

STACKS = tuple(
    """
    draw_three its_a_trap knockdown recklessness risky_move sale_prices self_improvement sneak_attack thinking_ahead
    training_day
    """.split()
)

NOTHING = ("none", "pass", "gain:wound")
"""How somebody answers who holds nothing that is asked for; the last is what Hex of Murkwood then does."""


@dataclass
class World:
    """One way in which everything can be: a duel with every chip told."""

    match: Match
    revealed: dict[str, Chips] = field(default_factory=dict)
    """The hands that the last step laid open, by seat."""

    def zone(self, seat: str, place: str) -> Chips:
        return tuple(sorted(seats(self.match)[seat].zone(place)))

    def has(self, seat: str, place: str, kinds: Chips) -> bool:
        return contains(seats(self.match)[seat].zone(place), kinds)

    def waits_like(self, other: Match) -> bool:
        """Whether the same is asked of the same seat, or to be drawn."""
        return waiting(self.match) == waiting(other)

    def drawing(self, kinds: Chips) -> World:
        after = self.match.copy()
        return World(after, revealed(after.draw(kinds)))

    def answering(self, seat: str, token: str) -> World:
        after = self.match.copy()
        return World(after, revealed(after.answer(token, seat)))

    @property
    def key(self) -> str:
        """The same for worlds that nothing will ever tell apart."""
        like = table(self.match).copy()
        for seat in like.seats.values():
            for place in ("pile", "hand", "bag", "discard", "played", "ongoing"):  # the order on a bag does matter
                setattr(seat, place, tuple(sorted(seat.zone(place))))
        answers = [step for step in self.match.since if step[0] == "answer"]
        return repr((like.to_json(), waiting(self.match), answers, self.revealed))


@dataclass
class Deal:
    """How a duel begins: A shows chips to play, and of each seat's unseen chips so many lie in the hand.

    The others lie in the bag, among some that are told.
    """

    shown: Chips
    unseen: dict[str, Chips]
    in_hand: dict[str, int]
    told: dict[str, Chips]
    discard: dict[str, Chips]
    wards: int
    wounds: int
    piggy: int

    @classmethod
    def of(cls, number: int, chance: Random) -> Deal:
        """Over the numbers every chip has its turn."""
        kinds = chance.sample(OTHERS, 6)

        def some(least: int, most: int) -> Chips:
            return tuple(sorted(chance.choices(kinds, k=chance.randint(least, most))))

        return cls(
            shown=(EFFECTS[number % len(EFFECTS)], chance.choice(EFFECTS + SECRET)),
            unseen={"A": some(5, 5), "B": some(4, 4)},
            in_hand={name: chance.randint(1, 3) for name in "AB"},
            told={name: some(0, 1) for name in "AB"},
            discard={name: some(0, 2) for name in "AB"},
            wards=chance.choice((0, 0, 1, 2)),
            wounds=chance.choice((0, 5)),
            piggy=chance.choice((0, 0, 1, 2)),
        )

    def chips(self, seat: str) -> Chips:
        """What the seat has beside the chips that are shown."""
        return self.unseen[seat] + self.told[seat] + self.discard[seat]

    def half_seen(self) -> Match:
        hidden = {name: (UNSEEN,) * self.in_hand[name] for name in "AB"}
        bags = {name: (UNSEEN,) * (len(self.unseen[name]) - self.in_hand[name]) for name in "AB"}
        return self.begin(hidden, bags, self.unseen)

    def worlds(self) -> Iterator[World]:
        """Every way to part the unseen chips between hands and bags."""
        for a, b in product(*(choices(self.unseen[name], self.in_hand[name]) for name in "AB")):
            yield World(self.begin({"A": a, "B": b}, {"A": less(self.unseen["A"], a), "B": less(self.unseen["B"], b)}))

    def begin(self, hands: dict[str, Chips], bags: dict[str, Chips], unseen: dict[str, Chips] | None = None) -> Match:
        lying: dict[str, dict[str, object]] = {}
        for name in "AB":
            bag = bags[name] + self.told[name]
            lying[name] = {"pile": [1, 2], "hand": hands[name], "bag": bag, "discard": self.discard[name]}
            if unseen:
                lying[name]["unseen"] = unseen[name]
        lying["A"]["hand"] = self.shown + hands["A"]
        lying["B"]["ongoing"] = ("protective_ward",) * self.wards
        turn = {"arrows": {"black": 2}, "piggy": self.piggy}
        return at(lying, patient=True, bank={"puzzle": STACKS, "stock": {"wound": self.wounds}}, turn=turn)


class HalfSeen:
    """The half-seen duel, the worlds, and which of them is the truth."""

    def __init__(self, number: int) -> None:
        self.chance = Random(number)
        self.deal = Deal.of(number, self.chance)
        self.half = self.deal.half_seen()
        self.worlds = list(self.deal.worlds())
        self.truth = self.chance.choice(self.worlds)
        self.said: list[object] = [self.deal]
        """How the duel began, and what was said since: for whoever has to find out what went wrong."""

    @property
    def asked_worlds(self) -> list[World]:
        """The worlds that wait for what the half-seen duel waits for; the others have gone on without."""
        return [world for world in self.worlds if world.waits_like(self.half)]

    def go_on(self) -> None:
        """Something is drawn, shown, learnt or answered."""
        pending = self.half.pending
        if isinstance(pending, Draw) and self.to_be_shown:
            self.show_hand(pending)
        elif self.chance.random() < 0.15:
            self.learn_something()
        elif isinstance(pending, Draw):
            self.draw(pending)
        else:
            self.answer(asked(self.half))

    @property
    def to_be_shown(self) -> bool:
        """Whether a hand is to be shown: in the worlds, which know it, that has happened already."""
        return isinstance(self.half.pending, Draw) and not self.truth.waits_like(self.half)

    def draw(self, due: Draw) -> None:
        """Out of a bag some of it stays unseen; out of a hand everybody sees all of it."""
        there = self.truth.zone(due.seat, due.place)
        drawn = tuple(self.chance.sample(there, due.count))
        told = tuple(kind if not due.owner or self.chance.random() < 0.4 else UNSEEN for kind in drawn)
        self.said.append(("draw", told, drawn))
        self.half.draw(told)
        self.follow(
            (
                world.drawing(kinds)
                for world in self.worlds
                for kinds in choices(world.zone(due.seat, due.place), due.count)
                if contains(kinds, named(told))
            ),
            self.truth.drawing(drawn),
        )

    def show_hand(self, due: Draw) -> None:
        hand = self.truth.revealed[due.seat]
        told = less(hand, named(seats(self.half)[due.seat].hand))
        self.said.append(("show", told))
        self.half.draw(told)
        self.follow((world for world in self.worlds if world.revealed.get(due.seat) == hand), self.truth)

    def learn_something(self) -> None:
        """Somebody notices what an unseen chip is."""
        seat, place = self.chance.choice("AB"), self.chance.choice(("hand", "bag", "discard"))
        known = named(seats(self.half)[seat].zone(place))
        fresh = less(self.truth.zone(seat, place), known)
        if fresh:
            kind = self.chance.choice(fresh)
            self.said.append(("learn", seat, place, kind))
            self.half.learn(f"{seat}.{place}", (kind,))
            self.follow((world for world in self.worlds if world.has(seat, place, (*known, kind))), self.truth)

    def answer(self, question: Question) -> None:
        """What is answered in truth, in the half-seen duel perhaps blindly."""
        (seat,) = question.options
        if not self.truth.waits_like(self.half):  # nobody would have been asked who could see everything
            token = next(token for token in NOTHING if token in question.options[seat])
            self.say(seat, token, self.truth)
            return
        tokens = offered(self.truth.match)
        doing = tokens - {"done", "pass"}
        token = self.chance.choice(sorted(doing if doing and self.chance.random() < 0.8 else tokens))
        blindly = same_verb(token, question.blind) and self.chance.random() < 0.6
        self.say(seat, question.blind if blindly else token, self.truth.answering(seat, token))

    def say(self, seat: str, token: str, truth: World) -> None:
        """All worlds follow in which that can be the answer; those that have gone on could not be told from nothing."""
        self.said.append((seat, token))
        asked, gone_on = self.asked_worlds, [world for world in self.worlds if not world.waits_like(self.half)]
        blind = UNSEEN in token
        self.half.answer(token, seat)
        found = [
            world.answering(seat, each)
            for world in asked
            for each in offered(world.match)
            if each == token or (blind and same_verb(each, token))
        ]
        self.follow(found + gone_on if token in NOTHING else found, truth)

    def follow(self, worlds: Iterable[World], truth: World) -> None:
        """These are the worlds now, each of them once."""
        self.worlds = list({world.key: world for world in worlds}.values())
        self.truth = next(world for world in self.worlds if world.key == truth.key)


# -- small things ------------------------------------------------------------------------------------------------


def table(match: Match) -> Table:
    assert isinstance(match.table, Table)
    return match.table


def seats(match: Match) -> dict[str, Seat]:
    return table(match).seats


def waiting(match: Match) -> tuple[object, ...]:
    """What a match waits for, whatever can be said to it."""
    pending = match.pending
    if isinstance(pending, Draw):
        return (pending.source, pending.count)
    return (pending.what, pending.about, pending.seats) if pending else ()


def offered(match: Match) -> set[str]:
    """What can be said now, pairs in one order. All gems at once is short for what is said one by one as well."""
    return {in_order(token) for tokens in asked(match).options.values() for token in tokens} - {"play:gems"}


def in_order(token: str) -> str:
    verb, _, what = token.partition(":")
    return f"{verb}:{'+'.join(sorted(what.split('+')))}" if "+" in what else token


def same_verb(token: str, blind: str) -> bool:
    return ":" in token and token.partition(":")[0] == blind.partition(":")[0]


def revealed(events: Iterable[Event]) -> dict[str, Chips]:
    return {event.seat: event.chips for event in events if isinstance(event, Revealed)}


def choices(kinds: Chips, count: int) -> list[Chips]:
    """The different ways to take so many of these."""
    return sorted(set(combinations(sorted(kinds), count)))


def named(kinds: Iterable[str]) -> Chips:
    return tuple(kind for kind in kinds if kind != UNSEEN)


def less(kinds: Iterable[str], taken: Iterable[str]) -> Chips:
    return tuple(sorted((Counter(kinds) - Counter(taken)).elements()))


def contains(kinds: Chips, wanted: Chips) -> bool:
    return all(kinds.count(kind) >= wanted.count(kind) for kind in wanted)
