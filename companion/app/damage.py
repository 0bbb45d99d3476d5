"""What people are told of a games file that was damaged and set aside. Pure: values in, notes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from companion.ledger import Mended
from companion.rules.kernel.sentences import Sentence

SET_ASIDE = "The games file was damaged. It is kept as {aside}. Saved: entries {entries}, games {games}."
LOOK_THROUGH = (
    "Nothing was thrown away: the damaged file is next to the new one. `companion games` lists what was saved, "
    "and `companion games --mend` searches it again."
)
CUT = "Game {number} ({title}) was saved up to entry {last} only: the rest could not be read."
COMPARE = "Compare the table with the display. Enter again what is missing, or begin a new game."
LOST = "Nothing of game {number} could be saved."
FROM_A_COPY = "If you have a copy made with `companion backup`, `companion restore FILE` brings it back."

Told = tuple[str, Sentence, Sentence]
"""The matter, what happened, what to do."""


def notes_of_damage(mended: Mended, titles: Mapping[int, str]) -> Iterator[Told]:
    """One for the file, and one for each game that is not whole; the game that goes on comes last, so that it is read
    first."""
    whole = {"aside": PurePath(mended.aside), "entries": mended.entries, "games": mended.games}
    yield "ledger", Sentence(SET_ASIDE, whole), Sentence(LOOK_THROUGH)
    for number in mended.lost:
        yield f"ledger:{number}", Sentence(LOST, {"number": number}), Sentence(FROM_A_COPY)
    for number, last in sorted(mended.cut.items()):
        values = {"number": number, "title": titles.get(number) or "–", "last": last}
        yield f"ledger:{number}", Sentence(CUT, values), Sentence(COMPARE)
