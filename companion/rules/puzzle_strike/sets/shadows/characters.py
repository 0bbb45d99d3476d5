"""The characters of Shadows from Quince to Menelker, three chips each. Each function is the chip's text."""

from __future__ import annotations

from functools import partial

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.crash import Incoming, break_gems, collide, send, send_pieces, trash_from_pile
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import may_play, resolve_from_bank
from companion.rules.puzzle_strike.sets.answers import GEMS, RED_FIST, RED_FIST_AFTERWARDS
from companion.rules.puzzle_strike.sets.chip import Chip, any_chip
from companion.rules.puzzle_strike.sets.moments import ACTIONS_BEGIN, ANTED, BOUGHT, FOE_BUYING
from companion.rules.puzzle_strike.sets.shadows.shadows import SHADOWS
from companion.rules.puzzle_strike.table import Flight, Seat
from companion.rules.puzzle_strike.trade import one_or_two

# -- Quince ------------------------------------------------------------------------------------------------------


@SHADOWS.character("quince", "Two Truths", banner="brown")
def two_truths(play: Play, me: Seat) -> Steps[None]:
    first, _ = yield from play.pick_from(me, ("discard",), "choose", any_chip, "two_truths", also=("take",))
    if not first:
        play.nothing_done(me, "two_truths")
        return
    second, _ = yield from play.pick_from(
        me, ("discard",), "choose", lambda kind: kind != first, "two_truths", also=("take",)
    )
    foe = yield from play.choose_opponent(me, "two_truths")
    options = tuple(f"choose:{kind}" for kind in (first, second) if kind)  # inferred: with one kind alone, that one
    kind = (yield from play.ask(foe, "choose", options, "two_truths"))[7:]
    play.shift(me, kind, "discard", "hand")
    yield from may_play(play, me, kind.__eq__, "two_truths")  # inferred: without an action


SHADOWS.tell(
    "two_truths",
    asks={
        "choose": "Which chip of the discard pile is one of the two, or comes into the hand (Two Truths)?",
        "play": "Is the chip played, or pass (Two Truths)?",
    },
    limits={
        "choose": "Two different chips of the discard pile are chosen, then an opponent picks one of these.",
        "play": "Only the chip that was picked can be played. You may also pass.",
    },
    nothing="the discard pile is empty",
    missed=("choose", "to", "play"),
)

SHADOWS.add("flagstone_tax", "Flagstone Tax", "character", character="quince", banner="brown", ongoing=True)


@SHADOWS.later("flagstone_tax", at=FOE_BUYING)
def too_dear_for_the_pile(play: Play, me: Seat, buyer: Seat, chip: Chip) -> bool:
    return play.total(me) >= 3 and play.price(chip.key, buyer) > play.total(buyer)


@SHADOWS.later("flagstone_tax", at=BOUGHT)
def tax_ends(play: Play, me: Seat, bought: Chip) -> None:
    if bought.orb:
        play.discard_all(me, "flagstone_tax")


SHADOWS.tell(
    "flagstone_tax",
    bars="Flagstone Tax: while its owner's pile is 3 or more, you may buy nothing that costs more than your own pile "
    "is worth.",
)

# inferred: its arrow and its piggy bank come in the turn in which it is played, too
SHADOWS.add(
    "patriot_mirror",
    "Patriot Mirror",
    "character",
    character="quince",
    banner="brown",
    gives={"black": 1, "piggy": 1},
    each_turn={"black": 1, "piggy": 1},
    ongoing=True,
)


@SHADOWS.later("patriot_mirror", at=ACTIONS_BEGIN)
def mirror_cracks(play: Play, me: Seat) -> None:
    if play.total(me) % 2:
        play.discard_all(me, "patriot_mirror")  # inferred: what it gave for this turn stays


# -- Onimaru -----------------------------------------------------------------------------------------------------


@SHADOWS.character("onimaru", "Wartime Tactics", banner="brown")
def wartime_tactics(play: Play, me: Seat) -> Steps[None]:
    shown, place = yield from play.pick_from(
        me, ("hand", "discard"), "choose", play.box.is_puzzle, "wartime_tactics", also=("give",)
    )
    if not shown:
        play.nothing_done(me, "wartime_tactics")
        return
    play.show(me, place, shown)
    cost = play.box[shown].cost or 0
    kind = yield from play.pick_in_bank(
        me,
        "play",
        lambda kind: play.box.is_puzzle(kind) and kind != shown and play.costs(kind, me, 0, cost),
        "wartime_tactics",
        also=("choose",),
    )
    if kind and not (yield from resolve_from_bank(play, me, play.box[kind])):
        play.trash(me, kind, "played")


