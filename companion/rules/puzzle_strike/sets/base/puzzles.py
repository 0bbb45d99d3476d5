"""The puzzle chips that do not attack. Each function is the chip's text; its symbols stand above it."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.crash import Incoming, negate
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.resolve import resolve_from_bank
from companion.rules.puzzle_strike.sets.answers import GEMS, RED_FIST, RED_FIST_AFTERWARDS
from companion.rules.puzzle_strike.sets.base.base import BASE
from companion.rules.puzzle_strike.sets.chip import Chip, next_gem
from companion.rules.puzzle_strike.sets.moments import BOUGHT, WHERE_TO
from companion.rules.puzzle_strike.table import Seat
from companion.rules.puzzle_strike.trade import trash_for_its_cost

BASE.add("draw_three", "Draw Three", "puzzle", cost=3, banner="brown", gives={"chips": 3})
BASE.add(
    "one_of_each",
    "One of Each",
    "puzzle",
    cost=5,
    banner="brown",
    gives={"black": 1, "piggy": 1, "money": 1, "chips": 1},
)
BASE.add("one_two_punch", "One-Two Punch", "puzzle", cost=4, banner="brown", gives={"black": 2})
BASE.add("roundhouse", "Roundhouse", "puzzle", cost=6, banner="brown", gives={"black": 1, "chips": 2})


@BASE.puzzle("Combos Are Hard", cost=6, banner="brown")
def combos_are_hard(play: Play, me: Seat) -> Steps[None]:
    if me.plays != 1:
        play.nothing_done(me, "combos_are_hard")  # inferred: and it is not trashed
        return
    first = yield from play.pick_in_bank(me, "gain", lambda kind: not play.box[kind].exclamation, "combos_are_hard")
    play.gain(me, first)
    second = yield from play.pick_in_bank(
        me, "gain", lambda kind: not play.box[kind].exclamation and kind != first, "combos_are_hard"
    )
    play.gain(me, second)
    play.end_action_phase(me)
    play.trash_this(me)


@BASE.puzzle("Gem Essence", cost=3, banner="brown")
def gem_essence(play: Play, me: Seat) -> Steps[None]:
    gem = yield from play.pick(me, "trash", play.box.is_gem, "gem_essence")
    if not gem:
        play.nothing_done(me, "gem_essence")
        return
    play.trash(me, gem)
    for colour in ("brown", "purple", "red", "blue"):
        play.add(me, colour, 1)


BASE.add(
    "gems_to_gemonade",
    "Gems to Gemonade",
    "puzzle",
    cost=4,
    banner="purple",
    icons="purple_shield",
    gives={"chips": 2},
)


@BASE.reaction("gems_to_gemonade", answers=GEMS)
def gemonade(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    options = tuple(f"negate:{gems}" for gems in range(min(3, incoming.gems) + 1))
    token = yield from play.ask(me, "negate", options, "gems_to_gemonade")
    gems = int(token[7:])
    negate(play, incoming, gems)
    # inferred: on the own turn it can be spent at once, otherwise when the next own turn comes
    play.add(me, "money" if play.on_turn(me) else "owed", gems)


@BASE.puzzle("Iron Defense", cost=4, banner="brown")
def iron_defense(play: Play, me: Seat) -> None:
    holder = play.holder(me)
    if play.take_from_bank("crash_gem", f"{holder.name}.pile"):
        holder.pile += ("crash_gem",)
    else:
        play.nothing_done(me, "iron_defense")


@BASE.puzzle("It's a Trap", cost=2, banner="brown", gives={"black": 1})
def its_a_trap(play: Play, me: Seat) -> Steps[None]:
    options = tuple(f"trap:{kind}" for kind in play.table.stock)  # inferred: an empty stack may be trapped
    token = yield from play.ask(me, "trap", options, "its_a_trap")
    kind = token[5:]
    play.table.traps[kind] = play.table.traps.get(kind, 0) + 1
    play.log.append(ev.Trapped(me.name, kind))
    play.trash_this(me)


@BASE.puzzle("It's Combo Time", cost=8, banner="brown")
def its_combo_time(play: Play, me: Seat) -> Steps[None]:
    if not (yield from play.pick(me, "pile", "gem_1".__eq__, "its_combo_time")):
        play.nothing_done(me, "its_combo_time")
        return
    play.shift(me, "gem_1", "hand", "pile")
    yield from play.give(me, (("chips", 4), ("black", 1)))


@BASE.puzzle("Master Puzzler", cost=12, banner="gold", icons="exclamation")
def master_puzzler(play: Play, me: Seat) -> Steps[None]:
    chosen = yield from choose_for_master_puzzler(play, me)
    # inferred: the whole choice comes before the first is played; what is played is gained when the last is done
    gained: list[str] = []
    while chosen := [kind for kind in chosen if play.table.stock.get(kind)]:  # another may have taken the last one
        token = yield from play.ask(me, "play", tuple(f"play:{kind}" for kind in chosen), "master_puzzler")
        kind = token[5:]
        chosen.remove(kind)
        trashed = yield from resolve_from_bank(play, me, play.box[kind])
        if not trashed:
            gained.append(kind)
    for kind in gained:
        play.gain_played(me, kind)
    play.end_action_phase(me)


def choose_for_master_puzzler(play: Play, me: Seat) -> Steps[list[str]]:
    """Let the player choose any number of chips of the bank, each once, no gems."""
    chosen: list[str] = []
    while True:
        options = tuple(
            f"choose:{kind}"
            for kind, left in play.table.stock.items()
            if left and play.box[kind].kind != "gem" and not play.box[kind].exclamation and kind not in chosen
        )
        token = yield from play.ask(me, "choose", (*options, "done"), "master_puzzler", also=("pass", "gain", "take"))
        if token == "done":
            return chosen
        chosen.append(token[7:])


@BASE.puzzle("Recklessness", cost=3, banner="brown", gives={"black": 3})
def recklessness(play: Play, me: Seat) -> None:
    play.gain(me, "wound")


@BASE.puzzle("Risky Move", cost=1, banner="brown")
def risky_move(play: Play, me: Seat) -> Steps[None]:
    gem = yield from play.pick(me, "pile", play.box.is_gem, "risky_move")
    if not gem:
        play.nothing_done(me, "risky_move")
        return
    play.shift(me, gem, "hand", "pile")
    play.gain(me, next_gem(gem))
    play.add(me, "money", 3)  # inferred: with a 4-gem too


@BASE.puzzle("Sale Prices", cost=2, banner="brown", gives={"money": 1}, sale=1)
def sale_prices(play: Play, me: Seat) -> None:
    me.effects += ("sale_prices",)


# The piggy bank comes each own turn, the one it is played in included.
BASE.add(
    "secret_move",
    "Secret Move",
    "puzzle",
    cost=1,
    banner="brown",
    gives={"black": 1, "piggy": 1},
    each_turn={"piggy": 1},
    ongoing=True,
)


@BASE.later("secret_move", at=BOUGHT)
def move_revealed(play: Play, me: Seat, bought: Chip) -> None:
    if bought.orb:
        play.discard_all(me, "secret_move")


@BASE.puzzle("Self-Improvement", cost=4, banner="blue", icons="blue_shield")
def self_improvement(play: Play, me: Seat) -> Steps[None]:
    kind, place = yield from play.pick_from(me, ("hand", "discard"), "trash", play.box.trashable, "self_improvement")
    if kind:
        play.trash(me, kind, place)
    else:
        play.nothing_done(me, "self_improvement")


@BASE.reaction("self_improvement", answers=RED_FIST_AFTERWARDS)
def improve_after_attack(play: Play, me: Seat, attacker: Seat) -> Steps[None]:
    yield from play.draw(me, 3)


@BASE.puzzle("Thinking Ahead", cost=2, banner="blue", icons="blue_shield", gives={"money": 1})
def thinking_ahead(play: Play, me: Seat) -> None:
    me.effects += ("thinking_ahead",)


@BASE.later("thinking_ahead", at=WHERE_TO)
def onto_the_bag(play: Play, me: Seat, kind: str) -> Steps[str]:
    token = yield from play.ask(me, "bag", (f"bag:{kind}", "pass"), "thinking_ahead", also=("done",))
    return "discard" if token == "pass" else "top"


@BASE.reaction("thinking_ahead", answers=RED_FIST)
def think_ahead_of_attack(play: Play, me: Seat, attacker: Seat) -> bool:
    play.trash_this(me)
    return True


@BASE.puzzle("Training Day", cost=2, banner="brown", gives={"piggy": 1})
def training_day(play: Play, me: Seat) -> Steps[None]:
    cost = yield from trash_for_its_cost(play, me, "training_day")
    if cost is None:
        return
    kind = yield from play.pick_in_bank(
        me, "take", lambda kind: cost <= play.price(kind, me) <= cost + 2, "training_day"
    )
    play.take(me, kind)
