"""Compare two positions: say in sentences for the table how the second differs from the first.

A sentence about a zone names the zone, so that it can be withheld from those who may not see it. Where the order of a
zone means nothing, another order is no difference. The templates are data, as in `words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.rules.kernel import UNSEEN
from companion.rules.kernel.events import Changed
from companion.rules.kernel.lots import pool
from companion.rules.kernel.sentences import AND, COMMA, SaidSentence, Term, Terms
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.names import NOUNS, SEVERAL, chip_name, dollars, zone_told
from companion.rules.puzzle_strike.play import NOTHING
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEM_VALUE, HIDDEN, Seat, Table
from companion.rules.puzzle_strike.ways.picking import WAYS_TO_PICK

ZONE = {
    "more": "{zone} has {more} more.",
    "fewer": "{zone} has {fewer} fewer.",
    "both": "{zone} has {more} more, and {fewer} fewer.",
    "instead": "{zone} has {more} instead of {fewer}.",
}
BANK = {
    "more": "The bank has {more} more.",
    "fewer": "{fewer} {are} missing from the bank.",
    "both": "The bank has {more} more, and {fewer} fewer.",
    "instead": "The bank has {more} more, and {fewer} fewer.",
}
BOUGHT = {
    "more": "{seat} has bought {more} more this turn.",
    "fewer": "{seat} has bought {fewer} fewer this turn.",
    "both": "{seat} has bought {more} more this turn, and {fewer} fewer.",
    "instead": "{seat} has bought {more} this turn instead of {fewer}.",
}
EFFECTS = {
    "more": "{seat} has {more} more in force.",
    "fewer": "{seat} has {fewer} fewer in force.",
    "both": "{seat} has {more} more in force, and {fewer} fewer.",
    "instead": "{seat} has {more} in force instead of {fewer}.",
}
"""What is said of chips that are more, fewer, or both, or one in place of another."""

MORE, FEWER = "{seat} has {amount} more.", "{seat} has {amount} fewer."
NUMBERS = {
    "black": (MORE, FEWER, "a black arrow", "{number} black arrows"),
    "brown": (MORE, FEWER, "a brown arrow", "{number} brown arrows"),
    "purple": (MORE, FEWER, "a purple arrow", "{number} purple arrows"),
    "red": (MORE, FEWER, "a red arrow", "{number} red arrows"),
    "blue": (MORE, FEWER, "a blue arrow", "{number} blue arrows"),
    "money": (MORE, "{seat} has {amount} less.", "{money}", "{money}"),
    "owed": ("{seat} gets {amount} more next turn.", "{seat} gets {amount} less next turn.", "{money}", "{money}"),
    "piggy": (MORE, FEWER, "a piggy bank", "{number} piggy banks"),
    "plays": ("{seat} has played {amount} more.", "{seat} has played {amount} fewer.", "an action", "{number} actions"),
}
"""A seat's numbers: the sentence for more, the one for fewer, the words for one, and those for several."""
TOKENS = (
    "The {chip} stack has {amount} more.",
    "The {chip} stack has {amount} fewer.",
    "a trap token",
    "{number} trap tokens",
)

COMING = "The next turn brings {seat} other arrows: {two}, not {one}."
AWAY = ("Out of the bank is {two}, not {one}.", "Out of the bank is {two}.", "No stack is out of the bank.")
ORDER = "The chips on {zone} lie in another order: {chips}."
STACKS = "The bank has other stacks: {more} instead of {fewer}."
STACKS_ORDER = "The bank's stacks stand in another order."
DRAWN = ("The bank's stacks are yet to be drawn.", "The bank's stacks are there: {chips}.")

