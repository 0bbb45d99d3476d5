"""Explain an answer to a question that is not asked now: say what is asked instead, and when the answer would fit.

Nothing is said about the chip that the answer names. Whether the chip would fit does not matter: the verb is wrong.
"""

from __future__ import annotations

from companion.rules.kernel import Illegal
from companion.rules.kernel.sentences import SaidSentence, Term
from companion.rules.puzzle_strike.names import chip_name
from companion.rules.puzzle_strike.play import NOTHING
from companion.rules.puzzle_strike.refused import RefusalCase

WITHOUT_A_PLACE = 'Leave the place out: "{answer}".'

OF_THE_TURN = ("play", "keep")
"""Verbs that a phase asks for, and that no chip but Master Puzzler uses."""

UNFINISHED = "{chip} is not finished yet; nothing else is played, bought or kept before that."

ASKED = {
    "break": ("", "First say which gem breaks ({chip})."),
    "to": ("", "First choose an opponent ({chip})."),
    "combine": ("combine", "First say which two gems are combined ({chip})."),
    "negate": ("", "First say how many gems are negated ({chip})."),
    "pay": ("", "First say which arrow pays for {chip}."),
    "trash": ("trashing", "{chip} has a chip trashed: it leaves your deck and goes to the bank."),
    "discard": ("", "{chip} has you discard: from your hand to your discard pile."),
    "pile": ("", "{chip} puts a gem from your hand into your pile."),
    "give": ("", "{chip} asks first which chip of your hand goes into the bag."),
    "bag": ("", "{chip} asks which chip goes on top of the bag; you may pass."),
    "gain": ("gaining", "{chip} has you gain a chip: it goes from the bank to your discard pile."),
    "take": ("", "{chip} has you take a chip: it goes from the bank into your hand."),
    "trap": ("", "{chip} asks which stack gets the trap token."),
    "choose": ("", "{chip} asks you to choose one of what it offers."),
    "play": ("", "{chip} asks which of the chosen chips is played next."),
}
"""What a chip asks for, by verb: the rule, if it is not the question's own, and the sentence."""

ASKED_BY = {
    ("choose", "double_take"): "{chip} asks which Puzzle chip of your hand or discard pile is played twice.",
    ("choose", "hex_of_murkwood"): "{chip} leaves two answers: gain a wound, or discard two of your hand.",
    ("choose", "jackpot"): "{chip} asks which chip of the bank with a purple orb is played and gained.",
    ("choose", "master_puzzler"): "{chip} asks which chips of the bank you choose; they are played after that.",
    ("take", "its_time_for_the_past"): "{chip} has you take a chip: it goes from your discard pile into your hand.",
    ("take", "research_and_development"): "{chip} has you take a chip: it goes from your bag into your hand.",
    ("take", "stolen_purples"): "{chip} has you take one of the chips just discarded: it goes to your discard pile.",
}
"""The same by verb and chip, where a chip needs its own sentence."""

SAID_WHEN_ASKED = "That is said only when a chip asks for it, and none does now."

WHEN = {
    "keep": ("piggy-bank", "Piggy banks keep chips in the cleanup phase, when buying is over."),
    "gain": ("gaining", "Chips are gained or taken only when a chip says so, and none does now."),
    "take": ("gaining", "Chips are gained or taken only when a chip says so, and none does now."),
    "trash": ("trashing", "Chips are trashed only when a chip says so, and none does now."),
    "discard": ("cleanup-phase", "Before the cleanup phase, chips are discarded only when a chip says so."),
    "break": ("crash-gem", "A gem breaks only when a chip crashes it, as a Crash Gem does."),
    "combine": ("combine", "Gems are combined only when a chip says so, as Combine does."),
    "pile": ("gem-chips", "A gem in the hand is money; it goes into the pile only when a chip says so."),
    "bag": ("top-of-bag", "Chips go on top of the bag only when a chip says so, and none does now."),
    "ante": ("ante-phase", "The ante is made when a turn begins, and only a Dragon has a choice."),
    "pay": ("colored-arrows", "Say which chip you play; the arrow is asked for only where two colours could pay."),
    "to": ("", SAID_WHEN_ASKED),
    "choose": ("", SAID_WHEN_ASKED),
    "give": ("", SAID_WHEN_ASKED),
    "trap": ("", SAID_WHEN_ASKED),
    "negate": ("", SAID_WHEN_ASKED),
}
"""When a verb can be used, for somebody who uses it while no chip is carried out: the rule and the sentence."""

