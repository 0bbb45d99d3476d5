"""Three test moves, seen as in a game: a chip into a cell, a chip on a tap, a chip out of the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.app.first_run.progress import Progress
from companion.app.first_run.steps import (
    Card,
    CardChoice,
    KnownChips,
    Listen,
    MoveMark,
    MoveResult,
    ReadTable,
    Steps,
    Tick,
    TypedLine,
    ask,
    do,
    told,
)
from companion.table.changes import Appeared, Change, Tapped
from companion.table.layout import STATION, Layout, Spot, SpotRole
from companion.table.phrases import NOTHING, Phrase
from companion.table.presence import Presence
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look, Uid
from companion.table.station import Poll

PATIENCE: Final = 30.0
"""Seconds after which a move has failed if nothing was seen."""
FAILED: Final = CardChoice("failed", Phrase("I have done it, and nothing happened"))
REPEAT: Final = CardChoice("again", Phrase("Play the three moves once more"))
FINISH: Final = CardChoice("finish", Phrase("That is all"))
SEE: Final = Phrase(
    "Lay the chip flat, sticker down, for half a second. `companion watch` shows what each reader sees, "
    "`companion doctor` what is wrong with it."
)
STRANGER: Final = Phrase("The chip has no known tag: `companion tags enrol` makes it known.")


@dataclass(frozen=True, slots=True)
class Move:
    """One of the three test moves."""

    spot: Spot
    words: Phrase
    """What to do."""


def moves_of(layout: Layout, chip: Phrase) -> Iterator[Move]:
    """The moves with which this table can be tested."""
    spots = list(layout.spots())
    cell = next((spot for spot in spots if spot.role is SpotRole.CELLS), None)
    tap = next((spot for spot in spots if spot.role is SpotRole.TAP and not spot.hidden), None)
    slot = next((spot for spot in spots if spot.hidden and spot.role is SpotRole.TAP), None)
    if cell:
        number = f"{cell.reader.partition('.')[0]}, {cell.reader.partition('.')[2]}"
        yield Move(cell, Phrase("Lay {chip} into a cell of {zone} (pad and reader {number}).",
                                chip=chip, zone=cell.zone, number=number))  # fmt: skip
    if tap:
        yield Move(tap, Phrase("Touch this with {chip}: {spot}.", chip=chip, spot=tap.name))
    if slot:
        yield Move(slot, Phrase("Move {chip} across: {spot}.", chip=chip, spot=slot.name))


def play_moves(progress: Progress) -> Steps[Progress]:
    """Test each move, and show the list of the results."""
    kept = yield from do(ReadTable())
    names = yield from do(KnownChips())
    moves = list(moves_of(kept.layout, named(names))) if kept.layout else []
    if kept.layout is None or not moves:
        words = Phrase("This table has no readers, so there is nothing to test.")
        yield from ask(Card(words, said=kept.problems, choices=(FINISH,), usual="finish"))
        return progress
    yield from do(Listen(kept.layout))
    presence = Presence(kept.layout)
    while True:
        results = tuple(MoveResult(move.words) for move in moves)
        for at, move in enumerate(moves):
            result = yield from play(move, results, kept.layout, names, presence)
            results = (*results[:at], result, *results[at + 1 :])
        passed = all(result.mark is MoveMark.PASSED for result in results)
        question = (
            Phrase("All is well: the table sees what you do.") if passed else Phrase("Something needs attention.")
        )
        order = (FINISH, REPEAT) if passed else (REPEAT, FINISH)
        card = Card(question, choices=order, usual=order[0].word, results=results)
        if (yield from ask(card)) == "finish":
            return progress


def named(names: Mapping[Uid, str]) -> Phrase:
    """The chip to ask for: one of the kind of which there are most."""
    if not names:
        return Phrase("any chip")
    return Phrase('a chip "{name}"', name=commonest(names))


def commonest(names: Mapping[Uid, str]) -> str:
    """The name that most chips have."""
    return Counter(names.values()).most_common(1)[0][0]


def play(
    move: Move, results: tuple[MoveResult, ...], layout: Layout, names: Mapping[Uid, str], presence: Presence
) -> Steps[MoveResult]:
    """Wait until the move is seen, time is up, or somebody says that nothing happened."""
    card = Card(move.words, choices=(FAILED,), results=results)
    advice, since = SEE, None
    while True:
        event = yield card
        changes: list[Change] = []
        match event:
            case TypedLine(text):
                if card.meant(text) == "failed":
                    return MoveResult(move.words, MoveMark.FAILED, advice)
            case ReaderNotice(words=words):
                card = replace(card, said=(words,))
                advice = words if event.trouble else advice
            case Tick(now):
                since = now if since is None else since
                if now - since > PATIENCE:
                    return MoveResult(move.words, MoveMark.FAILED, advice)
                changes = presence.tick(now)
            case Poll():
                changes = presence.look(event.look())
            case Look():
                changes = presence.look(event)
        for change in changes:
            if isinstance(change, Appeared | Tapped):
                wrong = what_is_wrong(change, move, layout, names)
                if not wrong:
                    return MoveResult(move.words, MoveMark.PASSED)
                advice, card = wrong, replace(card, said=(wrong,))


def what_is_wrong(change: Appeared | Tapped, move: Move, layout: Layout, names: Mapping[Uid, str]) -> Phrase:
    """Why a sighting is not the one that was asked for; `NOTHING` if it is."""
    name = names.get(change.uid)
    if change.reader != move.spot.reader:
        return elsewhere(layout, change.reader)
    if names and name is None:
        return STRANGER
    if names and name != commonest(names):
        return Phrase('That is a chip "{name}". Lay down the one you were asked for.', name=name)
    return NOTHING


def elsewhere(layout: Layout, reader: str) -> Phrase:
    """Words for a chip that another spot has seen."""
    place = Phrase("the NFC station") if reader == STATION else told(layout.spot(reader).name)
    return Phrase(
        "Another spot has seen it: {place}. Is that where the chip lies? Then the two spots are swapped: go back to "
        "the spots, and lay a chip on each.",
        place=place,
    )
