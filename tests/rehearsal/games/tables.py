"""Tables and games to rehearse with: the kits that ship, and the sample game's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.judge import GameVerdict, judge
from companion.rehearsal.games.run import RehearsedGame, show
from companion.rehearsal.games.stage import Staged, stage
from companion.rules import SeatSetup, Setup, find_game
from companion.table.layout import Layout
from companion.table.layout_file import load_layout
from tests.rehearsal.games.stand_ins import Perfect, made

ROOT = Path(__file__).resolve().parents[3]
BEACONS_TABLE = ROOT / "tests" / "sample_game" / "table.toml"


@cache
def kit(name: str) -> Layout:
    """One of the tables that ship, or "beacons"."""
    path = BEACONS_TABLE if name == "beacons" else ROOT / "hardware" / "tables" / f"{name}-2.toml"
    layout = load_layout(path)
    assert isinstance(layout, Layout)
    return layout


def customs(name: str) -> Customs:
    game = "beacons" if name == "beacons" else "puzzle-strike"
    seats = tuple(map(SeatSetup, kit(name).seats))
    return Customs(kit(name), find_game(game).bound(Setup(game, seats)))


def staged(seed: int, name: str = "cells", noise: str = "heavy", players: tuple[str, ...] = ("random",)) -> Staged:
    """A short game, made anew each time: showing it uses up its chances."""
    game = "beacons" if name == "beacons" else "puzzle-strike"
    return stage(seed, kit(name), NOISE[noise], game=game, players=players)


def shown(
    game: Staged, stand_in: Perfect, name: str = "cells", noise: str = "heavy"
) -> tuple[RehearsedGame, GameVerdict]:
    """A game as the readers saw it, followed by a stand-in; and the judge's verdict."""
    played = show(game, kit(name), NOISE[noise], made(stand_in), keep_looks=True)
    return played, judge(played, kit(name))
