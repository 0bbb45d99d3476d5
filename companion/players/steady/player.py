"""The player: it looks at the table, rates every option, and picks the best."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.players.player import Look
from companion.players.steady.ratings import Ratings
from companion.players.steady.second_game import best_answer, is_second_game
from companion.players.steady.situation import Situation, is_puzzle_strike

STARTING_DECK = {"crash_gem": 1, "gem_1": 6}


def without_looking(options: tuple[str, ...]) -> str:
    """Return the answer that is right at any table: lay all gems, or do not buy a wound. "" if there is none."""
    if "play:gems" in options:
        return "play:gems"
    return "done" if options == ("buy:wound", "done") else ""


class SteadyPlayer:
    """Rates the options and picks the best; chance decides between equals, and in unknown games.

    It remembers two things. One is which chips it has bought and gained, since nobody sees into a bag. The other is how
    high the foe's pile was, since in a duel only its drop since then shows how many gems are in the air.
    """

    def __init__(self) -> None:
        self._knows_the_game = False
        self._deck = Counter(STARTING_DECK)
        self._foe_total = 0
        self._turns = 0
        self._incoming = 0

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """Return the best option. It looks at the table only where it needs to."""
        if self._knows_the_game and (said := without_looking(options)):
            return said
        view = look()
        if is_second_game(view):
            return best_answer(view, options, rng)
        if not is_puzzle_strike(view) or view.of:  # what is best for somebody else's pieces it cannot tell
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
        """See how many gems are in the air; in a duel, from how far the foe's pile has dropped since the last look."""
        if air := seen.listed("air"):
            _, target, self._incoming = air[-1]
            seen.helps = target not in seen.mine
        total = seen.number(f"{seen.foe}.total")
        turns = seen.number("turns")
        if seen.asks == "react" and not air:
            before = self._foe_total + (seen.ante if turns != self._turns else 0)
            self._incoming = max(1, before - total)
        seen.incoming = self._incoming
        self._foe_total, self._turns = total, turns

    def _remember(self, said: str) -> None:
        """Note what the answer does to one's own deck and the foe's pile."""
        verb, _, what = said.partition(":")
        if verb in ("buy", "gain"):
            self._deck[what] += 1
        elif verb == "break":
            self._foe_total += max(0, sum(map(int, what.split("+"))) - self._incoming)
        if verb != "react":
            self._incoming = 0
