"""Whom a player attacks: "the opponent" is everybody else, or the holder of the scepter, or the scepter itself in the
Grand Finale, or the Puzzle Dragon."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from companion.rules.kernel import Counted, Steps
from companion.rules.puzzle_strike_2 import bank
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.pile import Gems
from companion.rules.puzzle_strike_2.table import DRAGON, SCEPTER, PileSeat

if TYPE_CHECKING:
    from companion.rules.puzzle_strike_2.play import Strike


class Opponents(ABC):
    """What attacks reach."""

    def seats(self, play: Strike, me: PileSeat) -> list[PileSeat]:
        """The players that "the opponent" means, for what only a player can suffer."""
        return []

    @abstractmethod
    def send(self, play: Strike, me: PileSeat, gems: int, unblockable: bool) -> Steps[None]:
        """Send gems: into the incoming zone, or at once onto the pile."""

    @abstractmethod
    def ante(self, play: Strike, me: PileSeat, gems: Gems) -> Steps[None]:
        """Let the opponent ante these gems, one after the other."""


class Rivals(Opponents):
    """The holder of the scepter attacks everybody, and everybody else the holder."""

    def seats(self, play: Strike, me: PileSeat) -> list[PileSeat]:
        table = play.table
        if table.scepter == me.name:
            return play.others(me)
        return [table.seats[table.scepter]] if table.scepter in table.seats else []

    def send(self, play: Strike, me: PileSeat, gems: int, unblockable: bool) -> Steps[None]:
        if unblockable:
            pattern = yield from bank.pattern(play, gems)
        for foe in self.seats(play, me):
            play.log.append(ev.GemsSent(me.name, foe.name, gems, unblockable))
            if unblockable:
                fallen = piles.falling(pattern, gems)
                play.add_gems(foe, fallen)
                play.log.append(ev.GemsAdded(foe.name, fallen))
            else:
                play.add_incoming(foe, gems)

    def ante(self, play: Strike, me: PileSeat, gems: Gems) -> Steps[None]:
        for foe in self.seats(play, me):
            ante(play, foe, gems)
        yield from ()


class PilelessOpponent(Opponents):
    """Somebody who has no pile: all gems become tokens, or points."""

    def __init__(self, target: str) -> None:
        self.target = target

    def take(self, play: Strike, me: PileSeat, gems: int) -> None:
        """Count the gems."""
        raise NotImplementedError

    def send(self, play: Strike, me: PileSeat, gems: int, unblockable: bool) -> Steps[None]:
        play.log.append(ev.GemsSent(me.name, self.target, gems, unblockable))
        self.take(play, me, gems)
        yield from ()

    def ante(self, play: Strike, me: PileSeat, gems: Gems) -> Steps[None]:
        yield from self.send(play, me, len(gems), False)


class TheScepter(PilelessOpponent):
    """In the Grand Finale gems go back to the scepter, and count as the score."""

    def __init__(self) -> None:
        super().__init__(SCEPTER)

    def take(self, play: Strike, me: PileSeat, gems: int) -> None:
        play.count(me, "score", max(0, me.score) + gems)


class TheDragon(PilelessOpponent):
    """The Puzzle Dragon has tokens alone."""

    def __init__(self) -> None:
        super().__init__(DRAGON)

    def take(self, play: Strike, me: PileSeat, gems: int) -> None:
        give_dragon(play, gems)


def give_dragon(play: Strike, gems: int) -> None:
    """Change the Dragon's incoming tokens."""
    table = play.table
    table.dragon_incoming += gems
    play.log.append(Counted("dragon.incoming", table.dragon_incoming))


def ante(play: Strike, seat: PileSeat, gems: Gems) -> None:
    """Lay antes on a pile; what does not fit becomes incoming tokens."""
    play.add_gems(seat, gems)
    for colour in dict.fromkeys(gems):
        play.log.append(ev.GemsAnted(seat.name, colour, gems.count(colour)))


RIVALS = Rivals()
SCEPTER_ALONE = TheScepter()
THE_DRAGON = TheDragon()
