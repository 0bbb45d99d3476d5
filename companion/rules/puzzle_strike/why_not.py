"""Why a token is refused, in a sentence for the table, with the rule.

What was offered is decided elsewhere; here a refusal that already stands is only explained. The first reason that
fits is given, from the plainest (not your decision) to the most particular.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.rules.kernel import Illegal, Question
from companion.rules.puzzle_strike.buy import hand_gems
from companion.rules.puzzle_strike.chips.chip import CHIPS, REACTIONS
from companion.rules.puzzle_strike.combine import LARGEST_GEM
from companion.rules.puzzle_strike.crash import COUNTER_CRASHES, PURPLE_SHIELDS
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import COLOURS, Seat, Table
from companion.rules.puzzle_strike.turn import payable
from companion.rules.puzzle_strike.words import chip_name, dollars


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
    for kind in thing.split("+") if verb in CHIP_VERBS else ():
        if kind not in CHIPS and kind != "gems":
            return case.because('There is no chip "{kind}".', question.rule, kind=kind)
    explain = EXPLAIN.get((question.what, verb)) or EXPLAIN.get((question.what, ""))
    found = explain(case) if explain else None
    return found or case.because(
        "That is no answer to what is asked now; offered: {offered}.",
        question.rule,
        private=True,
        offered=", ".join(question.options[seat]),
    )


CHIP_VERBS = frozenset("play react buy gain take trap trash keep bag give".split())


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
    if case.thing not in case.seat.kinds(case.place or "hand"):
        where = "in your pile" if case.place == "pile" else "in your hand"
        return case.because("You have no {chip} {where}.", "action-phase", private=True, chip=chip.name, where=where)
    if not payable(case.seat, chip):
        colours = " or ".join(colour for colour in ("black", *chip.banner) if colour in COLOURS)
        return case.because(
            "No arrow is left that pays for {chip}; it takes a {colours} one.",
            "colored-arrows",
            chip=chip.name,
            colours=colours,
        )
    return None


def actions_first(case: Case) -> Illegal:
    """Buying comes after the action phase."""
    return case.because("Actions come first: end the action phase, then buy.", "turn-structure")


def nothing_to_answer(case: Case) -> Illegal:
    """A reaction without anything to react to."""
    if case.seat.name in case.table.no_reaction:
        return could_not_answer(case)
    return case.because("There is nothing to react to now.", "main-and-reaction")


def laying(case: Case) -> Illegal:
    """Something that is not money."""
    if case.thing in CHIPS and CHIPS[case.thing].kind != "gem":
        return case.because("The action phase is over; only gems are laid now.", "turn-structure")
    if case.thing == "gems":
        return case.because("There is no gem left in your hand.", "buy-phase", private=True)
    return case.because("You have no {gem} in your hand.", "buy-phase", private=True, gem=CHIPS[case.thing].name)


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
    me = case.seat
    play = Play(case.table, [])
    if case.table.stock.get("wound"):
        return case.because("At least one chip must be bought in a turn; a wound costs nothing.", "buy-at-least-one")
    private = bool(hand_gems(me)) and not play.hand_is_open(me)
    return case.because(
        "At least one chip must be bought in a turn, and there is one you can afford.",
        "buy-at-least-one",
        private=private,
    )


def reacting(case: Case) -> Illegal | None:
    """A chip that does not answer this."""
    kind, chip = case.thing, CHIPS[case.thing]
    attacked = case.question.rule == "blue-shield"
    if kind not in REACTIONS:
        return case.because("{chip} is not a reaction.", "main-and-reaction", chip=chip.name)
    if attacked and kind in PURPLE_SHIELDS:
        return case.because("{chip} answers gems that are sent, not a red fist.", "purple-shield", chip=chip.name)
    if not attacked and "blue_shield" in chip.icons:
        return case.because("{chip} answers a red fist, nothing else.", "blue-shield", chip=chip.name)
    if "brown_shield" in chip.icons and case.question.rule != "chip:rigorous_training":
        return case.because("Rigorous Training answers a purchase, nothing else.", "brown-shield")
    if kind in COUNTER_CRASHES and not Play(case.table, []).gems(case.seat):
        return case.because("A counter-crash needs a gem in your own pile to break.", "counter-crashing")
    if kind not in case.seat.kinds(case.place or "hand"):
        return case.because("You have no {chip} there.", "main-and-reaction", private=True, chip=chip.name)
    return case.because(
        "{chip} answers at another moment: {when}.",
        "reaction-timing",
        chip=chip.name,
        when=("after the attack" if kind == "self_improvement" else "before the attack"),
    )


def reaction_first(case: Case) -> Illegal:
    """The seat has a reaction window to close first."""
    return case.because("First react or pass.", "reaction-timing")


def breaking(case: Case) -> Illegal | None:
    """Gems that cannot be broken."""
    sizes = case.thing.split("+")
    if len(sizes) > 1 and case.question.rule == "crash-gem":
        return case.because("A Crash Gem breaks one gem.", "crash-gem")
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
        return case.because("{gems} do not both lie in your pile.", "combine", gems=case.thing)
    return case.because("Exactly two gems are combined.", "combine")


def trashing(case: Case) -> Illegal | None:
    """Chips that cannot be trashed."""
    for kind in case.thing.split("+"):
        chip = CHIPS[kind]
        if chip.kind == "character":
            return case.because("Character chips cannot be trashed.", "character-chips")
        if kind not in case.seat.kinds(case.place or "hand"):
            return case.because("You have no {chip} there.", case.question.rule, private=True, chip=chip.name)
        if chip.orb:
            return case.because("A chip with a purple orb cannot be trashed for this.", case.question.rule)
    return None


def from_bank(case: Case) -> Illegal | None:
    """Chips of the bank that this effect does not give."""
    kind = case.thing
    if kind in case.table.stock and not case.table.stock[kind]:
        return case.because("The stack of {chip} is empty.", "running-out-of-chips", chip=CHIPS[kind].name)
    if kind in CHIPS and CHIPS[kind].exclamation:
        return case.because("Not a chip with the exclamation icon.", case.question.rule)
    return case.because("{chip} is not among what this allows.", case.question.rule, chip=CHIPS[kind].name)


def from_hand(case: Case) -> Illegal | None:
    """Chips that the hand does not hold."""
    missing = [kind for kind in case.thing.split("+") if kind not in case.seat.kinds("hand")]
    if missing:
        return case.because(
            "You do not hold {chips}.",
            case.question.rule,
            private=True,
            chips=" and ".join(chip_name(kind) for kind in missing),
        )
    return None


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
