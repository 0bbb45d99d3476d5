"""What people are told of a games file that was damaged or is gone. Pure: values in, notes out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import PurePath

from companion.app.note_board import moment
from companion.ledger import GameRow, Mended
from companion.rules.kernel.sentences import Sentence
from companion.table.under_way import UNKNOWN, UnderWay

SET_ASIDE = "The games file was damaged. It is kept as {aside}. Saved: entries {entries}, games {games}."
LOOK_THROUGH = (
    "Nothing was thrown away: the damaged file is next to the new one. `companion games` lists what was saved, "
    "and `companion games --mend` searches it again."
)
CUT = "Game {number} ({title}) was saved up to entry {last} only: the rest could not be read."
COMPARE = "Compare the table with the display. Enter again what is missing, or begin a new game."
GOES_ON = "Game {number} ({title}) goes on as far as it was saved. Its last entries may be missing."
GONE = "Game {number} ({title}), which was being played since {since}, is not in the games file any more."
GONE_NAMELESS = "The game that was being played since {since} ({title}) is not in the games file any more."
COPY_OR_NEW = (
    "If you have a copy made with `companion backup`, `companion restore FILE` may bring it back. "
    "Otherwise begin a new game."
)
LOST = "Nothing of game {number} could be saved."
FROM_A_COPY = "If you have a copy made with `companion backup`, `companion restore FILE` brings it back."

Told = tuple[str, Sentence, Sentence]
"""The matter, what happened, what to do."""


def note_of_gone(before: UnderWay | None, games: Sequence[GameRow], today: date) -> Told | None:
    """That the games file has nothing of the game that was being played when the program stopped."""
    if before is None or before.rehearsal or before.since == UNKNOWN.since:
        return None
    if (before.number, before.since) in {(number, row.started) for row in games for number in (row.number, None)}:
        return None
    values = {"number": before.number, "title": before.title, "since": since(before, today)}
    what = Sentence(GONE_NAMELESS, values) if before.number is None else Sentence(GONE, values)
    return f"ledger:{before.number}", what, Sentence(COPY_OR_NEW)


def since(game: UnderWay, today: date) -> str:
    """When it began, as notes say it."""
    with suppress(ValueError):
        return moment(datetime.fromisoformat(game.since).timestamp(), today)
    return game.since


def notes_of_damage(mended: Mended, games: Sequence[GameRow], resumed: Collection[int]) -> Iterator[Told]:
    """One for the file, and one for each game that is not whole; the game that goes on comes last, to be read first."""
    titles = {row.number: row.title or "–" for row in games}
    whole = {"aside": PurePath(mended.aside), "entries": mended.entries, "games": mended.games}
    yield "ledger", Sentence(SET_ASIDE, whole), Sentence(LOOK_THROUGH)
    for number in mended.lost:
        yield f"ledger:{number}", Sentence(LOST, {"number": number}), Sentence(FROM_A_COPY)
    for number, last in sorted(mended.cut.items()):
        values = {"number": number, "title": titles.get(number, "–"), "last": last}
        yield f"ledger:{number}", Sentence(CUT, values), Sentence(COMPARE)
    for number in sorted(set(resumed) - set(mended.cut)):
        yield f"ledger:{number}", Sentence(GOES_ON, {"number": number, "title": titles[number]}), Sentence(COMPARE)
