"""The steps that ask for the kits, and find the reader of each spot by laying a chip on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.app.first_run.kits import NO_KIT, Wanted, game_of, kits_of, seats_of, wanted
from companion.app.first_run.progress import Progress
from companion.app.first_run.spotting import Spotter
from companion.app.first_run.steps import (
    AGAIN,
    SKIP,
    UNDO,
    Card,
    CardChoice,
    Listen,
    Steps,
    Tick,
    TypedLine,
    ask,
    do,
    told,
)
from companion.app.table_file import USUAL
from companion.rules import games
from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.phrases import Phrase
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look

PATIENCE: Final = 20.0
"""Seconds without a chip after which the guide says what may be wrong."""
NOTHING_SEEN: Final = Phrase(
    "No reader has seen a chip yet. Lay it flat, sticker down, and leave it there. Does it have a sticker? "
    "If this spot has no reader, leave it out."
)
STATION_SERVES: Final = CardChoice("station", Phrase("The NFC station"))
READER_SERVES: Final = CardChoice("reader", Phrase("A reader of a pad"))


# -- what there shall be ---------------------------------------------------------------------------------------


def choose_kits(progress: Progress) -> Steps[Progress]:
    """Ask for the game, the seats, the kit of each, and for what serves as each spot in the middle."""
    game = yield from choose_game(progress)
    count = yield from choose_count(game)
    offered, usual = kits_of(game), game_of(game).kits().usual or NO_KIT
    choices = tuple(CardChoice(kit.key, Phrase(kit.words)) for kit in offered.values())
    kits: tuple[str, ...] = ()
    for seat in seats_of(count):
        if not progress.pads:
            kits += (NO_KIT,)
            continue
        question = Phrase("Which kit does seat {seat} have?", seat=seat)
        kits += ((yield from ask(Card(question, choices=choices, usual=kits[0] if kits else usual))),)
    shared = yield from choose_shared(progress, game)
    keys = {one.key for one in wanted(kits, shared, game)}
    kept = {key: reader for key, reader in progress.spots.items() if key in keys and reader and progress.pads}
    return replace(progress, game=game, kits=kits, shared=shared, spots=kept)


def choose_game(progress: Progress) -> Steps[str]:
    """Ask for the game, if there are several for which people equip tables; the usual one is ""."""
    known = {key: game for key, game in games().items() if game.kits().seat or game.kits().shared}
    if len(known) < 2:
        return progress.game
    choices = tuple(CardChoice(key, told(game.title)) for key, game in known.items())
    question = Phrase("Which game is the table for?")
    key = yield from ask(Card(question, choices=choices, usual=progress.game or USUAL))
    return "" if key == USUAL else key


def choose_count(game: str) -> Steps[int]:
    """Ask how many seats there are, unless the game leaves no choice."""
    counts = game_of(game).kits().seats
    if len(counts) == 1:
        return counts[0]
    choices = tuple(CardChoice(str(count), Phrase("{count} seats", count=count)) for count in counts)
    card = Card(Phrase("How many seats does the table have?"), choices=choices, usual=str(counts[0]))
    return int((yield from ask(card)))


def choose_shared(progress: Progress, game: str) -> Steps[dict[str, str]]:
    """Ask what serves as each spot in the middle. The NFC station serves as one tap, a reader of a pad as anything."""
    found: dict[str, str] = {}
    for one in game_of(game).kits().shared:
        free = progress.station and not one.spot.cells and "station" not in found.values()
        can = (*([STATION_SERVES] if free else []), *([READER_SERVES] if progress.pads else []))
        if not progress.pads:
            found[one.spot.key] = "station" if free else "none"
            continue
        choices = (*can, CardChoice("none", Phrase(one.without)))
        found[one.spot.key] = yield from ask(Card(Phrase(one.question), choices=choices, usual=choices[0].word))
    return found


# -- laying chips ----------------------------------------------------------------------------------------------


def place_spots(progress: Progress) -> Steps[Progress]:
    """Find the reader of each spot, and then deal with readers that are left over."""
    spots = wanted(progress.kits, progress.shared, progress.game)
    if not spots:
        return progress
    progress = replace(progress, spots=still_there(progress))
    yield progress
    yield from do(Listen(everything(progress)))
    said = too_few(progress, len(spots))
    while (at := next((at for at, one in enumerate(spots) if one.key not in progress.spots), None)) is not None:
        reader = yield from lay(spots[at], at, spots, progress, said)
        if reader is None:
            before = [one for one in spots[:at] if one.key in progress.spots]
            kept = {key: value for key, value in progress.spots.items() if key != before[-1].key} if before else {}
            progress, said = replace(progress, spots=kept), ()
        else:
            progress = replace(progress, spots=progress.spots | {spots[at].key: reader})
            said = (found_words(spots[at], reader),)
        yield progress
    return (yield from fill_gaps(progress, spots))


def lay(
    one: Wanted, at: int, spots: tuple[Wanted, ...], progress: Progress, said: tuple[Phrase, ...]
) -> Steps[str | None]:
    """The reader on which somebody lays a chip; "" if the spot is left out, None to take back the last one."""
    names = {reader: spot.words for spot in spots if (reader := progress.spots.get(spot.key))}
    card = Card(
        Phrase("{at} of {all}: lay any chip on {where}.", at=at + 1, all=len(spots), where=one.words),
        said=said,
        choices=(SKIP, UNDO) if at else (SKIP,),
    )
    spotter, since = Spotter(names), None
    while True:
        event = yield card
        match event:
            case TypedLine(text) if (word := card.meant(text)) is not None:
                return None if word == "undo" else ""
            case ReaderNotice(words=words):
                card = replace(card, said=(words,))
            case Look():
                reader = spotter.look(event)
                if reader and reader not in names:
                    return reader
                if reader:
                    there = Phrase("The chip is on {where}, which is already known.", where=names[reader])
                    card = replace(card, said=(there,))
                elif torn := spotter.torn:
                    card = replace(card, said=(torn_words(torn),))
            case Tick(now):
                since = now if since is None else since
                if now - since > PATIENCE and not card.said:
                    card = replace(card, said=(NOTHING_SEEN,))


def torn_words(readers: frozenset[str]) -> Phrase:
    """Words for two readers whose fields overlap."""
    return Phrase(
        "These readers all see the chip: {readers}. Lay it in the middle of its spot, farther from the others.",
        readers=", ".join(sorted(readers)),
    )


def found_words(one: Wanted, reader: str) -> Phrase:
    """Words for what was learnt about a spot."""
    if not reader:
        return Phrase("Left out: {where}.", where=one.words)
    pad, _, index = reader.partition(".")
    return Phrase("Reader {index} of pad {pad} is {where}.", index=index, pad=pad, where=one.words)


def too_few(progress: Progress, spots: int) -> tuple[Phrase, ...]:
    """A warning if there are more spots than readers."""
    readers = sum(pad.readers for pad in progress.pads)
    if readers >= spots:
        return ()
    words = Phrase("These kits have {spots} spots, the pads have {readers} readers.", spots=spots, readers=readers)
    return (words, Phrase("Leave out the spots without a reader, or go back and choose other kits."))


def everything(progress: Progress) -> Layout:
    """All readers of all pads, each as a tap of its own. As nobody knows yet which are near, one looks at a time."""
    pads = tuple(
        Pad(pad.number, pad.port, tuple(Spot(name, SpotRole.TAP, name) for name in readers_of(pad.number, pad.readers)))
        for pad in sorted(progress.pads, key=lambda pad: pad.number)
    )
    names = frozenset(spot.reader for pad in pads for spot in pad.spots)
    return Layout("", progress.seats, pads, groups=(names,) if len(names) > 1 else ())


def readers_of(number: int, count: int) -> Iterator[str]:
    """The names of a pad's readers."""
    return (f"{number}.{index}" for index in range(count))


