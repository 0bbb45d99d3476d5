"""Discarding what lies on the table, and whole hands."""

from __future__ import annotations

from companion.rules.kernel import UNSEEN, Moved, Steps
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.moments import DISCARDED
from companion.rules.puzzle_strike.table import Chips, Seat
from companion.rules.puzzle_strike.trade import count_of, numbers


def discard_hand(play: Play, me: Seat, kept: Chips = ()) -> Steps[None]:
    """Discard the hand except what is kept, then do what chips say that are discarded."""
    texts = play.box.acting(DISCARDED)
    fallen: list[str] = []
    for kind, _ in texts:
        if me.most("hand", kind.__eq__) > kept.count(kind):
            fallen += [kind] * (yield from fallen_of(play, me, kind, kept))
    lay_down(play, me, "hand", kept)
    for kind in fallen:
        play.box.texts[kind, DISCARDED](play, me)


def fallen_of(play: Play, me: Seat, kind: str, kept: Chips) -> Steps[int]:
    """How many chips of a kind are among those that are discarded now, with what unseen chips leave open told."""
    kept_unseen = kept.count(UNSEEN)  # any of them may be one
    if not kept_unseen:
        return (yield from count_of(play, me, me, "hand", kind, kind)) - kept.count(kind)

    def find() -> Chips:
        known, most = me.least(("hand",), kind.__eq__), me.most("hand", kind.__eq__)
        return numbers(max(0, known - kept.count(kind) - kept_unseen), most - kept.count(kind))

    token = yield from play.ask(me, "choose", find, kind)
    return int(token[7:]) if token else 0


def lay_down(play: Play, me: Seat, place: str, but: Chips = ()) -> None:
    """Discard all chips of a place except `but`."""
    stay = tuple(kind for kind in but if kind != UNSEEN) if but else ()
    for kind in stay:
        me.remove(place, kind)
    chips = me.zone(place)
    if UNSEEN in but:  # so many stay, and any may be among them
        chips = (UNSEEN,) * (len(chips) - but.count(UNSEEN))
    source, target = f"{me.name}.{place}", f"{me.name}.discard"
    for kind in chips if place == "played" else sorted(chips):  # the order of a hand is hidden
        play.log.append(Moved(kind, 1, source, target))
    me.move(place, chips, "discard")
    if stay:
        setattr(me, place, stay + me.zone(place))
