"""What somebody may have tried with chips whose ways no legal play explains; and by which rule a chip has to be
moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.rules.kernel import UNSEEN, Attempt, Draw, Event, Moved, Question
from companion.rules.kernel.positions import PositionError
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEMS, IN_THE_AIR, Table

HIDDEN_PLACE = "hidden"
"""The hand or the bag of a seat: nobody else can tell which."""

NO_TOKEN = {
    ("pile", "played"): ("gem-chips", "Gems in the pile are not money: they stay in the tray."),
    ("hidden", "pile"): ("gem-chips", "A gem from the hand is money: it is laid on the table, not into the tray."),
    ("discard", ""): ("drawing", "What lies in the discard pile comes back only when the bag is empty and refilled."),
    ("discard", "played"): ("action-phase", "Only chips from the hand can be played."),
    ("bank", "played"): ("gaining", "What comes from the bank goes to the discard pile first."),
    ("bank", "hidden"): ("gaining", "A chip that is bought or gained goes to the discard pile, not into the hand."),
    ("bank", ""): ("gaining", "A chip that is bought or gained goes to the discard pile, not into the hand."),
}
"""Ways that no answer leads to: from place to place, with the rule and a sentence."""


def attempts(table: Table, moves: Sequence[Moved]) -> tuple[Attempt, ...]:
    """What may have been tried, the likeliest first: what all the moves make together, then what each may be by
    itself."""
    if not table.turn:
        return ()
    from_hand_first = sorted(moves, key=lambda move: way(move)[0] != HIDDEN_PLACE)
    found = dict.fromkeys((*together(table, moves), *(one for move in from_hand_first for one in alone(table, move))))
    return tuple(found)


def together(table: Table, moves: Sequence[Moved]) -> Iterator[Attempt]:
    """What the moves may be together: gems that were combined, or the end of a turn."""
    for seat in table.order:
        pile = f"{seat}.pile"
        broken = [move.piece for move in moves if move.source == pile and move.target in ("bank", "")]
        came = [move.piece for move in moves if move.source == "bank" and move.target == pile]
        if len(broken) > 1 and came and set(broken) <= set(GEMS):
            gems = "+".join(sorted((kind[4:] for kind in broken), reverse=True))
            yield Attempt(seat, f"combine:{gems}", "combine", "That is not how these gems combine.", alone=True)
    laid_down = sum(move.target == f"{table.turn}.discard" and move.source != "bank" for move in moves)
    if laid_down > 1 or any(way(move)[0] == "played" and move.target != "bank" for move in moves):
        yield Attempt(table.turn, "done")


def alone(table: Table, move: Moved) -> Iterator[Attempt]:
    """What one chip may have been moved for."""
    kind = move.piece
    if kind not in LIBRARY:
        return
    seat = owner(move.target) or owner(move.source) or table.turn
    source, target = way(move)
    if (source, target) == (HIDDEN_PLACE, "played"):
        yield Attempt(seat, f"play:{kind}")
    elif (source, target) == (HIDDEN_PLACE, "discard"):
        if LIBRARY.reacts(kind):
            yield Attempt(seat, f"react:{kind}")
        discards = "Chips are discarded at the end of the turn, or as a chip says."
        yield Attempt(seat, "", "turn-structure", discards, alone=True)
    elif (source, target) == (HIDDEN_PLACE, "bank") and LIBRARY[kind].kind == "character":
        yield Attempt(seat, "", "character-chips", "Character chips cannot be trashed.", alone=True)
    elif (source, target) == (HIDDEN_PLACE, "bank"):
        yield Attempt(seat, f"trash:{kind}", "trashing", "No chip is trashed now.", alone=True)
    elif (source, target) in (("bank", "discard"), ("discard", "discard")):
        yield Attempt(seat, f"buy:{kind}", "gaining", "Nothing gains this chip now.", alone=True)
    elif (source, target) == ("pile", "bank") and kind in GEMS:
        yield Attempt(seat, f"break:{kind[4:]}", "crash-gem", "Nothing breaks a gem now.")
    elif found := NO_TOKEN.get((source, target)):
        yield Attempt(seat, "", *found, alone=True)


def way(move: Moved) -> tuple[str, str]:
    """From place to place, without the names of seats.

    >>> way(Moved("combine", 1, "A.hidden", "A.played")), way(Moved("gem_1", 1, "bank", "B.pile"))
    (('hidden', 'played'), ('bank', 'pile'))
    """
    source, target = (zone.rpartition(".")[2] for zone in (move.source, move.target))
    return source, target


def owner(zone: str) -> str:
    """The seat whose zone it is; "" for the bank."""
    return zone.rpartition(".")[0]


# -- by which rule ---------------------------------------------------------------------------------------------

OWED = (
    ("Anted", "bank", "pile", "ante-phase"),
    ("Bought", "bank", "discard", "gaining"),
    ("Bought", "bank", "top", "top-of-bag"),
    ("Broke", "pile", "bank", "crash-gem"),
    ("Landed", "bank", "pile", "crash-gem"),
    ("Combined", "pile", "bank", "combine"),
    ("Combined", "bank", "pile", "combine"),
    ("Trashed", "", "bank", "trashing"),
    ("Gained", "bank", "discard", "gaining"),
    ("BonusDrawn", "bag", "hand", "height-bonus"),
    ("TurnEnded", "bag", "hand", "cleanup-phase"),
    ("Drew", "bag", "hand", "draw-symbol"),
    ("Kept", "hand", "discard", "piggy-bank"),
)
"""The event that causes a move, the move's places ("" is any), and its rule. The first row that fits counts."""


