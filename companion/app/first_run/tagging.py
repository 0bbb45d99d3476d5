"""The step that enrols the tags of the box, chip by chip: on the NFC station or, without one, on a reader of a pad."""

from __future__ import annotations

from typing import Final

from companion.app.first_run.progress import Progress
from companion.app.first_run.steps import (
    Card,
    CardChoice,
    Enrolling,
    KeptTable,
    Listen,
    OpenBox,
    ReadTable,
    Steps,
    TypedLine,
    ask,
    do,
    told,
)
from companion.table.layout import STATION, Layout, SpotRole
from companion.table.phrases import Phrase
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look
from companion.table.station import Poll, Sensed

MOST_LINES: Final = 8
LATER: Final = CardChoice("later", Phrase("Enough for now; `companion tags enrol` goes on with the rest"))
FOR_HELP: Final = Phrase("Or type a command; help lists them")


def enrol_tags(progress: Progress) -> Steps[Progress]:
    """Enrol until the whole box has tags, or somebody stops."""
    desk = yield from do(OpenBox())
    kept = yield from do(ReadTable())
    if isinstance(desk, Phrase):
        yield from ask(Card(Phrase("The tags cannot be enrolled now."), said=(desk,), choices=(LATER,), usual="later"))
        return progress
    if desk.done:
        return progress
    reader = where(kept)
    if not reader:
        words = Phrase("There is no reader that can enrol tags.")
        yield from ask(Card(words, choices=(LATER,), usual="later"))
        return progress
    assert kept.layout
    yield from do(Listen(kept.layout))
    yield from chip_by_chip(desk, reader, kept.layout)
    return progress


def where(kept: KeptTable) -> str:
    """The reader on which chips are laid: the station, otherwise the first tap, otherwise any."""
    layout = kept.layout
    if layout is None:
        return ""
    if layout.station:
        return STATION
    spots = sorted(layout.spots(), key=lambda spot: (spot.role is not SpotRole.TAP, spot.hidden))
    return spots[0].reader if spots else ""


def chip_by_chip(desk: Enrolling, reader: str, layout: Layout) -> Steps[None]:
    """Enrol chips until all have a tag, or somebody stops."""
    place = Phrase("the NFC station") if reader == STATION else told(layout.spot(reader).name)
    lines = [told(line) for line in desk.summary(4)]
    while not desk.done:
        question = Phrase("{request} Lay them on {place}.", request=desk.request(), place=place)
        card = Card(question, said=tuple(lines[-MOST_LINES:]), choices=(LATER,), typed=FOR_HELP)
        event = yield card
        match event:
            case TypedLine(text):
                word = card.meant(text)
                if word == "later":
                    return
                lines = [told(line) for line in desk.typed(word or "help")]
            case ReaderNotice(words=words):
                lines = [words]
            case Poll() | Look() if (poll := as_poll(event, reader)) is not None:
                lines = [told(line) for line in desk.polled(poll)] or lines


def as_poll(event: Poll | Look, reader: str) -> Poll | None:
    """A look or poll as a poll to enrol from; None if it came from another reader."""
    if isinstance(event, Poll):
        return event if reader == STATION else None
    if event.reader != reader or reader == STATION:
        return None
    if len(event.tags) > 1:
        return Poll(event.at, trouble="more than one chip")
    return Poll(event.at, Sensed(event.tags[0]) if event.tags else None, "" if event.tags else event.error)
