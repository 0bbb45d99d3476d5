"""Puzzle Strike as the rest of the program knows it: the class that keeps the contract of `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Self

from companion.rules.kernel import (
    UNSEEN,
    Attempt,
    Draw,
    Event,
    Game,
    Illegal,
    KindEntry,
    Moved,
    Place,
    Places,
    Question,
    Rule,
    Rulebook,
    Setup,
    Steps,
    View,
    Who,
    Zone,
)
from companion.rules.kernel.by_hand import HandCarried
from companion.rules.kernel.cheats import Cheat
from companion.rules.kernel.events import Changed
from companion.rules.kernel.kits import Kits
from companion.rules.kernel.offers import Offers
from companion.rules.kernel.positions import Difference
from companion.rules.kernel.sentences import Say
from companion.rules.puzzle_strike import (
    attempts,
    by_hand,
    cheats,
    compare,
    correction,
    position,
    said,
    spelling,
    turn,
    written,
)
from companion.rules.puzzle_strike import setup as set_up
from companion.rules.puzzle_strike.editions import EDITIONS, THIRD
from companion.rules.puzzle_strike.encyclopedia import box, box_of_set, encyclopedia
from companion.rules.puzzle_strike.expected import differences
from companion.rules.puzzle_strike.house.house_rule import SECTION
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.kits import KITS
from companion.rules.puzzle_strike.names import chip_name, zone_told
from companion.rules.puzzle_strike.offers import offers
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.library import LIBRARY, SETS, set_of
from companion.rules.puzzle_strike.table import (
    BASE_BOX,
    COLOURS,
    GEMS,
    HIDDEN,
    IN_THE_AIR,
    ZONES,
    Flight,
    Seat,
    Side,
    Table,
    flying,
    height_bonus,
    pile_total,
)
from companion.rules.puzzle_strike.table_words import WORDS
from companion.rules.puzzle_strike.thinkable import thinkable
from companion.rules.puzzle_strike.ways.known import rules_by, rules_for, rules_of, side_of
from companion.rules.puzzle_strike.ways.modes import DUEL, MODES
from companion.rules.puzzle_strike.ways.standing import places_of
from companion.rules.puzzle_strike.why_not import why_not
from companion.rules.puzzle_strike.words import VERBS

FROM_THE_DISCARD_PILE = {("chip_damage", "bag"), ("stolen_purples", "take")}
"""Questions whose chips always lie in a discard pile: an answer may name the place, and need not."""


IN_ORDER = ("pile", "hand", "bag", "played", "ongoing", "discard", "top")
"""A seat's places as they lie in front of it."""
FACTS = ("money", "owed", "piggy", *COLOURS, "plays", "bought", "barred", "effects")
"""What everybody may know of a seat besides its zones and its pile's total."""
SEAT_RULES = {
    "total": ("winning", "pile"),
    "height_bonus": ("height-bonus", "pile"),
}
"""For some facts of a seat, the rule that says what it is, and the place where one sees it."""
SHARED_RULES = {"turns": "ante-phase", "ante": "panic-time"}


