"""Why a token is refused, in a sentence for the table, with the rule.

What was offered is decided elsewhere; here a refusal that already stands is only explained. The first reason that
fits is given. Reasons that everybody can see come before those that a hidden hand gives: so whether a refusal is for
everybody's ears does not tell what somebody holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.rules.kernel import Illegal, Question
from companion.rules.puzzle_strike.buy import for_sale
from companion.rules.puzzle_strike.chips.chip import (
    ANSWERS,
    CHIPS,
    GEMS,
    GEMS_BY_BREAKING,
    PURCHASE,
    REACTIONS,
    RED_FIST,
    RED_FIST_AFTERWARDS,
    is_gem,
    trashable,
    trashable_without_orb,
)
from companion.rules.puzzle_strike.combine import LARGEST_GEM
from companion.rules.puzzle_strike.play import Play, Wanted
from companion.rules.puzzle_strike.table import COLOURS, HIDDEN, ZONES, Seat, Table
from companion.rules.puzzle_strike.turn import payable
from companion.rules.puzzle_strike.words import PLACES, chip_name, dollars


class Case(NamedTuple):
    """A refusal to explain."""

    table: Table
    question: Question
    token: str
    seat: Seat
    verb: str
    thing: str  # what stands behind the colon, without a place
    place: str  # where it lies, if the token says so

    def because(self, template: str, rule: str, *, private: bool = False, **values: object) -> Illegal:
        """The refusal."""
        return Illegal(self.token, template, rule, private=private, **values)


def why_not(table: Table, question: Question, token: str, seat: str) -> Illegal:
    """Explain a refusal."""
    if seat not in table.seats:
        return Illegal(token, "Nobody named {seat} is seated here.", "turn-structure", seat=seat)
    verb, _, rest = token.partition(":")
    thing, _, place = rest.partition("@")
    case = Case(table, question, token, table.seats[seat], verb, thing, place)
    if seat not in question.options:
        return not_asked(case)
    explain = EXPLAIN.get((question.what, verb)) or EXPLAIN.get((question.what, ""))
    found = unreadable(case) or (explain(case) if explain else None)
    return found or case.because(
        "That is no answer to what is asked now; offered: {offered}.",
        question.rule,
        private=True,
        offered=", ".join(question.options[seat]),
    )


CHIP_VERBS = frozenset("play react buy gain take trap trash keep bag give discard pile".split())
TWO_AT_ONCE = frozenset(("trash", "discard"))


def unreadable(case: Case) -> Illegal | None:
    """Chips and places that do not exist."""
    if case.place and case.place not in ZONES:
        return case.because('There is no place "{place}".', case.question.rule, place=case.place)
    if case.verb not in CHIP_VERBS or case.token == "play:gems":
        return None
    kinds = case.thing.split("+")
    if len(kinds) > 1 and case.verb not in TWO_AT_ONCE:
        return case.because("One chip at a time.", case.question.rule)
    for kind in kinds:
        if kind not in CHIPS:
            return case.because('There is no chip "{kind}".', case.question.rule, kind=kind)
    return None


def not_asked(case: Case) -> Illegal:
    """It is somebody else's decision."""
    asked = " and ".join(case.question.options)
    if case.verb == "react" and case.seat.name in case.table.no_reaction:
        return could_not_answer(case)
    if case.question.what == "react":
        return case.because("First {asked} may react, or pass.", "reaction-timing", asked=asked)
    if case.verb == "react":
        return case.because("There is nothing to react to now.", "main-and-reaction")
    if case.verb in ("play", "buy", "done") and case.seat.name != case.table.turn:
        return case.because("It is {turn}'s turn.", "turn-structure", turn=case.table.turn)
    return case.because("It is for {asked} to decide now.", case.question.rule, asked=asked)


def could_not_answer(case: Case) -> Illegal:
    """The gems that were last sent could not be answered, or not again."""
    rule = case.table.no_reaction[case.seat.name]
    return case.because(NO_REACTION[rule], rule)


NO_REACTION = {
    "4-gems-uncounter-crashable": "A 4-gem was broken: nobody can answer that with a purple shield.",
    "chip:dragon_form": "A Dragon's purple orb chips cannot be answered with purple shields.",
    "chip:knockdown": "Who was knocked down may not react with purple shields until the turn ends.",
    "one-reaction-per-event": "Only one reaction to the same event; what was left over has landed.",
    "counter-crashing": "A counter-crash needs a gem in your own pile to break.",
    "counter-crash-chain": "There is nothing to counter-crash: no gem was sent back.",
}
"""Why the last gems that were sent could not be answered (again), by rule."""


