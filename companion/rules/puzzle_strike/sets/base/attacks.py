"""The puzzle chips with a red fist. `foes` are the opponents whom no reaction has kept out of the attack."""

from __future__ import annotations

from functools import partial

from companion.rules.kernel import Forced, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.attack import attack
from companion.rules.puzzle_strike.combine import combine, may_combine
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.answers import RED_FIST
from companion.rules.puzzle_strike.sets.base.base import BASE
from companion.rules.puzzle_strike.sets.chip import any_chip
from companion.rules.puzzle_strike.table import Chips, Seat


@BASE.puzzle("Chip Damage", cost=3, banner="red", icons="red_fist", gives={"red": 1})
def chip_damage(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    def liftable() -> Chips:
        return (*(f"bag:{kind}" for kind in me.kinds("discard")), "pass")

    if me.discard:
        token = yield from play.ask(me, "bag", liftable, "chip_damage", also=("done",))
        if token != "pass":
            play.put_on_bag(me, token[4:], "discard")
    else:
        play.log.append(Forced(me.name, "pass"))
    for foe in foes:
        if foe.hand:
            token = yield from play.ask(foe, "discard", partial(orb_or_two, play, foe), "chip_damage", hidden=True)
            for kind in token[8:].split("+"):
                play.shift(foe, kind, "hand", "discard")


def orb_or_two(play: Play, foe: Seat) -> Chips:
    """One orb chip, or any two chips; whoever has only one chip discards that."""
    if len(foe.hand) == 1:
        return play.chips_in(foe, "hand", "discard", any_chip)
    return play.chips_in(foe, "hand", "discard", play.box.has_orb) + play.pairs(foe, "discard", any_chip)


@BASE.puzzle("Knockdown", cost=2, banner="red", icons="red_fist", gives={"purple": 1}, aimed=True)
def knockdown(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        given = yield from play.pick(foe, "discard", any_chip, "knockdown")
        if given:
            play.shift(foe, given, "hand", "discard")
        foe.barred = True


@BASE.puzzle("Mix-Master", cost=4, banner="red purple", icons="red_fist")
def mix_master(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    may = yield from may_combine(play, me, "mix_master")
    for foe in play.piles(foes):
        largest = max(play.gems(foe), default=0)
        if largest > 1:
            play.leave_pile(foe, largest)
            play.enter_pile(foe, 1, largest)
            play.log.append(ev.Split(foe.name, largest))
    if may:
        yield from combine(play, me, "mix_master")


@BASE.puzzle("Really Annoying", cost=1, banner="red blue", icons="red_fist blue_shield")
def really_annoying(play: Play, me: Seat, foes: list[Seat]) -> None:
    for foe in foes:
        play.gain(foe, "wound")


@BASE.reaction("really_annoying", answers=RED_FIST)
def annoy_back(play: Play, me: Seat, attacker: Seat) -> Steps[bool]:
    """Attack the attacker in turn. This does not stop the first attack."""
    yield from attack(play, me, "really_annoying", [attacker], lambda foes: really_annoying(play, me, foes))
    return False


@BASE.puzzle("Sneak Attack", cost=3, banner="red", icons="red_fist", gives={"red": 1})
def sneak_attack(play: Play, me: Seat, foes: list[Seat]) -> None:
    for foe in play.piles(foes):
        play.ante(foe, 1)


@BASE.puzzle("Stolen Purples", cost=4, banner="red", icons="red_fist", aimed=True)
def stolen_purples(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        yield from steal_from(play, me, foe)


def steal_from(play: Play, me: Seat, foe: Seat) -> Steps[None]:
    yield from play.reveal_hand(foe, "chip:stolen_purples")
    orbs = tuple(kind for kind in foe.hand if play.box.has_orb(kind))
    for kind in orbs:
        play.shift(foe, kind, "hand", "discard")
    if orbs:
        options = tuple(f"take:{kind}" for kind in dict.fromkeys(orbs))
        token = yield from play.ask(me, "take", options, "stolen_purples", also=("choose", "gain"))
        play.steal(me, foe, token[5:])
        play.trash_this(me)
