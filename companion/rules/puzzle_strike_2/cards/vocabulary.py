"""The words that a card's text may use: a closed list. `companion cards words` prints it."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.rules.kernel.card_steps import CardWords, Vocabulary
from companion.rules.puzzle_strike_2.cards import conditions, verbs
from companion.rules.puzzle_strike_2.pile import COLOURS

GAME = "puzzle-strike-2"
TYPES = ("creature", "crash", "block", "other")

VERBS = (
    CardWords("swap {n}", "Swap up to {n} times.", verbs.swap, samples=("swap 1",)),
    CardWords("deep swap {n}", "Deep swap up to {n} times.", verbs.deep_swap, samples=("deep swap 1",)),
    CardWords("crash", "Crash.", verbs.crash, samples=("crash",)),
    CardWords(
        "crash unblockable", "Crash; it is unblockable.", verbs.crash_unblockable, samples=("crash unblockable",)
    ),
    CardWords("deep crash", "Deep crash.", verbs.deep_crash, samples=("deep crash",)),
    CardWords(
        "deep crash unblockable",
        "Deep crash; it is unblockable.",
        verbs.deep_crash_unblockable,
        samples=("deep crash unblockable",),
    ),
    CardWords("block {n}", "Block {n}.", verbs.block, samples=tuple(f"block {n}" for n in range(1, 7))),
    CardWords("basic block", "Block as many as it shows.", verbs.basic_block, samples=("basic block",)),
    CardWords("draw {n}", "Draw {n}.", verbs.draw, samples=("draw 1",)),
    CardWords("action {n}", "Gain {n} action(s).", verbs.action, samples=("action 1",)),
    CardWords("top card", "Put a bank card on top of your deck.", verbs.top_card, samples=("top card",)),
    CardWords("take card", "Put a bank card into your hand.", verbs.take_card, samples=("take card",)),
    CardWords("gain card", "Gain a bank card.", verbs.gain_card, samples=("gain card",)),
    CardWords("play bank card", "Play a bank card for free.", verbs.play_bank_card, samples=("play bank card",)),
    CardWords("trash bank card", "Trash a bank card.", verbs.trash_bank_card, samples=("trash bank card",)),
    CardWords("discard {n}", "Discard {n}.", verbs.discard, samples=("discard 1",)),
    CardWords("present {n}", "Open {n} present(s).", verbs.present, samples=("present 1",)),
    CardWords("trash this", "Trash this card.", verbs.trash_this, samples=("trash this",)),
    CardWords(
        "trash wound from hand", "Trash a wound from your hand.", verbs.trash_wound, samples=("trash wound from hand",)
    ),
    CardWords(
        "trash card from hand", "Trash a card from your hand.", verbs.trash_card, samples=("trash card from hand",)
    ),
    CardWords("buy cost -{n}", "Buy cost -{n} this turn.", verbs.buy_cost_less, samples=("buy cost -1",)),
    CardWords("buy cost +{n}", "Buy cost +{n} this turn.", verbs.buy_cost_more, samples=("buy cost +1",)),
    CardWords("ante {n}", "Ante {n}.", verbs.ante, samples=("ante 1",)),
    CardWords("incoming {n}", "Take {n} incoming gem(s).", verbs.incoming, samples=("incoming 1",)),
    CardWords("wound {n}", "Take {n} wound(s).", verbs.wound, samples=("wound 1",)),
    CardWords("destroy top {n}", "Destroy your top {n} gem(s).", verbs.destroy_top, samples=("destroy top 1",)),
    CardWords(
        "destroy chosen {n}", "Destroy {n} gem(s) of your choice.", verbs.destroy_chosen, samples=("destroy chosen 1",)
    ),
    CardWords(
        "destroy all {picked}",
        "Destroy all your gems of one color: {picked}.",
        verbs.destroy_all,
        samples=("destroy all chosen",),
    ),
    CardWords(
        "meter {any} {n}", "Put {n} gem(s) into your super meter: {any}.", verbs.meter, samples=("meter chosen 1",)
    ),
    CardWords("add {any} {n}", "Add {n} gem(s) to your pile: {any}.", verbs.add, samples=("add chosen 1",)),
    CardWords("drop", "Drop your incoming gems.", verbs.drop, samples=("drop",)),
    CardWords("opponent antes {n}", "The opponent antes {n}.", verbs.opponent_antes, samples=("opponent antes 1",)),
    CardWords("send {n}", "Send {n} gem(s).", verbs.send, samples=("send 1",)),
    CardWords(
        "opponent wound {n}", "The opponent takes {n} wound(s).", verbs.opponent_wounds, samples=("opponent wound 1",)
    ),
    CardWords(
        "opponent discards {n}",
        "The opponent discards {n}.",
        verbs.opponent_discards,
        samples=("opponent discards 1",),
    ),
    CardWords(
        "super {super}",
        "Activate a super move: {super}.",
        verbs.super_move,
        samples=("super overload", "super purify", "super energize", "super trickshot"),
    ),
    CardWords("take scepter", "Take the scepter.", verbs.take_scepter, samples=("take scepter",)),
    CardWords("stay in play", "It stays in play as your creature.", verbs.stay_in_play, samples=("stay in play",)),
    CardWords("end action phase", "End your action phase.", verbs.end_action_phase, samples=("end action phase",)),
)

CONDITIONS = (
    CardWords("top two differ", "your top two gems differ in color", conditions.top_two_differ),
    CardWords("top two match", "your top two gems have one color", conditions.top_two_match),
    CardWords("pile at least {n}", "your pile has {n} gems or more", conditions.pile_at_least),
    CardWords("pile at most {n}", "your pile has {n} gems at most", conditions.pile_at_most, least=0),
    CardWords("incoming at least {n}", "you have {n} incoming gems or more", conditions.incoming_at_least),
    CardWords("scepter", "you hold the scepter", conditions.holds_scepter),
    CardWords("no scepter", "you do not hold the scepter", conditions.lacks_scepter),
    CardWords("opened", "it was opened as a present", conditions.was_opened),
    CardWords("that was done", "that was done", conditions.was_done),
    CardWords("broke at least {n}", "that crash broke {n} gems or more", conditions.broke_at_least),
    CardWords("first card", "it is your first card this turn", conditions.is_first_card),
    CardWords("creature", "you have another creature in play", conditions.has_creature),
)

IN_PLAY = (
    "turn_begins",
    "you_crash",
    "you_drop",
    "you_open_a_present",
    "you_play_a_crash_card",
    "you_play_a_block_card",
)

RULES = {
    "single gems get the height bonus": "Your crashes of a single gem get the height bonus too.",
    "crashes send half again": "Your crashes send half as many gems again, before the height bonus.",
    "your crashes are unblockable": "Your crashes are unblockable.",
    "your blocks count with the scepter": "Your blocks count while you hold the scepter.",
    "chains need no match": "Your chains need no match.",
    "draw one more": "Draw one more card in your draw phase.",
}


def among(known: tuple[str, ...]) -> Callable[[object], object]:
    """A reader for one of these words."""

    def read(value: object) -> object:
        if value not in known:
            raise ValueError(f"expected one of: {', '.join(known)}")
        return value

    return read


def number(least: int, most: int) -> Callable[[object], object]:
    """A reader for a number."""

    def read(value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"expected a number from {least} to {most}")
        return value

    return read


def defeat(value: object) -> object:
    """Read the gems that beat a creature."""
    if not isinstance(value, str) or not re.fullmatch(rf"({'|'.join(COLOURS)}) [1-9]", value):
        raise ValueError('expected a color and a number, such as "green 3"')
    return value


def deck(value: object) -> object:
    """Read the deck that a card belongs to."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z_]+(:[a-z_]+)?", value):
        raise ValueError('expected a deck such as "grand_melee", or "character:grave"')
    return value


VOCABULARY = Vocabulary(
    GAME,
    VERBS,
    CONDITIONS,
    {
        "picked": (*COLOURS, "chosen"),
        "any": (*COLOURS, "chosen", "each"),
        "super": ("overload", "purify", "energize", "trickshot"),
    },
    {"on": ("trashed", "discarded", "opened", "gained", "chain"), "while": IN_PLAY, "until_end_of_turn": IN_PLAY},
    RULES,
    {
        "deck": deck,
        "colour": among(COLOURS),
        "cost": number(0, 9),
        "type": among(TYPES),
        "copies": number(1, 9),
        "defeat": defeat,
    },
)
