"""Say in a sentence, with the rule, why a token is refused.

What is offered is decided elsewhere; here, a refusal that already stands is only explained. The first reason that fits
is given. Reasons that everybody can see come before those that a hidden hand gives. So whether a refusal is private
does not tell what somebody holds.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.kernel import Illegal, Question
from companion.rules.kernel.sentences import AND, OR, Term, Terms
from companion.rules.puzzle_strike.buy import for_sale, who_bars
from companion.rules.puzzle_strike.limits import (
    CHOOSES_CHIPS,
    Explain,
    breaking,
    choosing,
    combining,
    discarding,
    giving,
    keeping,
    laid_in_pile,
    negating,
    onto_bag,
    trap,
    trashing,
)
from companion.rules.puzzle_strike.names import chip_name, dollars
from companion.rules.puzzle_strike.other_answers import declined, left_out, misplaced, other_answer
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.refused import RefusalCase, nearest, no_such_chip, not_in_bank, not_there
from companion.rules.puzzle_strike.sets.answers import GEMS, GEMS_BY_BREAKING, PURCHASE, RED_FIST, RED_FIST_AFTERWARDS
from companion.rules.puzzle_strike.table import COLOURS, LAID_IN_A_PILE, ZONES
from companion.rules.puzzle_strike.turn import payable


def why_not(play: Play, question: Question, token: str, seat: str) -> Illegal:
    """Explain why a token is refused."""
    table = play.table
    if seat not in table.seats:
        return Illegal(
            token,
            "Nobody named {seat} is seated here. The seats are: {seats}.",
            "turn-structure",
            seat=seat,
            seats=", ".join(table.order),
        )
    verb, _, rest = token.partition(":")
    thing, _, place = rest.partition("@")
    case = RefusalCase(play, question, token, table.seats[seat], verb, thing, place)
    found = unreadable(case)
    if found:
        return found
    if seat not in question.options:
        return not_asked(case)
    if question.of:
        case = case._replace(seat=table.seats[question.of])
    if verb == "react" and question.what != "react":
        return nothing_to_answer(case)
    explain = explanation(question, verb)
    if explain:
        explain = told_by_the_chip(case) or explain
        found = misplaced(case) or explain(case)
        if found:
            found.to_the_point = explain is not EXPLAIN.get((question.what, ""))
            return found
    found = declined(case) or (None if explain else other_answer(case))
    return found or meaningless(case)


def explanation(question: Question, verb: str) -> Explain | None:
    """The function that explains why an answer of this kind is refused; None if the question takes no such answer.

    >>> explanation(Question("gain", {}, "chip:martial_mastery", "martial_mastery"), "take")
    >>> explanation(Question("choose", {}, "chip:jackpot", "jackpot", also=("gain", "take")), "take") is picking
    True
    """
    understood = verb in question.also and (verb in CHIP_VERBS or verb == "choose")
    hexed = (question.what, question.about) == ("choose", "hex_of_murkwood") and verb in ("gain", "discard")
    if understood or hexed:
        verb = question.what
    return EXPLAIN.get((question.what, verb)) or EXPLAIN.get((question.what, ""))


def told_by_the_chip(case: RefusalCase) -> Explain | None:
    """What the chip tells of the answers that it takes, if it tells so."""
    told = case.box.telling(case.question.about).limits.get(case.question.what)
    if not told or case.box.telling(case.question.rule.removeprefix("chip:")).stops:
        return None

    def explain(case: RefusalCase) -> Illegal:
        if case.verb == "trash" and not all(map(case.box.trashable, case.thing.split("+"))):
            return case.because("Character chips cannot be trashed.", "character-chips")
        return case.because(told, case.question.rule)

    return explain


def meaningless(case: RefusalCase) -> Illegal:
    """Explain that nobody can tell what is meant."""
    near = "" if case.thing else nearest(case.token)
    if near:
        return case.because(
            '"{said}" means nothing here; did you mean {near}?', case.question.rule, said=case.token, near=near
        )
    return case.because(
        '"{said}" means nothing here. Say what you do, and with which chip, as in "play:crash_gem".',
        case.question.rule,
        said=case.token,
    )


CHIP_VERBS = frozenset("play react buy gain take trap trash keep bag give discard pile".split())
TWO_AT_ONCE = frozenset(("trash", "discard"))


def unreadable(case: RefusalCase) -> Illegal | None:
    """Explain that there is no such chip or place."""
    if case.place and case.place not in ZONES:
        return case.because('There is no place "{place}".', case.question.rule, place=case.place)
    chips = case.verb in CHIP_VERBS or (case.verb == "choose" and case.question.about in CHOOSES_CHIPS)
    if not chips or case.token == "play:gems":
        return None
    if not case.thing:
        return case.because('Which chip? As in "{verb}:crash_gem".', case.question.rule, verb=case.verb)
    kinds = case.thing.split("+")
    if len(kinds) > 1 and case.verb not in TWO_AT_ONCE:
        return case.because("Choose one chip at a time.", case.question.rule)
    return next(filter(None, (no_such_chip(case, kind) for kind in kinds)), None)


def not_asked(case: RefusalCase) -> Illegal:
    """Explain that somebody else decides now."""
    asked = Terms(case.question.options, AND)
    if case.verb == "react":
        found = too_late(case)
        if found:
            return found
    if case.question.what == "react":
        return case.because("{asked} must react or pass first.", "reaction-timing", asked=asked)
    if case.verb == "react":
        return nothing_to_answer(case)
    if case.verb in ("play", "buy", "done") and not case.play.on_turn(case.seat):
        return case.because("It is {turn}'s turn.", "turn-structure", turn=case.table.turn)
    return left_out(case) or case.because("It is {asked}'s turn to answer.", case.question.rule, asked=asked)


# -- reactions that come too late ------------------------------------------------------------------------------


class Reason(NamedTuple):
    """Why the last event cannot be answered: the reactions that this holds for, the rule, and the sentence."""

    answers: tuple[str, ...]
    rule: str
    template: str
    passed: bool = False  # whether it could have been answered


SENT = (GEMS, GEMS_BY_BREAKING)
STRUCK = (RED_FIST, RED_FIST_AFTERWARDS)

NO_REACTION = {
    "4-gems-uncounter-crashable": Reason(
        SENT,
        "4-gems-uncounter-crashable",
        "A 4-gem was broken: nobody can answer that with a purple shield.",
    ),
    "chip:dragon_form": Reason(
        SENT,
        "chip:dragon_form",
        "Purple shields do not answer the purple orb chips of a player who has Dragon Form in play.",
    ),
    "chip:knockdown": Reason(
        SENT, "chip:knockdown", "A player who was knocked down may not react with purple shields until the turn ends."
    ),
    "one-reaction-per-event": Reason(
        SENT,
        "one-reaction-per-event",
        "You may react to an event only once, and the gems sent to you have been answered.",
    ),
    "counter-crashing": Reason(
        (GEMS_BY_BREAKING,),
        "counter-crashing",
        "A counter-crash breaks a gem of your own pile, and there was none in it when the gems were sent.",
    ),
    "counter-crash-chain": Reason(
        SENT, "counter-crash-chain", "There is nothing to counter-crash: no gem was sent back."
    ),
    "passed": Reason(SENT, "reaction-timing", "It is too late to react to the gems: you passed.", passed=True),
    "attack answered": Reason(
        STRUCK, "one-reaction-per-event", "You may react to an event only once, and this attack has been answered."
    ),
    "attack strikes": Reason(
        STRUCK, "reaction-timing", "{chip} answers {answers}. Right now, the attack is taking effect.", passed=True
    ),
    "attack passed": Reason(
        STRUCK, "reaction-timing", "It is too late to react: you passed, and the attack is over.", passed=True
    ),
}
"""Reasons by what the table notes for a seat; for gems the note is mostly the rule's key."""


