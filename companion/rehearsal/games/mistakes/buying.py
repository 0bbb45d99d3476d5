"""Mistakes with money and purchases."""

from __future__ import annotations

from companion.rehearsal.games.mistakes.mistake import BeforeStep, MadeMistake
from companion.rehearsal.games.mistakes.position import (
    MistakeCatalogue,
    foe_of,
    is_a_gem,
    is_asked,
    on_turn,
    table_of,
    to,
)
from companion.rehearsal.games.truth import TrueRoute
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules.puzzle_strike.events import Reacted, TurnEnded
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.ways.known import rules_of

CATALOGUE = MistakeCatalogue()
mistake = CATALOGUE.mistake

MONEY = ("buy-phase", "gem-power")


def purchase(moment: BeforeStep) -> TrueRoute | None:
    """Return the chip that this step buys, if it goes to the discard pile as usual."""
    said = moment.true.step.said
    if not is_asked(moment, "buy") or not isinstance(said, str) or not said.startswith("buy:"):
        return None
    bought = moment.travels("bank", f"{moment.seat}.discard", said[4:])
    return bought[0] if bought else None


def for_more(moment: BeforeStep, least: int, most: int) -> TaggedThing | None:
    """Return a chip of the bank that costs from `least` to `most` now."""
    play = Play(rules_of(table_of(moment)), table_of(moment), [])
    chips = moment.lying("bank", lambda kind: kind != "wound" and least <= play.price(kind) <= most)
    return chips[0] if chips else None


def bought_too(moment: BeforeStep, chip: TaggedThing | None) -> MadeMistake | None:
    """Return one more purchase, made before the buyer is done."""
    return MadeMistake(moment.seat, inserted=to(chip, "bank", f"{moment.seat}.discard")) if chip else None


def is_done(moment: BeforeStep) -> bool:
    """Whether the buyer has bought something and says that this is all."""
    return is_asked(moment, "buy") and moment.true.step.said == "done" and bool(on_turn(moment).bought)


@mistake("buy-at-least-one", "wounds", *MONEY)
def no_purchase(moment: BeforeStep) -> MadeMistake | None:
    """The turn ends without a purchase."""
    bought, following = purchase(moment), moment.next
    only_one = not on_turn(moment).bought and following and following.step.said == "done"
    goes_on = moment.number + 2 < len(moment.steps)  # if the game ends here, the turn is not cleaned up
    return MadeMistake(moment.seat, removed=(bought,)) if bought and only_one and goes_on else None


@mistake("chip:dragon_form", *MONEY)
def bought_what_money_cannot_pay(moment: BeforeStep) -> MadeMistake | None:
    """Somebody buys a chip that costs more than is left."""
    return bought_too(moment, for_more(moment, on_turn(moment).money + 2, 99)) if is_done(moment) else None


@mistake("wounds", *MONEY)
def bought_two_wounds(moment: BeforeStep) -> MadeMistake | None:
    """Somebody buys two wounds in one turn."""
    wounds = moment.lying("bank", "wound")
    fits = is_done(moment) and "wound" in on_turn(moment).bought and wounds
    return bought_too(moment, wounds[0]) if fits else None


@mistake("running-out-of-chips", "bank", *MONEY)
def bought_from_an_empty_stack(moment: BeforeStep) -> MadeMistake | None:
    """A stack is empty, so somebody takes the chip out of the opponent's discard pile."""
    if not is_done(moment):
        return None
    stock, foe = table_of(moment).stock, foe_of(moment, moment.seat).name
    chips = moment.lying(f"{foe}.discard", lambda kind: stock.get(kind, 1) == 0)
    return (
        MadeMistake(moment.seat, inserted=to(chips[0], f"{foe}.discard", f"{moment.seat}.discard")) if chips else None
    )


@mistake("gaining", *MONEY)
def bought_chip_into_the_hand(moment: BeforeStep) -> MadeMistake | None:
    """The bought chip goes to the hand instead of the discard pile."""
    bought = purchase(moment)
    if not bought:
        return None
    return MadeMistake(moment.seat, removed=(bought,), added=to(bought.chip, "bank", f"{moment.seat}.hand"))


@mistake("combine", *MONEY)
def forgot_what_combine_costs(moment: BeforeStep) -> MadeMistake | None:
    """Somebody buys for $1 more than there is, in a turn with a Combine."""
    me = on_turn(moment)
    if not is_done(moment) or not moment.zones.get(f"{me.name}.played"):
        return None
    combined = any(chip.kind == "combine" for chip in moment.zones[f"{me.name}.played"])
    return bought_too(moment, for_more(moment, me.money + 1, me.money + 1)) if combined else None


@mistake("crash-money", "counter-crashing", *MONEY)
def took_money_for_a_counter_crash(moment: BeforeStep) -> MadeMistake | None:
    """Somebody who has counter-crashed buys for $1 more than there is."""
    me = on_turn(moment)
    fits = is_done(moment) and has_countered(moment)
    return bought_too(moment, for_more(moment, me.money + 1, me.money + 1)) if fits else None


def has_countered(moment: BeforeStep) -> bool:
    """Whether the seat on turn has counter-crashed in the opponent's turn just before."""
    turns = 0
    for true in reversed(moment.steps[: moment.number]):
        turns += any(isinstance(event, TurnEnded) for event in true.step.events)
        if turns == 2:
            break
        if any(isinstance(event, Reacted) and event == (moment.seat, "crash_gem") for event in true.step.events):
            return True
    return False


@mistake("gem-chips", *MONEY)
def gem_of_the_hand_in_the_tray(moment: BeforeStep) -> MadeMistake | None:
    """A gem that was meant as money is laid into the tray."""
    if not is_asked(moment, "buy"):
        return None
    laid = [
        one for one in moment.travels(f"{moment.seat}.hand", f"{moment.seat}.played") if is_a_gem(str(one.chip.kind))
    ]
    if not laid:
        return None
    return MadeMistake(
        moment.seat, removed=(laid[0],), added=to(laid[0].chip, f"{moment.seat}.hand", f"{moment.seat}.pile")
    )


@mistake("gem-chips", *MONEY)
def gem_of_the_pile_as_money(moment: BeforeStep) -> MadeMistake | None:
    """A gem of the tray is laid down as money."""
    gems = moment.lying(f"{moment.seat}.pile", is_a_gem) if is_asked(moment, "buy") else []
    return (
        MadeMistake(moment.seat, inserted=to(gems[0], f"{moment.seat}.pile", f"{moment.seat}.played")) if gems else None
    )
