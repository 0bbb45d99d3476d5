"""The smallest game: it asks what a test wants asked, and keeps the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from companion.rules import (
    AGAIN,
    Draw,
    Event,
    Game,
    Illegal,
    Match,
    Place,
    Places,
    Plain,
    Question,
    Rule,
    Rulebook,
    SeatSetup,
    Setup,
    Steps,
    View,
    Who,
    Words,
    Zone,
)
from companion.rules.kernel.positions import Difference

SETUP = Setup(game="toy", seats=(SeatSetup("A"), SeatSetup("B")))
Ask: TypeAlias = "Question | Draw"


class Table(Plain):
    """What was answered, what is known, and zones of the test's making."""

    def __init__(self) -> None:
        self.answers: tuple[Any, ...] = ()
        self.known = ""
        self.zones: tuple[tuple[str, Zone], ...] = ()


class ToyWords(Words):
    """Just enough."""

    events = frozenset[str]()

    def event(self, event: Event) -> str:
        return " ".join(map(str, event))

    def token(self, token: str) -> str:
        return token

    def question(self, question: Question) -> str:
        return question.what

    def picture(self, view: View) -> list[str]:
        return list(view.zones)


class Toy(Game[Table]):
    """Asks the given things in their order."""

    key = "toy"
    title = "Toy"
    editions = ("1",)
    modes = ("solo",)
    winning = "toy"
    words = ToyWords()

    def __init__(self, *asks: Ask | Callable[[Table], Ask], zones: Mapping[str, Zone] | None = None) -> None:
        self.asks = asks
        self.lying = dict(zones or {})

    def begin(self, setup: Setup) -> Table:
        return Table()

    def table_from_json(self, data: dict[str, object]) -> Table:
        return Table.from_json(data)

    def flow(self, table: Table, log: list[Event]) -> Steps[None]:
        for ask in self.asks[len(table.answers) :]:
            answer = AGAIN
            while answer is AGAIN:
                answer = yield ask(table) if callable(ask) else ask
            table.answers += (answer,)
            log.append(("answered", answer))

    def rulebook(self, table: Table) -> Rulebook:
        return Rulebook("1", {"toy": Rule("toy", "1", "Toys", "Answer.")})

    def explain(self, table: Table, question: Question, token: str, seat: str) -> Illegal:
        return Illegal(token, "{seat} cannot say that.", "toy", seat=seat)

    def zones(self, table: Table) -> dict[str, Zone]:
        return self.lying

    def facts(self, table: Table) -> dict[str, object]:
        return {"known": table.known}

    def learn(self, table: Table, zone: str, kinds: tuple[str, ...]) -> str:
        if not kinds:
            return "Nothing is no knowledge."
        table.known = " ".join(kinds)
        return ""

    def write(self, setup: Setup, table: Table) -> dict[str, object]:
        return {}

    def corrected(self, table: Table, changes: Mapping[str, object]) -> Table:
        return table

    def cut_short(self, table: Table) -> None:
        pass

    def lay_out(self, setup: Setup) -> Places:
        """A place of a seat is for that seat, every other for everybody."""
        found = []
        for name in dict.fromkeys((*self.lying, "A.bag", "A.hand")):
            owner, dot, role = name.partition(".")
            found.append(Place(name, owner, role, Who.OWNER, Who.OWNER) if dot else Place(name, ordered=name == "row"))
        return Places(found)

    def position(self, given: Mapping[str, object]) -> tuple[Setup, Table]:
        return SETUP, Table()

    def differences(
        self, table: Table, expected: Mapping[str, object], start: Table, events: Sequence[Event]
    ) -> list[Difference]:
        return []


def play(*asks: Ask | Callable[[Table], Ask], zones: Mapping[str, Zone] | None = None) -> Match:
    """A match of the toy that asks these."""
    return Match(Toy(*asks, zones=zones), SETUP, Table())


def ask(*tokens: str, seat: str = "A", **more: Any) -> Question:
    """One seat is asked."""
    return Question("ask", {seat: tokens}, "toy", **more)


def answers(match: Match) -> tuple[Any, ...]:
    """What has been answered."""
    table = match.table
    assert isinstance(table, Table)
    return table.answers


BAG_DUE = Draw("A", "A.bag", 1, ("gem_1", "wound"), "toy", "A")
