"""The table in the hands of a judge: what was moved so far, what that makes different, and what the rules say to it.

What is done by hand is a list of acts, and everything else is computed from it anew each time. So an act can be taken
back, and a table that the rules do not allow loses nothing: it is drawn as the hands have left it, with the reason.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final, NamedTuple

from companion.faces.screen_words import ScreenLanguage, words_of
from companion.rules import JUDGE, TABLE, UNSEEN, Changed, Event, Illegal, Match, View, Words, tell
from companion.rules.kernel.board import PieceGroup, Total
from companion.rules.kernel.by_hand import BOX, ByHand, Dial, DialTurned, HandAct, HandCarried, arranged, dialled
from companion.rules.kernel.corrections import INSIDE, at_rest
from companion.rules.kernel.lots import pool
from companion.rules.kernel.places import Place
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.sentences import SaidSentence, capital

MOST_ACTS: Final = 200
"""The most acts between two corrections."""
LONGEST: Final = 80
"""The most characters of a name in an act."""
LARGEST: Final = 9999
"""The largest number of a dial."""
BY_HAND: Final = "by hand"
"""The reason of a correction that is only tried."""


class EditedChip(NamedTuple):
    """Pieces of one kind in a place."""

    chip: PieceGroup
    more: int
    """How many more there are than before; below 0 for fewer."""


class EditedPlace(NamedTuple):
    """A place, as the hands have left it."""

    name: str
    label: str
    chips: tuple[EditedChip, ...]
    stacks: bool = False
    """Whether each kind lies in a stack of its own."""
    total: Total | None = None
    """The total that its pieces make up."""
    was: int = 0
    """What they were worth before."""

    @property
    def worth(self) -> int:
        """What they are worth now."""
        return sum(one.chip.worth * one.chip.count for one in self.chips)

    @property
    def changed(self) -> bool:
        """Whether anything here is different."""
        return any(one.more for one in self.chips)


class EditedSeat(NamedTuple):
    """What lies in front of a seat."""

    name: str
    subtitle: str
    active: bool
    places: tuple[EditedPlace, ...]
    dials: tuple[Dial, ...]

    @property
    def main(self) -> EditedPlace | None:
        """The place whose total matters most."""
        return next((place for place in self.places if place.total), None)


@dataclass(frozen=True)
class Edited:
    """A table that a judge is changing by hand."""

    headline: str
    seats: tuple[EditedSeat, ...]
    shared: tuple[EditedPlace, ...]
    box: EditedPlace
    dials: tuple[Dial, ...]
    """Those of the whole table."""
    acts: tuple[str, ...] = ()
    """What the hands have done, in words."""
    difference: tuple[str, ...] = ()
    """What is different, in sentences."""
    problem: str = ""
    """Why the rules do not allow it."""
    running: str = ""
    """The name of the chip that is taking effect, if somebody has to say what becomes of that."""
    which: tuple[PieceGroup, ...] = ()
    """If a piece was laid down that nobody has named: what it may be."""
    changes: Mapping[str, object] = field(default_factory=dict)
    """The same as a correction."""
    match: Match | None = None
    """The match as it goes on from there; None if it cannot."""


# -- acts as text ------------------------------------------------------------------------------------------------


def acts_text(acts: Iterable[HandAct]) -> str:
    """Return acts as a page keeps them.

    >>> acts_text([HandCarried("red", "pool", "row"), DialTurned(("turn", "seat"), "B")])
    '[["red","pool","row"],[["turn","seat"],"B"]]'
    """
    return json.dumps([list(act) for act in acts], ensure_ascii=False, separators=(",", ":"))


def read_acts(text: str) -> tuple[HandAct, ...]:
    """Read what `acts_text` returned; whatever is no act is left out.

    >>> read_acts('[["red","pool","row"],[["turn","seat"],"B"],["red"],7]')
    (HandCarried(kind='red', source='pool', target='row'), DialTurned(path=('turn', 'seat'), value='B'))
    """
    try:
        rows = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return ()
    found = (act_in(row) for row in rows[:MOST_ACTS]) if isinstance(rows, list) else ()
    return tuple(act for act in found if act is not None)


def act_in(row: Any) -> HandAct | None:
    """Read an act; None if it is none."""
    if not isinstance(row, list):
        return None
    if len(row) == 3 and all(is_name(one) for one in row):
        return HandCarried(*row)
    if len(row) == 2 and isinstance(row[0], list) and row[0] and all(is_name(one) for one in row[0]):
        value = row[1]
        if is_name(value) or isinstance(value, bool) or (isinstance(value, int) and abs(value) <= LARGEST):
            return DialTurned(tuple(row[0]), value)
    return None


def is_name(value: object) -> bool:
    """Whether this may be the name of something."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST


