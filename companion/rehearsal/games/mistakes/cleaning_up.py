"""Mistakes at the end of a turn: piggy banks, discards, bags, and the next hand."""

from __future__ import annotations

from itertools import takewhile

from companion.rehearsal.games.mistakes.mistake import Made, Moment
from companion.rehearsal.games.mistakes.position import Catalogue, is_asked, on_turn, table_of
from companion.rehearsal.games.truth import Travel
from companion.rules import Draw

CATALOGUE = Catalogue()
mistake = CATALOGUE.mistake

DRAWING = ("height-bonus", "cleanup-phase", "drawing", "draw-symbol")


def drawn(moment: Moment) -> list[Travel]:
    """The chips of the next hand."""
    if not isinstance(moment.true.step.asked, Draw) or table_of(moment).phase != "cleanup":
        return []
    return moment.travels(f"{moment.seat}.bag", f"{moment.seat}.hand")


def is_refilled(moment: Moment) -> bool:
    """Whether the next hand takes more than the bag holds, and what was discarded is poured into it."""
    bag = f"{moment.seat}.bag"
    drawing = takewhile(lambda true: isinstance(true.step.asked, Draw), moment.steps[moment.number + 1 :])
    return any(bag in travel.zones[1:] for true in (moment.true, *drawing) for travel in true.travels)


@mistake(*DRAWING)
def drew_too_few(moment: Moment) -> Made | None:
    """One chip fewer: the height bonus is forgotten."""
    chips = drawn(moment)
    return Made(moment.seat, removed=(chips[0],)) if len(chips) > 5 else None


@mistake(*DRAWING)
def drew_too_many(moment: Moment) -> Made | None:
    """One chip more."""
    more = moment.lying(f"{moment.seat}.bag")
    if not drawn(moment) or not more:
        return None
    return Made(moment.seat, added=(Travel(more[0], (f"{moment.seat}.bag", f"{moment.seat}.hand")),))


@mistake("piggy-bank", "cleanup-phase")
def kept_a_chip_without_a_piggy_bank(moment: Moment) -> Made | None:
    """One chip stays in the hand."""
    kept = moment.travels(f"{moment.seat}.hand", f"{moment.seat}.discard")
    fits = is_asked(moment, "buy") and kept and not on_turn(moment).piggy
    return Made(moment.seat, removed=(kept[0],)) if fits else None


@mistake("drawing", "draw-symbol", "cleanup-phase")
def refilled_the_bag_too_early(moment: Moment) -> Made | None:
    """The discard pile goes into a bag that is not empty."""
    seat = on_turn(moment).name
    heap = moment.lying(f"{seat}.discard")
    if not is_asked(moment, "action") or len(heap) < 3 or not moment.lying(f"{seat}.bag"):
        return None
    return Made(seat, inserted=tuple(Travel(chip, (f"{seat}.discard", f"{seat}.bag")) for chip in heap))


@mistake("drawing", "cleanup-phase")
def played_chips_into_the_bag(moment: Moment) -> Made | None:
    """What was played goes into the bag, and not to the discard pile. Where that is poured in at once, it is none."""
    seat = moment.seat
    played = moment.travels(f"{seat}.played", f"{seat}.discard")
    if not is_asked(moment, "buy") or not played or is_refilled(moment):
        return None
    poured = tuple(Travel(one.chip, (f"{seat}.played", f"{seat}.bag")) for one in played)
    return Made(seat, removed=tuple(played), added=poured)