FLIES = (
    "In the air, sent from {one} to {two} by {chip}: {gems}.",
    "In the air, sent from {one} to {two} by {chip}, and a 4-gem was broken for it: {gems}.",
)
FLIES_NO_MORE = (
    "No longer in the air, sent from {one} to {two} by {chip}: {gems}.",
    "No longer in the air, sent from {one} to {two} by {chip}, and a 4-gem was broken for it: {gems}.",
)
FLOATS = (
    "Floating, sent from {one} to {two} by {chip}: {gems}.",
    "Floating, sent from {one} to {two} by {chip}, and a 4-gem was broken for it: {gems}.",
)
FLOATS_NO_MORE = (
    "No longer floating, sent from {one} to {two} by {chip}: {gems}.",
    "No longer floating, sent from {one} to {two} by {chip}, and a 4-gem was broken for it: {gems}.",
)

CHARACTER = ("{seat} plays {two}, not {one}.", "{seat} plays {two}.", "{seat} has no character.")
KNOCKED_DOWN = {
    True: "{seat} is knocked down, so no purple shields this turn.",
    False: "{seat} is not knocked down, so purple shields are allowed.",
}
UNSEEN_KINDS = (
    "{seat}'s unseen chips are {two}, not {one}.",
    "{seat}'s unseen chips are {two}.",
    "{seat} has no unseen chips.",
)
UNSEEN_PLACES = "Something else is known of where {seat}'s unseen chips lie."
SEATED = "The players are {two}, not {one}."
LATE = {
    True: "{seat} can no longer answer what happened last.",
    False: "It is no longer noted why {seat} cannot answer what happened last.",
}
LATE_OTHERWISE = "{seat} cannot answer what happened last, for another reason."
FOUND_NOTHING = {
    True: "{seat}'s last chip found nothing to do.",
    False: "It is no longer noted that {seat}'s last chip found nothing to do.",
}

MOMENTS = {
    "setup": "being set up",
    "ante": "in the ante phase",
    "action": "in the action phase",
    "buy": "in the buy phase",
    "cleanup": "in cleanup",
    "over": "over",
}
MOMENT = "The game is {two}, not {one}."
TURN = ("It is {two}'s turn, not {one}'s.", "It is {two}'s turn.", "Who begins is yet to be drawn.")
TURNS = "Turns begun: {two}, not {one}."
ANTE = "The ante is {two}, not {one}."
SEATING = "The turn order is {two}, not {one}."
WINNER = ("{two} has won, not {one}.", "{two} has won.", "Nobody has won.")
TIED = ("{two} are tied, not {one}.", "{two} are tied.", "Nobody is tied.")
OUT = ("{two} left the game, not {one}.", "{two} left the game.", "Nobody has left the game.")
LOSERS = ("{two} has lost, not {one}.", "{two} has lost.", "Nobody has lost.")
PATIENT = {
    True: "Questions with only one answer are asked as well.",
    False: "Questions with only one answer are not asked.",
}
LEARNT = {
    True: "Something has just become known, so somebody has to speak first.",
    False: "Nothing has just become known.",
}
EDITION = "The edition is {two}, not {one}."
MODE = "The mode is {two}, not {one}."
SETS = "The sets of chips are {two}, not {one}."
HOUSE_RULES = "The rules of the house are {two}, not {one}."
NO_HOUSE_RULES = "none"
PICKING = "Characters are chosen in another way: {two}. Before: {one}."
POOL = ("The pool has {two}, not {one}.", "The pool has {two}.", "There is no pool any more.")
DRAFTED = ("{seat} has drafted {two}, not {one}.", "{seat} has drafted {two}.", "{seat} has drafted nothing.")

COUNTING = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
CHIP, SEVERAL_CHIPS = "one {name} chip", "{number} {name} chips"
STAND_IN, STAND_INS = "a {value}-gem stand-in", "{number} {value}-gem stand-ins"
UNSEEN_CHIP, UNSEEN_CHIPS = "an unseen chip", "{number} unseen chips"


# -- comparing ---------------------------------------------------------------------------------------------------


