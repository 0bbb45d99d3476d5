"""Breaking gems, sending them, and everything that can meet them in the air."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips.chip import CHIPS, GEMS, GEMS_BY_BREAKING, REACTIONS, answering, carry
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.reactions import note, window
from companion.rules.puzzle_strike.table import Chips, Seat

UNANSWERABLE_GEM = 4
"""Too powerful: nobody answers a send for which one of these was broken."""


class Incoming:
    """1-gems in the air towards a pile: one event, which may be answered once."""

    def __init__(self, sender: Seat, target: Seat, gems: int, chip: str, broke_a_four: bool) -> None:
        self.sender = sender
        self.target = target
        self.gems = gems
        self.chip = chip  # what sent them
        self.broke_a_four = broke_a_four


# -- breaking and sending --------------------------------------------------------------------------------------


def crash(play: Play, me: Seat, chip: str, most: int = 1) -> Steps[None]:
    """Break up to `most` gems of the own pile and send the pieces to an opponent."""
    broken = yield from break_up_to(play, me, chip, most)
    if broken:
        yield from send_pieces(play, me, chip, broken, "crash-gem")


def send_pieces(play: Play, me: Seat, chip: str, broken: tuple[int, ...], rule: str = "") -> Steps[None]:
    """What was broken goes as 1-gems to an opponent of one's choice."""
    foe = yield from play.choose_opponent(me, chip, rule)
    yield from send(play, Incoming(me, foe, sum(broken), chip, UNANSWERABLE_GEM in broken))


def break_gems(play: Play, me: Seat, chip: str, options: Chips, rule: str = "") -> Steps[tuple[int, ...]]:
    """The player picks what breaks; it goes back to the bank."""
    token = yield from play.ask(me, "break", options, chip, rule)
    if not token:
        return ()
    broken = tuple(int(size) for size in token[6:].split("+"))
    for size in broken:
        play.leave_pile(me, size)
    play.log.append(ev.Broke(me.name, broken))
    return broken


def break_up_to(play: Play, me: Seat, chip: str, most: int) -> Steps[tuple[int, ...]]:
    """As many gems of any size as a crash breaks; on the own turn each pays $1."""
    rule = "double-crash-gem" if most > 1 else "crash-gem"
    broken = yield from break_gems(play, me, chip, break_options(play.gems(me), most), rule)
    if broken and me.name == play.table.turn:
        play.add(me, "money", len(broken))
    return broken


def break_options(gems: tuple[int, ...], most: int) -> Chips:
    """One gem, or where two may break any one or two.

    >>> break_options((4, 1, 1), 2)
    ('break:4', 'break:1', 'break:4+1', 'break:1+1')
    """
    single = tuple(f"break:{size}" for size in dict.fromkeys(gems))
    if most == 1:
        return single
    pairs = dict.fromkeys(f"break:{a}+{b}" for at, a in enumerate(gems) for b in gems[at + 1 :])
    return single + tuple(pairs)


def send(play: Play, incoming: Incoming) -> Steps[None]:
    """The target may answer once; a bubble takes one; the rest lands."""
    target = incoming.target
    play.log.append(ev.Sent(incoming.sender.name, target.name, incoming.gems))
    why = why_unanswerable(incoming)
    if why:
        note(play, target, why)
    else:
        yield from purple_window(play, incoming)
    if incoming.gems and "bubble_shield" in target.ongoing:
        play.log.append(ev.Popped(target.name))
        negate(play, incoming, 1)
        play.shift(target, "bubble_shield", "ongoing", "discard")
    if incoming.gems:
        play.enter_pile(target, 1, incoming.gems)
        play.log.append(ev.Landed(target.name, incoming.gems))


def negate(play: Play, incoming: Incoming, gems: int) -> None:
    """So many of the gems in the air go back to the bank."""
    incoming.gems -= gems
    if gems:
        play.log.append(ev.Negated(incoming.target.name, gems))


def why_unanswerable(incoming: Incoming) -> str:
    """The rule that forbids an answer: a 4-gem, the orb chips of a Dragon, a target that was knocked down; or ""."""
    if incoming.broke_a_four:
        return "4-gems-uncounter-crashable"
    if "dragon_form" in incoming.sender.ongoing and CHIPS[incoming.chip].orb:
        return "chip:dragon_form"
    return "chip:knockdown" if incoming.target.barred else ""


# -- answering -------------------------------------------------------------------------------------------------


def purple_window(play: Play, incoming: Incoming) -> Steps[None]:
    """One reaction, or none; a counter-crash needs a gem of the own pile."""
    target = incoming.target
    breakable = bool(play.gems(target))
    shields = answering(GEMS, GEMS_BY_BREAKING) if breakable else answering(GEMS)
    in_pile = breakable and "crash_gem" in target.pile
    kind = yield from window(play, target, shields, incoming.chip, "purple-shield", crash_gem_in_pile=in_pile)
    if kind:
        note(play, target, "one-reaction-per-event")
        yield from carry(REACTIONS[kind](play, target, incoming))
    else:
        note(play, target, "passed" if breakable else "counter-crashing")


def counter_crash(play: Play, me: Seat, incoming: Incoming, chip: str, most: int = 1) -> Steps[None]:
    """The gems collide: each of mine negates one of theirs; what is left over goes to who crashed fewer."""
    broken = yield from break_up_to(play, me, chip, most)
    mine, theirs = sum(broken), incoming.gems
    negate(play, incoming, min(mine, theirs))
    if mine <= theirs:
        note(play, incoming.sender, "counter-crash-chain")
    else:
        back = Incoming(me, incoming.sender, mine - theirs, chip, UNANSWERABLE_GEM in broken)
        yield from send(play, back)
