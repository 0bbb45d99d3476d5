"""Tables of what steady thinks chips and piles are worth. The unit is about $1 in this turn."""

from __future__ import annotations

LOST = 100.0
"""What it is worth not to have 10 in the pile at the end of one's turn."""

DANGER = (0, 0.5, 1.6, 3.1, 5.2, 7.5, 10.5, 13.9, 17.8, 22)
"""How bad it is to end the turn with this pile total: below 10 one survives, but the next ante is still to come."""

TOO_HIGH = 3.4
"""How much worse each further point makes it, from 10 on."""

AMMUNITION = {1: 0.4, 2: 2.1, 3: 4.5, 4: 10.1}
"""What a gem in the pile is worth by size, as something to crash: large ones do more, and nobody answers a 4-gem."""

DECK = {
    # the purple chips win games
    "crash_gem": (11, 0.6),
    "double_crash_gem": (15.5, 0.5),
    "combine": (8, 1),
    # money
    "gem_4": (12, 0.7),
    "gem_3": (8.5, 0.6),
    "gem_2": (6, 0.7),
    "gem_1": (0, 0.3),
    "wound": (-4, 0),
    # arrows and chips
    "master_puzzler": (20, 2.3),
    "its_combo_time": (7, 2.1),
    "roundhouse": (10, 0.6),
    "one_of_each": (6, 0.6),
    "one_two_punch": (5, 1.3),
    "secret_move": (-0.5, 0.8),
    "draw_three": (2.5, 1.6),
    "gems_to_gemonade": (4.5, 1.5),
    "recklessness": (3, 2),
    "gem_essence": (2.5, 1.9),
    "sale_prices": (1.5, 1.4),
    "thinking_ahead": (3.5, 1.6),
    # pile and deck
    "iron_defense": (4, 1.6),
    "mix_master": (5, 1),
    "combos_are_hard": (8, 2.6),
    "risky_move": (-1, 1.2),
    "training_day": (2.5, 1.5),
    "self_improvement": (3.5, 1.7),
    "its_a_trap": (0, 1.2),
    # attacks
    "sneak_attack": (3.5, 0.9),
    "knockdown": (2.5, 1.1),
    "stolen_purples": (7.5, 1.5),
    "chip_damage": (3, 0.9),
    "really_annoying": (-1, 0.7),
    # Shadows and the promos
    "the_hammer": (21, 3),
    "degenerate_trasher": (12.5, 3.5),
    "punch_punch_kick": (9.5, 1),
    "axe_kick": (9.5, 1),
    "x_copy": (11.5, 2.5),
    "option_select": (11.5, 2),
    "signature_move": (10, 2),
    "improvisation": (6.5, 1.5),
    "chips_for_free": (5, 1.6),
    "hundred_fist_frenzy": (7.5, 1.5),
    "pick_your_poison": (5, 1),
    "ouch": (5, 2),
    "color_panic": (3.5, 1),
    "blues_are_good": (4, 1),
    "button_mashing": (6, 1),
    "one_true_style": (4, 1.3),
    "risk_to_riskonade": (6, 2),
    "bang_then_fizzle": (2.5, 1.8),
    "ebb_or_flow": (3, 1.2),
    "money_for_nothing": (3, 1.4),
    "now_or_later": (2.5, 1.4),
    "repeated_jabs": (3, 0.9),
    "just_a_scratch": (1, 0.8),
    "safe_keeping": (1.2, 1),
    "combinatorics": (2, 1.5),
    "dashing_strike": (4, 1.2),
}
"""A chip in the deck for the rest of the game: what the first copy is worth, and how much less for each copy owned."""

UNKNOWN = (1.0, 0.5)
"""The same for a chip that is not in the table."""

