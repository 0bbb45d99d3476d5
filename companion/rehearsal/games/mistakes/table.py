"""Mistakes that have nothing to do with a rule: chips taken back, knocked over, brought along, lost."""

from __future__ import annotations

from companion.rehearsal.games.mistakes.mistake import BeforeStep, MadeMistake
from companion.rehearsal.games.mistakes.position import MistakeCatalogue, is_a_gem, is_asked, to
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.sightings import Uid

CATALOGUE = MistakeCatalogue()
mistake = CATALOGUE.mistake


@mistake("public-discards", "cleanup-phase", "drawing", "gaining", "action-phase", "")
def took_a_chip_back_from_the_discard_pile(moment: BeforeStep) -> MadeMistake | None:
    """A chip goes from the discard pile back into the hand."""
    seat = moment.seat
    chips = moment.lying(f"{seat}.discard") if is_asked(moment, "action") else []
    return MadeMistake(seat, inserted=to(chips[0], f"{seat}.discard", f"{seat}.hand")) if chips else None


@mistake("gem-chips", "")
def gem_moved_by_an_elbow(moment: BeforeStep) -> MadeMistake | None:
    """A gem slides out of the tray, onto the spot where chips are played."""
    seat = moment.seat
    gems = moment.lying(f"{seat}.pile", is_a_gem) if is_asked(moment, "action") else []
    return MadeMistake(seat, inserted=to(gems[0], f"{seat}.pile", f"{seat}.played")) if gems else None


@mistake("")
def chip_that_is_not_in_this_game(moment: BeforeStep) -> MadeMistake | None:
    """Somebody's own chip is laid where chips are played."""
    if not is_asked(moment, "action"):
        return None
    stranger = TaggedThing(Uid(f"04{moment.chance.getrandbits(48):012X}"), None)
    return MadeMistake(moment.seat, inserted=to(stranger, "elsewhere", f"{moment.seat}.played"))


@mistake("")
def chip_gone_from_the_table(moment: BeforeStep) -> MadeMistake | None:
    """A gem falls out of its tray, and is gone."""
    gems = moment.lying(f"{moment.seat}.pile", is_a_gem) if is_asked(moment, "action") else []
    return MadeMistake(moment.seat, inserted=to(gems[0], f"{moment.seat}.pile")) if gems else None