class PuzzleStrike(Game[Table]):
    """Puzzle Strike, by the contract of `Game`."""

    key = "puzzle-strike"
    title = "Puzzle Strike"
    editions = tuple(EDITIONS)
    modes = tuple(MODES)
    untagged = frozenset({"stand_in_1", "stand_in_2", "stand_in_3", "stand_in_4"})
    words = WORDS
    winning = "winning"
    example = "seats: {A: {pile: [gem_1]}}"
    empty = "seats: {A: {}, B: {}}"
    verbs = frozenset(VERBS)
    rules = rules_by(THIRD.key, DUEL.key, BASE_BOX)
    """Those of the match if the game is bound, otherwise the usual ones."""

    def bound(self, setup: Setup) -> Self:
        game = super().bound(setup)
        game.rules = rules_for(setup)
        return game

    def lay_out(self, setup: Setup) -> Places:
        return places(tuple(seat.name for seat in setup.seats), bool(rules_for(setup).open_hands))

    def begin(self, setup: Setup) -> Table:
        return set_up.begin(setup)

    def table_from_json(self, data: dict[str, Any]) -> Table:
        table = Table.from_json(data)
        table.seats = {name: Seat.from_json(seat) for name, seat in data["seats"].items()}
        table.air = tuple(Flight(*flight) for flight in table.air)
        table.floating = tuple(Flight(*flight) for flight in table.floating)
        return table

    def flow(self, table: Table, log: list[Event]) -> Steps[None]:
        return turn.flow(rules_of(table), table, log)

    def rulebook(self, table: Table) -> Rulebook:
        return rulebook(table.edition, table.house)

    def explain(self, table: Table, question: Question, token: str, seat: str) -> Illegal:
        return why_not(Play(rules_of(table), table, []), question, token, seat)

    def piece(self, kind: str) -> str:
        return chip_name(kind) if kind in LIBRARY or kind == UNSEEN else kind

    def place(self, zone: str) -> str:
        return zone_told(zone)

    def meant(self, table: Table, question: Question, token: str, seat: str) -> str | None:
        offered = question.options.get(seat, ())
        if token == "play:gems" and question.what == "buy":  # all gems of the hand, and there is only one
            gems = [option for option in offered if option.startswith("play:")]
            return gems[0] if len(gems) == 1 and table.seats[seat].most("hand", GEMS.__contains__) == 1 else None
        if (question.about, question.what) in FROM_THE_DISCARD_PILE:
            bare = token.removesuffix("@discard")
            return bare if bare in offered else None
        return None

    def zones(self, table: Table) -> dict[str, Zone]:
        zones = {}
        for seat in table.seats.values():
            for place, name in named(seat.name, ZONES):
                zones[name] = Zone(seat.known(place) if seat.unseen else getattr(seat, place))
            flights = (*table.air, *table.floating)
            coming = (kind for flight in flights if flight.target == seat.name for kind in flight.kinds)
            zones[f"{seat.name}.{IN_THE_AIR}"] = Zone(tuple(coming))
        zones["bank"] = Zone(table.stock)
        return zones

    def lies(self, table: Table) -> dict[str, Zone]:
        zones = self.zones(table)
        for seat in table.seats:
            del zones[f"{seat}.{IN_THE_AIR}"]
        if table.air or table.floating:
            zones["bank"] = Zone(table.stock | {"gem_1": table.stock["gem_1"] + flying(table)["gem_1"]})
        return zones

    def facts(self, table: Table) -> dict[str, object]:
        sides = rules_of(table).mode.sides.of(table.order)
        facts: dict[str, object] = {
            "turn": table.turn,
            "phase": table.phase,
            "turns": table.turns,
            "ante": table.ante,
            "empty_stacks": sum(not left for left in table.stock.values()),
            "winner": table.winner,
            **unusual(table, sides),
        }
        for kind, left in table.away.items():
            facts[f"away.{kind}"] = left
        for kind, tokens in table.traps.items():
            facts[f"trap.{kind}"] = tokens
        holders = {name: table.seats[side[0]] for side in sides for name in side}
        for seat in table.seats.values():
            total = pile_total(holders[seat.name].pile)
            facts[f"{seat.name}.character"] = seat.character
            facts[f"{seat.name}.total"] = total
            facts[f"{seat.name}.height_bonus"] = height_bonus(total)
            for what, name in named(seat.name, FACTS):
                facts[name] = getattr(seat, what)
            if seat.coming:
                facts[f"{seat.name}.coming"] = seat.coming
        return facts

    def fact_rules(self, table: Table) -> Mapping[str, tuple[str, str]]:
        rules = {fact: (rule, "bank") for fact, rule in SHARED_RULES.items()}
        for seat in table.seats:
            rules |= {f"{seat}.{fact}": (rule, f"{seat}.{place}") for fact, (rule, place) in SEAT_RULES.items()}
        return rules

    def attempts(self, table: Table, moves: Sequence[Moved]) -> Sequence[Attempt]:
        return attempts.attempts(table, moves)

    def cheats(self, table: Table, owed: Sequence[Moved]) -> Sequence[Cheat]:
        return cheats.cheats(table, owed)

    def owes(self, moved: Moved, events: Sequence[Event], asked: Question | Draw | None) -> str:
        return attempts.owes(moved, events, asked)

    def relocated(self, table: Table, moves: Sequence[Moved]) -> Mapping[str, object]:
        return attempts.relocated(table, moves)

    def as_changes(self, table: Table, moves: Sequence[HandCarried]) -> Mapping[str, object]:
        return by_hand.as_changes(table, moves)

    def by_itself(self, seat: str, token: str) -> Moved | None:
        return said.by_itself(seat, token)

    def beforehand(self, token: str) -> Sequence[str]:
        return said.beforehand(token)

    def one_by_one(self, seat: str, token: str, events: Sequence[Event]) -> Sequence[str]:
        return said.one_by_one(seat, token, events)

    def begun(self, event: Event) -> str:
        return said.begun(event)

    def offers(self, say: Say) -> Offers:
        return offers(say)

    def spelt(self, said: str) -> str:
        return spelling.spelt(said)

    def verb_for(self, kind: str, question: Question, view: View) -> str:
        return spelling.verb_for(kind, question, view)

    def thinkable(self, view: View) -> tuple[str, ...]:
        return thinkable(view)

    def encyclopedia(self) -> Mapping[str, KindEntry]:
        return encyclopedia()

    def box(self) -> Mapping[str, int]:
        return box(self.rules)

    def set_boxes(self) -> Mapping[str, Mapping[str, int]]:
        return {key: box_of_set(key) for key in SETS if key not in BASE_BOX}

    def kits(self) -> Kits:
        return KITS

    def learn(self, table: Table, zone: str, kinds: tuple[str, ...]) -> str:
        table.hold = True
        return self.identify(table, zone, kinds)

    def write(self, setup: Setup, table: Table) -> dict[str, object]:
        return written.write(setup, table)

    def compare(self, one: Table, two: Table) -> list[Changed]:
        return compare.compare(one, two)

    def corrected(self, table: Table, changes: Mapping[str, object]) -> Table:
        return correction.corrected(table, changes)

    def cut_short(self, table: Table) -> None:
        correction.cut_short(table)

    def position(self, given: Mapping[str, object]) -> tuple[Setup, Table]:
        return position.read(given)

    def differences(
        self, table: Table, expected: Mapping[str, object], start: Table, events: Sequence[Event]
    ) -> list[Difference]:
        return differences(table, expected, start, events)


