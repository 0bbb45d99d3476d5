"""What is wrong with the chips themselves, as notes for display and pages, and as words for the page of readers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Self

from companion.app.note_board import NoteBoard
from companion.app.pages import spot_name
from companion.rules import Words
from companion.rules.kernel.sentences import SaidSentence, Say, Sentence
from companion.table.layout import Layout
from companion.table.oddities import Odd, Oddity

DOUBLED: Final = (
    "Two chips have tags with the same number, so readers mistake one for the other. Where they are: {first}; {second}."
)
GIVE_ANOTHER: Final = "Take one of them off the readers. After the game, put a new tag on it: `companion tags enrol`."
DOUBLED_IN_SECRET: Final = (
    "Two chips have tags with the same number. One of them came over a bag slot, so nobody is told which they are."
)
AFTERWARDS: Final = "After the game, find the two, and put a new tag on one of them: `companion tags enrol`."
CROWDED: Final = "There are more chips than cells: {where}."
ONE_EACH: Final = "Lay one chip into each cell, and let the others touch the tap beside them."
SUMS: Final = "Some chips are not where the companion believes them to be: {chip}."
SUMS_IN_SECRET: Final = "Some chips are not where the companion believes them to be."
COMPARE: Final = "Compare the table with the display. Where they differ, set the table right on a phone."

SENSES: Final = "senses:"
"""How the keys of these notes begin."""

Note = tuple[str, Sentence, Sentence]
"""The key of a note, what is wrong, and what to do."""


class Teller:
    """Keeps the notes of a board as the chips are. For one thread."""

    def __init__(self, board: NoteBoard) -> None:
        self._board = board
        self._told = {note.key for note in board.unread() if note.key.startswith(SENSES)}
        """The keys of the notes that stand there, also those of an earlier evening."""

    def tell(self, oddities: Collection[Oddity], layout: Layout, words: Words) -> None:
        """This is wrong now; nothing else is any more."""
        notes = [note_of(one, layout, words) for one in oddities]
        keys = {key for key, _, _ in notes}
        for key in sorted(self._told - keys):
            self._board.over(key)
        for key, what, remedy in notes:
            self._board.add(key, what, remedy)
        self._told = keys


def note_of(one: Oddity, layout: Layout, words: Words) -> Note:
    """How people are told."""
    where = [spot_name(spot, words) for reader in one.readers for spot in layout.spots() if spot.reader == reader]
    key = SENSES + ":".join((one.odd.value, *one.readers, one.kind)).rstrip(":")
    if one.odd is Odd.CROWDED:
        return key, Sentence(CROWDED, {"where": where[0]}), Sentence(ONE_EACH)
    if one.odd is Odd.SUMS:
        named = Sentence(SUMS, {"chip": ChipTold(words, one.kind)}) if one.kind else Sentence(SUMS_IN_SECRET)
        return key, named, Sentence(COMPARE)
    if where:
        return key, Sentence(DOUBLED, {"first": where[0], "second": where[-1]}), Sentence(GIVE_ANOTHER)
    return key, Sentence(DOUBLED_IN_SECRET), Sentence(AFTERWARDS)


class ChipTold(SaidSentence):
    """A kind of chip in the words of a game; other languages say it anew."""

    words: Words
    kind: str

    def __new__(cls, words: Words, kind: str) -> Self:
        found = super().__new__(cls, "{chip}", chip=words.pieces(kind, known=True))
        found.words, found.kind = words, kind
        return found

    def said(self, say: Say) -> str:
        """In another language."""
        return type(self.words)(say).pieces(self.kind, known=True)


def notes_on(oddities: Collection[Oddity], layout: Layout, words: Words) -> list[Note]:
    """What is wrong with the chips, and what to do about it."""
    return [note_of(one, layout, words) for one in oddities]


def at_readers(oddities: Collection[Oddity], layout: Layout, words: Words) -> dict[str, Sentence]:
    """What is wrong with the chips at each reader, for the page of readers."""
    return {reader: note_of(one, layout, words)[1] for one in oddities for reader in one.readers}