IN_A_PHASE = {
    ("action", "buy"): ("turn-structure", "Actions come first: end the action phase, then buy."),
    ("buy", "gain"): ("buy-phase", "Here chips are bought; they are gained or taken only when a chip says so."),
    ("buy", "take"): ("buy-phase", "Here chips are bought; they are gained or taken only when a chip says so."),
    ("keep", "buy"): ("cleanup-phase", "Buying is over: the turn is being cleaned up."),
    ("keep", "play"): ("cleanup-phase", "The action phase and the buy phase are over: the turn is being cleaned up."),
    ("keep", "discard"): ("cleanup-phase", "Say what you keep; the rest of the hand is discarded by itself."),
}
"""The same by question and verb, where the phase has more to say."""

NO_PIGGY_BANK = "You have no piggy bank this turn, so you keep no chip."
CHARACTERS_FIRST = "First choose the characters."
ASKED_FIRST = "Answer this first: {asks}"
DECLINED = 'If you want nothing more here, say "{word}".'

COULD_NOT: dict[str, tuple[str, ...]] = {
    "combos_are_hard": ("gain",),
    "gem_essence": ("trash",),
    "risky_move": ("pile",),
    "its_combo_time": ("pile",),
    "iron_defense": ("pile", "take"),
    "burning_vigor": ("trash",),
    "chromatic_orb": ("break",),
    "training_day": ("trash", "take"),
    "martial_mastery": ("trash", "gain"),
    "rigorous_training": ("trash", "gain"),
    "self_improvement": ("trash",),
    "big_rocks": ("trash", "take"),
    "double_take": ("choose",),
    "research_and_development": ("give", "take"),
    "its_time_for_the_past": ("take", "choose"),
    "jackpot": ("choose", "gain"),
}
"""By chip, the verbs of the questions that it asks when it can do something."""

COULD_DO_NO_MORE = "{name} does nothing more: when it was carried out, {reason}."
COULD_NOT_THEN = "{name} does nothing more. When it was carried out: {reason}."
WHY_IT_COULD_NOT = {
    "combos_are_hard": "another action had been played before it",
    "gem_essence": "no gem was trashed from the hand",
    "risky_move": "no gem went from the hand to the pile",
    "its_combo_time": "no 1-gem went from the hand to the pile",
    "iron_defense": "the bank had no Crash Gem",
    "burning_vigor": "no wound was trashed",
    "chromatic_orb": "there was no 1-gem in the pile",
    "training_day": "there was no chip in the hand that it could trash",
    "martial_mastery": "there was no chip in the hand that it could trash",
    "rigorous_training": "there was no chip in the hand that it could trash",
    "self_improvement": "there was no chip that it could trash",
    "big_rocks": "no gem was trashed from the hand",
    "double_take": "there was no Puzzle chip that it could play",
    "research_and_development": "there was nothing to exchange",
    "its_time_for_the_past": "there was no Puzzle chip in the discard pile to take",
    "jackpot": "the opponent's hand was empty",
}
"""By chip, what was so when it was carried out; it may have changed since."""

HEX_IS_OVER = "Hex of Murkwood: discard two wounds from your hand; with fewer than two, gain one."