def still_there(progress: Progress) -> dict[str, str]:
    """The spots found earlier whose readers still exist, if the guide is continued later."""
    there = {reader for pad in progress.pads for reader in readers_of(pad.number, pad.readers)}
    return {key: reader for key, reader in progress.spots.items() if reader in there or not reader}


# -- what is left over -----------------------------------------------------------------------------------------


def fill_gaps(progress: Progress, spots: tuple[Wanted, ...]) -> Steps[Progress]:
    """Close gaps: a table file names the readers of a pad in order, so a reader in between must serve a spot, too."""
    while gap := first_gap(progress):
        left = [one for one in spots if not progress.spots.get(one.key)]
        pad, _, index = gap.partition(".")
        words = Phrase("Reader {index} of pad {pad} has seen no chip, but one behind it has.", index=index, pad=pad)
        choices = tuple(CardChoice(one.key.lower(), one.words) for one in left)
        card = Card(
            Phrase("Which spot is it? If it is none, connect it after the others, and search again."),
            said=(words,),
            choices=(*choices, AGAIN),
        )
        word = yield from ask(card)
        if word == "again":
            kept = {key: reader for key, reader in progress.spots.items() if reader.partition(".")[0] != pad}
            return (yield from place_spots(replace(progress, spots={key: one for key, one in kept.items() if one})))
        key = next(one.key for one in left if one.key.lower() == word)
        progress = replace(progress, spots=progress.spots | {key: gap})
        yield progress
    return progress