# -- editing -------------------------------------------------------------------------------------------------------


def edited(match: Match, acts: Sequence[HandAct], inside: str, language: ScreenLanguage) -> Edited:
    """Return the table after these acts. The match itself is not changed; any thread may have it."""
    words = words_of(match, language)
    inside = inside if inside in INSIDE else ""
    try:
        before = rested(match, inside)
    except PositionError:  # it cannot be stopped here
        inside = ""
        before = match
    reach = {*words.by_hand(before.view(JUDGE)).places, BOX}
    moves = [act for act in acts if isinstance(act, HandCarried) and {act.source, act.target} <= reach]
    turned = [act for act in acts if isinstance(act, DialTurned)]
    found = weighed(match, before, moves, turned, inside, language) if acts else Weighed(match=match)
    which = may_be(before, moves)
    laid = drawn(before, found.match, moves, turned, words)
    undecided = not match.resting and not inside
    return replace(
        laid,
        acts=tuple(counted_words(act_words(act, laid, words) for act in acts if act in moves or act in turned)),
        difference=tuple(tell(found.match, found.changed, JUDGE, words)) if found.match else (),
        problem="" if which or undecided else found.problem,
        running="" if match.resting else words.chip(match.effect).name or match.effect,
        which=tuple(words.chip(kind) for kind in which),
        changes=found.changes,
        match=None if which else found.match,
    )


class Weighed(NamedTuple):
    """What the rules say to a table that was changed by hand."""

    changes: Mapping[str, object] = {}
    match: Match | None = None
    changed: tuple[Event, ...] = ()
    problem: str = ""


def weighed(
    match: Match,
    before: Match,
    moves: Sequence[HandCarried],
    turned: Sequence[DialTurned],
    inside: str,
    say: ScreenLanguage,
) -> Weighed:
    """Ask the rules. `before` is the match at rest from which the correction starts."""
    changes: Mapping[str, object] = {}
    try:
        changes = dialled(match.game.as_changes(before.table, moves) if moves else {}, turned)
        match.game.corrected(before.table, changes)  # says what is wrong without the path that leads there
        after = match.copy()
        events = after.correct(changes, JUDGE, BY_HAND, inside=inside)
    except Illegal as refusal:
        return Weighed(changes, problem=refusal.said(say.say))
    except PositionError as refusal:
        told = refusal.message
        return Weighed(
            changes, problem=capital(told.said(say.say) if isinstance(told, SaidSentence) else say.say(told))
        )
    return Weighed(changes, after, tuple(event for event in events if isinstance(event, Changed)))


def rested(match: Match, inside: str) -> Match:
    """Return the match at rest from which a correction starts. Raises `PositionError`."""
    if match.resting or not inside:
        return match.copy()
    return Match(match.game, match.setup, at_rest(match, inside))


def may_be(match: Match, moves: Sequence[HandCarried]) -> tuple[str, ...]:
    """Return what the piece of the last move may be, if nobody has named it and everybody will see it."""
    if not moves or moves[-1].kind != UNSEEN or not match.game.places.known_to(TABLE, moves[-1].target):
        return ()
    held = match.game.held(match.table, moves[-1].source)
    return tuple(dict.fromkeys(pool(held[0].unseen))) if held else ()


# -- how it is drawn -----------------------------------------------------------------------------------------------


