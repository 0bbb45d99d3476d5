"""The ways to play: how a match begins, who attacks whom, what follows a turn, and how it ends.

In a duel the first who busts has lost. With three or four, the others play the Grand Finale then. Alone or together
against the Puzzle Dragon, everybody plays against the Dragon's tokens.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kernel import Moved, Steps
from companion.rules.puzzle_strike_2 import bank, effects, opponents
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2.opponents import Opponents
from companion.rules.puzzle_strike_2.pile import SAFE
from companion.rules.puzzle_strike_2.play import Strike
from companion.rules.puzzle_strike_2.table import DIAMOND, DRAGON, BankTable, PileSeat, zone_names

LEAST_IN_THE_FINALE = 10
MORE_FOR_EACH_ANTE_UP = 5


class Contest:
    """What the ways to play have in common."""

    ignores_ante_ups = False
    """Whether Ante Ups that show in the final turns count for nothing."""

    def __init__(self, key: str, seats: tuple[int, ...], *, diamonds: bool) -> None:
        self.key = key
        self.seats = seats
        self.diamonds = diamonds

    def opponents(self, table: BankTable) -> Opponents:
        """Whom attacks reach just now."""
        raise NotImplementedError

    def begin(self, play: Strike, options: Mapping[str, str]) -> None:
        """Hand out the scepter and the diamonds; the turn order is settled."""
        raise NotImplementedError

    def buys(self, table: BankTable) -> bool:
        """Whether this turn has a buy phase."""
        return True

    def draws(self, table: BankTable) -> bool:
        """Whether anybody needs another hand after this turn."""
        return True

    def shuffle_trash(self, play: Strike, taker: str) -> bool:
        """The bank's deck is empty and a card is needed. Return whether there is a new deck; raises `BankEmpty` where
        whoever needs the card busts by that."""
        if not play.table.busted:
            raise bank.BankEmpty(taker)
        return bank.shuffle_trash_in(play)

    def ran_out(self, play: Strike, name: str) -> Steps[None]:
        """The bank's deck was empty: this seat, or the Dragon, has busted in the middle of something."""
        raise NotImplementedError

    def turn_over(self, play: Strike, me: PileSeat) -> Steps[None]:
        """A player's turn is over."""
        raise NotImplementedError


def give_diamonds(play: Strike, seats: tuple[str, ...]) -> None:
    """Give these seats a diamond each; there are no more than three."""
    table = play.table
    for name in seats[: table.diamonds_aside]:
        table.seats[name].diamond = True
        table.diamonds_aside -= 1
        play.log.append(Moved(DIAMOND, 1, "aside", zone_names(name)[DIAMOND]))


def win(play: Strike, winners: tuple[str, ...]) -> None:
    """The match is over."""
    table = play.table
    table.phase = "over"
    table.winners = winners
    table.winner = winners[0]
    play.log.append(ev.GameWon(winners))


def pass_on(play: Strike, name: str) -> None:
    """Somebody else's turn begins."""
    play.table.turn = name
    play.table.phase = "ante"


# -- against each other ----------------------------------------------------------------------------------------


class Rivalry(Contest):
    """Players against each other for the scepter."""

    ignores_ante_ups = True

    def __init__(self, key: str, seats: tuple[int, ...], *, finale: bool) -> None:
        super().__init__(key, seats, diamonds=True)
        self.finale = finale

    def opponents(self, table: BankTable) -> Opponents:
        return opponents.SCEPTER_ALONE if table.final else opponents.RIVALS

    def begin(self, play: Strike, options: Mapping[str, str]) -> None:
        play.give_scepter(play.table.order[0])
        give_diamonds(play, play.table.order[1:])

    def buys(self, table: BankTable) -> bool:
        return not table.final

    def draws(self, table: BankTable) -> bool:
        return not table.final

    def turn_over(self, play: Strike, me: PileSeat) -> Steps[None]:
        table = play.table
        if table.final:
            self.final_turn_over(play, me)
        elif len(me.pile) > SAFE:
            play.log.append(ev.PlayerBusted(me.name, len(me.pile)))
            yield from self.bust(play, me)
        elif table.scepter == me.name:
            self.next(play, me)
        else:
            table.phase = "command"

    def next(self, play: Strike, me: PileSeat) -> None:
        """The next player's turn."""
        pass_on(play, play.others(me)[0].name)

    def ran_out(self, play: Strike, name: str) -> Steps[None]:
        me = play.table.seats[name]
        play.log.append(ev.PlayerBusted(name, len(me.pile), True))
        if self.finale:
            bank.shuffle_trash_in(play)
        yield from self.bust(play, me)

    def bust(self, play: Strike, me: PileSeat) -> Steps[None]:
        """A player has lost: the other one has won, or the others play on for the scepter."""
        table = play.table
        rest = tuple(seat.name for seat in play.others(me))
        table.busted += (me.name,)
        if not self.finale:
            win(play, rest)
            return
        if table.scepter != me.name:  # the last command decision is made already
            holder = table.seats[table.scepter]
            yield from effects.effect(play, holder, effects.power_up(play, holder, forced=True))
        self.begin_finale(play, rest)

    def begin_finale(self, play: Strike, finalists: tuple[str, ...]) -> None:
        """The scepter drops, the bar is set, and each finalist has one turn left."""
        table = play.table
        table.final = True
        play.give_scepter("")
        seats = [table.seats[name] for name in finalists]
        least = LEAST_IN_THE_FINALE + MORE_FOR_EACH_ANTE_UP * table.ante_ups
        bar = max(least, *(seat.incoming for seat in seats))
        play.log.append(ev.FinaleBegan(bar))
        for seat in seats:
            if seat.incoming != bar:
                play.count(seat, "incoming", bar)
            play.count(seat, "score", 0)
        play.opponents = self.opponents(table)
        table.finale = finalists
        pass_on(play, finalists[0])

    def final_turn_over(self, play: Strike, me: PileSeat) -> None:
        """Keep the score; after the last finalist, the highest wins."""
        table = play.table
        play.log.append(ev.ScoreLocked(me.name, me.score))
        if len(me.pile) > SAFE:
            table.busted += (me.name,)
            play.log.append(ev.PlayerBusted(me.name, len(me.pile)))
        table.finale = table.finale[1:]
        if table.finale:
            pass_on(play, table.finale[0])
            return
        finalists = [name for name in table.order if table.seats[name].score >= 0]
        safe = [name for name in finalists if name not in table.busted] or finalists
        best = max(table.seats[name].score for name in safe)
        win(play, tuple(name for name in safe if table.seats[name].score == best))