def too_late(case: RefusalCase) -> Illegal | None:
    """Explain that what happened last cannot be answered, or can no longer be answered."""
    kind = case.thing
    answers = case.box.answers(kind)
    if answers == (PURCHASE,):
        return after_purchase(case)
    noted = case.table.no_reaction.get(case.seat.name, "")
    if noted == "counter-crashing" and GEMS in answers:  # it would have needed no gem
        noted = "passed"
    reason = NO_REACTION.get(noted)
    fitting = [one for one in answers if reason and one in reason.answers]
    if reason is None or not fitting:
        return None
    return (gone(case) if reason.passed else None) or case.because(
        reason.template, reason.rule, chip=chip_name(kind), answers=Term(fitting[0])
    )


def gone(case: RefusalCase) -> Illegal | None:
    """Explain that a reaction cannot be in the hand: everybody knows where all its copies lie."""
    if case.thing in LAID_IN_A_PILE and case.thing in case.seat.pile:
        return None
    if case.play.could_hold(case.seat, frozenset({case.thing})):
        return None
    return case.because(
        "{chip} is not in your hand, so you cannot react with it.",
        "main-and-reaction",
        chip=chip_name(case.thing),
    )


def after_purchase(case: RefusalCase) -> Illegal | None:
    """Explain why the chip does not answer the last purchase: it was one's own, too cheap, answered already, or
    passed."""
    play, turn, rule = case.play, case.table.turn, f"chip:{case.thing}"
    name, least = chip_name(case.thing), case.box.reactions[case.thing, PURCHASE].price
    if not turn or play.on_turn(case.seat):
        return case.because("{chip} answers an opponent's purchase.", rule, chip=name)
    last = [(play.price(seat.bought[-1], seat), seat.bought[-1]) for seat in play.acting if seat.bought]
    if not last:
        return case.because("{buyer} has bought nothing this turn.", rule, buyer=turn)
    price, kind = max(last)  # of two mates, whose purchase could rather be answered
    if price < least:
        return case.because(
            "{chip} was bought for {price}; {name} answers purchases of {least} or more.",
            rule,
            chip=chip_name(kind),
            name=name,
            price=dollars(price),
            least=dollars(least),
        )
    if case.question.what == "bag":  # the buyer has not yet said where it goes
        return None
    return gone(case) or case.because(
        "It is too late to react to the purchase of {chip}.", "reaction-timing", chip=chip_name(kind)
    )


