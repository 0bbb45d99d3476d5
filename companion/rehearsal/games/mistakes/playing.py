"""Mistakes with actions and reactions."""

from __future__ import annotations

from companion.rehearsal.games.mistakes.mistake import BeforeStep, MadeMistake
from companion.rehearsal.games.mistakes.position import (
    MistakeCatalogue,
    foe_of,
    is_a_gem,
    is_action,
    is_asked,
    on_turn,
    table_of,
    to,
)
from companion.rehearsal.games.truth import TrueRoute
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Forced, Question
from companion.rules.puzzle_strike.sets.answers import GEMS, GEMS_BY_BREAKING
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import Seat
from companion.rules.puzzle_strike.turn import payable

CATALOGUE = MistakeCatalogue()
mistake = CATALOGUE.mistake

ARROWS = ("action-phase", "black-arrow", "colored-arrows", "turn-structure")
REACTING = ("main-and-reaction", "reaction-timing", "purple-shield", "blue-shield", "turn-structure", "action-phase")


def played(seat: str, chip: TaggedThing) -> MadeMistake:
    """Return the mistake of playing a chip as an action before anything else is done."""
    return MadeMistake(seat, inserted=to(chip, f"{seat}.hand", f"{seat}.played"))


def actions(moment: BeforeStep, seat: str) -> list[TaggedThing]:
    """Return the chips of a hand that can be played as actions."""
    return moment.lying(f"{seat}.hand", is_action)


def has_arrows(me: Seat) -> bool:
    """Whether a seat has an arrow of any colour."""
    return bool(me.black or me.brown or me.purple or me.red or me.blue)


def has_picked_arrows(moment: BeforeStep) -> bool:
    """Whether somebody has just chosen what the chip before this one gives.

    That choice is not seen: for all that the table shows, it may have been an arrow for this chip.
    """
    for true in reversed(moment.steps[: moment.number]):
        if isinstance(asked := true.step.asked, Question) and asked.rest:
            return False
        if isinstance(said := true.step.said, str) and said.startswith("choose:"):
            return True
    return False


@mistake(*ARROWS)
def acted_without_an_arrow(moment: BeforeStep) -> MadeMistake | None:
    """One more chip is played after all arrows are spent."""
    me, previous = on_turn(moment), moment.previous
    begins = is_asked(moment, "buy") and previous and Forced(me.name, "done") in previous.step.events
    chips = actions(moment, me.name) if begins and not has_picked_arrows(moment) else []
    return played(me.name, chips[0]) if chips else None


@mistake(*ARROWS)
def acted_with_an_arrow_of_the_wrong_colour(moment: BeforeStep) -> MadeMistake | None:
    """A chip is played that none of the arrows left can pay for."""
    me = on_turn(moment)
    if not is_asked(moment, "action") or me.black or not has_arrows(me) or has_picked_arrows(moment):
        return None
    chips = [chip for chip in actions(moment, me.name) if not payable(me, LIBRARY[chip.kind or ""])]
    return played(me.name, chips[0]) if chips else None


@mistake(*ARROWS)
def acted_out_of_turn(moment: BeforeStep) -> MadeMistake | None:
    """The opponent plays an action."""
    if not is_asked(moment, "action"):
        return None
    foe = foe_of(moment, moment.seat)
    chips = actions(moment, foe.name)
    return played(foe.name, chips[0]) if chips else None


@mistake(*ARROWS)
def acted_after_buying(moment: BeforeStep) -> MadeMistake | None:
    """A chip is played after something has been bought."""
    me = on_turn(moment)
    chips = actions(moment, me.name) if is_asked(moment, "buy") and me.bought else []
    return played(me.name, chips[0]) if chips else None


def reacted(seat: str, chips: list[TaggedThing], gems: list[TaggedThing]) -> MadeMistake | None:
    """Return a reaction that is not allowed: the chip is discarded, and a gem is broken if the chip breaks one."""
    for chip in chips:
        travels = to(chip, f"{seat}.hand", f"{seat}.discard")
        if chip.kind in LIBRARY.answering(GEMS_BY_BREAKING):
            travels += tuple(TrueRoute(gem, (f"{seat}.pile", "bank")) for gem in gems[:1])
        return MadeMistake(seat, added=travels)
    return None


@mistake("4-gems-uncounter-crashable", "purple-shield", "counter-crashing", "reaction-timing", "main-and-reaction")
def purple_shield_against_a_4_gem(moment: BeforeStep) -> MadeMistake | None:
    """The gems of a broken 4-gem are answered, which is not allowed."""
    for seat, sizes in moment.events("Broke"):
        if 4 in sizes and moment.events("Sent"):  # type: ignore[operator]
            foe = foe_of(moment, str(seat)).name
            chips = moment.lying(f"{foe}.hand", LIBRARY.answering(GEMS, GEMS_BY_BREAKING).__contains__)
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
def two_reactions_to_one_event(moment: BeforeStep) -> MadeMistake | None:
    """A second chip answers what has been answered already."""
    for seat, _ in moment.events("Reacted"):
        chips = moment.lying(f"{seat}.hand", LIBRARY.reacts)
        return reacted(str(seat), chips, moment.lying(f"{seat}.pile", is_a_gem))
    return None


@mistake(*REACTING, "counter-crashing", "brown-shield", "chip:rigorous_training", "one-reaction-per-event")
def reaction_with_nothing_to_react_to(moment: BeforeStep) -> MadeMistake | None:
    """A reaction is discarded although nothing has happened."""
    if not is_asked(moment, "action") or table_of(moment).turns < 2:
        return None
    foe = foe_of(moment, moment.seat).name
    if moment.asks_meanwhile(foe):
        return None  # that would only be a little early, and no mistake
    chips = moment.lying(f"{foe}.hand", LIBRARY.reacts)
    made = reacted(foe, chips, [])
    return MadeMistake(foe, inserted=made.added) if made else None


@mistake("character-chips", "trashing", "chip:purge_bad_habits", "chip:training_day", "chip:martial_mastery")
def trashed_a_character_chip(moment: BeforeStep) -> MadeMistake | None:
    """A character chip goes to the bank in place of the chip that was to be trashed."""
    for seat, kind in moment.events("Trashed"):
        for trashed in moment.travels(f"{seat}.hand", "bank", str(kind)):
            for chip in moment.lying(f"{seat}.hand", lambda one: LIBRARY[one].kind == "character"):
                return MadeMistake(str(seat), removed=(trashed,), added=to(chip, f"{seat}.hand", "bank"))
    return None
