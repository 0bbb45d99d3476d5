"""The table of Puzzle Strike as a board: first the piles, then what counts this turn, then the other zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.rules.kernel import View
from companion.rules.kernel.board import (
    Alarm,
    Board,
    Gain,
    Heap,
    Number,
    Panel,
    Piece,
    Rung,
    Stack,
    Stacks,
    Token,
    Total,
    Track,
)
from companion.rules.kernel.plain_board import heap
from companion.rules.kernel.sentences import AND, Terms
from companion.rules.puzzle_strike.editions import THIRD
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.looks import chip
from companion.rules.puzzle_strike.names import Names, dollars
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import COLOURS, IN_THE_AIR, height_bonus
from companion.rules.puzzle_strike.ways.panic import ante_for

LIMIT = THIRD.losing_total
CLOSE = 3
"""A pile that is so near its limit is in danger: an ante and one sent gem are enough."""

PILE = "Pile"
BONUS = "Height bonus"
BONUS_NEXT = "{more} more for +{next}"
GEMS = "Gems"
PLACES = {
    "hand": "Hand",
    "top": "On top of the bag",
    "bag": "Bag",
    "played": "On the table",
    "ongoing": "Ongoing",
    "discard": "Discard pile",
}
"""The other zones, in the order in which they are shown."""
QUIET = ("bag", "top", "discard")
NUMBERS = {
    "money": "Money",
    "owed": "Money for the next turn",
    "black": "Black arrows",
    "brown": "Brown arrows",
    "purple": "Purple arrows",
    "red": "Red arrows",
    "blue": "Blue arrows",
    "piggy": "Piggy banks",
}
"""A seat's numbers, in the order in which they are shown."""
MONEY = ("money", "owed")
ALWAYS = ("money", "black")
"""Numbers that are shown for the seat whose turn it is even when they are 0."""
INCOMING = "In the air"
BARRED = "Knocked down: no purple shields this turn"
IN_FORCE = "In force this turn"
PANIC = "Panic"
LEVELS = ("Normal Time", "Panic Time", "Danger Time", "Deadly Time")
ANTE_NOW = "{ante}-gems are anted"
ANTES = "{level}: {ante}-gems are anted"
EMPTY = "Empty stacks: {empty}"
EMPTY_NEXT = "Empty stacks: {empty}; {next} make it {level}"
BANK = "Bank"
STACK_EMPTY = "empty"
TRAPPED = "trap tokens: {tokens}"
TRAPPED_SHORT = "T{tokens}"
HEADLINE = "Turn {turns}: {turn}, {phase} phase"
SETUP = "The game is being set up."
WON = "{winner} wins."
WON_TOGETHER = "{winners} win."
INCOMING_AT = "Turn {turns}: {turn}. {gems} in the air at {target}; {seats} may answer."
FLOATS = "{gems} float on the way to {target}"
FLOATS_ONE = "{gems} floats on the way to {target}"
ONE_MORE_TURN = "Tied: one more turn"
OUT = "Out of the game"
PLACE = "Place {place}"
TEAM = "{character}, with {mates}"
TEAM_OF = "with {mates}"
POOL = "Pool"
HOUSE_RULES = "House rules"
FLOATING = "Floating here"
PHASES = {"ante": "ante", "action": "action", "buy": "buy", "cleanup": "cleanup"}


def board(names: Names, view: View) -> Board:
    """The whole board, as this view may know it."""
    return Board(
        headline(names, view),
        tuple(seat_panel(names, view, seat) for seat in view.seats),
        (
            Panel("panic", names.say(PANIC), (panic(names, view),)),
            Panel("bank", names.say(BANK), (*pool(names, view), bank(names, view))),
            *house_rules(names, view),
        ),
        over=bool(view.facts["winner"]),
        alarm=alarm(names, view),
    )


def alarm(names: Names, view: View) -> Alarm | None:
    """How much more dangerous than Normal Time it is; None if it is not, or if the match is over."""
    level = int(str(view.facts["ante"])) - 1
    if level < 1 or view.facts["winner"]:
        return None
    return Alarm(level, names.say(LEVELS[level]), names.say(ANTE_NOW).format(ante=level + 1))


def headline(names: Names, view: View) -> str:
    """Whose turn and which phase it is, or who has won."""
    facts = view.facts
    if facts["winner"]:
        return won(names, facts)
    phase = PHASES.get(str(facts["phase"]))
    if not phase:
        return names.say(SETUP)
    air = seats_in(facts, "air")
    if air and view.asks == "react":
        _, target, gems = air[-1]
        seats = joined(names, view.waiting_for)
        return names.say(INCOMING_AT).format(
            turns=facts["turns"], turn=facts["turn"], gems=names.capital(names.ones(gems)), target=target, seats=seats
        )
    return names.say(HEADLINE).format(turns=facts["turns"], turn=facts["turn"], phase=names.say(phase))


