"""Puzzle Strike 2, played sensibly: every answer is rated by what it does to the piles, and the best one is given.

It thinks one answer ahead. A crash is worth the gems that leave the own pile and those that are sent; a block what it
takes away; any action what else it could have paid for. What nobody has taught it, it cannot rate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from companion.rules import View
from companion.rules.kernel.card_book import CardDesign
from companion.rules.kernel.card_steps import CardAct, acts_in
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.cards.library import LIBRARY
from companion.rules.puzzle_strike_2.pile import SAFE, Gems
from companion.rules.puzzle_strike_2.printed import BASIC_BLOCK, BONUSES, COSTS
from companion.rules.puzzle_strike_2.table import WOUNDS

ACTION: Final = 0.9
"""What an action is worth that is not spent."""
WORTH: Final = {
    "draw {n}": 1.2,
    "action {n}": 1.4,
    "present {n}": 2.0,
    "opponent antes {n}": 1.2,
    "send {n}": 1.2,
    "opponent wound {n}": 0.8,
    "opponent discards {n}": 0.8,
    "incoming {n}": -0.9,
    "ante {n}": -0.8,
    "wound {n}": -0.8,
    "take card": 1.0,
    "top card": 0.8,
    "gain card": 0.3,
    "play bank card": 2.0,
    "trash bank card": 0.2,
    "take scepter": 0.5,
    "end action phase": -1.0,
}
"""What a step is worth wherever it stands; with a number, as often as that."""
TYPES: Final = {"crash": 2.2, "block": 1.8, "creature": 1.0}
"""What it is worth to have a card."""
KEEPS: Final = 1.2
DANGER: Final = 7
"""So many gems, incoming ones counted, are close to a bust."""


def is_second_game(view: View) -> bool:
    """Whether this is a view of Puzzle Strike 2."""
    return "ante_ups" in view.facts and "scepter" in view.facts


class PileSituation:
    """What a seat sees, in the terms of piles."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = view.audience
        self.pile: Gems = self.lying("pile")
        self.hand = self.lying("hand")
        self.incoming = self.number("incoming")
        self.actions = self.number("actions")
        self.holds = view.facts["scepter"] == self.me
        self.blocked_in_vain = self.holds
        row = view.zones["row"]
        assert isinstance(row, tuple)
        self.row = row
        self.pattern = [str(LIBRARY[kind].facts.get("colour", "?")) if kind in LIBRARY else "?" for kind in row]

    def lying(self, role: str) -> tuple[str, ...]:
        """What lies in a place of one's own."""
        content = self.view.zones[self.view.places.of(self.me, role)]
        assert isinstance(content, tuple)
        return content

    def number(self, fact: str) -> int:
        """A number of one's own."""
        return int(str(self.view.facts[f"{self.me}.{fact}"]))

    @property
    def gems(self) -> int:
        """All gems that will lie in the pile unless something is done."""
        return len(self.pile) + self.incoming

    def dropped(self, pile: Gems) -> Gems:
        """A pile after the incoming gems have fallen."""
        return pile + piles.drop(pile, self.incoming, self.pattern)[0]

    def cards(self) -> Iterator[CardDesign]:
        """The cards of the hand that the actions pay for."""
        for kind in self.hand:
            card = LIBRARY.get(kind)
            if card and int(card.facts["cost"] if isinstance(card.facts.get("cost"), int) else 9) <= self.actions:
                yield card

    def has(self, *phrases: str) -> bool:
        """Whether a card that can be played now has one of these steps."""
        return any(act.words.phrase in phrases for card in self.cards() for act in acts_in(card.texts.get("text", ())))


def crash_worth(pile: Gems, space: int = 0) -> float:
    """What it is worth to crash there: gems that leave, and gems that are sent."""
    if not pile:
        return -1.0
    broken = piles.crash(pile, space)
    return broken.gems * 0.8 + piles.sent(broken.gems, broken.highest, BONUSES)


def best_crash(pile: Gems) -> float:
    """The best deep crash."""
    return max((crash_worth(pile, high) for _, high in piles.runs(pile)), default=-1.0)


def best_swap(pile: Gems, swaps: int, *, deep: bool = False) -> tuple[float, Gems]:
    """The most that the top run can be worth after so many swaps, and the pile then."""
    best = crash_worth(pile), pile
    if swaps:
        for one in range(len(pile), 1, -1):
            for other in range(one - 1, 0 if deep else one - 2, -1):
                if pile[one - 1] != pile[other - 1]:
                    best = max(best, best_swap(piles.swap(pile, one, other), swaps - 1, deep=deep))
    return best


