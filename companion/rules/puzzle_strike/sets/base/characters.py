"""The thirty character chips, three to a character. Each function is the chip's text; its symbols stand above it."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.rules.kernel import AGAIN, UNSEEN, Draw, Forced, Moved, Question, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.combine import LARGEST_GEM, make_one, pay_puzzle_chips, pay_tolls
from companion.rules.puzzle_strike.crash import Incoming, break_gems, counter_crash, crash, negate, send_pieces
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import resolve, resolve_from_bank
from companion.rules.puzzle_strike.sets.answers import GEMS, GEMS_BY_BREAKING, PURCHASE, RED_FIST
from companion.rules.puzzle_strike.sets.base.base import BASE
from companion.rules.puzzle_strike.sets.chip import Chip, next_gem
from companion.rules.puzzle_strike.sets.moments import (
    ACTIONS_END,
    ANSWERING,
    ANTE,
    BOUGHT,
    BUYING,
    CLEANUP,
    COMBINING,
    INCOMING,
)
from companion.rules.puzzle_strike.table import Ante, Chips, Seat
from companion.rules.puzzle_strike.trade import choose_symbols, may_trash_two, trash_for_its_cost

# -- Grave -----------------------------------------------------------------------------------------------------

BASE.add(
    "reversal",
    "Reversal",
    "character",
    character="grave",
    banner="purple",
    icons="purple_shield",
    gives={"chips": 2},
)


@BASE.reaction("reversal", answers=GEMS_BY_BREAKING)
def counter_with_reversal(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    yield from counter_crash(play, me, incoming, "reversal")


@BASE.character("grave", "Martial Mastery", banner="brown", gives={"black": 1})
def martial_mastery(play: Play, me: Seat) -> Steps[None]:
    cost = yield from trash_for_its_cost(play, me, "martial_mastery")
    if cost is None:
        return
    kind = yield from play.pick_in_bank(me, "gain", lambda kind: play.price(kind, me) == cost + 2, "martial_mastery")
    play.gain(me, kind)


@BASE.character("grave", "Versatile Style", banner="brown")
def versatile_style(play: Play, me: Seat) -> Steps[None]:
    yield from choose_symbols(play, me, me, BUNDLES["versatile_style"], "versatile_style")


BUNDLES: dict[str, dict[str, tuple[tuple[str, int], ...]]] = {
    "versatile_style": {
        "black+piggy": (("black", 1), ("piggy", 1)),
        "money": (("money", 2),),
        "chips": (("chips", 2),),
    },
    "pilebunker": {"chips": (("chips", 1),), "piggy": (("piggy", 1),)},
    "troublesome_rhetoric": {
        "black+chips": (("black", 1), ("chips", 1)),
        "money+piggy": (("money", 2), ("piggy", 1)),
    },
    "creative_thoughts": {
        f"{a}+{b}": ((a, 1), (b, 1))
        for at, a in enumerate(("black", "piggy", "money", "chips"))
        for b in ("black", "piggy", "money", "chips")[at + 1 :]
    },
}
"""What the choices of a chip give."""

# -- Jaina -----------------------------------------------------------------------------------------------------


@BASE.character("jaina", "Playing with Fire", banner="brown", gives_after={"brown": 1, "red": 1, "chips": 1})
def playing_with_fire(play: Play, me: Seat) -> None:
    play.ante(me, 1)


@BASE.character("jaina", "Burning Vigor", banner="red", icons="red_fist")
def burning_vigor(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    places = ("hand", "discard")
    wound, place = yield from play.pick_from(me, places, "trash", lambda kind: kind == "wound", "burning_vigor")
    if not wound:
        play.nothing_done(me, "burning_vigor")
        return
    play.trash(me, wound, place)
    play.add(me, "black", 1)
    for foe in play.piles(foes):
        play.ante(foe, 1)


@BASE.character("jaina", "Unstable Power", banner="purple", icons="purple_shield")
def unstable_power(play: Play, me: Seat) -> Steps[None]:
    yield from crash(play, me, "unstable_power", most=2)
    gain_two_wounds(play, me)


@BASE.reaction("unstable_power", answers=GEMS_BY_BREAKING)
def counter_with_unstable_power(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    yield from counter_crash(play, me, incoming, "unstable_power", most=2)
    gain_two_wounds(play, me)  # inferred: after the whole exchange


def gain_two_wounds(play: Play, me: Seat) -> None:
    for _ in range(2):
        play.gain(me, "wound")


# -- Midori ----------------------------------------------------------------------------------------------------

BASE.add("dragon_form", "Dragon Form", "character", character="midori", banner="brown", ongoing=True)


@BASE.later("dragon_form", at=ANTE)
def dragons_ante(play: Play, me: Seat) -> Steps[Ante]:
    """A gem worth 1 more, or Dragon Form is discarded and the ante is the normal one."""
    normal = play.table.ante
    larger = min(normal + 1, LARGEST_GEM)  # in Deadly Time a Dragon antes a 4-gem like everybody else
    options = {me.name: (f"ante:gem_{larger}", "discard:dragon_form")}
    while (token := (yield Question("ante", options, "chip:dragon_form", "dragon_form", rest=True))) is AGAIN:
        pass
    return Ante(larger) if token.startswith("ante:") else Ante(normal, discards="dragon_form")


@BASE.later("dragon_form", at=BUYING)
def no_orb_for_a_dragon(chip: Chip) -> bool:
    return chip.orb


BASE.tell("dragon_form", bars="While Dragon Form is in play you may not buy purple orb chips.")


@BASE.later("dragon_form", at=ANSWERING)
def no_answer_to_a_dragon(incoming: Incoming) -> bool:
    return incoming.chip.orb


BASE.add(
    "rigorous_training",
    "Rigorous Training",
    "character",
    character="midori",
    banner="brown",
    icons="brown_shield",
    action=False,
)


@BASE.reaction("rigorous_training", answers=PURCHASE, price=4)
def train_after_purchase(play: Play, me: Seat, buyer: Seat) -> Steps[None]:
    cost = yield from trash_for_its_cost(play, me, "rigorous_training")
    if cost is None:
        return
    # inferred: no lower bound for what is gained
    kind = yield from play.pick_in_bank(
        me, "gain", lambda kind: play.price(kind, buyer) <= cost + 2, "rigorous_training"
    )
    play.gain(me, kind)


@BASE.character("midori", "Purge Bad Habits", banner="brown")
def purge_bad_habits(play: Play, me: Seat) -> Steps[None]:
    kind = yield from play.pick(me, "trash", play.box.trashable, "purge_bad_habits")
    if kind:
        play.trash(me, kind)
    play.take(me, "gem_2")  # inferred: into the hand, and whether or not a chip was trashed


# -- Setsuki ---------------------------------------------------------------------------------------------------

BASE.add(
    "speed_of_the_fox",
    "Speed of the Fox",
    "character",
    character="setsuki",
    banner="brown",
    gives={"brown": 2, "chips": 1},
)
BASE.add(
    "bag_of_tricks",
    "Bag of Tricks",
    "character",
    character="setsuki",
    banner="brown",
    gives={"brown": 1, "piggy": 1, "chips": 1},
)


@BASE.character("setsuki", "Double-take", banner="brown")
def double_take(play: Play, me: Seat) -> Steps[None]:
    kind, place = yield from play.pick_from(
        me, ("hand", "discard"), "choose", play.box.playable_puzzle_chip, "double_take", also=("play",)
    )
    if kind:
        play.shift(me, kind, place, "played")
        trashed = False
        for _ in range(2):
            me.plays += 1
            trashed |= yield from resolve(play, me, play.box[kind], "" if trashed else "played")
        if not trashed:
            play.trash(me, kind, "played")
    else:
        play.nothing_done(me, "double_take")
    play.end_action_phase(me)


# -- Rook ------------------------------------------------------------------------------------------------------

BASE.add(
    "stone_wall",
    "Stone Wall",
    "character",
    character="rook",
    banner="purple",
    icons="purple_shield",
    gives={"chips": 1, "piggy": 1},
)


@BASE.reaction("stone_wall", answers=GEMS)
def wall_up(play: Play, me: Seat, incoming: Incoming) -> None:
    negate(play, incoming, incoming.gems)


@BASE.character("rook", "Big Rocks", banner="brown")
def big_rocks(play: Play, me: Seat) -> Steps[None]:
    gem = yield from play.pick(me, "trash", play.box.is_gem, "big_rocks")
    if not gem:
        play.nothing_done(me, "big_rocks")
        return
    play.trash(me, gem)
    play.take(me, next_gem(gem))


# Its arrow is given in the text, because a Protective Ward is paid before it.
@BASE.character("rook", "Strength of Earth", banner="purple")
def strength_of_earth(play: Play, me: Seat) -> Steps[None]:
    options = tuple(dict.fromkeys(f"combine:1+{gem}" for gem in reversed(play.gems(me)) if gem < LARGEST_GEM))
    # inferred: without a 1-gem in the bank there is nothing to combine with
    may = bool(options and play.table.stock["gem_1"]) and (yield from pay_tolls(play, me, "strength_of_earth"))
    play.add(me, "brown", 1)
    if may:
        token = yield from play.ask(me, "combine", options, "strength_of_earth")
        gem = int(token[10:])
        play.leave_pile(me, gem)
        make_one(play, me, 1, gem)  # the bank's 1-gem goes straight back there


# -- DeGrey ----------------------------------------------------------------------------------------------------


@BASE.character("degrey", "Pilebunker", banner="red", icons="red_fist")
def pilebunker(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    yield from choose_symbols(play, me, me, BUNDLES["pilebunker"], "pilebunker")
    for foe in foes:
        yield from play.reveal_hand(foe, "chip:pilebunker")
        gems = sorted(kind for kind in foe.hand if play.box.is_gem(kind))
        if gems:
            play.trash(foe, gems[-1])
        play.gain(foe, "gem_1")  # inferred: also from a hand without gems


@BASE.character("degrey", "No More Lies", banner="brown", gives={"red": 1})
def no_more_lies(play: Play, me: Seat) -> Steps[None]:
    if me.hand:
        yield from may_trash_two(play, me, "no_more_lies")


@BASE.character("degrey", "Troublesome Rhetoric", banner="brown")
def troublesome_rhetoric(play: Play, me: Seat) -> Steps[None]:
    foe = yield from play.choose_opponent(me, "troublesome_rhetoric")
    yield from choose_symbols(play, foe, me, BUNDLES["troublesome_rhetoric"], "troublesome_rhetoric")


# -- Valerie ---------------------------------------------------------------------------------------------------

BASE.add(
    "three_colors",
    "Three Colors",
    "character",
    character="valerie",
    banner="brown",
    gives={"brown": 1, "red": 1, "blue": 1},
)


@BASE.character("valerie", "Chromatic Orb", banner="purple brown red blue", gives={"chips": 1})
def chromatic_orb(play: Play, me: Seat) -> Steps[None]:
    if 1 not in play.gems(me):
        play.nothing_done(me, "chromatic_orb")
        return
    broken = yield from break_gems(play, me, "chromatic_orb", ("break:1",))  # and no money for it
    yield from send_pieces(play, me, "chromatic_orb", broken)


@BASE.character("valerie", "Creative Thoughts", banner="brown")
def creative_thoughts(play: Play, me: Seat) -> Steps[None]:
    yield from choose_symbols(play, me, me, BUNDLES["creative_thoughts"], "creative_thoughts")


# -- Geiger ----------------------------------------------------------------------------------------------------


@BASE.character("geiger", "Research & Development", banner="brown", gives={"black": 1})
def research_and_development(play: Play, me: Seat) -> Steps[None]:
    about = "research_and_development"
    if not me.hand or not play.might_hold(me, ("bag",), play.box.has_orb):  # chips on top of the bag do not count
        play.nothing_done(me, about)
        return

    def gifts() -> Chips:
        gifts = play.chips_in(me, "hand", "give", lambda kind: leaves_an_orb(play, me, kind)) if me.hand else ()
        return gifts if me.least(("bag",), play.box.has_orb) else (*gifts, "none")

    token = yield from play.ask(me, "give", gifts, about, hidden=True, blind=f"give:{UNSEEN}")
    if not token:
        me.rule_out("bag", play.box.has_orb)
        play.nothing_done(me, about)
        return
    given = token[5:]
    me.account_for("hand", (given,))
    me.rule_in("bag", play.box.has_orb)  # or there would be nothing to exchange
    token = yield from play.ask(me, "take", partial(orbs_in_bag, play, me), about, hidden=True, blind=f"take:{UNSEEN}")
    taken = token[5:]
    if given == UNSEEN:
        me.exchange("hand", "bag", play.box.has_orb if taken == UNSEEN else taken.__eq__)
    else:
        me.remove("hand", given)
        if taken == UNSEEN:
            me.move_one_of("bag", play.box.has_orb, "hand")
        else:
            me.move("bag", (taken,), "hand")
        me.bag += (given,)
    play.log.append(Moved(taken, 1, f"{me.name}.bag", f"{me.name}.hand"))
    play.log.append(Moved(given, 1, f"{me.name}.hand", f"{me.name}.bag"))


def leaves_an_orb(play: Play, me: Seat, given: str) -> bool:
    """Whether an orb chip may be in the bag, if this chip is in the hand."""
    like = me.copy()
    like.account_for("hand", (given,))
    return like.most("bag", play.box.has_orb) > 0


def orbs_in_bag(play: Play, me: Seat) -> Chips:
    return play.chips_in(me, "bag", "take", play.box.has_orb)


BASE.add(
    "future_sight",
    "Future Sight",
    "character",
    character="geiger",
    banner="brown",
    gives={"chips": 2, "piggy": 2},
)


@BASE.character("geiger", "It's Time for the Past", banner="brown", gives={"black": 1})
def its_time_for_the_past(play: Play, me: Seat) -> Steps[None]:
    kind, _ = yield from play.pick_from(
        me, ("discard",), "take", play.box.playable_puzzle_chip, "its_time_for_the_past", also=("choose",)
    )
    if kind:
        play.shift(me, kind, "discard", "hand")
    else:
        play.nothing_done(me, "its_time_for_the_past")


# -- Lum -------------------------------------------------------------------------------------------------------


@BASE.character("lum", "Living on the Edge", banner="brown")
def living_on_the_edge(play: Play, me: Seat) -> Steps[None]:
    if sum(play.gems(me)) >= play.edition.losing_total:
        yield from play.give(me, (("chips", 3), ("black", 1)))
    else:
        play.nothing_done(me, "living_on_the_edge")


BASE.add("pandas_bargain", "Panda's Bargain", "character", character="lum", banner="brown", ongoing=True)


@BASE.later("pandas_bargain", at=CLEANUP)
def bargain_struck(play: Play, me: Seat, kept: int) -> int:
    return int(any(play.box[kind].kind == "puzzle" for kind in me.bought))


@BASE.later("pandas_bargain", at=BOUGHT)
def bargain_lost(play: Play, me: Seat, bought: Chip) -> None:
    if bought.orb:
        play.discard_all(me, "pandas_bargain")


@BASE.character("lum", "Jackpot", banner="brown")
def jackpot(play: Play, me: Seat) -> Steps[None]:
    foe = yield from play.choose_opponent(me, "jackpot")
    shown = yield from two_random_chips(play, me, foe)
    if any(play.box.is_gem(kind) for kind in shown):
        yield from play.give(me, (("money", 1), ("black", 1)))
    if len(shown) == 2 and all(play.box.has_orb(kind) for kind in shown):
        kind = yield from play.pick_in_bank(me, "choose", play.box.has_orb, "jackpot", also=("gain", "take", "play"))
        if kind:
            yield from resolve_from_bank(play, me, play.box[kind])
            play.gain_played(me, kind)


def two_random_chips(play: Play, me: Seat, foe: Seat) -> Steps[Chips]:
    """Two chips picked at random out of a hand and shown to everybody."""
    count = min(2, len(foe.hand))
    if not count:
        play.nothing_done(me, "jackpot")
        return ()
    kinds: Any = AGAIN
    while kinds is AGAIN:
        kinds = yield Draw(foe.name, f"{foe.name}.hand", count, foe.hand, "chip:jackpot", "", False, foe.unseen, "hand")
    foe.account_for("hand", kinds)
    play.log.append(ev.Revealed(foe.name, tuple(sorted(kinds))))
    return tuple(kinds)


# -- Argagarg --------------------------------------------------------------------------------------------------


@BASE.character("argagarg", "Hex of Murkwood", banner="red", icons="red_fist", gives={"blue": 1})
def hex_of_murkwood(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        token = "gain:wound"
        if play.could_hold(foe, frozenset({"wound"})) and len(foe.hand) >= 2:
            token = yield from play.ask(foe, "choose", partial(wound_choices, foe), "hex_of_murkwood", hidden=True)
        else:
            play.log.append(Forced(foe.name, token))
        if token == "gain:wound":
            play.gain(foe, "wound")
        else:
            for _ in range(2):
                play.shift(foe, "wound", "hand", "discard")


def wound_choices(foe: Seat) -> Chips:
    """Discard two wounds or gain one; whoever cannot discard two gains one."""
    if foe.can_hold("hand", ("wound", "wound")):
        return ("gain:wound", "discard:wound+wound")
    return ("gain:wound",)


BASE.add(
    "bubble_shield",
    "Bubble Shield",
    "character",
    character="argagarg",
    banner="blue",
    icons="blue_shield",
    ongoing=True,
)


@BASE.reaction("bubble_shield", answers=RED_FIST)
def bubble_up(play: Play, me: Seat, attacker: Seat) -> bool:
    return True


@BASE.later("bubble_shield", at=INCOMING)
def bubble_pops(play: Play, me: Seat, incoming: Incoming) -> None:
    play.log.append(ev.Popped(me.name))
    negate(play, incoming, 1)
    play.shift(me, "bubble_shield", "ongoing", "discard")


@BASE.character("argagarg", "Protective Ward", banner="brown", gives={"blue": 1}, ongoing=True)
def protective_ward(play: Play, me: Seat) -> None:
    me.effects += ("protective_ward",)  # laid this turn: it stays until the next action phase ends


BASE.tell(
    "protective_ward",
    stops="First Protective Ward has to be paid: discard a Puzzle chip, or pass and combine nothing.",
)


@BASE.later("protective_ward", at=COMBINING)
def pay_wards(play: Play, me: Seat, about: str) -> Steps[bool]:
    """Ask for a puzzle chip of the hand for each Protective Ward in play."""
    wards = sum(seat.ongoing.count("protective_ward") for seat in play.playing)
    return (yield from pay_puzzle_chips(play, me, wards, about, "chip:protective_ward"))


@BASE.later("protective_ward", at=ACTIONS_END)
def ward_ends(play: Play, me: Seat) -> None:
    for _ in range(me.ongoing.count("protective_ward") - me.effects.count("protective_ward")):
        play.shift(me, "protective_ward", "ongoing", "discard")
