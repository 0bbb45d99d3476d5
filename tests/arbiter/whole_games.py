"""Games that are known in all, carried out at a hand table: each step when it is decided, and truthful answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from companion.arbiter.news import Committed
from companion.cli.following import as_told
from companion.rehearsal.games import companion as told
from companion.rehearsal.games.game_script import GameScript
from companion.rehearsal.games.people import People
from companion.rehearsal.games.stage import true_game
from companion.rehearsal.games.truth import TrueGame, TrueStep
from companion.rules import Draw, Illegal
from companion.table.layout import Layout
from tests.arbiter.by_hand import HandTable, physical
from tests.rehearsal.tables import example

PATIENCE = 40
"""Half seconds for which hands wait for the companion before they give up."""
NONE = "none"


def game_of(seed: int, *players: str, layout: Layout | None = None, game: str = "puzzle-strike") -> TrueGame:
    """The same game at whatever table with these seats."""
    return true_game(Random(seed), layout or example("cells-2"), game, players or ("random", "steady"))


def beginning(truth: TrueGame, steps: int) -> TrueGame:
    """The first steps of a game."""
    end = truth.steps[steps].before if steps < len(truth.steps) else truth.end
    return replace(truth, steps=truth.steps[:steps], end=end)


def whole_turns(truth: TrueGame, steps: int) -> TrueGame:
    """About so many steps, up to where a hand has been drawn and its owner's opponent begins."""
    drawn = [isinstance(step.step.asked, Draw) for step in truth.steps]
    return beginning(truth, next(at for at in range(steps, len(drawn)) if drawn[at - 1] and not drawn[at]))


def seat_down(truth: TrueGame, layout: Layout | str, table: type[HandTable]) -> HandTable:
    """A table at its beginning."""
    kinds = truth.kinds
    return table(truth.start, layout, chips={uid: (kinds[uid], zone) for uid, zone in truth.places.items()})


class Played:
    """A true game at a hand table, step by step."""

    def __init__(self, truth: TrueGame, layout: Layout | str, table: type[HandTable] = HandTable) -> None:
        self.truth = truth
        self.table = seat_down(truth, layout, table)
        self.people = People(truth, GameScript(), Random(0))
        self.wrong: list[str] = []
        self.at = 0
        """How many steps have been carried out."""
        self._heard = 0
        self._answered = 0
        self.hear()

    def play(self, steps: Sequence[TrueStep] | None = None) -> None:
        """Carry these out, or all, and answer what is asked, until the companion knows what there is to know."""
        for step in self.truth.steps if steps is None else steps:
            self.act(step)
            self.follow()

    def act(self, step: TrueStep) -> None:
        """The chips of one step."""
        self.at += 1
        for travel in step.travels:
            zones = [physical(zone) for zone in travel.zones]
            self.table.carry(travel.chip.uid, *zones[1:])
        self.hear()

    def follow(self) -> None:
        """Wait as long as people must be asked before it goes on."""
        for _ in range(PATIENCE):
            if self.wrong or not self.is_behind():
                return
            self.answer()
            if self.is_behind():
                self.table.wait(0.5)
            self.hear()

    def is_behind(self) -> bool:
        """Whether something that was decided with a choice has not been committed."""
        line = self.people.line
        items = line.items[line.at :]
        return any(item.step < self.at and isinstance(item.said, str) and not item.forced for item in items)

    def answer(self) -> None:
        """Who was asked, and has decided, says so."""
        asked = self.table.arbiter.asked
        if asked is None or asked.number == self._answered:
            return
        heard = as_told(asked)
        assert isinstance(heard, told.Asked)
        item = self.people.answer_to(heard)
        if item and item.step >= self.at:
            return
        self._answered = asked.number
        try:
            if not asked.options:
                self.table.tell_draw(*self.people.drawn(heard, item))
            elif item and isinstance(item.said, str):
                self.table.say(item.seat, item.said)
            elif NONE in asked.options:
                self.table.say(asked.seats[0], NONE)
        except Illegal as refusal:
            self.wrong.append(f"{item}: {refusal}")
        self.hear()

    def hear(self) -> None:
        """Hold what was committed against the truth."""
        self.table.hear()
        for one in self.table.news[self._heard :]:
            if isinstance(one, Committed):
                heard = as_told(one)
                assert isinstance(heard, told.Committed)
                if wrong := self.people.line.take(heard):
                    self.wrong.append(wrong)
        self._heard = len(self.table.news)
