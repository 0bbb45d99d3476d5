"""Rating options by their verbs. Declining is worth 0: whatever is worth less is not done if it can be declined."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import combinations

from companion.players.steady import plan, worth
from companion.players.steady.situation import GEM_SIZE, Gems, Situation
from companion.rules.puzzle_strike.sets.library import LIBRARY

COMBINING = ("combine", "mix_master", "strength_of_earth")
"""The chips for which a Protective Ward demands a puzzle chip."""


class Ratings:
    """What each option is worth in one situation. `owned` returns how many chips of a kind are in one's own deck."""

    def __init__(self, seen: Situation, owned: Callable[[str], int]) -> None:
        self.seen = seen
        self.owned = owned

    @cached_property
    def line(self) -> plan.TurnOutlook:
        """The state of the turn now."""
        return plan.now(self.seen)

    def rate(self, token: str) -> float:
        """Return what an option is worth: 0 for declining, and for an unknown verb."""
        verb, _, what = token.partition(":")
        rating = VERBS.get(verb)
        return rating(self, what) if rating else 0.0

    # -- chips in general --------------------------------------------------------------------------------------

    def in_deck(self, kind: str) -> float:
        """Return what a chip is worth in the deck for the rest of the game: less for each copy owned."""
        first, fade = worth.DECK.get(kind, worth.UNKNOWN)
        return first - fade * self.owned(kind)

    def in_hand(self, kind: str) -> float:
        """Return what a chip is worth in the next hand."""
        if kind in worth.HAND:
            return worth.HAND[kind]
        return worth.DECK[kind][0] / 2 if kind in worth.DECK else worth.UNKNOWN_IN_HAND

    def best_of_bank(self, least: int, most: int) -> float:
        """Return what the best chip of the bank is worth that costs from `least` to `most`."""
        stacks = (kind for kind, left in self.seen.bank.items() if left and least <= cost(kind) <= most)
        return max(map(self.in_deck, stacks), default=0.0)

    # -- the turn ----------------------------------------------------------------------------------------------

    def play(self, what: str) -> float:
        """Rate an action by what the best line that begins with it brings, compared with stopping. Lay all gems."""
        kind = what.partition("@")[0]
        if kind == "gems":
            return worth.ALL_GEMS
        if kind in GEM_SIZE:
            return worth.ONE_GEM
        if self.seen.about == "master_puzzler":
            return worth.MASTER_PUZZLER_LATE.get(kind, 0)
        line = self.line
        after = plan.played(self.seen, line, kind, self.seen.hand)
        if after is None:
            return 0.1  # not in the tables: it may do something
        rest = plan.without(self.seen.hand, kind)
        brings = plan.best_value(self.seen, after, rest, plan.DEPTH - 1) - line.value(self.seen.ante)
        return brings + worth.FIRST * (sum(after.arrows) - sum(line.arrows) + after.gain)

    def pay(self, colour: str) -> float:
        """Prefer the colour of which there are most arrows."""
        return self.seen.arrows.get(colour, 0)

    def buy(self, kind: str) -> float:
        """Rate the chip, less the wounds of the trap tokens on its stack."""
        wounds = self.seen.number(f"trap.{kind}")
        return self.in_deck(kind) + wounds * worth.DECK["wound"][0]

    def keep(self, kind: str) -> float:
        """Compare the chip with a random one that would be drawn in its place."""
        return self.in_hand(kind) - worth.ANY_DRAW

    def ante(self, gem: str) -> float:
        """Keep Dragon Form as long as the pile is low."""
        return 1.0 if sum(self.seen.gems) <= worth.DRAGON_STAYS else -1.0

    # -- gems of the piles -------------------------------------------------------------------------------------

    def break_gems(self, what: str) -> float:
        """Rate the piles after the break; on one's own turn with the best that can be played after it."""
        broken = tuple(map(int, what.split("+")))
        line = self.line
        if self.seen.incoming:
            return self.countered(line, broken)
        return plan.best_value(self.seen, plan.crashed(line, broken), self.seen.hand, plan.DEPTH - 1)

    def combine(self, what: str) -> float:
        """Rate the piles after combining, with the best that can be played after it."""
        a, b = map(int, what.split("+"))
        line = self.line
        after = plan.grown(line, b) if self.seen.about == "strength_of_earth" else plan.combined(line, a, b)
        return plan.best_value(self.seen, after, self.seen.hand, plan.DEPTH - 1)

    def react(self, what: str) -> float:
        """Rate a reaction by what it brings; one that breaks gems also by what it does to the piles."""
        kind = what.partition("@")[0]
        rating = worth.REACTING.get(kind, worth.UNKNOWN_REACTION)
        if most := worth.COUNTERS.get(kind):
            line = self.line
            choices = (broken for count in range(1, most + 1) for broken in combinations(line.gems, count))
            best = max((self.countered(line, broken) for broken in choices), default=0.0)
            rating += best - self.countered(line, ())
        return rating

    def countered(self, line: plan.TurnOutlook, broken: Gems) -> float:
        """Return what the piles are worth after these gems have met those in the air, and the rest have landed."""
        over = sum(broken) - self.seen.incoming
        landing = 0 if self.seen.helps else -over
        gems = plan.more(plan.less(line.gems, *broken), *(1,) * landing)
        foe_gems = plan.more(line.foe_gems, *(1,) * over)
        return line._replace(gems=gems, foe_gems=foe_gems).value(self.seen.ante)

    def more(self, _: str) -> float:
        """Let a mate end the phase: what is still worth doing has been done."""
        return -1.0

    def negate(self, gems: str) -> float:
        """Negate as many gems as possible."""
        return float(gems)

    def pile(self, gem: str) -> float:
        """Prefer the smallest gem."""
        return -float(GEM_SIZE.get(gem, 1))

    def to(self, seat: str) -> float:
        """Prefer the seat that is closest to losing."""
        return self.seen.number(f"{seat}.total")

    # -- chips that come and go --------------------------------------------------------------------------------

    def gain(self, kind: str) -> float:
        """Rate a chip that goes to the discard pile: it counts for the rest of the game."""
        return self.in_deck(kind)

    def take(self, what: str) -> float:
        """Rate a chip that goes to the hand: it counts for the rest of the game, and now."""
        kind = what.partition("@")[0]
        return self.in_deck(kind) + self.in_hand(kind)

    def bag(self, what: str) -> float:
        """Compare the chip with a random one, since it will be drawn next."""
        return self.in_hand(what.partition("@")[0]) - worth.ANY_DRAW

    def discard(self, what: str) -> float:
        """Rate a discard by what the hand then lacks."""
        if self.seen.about == "dragon_form":
            return 0.0
        missing = sum(map(self.in_hand, what.split("+")))
        return worth.COMBINING - missing if self.seen.about in COMBINING else -missing

    def give(self, kind: str) -> float:
        """Rate a chip given away by what the hand then lacks."""
        return -self.in_hand(kind)

    def trash(self, what: str) -> float:
        """Compare what is lost with what the chip that trashes gives for it."""
        kinds = what.partition("@")[0].split("+")
        return sum(self.traded(kind) - self.lost(kind) for kind in kinds)

    def lost(self, kind: str) -> float:
        """Return what a chip of one's own deck is worth. A 1-gem is still money, so it is no loss to keep one."""
        return worth.OWN_GEM_1 if kind == "gem_1" else self.in_deck(kind)

    def traded(self, kind: str) -> float:
        """Return what one gets for a trashed chip."""
        price = cost(kind)
        match self.seen.about:
            case "training_day":
                return self.best_of_bank(price, price + 2)
            case "martial_mastery":
                return self.best_of_bank(price + 2, price + 2)
            case "rigorous_training":
                return self.best_of_bank(0, price + 2)
            case "big_rocks" if kind != "gem_4":  # there is nothing larger
                return worth.NEXT_GEM + self.lost(kind)
            case _:
                return 0.0

    def trap(self, kind: str) -> float:
        """Prefer a stack that steady can do without, and others perhaps not."""
        return -abs(self.in_deck(kind) - worth.TRAPPED)

    # -- words -------------------------------------------------------------------------------------------------

    def choose(self, what: str) -> float:
        """Rate a chip or symbols; the symbols of Troublesome Rhetoric are for the other seat."""
        kind = what.partition("@")[0]
        if self.seen.about == "double_take":
            return worth.DOUBLED.get(kind, -1) - worth.TRASHED_AFTERWARDS * self.in_deck(kind)
        if kind in LIBRARY:
            return self.in_deck(kind)
        rating = sum(map(self.symbol, what.split("+")))
        return rating if self.seen.own_turn else -rating

    def symbol(self, word: str) -> float:
        """Rate a symbol to choose; an arrow is of use only with something to play."""
        idle = not any(LIBRARY[kind].action for kind in self.seen.hand if kind in LIBRARY)
        if word == "black" and idle and self.seen.own_turn:
            return worth.IDLE_ARROW
        bundle = worth.CHOSEN.get(self.seen.about, {})
        return bundle.get(word, worth.CHOSEN[""].get(word, 0))


def cost(kind: str) -> int:
    """Return the printed cost of a chip; 0 if there is none."""
    chip = LIBRARY.get(kind)
    return (chip.cost or 0) if chip else 0


VERBS: dict[str, Callable[[Ratings, str], float]] = {
    "play": Ratings.play,
    "pay": Ratings.pay,
    "buy": Ratings.buy,
    "keep": Ratings.keep,
    "ante": Ratings.ante,
    "break": Ratings.break_gems,
    "combine": Ratings.combine,
    "react": Ratings.react,
    "more": Ratings.more,
    "negate": Ratings.negate,
    "pile": Ratings.pile,
    "to": Ratings.to,
    "gain": Ratings.gain,
    "take": Ratings.take,
    "bag": Ratings.bag,
    "discard": Ratings.discard,
    "give": Ratings.give,
    "trash": Ratings.trash,
    "trap": Ratings.trap,
    "choose": Ratings.choose,
}
"""How each verb is rated."""