def compare(one: Table, two: Table) -> list[Changed]:
    """What `two` has and `one` has not; [] where they are the same.

    >>> from companion.rules.puzzle_strike.position import read
    >>> _, one = read({"seats": {"North": {"hand": ["gem_1"]}, "South": {}}})
    >>> _, two = read({"seats": {"North": {"hand": ["wound"]}, "South": {}}, "turn": {"money": 2}})
    >>> [changed.text for changed in compare(one, two)][:2]
    ["North's hand has a wound instead of a 1-gem.", 'North has $2 more.']
    """
    return [*match_facts(one, two), *seats(one, two), *bank(one, two), *air(one, two)]


def match_facts(one: Table, two: Table) -> Iterator[Changed]:
    """Differences that are neither a seat's nor the bank's."""
    if one.edition != two.edition:
        yield fact(EDITION, one=one.edition, two=two.edition)
    if one.mode != two.mode:
        yield fact(MODE, one=one.mode, two=two.mode)
    if one.sets != two.sets:
        yield fact(SETS, one=", ".join(one.sets), two=", ".join(two.sets))
    if one.house != two.house:
        yield fact(HOUSE_RULES, one=house_rules(one), two=house_rules(two))
    yield from drafts(one, two)
    if set(one.seats) != set(two.seats):
        yield fact(SEATED, one=Terms(one.seats, AND), two=Terms(two.seats, AND))
    elif one.order != two.order:
        yield fact(SEATING, one=", ".join(one.order), two=", ".join(two.order))
    if one.turn != two.turn:
        yield named(TURN, one.turn, two.turn)
    if one.phase != two.phase:
        yield fact(MOMENT, one=Term(MOMENTS[one.phase]), two=Term(MOMENTS[two.phase]))
    if one.turns != two.turns:
        yield fact(TURNS, one=one.turns, two=two.turns)
    if one.ante != two.ante:
        yield fact(ANTE, one=some(f"gem_{one.ante}"), two=some(f"gem_{two.ante}"))
    if one.winner != two.winner:
        yield named(WINNER, one.winner, two.winner)
    if one.tied != two.tied:
        yield named(TIED, Terms(one.tied, AND), Terms(two.tied, AND))
    if one.out != two.out:
        yield named(OUT, Terms(one.out, AND), Terms(two.out, AND))
    if one.losers != two.losers:
        yield named(LOSERS, Terms(one.losers, AND), Terms(two.losers, AND))
    if one.hold != two.hold:
        yield fact(LEARNT[two.hold])
    if one.patient != two.patient:
        yield fact(PATIENT[two.patient])


def drafts(one: Table, two: Table) -> Iterator[Changed]:
    """Differences in how characters are chosen."""
    if one.picking != two.picking:
        there, here = (Term(WAYS_TO_PICK[table.picking].title) for table in (one, two))
        yield fact(PICKING, one=there, two=here)
    if one.pool != two.pool:
        yield named(POOL, *(all_of(Counter(table.pool)) for table in (one, two)))
    for name in two.seats:
        before, now = (all_of(Counter(table.drafted.get(name, ()))) for table in (one, two))
        if before != now:
            yield named(DRAFTED, before, now, seat=name)


def house_rules(table: Table) -> Terms:
    """The rules of the house that hold at a table."""
    return Terms([Term(HOUSE[key].title) for key in table.house] or [Term(NO_HOUSE_RULES)], COMMA)


def seats(one: Table, two: Table) -> Iterator[Changed]:
    """Differences seat by seat, for the seats that sit at both tables."""
    for name, seat in two.seats.items():
        if name in one.seats:
            yield from zones(one.seats[name], seat)
            yield from seat_facts(one.seats[name], seat)
            yield from late(name, one.no_reaction.get(name), two.no_reaction.get(name))


