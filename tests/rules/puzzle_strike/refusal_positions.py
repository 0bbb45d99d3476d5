"""Positions from which the refusals are tried."""

from __future__ import annotations

from typing import Any

from companion.rules import Match, SeatSetup, Setup, new_match
from tests.rules.playing import at

ATTACKS: dict[str, Any] = {"bank": {"puzzle": "lots_of_attacks"}}


def position(
    a: dict[str, Any], b: dict[str, Any] | None = None, third: dict[str, Any] | None = None, **rest: Any
) -> dict[str, Any]:
    return {"seats": {"A": a, "B": b or {}, **({} if third is None else {"C": third})}, **rest}


POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    # a name: the position, and what is said from there on (SEAT token, separated by commas)
    "action": (
        position(
            {"pile": [1, 2], "hand": ["crash_gem", "draw_three", "gem_1", "wound", "rigorous_training"]},
            {"hand": ["crash_gem"]},
            turn={"arrows": {"purple": 1}},
        ),
        "",
    ),
    "buy": (
        position(
            {"hand": ["gem_1", "wound"], "bag": ["gem_1"]},
            bank={"stock": {"draw_three": 0}},
            turn={"phase": "buy", "money": 2},
        ),
        "",
    ),
    "buy, hand empty": (position({"bag": ["gem_1"]}, turn={"phase": "buy", "money": 2}), ""),
    "buy, a wound bought": (
        position({"hand": ["gem_1"], "bag": ["gem_1"]}, turn={"phase": "buy", "money": 2, "bought": ["wound"]}),
        "",
    ),
    "buy, no wounds": (
        position(
            {"hand": ["wound"], "bag": ["gem_1"]}, bank={"stock": {"wound": 0}}, turn={"phase": "buy", "money": 2}
        ),
        "",
    ),
    "buy, no wounds, money in the hand": (
        position({"hand": ["gem_2"], "bag": ["gem_1"]}, bank={"stock": {"wound": 0}}, turn={"phase": "buy"}),
        "",
    ),
    "buy, no wounds, nothing in reach": (
        position({"hand": ["wound"], "bag": ["gem_1"]}, bank={"stock": {"wound": 0}}, turn={"phase": "buy"}),
        "",
    ),
    "buy, Dragon": (
        position({"hand": ["gem_1"], "ongoing": ["dragon_form"]}, turn={"phase": "buy", "money": 9}),
        "",
    ),
    "gems sent": (
        position(
            {"pile": [2], "hand": ["crash_gem"]},
            {"pile": [1], "hand": ["crash_gem", "thinking_ahead", "draw_three", "rigorous_training"]},
            **ATTACKS,
        ),
        "A play:crash_gem",
    ),
    "gems sent to an empty pile": (
        position({"pile": [2], "hand": ["crash_gem"]}, {"hand": ["crash_gem", "stone_wall"]}),
        "A play:crash_gem",
    ),
    "nothing to break": (
        position({"pile": [1], "hand": ["crash_gem", "wound"]}, {"hand": ["crash_gem"]}),
        "A play:crash_gem",
    ),
    "a 4-gem was sent": (
        position({"pile": [4], "hand": ["crash_gem", "wound"]}, {"pile": [1], "hand": ["crash_gem"]}),
        "A play:crash_gem",
    ),
    "a Dragon sent": (
        position(
            {"pile": [1], "hand": ["crash_gem", "wound"], "ongoing": ["dragon_form"]},
            {"pile": [1], "hand": ["crash_gem"]},
        ),
        "A play:crash_gem",
    ),
    "sent to who was knocked down": (
        position({"pile": [1], "hand": ["crash_gem", "wound"]}, {"pile": [1], "hand": ["crash_gem"], "barred": True}),
        "A play:crash_gem",
    ),
    "answered": (
        position({"pile": [2], "hand": ["crash_gem", "wound"]}, {"pile": [1, 1], "hand": ["crash_gem", "stone_wall"]}),
        "A play:crash_gem, B react:crash_gem",
    ),
    "answered with a 4-gem": (
        position(
            {"pile": [1, 1], "hand": ["crash_gem", "crash_gem", "wound"]},
            {"pile": [4], "hand": ["crash_gem"], "bag": ["gem_1"]},
            turn={"arrows": {"purple": 2}},
        ),
        "A play:crash_gem, B react:crash_gem",
    ),
    "before an attack": (
        position(
            {"pile": [1], "hand": ["sneak_attack"]},
            {"pile": [1], "hand": ["self_improvement", "crash_gem"], "bag": ["thinking_ahead"]},
            **ATTACKS,
        ),
        "A play:sneak_attack",
    ),
    "after an attack": (
        position(
            {"pile": [1], "hand": ["sneak_attack"]},
            {"pile": [1], "hand": ["self_improvement", "thinking_ahead"]},
            **ATTACKS,
        ),
        "A play:sneak_attack, B pass",
    ),
    "after a purchase": (
        position(
            {"hand": ["gem_1"], "bag": ["gem_1"]},
            {"pile": [1], "hand": ["rigorous_training", "crash_gem", "thinking_ahead", "wound"]},
            turn={"phase": "buy", "money": 4},
        ),
        "A buy:combine",
    ),
    "Rocket Punch without a 1-gem": (
        position(
            {"pile": [2, 2], "hand": ["crash_gem"]},
            {"character": "bal_bas_beta", "pile": [2], "hand": ["rocket_punch", "crash_gem"]},
            sets=["base", "shadows"],
        ),
        "A play:crash_gem",
    ),
    "break one": (position({"pile": [1, 2], "hand": ["crash_gem"]}), "A play:crash_gem"),
    "break two": (position({"pile": [1, 2], "hand": ["double_crash_gem"]}), "A play:double_crash_gem"),
    "combine": (position({"pile": [1, 1, 2, 3], "hand": ["combine"]}), "A play:combine"),
    "combine with the bank": (position({"pile": [1, 3], "hand": ["strength_of_earth"]}), "A play:strength_of_earth"),
    "trash": (
        position({"hand": ["martial_mastery", "reversal", "crash_gem", "gem_1"], "bag": ["gem_2"]}),
        "A play:martial_mastery",
    ),
    "trash a gem": (position({"hand": ["gem_essence", "wound", "gem_1"], "bag": ["gem_2"]}), "A play:gem_essence"),
    "gain": (
        position({"hand": ["combos_are_hard"]}, bank={"puzzle": "master_puzzler", "stock": {"roundhouse": 0}}),
        "A play:combos_are_hard",
    ),
    "take": (
        position(
            {"hand": ["training_day", "gem_1", "wound"], "bag": ["gem_2"]},
            bank={"puzzle": "no_attacks", "stock": {"secret_move": 0}},
        ),
        "A play:training_day, A trash:wound",
    ),
    "take from the bag": (
        position({"hand": ["research_and_development", "gem_1", "crash_gem"], "bag": ["combine", "double_crash_gem"]}),
        "A play:research_and_development, A give:gem_1",
    ),
    "give": (
        position({"hand": ["research_and_development", "gem_1", "crash_gem"], "bag": ["combine", "wound"]}),
        "A play:research_and_development",
    ),
    "discard": (
        position({"pile": [1], "hand": ["knockdown"]}, {"hand": ["gem_1", "wound"], "bag": ["gem_2"]}),
        "A play:knockdown",
    ),
    "discard two": (
        position(
            {"pile": [1], "hand": ["chip_damage"]}, {"hand": ["gem_1", "wound", "gem_2"], "bag": ["gem_2"]}, **ATTACKS
        ),
        "A play:chip_damage",
    ),
    "keep": (
        position(
            {"hand": ["gem_1", "wound"], "bag": ["gem_2"]}, turn={"phase": "buy", "piggy": 1, "bought": ["wound"]}
        ),
        "A done",
    ),
    "negate": (
        position({"pile": [3], "hand": ["crash_gem"]}, {"hand": ["gems_to_gemonade"]}, bank={"puzzle": "no_attacks"}),
        "A play:crash_gem, B react:gems_to_gemonade",
    ),
    "passed": (
        position(
            {"pile": [2], "hand": ["crash_gem", "wound"]},
            {"pile": [1], "hand": ["crash_gem", "wound"], "discard": ["stone_wall"]},
        ),
        "A play:crash_gem, B pass",
    ),
    "passed with an empty pile": (
        position({"pile": [2], "hand": ["crash_gem", "wound"]}, {"hand": ["stone_wall", "crash_gem"]}),
        "A play:crash_gem, B pass",
    ),
    "an attack answered": (
        position(
            {"pile": [1], "hand": ["sneak_attack", "draw_three"], "bag": ["gem_1"]},
            {"pile": [1], "hand": ["self_improvement", "thinking_ahead", "crash_gem"]},
            turn={"arrows": {"black": 2}},
            **ATTACKS,
        ),
        "A play:sneak_attack, B react:thinking_ahead",
    ),
    "an attack passed": (
        position(
            {"pile": [1], "hand": ["sneak_attack", "draw_three"], "bag": ["gem_1"]},
            {"pile": [1], "hand": ["self_improvement", "thinking_ahead"], "discard": ["really_annoying"]},
            turn={"arrows": {"black": 2}},
            **ATTACKS,
        ),
        "A play:sneak_attack, B pass, B pass",
    ),
    "an attack strikes": (
        position({"pile": [1, 1, 2], "hand": ["mix_master"]}, {"hand": ["thinking_ahead", "self_improvement"]}),
        "A play:mix_master, B pass",
    ),
    "hex, answered": (
        position(
            {"hand": ["hex_of_murkwood"]},
            {"hand": ["really_annoying", "wound", "self_improvement"], "bag": ["wound"]},
            **ATTACKS,
        ),
        "A play:hex_of_murkwood, B react:really_annoying",
    ),
    "a cheap purchase": (
        position(
            {"hand": ["gem_1"], "bag": ["gem_1"]},
            {"hand": ["rigorous_training", "wound"]},
            turn={"phase": "buy", "money": 4, "effects": ["sale_prices"]},
        ),
        "A buy:combine",
    ),
    "a purchase passed": (
        position(
            {"hand": ["gem_1"], "bag": ["gem_1"]},
            {"hand": ["rigorous_training", "wound"]},
            turn={"phase": "buy", "money": 4},
        ),
        "A buy:combine, B pass",
    ),
    "a purchase unanswerable": (
        position(
            {"hand": ["gem_1"], "bag": ["gem_1"]},
            {"hand": ["wound"], "discard": ["rigorous_training"]},
            turn={"phase": "buy", "money": 4},
        ),
        "A buy:combine",
    ),
    "gain after a purchase": (
        position(
            {"hand": ["gem_1"], "bag": ["gem_1"]},
            {"hand": ["rigorous_training", "wound", "gem_1"]},
            turn={"phase": "buy", "money": 4},
        ),
        "A buy:combine, B react:rigorous_training, B trash:wound",
    ),
    "take, dear": (
        position({"hand": ["training_day", "gem_3", "wound"]}, bank={"puzzle": "no_attacks"}),
        "A play:training_day, A trash:gem_3",
    ),
    "gain exactly": (
        position({"hand": ["martial_mastery", "gem_1", "wound"], "bag": ["gem_2"]}),
        "A play:martial_mastery, A trash:gem_1",
    ),
    "gain the second": (
        position({"hand": ["combos_are_hard"]}, bank={"puzzle": "master_puzzler"}),
        "A play:combos_are_hard, A gain:crash_gem",
    ),
    "puzzler": (
        position({"hand": ["master_puzzler"]}, bank={"puzzle": "master_puzzler", "stock": {"roundhouse": 0}}),
        "A play:master_puzzler, A choose:crash_gem",
    ),
    "puzzler plays": (
        position({"hand": ["master_puzzler"]}, bank={"puzzle": "master_puzzler"}),
        "A play:master_puzzler, A choose:double_crash_gem, A choose:wound, A done",
    ),
    "double-take": (
        position({"hand": ["double_take", "draw_three", "crash_gem"], "discard": ["gem_1", "roundhouse"]}),
        "A play:double_take",
    ),
    "thoughts": (position({"hand": ["creative_thoughts"]}), "A play:creative_thoughts"),
    "style": (position({"hand": ["versatile_style"]}), "A play:versatile_style"),
    "past": (
        position({"hand": ["its_time_for_the_past"], "discard": ["draw_three", "roundhouse", "gem_1"]}),
        "A play:its_time_for_the_past",
    ),
    "stolen": (
        position(
            {"hand": ["stolen_purples"]}, {"hand": ["crash_gem", "combine"], "discard": ["double_crash_gem"]}, **ATTACKS
        ),
        "A play:stolen_purples",
    ),
    "ward": (
        position(
            {"pile": [1, 1], "hand": ["combine", "gem_1", "draw_three"], "bag": ["roundhouse"]},
            {"ongoing": ["protective_ward"]},
        ),
        "A play:combine",
    ),
    "wards": (
        position(
            {"pile": [1, 1], "hand": ["combine", "gem_1", "draw_three"], "bag": ["roundhouse"]},
            {"ongoing": ["protective_ward", "protective_ward"]},
        ),
        "A play:combine",
    ),
    "trap": (position({"hand": ["its_a_trap"]}), "A play:its_a_trap"),
    "risky": (position({"hand": ["risky_move", "gem_1", "gem_2", "wound"], "bag": ["gem_3"]}), "A play:risky_move"),
    "combo time": (position({"hand": ["its_combo_time", "gem_1"]}, patient=True), "A play:its_combo_time"),
    "top of the bag": (
        position({"hand": ["gem_1"]}, turn={"phase": "buy", "money": 4, "effects": ["thinking_ahead"]}),
        "A buy:combine",
    ),
    "lift": (
        position({"hand": ["chip_damage"], "discard": ["gem_1", "wound"]}, {"hand": ["wound"]}, **ATTACKS),
        "A play:chip_damage",
    ),
    "no more lies": (
        position({"hand": ["no_more_lies", "gem_1", "wound", "gem_2"], "bag": ["gem_3"]}),
        "A play:no_more_lies",
    ),
    "improve": (
        position({"hand": ["self_improvement", "gem_1", "wound"], "discard": ["gem_2"], "bag": ["gem_3"]}),
        "A play:self_improvement",
    ),
    "Dragon's ante": (position({"ongoing": ["dragon_form"]}, turn={"phase": "ante"}), ""),
    "pay": (
        position({"hand": ["mix_master"]}, turn={"arrows": {"red": 1, "purple": 1}}),
        "A play:mix_master",
    ),
    "three colours": (
        position({"pile": [1], "hand": ["mix_master", "roundhouse"]}, turn={"arrows": {"brown": 1, "black": 0}}),
        "",
    ),
    "mastery": (
        position({"hand": ["martial_mastery", "gem_2", "wound"], "bag": ["gem_2"]}),
        "A play:martial_mastery, A trash:gem_2",
    ),
    "training day": (
        position({"hand": ["training_day", "gem_1", "wound"], "bag": ["gem_2"]}, bank={"puzzle": "no_attacks"}),
        "A play:training_day, A trash:gem_1",
    ),
    "training after a purchase": (
        position(
            {"hand": ["gem_1"], "bag": ["gem_1"]},
            {"hand": ["rigorous_training", "gem_2", "wound"], "bag": ["gem_1"]},
            turn={"phase": "buy", "money": 4},
        ),
        "A buy:combine, B react:rigorous_training, B trash:gem_2",
    ),
    "puzzler chooses": (
        position({"hand": ["master_puzzler", "crash_gem"]}, bank={"puzzle": "master_puzzler"}),
        "A play:master_puzzler",
    ),
    "jackpot": (
        position({"hand": ["jackpot"], "pile": [1]}, {"hand": ["combine", "crash_gem"]}),
        "A play:jackpot, draw combine+crash_gem",
    ),
    "negate two": (
        position({"pile": [2], "hand": ["crash_gem"]}, {"hand": ["gems_to_gemonade"]}, bank={"puzzle": "no_attacks"}),
        "A play:crash_gem, B react:gems_to_gemonade",
    ),
    "give, unseen": (
        position({"hand": ["research_and_development", "?"], "bag": ["?"], "unseen": ["combine", "gem_1"]}),
        "A play:research_and_development",
    ),
    "no more lies, unseen": (
        position({"hand": ["no_more_lies", "?"], "bag": ["?"], "unseen": ["wound", "gem_1"]}),
        "A play:no_more_lies",
    ),
    "keep two": (
        position(
            {"hand": ["gem_1", "wound", "gem_2"], "bag": ["gem_2"]},
            turn={"phase": "buy", "piggy": 2, "bought": ["wound"]},
        ),
        "A done, A keep:gem_1",
    ),
    "buy, piggy bank": (
        position({"hand": ["gem_1"], "bag": ["gem_1"]}, turn={"phase": "buy", "money": 2, "piggy": 1}),
        "",
    ),
    "essence without a gem": (
        position({"hand": ["gem_essence", "wound"], "bag": ["wound"]}, turn={"arrows": {"black": 2}}),
        "A play:gem_essence",
    ),
    "risky without a gem": (
        position({"hand": ["risky_move", "wound"], "bag": ["wound"]}, turn={"arrows": {"black": 2}}),
        "A play:risky_move",
    ),
    "combo time without a gem": (
        position({"hand": ["its_combo_time", "gem_2"], "bag": ["wound"]}, turn={"arrows": {"black": 2}}),
        "A play:its_combo_time",
    ),
    "hex on one wound": (
        position(
            {"hand": ["hex_of_murkwood", "gem_1"], "bag": ["gem_1"]},
            {"hand": ["wound"], "bag": ["gem_1"]},
            turn={"arrows": {"black": 2}},
        ),
        "A play:hex_of_murkwood",
    ),
    "hex may be answered": (
        position(
            {"hand": ["hex_of_murkwood", "gem_1"], "bag": ["gem_1"]},
            {"hand": ["wound", "wound", "thinking_ahead", "self_improvement"], "bag": ["gem_1"]},
        ),
        "A play:hex_of_murkwood",
    ),
    "past without a chip, then one bought": (
        position(
            {"character": "geiger", "hand": ["its_time_for_the_past", "gem_4"], "bag": ["wound", "gem_2", "gem_2"]},
            bank={"puzzle": "master_puzzler"},
        ),
        "A play:its_time_for_the_past, A done, A play:gem_4, A buy:risky_move",
    ),
    "improve without a chip, then one bought": (
        position({"hand": ["self_improvement"], "bag": ["gem_2"]}, turn={"arrows": {"black": 2}, "money": 4}),
        "A play:self_improvement, A buy:gem_1",
    ),
    "puzzler draws after training": (
        position({"hand": ["master_puzzler"], "bag": ["gem_1", "wound", "gem_2"]}, bank={"puzzle": "master_puzzler"}),
        "A play:master_puzzler, A choose:training_day, A choose:draw_three, A done, A play:training_day, "
        "draw gem_1+wound+gem_2",
    ),
    "a counter in the air": (
        position(
            {"pile": [1, 1], "hand": ["crash_gem", "crash_gem"], "bag": ["gem_1"]},
            {"pile": [3, 1], "hand": ["crash_gem", "stone_wall"], "bag": ["gem_1"]},
        ),
        "A play:crash_gem, B react:crash_gem, B break:3",
    ),
    "a bubble popped": (
        position(
            {"pile": [1, 1], "hand": ["crash_gem", "gem_1"], "bag": ["gem_1"]},
            {"pile": [1], "hand": ["crash_gem"], "ongoing": ["bubble_shield"], "bag": ["gem_1"]},
        ),
        "A play:crash_gem, B pass",
    ),
    "at whom": (
        {
            "seats": {"A": {"pile": [1], "hand": ["crash_gem"]}, "B": {}, "C": {}},
            "mode": "free-for-all",
            "patient": True,
        },
        "A play:crash_gem, A break:1",
    ),
    "orb": (position({"pile": [1, 2], "hand": ["chromatic_orb"]}, patient=True), "A play:chromatic_orb"),
}


CHOOSING = "choosing characters"
"""Before there is a position."""


def there(name: str) -> Match:
    """The match at one of the positions."""
    if name == CHOOSING:
        return new_match(Setup(game="puzzle-strike", seats=(SeatSetup("A", "lum"), SeatSetup("B")), bank="first_game"))
    given, said = POSITIONS[name]
    match = at(**given)
    for line in filter(None, said.split(", ")):
        seat, token = line.split(" ")
        if seat == "draw":
            match.draw(token.split("+"))
        else:
            match.answer(token, seat)
    return match
