"""Explain refusals by a chip's own text, while the chip is carried out.

Reasons that everybody can see come first; reasons that depend on a hidden hand come last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.rules.kernel import Illegal
from companion.rules.kernel.sentences import Term
from companion.rules.puzzle_strike.combine import LARGEST_GEM
from companion.rules.puzzle_strike.names import chip_name, dollars
from companion.rules.puzzle_strike.refused import RefusalCase, no_such_chip, not_in_bank, not_there
from companion.rules.puzzle_strike.sets.box import Box

Explain: TypeAlias = Callable[[RefusalCase], Illegal | None]

SIZES = ("1", "2", "3", "4")
"""How gems are named when they break or combine."""


# -- gems of the pile ------------------------------------------------------------------------------------------


def no_such_gems(case: RefusalCase, sizes: list[str]) -> Illegal | None:
    """Explain that this is not how gems of a pile are written."""
    if set(sizes) <= set(SIZES):
        return None
    return case.because(
        'The gems of a pile are named by their numbers, 1 to 4, as in "{verb}:{example}".',
        case.question.rule,
        verb=case.verb,
        example="1" if case.verb == "break" else "1+2",
    )


def not_in_pile(case: RefusalCase, sizes: list[str]) -> Illegal | None:
    """Explain that the pile does not hold these gems, or not as many."""
    pile = case.play.gems(case.seat)
    for size in dict.fromkeys(sizes):
        there = pile.count(int(size))
        if not there:
            return case.because("There is no {size}-gem in your pile.", case.question.rule, size=size)
        if there < sizes.count(size):
            return case.because("There is only one {size}-gem in your pile.", case.question.rule, size=size)
    return None


def breaking(case: RefusalCase) -> Illegal | None:
    """Explain why these gems cannot be broken."""
    sizes = case.thing.split("+")
    bad = no_such_gems(case, sizes)
    if bad:
        return bad
    if case.question.about == "chromatic_orb":
        return case.because("Chromatic Orb crashes one 1-gem.", case.question.rule)
    if len(sizes) > 1 and case.question.rule != "double-crash-gem":
        return case.because("You break exactly one gem.", case.question.rule)
    if len(sizes) > 2:
        return case.because("{chip} breaks one gem or two.", case.question.rule, chip=chip_name(case.question.about))
    return not_in_pile(case, sizes)


def combining(case: RefusalCase) -> Illegal | None:
    """Explain why these gems cannot be combined."""
    sizes = case.thing.split("+")
    if len(sizes) != 2:
        return case.because("You combine exactly two gems.", "combine")
    bad = no_such_gems(case, sizes)
    if bad:
        return bad
    total = sum(map(int, sizes))
    if total > LARGEST_GEM:
        return case.because(
            "{gems} would make {total}: gems combine to at most 4.", "combine", gems=case.thing, total=total
        )
    if case.question.about == "strength_of_earth":
        return case.because(
            "One of the two is the bank's 1-gem, the other a gem of your pile.", "chip:strength_of_earth"
        )
    return not_in_pile(case, sizes)


def negating(case: RefusalCase) -> Illegal | None:
    """Explain that this is more than Gems to Gemonade negates, or more than is in the air."""
    most = max(int(token.partition(":")[2] or 0) for token in case.offered())
    if most < 3:
        return case.because(
            "It negates up to three of the gems that were sent; here that is {most} at most.",
            "chip:gems_to_gemonade",
            most=most,
        )
    return case.because("It negates up to three of the gems that were sent: none, 1, 2 or 3.", "chip:gems_to_gemonade")


# -- chips of the hand -----------------------------------------------------------------------------------------

EITHER = {"self_improvement", "burning_vigor"}
"""Chips that trash out of the hand or the discard pile."""

WANTED: dict[str, tuple[Callable[[Box, str], bool], str]] = {
    "gem_essence": (Box.is_gem, "Only a gem"),
    "big_rocks": (Box.is_gem, "Only a gem"),
    "burning_vigor": (lambda box, kind: kind == "wound", "Only a wound"),
    "training_day": (Box.trashable_without_orb, "Only a chip without a purple orb"),
    "martial_mastery": (Box.trashable_without_orb, "Only a chip without a purple orb"),
    "rigorous_training": (Box.trashable_without_orb, "Only a chip without a purple orb"),
}
"""What a chip wants trashed, if not any chip will do."""


def trashing(case: RefusalCase) -> Illegal | None:
    """Explain why these chips cannot be trashed."""
    about, kinds = case.question.about, case.thing.split("+")
    for kind in kinds:
        if not case.box.trashable(kind):
            return case.because("Character chips cannot be trashed.", "character-chips")
        wanted, what = WANTED.get(about, (Box.trashable, ""))
        if not wanted(case.box, kind):
            return case.because("{what} can be trashed for this.", case.question.rule, what=Term(what))
    if about == "no_more_lies" and len(kinds) > 2:
        return case.because("You trash up to two chips.", case.question.rule)
    if about != "no_more_lies" and len(kinds) > 1:
        return case.because("You trash exactly one chip.", case.question.rule)
    return not_there(case, case.question.rule, ("hand", "discard") if about in EITHER else ("hand",))


def discarding(case: RefusalCase) -> Illegal | None:
    """Explain why these chips cannot be discarded for this."""
    about, rule, kinds = case.question.about, case.question.rule, case.thing.split("+")
    toll = rule.removeprefix("chip:")
    if case.box.telling(toll).stops:
        return paying_toll(case, toll)
    if about == "chip_damage":
        if len(kinds) > 2 or (len(kinds) == 1 and not case.box.has_orb(kinds[0])):
            return case.because("Discard one chip with a purple orb, or any two chips.", rule)
    elif len(kinds) > 1:
        return case.because("You discard exactly one chip.", rule)
    return not_there(case, rule)


def paying_toll(case: RefusalCase, toll: str) -> Illegal | None:
    """Explain what pays for an ongoing chip that gems are combined under."""
    rule, ward = case.question.rule, chip_name(toll)
    if "+" in case.thing:
        return case.because("{ward} takes one Puzzle chip at a time.", rule, ward=ward)
    if case.thing not in case.box.of_kind("puzzle"):
        return case.because(
            "{chip} is not a Puzzle chip, and nothing else pays for {ward}.",
            rule,
            chip=chip_name(case.thing),
            ward=ward,
        )
    return not_there(case, rule) or case.because(
        "You do not have enough Puzzle chips for every {ward} in play; pass instead.", rule, private=True, ward=ward
    )


def laid_in_pile(case: RefusalCase) -> Illegal | None:
    """Explain that only gems go into a pile."""
    about = case.question.about
    if about == "its_combo_time" and case.thing != "gem_1":
        return case.because("It's Combo Time puts a 1-gem from the hand into the pile.", case.question.rule)
    if not case.box.is_gem(case.thing):
        return case.because("Only a gem from your hand can go into your pile.", case.question.rule)
    return not_there(case, case.question.rule)


def keeping(case: RefusalCase) -> Illegal | None:
    """Explain that the hand does not hold these chips, or that they are kept already."""
    return not_there(case, case.question.rule) or case.because(
        "You have no {chip} in your hand besides what you already keep.",
        case.question.rule,
        private=True,
        chip=chip_name(case.thing),
    )


def giving(case: RefusalCase) -> Illegal | None:
    """Explain that the hand does not hold this chip, or that with it in the hand the bag has nothing to take."""
    return not_there(case, case.question.rule) or case.because(
        "If {chip} is in your hand, no chip with a purple orb is left in the bag to take.",
        case.question.rule,
        private=True,
        chip=chip_name(case.thing),
    )


def onto_bag(case: RefusalCase) -> Illegal | None:
    """Explain why this cannot be put on top of the bag."""
    if case.question.about == "thinking_ahead":
        return case.because(
            "Only the chip that was bought can go on top of the bag. You may also pass.", case.question.rule
        )
    return not_there(case, case.question.rule, ("discard",))


# -- chips of the bank, and of other places --------------------------------------------------------------------


def combos(case: RefusalCase) -> Illegal | None:
    """Explain why Combos Are Hard does not gain this: it gains two different kinds without an exclamation mark."""
    if case.box[case.thing].exclamation:
        return case.because("Chips with an exclamation mark cannot be gained this way.", case.question.rule)
    return not_in_bank(case, case.thing) or case.because(
        "This gains two different kinds, and you already have {chip}.",
        case.question.rule,
        chip=chip_name(case.thing),
    )


def by_cost(case: RefusalCase) -> Illegal | None:
    """Explain that a chip's cost does not fit that of the trashed chip, which lies on the table no more."""
    absent = not_in_bank(case, case.thing)
    if absent:
        return absent
    price = case.price(case.thing)
    fitting = [case.price(token.partition(":")[2]) for token in case.offered() if ":" in token]
    template = BY_COST[case.question.about]
    if case.question.about == "training_day" and price < min(fitting, default=0):
        template = "{chip} costs {price}: less than what was trashed."
    return case.because(
        template,
        case.question.rule,
        chip=chip_name(case.thing),
        price=dollars(price),
        most=dollars(max(fitting, default=0)),
    )


