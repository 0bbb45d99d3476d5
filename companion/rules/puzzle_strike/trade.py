"""What several chips do alike: trading one chip for another by cost, trashing, and choosing symbols."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.play import Play, Wanted
from companion.rules.puzzle_strike.sets.chip import Gives, any_chip
from companion.rules.puzzle_strike.table import Chips, Seat


def trash_for_its_cost(play: Play, me: Seat, about: str, wanted: Wanted | None = None) -> Steps[int | None]:
    """Let the player trash a chip of the hand, one without an orb if nothing else is wanted. Return its printed cost,
    or None if there is nothing to trash."""
    kind = yield from play.pick(me, "trash", wanted or play.box.trashable_without_orb, about)
    if not kind:
        play.nothing_done(me, about)
        return None
    play.trash(me, kind)
    return play.box[kind].cost


def one_or_two(play: Play, me: Seat, verb: str, wanted: Wanted) -> Chips:
    """Tokens for one chip of the hand, and for any two."""
    return (*play.chips_in(me, "hand", verb, wanted), *play.pairs(me, verb, wanted))


def may_trash_two(play: Play, me: Seat, about: str) -> Steps[None]:
    """Let the player trash up to two chips of the hand."""

    def find() -> Chips:
        return (*one_or_two(play, me, "trash", play.box.trashable), "pass")

    token = yield from play.ask(me, "trash", find, about, also=("done",), hidden=True)
    if token != "pass":
        for kind in token[6:].split("+"):
            play.trash(me, kind)


def discard_two(play: Play, foe: Seat, about: str) -> Steps[None]:
    """Have a seat discard two chips of its choice, or the only one that it has."""
    if not foe.hand:
        return

    def find() -> Chips:
        alone = play.chips_in(foe, "hand", "discard", any_chip)
        return alone if len(foe.hand) == 1 else play.pairs(foe, "discard", any_chip)

    token = yield from play.ask(foe, "discard", find, about, hidden=True)
    for kind in token[8:].split("+"):
        play.shift(foe, kind, "hand", "discard")


def choose_symbols(play: Play, chooser: Seat, receiver: Seat, bundles: Mapping[str, Gives], about: str) -> Steps[None]:
    """Let a seat choose one of several bundles of symbols."""
    token = yield from play.ask(chooser, "choose", tuple(f"choose:{choice}" for choice in bundles), about)
    yield from play.give(receiver, bundles[token[7:]])


def count_of(play: Play, asked: Seat, whose: Seat, place: str, kind: str, about: str) -> Steps[int]:
    """How many chips of a kind lie in a place that everybody sees, or is about to see. Where unseen chips leave it
    open, somebody has to say."""

    def find() -> Chips:
        return numbers(whose.least((place,), kind.__eq__), whose.most(place, kind.__eq__))

    token = yield from play.ask(asked, "choose", find, about)
    number = int(token[7:]) if token else 0
    whose.rule_in(place, kind.__eq__, number)
    whose.limit(place, kind.__eq__, number)
    return number


def numbers(least: int, most: int) -> Chips:
    """Tokens for how many there are.

    >>> numbers(0, 2), numbers(0, 0)
    (('none', 'choose:1', 'choose:2'), ())
    """
    return tuple(f"choose:{number}" if number else "none" for number in range(least, most + 1)) if most else ()
