"""Mistakes with the gem piles: antes, crashes, combines."""

from __future__ import annotations

from collections.abc import Callable

from companion.rehearsal.games.mistakes.mistake import BeforeStep, MadeMistake
from companion.rehearsal.games.mistakes.position import (
    MistakeCatalogue,
    foe_of,
    is_a_gem,
    on_turn,
    table_of,
    to,
    value,
)
from companion.rehearsal.games.truth import TrueRoute

CATALOGUE = MistakeCatalogue()
mistake = CATALOGUE.mistake

ANTE = ("ante-phase", "ante", "panic-time", "turn-structure")
CRASH = ("crash-gem", "double-crash-gem", "counter-crashing", "in-order", "everything-you-can", "chip:unstable_power")
LARGEST = 4
COMBINE = ("combine", "in-order", "everything-you-can", "chip:mix_master", "chip:strength_of_earth")


def ante_of(moment: BeforeStep) -> TrueRoute | None:
    """Return the gem that this step antes at the beginning of a turn, if it does."""
    if not moment.events("TurnBegan"):
        return None
    for seat, size in moment.events("Anted"):
        for travel in moment.travels("bank", f"{seat}.pile", f"gem_{size}"):
            return travel
    return None


def other_gem(right: TrueRoute) -> Callable[[str], bool]:
    """Return a test for kinds that are gems, but not this one."""
    return lambda kind: is_a_gem(kind) and kind != right.chip.kind


@mistake(*ANTE, "chip:dragon_form")
def no_ante(moment: BeforeStep) -> MadeMistake | None:
    """Nobody antes."""
    ante = ante_of(moment)
    return MadeMistake(moment.owner(ante.zones[-1]), removed=(ante,)) if ante else None


@mistake(*ANTE)
def ante_of_the_wrong_size(moment: BeforeStep) -> MadeMistake | None:
    """The gem that is anted is not of the size that the panic level says."""
    ante = ante_of(moment)
    if not ante or "dragon_form" in table_of(moment).seats[moment.owner(ante.zones[-1])].ongoing:
        return None
    others = moment.lying("bank", other_gem(ante))
    if not others:
        return None
    return MadeMistake(moment.owner(ante.zones[-1]), removed=(ante,), added=to(others[0], *ante.zones))


@mistake(*ANTE)
def anted_twice(moment: BeforeStep) -> MadeMistake | None:
    """Two gems of the right size are anted."""
    ante = ante_of(moment)
    others = moment.lying("bank", ante.chip.kind or "") if ante else []
    return MadeMistake(moment.owner(ante.zones[-1]), added=to(others[0], *ante.zones)) if ante and others else None


@mistake(*CRASH)
def broken_gem_left_lying(moment: BeforeStep) -> MadeMistake | None:
    """A broken gem stays in the pile."""
    for seat, _ in moment.events("Broke"):
        broken = [one for one in moment.true.travels if one.zones[:2] == (f"{seat}.pile", "bank")]
        if broken and len(broken[0].zones) == 2:
            return MadeMistake(str(seat), removed=(broken[0],))
    return None


def landing(moment: BeforeStep) -> list[TrueRoute]:
    """Return the 1-gems that land in this step."""
    return [travel for seat, _ in moment.events("Landed") for travel in moment.travels("bank", f"{seat}.pile", "gem_1")]


@mistake(*CRASH)
def too_few_gems_sent(moment: BeforeStep) -> MadeMistake | None:
    """One of the gems that were sent does not land."""
    gems = landing(moment)
    return MadeMistake(foe_of(moment, moment.owner(gems[0].zones[-1])).name, removed=(gems[0],)) if gems else None


@mistake(*CRASH)
def too_many_gems_sent(moment: BeforeStep) -> MadeMistake | None:
    """One more gem lands than was sent."""
    gems, more = landing(moment), moment.lying("bank", "gem_1")
    if not gems or not more:
        return None
    return MadeMistake(foe_of(moment, moment.owner(gems[0].zones[-1])).name, added=to(more[0], *gems[0].zones))


