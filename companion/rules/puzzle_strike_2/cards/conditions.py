"""The conditions that a card may set. Each answers at once; all of them are about what everybody can see."""

from __future__ import annotations

from companion.rules.puzzle_strike_2.play import CardInPlay, Strike
from companion.rules.puzzle_strike_2.table import PileSeat


def top_two_differ(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return len(me.pile) > 1 and me.pile[-1] != me.pile[-2]


def top_two_match(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return len(me.pile) > 1 and me.pile[-1] == me.pile[-2]


def pile_at_least(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> bool:
    return len(me.pile) >= gems


def pile_at_most(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> bool:
    return len(me.pile) <= gems


def incoming_at_least(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> bool:
    return me.incoming >= gems


def holds_scepter(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return play.table.scepter == me.name


def lacks_scepter(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return play.table.scepter != me.name


def was_opened(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return card.opened


def was_done(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return card.did


def broke_at_least(play: Strike, me: PileSeat, card: CardInPlay, gems: int) -> bool:
    return card.broken >= gems


def is_first_card(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return me.cards_played == 1


def has_creature(play: Strike, me: PileSeat, card: CardInPlay) -> bool:
    return bool(me.creature) and me.creature != (card.kind,)
