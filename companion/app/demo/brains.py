"""What a computer player does next. Like a person with a phone, it goes by the table and by what the companion says.

Chips that hands owe come first, then rulings, then questions, then moves. Pure except for chance: a situation goes in,
an intention comes out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from companion.app.demo.motion import Stop
from companion.app.demo.moves import (
    Astray,
    Balance,
    ChipRoute,
    astray,
    balance,
    movers,
    stops_of,
    tap_place,
    travels,
    with_hands,
)
from companion.app.demo.told_moments import Owed, ToldMoment
from companion.app.demo.world import N_, World
from companion.arbiter.rulings import GONE
from companion.players import Player
from companion.rehearsal.games.customs import Customs, pointed_at
from companion.rules import UNSEEN, Draw, Illegal, Match, Question
from companion.rules.kernel.sentences import AND, OR, Sentence, Terms
from companion.table.sightings import Uid

OVER: Final = Sentence("The game is over. Begin a new one whenever you like.")
CHIPS_DUE: Final = N_("Waiting for {seats}: chips are still to be moved.")
NOT_SAID_YET: Final = N_("A chip lies where it does not belong. Waiting for the companion to say so.")
RULING_OPEN: Final = N_("Waiting until the ruling is put right, or all let it stand.")
ASKED: Final = N_("Waiting for {seats}: there is a question on the phone.")
TURN: Final = N_("Waiting for {seats}.")
READING: Final = 3.0
"""Seconds in which people can read a ruling before a hand puts it right."""
PATIENCE: Final = 5.0
"""Seconds in which the program should have understood what it saw. After that, a phone says it."""
UNSEEN_FOR: Final = 4.0
"""Seconds after which it is clear that no reader has seen a chip."""
OFTEN: Final = 2
"""How many times a chip is shown again. After that, the seat waits for the ruling."""
REMEMBERED: Final = 12
"""How many chips are remembered for each way."""
LET_STAND: Final = 4.0
"""Seconds after which a ruling is let stand if nobody knows how to put it right."""
UNNOTICED: Final = GONE + PATIENCE
"""Seconds after which the companion is not going to say anything more: no reader has seen what is wrong."""
CLEAR: Final = 12.0
"""Seconds after which a player goes on even if the program is still thinking."""


class Carried(NamedTuple):
    """A chip that a hand of this seat moves."""

    seat: str
    uid: Uid
    stops: tuple[Stop, ...]


class Carry(NamedTuple):
    """Hands move chips."""

    ways: tuple[Carried, ...]


class Pour(NamedTuple):
    """A seat pours its discards into its bag, all at once."""

    seat: str
    bag: str


class Say(NamedTuple):
    """A seat says something on its phone."""

    seat: str
    token: str


class Tell(NamedTuple):
    """Somebody enters a draw that everybody saw."""

    seat: str
    kinds: tuple[str, ...]


class Stand(NamedTuple):
    """All let a ruling stand."""

    number: int


class Wait(NamedTuple):
    """Nothing to do; `words` say for whom or what everybody waits."""

    words: Sentence = Sentence("")


Deed = Carry | Pour | Say | Tell | Stand | Wait


@dataclass(frozen=True)
class Intent:
    """What a seat has decided to say."""

    seat: str
    token: str
    point: int
    """How far the game was at that time."""
    shows: bool
    """Whether readers see its chips. Otherwise it is said on the phone."""


@dataclass
class Brains:
    """The brains of all computer players of one game."""

    customs: Customs
    chairs: Mapping[str, Player]
    """The player of each seat. A person's seat has one too, for when the person leaves."""
    chance: Random
    people: frozenset[str] = frozenset()
    """The seats that people have taken."""
    wishes: dict[str, list[str]] = field(default_factory=dict)
    """Which kinds come out of each bag first."""
    leave: frozenset[str] = frozenset()
    """Zones to which nothing is carried for now."""
    point: int = -1
    """How far the game has come."""
    intent: Intent | None = None
    said: bool = False
    """Whether the intent has also been said on the phone."""
    let_be: set[int] = field(default_factory=set)
    """Rulings that stay open."""
    carried: dict[tuple[str, str], list[Uid]] = field(default_factory=dict)
    """The chips that hands have carried lately, by their way (source, target)."""
    shown_again: Counter[Owed] = field(default_factory=Counter)
    """How many times the chips of a debt have been shown again since the game last moved on."""

    # -- the next deed -----------------------------------------------------------------------------------------

    def next(self, told: ToldMoment, world: World, quiet: float) -> Deed:
        """The next deed. `quiet` is for how many seconds neither hands nor program have done anything."""
        if told.over:
            return Wait(OVER)
        if told.point != self.point:
            self.point, self.intent, self.said = told.point, None, False
            self.shown_again.clear()
        if self.intent:
            return self._see_it_through(self.intent, told, quiet)
        zones = told.match.game.zones(told.match.table)
        found = balance(world, told.match, filter(self.customs.is_hidden, zones))
        if deed := self._owed(found, told, world, quiet):
            return deed
        if rulings := [number for number, _ in told.rulings if number not in self.let_be]:
            return self._rule(rulings[0], quiet)
        if not self.leave and self._can_put_right(found, world):
            return self._when_asked(told, world) or Wait(Sentence(NOT_SAID_YET))
        if not told.settled and quiet < CLEAR:
            return self._when_asked(told, world) or Wait()
        if self.leave:  # what is left undone comes first, however long the program thinks
            return self._when_asked(told, world) or Wait()
        return self._decide(told, world)

    def _see_it_through(self, intent: Intent, told: ToldMoment, quiet: float) -> Deed:
        """Wait until the program has understood the intent; if it takes too long, say it on the phone."""
        asked = told.asked is not None and intent.seat in told.asked[0]
        if not self.said and (not intent.shows or asked or quiet > PATIENCE):
            self.said = True
            return Say(intent.seat, intent.token)
        if quiet > 10:
            self.intent, self.said = None, False
        return Wait()

    def stands_refused(self, number: int) -> None:
        """Leave a ruling open that cannot be let stand, so that the game goes on."""
        self.let_be.add(number)

    def refused(self) -> None:
        """Think again, because what was said on the phone does not count."""
        self.intent, self.said = None, False

    # -- chips that are owed -----------------------------------------------------------------------------------

    def _owed(self, found: Balance, told: ToldMoment, world: World, quiet: float) -> Deed | None:
        """A deed for chips that hands still have to move, or for a chip that no reader has seen."""
        if deed := self._put_right(found, world, beside=True):
            return deed
        theirs: list[str] = []
        ways: list[Carried] = []
        open_debts, done = self._sorted_out(found, told)
        taken: set[str] = set()
        for debt in open_debts:
            seat = self._hand_for(debt.source, debt.target)
            if not seat:
                theirs += movers((debt.source, debt.target), self.customs.places)
                continue
            if debt.source in self.customs.bags and not world.in_zone(debt.source):
                return Pour(seat, debt.source)
            ways += self._pay(debt, seat, world, taken)
        if ways:
            return Carry(tuple(ways))
        if theirs:
            return Wait(Sentence(CHIPS_DUE, {"seats": Terms(dict.fromkeys(theirs), AND)}))
        for debt in done:
            if quiet > UNSEEN_FOR and self.shown_again[debt] < OFTEN and (deed := self._show_again(debt, world)):
                return deed
        if not self.leave and quiet > (READING if told.rulings else UNNOTICED):
            return self._put_right(found, world)  # the companion has spoken first
        return None

    def _sorted_out(self, found: Balance, told: ToldMoment) -> tuple[list[Owed], list[Owed]]:
        """Debts that are still to be paid (out of bags last), and debts that are paid but were not seen by readers."""
        open_debts, done = [], []
        for debt in sorted(told.debts, key=lambda debt: debt.source in self.customs.bags):
            missed = found.missed.get(debt.target, Counter())
            if debt.target in self.leave:
                continue
            count = min(debt.count, missed[UNSEEN] + (missed[debt.kind] if debt.kind != UNSEEN else 0))
            if count:
                open_debts.append(debt._replace(count=count))
            elif self._hand_for(debt.source, debt.target):
                done.append(debt)
        return open_debts, done

    def _hand_for(self, source: str, target: str) -> str:
        """The seat of the computer player that moves a chip on this way; "" if people have to move it."""
        seats = movers((source, target), self.customs.places) or list(self.chairs)
        return next((seat for seat in seats if seat not in self.people), "")

    def _pay(self, debt: Owed, seat: str, world: World, taken: set[str]) -> list[Carried]:
        """The ways of the chips that pay a debt, as far as these chips are there."""
        kind = "" if debt.kind == UNSEEN else debt.kind
        lying = world.in_zone(debt.source, kind)
        if debt.source in self.customs.bags:
            lying = self._out_of(debt.source, self.chance.sample(lying, len(lying)), debt.count, world)
        ways = []
        for uid in lying[: debt.count]:
            stops = stops_of(ChipRoute(uid, (debt.source, debt.target)), world, self.customs, taken)
            taken.add(stops[-1].place)
            self._note(ChipRoute(uid, (debt.source, debt.target)))
            ways.append(Carried(seat, uid, stops))
        return ways

    def _out_of(self, bag: str, lying: list[Uid], count: int, world: World) -> list[Uid]:
        """The chips that a hand finds in a bag: first those that are wished for, then others by chance."""
        found: list[Uid] = []
        for kind in self.wishes.get(bag, [])[:count]:
            found += [uid for uid in lying if world.kinds[uid] == kind and uid not in found][:1]
        self.wishes[bag] = self.wishes.get(bag, [])[count:]
        return [*found, *(uid for uid in lying if uid not in found)]

    def _note(self, travel: ChipRoute) -> None:
        """Remember a chip on its way, in case no reader sees it."""
        for way in pairwise(travel.zones):
            self.carried[way] = [*self.carried.get(way, [])[-REMEMBERED:], travel.uid]

    def _put_right(self, found: Balance, world: World, *, beside: bool = False) -> Deed | None:
        """A deed that moves a chip from a place where it should not be, because of a bump or a slip.

        With `beside`, only chips that lie beside all trays are moved.
        """
        for one, seat in self._can_put_right(found, world):
            if not one.source:  # it lay beside everything
                return Carry((Carried(seat, one.uid, (Stop(world.room_in(one.target, world.kinds[one.uid])),)),))
            if not beside:
                travel = ChipRoute(one.uid, (one.source, one.target))
                self._note(travel)
                return Carry((Carried(seat, one.uid, stops_of(travel, world, self.customs)),))
        return None

    def _can_put_right(self, found: Balance, world: World) -> list[tuple[Astray, str]]:
        """The chips that lie in a wrong place and that a computer player may move, each with that player's seat."""
        return [(one, seat) for one in astray(world, found) if (seat := self._hand_for(one.source, one.target))]

    def _show_again(self, debt: Owed, world: World) -> Deed | None:
        """A deed for a chip that was moved without any reader seeing it: it touches its tap again."""
        fitting = [
            uid
            for uid in reversed(self.carried.get((debt.source, debt.target), []))
            if world.zone(uid) == debt.target and debt.kind in (UNSEEN, world.kinds[uid])
        ]
        touches = self.customs.touches((debt.source, debt.target))
        if not fitting or not touches.taps:
            return None
        uid = fitting[self.shown_again[debt] % len(fitting)]
        self.shown_again[debt] += 1
        stop = Stop(tap_place(world, touches.taps[-1], world.kinds[uid]), over_tap=True)
        home = Stop(world.where(uid))
        seat = self._hand_for(debt.source, debt.target)
        return Carry((Carried(seat, uid, (stop,) if stop.place == home.place else (stop, home)),))

    def _rule(self, number: int, quiet: float) -> Deed:
        """Deal with a ruling that hands cannot put right: let it stand, unless people play who have a say in it."""
        if self.people:
            return Wait(Sentence(RULING_OPEN))
        return Stand(number) if quiet > LET_STAND else Wait()

    # -- answers -----------------------------------------------------------------------------------------------

    def _when_asked(self, told: ToldMoment, world: World) -> Deed | None:
        """Answer a question that the program asks a computer player before it has understood what it saw."""
        if not told.asked:
            return None
        seats, options = told.asked
        seat = next((seat for seat in seats if seat not in self.people), "")
        if not seat:
            return Wait(Sentence(ASKED, {"seats": Terms(seats, OR)}))
        if not options:
            return self._tell_draw(told, world)
        token = self._choose(self._own(told, world, seat), seat, options)
        return Say(seat, token)

    def _tell_draw(self, told: ToldMoment, world: World) -> Deed | None:
        due = told.match.pending
        if not isinstance(due, Draw):
            return None
        lying = [world.kinds[uid] for uid in world.in_zone(due.source)]
        among = lying if len(lying) >= due.count and not due.again else list(due.among)
        kinds = self.chance.choices(among, k=due.count) if due.again else self.chance.sample(among, due.count)
        return Tell(due.seat, tuple(kinds))

    def _decide(self, told: ToldMoment, world: World) -> Deed:
        """Answer what the rules ask for now."""
        if isinstance(told.match.pending, Draw):
            return (self._when_asked(told, world) if told.asked else None) or Wait()
        waiting = told.match.waiting_for
        seat = next((seat for seat in waiting if seat not in self.people), "")
        if not seat:
            return Wait(Sentence(TURN, {"seats": Terms(waiting, OR)}))
        match = self._own(told, world, seat)
        offered = told.asked[1] if told.asked and seat in told.asked[0] else ()
        options = [token for token in match.options(seat) if told.match.accepts(token, seat)]
        options = [token for token in options if not offered or token in offered] or list(offered) or options
        token = self._choose(match, seat, tuple(options or told.match.options(seat)))
        return self._carry_out(match, told, world, seat, token)

    def _choose(self, match: Match, seat: str, options: tuple[str, ...]) -> str:
        if len(options) == 1:
            return options[0]
        return self.chairs[seat].choose(partial(match.view, seat), options, self.chance)

    def _own(self, told: ToldMoment, world: World, seat: str) -> Match:
        """The match as this seat knows it: including its own hand, which it can see."""
        return with_hands(told.match, world, self.customs, seat)

    def _carry_out(self, match: Match, told: ToldMoment, world: World, seat: str, token: str) -> Deed:
        """Move the chips of an answer; say it on the phone if no reader sees them."""
        before, tried = match.copy(), match.copy()
        try:
            events = tried.answer(token, seat)
        except Illegal:
            return Say(seat, token)
        asked = before.pending
        pointed = isinstance(asked, Question) and pointed_at(before, asked, token, events)
        ways, taken = [], set[str]()
        for travel in travels(world, events, match.game.untagged):
            if self.customs.is_hidden(travel.zones[0]) and self.customs.owner(travel.zones[0]) != seat:
                continue  # only its owner's hands may do that
            stops = stops_of(travel, world, self.customs, taken)
            taken.add(stops[-1].place)
            self._note(travel)
            ways.append((travel, stops))
        shows = any(self.customs.shows(travel.zones) for travel, _ in ways) and not pointed
        self.intent, self.said = Intent(seat, token, told.point, shows), False
        return Carry(tuple(Carried(seat, travel.uid, stops) for travel, stops in ways))
