"""Whole matches of Puzzle Strike 2 in words. `python -m tests.playthroughs.second_game` writes them anew."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from companion.players import TableStep, find_player, play_out
from companion.rules import JUDGE, Draw, Match, SeatSetup, Setup, new_match, tell

FOLDER = Path(__file__).parent / "second_game"
NAMES = ("North", "East", "South")


class Recorded(NamedTuple):
    """A match to be recorded."""

    mode: str
    characters: tuple[str, ...]
    seed: int
    deck: str = "practice"
    player: str = "steady"


RECORDED = {
    "duel": Recorded("duel", ("jaina", "heron"), 3),
    "melee_with_a_grand_finale": Recorded("melee", ("badger", "magpie", "otter"), 5),
    "solo_against_the_dragon": Recorded("solo", ("heron",), 2),
    "together_against_the_dragon": Recorded("coop", ("jaina", "otter"), 4),
    "cards_that_nobody_has_taught": Recorded("duel", ("grave", "rook"), 1, "grand_melee", "random"),
}


def played(recorded: Recorded) -> str:
    """The match: who answered what by which rule, what happened, and the table as each turn begins."""
    seats = tuple(map(SeatSetup, NAMES, recorded.characters))
    setup = Setup("puzzle-strike-2", seats, mode=recorded.mode, first="North", options={"deck": recorded.deck})
    match = new_match(setup)
    lines = [f"{seat.name}: {seat.character}" for seat in seats] + [f"deck: {recorded.deck}", f"seed: {recorded.seed}"]

    def write(match: Match, step: TableStep) -> None:
        if isinstance(step.asked, Draw):
            lines.append(f"\n{step.number}. {step.asked.source}: {' '.join(step.said)}")
        else:
            lines.append(f"\n{step.number}. {step.seat}> {step.said}   [{step.asked.rule}]")
        lines.extend(f"   {sentence}" for sentence in tell(match, step.events, JUDGE))
        if any(type(event).__name__ in match.game.words.headings for event in step.events):
            lines.extend(f"   | {line}" for line in match.game.words.picture(match.view(JUDGE)))

    players = {seat.name: find_player(recorded.player) for seat in seats}
    play_out(match, players, random.Random(recorded.seed), on_step=write)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, recorded in RECORDED.items():
        FOLDER.joinpath(f"{name}.txt").write_text(played(recorded), encoding="utf-8")
