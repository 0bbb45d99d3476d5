"""The bank: five cards in a row, the deck behind them, and what people have said of cards that nobody has taught."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from companion.rules.kernel import Draw, Moved, Steps
from companion.rules.kernel.asking import drawn
from companion.rules.kernel.card_book import UNKNOWN, CardBook, read_card
from companion.rules.kernel.card_steps import Vocabulary
from companion.rules.kernel.places import at
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2.pile import COLOURS, Gems
from companion.rules.puzzle_strike_2.play import Strike, card_tokens, slot_of
from companion.rules.puzzle_strike_2.table import ANTE_UP, DRAGON, SLOTS, Cards, PileSeat, zone_names

COSTS_SAID = tuple(str(cost) for cost in range(6))
"""What an unknown action cost may be said to be."""
FACT_OPTIONS = {"colour": COLOURS, "cost": COSTS_SAID}


class BankEmpty(Exception):
    """The bank's deck is empty and a card is needed from it: whoever needs it busts, in the middle of anything."""

    def __init__(self, seat: str) -> None:
        super().__init__(seat)
        self.seat = seat


# -- what is known of cards ------------------------------------------------------------------------------------


def fact(play: Strike, kind: str, name: str) -> Steps[str]:
    """What is printed on a card. Where nobody has taught it, whoever's turn it is reads it out."""
    value = play.book[kind].facts.get(name, UNKNOWN)
    if value != UNKNOWN:
        return str(value)
    table = play.table
    reader = table.seats[table.turn if table.turn != DRAGON else table.order[0]]
    options = tuple(f"choose:{option}" for option in FACT_OPTIONS[name])
    token = yield from play.ask(reader, name, options, kind, "cards-to-teach", aloud=("choose",))
    said = token.removeprefix("choose:")
    teach(play, kind, name, int(said) if said.isdecimal() else said)
    return said


def teach(play: Strike, kind: str, name: str, value: object) -> None:
    """Keep what was said of a card, for this match and for the book of its owner."""
    given = {**play.book[kind].given, name: value}
    play.book = play.book.with_cards({kind: read_card(kind, given, play.vocabulary)})
    play.table.taught = {**play.table.taught, kind: json.dumps(given, ensure_ascii=False)}
    told = play.book[kind].said(play.vocabulary) if name == "text" else str(value)
    play.log.append(ev.CardTaught(kind, name, told))


def with_taught(book: CardBook, taught: Mapping[str, str], vocabulary: Vocabulary) -> CardBook:
    """A book with what was said of its cards during a match."""
    if not taught:
        return book
    return book.with_cards({kind: read_card(kind, json.loads(given), vocabulary) for kind, given in taught.items()})


def colours(play: Strike, kinds: Sequence[str]) -> Steps[Gems]:
    """The colours of some cards."""
    found = []
    for kind in kinds:
        colour = play.book[kind].facts.get("colour", UNKNOWN)
        if colour == UNKNOWN:
            colour = yield from fact(play, kind, "colour")
        found.append(colour)
    return tuple(found)


def pattern(play: Strike, gems: int) -> Steps[Gems]:
    """The drop pattern for so many gems: only the cards that it needs are looked at."""
    return (yield from colours(play, play.table.row[:gems]))


def ante_colour(play: Strike) -> Steps[str]:
    """The colour of antes: that of the card in the last slot; "" if the row is empty."""
    row = play.table.row
    if not row:
        return ""
    (colour,) = yield from colours(play, row[-1:])
    return colour


# -- the row ---------------------------------------------------------------------------------------------------


def lift(play: Strike, slot: int, target: str) -> str:
    """Take the card of a slot out of the row; the others slide to the left."""
    table = play.table
    kind = table.row[slot - 1]
    table.row = table.row[: slot - 1] + table.row[slot:]
    play.log.append(Moved(kind, 1, at("row", str(slot)), target))
    return kind


