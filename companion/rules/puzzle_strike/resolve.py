"""Carrying out a chip: its symbols, its text, and around both the reactions to a red fist."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.attack import attack
from companion.rules.puzzle_strike.play import Play, RunningChip, Wanted
from companion.rules.puzzle_strike.sets.chip import Chip, carry
from companion.rules.puzzle_strike.sets.moments import PLAYED_ON, SETTLED
from companion.rules.puzzle_strike.table import Seat


def resolve(play: Play, me: Seat, chip: Chip, place: str = "") -> Steps[bool]:
    """Do what the chip says; return whether its text has taken it off the table.

    `place` is where it lies; "" for a chip that is gone and is played once more, or that another one stands for. Chips
    that play others nest.
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
    for text in play.texts(me, PLAYED_ON):
        yield from carry(text(play, me, chip))
    settle(play)
    return running.gone


def settle(play: Play) -> None:
    """Let ongoing chips look whether they still stay."""
    for seat, text in play.texts_of_all(SETTLED):
        text(play, seat)


def play_from(play: Play, me: Seat, chip: Chip, place: str) -> Steps[None]:
    """Lay a chip on the table and carry it out, without an arrow. What is played on somebody else's turn is discarded
    at once."""
    play.table.no_reaction = {}
    play.shift(me, chip.key, place, "played")
    me.plays += 1
    gone = yield from resolve(play, me, chip, "played")
    if not gone:
        lay_away(play, me, chip)


def lay_away(play: Play, me: Seat, chip: Chip) -> None:
    """What was carried out stays in front of the player, if it is ongoing; what was played on somebody else's turn is
    discarded; anything else lies on the table until cleanup."""
    if chip.ongoing:
        play.shift(me, chip.key, "played", "ongoing")
        settle(play)
    elif not play.on_turn(me):
        play.shift(me, chip.key, "played", "discard")


def may_go_on(play: Play, me: Seat) -> bool:
    """Whether nothing has ended the action phase in which the seat plays. On somebody else's turn nothing can."""
    return play.table.phase == "action" or not play.on_turn(me)


def may_play(play: Play, me: Seat, wanted: Wanted, about: str) -> Steps[None]:
    """Let the player play one of these chips of the hand, without an arrow."""
    kind = yield from play.pick(me, "play", lambda kind: play.box[kind].action and wanted(kind), about, may=True)
    if kind:
        yield from play_from(play, me, play.box[kind], "hand")


def resolve_from_bank(play: Play, me: Seat, chip: Chip) -> Steps[bool]:
    """Play a chip straight out of the bank; return whether its text has taken it off the table.

    From now on it lies on the table, so that nothing else can take it; its player gains it when everything is done.
    """
    play.table.no_reaction = {}
    play.take_from_bank(chip.key, f"{me.name}.played")
    me.played += (chip.key,)
    me.plays += 1
    return (yield from resolve(play, me, chip, "played"))


def carry_out(play: Play, me: Seat, chip: Chip, foes: list[Seat] | None = None) -> Steps[None]:
    """Give the symbols, then carry out the text, then give the symbols below it. What works once a turn does nothing
    the second time."""
    if chip.once:
        if chip.key in me.effects:
            play.nothing_done(me, chip.key)
            return
        me.effects += (chip.key,)
    if chip.gives:
        yield from play.give(me, chip.gives)
    if chip.effect is not None:
        yield from carry(chip.effect(play, me) if foes is None else chip.effect(play, me, foes))
    if chip.gives_after:
        yield from play.give(me, chip.gives_after)
