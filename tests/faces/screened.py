"""A hand table whose people have screens."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from companion.faces.screens import Screens
from companion.ledger import Head
from companion.referee.outcome import Moment
from companion.referee.referee import Referee
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
            self.screens = Screens(cast(Referee, self.referee()), self.changes.append)
            return
        self.screens.take(self.moment(before))

    def moment(self, since: int) -> Moment:
        """What a referee would tell."""
        arbiter = self.arbiter
        news, todo = tuple(self.news[since:]), tuple(arbiter.todo())
        return Moment(0, self.now, news, arbiter.asked, arbiter.rulings.open, todo, arbiter.match.copy(), 0)

    def referee(self) -> SimpleNamespace:
        """As much of one as screens need."""
        head = Head("f00d" * 16, 1, "f00d" * 16, over=False)
        game = SimpleNamespace(header={"title": "An evening"}, head=head.digest, as_head=head)
        return SimpleNamespace(
            arbiter=self.arbiter,
            over=False,
            saving=SimpleNamespace(game=game),
            subscribe=lambda name, subscriber: None,
            moment=lambda: self.moment(len(self.news)),
        )

    @property
    def seen(self) -> Screens:
        assert self.screens
        return self.screens