HAND = {
    "crash_gem": 4,
    "double_crash_gem": 8,
    "unstable_power": 2.5,
    "reversal": 3.5,
    "stone_wall": 4,
    "combine": 4.5,
    "gem_1": 0.9,
    "gem_2": 2,
    "gem_3": 3.5,
    "gem_4": 4.5,
    "wound": -0.8,
    "rigorous_training": 2,
    "bubble_shield": 2,
    "dragon_form": 0.2,
    "living_on_the_edge": 0.7,
    "double_take": 0.9,
    "burning_vigor": 1,
    "its_a_trap": 0.3,
}
"""A chip in the next hand. One that is not listed is worth half of what it is in the deck, or `UNKNOWN_IN_HAND`."""

ANY_DRAW = 1.8
"""A random chip in the next hand."""

SYMBOL = {"money": 0.4, "piggy": 0.5}
"""A symbol of a chip that is played."""

DRAWN = 0.9
"""A chip drawn in the action phase: mostly a gem to buy with."""

DRAWN_WITH_ARROW = 0.5
"""How much more it is worth while an arrow is left to play it with."""

TEXT = {
    "master_puzzler": 25,
    "combos_are_hard": 11.5,
    "recklessness": -1.5,
    "sale_prices": 1.5,
    "iron_defense": 5,
    "thinking_ahead": 2,
    "self_improvement": 1.5,
    "training_day": 3,
    "martial_mastery": 3,
    "its_a_trap": 0.2,
    "secret_move": 1,
    "knockdown": 1,
    "stolen_purples": 4.5,
    "chip_damage": 3,
    "really_annoying": 2,
    "versatile_style": 2,
    "purge_bad_habits": 3,
    "double_take": 0.9,
    "big_rocks": 3.5,
    "pilebunker": 2.5,
    "no_more_lies": 0.7,
    "troublesome_rhetoric": 3,
    "creative_thoughts": 3,
    "research_and_development": 1.5,
    "its_time_for_the_past": 2,
    "pandas_bargain": 2.5,
    "jackpot": 1.5,
    "hex_of_murkwood": 2.5,
    "bubble_shield": 1.5,
    "protective_ward": 3,
    "dragon_form": -1.5,
    "risky_move": 3,
    "gem_essence": 1.5,
    "unstable_power": -3,
    "the_hammer": 3,
    "chips_for_free": 2,
    "degenerate_trasher": 1.5,
    "x_copy": 4,
    "option_select": 4,
    "signature_move": 2.5,
    "improvisation": 2.5,
    "hundred_fist_frenzy": 2,
    "pick_your_poison": 2.5,
    "ouch": 4,
    "color_panic": 1.5,
    "blues_are_good": 1,
    "button_mashing": 0.3,
    "one_true_style": 2,
    "risk_to_riskonade": 0.8,
    "bang_then_fizzle": 1.5,
    "ebb_or_flow": 1.5,
    "money_for_nothing": 2,
    "now_or_later": 1.5,
    "repeated_jabs": 2.5,
    "just_a_scratch": 1.2,
    "safe_keeping": 0.5,
    "combinatorics": 1,
    "dashing_strike": 2.5,
    "double_slash": 1.5,
    "beast_unleashed": 1.5,
    "two_truths": 2,
    "flagstone_tax": 2,
    "patriot_mirror": 2,
    "wartime_tactics": 2.5,
    "upgrade": 2.5,
    "cog_engine": 3,
    "giant_growth": 1,
    "more_shiny": 2.5,
    "bonecracker": 2,
    "into_oblivion": 0.5,
    "deathstrike_dragon": 1.5,
    "pleasure_and_pain": 2.5,
    "mistresss_command": 1,
    "radiant_healing": 1,
    "saving_grace": 1,
    "shadow_plague": 1.5,
    "shadowswarm": 2,
    "acrobatics": 1.5,
    "surgical_strike": 2.5,
    "stunlock": 1,
    "crash_bomb": 1,
    "crash_potato": 1.5,
    "maximum_anarchy": 2,
}
"""The text of a chip that is played, apart from symbols, and from piles, which `plan` counts itself."""

