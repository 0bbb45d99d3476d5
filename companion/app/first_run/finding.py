"""The steps that find the pads and give each of them a number."""

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
    CardChoice,
    FindPads,
    FoundPads,
    GiveNumber,
    Steps,
    ask,
    do,
)
from companion.table.phrases import Phrase

HIGHEST: Final = 99
WITHOUT: Final = CardChoice("without", Phrase("Go on without readers"))


def find_pads(progress: Progress) -> Steps[Progress]:
    """Look for pads as many times as somebody wants, because more may be plugged in meanwhile."""
    while True:
        found = yield from do(FindPads())
        there = bool(found.pads)
        card = Card(
            Phrase("Are these all the pads of your table? If not, check plugs and power, and search again.")
            if there
            else Phrase("No pad answers. Are they plugged in? Do they have power and firmware?"),
            said=tuple(lines(found)),
            choices=(NEXT, AGAIN) if there else (AGAIN, WITHOUT),
            usual="next" if there else "again",
        )
        if (yield from ask(card)) != "again":
            break
    same = places(found.pads) == places(progress.pads)
    numbered, spots = (progress.numbered, progress.spots) if same else ((), {})
    progress = replace(progress, station=found.station, station_kind=found.station_kind)
    return replace(progress, pads=found.pads, numbered=numbered, spots=spots)


def places(pads: Iterable[FoundPad]) -> set[tuple[str, int]]:
    """Which pad is on which port. As long as this does not change, what is known about the readers stays true."""
    return {(pad.port, pad.number) for pad in pads}


def lines(found: FoundPads) -> list[Phrase]:
    """What to tell about all ports."""
    told = []
    for pad in found.pads:
        name = Phrase("Pad {number}", number=pad.number) if pad.number else Phrase("A pad without a number")
        told.append(Phrase("{pad} on {port}, readers: {readers}.", pad=name, port=pad.port, readers=pad.readers))
        told += [
            Phrase("Its reader {index} does not answer. Check its wires (hardware/wiring.md).", index=index)
            for index in pad.dead
        ]
    if found.station:
        told.append(Phrase("The NFC station on {port}.", port=found.station))
    return [*told, *found.silent]


def number_pads(progress: Progress) -> Steps[Progress]:
    """Let each pad blink in turn, and give it a number that no other pad has."""
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
    """Ask for the number of a pad; 0 to leave the pad out."""
    taken = {one.number for one in progress.pads if one.port in progress.numbered}
    said = tuple(filter(None, (trouble, *same_number(pad, progress))))
    while True:
        card = Card(
            Phrase(
                "The lamps of the pad on {port} are blinking. Which number should it have? Write it on the pad "
                "as well.",
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
            said = (Phrase("Another pad already has the number {number}.", number=int(word)),)
        else:
            trouble = yield from do(GiveNumber(pad.port, int(word)))
            if not trouble:
                return int(word)
            said = (trouble,)


def suggested(pad: FoundPad, progress: Progress, taken: set[int]) -> int:
    """The pad's own number, if it can keep it; otherwise the first that no pad has or could keep."""
    if pad.number and pad.number not in taken:
        return pad.number
    held = taken | {one.number for one in progress.pads}
    return next(number for number in range(1, HIGHEST + 1) if number not in held)


def same_number(pad: FoundPad, progress: Progress) -> tuple[Phrase, ...]:
    """A hint for two pads with one number: perhaps both were flashed from the same copy."""
    if not pad.number:
        return ()
    others = [one for one in progress.pads if one.port != pad.port and one.number == pad.number]
    if not others:
        return ()
    return (Phrase("Two pads have the number {number}. Each needs its own.", number=pad.number),)
