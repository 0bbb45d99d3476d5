"""The buy phase: laying gems as money, and buying."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TypeAlias

from companion.rules.kernel import AGAIN, UNSEEN, Forced, Question, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.editions import Edition
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.reactions import respond, window
from companion.rules.puzzle_strike.sets.answers import PURCHASE
from companion.rules.puzzle_strike.sets.box import Box
from companion.rules.puzzle_strike.sets.chip import Chip, carry
from companion.rules.puzzle_strike.sets.moments import BOUGHT, BUYING, FOE_BUYING, WHERE_TO
from companion.rules.puzzle_strike.table import GEM_VALUE, GEMS, Chips, Seat

MONEY = frozenset(GEMS)
Bar: TypeAlias = Callable[[Chip], bool]
"""Whether a chip keeps somebody from buying this one."""
WAITING = ("pass",)
"""What somebody can say who has bought, while his mate still has to buy. It changes nothing."""


def buy_phase(play: Play) -> Steps[None]:
    """Buy at least one chip, unless nothing can be bought. Mates buy in any order, and stop together."""
    table, acting = play.table, play.acting
    while True:
        may_stop = has_bought(play, acting)
        may_wait = len(acting) > 1 and not all(me.bought or not may_have_to_buy(play, me) for me in acting)
        options = {}
        for me in acting:
            found = buy_options(play, me, may_stop)
            if may_wait and can_only_wait(play, me, found):
                found += WAITING
            if found:
                options[me.name] = found
        forced = len(acting) == 1 == len(options[table.turn]) and play.hand_is_open(acting[0]) and not table.hold
        if forced and not table.patient:
            answer = options[table.turn][0]
            play.log.append(Forced(table.turn, answer))
        else:
            rule = (may_stop and play.rules.wounds_are_optional) or "buy-phase"
            answer = yield Question("buy", options, rule, rest=True, forced=forced)
        if answer is AGAIN:
            continue
        table.hold = False
        me, token = (acting[0], answer) if len(acting) == 1 else play.said_by(options, answer)
        if token == "done":
            if not play.rules.ending_together or (yield from play.all_agree(me)):
                break
            continue
        if token == "pass":
            continue
        verb, _, kind = token.partition(":")
        if verb == "buy":
            yield from buy(play, me, kind)
        else:
            lay_gems(play, me, kind)
    for me in acting:
        if not me.bought:
            could_not_pay(play, me)
    table.phase = "cleanup"
    play.log.append(ev.PhaseBegan(table.turn, "cleanup"))


def can_only_wait(play: Play, me: Seat, found: Chips) -> bool:
    """Whether a mate may have nothing left to lay or to buy. He is asked if his hand may hold money, whether it does or
    not."""
    if any(token.startswith("buy:") for token in found):
        return False
    return play.could_hold(me, MONEY) and not me.least(("hand",), MONEY.__contains__)


def has_bought(play: Play, acting: list[Seat]) -> bool:
    """Whether nobody on turn has to buy any more."""
    for me in acting:  # noqa: SIM110  # often asked, and quicker than `all`
        if not me.bought and must_buy(play, me):
            return False
    return True


def buy_options(play: Play, me: Seat, may_stop: bool) -> Chips:
    """Gems to lay, chips that the money on the table pays for, and `done` where stopping is allowed."""
    hand = me.known("hand")
    gems = [gem for gem in GEMS if gem in hand]
    several = len(gems) > 1 or (len(gems) == 1 and hand.count(gems[0]) > 1)
    if UNSEEN in hand:
        gems = [gem for gem in GEMS if gem in me.kinds("hand")]
    options = [f"play:{gem}" for gem in gems]
    if several:
        options.append("play:gems")
    options += for_sale(play, me, me.money)
    if may_stop:
        options.append("done")
    return tuple(options)


def for_sale(play: Play, me: Seat, money: int) -> list[str]:
    """The chips that this money buys. One wound a turn is for sale, even to a seat that owes money. An ongoing chip
    may keep its player from buying some."""
    table = play.table
    stock = table.stock
    found = []
    if stock["wound"] and "wound" not in me.bought:
        found.append("buy:wound")
    if money > 0:
        bars = who_bars(play, me)
        most = money + play.box.reduction(me.effects)  # a reduced price stops at 1, and there is that much money
        for cost, kind, token, chip in shelf(table.puzzle, play.edition, play.box):
            if cost > most:
                break
            if stock.get(kind) and not (bars and any(bar(chip) for _, bar in bars)):
                found.append(token)
    return found


def who_bars(play: Play, me: Seat) -> list[tuple[str, Bar]]:
    """The ongoing chips that keep a seat from buying some: its own, and those of its opponents."""
    box = play.box
    found: list[tuple[str, Bar]] = []
    for kind, text in box.acting(BUYING) if me.ongoing else ():
        if kind in me.ongoing:
            found.append((kind, text))
    for kind, text in box.acting(FOE_BUYING):
        found += [(kind, partial(text, play, foe, me)) for foe in play.opponents(me) if kind in foe.ongoing]
    return found


@lru_cache(maxsize=64)
def shelf(puzzle: Chips, edition: Edition, box: Box) -> tuple[tuple[int, str, str, Chip], ...]:
    """A bank's chips without the wounds, the cheapest first: cost, kind, the token that buys it, and the chip."""
    chips = [box[kind] for kind in (*puzzle, *edition.fixed_stacks) if kind != "wound"]
    chips.sort(key=lambda chip: (chip.cost or 0, chip.key))
    return tuple((chip.cost or 0, chip.key, f"buy:{chip.key}", chip) for chip in chips)


