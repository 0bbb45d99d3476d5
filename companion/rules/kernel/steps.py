"""What a match waits for: questions to people, draws from the world; and how it is set up."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from companion.rules.kernel.lots import Cases
from companion.rules.kernel.refusals import SetupError

UNSEEN = "?"
"""A chip nobody has identified yet."""

TABLE = "table"
"""The audience of everybody who looks at the table."""

JUDGE = "judge"
"""The audience that may see everything."""


class Question(NamedTuple):
    """A decision that people make.

    `options` holds the tokens each seat may answer with. One seat is asked; or any of several (the first answer
    counts); or, with `each`, every one of them. `sealed` answers stay unknown to the others until all are in.
    `also` names other verbs that are understood for the same thing. At a `rest` question no effect is running
    (and not each of several is asked): the table alone says how the game goes on. A `forced` one has a single answer
    that everybody can see; it is asked only where a game is to be followed step by step. `blind` is the answer that
    says: done, and nobody saw with which piece; for what people do in secret.
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

    @property
    def seats(self) -> tuple[str, ...]:
        """Who may answer."""
        return tuple(self.options)


class Draw(NamedTuple):
    """Something the world decides: which chips leave a bag, how a die falls, what is picked blindly.

    `count` of `among` come out; with `again` each may come up more than once, as with dice. `owner` is the one seat
    that sees what came ("" when everybody does); `seat` is whose bag, hand or die it is. Where `among` has unseen
    pieces, `unseen` is what is known of them.
    """

    seat: str
    source: str
    count: int  # type: ignore[assignment]  # the name in the contract; a tuple's own count is not missed
    among: tuple[str, ...]
    rule: str
    owner: str = ""
    again: bool = False
    unseen: Cases = ()

    @property
    def place(self) -> str:
        """The source without its seat: `bag` of `A.bag`."""
        return self.source.rpartition(".")[2]


AGAIN = object()
"""Sent to a flow in place of an answer when knowledge came: it yields what it waits for anew."""


class Answer(NamedTuple):
    """What a flow receives when any of several seats could have answered."""

    seat: str
    token: str


RESERVED = (TABLE, JUDGE, "bank", "box")
"""Words that no seat may have for a name."""

T = TypeVar("T")
Steps = Generator[Question | Draw, Any, T]
"""A piece of a game: it yields what it waits for and is sent the answer."""


@dataclass(frozen=True)
class SeatSetup:
    """One seat of a new match; without a character the player picks one."""

    name: str
    character: str | None = None


@dataclass(frozen=True)
class Setup:
    """How a match begins.

    `bank` is a recommended bank's key, the chosen stacks, or "random"; `first` is a seat or "random".
    """

    game: str
    seats: tuple[SeatSetup, ...]
    edition: str = ""
    mode: str = ""
    bank: str | tuple[str, ...] = "random"
    first: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    def check_names(self) -> None:
        """Seats need names of their own; some words mean something else. Raises `SetupError`."""
        names = [seat.name for seat in self.seats]
        if len(set(names)) != len(names) or any(not name or set(name) & set(".:+@ ") for name in names):
            raise SetupError("Every seat needs a name of its own, without a space or one of . : + @ in it.")
        for name in names:
            if name in RESERVED:
                raise SetupError(f'A seat cannot be named "{name}": that word has a meaning at the table.')

    def to_json(self) -> dict[str, Any]:
        """The set-up as JSON can hold it."""
        return {
            "game": self.game,
            "seats": [[seat.name, seat.character] for seat in self.seats],
            "edition": self.edition,
            "mode": self.mode,
            "bank": self.bank if isinstance(self.bank, str) else list(self.bank),
            "first": self.first,
            "options": dict(self.options),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """What `to_json` gave, read back."""
        bank = data["bank"]
        return cls(
            game=data["game"],
            seats=tuple(SeatSetup(name, character) for name, character in data["seats"]),
            edition=data["edition"],
            mode=data["mode"],
            bank=bank if isinstance(bank, str) else tuple(bank),
            first=data["first"],
            options=dict(data["options"]),
        )
