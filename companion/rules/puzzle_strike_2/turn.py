"""The turn: ante, action, buy, draw, and the command decision after it.

Each phase is a part of the flow that can begin from the table alone. Between effects a match waits in one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.kernel import AGAIN, UNSEEN, Event, Forced, Moved, Question, Steps
from companion.rules.kernel.card_book import UNKNOWN, CardBook
from companion.rules.puzzle_strike_2 import bank, effects
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY
from companion.rules.puzzle_strike_2.contests import CONTESTS
from companion.rules.puzzle_strike_2.dragon import DRAGON_STEPS
from companion.rules.puzzle_strike_2.effects import SUPER_COLOURS, SUPER_NAMES
from companion.rules.puzzle_strike_2.opponents import ante
from companion.rules.puzzle_strike_2.play import CardInPlay, Strike, card_tokens, slot_of
from companion.rules.puzzle_strike_2.printed import printed_board
from companion.rules.puzzle_strike_2.setup import setup_phase
from companion.rules.puzzle_strike_2.table import DRAGON, BankTable, Cards, PileSeat, zone_names

BASE_ACTIONS = 3
BASE_ANTE = 2
BASE_HAND = 5
DIAMOND_TOKENS = tuple(f"diamond:{SUPER_NAMES[colour]}" for colour in ("purple", "blue", "pink", "green"))


def strike(table: BankTable, log: list[Event], book: CardBook, options: Mapping[str, str]) -> Strike:
    """A match at this table, with what was taught during it."""
    book = bank.with_taught(book, table.taught, VOCABULARY)
    play = Strike(table, log, VOCABULARY, book, printed_board(options), options)
    play.contest = CONTESTS[table.mode]
    play.opponents = play.contest.opponents(table)
    return play


def flow(play: Strike) -> Steps[None]:
    """Play the match to the end. An empty bank cuts short whatever is going on."""
    table = play.table
    while table.phase != "over":
        steps = DRAGON_STEPS if table.turn == DRAGON else PHASES
        try:
            yield from steps[table.phase](play)
        except bank.BankEmpty as empty:
            effects.begin_again(play)
            yield from play.contest.ran_out(play, empty.seat)


def enter(play: Strike, phase: str) -> None:
    """Begin a phase."""
    play.table.phase = phase
    play.log.append(ev.PhaseOpened(play.table.turn, phase))


# -- ante --------------------------------------------------------------------------------------------------------


def ante_phase(play: Strike) -> Steps[None]:
    """Begin the turn: gems of the last card's color, actions, and for who holds the scepter the first drop."""
    table, me = play.table, play.me
    table.turns += 1
    play.log.append(ev.TurnOpened(me.name, table.turns))
    yield from effects.effect(play, me, ante_gems(play, me))
    play.act_again(me, BASE_ACTIONS + table.ante_ups)
    enter(play, "action")
    if table.scepter == me.name and me.incoming:
        yield from effects.effect(play, me, effects.drop(play, me))


def ante_gems(play: Strike, me: PileSeat) -> Steps[None]:
    """The ante of a turn; only this one grows with the Ante Ups."""
    colour = yield from bank.ante_colour(play)
    if colour:
        ante(play, me, (colour,) * (BASE_ANTE + play.table.ante_ups))
    play.happens(me, "turn_begins")


# -- action ------------------------------------------------------------------------------------------------------


def action_phase(play: Strike) -> Steps[None]:
    """Play cards as long as actions pay for them; drop, and use the diamond, at any time."""
    table, me = play.table, play.me
    while not play.phase_ends:
        options = action_options(play, me)
        forced = len(options) == 1 and not table.hold and nothing_hidden_can_be_played(play, me)
        if forced and not table.patient:
            play.log.append(Forced(me.name, "done"))
            break
        token = yield Question(
            "action", {me.name: options}, "action-phase", rest=True, forced=forced, aloud=("drop", "diamond")
        )
        if token is AGAIN:
            continue
        table.hold = False
        if token == "done":
            break
        yield from act(play, me, str(token))
    play.phase_ends = False
    yield from end_actions(play, me)


def nothing_hidden_can_be_played(play: Strike, me: PileSeat) -> bool:
    """Whether everybody can tell that the seat has nothing to play: its hand is open."""
    return play.hand_is_open(me)


def action_options(play: Strike, me: PileSeat) -> Cards:
    """Every card that the actions pay for, the drop, the diamond, and `done`."""
    options = [f"play:{kind}" for kind in me.kinds("hand") if is_payable(play, me, kind)]
    if me.incoming and piles.room(me.pile) and play.table.row:
        options.append("drop")
    if me.diamond:
        options += DIAMOND_TOKENS
    options.append("done")
    return tuple(options)


def is_payable(play: Strike, me: PileSeat, kind: str) -> bool:
    """Whether a card can be played now. One whose cost nobody knows may be tried."""
    if not play.can_be_played(kind):
        return False
    if kind in me.free:
        return True
    cost = play.book[kind].facts.get("cost", UNKNOWN)
    return cost == UNKNOWN or int(cost) <= me.actions


def act(play: Strike, me: PileSeat, token: str) -> Steps[None]:
    """Carry out one answer of the action phase."""
    verb, _, what = token.partition(":")
    if verb == "drop":
        yield from effects.effect(play, me, effects.drop(play, me))
    elif verb == "diamond":
        play.spend_diamond(me)
        yield from effects.effect(play, me, effects.super_move(play, me, SUPER_COLOURS[what]))
    else:
        yield from play_card(play, me, what)