TOO_DEAR = "{chip} costs {price}: more than $2 above what was trashed. The dearest that fits costs {most}."

BY_COST = {
    "rigorous_training": TOO_DEAR,
    "training_day": TOO_DEAR,
    "martial_mastery": (
        "{chip} costs {price}; this gains a chip that costs exactly $2 more than the trashed one: {most}."
    ),
}
"""By chip, the cost that its trade asks for."""


def from_bag(case: RefusalCase) -> Illegal | None:
    """Explain why Research & Development cannot take this: it looks for orb chips in the bag."""
    if not case.box.has_orb(case.thing):
        return case.because("Only a chip with a purple orb can come out of the bag.", case.question.rule)
    return not_there(case, case.question.rule, ("bag",))


def puzzle_chip(*places: str) -> Explain:
    """Explain why this is not a Puzzle chip without exclamation from one of these places."""

    def explain(case: RefusalCase) -> Illegal | None:
        if not case.box.playable_puzzle_chip(case.thing):
            return case.because(
                "Only a Puzzle chip without an exclamation mark can be chosen; {chip} is not one.",
                case.question.rule,
                chip=chip_name(case.thing),
            )
        return not_there(case, case.question.rule, places)

    return explain


def stolen(case: RefusalCase) -> Illegal | None:
    """Explain why this is not one of the chips that the opponent has just discarded."""
    if not case.box.has_orb(case.thing):
        return case.because("Only a chip with a purple orb can be stolen.", case.question.rule)
    return case.because(
        "{chip} is not one of the chips that were just discarded.", case.question.rule, chip=chip_name(case.thing)
    )


