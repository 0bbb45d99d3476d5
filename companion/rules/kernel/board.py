"""What a table looks like to somebody: panels made of a few pieces that every face knows how to show.

A game says which pieces its table has and in which panels they stand; a face draws any piece without knowing the game.
All texts are in the language of the `Words` that made them. A tone is a word for a colour (`black`, `brown`, `purple`,
`red`, `blue`, `green`, `gold`, `grey`): it never carries a meaning alone, the text beside it says the same.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Chip(NamedTuple):
    """Some pieces of one kind, as they lie in a heap, a row or a cell."""

    kind: str
    name: str
    count: int = 1  # type: ignore[assignment]  # the name fits; a tuple's own count is not missed
    short: str = ""
    """At most three signs, for a small chip: `1`, `CG`; "" where the name's beginning will do."""
    tone: str = "grey"


class Gain(NamedTuple):
    """What a total brings now, and how far it is to more."""

    value: str
    """`+1`: what people look for from afar."""
    label: str
    more: str = ""

    @property
    def words(self) -> str:
        """All of it in one line.

        >>> Gain("+1", "Height bonus", "2 more for +2").words
        'Height bonus +1, 2 more for +2'
        """
        return ", ".join(part for part in (f"{self.label} {self.value}", self.more) if part)


class Total(NamedTuple):
    """The number that matters most in a panel, and how near it is to its end."""

    label: str
    value: int
    limit: int = 0
    """Where it ends; 0 where nothing ends."""
    danger: int = 0
    """From where on it is close; 0 where it never is."""
    gain: Gain | None = None

    @property
    def note(self) -> str:
        """What it brings, in words."""
        return self.gain.words if self.gain else ""


class Number(NamedTuple):
    """A small number with its name."""

    label: str
    value: str
    tone: str = "grey"
    short: str = ""
    """The same in one or two signs, for an icon."""


class Heap(NamedTuple):
    """Pieces in no order. Of hidden ones only how many there are."""

    label: str
    chips: tuple[Chip, ...] = ()
    hidden: int = 0
    main: bool = False
    """Whether it is what people look at, as the gems of a pile; others may be shown small."""


class Row(NamedTuple):
    """Pieces in their order, the first first."""

    label: str
    chips: tuple[Chip, ...] = ()
    main: bool = True


class Track(NamedTuple):
    """A level that rises step by step."""

    label: str
    steps: tuple[str, ...]
    at: int
    """Which of the steps holds now, from 0."""
    note: str = ""
    """How far it is to the next."""


class Grid(NamedTuple):
    """A board of cells, row by row."""

    label: str
    width: int
    cells: tuple[tuple[Chip, ...], ...]


class Token(NamedTuple):
    """Something that is there or not, or that one holds: a crown, a knock-down."""

    text: str
    tone: str = "gold"


class Stack(NamedTuple):
    """A stack of the bank."""

    chip: Chip
    """With how many are left."""
    price: str = ""
    note: str = ""
    short: str = ""
    """What matters of the note in two or three signs, for a small card: `T2`."""


class Stacks(NamedTuple):
    """The bank."""

    label: str
    stacks: tuple[Stack, ...] = ()


Piece: TypeAlias = Total | Number | Heap | Row | Track | Grid | Token | Stacks


class Panel(NamedTuple):
    """Pieces that belong together: a seat's, or the table's."""

    key: str
    """The seat; for a panel of the table any word of its own."""
    title: str
    pieces: tuple[Piece, ...] = ()
    subtitle: str = ""
    """A character, a team."""
    active: bool = False
    """Whether it is this seat's turn."""
    out: bool = False
    """Whether it plays no more."""


class Board(NamedTuple):
    """The whole table as one audience sees it."""

    headline: str
    """Whose turn, which phase; or who has won."""
    seats: tuple[Panel, ...]
    shared: tuple[Panel, ...]
    over: bool = False