def other_answer(case: RefusalCase) -> Illegal | None:
    """Say what is asked, if the token answers something else; None for a word that nothing ever asks for."""
    question, verb = case.question, case.verb
    if verb not in WHEN and verb not in ("play", "buy"):
        return None
    if question.about == "character":
        return case.because(CHARACTERS_FIRST, "choosing-characters")
    if stops := case.box.telling(question.rule.removeprefix("chip:")).stops:
        return case.because(stops, question.rule)
    if question.what in ("action", "buy", "keep"):
        return in_a_phase(case)
    chip = chip_name(question.about)
    buys = verb == "buy" and question.what not in ("gain", "take")
    if question.what != "pay" and (verb in OF_THE_TURN or buys):
        return case.because(UNFINISHED, "everything-you-can", chip=chip)
    if asks := case.box.telling(question.about).asks.get(question.what):
        return case.because(ASKED_FIRST, question.rule, asks=SaidSentence(asks))
    rule, template = ASKED[question.what]
    template = ASKED_BY.get((question.what, question.about), template)
    return case.because(template, rule or question.rule, chip=chip)


def in_a_phase(case: RefusalCase) -> Illegal:
    """No chip is carried out: say what the phase asks for, or why the last chip asks for nothing more."""
    what = case.question.what
    if what == "buy" and case.verb == "keep" and not case.seat.piggy:
        return case.because(NO_PIGGY_BANK, "piggy-bank")
    rule, template = IN_A_PHASE.get((what, case.verb)) or WHEN[case.verb]
    return left_out(case) or case.because(template, rule or case.question.rule)


def left_out(case: RefusalCase) -> Illegal | None:
    """What is tried now belongs to the last chip, which could not do it; everybody has been told."""
    chip = case.table.no_reaction.get(case.seat.name, "").removeprefix(NOTHING)
    telling = case.box.telling(chip)
    if case.verb in telling.missed:
        found = case.because(COULD_NOT_THEN, f"chip:{chip}", name=chip_name(chip), reason=Term(telling.nothing))
        found.to_the_point = True
        return found
    if case.verb in COULD_NOT.get(chip, ()):
        name, reason = chip_name(chip), Term(WHY_IT_COULD_NOT[chip])
        found = case.because(COULD_DO_NO_MORE, f"chip:{chip}", name=name, reason=reason)
        found.to_the_point = True
        return found
    played = case.table.seats[case.table.turn].played if case.table.turn else ()
    hexed = played[-1:] == ("hex_of_murkwood",) and case.seat.name != case.table.turn
    return case.because(HEX_IS_OVER, "chip:hex_of_murkwood") if hexed and case.verb == "discard" else None


def declined(case: RefusalCase) -> Illegal | None:
    """Somebody declines: say which word does that here, or that the chip cannot be declined."""
    if case.token not in ("pass", "done", "none"):
        return None
    if case.question.about == "character":
        return case.because(CHARACTERS_FIRST, "choosing-characters")
    word = next((token for token in case.offered() if token in ("done", "pass")), "")
    if word:
        private = case.question.what == "buy" and not case.seat.bought  # it depends on the money in the hand
        private = private and not case.play.hand_is_open(case.seat)
        return case.because(DECLINED, case.question.rule, private=private, word=Term(word))
    if case.question.about not in case.box:
        return None
    return case.because(
        "{chip} is carried out as far as it can be: this cannot be declined.",
        "everything-you-can",
        chip=chip_name(case.question.about),
    )


def misplaced(case: RefusalCase) -> Illegal | None:
    """The answer is right except for the place: a chip of the bank, or one just discarded, is named without a place."""
    of_the_bank = case.verb in ("buy", "gain", "trap") or case.question.about in NAMED_WITHOUT_A_PLACE
    if not case.place or not of_the_bank:
        return None
    same = [token for token in case.offered() if token.partition(":")[2] == case.thing]
    return case.because(WITHOUT_A_PLACE, case.question.rule, answer=same[0]) if same else None


NAMED_WITHOUT_A_PLACE = frozenset(("training_day", "stolen_purples", "master_puzzler", "jackpot"))
"""Chips whose choices lie in the bank, or among the chips just discarded."""