def in_action(case: RefusalCase) -> Illegal | None:
    """Explain why a chip cannot be played as an action."""
    if case.token == "play:gems" or case.box.is_gem(case.thing):
        return case.because("Gems in the hand are money: lay them in the buy phase.", "gem-chips")
    chip = case.box[case.thing]
    if chip.kind == "wound":
        return case.because("A wound does nothing; it cannot be played.", "wounds")
    if not chip.action:
        return case.because("{chip} is only a reaction.", "main-and-reaction", chip=Term(chip.name))
    if not payable(case.seat, chip):
        colours = Terms((Term(name) for name in ("black", *chip.banner) if name in COLOURS), OR, commas=True)
        return case.because(
            "You have no arrow left for {chip}; it needs a {colours} one.",
            "colored-arrows",
            chip=Term(chip.name),
            colours=colours,
        )
    return not_there(case, "action-phase", places_of(case.thing))


def places_of(kind: str) -> tuple[str, ...]:
    """The places that a chip is played or reacted with from: a Crash Gem also from the pile, where Iron Defense lays
    it."""
    return ("hand", "pile") if kind in LAID_IN_A_PILE else ("hand",)


def nothing_to_answer(case: RefusalCase) -> Illegal:
    """Explain that there is nothing to react to."""
    if not case.box.reacts(case.thing):
        return case.because("{chip} is not a reaction.", "main-and-reaction", chip=chip_name(case.thing))
    return too_late(case) or case.because("There is nothing to react to now.", "main-and-reaction")


def laying(case: RefusalCase) -> Illegal | None:
    """Explain that this is not money, or not in the hand."""
    if case.token == "play:gems":
        return case.because("There is no gem left in your hand.", "buy-phase", private=True)
    if not case.box.is_gem(case.thing):
        return case.because("The action phase is over; only gems are laid now.", "turn-structure")
    return not_there(case, "buy-phase")


STILL_IN_HAND = " (gems still in the hand do not count until they are laid)"


def buying(case: RefusalCase) -> Illegal | None:
    """Explain why a chip cannot be bought now."""
    me, kind = case.seat, case.thing
    absent = not_in_bank(case, kind)
    if absent:
        return absent
    if kind == "wound" and "wound" in me.bought:
        return case.because("Only one wound may be bought in a turn.", "wounds")
    for ongoing, bars in who_bars(case.play, me):
        if bars(case.box[kind]):
            return case.because(case.box.telling(ongoing).bars, f"chip:{ongoing}")
    price = case.price(kind)
    return case.because(
        "{chip} costs {price}; there is {money} to spend{more}.",
        "buy-phase",
        chip=chip_name(kind),
        price=dollars(price),
        money=dollars(me.money),
        more=Term(STILL_IN_HAND) if me.hand else "",
    )


def end_of_buying(case: RefusalCase) -> Illegal | None:
    """Explain why somebody has to buy first."""
    if case.token not in ("done", "pass", "none") or "done" in case.offered():
        return None
    if case.table.stock["wound"]:
        return case.because("At least one chip must be bought in a turn; a wound costs nothing.", "buy-at-least-one")
    play = case.play
    only_with_the_hand = not for_sale(play, case.seat, case.seat.money)
    return case.because(
        "At least one chip must be bought in a turn, and there is one you can afford.",
        "buy-at-least-one",
        private=only_with_the_hand and not play.hand_is_open(case.seat),
    )


