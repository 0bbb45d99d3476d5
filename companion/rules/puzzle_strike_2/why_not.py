"""Why an answer is refused: the reasons that people at the table need, each with its rule.

A reason that tells something of a hand is private, and comes after those that everybody can see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.kernel import Illegal, Question
from companion.rules.kernel.card_book import UNKNOWN
from companion.rules.kernel.sentences import OR, Term, Terms
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.play import Strike
from companion.rules.puzzle_strike_2.table import DRAGON, PileSeat

PHASE_NAMES = {
    "ante": Term("the ante phase"),
    "action": Term("the action phase"),
    "buy": Term("the buy phase"),
    "draw": Term("the draw phase"),
    "command": Term("the command decision"),
}
PHASE_OF = {
    "play": ("action", "action-phase"),
    "drop": ("action", "drop"),
    "diamond": ("action", "diamond"),
    "buy": ("buy", "buy-phase"),
    "power_up": ("command", "command-decision"),
    "yield": ("command", "command-decision"),
}


def why_not(play: Strike, question: Question, token: str, seat: str) -> Illegal:
    """The reason why a seat may not answer this now."""
    verb, _, what = token.partition(":")
    me = play.table.seats.get(seat)
    if me is None:
        return Illegal(token, "Nobody of that name sits here.", question.rule)
    for reason in (wrong_moment, wrong_seat):
        if found := reason(play, question, token, me):
            return found
    why = REASONS.get(verb)
    found = why(play, me, token, what) if why else None
    if found is None:
        found = Illegal(token, "That is not offered to {seat} now.", question.rule, private=True, seat=seat)
    found.to_the_point = found.to_the_point or verb in REASONS
    return found


def wrong_seat(play: Strike, question: Question, token: str, me: PileSeat) -> Illegal | None:
    """It is for others to decide."""
    if me.name in question.options:
        return None
    return Illegal(token, "It is for {asked} to decide now.", question.rule, asked=Terms(question.options, OR))


def wrong_moment(play: Strike, question: Question, token: str, me: PileSeat) -> Illegal | None:
    """Something that belongs to another phase, or to another player's turn."""
    verb = token.partition(":")[0]
    if verb not in PHASE_OF or verb in (question.what, *question.also):
        return None
    phase, rule = PHASE_OF[verb]
    table = play.table
    if table.final and verb == "buy" and not play.contest.buys(table):
        return Illegal(token, "Nobody buys in the Grand Finale.", "grand-finale")
    if phase == "command":
        if table.phase == "command":
            return None
        return Illegal(
            token, "The command decision is made after another player's turn, by who holds the scepter.", rule
        )
    if table.turn != me.name:
        whose = Term("the Dragon") if table.turn == DRAGON else table.turn
        return Illegal(token, "It is the turn of {seat}.", rule, seat=whose)
    if table.phase != phase:
        now = PHASE_NAMES.get(table.phase, Term("the set-up"))
        return Illegal(token, "That belongs to {phase}; this is {now}.", rule, phase=PHASE_NAMES[phase], now=now)
    if question.what != "action" and phase == "action":
        return Illegal(
            token, "Finish what is in progress first: {about}.", "finish-first", about=named(play, question.about)
        )
    return None


def named(play: Strike, about: str) -> str:
    """What is in progress, by its name."""
    return Term(play.book[about].name) if about in play.book else Term(about.capitalize())


def not_played(play: Strike, me: PileSeat, token: str, what: str) -> Illegal | None:
    """Why a card cannot be played."""
    if what not in play.book:
        if what in ("wound", "spare_wound"):
            return Illegal(token, "A wound cannot be played.", "playing-a-card")
        return Illegal(token, 'There is no card "{card}" in this match.', "playing-a-card", card=what)
    name = Term(play.book[what].name)
    cost = play.book[what].facts.get("cost", UNKNOWN)
    if cost != UNKNOWN and int(cost) > me.actions and what not in me.free:
        return Illegal(
            token,
            "{card} costs {cost} action(s), and {seat} has {actions} left.",
            "playing-a-card",
            card=name,
            cost=cost,
            seat=me.name,
            actions=me.actions,
        )
    if not me.can_hold("hand", (what,)):
        return Illegal(
            token, "{card} is not in the hand of {seat}.", "playing-a-card", private=True, card=name, seat=me.name
        )
    return None


