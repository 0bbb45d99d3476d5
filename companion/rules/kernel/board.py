"""The table as an audience sees it: panels made of a few kinds of pieces that every face knows how to show.

A game says which pieces its table has and in which panels they go; a face draws any piece without knowing the game.
All texts are in the language of the `Words` that made them. A tone is a word for a colour (`black`, `brown`, `purple`,
`red`, `blue`, `green`, `gold`, `grey`), or `gem` for a chip whose look follows from its number. A tone never carries
meaning on its own: the text beside it says the same.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class PieceGroup(NamedTuple):
    """Some pieces of one kind, as they lie in a heap, a row or a cell."""

    kind: str
    name: str
    count: int = 1  # type: ignore[assignment]  # the name fits; a tuple's own count is not missed
    short: str = ""
    """At most three characters, for a small chip: `1`, `CG`; "" where the beginning of the name will do."""
    tone: str = "grey"
    also: str = ""
    """The tone of the other half of its banner, where that has two."""
    picture: str = ""
    """The picture on it: a name of `companion.faces.chip_pictures`; "" for none."""
    framed: bool = False
    """Whether it has a rim that others of its kind lack, such as a chip that belongs to one character."""
    worth: int = 0
    """What one of them adds to the total of its place; 0 for nothing."""


class Aim(NamedTuple):
    """What an answer points at: pieces of a kind in a place, or the whole place."""

    place: str
    kind: str = ""


class Gain(NamedTuple):
    """What a total is worth to its seat now, and how far it is to the next level."""

    value: str
    """The worth in brief, such as `+1`: shown large, to be read from across the table."""
    label: str
    more: str = ""

    @property
    def words(self) -> str:
        """The whole in one line.

        >>> Gain("+1", "Height bonus", "2 more for +2").words
        'Height bonus +1, 2 more for +2'
        """
        return ", ".join(part for part in (f"{self.label} {self.value}", self.more) if part)


class Rung(NamedTuple):
    """A height that a total may reach."""

    value: int
    label: str
    """What it brings, in brief, such as `+1`."""


class Total(NamedTuple):
    """The number that matters most in a panel, and how close it is to its limit."""

    label: str
    value: int
    limit: int = 0
    """The value that ends the game for the seat; 0 where there is none."""
    danger: int = 0
    """The value from which on the limit counts as close; 0 where there is none."""
    gain: Gain | None = None
    place: str = ""
    """The place whose pieces make it up."""
    levels: tuple[Rung, ...] = ()
    """The heights that bring something, the lowest first."""

    @property
    def note(self) -> str:
        """What the total brings, in words; "" where it brings nothing."""
        return self.gain.words if self.gain else ""


class Number(NamedTuple):
    """A small number with its name."""

    label: str
    value: str
    tone: str = "grey"
    short: str = ""
    """The label in one or two characters, for an icon."""


class Heap(NamedTuple):
    """Pieces in no particular order; `hidden` is the number of those that this audience may not see."""

    label: str
    chips: tuple[PieceGroup, ...] = ()
    hidden: int = 0
    main: bool = False
    """Whether people look at this heap first, as at the gems of a pile; other heaps may be shown small."""
    place: str = ""
    """The place where they lie."""
    hand: bool = False
    """Whether they are held rather than laid down."""
    quiet: bool = False
    """Whether people seldom ask what lies there, so that faces may fold it up."""


class Row(NamedTuple):
    """Pieces in order, beginning with the first."""

    label: str
    chips: tuple[PieceGroup, ...] = ()
    main: bool = True
    place: str = ""


class Track(NamedTuple):
    """A level that rises step by step."""

    label: str
    steps: tuple[str, ...]
    at: int
    """The index of the current step."""
    note: str = ""
    """How far it is to the next step."""


class Grid(NamedTuple):
    """A board of cells, row by row."""

    label: str
    width: int
    cells: tuple[tuple[PieceGroup, ...], ...]
    places: tuple[str, ...] = ()
    """The address of each cell."""


class Token(NamedTuple):
    """A marker that is either present or not, such as a crown that a seat holds, or a knock-down."""

    text: str
    tone: str = "gold"


class Stack(NamedTuple):
    """A stack of the bank."""

    chip: PieceGroup
    """The kind of chip, and how many are left."""
    price: str = ""
    note: str = ""
    short: str = ""
    """The note in two or three characters, for a small card: `T2`."""


class Stacks(NamedTuple):
    """The bank."""

    label: str
    stacks: tuple[Stack, ...] = ()
    place: str = ""


Piece: TypeAlias = Total | Number | Heap | Row | Track | Grid | Token | Stacks


class Panel(NamedTuple):
    """Pieces that belong together: a seat's, or the table's."""

    key: str
    """The seat's name; for a panel of the table, any other word."""
    title: str
    pieces: tuple[Piece, ...] = ()
    subtitle: str = ""
    """Such as the seat's character or team."""
    active: bool = False
    """Whether it is this seat's turn."""
    out: bool = False
    """Whether this seat is out of the game."""


class Alarm(NamedTuple):
    """Something that makes the whole table more dangerous, and colours every screen."""

    level: int
    """From 1 to 3: how dangerous it is."""
    words: str
    """What it is called."""
    more: str = ""
    """What it means."""


class Board(NamedTuple):
    """The whole table as one audience sees it."""

    headline: str
    """Whose turn it is, and in which phase; or who has won."""
    seats: tuple[Panel, ...]
    shared: tuple[Panel, ...]
    over: bool = False
    alarm: Alarm | None = None
