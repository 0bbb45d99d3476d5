"""Puzzle Strike 2 as the rest of the program knows it: the class that keeps the contract of `Game`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Self

from companion.rules.kernel import (
    UNSEEN,
    Event,
    Game,
    Illegal,
    KindEntry,
    Places,
    Question,
    Rulebook,
    Setup,
    Steps,
    Zone,
)
from companion.rules.kernel.card_book import CardBook
from companion.rules.kernel.card_steps import Vocabulary
from companion.rules.kernel.offers import Offers
from companion.rules.kernel.positions import Difference
from companion.rules.kernel.rulebook import Rule
from companion.rules.kernel.sentences import Say, Term
from companion.rules.puzzle_strike_2 import bank, encyclopedia, expected, position, tokens, turn, why_not, written
from companion.rules.puzzle_strike_2 import setup as set_up
from companion.rules.puzzle_strike_2.cards.library import LIBRARY
from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY
from companion.rules.puzzle_strike_2.offers import offers
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.places import places, zones
from companion.rules.puzzle_strike_2.printed import printed_board
from companion.rules.puzzle_strike_2.table import (
    ANTE_UP,
    DIAMOND,
    DIAMONDS,
    SCEPTER,
    SPARE_WOUND,
    WOUND,
    WOUND_CARDS,
    BankTable,
    PileSeat,
)
from companion.rules.puzzle_strike_2.words import VERBS, WORDS

EDITION = "2022"
SEAT_FACTS = ("incoming", "actions", "diamond", "free", "buy_change", "lasting", "cards_played", "score", "character")
"""What everybody may know of a seat besides its zones."""


class PuzzleStrike2(Game[BankTable]):
    """Puzzle Strike 2, by the contract of `Game`."""

    key = "puzzle-strike-2"
    title = "Puzzle Strike 2"
    editions = (EDITION,)
    modes = ("duel", "melee", "solo", "coop")
    untagged = frozenset({*COLOURS, SPARE_WOUND})
    words = WORDS
    winning = "winning"
    example = "seats: {A: {pile: [pink, pink, blue]}}"
    empty = "seats: {A: {}, B: {}}"
    verbs = frozenset(VERBS)
    book: CardBook = LIBRARY
    """The cards of the match if the game is bound, otherwise those that come with the program."""
    options: Mapping[str, str] = {}

    def complete(self, setup: Setup) -> Setup:
        return set_up.completed(setup)

    def bound(self, setup: Setup) -> Self:
        game = super().bound(setup)
        if game is not self:
            game.book = set_up.book_of(set_up.completed(setup))
            game.options = setup.options
            game.words = self.words.with_book(game.book)
        return game

    def lay_out(self, setup: Setup) -> Places:
        return places(tuple(seat.name for seat in setup.seats))

    def begin(self, setup: Setup) -> BankTable:
        return set_up.begin(setup)

    def table_from_json(self, data: dict[str, Any]) -> BankTable:
        table = BankTable.from_json(data)
        table.seats = {name: PileSeat.from_json(seat) for name, seat in data["seats"].items()}
        return table

    def flow(self, table: BankTable, log: list[Event]) -> Steps[None]:
        return turn.flow(turn.strike(table, log, self.book, self.options))

    def rulebook(self, table: BankTable) -> Rulebook:
        return rulebook(bank.with_taught(self.book, table.taught, VOCABULARY))

    def explain(self, table: BankTable, question: Question, token: str, seat: str) -> Illegal:
        return why_not.why_not(turn.strike(table, [], self.book, self.options), question, token, seat)

    def piece(self, kind: str) -> str:
        if kind == UNSEEN:
            return Term("an unidentified card")
        return Term(self.book[kind].name) if kind in self.book else kind

    def meant(self, table: BankTable, question: Question, token: str, seat: str) -> str | None:
        return tokens.meant(table, question, token, seat)

    def spelt(self, said: str) -> str:
        return tokens.spelt(self.book, said)

    def zones(self, table: BankTable) -> dict[str, Zone]:
        return zones(table)

    def facts(self, table: BankTable) -> dict[str, object]:
        return facts(table)

    def offers(self, say: Say) -> Offers:
        return offers(say)

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def cards(self) -> CardBook:
        return self.book

    def with_cards(self, setup: Setup, book: CardBook) -> Setup:
        return set_up.with_cards(setup, book)

    def encyclopedia(self) -> Mapping[str, KindEntry]:
        return encyclopedia.encyclopedia(self.book)

    def box(self) -> Mapping[str, int]:
        return box(self.book)

    def learn(self, table: BankTable, zone: str, kinds: tuple[str, ...]) -> str:
        table.hold = True
        return self.identify(table, zone, kinds)

    def write(self, setup: Setup, table: BankTable) -> dict[str, object]:
        return written.write(setup, table)

    def corrected(self, table: BankTable, changes: Mapping[str, object]) -> BankTable:
        return written.corrected(self.setup, table, changes)

    def cut_short(self, table: BankTable) -> None:
        written.cut_short(table)

    def position(self, given: Mapping[str, object]) -> tuple[Setup, BankTable]:
        return position.read(given)

    def differences(
        self, table: BankTable, expected_now: Mapping[str, object], start: BankTable, events: Sequence[Event]
    ) -> list[Difference]:
        return expected.differences(table, expected_now, start, events, printed_board(self.options))


def facts(table: BankTable) -> dict[str, object]:
    """What everybody may know beyond the zones."""
    found: dict[str, object] = {
        "turn": table.turn,
        "phase": table.phase,
        "turns": table.turns,
        "scepter": table.scepter,
        "ante_ups": table.ante_ups,
        "winner": table.winner,
        "winners": table.winners,
        "busted": table.busted,
        "final": table.final,
        "stand_ins": sum(table.stand_ins),
    }
    if table.power:
        found |= {
            "dragon.power": table.power,
            "dragon.incoming": table.dragon_incoming,
            "dragon.score": table.dragon_score,
        }
    for seat in table.seats.values():
        found[f"{seat.name}.gems"] = len(seat.pile)
        for what in SEAT_FACTS:
            found[f"{seat.name}.{what}"] = getattr(seat, what)
        for colour, gems in zip(COLOURS, seat.meters, strict=True):
            found[f"{seat.name}.{colour}"] = gems
    return found


@lru_cache(maxsize=32)
def rulebook(book: CardBook) -> Rulebook:
    """The rule index: the rulebook's sections, and each card of the match with what it says."""
    rules = {rule.key: rule for rule in Rulebook.load(__package__, "rulebook.toml")}
    for key, card in book.items():
        said = card.said(VOCABULARY) or "Nobody has taught this card yet: its players say what it does."
        rules[f"card:{key}"] = Rule(f"card:{key}", EDITION, card.name, said)
    return Rulebook(EDITION, rules)


def box(book: CardBook) -> Mapping[str, int]:
    """All cards of a match or of the program, and what else carries a tag."""
    found = Counter({WOUND: WOUND_CARDS, ANTE_UP: 2, SCEPTER: 1, DIAMOND: DIAMONDS})
    for key, card in book.items():
        copies = card.facts.get("copies", 1)
        number = copies if isinstance(copies, int) else 1
        found[key] += number * (4 if card.facts.get("deck") == "starting" else 1)
    return found


GAME = PuzzleStrike2()
