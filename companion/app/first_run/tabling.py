"""The step that writes the table file. The usual reader must accept it, and nothing is overwritten without asking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.first_run.kits import game_of, station_spot, wanted
from companion.app.first_run.placing import readers_of
from companion.app.first_run.progress import Progress
from companion.app.first_run.steps import Card, CardChoice, KeptTable, ReadTable, Steps, WriteTable, ask, do, told
from companion.faces.languages import languages
from companion.table.layout import USUAL_STATION, Layout, Pad, StationSpot
from companion.table.layout_file import TableProblems, read_layout
from companion.table.layout_words import describe, write_layout
from companion.table.phrases import Phrase

WRITE: Final = CardChoice("write", Phrase("Write it"))
KEEP: Final = CardChoice("keep", Phrase("Leave the file as it is"))


def layout_of(progress: Progress, say: Callable[[str], str], before: Layout | None = None) -> Layout:
    """The table that was found. Its name and panel, which nobody was asked for, stay as they were."""
    by_reader = {
        progress.spots[one.key]: one
        for one in wanted(progress.kits, progress.shared, progress.game)
        if one.key in progress.spots
    }
    pads = []
    for pad in sorted(progress.pads, key=lambda pad: pad.number):
        served = [name for name in readers_of(pad.number, pad.readers) if name in by_reader]
        spots = tuple(by_reader[name].served_by(name, by_reader[name].label.said(say)) for name in served)
        if spots:
            pads.append(Pad(pad.number, pad.port, spots))
    station = None
    if progress.station:
        shared = {one.spot.key: one.spot for one in game_of(progress.game).kits().shared}
        serves = [shared[key] for key, serves in progress.shared.items() if serves == "station"]
        spots = tuple(station_spot(one, say(one.label)) for one in serves)
        kind = progress.station_kind or USUAL_STATION
        station = StationSpot(progress.station, spots[0] if spots else None, kind)
    names = {pad.number: frozenset(spot.reader for spot in pad.spots) for pad in pads}
    near = [frozenset().union(*(names[number] for number in group if number in names)) for group in progress.near]
    own = [readers for readers in names.values() if not any(readers <= group for group in near)]
    return Layout(
        name=before.name if before else "",
        seats=progress.seats,
        pads=tuple(pads),
        station=station,
        groups=tuple(group for group in (*near, *own) if len(group) > 1),
        panel=before.panel if before else {},
        game=progress.game,
    )


def write_table(progress: Progress) -> Steps[Progress]:
    """Show the table, and write it if somebody says so."""
    kept = yield from do(ReadTable())
    say = languages()[progress.language].say
    text = write_layout(layout_of(progress, say, kept.layout))
    layout = read_layout(text)
    if isinstance(layout, TableProblems):  # unforeseen; a file that cannot be read is not written
        words = Phrase("This table cannot be written. Go back and check the spots.")
        yield from ask(Card(words, said=tuple(map(told, layout.said())), choices=(KEEP,)))
        return progress
    if kept.layout == layout:
        return progress
    said = tuple(map(told, describe(layout))) + kept_words(kept)
    choices = (WRITE, KEEP) if kept.there else (WRITE,)
    while True:
        card = Card(Phrase("Is this your table?"), said=said, choices=choices, usual="" if kept.there else "write")
        if (yield from ask(card)) == "keep":
            return progress
        trouble = yield from do(WriteTable(text))
        if not trouble:
            return progress
        said, choices = (trouble,), (WRITE, KEEP)


def kept_words(kept: KeptTable) -> tuple[Phrase, ...]:
    """What happens to the file that exists already."""
    if not kept.there:
        return ()
    return (*kept.problems, Phrase("There is already a table.toml. It is kept next to the new one, as table.toml.old."))