def reacting(case: RefusalCase) -> Illegal | None:
    """Explain why a chip does not answer this."""
    kind, name = case.thing, chip_name(case.thing)
    if not case.box.reacts(kind):
        return case.because("{chip} is not a reaction.", "main-and-reaction", chip=name)
    answers, asked = case.box.answers(kind), windows(case)
    fitting = [one for one in answers if one in asked]
    if not fitting:
        if set(answers) <= {GEMS, GEMS_BY_BREAKING}:
            return case.because("{chip} answers gems that are sent, nothing else.", "purple-shield", chip=name)
        if answers == (PURCHASE,):
            return case.because("{chip} answers a purchase, nothing else.", "brown-shield", chip=name)
        if RED_FIST in asked or RED_FIST_AFTERWARDS in asked:
            return case.because("{chip} answers {answers}.", "reaction-timing", chip=name, answers=Term(answers[0]))
        return case.because("{chip} answers a red fist, nothing else.", "blue-shield", chip=name)
    condition = case.box.conditions(*fitting).get(kind)
    if condition and not condition(case.play, case.seat):
        return case.because("{chip} can do nothing about this now.", f"chip:{kind}", chip=name)
    if fitting == [GEMS_BY_BREAKING] and not case.play.gems(case.seat):
        return case.because("A counter-crash needs a gem in your own pile to break.", "counter-crashing")
    return not_there(case, "main-and-reaction", places_of(kind))


def windows(case: RefusalCase) -> tuple[str, ...]:
    """What the open window is about; one that a chip opens by itself is about a purchase."""
    return WINDOWS.get(case.question.rule, (PURCHASE,))


WINDOWS = {
    "purple-shield": (GEMS, GEMS_BY_BREAKING),
    "blue-shield": (RED_FIST,),
    "reaction-timing": (RED_FIST_AFTERWARDS,),
}
"""What a reaction window is about, by the rule that it cites."""


def reaction_first(case: RefusalCase) -> Illegal:
    """Explain that the seat has to react or pass first."""
    return case.because("{seat} must react or pass first.", "reaction-timing", seat=case.seat.name)


def whom(case: RefusalCase) -> Illegal | None:
    """Explain that this is not an opponent."""
    foes = Terms((foe.name for foe in case.play.opponents(case.seat)), OR)
    return case.because("Name an opponent: {foes}.", case.question.rule, foes=foes)


def paying(case: RefusalCase) -> Illegal | None:
    """Explain which arrows pay."""
    arrows = Terms((Term(token.partition(":")[2]) for token in case.offered()), OR)
    return case.because(
        "A coloured arrow that fits the chip's banner is spent before a black one. Choose {arrows}.",
        "colored-arrows",
        arrows=arrows,
    )


def dragon_ante(case: RefusalCase) -> Illegal | None:
    """Explain the Dragon's ante, or that there is no Dragon."""
    gem = case.offered()[0].partition(":")[2]
    return case.because(
        "With Dragon Form in play, ante a {gem}, or discard Dragon Form and ante like everybody else.",
        "chip:dragon_form",
        gem=chip_name(gem),
    )


def picking(case: RefusalCase) -> Illegal | None:
    """Explain that this is not on offer: no chip allows it, or there is no such character."""
    if case.question.about != "character" or case.verb != "choose":
        return choosing(case)
    return case.because(
        'There is no character "{who}" to choose; there are: {known}.',
        "choosing-characters",
        who=case.thing,
        known=", ".join(token.partition(":")[2] for token in case.offered()),
    )


EXPLAIN: dict[tuple[str, str], Explain] = {
    ("action", "play"): in_action,
    ("buy", "play"): laying,
    ("buy", "buy"): buying,
    ("buy", "done"): end_of_buying,
    ("buy", "pass"): end_of_buying,
    ("buy", "none"): end_of_buying,
    ("react", "react"): reacting,
    ("react", ""): reaction_first,
    ("ante", ""): dragon_ante,
    ("pay", "pay"): paying,
    ("to", "to"): whom,
    ("break", "break"): breaking,
    ("combine", "combine"): combining,
    ("negate", "negate"): negating,
    ("trash", "trash"): trashing,
    ("discard", "discard"): discarding,
    ("pile", "pile"): laid_in_pile,
    ("keep", "keep"): keeping,
    ("give", "give"): giving,
    ("bag", "bag"): onto_bag,
    ("trap", "trap"): trap,
    ("gain", "gain"): choosing,
    ("take", "take"): choosing,
    ("play", "play"): choosing,
    ("choose", "choose"): picking,
}
"""By question and verb, what explains why this chip, these gems or this opponent are refused."""
