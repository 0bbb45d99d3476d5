"""Read a position, written in plain values, into a table. `written` is the way back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.rules.kernel import UNSEEN, SeatSetup, Setup, SetupError
from companion.rules.kernel.card_book import CardBook, kept_book, kept_text, read_card
from companion.rules.kernel.card_steps import BookError
from companion.rules.kernel.positions import (
    Path,
    PositionError,
    counts,
    flag,
    items,
    loosely,
    mapping,
    note,
    one_of,
    signed,
    whole,
    word,
)
from companion.rules.kernel.written_lots import read_unseen
from companion.rules.puzzle_strike_2.cards.library import (
    CARDS_OF_A_COLOUR,
    LIBRARY,
    characters_of,
    the_vocabulary,
)
from companion.rules.puzzle_strike_2.contests import CONTESTS, usual_mode
from companion.rules.puzzle_strike_2.offers import DECKS
from companion.rules.puzzle_strike_2.pile import COLOURS, SPACES
from companion.rules.puzzle_strike_2.printed import CRUSHED, WHOLE, PrintedBoard, printed_board
from companion.rules.puzzle_strike_2.setup import begin, match_book, practised
from companion.rules.puzzle_strike_2.table import (
    ANTE_UP,
    DRAGON,
    GEMS_OF_A_COLOUR,
    PLACES,
    SLOTS,
    WOUND,
    WOUNDS,
    BankTable,
    PileSeat,
    changed,
    number_of,
)
from companion.rules.puzzle_strike_2.turn import BASE_ACTIONS

PHASES = ("setup", "ante", "action", "buy", "draw", "command", "over", "block", "send")
KEYS = (
    "mode",
    "seats",
    "bank",
    "turn",
    "dragon",
    "board",
    "setup",
    "ask",
    "book",
    "deck",
    "diamonds",
    "power",
    "final",
)
SEAT = (
    "character", "pile", "incoming", "meters", "scepter", "diamond", "unseen", "free", "actions", "buy_change",
    "lasting", "last_card", "cards_played", "score", *PLACES,
)  # fmt: skip
BANK = ("row", "deck", "trash", "wounds", "ante_ups", "ante_at", "ignored", "diamonds_aside")
TURN = ("seat", "phase", "actions", "number", "order", "busted", "finale", "winner", "winners")
BOARD = ("slot_cost", "height_bonus", "basic_block", "super_order", "dragon_colours", "dragon_crash")
ASK = ("everything", "choices")
NAMES = "ABCD"

a_colour = one_of(COLOURS, "color")


def read(given: Mapping[str, object]) -> tuple[Setup, BankTable]:
    """The table that is described, and a set-up that it could have begun with."""
    mapping(given, (), (*KEYS, *numbers_of_the_board()))
    if given.get("setup") is not None:
        return read_beginning(given)
    setup = read_setup(given, mapping(given.get("seats"), ("seats",)))
    try:
        setup.check_names(())
        table = begin(setup)
    except SetupError as problem:
        raise PositionError(("seats",), problem.sentence.template, **problem.sentence.values) from None
    reader = PositionReader(table, kept_book(setup.options["book"], the_vocabulary()))
    reader.read(given)
    return setup, table


def numbers_of_the_board() -> tuple[str, ...]:
    """The keys of board numbers as the choices of a set-up have them."""
    bonuses = tuple(f"bonus_{space}" for space in range(1, SPACES + 1))
    return (*bonuses, *(f"cost_{slot}" for slot in range(1, SLOTS + 1)), *BOARD[2:])


def read_beginning(given: Mapping[str, object]) -> tuple[Setup, BankTable]:
    """A match that is only being set up: so many seats, and a deck."""
    said = mapping(given["setup"], ("setup",), ("seats", "deck", "first"))
    seats = whole(said.get("seats", 2), ("setup", "seats"))
    if not 1 <= seats <= len(NAMES):
        raise PositionError(("setup", "seats"), "expected 1 to {most} seats", most=len(NAMES))
    characters = list(characters_of(LIBRARY))
    names = {name: {"character": characters[at]} for at, name in enumerate(NAMES[:seats])}
    setup = read_setup({**given, "deck": said.get("deck", "practice")}, names)
    return setup, begin(setup)


# -- who plays what ----------------------------------------------------------------------------------------------


def read_setup(given: Mapping[str, object], seats: Mapping[str, object]) -> Setup:
    """The set-up: everything but what lies where."""
    if not seats:
        raise PositionError(("seats",), "expected one seat or more")
    mode = word(given["mode"], ("mode",)) if given.get("mode") else usual_mode(len(seats))
    one_of(CONTESTS, "mode")(mode, ("mode",))
    ask = one_of(ASK, "way to ask")(given.get("ask", "everything"), ("ask",))
    options = {"deck": one_of(DECKS, "deck", DECKS)(given.get("deck", "practice"), ("deck",))}
    if ask == "everything":
        options["ask"] = ask
    if given.get("diamonds"):
        options["diamonds"] = word(given["diamonds"], ("diamonds",))
    if given.get("power"):
        options["power"] = word(given["power"], ("power",))
    options |= read_board(given)
    book = read_cards(given.get("book"))
    named = tuple(SeatSetup(name, character_of(seat, ("seats", name), book)) for name, seat in seats.items())
    players = fill_characters(named, book)
    options["book"] = kept_text(keep(book, options["deck"], given, seats, players))
    return Setup("puzzle-strike-2", players, mode=mode, first=first_of(given, seats), options=options)


def first_of(given: Mapping[str, object], seats: Mapping[str, object]) -> str:
    """Who goes first: the first of the turn order."""
    order = items(mapping(given.get("turn"), ("turn",)).get("order"), ("turn", "order"), one_of(seats, "seat"))
    return order[0] if order else next(iter(seats))


def fill_characters(seats: tuple[SeatSetup, ...], book: CardBook) -> tuple[SeatSetup, ...]:
    """Give those a character who are said to have none: it does not matter then."""
    taken = [seat.character for seat in seats]
    left = iter([key for key in characters_of(book) if key not in taken])
    return tuple(SeatSetup(seat.name, seat.character or next(left)) for seat in seats)


def character_of(seat: object, path: Path, book: CardBook) -> str | None:
    """The character of a seat, if one is named."""
    value = mapping(seat, path, SEAT).get("character")
    return None if value is None else one_of(characters_of(book), "character")(value, (*path, "character"))


def read_cards(given: object) -> CardBook:
    """The cards that come with the program, with those that the position itself teaches."""
    cards = {}
    for key, card in mapping(given, ("book",)).items():
        before = LIBRARY[key].given if key in LIBRARY else {}
        try:
            cards[str(key)] = read_card(str(key), {**before, **mapping(card, ("book", key))}, the_vocabulary())
        except BookError as problem:
            raise PositionError(("book", key), "{problem}", problem=str(problem)) from None
    return LIBRARY.with_cards(cards)


def keep(
    book: CardBook,
    deck: str,
    given: Mapping[str, object],
    seats: Mapping[str, object],
    players: tuple[SeatSetup, ...],
) -> CardBook:
    """The cards that a match from this position needs: those of its set-up, and all that are named in it."""
    text = loosely(json.dumps([given.get("bank"), given.get("dragon"), given.get("book"), seats], default=str))
    named = {key for key, card in book.items() if loosely(key) in text or loosely(card.name) in text}
    usual = match_book(book, deck, [player.character for player in players])
    return practised(book, deck).only({*usual, *named, *CARDS_OF_A_COLOUR})


def read_board(given: Mapping[str, object]) -> dict[str, str]:
    """The numbers of the boards: together under `board`, or one by one as the choices of a set-up have them."""
    single = {key: word(given[key], (key,)) for key in numbers_of_the_board() if given.get(key) is not None}
    said = mapping(given.get("board"), ("board",), BOARD)
    board = printed_board(single)
    changes: dict[str, Any] = {}
    for key, name, length in (("slot_cost", "costs", SLOTS), ("height_bonus", "bonuses", SPACES)):
        if key in said:
            numbers = items(said[key], ("board", key), whole)
            if len(numbers) != length:
                raise PositionError(("board", key), "expected {count} numbers", count=length)
            changes[name] = numbers
    for key in ("super_order", "dragon_colours"):
        if key in said:
            order = items(said[key], ("board", key), a_colour)
            if sorted(order) != sorted(COLOURS):
                raise PositionError(("board", key), "expected each of the four colors once")
            changes[key] = order
    if "basic_block" in said:
        changes["basic_block"] = whole(said["basic_block"], ("board", "basic_block"))
    if "dragon_crash" in said:
        changes["dragon_crash"] = one_of((CRUSHED, WHOLE), "reading")(said["dragon_crash"], ("board", "dragon_crash"))
    return PrintedBoard(**{**board._asdict(), **changes}).to_options()


# -- what lies where ---------------------------------------------------------------------------------------------


class PositionReader:
    """Reads what lies where into a table."""

    def __init__(self, table: BankTable, book: CardBook) -> None:
        self.table = table
        self.book = book
        self.named = one_of((*book, *WOUNDS), "card", {key: card.name for key, card in book.items()} | {WOUND: "Wound"})

    def card(self, value: object, path: Path) -> str:
        """A card by its key or its name, or by its color: one of which nothing else is known."""
        if value in COLOURS:
            return f"{value}_card"
        if isinstance(value, Mapping):
            raise PositionError(path, 'expected a card; an unseen one is written "?", with the quotes')
        return self.named(value, path)

    def piece(self, value: object, path: Path) -> str:
        """A card, or one that nobody has identified."""
        return UNSEEN if value == UNSEEN else self.card(value, path)

    def read(self, given: Mapping[str, object]) -> None:
        """Read the whole table."""
        seats = mapping(given["seats"], ("seats",))
        turn = mapping(given.get("turn"), ("turn",), TURN)
        for name, seat in self.table.seats.items():
            self.seat(seat, mapping(seats[name], ("seats", name), SEAT), ("seats", name))
        self.bank(mapping(given.get("bank"), ("bank",), BANK))
        self.turn(turn, seats)
        self.scepter(seats)
        self.dragon(mapping(given.get("dragon"), ("dragon",), ("power", "incoming", "cards", "score")))
        self.table.final = flag(given.get("final", False), ("final",)) or bool(self.table.finale)
        self.number_gems()

    def seat(self, seat: PileSeat, given: Mapping[str, object], path: Path) -> None:
        """One player's cards, gems and tokens."""
        for place in PLACES:
            read = self.piece if place in ("hand", "deck", "discard", "top") else self.card
            setattr(seat, place, items(given.get(place), (*path, place), read))
        read_unseen(seat, given.get("unseen"), (*path, "unseen"), self.card)
        if len(seat.creature) > 1:
            raise PositionError((*path, "creature"), "expected one creature at most")
        seat.pile = items(given.get("pile"), (*path, "pile"), a_colour)
        if len(seat.pile) > SPACES:
            raise PositionError((*path, "pile"), "a pile has {spaces} spaces, and these are more gems", spaces=SPACES)
        seat.incoming = whole(given.get("incoming", 0), (*path, "incoming"))
        for colour, gems in counts(given.get("meters"), (*path, "meters"), a_colour).items():
            if gems > 3:
                raise PositionError((*path, "meters", colour), "a meter with four gems has acted already")
            seat.meters = changed(seat.meters, colour, gems)
        seat.free = items(given.get("free"), (*path, "free"), self.card)
        seat.lasting = items(given.get("lasting"), (*path, "lasting"), self.card)
        seat.actions = whole(given.get("actions", 0), (*path, "actions"))
        seat.buy_change = signed(given.get("buy_change", 0), (*path, "buy_change"))
        seat.last_card = self.card(given["last_card"], (*path, "last_card")) if given.get("last_card") else ""
        seat.cards_played = whole(given.get("cards_played", len(seat.played)), (*path, "cards_played"))
        seat.score = signed(given.get("score", -1), (*path, "score"))
        seat.diamond = flag(given.get("diamond", False), (*path, "diamond"))
        self.table.diamonds_aside -= seat.diamond
        if self.table.diamonds_aside < 0:
            raise PositionError((*path, "diamond"), "there are three diamonds, and these are more")

    def bank(self, given: Mapping[str, object]) -> None:
        """The row, the deck with its Ante Ups, the trash and the wounds."""
        table = self.table
        path: Path = ("bank",)
        table.row = items(given.get("row"), (*path, "row"), self.card)
        if len(table.row) > SLOTS:
            raise PositionError((*path, "row"), "the row has five slots")
        deck = items(
            given.get("deck"), (*path, "deck"), lambda one, at: ANTE_UP if one == ANTE_UP else self.card(one, at)
        )
        table.bank = tuple(kind for kind in deck if kind != ANTE_UP)
        table.trash = items(given.get("trash"), (*path, "trash"), self.card)
        above = [at for at, kind in enumerate(deck) if kind == ANTE_UP]
        table.ante_at = tuple(at - number for number, at in enumerate(above))
        if "ante_at" in given:
            table.ante_at = items(given["ante_at"], (*path, "ante_at"), whole)
        table.ante_ups = whole(given.get("ante_ups", 0), (*path, "ante_ups"))
        table.ignored = whole(given.get("ignored", 0), (*path, "ignored"))
        if table.ante_ups + table.ignored + len(table.ante_at) > 2:
            raise PositionError((*path, "ante_ups"), "there are two Ante Ups, and these are more")
        held = Counter(kind for seat in table.seats.values() for place in PLACES for kind in seat.zone(place))
        used = held[WOUND] + table.trash.count(WOUND)
        table.wounds = whole(given.get("wounds", max(0, table.wounds - used)), (*path, "wounds"))
        if len(table.row) < SLOTS and table.bank:
            note((*path, "row"), "the row has empty slots; they are filled from the deck when the next card leaves it")

    def turn(self, given: Mapping[str, object], seats: Mapping[str, object]) -> None:
        """Whose turn it is, and how far it is."""
        table = self.table
        seat = one_of((*table.seats, DRAGON) if table.faces_dragon else table.seats, "seat")
        order = items(given.get("order"), ("turn", "order"), one_of(table.seats, "seat"))
        if order and sorted(order) != sorted(table.seats):
            raise PositionError(("turn", "order"), "expected every seat once")
        table.order = order or table.order
        table.turn = seat(given.get("seat", table.order[0]), ("turn", "seat"))
        usual = "ante" if table.turn == DRAGON else "action"
        table.phase = one_of(PHASES, "phase")(given.get("phase", usual), ("turn", "phase"))
        table.turns = whole(given.get("number", 1), ("turn", "number"))
        everybody = one_of((*table.seats, DRAGON), "seat")
        table.busted = items(given.get("busted"), ("turn", "busted"), everybody)
        table.finale = items(given.get("finale"), ("turn", "finale"), everybody)
        table.winner = everybody(given["winner"], ("turn", "winner")) if given.get("winner") else ""
        table.winners = items(given.get("winners"), ("turn", "winners"), everybody)
        if table.turn == DRAGON:
            return
        me = table.seats[table.turn]
        if table.phase == "action" and "actions" not in mapping(seats[me.name], ()):
            me.actions = BASE_ACTIONS + table.ante_ups
        if "actions" in given:
            me.actions = whole(given["actions"], ("turn", "actions"))

    def scepter(self, seats: Mapping[str, object]) -> None:
        """Who holds the scepter: whoever is said to, or else the first seat, the Dragon, or nobody."""
        table = self.table
        holders = [
            name
            for name, seat in seats.items()
            if flag(mapping(seat, ()).get("scepter", False), ("seats", name, "scepter"))
        ]
        if len(holders) > 1:
            raise PositionError(("seats", holders[1], "scepter"), "only one seat can hold the scepter")
        if table.faces_dragon:
            if holders:
                raise PositionError(("seats", holders[0], "scepter"), "the Dragon always holds the scepter")
            table.scepter = DRAGON
        elif table.finale:
            table.scepter = ""
        else:
            table.scepter = holders[0] if holders else "" if table.phase == "setup" else table.order[0]

    def dragon(self, given: Mapping[str, object]) -> None:
        """The Dragon's power and tokens."""
        table = self.table
        if not table.faces_dragon:
            if given:
                raise PositionError(("dragon",), "there is no Dragon in this mode")
            return
        table.power_cards = items(given.get("cards"), ("dragon", "cards"), self.card)
        table.power = whole(given.get("power", 1), ("dragon", "power"))
        table.dragon_incoming = whole(given.get("incoming", 0), ("dragon", "incoming"))
        table.dragon_score = signed(given.get("score", -1), ("dragon", "score"))

    def number_gems(self) -> None:
        """The supply holds what is in no pile and no meter; beyond thirty there are stand-ins."""
        table = self.table
        for colour in COLOURS:
            out = sum(seat.pile.count(colour) + seat.meters[number_of(colour)] for seat in table.seats.values())
            table.supply = changed(table.supply, colour, -min(out, GEMS_OF_A_COLOUR))
            table.stand_ins = changed(table.stand_ins, colour, max(0, out - GEMS_OF_A_COLOUR))
