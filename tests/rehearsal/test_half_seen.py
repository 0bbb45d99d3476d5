"""A referee who misses a part of what is hidden: never wrong, never in the way, and caught when he is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.players import find_player, play_out, random_setup
from companion.rehearsal.half_seen import HalfSeen
from companion.rules import UNSEEN, Holder, Match, new_match
from companion.rules.kernel import lots


def followed(seed: int, unseen: float, player: str = "random") -> tuple[Match, HalfSeen]:
    """A duel, and the twin that followed it."""
    rng = Random(seed)
    match = new_match(random_setup(rng))
    twin = HalfSeen(match, unseen, Random(f"{seed} unseen"))
    play_out(match, {seat: find_player(player) for seat in "AB"}, rng, on_step=twin.follow)
    return match, twin


@pytest.mark.parametrize("unseen", [0.2, 0.5, 0.9, 1])
@pytest.mark.parametrize("seed", range(12))
def test_what_really_happened_is_never_refused_and_what_is_known_is_so(seed: int, unseen: float) -> None:
    _, twin = followed(seed, unseen)
    assert (twin.refused, twin.wrong) == ([], [])
    assert twin.twin.over


@pytest.mark.parametrize("seed", range(6))
def test_long_games_of_a_player_who_uses_everything(seed: int) -> None:
    _, twin = followed(seed, 0.5, "steady")
    assert (twin.refused, twin.wrong) == ([], [])
    assert twin.most_cases > 1, "there was something to be told apart"


@pytest.mark.parametrize("seed", range(10))
def test_with_everything_seen_the_twin_is_the_match(seed: int) -> None:
    match, twin = followed(seed, 0)
    assert twin.twin.table == match.table
    assert (twin.refused, twin.wrong, twin.most_cases) == ([], [], 0)


def forgets_the_hand(self: Holder, place: str) -> tuple[str, ...]:
    """Knows of no unseen piece what it may be, if it lies in a hand."""
    zone = self.zone(place)
    return tuple(kind for kind in dict.fromkeys(zone) if kind != UNSEEN)


def takes_the_first_lot(cases: lots.Cases, place: str, kind: str) -> lots.Cases:
    """Believes that a piece that shows came out of the first lot that could have it, in the first case."""
    return lots_shown(cases[:1], place, kind)


lots_shown = lots.shown


FAULTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "unseen pieces may be nothing": (Holder, "kinds", forgets_the_hand),
    "one case is taken for the truth": (lots, "shown", takes_the_first_lot),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_referee_who_goes_wrong_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games with a fault in what is known: somewhere the truth is refused, or something wrong is known."""
    owner, name, broken = FAULTS[fault]
    monkeypatch.setattr(owner, name, broken)
    caught = []
    for seed in range(12):
        try:
            _, twin = followed(seed, 0.6)
        except ValueError:  # a contradiction inside
            caught.append(seed)
        else:
            caught += [seed] if twin.refused or twin.wrong else []
    assert caught
