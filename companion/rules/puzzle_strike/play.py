"""The verbs of the game: what chips, crashes and phases are written with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.kernel import AGAIN, UNSEEN, Counted, Draw, Event, Forced, Moved, Question, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips.chip import price_of, reduction
from companion.rules.puzzle_strike.editions import EDITIONS, MODES
from companion.rules.puzzle_strike.table import GEM_VALUE, HIDDEN, Chips, Seat, Table

Wanted: TypeAlias = Callable[[str], bool]
"""Which kinds are looked for."""


@dataclass
class Running:
    """The chip whose effect runs: what it is, where it lies, and whether it has trashed itself."""

    kind: str = ""
    place: str = ""
    trashed: bool = False


class Play:
    """A match being played: its table, and the log that takes what happens."""

    def __init__(self, table: Table, log: list[Event]) -> None:
        self.table = table
        self.log = log
        self.edition = EDITIONS[table.edition]
        self.mode = MODES[table.mode]
        self.running = Running()

    # -- who ---------------------------------------------------------------------------------------------------

    @property
    def active(self) -> Seat:
        """The seat whose turn it is."""
        return self.table.seats[self.table.turn]

    def opponents(self, me: Seat) -> list[Seat]:
        """The other seats, in turn order from the next."""
        order = self.table.order
        at = order.index(me.name)
        return [self.table.seats[name] for name in order[at + 1 :] + order[:at]]

    def choose_opponent(self, me: Seat, about: str, rule: str = "") -> Steps[Seat]:
        """At whom; not asked where there is only one."""
        options = tuple(f"to:{foe.name}" for foe in self.opponents(me))
        token = yield from self.ask(me, "to", options, about, rule)
        return self.table.seats[token[3:]]

    # -- asking ------------------------------------------------------------------------------------------------

    def ask(
        self,
        seat: Seat,
        what: str,
        options: Chips | Callable[[], Chips],
        about: str,
        rule: str = "",
        also: tuple[str, ...] = (),
        hidden: bool = False,
        blind: str = "",
    ) -> Steps[str]:
        """The answer; "" where there is nothing to choose from.

        What has only one answer happens by itself, but if it is about hidden chips only where everybody can tell that.
        Options that depend on what lies in a zone are a function: when something becomes known they are found anew.
        """
        while True:
            offered = options() if callable(options) else options
            if not offered:
                if not self.table.hold:
                    return ""
                offered = ("none",)  # what was learnt left nothing to choose from; somebody has to say so
            forced = len(offered) == 1 and (not hidden or self.hand_is_open(seat)) and not self.table.hold
            if forced and not self.table.patient:
                self.log.append(Forced(seat.name, offered[0]))
                return offered[0]
            rule = rule or f"chip:{about}"
            token = yield Question(what, {seat.name: offered}, rule, about, also=also, forced=forced, blind=blind)
            if token is not AGAIN:
                self.table.hold = False
                return "" if token == "none" else str(token)

    def pick(self, seat: Seat, verb: str, wanted: Wanted, about: str) -> Steps[str]:
        """A chip of the hand; "" where there is none."""
        kind, _ = yield from self.pick_from(seat, ("hand",), verb, wanted, about)
        return kind

    def pick_from(
        self, seat: Seat, places: tuple[str, ...], verb: str, wanted: Wanted, about: str, also: tuple[str, ...] = ()
    ) -> Steps[tuple[str, str]]:
        """A chip out of one of these places, and where it lay; "" where there is none.

        Where it is not certain that one is there, the player can say `none`; and who has none is asked all the same as
        long as the others cannot know it.
        """

        def find() -> Chips:
            found = tuple(token for place in places for token in self.chips_in(seat, place, verb, wanted))
            if seat.least(places, wanted):
                return found
            return (*found, "none") if found or self.might_hold(seat, places, wanted) else ()

        hidden = "hand" in places or "bag" in places
        token = yield from self.ask(seat, verb, find, about, also=also, hidden=hidden)
        if not token:
            for place in places:
                seat.rule_out(place, wanted)
            return "", ""
        kind, _, place = token[len(verb) + 1 :].partition("@")
        place = place or places[0]
        seat.account_for(place, (kind,))
        return kind, place

    def pick_in_bank(self, seat: Seat, verb: str, wanted: Wanted, about: str, also: tuple[str, ...] = ()) -> Steps[str]:
        """A kind of the bank; "" where it has none that is wanted."""
        options = tuple(f"{verb}:{kind}" for kind, left in self.table.stock.items() if left and wanted(kind))
        token = yield from self.ask(seat, verb, options, about, also=also)
        return token[len(verb) + 1 :]

    def chips_in(self, seat: Seat, place: str, verb: str, wanted: Wanted) -> Chips:
        """Tokens for the different chips of a place; the hand needs no name in them, the bag is not written either."""
        where = f"@{place}" if place in ("discard", "pile") else ""
        return tuple(f"{verb}:{kind}{where}" for kind in seat.kinds(place) if wanted(kind))

    def pairs(self, seat: Seat, verb: str, wanted: Wanted) -> Chips:
        """Tokens for any two chips of a hand."""
        kinds, possible = [kind for kind in seat.kinds("hand") if wanted(kind)], seat.pairs("hand")
        return tuple(
            f"{verb}:{a}+{b}" for at, a in enumerate(kinds) for b in kinds[at:] if (min(a, b), max(a, b)) in possible
        )

    def hand_is_open(self, seat: Seat) -> bool:
        """Whether everybody can tell the hand: it is all that the public zones leave over, or it is empty."""
        return not (seat.bag or seat.top) or not seat.hand

    def might_hold(self, seat: Seat, places: Chips, wanted: Wanted) -> bool:
        """Whether, as far as everybody can tell, a wanted chip may lie in one of these places."""
        hidden = any(place in HIDDEN and seat.zone(place) for place in places)
        return hidden and any(wanted(kind) for place in HIDDEN for kind in seat.kinds(place))

    def could_hold(self, seat: Seat, kinds: frozenset[str]) -> bool:
        """Whether, as far as everybody can tell, the hand may hold one of these."""
        return bool(seat.hand) and not (
            kinds.isdisjoint(seat.hand)
            and kinds.isdisjoint(seat.bag)
            and kinds.isdisjoint(seat.top)
            and (not seat.unseen or all(kinds.isdisjoint(seat.kinds(place)) for place in HIDDEN))
        )

    # -- symbols -----------------------------------------------------------------------------------------------

    def add(self, seat: Seat, symbol: str, amount: int) -> None:
        """Arrows, money, piggy banks."""
        value = getattr(seat, symbol) + amount
        setattr(seat, symbol, value)
        self.log.append(Counted(f"{seat.name}.{symbol}", value))

    def reset(self, seat: Seat, symbol: str, value: int = 0) -> None:
        """Arrows, money, piggy banks: no longer what they were."""
        self.add(seat, symbol, value - getattr(seat, symbol))

    def give(self, seat: Seat, gives: Iterable[tuple[str, int]]) -> Steps[None]:
        """The symbols of a chip, in their order."""
        for symbol, amount in gives:
            if symbol == "chips":
                yield from self.draw(seat, amount)
            else:
                self.add(seat, symbol, amount)

    def end_action_phase(self) -> None:
        """No more actions this turn."""
        self.table.phase = "buy"

    def nothing_done(self, me: Seat, chip: str) -> None:
        """A chip's condition does not hold: so that nobody wonders."""
        self.log.append(ev.NothingDone(me.name, chip))

    # -- chips that move ---------------------------------------------------------------------------------------

    def shift(self, seat: Seat, kind: str, place: str, target: str) -> None:
        """One chip from one place of a seat to another."""
        seat.move(place, (kind,), target)
        self.log.append(Moved(kind, 1, f"{seat.name}.{place}", f"{seat.name}.{target}"))

    def put_on_bag(self, seat: Seat, kind: str, place: str) -> None:
        """On top of the bag, to be drawn first."""
        seat.remove(place, kind)
        seat.top = (kind, *seat.top)
        self.log.append(Moved(kind, 1, f"{seat.name}.{place}", f"{seat.name}.top", 0))

    def take_from_bank(self, kind: str, target: str) -> bool:
        """One chip leaves its stack; False when there is none."""
        stock = self.table.stock
        left = stock.get(kind, 0)
        if not left:
            return False
        stock[kind] = left - 1
        self.log.append(Moved(kind, 1, "bank", target))
        if left == 1:
            self.check_panic()
        return True

    def put_into_bank(self, kind: str, source: str) -> None:
        """One chip goes back to its stack; a stack that is not in this bank lies in the box."""
        stock = self.table.stock
        if kind in stock:
            stock[kind] += 1
            self.log.append(Moved(kind, 1, source, "bank"))
        else:
            self.log.append(Moved(kind, 1, source, "box"))

    def gain(self, seat: Seat, kind: str) -> bool:
        """From the bank to the discard pile."""
        if not self.take_from_bank(kind, f"{seat.name}.discard"):
            return False
        seat.discard += (kind,)
        self.log.append(ev.Gained(seat.name, kind))
        return True

    def take(self, seat: Seat, kind: str) -> bool:
        """From the bank into the hand."""
        if not self.take_from_bank(kind, f"{seat.name}.hand"):
            return False
        seat.hand += (kind,)
        self.log.append(ev.Took(seat.name, kind))
        return True

    def trash(self, seat: Seat, kind: str, place: str = "hand") -> None:
        """Back to the bank."""
        seat.remove(place, kind)
        self.put_into_bank(kind, f"{seat.name}.{place}")
        self.log.append(ev.Trashed(seat.name, kind))

    def steal(self, me: Seat, foe: Seat, kind: str) -> None:
        """From one discard pile to another."""
        foe.remove("discard", kind)
        me.discard += (kind,)
        self.log.append(Moved(kind, 1, f"{foe.name}.discard", f"{me.name}.discard"))

    def trash_this(self, me: Seat) -> None:
        """The chip whose effect runs goes back to the bank; one played straight out of the bank is still there."""
        if self.running.place and not self.running.trashed:
            self.trash(me, self.running.kind, self.running.place)
        self.running.trashed = True

    # -- drawing -----------------------------------------------------------------------------------------------

    def draw(self, seat: Seat, count: int) -> Steps[None]:
        """Chips on top of the bag first, then out of the bag; an empty bag is refilled from the discard pile."""
        drawn = 0
        while drawn < count and seat.top:
            kind = seat.move_first("top", "hand")
            self.log.append(Moved(kind, 1, f"{seat.name}.top", f"{seat.name}.hand"))
            drawn += 1
        while drawn < count and (seat.bag or self.refill(seat)):
            number = min(count - drawn, len(seat.bag))
            yield from self.draw_from_bag(seat, number)
            drawn += number
        if drawn:
            self.log.append(ev.Drew(seat.name, drawn))

    def draw_from_bag(self, seat: Seat, number: int) -> Steps[None]:
        """What comes out is the world's to say."""
        due = Draw(seat.name, f"{seat.name}.bag", number, seat.bag, "drawing", seat.name, False, seat.unseen)
        while (kinds := (yield due)) is AGAIN:
            due = due._replace(among=seat.bag, unseen=seat.unseen)
        self.table.hold = False
        seat.move("bag", kinds, "hand")
        source, target = f"{seat.name}.bag", f"{seat.name}.hand"
        for kind in kinds:
            self.log.append(Moved(kind, 1, source, target))

    def refill(self, seat: Seat) -> bool:
        """The discard pile goes into the bag; False when there is none."""
        if not seat.discard:
            return False
        source, target = f"{seat.name}.discard", f"{seat.name}.bag"
        for kind in sorted(set(seat.discard)):  # their order in the pile would tell that of earlier hands
            self.log.append(Moved(kind, seat.discard.count(kind), source, target))
        self.log.append(ev.Refilled(seat.name, len(seat.discard)))
        seat.move_all("discard", "bag")
        return True

    def reveal_hand(self, seat: Seat, rule: str) -> Steps[None]:
        """The hand is shown to everybody; what nobody has identified yet, the table tells."""
        while UNSEEN in seat.known("hand"):
            among = (UNSEEN,) * seat.hand.count(UNSEEN)
            kinds = yield Draw(seat.name, f"{seat.name}.hand", len(among), among, rule, "", False, seat.unseen)
            if kinds is not AGAIN:
                seat.identify("hand", kinds)
        seat.tell("hand")
        self.log.append(ev.Revealed(seat.name, tuple(sorted(seat.hand))))

    # -- gem piles ---------------------------------------------------------------------------------------------

    def gems(self, seat: Seat) -> tuple[int, ...]:
        """The gems of a pile by value, the largest first."""
        return tuple(sorted((value for kind in seat.pile if (value := GEM_VALUE[kind])), reverse=True))

    def enter_pile(self, seat: Seat, size: int, count: int = 1) -> None:
        """Gems come from the bank, or as stand-ins where their stack is empty."""
        kind = f"gem_{size}"
        target = f"{seat.name}.pile"
        stock = self.table.stock
        real = min(count, stock[kind])
        if real:
            stock[kind] -= real
            seat.pile += (kind,) * real
            self.log.append(Moved(kind, real, "bank", target))
            if not stock[kind]:
                self.check_panic()
        if real < count:
            stand_in = f"stand_in_{size}"
            seat.pile += (stand_in,) * (count - real)
            self.log.append(Moved(stand_in, count - real, "box", target))

    def leave_pile(self, seat: Seat, size: int) -> None:
        """A gem goes back to the bank; a stand-in of its value leaves first, to the box."""
        stand_in = f"stand_in_{size}"
        kind = stand_in if stand_in in seat.pile else f"gem_{size}"
        at = seat.pile.index(kind)
        seat.pile = seat.pile[:at] + seat.pile[at + 1 :]
        if kind is stand_in:
            self.log.append(Moved(kind, 1, f"{seat.name}.pile", "box"))
        else:
            self.put_into_bank(kind, f"{seat.name}.pile")

    def ante(self, seat: Seat, size: int) -> None:
        """A gem from the bank into a pile; not a send."""
        self.enter_pile(seat, size)
        self.log.append(ev.Anted(seat.name, size))

    def check_panic(self) -> None:
        """Two stacks of the bank empty at once, or three, or four: from then on antes are larger."""
        table = self.table
        empty = sum(not left for left in table.stock.values())
        ante = self.mode.ante_for(empty)
        if ante > table.ante:
            table.ante = ante
            self.log.append(ev.PanicRaised(ante))

    # -- prices ------------------------------------------------------------------------------------------------

    @property
    def reduction(self) -> int:
        """How much less the chips of the bank cost this turn: 1 for each Sale Prices."""
        return reduction(self.active.effects)

    def price(self, kind: str) -> int:
        """What a chip of the bank costs now."""
        return price_of(kind, self.reduction)
