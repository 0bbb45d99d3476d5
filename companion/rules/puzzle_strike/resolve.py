"""Carrying out a chip: its symbols, its text, and around both the reactions to a red fist."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.attack import attack
from companion.rules.puzzle_strike.play import Play, RunningChip
from companion.rules.puzzle_strike.sets.chip import Chip, carry
from companion.rules.puzzle_strike.table import Seat


def resolve(play: Play, me: Seat, chip: Chip, place: str = "") -> Steps[bool]:
    """Do what the chip says; return whether it trashed itself.

    `place` is where it lies; "" for a chip that has trashed itself and is played once more. Chips that play others
    nest.
    """
    outer = play.running
    running = play.running = RunningChip(chip.key, place)
    play.log.append(ev.Played(me.name, chip.key))
    if chip.red_fist:
        foes = [(yield from play.choose_opponent(me, chip.key))] if chip.aimed else play.opponents(me)
        yield from attack(play, me, chip.key, foes, lambda touched: carry_out(play, me, chip, touched))
    else:
        yield from carry_out(play, me, chip)
    play.running = outer
    return running.trashed


def resolve_from_bank(play: Play, me: Seat, chip: Chip) -> Steps[bool]:
    """Play a chip straight out of the bank; return whether it trashed itself.

    From now on it lies on the table, so that nothing else can take it; its player gains it when everything is done.
    """
    play.table.no_reaction = {}
    play.take_from_bank(chip.key, f"{me.name}.played")
    me.played += (chip.key,)
    me.plays += 1
    return (yield from resolve(play, me, chip, "played"))


def carry_out(play: Play, me: Seat, chip: Chip, foes: list[Seat] | None = None) -> Steps[None]:
    """Give the symbols, then carry out the text, then give the symbols below it."""
    if chip.gives:
        yield from play.give(me, chip.gives)
    if chip.effect is not None:
        yield from carry(chip.effect(play, me) if foes is None else chip.effect(play, me, foes))
    if chip.gives_after:
        yield from play.give(me, chip.gives_after)
