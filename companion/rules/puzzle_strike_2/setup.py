"""Setting up a match: characters, decks, hands, the bank with its Ante Ups, scepter and diamonds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from companion.rules.kernel import AGAIN, Draw, Moved, Question, Setup, SetupError, Steps
from companion.rules.kernel.asking import drawn
from companion.rules.kernel.card_book import CardBook, CardDesign, kept_book, kept_text, read_card
from companion.rules.puzzle_strike_2 import bank
from companion.rules.puzzle_strike_2.cards.library import (
    LIBRARY,
    bank_cards,
    characters_of,
    deck_cards,
    padded,
    starting_cards,
    the_vocabulary,
)
from companion.rules.puzzle_strike_2.contests import CONTESTS, usual_mode
from companion.rules.puzzle_strike_2.play import Strike
from companion.rules.puzzle_strike_2.table import ANTE_UP, DIAMONDS, BankTable, Cards, PileSeat

USUAL_DECK = "practice"
STANDS_FOR = {"skip_ahead": "practice_skip_ahead"}
"""Starting cards of which only the name is known, and what they do in a match with the practice deck."""
OPENING_HAND = 5
OPENING_INCOMING = 2
CARDS_BEFORE_AN_ANTE_UP = 4
"""So many for each player lie above the first Ante Up, and as many between the two."""


def completed(setup: Setup) -> Setup:
    """The set-up with all that a match plays with written into it: its mode, and its cards."""
    mode = setup.mode or usual_mode(len(setup.seats))
    options = dict(setup.options)
    options.setdefault("deck", USUAL_DECK)
    if "book" not in options:
        options["book"] = usual_text(LIBRARY, options["deck"], tuple(seat.character for seat in setup.seats))
    return replace(setup, mode=mode, options=options)


def with_cards(setup: Setup, book: CardBook) -> Setup:
    """The set-up of a match with the cards of an owner's book beside those that come with the program."""
    deck = setup.options.get("deck", USUAL_DECK)
    own = padded(LIBRARY.with_cards(book))
    text = kept_text(match_book(own, deck, tuple(seat.character for seat in setup.seats)))
    return replace(setup, options={**setup.options, "deck": deck, "book": text})


@lru_cache(maxsize=256)
def usual_text(book: CardBook, deck: str, picked: tuple[str | None, ...]) -> str:
    """The cards that a match needs, as its set-up keeps them."""
    return kept_text(match_book(book, deck, picked))


def match_book(book: CardBook, deck: str, picked: Sequence[str | None]) -> CardBook:
    """Those cards of a book that a match needs; all characters, as long as somebody may still pick one."""
    characters = characters_of(book)
    book = practised(book, deck)
    keys = {*starting_cards(book), *dict(bank_cards(book, deck))}
    for key, cards in characters.items():
        if key in picked or None in picked:
            keys |= set(cards)
    return book.only(keys)


def practised(book: CardBook, deck: str) -> CardBook:
    """A book in which every starting card has a text, if a match is played with the practice deck."""
    if deck != USUAL_DECK:
        return book
    return book.with_cards({key: standing_in(book, key) for key in STANDS_FOR if not book[key].taught})


def standing_in(book: CardBook, key: str) -> CardDesign:
    """A starting card that nobody has taught, with the text of a practice card."""
    practice = book[STANDS_FOR[key]]
    given = {**practice.given, "name": book[key].name, "deck": "starting"}
    return read_card(key, given, the_vocabulary())


def book_of(setup: Setup) -> CardBook:
    """The cards of a match."""
    return kept_book(setup.options["book"], the_vocabulary()) if "book" in setup.options else LIBRARY


def begin(setup: Setup) -> BankTable:
    """The table before anybody has picked, drawn or dealt. Raises `SetupError`."""
    setup = completed(setup)
    check(setup)
    seats = {seat.name: PileSeat(seat.name, seat.character or "") for seat in setup.seats}
    table = BankTable(setup.mode, seats)
    table.patient = setup.options.get("ask") == "everything"
    table.bank = deck_cards(book_of(setup), setup.options["deck"])
    table.diamonds_aside = DIAMONDS
    if setup.first not in ("", "random"):
        take_seats(table, setup.first)
        table.turn = setup.first
    return table


