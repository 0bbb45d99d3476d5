"""The rules of Beacons, as straight-line code."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.rules import AGAIN, Draw, Event, Moved, Question, SeatAnswer, Steps
from companion.rules.kernel.places import at
from tests.sample_game import charts
from tests.sample_game.table import COLOURS, GRID, LAST_TURN, Seat, Table, shine


class Guessed(NamedTuple):
    """What a seat had picked in secret."""

    seat: str
    colour: str


def flow(table: Table, log: list[Event]) -> Steps[None]:
    """Turns of the two teams one after the other; at the end everybody guesses."""
    if table.decks and table.charts.zone("deck") == charts.DECK:
        yield from charts.deal(table, log)
    if not any(seat.hand or seat.spent for seat in table.seats.values()):
        for seat in table.seats.values():
            yield from draw_stones(table, log, seat, 2)
    while table.turn < LAST_TURN and not table.winner:
        team = ("dawn", "dusk")[table.turn % 2]
        options = {s.name: stones(s) for s in table.seats.values() if s.team == team and s.hand}
        if options:
            if table.decks and table.crown in options and not table.signalled:
                options[table.crown] += ("signal",)
            answer = yield Question("play", options, "one-stone", rest=True, aloud=("signal",))
            if answer is AGAIN:
                continue
            name, token = answer if isinstance(answer, SeatAnswer) else (next(iter(options)), answer)
            if token == "signal":
                signal(table, log, name)
                continue
            yield from play(table, log, table.seats[name], token[5:])
        table.turn += 1
    if not table.winner:
        yield from last_guess(table, log)


def signal(table: Table, log: list[Event], name: str) -> None:
    """Once in a game whoever holds the crown may call out: 1 light. Nothing on the table moves."""
    table.signalled = True
    shine(table, log, table.seats[name].team, 1)


def stones(seat: Seat) -> tuple[str, ...]:
    return tuple(f"play:{stone}" for stone in seat.kinds("hand"))


def ask(question: Question | Draw) -> Steps[Any]:
    while (answer := (yield question)) is AGAIN:
        pass
    return answer


def draw_stones(table: Table, log: list[Event], seat: Seat, count: int) -> Steps[None]:
    count = min(count, len(seat.bag))
    if count:
        due = Draw(seat.name, f"{seat.name}.bag", count, seat.bag, "refill", seat.name, unseen=seat.unseen, place="bag")
        while (kinds := (yield due)) is AGAIN:
            due = due._replace(among=seat.bag, unseen=seat.unseen)
        seat.move("bag", kinds, "hand")
        log += [Moved(kind, 1, f"{seat.name}.bag", f"{seat.name}.hand") for kind in kinds]


def spend(log: list[Event], seat: Seat, stone: str) -> None:
    seat.move("hand", (stone,), "spent")
    log.append(Moved(stone, 1, f"{seat.name}.hand", f"{seat.name}.spent"))


def play(table: Table, log: list[Event], me: Seat, stone: str) -> Steps[None]:
    spend(log, me, stone)
    yield from STONE_RULES[stone](table, log, me)
    yield from draw_stones(table, log, me, 1)


def lamp(table: Table, log: list[Event], me: Seat) -> Steps[None]:
    """Lay a gem of your choice at the end of the pier; three of a colour in a row give light."""
    token = yield from ask(Question("lay", {me.name: tuple(f"lay:{c}" for c in COLOURS)}, "lamp", "lamp"))
    colour = str(token)[4:]
    log.append(Moved(colour, 1, "box", "pier"))
    table.pier += (colour,)
    if table.pier[-3:] == (colour,) * 3:
        shine(table, log, me.team, 2)


def fog(table: Table, log: list[Event], me: Seat) -> Steps[None]:
    """Take the crown, unless its holder shuts you out."""
    holder = table.seats[table.crown]
    if holder is me:
        return
    if "shutter" not in holder.spent and holder.hand:  # as far as everybody can tell
        token = yield from ask_holder(holder)
        if token == "react:shutter":
            spend(log, holder, "shutter")
            return
    log.append(Moved("crown", 1, f"{holder.name}.crown", f"{me.name}.crown"))
    table.crown = me.name
    shine(table, log, me.team, 1)


def ask_holder(holder: Seat) -> Steps[object]:
    """Ask even who cannot: not asking would tell. What is learnt meanwhile changes what is offered."""
    while True:
        shut = ("react:shutter",) if "shutter" in holder.kinds("hand") else ()
        token = yield Question("react", {holder.name: (*shut, "pass")}, "shutter", "fog")
        if token is not AGAIN:
            return token


def oil(table: Table, log: list[Event], me: Seat) -> Steps[None]:
    """Roll a die; the boat moves that far along its grid, and a corner gives light."""
    (rolled,) = yield from ask(Draw(me.name, "die", 1, tuple("123456"), "oil", again=True))
    old, table.boat = table.boat, (table.boat + int(rolled)) % (GRID * GRID)
    log.append(Moved("boat", 1, at("grid", str(old)), at("grid", str(table.boat))))
    if table.boat in (0, 2, 6, 8):
        shine(table, log, me.team, 1)


def shutter(table: Table, log: list[Event], me: Seat) -> Steps[None]:
    """Played on its own turn it does nothing, unless there are charts."""
    if table.decks:
        yield from charts.shutter(table, log, me)


STONE_RULES = {"lamp": lamp, "fog": fog, "oil": oil, "shutter": shutter}


def last_guess(table: Table, log: list[Event]) -> Steps[None]:
    """All pick a colour in secret and show at once; who named the last gem of the pier adds 1 light."""
    if table.decks:
        yield from charts.reveal(table, log)
    options = {name: tuple(f"choose:{colour}" for colour in COLOURS) for name in table.seats}
    answers = yield from ask(Question("choose", options, "last-guess", each=True, sealed=True))
    assert isinstance(answers, dict)
    for name, token in answers.items():
        log.append(Guessed(name, token[7:]))
        if table.pier[-1:] == (token[7:],):
            shine(table, log, table.seats[name].team, 1)
    table.winner = max(table.light, key=lambda team: (table.light[team], team == table.seats[table.crown].team))