def unusual(table: Table, sides: tuple[Side, ...]) -> dict[str, object]:
    """What everybody may know and what goes without saying in a duel with the base box; only where it does not."""
    alone, winner = tuple((name,) for name in table.order), table.winner
    turn = next((side for side in sides if table.turn in side), ())
    facts: dict[str, tuple[object, object]] = {
        "edition": (table.edition, THIRD.key),
        "mode": (table.mode, DUEL.key),
        "sets": (table.sets, BASE_BOX),
        "house": (table.house, ()),
        "picking": (table.picking, ""),
        "pool": (table.pool, ()),
        "drafted": (tuple(table.drafted.items()), ()),
        "sides": (sides, alone),
        "on_turn": (turn, turn[:1]),
        "floating": (tuple(flight[:3] for flight in table.floating), ()),
        "tied": (table.tied, ()),
        "out": (table.out, ()),
        "winners": (side_of(table, winner) if winner else (), (winner,) if winner else ()),
    }
    if len(table.order) > 2:  # of two seats, the places in the air and the winner say it all
        facts["air"] = (tuple(flight[:3] for flight in table.air), ())
        facts["places"] = (places_of(table, sides), ())
    return {name: fact for name, (fact, usual) in facts.items() if fact != usual}


@lru_cache(maxsize=256)
def named(seat: str, attributes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The names of a seat's attributes with the seat before them. Views ask for them often.

    >>> named("A", ("pile", "hand"))
    (('pile', 'A.pile'), ('hand', 'A.hand'))
    """
    return tuple((attribute, f"{seat}.{attribute}") for attribute in attributes)


@lru_cache(maxsize=64)
def places(seats: tuple[str, ...], open_hands: bool = False) -> Places:
    """The places of a match. The chips of a hand and of a bag are hidden, and others cannot tell the two apart, unless
    hands are open; nobody sees what lies in a bag, and only its owner may know what lies on top of it."""
    found = []
    for seat in seats:
        for role, name in named(seat, IN_ORDER):
            hidden = Who.OWNER if role in HIDDEN and not (open_hands and role == "hand") else Who.ALL
            knows = Who.NOBODY if role == "bag" else hidden
            bag = role == "bag"
            refill = f"{seat}.discard" if bag else ""
            found.append(Place(name, seat, role, knows, hidden, role == "top", bag, refill=refill))
        found.append(Place(f"{seat}.{IN_THE_AIR}", seat, IN_THE_AIR))
    return Places((*found, Place("bank")))


@cache
def rulebook(edition: str, house: tuple[str, ...] = ()) -> Rulebook:
    """The rule index of an edition, with these rules of the house, and with the chips of the other sets: their entries
    in the encyclopedia are their rules."""
    if house:
        return rulebook(edition).with_more(
            Rule(one.rule, edition, SECTION, one.gist) for one in map(HOUSE.__getitem__, house)
        )
    index = Rulebook.load(__package__, f"rulebook{'' if edition == '7.3' else '_' + edition}.toml")
    rules = {rule.key: rule for rule in index}
    for entry in encyclopedia().values():
        key = f"chip:{entry.key}"
        if set_of(entry.key) not in BASE_BOX:
            rules[key] = Rule(key, edition, SETS[set_of(entry.key)].title, entry.effect)
    return Rulebook(edition, rules)


GAME = PuzzleStrike()