def check(setup: Setup) -> None:
    """Whether a match can be set up like this. Raises `SetupError`."""
    contest = CONTESTS.get(setup.mode)
    if contest is None:
        raise SetupError('There is no mode "{mode}". Possible: {known}.', mode=setup.mode, known=", ".join(CONTESTS))
    if len(setup.seats) not in contest.seats:
        raise SetupError(
            "{mode} is for {seats} players; {seated} are seated.",
            mode=setup.mode,
            seats=" or ".join(map(str, contest.seats)),
            seated=len(setup.seats),
        )
    characters = characters_of(book_of(setup))
    picked = [seat.character for seat in setup.seats if seat.character]
    for character in picked:
        if character not in characters:
            raise SetupError(
                'There is no character "{character}". Possible: {known}.',
                character=character,
                known=", ".join(characters),
            )
        if picked.count(character) > 1:
            raise SetupError('Two players cannot both be "{character}".', character=character)
    if not deck_cards(book_of(setup), setup.options["deck"]):
        raise SetupError('There is no bank deck "{deck}".', deck=setup.options["deck"])
    if setup.first not in ("", "random") and setup.first not in [seat.name for seat in setup.seats]:
        raise SetupError("Nobody named {seat} sits there, who could begin.", seat=setup.first)


def take_seats(table: BankTable, first: str) -> None:
    """The turn order begins with who goes first."""
    at = table.order.index(first)
    table.order = table.order[at:] + table.order[:at]


def setup_phase(play: Strike) -> Steps[None]:
    """Settle what is open, deal, and let the first player begin."""
    table = play.table
    yield from pick_characters(play)
    if not table.turn:
        (first,) = yield from drawn(Draw("", "table", 1, table.order, "first-player"))
        take_seats(table, first)
        table.turn = first
    characters = characters_of(play.book)
    for seat in table.seats.values():
        seat.deck = (*starting_deck(play.book), *characters[seat.character])
        seat.incoming = OPENING_INCOMING
    for name in table.order:
        yield from play.draw(table.seats[name], OPENING_HAND)
    yield from bank.refill(play, table.turn)
    insert_ante_ups(play)
    play.contest.begin(play, play.options)
    table.phase = "ante"


def starting_deck(book: CardBook) -> Cards:
    """The seven cards that everybody starts with."""
    return tuple(kind for kind in starting_cards(book) for _ in range(int(book[kind].facts.get("copies", 1))))


def insert_ante_ups(play: Strike) -> None:
    """Put the two Ante Ups into the bank's deck, by the number of players."""
    cards = CARDS_BEFORE_AN_ANTE_UP * len(play.table.order)
    play.table.ante_at = (cards, 2 * cards)
    play.log.append(Moved(ANTE_UP, 2, "aside", "deck"))


def to_pick(book: CardBook, deck: str) -> Cards:
    """The characters that are offered. With the practice deck these are the ones of which every card is taught; others
    have to be chosen before."""
    found = characters_of(book).items()
    return tuple(key for key, cards in found if deck != USUAL_DECK or all(book[card].taught for card in cards))


def pick_characters(play: Strike) -> Steps[None]:
    """Everybody picks a character, one after the other in seat order; each is there once."""
    table = play.table
    offered = to_pick(play.book, play.options.get("deck", USUAL_DECK))
    for seat in table.seats.values():
        if not seat.character:
            taken = [other.character for other in table.seats.values()]
            left = tuple(f"choose:{key}" for key in offered if key not in taken)
            while (token := (yield Question("choose", {seat.name: left}, "picking-a-character", "character"))) is AGAIN:
                pass
            seat.character = str(token).removeprefix("choose:")