def in_action(case: Case) -> Illegal | None:
    """A chip that cannot be played as an action."""
    chip = CHIPS.get(case.thing)
    if chip is None or chip.kind == "gem":
        return case.because("Gems of the hand are money: they are laid in the buy phase.", "gem-chips")
    if chip.kind == "wound":
        return case.because("A wound does nothing; it cannot be played.", "wounds")
    if not chip.action:
        return case.because("{chip} is a reaction only.", "main-and-reaction", chip=chip.name)
    if not payable(case.seat, chip):
        colours = " or ".join(colour for colour in ("black", *chip.banner) if colour in COLOURS)
        return case.because(
            "No arrow is left that pays for {chip}; it takes a {colours} one.",
            "colored-arrows",
            chip=chip.name,
            colours=colours,
        )
    return not_there(case, "action-phase")


def not_there(case: Case, rule: str) -> Illegal | None:
    """Chips that do not lie where they should; of a hidden place only their owner is told."""
    place = case.place or "hand"
    missing = [kind for kind in dict.fromkeys(case.thing.split("+")) if kind not in case.seat.kinds(place)]
    if not missing:
        return None
    return case.because(
        "You have no {chips} in your {place}.",
        rule,
        private=place in HIDDEN,
        chips=" and no ".join(chip_name(kind) for kind in missing),
        place=PLACES[place],
    )


def actions_first(case: Case) -> Illegal:
    """Buying comes after the action phase."""
    return case.because("Actions come first: end the action phase, then buy.", "turn-structure")


def nothing_to_answer(case: Case) -> Illegal:
    """A reaction without anything to react to."""
    if case.seat.name in case.table.no_reaction:
        return could_not_answer(case)
    return case.because("There is nothing to react to now.", "main-and-reaction")


def laying(case: Case) -> Illegal | None:
    """Something that is not money, or not in the hand."""
    if case.token == "play:gems":
        return case.because("There is no gem left in your hand.", "buy-phase", private=True)
    if not is_gem(case.thing):
        return case.because("The action phase is over; only gems are laid now.", "turn-structure")
    return not_there(case, "buy-phase")


def buying(case: Case) -> Illegal | None:
    """A chip that cannot be bought now."""
    table, me, kind = case.table, case.seat, case.thing
    if kind not in table.stock:
        return case.because("{chip} is not in this bank.", "bank", chip=CHIPS[kind].name)
    if not table.stock[kind]:
        return case.because("The stack of {chip} is empty.", "running-out-of-chips", chip=CHIPS[kind].name)
    if kind == "wound" and "wound" in me.bought:
        return case.because("Only one wound may be bought in a turn.", "wounds")
    if CHIPS[kind].orb and "dragon_form" in me.ongoing:
        return case.because("While Dragon Form is in play you may not buy purple orb chips.", "chip:dragon_form")
    price = Play(table, []).price(kind)
    return case.because(
        "{chip} costs {price}; there is {money} to spend{more}.",
        "buy-phase",
        chip=CHIPS[kind].name,
        price=dollars(price),
        money=dollars(me.money),
        more=" (gems still in the hand do not count until they are laid)" if me.hand else "",
    )


def end_of_buying(case: Case) -> Illegal | None:
    """Somebody wants to buy nothing."""
    if case.table.stock["wound"]:
        return case.because("At least one chip must be bought in a turn; a wound costs nothing.", "buy-at-least-one")
    play = Play(case.table, [])
    only_with_the_hand = not for_sale(play, case.seat, case.seat.money)
    return case.because(
        "At least one chip must be bought in a turn, and there is one you can afford.",
        "buy-at-least-one",
        private=only_with_the_hand and not play.hand_is_open(case.seat),
    )


def reacting(case: Case) -> Illegal | None:
    """A chip that does not answer this."""
    kind, chip = case.thing, CHIPS[case.thing]
    if kind not in REACTIONS:
        return case.because("{chip} is not a reaction.", "main-and-reaction", chip=chip.name)
    answers, asked = ANSWERS[kind], WINDOWS[case.question.rule]
    if answers not in asked:
        if answers in (GEMS, GEMS_BY_BREAKING):
            return case.because("{chip} answers gems that are sent, nothing else.", "purple-shield", chip=chip.name)
        if answers == PURCHASE:
            return case.because("{chip} answers a purchase, nothing else.", "brown-shield", chip=chip.name)
        if RED_FIST in asked or RED_FIST_AFTERWARDS in asked:
            return case.because("{chip} answers {answers}.", "reaction-timing", chip=chip.name, answers=answers)
        return case.because("{chip} answers a red fist, nothing else.", "blue-shield", chip=chip.name)
    if answers == GEMS_BY_BREAKING and not Play(case.table, []).gems(case.seat):
        return case.because("A counter-crash needs a gem in your own pile to break.", "counter-crashing")
    return not_there(case, "main-and-reaction")