def first_gap(progress: Progress) -> str:
    """The first reader that serves no spot although a later one of its pad does; "" if there is none."""
    served = set(progress.spots.values())
    for pad in progress.pads:
        readers = list(readers_of(pad.number, pad.readers))
        last = max((at for at, reader in enumerate(readers) if reader in served), default=0)
        for reader in readers[:last]:
            if reader not in served:
                return reader
    return ""


# -- neighbours ------------------------------------------------------------------------------------------------


def tell_near(progress: Progress) -> Steps[Progress]:
    """Ask which pads are close to each other."""
    numbers = sorted({int(reader.partition(".")[0]) for reader in progress.spots.values() if reader})
    if len(numbers) < 2:
        return replace(progress, near=())
    said: tuple[Phrase, ...] = ()
    while True:
        card = Card(
            Phrase("Which pads are less than 12 cm apart? Their readers will take turns."),
            said=said,
            choices=(CardChoice("none", Phrase("None of them")),),
            typed=Phrase("Numbers, with commas between groups: 1 2, 4 5"),
            usual=", ".join(" ".join(map(str, group)) for group in side_by_side(progress)) or "none",
        )
        word = yield from ask(card)
        groups = () if word == "none" else groups_from(word, numbers)
        if groups is not None:
            return replace(progress, near=groups)
        said = (Phrase("The pads are {numbers}; name each of them once.", numbers=", ".join(map(str, numbers))),)


def side_by_side(progress: Progress) -> list[tuple[int, ...]]:
    """Pads that share cells of one place, which are certainly close to each other."""
    groups: dict[str, set[int]] = {}
    for one in wanted(progress.kits, progress.shared, progress.game):
        reader = progress.spots.get(one.key)
        if reader and one.row:
            groups.setdefault(one.row, set()).add(int(reader.partition(".")[0]))
    return [tuple(sorted(group)) for group in groups.values() if len(group) > 1]


def groups_from(text: str, numbers: list[int]) -> tuple[tuple[int, ...], ...] | None:
    """The groups of pads that somebody typed; None if the text is no such list.

    >>> groups_from("1 2, 4 5", [1, 2, 4, 5]), groups_from("1 9", [1, 2])
    (((1, 2), (4, 5)), None)
    """
    groups = []
    for part in text.split(","):
        words = part.split()
        if not all(word.isascii() and word.isdigit() and int(word[:4]) in numbers for word in words):
            return None
        group = tuple(sorted({int(word) for word in words}))
        if len(group) < len(words):
            return None
        if len(group) > 1:
            groups.append(group)
    return tuple(groups)