def not_dropped(play: Strike, me: PileSeat, token: str, what: str) -> Illegal | None:
    """Why nothing can be dropped."""
    if not me.incoming:
        return Illegal(token, "{seat} has no incoming gems.", "drop", seat=me.name)
    if not piles.room(me.pile):
        return Illegal(token, "The pile of {seat} is full: nothing can fall.", "drop", seat=me.name)
    return None


def no_diamond(play: Strike, me: PileSeat, token: str, what: str) -> Illegal | None:
    """Why no diamond can be used."""
    if not me.diamond:
        return Illegal(token, "{seat} has no diamond.", "diamond", seat=me.name)
    return Illegal(token, "A diamond activates overload, purify, energize or trickshot.", "diamond")


def not_in_the_row(play: Strike, me: PileSeat, token: str, what: str) -> Illegal | None:
    """Why a card of the bank cannot be had."""
    kind, _, slot = what.partition("@")
    row = play.table.row
    if slot.isdecimal() and len(slot) < 3 and 1 <= int(slot) <= len(row) and kind in play.book:
        there = Term(play.book[row[int(slot) - 1]].name)
        return Illegal(token, "In slot {slot} lies {card}.", "buy-phase", slot=slot, card=there)
    if row.count(kind) > 1:
        return Illegal(token, "There are several of them in the bank: name the slot.", "buy-phase")
    return Illegal(token, "That card does not lie in the bank's row.", "buy-phase")


def not_swapped(play: Strike, me: PileSeat, token: str, what: str) -> Illegal | None:
    """Why two gems cannot change places."""
    one, plus, other = what.partition("+")
    spaces = [int(space) for space in (one, other) if space.isdecimal() and len(space) < 3]
    if len(spaces) != (2 if plus else 1) or not all(1 <= space <= len(me.pile) for space in spaces):
        return Illegal(token, "There is no such gem: the pile has {gems}.", "swap", gems=len(me.pile))
    low, high = (min(spaces), max(spaces)) if plus else (spaces[0] - 1, spaces[0])
    if plus and high - low > 1:
        return Illegal(token, "A swap is for neighbours; only a deep swap reaches farther.", "deep-swap")
    if low >= 1 and me.pile[low - 1] == me.pile[high - 1]:
        return Illegal(token, "Both gems have the same color: nothing would change.", "swap")
    return Illegal(token, "Name the upper one of two neighbours.", "swap")


def not_crashed(play: Strike, me: PileSeat, token: str, what: str) -> Illegal | None:
    """Why a gem cannot be crashed."""
    return Illegal(token, "There is no such gem: the pile has {gems}.", "deep-crash", gems=len(me.pile))


def not_held(play: Strike, me: PileSeat, token: str, what: str) -> Illegal | None:
    """Why a card of the hand cannot be given away."""
    deck = str(play.book[what].facts.get("deck", "")) if what in play.book else ""
    if token.startswith("trash:") and deck.startswith("character:"):
        return Illegal(token, "Character cards cannot be trashed.", "playing-a-card")
    if not me.can_hold("hand", (what,)):
        return Illegal(token, "That card is not in the hand of {seat}.", "playing-a-card", private=True, seat=me.name)
    return None


Reason = Callable[[Strike, PileSeat, str, str], Illegal | None]
REASONS: Mapping[str, Reason] = {
    "play": not_played,
    "drop": not_dropped,
    "diamond": no_diamond,
    "buy": not_in_the_row,
    "take": not_in_the_row,
    "top": not_in_the_row,
    "gain": not_in_the_row,
    "swap": not_swapped,
    "crash": not_crashed,
    "discard": not_held,
    "trash": not_held,
}
