"""The thirty character chips, three to a character. Each function is the chip's text; its symbols stand above it."""

from __future__ import annotations

from functools import partial

from companion.rules.kernel import AGAIN, UNSEEN, Draw, Forced, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips.attacks import has_orb
from companion.rules.puzzle_strike.chips.chip import CHIPS, add, character, reaction, trashable
from companion.rules.puzzle_strike.chips.puzzles import (
    is_gem,
    next_gem,
    playable_puzzle_chip,
    trash_for_its_cost,
)
from companion.rules.puzzle_strike.combine import LARGEST_GEM, ward_allows
from companion.rules.puzzle_strike.crash import Incoming, counter_crash, crash, negate, send
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import resolve
from companion.rules.puzzle_strike.table import Chips, Seat

# -- Grave -----------------------------------------------------------------------------------------------------

add(
    "reversal",
    "Reversal",
    "character",
    cost=None,
    character="grave",
    banner="purple",
    icons="purple_shield",
    gives={"chips": 2},
)


@reaction("reversal")
def counter_with_reversal(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    yield from counter_crash(play, me, incoming, "reversal")


@character("grave", "Martial Mastery", banner="brown", gives={"black": 1})
def martial_mastery(play: Play, me: Seat) -> Steps[None]:
    cost = yield from trash_for_its_cost(play, me, "martial_mastery")
    if cost is None:
        return
    options = tuple(f"gain:{kind}" for kind in play.in_bank(lambda kind: play.price(kind) == cost + 2))
    if options:
        token = yield from play.ask(me, "gain", options, "chip:martial_mastery", "martial_mastery")
        play.gain(me, token[5:])


@character("grave", "Versatile Style", banner="brown")
def versatile_style(play: Play, me: Seat) -> Steps[None]:
    yield from choose_symbols(play, me, me, ("black+piggy", "money", "chips"), "versatile_style")


def choose_symbols(play: Play, chooser: Seat, receiver: Seat, choices: Chips, chip: str) -> Steps[None]:
    """One of several bundles of symbols."""
    options = tuple(f"choose:{choice}" for choice in choices)
    token = yield from play.ask(chooser, "choose", options, f"chip:{chip}", chip)
    yield from play.give(receiver, BUNDLES[chip][token[7:]])


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


@character("jaina", "Playing with Fire", banner="brown", gives_after={"brown": 1, "red": 1, "chips": 1})
def playing_with_fire(play: Play, me: Seat) -> None:
    play.ante(me, 1)


@character("jaina", "Burning Vigor", banner="red", icons="red_fist")
def burning_vigor(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    def find() -> Chips:
        return tuple(
            token
            for token in play.from_hand(me, "trash") + play.from_discard(me, "trash")
            if token.startswith("trash:wound")
        )

    if not find():
        return
    token = yield from play.ask_hidden(me, "trash", find, "chip:burning_vigor", "burning_vigor")
    play.trash_chosen(me, token)
    play.add(me, "black", 1)
    for foe in foes:
        play.ante(foe, 1)


@character("jaina", "Unstable Power", banner="purple", icons="purple_shield")
def unstable_power(play: Play, me: Seat) -> Steps[None]:
    yield from crash(play, me, "unstable_power", most=2)
    gain_two_wounds(play, me)


@reaction("unstable_power")
def counter_with_unstable_power(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    yield from counter_crash(play, me, incoming, "unstable_power", most=2)
    gain_two_wounds(play, me)  # inferred: after the whole exchange


def gain_two_wounds(play: Play, me: Seat) -> None:
    for _ in range(2):
        play.gain(me, "wound")


# -- Midori ----------------------------------------------------------------------------------------------------

# Its ante is asked in the ante phase, what it forbids is looked up when buying (turn) and answering (crash).
add("dragon_form", "Dragon Form", "character", cost=None, character="midori", banner="brown", ongoing=True)

add(
    "rigorous_training",
    "Rigorous Training",
    "character",
    cost=None,
    character="midori",
    banner="brown",
    icons="brown_shield",
    action=False,
)


@reaction("rigorous_training")
def train_after_purchase(play: Play, me: Seat, buyer: Seat) -> Steps[None]:
    cost = yield from trash_for_its_cost(play, me, "rigorous_training")
    if cost is None:
        return
    # inferred: no lower bound for what is gained
    options = tuple(f"gain:{kind}" for kind in play.in_bank(lambda kind: play.price(kind) <= cost + 2))
    if options:
        token = yield from play.ask(me, "gain", options, "chip:rigorous_training", "rigorous_training")
        play.gain(me, token[5:])


@character("midori", "Purge Bad Habits", banner="brown")
def purge_bad_habits(play: Play, me: Seat) -> Steps[None]:
    if play.from_hand(me, "trash", trashable):
        token = yield from play.ask_hidden(
            me,
            "trash",
            lambda: play.from_hand(me, "trash", trashable),
            "chip:purge_bad_habits",
            "purge_bad_habits",
        )
        play.trash_chosen(me, token)
    play.take(me, "gem_2")  # inferred: into the hand, also when nothing could be trashed


# -- Setsuki ---------------------------------------------------------------------------------------------------

add(
    "speed_of_the_fox",
    "Speed of the Fox",
    "character",
    cost=None,
    character="setsuki",
    banner="brown",
    gives={"brown": 2, "chips": 1},
)
add(
    "bag_of_tricks",
    "Bag of Tricks",
    "character",
    cost=None,
    character="setsuki",
    banner="brown",
    gives={"brown": 1, "piggy": 1, "chips": 1},
)


@character("setsuki", "Double-take", banner="brown")
def double_take(play: Play, me: Seat) -> Steps[None]:
    def find() -> Chips:
        return play.from_hand(me, "choose", playable_puzzle_chip) + play.from_discard(
            me, "choose", playable_puzzle_chip
        )

    if find():
        token = yield from play.ask_hidden(me, "choose", find, "chip:double_take", "double_take", also=("play",))
        kind, _, place = token[7:].partition("@")
        play.shift(me, kind, place or "hand", "played")
        trashed = False
        for _ in range(2):
            me.plays += 1
            trashed |= yield from resolve(play, me, CHIPS[kind], "" if trashed else "played")
        if not trashed:
            play.trash(me, kind, "played")
    play.end_action_phase()


# -- Rook ------------------------------------------------------------------------------------------------------

add(
    "stone_wall",
    "Stone Wall",
    "character",
    cost=None,
    character="rook",
    banner="purple",
    icons="purple_shield",
    gives={"chips": 1, "piggy": 1},
)


@reaction("stone_wall")
def wall_up(play: Play, me: Seat, incoming: Incoming) -> None:
    negate(play, incoming, incoming.gems)


@character("rook", "Big Rocks", banner="brown")
def big_rocks(play: Play, me: Seat) -> Steps[None]:
    if not play.from_hand(me, "trash", is_gem):
        return
    token = yield from play.ask_hidden(
        me, "trash", lambda: play.from_hand(me, "trash", is_gem), "chip:big_rocks", "big_rocks"
    )
    play.take(me, next_gem(play.trash_chosen(me, token)))


# Its arrow is given in the text, because a Protective Ward is paid before it.
@character("rook", "Strength of Earth", banner="purple")
def strength_of_earth(play: Play, me: Seat) -> Steps[None]:
    options = tuple(dict.fromkeys(f"combine:1+{gem}" for gem in reversed(play.gems(me)) if gem < LARGEST_GEM))
    # inferred: without a 1-gem in the bank there is nothing to combine with
    may_combine = bool(options and play.table.stock["gem_1"])
    if may_combine:
        may_combine = yield from ward_allows(play, me, "strength_of_earth")
    play.add(me, "brown", 1)
    if not may_combine:
        return
    token = yield from play.ask(me, "combine", options, "chip:strength_of_earth", "strength_of_earth")
    gem = int(token[10:])
    play.leave_pile(me, gem)
    play.enter_pile(me, gem + 1)  # the bank's 1-gem goes straight back there
    play.log.append(ev.Combined(me.name, (1, gem)))


# -- DeGrey ----------------------------------------------------------------------------------------------------


@character("degrey", "Pilebunker", banner="red", icons="red_fist")
def pilebunker(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    yield from choose_symbols(play, me, me, ("chips", "piggy"), "pilebunker")
    for foe in foes:
        yield from play.reveal_hand(foe, "chip:pilebunker")
        gems = sorted(kind for kind in foe.hand if is_gem(kind))
        if gems:
            play.trash(foe, gems[-1])
        play.gain(foe, "gem_1")  # inferred: also from a hand without gems


@character("degrey", "No More Lies", banner="brown", gives={"red": 1})
def no_more_lies(play: Play, me: Seat) -> Steps[None]:
    def find() -> Chips:
        one = play.from_hand(me, "trash", trashable)
        kinds = [token[6:] for token in one]
        two = tuple(
            f"trash:{a}+{b}" for at, a in enumerate(kinds) for b in kinds[at:] if a != b or play.copies(me, a) > 1
        )
        return (*one, *two, "pass")

    if not me.hand:
        return
    token = yield from play.ask_hidden(me, "trash", find, "chip:no_more_lies", "no_more_lies", also=("done",))
    if token != "pass":
        for kind in token[6:].split("+"):
            play.trash(me, kind)


@character("degrey", "Troublesome Rhetoric", banner="brown")
def troublesome_rhetoric(play: Play, me: Seat) -> Steps[None]:
    foe = yield from play.choose_opponent(me, "troublesome_rhetoric", "chip:troublesome_rhetoric")
    yield from choose_symbols(play, foe, me, ("black+chips", "money+piggy"), "troublesome_rhetoric")


# -- Valerie ---------------------------------------------------------------------------------------------------

add(
    "three_colors",
    "Three Colors",
    "character",
    cost=None,
    character="valerie",
    banner="brown",
    gives={"brown": 1, "red": 1, "blue": 1},
)


@character("valerie", "Chromatic Orb", banner="purple brown red blue", gives={"chips": 1})
def chromatic_orb(play: Play, me: Seat) -> Steps[None]:
    if 1 not in play.gems(me):
        return
    yield from play.ask(me, "break", ("break:1",), "chip:chromatic_orb", "chromatic_orb")
    play.leave_pile(me, 1)
    play.log.append(ev.Broke(me.name, (1,)))
    foe = yield from play.choose_opponent(me, "chromatic_orb", "chip:chromatic_orb")
    yield from send(play, Incoming(me, foe, 1, "chromatic_orb", four=False))


@character("valerie", "Creative Thoughts", banner="brown")
def creative_thoughts(play: Play, me: Seat) -> Steps[None]:
    yield from choose_symbols(play, me, me, tuple(BUNDLES["creative_thoughts"]), "creative_thoughts")


# -- Geiger ----------------------------------------------------------------------------------------------------


@character("geiger", "Research & Development", banner="brown", gives={"black": 1})
def research_and_development(play: Play, me: Seat) -> Steps[None]:
    rule, about = "chip:research_and_development", "research_and_development"

    def orbs() -> Chips:
        return tuple(f"take:{kind}" for kind in me.kinds("bag") if has_orb(kind))

    if not orbs() or not me.hand:  # chips on top of the bag do not count
        return
    token = yield from play.ask_hidden(me, "give", lambda: play.from_hand(me, "give"), rule, about)
    given = token[5:]
    taken = yield from play.ask_hidden(me, "take", orbs, rule, about)
    play.shift(me, taken[5:], "bag", "hand")
    play.shift(me, given, "hand", "bag")


add(
    "future_sight",
    "Future Sight",
    "character",
    cost=None,
    character="geiger",
    banner="brown",
    gives={"chips": 2, "piggy": 2},
)


@character("geiger", "It's Time for the Past", banner="brown", gives={"black": 1})
def its_time_for_the_past(play: Play, me: Seat) -> Steps[None]:
    options = play.from_discard(me, "take", playable_puzzle_chip)
    if options:
        token = yield from play.ask(
            me, "take", options, "chip:its_time_for_the_past", "its_time_for_the_past", also=("choose",)
        )
        play.shift(me, token[5:].partition("@")[0], "discard", "hand")


# -- Lum -------------------------------------------------------------------------------------------------------


@character("lum", "Living on the Edge", banner="brown")
def living_on_the_edge(play: Play, me: Seat) -> Steps[None]:
    if sum(play.gems(me)) >= play.edition.losing_total:
        yield from play.give(me, (("chips", 3), ("black", 1)))


# The extra chip is drawn in cleanup, and it is discarded when an orb chip is bought (turn).
add("pandas_bargain", "Panda's Bargain", "character", cost=None, character="lum", banner="brown", ongoing=True)


@character("lum", "Jackpot", banner="brown")
def jackpot(play: Play, me: Seat) -> Steps[None]:
    foe = yield from play.choose_opponent(me, "jackpot", "chip:jackpot")
    shown = yield from two_random_chips(play, foe)
    if any(is_gem(kind) for kind in shown):
        yield from play.give(me, (("money", 1), ("black", 1)))
    if len(shown) == 2 and all(has_orb(kind) for kind in shown):
        options = tuple(f"choose:{kind}" for kind in play.in_bank(has_orb))
        if options:
            token = yield from play.ask(me, "choose", options, "chip:jackpot", "jackpot", also=("gain", "take", "play"))
            kind = token[7:]
            me.plays += 1
            yield from resolve(play, me, CHIPS[kind])
            play.gain(me, kind)


def two_random_chips(play: Play, foe: Seat) -> Steps[Chips]:
    """Picked blindly out of a hand and shown to everybody."""
    count = min(2, len(foe.hand))
    if not count:
        return ()
    while True:
        among = foe.hand if UNSEEN not in foe.hand else (*foe.hand, *foe.unseen)
        kinds = yield Draw(foe.name, f"{foe.name}.hand", count, among, "chip:jackpot")
        if kinds is not AGAIN and UNSEEN not in kinds:
            break
    fresh = list(kinds)
    for kind in foe.hand:
        if kind in fresh:
            fresh.remove(kind)
    if fresh:
        foe.identify("hand", tuple(fresh))
    play.log.append(ev.Revealed(foe.name, tuple(sorted(kinds))))
    return tuple(kinds)


# -- Argagarg --------------------------------------------------------------------------------------------------


@character("argagarg", "Hex of Murkwood", banner="red", icons="red_fist", gives={"blue": 1})
def hex_of_murkwood(play: Play, me: Seat, foes: list[Seat]) -> Steps[None]:
    for foe in foes:
        token = "gain:wound"
        if play.could_hold(foe, frozenset({"wound"})) and len(foe.hand) >= 2:
            token = yield from play.ask_hidden(
                foe, "choose", partial(wound_choices, play, foe), "chip:hex_of_murkwood", "hex_of_murkwood"
            )
        else:
            play.log.append(Forced(foe.name, token))
        if token == "gain:wound":
            play.gain(foe, "wound")
        else:
            for _ in range(2):
                play.shift(foe, "wound", "hand", "discard")


def wound_choices(play: Play, foe: Seat) -> Chips:
    """Who cannot discard two wounds gains one."""
    if play.copies(foe, "wound") >= 2:
        return ("gain:wound", "discard:wound+wound")
    return ("gain:wound",)


# In hand it answers red fists; on the table it pops when gems come in (crash).
add(
    "bubble_shield",
    "Bubble Shield",
    "character",
    cost=None,
    character="argagarg",
    banner="blue",
    icons="blue_shield",
    ongoing=True,
)


@reaction("bubble_shield")
def bubble_up(play: Play, me: Seat, attacker: Seat) -> bool:
    return True


# What it costs to combine stands in combine; it is discarded in turn.
@character("argagarg", "Protective Ward", banner="brown", gives={"blue": 1}, ongoing=True)
def protective_ward(play: Play, me: Seat) -> None:
    me.ward_waits = True
