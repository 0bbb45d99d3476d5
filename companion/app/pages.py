"""Decides which page the display shows: the game, how phones join, or what went wrong. Pure: values in, a page out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from companion.faces.display.pages import Failed, GameShown, Idle, Page, ReaderLost
from companion.faces.hall import ReaderStatus, Unread
from companion.faces.languages import Language
from companion.faces.screen import Screen
from companion.faces.screen_words import disk_remedy
from companion.ledger import LedgerError
from companion.rules import Places, Words
from companion.rules.kernel.sentences import COMMA, SaidSentence, Say, Sentence, Terms
from companion.session.session import ReaderCondition
from companion.table.layout import STATION, Layout, Spot
from companion.table.phrases import Phrase
from companion.table.reader_notices import ReaderNotice

LOST_AFTER: Final = 3.0
"""Seconds that a reader may be away before the display makes much of it: a pad restarts faster than that."""
LOST_SHOWN: Final = 20.0
"""Seconds for which the display makes much of it; after that a line is enough, and the game gets its space back."""
WEAK: Final = 0.3
"""The share of missed looks from which on a reader is called weak."""

NOTHING_ODD: Final[Mapping[str, Sentence]] = {}

FIRST_PHONE = "No game is running. The first phone that joins can set one up."
NO_NETWORK = (
    "No network yet: phones cannot join. This page changes when there is one. If there is none, `companion "
    "service hotspot` opens the table's own."
)
NO_PAGES = "No game is running, and phones cannot join this table."
SILENT = "{where} does not answer."
READER_LOST = "{where} does not answer. The players are asked instead."
NO_LEDGER = "Games cannot be saved, so none can be played."
TRIED_AGAIN = "{remedy} The program tries again every few seconds."
PHONE_LIES = "A phone or a bank card is lying here: {where}. Take it away: the readers see it, but it is not a chip."
TABLE_TROUBLE = "There is a problem with the readers: {problem}"


@dataclass(frozen=True)
class Joining:
    """What phones need to know to join."""

    title: str
    address: str = ""
    """The address of the pages; "" if phones cannot join."""
    wifi: str = ""
    passphrase: str | None = None
    """The passphrase of the Wi-Fi; None if it is not known."""
    code: str = ""
    no_network: bool = False
    """Whether phones could join if there were a network."""


def page_for(
    screen: Screen | None,
    joining: Joining,
    lost: tuple[Sentence, ReaderNotice] | None,
    notes: tuple[Sentence, ...],
    asides: tuple[Sentence, ...],
    now: float,
    language: Language,
    unread: tuple[Unread, ...] = (),
) -> Page:
    """The page for now. `lost` is a reader that does not answer, in people's words, with its notice.

    `unread` are the notes that nobody has read; they come after the troubles of this moment.
    """
    say = language.say
    if screen is not None and unread:
        screen = replace(screen, notes=(*screen.notes, *(note.whole for note in unread)))
    if lost is not None:
        where, notice = lost
        if screen is not None and LOST_AFTER <= now - notice.at < LOST_SHOWN:
            remedy = say("Check its cable and its power. `companion doctor` says more.")
            return ReaderLost(Sentence(SILENT, {"where": where}).said(say), remedy, screen)
    if screen is not None:
        return GameShown(screen)
    words = say(FIRST_PHONE) if joining.address else say(NO_NETWORK) if joining.no_network else say(NO_PAGES)
    return Idle(
        joining.title,
        joining.address,
        joining.wifi,
        joining.passphrase,
        joining.code,
        words,
        (*(note.said(say) for note in notes), *(note.whole for note in unread)),
        tuple(aside.said(say) for aside in asides),
    )


def page_without_ledger(problem: LedgerError, language: Language) -> Failed:
    """The page that says why games cannot be kept, and what to do."""
    say = language.say
    remedy = Sentence(TRIED_AGAIN, {"remedy": Sentence(disk_remedy(problem.disk))})
    return Failed(say(NO_LEDGER), remedy.said(say))


def first_lost(
    layout: Layout, troubles: Mapping[str, ReaderNotice], words: Words
) -> tuple[Sentence, ReaderNotice] | None:
    """The newest trouble of a reader, a pad or the station, and what people call that."""
    found = [(where, notice) for about, notice in troubles.items() if (where := place_of(layout, about, words))]
    return max(found, key=lambda one: one[1].at, default=None)


def notes_of(layout: Layout, troubles: Mapping[str, ReaderNotice], words: Words) -> tuple[Sentence, ...]:
    """A note for each thing that does not work. If a pad is away, its readers are not named."""
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


def notes_on_phones(layout: Layout, readers: Collection[str], words: Words) -> tuple[Sentence, ...]:
    """A note for each place where a phone lies."""
    places = (place_of(layout, reader, words) for reader in sorted(readers))
    return tuple(Sentence(PHONE_LIES, {"where": where}) for where in places if where is not None)


def told(words: Phrase) -> SaidSentence:
    """Words of the readers, in the form that pages and display use."""

    def value(one: object) -> Any:
        if isinstance(one, tuple):
            return Terms((told(phrase) for phrase in one), COMMA)
        return told(one) if isinstance(one, Phrase) else one

    return SaidSentence(words.template, **{name: value(one) for name, one in words.values.items()})


def place_of(layout: Layout, about: str, words: Words) -> Sentence | None:
    """What people call the thing that a notice is about; None if it is no reader."""
    if about.startswith("pad "):
        return Sentence("Pad {number}", {"number": about.removeprefix("pad ")})
    if about == STATION:
        return Sentence("The station")
    spot = next((spot for spot in layout.spots() if spot.reader == about), None)
    return spot_name(spot, words) if spot else None


def spot_name(spot: Spot, words: Words) -> Sentence:
    """A reader as people call it: by its label, or else by what it stands for."""
    if spot.label:
        return Sentence("{label}", {"label": spot.label})
    place = PlaceTold(words, spot.zone)
    if spot.reader == STATION:
        return Sentence("{place}, the station", {"place": place})
    return Sentence("{place}, reader {reader}", {"place": place, "reader": spot.reader})


class PlaceTold(SaidSentence):
    """A place in the words of a game, at the beginning of a sentence. It can be said in any language."""

    words: Words
    zone: str

    def __new__(cls, words: Words, zone: str) -> Self:
        found = super().__new__(cls, "{place}", place=words.place_begun(zone))
        found.words, found.zone = words, zone
        return found

    def said(self, say: Say) -> str:
        """The place in another language."""
        return type(self.words)(say).place_begun(self.zone)


def health_rows(
    layout: Layout,
    health: Mapping[str, ReaderCondition],
    troubles: Mapping[str, ReaderNotice],
    words: Words,
    language: Language,
    odd: Mapping[str, Sentence] = NOTHING_ODD,
    places: Places | None = None,
) -> tuple[ReaderStatus, ...]:
    """How well each reader works, for the page about readers. It never says what was read. With `places`, it says too
    where on the table each of them is."""
    say = language.say
    rows = []
    for spot in layout.spots():
        pad = f"pad {spot.reader.partition('.')[0]}"
        trouble = troubles.get(spot.reader) or troubles.get(pad)
        one = health.get(spot.reader, ReaderCondition())
        state, why = "good", ""
        if trouble or not one.looks:
            state, why = "lost", trouble.words.said(say) if trouble else say("It has not read anything yet.")
        elif spot.reader in odd:
            state, why = "weak", odd[spot.reader].said(say)
        elif one.missed >= WEAK:
            state, why = "weak", say("It often misses chips: lay chips flat, and check its wires.")
        place = places.get(spot.zone) if places else None
        number = "" if spot.reader == STATION else spot.reader
        label = f"{type(words)(say).label(place)} {number}".strip() if place else ""
        rows.append(ReaderStatus(spot_name(spot, words).said(say), state, why, place.owner if place else "", label))
    return tuple(rows)
