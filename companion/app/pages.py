"""Which page the display shows: the game, how phones join, or what went wrong. Pure: values in, a page out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.app.readers import Health
from companion.faces.display.pages import Idle, Page, Playing, ReaderLost
from companion.faces.hall import Reader
from companion.faces.languages import Language
from companion.faces.screen import Screen
from companion.rules.kernel.sentences import Sentence
from companion.table.layout import STATION, Layout, Role, Spot
from companion.table.told import Notice

LOST_AFTER: Final = 3.0
"""Seconds that a reader may be away before the display makes much of it: a pad restarts in less."""
LOST_SHOWN: Final = 20.0
"""Seconds for which it does; then a line is enough, and the game has the room again."""
WEAK: Final = 0.3
"""From so many missed looks on a reader is called weak."""

READER_LOST = "{where} does not answer. What it would see is asked instead."
TABLE_TROUBLE = "The readers are troubled: {problem}"


@dataclass(frozen=True)
class Joining:
    """How phones come in."""

    title: str
    address: str = ""
    wifi: str = ""
    code: str = ""


def page_for(
    screen: Screen | None,
    joining: Joining,
    lost: tuple[str, Notice] | None,
    notes: tuple[Sentence, ...],
    now: float,
    language: Language,
) -> Page:
    """What people see now. `lost` is a reader that does not answer, by how people call it."""
    say = language.say
    if lost is not None:
        where, notice = lost
        if screen is not None and LOST_AFTER <= now - notice.at < LOST_SHOWN:
            remedy = say("Look at its cable and its power. `companion doctor` says more.")
            return ReaderLost(say("{where} does not answer.").format(where=where), remedy, screen)
    if screen is not None:
        return Playing(screen)
    words = say("Nothing is played. The first phone that joins sets up a game.")
    said = tuple(note.said(say) for note in notes)
    return Idle(joining.title, joining.address, joining.wifi, joining.code, words, said)


def first_lost(layout: Layout, troubles: Mapping[str, Notice], language: Language) -> tuple[str, Notice] | None:
    """The newest trouble of a reader, a pad or the station, and how people call it."""
    found = [notice for about, notice in troubles.items() if place_of(layout, about, language)]
    if not found:
        return None
    newest = max(found, key=lambda notice: notice.at)
    return place_of(layout, newest.about, language), newest


def notes_of(layout: Layout, troubles: Mapping[str, Notice], language: Language) -> tuple[Sentence, ...]:
    """What does not work, a line each. Readers of a pad that is away are not named besides."""
    away = {about.removeprefix("pad ") for about in troubles if about.startswith("pad ")}
    shown = {about: notice for about, notice in troubles.items() if about.partition(".")[0] not in away}
    notes = []
    for about, notice in sorted(shown.items()):
        where = place_of(layout, about, language)
        if where:
            notes.append(Sentence(READER_LOST, {"where": where}))
        else:
            notes.append(Sentence(TABLE_TROUBLE, {"problem": notice.words}))
    return tuple(notes)


def place_of(layout: Layout, about: str, language: Language) -> str:
    """How people call what a notice is about; "" where it is no reader."""
    if about.startswith("pad "):
        return language.say("Pad {number}").format(number=about.removeprefix("pad "))
    if about == STATION:
        return language.say("The station")
    spot = next((spot for spot in layout.spots() if spot.reader == about), None)
    return spot_name(spot, language) if spot else ""


def spot_name(spot: Spot, language: Language) -> str:
    """A reader, as people call it: by its label, else by what it stands for."""
    if spot.label:
        return spot.label
    template = (
        language.say("Cells of {zone}, reader {reader}")
        if spot.role is Role.CELLS
        else language.say("Slot of {zone}")
        if spot.hidden
        else language.say("Tap of {zone}")
    )
    return template.format(zone=spot.zone, reader=spot.reader)


def health_rows(
    layout: Layout, health: Mapping[str, Health], troubles: Mapping[str, Notice], language: Language
) -> tuple[Reader, ...]:
    """How each reader does, for the page that shows it; it never says what was read."""
    rows = []
    for spot in layout.spots():
        pad = f"pad {spot.reader.partition('.')[0]}"
        trouble = troubles.get(spot.reader) or troubles.get(pad)
        one = health.get(spot.reader, Health())
        if trouble or not one.looks:
            state, words = "lost", trouble.words if trouble else language.say("It has not looked yet.")
        elif one.missed >= WEAK:
            words = language.say("It often misses chips: lay them flat, and look at its wires.")
            state = "weak"
        else:
            state, words = "good", ""
        rows.append(Reader(spot_name(spot, language), state, words))
    return tuple(rows)
