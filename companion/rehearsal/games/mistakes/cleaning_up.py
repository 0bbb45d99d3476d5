"""Mistakes at the end of a turn: piggy banks, discards, bags, and the next hand."""

from __future__ import annotations

from itertools import takewhile

from companion.rehearsal.games.mistakes.mistake import BeforeStep, MadeMistake
from companion.rehearsal.games.mistakes.position import MistakeCatalogue, is_asked, on_turn, table_of
from companion.rehearsal.games.truth import TrueRoute
from companion.rules import Draw

CATALOGUE = MistakeCatalogue()
mistake = CATALOGUE.mistake

DRAWING = ("height-bonus", "cleanup-phase", "drawing", "draw-symbol")


def drawn(moment: BeforeStep) -> list[TrueRoute]:
    """Return the chips that are drawn for the next hand."""
    if not isinstance(moment.true.step.asked, Draw) or table_of(moment).phase != "cleanup":
        return []
    return moment.travels(f"{moment.seat}.bag", f"{moment.seat}.hand")


def is_refilled(moment: BeforeStep) -> bool:
    """Whether the next hand needs more than the bag holds, so that the discarded chips are poured into it."""
    bag = f"{moment.seat}.bag"
    drawing = takewhile(lambda true: isinstance(true.step.asked, Draw), moment.steps[moment.number + 1 :])
    return any(bag in travel.zones[1:] for true in (moment.true, *drawing) for travel in true.travels)


@mistake(*DRAWING)
def drew_too_few(moment: BeforeStep) -> MadeMistake | None:
    """One chip too few is drawn: the height bonus is forgotten."""
    chips = drawn(moment)
    return MadeMistake(moment.seat, removed=(chips[0],)) if len(chips) > 5 else None


@mistake(*DRAWING)
def drew_too_many(moment: BeforeStep) -> MadeMistake | None:
    """One chip too many is drawn."""
    more = moment.lying(f"{moment.seat}.bag")
    if not drawn(moment) or not more:
        return None
    return MadeMistake(moment.seat, added=(TrueRoute(more[0], (f"{moment.seat}.bag", f"{moment.seat}.hand")),))


@mistake("piggy-bank", "cleanup-phase")
def kept_a_chip_without_a_piggy_bank(moment: BeforeStep) -> MadeMistake | None:
    """One chip stays in the hand, without a piggy bank."""
    kept = moment.travels(f"{moment.seat}.hand", f"{moment.seat}.discard")
    fits = is_asked(moment, "buy") and kept and not on_turn(moment).piggy
    return MadeMistake(moment.seat, removed=(kept[0],)) if fits else None


@mistake("drawing", "draw-symbol", "cleanup-phase")
def refilled_the_bag_too_early(moment: BeforeStep) -> MadeMistake | None:
    """The discard pile goes into a bag that is not empty."""
    seat = on_turn(moment).name
    heap = moment.lying(f"{seat}.discard")
    if not is_asked(moment, "action") or len(heap) < 3 or not moment.lying(f"{seat}.bag"):
        return None
    return MadeMistake(seat, inserted=tuple(TrueRoute(chip, (f"{seat}.discard", f"{seat}.bag")) for chip in heap))


@mistake("drawing", "cleanup-phase")
def played_chips_into_the_bag(moment: BeforeStep) -> MadeMistake | None:
    """What was played goes into the bag, not to the discard pile. If that is poured in at once, it is no mistake."""
    seat = moment.seat
    played = moment.travels(f"{seat}.played", f"{seat}.discard")
    if not is_asked(moment, "buy") or not played or is_refilled(moment):
        return None
    poured = tuple(TrueRoute(one.chip, (f"{seat}.played", f"{seat}.bag")) for one in played)
    return MadeMistake(seat, removed=tuple(played), added=poured)
