"""The turn: ante, action, buy, cleanup; and the set-up before the first one.

Each phase is a piece of the flow that can begin from the table alone: it is what a match waits in between effects.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.kernel import AGAIN, Counted, Draw, Event, Forced, Moved, Question, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.buy import buy_phase
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.chips.chip import Chip
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import resolve
from companion.rules.puzzle_strike.table import COLOURS, Chips, Seat, Table, height_bonus, pile_total

LAST_ANTE = 4
"""There is no larger gem: in Deadly Time a Dragon antes a 4-gem like everybody."""


def flow(table: Table, log: list[Event]) -> Steps[None]:
    """Play to the end."""
    play = Play(table, log)
    while table.phase != "over":
        yield from PHASES[table.phase](play)


# -- ante ------------------------------------------------------------------------------------------------------


def ante_phase(play: Play) -> Steps[None]:
    """The turn begins: what is owed comes in, a gem goes into the pile."""
    me = play.active
    play.table.turns += 1
    play.log.append(ev.TurnBegan(me.name, play.table.turns))
    me.money, me.owed = me.owed, 0
    me.black = 1
    me.piggy = me.ongoing.count("secret_move")
    if me.money:
        play.log.append(Counted(f"{me.name}.money", me.money))
    size = play.table.ante
    if "dragon_form" in me.ongoing:
        size = yield from dragon_ante(play, me, size)
    play.ante(me, size)
    enter(play, "action")


def dragon_ante(play: Play, me: Seat, size: int) -> Steps[int]:
    """A gem worth 1 more, or the Dragon goes and the ante is the normal one."""
    larger = min(size + 1, LAST_ANTE)
    options = (f"ante:gem_{larger}", "discard:dragon_form")
    token = yield from play.ask(me, "ante", options, "dragon_form")
    if token == "discard:dragon_form":
        play.shift(me, "dragon_form", "ongoing", "discard")
        return size
    return larger


def enter(play: Play, phase: str) -> None:
    """The next phase begins."""
    play.table.phase = phase
    play.log.append(ev.PhaseBegan(play.table.turn, phase))


# -- action ----------------------------------------------------------------------------------------------------


def action_phase(play: Play) -> Steps[None]:
    """One action, and as many more as arrows allow."""
    me = play.active
    table = play.table
    while table.phase == "action":
        forced = nothing_to_play(me)
        if forced and not table.patient:
            play.log.append(Forced(me.name, "done"))
            break
        options = action_options(me)
        token = yield Question("action", {me.name: options}, "action-phase", "", False, False, (), True, forced)
        if token is AGAIN:
            continue
        if token == "done":
            break
        kind, _, place = token[5:].partition("@")
        yield from play_chip(play, me, CHIPS[kind], place or "hand")
    end_actions(play, me)


def nothing_to_play(me: Seat) -> bool:
    """No arrow, or no chip: everybody can see that the action phase is over."""
    arrows = me.black or me.brown or me.purple or me.red or me.blue
    return not arrows or not (me.hand or "crash_gem" in me.pile)


def action_options(me: Seat) -> Chips:
    """Every action chip that an arrow can pay for; and to stop."""
    options = []
    for kind in me.kinds("hand"):
        chip = CHIPS[kind]
        if chip.action and payable(me, chip):
            options.append(chip.play_token)
    if "crash_gem" in me.pile and (me.black or me.purple):
        options.append("play:crash_gem@pile")
    options.append("done")
    return tuple(options)


def payable(me: Seat, chip: Chip) -> bool:
    """A black arrow pays for everything, a coloured one for its colour."""
    return bool(me.black) or any(getattr(me, colour, 0) for colour in chip.banner)


def play_chip(play: Play, me: Seat, chip: Chip, place: str) -> Steps[None]:
    """An arrow pays, the chip goes to the table, and does what it says."""
    play.table.no_reaction = {}
    yield from pay(play, me, chip)
    play.shift(me, chip.key, place, "played")
    me.plays += 1
    yield from resolve(play, me, chip, "played")
    if chip.ongoing:
        play.shift(me, chip.key, "played", "ongoing")


def pay(play: Play, me: Seat, chip: Chip) -> Steps[None]:
    """A coloured arrow pays before a black one; between two colours the player says which."""
    colours = tuple(colour for colour in chip.banner if getattr(me, colour, 0)) or ("black",)
    colour = colours[0]
    if len(colours) > 1:
        options = tuple(f"pay:{colour}" for colour in colours)
        token = yield from play.ask(me, "pay", options, chip.key, "colored-arrows")
        colour = token[4:]
    play.add(me, colour, -1)


def end_actions(play: Play, me: Seat) -> None:
    """Arrows that are left over are gone; a Protective Ward of an earlier turn too."""
    for colour in COLOURS:
        if getattr(me, colour):
            setattr(me, colour, 0)
            play.log.append(Counted(f"{me.name}.{colour}", 0))
    if "protective_ward" in me.ongoing and not me.ward_waits:
        play.shift(me, "protective_ward", "ongoing", "discard")
    me.ward_waits = False
    enter(play, "buy")


# -- cleanup ---------------------------------------------------------------------------------------------------


def cleanup_phase(play: Play) -> Steps[None]:
    """Lost at 10 or more; else piggy banks keep, the rest is discarded, and the next hand is drawn."""
    me = play.active
    total = pile_total(me.pile)
    if total >= play.edition.losing_total:
        lose(play, me, total)
        return
    kept = yield from keep_chips(play, me)
    lay_down(play, me, "played")
    lay_down(play, me, "hand")
    me.hand = kept
    bonus = height_bonus(total)
    if bonus:
        play.log.append(ev.BonusDrawn(me.name, bonus))
    bargain = "pandas_bargain" in me.ongoing and any(CHIPS[kind].kind == "puzzle" for kind in me.bought)
    due = play.edition.opening_hand + bonus + bargain - len(kept)
    end_turn_values(play, me)
    yield from play.draw(me, due)
    play.log.append(ev.TurnEnded(me.name, total))
    order = play.table.order
    play.table.turn = order[(order.index(me.name) + 1) % len(order)]
    play.table.phase = "ante"


def keep_chips(play: Play, me: Seat) -> Steps[Chips]:
    """One chip of the hand for each piggy bank that is used; they leave the hand for now."""
    kept: Chips = ()
    for _ in range(me.piggy):
        if not me.hand:
            break
        token = yield from play.ask(
            me,
            "keep",
            lambda: (*play.chips_in(me, "hand", "keep", lambda kind: True), "done"),
            "",
            "piggy-bank",
            also=("pass",),
            hidden=True,
        )
        if token == "done":
            break
        kind = token[5:]
        me.remove("hand", kind)
        kept += (kind,)
    if kept:
        play.log.append(ev.Kept(me.name, len(kept)))
    return kept


def lay_down(play: Play, me: Seat, place: str) -> None:
    """All chips of a place go to the discard pile."""
    chips: Chips = getattr(me, place)
    source, target = f"{me.name}.{place}", f"{me.name}.discard"
    for kind in chips:
        play.log.append(Moved(kind, 1, source, target))
    me.discard += chips
    setattr(me, place, ())


def end_turn_values(play: Play, me: Seat) -> None:
    """What belonged to this turn alone is gone."""
    me.money = me.piggy = me.plays = 0
    play.table.no_reaction = {}
    me.bought = me.effects = ()
    for seat in play.table.seats.values():
        seat.barred = False


def lose(play: Play, me: Seat, total: int) -> None:
    """In a duel that is it."""
    table = play.table
    play.log.append(ev.TurnEnded(me.name, total))
    play.log.append(ev.Busted(me.name, total))
    table.losers = (me.name,)
    table.winner = play.opponents(me)[0].name
    table.phase = "over"
    play.log.append(ev.Won(table.winner))


# -- set-up ----------------------------------------------------------------------------------------------------


def setup_phase(play: Play) -> Steps[None]:
    """Characters, the bank and who begins, as far as they are still open; then the opening hands."""
    from companion.rules.puzzle_strike.setup import CHARACTERS, deal, fill_bank

    table = play.table
    picking = {
        name: tuple(f"choose:{key}" for key in CHARACTERS) for name, seat in table.seats.items() if not seat.character
    }
    if picking:
        yield from pick_characters(play, picking)
    if not table.puzzle:
        kinds = yield from drawn(Draw("", "box", play.edition.puzzle_stacks, puzzle_designs(), "choosing-the-bank"))
        fill_bank(table, tuple(kinds))
    deal(table)
    if not table.turn:
        (table.turn,) = yield from drawn(Draw("", "table", 1, table.order, "losers-choice"))
    at = table.order.index(table.turn)
    for name in table.order[at:] + table.order[:at]:
        yield from play.draw(table.seats[name], play.edition.opening_hand)
    table.phase = "ante"


def pick_characters(play: Play, picking: dict[str, Chips]) -> Steps[None]:
    """Everybody picks in secret, all show at once."""
    question = Question(
        "choose", picking, "choosing-characters", "character", each=len(picking) > 1, sealed=len(picking) > 1
    )
    while (answers := (yield question)) is AGAIN:
        pass
    if len(picking) == 1:
        answers = {next(iter(picking)): answers}
    for name, token in answers.items():
        play.table.seats[name].character = token[7:]
        play.log.append(ev.Picked(name, token[7:]))


def drawn(due: Draw) -> Steps[Chips]:
    """What the world says, whatever becomes known meanwhile."""
    while (kinds := (yield due)) is AGAIN:
        pass
    return tuple(kinds)


def puzzle_designs() -> Chips:
    """All puzzle chips of the box."""
    return tuple(key for key, chip in CHIPS.items() if chip.kind == "puzzle")


PHASES: dict[str, Callable[[Play], Steps[None]]] = {
    "setup": setup_phase,
    "ante": ante_phase,
    "action": action_phase,
    "buy": buy_phase,
    "cleanup": cleanup_phase,
}