def zones(one: Seat, two: Seat) -> Iterator[Changed]:
    """Differences in the chips of a seat."""
    for place in two.places:
        here: tuple[str, ...] = getattr(two, place)
        there: tuple[str, ...] = getattr(one, place)
        zone = f"{two.name}.{place}"
        if place == "top" and here != there and sorted(here) == sorted(there):
            chips = Terms((some(kind) for kind in here), COMMA)
            yield Changed(zone, sentence(ORDER, zone=zone_told(zone), chips=chips))
        elif text := chips_differ(ZONE, Counter(there), Counter(here), zone=zone_told(zone)):
            counts = (Counter({UNSEEN: len(chips)}) for chips in (there, here))
            publicly = chips_differ(ZONE, *counts, zone=zone_told(zone)) if place in HIDDEN else ""
            yield Changed(zone, text, publicly)
    if one.unseen != two.unseen:  # said of the bag: these chips lie there too, or came out of it
        before, now = (all_of(Counter(pool(seat.unseen))) for seat in (one, two))
        templates = UNSEEN_KINDS if before != now else (UNSEEN_PLACES,) * 3
        yield named(templates, before, now, seat=two.name)._replace(zone=f"{two.name}.bag")


def seat_facts(one: Seat, two: Seat) -> Iterator[Changed]:
    """Differences in the character of a seat, and in what this turn has given it."""
    if one.character != two.character:
        there, here = (Term(LIBRARY.characters.get(key, key)) for key in (one.character, two.character))
        yield named(CHARACTER, there, here, seat=two.name)
    for number, templates in NUMBERS.items():
        if text := amounts_differ(templates, getattr(one, number), getattr(two, number), seat=two.name):
            yield Changed("", text)
    for key, chips in (("bought", BOUGHT), ("effects", EFFECTS)):
        if text := chips_differ(chips, Counter(getattr(one, key)), Counter(getattr(two, key)), seat=two.name):
            yield Changed("", text)
    if sorted(one.coming) != sorted(two.coming):
        yield fact(COMING, seat=two.name, one=len(one.coming), two=len(two.coming))
    if one.barred != two.barred:
        yield fact(KNOCKED_DOWN[two.barred], seat=two.name)


def late(seat: str, one: str | None, two: str | None) -> Iterator[Changed]:
    """Whether the notes differ on why a seat cannot react, or that a chip found nothing to do; only refusals use
    these."""
    before, now = (bool(note and note.startswith(NOTHING)) for note in (one, two))
    if one != two and (before or now):
        yield fact(FOUND_NOTHING[now], seat=seat)
    elif one != two:
        yield fact(LATE_OTHERWISE if one and two else LATE[two is not None], seat=seat)


def bank(one: Table, two: Table) -> Iterator[Changed]:
    """Differences in stacks and trap tokens."""
    if not one.puzzle or not two.puzzle:
        if one.puzzle != two.puzzle:
            chips = Terms(map(chip_name, two.puzzle), COMMA)
            yield Changed("bank", sentence(DRAWN[bool(two.puzzle)], chips=chips))
    else:
        if set(one.puzzle) != set(two.puzzle):
            more, fewer = (
                Terms((chip_name(kind) for kind in table.puzzle if kind not in other.puzzle), COMMA)
                for table, other in ((two, one), (one, two))
            )
            yield Changed("bank", sentence(STACKS, more=more, fewer=fewer))
        elif one.puzzle != two.puzzle:
            yield Changed("bank", sentence(STACKS_ORDER))
        in_both = one.stock.keys() & two.stock.keys()
        there, here = (Counter({kind: table.stock[kind] for kind in in_both}) for table in (one, two))
        if text := chips_differ(BANK, there, here):
            yield Changed("bank", text)
        if one.away != two.away:
            lying = (Terms(map(chip_name, table.away), COMMA) for table in (one, two))
            yield named(AWAY, *lying)._replace(zone="bank")
    for kind in {**two.traps, **one.traps}:
        name = chip_name(kind)
        if text := amounts_differ(TOKENS, one.traps.get(kind, 0), two.traps.get(kind, 0), chip=name):
            yield Changed("", text)


