"""The brown, purple and gold puzzle chips of Shadows. Each function is the chip's text; its symbols stand above it."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.combine import combine_these, pay_tolls
from companion.rules.puzzle_strike.crash import release
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import lay_away, may_go_on, may_play, resolve
from companion.rules.puzzle_strike.sets.shadows.shadows import SHADOWS
from companion.rules.puzzle_strike.table import Seat
from companion.rules.puzzle_strike.trade import may_trash_two, trash_for_its_cost

SHADOWS.add("axe_kick", "Axe Kick", "puzzle", cost=5, banner="brown", gives={"brown": 1, "chips": 2})
SHADOWS.add("punch_punch_kick", "Punch, Punch, Kick", "puzzle", cost=6, banner="brown", gives={"black": 2, "chips": 1})


@SHADOWS.puzzle("Bang then Fizzle", cost=2, banner="brown", once=True)
def bang_then_fizzle(play: Play, me: Seat) -> Steps[None]:
    if play.total(me) <= 4:
        yield from play.give(me, (("black", 2), ("chips", 2)))
    else:
        play.nothing_done(me, "bang_then_fizzle")


SHADOWS.tell("bang_then_fizzle", nothing="it works only once a turn, with a pile of 4 or less")


@SHADOWS.puzzle("Button Mashing", cost=3, banner="brown", gives={"black": 2})
def button_mashing(play: Play, me: Seat) -> None:
    play.trash_this(me)


@SHADOWS.puzzle("Chips for Free", cost=4, banner="brown", gives={"chips": 2})
def chips_for_free(play: Play, me: Seat) -> Steps[None]:
    cost = yield from trash_for_its_cost(play, me, "chips_for_free", play.box.trashable)
    if cost is None:
        return
    kind = yield from play.pick_in_bank(me, "gain", lambda kind: play.costs(kind, me, cost, cost + 2), "chips_for_free")
    play.gain(me, kind)


SHADOWS.tell(
    "chips_for_free",
    limits={
        "trash": "One chip of your hand is trashed for this, and no character chip.",
        "gain": "What is gained costs as much as what was trashed, or up to $2 more.",
    },
    nothing="there is no chip in the hand that it could trash",
    missed=("trash", "gain"),
)


@SHADOWS.puzzle("Degenerate Trasher", cost=8, banner="brown", gives={"black": 1})
def degenerate_trasher(play: Play, me: Seat) -> Steps[None]:
    if me.hand:
        yield from may_trash_two(play, me, "degenerate_trasher")


SHADOWS.tell(
    "degenerate_trasher",
    asks={"trash": "Which chip is trashed, or which two (Degenerate Trasher), or pass?"},
    limits={"trash": "Up to two chips of your hand are trashed, and no character chips."},
)


PLACES = ("hand", "discard")


@SHADOWS.puzzle("Now or Later", cost=2, banner="brown")
def now_or_later(play: Play, me: Seat) -> Steps[None]:
    token = yield from play.ask(me, "choose", ("choose:chips", "choose:trash"), "now_or_later")
    if token == "choose:chips":
        yield from play.draw(me, 2)
        return
    first, place = yield from play.pick_from(
        me, PLACES, "trash", lambda kind: play.box[kind].kind in ("gem", "wound"), "now_or_later"
    )
    if not first:
        play.nothing_done(me, "now_or_later")
        return
    play.trash(me, first, place)
    other = "wound" if play.box.is_gem(first) else "gem"
    second, place = yield from play.pick_from(
        me, PLACES, "trash", lambda kind: play.box[kind].kind == other, "now_or_later", may=True
    )
    if second:
        play.trash(me, second, place)


SHADOWS.tell(
    "now_or_later",
    asks={
        "choose": "Draw two chips, or trash a gem, a wound or one of each (Now or Later)?",
        "trash": "Which gem or wound of the hand or the discard pile is trashed (Now or Later)?",
    },
    limits={
        "choose": "Choose to draw two chips, or to trash.",
        "trash": "A gem, a wound or one of each is trashed, out of your hand and your discard pile.",
    },
    nothing="there is no gem and no wound that it could trash",
    missed=("trash",),
)


# Its arrows are given in the text, because what combining costs is paid before them.
@SHADOWS.puzzle("One True Style", cost=3, banner="purple")
def one_true_style(play: Play, me: Seat) -> Steps[None]:
    may = play.gems(me).count(1) > 1 and (yield from pay_tolls(play, me, "one_true_style"))
    for colour in ("brown", "red", "blue"):
        play.add(me, colour, 1)
    if may:
        combine_these(play, me, "combine:1+1")


@SHADOWS.puzzle("Risk to Riskonade", cost=3, banner="brown")
def risk_to_riskonade(play: Play, me: Seat) -> Steps[None]:
    play.ante(me, 3)
    for seat in play.everybody(me):
        yield from play.draw(seat, 2)
    yield from play.may_trash_this(me, "risk_to_riskonade")


SHADOWS.tell(
    "risk_to_riskonade",
    asks={"trash": "Is Risk to Riskonade trashed, or pass?"},
    limits={"trash": "Only Risk to Riskonade itself can be trashed for this. You may also pass."},
    lies={"trash": "played"},
)


@SHADOWS.puzzle("Safe Keeping", cost=1, banner="brown", gives={"black": 1, "piggy": 1})
def safe_keeping(play: Play, me: Seat) -> Steps[None]:
    if "gem_1" not in play.holder(me).pile:  # inferred: a stand-in cannot go into a bag
        play.nothing_done(me, "safe_keeping")
        return
    token = yield from play.ask(me, "bag", ("bag:gem_1@pile", "pass"), "safe_keeping", also=("done",))
    if token != "pass":
        play.shift(me, "gem_1", "pile", "bag")
        yield from release(play, me)


SHADOWS.tell(
    "safe_keeping",
    asks={"bag": "Does a 1-gem of the pile go into your bag, or pass (Safe Keeping)?"},
    limits={"bag": "Only a 1-gem of your pile can go into your bag. You may also pass."},
    nothing="there is no 1-gem in the pile",
    missed=("bag",),
)


@SHADOWS.puzzle("Signature Move", cost=5, banner="brown")
def signature_move(play: Play, me: Seat) -> Steps[None]:
    wanted = play.box.is_character
    may = not me.least(("discard",), wanted)  # what lies open there has to be taken
    kind, place = yield from play.pick_from(me, ("bag", "discard"), "take", wanted, "signature_move", may=may)
    if kind:
        play.shift(me, kind, place, "hand")
        play.show(me, "hand", kind)
    yield from may_play(play, me, wanted, "signature_move")


SHADOWS.tell(
    "signature_move",
    asks={
        "take": "Which character chip comes into your hand (Signature Move)?",
        "play": "Which character chip is played, or pass (Signature Move)?",
    },
    limits={
        "take": "A character chip of your bag or your discard pile is taken.",
        "play": "A character chip of your hand is played, or pass.",
    },
    lies={"take": "bag"},
)


@SHADOWS.puzzle("The Hammer", cost=12, banner="gold", icons="exclamation")
def the_hammer(play: Play, me: Seat) -> Steps[None]:
    for _ in range(3):
        token = yield from play.ask(me, "choose", ("choose:ante", "done"), "the_hammer", also=("pass",))
        if token == "done":
            return
        play.ante(me, 4)
        yield from play.give(me, (("chips", 1), ("black", 1)))


SHADOWS.tell(
    "the_hammer",
    asks={"choose": "Ante a 4-gem for a draw and a black arrow, or done (The Hammer)?"},
    limits={"choose": "Choose to ante a 4-gem, or say done."},
)

COPIED = ("crash_gem", "double_crash_gem")
"""What X-Copy plays besides puzzle chips."""


@SHADOWS.puzzle("X-Copy", cost=6, banner="brown")
def x_copy(play: Play, me: Seat) -> Steps[None]:
    kind, _ = yield from play.pick_from(
        me, ("hand",), "choose", lambda kind: play.box.is_puzzle(kind) or kind in COPIED, "x_copy", also=("play",)
    )
    if not kind:
        play.nothing_done(me, "x_copy")
        return
    play.shift(me, kind, "hand", "played")
    gone = False
    for _ in range(2):
        if may_go_on(play, me):
            me.plays += 1
            gone |= yield from resolve(play, me, play.box[kind], "" if gone else "played")
    if not gone:
        lay_away(play, me, play.box[kind])


SHADOWS.tell(
    "x_copy",
    asks={"choose": "Which Puzzle chip, Crash Gem or Double Crash Gem of the hand is played twice (X-Copy)?"},
    limits={"choose": "X-Copy plays a Puzzle chip, a Crash Gem or a Double Crash Gem of your hand."},
    nothing="there is no chip in the hand that it could play",
    missed=("choose",),
)
