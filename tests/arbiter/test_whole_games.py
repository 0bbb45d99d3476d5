"""The same game at every table, and a game of which the arbiter knows no line."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.cli.following import Following
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.judge import judge
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import stage
from companion.rules import TABLE, Match
from tests.arbiter.whole_games import Played, game_of, whole_turns
from tests.rehearsal.games.tables import kit

KITS = ("cells-2", "taps-2", "trays-2", "none-2")


def lies(match: Match, *, closely: bool = True) -> dict[str, object]:
    """What everybody sees lie there, and how many pieces lie where nobody does; elsewhere only gem piles and bank."""
    game, table = match.game, match.table
    zones = {zone: Counter(content.content) for zone, content in game.zones(table).items()}
    open_zones = [
        zone for zone in zones if game.places.known_to(TABLE, zone) and (closely or zone.endswith(("pile", "bank")))
    ]
    return {zone: content if zone in open_zones else content.total() for zone, content in zones.items()}


@pytest.mark.parametrize("seed", [1, 3, 5, 6])
def test_every_kit_follows_the_same_game_and_fewer_readers_ask_more(seed: int) -> None:
    truth = whole_turns(game_of(seed, "steady"), 70)
    asked = []
    for name in KITS:
        played = Played(truth, name)
        played.play()
        table = played.table
        table.wait(10)
        assert (played.wrong, played.is_behind(), table.rulings) == ([], False, []), name
        assert table.owed == {}
        closely = name in KITS[:2]
        assert lies(table.arbiter.match, closely=closely) == lies(truth.end, closely=closely), name
        asked.append(len(table.questions))
    cells, taps, trays, none = asked
    assert cells <= taps < trays < none
    assert cells < 20


@pytest.mark.parametrize("seed", range(4))
def test_beacons_is_followed_to_its_end_by_hand(seed: int) -> None:
    truth = game_of(seed, "random", layout=kit("beacons"), game="beacons")
    played = Played(truth, kit("beacons"))
    played.play()
    played.table.wait(20)
    assert played.wrong == []
    assert played.table.arbiter.match.pending is None
    assert lies(played.table.arbiter.match) == lies(truth.end)
    assert played.table.rulings == []


@pytest.mark.parametrize("noise", ["none", "heavy"])
@pytest.mark.parametrize("seed", range(4))
def test_and_by_quick_hands_over_readers_that_miss_chips(seed: int, noise: str) -> None:
    layout = kit("beacons")
    staged = stage(seed, layout, NOISE[noise], game="beacons")
    verdict = judge(show(staged, layout, NOISE[noise], Following.of), layout)
    assert verdict.troubles == []
    assert verdict.finished