def must_buy(play: Play, me: Seat) -> bool:
    """Whether the seat must still buy. A wound can always be bought; when none is left, whoever could afford some chip
    with all gems of the hand has to buy one. A rule of the house may take the wounds out of this duty."""
    if play.table.stock["wound"] and not play.rules.wounds_are_optional:
        return True
    return any_but_a_wound(for_sale(play, me, me.money + me.least(("hand",), as_money)))


def may_have_to_buy(play: Play, me: Seat) -> bool:
    """Whether, as far as everybody can tell, the seat may still have to buy."""
    if play.table.stock["wound"] and not play.rules.wounds_are_optional:
        return True
    return any_but_a_wound(for_sale(play, me, me.money + me.most("hand", as_money)))


def any_but_a_wound(tokens: list[str]) -> bool:
    """Whether one of these buys something else than a wound."""
    return tokens not in ([], ["buy:wound"])


def could_not_pay(play: Play, me: Seat) -> None:
    """Conclude from a turn without a purchase that all gems of the hand together cannot pay for anything."""
    for total in range(me.most("hand", as_money) + 1):
        if any_but_a_wound(for_sale(play, me, me.money + total)):
            me.limit("hand", as_money, total - 1)
            return


def as_money(kind: str) -> int:
    """What a chip of the hand is worth when it is laid as money."""
    return GEM_VALUE[kind] if kind in GEMS else 0


def lay_gems(play: Play, me: Seat, kind: str) -> None:
    """Lay gems of the hand on the table as money."""
    laid = tuple(gem for gem in me.known("hand") if gem in GEMS) if kind == "gems" else (kind,)
    for gem in laid:
        play.shift(me, gem, "hand", "played")
    play.add(me, "money", sum(GEM_VALUE[gem] for gem in laid))


def buy(play: Play, me: Seat, kind: str) -> Steps[None]:
    """Pay for a chip, take it out of the bank, and carry out what the purchase sets off."""
    price = play.price(kind, me)
    play.log.append(ev.Bought(me.name, kind, price))
    play.add(me, "money", -price)
    me.bought += (kind,)
    place = yield from where_it_goes(play, me, kind)
    play.take_from_bank(kind, f"{me.name}.{place}")
    if place == "top":
        me.top = (kind, *me.top)
    else:
        me.discard += (kind,)
    for _ in range(play.table.traps.get(kind, 0)):
        play.gain(me, "wound")
    for text in play.texts(me, BOUGHT):
        text(play, me, play.box[kind])
    for shield, reaction in play.box.reactions_to(PURCHASE):
        if price >= reaction.price:
            for foe in play.opponents(me):
                yield from purchase_window(play, foe, me, kind, shield)


def where_it_goes(play: Play, me: Seat, kind: str) -> Steps[str]:
    """Say where a bought chip goes: to the discard pile, unless a chip played this turn says something else."""
    for played, text in play.box.acting(WHERE_TO) if me.effects else ():
        if played in me.effects:
            return str((yield from carry(text(play, me, kind))))
    return "discard"


def purchase_window(play: Play, foe: Seat, buyer: Seat, bought: str, shield: str) -> Steps[None]:
    """Let an opponent answer the purchase with this chip."""
    _, kind = yield from window(play, [foe], frozenset({shield}), bought, f"chip:{shield}", to=(PURCHASE,))
    if kind:
        yield from respond(play, foe, kind, (PURCHASE,), buyer)