def play_card(play: Strike, me: PileSeat, kind: str) -> Steps[None]:
    """Pay for a card, lay it on the table, and carry it out."""
    if kind not in me.hand:  # it was one of the unseen ones
        me.account_for("hand", (kind,))
    cost = 0
    if kind in me.free:
        at = me.free.index(kind)
        me.free = me.free[:at] + me.free[at + 1 :]
    else:
        cost = int((yield from cost_of(play, me, kind)))
    if cost:
        play.act_again(me, -cost)
    before, me.last_card = me.last_card, kind
    me.cards_played += 1
    play.log.append(ev.CardPlayed(me.name, kind, cost))
    place = effects.enter_play(play, me, kind, "hand")
    card = CardInPlay(kind, place, before=before)
    yield from effects.effect(play, me, effects.carry_out(play, me, card))


def cost_of(play: Strike, me: PileSeat, kind: str) -> Steps[int]:
    """What a card costs; where nobody has taught it, its player reads it out."""
    cost = play.book[kind].facts.get("cost", UNKNOWN)
    if cost != UNKNOWN:
        return int(cost)
    options = tuple(f"choose:{number}" for number in range(min(me.actions, len(bank.COSTS_SAID) - 1) + 1))
    token = yield from play.ask(me, "cost", options, kind, "cards-to-teach", aloud=("choose",))
    said = int(token.removeprefix("choose:"))
    bank.teach(play, kind, "cost", said)
    return said


def end_actions(play: Strike, me: PileSeat) -> Steps[None]:
    """What is still incoming has to drop; the cards of the turn are discarded, and actions left over are lost."""
    if me.incoming:
        yield from effects.effect(play, me, effects.drop(play, me))
    lay_down(play, me, "played", me.played)
    if me.actions:
        play.count(me, "actions", 0)
    me.free = ()
    me.lasting = ()
    enter(play, "buy" if play.contest.buys(play.table) else "draw")


def lay_down(play: Strike, me: PileSeat, place: str, kinds: Cards) -> None:
    """Discard all cards of a place."""
    names = zone_names(me.name)
    for kind in kinds:
        play.log.append(Moved(kind, 1, names[place], names["discard"]))
    me.move(place, kinds, "discard")


# -- buy ---------------------------------------------------------------------------------------------------------


def buy_phase(play: Strike) -> Steps[None]:
    """Buy one card, and take its cost as incoming gems."""
    table, me = play.table, play.me
    while table.row:
        token = yield Question("buy", {me.name: card_tokens("buy", table.row)}, "buy-phase", rest=True)
        if token is AGAIN:
            continue
        table.hold = False
        yield from effects.effect(play, me, buy(play, me, slot_of(str(token))))
        break
    enter(play, "draw")


def buy(play: Strike, me: PileSeat, slot: int) -> Steps[None]:
    """Put the card of a slot into the discard pile, pay, and deal the next one."""
    cost = price(play, me, slot)
    kind = bank.gain(play, me, slot)
    play.log.append(ev.CardBought(me.name, kind, cost))
    play.add_incoming(me, cost)
    yield from bank.refill(play, me.name)


def price(play: Strike, me: PileSeat, slot: int) -> int:
    """What the card of a slot costs now. All changes are added up first; below 0 there is nothing."""
    return max(0, play.board.costs[slot - 1] + me.buy_change)


# -- draw --------------------------------------------------------------------------------------------------------


def draw_phase(play: Strike) -> Steps[None]:
    """Discard the hand and draw the next one, with as many more cards as the pile is high. The turn is over then."""
    me = play.me
    height = len(me.pile)
    if height <= piles.SAFE and play.contest.draws(play.table):  # nothing in here could still save who busts
        hand = me.zone("hand")
        lay_down(play, me, "hand", hand if UNSEEN in hand else tuple(sorted(hand)))  # the order of a hand is hidden
        bonus = play.board.height_bonus(height) + play.rules(me, "draw one more")
        if bonus:
            play.log.append(ev.HeightDraw(me.name, bonus))
        yield from play.draw(me, BASE_HAND + bonus)
    if me.buy_change:
        play.count(me, "buy_change", 0)
    me.last_card = ""
    me.cards_played = 0
    play.log.append(ev.TurnClosed(me.name, height))
    yield from play.contest.turn_over(play, me)


# -- the command decision ----------------------------------------------------------------------------------------


def command_phase(play: Strike) -> Steps[None]:
    """The holder of the scepter keeps it and powers up, or gives it to the player whose turn is over."""
    table, me = play.table, play.me
    holder = table.seats[table.scepter]
    options = {holder.name: ("power_up", "yield")}
    while (token := (yield Question("command", options, "command-decision", rest=True, aloud=("power_up",)))) is AGAIN:
        pass
    table.hold = False
    if token == "yield":
        play.log.append(ev.ScepterYielded(holder.name, me.name))
        play.give_scepter(me.name)
    else:
        yield from effects.effect(play, holder, effects.power_up(play, holder))
    play.contest.next(play, me)  # type: ignore[attr-defined]


PHASES: dict[str, Callable[[Strike], Steps[None]]] = {
    "setup": setup_phase,
    "ante": ante_phase,
    "action": action_phase,
    "buy": buy_phase,
    "draw": draw_phase,
    "command": command_phase,
}
