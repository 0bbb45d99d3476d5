"""A world as the virtual table tells it: a duel on the cells kit, Ann's turn, played by the person who looks."""

from __future__ import annotations

from typing import Any, Final

World = dict[str, Any]

TITLES: Final = {"A": "Ann", "B": "Ben"}
STACKS: Final = (
    ("gem_1", "1-gem", "1", 22, "gem"), ("gem_2", "2-gem", "3", 12, "gem"), ("gem_3", "3-gem", "5", 9, "gem"),
    ("gem_4", "4-gem", "7", 6, "gem"), ("wound", "Wound", "0", 16, "grey"),
    ("crash_gem", "Crash Gem", "5", 10, "purple"),
    ("combine", "Combine", "4", 9, "purple"), ("double_crash_gem", "Double Crash Gem", "9", 4, "purple"),
    ("draw_three", "Draw Three", "3", 5, "brown"), ("one_two_punch", "One-Two Punch", "4", 5, "brown"),
    ("roundhouse", "Roundhouse", "6", 5, "brown"), ("self_improvement", "Self-Improvement", "4", 4, "blue"),
    ("sneak_attack", "Sneak Attack", "3", 5, "red"), ("really_annoying", "Really Annoying", "1", 0, "red"),
    ("gems_to_gemonade", "Gems to Gemonade", "4", 5, "purple"), ("combos_are_hard", "Combos Are Hard", "6", 5, "brown"),
    ("training_day", "Training Day", "2", 5, "brown"), ("master_puzzler", "Master Puzzler", "12", 1, "gold"),
)  # fmt: skip
LYING: Final = (
    ("A.pile:0", "gem_1", "1-gem", "gem"), ("A.pile:1", "gem_1", "1-gem", "gem"), ("A.pile:3", "gem_2", "2-gem", "gem"),
    ("A.hand", "crash_gem", "Crash Gem", "purple"), ("A.hand", "gem_1", "1-gem", "gem"),
    ("A.hand", "gem_1", "1-gem", "gem"), ("A.hand", "protective_ward", "Protective Ward", "brown"),
    ("A.hand", "its_time_for_the_past", "It's Time for the Past", "brown"),
    ("A.played", "combine", "Combine", "purple"), ("A.ongoing", "bubble_shield", "Bubble Shield", "blue"),
    ("A.discard", "gem_1", "1-gem", "gem"), ("A.discard", "wound", "Wound", "grey"),
    ("A.discard", "research_and_development", "Research & Development", "brown"),
    ("B.pile:0", "gem_4", "4-gem", "gem"), ("B.pile:2", "gem_3", "3-gem", "gem"), ("B.pile:5", "gem_1", "1-gem", "gem"),
    ("B.hand", "", "", ""), ("B.hand", "", "", ""), ("B.hand", "", "", ""), ("B.hand", "", "", ""),
    ("B.hand", "", "", ""), *(("B.discard", "gem_1", "1-gem", "gem"),) * 9,
)  # fmt: skip
FAULTS: Final = (
    ("miss", "Miss reads"), ("bump", "Bump a tray"), ("air", "Hold a chip in the air"), ("unplug", "Unplug a pad"),
    ("kill", "Kill a reader"), ("garbage", "Garbage on the line"), ("power", "Power cut"),
)  # fmt: skip


def a_world() -> World:
    """The whole of it."""
    chips = [
        {
            "id": f"c{n}",
            "kind": kind,
            "name": name,
            "tone": tone,
            "short": name[:1],
            "place": place,
            "moving": False,
            "face": bool(kind),
        }
        for n, (place, kind, name, tone) in enumerate(LYING)
    ]
    seats = [
        {"name": "A", "title": "Ann", "player": "you", "on_turn": True, "waits": ""},
        {"name": "B", "title": "Ben", "player": "steady", "on_turn": False, "waits": ""},
    ]
    return {
        "number": 1,
        "title": "Duel: Ann, Ben",
        "address": "http://127.0.0.1:1/",
        "program": "running",
        "recorded": False,
        "seats": seats,
        "places": [*places_of("A"), *places_of("B"), *shared()],
        "chips": chips,
        "says": says(),
        "phones": {"A": phone()},
        "panel": None,
        "faults": [{"id": name, "label": label, "on": False} for name, label in FAULTS],
        "tour": None,
        "message": "",
        "pace": 1,
        "links": [],
    }