@mistake(*CRASH)
def sent_gems_in_the_own_tray(moment: BeforeStep) -> MadeMistake | None:
    """The gems land in the sender's own pile."""
    gems = landing(moment)
    if not gems:
        return None
    sender = foe_of(moment, moment.owner(gems[0].zones[-1])).name
    return MadeMistake(
        sender, removed=tuple(gems), added=tuple(TrueRoute(gem.chip, ("bank", f"{sender}.pile")) for gem in gems)
    )


def made_by_combining(moment: BeforeStep) -> TrueRoute | None:
    """Return the gem that is made by combining in this step, if there is one."""
    for seat, sizes in moment.events("Combined"):
        size = sum(sizes)  # type: ignore[call-overload]
        for travel in moment.travels("bank", f"{seat}.pile", f"gem_{size}"):
            return travel
    return None


@mistake(*COMBINE)
def combined_to_more_than_4(moment: BeforeStep) -> MadeMistake | None:
    """Two gems are combined that are too large for it, and a 4-gem is taken."""
    result = made_by_combining(moment)
    if not result:
        return None
    fours = [result.chip] if result.chip.kind == "gem_4" else moment.lying("bank", "gem_4")
    pile = result.zones[-1]
    right = moment.travels(pile, "bank")
    gems = [*moment.lying(pile, is_a_gem), *(travel.chip for travel in right)]
    for at, one in enumerate(gems):
        for other in gems[at + 1 :]:
            if fours and value(one) + value(other) > LARGEST:
                away = (TrueRoute(one, (pile, "bank")), TrueRoute(other, (pile, "bank")))
                return MadeMistake(
                    moment.owner(pile), removed=(result, *right), added=(*away, *to(fours[0], "bank", pile))
                )
    return None


@mistake(*COMBINE)
def combined_three(moment: BeforeStep) -> MadeMistake | None:
    """A third gem is combined with the two."""
    result = made_by_combining(moment)
    if not result:
        return None
    seat, size = moment.owner(result.zones[-1]), value(result.chip)
    for third in moment.lying(f"{seat}.pile", is_a_gem):
        larger = moment.lying("bank", f"gem_{size + value(third)}")
        if larger:
            added = (TrueRoute(third, (f"{seat}.pile", "bank")), *to(larger[0], *result.zones))
            return MadeMistake(seat, removed=(result,), added=added)
    return None


@mistake(*COMBINE)
def wrong_gem_taken(moment: BeforeStep) -> MadeMistake | None:
    """The gem that is taken is not the sum."""
    result = made_by_combining(moment)
    others = moment.lying("bank", other_gem(result)) if result else []
    if not result or not others:
        return None
    return MadeMistake(moment.owner(result.zones[-1]), removed=(result,), added=to(others[0], *result.zones))


@mistake("winning", "turn-structure", "")
def played_on_at_10_or_more(moment: BeforeStep) -> MadeMistake | None:
    """A turn ends at 10 or more; nobody notices, and the opponent antes."""
    if not moment.events("Busted"):
        return None
    loser = on_turn(moment)
    foe = foe_of(moment, loser.name).name
    away = [
        TrueRoute(chip, (f"{loser.name}.{place}", f"{loser.name}.discard"))
        for place in ("played", "hand")
        for chip in moment.lying(f"{loser.name}.{place}")
    ]
    drawn = [TrueRoute(chip, (f"{loser.name}.bag", f"{loser.name}.hand")) for chip in moment.lying(f"{loser.name}.bag")]
    antes = moment.lying("bank", f"gem_{table_of(moment).ante}")
    if not antes:
        return None
    return MadeMistake(loser.name, added=(*away, *drawn[:8], *to(antes[0], "bank", f"{foe}.pile")))
