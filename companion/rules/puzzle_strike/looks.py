"""How chips look: the picture on each, and what else their drawing needs. Gems have a number instead of a picture."""

from __future__ import annotations

from typing import Final

from companion.rules.kernel.board import PieceGroup
from companion.rules.puzzle_strike.names import Names
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import COLOURS, GEM_VALUE

TONES: Final = (*COLOURS, "gold")
PICTURES: Final = {
    "combine": "jewels",
    "crash_gem": "broken-jewel",
    "double_crash_gem": "broken-jewels",
    "wound": "plaster",
    "chip_damage": "crack",
    "knockdown": "down",
    "mix_master": "swap",
    "really_annoying": "bell",
    "sneak_attack": "eye",
    "stolen_purples": "palm",
    "reversal": "back",
    "martial_mastery": "fist",
    "versatile_style": "yin",
    "playing_with_fire": "drops",
    "burning_vigor": "flame",
    "unstable_power": "bolt",
    "dragon_form": "dragon",
    "rigorous_training": "weight",
    "purge_bad_habits": "broom",
    "speed_of_the_fox": "fox",
    "bag_of_tricks": "sack",
    "double_take": "pair",
    "stone_wall": "wall",
    "big_rocks": "mountain",
    "strength_of_earth": "earth",
    "pilebunker": "pick",
    "no_more_lies": "no",
    "troublesome_rhetoric": "speech",
    "three_colors": "palette",
    "chromatic_orb": "wheel",
    "creative_thoughts": "bulb",
    "research_and_development": "flask",
    "future_sight": "glasses",
    "its_time_for_the_past": "clock",
    "living_on_the_edge": "heart",
    "pandas_bargain": "deal",
    "jackpot": "seven",
    "hex_of_murkwood": "spiral",
    "bubble_shield": "bubble",
    "protective_ward": "ward",
    "draw_three": "three",
    "one_of_each": "triangles",
    "one_two_punch": "forward",
    "roundhouse": "round",
    "combos_are_hard": "link",
    "gem_essence": "drop",
    "gems_to_gemonade": "cup",
    "iron_defense": "shield",
    "its_a_trap": "jaws",
    "its_combo_time": "chevrons",
    "master_puzzler": "crown",
    "recklessness": "blast",
    "risky_move": "die",
    "sale_prices": "tag",
    "secret_move": "mask",
    "self_improvement": "up",
    "thinking_ahead": "thought",
    "training_day": "calendar",
    "axe_kick": "axe",
    "punch_punch_kick": "boots",
    "bang_then_fizzle": "fizzle",
    "blues_are_good": "blue-drops",
    "button_mashing": "keys",
    "chips_for_free": "gift",
    "color_panic": "panic",
    "degenerate_trasher": "bin",
    "ebb_or_flow": "waves",
    "hundred_fist_frenzy": "flurry",
    "improvisation": "note",
    "just_a_scratch": "scratch",
    "money_for_nothing": "purse",
    "now_or_later": "hourglass",
    "one_true_style": "one",
    "option_select": "branch",
    "ouch": "burst",
    "pick_your_poison": "bottle",
    "repeated_jabs": "jabs",
    "risk_to_riskonade": "parachute",
    "safe_keeping": "safe",
    "signature_move": "signature",
    "the_hammer": "hammer",
    "x_copy": "copies",
    "two_truths": "masks",
    "flagstone_tax": "flagstones",
    "patriot_mirror": "mirror",
    "wartime_tactics": "swords",
    "double_slash": "slashes",
    "riposte": "parry",
    "rocket_punch": "rocket",
    "cog_engine": "gear",
    "upgrade": "stairs",
    "giant_growth": "giant",
    "beast_unleashed": "beast",
    "more_shiny": "sparkle",
    "bonecracker": "bone",
    "into_oblivion": "void",
    "deathstrike_dragon": "scythe",
    "pleasure_and_pain": "pang",
    "mistresss_command": "command",
    "always_in_control": "dial",
    "healing_touch": "hand-heart",
    "radiant_healing": "sun",
    "saving_grace": "wings",
    "shadow_plague": "virus",
    "burnbarrow": "pyre",
    "shadowswarm": "bats",
    "acrobatics": "tumble",
    "surgical_strike": "scalpel",
    "stunlock": "lock",
    "crash_bomb": "bomb",
    "crash_potato": "potato",
    "maximum_anarchy": "anarchy",
    "combinatorics": "sums",
    "dashing_strike": "dash",
}


def chip(names: Names, kind: str) -> PieceGroup:
    """A chip as it is drawn.

    >>> from companion.rules.puzzle_strike.names import NAMES
    >>> chip(NAMES, "gem_3").short, chip(NAMES, "its_a_trap").short, chip(NAMES, "gem_essence").short
    ('3', 'IT', 'GE')
    >>> chip(NAMES, "gem_3").worth, chip(NAMES, "mix_master").also, chip(NAMES, "big_rocks").framed
    (3, 'purple', True)
    """
    name, worth = names.chip(kind), GEM_VALUE.get(kind, 0)
    letters = "".join(word[0] for word in name.replace("-", " ").split() if word[0].isupper())
    if worth:
        return PieceGroup(kind, name, short=kind[-1], tone="gem", worth=worth)
    tones = [tone for tone in LIBRARY[kind].banner if tone in TONES] if kind in LIBRARY else []
    return PieceGroup(
        kind,
        name,
        short=letters[:3] or name[:2],
        tone=tones[0] if tones else "grey",
        also=tones[1] if len(tones) > 1 else "",
        picture=PICTURES.get(kind, ""),
        framed=kind in LIBRARY and bool(LIBRARY[kind].character),
    )
