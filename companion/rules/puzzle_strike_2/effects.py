"""Carrying things out, and finishing before moving on: cards with all that they trigger, then full super meters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.kernel import Steps
from companion.rules.kernel.card_book import UNKNOWN
from companion.rules.kernel.card_steps import (
    CardAct,
    CardMay,
    CardPick,
    CardReminder,
    CardRepeat,
    CardStep,
    CardSteps,
    CardWhen,
)
from companion.rules.puzzle_strike_2 import bank
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.cards import by_hand
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.play import CardInPlay, Strike, colours_in
from companion.rules.puzzle_strike_2.table import METER, PileSeat, number_of

MOST_TRIGGERS = 20
"""How many texts a card from the hand may trigger, so that a bad book ends."""


def effect(play: Strike, me: PileSeat, what: Steps[None]) -> Steps[None]:
    """Carry something out whole, with all that it triggers. Then, if nothing else is in progress, full meters act."""
    outer, play.waiting = play.waiting, []
    play.depth += 1
    yield from what
    yield from finish(play)
    play.depth -= 1
    play.waiting = outer
    if not play.depth:
        play.triggered = 0
        if play.phase_ends and me.incoming:
            yield from drop(play, me)
            yield from finish(play)
        yield from settle(play, me)


def finish(play: Strike) -> Steps[None]:
    """Carry out what has waited for the card in progress."""
    while play.waiting:
        (whose, steps), *rest = play.waiting
        play.waiting = rest
        name, _, kind = whose.partition(":")
        seat = play.table.seats[name]
        play.triggered += 1
        if play.triggered > MOST_TRIGGERS:
            play.log.append(ev.TriggersStopped(name, kind))
            play.waiting = []
            return
        place = next((place for place in ("creature", "played") if kind in seat.zone(place)), "")
        yield from run(play, seat, CardInPlay(kind, place), steps)


def begin_again(play: Strike) -> None:
    """Forget what was in progress: it has been cut short."""
    play.depth, play.waiting, play.triggered, play.phase_ends = 0, [], 0, False


# -- super moves -----------------------------------------------------------------------------------------------


def settle(play: Strike, me: PileSeat) -> Steps[None]:
    """Activate the super moves of full meters from the top of the board to the bottom; four gems go back for each."""
    while max(me.meters) >= METER:
        full = [colour for colour in play.board.super_order if me.meters[number_of(colour)] >= METER]
        play.empty_meter(me, full[0], METER)
        yield from super_move(play, me, full[0])


def super_move(play: Strike, me: PileSeat, colour: str) -> Steps[None]:
    """Carry out one super move; what it triggers comes after it."""
    play.log.append(ev.SuperMove(me.name, colour))
    play.depth += 1
    yield from SUPERS[colour](play, me)
    yield from finish(play)
    play.depth -= 1


def overload(play: Strike, me: PileSeat) -> Steps[None]:
    """The opponent antes a blue gem, then a pink one, then a green one."""
    yield from play.opponents.ante(play, me, ("blue", "pink", "green"))


def purify(play: Strike, me: PileSeat) -> Steps[None]:
    """Choose a color, then you may destroy all gems of that color in your pile: a color without any, or `pass`, is no
    more than doing nothing."""
    options = (*(f"choose:{colour}" for colour in colours_in(me.pile)), "pass")
    token = yield from play.ask(me, "purify", options, "purify", "purify", also=("done",))
    if token != "pass":
        play.destroy_colour(me, token.removeprefix("choose:"))


def energize(play: Strike, me: PileSeat) -> Steps[None]:
    """Gain 2 actions, draw 2 cards."""
    play.act_again(me, 2)
    yield from play.draw(me, 2)


def trickshot(play: Strike, me: PileSeat) -> Steps[None]:
    """Put a bank card into the hand; it is free through the own next action phase."""
    yield from bank.take_into_hand(play, me, "trickshot", "trickshot", free=True)


SUPERS: Mapping[str, Callable[[Strike, PileSeat], Steps[None]]] = {
    "purple": overload,
    "blue": purify,
    "pink": energize,
    "green": trickshot,
}
SUPER_NAMES = {"purple": "overload", "blue": "purify", "pink": "energize", "green": "trickshot"}
SUPER_COLOURS = {name: colour for colour, name in SUPER_NAMES.items()}


def power_up(play: Strike, holder: PileSeat, *, forced: bool = False) -> Steps[None]:
    """The holder of the scepter adds a gem to each meter."""
    play.log.append(ev.PoweredUp(holder.name, forced))
    for colour in COLOURS:
        play.fill_meter(holder, colour, 1)
    yield from ()


# -- gems that fall and break ----------------------------------------------------------------------------------


def drop(play: Strike, me: PileSeat) -> Steps[None]:
    """Let incoming gems fall, as many as there is room for, in the colors of the bank from the left."""
    if not me.incoming or not piles.room(me.pile) or not play.table.row:
        return
    pattern = yield from bank.pattern(play, min(me.incoming, piles.room(me.pile)))
    fallen, left = piles.drop(me.pile, me.incoming, pattern)
    play.count(me, "incoming", left)
    play.add_gems(me, fallen)
    play.log.append(ev.GemsDropped(me.name, fallen, left))
    play.happens(me, "you_drop")


def crash(play: Strike, me: PileSeat, card: CardInPlay, space: int = 0, *, unblockable: bool = False) -> Steps[None]:
    """Crash the top gem, or that of a space: into the meter with the whole run, and to the opponent with the height
    bonus if two gems or more were broken."""
    card.did = bool(me.pile)
    card.broken = 0
    if not me.pile:
        return
    broken = piles.crash(me.pile, space)
    play.crash_gems(me, broken)
    card.broken = broken.gems
    single = play.rules(me, "single gems get the height bonus")
    half = play.rules(me, "crashes send half again")
    sent = piles.sent(broken.gems, broken.highest, play.board.bonuses, single=single, half_again=half)
    play.log.append(ev.GemsCrashed(me.name, broken.colour, broken.gems, broken.highest, sent - broken.gems))
    unblockable = unblockable or play.rules(me, "your crashes are unblockable")
    yield from play.opponents.send(play, me, sent, unblockable)
    for foe in play.opponents.seats(play, me):
        if foe.creature:
            yield from beat_creature(play, me, foe, broken.colour, broken.gems)
    play.happens(me, "you_crash")


def beat_creature(play: Strike, me: PileSeat, foe: PileSeat, colour: str, gems: int) -> Steps[None]:
    """A creature leaves if one crash has broken as many gems of its color as it shows; bonuses do not count."""
    (kind,) = foe.creature
    shown = play.book[kind].facts.get("defeat", UNKNOWN)
    if shown == UNKNOWN:
        options = ("choose:beaten", "choose:stays")
        token = yield from play.ask(me, "defeat", options, kind, "creatures", aloud=("choose",))
        beaten = token == "choose:beaten"
    else:
        needed, number = str(shown).split()
        beaten = needed == colour and gems >= int(number)
    if beaten:
        play.discard_creature(foe, me)


# -- cards -----------------------------------------------------------------------------------------------------


def carry_out(play: Strike, me: PileSeat, card: CardInPlay) -> Steps[None]:
    """Carry out what a card says when it is played."""
    design = play.book[card.kind]
    if not design.taught:
        yield from by_hand.carry_out(play, me, card)
        design = play.book[card.kind]
    else:
        yield from run(play, me, card, design.texts.get("text", ()))
    if card.opened and "on:opened" in design.texts:
        yield from run(play, me, card, design.texts["on:opened"])
    if "on:chain" in design.texts and chains(play, me, card):
        yield from run(play, me, card, design.texts["on:chain"])
    if card.opened:
        play.happens(me, "you_open_a_present")
    if design.facts.get("type") == "crash":
        play.happens(me, "you_play_a_crash_card")
    if design.facts.get("type") == "block":
        play.happens(me, "you_play_a_block_card")
    if design.turn_rules or any(moment.startswith("until_end_of_turn") for moment in design.texts):
        me.lasting += (card.kind,)  # from now on, so that it does not act on itself


def chains(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    """Whether the card played just before this one has its color."""
    if play.rules(me, "chains need no match"):
        return True
    facts = [play.book[kind].facts.get("colour", UNKNOWN) for kind in (card.kind, card.before) if kind in play.book]
    return len(facts) == 2 and facts[0] == facts[1] != UNKNOWN


def run(play: Strike, me: PileSeat, card: CardInPlay, steps: CardSteps) -> Steps[None]:
    """Carry out steps in reading order."""
    for step in steps:
        if step.__class__ is CardAct:
            yield from step.words.run(play, me, card, *step.taken)
        else:
            yield from run_around(play, me, card, step)


def run_around(play: Strike, me: PileSeat, card: CardInPlay, step: CardStep) -> Steps[None]:
    """Carry out what stands around other steps, or is left to people."""
    if isinstance(step, CardReminder):
        yield from by_hand.carry_out(play, me, card, step.text)
    elif isinstance(step, CardWhen):
        holds = step.condition.words.run(play, me, card, *step.condition.taken)
        if not holds and not step.otherwise:
            play.log.append(ev.NothingToDo(me.name, card.kind))
        yield from run(play, me, card, step.do if holds else step.otherwise)
    elif isinstance(step, CardMay):
        token = yield from play.ask(
            me, "may", ("choose:do", "pass"), card.kind, f"card:{card.kind}", also=("done",), aloud=("choose",)
        )
        card.did = token == "choose:do"
        if card.did:
            yield from run(play, me, card, step.do)
    elif isinstance(step, CardPick):
        options = tuple(f"choose:{number}" for number in range(1, len(step.lists) + 1))
        token = yield from play.ask(me, "one_of", options, card.kind, f"card:{card.kind}", aloud=("choose",))
        yield from run(play, me, card, step.lists[int(token.removeprefix("choose:")) - 1])
    elif isinstance(step, CardRepeat):
        for _ in range(step.times):
            yield from run(play, me, card, step.do)


def play_open(play: Strike, me: PileSeat, kind: str, *, opened: bool) -> Steps[None]:
    """Carry out a card that lies among the played ones already, for free; a creature goes to its place."""
    before, me.last_card = me.last_card, kind
    me.cards_played += 1
    play.log.append(ev.CardPlayed(me.name, kind, 0, opened))
    place = enter_play(play, me, kind, "played")
    yield from effect(play, me, carry_out(play, me, CardInPlay(kind, place, opened, before=before)))


def enter_play(play: Strike, me: PileSeat, kind: str, place: str) -> str:
    """Lay a card where it acts: a creature into its place, where another one has to go; return that place."""
    design = play.book[kind]
    if design.facts.get("type") == "creature":
        if me.creature:
            play.discard_creature(me, me)
        play.shift(me, kind, place, "creature")
        return "creature"
    if place != "played":
        play.shift(me, kind, place, "played")
    return "played"