WINDOWS = {
    "purple-shield": (GEMS, GEMS_BY_BREAKING),
    "blue-shield": (RED_FIST,),
    "reaction-timing": (RED_FIST_AFTERWARDS,),
    "chip:rigorous_training": (PURCHASE,),
}
"""What is answered in a reaction window, by the rule it cites."""


def reaction_first(case: Case) -> Illegal:
    """The seat has a reaction window to close first."""
    return case.because("First react or pass.", "reaction-timing")


def breaking(case: Case) -> Illegal | None:
    """Gems that cannot be broken."""
    sizes = case.thing.split("+")
    if len(sizes) > 1 and case.question.rule != "double-crash-gem":
        return case.because("This breaks one gem.", case.question.rule)
    if len(sizes) > 2:
        return case.because("A Double Crash Gem breaks one gem or two.", "double-crash-gem")
    return case.because("You do not have {gems} in your pile.", case.question.rule, gems=case.thing)


def combining(case: Case) -> Illegal | None:
    """Gems that cannot be combined."""
    sizes = case.thing.split("+")
    if len(sizes) == 2 and all(size.isdecimal() for size in sizes):
        total = sum(map(int, sizes))
        if total > LARGEST_GEM:
            return case.because(
                "{gems} would make {total}: gems combine to 4 at most.", "combine", gems=case.thing, total=total
            )
        if case.question.about == "strength_of_earth":
            return case.because(
                "One of the two is the bank's 1-gem, the other a gem of your pile.", "chip:strength_of_earth"
            )
        return case.because("{gems} do not both lie in your pile.", "combine", gems=case.thing)
    return case.because("Exactly two gems are combined.", "combine")


def trashing(case: Case) -> Illegal | None:
    """Chips that cannot be trashed."""
    for kind in case.thing.split("+"):
        if not trashable(kind):
            return case.because("Character chips cannot be trashed.", "character-chips")
        wanted, what = WANTED.get(case.question.about, (trashable, ""))
        if not wanted(kind):
            return case.because("{what} can be trashed for this.", case.question.rule, what=what)
    return not_there(case, case.question.rule)


WANTED: dict[str, tuple[Wanted, str]] = {
    "gem_essence": (is_gem, "Only a gem"),
    "big_rocks": (is_gem, "Only a gem"),
    "burning_vigor": (lambda kind: kind == "wound", "Only a wound"),
    "training_day": (trashable_without_orb, "Only a chip without a purple orb"),
    "martial_mastery": (trashable_without_orb, "Only a chip without a purple orb"),
    "rigorous_training": (trashable_without_orb, "Only a chip without a purple orb"),
}
"""What a chip wants trashed, where it is not just any chip."""


def from_bank(case: Case) -> Illegal | None:
    """Chips that this effect does not give, of the bank as a rule."""
    kind = case.thing
    hidden = case.question.about == "research_and_development"  # out of the own bag
    if not hidden and kind in case.table.stock and not case.table.stock[kind]:
        return case.because("The stack of {chip} is empty.", "running-out-of-chips", chip=CHIPS[kind].name)
    if CHIPS[kind].exclamation:
        return case.because("Not a chip with the exclamation icon.", case.question.rule)
    return case.because(
        "{chip} is not among what this allows.", case.question.rule, private=hidden, chip=CHIPS[kind].name
    )


def from_hand(case: Case) -> Illegal | None:
    """Chips that the hand does not hold."""
    return not_there(case, case.question.rule)


def negating(case: Case) -> Illegal | None:
    """More than a Gems to Gemonade takes."""
    return case.because("It negates up to three of the gems that were sent.", "chip:gems_to_gemonade")


EXPLAIN: dict[tuple[str, str], Callable[[Case], Illegal | None]] = {
    ("action", "play"): in_action,
    ("action", "buy"): actions_first,
    ("action", "react"): nothing_to_answer,
    ("buy", "play"): laying,
    ("buy", "buy"): buying,
    ("buy", "done"): end_of_buying,
    ("buy", "react"): nothing_to_answer,
    ("react", "react"): reacting,
    ("react", ""): reaction_first,
    ("break", "break"): breaking,
    ("combine", "combine"): combining,
    ("trash", "trash"): trashing,
    ("gain", "gain"): from_bank,
    ("take", "take"): from_bank,
    ("discard", "discard"): from_hand,
    ("keep", "keep"): from_hand,
    ("give", "give"): from_hand,
    ("negate", "negate"): negating,
}
"""By what is asked and what was answered."""