class PileRatings:
    """Rates answers in one situation."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seen = PileSituation(view)

    def rate(self, token: str) -> float:
        """How good an answer is."""
        verb, _, what = token.partition(":")
        rate = RATINGS.get(verb)
        return rate(self, what) if rate else 0.0

    # -- the action phase ----------------------------------------------------------------------------------------

    def play(self, kind: str) -> float:
        """What a card does, less what its actions could have done."""
        card = LIBRARY.get(kind)
        if card is None or not card.taught:
            return -1.0
        cost = card.facts.get("cost", 9)
        worth = sum(self.step(act) for act in acts_in(card.texts.get("text", ())))
        if card.facts.get("type") == "creature":
            worth = 1.5 if not self.seen.lying("creature") else -1.0
        if any(moment.startswith("until") for moment in card.texts) or card.turn_rules:
            worth += 1.5 if self.seen.has("crash") and len(self.seen.pile) > 2 else 0.0
        free = kind in (self.view.facts[f"{self.seen.me}.free"] or ())  # type: ignore[operator]
        return worth - (0.0 if free else ACTION * int(str(cost)))

    def step(self, act: CardAct) -> float:
        """What one step is worth now."""
        seen, phrase = self.seen, act.words.phrase
        number = next((one for one in act.taken if isinstance(one, int)), 1)
        if phrase in ("crash", "crash unblockable"):
            return self.worth_waiting(crash_worth(seen.pile))
        if phrase.startswith("deep crash"):
            return self.worth_waiting(best_crash(seen.pile))
        if phrase in ("swap {n}", "deep swap {n}"):
            swapped, _ = best_swap(seen.pile, min(2, number), deep="deep" in phrase)
            return (swapped - crash_worth(seen.pile)) if seen.has("crash", "crash unblockable") else -0.5
        if phrase in ("block {n}", "basic block"):
            most = number if act.taken else BASIC_BLOCK
            return -0.5 if seen.holds else 1.3 * min(most, seen.incoming)
        if phrase.startswith("destroy"):
            return 1.3 * min(number, len(seen.pile)) if seen.gems >= DANGER else -0.5
        if phrase == "trash wound from hand":
            return 1.5 if any(kind in WOUNDS for kind in seen.hand) else 0.0
        if phrase.startswith(("super", "meter")):
            return 2.0
        return WORTH.get(phrase, 0.0) * number

    def worth_waiting(self, now: float) -> float:
        """A crash; a little less if the drop would make it better, because the drop should come first then."""
        seen = self.seen
        if seen.incoming and not seen.has("block {n}", "basic block") and crash_worth(seen.dropped(seen.pile)) > now:
            return now - 3.0
        return now

    def drop(self, what: str) -> float:
        """Drop where that makes a better crash."""
        seen = self.seen
        if not seen.has("crash", "crash unblockable", "deep crash"):
            return -1.0
        if seen.has("block {n}", "basic block") and not seen.holds:
            return -1.0
        better = best_swap(seen.dropped(seen.pile), 0)[0] - crash_worth(seen.pile)
        return 2.5 if better > 0 or seen.gems > SAFE else 0.1

    def done(self, what: str) -> float:
        """Nothing more."""
        return 0.2

    def diamond(self, name: str) -> float:
        """A diamond is for the moment before a bust."""
        seen = self.seen
        if seen.gems <= SAFE or seen.actions > 1:
            return -5.0
        whole = seen.dropped(seen.pile)
        if name == "purify" and not seen.incoming:
            return 9.0 if len(whole) - max(Counter(whole).values()) <= SAFE else -1.0
        return 3.0 if name == "energize" else -2.0

    # -- the rest ------------------------------------------------------------------------------------------------

    def buy(self, what: str) -> float:
        """A good card for few gems."""
        kind, _, slot = what.partition("@")
        return self.keeping(kind) - 0.9 * COSTS[int(slot) - 1] if slot else self.keeping(kind)

    def take(self, what: str) -> float:
        return self.keeping(what.partition("@")[0])

    def keeping(self, kind: str) -> float:
        """What it is worth to have a card."""
        card = LIBRARY.get(kind)
        return TYPES.get(str(card.facts.get("type", "")), KEEPS) if card and card.taught else 0.0

    def power_up(self, what: str) -> float:
        """Keep the scepter as long as the forced drop and the ante leave enough room."""
        ante = 2 + int(str(self.view.facts["ante_ups"]))
        return 1.0 if self.seen.gems + ante <= SAFE else -1.0

    def swap(self, what: str) -> float:
        """The better the crash after it, the better the swap."""
        one, _, other = what.partition("+")
        pile = piles.swap(self.seen.pile, int(one), int(other or int(one) - 1))
        return max(crash_worth(pile), best_swap(pile, 1)[0] - 0.1) - crash_worth(self.seen.pile) - 0.1

    def crash(self, space: str) -> float:
        return crash_worth(self.seen.pile, int(space))

    def destroy(self, space: str) -> float:
        """Leave the best crash behind."""
        return crash_worth(piles.removed(self.seen.pile, int(space)))

    def discard(self, kind: str) -> float:
        return 3.0 if kind in WOUNDS else -self.keeping(kind)

    def choose(self, what: str) -> float:
        """Purify takes the color that there is most of, where the pile is high."""
        if self.view.asks == "purify":
            return float(self.seen.pile.count(what)) if self.seen.gems >= DANGER else -1.0
        return {"remember": -1.0, "do": 0.5}.get(what, 0.0)


RATINGS: Final[Mapping[str, Callable[[PileRatings, str], float]]] = {
    "play": PileRatings.play,
    "drop": PileRatings.drop,
    "done": PileRatings.done,
    "diamond": PileRatings.diamond,
    "buy": PileRatings.buy,
    "take": PileRatings.take,
    "top": PileRatings.take,
    "gain": PileRatings.take,
    "power_up": PileRatings.power_up,
    "swap": PileRatings.swap,
    "crash": PileRatings.crash,
    "destroy": PileRatings.destroy,
    "discard": PileRatings.discard,
    "trash": PileRatings.discard,
    "choose": PileRatings.choose,
}


def best_answer(view: View, options: tuple[str, ...], rng: Random) -> str:
    """The best of the options; chance decides between equals."""
    ratings = PileRatings(view)
    rated = [(ratings.rate(token), token) for token in options]
    best = max(rating for rating, _ in rated)
    return rng.choice([token for rating, token in rated if rating == best])