TEXT_ARROWS = {
    "gem_essence": ("brown", "purple", "red", "blue"),
    "strength_of_earth": ("brown",),
    "burning_vigor": ("black",),
    "its_combo_time": ("black",),
    "living_on_the_edge": ("black",),
    "jackpot": ("black",),
}
"""Arrows that a chip's text gives."""

TEXT_DRAWS = {"its_combo_time": 4, "living_on_the_edge": 3}
"""How many chips a chip's text draws."""

ENDS_ACTIONS = ("master_puzzler", "combos_are_hard", "double_take")
"""Chips after which there is no further action."""

DOUBLED = {
    "sneak_attack": 5,
    "roundhouse": 3,
    "draw_three": 5,
    "really_annoying": 4,
    "risky_move": 5,
    "sale_prices": 4,
    "iron_defense": 8,
    "chip_damage": 4,
    "stolen_purples": 4,
    "gems_to_gemonade": 2,
    "mix_master": 3,
    "one_of_each": 1,
    "self_improvement": 1,
}
"""A puzzle chip that Double-take carries out twice and trashes."""

REACTING = {
    "crash_gem": -2.5,
    "double_crash_gem": -1.5,
    "unstable_power": -4,
    "reversal": 0,
    "stone_wall": 4,
    "gems_to_gemonade": 5.5,
    "really_annoying": -0.1,
    "self_improvement": 4,
    "thinking_ahead": 2,
    "bubble_shield": 0.2,
    "rigorous_training": 4,
    "blues_are_good": 2,
    "ebb_or_flow": 0.5,
    "improvisation": 2,
    "money_for_nothing": 2.5,
    "option_select": 1,
    "riposte": 2,
    "rocket_punch": 1.5,
    "always_in_control": 2,
    "healing_touch": 2,
    "saving_grace": 2.5,
}
"""Reacting with a chip: what it brings, less what the chip would have been worth on one's own turn."""

COUNTERS = {"crash_gem": 1, "reversal": 1, "double_crash_gem": 2, "unstable_power": 2}
"""The reactions that break gems, with how many they break at most."""

CHOSEN = {
    "": {"black": 2.5, "money": 2.0, "chips": 1.2, "piggy": 0.8},
    "versatile_style": {"chips": 1.8},
    "creative_thoughts": {"money": 1.0},
}
"""Symbols to choose from, by the chip that offers them. Versatile Style gives two of some, Creative Thoughts one."""

IDLE_ARROW = 0.2
"""An arrow with nothing in hand to play."""

IDLE_CHIP = -0.5
"""A chip whose condition does not hold: it is better left alone."""

OWN_GEM_1 = 0.3
"""A 1-gem in one's own deck: it is still some money."""

NEXT_GEM = 2.0
"""What one gains when a gem of the hand becomes the next larger one."""

COMBINING = 4.0
"""Up to this worth, a puzzle chip is paid to a Protective Ward."""

TRAPPED = 2.0
"""The worth of a stack that is best to trap."""

TRASHED_AFTERWARDS = 0.3
"""How much of a chip's worth Double-take costs by trashing it."""

DRAGON_STAYS = 3
"""The highest pile total with which Dragon Form is kept, although it antes more."""

FIRST = 0.01
"""A small weight that decides between orders of the same chips: those that bring arrows and chips are played first."""

MASTER_PUZZLER_LATE = {"combine": -1, "mix_master": -1, "double_crash_gem": -2, "crash_gem": -3}
"""The chips that Master Puzzler should play last: combining, then crashing."""

ALL_GEMS, ONE_GEM = 1000.0, 900.0
"""Gems are laid before anything is bought, all at once if possible."""

UNKNOWN_IN_HAND, UNKNOWN_REACTION = 2.5, 1.0
"""Chips that are not in the tables: in the hand, and as reactions."""
