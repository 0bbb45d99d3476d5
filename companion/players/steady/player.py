"""The player: looks, rates every option, says the best."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.players.player import Look
from companion.players.steady.ratings import Ratings
from companion.players.steady.situation import Situation, is_puzzle_strike

STARTING_DECK = {"crash_gem": 1, "gem_1": 6}


def without_looking(options: tuple[str, ...]) -> str:
    """What is said whatever the table is like: all gems are laid, and nobody buys a wound who need not; or ""."""
    if "play:gems" in options:
        return "play:gems"
    return "done" if options == ("buy:wound", "done") else ""


class SteadyPlayer:
    """Rates the options and says the best; of equal ones chance picks. A game it does not know it leaves to chance.

    It remembers two things: which chips it has bought and gained, since nobody sees into a bag; and how high the other
    pile was, since how many gems are in the air shows only in how far that pile has sunk.
    """

    def __init__(self) -> None:
        self._knows_the_game = False
        self._deck = Counter(STARTING_DECK)
        self._foe_total = 0
        self._turns = 0
        self._incoming = 0

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """The best option, with one look at the table where it takes one."""
        if self._knows_the_game and (said := without_looking(options)):
            return said
        view = look()
        if not is_puzzle_strike(view):
            return rng.choice(options)
        self._knows_the_game = True
        seen = Situation(view)
        self._watch(seen)
        ratings = Ratings(seen, self._deck.__getitem__)
        rated = [(ratings.rate(token), token) for token in options]
        best = max(rating for rating, _ in rated)
        said = rng.choice([token for rating, token in rated if rating == best])
        self._remember(said)
        return said

    def _watch(self, seen: Situation) -> None:
        """Tell what is in the air by how far the other pile has sunk since the last look."""
        total = seen.number(f"{seen.foe}.total")
        turns = seen.number("turns")
        if seen.asks == "react":
            before = self._foe_total + (seen.ante if turns != self._turns else 0)
            self._incoming = max(1, before - total)
        seen.incoming = self._incoming
        self._foe_total, self._turns = total, turns

    def _remember(self, said: str) -> None:
        """What the answer does to the own deck and the other pile."""
        verb, _, what = said.partition(":")
        if verb in ("buy", "gain"):
            self._deck[what] += 1
        elif verb == "break":
            self._foe_total += max(0, sum(map(int, what.split("+"))) - self._incoming)
        if verb != "react":
            self._incoming = 0
