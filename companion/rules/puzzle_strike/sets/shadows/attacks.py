"""The puzzle chips of Shadows with a red fist. `foes` are the opponents whom no reaction has kept out of the attack."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.crash import break_gems, break_options, send_pieces
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.chip import any_chip
from companion.rules.puzzle_strike.sets.moments import AFTER_FIST, FOES_ACTIONS_END
from companion.rules.puzzle_strike.sets.shadows.shadows import SHADOWS
from companion.rules.puzzle_strike.table import Seat
from companion.rules.puzzle_strike.trade import discard_two


@SHADOWS.puzzle("Color Panic", cost=3, banner="red", icons="red_fist", gives={"red": 1})
def color_panic(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    colours = ("choose:blue", "choose:red", "choose:purple", "choose:brown")
    colour = (yield from play.ask(me, "choose", colours, "color_panic"))[7:]
    without = False
    for foe in foes:
        kind = yield from play.pick(foe, "discard", lambda kind: colour in play.box[kind].banner, "color_panic")
        if kind:
            play.shift(foe, kind, "hand", "discard")
        else:
            yield from play.reveal_hand(foe, "chip:color_panic")
            without = True
    if without:
        play.add(me, "black", 1)


SHADOWS.tell(
    "color_panic",
    asks={
        "choose": "Which colour must opponents discard (Color Panic)?",
        "discard": "Which chip of the named colour is discarded (Color Panic)?",
    },
    limits={
        "choose": "Color Panic names blue, red, purple or brown.",
        "discard": "A chip of your hand with the named colour in its banner is discarded; say none if you have none.",
    },
)


@SHADOWS.puzzle("Just a Scratch", cost=1, banner="red", icons="red_fist")
def just_a_scratch(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    token = yield from play.ask(me, "choose", ("choose:wound", "choose:trash"), "just_a_scratch")
    if token == "choose:wound":
        for foe in foes:
            play.gain(foe, "wound")
        return
    wound, place = yield from play.pick_from(me, ("hand", "discard"), "trash", "wound".__eq__, "just_a_scratch")
    if wound:
        play.trash(me, wound, place)
    play.add(me, "red", 1)  # inferred: also where there was no wound to trash


SHADOWS.tell(
    "just_a_scratch",
    asks={
        "choose": "A wound for each opponent, or trash one of your own for a red arrow (Just a Scratch)?",
        "trash": "Which wound is trashed (Just a Scratch)?",
    },
    limits={
        "choose": "Choose a wound for each opponent, or to trash one of your own.",
        "trash": "A wound of your hand or your discard pile is trashed for this.",
    },
)


@SHADOWS.puzzle("Ouch!", cost=4, banner="red", icons="red_fist", once=True)
def ouch(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in play.piles(foes):
        play.ante(foe, 1)
    for foe in foes:
        combine, place = yield from play.pick_from(foe, ("discard",), "trash", "combine".__eq__, "ouch")
        if combine:
            play.trash(foe, combine, place)
        kind = yield from play.pick(foe, "discard", any_chip, "ouch")
        if kind:
            play.shift(foe, kind, "hand", "discard")
        play.gain(foe, "wound")


SHADOWS.tell(
    "ouch",
    limits={
        "trash": "A Combine of your discard pile is trashed for this.",
        "discard": "One chip of your hand is discarded for this.",
    },
    nothing="it works only once a turn",
    missed=("trash", "discard"),
)


@SHADOWS.puzzle("Pick Your Poison", cost=4, banner="red", icons="red_fist", gives={"red": 1, "chips": 1, "piggy": 1})
def pick_your_poison(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        token = yield from play.ask(foe, "choose", ("choose:ante", "choose:discard"), "pick_your_poison")
        if token == "choose:ante":
            play.ante(foe, 1)
        else:
            yield from discard_two(play, foe, "pick_your_poison")  # inferred: also where there are not two


SHADOWS.tell(
    "pick_your_poison",
    asks={
        "choose": "Ante a 1-gem, or discard two chips (Pick Your Poison)?",
        "discard": "Which two chips are discarded (Pick Your Poison)?",
    },
    limits={
        "choose": "Choose to ante a 1-gem, or to discard two chips.",
        "discard": "Two chips of your hand are discarded for this, or the only one that you have.",
    },
)


@SHADOWS.puzzle("Repeated Jabs", cost=2, banner="red", icons="red_fist")
def repeated_jabs(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in play.piles(foes):
        play.ante(foe, 1)
    yield from play.may_put_this_on_bag(me, "repeated_jabs")


SHADOWS.tell(
    "repeated_jabs",
    asks={"bag": "Does Repeated Jabs go on top of your bag, or pass?"},
    limits={"bag": "Only Repeated Jabs itself can go on top of your bag. You may also pass."},
)

SHADOWS.add("hundred_fist_frenzy", "Hundred-Fist Frenzy", "puzzle", cost=4, banner="brown", ongoing=True)


@SHADOWS.later("hundred_fist_frenzy", at=AFTER_FIST)
def crash_after_a_fist(play: Play, me: Seat) -> Steps[None]:
    """One gem for each copy in play, and no money for it."""
    for _ in range(me.ongoing.count("hundred_fist_frenzy")):
        if gems := play.gems(me):
            broken = yield from break_gems(play, me, "hundred_fist_frenzy", (*break_options(gems, 1), "pass"))
            if broken:
                yield from send_pieces(play, me, "hundred_fist_frenzy", broken)


@SHADOWS.later("hundred_fist_frenzy", at=FOES_ACTIONS_END)
def frenzy_ends(play: Play, me: Seat, foe: Seat) -> None:
    if not foe.plays:
        play.discard_all(me, "hundred_fist_frenzy")


SHADOWS.tell(
    "hundred_fist_frenzy",
    asks={"break": "Which gem breaks for your red fist, or pass (Hundred-Fist Frenzy)?"},
)