def refill(play: Strike, taker: str) -> Steps[None]:
    """Deal cards until every slot has one. Raises `BankEmpty` if there are none left and somebody busts by that."""
    table = play.table
    while len(table.row) < SLOTS:
        if not table.bank and not play.contest.shuffle_trash(play, taker):
            return
        due = Draw("", "deck", 1, table.bank, "refill-the-bank", target=at("row", str(len(table.row) + 1)))
        (kind,) = yield from drawn(due)
        number = table.bank.index(kind)
        table.bank = table.bank[:number] + table.bank[number + 1 :]
        play.log.append(Moved(kind, 1, "deck", at("row", str(len(table.row) + 1))))
        table.row += (kind,)
        count_down(play)


def count_down(play: Strike) -> None:
    """One card less lies above each Ante Up; one that lies on top is shown at once."""
    table = play.table
    if not table.ante_at:
        return
    above = tuple(cards - 1 for cards in table.ante_at)
    table.ante_at = tuple(cards for cards in above if cards > 0)
    for _ in range(len(above) - len(table.ante_at)):
        if table.final and play.contest.ignores_ante_ups:
            table.ignored += 1
            play.log += [Moved(ANTE_UP, 1, "deck", "aside"), ev.AnteUpShown(table.ante_ups, True)]
        else:
            table.ante_ups += 1
            play.log += [Moved(ANTE_UP, 1, "deck", "ante_up"), ev.AnteUpShown(table.ante_ups)]


def shuffle_trash_in(play: Strike) -> bool:
    """Make a new deck of the bank cards in the trash; False if there are none."""
    table = play.table
    cards = tuple(kind for kind in table.trash if is_bank_card(play, kind))
    if not cards:
        return False
    rest = list(table.trash)
    for kind in cards:
        rest.remove(kind)
        play.log.append(Moved(kind, 1, "trash", "deck"))
    table.trash, table.bank = tuple(rest), cards
    play.log.append(ev.DeckShuffled("", len(cards)))
    return True


def is_bank_card(play: Strike, kind: str) -> bool:
    """Whether a card belongs to a bank deck, and not to a player's starting deck."""
    if kind not in play.book:
        return False
    deck = str(play.book[kind].facts.get("deck", ""))
    return deck != "starting" and not deck.startswith("character:")


# -- taking cards ----------------------------------------------------------------------------------------------


def choose_in_row(play: Strike, me: PileSeat, verb: str, about: str, rule: str, row: Cards = ()) -> Steps[int]:
    """Ask for a card of the row; its slot, or 0 if the row is empty."""
    token = yield from play.ask(me, verb, card_tokens(verb, row or play.table.row), about, rule, also=("take",))
    return slot_of(token) if token else 0


def take_into_hand(play: Strike, me: PileSeat, about: str, rule: str, *, free: bool = False) -> Steps[str]:
    """Put a card of the row into the hand; deal the next one."""
    slot = yield from choose_in_row(play, me, "take", about, rule)
    if not slot:
        return ""
    kind = lift(play, slot, zone_names(me.name)["hand"])
    me.hand += (kind,)
    if free:
        me.free += (kind,)
    play.log.append(ev.BankCardMoved(me.name, kind, "hand"))
    yield from refill(play, me.name)
    return kind


def put_on_deck(play: Strike, me: PileSeat, about: str, rule: str) -> Steps[str]:
    """Put a card of the row on top of the deck."""
    slot = yield from choose_in_row(play, me, "top", about, rule)
    if not slot:
        return ""
    kind = lift(play, slot, zone_names(me.name)["top"])
    me.top = (kind, *me.top)
    play.log.append(ev.BankCardMoved(me.name, kind, "top"))
    yield from refill(play, me.name)
    return kind


def gain(play: Strike, me: PileSeat, slot: int) -> str:
    """Put the card of a slot into the discard pile."""
    kind = lift(play, slot, zone_names(me.name)["discard"])
    me.discard += (kind,)
    play.trigger(me, kind, "on:gained")
    return kind