# -- against the Dragon ----------------------------------------------------------------------------------------


class DragonHunt(Contest):
    """All players against the Puzzle Dragon, which always holds the scepter and acts after them."""

    def __init__(self, key: str, seats: tuple[int, ...]) -> None:
        super().__init__(key, seats, diamonds=False)

    def opponents(self, table: BankTable) -> Opponents:
        return opponents.THE_DRAGON

    def begin(self, play: Strike, options: Mapping[str, str]) -> None:
        table = play.table
        table.scepter = DRAGON
        play.log.append(Moved("scepter", 1, "aside", DRAGON))
        table.power = int(options.get("power", "1"))
        if options.get("diamonds") == "yes":
            give_diamonds(play, table.order)

    def turn_over(self, play: Strike, me: PileSeat) -> Steps[None]:
        if len(me.pile) > SAFE:
            play.log.append(ev.PlayerBusted(me.name, len(me.pile)))
            self.bust(play, me.name)
        if play.table.phase != "over":
            self.next(play, me.name)
        yield from ()

    def bust(self, play: Strike, name: str) -> None:
        """Alone the game is over; together all the others take one more turn."""
        table = play.table
        table.busted += (name,)
        if len(table.order) == 1:
            win(play, (DRAGON,) if name != DRAGON else table.order)
        elif not table.final:
            table.final = True
            around = (*table.order, DRAGON)
            at = around.index(name)
            table.finale = (name, *around[at + 1 :], *around[:at])

    def ran_out(self, play: Strike, name: str) -> Steps[None]:
        gems = play.table.dragon_incoming if name == DRAGON else len(play.table.seats[name].pile)
        play.log.append(ev.PlayerBusted(name, gems, True))
        bank.shuffle_trash_in(play)
        self.bust(play, name)
        if play.table.phase != "over":
            self.next(play, name)
        yield from ()

    def next(self, play: Strike, name: str) -> None:
        """Lock the score of who has had the final turn, and go on with the next."""
        table = play.table
        if not table.final:
            around = (*table.order, DRAGON)
            pass_on(play, around[(around.index(name) + 1) % len(around)])
            return
        self.lock(play, name)
        table.finale = tuple(one for one in table.finale if one != name)
        if table.finale:
            pass_on(play, table.finale[0])
            return
        best = max(seat.score for seat in table.seats.values())
        win(play, table.order if best < table.dragon_score else (DRAGON,))

    def lock(self, play: Strike, name: str) -> None:
        """A score is the gems of the pile and the incoming ones; the Dragon has these alone."""
        table = play.table
        if name == DRAGON:
            score = table.dragon_score = table.dragon_incoming
        else:
            seat = table.seats[name]
            score = len(seat.pile) + seat.incoming
            play.count(seat, "score", score)
        play.log.append(ev.ScoreLocked(name, score))


CONTESTS: Mapping[str, Contest] = {
    "duel": Rivalry("duel", (2,), finale=False),
    "melee": Rivalry("melee", (3, 4), finale=True),
    "solo": DragonHunt("solo", (1,)),
    "coop": DragonHunt("coop", (2, 3, 4)),
}


def usual_mode(seats: int) -> str:
    """The mode that so many seats play if nothing is said."""
    return {1: "solo", 2: "duel"}.get(seats, "melee")
