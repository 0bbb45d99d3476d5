"""What people at the table have still to do, and what chips and places are called in rulings."""

from __future__ import annotations

from companion.rules.kernel import UNSEEN
from companion.rules.puzzle_strike.words import NOUNS, PuzzleStrikeWords, chip_name, zone_name

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
ONE_AND_TWO = {**NOUNS, UNSEEN: ("a chip", "two chips")}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class TableWords(PuzzleStrikeWords):
    """Puzzle Strike in English, also for hands."""

    def pieces(self, kind: str, count: int = 1, *, known: bool = False) -> str:
        """Chips as the object of a sentence.

        >>> WORDS.pieces("gem_1", 3), WORDS.pieces("gem_3"), WORDS.pieces("roundhouse", 2), WORDS.pieces("?")
        ('three 1-gems', 'a 3-gem', 'two Roundhouses', 'a chip')
        >>> WORDS.pieces("gem_1", 3, known=True), WORDS.pieces("wound", known=True)
        ('the three 1-gems', 'the wound')
        """
        one, two = ONE_AND_TWO.get(kind) or (chip_name(kind), f"two {chip_name(kind)}s")
        if count != 1:
            several = number(count) + two.removeprefix("two")
            return THE.format(chips=several) if known else several
        return THE.format(chips=one.removeprefix("a ")) if known and one.startswith("a ") else one

    def place(self, zone: str) -> str:
        """A zone in words.

        >>> WORDS.place("A.pile"), WORDS.place("A.hidden"), WORDS.place("bank"), WORDS.place("B.discard")
        ("A's tray", "A's hand", 'the bank', "B's discard pile")
        """
        seat, _, place = zone.rpartition(".")
        if place == "pile":
            return TRAY.format(seat=seat)
        if place == "hidden":
            return HIDDEN.format(seat=seat)
        return {"bank": BANK, "": NOWHERE}.get(zone) or zone_name(zone)

    def owed(self, kind: str, count: int, source: str, target: str) -> str:
        """What hands have still to do.

        >>> WORDS.owed("gem_1", 1, "bank", "A.pile"), WORDS.owed("?", 5, "A.bag", "A.hand")
        ("put a 1-gem into A's tray", 'draw five')
        """
        places = (source.rpartition(".")[2], target.rpartition(".")[2])
        return OWED.get(places, OTHER).format(
            chips=self.pieces(kind, count),
            number=number(count),
            source=self.place(source),
            target=self.place(target),
        )


def number(count: int) -> str:
    """As a word, as far as people count."""
    return COUNTS[count] if count < len(COUNTS) else str(count)


WORDS = TableWords()
