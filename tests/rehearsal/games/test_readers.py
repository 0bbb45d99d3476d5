"""The readers of a game: all that is shown is seen, in time, and what goes wrong is only what the noise says."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.outages import Outages
from companion.rehearsal.games.readers import Readers
from companion.rehearsal.games.run import show
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.changes import Change
from companion.table.movement import Movement
from companion.table.presence import Presence
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin
from tests.rehearsal.games.stand_ins import Perfect, made
from tests.rehearsal.games.tables import kit, staged


class Sensing(Perfect):
    """Hears the looks as the real senses do."""

    def listen(self, name: str) -> None:
        self.presence = Presence(kit(name))
        self.twin = Twin(kit(name), self.staged.truth.kinds)
        self.movements: list[Movement] = []

    def look(self, look: Look) -> None:
        self.take(self.presence.look(look))

    def tick(self, now: float) -> None:
        super().tick(now)
        self.take(self.presence.tick(now))

    def take(self, changes: list[Change]) -> None:
        self.movements += [movement for change in changes for movement in self.twin.take(change)]

    def in_doubt(self) -> frozenset[str]:
        return self.presence.in_doubt()


@pytest.mark.parametrize(("name", "seed"), [("cells", 1), ("taps", 2), ("trays", 3)])
@pytest.mark.parametrize("noise", ["none", "light"])
def test_all_that_is_shown_is_seen_before_it_is_gone(name: str, seed: int, noise: str) -> None:
    game = staged(seed, name, noise)
    played = show(game, kit(name), NOISE[noise], made(Perfect(game)))
    assert set(played.sighted) == set(game.script.shown)
    for shown, seen in played.sighted.items():
        assert shown.at < seen < shown.at + 3.0
        assert seen < shown.until + 0.1 or shown.until == shown.at


def test_under_heavy_noise_the_senses_still_tell_nearly_all_of_it() -> None:
    game = staged(1)
    sensing = Sensing(game)
    sensing.listen("cells")
    show(game, kit("cells"), NOISE["heavy"], made(sensing))
    told = Counter((movement.uid, movement.reader) for movement in sensing.movements)
    done = Counter((shown.chip.uid, shown.reader) for shown in game.script.shown)
    assert (done - told).total() <= done.total() // 100
    assert (told - done).total() <= done.total() // 100


def test_faults_are_those_of_the_noise() -> None:
    game = staged(2)
    played = show(game, kit("cells"), NOISE["heavy"], made(Perfect(game)), keep_looks=True)
    looks = played.looked
    assert played.faults["double sightings"]
    assert played.faults["damaged lines"]
    assert 0.003 < played.faults["disturbed looks"] / looks < 0.007
    assert 0.003 < (played.faults["soft resets"] + played.faults["hard resets"]) / looks < 0.008
    assert sum(not look.clean for look in played.looks) >= played.faults["disturbed looks"]
    assert len(played.looks) == looks
    assert [look.at for look in played.looks] == sorted(look.at for look in played.looks)


def test_without_noise_nothing_goes_wrong() -> None:
    game = staged(2, noise="none")
    played = show(game, kit("cells"), NOISE["none"], made(Perfect(game)), keep_looks=True)
    assert not played.faults.get("missed")
    assert all(look.clean for look in played.looks)
    homes = {shown.chip.uid: set[str]() for shown in game.script.shown}
    for shown in game.script.shown:
        homes[shown.chip.uid].add(shown.reader)
    assert all(look.reader in homes[uid] for look in played.looks for uid in look.tags)


def test_a_pad_without_its_cable_tells_nothing() -> None:
    game = staged(1, players=("script",))
    played = show(game, kit("cells"), NOISE["heavy"], made(Perfect(game)), keep_looks=True)
    away = [outage for outage in game.outages.planned if outage.until < played.table_seconds and not outage.reader]
    assert away
    for outage in away:
        told = [look for look in played.looks if outage.at + 0.2 < look.at < outage.until]
        assert not [look for look in told if look.reader.startswith(f"{outage.pad}.")]


def test_the_same_seed_gives_the_same_looks() -> None:
    games = [staged(3), staged(3)]
    played = [show(game, kit("cells"), NOISE["heavy"], made(Perfect(game)), keep_looks=True) for game in games]
    assert played[0].looks == played[1].looks


def test_a_tap_on_which_a_chip_lies_is_looked_at_and_the_others_rest() -> None:
    layout = kit("cells")
    readers = Readers(layout, NOISE["none"], Random(1), Outages(layout, NOISE["none"], Random(1)))
    readers.act(Act(0.0, TaggedThing(Uid("04A1B2C3"), "gem_1"), "3.0"))
    looks: Counter[str] = Counter()
    now = 0.0
    while (now := readers.next_moment(now)) < 20.0:
        looks.update(look.reader for look in readers.go_on(now) if look.at > 10.0)
    assert looks["3.0"] > 150
    assert 5 < looks["6.0"] < 20
    assert 3 < looks["1.0"] < 20
