"""What people at the table have still to do, what chips and places are called in rulings, and the table as a board."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.kernel import UNSEEN, Entry, View
from companion.rules.kernel.board import Board
from companion.rules.puzzle_strike import board_words
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.encyclopedia import KINDS, face
from companion.rules.puzzle_strike.names import NOUNS, chip_name
from companion.rules.puzzle_strike.words import PuzzleStrikeWords

OWED = {
    ("bank", "pile"): "put {chips} into {target}",
    ("pile", "bank"): "put {chips} back into the bank",
    ("bank", "discard"): "put {chips} on {target}",
    ("bank", "hand"): "take {chips} into the hand",
    ("hand", "discard"): "discard {chips}",
    ("played", "discard"): "discard {chips}",
    ("ongoing", "discard"): "discard {chips}",
    ("hand", "bank"): "put {chips} back into the bank",
    ("played", "bank"): "put {chips} back into the bank",
    ("discard", "bank"): "put {chips} back into the bank",
    ("bag", "hand"): "draw {number}",
    ("top", "hand"): "draw {number} from on top of the bag",
    ("hand", "pile"): "put {chips} of the hand into {target}",
    ("hand", "played"): "lay {chips} on the table",
}
"""By the places, without the names of seats."""
OTHER = "move {chips} from {source} to {target}"

TRAY = "{seat}'s tray"
HIDDEN = "{seat}'s hand"
BANK = "the bank"
NOWHERE = "where nobody sees it"
THE = "the {chips}"
ONE_CHIP = "a chip"


class TableWords(PuzzleStrikeWords):
    """Puzzle Strike in a language, also for hands."""

    def pieces(self, kind: str, count: int = 1, *, known: bool = False) -> str:
        """Chips as the object of a sentence.

        >>> WORDS.pieces("gem_1", 3), WORDS.pieces("gem_3"), WORDS.pieces("roundhouse", 2), WORDS.pieces("?")
        ('three 1-gems', 'a 3-gem', 'two Roundhouses', 'a chip')
        >>> WORDS.pieces("gem_1", 3, known=True), WORDS.pieces("wound", known=True)
        ('the three 1-gems', 'the wound')
        """
        if count != 1:
            several = self.names.many(kind, count)
            return self.say(THE).format(chips=several) if known else several
        english = ONE_CHIP if kind == UNSEEN else NOUNS[kind][0] if kind in NOUNS else str(chip_name(kind))
        one = self.say(english)
        return self.say(THE).format(chips=one.removeprefix("a ")) if known and english.startswith("a ") else one

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
        if zone in ("bank", ""):
            return self.say(BANK if zone else NOWHERE)
        return self.names.zone(zone)

    def owed(self, kind: str, count: int, source: str, target: str) -> str:
        """What hands have still to do.

        >>> WORDS.owed("gem_1", 1, "bank", "A.pile"), WORDS.owed("?", 5, "A.bag", "A.hand")
        ("put a 1-gem into A's tray", 'draw five')
        """
        places = (source.rpartition(".")[2], target.rpartition(".")[2])
        return self.say(OWED.get(places, OTHER)).format(
            chips=self.pieces(kind, count),
            number=self.names.count(count),
            source=self.place(source),
            target=self.place(target),
        )

    def entry(self, entry: Entry) -> Entry:
        """A chip of the encyclopedia."""
        return replace(super().entry(entry), face=face(CHIPS[entry.key], self.say))

    def heading(self, kind: str) -> str:
        """Under what chips of a kind stand in the encyclopedia.

        >>> WORDS.heading("purple")
        'Purple chips'
        """
        return self.say(KINDS[kind])

    def board(self, view: View) -> Board:
        """The table as its faces show it."""
        return board_words.board(self.names, view)


WORDS = TableWords()
