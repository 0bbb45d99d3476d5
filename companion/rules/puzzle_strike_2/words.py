"""Puzzle Strike 2 in words: events, answers and questions as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

from companion.rules.kernel import UNSEEN, Counted, Draw, Event, KindEntry, Moved, Place, Question, View, Words
from companion.rules.kernel.board import Aim, Board, PieceGroup
from companion.rules.kernel.card_book import CardBook
from companion.rules.kernel.card_steps import BookError, act_said
from companion.rules.kernel.sentences import AND, Say, Several, capital, in_english, in_english_several
from companion.rules.kernel.tales import Ending, Feat
from companion.rules.puzzle_strike_2 import aims, board_words
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2.cards.by_hand import act_of
from companion.rules.puzzle_strike_2.cards.library import LIBRARY
from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY
from companion.rules.puzzle_strike_2.looks import card_look
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.table import ANTE_UP, DIAMOND, DRAGON, SCEPTER, SPARE_WOUND, WOUND

VERBS: Final = {
    "play": "play {card}",
    "drop": "drop the incoming gems",
    "diamond": "use the diamond: {card}",
    "buy": "buy {card} in slot {slot}",
    "take": "take {card} from slot {slot}",
    "top": "put {card} from slot {slot} on your deck",
    "gain": "gain {card} from slot {slot}",
    "trash": "trash {card}",
    "discard": "discard {card}",
    "swap": "swap the gems of spaces {card}",
    "crash": "crash the gem of space {card}",
    "destroy": "destroy the gem of space {card}",
    "choose": "{card}",
    "do": "{card}",
    "power_up": "power up: keep the scepter",
    "yield": "yield: give the scepter away",
    "done": "done",
    "pass": "pass",
    "none": "there is none",
}
"""Every word with which a token begins, and its sentence."""
TRASH_IN_THE_ROW = "trash {card} in slot {slot}"

CHOSEN: Final = {
    "overload": "Overload",
    "purify": "Purify",
    "energize": "Energize",
    "trickshot": "Trickshot",
    "do": "do it",
    "beaten": "it is beaten",
    "stays": "it stays in play",
    "remember": "remember this as the card's text",
    "forget": "do not remember it",
    **{colour: colour for colour in COLOURS},
}
"""What may be chosen besides numbers and characters."""

QUESTIONS: Final = {
    "action": "{seat}: what is played?",
    "buy": "{seat}: which card is bought?",
    "command": "{seat}: power up, or give the scepter away?",
    "swap": "{seat}: which gems are swapped?",
    "crash": "{seat}: which gem is crashed?",
    "destroy": "{seat}: which gem is destroyed?",
    "discard": "{seat}: what is discarded?",
    "trash": "{seat}: what is trashed?",
    "take": "{seat}: which bank card is taken?",
    "top": "{seat}: which bank card goes on the deck?",
    "gain": "{seat}: which bank card is gained?",
    "purify": "{seat}: which color is destroyed?",
    "may": "{seat}: do what {card} allows?",
    "one_of": "{seat}: what is chosen for {card}?",
    "colour": "Which color is {card}?",
    "cost": "How many actions does {card} cost?",
    "defeat": "Does that beat {card}?",
    "do": "What does {card} do next?",
    "remember": "Remember this as the text of {card}?",
    "choose": "{seat}: what is chosen?",
}
CHARACTER_ASKED = "{seat}: which character?"

NAMES: Final = {
    WOUND: "Wound",
    SPARE_WOUND: "Wound (stand-in)",
    ANTE_UP: "Ante Up",
    SCEPTER: "Scepter",
    DIAMOND: "Diamond",
    UNSEEN: "unseen card",
    "purple": "purple gem",
    "pink": "pink gem",
    "blue": "blue gem",
    "green": "green gem",
}
DRAGON_NAME = "the Dragon"
SCEPTER_NAME = "the scepter"
NOBODY = "nobody"

PLACES: Final = {
    "pile": "{seat}'s pile",
    "hand": "{seat}'s hand",
    "hidden": "{seat}'s hand",
    "deck": "{seat}'s deck",
    "top": "the top of {seat}'s deck",
    "discard": "{seat}'s discard pile",
    "played": "{seat}'s table",
    "creature": "{seat}'s creature slot",
    "meters": "{seat}'s super meters",
    SCEPTER: "{seat}'s scepter",
    DIAMOND: "{seat}'s diamond",
}
SHARED: Final = {
    "row": "the bank's row",
    "deck": "the bank's deck",
    ANTE_UP: "the Ante Ups",
    "wounds": "the wounds",
    "trash": "the trash",
    "supply": "the supply",
    "aside": "the side of the table",
    DRAGON: "the Dragon's stack",
    "box": "the box",
    "": "where nobody sees it",
}
OWED: Final = "move {pieces} from {source} to {target}"
LABELS: Final = {
    "pile": "Gem pile",
    "hand": "Hand",
    "deck": "Deck",
    "top": "On top of the deck",
    "discard": "Discard pile",
    "played": "On the table",
    "creature": "Creature",
    "meters": "Super meters",
    SCEPTER: "Scepter",
    DIAMOND: "Diamond",
    "row": "Bank",
    ANTE_UP: "Ante Ups",
    "wounds": "Wounds",
    "trash": "Trash",
    "supply": "Supply",
    "aside": "Set aside",
    DRAGON: "Dragon",
}

WON: Final = "{winners} win(s)."


class PuzzleStrike2Words(Words):
    """The game in one language, with the cards of a match."""

    events = frozenset(
        name for name, kind in vars(ev).items() if isinstance(kind, type) and issubclass(kind, tuple) and name[0] != "_"
    ) - {"NamedTuple"}
    headings = frozenset({"TurnOpened"})

    def __init__(self, say: Say = in_english, several: Several = in_english_several, book: CardBook = LIBRARY) -> None:
        super().__init__(say, several)
        self.book = book

    def with_book(self, book: CardBook) -> Self:
        """The same language with the cards of a match."""
        return type(self)(self.say, self.several, book)

    # -- names -------------------------------------------------------------------------------------------------

    def named(self, kind: str) -> str:
        """The name of a card or another piece.

        >>> WORDS.named("crash_gem"), WORDS.named("pink"), WORDS.named("wound")
        ('Crash Gem', 'pink gem', 'Wound')
        """
        if kind in NAMES:
            return self.say(NAMES[kind])
        card = self.book.get(kind) or LIBRARY.get(kind)
        return self.say(card.name) if card else kind

    def person(self, seat: str) -> str:
        """A player, the Dragon or the scepter."""
        if seat == DRAGON:
            return self.say(DRAGON_NAME)
        return self.say(SCEPTER_NAME) if seat == SCEPTER else seat or self.say(NOBODY)

    def pieces(self, kind: str, count: int = 1, *, known: bool = False) -> str:
        """Pieces as the object of a sentence.

        >>> WORDS.pieces("dash", 1), WORDS.pieces("pink", 3)
        ('dash', 'pink gem x3')
        """
        return self.named(kind) if count == 1 else f"{self.named(kind)} x{count}"

    def place(self, zone: str) -> str:
        """A place in words.

        >>> WORDS.place("A.pile"), WORDS.place("row@3"), WORDS.place("A.hidden")
        ("A's pile", "the bank's row", "A's hand")
        """
        seat, dot, place = zone.partition("@")[0].rpartition(".")
        if dot and place in PLACES:
            return self.say(PLACES[place]).format(seat=seat)
        return self.say(SHARED.get(place, zone)) if place in SHARED else zone

    def label(self, place: Place) -> str:
        return self.say(LABELS.get(place.label, capital(place.label)))

    def owed(self, kind: str, count: int, source: str, target: str) -> str:
        """What somebody still has to move.

        >>> WORDS.owed("swap", 1, "A.deck", "A.hand")
        "move Swap from A's deck to A's hand"
        """
        pieces = self.pieces(kind, count)
        return self.say(OWED).format(pieces=pieces, source=self.place(source), target=self.place(target))

    # -- answers and questions -----------------------------------------------------------------------------------

    def token(self, token: str) -> str:
        """An answer in words.

        >>> WORDS.token("buy:gm_dash@1"), WORDS.token("diamond:purify"), WORDS.token("do:block_2")
        ('buy Dash in slot 1', 'use the diamond: Purify', 'Block 2.')
        """
        verb, _, what = token.partition(":")
        kind, _, slot = what.partition("@")
        template = TRASH_IN_THE_ROW if verb == "trash" and slot else VERBS.get(verb)
        if template is None:
            return token
        return self.say(template).format(card=self.thing(verb, kind), slot=slot)

    def thing(self, verb: str, what: str) -> str:
        """What an answer names."""
        if verb == "do":
            try:
                return act_said(act_of(VOCABULARY, f"do:{what}"), self.say)
            except BookError:
                return what
        if verb in ("choose", "diamond"):
            return self.say(CHOSEN[what]) if what in CHOSEN else self.say(capital(what))
        if verb in ("swap", "crash", "destroy"):
            return self.say(AND).join(what.split("+")) if "+" in what else what
        return self.named(what)

    def question(self, question: Question) -> str:
        seats = ", ".join(self.person(seat) for seat in question.options)
        if question.about == "character":
            return self.say(CHARACTER_ASKED).format(seat=seats)
        return self.say(QUESTIONS[question.what]).format(seat=seats, card=self.named(question.about))

    def draw(self, due: Draw) -> str:
        return self.say("{count} out of {place}.").format(count=due.count, place=self.place(due.source))

    def aims(self, question: Question, token: str, seat: str) -> tuple[Aim, ...]:
        return aims.aims(question, token, seat)

    # -- events --------------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        kind = type(event).__name__
        if isinstance(event, Moved | Counted):
            return ""
        if kind in TOLD:
            return self.say(TOLD[kind]).format(**self.values(event))
        tell = BY_CASE.get(kind)
        return tell(self, event) if tell else ""

    def values(self, event: Any) -> dict[str, object]:
        """The values of an event, each as it is said."""
        found: dict[str, object] = {}
        for name, value in event._asdict().items():
            if name in ("seat", "target"):
                found[name] = self.person(value)
            elif name == "card":
                found[name] = self.named(value)
            elif name in ("colours", "winners", "cards") and isinstance(value, tuple):
                said = self.person if name == "winners" else self.say if name == "colours" else self.named
                found[name] = ", ".join(map(said, value))
            else:
                found[name] = self.say(value) if name == "colour" else value
        return found

    def feat(self, event: Event) -> Feat | None:
        if isinstance(event, ev.GemsCrashed):
            label = self.say("Biggest crash: {seat}").format(seat=event.seat)
            return Feat(event.gems + event.bonus, str(event.gems + event.bonus), label, self.chip(event.colour))
        return None

    def ending(self, facts: Mapping[str, object], seats: Sequence[str]) -> Ending:
        winners = facts.get("winners") or ()
        assert isinstance(winners, tuple | list)
        if not winners:
            return Ending("", 0, ("",) * len(seats))
        who = self.say(WON).format(winners=", ".join(map(self.person, winners)))
        roles = tuple(self.say(capital(str(facts.get(f"{seat}.character", "")))) for seat in seats)
        return Ending(who, int(str(facts.get("turns", 0))), roles)

    # -- the table -----------------------------------------------------------------------------------------------

    def picture(self, view: View) -> list[str]:
        return board_words.picture(self, view)

    def board(self, view: View) -> Board:
        return board_words.board(self, view)

    def chip(self, kind: str) -> PieceGroup:
        return card_look(self.book, kind, self.named(kind))

    def heading(self, kind: str) -> str:
        return self.say(HEADINGS.get(kind, capital(kind)))

    def entry(self, entry: KindEntry) -> KindEntry:
        card = self.book.get(entry.key)
        said = super().entry(entry)
        if card is None or not card.taught:
            return said
        return KindEntry(**{**said.__dict__, "effect": card.said(VOCABULARY, self.say)})


HEADINGS: Final = {
    "starting": "Starting deck",
    "character": "Character cards",
    "practice": "Practice deck",
    "grand_melee": "Grand Melee",
    "birthday_bash": "Birthday Bash",
    "haunted_house": "Haunted House",
    "steam_crank": "Steam Crank",
    "puzzle_pets": "Puzzle Pets",
    "practice_start": "Practice cards of the starting deck",
    "other": "Other cards",
}

TOLD: Final = {
    "TurnOpened": "Turn {number}: {seat}",
    "GemsAnted": "{seat} antes: {gems} x {colour}.",
    "GemsAdded": "Onto {seat}'s pile: {colours}.",
    "PileOverflowed": "{seat}'s pile is full: {gems} gem(s) become incoming gems.",
    "GemsSwapped": "{seat} swaps the gems of spaces {one} and {other}.",
    "GemsDestroyed": "{seat} destroys {gems} x {colour}.",
    "MeterFilled": "{seat} puts {gems} x {colour} into the super meter.",
    "IncomingAdded": "{seat} takes {gems} incoming gem(s).",
    "CardBought": "{seat} buys {card}: {cost} incoming gem(s).",
    "CardsDrawn": "{seat} draws {cards} card(s).",
    "HeightDraw": "{seat}'s height bonus: {cards} more card(s).",
    "WoundTaken": "{seat} takes {wounds} wound(s).",
    "CardTrashed": "{seat} trashes {card}.",
    "CardDiscarded": "{seat} discards {card}.",
    "DiamondSpent": "{seat} uses the diamond.",
    "ScepterYielded": "The scepter goes from {seat} to {target}.",
    "FinaleBegan": "The Grand Finale: every finalist has {gems} incoming gems.",
    "ScoreLocked": "{seat}'s score: {score}.",
    "GameWon": "Won by: {winners}.",
    "NothingToDo": "{card}: its condition does not hold, so nothing happens.",
    "TriggersStopped": "{card} has triggered itself too often, and is stopped.",
    "TurnClosed": "{seat}'s turn ends with {gems} gem(s).",
    "HandShown": "Picked blindly from {seat}'s hand: {cards}.",
}
"""Events whose sentence is always the same."""

TARGETS: Final = {
    "hand": "{seat} takes {card} into the hand.",
    "top": "{seat} puts {card} on top of the deck.",
    "discard": "{seat} gains {card}.",
    "played": "{seat} plays {card} out of the bank.",
}
SUPERS: Final = {"purple": "Overload", "blue": "Purify", "pink": "Energize", "green": "Trickshot"}
PHASES: Final = {"action": "{seat}: action phase", "buy": "{seat}: buy phase", "draw": "{seat}: draw phase"}
DRAGON_TOLD: Final = {
    "ante": "The Dragon antes {amount}.",
    "block": "The Dragon blocks {amount}.",
    "send": "The Dragon sends {amount} to everybody.",
    "crash": "The Dragon crushes {amount} of its own gems.",
    "discard": "Everybody discards {amount} cards at random.",
    "buy": "The Dragon takes a card: its power is {amount}.",
}


def crashed(words: PuzzleStrike2Words, event: Any) -> str:
    bonus = " {seat} crashes {gems} x {colour}, with {bonus} more."
    template = bonus.strip() if event.bonus else "{seat} crashes {gems} x {colour}."
    return words.say(template).format(**words.values(event))


def sent(words: PuzzleStrike2Words, event: Any) -> str:
    plain = "{seat} sends {gems} to {target}."
    template = "{seat} sends {gems} to {target}, unblockable." if event.unblockable else plain
    return words.say(template).format(**words.values(event))


def dropped(words: PuzzleStrike2Words, event: Any) -> str:
    left = "{seat} drops: {colours}; {left} stay incoming."
    return words.say(left if event.left else "{seat} drops: {colours}.").format(**words.values(event))


def blocked(words: PuzzleStrike2Words, event: Any) -> str:
    return words.say("{seat} blocks {gems}." if event.gems else "{seat} blocks nothing.").format(**words.values(event))


def played(words: PuzzleStrike2Words, event: Any) -> str:
    return words.say("{seat} opens {card}." if event.opened else "{seat} plays {card}.").format(**words.values(event))


def powered(words: PuzzleStrike2Words, event: Any) -> str:
    forced = "{seat} has to power up: one gem into each meter."
    return words.say(forced if event.forced else "{seat} powers up: one gem into each meter.").format(
        **words.values(event)
    )


def busted(words: PuzzleStrike2Words, event: Any) -> str:
    empty = "The bank's deck is empty: {seat} busts."
    return words.say(empty if event.empty_bank else "{seat} busts with {gems} gems.").format(**words.values(event))


def ante_up(words: PuzzleStrike2Words, event: Any) -> str:
    ignored = "An Ante Up shows, and is ignored now."
    return words.say(ignored if event.ignored else "An Ante Up shows: it counts from the next turn on.")


def shuffled(words: PuzzleStrike2Words, event: Any) -> str:
    bank = "The bank cards of the trash become a new deck."
    return words.say("{seat} shuffles {cards} card(s) into the deck." if event.seat else bank).format(
        **words.values(event)
    )


def left_play(words: PuzzleStrike2Words, event: Any) -> str:
    gone = "{seat}'s {card} gives way to another creature."
    return words.say(gone if event.by == event.seat else "{seat}'s {card} is beaten.").format(**words.values(event))


def by_hand_told(words: PuzzleStrike2Words, event: Any) -> str:
    plain = "Nobody has taught {card}: {seat} says step by step what it does."
    return words.say("{card}, by hand: {reminder}" if event.reminder else plain).format(**words.values(event))


def taught(words: PuzzleStrike2Words, event: Any) -> str:
    template = "Remembered as the text of {card}: {value}" if event.what == "text" else "Noted of {card}: {value}."
    return words.say(template).format(card=words.named(event.card), value=words.say(event.value))


BY_CASE: Final[Mapping[str, Callable[[PuzzleStrike2Words, Any], str]]] = {
    "GemsCrashed": crashed,
    "GemsSent": sent,
    "GemsDropped": dropped,
    "BlockPlayed": blocked,
    "CardPlayed": played,
    "PoweredUp": powered,
    "PlayerBusted": busted,
    "AnteUpShown": ante_up,
    "DeckShuffled": shuffled,
    "CreatureLeft": left_play,
    "ByHandBegan": by_hand_told,
    "CardTaught": taught,
    "BankCardMoved": lambda words, event: words.say(TARGETS[event.target]).format(**words.values(event)),
    "SuperMove": lambda words, event: words.say("{seat}: {move}!").format(
        seat=words.person(event.seat), move=words.say(SUPERS[event.colour])
    ),
    "PhaseOpened": lambda words, event: words.say(PHASES[event.phase]).format(seat=words.person(event.seat)),
    "DragonDid": lambda words, event: words.say(DRAGON_TOLD[event.step]).format(amount=event.amount),
}

WORDS = PuzzleStrike2Words()
