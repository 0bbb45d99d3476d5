"""What a judge may change by hand at a table of Puzzle Strike, and how that is told as a correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.rules.kernel import View
from companion.rules.kernel.by_hand import BOX, ByHand, Dial, DialStep, HandCarried, net
from companion.rules.puzzle_strike.board_words import LEVELS, NUMBERS, PHASES
from companion.rules.puzzle_strike.names import Names
from companion.rules.puzzle_strike.sets.library import box_of
from companion.rules.puzzle_strike.table import BASE_BOX, COLOURS, IN_THE_AIR, Table

ON_TURN = "On turn"
PHASE = "Phase"
TURNS = "Turn number"
TIME = "Time"
SHIELDS = "Purple shields this turn"
ALLOWED = "Allowed"
BARRED = "Not allowed"
DEEPEST = -99
"""The most money that a seat may owe."""


def by_hand(names: Names, view: View) -> ByHand:
    """Everything that hands can move, and what no chip shows. Gems in the air are not on the table."""
    places = tuple(place.name for place in view.places.values() if place.label != IN_THE_AIR)
    stock = view.zones["bank"]
    assert isinstance(stock, Mapping)
    sets = view.facts.get("sets", BASE_BOX)
    assert isinstance(sets, tuple)
    box = tuple(kind for kind in box_of(sets) if kind not in stock)
    return ByHand(places, box, tuple(dials(names, view)))


def dials(names: Names, view: View) -> Iterator[Dial]:
    """Whose turn it is and how far it is, then what it has given, then what the others have."""
    say, facts = names.say, view.facts
    turn, phase = str(facts["turn"]), str(facts["phase"])
    seats = tuple(DialStep(seat, seat) for seat in view.seats)
    phases = tuple(DialStep(key, say(words)) for key, words in PHASES.items())
    times = tuple(DialStep(ante, say(words)) for ante, words in enumerate(LEVELS, 1))
    yield Dial(("turn", "seat"), say(ON_TURN), turn, steps=seats)
    yield Dial(("turn", "phase"), say(PHASE), phase, steps=phases)
    yield Dial(("turn", "number"), say(TURNS), number(view, "turns"))
    yield Dial(("turn", "ante"), say(TIME), number(view, "ante"), steps=times)
    if phase == "action":
        for colour in COLOURS:
            here = number(view, f"{turn}.{colour}")
            yield Dial(("turn", "arrows", colour), say(NUMBERS[colour]), here, turn)
    if phase in ("action", "buy", "cleanup"):
        yield Dial(("turn", "money"), say(NUMBERS["money"]), number(view, f"{turn}.money"), turn, least=DEEPEST)
        yield Dial(("turn", "piggy"), say(NUMBERS["piggy"]), number(view, f"{turn}.piggy"), turn)
    barred = (DialStep(False, say(ALLOWED)), DialStep(True, say(BARRED)))
    for seat in view.seats:
        owed = number(view, f"{seat}.owed")
        yield Dial(("seats", seat, "next_turn", "money"), say(NUMBERS["owed"]), owed, seat, least=DEEPEST)
        yield Dial(("seats", seat, "barred"), say(SHIELDS), bool(view.facts[f"{seat}.barred"]), seat, barred)


def number(view: View, fact: str) -> int:
    """A fact that is a number."""
    return int(str(view.facts[fact]))


def as_changes(table: Table, moves: Iterable[HandCarried]) -> dict[str, object]:
    """The changes of a correction after which these chips lie where they were laid: what each place has more or fewer
    of. A chip without a stack comes from the box, and goes back there."""
    seats: dict[str, dict[str, object]] = {}
    bank: Counter[str] = Counter()
    box: Counter[str] = Counter()
    for place, counts in net(moves).items():
        seat, _, zone = place.rpartition(".")
        if not seat:
            for kind, more in counts.items():
                (box if place == BOX or kind not in table.stock else bank)[kind] += more
            continue
        change = {"add": +counts, "remove": -counts}
        if said := {word: sorted(kinds.elements()) for word, kinds in change.items() if kinds}:
            seats.setdefault(seat, {})[zone] = said
    changes: dict[str, object] = {"seats": seats} if seats else {}
    if moved := {kind: more for kind, more in bank.items() if more}:
        changes["bank"] = {"change": moved}
    if boxed := {kind: more for kind, more in box.items() if more}:
        changes["box"] = boxed
    return changes
