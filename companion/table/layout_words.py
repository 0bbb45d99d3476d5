"""Describing a table in words, and writing it as the text of a `table.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from companion.table.layout import AIR, STATION, USUAL_STATION, Layout, Pad, Spot, SpotRole
from companion.table.layout_parts import listed


def describe(layout: Layout) -> list[str]:
    """Describe the table for people, one line for each part."""
    seats = f"{'seat' if len(layout.seats) == 1 else 'seats'} {listed(layout.seats)}"
    lines = [f"{layout.name or 'A table'}: {seats}."]
    for pad in layout.pads:
        lines.append(f"Pad {pad.number} on {pad.port}: {'; '.join(runs(pad))}.")
    if layout.station:
        spot = layout.station.spot
        serves = f"; it is {stands_for(spot)}" if spot else ""
        lines.append(f"NFC station on {layout.station.port}{serves}.")
    for group in layout.groups:
        if len(apart(layout, group)) > 1:
            lines.append(f"{listed(apart(layout, group))} are close together: one of their readers looks at a time.")
    if layout.panel:
        lines.append(f"Panel: {listed(f'{name} at pin {pin}' for name, pin in layout.panel.items())}.")
    if not layout.pads:
        lines.append("No reader follows the chips: people say what they do.")
    return lines


def runs(pad: Pad) -> Iterator[str]:
    """Yield a pad's readers in words. Readers with the same job are grouped."""
    first = 0
    for what, spots in groupby(pad.spots, stands_for):
        last = first + len(list(spots)) - 1
        yield f"reader {first} is {what}" if first == last else f"readers {first} to {last} are {what} each"
        first = last + 1


def stands_for(spot: Spot) -> str:
    """Say what a reader is for."""
    name = f' ("{spot.label}")' if spot.label else ""
    hidden = ", for its owner alone" if spot.hidden else ""
    if spot.role is SpotRole.CELLS:
        cells = "one cell" if spot.cells == 1 else f"{spot.cells} cells"
        return f"{cells} of {spot.zone}{name}{hidden}"
    leads = f", which leads to {spot.beyond}" if spot.beyond != AIR else ""
    return f"the {'slot' if spot.hidden else 'tap'} of {spot.zone}{name}{leads}{hidden}"


def apart(layout: Layout, group: frozenset[str]) -> list[str]:
    """Return the pads, and the station, that a group consists of."""
    pads = [f"pad {pad.number}" for pad in layout.pads if {spot.reader for spot in pad.spots} <= group]
    return [*pads, *(["the station"] if STATION in group else [])]


def write_layout(layout: Layout) -> str:
    """Return the text of a file that `read_layout` reads as exactly this table."""
    return "\n".join(written(layout)) + "\n"


def written(layout: Layout) -> Iterator[str]:
    """Yield the lines of the file."""
    if layout.name:
        yield f"name = {quoted(layout.name)}"
    if layout.game:
        yield f"game = {quoted(layout.game)}"
    yield f"seats = [{', '.join(map(quoted, layout.seats))}]"
    if near := [group for group in layout.groups if not is_one_pad(layout, group)]:
        yield "# These pads stand close to each other: only one of their readers looks at a time."
        yield f"neighbours = [{', '.join(written_group(layout, group) for group in near)}]"
    if layout.station:
        yield from ("", "[station]", f"port = {quoted(layout.station.port)}")
        if layout.station.kind != USUAL_STATION:
            yield f"kind = {quoted(layout.station.kind)}"
        if layout.station.spot:
            yield from written_spot(layout.station.spot)
    for pad in layout.pads:
        yield from ("", "[[pad]]", f"number = {pad.number}", f"port = {quoted(pad.port)}", "readers = [")
        yield from (f"    {{ {', '.join(written_spot(spot))} }}," for spot in pad.spots)
        yield "]"
    if layout.panel:
        yield from ("", "[panel]")
        yield from (f"{written_key(name)} = {pin}" for name, pin in layout.panel.items())


def written_spot(spot: Spot) -> Iterator[str]:
    """Yield the keys of a reader with their values."""
    if spot.role is SpotRole.CELLS:
        yield f"cells = {quoted(spot.zone)}"
        if spot.cells != 1:
            yield f"count = {spot.cells}"
        if spot.hidden:
            yield "hidden = true"
    else:
        yield f"{'slot' if spot.hidden else 'tap'} = {quoted(spot.zone)}"
        if spot.hidden or spot.beyond != AIR:
            yield f"beyond = {quoted(spot.beyond)}"
    if spot.label:
        yield f"label = {quoted(spot.label)}"


def written_group(layout: Layout, group: frozenset[str]) -> str:
    """Return the pads of a group. Raises ValueError for a group that is not made of whole pads: the file cannot say
    that."""
    pads = [pad for pad in layout.pads if readers(pad) <= group]
    if group != frozenset().union(*map(readers, pads)) | (group & {STATION}):
        raise ValueError(f"A table file names whole pads as neighbours, not {listed(sorted(group))}.")
    names = [*(str(pad.number) for pad in pads), *([quoted(STATION)] if STATION in group else [])]
    return f"[{', '.join(names)}]"


def is_one_pad(layout: Layout, group: frozenset[str]) -> bool:
    """Whether a group only says what is true of every pad: that its own readers are close to each other."""
    return any(readers(pad) == group for pad in layout.pads)


def readers(pad: Pad) -> frozenset[str]:
    """Return the names of a pad's readers."""
    return frozenset(spot.reader for spot in pad.spots)


def written_key(name: str) -> str:
    """Return a key, in quotes if it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def quoted(text: str) -> str:
    """Return a line of text as a TOML string."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    signs = (sign if sign.isprintable() else f"\\U{ord(sign):08X}" for sign in text)
    return f'"{"".join(signs)}"'