def says() -> World:
    """What the companion says while all is well."""
    return {
        "headline": "Ann, action phase",
        "totals": [{"seat": "A", "total": 4, "bonus": 1}, {"seat": "B", "total": 8, "bonus": 2}],
        "ruling": None,
        "ask": None,
        "todo": [{"seat": "A", "words": "play an action, or end the action phase"}],
        "last": ["Ann plays Combine.", "Ann antes a 1-gem.", "Ben ends the turn."],
        "notes": [],
    }


def phone() -> World:
    """What Ann's phone offers."""
    choices = [{"token": "done", "words": "end the action phase"}, {"token": "play:crash_gem", "words": "Crash Gem"}]
    return {"asks": "Play an action or end the action phase?", "choices": choices, "number": 9}


def a_ruling() -> World:
    """Something that went wrong."""
    return {
        "words": "Ann put a 3-gem into the pile: nothing says so.",
        "remedy": "Give the 3-gem back to the bank.",
        "rule": "The ante",
        "number": 3,
    }


def a_panel() -> World:
    """The panel's twin."""
    lamps = [
        {"id": "A", "label": "Ann", "state": "on", "text": "your turn"},
        {"id": "B", "label": "Ben", "state": "blink", "text": "asked"},
        {"id": "judge", "label": "Judge", "state": "off", "text": ""},
    ]
    buttons = [{"id": "A", "label": "Ann: done"}, {"id": "undo", "label": "Take back"}, {"id": "mute", "label": "Mute"}]
    return {"lamps": lamps, "sound": "Two short: something does not go.", "buttons": buttons}


def places_of(seat: str) -> list[World]:
    """In front of a seat."""
    cells = [place(f"{seat}.pile:{n}", seat, f"{seat}.pile", "cell", f"cell {n + 1}", reader=True) for n in range(14)]
    return [
        *cells,
        place(f"{seat}.pile", seat, f"{seat}.pile", "tap", "Overflow", reader=True),
        place(f"{seat}.hand", seat, f"{seat}.hand", "hand", "Hand") | {"drawn_from": f"{seat}.bag"},
        place(f"{seat}.bag", seat, f"{seat}.bag", "bag", "Bag", reader=True, count=5),
        place(f"{seat}.played", seat, f"{seat}.played", "heap", "Played", reader=True),
        place(f"{seat}.ongoing", seat, f"{seat}.ongoing", "heap", "Ongoing"),
        place(f"{seat}.discard", seat, f"{seat}.discard", "heap", "Discard", reader=True),
        place(f"{seat}.top", seat, f"{seat}.top", "heap", "On top of the bag"),
    ]


def shared() -> list[World]:
    """Between the seats."""
    stacks = [
        place(f"bank:{kind}", "", "bank", "stack", name, count=count)
        | {"piece": kind, "price": price, "tone": tone, "short": name[:1]}
        for kind, name, price, count, tone in STACKS
    ]
    return [*stacks, place("bank", "", "bank", "tap", "Bank spot", reader=True), place("box", "", "box", "heap", "Box")]


def place(name: str, seat: str, zone: str, kind: str, label: str, *, reader: bool = False, count: int = -1) -> World:
    """One place, with as many chips as lie there."""
    lying = sum(where == name for where, *_ in LYING)
    return {
        "id": name,
        "seat": seat,
        "zone": zone,
        "role": zone.removeprefix(f"{seat}."),
        "kind": kind,
        "beside_cells": bool(seat) and kind == "tap",
        "drawn_from": "",
        "refill": kind == "bag",
        "piece": "",
        "label": label,
        "reader": "1.0" if reader else "",
        "alive": True,
        "count": lying if count < 0 else count,
        "hidden": seat == "B" and kind == "hand",
    }
