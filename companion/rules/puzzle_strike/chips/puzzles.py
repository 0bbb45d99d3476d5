"""The puzzle chips that do not attack. Each function is the chip's text; its symbols stand above it."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips.chip import (
    CHIPS,
    add,
    kinds_of,
    puzzle,
    reaction,
    trashable,
    trashable_without_orb,
)
from companion.rules.puzzle_strike.crash import Incoming, negate
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import resolve
from companion.rules.puzzle_strike.table import GEMS, Chips, Seat


def is_gem(kind: str) -> bool:
    return kind in GEMS


def next_gem(kind: str) -> str:
    """The gem worth 1 more; there is no 5-gem."""
    return f"gem_{int(kind[4:]) + 1}"


add("draw_three", "Draw Three", "puzzle", cost=3, banner="brown", gives={"chips": 3})
add(
    "one_of_each",
    "One of Each",
    "puzzle",
    cost=5,
    banner="brown",
    gives={"black": 1, "piggy": 1, "money": 1, "chips": 1},
)
add("one_two_punch", "One-Two Punch", "puzzle", cost=4, banner="brown", gives={"black": 2})
add("roundhouse", "Roundhouse", "puzzle", cost=6, banner="brown", gives={"black": 1, "chips": 2})


@puzzle("Combos Are Hard", cost=6, banner="brown")
def combos_are_hard(play: Play, me: Seat) -> Steps[None]:
    if me.plays != 1:
        return  # inferred: without its condition nothing happens, and it is not trashed
    first = yield from gain_one_of(play, me, lambda kind: not CHIPS[kind].exclamation)
    yield from gain_one_of(play, me, lambda kind: not CHIPS[kind].exclamation and kind != first)
    play.end_action_phase()
    play.trash_this(me)


def gain_one_of(play: Play, me: Seat, wanted: Callable[[str], bool]) -> Steps[str]:
    options = tuple(f"gain:{kind}" for kind in play.in_bank(wanted))
    if not options:
        return ""
    token = yield from play.ask(me, "gain", options, "chip:combos_are_hard", "combos_are_hard")
    play.gain(me, token[5:])
    return token[5:]


@puzzle("Gem Essence", cost=3, banner="brown")
def gem_essence(play: Play, me: Seat) -> Steps[None]:
    if not play.from_hand(me, "trash", is_gem):
        return
    token = yield from play.ask_hidden(
        me, "trash", lambda: play.from_hand(me, "trash", is_gem), "chip:gem_essence", "gem_essence"
    )
    play.trash_chosen(me, token)
    for colour in ("brown", "purple", "red", "blue"):
        play.add(me, colour, 1)


add(
    "gems_to_gemonade",
    "Gems to Gemonade",
    "puzzle",
    cost=4,
    banner="purple",
    icons="purple_shield",
    gives={"chips": 2},
)


@reaction("gems_to_gemonade")
def gemonade(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    options = tuple(f"negate:{gems}" for gems in range(min(3, incoming.gems) + 1))
    token = yield from play.ask(me, "negate", options, "chip:gems_to_gemonade", "gems_to_gemonade")
    gems = int(token[7:])
    negate(play, incoming, gems)
    # inferred: the money is for the receiver's next buy phase, this turn's if it is his own turn
    play.add(me, "money" if me.name == play.table.turn else "owed", gems)


@puzzle("Iron Defense", cost=4, banner="brown")
def iron_defense(play: Play, me: Seat) -> None:
    if play.take_from_bank("crash_gem", f"{me.name}.pile"):
        me.pile += ("crash_gem",)


@puzzle("It's a Trap", cost=2, banner="brown", gives={"black": 1})
def its_a_trap(play: Play, me: Seat) -> Steps[None]:
    options = tuple(f"trap:{kind}" for kind in play.table.stock)  # inferred: an empty stack may be trapped
    token = yield from play.ask(me, "trap", options, "chip:its_a_trap", "its_a_trap")
    kind = token[5:]
    play.table.traps[kind] = play.table.traps.get(kind, 0) + 1
    play.log.append(ev.Trapped(me.name, kind))
    play.trash_this(me)


@puzzle("It's Combo Time", cost=8, banner="brown")
def its_combo_time(play: Play, me: Seat) -> Steps[None]:
    if not play.from_hand(me, "pile", lambda kind: kind == "gem_1"):
        return
    yield from play.ask(me, "pile", ("pile:gem_1",), "chip:its_combo_time", "its_combo_time")
    play.shift(me, "gem_1", "hand", "pile")
    yield from play.give(me, (("chips", 4), ("black", 1)))


@puzzle("Master Puzzler", cost=12, banner="gold", icons="exclamation")
def master_puzzler(play: Play, me: Seat) -> Steps[None]:
    chosen = yield from choose_for_master_puzzler(play, me)
    # inferred: all are chosen first, then played in any order, all gained at the end
    gained: list[str] = []
    while chosen:
        token = yield from play.ask(
            me, "play", tuple(f"play:{kind}" for kind in chosen), "chip:master_puzzler", "master_puzzler"
        )
        kind = token[5:]
        chosen.remove(kind)
        me.plays += 1
        trashed = yield from resolve(play, me, CHIPS[kind])
        if not trashed:
            gained.append(kind)
    for kind in gained:
        play.gain(me, kind)
    play.end_action_phase()


def choose_for_master_puzzler(play: Play, me: Seat) -> Steps[list[str]]:
    chosen: list[str] = []
    while True:
        options = play.in_bank(
            lambda kind: CHIPS[kind].kind != "gem" and not CHIPS[kind].exclamation and kind not in chosen
        )
        token = yield from play.ask(
            me,
            "choose",
            (*(f"choose:{kind}" for kind in options), "done"),
            "chip:master_puzzler",
            "master_puzzler",
            ("pass",),
        )
        if token == "done":
            return chosen
        chosen.append(token[7:])


@puzzle("Recklessness", cost=3, banner="brown", gives={"black": 3})
def recklessness(play: Play, me: Seat) -> None:
    play.gain(me, "wound")


@puzzle("Risky Move", cost=1, banner="brown")
def risky_move(play: Play, me: Seat) -> Steps[None]:
    if not play.from_hand(me, "pile", is_gem):
        return
    token = yield from play.ask_hidden(
        me, "pile", lambda: play.from_hand(me, "pile", is_gem), "chip:risky_move", "risky_move"
    )
    gem = token[5:]
    play.shift(me, gem, "hand", "pile")
    play.gain(me, next_gem(gem))
    play.add(me, "money", 3)  # inferred: with a 4-gem too


@puzzle("Sale Prices", cost=2, banner="brown", gives={"money": 1})
def sale_prices(play: Play, me: Seat) -> None:
    me.effects += ("sale_prices",)


# The piggy bank comes each own turn, the one it is played in included.
add(
    "secret_move",
    "Secret Move",
    "puzzle",
    cost=1,
    banner="brown",
    gives={"black": 1, "piggy": 1},
    ongoing=True,
)


@puzzle("Self-Improvement", cost=4, banner="blue", icons="blue_shield")
def self_improvement(play: Play, me: Seat) -> Steps[None]:
    def find() -> Chips:
        return play.from_hand(me, "trash", trashable) + play.from_discard(me, "trash", trashable)

    if find():
        token = yield from play.ask_hidden(me, "trash", find, "chip:self_improvement", "self_improvement")
        play.trash_chosen(me, token)


@reaction("self_improvement")
def improve_after_attack(play: Play, me: Seat, attacker: Seat) -> Steps[None]:
    yield from play.draw(me, 3)


@puzzle("Thinking Ahead", cost=2, banner="blue", icons="blue_shield", gives={"money": 1})
def thinking_ahead(play: Play, me: Seat) -> None:
    me.effects += ("thinking_ahead",)


@reaction("thinking_ahead")
def think_ahead_of_attack(play: Play, me: Seat, attacker: Seat) -> bool:
    play.trash(me, "thinking_ahead", "discard")
    return True


@puzzle("Training Day", cost=2, banner="brown", gives={"piggy": 1})
def training_day(play: Play, me: Seat) -> Steps[None]:
    cost = yield from trash_for_its_cost(play, me, "training_day")
    if cost is None:
        return
    options = tuple(f"take:{kind}" for kind in play.in_bank(lambda kind: cost <= play.price(kind) <= cost + 2))
    if options:
        token = yield from play.ask(me, "take", options, "chip:training_day", "training_day")
        play.take(me, token[5:])


def trash_for_its_cost(play: Play, me: Seat, chip: str) -> Steps[int | None]:
    """Trash a chip without orb from the hand; its printed cost, or None where there is nothing to trash."""
    if not play.from_hand(me, "trash", trashable_without_orb):
        return None
    token = yield from play.ask_hidden(
        me, "trash", lambda: play.from_hand(me, "trash", trashable_without_orb), f"chip:{chip}", chip
    )
    return CHIPS[play.trash_chosen(me, token)].cost


def playable_puzzle_chip(kind: str) -> bool:
    """A puzzle chip without exclamation: what Double-take and It's Time for the Past look for."""
    return kind in kinds_of("puzzle") and not CHIPS[kind].exclamation
