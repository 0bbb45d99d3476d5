"""What went wrong and must not be overlooked: each note stands on display and pages until somebody has read it.

Any part of the program may add one, from any thread:

    board.add(
        "ledger",                                          # the matter, as one word or two: it is stored and logged
        Sentence("The games file was damaged."),        # what happened
        Sentence("Run `companion games --mend`."),         # what to do about it
    )

* The same words about the same matter are one note, however often they are added, also after it was read. They count
  as new when the matter has been quiet for `QUIET` seconds, or after `over`. So a part that looks again and again may
  simply add what it finds each time.
* Other words about the same matter take the place of the first, and are to be read. So a number that changes all the
  time is no part of the words.
* `over` takes a note away that nobody need read any more.
* A `lasting` note stands until `over`, and to the end of the program at most: nobody takes it away from those who have
  not seen it yet. It is for what somebody has to hear in time.
* Everybody at the table sees the words. They name no hidden chip.

What just lasts, like a cable that is pulled out, needs no note: `Evening.trouble` shows it for as long as it lasts.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock
from time import monotonic, time
from typing import Any, Final

from companion.app.pages import told
from companion.app.program_log import for_the_log
from companion.faces.hall import Unread
from companion.faces.languages import Language
from companion.rules.kernel.sentences import SaidSentence, Sentence, Term, Terms
from companion.table.phrases import Phrase
from companion.table.whole_files import OURS_ALONE, write_whole

log = logging.getLogger(__name__)

QUIET: Final = 600.0
"""Seconds without a matter after which it counts as new again."""
MOST: Final = 30
"""The most notes that are kept, beside the lasting ones; the oldest one makes room."""

Words = Sentence | Phrase
"""What a note may say. A phrase of the readers is turned into a sentence."""


@dataclass(frozen=True)
class KeptNote:
    """A note that somebody should read."""

    key: str
    what: Sentence
    remedy: Sentence
    """Without a template if nothing can be done."""
    at: float
    """When it happened last, in seconds since 1970."""
    read: bool = False
    lasting: bool = False
    """Whether it stands until it is over, whoever has read it."""


class NoteBoard:
    """All notes. Those that nobody has read are kept in a file for the next start."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        clock: Callable[[], float] = time,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        """Without a path, or if the file cannot be written, notes last as long as the program runs.

        `steady` is a clock that nobody sets.
        """
        self.changed: Callable[[], None] = lambda: None
        """Called after each change, by the thread that made it."""
        self._path = path
        self._clock = clock
        self._steady = steady
        self._lock = Lock()
        self._notes = read_notes(path) if path else {}
        self._seen: dict[str, float] = dict.fromkeys(self._notes, steady())
        """When each matter last came up, on the steady clock."""

    def add(self, key: str, what: Words, remedy: Words | None = None, *, lasting: bool = False) -> None:
        """Add a note that everybody at the table should see."""
        with self._lock:
            before, since = self._notes.get(key), self._seen.get(key, 0.0)
            self._seen[key] = self._steady()
            words = as_sentence(what), as_sentence(remedy or Sentence(""))
            note = KeptNote(key, *words, self._clock(), lasting=lasting)
            same = before is not None and (before.what, before.remedy) == words
            if same and before is not None and self._seen[key] < since + QUIET:
                return
            self._notes.pop(key, None)
            self._notes[key] = note
            while len(passing := [one.key for one in self._notes.values() if not one.lasting]) > MOST:
                self._forget(passing[0])
            self._save()
        told_what, told_remedy = map(for_the_log, words)
        log.warning("Note %s: %s %s", key, told_what, told_remedy)
        self.changed()

    def over(self, key: str) -> None:
        """Remove a note that need not be read any more. If the matter comes up again, it is new."""
        with self._lock:
            known = self._forget(key)
            if known is None or known.read:
                return
            self._save()
        self.changed()

    def read(self, key: str) -> bool:
        """Remove a note because somebody has read it, and return whether there was such a note."""
        with self._lock:
            note = self._notes.get(key)
            if note is None or note.read or note.lasting:
                return False
            self._notes[key] = KeptNote(key, note.what, note.remedy, note.at, read=True)
            self._save()
        log.info("Note %s was read.", key)
        self.changed()
        return True

    def unread(self) -> tuple[KeptNote, ...]:
        """All notes that nobody has read: those that last, then the others, the newest first."""
        with self._lock:
            newest = [note for note in reversed(self._notes.values()) if not note.read]
        return tuple(sorted(newest, key=lambda note: not note.lasting))

    def said(self, language: Language) -> tuple[Unread, ...]:
        """All unread notes in a language, in the same order."""
        say, today = language.say, datetime.fromtimestamp(self._clock()).date()
        return tuple(
            Unread(note.key, note.what.said(say), note.remedy.said(say), moment(note.at, today), note.lasting)
            for note in self.unread()
        )

    def _forget(self, key: str) -> KeptNote | None:
        self._seen.pop(key, None)
        return self._notes.pop(key, None)

    def _save(self) -> None:
        """Save the notes; the lock is held. If the disk fails, notes are still shown."""
        if self._path is None:
            return
        rows = [row_of(note) for note in self._notes.values() if not (note.read or note.lasting)]
        try:
            write_whole(self._path, json.dumps(rows, ensure_ascii=False, indent=1).encode(), OURS_ALONE)
        except OSError:
            log.exception("Unread notes could not be written.")


def as_sentence(words: Words) -> Sentence:
    """Words of the readers or of the program, as a sentence."""
    return words if isinstance(words, Sentence) else told(words).sentence


def moment(at: float, today: object) -> str:
    """When something happened: the time of day, with the date if that is not today."""
    when = datetime.fromtimestamp(at)
    return when.strftime("%H:%M" if when.date() == today else "%Y-%m-%d %H:%M")


# -- as a file -----------------------------------------------------------------------------------------------------


def read_notes(path: Path) -> dict[str, KeptNote]:
    """The notes that nobody had read when the program ended. What cannot be read is left out."""
    found = {}
    with suppress(OSError, ValueError, TypeError, RecursionError):
        for row in json.loads(path.read_bytes()):
            with suppress(ValueError, TypeError, KeyError, AttributeError):
                note = KeptNote(str(row["key"]), sentence_in(row["what"]), sentence_in(row["remedy"]), float(row["at"]))
                note.what.said()
                note.remedy.said()
                found[note.key] = note
    return found


def row_of(note: KeptNote) -> dict[str, Any]:
    """A note as JSON."""
    return {"key": note.key, "what": sentence_row(note.what), "remedy": sentence_row(note.remedy), "at": note.at}


def sentence_row(sentence: Sentence) -> list[Any]:
    """A sentence as JSON, with the sentences inside it, so that it can still be said in any language."""
    return [sentence.template, {name: value_row(value) for name, value in sentence.values.items()}]


def value_row(value: object) -> Any:
    """A value as JSON; plain values stay as they are."""
    if isinstance(value, SaidSentence):
        return {"told": sentence_row(value.sentence), "whole": value.whole}
    if isinstance(value, Sentence):
        return {"told": sentence_row(value), "whole": False}
    if isinstance(value, Terms):
        return {"terms": [value_row(term) for term in value.terms], "by": value.joined_by, "commas": value.commas}
    if isinstance(value, Term):
        return {"term": str(value)}
    return value if isinstance(value, int | float) else str(value)


def sentence_in(row: Any) -> Sentence:
    """A sentence from JSON."""
    template, values = row
    return Sentence(str(template), {str(name): value_in(value) for name, value in values.items()})


def value_in(row: Any) -> Any:
    """A value from JSON."""
    if not isinstance(row, dict):
        return row
    if "told" in row:
        sentence = sentence_in(row["told"])
        return SaidSentence(sentence.template, whole=bool(row["whole"]), **sentence.values)
    if "terms" in row:
        return Terms(map(value_in, row["terms"]), str(row["by"]), commas=bool(row["commas"]))
    return Term(row["term"])
