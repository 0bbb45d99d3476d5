"""Which page the display shows: the game, how phones join, or what went wrong. Pure: values in, a page out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from companion.app.readers import Health
from companion.faces.display.pages import Idle, Page, Playing, ReaderLost
from companion.faces.hall import Reader
from companion.faces.languages import Language
from companion.faces.screen import Screen
from companion.rules import Words
from companion.rules.kernel.sentences import COMMA, Say, Sentence, Terms, Told, capital
from companion.table.layout import STATION, Layout, Spot
from companion.table.phrases import Phrase
from companion.table.told import Notice

LOST_AFTER: Final = 3.0
"""Seconds that a reader may be away before the display makes much of it: a pad restarts in less."""
LOST_SHOWN: Final = 20.0
"""Seconds for which it does; then a line is enough, and the game has the room again."""
WEAK: Final = 0.3
"""From so many missed looks on a reader is called weak."""

FIRST_PHONE = "Nothing is played. The first phone that joins sets up a game."
NO_NETWORK = (
    "No network yet: phones cannot join. This page changes when there is one. "
    "Where none is to be had, `companion service hotspot` opens the table's own."
)
NO_PAGES = "Nothing is played, and phones cannot join this table."
SILENT = "{where} does not answer."
READER_LOST = "{where} does not answer. What it would see is asked instead."
TABLE_TROUBLE = "The readers are troubled: {problem}"


@dataclass(frozen=True)
class Joining:
    """How phones come in."""

    title: str
    address: str = ""
    """"" where phones cannot join."""
    wifi: str = ""
    passphrase: str | None = None
    """None where nobody tells."""
    code: str = ""
    no_network: bool = False
    """Whether they could, if there were a network."""


def page_for(
    screen: Screen | None,
    joining: Joining,
    lost: tuple[Sentence, Notice] | None,
    notes: tuple[Sentence, ...],
    asides: tuple[Sentence, ...],
    now: float,
    language: Language,
) -> Page:
    """What people see now. `lost` is a reader that does not answer, by how people call it."""
    say = language.say
    if lost is not None:
        where, notice = lost
        if screen is not None and LOST_AFTER <= now - notice.at < LOST_SHOWN:
            remedy = say("Look at its cable and its power. `companion doctor` says more.")
            return ReaderLost(Sentence(SILENT, {"where": where}).said(say), remedy, screen)
    if screen is not None:
        return Playing(screen)
    words = say(FIRST_PHONE) if joining.address else say(NO_NETWORK) if joining.no_network else say(NO_PAGES)
    return Idle(
        joining.title,
        joining.address,
        joining.wifi,
        joining.passphrase,
        joining.code,
        words,
        tuple(note.said(say) for note in notes),
        tuple(aside.said(say) for aside in asides),
    )


def first_lost(layout: Layout, troubles: Mapping[str, Notice], words: Words) -> tuple[Sentence, Notice] | None:
    """The newest trouble of a reader, a pad or the station, and how people call it."""
    found = [(where, notice) for about, notice in troubles.items() if (where := place_of(layout, about, words))]
    return max(found, key=lambda one: one[1].at, default=None)


def notes_of(layout: Layout, troubles: Mapping[str, Notice], words: Words) -> tuple[Sentence, ...]:
    """What does not work, a line each. Readers of a pad that is away are not named besides."""
    away = {about.removeprefix("pad ") for about in troubles if about.startswith("pad ")}
    shown = {about: notice for about, notice in troubles.items() if about.partition(".")[0] not in away}
    notes = []
    for about, notice in sorted(shown.items()):
        where = place_of(layout, about, words)
        if where is not None:
            notes.append(Sentence(READER_LOST, {"where": where}))
        else:
            notes.append(Sentence(TABLE_TROUBLE, {"problem": told(notice.words)}))
    return tuple(notes)


def told(words: Phrase) -> Told:
    """What the table's readers say, as faces say things."""

    def value(one: object) -> Any:
        if isinstance(one, tuple):
            return Terms((told(phrase) for phrase in one), COMMA)
        return told(one) if isinstance(one, Phrase) else one

    return Told(words.template, **{name: value(one) for name, one in words.values.items()})


def place_of(layout: Layout, about: str, words: Words) -> Sentence | None:
    """How people call what a notice is about; None where it is no reader."""
    if about.startswith("pad "):
        return Sentence("Pad {number}", {"number": about.removeprefix("pad ")})
    if about == STATION:
        return Sentence("The station")
    spot = next((spot for spot in layout.spots() if spot.reader == about), None)
    return spot_name(spot, words) if spot else None


def spot_name(spot: Spot, words: Words) -> Sentence:
    """A reader, as people call it: by its label, else by what it stands for."""
    if spot.label:
        return Sentence("{label}", {"label": spot.label})
    place = PlaceTold(words, spot.zone)
    if spot.reader == STATION:
        return Sentence("{place}, the station", {"place": place})
    return Sentence("{place}, reader {reader}", {"place": place, "reader": spot.reader})


class PlaceTold(Told):
    """A place in the words of a game, to begin a sentence with; other languages say it anew."""

    words: Words
    zone: str

    def __new__(cls, words: Words, zone: str) -> Self:
        found = super().__new__(cls, "{place}", place=begun(words, zone))
        found.words, found.zone = words, zone
        return found

    def said(self, say: Say) -> str:
        """In another language."""
        return begun(type(self.words)(say), self.zone)


def begun(words: Words, zone: str) -> str:
    """A place with a capital, unless it begins with somebody's name."""
    place = words.place(zone)
    seat = zone.rpartition(".")[0]
    return place if seat and place.startswith(seat) else capital(place)


def health_rows(
    layout: Layout, health: Mapping[str, Health], troubles: Mapping[str, Notice], words: Words, language: Language
) -> tuple[Reader, ...]:
    """How each reader does, for the page that shows it; it never says what was read."""
    say = language.say
    rows = []
    for spot in layout.spots():
        pad = f"pad {spot.reader.partition('.')[0]}"
        trouble = troubles.get(spot.reader) or troubles.get(pad)
        one = health.get(spot.reader, Health())
        state, why = "good", ""
        if trouble or not one.looks:
            state, why = "lost", trouble.words.said(say) if trouble else say("It has not looked yet.")
        elif one.missed >= WEAK:
            state, why = "weak", say("It often misses chips: lay them flat, and look at its wires.")
        rows.append(Reader(spot_name(spot, words).said(say), state, why))
    return tuple(rows)
