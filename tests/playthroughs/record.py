"""Writes the recorded playthroughs anew: `python -m tests.playthroughs.record`.

A playthrough is a whole match, readable: who answered what by which rule, what happened, and the table after every
turn. The tests play each again and compare; a change in the rules shows as a difference in the text, to be looked at.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from companion.players import TableStep, find_player, play_out
from companion.rules import JUDGE, Draw, Match, SeatSetup, Setup, new_match, tell
from companion.rules.puzzle_strike.editions import EDITIONS
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.sets.library import box_of

BOX = box_of(("base",))
"""The chips that matches are usually played with."""

FOLDER = Path(__file__).parent
SEATS = ("North", "South", "East", "West")


SEEDS = {
    "grave": 4,
    "jaina": 1,
    "midori": 41,
    "setsuki": 39,
    "rook": 59,
    "degrey": 24,
    "valerie": 31,
    "geiger": 47,
    "lum": 0,
    "argagarg": 38,
    "bank_first_game": 2,
    "bank_lots_of_attacks": 46,
    "bank_no_attacks": 34,
    "bank_combo_crazy": 57,
    "bank_master_puzzler": 46,
    "free_for_all_3": 2,
    "free_for_all_4": 30,
    "last_standing": 24,
    "team_battle": 16,
    "clockwork_and_house": 28,
}
"""Matches short enough to be read."""


def recordings() -> dict[str, Setup]:
    """Every character, every recommended bank, every mode, a draft and the rules of the house."""
    characters, banks = list(BOX.characters), list(EDITIONS["7.3"].recommended)
    found = {}
    for at, character in enumerate(characters):
        found[character] = duel(character, characters[(at + 3) % len(characters)], banks[at % len(banks)])
    for at, bank in enumerate(banks):
        found[f"bank_{bank}"] = duel(characters[2 * at], characters[2 * at + 1], bank)
    found["free_for_all_3"] = of_several("free-for-all", ("lum", "rook", "grave"))
    found["free_for_all_4"] = of_several("free-for-all", ("argagarg", "degrey", "jaina", "geiger"))
    found["last_standing"] = of_several("last-standing", ("midori", "valerie", "setsuki"))
    found["team_battle"] = of_several("team", ("grave", "lum", "jaina", "rook"))
    options = {"characters": "clockwork", **dict.fromkeys(HOUSE, "on")}
    found["clockwork_and_house"] = of_several("team", (None, None, None, None), options)
    return found


def of_several(mode: str, characters: tuple[str | None, ...], options: Mapping[str, str] | None = None) -> Setup:
    """A match of three or four."""
    seats = tuple(map(SeatSetup, SEATS, characters))
    return Setup("puzzle-strike", seats, mode=mode, bank="first_game", options=options or {})


def duel(one: str, two: str, bank: str) -> Setup:
    return Setup(game="puzzle-strike", seats=(SeatSetup("North", one), SeatSetup("South", two)), bank=bank)


def played(setup: Setup, seed: int) -> str:
    """The match in words."""
    match = new_match(setup)
    lines = [f"{seat.name}: {seat.character}" for seat in setup.seats] + [f"bank: {setup.bank}", f"seed: {seed}"]

    def write(match: Match, step: TableStep) -> None:
        if isinstance(step.asked, Draw):
            lines.append(f"\n{step.number}. {step.asked.source}: {' '.join(step.said)}")
        else:
            lines.append(f"\n{step.number}. {step.seat}> {step.said}   [{step.asked.rule}]")
        lines.extend(f"   {sentence}" for sentence in tell(match, step.events, JUDGE))
        if any(type(event).__name__ == "TurnBegan" for event in step.events):
            lines.extend(f"   | {line}" for line in match.game.words.picture(match.view(JUDGE))[:-1])

    play_out(match, {seat.name: find_player("script") for seat in setup.seats}, random.Random(seed), on_step=write)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name, setup in recordings().items():
        FOLDER.joinpath(f"{name}.txt").write_text(played(setup, SEEDS[name]), encoding="utf-8")
