"""The characters of Shadows from Persephone to Zane, three chips each. Each function is the chip's text."""

from __future__ import annotations

from functools import partial

from companion.rules.kernel import Forced, Moved, Steps
from companion.rules.puzzle_strike.combine import pay_puzzle_chips
from companion.rules.puzzle_strike.crash import Incoming, break_gems, break_options, send_pieces, trash_from_pile
from companion.rules.puzzle_strike.discarding import discard_hand
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import may_play
from companion.rules.puzzle_strike.sets.answers import GEMS, RED_FIST, RED_FIST_AFTERWARDS
from companion.rules.puzzle_strike.sets.chip import any_chip
from companion.rules.puzzle_strike.sets.moments import CLEANUP, COMBINING, DISCARDED, TURN_BEGINS
from companion.rules.puzzle_strike.sets.shadows.characters import crash_a_one
from companion.rules.puzzle_strike.sets.shadows.shadows import SHADOWS
from companion.rules.puzzle_strike.table import COLOURS, Chips, Seat
from companion.rules.puzzle_strike.trade import choose_symbols, count_of

ARROWS = COLOURS[1:]
"""The coloured ones."""

# -- Persephone --------------------------------------------------------------------------------------------------


@SHADOWS.character("persephone", "Pleasure & Pain", banner="red", icons="red_fist", gives={"red": 1})
def pleasure_and_pain(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        token = "bag:wound"
        if play.could_hold(foe, frozenset({"wound"})):
            token = yield from play.ask(foe, "choose", partial(pains, foe), "pleasure_and_pain", hidden=True)
        else:
            play.log.append(Forced(foe.name, token))
        if token == "discard:wound":
            play.shift(foe, "wound", "hand", "discard")
        elif play.take_from_bank("wound", f"{foe.name}.bag"):
            foe.bag += ("wound",)
    whose = yield from play.choose_among(me, play.everybody(me), "pleasure_and_pain", "")
    wounds = yield from count_of(play, me, whose, "discard", "wound", "pleasure_and_pain")
    yield from play.draw(me, wounds)


def pains(foe: Seat) -> Chips:
    """A wound of the bank into the bag (inferred: from there), or one of the hand onto the discard pile."""
    return ("bag:wound", "discard:wound") if foe.most("hand", "wound".__eq__) else ("bag:wound",)


SHADOWS.tell(
    "pleasure_and_pain",
    asks={
        "choose": "A wound into your bag, or discard one of your hand (Pleasure & Pain)?",
        "to": "Whose discard pile is looked at for wounds (Pleasure & Pain)?",
    },
    limits={
        "choose": "Put a wound of the bank into your bag, or discard one of your hand.",
        "to": "Choose a player; your own discard pile counts as well.",
    },
)


@SHADOWS.character("persephone", "Mistress's Command", banner="red", icons="red_fist", aimed=True)
def mistresss_command(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        if play.total(foe) in (6, 9):
            yield from command(play, me, foe)
        else:
            play.nothing_done(me, "mistresss_command")


def command(play: Play, me: Seat, foe: Seat) -> Steps[None]:
    """Let the player decide what the opponent plays. What the opponent draws meanwhile is shown, too (inferred)."""
    yield from play.reveal_hand(foe, "chip:mistresss_command")
    given = yield from play.pick_in_bank(
        me, "choose", lambda kind: not play.box[kind].exclamation, "mistresss_command", also=("give",)
    )
    play.take(foe, given)
    play.deputies[foe.name] = me
    for _ in range(2):
        yield from may_play(play, foe, any_chip, "mistresss_command")
    del play.deputies[foe.name]


SHADOWS.tell(
    "mistresss_command",
    asks={
        "choose": "Which chip of the bank comes into the opponent's hand (Mistress's Command)?",
        "play": "Which chip of that hand does the opponent play, or pass (Mistress's Command)?",
    },
    limits={
        "choose": "A chip of the bank without an exclamation mark is put into that hand.",
        "play": "The opponent plays up to two action chips of that hand, without arrows.",
    },
    nothing="the opponent's pile is neither 6 nor 9",
    missed=("choose", "play"),
)


@SHADOWS.character("persephone", "Always in Control", banner="blue", icons="blue_shield", gives={"piggy": 2})
def always_in_control(play: Play, me: Seat) -> None:
    me.effects += ("always_in_control",)


@SHADOWS.later("always_in_control", at=CLEANUP)
def control_pays(play: Play, me: Seat, kept: int) -> int:
    """One more chip for each of its two piggy banks that was used; of several piggy banks, its own come first
    (inferred)."""
    return min(kept, 2 * me.effects.count("always_in_control"))


@SHADOWS.reaction("always_in_control", answers=RED_FIST)
def stay_in_control(play: Play, me: Seat, attacker: Seat) -> bool:
    return True


# -- Gloria ------------------------------------------------------------------------------------------------------

SHADOWS.add(
    "healing_touch",
    "Healing Touch",
    "character",
    character="gloria",
    banner="purple",
    icons="purple_shield",
    gives={"black": 1, "blue": 1},
)


@SHADOWS.reaction("healing_touch", answers=GEMS)
def heal_all(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    """It stops none of the gems."""
    for seat in play.piles(play.everybody(me)):
        yield from trash_from_pile(play, seat, 1)
    yield from play.draw(me, 1)


@SHADOWS.character("gloria", "Radiant Healing", banner="brown", gives={"black": 1, "chips": 1, "piggy": 1})
def radiant_healing(play: Play, me: Seat) -> Steps[None]:
    for seat in play.everybody(me):
        paid = yield from play.pick(seat, "discard", play.box.is_puzzle, "radiant_healing", may=True)
        if paid:
            play.shift(seat, paid, "hand", "discard")
            kind, place = yield from play.pick_from(
                seat, ("hand", "discard"), "trash", lambda kind: kind in ("wound", "gem_1"), "radiant_healing"
            )
            if kind:
                play.trash(seat, kind, place)


SHADOWS.tell(
    "radiant_healing",
    asks={
        "discard": "Discard a Puzzle chip to trash a wound or a 1-gem (Radiant Healing), or pass?",
        "trash": "Which wound or 1-gem of the hand or the discard pile is trashed (Radiant Healing)?",
    },
    limits={
        "discard": "Only a Puzzle chip of your hand can be discarded for this. You may also pass.",
        "trash": "A wound or a 1-gem of your hand or your discard pile is trashed.",
    },
)


@SHADOWS.character("gloria", "Saving Grace", banner="blue", icons="blue_shield", gives={"piggy": 1, "money": 1})
def saving_grace(play: Play, me: Seat) -> Steps[None]:
    for seat in play.everybody(me):
        yield from play.draw(seat, 1)
    yield from play.may_put_this_on_bag(me, "saving_grace")


@SHADOWS.reaction("saving_grace", answers=RED_FIST_AFTERWARDS)
def saved(play: Play, me: Seat, attacker: Seat) -> Steps[None]:
    yield from play.draw(me, 2)


SHADOWS.tell(
    "saving_grace",
    asks={"bag": "Does Saving Grace go on top of your bag, or pass?"},
    limits={"bag": "Only Saving Grace itself can go on top of your bag. You may also pass."},
)

# -- Gwen --------------------------------------------------------------------------------------------------------


@SHADOWS.character("gwen", "Shadow Plague", banner="gray")
def shadow_plague(play: Play, me: Seat) -> None:
    play.discard_this(me)


@SHADOWS.later("shadow_plague", at=DISCARDED)
def plague_spreads(play: Play, me: Seat) -> None:
    play.gain(me, "wound")


SHADOWS.tell("shadow_plague", asks={"choose": "Is Shadow Plague among the chips that are discarded?"})

SHADOWS.add(
    "burnbarrow",
    "Burnbarrow",
    "character",
    character="gwen",
    banner="brown",
    gives={"black": 1, "red": 1, "chips": 1},
)


@SHADOWS.character("gwen", "Shadowswarm", banner="red", icons="red_fist", gives={"brown": 1, "chips": 2})
def shadowswarm(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    if not foes:
        return
    token = yield from play.ask(me, "choose", ("choose:discard", "pass"), "shadowswarm", also=("done",))
    for foe in foes if token != "pass" else ():
        kind = yield from play.pick(foe, "discard", any_chip, "shadowswarm")
        if kind:
            play.shift(foe, kind, "hand", "discard")


SHADOWS.tell(
    "shadowswarm",
    asks={"choose": "Does each opponent discard a chip, or pass (Shadowswarm)?"},
    limits={
        "choose": "Choose that each opponent discards one chip, or pass.",
        "discard": "One chip of your hand is discarded.",
    },
)

# -- Vendetta ----------------------------------------------------------------------------------------------------

PAIRS = {f"{a}+{b}": ((a, 1), (b, 1)) for at, a in enumerate(ARROWS) for b in ARROWS[at + 1 :]}


@SHADOWS.character("vendetta", "Acrobatics", banner="brown")
def acrobatics(play: Play, me: Seat) -> Steps[None]:
    yield from choose_symbols(play, me, me, PAIRS, "acrobatics")


SHADOWS.tell(
    "acrobatics",
    asks={"choose": "Which two arrows: brown, purple, red, blue (Acrobatics)?"},
    limits={"choose": "Choose two different ones of brown, purple, red and blue."},
)


@SHADOWS.character("vendetta", "Surgical Strike", banner="red", icons="red_fist", gives={"red": 1})
def surgical_strike(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        yield from play.draw(foe, 1)
        yield from play.reveal_hand(foe, "chip:surgical_strike")
        shown = tuple(f"choose:{kind}" for kind in dict.fromkeys(sorted(foe.hand)))
        token = yield from play.ask(me, "choose", shown, "surgical_strike", also=("discard",))
        if token:
            play.shift(foe, token[7:], "hand", "discard")


SHADOWS.tell(
    "surgical_strike",
    asks={"choose": "Which chip of the opponent's hand is discarded (Surgical Strike)?"},
    limits={"choose": "One chip of the hand that was shown is discarded."},
)

SHADOWS.add("stunlock", "Stunlock", "character", character="vendetta", banner="brown", gives={"brown": 1}, ongoing=True)


@SHADOWS.later("stunlock", at=COMBINING)
def pay_stunlock(play: Play, me: Seat, about: str) -> Steps[bool]:
    locks = sum(foe.ongoing.count("stunlock") for foe in play.opponents(me))
    return (yield from pay_puzzle_chips(play, me, locks, about, "chip:stunlock"))


@SHADOWS.later("stunlock", at=TURN_BEGINS)
def lock_ends(play: Play, me: Seat) -> None:
    play.discard_all(me, "stunlock")


SHADOWS.tell("stunlock", stops="First Stunlock has to be paid: discard a Puzzle chip, or pass and combine nothing.")

# -- Zane --------------------------------------------------------------------------------------------------------


@SHADOWS.character("zane", "Crash Bomb", banner="purple")
def crash_bomb(play: Play, me: Seat) -> Steps[None]:
    crash_gem, place = yield from play.pick_from(me, ("hand", "discard"), "trash", "crash_gem".__eq__, "crash_bomb")
    if not crash_gem:
        play.nothing_done(me, "crash_bomb")
        return
    play.trash(me, crash_gem, place)
    gems = play.gems(me)
    if gems:
        options = tuple(one for one in break_options(gems, 2) if "+" in one or len(gems) == 1)
        broken = yield from break_gems(play, me, "crash_bomb", options)
        play.add(me, "money", len(broken))
        yield from send_pieces(play, me, "crash_bomb", broken)


SHADOWS.tell(
    "crash_bomb",
    asks={
        "trash": "Which Crash Gem is trashed (Crash Bomb)?",
        "break": "Which two gems break (Crash Bomb)?",
    },
    limits={
        "trash": "A Crash Gem of your hand or your discard pile is trashed.",
        "break": "Crash Bomb breaks two gems of your pile, or the only one.",
    },
    nothing="no Crash Gem is trashed",
    missed=("trash", "break", "to"),
)


@SHADOWS.character("zane", "Crash Potato", banner="purple", icons="purple_orb")
def crash_potato(play: Play, me: Seat) -> Steps[None]:
    token = yield from play.ask(me, "choose", ("choose:crash", "choose:exchange"), "crash_potato")
    if token == "choose:crash":
        yield from crash_a_one(play, me, "crash_potato")
    elif play.running.place and not play.running.gone:
        yield from pass_the_potato(play, me)


def pass_the_potato(play: Play, me: Seat) -> Steps[None]:
    """The Crash Gem goes to the own discard pile (inferred), and the Potato lies where it was."""
    kind = play.running.kind

    def find() -> Chips:
        everybody = play.everybody(me)
        found = tuple(f"to:{seat.name}" for seat in everybody if seat.most("discard", "crash_gem".__eq__))
        return found if any(seat.least(("discard",), "crash_gem".__eq__) for seat in everybody) else (*found, "none")

    token = ""
    if find() != ("none",):
        token = yield from play.ask(me, "to", find, "crash_potato")
    if not token:
        play.nothing_done(me, "crash_potato")
        return
    whose = play.table.seats[token[3:]]
    whose.remove("discard", "crash_gem")
    me.discard += ("crash_gem",)
    me.remove(play.running.place, kind)
    whose.discard += (kind,)
    play.log.append(Moved("crash_gem", 1, f"{whose.name}.discard", f"{me.name}.discard"))
    play.log.append(Moved(kind, 1, f"{me.name}.{play.running.place}", f"{whose.name}.discard"))
    play.running.gone = True


SHADOWS.tell(
    "crash_potato",
    asks={
        "choose": "Crash a 1-gem, or exchange Crash Potato with a Crash Gem of a discard pile?",
        "to": "Which player (Crash Potato)?",
    },
    limits={
        "choose": "Choose to crash a 1-gem, or to exchange Crash Potato with a Crash Gem.",
        "to": "Choose an opponent to crash at, or a player whose discard pile holds a Crash Gem.",
        "break": "Crash Potato crashes one 1-gem.",
    },
    nothing="there is no 1-gem in the pile, or no Crash Gem in a discard pile",
    missed=("break", "to"),
)


@SHADOWS.character("zane", "Maximum Anarchy", banner="brown")
def maximum_anarchy(play: Play, me: Seat) -> Steps[None]:
    for seat in play.everybody(me):
        chips = len(seat.hand)
        yield from discard_hand(play, seat)
        yield from play.draw(seat, chips)
    yield from play.draw(me, 1)
    for seat in play.everybody(me):
        play.promise(seat, ARROWS)
