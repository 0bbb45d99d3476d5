"""The puzzle chips of Shadows with a blue shield, and Option Select, which stands for other chips and reactions."""

from __future__ import annotations

from functools import partial

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.crash import trash_from_pile
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import may_go_on, may_play, play_from, resolve
from companion.rules.puzzle_strike.sets.answers import GEMS, GEMS_BY_BREAKING, RED_FIST, RED_FIST_AFTERWARDS
from companion.rules.puzzle_strike.sets.chip import any_chip, carry
from companion.rules.puzzle_strike.sets.shadows.shadows import SHADOWS
from companion.rules.puzzle_strike.table import Chips, Seat


@SHADOWS.puzzle("Blues are Good", cost=3, banner="blue", icons="blue_shield", gives={"blue": 2})
def blues_are_good(play: Play, me: Seat) -> Steps[None]:
    # inferred: what is found is shown, and what lies on top of the bag is not searched
    kind, _ = yield from play.pick_from(
        me, ("bag",), "take", lambda kind: "blue" in play.box[kind].banner, "blues_are_good"
    )
    if kind:
        play.shift(me, kind, "bag", "hand")
        play.show(me, "hand", kind)
    else:
        play.nothing_done(me, "blues_are_good")


@SHADOWS.reaction("blues_are_good", answers=RED_FIST)
def blues_are_safe(play: Play, me: Seat, attacker: Seat) -> bool:
    return True


SHADOWS.tell(
    "blues_are_good",
    asks={"take": "Which chip with blue in its banner comes out of the bag (Blues are Good)?"},
    limits={"take": "Only a chip of the bag with blue in its banner can be taken."},
    lies={"take": "bag"},
    nothing="there is no such chip in the bag",
    missed=("take",),
)


@SHADOWS.puzzle("Ebb or Flow", cost=2, banner="blue", icons="blue_shield")
def ebb_or_flow(play: Play, me: Seat) -> Steps[None]:
    token = yield from play.ask(me, "choose", ("choose:trash", "choose:ante"), "ebb_or_flow")
    if token == "choose:ante":
        play.ante(me, 2)
        return
    for seat in play.piles(play.everybody(me)):
        yield from trash_from_pile(play, seat, 1)


@SHADOWS.reaction("ebb_or_flow", answers=RED_FIST)
def ebb_back(play: Play, me: Seat, attacker: Seat) -> Steps[bool]:
    """The same choice. It does not stop the attack."""
    yield from ebb_or_flow(play, me)
    return False


SHADOWS.tell(
    "ebb_or_flow",
    asks={"choose": "Trash a 1-gem of every pile, or ante a 2-gem into your own (Ebb or Flow)?"},
    limits={"choose": "Choose to trash a 1-gem of every pile, or to ante a 2-gem into your own."},
)


@SHADOWS.puzzle("Improvisation", cost=4, banner="blue", icons="blue_shield")
def improvisation(play: Play, me: Seat) -> Steps[None]:
    drawn = yield from play.draw(me, 2, shown_for="chip:improvisation")
    for kind in filter(play.box.is_gem, drawn):
        play.shift(me, kind, "hand", "discard")
    left = [kind for kind in drawn if play.box[kind].action]
    while left and may_go_on(play, me):
        options = tuple(f"play:{kind}" for kind in dict.fromkeys(left))
        kind = (yield from play.ask(me, "play", options, "improvisation"))[5:]
        yield from play_from(play, me, play.box[kind], "hand")
        left.remove(kind)
        left = [kind for kind in left if kind in me.known("hand")]  # the first may have taken it away


@SHADOWS.reaction("improvisation", answers=RED_FIST_AFTERWARDS)
def improvise_after_attack(play: Play, me: Seat, attacker: Seat) -> Steps[None]:
    yield from may_play(play, me, any_chip, "improvisation")


SHADOWS.tell(
    "improvisation",
    asks={"play": "Which chip is played (Improvisation)?"},
    limits={"play": "Improvisation does not let you play that now."},
)


@SHADOWS.puzzle("Money for Nothing", cost=2, banner="blue", icons="blue_shield")
def money_for_nothing(play: Play, me: Seat) -> Steps[None]:
    play.take(me, "gem_2")
    yield from play.may_trash_this(me, "money_for_nothing")


@SHADOWS.reaction("money_for_nothing", answers=RED_FIST)
def money_for_being_struck(play: Play, me: Seat, attacker: Seat) -> bool:
    """It does not stop the attack."""
    play.take(me, "gem_3")
    return False


SHADOWS.tell(
    "money_for_nothing",
    asks={"trash": "Is Money for Nothing trashed, or pass?"},
    limits={"trash": "Only Money for Nothing itself can be trashed for this. You may also pass."},
    lies={"trash": "played"},
)

# -- Option Select -----------------------------------------------------------------------------------------------

DEAREST = 5
"""What a chip that Option Select stands for may cost."""


@SHADOWS.puzzle("Option Select", cost=6, banner="gray", icons="question_mark")
def option_select(play: Play, me: Seat) -> Steps[None]:
    kind = yield from play.pick_in_bank(
        me, "choose", lambda kind: play.box[kind].action and in_reach(play, me, kind), "option_select", also=("play",)
    )
    if kind:
        yield from resolve(play, me, play.box[kind])
    else:
        play.nothing_done(me, "option_select")
    play.trash_this(me)


def in_reach(play: Play, me: Seat, kind: str) -> bool:
    """Whether it costs no more than Option Select allows. Option Select never stands for itself (inferred)."""
    return kind != "option_select" and play.costs(kind, me, 0, DEAREST)


def ways_to(play: Play, me: Seat, answered: str) -> Chips:
    """What a chip has to answer, to be borrowed: gems that were sent also by breaking one, if there is one."""
    return (GEMS, GEMS_BY_BREAKING) if answered == GEMS and play.gems(me) else (answered,)


def lent(play: Play, me: Seat, answered: str) -> frozenset[str]:
    """The reactions of the bank that can be borrowed."""
    reactions = play.box.answering(*ways_to(play, me, answered)).intersection(play.table.stock)
    return frozenset(kind for kind in reactions if play.table.stock[kind] and in_reach(play, me, kind))


def can_borrow(answered: str, play: Play, me: Seat) -> bool:
    return bool(lent(play, me, answered))


def borrow(answered: str, play: Play, me: Seat, event: object) -> Steps[object]:
    """Carry out a reaction of the bank. Option Select is trashed, whatever happens to the other one."""
    reactions = lent(play, me, answered)
    kind = yield from play.pick_in_bank(me, "choose", reactions.__contains__, "option_select", also=("react",))
    to = ways_to(play, me, answered)
    result: object = yield from carry(play.box.reaction(kind, *to)(play, me, event))
    play.trash_this(me)
    return result


for _answered in (GEMS, RED_FIST, RED_FIST_AFTERWARDS):
    SHADOWS.reaction("option_select", answers=_answered, when=partial(can_borrow, _answered))(
        partial(borrow, _answered)
    )

SHADOWS.tell(
    "option_select",
    asks={"choose": "Which chip of the bank does Option Select stand for?"},
    limits={
        "choose": "Option Select stands for a chip of the bank that costs $5 or less, and that can be played now or "
        "answers what has happened."
    },
    nothing="the bank has no chip that it can stand for",
    missed=("choose",),
)