def won(names: Names, facts: Mapping[str, object]) -> str:
    """Who has won.

    >>> from companion.rules.puzzle_strike.names import NAMES
    >>> won(NAMES, {"winner": "A"}), won(NAMES, {"winner": "A", "winners": ("A", "C")})
    ('A wins.', 'A and C win.')
    """
    winners = seats_in(facts, "winners", "winner")
    if len(winners) == 1:
        return names.say(WON).format(winner=winners[0])
    return names.say(WON_TOGETHER).format(winners=joined(names, winners))


def joined(names: Names, seats: Sequence[str]) -> str:
    """Several seats by name."""
    return str(Terms(seats, names.say(AND), commas=True))


# -- a seat ----------------------------------------------------------------------------------------------------


def seat_panel(names: Names, view: View, seat: str) -> Panel:
    """A seat: its pile, its numbers, its chips."""
    facts = view.facts
    over = bool(facts["winner"])
    active = seat in seats_in(facts, "on_turn", "turn") and not over
    out = seat in seats_in(facts, "out") or (over and seat not in seats_in(facts, "winners", "winner"))
    side = side_in(facts, seat)
    total = pile(names, int(str(facts[f"{seat}.total"])))._replace(place=f"{side[0]}.pile")
    pieces: list[Piece] = [total._replace(danger=0, gain=None) if over else total]  # nobody is in danger any more
    pieces.append(chips(names, view, f"{side[0]}.pile", GEMS, main=True))
    if view.zones[f"{seat}.{IN_THE_AIR}"]:
        flies = any(target == seat for _, target, _ in seats_in(facts, "floating"))
        pieces.append(chips(names, view, f"{seat}.{IN_THE_AIR}", FLOATING if flies else INCOMING))
    pieces += tokens(names, view, seat)
    pieces += numbers(names, view, seat, active=active)
    places = [place for place in PLACES if shown(view, seat, place)]
    pieces += [chips(names, view, f"{seat}.{place}", PLACES[place]) for place in places]
    return Panel(seat, seat, tuple(pieces), subtitle(names, facts, seat, side), active, out)


def subtitle(names: Names, facts: Mapping[str, object], seat: str, side: Sequence[str]) -> str:
    """Whom a seat plays, and with whom; a seat that has drafted plays three chips."""
    character = names.character(str(facts[f"{seat}.character"]))
    drafted = dict(seats_in(facts, "drafted")).get(seat, ())
    played = character or names.listed(drafted)
    mates = joined(names, [mate for mate in side if mate != seat])
    if not mates:
        return played
    return names.say(TEAM if played else TEAM_OF).format(character=played, mates=mates)


def seats_in(facts: Mapping[str, object], fact: str, single: str = "") -> tuple[Any, ...]:
    """The seats that a fact names, or what it lists; where it goes without saying, the one of another fact."""
    found = facts.get(fact, (facts[single],) if single else ())
    assert isinstance(found, tuple)
    return found


def side_in(facts: Mapping[str, object], seat: str) -> Sequence[str]:
    """The seats that play together with this one, itself included."""
    return next((side for side in seats_in(facts, "sides") if seat in side), (seat,))


def pile(names: Names, total: int) -> Total:
    """The pile's total, and the height bonus that it brings.

    >>> from companion.rules.puzzle_strike.names import NAMES
    >>> pile(NAMES, 4).gain, pile(NAMES, 9).note
    (Gain(value='+1', label='Height bonus', more='2 more for +2'), 'Height bonus +3')
    """
    bonus = height_bonus(total)
    higher = next((height for height in range(total, LIMIT) if height_bonus(height) > bonus), None)
    more = ""
    if higher is not None:
        more = names.say(BONUS_NEXT).format(more=higher - total, next=height_bonus(higher))
    levels = tuple(
        Rung(height, f"+{height_bonus(height)}")
        for height in range(1, LIMIT)
        if height_bonus(height) > height_bonus(height - 1)
    )
    gain = Gain(f"+{bonus}", names.say(BONUS), more)
    return Total(names.say(PILE), total, LIMIT, LIMIT - CLOSE, gain, levels=levels)


