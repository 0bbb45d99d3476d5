"""A hand table whose people have screens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.faces.screens import Screens
from companion.ledger import Head
from companion.referee.hands import as_known_to, laid_open
from companion.referee.outcome import Moment, still
from companion.referee.referee import EARLIER
from tests.arbiter.by_hand import HandTable


class ScreenedTable(HandTable):
    """After each input everybody gets a screen; `changes` says who saw something else, input by input."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self.screens: Screens | None = None
        self.changes: list[frozenset[str]] = []
        super().__init__(*args, **named)

    def hear(self) -> None:
        before = len(self.news)
        super().hear()
        if self.screens is None:
            record = self.arbiter.record
            beginning = replace(self.moment(len(self.news)), earlier=record.moves_since(record.point - EARLIER))
            self.screens = Screens(beginning, self.changes.append)
            return
        self.screens.take(self.moment(before))

    def moment(self, since: int) -> Moment:
        """What a session would tell."""
        arbiter = self.arbiter
        match, seats = arbiter.match.copy(), arbiter.record.seats
        return replace(
            still(match),
            title="An evening",
            at=self.now,
            news=tuple(self.news[since:]),
            asked=arbiter.asked,
            rulings=arbiter.rulings.open,
            todo=tuple(arbiter.todo()),
            known={seat: as_known_to(arbiter, seat, match) for seat in seats},
            open=laid_open(arbiter),
            point=arbiter.record.point,
            head=Head("f00d" * 16, 1, "f00d" * 16, over=False),
        )

    @property
    def seen(self) -> Screens:
        assert self.screens
        return self.screens
