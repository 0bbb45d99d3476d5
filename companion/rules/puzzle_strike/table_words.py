"""Words for hands: what people still have to do, what rulings call chips and places; and the table as a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.rules.kernel import UNSEEN, Event, KindEntry, Place, Question, View
from companion.rules.kernel.board import Aim, Board, PieceGroup
from companion.rules.kernel.by_hand import ByHand
from companion.rules.kernel.tales import Ending, Feat
from companion.rules.puzzle_strike import aims, board_words, by_hand, looks
from companion.rules.puzzle_strike.encyclopedia import KINDS, face
from companion.rules.puzzle_strike.events import Sent
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.words import PuzzleStrikeWords

OWED = {
    ("bank", "pile"): "put {chips} into {seat}'s tray",
    ("pile", "bank"): "put {chips} back into the bank",
    ("bank", "discard"): "put {chips} on {seat}'s discard pile",
    ("bank", "hand"): "take {chips} into the hand",
    ("hand", "discard"): "discard {chips}",
    ("played", "discard"): "discard {chips}",
    ("ongoing", "discard"): "discard {chips}",
    ("hand", "bank"): "put {chips} back into the bank",
    ("played", "bank"): "put {chips} back into the bank",
    ("discard", "bank"): "put {chips} back into the bank",
    ("bag", "hand"): "draw {number}",
    ("top", "hand"): "draw {number} from on top of the bag",
    ("hand", "pile"): "put {chips} of the hand into {seat}'s tray",
    ("hand", "played"): "lay {chips} on the table",
}
"""By the places, without the names of seats."""
OTHER = "move {chips} {whence} {whither}"

TRAY = "{seat}'s tray"
HIDDEN = "{seat}'s hand"
NOBODYS = {"bank": "the bank", "box": "the box", "": "where nobody sees it"}
FROM = {
    "pile": "from {seat}'s tray",
    "hidden": "from {seat}'s hand",
    "hand": "from {seat}'s hand",
    "bag": "from {seat}'s bag",
    "top": "from the top of {seat}'s bag",
    "discard": "from {seat}'s discard pile",
    "played": "from {seat}'s table",
    "ongoing": "from {seat}'s ongoing zone",
    "air": "from the air on the way to {seat}",
    "bank": "from the bank",
    "box": "from the box",
    "": "from where nobody sees it",
}
TO = {
    "pile": "to {seat}'s tray",
    "hidden": "to {seat}'s hand",
    "hand": "to {seat}'s hand",
    "bag": "to {seat}'s bag",
    "top": "to the top of {seat}'s bag",
    "discard": "to {seat}'s discard pile",
    "played": "to {seat}'s table",
    "ongoing": "to {seat}'s ongoing zone",
    "air": "to the air on the way to {seat}",
    "bank": "to the bank",
    "box": "to the box",
    "": "to where nobody sees it",
}
"""By the place, as a whole phrase: other languages inflect the noun."""

OBJECTS = {
    UNSEEN: ("a {thing}", "chip"),
    "wound": ("a {thing}", "wound"),
    "gem_1": ("a {thing}", "1-gem"),
    "gem_2": ("a {thing}", "2-gem"),
    "gem_3": ("a {thing}", "3-gem"),
    "gem_4": ("a {thing}", "4-gem"),
    "combine": ("a {name}", "Combine"),
    "crash_gem": ("a {name}", "Crash Gem"),
    "double_crash_gem": ("a {name}", "Double Crash Gem"),
}
"""Chips whose title alone is not what hands take or lay: other languages inflect these."""
THE = {"a {thing}": "the {thing}", "a {name}": "the {name}"}
TITLE = "{name}"
THE_CHIPS = "the {chips}"


BIGGEST = "Biggest crash: {seat}"
ENDED = "{won} Piles: {piles}."
RANKED = "{won} {places}."
RANKED_ONE = "{place}. {seats} ({piles})"
TIE_BROKEN = "after a tie-break"


class TableWords(PuzzleStrikeWords):
    """The words of Puzzle Strike in a language, including those for hands."""

    def pieces(self, kind: str, count: int = 1, *, known: bool = False) -> str:
        """Chips as the object of a sentence.

        >>> WORDS.pieces("gem_1", 3), WORDS.pieces("gem_3"), WORDS.pieces("roundhouse", 2), WORDS.pieces("?")
        ('three 1-gems', 'a 3-gem', 'two Roundhouses', 'a chip')
        >>> WORDS.pieces("gem_1", 3, known=True), WORDS.pieces("wound", known=True)
        ('the three 1-gems', 'the wound')
        """
        if count != 1:
            several = self.names.many(kind, count)
            return self.say(THE_CHIPS).format(chips=several) if known else several
        if kind not in OBJECTS:
            return self.say(TITLE).format(name=self.names.chip(kind))
        template, noun = OBJECTS[kind]
        noun = self.say(noun)
        return self.say(THE[template] if known else template).format(thing=noun, name=noun)

    def place(self, zone: str) -> str:
        """A zone in words.

        >>> WORDS.place("A.pile"), WORDS.place("A.hidden"), WORDS.place("bank"), WORDS.place("B.discard")
        ("A's tray", "A's hand", 'the bank', "B's discard pile")
        """
        seat, _, place = zone.rpartition(".")
        if place == "pile":
            return self.say(TRAY).format(seat=seat)
        if place == "hidden":
            return self.say(HIDDEN).format(seat=seat)
        return self.say(NOBODYS[zone]) if zone in NOBODYS else self.names.zone(zone)

    def place_begun(self, zone: str) -> str:
        """A zone at the beginning of a sentence; nobody's name is changed.

        >>> WORDS.place_begun("bo.pile"), WORDS.place_begun("bank")
        ("bo's tray", 'The bank')
        """
        seat = zone.rpartition(".")[0]
        told = self.place(zone)
        return told if seat and told.startswith(seat) else super().place_begun(zone)

    def whence(self, zone: str) -> str:
        """A zone as where a chip comes from.

        >>> WORDS.whence("A.pile"), WORDS.whence("bank")
        ("from A's tray", 'from the bank')
        """
        return self._way(FROM, zone) or super().whence(zone)

    def whither(self, zone: str) -> str:
        """A zone as where a chip goes."""
        return self._way(TO, zone) or super().whither(zone)

    def _way(self, templates: Mapping[str, str], zone: str) -> str:
        seat, _, place = zone.rpartition(".")
        return self.say(templates[place]).format(seat=seat) if place in templates else ""

    def owed(self, kind: str, count: int, source: str, target: str) -> str:
        """What hands have still to do.

        >>> WORDS.owed("gem_1", 1, "bank", "A.pile"), WORDS.owed("?", 5, "A.bag", "A.hand")
        ("put a 1-gem into A's tray", 'draw five')
        """
        places = (source.rpartition(".")[2], target.rpartition(".")[2])
        return self.say(OWED.get(places, OTHER)).format(
            chips=self.pieces(kind, count),
            number=self.names.count(count),
            seat=target.rpartition(".")[0],
            whence=self.whence(source),
            whither=self.whither(target),
        )

    def entry(self, entry: KindEntry) -> KindEntry:
        """A chip of the encyclopedia."""
        return replace(super().entry(entry), face=face(LIBRARY[entry.key], self.say))

    def heading(self, kind: str) -> str:
        """The heading over a kind of chips in the encyclopedia.

        >>> WORDS.heading("purple")
        'Purple chips'
        """
        return self.say(KINDS[kind])

    def aims(self, question: Question, token: str, seat: str) -> tuple[Aim, ...]:
        """What an answer points at."""
        return aims.aims(question, token, seat)

    def chip(self, kind: str) -> PieceGroup:
        """A chip as it is drawn."""
        return PieceGroup(kind, "") if kind == UNSEEN else looks.chip(self.names, kind)

    def label(self, place: Place) -> str:
        labels = {"pile": board_words.PILE, "bank": board_words.BANK, **board_words.PLACES}
        return self.say(labels.get(place.label, place.label))

    def feat(self, event: Event) -> Feat | None:
        """The biggest crash: gems that were sent at once.

        >>> WORDS.feat(Sent("A", "B", 3))[:3]
        (3, 'three 1-gems', 'Biggest crash: A')
        """
        if not isinstance(event, Sent):
            return None
        label = self.say(BIGGEST).format(seat=event.seat)
        return Feat(event.gems, self.pieces("gem_1", event.gems), label, self.chip("crash_gem"))

    def ending(self, facts: Mapping[str, object], seats: Sequence[str]) -> Ending:
        """Who has won, with the piles at the end.

        >>> WORDS.ending({"winner": "A", "turns": 9, "A.total": 4, "B.total": 11, "A.character": "rook"}, ("A", "B"))
        Ending(words='A wins. Piles: 4, 11.', turns=9, roles=('Rook', ''))
        """
        roles = tuple(self.names.character(str(facts.get(f"{seat}.character", ""))) for seat in seats)
        turns = facts.get("turns", 0)
        return Ending(self.how_it_ended(facts, seats), turns if isinstance(turns, int) else 0, roles)

    def how_it_ended(self, facts: Mapping[str, object], seats: Sequence[str]) -> str:
        """Who has won; among several, who came where."""
        if not facts.get("winner"):
            return ""
        won, places = board_words.won(self.names, facts), board_words.seats_in(facts, "places")
        if len(places) < 3:
            piles = ", ".join(str(facts.get(f"{seat}.total", "")) for seat in seats)
            return self.say(ENDED).format(won=won, piles=piles)
        ranked, place = [], 1
        for side in places:
            piles = ", ".join(str(facts.get(f"{seat}.total", "")) for seat in side)
            ranked.append(self.say(RANKED_ONE).format(place=place, seats=", ".join(side), piles=piles))
            place += len(side)
        if facts.get("tied"):
            ranked[0] += f" {self.say(TIE_BROKEN)}"
        return self.say(RANKED).format(won=won, places="; ".join(ranked))

    def by_hand(self, view: View) -> ByHand:
        """What a judge may change by hand."""
        return by_hand.by_hand(self.names, view)

    def board(self, view: View) -> Board:
        """The table as screens show it."""
        return board_words.board(self.names, view)


WORDS = TableWords()
