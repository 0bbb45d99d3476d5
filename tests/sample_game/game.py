"""Beacons as the rest of the program knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules import (
    Attempt,
    Common,
    Draw,
    Event,
    Game,
    Holder,
    Illegal,
    Moved,
    Place,
    Places,
    Question,
    Rule,
    Rulebook,
    Setup,
    SetupError,
    Steps,
    Who,
    Zone,
)
from companion.rules.kernel.kits import Kits
from companion.rules.kernel.offers import Offers
from companion.rules.kernel.positions import Difference
from companion.rules.kernel.sentences import Say
from tests.sample_game import attempts, charts, position
from tests.sample_game.flow import flow
from tests.sample_game.kits import KITS
from tests.sample_game.offers import offers
from tests.sample_game.table import COLOURS, GRID, STONES, Seat, Table
from tests.sample_game.words import BeaconsWords

RULES = {
    "one-stone": ("The turn", "One of the two partners plays a stone; they agree who."),
    "refill": ("The turn", "Who played draws a stone from his bag."),
    "lamp": ("Lamp", "Lay a gem at the end of the pier. Three of a colour in a row: 2 light."),
    "shutter": ("Fog and shutter", "Fog takes the crown and 1 light, unless its holder answers with a shutter."),
    "oil": ("Oil", "Roll a die and move the boat that many cells; a corner gives 1 light."),
    "charts": ("Charts", "A shutter takes a chart of the row, face down. In the end each reef gives 1 light."),
    "last-guess": ("The last guess", "All pick a colour in secret; the last gem's colour gives 1 light."),
}


class Beacons(Game[Table]):
    """The contract, kept."""

    key = "beacons"
    title = "Beacons"
    editions = ("1",)
    modes = ("partners", "charts")
    untagged = frozenset(COLOURS)
    words = BeaconsWords()
    winning = "last-guess"
    example = "pier: [red, blue]"

    def lay_out(self, setup: Setup) -> Places:
        cells = tuple(str(cell) for cell in range(GRID * GRID))
        found = [Place("pier", ordered=True), Place("grid", addresses=cells)]
        for seat in (seat.name for seat in setup.seats):
            found += [
                Place(f"{seat}.bag", seat, "bag", Who.NOBODY, Who.OWNER, heap=True),
                Place(f"{seat}.hand", seat, "hand", Who.OWNER, Who.OWNER),
                Place(f"{seat}.spent", seat, "spent"),
                Place(f"{seat}.crown", seat, "crown"),
            ]
        if setup.mode == "charts":
            found += charts.places(tuple(seat.name for seat in setup.seats))
        return Places(found)

    def begin(self, setup: Setup) -> Table:
        names = [seat.name for seat in setup.seats]
        if len(names) != 4:
            raise SetupError("Beacons is for four; {seated} are seated.", seated=len(names))
        decks = {"charts": charts.holder(tuple(names))} if setup.mode == "charts" else {}
        return Table({name: Seat(name, ("dawn", "dusk")[at % 2]) for at, name in enumerate(names)}, decks)

    def table_from_json(self, data: dict[str, Any]) -> Table:
        table = Table.from_json(data)
        table.seats = {name: Seat.from_json(seat) for name, seat in data["seats"].items()}
        table.decks = {name: Common.from_json(deck) for name, deck in data.get("decks", {}).items()}
        return table

    def flow(self, table: Table, log: list[Event]) -> Steps[None]:
        return flow(table, log)

    def rulebook(self, table: Table) -> Rulebook:
        return Rulebook("1", {key: Rule(key, "1", section, gist) for key, (section, gist) in RULES.items()})

    def explain(self, table: Table, question: Question, token: str, seat: str) -> Illegal:
        if seat not in question.options:
            return Illegal(token, "It is for {asked} to decide.", question.rule, asked=" or ".join(question.options))
        return Illegal(token, "That is not offered to {seat}.", question.rule, private=True, seat=seat)

    def zones(self, table: Table) -> dict[str, Zone]:
        zones = {"pier": Zone(table.pier), "grid": Zone(("boat",), (str(table.boat),))}
        for seat in table.seats.values():
            zones[f"{seat.name}.bag"] = Zone(seat.known("bag"))
            zones[f"{seat.name}.hand"] = Zone(seat.known("hand"))
            zones[f"{seat.name}.spent"] = Zone(seat.spent)
            zones[f"{seat.name}.crown"] = Zone(("crown",) if seat.name == table.crown else ())
        for deck in table.decks.values():
            zones |= {name: Zone(deck.known(name), charts.lie_at(table, name)) for name in deck.places}
        return zones

    def held(self, table: Table, zone: str) -> tuple[Holder, str] | None:
        deck = next((deck for deck in table.decks.values() if zone in deck.places), None)
        return (deck, zone) if deck else super().held(table, zone)

    def facts(self, table: Table) -> dict[str, object]:
        return {"turn": table.turn, "winner": table.winner, **{f"{t}.light": n for t, n in table.light.items()}}

    def attempts(self, table: Table, moves: Sequence[Moved]) -> Sequence[Attempt]:
        return attempts.attempts(moves)

    def owes(self, moved: Moved, events: Sequence[Event], asked: Question | Draw | None) -> str:
        return attempts.owes(moved, asked.rule if asked else self.winning)

    def relocated(self, table: Table, moves: Sequence[Moved]) -> Mapping[str, object]:
        return attempts.relocated(table, moves)

    def offers(self, say: Say) -> Offers:
        return offers(say)

    def box(self) -> Mapping[str, int]:
        stones = {stone: 4 * STONES.count(stone) for stone in STONES}
        return {**stones, "crown": 1, "boat": 1, **Counter(charts.DECK)}

    def kits(self) -> Kits:
        return KITS

    def learn(self, table: Table, zone: str, kinds: tuple[str, ...]) -> str:
        return self.identify(table, zone, kinds)

    def write(self, setup: Setup, table: Table) -> dict[str, object]:
        return position.write(table)

    def corrected(self, table: Table, changes: Mapping[str, object]) -> Table:
        return position.corrected(table, changes)

    def cut_short(self, table: Table) -> None:
        table.turn += 1  # the stone has been played, and that is that

    def position(self, given: Mapping[str, object]) -> tuple[Setup, Table]:
        return position.read(given)

    def differences(
        self, table: Table, expected: Mapping[str, object], start: Table, events: Sequence[Event]
    ) -> list[Difference]:
        return position.differences(table, expected)


GAME = Beacons()
