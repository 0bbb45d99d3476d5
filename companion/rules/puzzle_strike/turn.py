"""The turn: ante, action, buy, cleanup.

Each phase is a part of the flow that can begin from the table alone. Between effects, a match waits in one of them.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.kernel import AGAIN, UNSEEN, Event, Forced, Question, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.buy import buy_phase
from companion.rules.puzzle_strike.crash import arrive, dissolve
from companion.rules.puzzle_strike.discarding import discard_hand, lay_down
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import play_from
from companion.rules.puzzle_strike.sets.chip import Chip, carry
from companion.rules.puzzle_strike.sets.moments import (
    ACTIONS_BEGIN,
    ACTIONS_END,
    ANTE,
    ANTED,
    CLEANUP,
    FOES_ACTIONS_END,
    TURN_BEGINS,
)
from companion.rules.puzzle_strike.setup import setup_phase
from companion.rules.puzzle_strike.table import (
    LAID_IN_A_PILE,
    Ante,
    Chips,
    Seat,
    Table,
    height_bonus,
)
from companion.rules.puzzle_strike.ways.rules import Rules


def flow(rules: Rules, table: Table, log: list[Event]) -> Steps[None]:
    """Play the match to the end."""
    play = Play(rules, table, log)
    while table.phase != "over":
        yield from PHASES[table.phase](play)


# -- ante ------------------------------------------------------------------------------------------------------


def ante_phase(play: Play) -> Steps[None]:
    """Begin the turn: what is owed to the seats on turn comes in, and a gem goes into their pile."""
    table, acting = play.table, play.acting
    ante = Ante(table.ante)
    for me in acting:
        for text in play.texts(me, ANTE):
            ante = yield from carry(text(play, me))
    table.turns += 1
    play.log.append(ev.TurnBegan(table.turn, table.turns))
    for me in acting:
        play.reset(me, "black", 1)
        come_in(play, me)
        play.each_turn(me)
        for text in play.texts(me, TURN_BEGINS):
            text(play, me)
        if ante.discards in me.ongoing:
            play.shift(me, ante.discards, "ongoing", "discard")
    play.ante(acting[0], ante.size)
    for me in acting:
        for text in play.texts(me, ANTED):
            yield from carry(text(play, me))
    enter(play, "action")
    for me in acting:
        for text in play.texts(me, ACTIONS_BEGIN):
            text(play, me)


def come_in(play: Play, me: Seat) -> None:
    """Give a seat what it was promised for this turn."""
    if me.owed:
        play.add(me, "money", me.owed)
        play.reset(me, "owed")
    coming, me.coming = me.coming, ()
    for colour in coming:
        play.add(me, colour, 1)


def enter(play: Play, phase: str) -> None:
    """Begin a phase."""
    play.table.phase = phase
    play.log.append(ev.PhaseBegan(play.table.turn, phase))


# -- action ----------------------------------------------------------------------------------------------------


def action_phase(play: Play) -> Steps[None]:
    """Play one action, and one more for each arrow. Mates play theirs in any order, and end the phase together."""
    table, acting = play.table, play.acting
    while table.air:  # somebody has written down a position with gems in the air
        yield from arrive(play, table.air[0])
    while table.phase == "action":
        options = {}
        for me in acting:
            options[me.name] = action_options(play, me)
        forced = nothing_more(play, acting, options) and not table.hold
        if forced and not table.patient:
            play.log.append(Forced(table.turn, "done"))
            break
        answer = yield Question("action", options, "action-phase", rest=True, forced=forced)
        if answer is AGAIN:
            continue
        table.hold = False
        me, token = (acting[0], answer) if len(acting) == 1 else play.said_by(options, answer)
        if token == "done":
            if not play.rules.ending_together or (yield from play.all_agree(me)):
                break
            continue
        kind, _, place = token[5:].partition("@")
        yield from play_chip(play, me, play.box[kind], place or "hand")
        if table.phase != "action":  # the chip said so
            play.log.append(Forced(me.name, "done"))
    for me in acting:
        end_actions(play, me)
    enter(play, "buy")


def nothing_more(play: Play, acting: list[Seat], options: dict[str, Chips]) -> bool:
    """Whether everybody can see that nobody on turn can play anything more."""
    for me in acting:
        if not nothing_to_play(play, me) and not (len(options[me.name]) == 1 and play.hand_is_open(me)):
            return False
    return True


def nothing_to_play(play: Play, me: Seat) -> bool:
    """Whether the seat has no arrow left, or no chip."""
    arrows = me.black or me.brown or me.purple or me.red or me.blue
    return not arrows or (not me.hand and LAID_IN_A_PILE.isdisjoint(play.holder(me).pile))


def action_options(play: Play, me: Seat) -> Chips:
    """Every action chip that an arrow can pay for, and `done`."""
    options = []
    for kind in me.kinds("hand"):
        chip = play.box[kind]
        if chip.action and payable(me, chip):
            options.append(chip.play_token)
    pile = play.holder(me).pile
    for kind in LAID_IN_A_PILE:
        if kind in pile and payable(me, play.box[kind]):
            options.append(f"play:{kind}@pile")
    options.append("done")
    return tuple(options)


def payable(me: Seat, chip: Chip) -> bool:
    """Whether an arrow pays for the chip: a black one pays for every chip, a coloured one for its colour."""
    return bool(me.black) or any(getattr(me, colour, 0) for colour in chip.banner)


def play_chip(play: Play, me: Seat, chip: Chip, place: str) -> Steps[None]:
    """Pay an arrow, lay the chip on the table, and carry it out."""
    play.table.no_reaction = {}
    yield from pay(play, me, chip)
    yield from play_from(play, me, chip, place)


def pay(play: Play, me: Seat, chip: Chip) -> Steps[None]:
    """Pay with an arrow of the chip's own colour if there is one; if two colours fit, the player chooses."""
    colours = tuple(colour for colour in chip.banner if getattr(me, colour, 0)) or ("black",)
    colour = colours[0]
    if len(colours) > 1:
        options = tuple(f"pay:{colour}" for colour in colours)
        token = yield from play.ask(me, "pay", options, chip.key, "colored-arrows")
        colour = token[4:]
    else:
        play.log.append(Forced(me.name, f"pay:{colour}"))
    play.add(me, colour, -1)