def drawn(
    before: Match, after: Match | None, moves: Sequence[HandCarried], turned: Sequence[DialTurned], words: Words
) -> Edited:
    """Return the table as the hands have left it."""
    view = before.view(JUDGE)
    laid = arranged(view, moves)
    now = after.view(JUDGE) if after else view
    reach = words.by_hand(now)
    board = words.board(now)
    totals = {piece.place: piece for panel in board.seats for piece in panel.pieces if isinstance(piece, Total)}
    values = {one.path: one.value for one in turned}
    dials = tuple(one._replace(value=values.get(one.path, one.value)) for one in reach.dials)
    places = [
        (view.places[name], edited_place(view.places[name], view, laid, totals.get(name), words))
        for name in reach.places
        if name in view.zones
    ]
    seats = tuple(
        EditedSeat(
            panel.key,
            panel.subtitle,
            panel.active,
            tuple(place for where, place in places if where.owner == panel.key),
            tuple(dial for dial in dials if dial.owner == panel.key),
        )
        for panel in board.seats
    )
    return Edited(
        board.headline,
        seats,
        tuple(place for where, place in places if not where.owner),
        box_place(reach, moves, words),
        tuple(dial for dial in dials if not dial.owner),
    )


def edited_place(place: Place, before: View, now: View, total: Total | None, words: Words) -> EditedPlace:
    """Return a place, with what is different there."""
    was, content = counted(before.zones[place.name]), counted(now.zones[place.name])
    stacks = isinstance(now.zones[place.name], Mapping)
    chips = tuple(
        EditedChip(words.chip(kind)._replace(count=content[kind]), content[kind] - was[kind])
        for kind in dict.fromkeys((*was, *content))
        if stacks or content[kind] or was[kind]
    )
    if stacks:
        chips = tuple(sorted(chips, key=lambda one: not one.chip.worth))
    else:
        chips = tuple(sorted(chips, key=lambda one: (-one.chip.worth, one.chip.kind == UNSEEN, one.chip.name)))
    worth = sum(words.chip(kind).worth * count for kind, count in was.items())
    return EditedPlace(place.name, words.label(place), chips, stacks, total, worth)


def counted(zone: tuple[str, ...] | Mapping[str, int] | int) -> Counter[str]:
    """Return how many pieces of each kind lie there."""
    return Counter({UNSEEN: zone}) if isinstance(zone, int) else Counter(zone)


def box_place(reach: ByHand, moves: Sequence[HandCarried], words: Words) -> EditedPlace:
    """Return the box: every kind that may come out of it, and what was laid back into it. What a box holds is not
    counted, because nobody counts it at the table."""
    more = Counter(dict.fromkeys(reach.box, 0))
    for move in moves:
        more[move.kind] += (move.target == BOX) - (move.source == BOX)
    chips = (EditedChip(words.chip(kind), count) for kind, count in more.items())
    return EditedPlace(BOX, words.place_begun(BOX), tuple(sorted(chips, key=lambda one: one.chip.name)), stacks=True)


def act_words(act: HandAct, laid: Edited, words: Words) -> str:
    """Return an act in a few words."""
    if isinstance(act, HandCarried):
        source, target = words.place(act.source), words.place(act.target)
        return f"{words.pieces(act.kind)}: {source} → {target}"
    dial = next((one for one in all_dials(laid) if one.path == act.path), None)
    if dial is None:
        return f"{act.path[-1]}: {act.value}"
    value = next((step.words for step in dial.steps if step.value == act.value), str(act.value))
    whose = f"{dial.owner}, " if dial.owner else ""
    return f"{whose}{dial.label}: {value}"


def counted_words(acts: Iterable[str]) -> Iterator[str]:
    """Yield what was done several times in a row only once, and how often.

    >>> list(counted_words(["a 1-gem: bank → box", "a 1-gem: bank → box", "Money: 3"]))
    ['a 1-gem: bank → box (×2)', 'Money: 3']
    """
    for words, group in groupby(acts):
        times = len(list(group))
        yield f"{words} (×{times})" if times > 1 else words


def all_dials(laid: Edited) -> Iterator[Dial]:
    """Yield every dial of the table."""
    yield from laid.dials
    for seat in laid.seats:
        yield from seat.dials