def air(one: Table, two: Table) -> Iterator[Changed]:
    """Differences in the gems that are in the air, or float."""
    before, now = Counter(one.air), Counter(two.air)
    floated, floats = Counter(one.floating), Counter(two.floating)
    for templates, flights in (
        (FLIES, now - before),
        (FLIES_NO_MORE, before - now),
        (FLOATS, floats - floated),
        (FLOATS_NO_MORE, floated - floats),
    ):
        for flight in flights.elements():
            gems = all_of(Counter(flight.kinds))
            template = templates[flight.broke_a_four]
            yield fact(template, gems=gems, one=flight.sender, two=flight.target, chip=chip_name(flight.chip))


# -- in words ----------------------------------------------------------------------------------------------------


def sentence(template: str, **values: object) -> SaidSentence:
    """A template filled in."""
    return SaidSentence(template, whole=True, **values)


def fact(template: str, **values: object) -> Changed:
    """A sentence for everybody."""
    return Changed("", sentence(template, **values))


def named(templates: tuple[str, str, str], one: str, two: str, **values: object) -> Changed:
    """A name in place of another, a new name, or no name any more."""
    both, only_now, no_more = templates
    return fact((both if one else only_now) if two else no_more, one=one, two=two, **values)


def chips_differ(templates: Mapping[str, str], one: Counter[str], two: Counter[str], **values: object) -> str:
    """Which chips are more, and which fewer; "" where they are the same."""
    more, fewer = two - one, one - two
    if not more and not fewer:
        return ""
    case = "both" if more and fewer else "more" if more else "fewer"
    if more.total() == fewer.total() == 1:
        case = "instead"
    subject = fewer if case == "fewer" else more
    are = Term("is" if subject.total() == 1 else "are")
    return sentence(templates[case], more=all_of(more), fewer=all_of(fewer), are=are, **values)


def amounts_differ(templates: tuple[str, str, str, str], one: int, two: int, **values: object) -> str:
    """How much more or less; "" where it is the same."""
    if one == two:
        return ""
    more, fewer, single, several = templates
    by = abs(two - one)
    amount = SaidSentence(single if by == 1 else several, number=counted(by), money=dollars(by))
    return sentence(more if two > one else fewer, amount=amount, **values)


def counted(number: int) -> Term:
    """A number in words, up to a limit.

    >>> counted(1), counted(3), counted(20)
    ('one', 'three', '20')
    """
    return Term(COUNTING[number] if number < len(COUNTING) else number)


def all_of(chips: Counter[str]) -> Terms:
    """Chips as part of a sentence.

    >>> all_of(Counter({"roundhouse": 1, "wound": 2, "gem_1": 1}))
    'a 1-gem, two wounds and one Roundhouse chip'
    """
    return Terms((some(kind, chips[kind]) for kind in sorted(chips, key=in_a_sentence)), AND, commas=True)


def in_a_sentence(kind: str) -> tuple[int, str]:
    """The order of chips in a sentence: gems first, then what lies in every bank, then the others by name."""
    basic = list(NOUNS)
    return (basic.index(kind) if kind in NOUNS else len(basic), chip_name(kind))


def some(kind: str, number: int = 1) -> str:
    """A number of chips of one kind.

    >>> some("gem_1"), some("wound", 3), some("its_a_trap"), some("draw_three", 2), some("stand_in_2"), some("?", 2)
    ('a 1-gem', 'three wounds', "one It's a Trap chip", 'two Draw Three chips', 'a 2-gem stand-in', 'two unseen chips')
    """
    if kind in NOUNS:
        if number < 3:
            return Term(NOUNS[kind][number - 1])
        return SaidSentence(SEVERAL, number=counted(number), things=Term(NOUNS[kind][1].removeprefix("two ")))
    templates = (CHIP, SEVERAL_CHIPS)
    if kind == UNSEEN:
        templates = (UNSEEN_CHIP, UNSEEN_CHIPS)
    elif kind in GEM_VALUE:
        templates = (STAND_IN, STAND_INS)
    return SaidSentence(templates[number > 1], number=counted(number), name=chip_name(kind), value=GEM_VALUE.get(kind))
