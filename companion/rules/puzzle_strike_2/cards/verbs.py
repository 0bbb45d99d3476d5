"""What the words of a card do. Each verb is a generator: the match, who plays the card, the card, its numbers.

`card.did` says afterwards whether there was anything to do, for the condition "that was done".
"""

from __future__ import annotations

from companion.rules.kernel import Moved, Steps
from companion.rules.puzzle_strike_2 import bank, effects
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2 import opponents as foes
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.play import CardInPlay, Strike, card_tokens, colours_in, slot_of
from companion.rules.puzzle_strike_2.table import DRAGON, WOUNDS, PileSeat, zone_names

CHOSEN = "chosen"
EACH = "each"


def card_rule(card: CardInPlay) -> str:
    """The rule that a question of a card cites: its text."""
    return f"card:{card.kind}"


# -- gems of the own pile --------------------------------------------------------------------------------------


def swap(play: Strike, me: PileSeat, card: CardInPlay, times: int) -> Steps[None]:
    """Up to so many swaps of neighbours; each may be declined, and then the rest are."""
    for _ in range(times):
        pile = me.pile
        uppers = [space for space in range(len(pile), 1, -1) if pile[space - 1] != pile[space - 2]]
        options = (*(f"swap:{space}" for space in uppers), "pass")
        token = yield from play.ask(me, "swap", options, card.kind, "swap", also=("done",), aloud=("swap", "pass"))
        if token == "pass":
            return
        upper = int(token.removeprefix("swap:"))
        exchange(play, me, upper, upper - 1)


def deep_swap(play: Strike, me: PileSeat, card: CardInPlay, times: int) -> Steps[None]:
    """Up to so many swaps of any two gems."""
    for _ in range(times):
        pile = me.pile
        spaces = range(len(pile), 0, -1)
        pairs = [(one, two) for one in spaces for two in range(one - 1, 0, -1) if pile[one - 1] != pile[two - 1]]
        options = (*(f"swap:{one}+{two}" for one, two in pairs), "pass")
        token = yield from play.ask(me, "swap", options, card.kind, "deep-swap", also=("done",), aloud=("swap", "pass"))
        if token == "pass":
            return
        one, _, two = token.removeprefix("swap:").partition("+")
        exchange(play, me, int(one), int(two))


def exchange(play: Strike, me: PileSeat, one: int, two: int) -> None:
    """Let two gems of a pile change places."""
    pile = zone_names(me.name)["pile"]
    for source, target in ((one, two), (two, one)):
        play.log.append(Moved(me.pile[source - 1], 1, f"{pile}@{source}", f"{pile}@{target}"))
    me.pile = piles.swap(me.pile, one, two)
    play.log.append(ev.GemsSwapped(me.name, one, two))


