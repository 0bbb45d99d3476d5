"""What a match waits for, questions to people and draws from the world; and how it is set up."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from companion.rules.kernel.lots import Cases
from companion.rules.kernel.refusals import SetupError
from companion.rules.kernel.seat_names import is_name

UNSEEN = "?"
"""A piece that nobody has identified yet."""

TABLE = "table"
"""The audience of everybody who looks at the table."""

JUDGE = "judge"
"""The audience that may see everything."""


class Question(NamedTuple):
    """A decision that people make.

    `options` holds the tokens that each seat may answer with. Either one seat is asked, or any of several (the first
    answer counts), or with `each` all of them. `sealed` answers stay hidden from the others until all are in. `also`
    names other verbs that are understood to mean the same. `aloud` names the verbs of answers that people only say:
    no piece gives them away, so they are never concluded from what lies on the table.

    At a `rest` question no effect is running, so that the table alone says how the game goes on; it is never put to
    `each` of several seats. A `forced` question has a single answer, which everybody can see; it is asked only where
    a game is followed step by step. `blind` is the answer for what people do in secret: it was done, and nobody saw
    with which piece. `of` is the seat whose pieces the answers name, where somebody else decides for it.
    """

    what: str
    options: Mapping[str, tuple[str, ...]]
    rule: str
    about: str = ""
    each: bool = False
    sealed: bool = False
    also: tuple[str, ...] = ()
    rest: bool = False
    forced: bool = False
    blind: str = ""
    aloud: tuple[str, ...] = ()
    of: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        """Who may answer."""
        return tuple(self.options)


class Draw(NamedTuple):
    """Something that the world decides: which chips leave a bag, how a die falls, what is picked blindly.

    `count` of the pieces in `among` come out; with `again` one may come up several times, as with dice. `seat` is the
    seat whose bag, hand or die it is; "" where it is nobody's, like a card that is dealt to the table. `owner` is the
    only seat that sees what came out, or "" if everybody does; `target` is the place where everybody sees it lie then,
    if there is one. Where `among` has unseen pieces, `unseen` is what is known of them, and `place` is the source's key
    in it.
    """

    seat: str
    source: str
    count: int  # type: ignore[assignment]  # the name in the contract; a tuple's own count is not missed
    among: tuple[str, ...]
    rule: str
    owner: str = ""
    again: bool = False
    unseen: Cases = ()
    place: str = ""
    target: str = ""


AGAIN = object()
"""Sent to a flow instead of an answer when something has been learnt: the flow yields its question or draw anew."""


class SeatAnswer(NamedTuple):
    """What a flow receives when any of several seats could have answered."""

    seat: str
    token: str


RESERVED = (TABLE, JUDGE, "box")
"""Names that no seat may have, besides those of the game's shared places."""

T = TypeVar("T")
Steps = Generator[Question | Draw, Any, T]
"""A part of a game's flow: it yields what it waits for, and is sent the answer."""


@dataclass(frozen=True)
class SeatSetup:
    """One seat of a new match. Without a character, the player picks one."""

    name: str
    character: str | None = None


@dataclass(frozen=True)
class Setup:
    """How a match begins.

    `bank` is a recommended bank's key, the chosen stacks, or "random"; `first` is a seat or "random"; `sets` are those
    that the pieces come from, the game's usual ones if none is named.
    """

    game: str
    seats: tuple[SeatSetup, ...]
    edition: str = ""
    mode: str = ""
    bank: str | tuple[str, ...] = "random"
    first: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    sets: tuple[str, ...] = ()

    def check_names(self, taken: Collection[str] = ()) -> None:
        """Check that each seat has a name of its own that can be used in tokens and places, and none of those that are
        `taken`. Raises `SetupError`."""
        names = [seat.name for seat in self.seats]
        if len(set(names)) != len(names) or not all(map(is_name, names)):
            raise SetupError(
                "Every seat needs a name of its own, with single spaces between its words and none of . : + @ in it."
            )
        for name in names:
            if name in RESERVED or name in taken:
                raise SetupError('A seat cannot be named "{name}": that word has a meaning at the table.', name=name)

    def to_json(self) -> dict[str, Any]:
        """Return the set-up as JSON data."""
        return {
            "game": self.game,
            "seats": [[seat.name, seat.character] for seat in self.seats],
            "edition": self.edition,
            "mode": self.mode,
            "bank": self.bank if isinstance(self.bank, str) else list(self.bank),
            "first": self.first,
            "options": dict(self.options),
            "sets": list(self.sets),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """Read back what `to_json` returned."""
        bank = data["bank"]
        return cls(
            game=data["game"],
            seats=tuple(SeatSetup(name, character) for name, character in data["seats"]),
            edition=data["edition"],
            mode=data["mode"],
            bank=bank if isinstance(bank, str) else tuple(bank),
            first=data["first"],
            options=dict(data["options"]),
            sets=tuple(data.get("sets", ())),
        )
