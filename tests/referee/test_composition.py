"""The running program, the referee of rehearsals and the bare arbiter make the same changes of the same looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from companion.app.readers import TableReaders
from companion.cli.following import Following
from companion.cli.refereed import Refereed
from companion.ledger import Ledger
from companion.referee.inputs import Seen
from companion.referee.referee import Referee
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import stage
from companion.table.changes import Change
from companion.table.sightings import Look
from companion.table.twin import Twin
from tests.rehearsal.games.tables import kit

LOOKS = 4000


class Stepped:
    """A game in the program, as its readers see it; each input is taken at once."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.number, self.started = 1, ""
        self.beginning = referee.beginning
        self.doubt = False
        self.sent: list[Seen] = []

    @property
    def hints(self) -> object:
        return self.referee.hints

    @property
    def over(self) -> bool:
        return self.referee.over

    def now(self) -> float:
        return 0.0

    def send(self, one: Seen, bringer: str = "") -> None:
        self.sent.append(one)
        self.referee.step(one)


@pytest.mark.parametrize(("name", "seed"), [("cells", 1), ("taps", 2)])
def test_the_same_looks_become_the_same_changes(
    name: str, seed: int, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.readers.monotonic", lambda: 0.0)
    layout, noise = kit(name), NOISE["heavy"]
    staged = stage(seed, layout, noise, players=("random",))
    truth = staged.truth
    looks: Sequence[Look] = show(staged, layout, noise, Following, keep_looks=True).looks[:LOOKS]

    def begun() -> Referee:
        twin = Twin(layout, dict(truth.kinds), {uid: {zone} for uid, zone in truth.places.items()})
        return Referee.begin(ledger, setup, layout, truth.kinds, twin)

    setup = truth.setup
    refereed = Refereed(begun())
    game = Stepped(begun())
    readers = TableReaders(layout, lambda: cast(Any, game), print)
    readers._follow()
    following = Following(truth.start.copy(), layout, truth.kinds, truth.places)
    followed: list[Change] = []
    take = following.arbiter.take

    def taken(change: Change, at: float, *, doubt: bool) -> None:
        followed.append(change)
        take(change, at, doubt=doubt)

    monkeypatch.setattr(following.arbiter, "take", taken)
    for look in looks:
        refereed.look(look)
        readers._take(look)
        following.look(look)
    sent = [one for one in refereed.sent if isinstance(one, Seen)]
    for driver in readers._drivers:
        driver.stop()
    assert len(sent) > 20
    assert [(one.change, one.doubt) for one in game.sent] == [(one.change, one.doubt) for one in sent]
    assert followed == [one.change for one in sent]