def tokens(names: Names, view: View, seat: str) -> Iterator[Piece]:
    """What has happened to a seat, what of its gems floats, and chips of this turn whose text is still in force."""
    places = seats_in(view.facts, "places")
    if len(places) > 2:
        place = 1 + sum(len(side) for side in places[: next(at for at, side in enumerate(places) if seat in side)])
        yield Token(names.say(PLACE).format(place=place), "gold" if place == 1 else "grey")
    elif seat in seats_in(view.facts, "out"):
        yield Token(names.say(OUT), "grey")
    elif seat in seats_in(view.facts, "tied"):
        yield Token(names.say(ONE_MORE_TURN), "gold")
    for sender, target, gems in seats_in(view.facts, "floating"):
        if sender == seat:
            template = names.say(FLOATS_ONE if gems == 1 else FLOATS)
            yield Token(names.capital(template.format(gems=names.ones(gems), target=target)), "blue")
    if view.facts[f"{seat}.barred"]:
        yield Token(names.say(BARRED), "red")
    effects = view.facts[f"{seat}.effects"]
    assert isinstance(effects, tuple)
    if acting := [kind for kind in effects if not LIBRARY[kind].ongoing]:
        yield heap(names.say(IN_FORCE), acting, lambda kind: chip(names, kind))


def numbers(names: Names, view: View, seat: str, *, active: bool) -> Iterator[Number]:
    """A seat's money, arrows and piggy banks."""
    for key, label in NUMBERS.items():
        value = int(str(view.facts[f"{seat}.{key}"]))
        if value or (active and key in ALWAYS):
            written = dollars(value) if key in MONEY else str(value)
            sign = "$" if key in MONEY else "▶" if key in COLOURS else ""
            yield Number(names.say(label), written, key if key in COLOURS else "gold", sign)


def shown(view: View, seat: str, place: str) -> bool:
    """Whether a place is shown: hand, bag and discard pile always, the others if something lies there."""
    return place in ("hand", "bag", "discard") or bool(view.zones[f"{seat}.{place}"])


def chips(names: Names, view: View, zone: str, label: str, *, main: bool = False) -> Heap:
    """The chips of a zone, as far as this view may know them."""
    content, place = view.zones[zone], view.places[zone]
    lying = () if isinstance(content, int) else content
    assert isinstance(lying, tuple)
    found = heap(names.say(label), lying, lambda kind: chip(names, kind), main=main)
    hidden = content if isinstance(content, int) else found.hidden
    return found._replace(hidden=hidden, place=zone, hand=place.is_hand, quiet=place.role in QUIET)


# -- what is everybody's ---------------------------------------------------------------------------------------


def house_rules(names: Names, view: View) -> Iterator[Panel]:
    """The rules of the house that hold."""
    if keys := seats_in(view.facts, "house"):
        yield Panel("house", names.say(HOUSE_RULES), tuple(Token(names.say(HOUSE[key].title), "green") for key in keys))


def pool(names: Names, view: View) -> Iterator[Heap]:
    """The character chips that may still be drafted."""
    if kinds := seats_in(view.facts, "pool"):
        yield heap(names.say(POOL), kinds, lambda kind: chip(names, kind), main=True)


def panic(names: Names, view: View) -> Track:
    """How large the antes are, and how far away larger ones are."""
    ante, empty = int(str(view.facts["ante"])), int(str(view.facts["empty_stacks"]))
    levels = tuple(map(names.say, LEVELS))
    if ante < len(levels):
        needed = next(count for count in range(100) if ante_for(len(view.seats), count) > ante)
        note = names.say(EMPTY_NEXT).format(empty=empty, next=needed, level=levels[ante])
    else:
        note = names.say(EMPTY).format(empty=empty)
    return Track(names.say(ANTES).format(level=levels[ante - 1], ante=ante), levels, ante - 1, note)


def bank(names: Names, view: View) -> Stacks:
    """Every stack, with how many chips are left and what one costs now."""
    stock, facts = view.zones["bank"], view.facts
    assert isinstance(stock, Mapping)
    effects = facts.get(f"{facts['turn']}.effects", ())
    assert isinstance(effects, tuple)
    stacks = []
    for kind, left in stock.items():
        trapped = facts.get(f"trap.{kind}")
        notes = [
            *([] if left else [names.say(STACK_EMPTY)]),
            *([names.say(TRAPPED).format(tokens=trapped)] if trapped else []),
        ]
        short = names.say(TRAPPED_SHORT).format(tokens=trapped) if trapped else ""
        price = dollars(LIBRARY.price_of(kind, LIBRARY.reduction(effects)))
        stacks.append(Stack(chip(names, kind)._replace(count=left), price, ", ".join(notes), short))
    return Stacks(names.say(BANK), tuple(stacks), "bank")
