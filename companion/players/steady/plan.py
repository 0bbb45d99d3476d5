"""Finding the best way to spend the arrows: every order of the chips in hand is tried, a few chips deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.players.steady import worth
from companion.players.steady.situation import Gems, Situation, ammunition, danger
from companion.rules.puzzle_strike.sets.library import LIBRARY

DEPTH = 3
"""How many chips it thinks ahead."""

COLOURS = ("black", "brown", "purple", "red", "blue")

LOSING_TOTAL = 10
LARGEST_GEM = 4


class TurnOutlook(NamedTuple):
    """The state of the turn after some chips have been played."""

    arrows: tuple[int, ...]
    gems: Gems
    foe_gems: Gems
    gain: float = 0.0
    """What the chips brought, apart from what they did to the piles."""

    def value(self, ante: int) -> float:
        """Return what it is worth to end the actions here."""
        return self.gain + standing(self.gems, self.foe_gems, ante)


@lru_cache(maxsize=4096)
def standing(gems: Gems, foe_gems: Gems, ante: int) -> float:
    """Return what the two piles are worth at the end of one's own actions; the foe's ante is still to come."""
    total = sum(gems)
    value = ammunition(gems) - danger(total) - ammunition(foe_gems) + danger(sum(foe_gems) + ante)
    return value - worth.LOST if total >= LOSING_TOTAL else value


def now(seen: Situation) -> TurnOutlook:
    """Return the state of the turn now."""
    return TurnOutlook(tuple(seen.arrows.values()), seen.gems, seen.foe_gems)


def best_value(seen: Situation, line: TurnOutlook, hand: tuple[str, ...], depth: int = DEPTH) -> float:
    """Return the value of the best way to go on from here, which may be to end the actions at once."""
    best = line.value(seen.ante)
    if depth and any(line.arrows):
        for kind in dict.fromkeys(hand):
            after = played(seen, line, kind, hand)
            if after is not None:
                best = max(best, best_value(seen, after, without(hand, kind), depth - 1))
    return best


def without(hand: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return the hand without one chip of this kind."""
    if kind not in hand:  # it was unseen, or lies in the pile
        return hand
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]


def played(seen: Situation, line: TurnOutlook, kind: str, hand: tuple[str, ...]) -> TurnOutlook | None:
    """Return the line after one more chip; None if it cannot be paid for."""
    chip = LIBRARY.get(kind)
    if chip is None or not chip.action:
        return None
    arrows = dict(zip(COLOURS, line.arrows, strict=True))
    for payer in (*chip.banner, "black"):
        if arrows.get(payer):
            arrows[payer] -= 1
            break
    else:
        return None
    symbols = [*chip.gives, *chip.gives_after, *text_symbols(seen, kind, hand)]
    gain = text_worth(seen, kind, hand)
    for symbol, amount in symbols:
        if symbol in arrows:
            arrows[symbol] += amount
        else:
            gain += worth.SYMBOL.get(symbol, 0) * amount
    draws = sum(amount for symbol, amount in symbols if symbol == "chips")
    if kind in worth.ENDS_ACTIONS:
        arrows = dict.fromkeys(arrows, 0)
    left = sum(arrows.values())
    gain += draws * (worth.DRAWN + (worth.DRAWN_WITH_ARROW if left else 0))
    after = TurnOutlook(tuple(arrows.values()), line.gems, line.foe_gems, line.gain + gain)
    return PILES[kind](seen, after) if kind in PILES else after


# -- what the text of a chip does ------------------------------------------------------------------------------


def idle(seen: Situation, kind: str, hand: tuple[str, ...]) -> bool:
    """Whether the chip would do nothing, or nearly nothing, because its condition does not hold."""
    match kind:
        case "gem_essence" | "risky_move" | "big_rocks":
            return not any(gem in hand for gem in ("gem_1", "gem_2", "gem_3"))
        case "its_combo_time":
            return "gem_1" not in hand
        case "burning_vigor":
            return "wound" not in hand and "wound" not in seen.discard
        case "living_on_the_edge":
            return sum(seen.gems) < LOSING_TOTAL
        case "combos_are_hard":
            return seen.number(f"{seen.me}.plays") > 0
        case "its_time_for_the_past":
            return not any(kind in LIBRARY and LIBRARY[kind].kind == "puzzle" for kind in seen.discard)
        case "stolen_purples":
            return not seen.zones[f"{seen.foe}.hand"]
        case _:
            return False