def owes(moved: Moved, events: Sequence[Event], asked: Question | Draw | None) -> str:
    """The rule by which the game makes this move, one of these events."""
    names = {type(event).__name__ for event in events}
    source, target = way(moved)
    if (source, target) == ("bank", "pile") and "Anted" in names and moved.piece not in anted(events):
        names.discard("Anted")
    if source in ("hand", "played") and target == "discard" and is_cleanup(events):
        return "cleanup-phase"
    for event, from_place, to_place, rule in OWED:
        if event in names and from_place in (source, "") and to_place == target:
            return rule
    return asked.rule if asked else "turn-structure"


def anted(events: Sequence[Event]) -> set[str]:
    """The kinds of the gems that were anted."""
    return {f"gem_{event[1]}" for event in events if type(event).__name__ == "Anted" and isinstance(event, tuple)}


def is_cleanup(events: Sequence[Event]) -> bool:
    """Whether the cleanup phase begins among these events."""
    return any(
        type(event).__name__ == "PhaseBegan" and isinstance(event, tuple) and event[1] == "cleanup" for event in events
    )


# -- as the table lies -----------------------------------------------------------------------------------------


def relocated(table: Table, moves: Sequence[Moved]) -> Mapping[str, object]:
    """The changes of a correction after which these chips lie where they were moved to."""
    seats: dict[str, dict[str, dict[str, list[str]]]] = {}
    bank: Counter[str] = Counter()
    box: Counter[str] = Counter()
    for move in moves:
        kind = identified(table, move)
        for zone, change, sign in ((lies(move.source), "remove", -1), (lands(table, move), "add", 1)):
            seat, _, place = zone.rpartition(".")
            if zone == "bank" and kind in table.stock:
                bank[kind] += sign * move.count
            elif not seat:
                box[kind] += sign * move.count
            else:
                changes = seats.setdefault(seat, {}).setdefault(place, {})
                changes.setdefault(change, []).extend([kind] * move.count)
    found: dict[str, object] = {}
    if seats:
        found["seats"] = seats
    if +bank or -bank:
        found["bank"] = {"change": {kind: count for kind, count in bank.items() if count}}
    if +box or -box:
        found["box"] = {kind: count for kind, count in box.items() if count}
    if not found:
        raise PositionError((), "nothing would lie elsewhere than it does")
    return found


def identified(table: Table, move: Moved) -> str:
    """The kind that moves: an unseen chip if the zone has one; if all chips there are known and alike, that kind."""
    seat, _, place = lies(move.source).rpartition(".")
    if move.piece != UNSEEN or not seat:
        return move.piece
    there = set(table.seats[seat].zone(place))
    if UNSEEN in there:
        return UNSEEN
    if len(there) == 1:
        return there.pop()
    raise PositionError((), "nobody can tell which chip that is: put it back, or say how the table lies now")


def lies(zone: str) -> str:
    """The zone of the rules: a hidden chip came from the hand, and hands find gems in the air in the bank."""
    if zone.endswith(f".{IN_THE_AIR}"):
        return "bank"
    return zone.replace(f".{HIDDEN_PLACE}", ".hand")


def lands(table: Table, move: Moved) -> str:
    """Where a chip is now. A chip that a seat took from its open zones is in the hand; a gem that fell out of a tray is
    gone.

    A seat that is not in the middle of its turn has nothing in play: a chip that it lays there has done nothing, and
    counts as discarded."""
    if move.target:
        seat, _, place = move.target.rpartition(".")
        idle = seat != table.turn or table.phase == "ante"
        return f"{seat}.discard" if place == "played" and idle else lies(move.target)
    seat, place = owner(move.source), way(move)[0]
    return f"{seat}.hand" if seat and place in ("discard", "played", "ongoing") and move.piece != UNSEEN else "box"