def puzzler(case: RefusalCase) -> Illegal | None:
    """Explain why Master Puzzler cannot choose this: it takes different kinds of the bank, no gems."""
    kind, chip = case.thing, case.box[case.thing]
    if case.question.what == "play":
        return case.because(
            "{chip} is not among the chips that you chose and that are still to be played.",
            case.question.rule,
            chip=Term(chip.name),
        )
    if chip.kind == "gem":
        return case.because("Gems cannot be chosen.", case.question.rule)
    if chip.exclamation:
        return case.because(
            "Chips with an exclamation mark cannot be chosen, Master Puzzler included.", case.question.rule
        )
    return not_in_bank(case, kind) or case.because(
        "All must be of different kinds: {chip} is already chosen.", case.question.rule, chip=Term(chip.name)
    )


def jackpot(case: RefusalCase) -> Illegal | None:
    """Explain why this is not a chip of the bank with a purple orb."""
    if not case.box.has_orb(case.thing):
        return case.because("Only a chip with a purple orb can be chosen.", case.question.rule)
    return not_in_bank(case, case.thing)


def trap(case: RefusalCase) -> Illegal | None:
    """Explain why this is not a stack of the bank."""
    return not_in_bank(case, case.thing, may_be_empty=True)


def thoughts(case: RefusalCase) -> Illegal | None:
    """Explain that this is not two different symbols."""
    return case.because(
        "Choose two different ones: a black arrow (black), a piggy bank (piggy), $1 (money), a draw (chips).",
        case.question.rule,
    )


def hex_of_murkwood(case: RefusalCase) -> Illegal | None:
    """Explain that two wounds are discarded, or none."""
    if case.thing == "wound+wound":
        return case.because("You do not have two wounds in your hand: gain one.", case.question.rule, private=True)
    return case.because("Discard two wounds, or gain one. There is no other choice.", case.question.rule)


LIMITS: dict[str, Explain] = {
    "combos_are_hard": combos,
    "rigorous_training": by_cost,
    "training_day": by_cost,
    "martial_mastery": by_cost,
    "research_and_development": from_bag,
    "its_time_for_the_past": puzzle_chip("discard"),
    "double_take": puzzle_chip("hand", "discard"),
    "stolen_purples": stolen,
    "master_puzzler": puzzler,
    "jackpot": jackpot,
    "creative_thoughts": thoughts,
}
"""By chip, what explains why something cannot be chosen, gained or taken."""

CHOOSES_CHIPS = frozenset(("master_puzzler", "double_take", "jackpot"))
"""Chips whose `choose` names a chip."""


def choosing(case: RefusalCase) -> Illegal | None:
    """Explain why this chip does not allow the choice."""
    about = case.question.about
    if about == "hex_of_murkwood":
        return hex_of_murkwood(case)
    if about not in LIMITS:
        return case.because("{chip} does not offer that choice.", case.question.rule, chip=chip_name(about))
    return (no_such_chip(case, case.thing) if about != "creative_thoughts" else None) or LIMITS[about](case)
