"""Which pads there are, and which number each of them bears."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.app.first_run.progress import FoundPad, Progress
from companion.app.first_run.steps import (
    AGAIN,
    NEXT,
    SKIP,
    Blink,
    Card,
    Choice,
    FindPads,
    Found,
    GiveNumber,
    Steps,
    ask,
    do,
)
from companion.table.phrases import Phrase

HIGHEST: Final = 99
WITHOUT: Final = Choice("without", Phrase("Go on without readers"))


def find_pads(progress: Progress) -> Steps[Progress]:
    """As often as somebody wants: plugs are plugged in meanwhile."""
    while True:
        found = yield from do(FindPads())
        there = bool(found.pads)
        card = Card(
            Phrase("Are these all the pads of your table? If not, see to plugs and power, and look again.")
            if there
            else Phrase("No pad answers. Plug them in; do they have power, and their firmware?"),
            said=tuple(lines(found)),
            choices=(NEXT, AGAIN) if there else (AGAIN, WITHOUT),
            usual="next" if there else "again",
        )
        if (yield from ask(card)) != "again":
            break
    same = places(found.pads) == places(progress.pads)
    numbered, spots = (progress.numbered, progress.spots) if same else ((), {})
    return replace(progress, pads=found.pads, station=found.station, numbered=numbered, spots=spots)


def places(pads: Iterable[FoundPad]) -> set[tuple[str, int]]:
    """Which pad is where: while that stays as it was, so does what was learnt of its readers."""
    return {(pad.port, pad.number) for pad in pads}


def lines(found: Found) -> list[Phrase]:
    """What is told of all ports."""
    told = []
    for pad in found.pads:
        name = Phrase("Pad {number}", number=pad.number) if pad.number else Phrase("A pad without a number")
        told.append(Phrase("{pad} on {port}, readers: {readers}.", pad=name, port=pad.port, readers=pad.readers))
        told += [
            Phrase("Its reader {index} does not answer. See to its wires (hardware/wiring.md).", index=index)
            for index in pad.dead
        ]
    if found.station:
        told.append(Phrase("The NFC station on {port}.", port=found.station))
    return [*told, *found.silent]


def number_pads(progress: Progress) -> Steps[Progress]:
    """Each pad blinks in turn, and is given a number that no other has."""
    before = places(progress.pads)
    for pad in progress.pads:
        if pad.port in progress.numbered:
            continue
        trouble = yield from do(Blink(pad.port, True))
        number = yield from number_for(pad, progress, trouble)
        yield from do(Blink(pad.port, False))
        if number:
            progress = replace(progress.with_pad(replace(pad, number=number)), numbered=(*progress.numbered, pad.port))
        else:
            progress = replace(progress, pads=tuple(one for one in progress.pads if one.port != pad.port))
        yield progress
    return progress if places(progress.pads) == before else replace(progress, spots={})


def number_for(pad: FoundPad, progress: Progress, trouble: Phrase) -> Steps[int]:
    """The number that somebody gives it; 0 to leave it out."""
    taken = {one.number for one in progress.pads if one.port in progress.numbered}
    said = tuple(filter(None, (trouble, *same_number(pad, progress))))
    while True:
        card = Card(
            Phrase(
                "The lamps of one pad blink now, the one on {port}. Which number shall it bear? Write it on the pad, "
                "too.",
                port=pad.port,
            ),
            said=said,
            choices=(SKIP,),
            typed=Phrase("A number, 1 to 99"),
            usual=str(suggested(pad, progress, taken)),
        )
        word = yield from ask(card)
        if word == "skip":
            return 0
        if not (word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= HIGHEST):
            said = (Phrase("Type a whole number from 1 to 99."),)
        elif int(word) in taken:
            said = (Phrase("Another pad has number {number} already.", number=int(word)),)
        else:
            trouble = yield from do(GiveNumber(pad.port, int(word)))
            if not trouble:
                return int(word)
            said = (trouble,)


def suggested(pad: FoundPad, progress: Progress, taken: set[int]) -> int:
    """Its own number, if it can keep it; else the first that nobody has or could keep."""
    if pad.number and pad.number not in taken:
        return pad.number
    held = taken | {one.number for one in progress.pads}
    return next(number for number in range(1, HIGHEST + 1) if number not in held)


def same_number(pad: FoundPad, progress: Progress) -> tuple[Phrase, ...]:
    """Two pads may come with one number: both were flashed from the same copy, perhaps."""
    if not pad.number:
        return ()
    others = [one for one in progress.pads if one.port != pad.port and one.number == pad.number]
    if not others:
        return ()
    return (Phrase("Two pads came with number {number}. Each needs one of its own.", number=pad.number),)
