"""What an automated seat does next: like a person with a phone, it looks at what the companion says, and at the table.

First what hands still owe, then a ruling, then a question, then a move. Pure but for chance: a situation in, an
intention out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from companion.app.demo.motion import Stop
from companion.app.demo.moves import Balance, Travel, astray, balance, movers, stops_of, tap_place, travels
from companion.app.demo.told import Debt, Told
from companion.app.demo.world import N_, World
from companion.players import Player
from companion.rehearsal.games.customs import Customs, owner, pointed_at
from companion.rules import UNSEEN, Draw, Illegal, Match, Question
from companion.rules.kernel.sentences import AND, OR, Sentence, Terms
from companion.table.sightings import Uid

OVER: Final = Sentence("The game is over. Begin a new one whenever you like.")
CHIPS_DUE: Final = N_("Waiting for {seats}: chips are still to be moved.")
RULING_OPEN: Final = N_("Waiting until the ruling is put right, or all let it stand.")
ASKED: Final = N_("Waiting for {seats}: there is a question on the phone.")
TURN: Final = N_("Waiting for {seats}.")
PATIENCE: Final = 5.0
"""Seconds in which the program should have understood what it saw; then a phone says it."""
UNSEEN_FOR: Final = 4.0
"""Seconds after which it shows that no reader has seen a chip."""
OFTEN: Final = 2
"""How often a chip is shown once more; then the ruling is waited for."""
REMEMBERED: Final = 12
"""Chips of each way."""
LET_STAND: Final = 4.0
"""Seconds after which a ruling stands that nobody knows how to put right."""
CLEAR: Final = 12.0
"""Seconds after which a player goes on though the program is still thinking."""


class Way(NamedTuple):
    """A hand of this seat moves a chip."""

    seat: str
    uid: Uid
    stops: tuple[Stop, ...]


class Carry(NamedTuple):
    """Hands move chips."""

    ways: tuple[Way, ...]


class Pour(NamedTuple):
    """A seat pours its discards into its bag, all at once."""

    seat: str
    bag: str


class Say(NamedTuple):
    """A seat says this on its phone."""

    seat: str
    token: str


class Tell(NamedTuple):
    """Somebody says what a draw showed that everybody saw."""

    seat: str
    kinds: tuple[str, ...]


class Stand(NamedTuple):
    """All let a ruling stand."""

    number: int


class Wait(NamedTuple):
    """Nothing to do; and for whom or what everybody waits."""

    words: Sentence = Sentence("")


Deed = Carry | Pour | Say | Tell | Stand | Wait


@dataclass(frozen=True)
class Intent:
    """What a seat has decided."""

    seat: str
    token: str
    point: int
    """How far the game was then."""
    shows: bool
    """Whether readers see its chips; otherwise it is said on the phone."""


@dataclass
class Brains:
    """For all automated seats of one game."""

    customs: Customs
    chairs: Mapping[str, Player]
    """By seat; a person's seat has a chair too, for when it is left."""
    chance: Random
    people: frozenset[str] = frozenset()
    """The seats that people have taken."""
    wishes: dict[str, list[str]] = field(default_factory=dict)
    """What comes out of each bag first."""
    leave: frozenset[str] = frozenset()
    """Zones to which nothing is carried for now."""
    point: int = -1
    """How far the game has come."""
    intent: Intent | None = None
    said: bool = False
    """Whether it has been said on the phone as well."""
    let_be: set[int] = field(default_factory=set)
    """Rulings that stay open."""
    carried: dict[tuple[str, str], list[Uid]] = field(default_factory=dict)
    """The chips that hands have carried lately, by their ways."""
    shown_again: Counter[Debt] = field(default_factory=Counter)
    """How often a chip has been shown once more since the game went on."""

    # -- the next deed -----------------------------------------------------------------------------------------

    def next(self, told: Told, world: World, quiet: float) -> Deed:
        """`quiet` is for how many seconds neither hands nor program have done anything."""
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
        if not told.settled and quiet < CLEAR:
            return self._when_asked(told, world) or Wait()
        return self._decide(told, world)

    def _see_it_through(self, intent: Intent, told: Told, quiet: float) -> Deed:
        """Until the program has understood it; where it does not, the phone tells it."""
        asked = told.asked is not None and intent.seat in told.asked[0]
        if not self.said and (not intent.shows or asked or quiet > PATIENCE):
            self.said = True
            return Say(intent.seat, intent.token)
        if quiet > 10:
            self.intent, self.said = None, False
        return Wait()

    def stands_refused(self, number: int) -> None:
        """A ruling that cannot be let stand stays open, and the game goes on."""
        self.let_be.add(number)

    def refused(self) -> None:
        """What was said on the phone does not count: think again."""
        self.intent, self.said = None, False

    # -- chips that are owed -----------------------------------------------------------------------------------

    def _owed(self, found: Balance, told: Told, world: World, quiet: float) -> Deed | None:
        """Chips that hands have still to move, or one that nobody has seen move."""
        if deed := self._put_right(found, world, beside=True):
            return deed
        theirs: list[str] = []
        ways: list[Way] = []
        open_debts, done = self._sorted_out(found, told)
        taken: set[str] = set()
        for debt in open_debts:
            seat = self._hand_for(debt.source, debt.target)
            if not seat:
                theirs += movers((debt.source, debt.target))
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
        if not self.leave and (quiet > PATIENCE or (told.settled and quiet > 1.0)):
            return self._put_right(found, world)
        return None

    def _sorted_out(self, found: Balance, told: Told) -> tuple[list[Debt], list[Debt]]:
        """Debts that are still to be paid, and those that are and nobody has seen it: what goes away comes first."""
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
        """The automated seat that moves a chip on this way; "" where that is for people."""
        seats = movers((source, target)) or list(self.chairs)
        return next((seat for seat in seats if seat not in self.people), "")

    def _pay(self, debt: Debt, seat: str, world: World, taken: set[str]) -> list[Way]:
        """The chips of a debt, as far as they are there."""
        kind = "" if debt.kind == UNSEEN else debt.kind
        lying = world.in_zone(debt.source, kind)
        if debt.source in self.customs.bags:
            lying = self._out_of(debt.source, self.chance.sample(lying, len(lying)), debt.count, world)
        ways = []
        for uid in lying[: debt.count]:
            stops = stops_of(Travel(uid, (debt.source, debt.target)), world, self.customs, taken)
            taken.add(stops[-1].place)
            self._note(Travel(uid, (debt.source, debt.target)))
            ways.append(Way(seat, uid, stops))
        return ways

    def _out_of(self, bag: str, lying: list[Uid], count: int, world: World) -> list[Uid]:
        """Which chips a hand finds in a bag: whatever chance gives, or what is wished for."""
        found: list[Uid] = []
        for kind in self.wishes.get(bag, [])[:count]:
            found += [uid for uid in lying if world.kinds[uid] == kind and uid not in found][:1]
        self.wishes[bag] = self.wishes.get(bag, [])[count:]
        return [*found, *(uid for uid in lying if uid not in found)]

    def _note(self, travel: Travel) -> None:
        """For when nobody sees it."""
        for way in pairwise(travel.zones):
            self.carried[way] = [*self.carried.get(way, [])[-REMEMBERED:], travel.uid]

    def _put_right(self, found: Balance, world: World, *, beside: bool = False) -> Deed | None:
        """A chip that lies where it should not, for a reason that nobody knows: a bump, or a slip. With `beside`, only
        what lies beside everything."""
        for one in astray(world, found):
            if beside and one.source:
                continue
            if seat := self._hand_for(one.source, one.target):
                if not one.source:  # it lay beside everything
                    stops: tuple[Stop, ...] = (Stop(world.room_in(one.target, world.kinds[one.uid])),)
                else:
                    travel = Travel(one.uid, (one.source, one.target))
                    stops = stops_of(travel, world, self.customs)
                    self._note(travel)
                return Carry((Way(seat, one.uid, stops),))
        return None

    def _show_again(self, debt: Debt, world: World) -> Deed | None:
        """A chip has been moved, and no reader has seen it: it touches its tap once more."""
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
        return Carry((Way(seat, uid, (stop,) if stop.place == home.place else (stop, home)),))

    def _rule(self, number: int, quiet: float) -> Deed:
        """What hands can put right has been put right: the rest stands, as far as no person has a say in it."""
        if self.people:
            return Wait(Sentence(RULING_OPEN))
        return Stand(number) if quiet > LET_STAND else Wait()

    # -- answers -----------------------------------------------------------------------------------------------

    def _when_asked(self, told: Told, world: World) -> Deed | None:
        """The program asks a seat of ours before it has understood what it saw."""
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

    def _tell_draw(self, told: Told, world: World) -> Deed | None:
        due = told.match.pending
        if not isinstance(due, Draw):
            return None
        lying = [world.kinds[uid] for uid in world.in_zone(due.source)]
        among = lying if len(lying) >= due.count and not due.again else list(due.among)
        kinds = self.chance.choices(among, k=due.count) if due.again else self.chance.sample(among, due.count)
        return Tell(due.seat, tuple(kinds))

    def _decide(self, told: Told, world: World) -> Deed:
        """What the rules wait for."""
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

    def _own(self, told: Told, world: World, seat: str) -> Match:
        """The match as this seat knows it: with its own hand, which it holds before its eyes."""
        match = told.match.copy()
        game = match.game
        for slot in self.customs.slots:
            if owner(slot) == seat:
                lies = list(game.named(match.table, slot))
                kinds = [world.kinds[uid] for uid in world.in_zone(slot)]
                for kind in lies:
                    if kind != UNSEEN and kind in kinds:
                        kinds.remove(kind)
                if len(kinds) == lies.count(UNSEEN):
                    with suppress(Illegal):  # then table and rules differ just now
                        match.learn(slot, tuple(kinds))
        return match

    def _carry_out(self, match: Match, told: Told, world: World, seat: str, token: str) -> Deed:
        """The chips of an answer; and the phone where no reader sees them."""
        before, tried = match.copy(), match.copy()
        try:
            events = tried.answer(token, seat)
        except Illegal:
            return Say(seat, token)
        asked = before.pending
        pointed = isinstance(asked, Question) and pointed_at(before, asked, token, events)
        ways, taken = [], set[str]()
        for travel in travels(world, events, match.game.untagged):
            if self.customs.is_hidden(travel.zones[0]) and owner(travel.zones[0]) != seat:
                continue  # that is for its owner's hands
            stops = stops_of(travel, world, self.customs, taken)
            taken.add(stops[-1].place)
            self._note(travel)
            ways.append((travel, stops))
        shows = any(self.customs.shows(travel.zones) for travel, _ in ways) and not pointed
        self.intent, self.said = Intent(seat, token, told.point, shows), False
        return Carry(tuple(Way(seat, travel.uid, stops) for travel, stops in ways))
