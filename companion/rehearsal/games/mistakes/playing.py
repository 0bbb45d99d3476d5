"""Mistakes with actions and reactions."""

from __future__ import annotations

from companion.rehearsal.games.mistakes.mistake import Made, Moment
from companion.rehearsal.games.mistakes.position import (
    Catalogue,
    foe_of,
    is_a_gem,
    is_action,
    is_asked,
    on_turn,
    table_of,
    to,
)
from companion.rehearsal.games.truth import Travel
from companion.rehearsal.virtual_table import Chip
from companion.rules import Forced, Question
from companion.rules.puzzle_strike.chips.chip import CHIPS, GEMS, GEMS_BY_BREAKING, REACTIONS, answering
from companion.rules.puzzle_strike.table import Seat
from companion.rules.puzzle_strike.turn import payable

CATALOGUE = Catalogue()
mistake = CATALOGUE.mistake

ARROWS = ("action-phase", "black-arrow", "colored-arrows", "turn-structure")
REACTING = ("main-and-reaction", "reaction-timing", "purple-shield", "blue-shield", "turn-structure", "action-phase")


def played(seat: str, chip: Chip) -> Made:
    """A chip of the hand is laid on the table as an action, before anything else is done."""
    return Made(seat, inserted=to(chip, f"{seat}.hand", f"{seat}.played"))


def actions(moment: Moment, seat: str) -> list[Chip]:
    """Chips of a hand that can be played as actions."""
    return moment.lying(f"{seat}.hand", is_action)


def has_arrows(me: Seat) -> bool:
    """Of any colour."""
    return bool(me.black or me.brown or me.purple or me.red or me.blue)


def has_picked_arrows(moment: Moment) -> bool:
    """Whether by the chip before it somebody has only said what it gives: by all that can be seen, it may have been an
    arrow for this one."""
    for true in reversed(moment.steps[: moment.number]):
        if isinstance(asked := true.step.asked, Question) and asked.rest:
            return False
        if isinstance(said := true.step.said, str) and said.startswith("choose:"):
            return True
    return False


@mistake(*ARROWS)
def acted_without_an_arrow(moment: Moment) -> Made | None:
    """All arrows are spent, and one more chip is played."""
    me, previous = on_turn(moment), moment.previous
    begins = is_asked(moment, "buy") and previous and Forced(me.name, "done") in previous.step.events
    chips = actions(moment, me.name) if begins and not has_picked_arrows(moment) else []
    return played(me.name, chips[0]) if chips else None


@mistake(*ARROWS)
def acted_with_an_arrow_of_the_wrong_colour(moment: Moment) -> Made | None:
    """Only coloured arrows are left, and none that pays for this chip."""
    me = on_turn(moment)
    if not is_asked(moment, "action") or me.black or not has_arrows(me) or has_picked_arrows(moment):
        return None
    chips = [chip for chip in actions(moment, me.name) if not payable(me, CHIPS[chip.kind or ""])]
    return played(me.name, chips[0]) if chips else None


@mistake(*ARROWS)
def acted_out_of_turn(moment: Moment) -> Made | None:
    """The other one plays an action."""
    if not is_asked(moment, "action"):
        return None
    foe = foe_of(moment, moment.seat)
    chips = actions(moment, foe.name)
    return played(foe.name, chips[0]) if chips else None


@mistake(*ARROWS)
def acted_after_buying(moment: Moment) -> Made | None:
    """Something has been bought, and a chip is played."""
    me = on_turn(moment)
    chips = actions(moment, me.name) if is_asked(moment, "buy") and me.bought else []
    return played(me.name, chips[0]) if chips else None


def reacted(seat: str, chips: list[Chip], gems: list[Chip]) -> Made | None:
    """A reaction that cannot be: the chip is discarded, and a gem broken where the chip breaks one."""
    for chip in chips:
        travels = to(chip, f"{seat}.hand", f"{seat}.discard")
        if chip.kind in answering(GEMS_BY_BREAKING):
            travels += tuple(Travel(gem, (f"{seat}.pile", "bank")) for gem in gems[:1])
        return Made(seat, added=travels)
    return None


@mistake("4-gems-uncounter-crashable", "purple-shield", "counter-crashing", "reaction-timing", "main-and-reaction")
def purple_shield_against_a_4_gem(moment: Moment) -> Made | None:
    """Gems of a broken 4-gem are answered all the same."""
    for seat, sizes in moment.events("Broke"):
        if 4 in sizes and moment.events("Sent"):  # type: ignore[operator]
            foe = foe_of(moment, str(seat)).name
            chips = moment.lying(f"{foe}.hand", answering(GEMS, GEMS_BY_BREAKING).__contains__)
            return reacted(foe, chips, moment.lying(f"{foe}.pile", is_a_gem))
    return None


@mistake(
    "one-reaction-per-event",
    "reaction-timing",
    "main-and-reaction",
    "purple-shield",
    "blue-shield",
    "chip:rigorous_training",
)
def two_reactions_to_one_event(moment: Moment) -> Made | None:
    """A second chip answers what has been answered."""
    for seat, _ in moment.events("Reacted"):
        chips = moment.lying(f"{seat}.hand", REACTIONS.__contains__)
        return reacted(str(seat), chips, moment.lying(f"{seat}.pile", is_a_gem))
    return None


@mistake(*REACTING, "counter-crashing", "brown-shield", "chip:rigorous_training", "one-reaction-per-event")
def reaction_with_nothing_to_react_to(moment: Moment) -> Made | None:
    """A chip that is a reaction is discarded out of nothing."""
    if not is_asked(moment, "action") or table_of(moment).turns < 2:
        return None
    foe = foe_of(moment, moment.seat).name
    if moment.asks_meanwhile(foe):
        return None  # it would be a little early, and no mistake
    chips = moment.lying(f"{foe}.hand", REACTIONS.__contains__)
    made = reacted(foe, chips, [])
    return Made(foe, inserted=made.added) if made else None


@mistake("character-chips", "trashing", "chip:purge_bad_habits", "chip:training_day", "chip:martial_mastery")
def trashed_a_character_chip(moment: Moment) -> Made | None:
    """A character chip goes to the bank in place of what was to be trashed."""
    for seat, kind in moment.events("Trashed"):
        for trashed in moment.travels(f"{seat}.hand", "bank", str(kind)):
            for chip in moment.lying(f"{seat}.hand", lambda one: CHIPS[one].kind == "character"):
                return Made(str(seat), removed=(trashed,), added=to(chip, f"{seat}.hand", "bank"))
    return None