def end_actions(play: Play, me: Seat) -> None:
    """Remove the arrows that are left over; what ongoing chips do now is done."""
    play.lose_arrows(me)
    for text in play.texts(me, ACTIONS_END):
        text(play, me)
    for foe in play.opponents(me) if play.box.acting(FOES_ACTIONS_END) else ():
        for text in play.texts(foe, FOES_ACTIONS_END):
            text(play, foe, me)


# -- cleanup ---------------------------------------------------------------------------------------------------


def cleanup_phase(play: Play) -> Steps[None]:
    """End the turn: a pile of 10 or more loses; otherwise piggy banks keep chips, the rest is discarded, and the next
    hand is drawn."""
    table, acting = play.table, play.acting
    total = play.total(acting[0])
    dissolve(play)
    play.mode.ending.turn_over(play, total)
    if table.phase == "over":
        return
    for me in acting:
        yield from clean_up(play, me, total)
    play.log.append(ev.TurnEnded(table.turn, total))
    pass_the_turn(play)


def clean_up(play: Play, me: Seat, total: int) -> Steps[None]:
    """Let a seat keep what its piggy banks hold, discard the rest, and draw. Who is out draws nothing."""
    plays_on = me.name not in play.table.out
    kept = (yield from choose_what_to_keep(play, me)) if plays_on else ()
    lay_down(play, me, "played")
    yield from discard_hand(play, me, kept)
    bonus = height_bonus(total) if plays_on else 0
    if bonus:
        play.log.append(ev.BonusDrawn(me.name, bonus))
    due = play.edition.opening_hand + bonus - len(kept)
    for text in play.texts(me, CLEANUP):
        due += text(play, me, len(kept))
    end_turn_values(play, me)
    if plays_on:
        yield from play.draw(me, due)


def choose_what_to_keep(play: Play, me: Seat) -> Steps[Chips]:
    """Ask for one chip of the hand for each piggy bank that is used; `?` for a chip that nobody else saw."""
    kept: Chips = ()

    def find() -> Chips:
        named = tuple(kind for kind in kept if kind != UNSEEN)
        left = (kind for kind in me.kinds("hand") if kind != UNSEEN and me.can_hold("hand", (*named, kind)))
        return (*(f"keep:{kind}" for kind in left), "done")

    while len(kept) < min(me.piggy, len(me.hand)):
        token = yield from play.ask(
            me, "keep", find, "", "piggy-bank", also=("pass",), hidden=True, blind=f"keep:{UNSEEN}"
        )
        if token == "done":
            break
        kept += (token[5:],)
        me.account_for("hand", kept)
    if kept:
        play.log.append(ev.Kept(me.name, len(kept)))
    return kept


def pass_the_turn(play: Play) -> None:
    """Let the next side ante."""
    table = play.table
    table.turn = play.mode.ending.next_side(play)[0]
    table.phase = "ante"


def end_turn_values(play: Play, me: Seat) -> None:
    """Reset what counts only for this turn; what others have played in it counts no longer either."""
    for number in ("money", "piggy"):
        if getattr(me, number):
            play.reset(me, number)
    play.table.no_reaction = {}
    me.bought = ()
    for seat in play.table.seats.values():
        seat.plays = 0
        seat.effects = ()
        seat.barred = False


PHASES: dict[str, Callable[[Play], Steps[None]]] = {
    "setup": setup_phase,
    "ante": ante_phase,
    "action": action_phase,
    "buy": buy_phase,
    "cleanup": cleanup_phase,
}
