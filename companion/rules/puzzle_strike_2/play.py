"""The verbs of the game: phases, cards and super moves are written with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.rules.kernel import UNSEEN, Counted, Draw, Event, Moved, Steps
from companion.rules.kernel.asking import Asking, drawn
from companion.rules.kernel.card_book import CardBook
from companion.rules.kernel.card_steps import CardSteps, Vocabulary
from companion.rules.kernel.places import at
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.pile import COLOURS, BrokenRun, Gems
from companion.rules.puzzle_strike_2.printed import PrintedBoard
from companion.rules.puzzle_strike_2.table import (
    DIAMOND,
    HIDDEN,
    SCEPTER,
    SPARE_WOUND,
    WOUND,
    WOUNDS,
    BankTable,
    Cards,
    PileSeat,
    changed,
    number_of,
    zone_names,
)

if TYPE_CHECKING:
    from companion.rules.puzzle_strike_2.contests import Contest
    from companion.rules.puzzle_strike_2.opponents import Opponents


@dataclass
class CardInPlay:
    """A card whose text runs, and what has come of it so far."""

    kind: str
    place: str = "played"
    """Where it lies; "" when it has gone."""
    opened: bool = False
    """Whether it was opened as a present."""
    did: bool = True
    """Whether the step before had something to do."""
    broken: int = 0
    """How many gems its last crash has broken."""
    before: str = ""
    """The card played just before it this turn."""


class Strike(Asking):
    """A match being played: its table, its cards and boards, and the log of events."""

    hidden: ClassVar[tuple[str, ...]] = HIDDEN
    held: ClassVar[str] = "hand"
    shown_in: ClassVar[str] = "discard"
    contest: Contest
    opponents: Opponents

    def __init__(
        self,
        table: BankTable,
        log: list[Event],
        vocabulary: Vocabulary,
        book: CardBook,
        board: PrintedBoard,
        options: Mapping[str, str],
    ) -> None:
        self.table: BankTable = table
        self.log = log
        self.vocabulary = vocabulary
        self.book = book
        self.board = board
        self.options = options
        self.depth = 0  # how many cards and super moves are being carried out, one inside the other
        self.waiting: list[tuple[str, CardSteps]] = []  # texts that act once the card in progress is finished
        self.triggered = 0  # how many have, since the card that was played from the hand
        self.phase_ends = False  # a card has ended the action phase

    @property
    def me(self) -> PileSeat:
        """The seat whose turn it is."""
        return self.table.seats[self.table.turn]

    def others(self, me: PileSeat) -> list[PileSeat]:
        """The other seats in turn order, beginning with the next, but for those who have busted."""
        table = self.table
        number = table.order.index(me.name)
        names = table.order[number + 1 :] + table.order[:number]
        return [table.seats[name] for name in names if name not in table.busted]

    # -- numbers -------------------------------------------------------------------------------------------------

    def count(self, seat: PileSeat, what: str, value: int) -> None:
        """Set a number of a seat that everybody sees."""
        setattr(seat, what, value)
        self.log.append(Counted(f"{seat.name}.{what}", value))

    def act_again(self, seat: PileSeat, actions: int) -> None:
        """Give a seat actions."""
        self.count(seat, "actions", seat.actions + actions)

    def add_incoming(self, seat: PileSeat, gems: int) -> None:
        """Lay tokens into a seat's incoming zone."""
        if gems:
            self.count(seat, "incoming", seat.incoming + gems)

    def block(self, me: PileSeat, gems: int) -> int:
        """Negate incoming gems; none for who holds the scepter, unless a card of his says otherwise."""
        in_vain = self.table.scepter == me.name and not self.rules(me, "your blocks count with the scepter")
        blocked = 0 if in_vain else min(gems, me.incoming)
        self.add_incoming(me, -blocked)
        self.log.append(ev.BlockPlayed(me.name, blocked))
        return blocked

    # -- gems ----------------------------------------------------------------------------------------------------

    def take_gems(self, colour: str, gems: int, target: str) -> None:
        """Take gems of a color out of the supply, and stand-ins out of the box when it is empty."""
        table = self.table
        there = min(gems, table.supply[number_of(colour)])
        if there:
            table.supply = changed(table.supply, colour, -there)
            self.log.append(Moved(colour, there, "supply", target))
        if there < gems:
            table.stand_ins = changed(table.stand_ins, colour, gems - there)
            self.log.append(Moved(colour, gems - there, "box", target))

    def put_gems_back(self, colour: str, gems: int, source: str) -> None:
        """Lay gems of a color back; stand-ins go first."""
        table = self.table
        out = min(gems, table.stand_ins[number_of(colour)])
        if out:
            table.stand_ins = changed(table.stand_ins, colour, -out)
            self.log.append(Moved(colour, out, source, "box"))
        if out < gems:
            table.supply = changed(table.supply, colour, gems - out)
            self.log.append(Moved(colour, gems - out, source, "supply"))

    def add_gems(self, seat: PileSeat, gems: Gems) -> int:
        """Lay gems from the supply on a pile. What does not fit becomes incoming tokens; return how many did fit."""
        after, over = piles.add(seat.pile, gems)
        fit = gems[: len(gems) - over]
        pile = zone_names(seat.name)["pile"]
        for number, colour in enumerate(fit, len(seat.pile) + 1):
            self.take_gems(colour, 1, at(pile, str(number)))
        seat.pile = after
        if over:
            self.log.append(ev.PileOverflowed(seat.name, over))
            self.add_incoming(seat, over)
        return len(fit)

    def destroy(self, seat: PileSeat, space: int) -> None:
        """Destroy the gem of a space: it goes to the supply, and fills no meter."""
        colour = seat.pile[space - 1]
        seat.pile = piles.removed(seat.pile, space)
        self.put_gems_back(colour, 1, at(zone_names(seat.name)["pile"], str(space)))
        self.log.append(ev.GemsDestroyed(seat.name, colour, 1))

    def destroy_colour(self, seat: PileSeat, colour: str) -> int:
        """Destroy all gems of a color; return how many there were."""
        pile = zone_names(seat.name)["pile"]
        spaces = [space for space, gem in enumerate(seat.pile, 1) if gem == colour]
        for space in reversed(spaces):
            self.put_gems_back(colour, 1, at(pile, str(space)))
        seat.pile = piles.without(seat.pile, colour)
        if spaces:
            self.log.append(ev.GemsDestroyed(seat.name, colour, len(spaces)))
        return len(spaces)

    def crash_gems(self, seat: PileSeat, broken: BrokenRun) -> None:
        """Lay the gems of a broken run into their super meter."""
        names = zone_names(seat.name)
        for space in range(broken.highest, broken.highest - broken.gems, -1):
            self.log.append(Moved(broken.colour, 1, at(names["pile"], str(space)), names["meters"]))
        seat.pile = broken.left
        seat.meters = changed(seat.meters, broken.colour, broken.gems)

    def fill_meter(self, seat: PileSeat, colour: str, gems: int) -> None:
        """Lay gems from the supply into a super meter."""
        self.take_gems(colour, gems, zone_names(seat.name)["meters"])
        seat.meters = changed(seat.meters, colour, gems)

    def empty_meter(self, seat: PileSeat, colour: str, gems: int) -> None:
        """Return gems of a super meter to the supply."""
        seat.meters = changed(seat.meters, colour, -gems)
        self.put_gems_back(colour, gems, zone_names(seat.name)["meters"])

    # -- cards ---------------------------------------------------------------------------------------------------

    def shift(self, seat: PileSeat, kind: str, place: str, target: str) -> None:
        """Move one card from one place of a seat to another."""
        seat.move(place, (kind,), target)
        names = zone_names(seat.name)
        self.log.append(Moved(kind, 1, names[place], names[target]))

    def discard(self, seat: PileSeat, kind: str) -> None:
        """Discard a card of the hand for an effect."""
        self.shift(seat, kind, "hand", "discard")
        self.log.append(ev.CardDiscarded(seat.name, kind))
        self.forget_free(seat)
        if self.is_acting(seat):
            self.trigger(seat, kind, "on:discarded")

    def forget_free(self, seat: PileSeat) -> None:
        """A card that has left the hand is free no longer."""
        if seat.free:
            hand = seat.zone("hand")
            unseen = hand.count(UNSEEN)
            kept: list[str] = []
            for kind in seat.free:
                if kept.count(kind) < hand.count(kind) or (unseen and seat.can_hold("hand", (*kept, kind))):
                    kept.append(kind)
            seat.free = tuple(kept)

    def is_acting(self, seat: PileSeat) -> bool:
        """Whether this is the action phase of the seat."""
        return self.table.turn == seat.name and self.table.phase == "action"

    def trash(self, seat: PileSeat, kind: str, place: str) -> None:
        """Move a card of a seat to the trash."""
        seat.remove(place, kind)
        self.log.append(Moved(kind, 1, zone_names(seat.name)[place], "trash"))
        self.trashed(seat, kind)
        if place == "hand":
            self.forget_free(seat)

    def trashed(self, seat: PileSeat, kind: str) -> None:
        """A card lies in the trash now, and this seat has brought it there."""
        self.table.trash += (kind,)
        self.log.append(ev.CardTrashed(seat.name, kind))
        self.trigger(seat, kind, "on:trashed")

    def wound(self, seat: PileSeat, wounds: int) -> None:
        """Put wounds into a seat's discard pile; other cards stand in when there are none left."""
        for _ in range(wounds):
            kind = WOUND if self.table.wounds else SPARE_WOUND
            self.table.wounds -= kind == WOUND
            seat.discard += (kind,)
            source = "wounds" if kind == WOUND else "box"
            self.log.append(Moved(kind, 1, source, zone_names(seat.name)["discard"]))
        self.log.append(ev.WoundTaken(seat.name, wounds))

    def discard_creature(self, seat: PileSeat, by: PileSeat | None) -> None:
        """A creature leaves play: beaten, or because another takes its place."""
        (kind,) = seat.creature
        self.shift(seat, kind, "creature", "discard")
        self.log.append(ev.CreatureLeft(seat.name, kind, by.name if by else "dragon"))

    def can_be_played(self, kind: str) -> bool:
        """Whether a card is one to be played at all."""
        return kind not in WOUNDS

    # -- what cards say ------------------------------------------------------------------------------------------

    def rules(self, seat: PileSeat, rule: str) -> bool:
        """Whether a card of this seat switches a rule: its creature, or a card that it has played this turn."""
        book = self.book
        for kind in seat.creature:
            if rule in book[kind].rules:
                return True
        return any(rule in book[kind].turn_rules for kind in seat.lasting)

    def happens(self, seat: PileSeat, moment: str) -> None:
        """Let the cards of a seat act on something that has happened, once the card in progress is finished."""
        for kind in seat.creature:
            self.trigger(seat, kind, f"while:{moment}")
        for kind in seat.lasting:
            self.trigger(seat, kind, f"until_end_of_turn:{moment}")

    def trigger(self, seat: PileSeat, kind: str, moment: str) -> None:
        """Let one text of a card wait for its time."""
        if kind in self.book and (steps := self.book[kind].texts.get(moment)):
            self.waiting.append((f"{seat.name}:{kind}", steps))

    # -- drawing -------------------------------------------------------------------------------------------------

    def draw(self, seat: PileSeat, count: int) -> Steps[None]:
        """Draw cards: first those on top of the deck, then out of it; an empty deck is made of the discard pile."""
        done = 0
        names = zone_names(seat.name)
        while done < count and seat.top:
            kind = seat.move_first("top", "hand")
            self.log.append(Moved(kind, 1, names["top"], names["hand"]))
            done += 1
        while done < count and (seat.deck or self.shuffle(seat)):
            number = min(count - done, len(seat.deck))
            due = Draw(seat.name, names["deck"], number, seat.deck, "drawing", seat.name, False, seat.unseen, "deck")
            kinds = yield from drawn(due, seat)
            self.table.hold = False
            seat.move("deck", kinds, "hand")
            for kind in kinds:
                self.log.append(Moved(kind, 1, names["deck"], names["hand"]))
            done += number
        if done:
            self.log.append(ev.CardsDrawn(seat.name, done))

    def draw_open(self, seat: PileSeat, rule: str) -> Steps[str]:
        """Turn up the next card of a deck, for everybody to see, and lay it into play; "" if there is none."""
        names = zone_names(seat.name)
        if seat.top:
            kind = seat.move_first("top", "played")
            self.log.append(Moved(kind, 1, names["top"], names["played"]))
            return kind
        if not seat.deck and not self.shuffle(seat):
            return ""
        due = Draw(seat.name, names["deck"], 1, seat.deck, rule, "", False, seat.unseen, "deck", names["played"])
        (kind,) = yield from drawn(due, seat)
        self.table.hold = False
        seat.move("deck", (kind,), "played")
        self.log.append(Moved(kind, 1, names["deck"], names["played"]))
        return kind

    def shuffle(self, seat: PileSeat) -> bool:
        """Make a deck of the discard pile; False if there is none."""
        if not seat.discard:
            return False
        names = zone_names(seat.name)
        for kind in sorted(set(seat.discard)):  # their order in the pile would give away earlier hands
            self.log.append(Moved(kind, seat.discard.count(kind), names["discard"], names["deck"]))
        self.log.append(ev.DeckShuffled(seat.name, len(seat.discard)))
        seat.move_all("discard", "deck")
        return True

    def discard_blindly(self, seat: PileSeat, count: int, rule: str) -> Steps[None]:
        """Discard cards of a hand that nobody chooses."""
        count = min(count, len(seat.hand))
        if not count:
            return
        hand = zone_names(seat.name)["hand"]
        due = Draw(
            seat.name, hand, count, seat.hand, rule, "", False, seat.unseen, "hand", zone_names(seat.name)["discard"]
        )
        kinds = yield from drawn(due, seat)
        self.table.hold = False
        seat.account_for("hand", kinds)
        for kind in kinds:
            self.discard(seat, kind)
        self.log.append(ev.HandShown(seat.name, kinds))

    # -- scepter and diamond -------------------------------------------------------------------------------------

    def give_scepter(self, target: str) -> None:
        """Hand the scepter over; to the middle of the table, if the target is ""."""
        source = zone_names(self.table.scepter)[SCEPTER] if self.table.scepter else "aside"
        goal = zone_names(target)[SCEPTER] if target else "aside"
        self.table.scepter = target
        self.log.append(Moved(SCEPTER, 1, source, goal))

    def spend_diamond(self, me: PileSeat) -> None:
        """Set a diamond aside."""
        me.diamond = False
        self.table.diamonds_aside += 1
        self.log.append(Moved(DIAMOND, 1, zone_names(me.name)[DIAMOND], "aside"))
        self.log.append(ev.DiamondSpent(me.name))


def colours_in(pile: Sequence[str]) -> tuple[str, ...]:
    """The colours of a pile, in their usual order."""
    return tuple(colour for colour in COLOURS if colour in pile)


def card_tokens(verb: str, row: Cards) -> tuple[str, ...]:
    """A token for each card of the bank: `buy:card@slot`."""
    return tuple(f"{verb}:{kind}@{slot}" for slot, kind in enumerate(row, 1))


def slot_of(token: str) -> int:
    """The slot that a token names.

    >>> slot_of("buy:brass_knuckles@3")
    3
    """
    return int(token.rpartition("@")[2])
