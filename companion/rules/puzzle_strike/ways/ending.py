"""What a turn that ends means for the match: who has lost, who has won, and whose turn is next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.table import Side
from companion.rules.puzzle_strike.ways.panic import LARGEST_ANTE

if TYPE_CHECKING:
    from companion.rules.puzzle_strike.play import Play


class TurnsEnd(Protocol):
    """Says how a match ends, and in what order turns are taken until then."""

    def turn_over(self, play: Play, total: int) -> None:
        """Look at the pile as the turn ends: who has lost, who is out, who has won."""

    def next_side(self, play: Play) -> Side:
        """Return whose turn it is after this one."""


def after(play: Play, names: Side) -> Side:
    """The side that is next, of those of these seats, which are in turn order."""
    turn = play.table.turn
    mine, at = play.sides[turn], names.index(turn) if turn in names else -1
    following = [name for name in names[at + 1 :] + names[: at + 1] if name not in mine]
    return play.sides[following[0]]


def win(play: Play, total: int, side: Side) -> None:
    """End the match with this turn. All who have not won have lost, if nobody has lost before."""
    table = play.table
    busted = [ev.Busted(table.turn, total)] if total >= play.edition.losing_total and not table.tied else []
    table.winner, table.phase = side[0], "over"
    table.losers = table.losers or tuple(name for name in table.order if name not in side)
    play.log += [ev.TurnEnded(table.turn, total), *busted, *(ev.Won(name) for name in side)]


class OtherSideWins:
    """Two sides: the one that ends its turn at 10 or more loses."""

    def turn_over(self, play: Play, total: int) -> None:
        """Let the other side win."""
        if total >= play.edition.losing_total:
            win(play, total, self.next_side(play))

    def next_side(self, play: Play) -> Side:
        """Return the other side."""
        return after(play, play.table.order)


class LowestPileWins:
    """Who ends his turn at 10 or more loses, and of the others whoever has the lowest pile wins. Those who are tied for
    it take one more turn each until one is lowest."""

    def turn_over(self, play: Play, total: int) -> None:
        """Look for the lowest pile, when somebody has lost and after each round of extra turns."""
        table = play.table
        if table.tied:
            if table.turn == table.tied[-1]:
                self.decide(play, total, table.tied)
        elif total >= play.edition.losing_total:
            at = table.order.index(table.turn)
            table.losers = (table.turn,)
            self.decide(play, total, table.order[at + 1 :] + table.order[:at])

    def decide(self, play: Play, total: int, names: Side) -> None:
        """Let the one with the lowest pile win; or those who are tied play on, also at 10 or more."""
        table = play.table
        totals = {name: play.total(table.seats[name]) for name in names}
        lowest = tuple(name for name in names if totals[name] == min(totals.values()))
        if len(lowest) == 1:
            win(play, total, lowest)
            return
        if not table.tied:
            play.log.append(ev.Busted(table.turn, total))
        table.tied = lowest
        play.log.append(ev.Tied(lowest))

    def next_side(self, play: Play) -> Side:
        """Return the next seat; while some are tied, the next of these."""
        return after(play, play.table.tied or play.table.order)


class LastOneWins:
    """Who ends his turn at 10 or more is out, and antes grow; whoever is left wins."""

    def turn_over(self, play: Play, total: int) -> None:
        """Let the seat leave the game."""
        table = play.table
        if total < play.edition.losing_total:
            return
        table.out += (table.turn,)
        left = tuple(name for name in table.order if name not in table.out)
        if len(left) == 1:
            win(play, total, left)
            return
        play.log.append(ev.Busted(table.turn, total))
        if table.ante < LARGEST_ANTE:
            play.raise_ante(table.ante + 1)

    def next_side(self, play: Play) -> Side:
        """Return the next seat that is still in the game."""
        table = play.table
        return after(play, tuple(name for name in table.order if name not in table.out or name == table.turn))