def crash(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Crash the top gem."""
    yield from effects.crash(play, me, card)


def crash_unblockable(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Crash the top gem; what is sent cannot be blocked."""
    yield from effects.crash(play, me, card, unblockable=True)


def deep_crash(play: Strike, me: PileSeat, card: CardInPlay, *, unblockable: bool = False) -> Steps[None]:
    """Crash any gem; every gem of a run is as good as another, so the highest stands for it."""
    options = tuple(f"crash:{high}" for _, high in piles.runs(me.pile))
    token = yield from play.ask(me, "crash", options, card.kind, "deep-crash", aloud=("crash",))
    space = int(token.removeprefix("crash:")) if token else 0
    yield from effects.crash(play, me, card, space, unblockable=unblockable)


def deep_crash_unblockable(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Crash any gem; what is sent cannot be blocked."""
    yield from deep_crash(play, me, card, unblockable=True)


def destroy_top(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> Steps[None]:
    """Destroy gems from the top down."""
    card.did = bool(me.pile)
    for _ in range(min(gems, len(me.pile))):
        play.destroy(me, len(me.pile))
    yield from ()


def destroy_chosen(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> Steps[None]:
    """Destroy gems of one's choice."""
    card.did = bool(me.pile)
    for _ in range(min(gems, len(me.pile))):
        options = tuple(f"destroy:{space}" for space in range(len(me.pile), 0, -1))
        token = yield from play.ask(me, "destroy", options, card.kind, card_rule(card), aloud=("destroy",))
        play.destroy(me, int(token.removeprefix("destroy:")))


def destroy_all(play: Strike, me: PileSeat, card: CardInPlay, colour: str) -> Steps[None]:
    """Destroy all gems of a colour."""
    if colour == CHOSEN:
        colour = yield from choose_colour(play, me, card, colours_in(me.pile))
    card.did = bool(colour) and play.destroy_colour(me, colour) > 0


def choose_colour(play: Strike, me: PileSeat, card: CardInPlay, colours: tuple[str, ...]) -> Steps[str]:
    """Ask for one of these colours; "" if there is none."""
    options = tuple(f"choose:{colour}" for colour in colours)
    token = yield from play.ask(me, "choose", options, card.kind, card_rule(card), aloud=("choose",))
    return token.removeprefix("choose:")


def add(play: Strike, me: PileSeat, card: CardInPlay, colour: str, gems: int) -> Steps[None]:
    """Lay gems of a colour on the own pile."""
    if colour == CHOSEN:
        colour = yield from choose_colour(play, me, card, COLOURS)
    for one in COLOURS if colour == EACH else (colour,):
        play.add_gems(me, (one,) * gems)
        play.log.append(ev.GemsAdded(me.name, (one,) * gems))


def meter(play: Strike, me: PileSeat, card: CardInPlay, colour: str, gems: int) -> Steps[None]:
    """Put gems of a colour into its super meter."""
    if colour == CHOSEN:
        colour = yield from choose_colour(play, me, card, COLOURS)
    for one in COLOURS if colour == EACH else (colour,):
        play.fill_meter(me, one, gems)
        play.log.append(ev.MeterFilled(me.name, one, gems))


def ante(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> Steps[None]:
    """Ante gems of the last slot's colour oneself."""
    colour = yield from bank.ante_colour(play)
    if colour:
        foes.ante(play, me, (colour,) * gems)


def drop(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Let the own incoming gems fall."""
    card.did = bool(me.incoming and piles.room(me.pile))
    yield from effects.drop(play, me)


# -- tokens and actions ----------------------------------------------------------------------------------------


def block(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> Steps[None]:
    """Negate incoming gems."""
    card.did = play.block(me, gems) > 0
    yield from ()


def basic_block(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Negate as many as a Basic Block of this table does."""
    yield from block(play, me, card, play.board.basic_block)


def incoming(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> Steps[None]:
    """Add incoming gems to oneself."""
    play.add_incoming(me, gems)
    play.log.append(ev.IncomingAdded(me.name, gems))
    yield from ()


def action(play: Strike, me: PileSeat, card: CardInPlay, actions: int) -> Steps[None]:
    """Gain actions."""
    play.act_again(me, actions)
    yield from ()


def buy_cost(play: Strike, me: PileSeat, card: CardInPlay, amount: int) -> None:
    """Change what this turn's buy costs."""
    play.count(me, "buy_change", me.buy_change + amount)


def buy_cost_less(play: Strike, me: PileSeat, card: CardInPlay, amount: int) -> Steps[None]:
    """Buy for fewer incoming gems."""
    buy_cost(play, me, card, -amount)
    yield from ()


def buy_cost_more(play: Strike, me: PileSeat, card: CardInPlay, amount: int) -> Steps[None]:
    """Buy for more incoming gems."""
    buy_cost(play, me, card, amount)
    yield from ()


# -- cards -----------------------------------------------------------------------------------------------------


def draw(play: Strike, me: PileSeat, card: CardInPlay, cards: int) -> Steps[None]:
    """Draw cards."""
    yield from play.draw(me, cards)


def discard(play: Strike, me: PileSeat, card: CardInPlay, cards: int) -> Steps[None]:
    """Discard cards of the hand."""
    card.did = False
    for _ in range(min(cards, len(me.hand))):
        kind = yield from play.pick(me, "discard", lambda _: True, card.kind, card_rule(card))
        if kind:
            play.discard(me, kind)
            card.did = True


def present(play: Strike, me: PileSeat, card: CardInPlay, presents: int) -> Steps[None]:
    """Draw a card and play it for free, with all that comes of it, before the next one."""
    for _ in range(presents):
        kind = yield from play.draw_open(me, "present")
        card.did = bool(kind)
        if not kind:
            return
        if play.can_be_played(kind):
            yield from effects.play_open(play, me, kind, opened=True)
        else:  # it was drawn, and there is nothing to play
            play.shift(me, kind, "played", "hand")


def top_card(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Put a bank card on top of the deck."""
    card.did = bool((yield from bank.put_on_deck(play, me, card.kind, "top-card")))


def take_card(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Put a bank card into the hand."""
    card.did = bool((yield from bank.take_into_hand(play, me, card.kind, card_rule(card))))


def gain_card(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Put a bank card into the discard pile."""
    slot = yield from bank.choose_in_row(play, me, "gain", card.kind, "gaining-a-card")
    card.did = bool(slot)
    if slot:
        kind = bank.gain(play, me, slot)
        play.log.append(ev.BankCardMoved(me.name, kind, "discard"))
        yield from bank.refill(play, me.name)


def play_bank_card(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Play a bank card for free; it goes to the discard pile with the others that were played."""
    slot = yield from bank.choose_in_row(play, me, "take", card.kind, card_rule(card))
    card.did = bool(slot)
    if slot:
        kind = bank.lift(play, slot, zone_names(me.name)["played"])
        me.played += (kind,)
        play.log.append(ev.BankCardMoved(me.name, kind, "played"))
        yield from bank.refill(play, me.name)
        yield from effects.play_open(play, me, kind, opened=False)


def trash_bank_card(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Put a bank card into the trash."""
    token = yield from play.ask(me, "trash", card_tokens("trash", play.table.row), card.kind, card_rule(card))
    card.did = bool(token)
    if token:
        play.trashed(me, bank.lift(play, slot_of(token), "trash"))
        yield from bank.refill(play, me.name)


def trash_this(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Put this card into the trash, once, unless it is one that cannot be trashed."""
    here = card.place and card.kind in me.zone(card.place)
    card.did = bool(here) and can_be_trashed(play, card.kind)
    if card.did:
        play.trash(me, card.kind, card.place)
        card.place = ""
    yield from ()


def can_be_trashed(play: Strike, kind: str) -> bool:
    """Whether a card may go into the trash: a character's may not."""
    return kind not in play.book or not str(play.book[kind].facts.get("deck", "")).startswith("character:")


def trash_wound(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Trash a wound of the hand."""
    yield from trash_of_hand(play, me, card, wounds=True)


def trash_card(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Trash a card of the hand."""
    yield from trash_of_hand(play, me, card, wounds=False)


def trash_of_hand(play: Strike, me: PileSeat, card: CardInPlay, *, wounds: bool) -> Steps[None]:
    """Trash one card of the hand, if there is one that may be."""

    def wanted(kind: str) -> bool:
        return kind in WOUNDS if wounds else can_be_trashed(play, kind)

    kind = yield from play.pick(me, "trash", wanted, card.kind, card_rule(card))
    card.did = bool(kind)
    if kind:
        play.trash(me, kind, "hand")


def wound(play: Strike, me: PileSeat, card: CardInPlay, wounds: int) -> Steps[None]:
    """Take wounds into the own discard pile."""
    play.wound(me, wounds)
    yield from ()


def stay_in_play(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """This card is a creature after all."""
    card.did = card.place == "played" and card.kind in me.played
    if card.did:
        if me.creature:
            play.discard_creature(me, me)
        play.shift(me, card.kind, "played", "creature")
        card.place = "creature"
    yield from ()


# -- the opponent ----------------------------------------------------------------------------------------------


def opponent_antes(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> Steps[None]:
    """The opponent antes gems of the last slot's colour."""
    colour = yield from bank.ante_colour(play)
    if colour:
        yield from play.opponents.ante(play, me, (colour,) * gems)


def send(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> Steps[None]:
    """Send gems to the opponent."""
    yield from play.opponents.send(play, me, gems, False)


def opponent_wounds(play: Strike, me: PileSeat, card: CardInPlay, wounds: int) -> Steps[None]:
    """The opponent takes wounds."""
    for foe in play.opponents.seats(play, me):
        play.wound(foe, wounds)
    yield from ()


def opponent_discards(play: Strike, me: PileSeat, card: CardInPlay, cards: int) -> Steps[None]:
    """The opponent discards cards of his choice."""
    for foe in play.opponents.seats(play, me):
        for _ in range(min(cards, len(foe.hand))):
            kind = yield from play.pick(foe, "discard", lambda _: True, card.kind, card_rule(card))
            if kind:
                play.discard(foe, kind)


# -- super moves, scepter, the turn ----------------------------------------------------------------------------


def super_move(play: Strike, me: PileSeat, card: CardInPlay, name: str) -> Steps[None]:
    """Activate a super move; its meter stays as it is."""
    yield from effects.super_move(play, me, effects.SUPER_COLOURS[name])


def take_scepter(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Take the scepter from who holds it; not from the Dragon, and not when nobody can hold it."""
    table = play.table
    card.did = table.scepter not in ("", DRAGON, me.name)
    if card.did:
        play.log.append(ev.ScepterYielded(table.scepter, me.name))
        play.give_scepter(me.name)
    yield from ()


def end_action_phase(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """End the own action phase once this card is finished."""
    card.did = play.is_acting(me)
    play.phase_ends = card.did
    yield from ()