SHADOWS.tell(
    "wartime_tactics",
    asks={
        "choose": "Which Puzzle chip of the hand or the discard pile is shown (Wartime Tactics)?",
        "play": "Which Puzzle chip of the bank is played and trashed (Wartime Tactics)?",
    },
    limits={
        "choose": "A Puzzle chip of your hand or your discard pile is shown.",
        "play": "A different Puzzle chip of the bank is played, one that costs no more than the chip that was shown.",
    },
    lies={"play": "bank"},
    nothing="there is no Puzzle chip to show",
    missed=("choose", "play"),
)


@SHADOWS.character("onimaru", "Double Slash", banner="purple")
def double_slash(play: Play, me: Seat) -> Steps[None]:
    ones = min(2, play.gems(me).count(1))  # inferred: a single 1-gem is crashed alone
    if not ones:
        play.nothing_done(me, "double_slash")
        return
    broken = yield from break_gems(play, me, "double_slash", ("break:" + "+".join("1" * ones),))  # and no money for it
    yield from send_pieces(play, me, "double_slash", broken)


SHADOWS.tell(
    "double_slash",
    limits={"break": "Double Slash crashes two 1-gems."},
    nothing="there is no 1-gem in the pile",
    missed=("break", "to"),
)

SHADOWS.add(
    "riposte",
    "Riposte",
    "character",
    character="onimaru",
    banner="blue",
    icons="blue_shield",
    gives={"black": 1, "piggy": 1},
)


@SHADOWS.reaction("riposte", answers=RED_FIST_AFTERWARDS)
def strike_back(play: Play, me: Seat, attacker: Seat) -> Steps[None]:
    kind, _ = yield from play.pick_from(me, ("discard",), "take", lambda kind: kind != "riposte", "riposte")
    if kind:
        play.shift(me, kind, "discard", "hand")  # inferred: not Riposte itself


SHADOWS.tell(
    "riposte",
    asks={"take": "Which chip of the discard pile comes into the hand (Riposte)?"},
    limits={"take": "A chip of your discard pile other than Riposte itself is taken."},
    lies={"take": "discard"},
)

# -- Bal-Bas-Beta ------------------------------------------------------------------------------------------------


@SHADOWS.character("bal_bas_beta", "Rocket Punch", banner="purple blue", icons="purple_shield blue_shield")
def rocket_punch(play: Play, me: Seat) -> Steps[None]:
    yield from crash_a_one(play, me, "rocket_punch")  # inferred: no money for it


def has_a_one(play: Play, me: Seat) -> bool:
    return 1 in play.gems(me)


def crash_a_one(play: Play, me: Seat, about: str) -> Steps[None]:
    if not has_a_one(play, me):
        play.nothing_done(me, about)
        return
    broken = yield from break_gems(play, me, about, ("break:1",))
    yield from send_pieces(play, me, about, broken)


@SHADOWS.reaction("rocket_punch", answers=RED_FIST, when=has_a_one)
def punch_the_attacker(play: Play, me: Seat, attacker: Seat) -> Steps[bool]:
    """It does not stop the attack."""
    yield from break_gems(play, me, "rocket_punch", ("break:1",))
    yield from send(play, Flight(me.name, play.holder(attacker).name, 1, "rocket_punch"))
    return False