def text_worth(seen: Situation, kind: str, hand: tuple[str, ...]) -> float:
    """Return what a chip's text is worth, apart from symbols and piles."""
    if idle(seen, kind, hand):
        return worth.IDLE_CHIP
    if kind == "double_take":
        return max((worth.DOUBLED.get(other, 0) for other in (*hand, *seen.discard)), default=0)
    return worth.TEXT.get(kind, 0)


def text_symbols(seen: Situation, kind: str, hand: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the arrows and draws that a chip's text gives."""
    if (kind in worth.TEXT_ARROWS or kind in worth.TEXT_DRAWS) and not idle(seen, kind, hand):
        for colour in worth.TEXT_ARROWS.get(kind, ()):
            yield colour, 1
        if kind in worth.TEXT_DRAWS:
            yield "chips", worth.TEXT_DRAWS[kind]


# -- what it does to the piles ---------------------------------------------------------------------------------


def more(gems: Gems, *sizes: int) -> Gems:
    """Return a pile with these gems added."""
    return tuple(sorted((*gems, *sizes), reverse=True))


def less(gems: Gems, *sizes: int) -> Gems:
    """Return a pile without these gems."""
    left = list(gems)
    for size in sizes:
        left.remove(size)
    return tuple(left)


def crashed(line: TurnOutlook, broken: Gems) -> TurnOutlook:
    """Return the line after these gems were broken and have landed."""
    money = worth.SYMBOL["money"] * len(broken)
    return line._replace(
        gems=less(line.gems, *broken), foe_gems=more(line.foe_gems, *(1,) * sum(broken)), gain=line.gain + money
    )


def crash(most: int) -> Callable[[Situation, TurnOutlook], TurnOutlook]:
    """Return an effect that breaks the largest gems, at most this many."""
    return lambda seen, line: crashed(line, line.gems[:most])


def pairs(gems: Gems) -> Iterator[tuple[int, int]]:
    """Yield the pairs that can be combined into one gem."""
    for at, a in enumerate(gems):
        for b in gems[at + 1 :]:
            if a + b <= LARGEST_GEM:
                yield a, b


def combined(line: TurnOutlook, a: int, b: int) -> TurnOutlook:
    """Return the line after these two gems of the pile were combined."""
    return line._replace(gems=more(less(line.gems, a, b), a + b))


def combine(seen: Situation, line: TurnOutlook) -> TurnOutlook:
    """Combine the pair that makes the largest gem."""
    best = max(pairs(line.gems), key=sum, default=None)
    return combined(line, *best) if best else line


def grown(line: TurnOutlook, size: int) -> TurnOutlook:
    """Return the line after a gem of the pile has grown by 1."""
    return line._replace(gems=more(less(line.gems, size), size + 1))


def strength_of_earth(seen: Situation, line: TurnOutlook) -> TurnOutlook:
    """Add the bank's 1-gem to the largest gem that can take it."""
    size = next((size for size in line.gems if size < LARGEST_GEM), 0)
    return grown(line, size) if size else line


def mix_master(seen: Situation, line: TurnOutlook) -> TurnOutlook:
    """Combine, and split the foe's largest gem."""
    line = combine(seen, line)
    foe = line.foe_gems
    return line._replace(foe_gems=more(foe[1:], *(1,) * foe[0])) if foe else line


def chromatic_orb(seen: Situation, line: TurnOutlook) -> TurnOutlook:
    """Send a 1-gem, for no money."""
    if 1 not in line.gems:
        return line
    return line._replace(gems=less(line.gems, 1), foe_gems=more(line.foe_gems, 1))


def own_ante(seen: Situation, line: TurnOutlook) -> TurnOutlook:
    """Add a 1-gem to one's own pile."""
    return line._replace(gems=more(line.gems, 1))


def foe_ante(seen: Situation, line: TurnOutlook) -> TurnOutlook:
    """Add a 1-gem to the foe's pile."""
    return line._replace(foe_gems=more(line.foe_gems, 1))


def burning_vigor(seen: Situation, line: TurnOutlook) -> TurnOutlook:
    """Add a 1-gem to the foe's pile, if there is a wound to burn."""
    return line if idle(seen, "burning_vigor", seen.hand) else foe_ante(seen, line)


PILES: dict[str, Callable[[Situation, TurnOutlook], TurnOutlook]] = {
    "crash_gem": crash(1),
    "double_crash_gem": crash(2),
    "unstable_power": crash(2),
    "combine": combine,
    "strength_of_earth": strength_of_earth,
    "mix_master": mix_master,
    "chromatic_orb": chromatic_orb,
    "sneak_attack": foe_ante,
    "burning_vigor": burning_vigor,
    "playing_with_fire": own_ante,
    "its_combo_time": own_ante,
    "risky_move": own_ante,
}
"""What each chip does to the piles."""
