"""The verbs of the game: chips, crashes and phases are written with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.rules.kernel import AGAIN, UNSEEN, Counted, Draw, Event, Forced, Moved, Question, Steps
from companion.rules.kernel.lots import may_be
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.sets.chip import Effect
from companion.rules.puzzle_strike.sets.moments import DISCARDED
from companion.rules.puzzle_strike.table import COLOURS, GEM_VALUE, HIDDEN, Chips, Seat, Table, pile_total
from companion.rules.puzzle_strike.ways.panic import ante_for
from companion.rules.puzzle_strike.ways.rules import Rules

Wanted: TypeAlias = Callable[[str], bool]
"""Whether a kind is one of those looked for."""


NOTHING = "nothing:"
"""The table notes this, followed by the chip's key, for a seat whose chip found nothing to do."""


@dataclass
class RunningChip:
    """The chip whose effect runs: its kind, where it lies, and whether its text has taken it off the table."""

    kind: str = ""
    place: str = ""  # "" while it does not lie on the table by itself
    gone: bool = False


class Play:
    """A match being played: its table, and the log of events."""

    def __init__(self, rules: Rules, table: Table, log: list[Event]) -> None:
        self.rules = rules
        self.table = table
        self.log = log
        self.edition = rules.edition
        self.mode = rules.mode
        self.box = rules.box
        self.running = RunningChip()
        self.deputies: dict[str, Seat] = {}  # who decides for whom, while a chip says so
        self.sides = {name: side for side in rules.mode.sides.of(table.order) for name in side}
        self.mates = {name: [table.seats[mate] for mate in side] for name, side in self.sides.items()}

    # -- who ---------------------------------------------------------------------------------------------------

    @property
    def acting(self) -> list[Seat]:
        """The seats of the side whose turn it is."""
        return self.mates[self.table.turn]

    def on_turn(self, me: Seat) -> bool:
        """Whether it is the turn of this seat's side."""
        return self.table.turn in self.sides[me.name]

    def side(self, me: Seat) -> list[Seat]:
        """The seats that play together with this one, itself included."""
        return self.mates[me.name]

    def holder(self, me: Seat) -> Seat:
        """The seat before which this seat's pile lies."""
        return self.mates[me.name][0]

    @property
    def playing(self) -> list[Seat]:
        """The seats that are in the game."""
        table = self.table
        return [seat for seat in table.seats.values() if seat.name not in table.out]

    def opponents(self, me: Seat) -> list[Seat]:
        """The seats of the other sides that are in the game, in turn order from the next."""
        table, mine = self.table, self.sides[me.name]
        order = table.order
        at = order.index(me.name)
        names = order[at + 1 :] + order[:at]
        return [table.seats[name] for name in names if name not in mine and name not in table.out]

    def everybody(self, me: Seat) -> list[Seat]:
        """The seats that are in the game, in turn order from this one."""
        table, order = self.table, self.table.order
        at = order.index(me.name)
        return [table.seats[name] for name in order[at:] + order[:at] if name not in table.out]

    def piles(self, seats: Iterable[Seat]) -> list[Seat]:
        """The seats before which the piles of these lie, each once."""
        return list({holder.name: holder for holder in map(self.holder, seats)}.values())

    def choose_opponent(self, me: Seat, about: str, rule: str = "") -> Steps[Seat]:
        """Ask whom a chip is aimed at. With a single opponent nobody is asked, not even in a patient match."""
        return (yield from self.choose_among(me, self.opponents(me), about, rule))

    def choose_pile(self, me: Seat, about: str, rule: str = "") -> Steps[Seat]:
        """Ask whose pile gems are sent to."""
        return (yield from self.choose_among(me, self.piles(self.opponents(me)), about, rule))

    def choose_among(self, me: Seat, foes: list[Seat], about: str, rule: str) -> Steps[Seat]:
        """Ask for one of these opponents."""
        if len(foes) == 1:
            self.log.append(Forced(me.name, f"to:{foes[0].name}"))
            return foes[0]
        token = yield from self.ask(me, "to", tuple(f"to:{foe.name}" for foe in foes), about, rule)
        return self.table.seats[token[3:]]

    def said_by(self, options: Mapping[str, Chips], answer: Any) -> tuple[Seat, str]:
        """Who of those that were asked has answered, and what."""
        if len(options) == 1:
            (name,) = options
            return self.table.seats[name], answer
        return self.table.seats[answer.seat], answer.token

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
        """Ask a seat, and return its answer; "" where there is nothing to choose from.

        An answer that is the only one is given by itself. If it is about hidden chips, it is so only where everybody
        can tell that there is no other. Options that depend on what lies in a zone are passed as a function, and
        computed again when something becomes known.
        """
        while True:
            offered = options() if callable(options) else options
            if not offered:
                if not self.table.hold:
                    return ""
                offered = ("none",)  # what was learnt left nothing to choose from; somebody has to say so
            decides = self.deputies.get(seat.name, seat)
            clear = not hidden or decides is not seat or self.hand_is_open(seat)
            forced = len(offered) == 1 and clear and not self.table.hold
            if forced and not self.table.patient:
                self.log.append(Forced(decides.name, offered[0]))
                return "" if offered[0] == "none" else offered[0]
            rule = rule or f"chip:{about}"
            of = "" if decides is seat else seat.name
            token = yield Question(
                what, {decides.name: offered}, rule, about, also=also, forced=forced, blind=blind, of=of
            )
            if token is not AGAIN:
                self.table.hold = False
                return "" if token == "none" else str(token)

    def ask_either(
        self, seats: Sequence[Seat], what: str, find: Callable[[Seat], Chips], about: str, rule: str
    ) -> Steps[tuple[Seat, str]]:
        """Ask one seat about its hand, or mates who may both answer: the first answer counts."""
        if len(seats) == 1:
            token = yield from self.ask(seats[0], what, lambda: find(seats[0]), about, rule, hidden=True)
            return seats[0], token
        while True:
            options = {seat.name: find(seat) for seat in seats}
            answer = yield Question(what, options, rule, about)
            if answer is not AGAIN:
                self.table.hold = False
                return self.said_by(options, answer)

    def all_agree(self, me: Seat) -> Steps[bool]:
        """Whether the phase ends when this seat says so: where mates end it together, the others are asked."""
        rule = self.rules.ending_together
        for mate in self.side(me) if rule else ():
            if mate is not me:
                token = yield from self.ask(mate, "agree", ("done", "more"), "", rule)
                if token == "more":
                    return False
        return True

    def pick(self, seat: Seat, verb: str, wanted: Wanted, about: str, *, may: bool = False) -> Steps[str]:
        """Ask for a chip of the hand; "" if there is none."""
        kind, _ = yield from self.pick_from(seat, ("hand",), verb, wanted, about, may=may)
        return kind

    def pick_from(
        self,
        seat: Seat,
        places: tuple[str, ...],
        verb: str,
        wanted: Wanted,
        about: str,
        also: tuple[str, ...] = (),
        *,
        may: bool = False,
        rule: str = "",
    ) -> Steps[tuple[str, str]]:
        """Ask for a chip out of one of these places, and return it with its place; "" if there is none.

        Where it is not certain that such a chip is there, the player can say `none`. A seat without such a chip is
        asked too, as long as the others cannot know that it has none. With `may`, the player can decline.
        """

        def find() -> Chips:
            found = tuple(token for place in places for token in self.chips_in(seat, place, verb, wanted))
            if may:
                return (*found, "pass") if any(map(seat.zone, places)) else ()
            if seat.least(places, wanted):
                return found
            return (*found, "none") if found or self.might_hold(seat, places, wanted) else ()

        hidden = "hand" in places or "bag" in places
        also = (*also, "done") if may else also
        token = yield from self.ask(seat, verb, find, about, rule, also=also, hidden=hidden)
        if token == "pass":
            return "", ""
        if not token:
            for place in places:
                seat.rule_out(place, wanted)
            return "", ""
        kind, _, place = token[len(verb) + 1 :].partition("@")
        place = place or places[0]
        seat.account_for(place, (kind,))
        return kind, place

    def pick_in_bank(self, seat: Seat, verb: str, wanted: Wanted, about: str, also: tuple[str, ...] = ()) -> Steps[str]:
        """Ask for a kind of the bank; "" if the bank has none that is wanted."""
        options = tuple(f"{verb}:{kind}" for kind, left in self.table.stock.items() if left and wanted(kind))
        token = yield from self.ask(seat, verb, options, about, also=also)
        return token[len(verb) + 1 :]

    def chips_in(self, seat: Seat, place: str, verb: str, wanted: Wanted) -> Chips:
        """Tokens for the different chips of a place. For chips of the hand and the bag the token does not name the
        place."""
        where = f"@{place}" if place in ("discard", "pile") else ""
        return tuple(f"{verb}:{kind}{where}" for kind in seat.kinds(place) if wanted(kind))

    def pairs(self, seat: Seat, verb: str, wanted: Wanted) -> Chips:
        """Tokens for any two chips of the hand."""
        kinds, possible = [kind for kind in seat.kinds("hand") if wanted(kind)], seat.pairs("hand")
        return tuple(
            f"{verb}:{a}+{b}" for at, a in enumerate(kinds) for b in kinds[at:] if (min(a, b), max(a, b)) in possible
        )

    def hand_is_open(self, seat: Seat) -> bool:
        """Whether everybody can tell the hand: it is empty, or it holds all that the public zones leave over."""
        if self.rules.open_hands and UNSEEN not in seat.hand:
            return True
        return not seat.hand or not (seat.bag or seat.top or (seat.unseen and UNSEEN in seat.discard))

    def might_hold(self, seat: Seat, places: Chips, wanted: Wanted) -> bool:
        """Whether, as far as everybody can tell, a wanted chip may lie in one of these places."""
        hidden = any(place in HIDDEN and seat.zone(place) for place in places)
        return hidden and (
            any(wanted(kind) for place in HIDDEN for kind in seat.kinds(place))
            or any(map(wanted, may_be(seat.unseen, "discard")))
        )

    def could_hold(self, seat: Seat, kinds: frozenset[str]) -> bool:
        """Whether, as far as everybody can tell, the hand may hold one of these."""
        return bool(seat.hand) and not (
            kinds.isdisjoint(seat.hand)
            and kinds.isdisjoint(seat.bag)
            and kinds.isdisjoint(seat.top)
            and (
                not seat.unseen
                or (
                    all(kinds.isdisjoint(seat.kinds(place)) for place in HIDDEN)
                    and kinds.isdisjoint(may_be(seat.unseen, "discard"))
                )
            )
        )

    # -- symbols -----------------------------------------------------------------------------------------------

    def add(self, seat: Seat, symbol: str, amount: int) -> None:
        """Give a seat arrows, money or piggy banks. On somebody else's turn they come to nothing."""
        if symbol != "owed" and self.table.turn not in self.sides[seat.name]:
            return
        value = getattr(seat, symbol) + amount
        setattr(seat, symbol, value)
        self.log.append(Counted(f"{seat.name}.{symbol}", value))

    def promise(self, seat: Seat, colours: Chips) -> None:
        """Give a seat arrows for its own turn: now, or when the next one begins."""
        if self.on_turn(seat):
            for colour in colours:
                self.add(seat, colour, 1)
        else:
            seat.coming += colours
            self.log.append(ev.Promised(seat.name, len(colours)))

    def reset(self, seat: Seat, symbol: str, value: int = 0) -> None:
        """Set a seat's arrows, money or piggy banks."""
        setattr(seat, symbol, value)
        self.log.append(Counted(f"{seat.name}.{symbol}", value))

    def give(self, seat: Seat, gives: Iterable[tuple[str, int]]) -> Steps[None]:
        """Give a seat the symbols of a chip, in their order."""
        for symbol, amount in gives:
            if symbol == "chips":
                yield from self.draw(seat, amount)
            else:
                self.add(seat, symbol, amount)

    def texts(self, seat: Seat, moment: str) -> Sequence[Effect]:
        """What the chips of a seat that stay or are still in force do at this moment, each kind once."""
        if not (seat.ongoing or seat.effects):
            return ()
        return [text for kind, text in self.box.acting(moment) if kind in seat.ongoing or kind in seat.effects]

    def texts_of_all(self, moment: str) -> Iterator[tuple[Seat, Effect]]:
        """The same for all seats in the game, in turn order from the one whose turn it is."""
        if self.box.acting(moment):
            me = self.table.seats[self.table.turn]
            for seat in (*self.side(me), *self.opponents(me)):
                for text in self.texts(seat, moment):
                    yield seat, text

    def each_turn(self, seat: Seat) -> None:
        """Give a seat what its ongoing chips give when a turn begins."""
        for kind in dict.fromkeys(seat.ongoing) if seat.ongoing else ():
            for symbol, amount in self.box[kind].each_turn:
                self.add(seat, symbol, amount * seat.ongoing.count(kind))

    def discard_all(self, seat: Seat, kind: str) -> None:
        """Discard every ongoing chip of a kind."""
        for _ in range(seat.ongoing.count(kind)):
            self.shift(seat, kind, "ongoing", "discard")

    def end_action_phase(self, me: Seat) -> None:
        """Let the seat play no more actions this turn; its mates, if it has any, may go on. On somebody else's turn
        there is nothing to end."""
        if not self.on_turn(me):
            return
        if len(self.sides[me.name]) == 1:
            self.table.phase = "buy"
        else:
            self.lose_arrows(me)

    def lose_arrows(self, me: Seat) -> None:
        """Remove the arrows that a seat has left."""
        for colour in COLOURS:
            if getattr(me, colour):
                self.reset(me, colour)

    def nothing_done(self, me: Seat, chip: str) -> None:
        """Tell everybody that a chip's condition does not hold, so that nobody wonders."""
        self.log.append(ev.NothingDone(me.name, chip))
        self.table.no_reaction = {**self.table.no_reaction, me.name: NOTHING + chip}  # for whoever asks later

    # -- chips that move ---------------------------------------------------------------------------------------

    def shift(self, seat: Seat, kind: str, place: str, target: str) -> None:
        """Move one chip from one place of a seat to another. A pile is that of the seat's side."""
        source = self.holder(seat) if place == "pile" else seat
        goal = self.holder(seat) if target == "pile" else seat
        if source is goal:
            source.move(place, (kind,), target)
        else:
            source.remove(place, kind)
            setattr(goal, target, (*goal.zone(target), kind))
        self.log.append(Moved(kind, 1, f"{source.name}.{place}", f"{goal.name}.{target}"))
        if kind in self.box.discarding and (place, target) == ("hand", "discard"):
            self.box.texts[kind, DISCARDED](self, seat)

    def put_on_bag(self, seat: Seat, kind: str, place: str) -> None:
        """Put a chip on top of the bag, to be drawn first."""
        seat.remove(place, kind)
        seat.top = (kind, *seat.top)
        self.log.append(Moved(kind, 1, f"{seat.name}.{place}", f"{seat.name}.top"))

    def take_from_bank(self, kind: str, target: str) -> bool:
        """Move one chip from its stack to a zone; False if the stack is empty."""
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
        """Move one chip back to its stack; to the box if its stack is not in this bank."""
        stock, away = self.table.stock, self.table.away
        if kind in stock:
            stock[kind] += 1
            self.log.append(Moved(kind, 1, source, "bank"))
        else:
            if kind in away:
                away[kind] += 1
            self.log.append(Moved(kind, 1, source, "box"))

    def take_stack_out(self, kind: str) -> None:
        """Move a whole stack out of the bank. It may come back."""
        table = self.table
        left = table.away[kind] = table.stock.pop(kind)
        if left:
            self.log.append(Moved(kind, left, "bank", "box"))

    def put_stack_back(self, kind: str) -> None:
        """Move a stack that was taken out back into the bank, to its place there."""
        table = self.table
        left = table.away.pop(kind)
        stock = table.stock | {kind: left}
        table.stock = {one: stock[one] for one in (*table.puzzle, *self.edition.fixed_stacks) if one in stock}
        if left:
            self.log.append(Moved(kind, left, "box", "bank"))
        self.check_panic()  # it may be empty

    def gain(self, seat: Seat, kind: str) -> bool:
        """Move a chip from the bank to the discard pile; False if its stack is empty."""
        if not self.take_from_bank(kind, f"{seat.name}.discard"):
            return False
        seat.discard += (kind,)
        self.log.append(ev.Gained(seat.name, kind))
        return True

    def gain_played(self, seat: Seat, kind: str) -> None:
        """Move a chip that was played out of the bank to the discard pile. It left its stack when it was played."""
        self.shift(seat, kind, "played", "discard")
        self.log.append(ev.Gained(seat.name, kind))

    def take(self, seat: Seat, kind: str) -> bool:
        """Move a chip from the bank into the hand; False if its stack is empty."""
        if not self.take_from_bank(kind, f"{seat.name}.hand"):
            return False
        seat.hand += (kind,)
        self.log.append(ev.Took(seat.name, kind))
        return True

    def trash(self, seat: Seat, kind: str, place: str = "hand") -> None:
        """Move a chip back to the bank."""
        seat.remove(place, kind)
        self.put_into_bank(kind, f"{seat.name}.{place}")
        self.log.append(ev.Trashed(seat.name, kind))

    def show(self, seat: Seat, place: str, kind: str) -> None:
        """Show one chip of a place to everybody."""
        seat.account_for(place, (kind,))
        self.log.append(ev.Revealed(seat.name, (kind,)))

    def steal(self, me: Seat, foe: Seat, kind: str) -> None:
        """Move a chip from an opponent's discard pile to the own one."""
        foe.remove("discard", kind)
        me.discard += (kind,)
        self.log.append(Moved(kind, 1, f"{foe.name}.discard", f"{me.name}.discard"))

    def trash_this(self, me: Seat) -> None:
        """Move the chip whose effect runs back to the bank, unless it has gone there already."""
        if self.running.place and not self.running.gone:
            self.trash(me, self.running.kind, self.running.place)
        self.running.gone = True

    def discard_this(self, me: Seat) -> None:
        """Move the chip whose effect runs to the discard pile at once."""
        if self.running.place not in ("", "discard") and not self.running.gone:
            self.shift(me, self.running.kind, self.running.place, "discard")
            self.running.gone = True

    def may_trash_this(self, me: Seat, about: str) -> Steps[None]:
        """Let the player choose whether the chip whose effect runs is trashed."""
        if self.running.place and not self.running.gone:
            token = yield from self.ask(me, "trash", (f"trash:{self.running.kind}", "pass"), about, also=("done",))
            if token != "pass":
                self.trash_this(me)

    def may_put_this_on_bag(self, me: Seat, about: str) -> Steps[None]:
        """Let the player choose whether the chip whose effect runs goes on top of his bag."""
        if self.running.place and not self.running.gone:
            token = yield from self.ask(me, "bag", (f"bag:{self.running.kind}", "pass"), about, also=("done",))
            if token != "pass":
                self.put_on_bag(me, self.running.kind, self.running.place)
                self.running.gone = True

    # -- drawing -----------------------------------------------------------------------------------------------

    def draw(self, seat: Seat, count: int, shown_for: str = "") -> Steps[Chips]:
        """Draw chips: first those on top of the bag, then out of the bag. An empty bag is refilled from the discard
        pile. Return what was drawn; with `shown_for` a rule, everybody sees it."""
        rule = shown_for or ("drawing" if seat.name in self.deputies else "")
        drawn = 0
        kinds: list[str] = []
        while drawn < count and seat.top:
            if rule and seat.top[0] == UNSEEN:
                yield from self.show_top(seat, rule)
            kind = seat.move_first("top", "hand")
            kinds.append(kind)
            self.log.append(Moved(kind, 1, f"{seat.name}.top", f"{seat.name}.hand"))
            drawn += 1
        while drawn < count and (seat.bag or self.refill(seat)):
            number = min(count - drawn, len(seat.bag))
            kinds += yield from self.draw_from_bag(seat, number, rule)
            drawn += number
        if drawn:
            self.log.append(ev.Drew(seat.name, drawn))
        if drawn and rule:
            self.log.append(ev.Revealed(seat.name, tuple(sorted(kinds))))
        return tuple(kinds)

    def show_top(self, seat: Seat, rule: str) -> Steps[None]:
        """Show the unseen chip on top of the bag."""
        while seat.top[0] == UNSEEN:
            kinds = yield Draw(seat.name, f"{seat.name}.top", 1, (UNSEEN,), rule, "", False, seat.unseen, "top")
            if kinds is not AGAIN:
                seat.identify("top", kinds)

    def draw_from_bag(self, seat: Seat, number: int, shown_for: str = "") -> Steps[Chips]:
        """Draw out of the bag. The world says what comes out."""
        owner = "" if shown_for or self.rules.open_hands else seat.name
        rule = shown_for or "drawing"
        due = Draw(seat.name, f"{seat.name}.bag", number, seat.bag, rule, owner, False, seat.unseen, "bag")
        while (kinds := (yield due)) is AGAIN:
            due = due._replace(among=seat.bag, unseen=seat.unseen)
        self.table.hold = False
        seat.move("bag", kinds, "hand")
        source, target = f"{seat.name}.bag", f"{seat.name}.hand"
        for kind in kinds:
            self.log.append(Moved(kind, 1, source, target))
        return tuple(kinds)

    def refill(self, seat: Seat) -> bool:
        """Put the discard pile into the bag; False if there is none."""
        if not seat.discard:
            return False
        source, target = f"{seat.name}.discard", f"{seat.name}.bag"
        for kind in sorted(set(seat.discard)):  # their order in the pile would give away earlier hands
            self.log.append(Moved(kind, seat.discard.count(kind), source, target))
        self.log.append(ev.Refilled(seat.name, len(seat.discard)))
        seat.move_all("discard", "bag")
        return True

    def reveal_hand(self, seat: Seat, rule: str) -> Steps[None]:
        """Show a hand to everybody. Its unseen chips are drawn, so that the table tells what they are."""
        while UNSEEN in seat.known("hand"):
            among = (UNSEEN,) * seat.hand.count(UNSEEN)
            kinds = yield Draw(seat.name, f"{seat.name}.hand", len(among), among, rule, "", False, seat.unseen, "hand")
            if kinds is not AGAIN:
                seat.identify("hand", kinds)
        seat.tell("hand")
        self.log.append(ev.Revealed(seat.name, tuple(sorted(seat.hand))))

    # -- gem piles ---------------------------------------------------------------------------------------------

    def gems(self, seat: Seat) -> tuple[int, ...]:
        """The gems of a seat's pile by value, the largest first."""
        pile = self.holder(seat).pile
        return tuple(sorted((value for kind in pile if (value := GEM_VALUE[kind])), reverse=True))

    def total(self, seat: Seat) -> int:
        """The sum of a seat's pile."""
        return pile_total(self.holder(seat).pile)

    def enter_pile(self, seat: Seat, size: int, count: int = 1) -> None:
        """Put gems from the bank into a pile, as stand-ins if their stack is empty."""
        seat = self.holder(seat)
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
        """Take a gem out of a pile, back to the bank; a stand-in of its value leaves first, to the box."""
        seat = self.holder(seat)
        stand_in = f"stand_in_{size}"
        kind = stand_in if stand_in in seat.pile else f"gem_{size}"
        at = seat.pile.index(kind)
        seat.pile = seat.pile[:at] + seat.pile[at + 1 :]
        if kind is stand_in:
            self.log.append(Moved(kind, 1, f"{seat.name}.pile", "box"))
        else:
            self.put_into_bank(kind, f"{seat.name}.pile")

    def ante(self, seat: Seat, size: int) -> None:
        """Put a gem from the bank into a pile; this is not a send."""
        self.enter_pile(seat, size)
        self.log.append(ev.Anted(self.holder(seat).name, size))

    def check_panic(self) -> None:
        """Make antes larger if so many stacks of the bank are empty at once as there are players, or more."""
        table = self.table
        ante = ante_for(len(table.order), sum(not left for left in table.stock.values()))
        if ante > table.ante:
            self.raise_ante(ante)

    def raise_ante(self, ante: int) -> None:
        """Let everybody ante such gems from now on."""
        self.table.ante = ante
        self.log.append(ev.PanicRaised(ante))

    # -- prices ------------------------------------------------------------------------------------------------

    def costs(self, kind: str, me: Seat, least: int, most: int) -> bool:
        """Whether a chip of the bank costs a seat so much now."""
        return least <= self.price(kind, me) <= most

    def price(self, kind: str, buyer: Seat | None = None) -> int:
        """What a chip of the bank costs a seat now; the one on turn, if none is named."""
        return self.box.price_of(kind, self.box.reduction((buyer or self.acting[0]).effects))