@SHADOWS.reaction("rocket_punch", answers=GEMS, when=has_a_one)
def counter_with_rocket_punch(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    broken = yield from break_gems(play, me, "rocket_punch", ("break:1",))
    yield from collide(play, me, incoming, "rocket_punch", broken)  # inferred: as a counter-crash


SHADOWS.tell(
    "rocket_punch",
    limits={"break": "Rocket Punch crashes one 1-gem."},
    nothing="there is no 1-gem in the pile",
    missed=("break", "to"),
)


@SHADOWS.character("bal_bas_beta", "Upgrade", banner="brown", gives={"money": 1})
def upgrade(play: Play, me: Seat) -> Steps[None]:
    trashable = play.box.trashable

    def find() -> tuple[str, ...]:
        found = one_or_two(play, me, "trash", trashable)
        return found if me.least(("hand",), trashable) else (*found, "none")

    token = ""
    if me.hand:
        token = yield from play.ask(me, "trash", find, "upgrade", hidden=True)
    if not token:
        me.rule_out("hand", trashable)
        play.nothing_done(me, "upgrade")
        return
    trashed = sorted(token[6:].split("+"))
    for kind in trashed:
        play.trash(me, kind)
    for kind in trashed:
        cost = play.box[kind].cost or 0
        fitting = partial(play.costs, me=me, least=cost, most=cost + 1)
        gained = yield from play.pick_in_bank(me, "gain", fitting, "upgrade")
        play.gain(me, gained)


SHADOWS.tell(
    "upgrade",
    asks={"trash": "Which chip is trashed, or which two (Upgrade)?"},
    limits={
        "trash": "One chip of your hand is trashed or two, and no character chips.",
        "gain": "What is gained costs as much as what was trashed, or $1 more.",
    },
    nothing="there is no chip in the hand that it could trash",
    missed=("trash", "gain"),
)

# inferred: its money and its piggy bank come in the turn in which it is played, too
SHADOWS.add(
    "cog_engine",
    "Cog Engine",
    "character",
    character="bal_bas_beta",
    banner="brown",
    gives={"money": 1, "piggy": 1},
    each_turn={"money": 1, "piggy": 1},
    ongoing=True,
)


@SHADOWS.later("cog_engine", at=BOUGHT)
def engine_stops(play: Play, me: Seat, bought: Chip) -> None:
    if bought.orb or play.price(bought.key, me) >= 6:
        play.discard_all(me, "cog_engine")


# -- Troq --------------------------------------------------------------------------------------------------------

SHADOWS.add(
    "giant_growth", "Giant Growth", "character", character="troq", banner="brown", gives={"brown": 1}, ongoing=True
)


@SHADOWS.later("giant_growth", at=ANTED)
def grow(play: Play, me: Seat) -> Steps[None]:
    gem = yield from play.pick(me, "pile", play.box.is_gem, "giant_growth", may=True)  # inferred: after the ante
    if gem:
        play.shift(me, gem, "hand", "pile")


@SHADOWS.later("giant_growth", at=BOUGHT)
def growth_ends(play: Play, me: Seat, bought: Chip) -> None:
    if bought.orb:
        play.discard_all(me, "giant_growth")


SHADOWS.tell(
    "giant_growth",
    asks={"pile": "Which gem goes from the hand to the pile, or pass (Giant Growth)?"},
    limits={"pile": "Only a gem of your hand can go into your pile. You may also pass."},
)


@SHADOWS.character("troq", "Beast Unleashed", banner="brown")
def beast_unleashed(play: Play, me: Seat) -> Steps[None]:
    if play.total(me) >= 6:
        yield from play.give(me, (("chips", 2), ("brown", 1), ("piggy", 1)))
    else:
        play.nothing_done(me, "beast_unleashed")


SHADOWS.tell("beast_unleashed", nothing="the pile is too low")


@SHADOWS.character("troq", "More Shiny", banner="brown")
def more_shiny(play: Play, me: Seat) -> Steps[None]:
    def find() -> tuple[str, ...]:
        found = play.chips_in(me, "hand", "trash", "gem_1".__eq__)
        return (*found, "trash:gem_1@pile") if has_a_one(play, me) else found

    if has_a_one(play, me):
        token = yield from play.ask(me, "trash", find, "more_shiny", hidden=True)
    else:
        token = yield from play.pick(me, "trash", "gem_1".__eq__, "more_shiny")
    if not token:
        play.nothing_done(me, "more_shiny")
        return
    if token.endswith("@pile"):
        yield from trash_from_pile(play, me, 1)
    else:
        play.trash(me, "gem_1")
    play.add(me, "money", 1)
    play.gain(me, "gem_2")


SHADOWS.tell(
    "more_shiny",
    asks={"trash": "Which 1-gem is trashed, that of the hand or that of the pile (More Shiny)?"},
    limits={"trash": "A 1-gem of your hand or of your pile is trashed."},
    nothing="there is no 1-gem to trash",
    missed=("trash",),
)

# -- Menelker ----------------------------------------------------------------------------------------------------


@SHADOWS.character("menelker", "Bonecracker", banner="red", icons="red_fist", gives={"brown": 1})
def bonecracker(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        yield from play.reveal_hand(foe, "chip:bonecracker")
        gems = sorted(filter(play.box.is_gem, foe.hand))
        if gems:
            play.shift(foe, gems[-1], "hand", "discard")


@SHADOWS.character("menelker", "Into Oblivion", banner="brown")
def into_oblivion(play: Play, me: Seat) -> Steps[None]:
    table = play.table
    stacks = tuple(f"choose:{kind}" for kind in table.stock if play.box.is_puzzle(kind))
    kind = (yield from play.ask(me, "choose", stacks, "into_oblivion"))[7:]
    back = tuple(table.away)
    play.log.append(ev.StackLeft(me.name, kind))
    play.take_stack_out(kind)
    for earlier in back:
        play.log.append(ev.StackCameBack(me.name, earlier))
        play.put_stack_back(earlier)


SHADOWS.tell(
    "into_oblivion",
    asks={"choose": "Which Puzzle stack is taken out of the bank (Into Oblivion)?"},
    limits={"choose": "A Puzzle stack of the bank is taken out of the game."},
)


@SHADOWS.character("menelker", "Deathstrike Dragon", banner="purple")
def deathstrike_dragon(play: Play, me: Seat) -> Steps[None]:
    ones = 0
    while (yield from trash_from_pile(play, me, 1)):
        ones += 1
    if ones > 1:
        foe = yield from play.choose_pile(me, "deathstrike_dragon")
        yield from send(play, Flight(me.name, foe.name, ones // 2, "deathstrike_dragon"))
    play.trash_this(me)
