"""The Puzzle Dragon's turn, step by step. It has tokens and power alone: no deck, no colored gems, no pile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from companion.rules.kernel import Counted, Steps
from companion.rules.kernel.card_steps import acts_in
from companion.rules.puzzle_strike_2 import bank
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2.opponents import give_dragon
from companion.rules.puzzle_strike_2.pile import SAFE, Gems
from companion.rules.puzzle_strike_2.play import Strike
from companion.rules.puzzle_strike_2.printed import CRUSHED
from companion.rules.puzzle_strike_2.table import DRAGON, SLOTS

BASE_ANTE = 2
LEAST_BLOCK = 3
"""What the Dragon blocks at least where it blocks by the bank's cards."""
DISCARDS = 2


def dragon_antes(play: Strike) -> Steps[None]:
    """Ante tokens: two, and one more for each Ante Up."""
    table = play.table
    table.turns += 1
    play.log.append(ev.TurnOpened(DRAGON, table.turns))
    ante = BASE_ANTE + table.ante_ups
    give_dragon(play, ante)
    play.log.append(ev.DragonDid("ante", ante))
    table.phase = "block"
    yield from ()


def dragon_blocks(play: Strike) -> Steps[None]:
    """Block its power for each player."""
    block(play, play.table.power * len(play.table.order))
    play.table.phase = "send"
    yield from ()


def block(play: Strike, gems: int) -> None:
    """Remove tokens of the Dragon."""
    blocked = min(gems, play.table.dragon_incoming)
    give_dragon(play, -blocked)
    play.log.append(ev.DragonDid("block", blocked))


def dragon_sends(play: Strike) -> Steps[None]:
    """Send its power to each player, and as many more as the longest run of one color in the bank has cards."""
    table = play.table
    colours = yield from bank.colours(play, table.row)
    send(play, table.power + longest_run(colours))
    table.phase = "action"


def send(play: Strike, gems: int) -> None:
    """Send gems to every player."""
    play.log.append(ev.DragonDid("send", gems))
    for seat in play.table.seats.values():
        play.add_incoming(seat, gems)
        play.log.append(ev.GemsSent(DRAGON, seat.name, gems))


def longest_run(colours: Gems) -> int:
    """The most neighbours of one colour, at least 1.

    >>> longest_run(("pink", "blue", "blue", "pink", "pink")), longest_run(())
    (2, 1)
    """
    most = run = 1
    for one, other in pairwise(colours):
        run = run + 1 if one == other else 1
        most = max(most, run)
    return most


def dragon_acts(play: Strike) -> Steps[None]:
    """By the color of the last card, and with Ante Ups of those beside it: creatures of that color go, and the action
    of that color follows."""
    table = play.table
    for slot in range(SLOTS, max(0, SLOTS - 1 - table.ante_ups), -1):
        if slot > len(table.row):
            continue
        (colour,) = yield from bank.colours(play, table.row[slot - 1 : slot])
        yield from beat_creatures(play, colour)
        number = play.board.dragon_colours.index(colour)
        yield from ACTIONS[number](play)
    table.phase = "buy"


def beat_creatures(play: Strike, colour: str) -> Steps[None]:
    """All creatures of a colour leave play."""
    for seat in play.table.seats.values():
        if seat.creature:
            (its,) = yield from bank.colours(play, seat.creature)
            if its == colour:
                play.discard_creature(seat, None)


def crash(play: Strike, gems: int) -> None:
    """Crush tokens and send them to each player; by the other reading, the whole number is sent whatever there was."""
    table = play.table
    crushed = min(gems, table.dragon_incoming)
    give_dragon(play, -crushed)
    play.log.append(ev.DragonDid("crash", crushed))
    send(play, crushed if play.board.dragon_crash == CRUSHED else gems)


def crash_by_power(play: Strike) -> Steps[None]:
    """Crash as much as its power."""
    crash(play, play.table.power)
    yield from ()


def block_by_cards(play: Strike) -> Steps[None]:
    """Block as much as the highest block on a card of the bank, and at least three."""
    block(play, max([LEAST_BLOCK, *(shown_block(play, kind) for kind in play.table.row)]))
    yield from ()


def shown_block(play: Strike, kind: str) -> int:
    """The highest block that a card shows."""
    texts = play.book[kind].texts.values()
    blocks = (act.taken[0] for steps in texts for act in acts_in(steps) if act.words.phrase == "block {n}")
    return max((int(number) for number in blocks), default=0)


def crash_by_cost(play: Strike) -> Steps[None]:
    """Crash as much as the highest action cost in the bank."""
    costs = []
    for kind in play.table.row:
        costs.append(int((yield from bank.fact(play, kind, "cost"))))
    crash(play, max(costs, default=0))


def hands_suffer(play: Strike) -> Steps[None]:
    """Every player discards two cards at random."""
    play.log.append(ev.DragonDid("discard", DISCARDS))
    for seat in play.table.seats.values():
        yield from play.discard_blindly(seat, DISCARDS, "dragon-action")


ACTIONS: tuple[Callable[[Strike], Steps[None]], ...] = (crash_by_power, block_by_cards, crash_by_cost, hands_suffer)
"""In their printed order; which color means which is a setting."""


def dragon_buys(play: Strike) -> Steps[None]:
    """Take the leftmost card: its power grows. Then its turn is over."""
    table = play.table
    if table.row:
        kind = bank.lift(play, 1, DRAGON)
        table.power_cards += (kind,)
        table.power += 1
        play.log += [Counted("dragon.power", table.power), ev.DragonDid("buy", table.power)]
        yield from bank.refill(play, DRAGON)
    play.log.append(ev.TurnClosed(DRAGON, table.dragon_incoming))
    contest = play.contest
    if table.dragon_incoming > SAFE:
        play.log.append(ev.PlayerBusted(DRAGON, table.dragon_incoming))
        contest.bust(play, DRAGON)  # type: ignore[attr-defined]
    if table.phase != "over":
        contest.next(play, DRAGON)  # type: ignore[attr-defined]


DRAGON_STEPS: Mapping[str, Callable[[Strike], Steps[None]]] = {
    "ante": dragon_antes,
    "block": dragon_blocks,
    "send": dragon_sends,
    "action": dragon_acts,
    "buy": dragon_buys,
}
