"""The running program as faces see it: its tables, their records, and what can be tried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from companion.app.bug_report import bug_report
from companion.app.note_board import NoteBoard
from companion.app.proofs import find_own, verified
from companion.app.replaying import UNREADABLE, Passages, passages, position_at
from companion.app.table import ChipsFor, RunningTable, no_chips
from companion.app.telling import game_line, mistakes_in, seen_between
from companion.app.what_if import read_changes, what_if
from companion.faces.hall import Hall, HallError, Replayed, Tried, Verified
from companion.faces.languages import Language
from companion.faces.told_game import GameLine, SeenChip, ToldGame
from companion.ledger import (
    USUAL_TABLE,
    GameRow,
    KeptProof,
    Ledger,
    Recorded,
    RecordProblems,
    read_kept,
    read_record,
    write_record,
)
from companion.referee.trouble import RESTART, broke
from companion.referee.verifying import played
from companion.rules import Words, find_game
from companion.rules.kernel.by_hand import HandAct
from companion.rules.kernel.sentences import Sentence
from companion.session.session import LookRecorder
from companion.table.layout import Layout

UNREAD: Final = "unread.json"
"""The file with the notes that nobody has read yet; that of any table but the usual one has the table's id in it."""
MOST_KEPT: Final = 3
"""How many games that people look through are kept ready."""
NOT_KEPT = "This is neither a head nor a checkpoint. Copy all of it."


class RunningHall(Hall):
    """Any number of tables, each with a session of its own, and one ledger for all their games."""

    def __init__(
        self,
        path: Path,
        *,
        tables: Mapping[str, Layout | None] | None = None,
        chips: ChipsFor = no_chips,
        recorder: Callable[[], LookRecorder | None] = lambda: None,
        folder: Path | None = None,
        clock: Callable[[], float] = monotonic,
        traces: Path | None = None,
    ) -> None:
        """`tables` are the tables by their ids, each with its readers if it has any; `recorder`
        makes what writes down a table's looks; `folder` gets the notes that games are under way;
        `traces` is where looks are written down, if they are.

        Raises `LedgerError`.
        """
        self.ledger = Ledger.open(path)
        self.own = find_own(self.ledger.path.parent)
        """The key with which this device signs its records."""
        self._kept: dict[tuple[str, str, str], tuple[Passages, Recorded, Words]] = {}
        self._lock = Lock()
        self._traces = traces
        self._listeners: dict[str, Callable[[], None]] = {}
        self._tables: dict[str, RunningTable] = {}
        for key, layout in (tables or {USUAL_TABLE: None}).items():
            self._tables[key] = RunningTable(
                key,
                self.ledger,
                NoteBoard(path.with_name(UNREAD if key == USUAL_TABLE else f"unread-{key}.json")),
                layout=layout,
                chips=chips,
                signs=self.own.key,
                changed=self._tell,
                recorder=recorder(),
                clock=clock,
                folder=folder,
            )

    @property
    def tables(self) -> Mapping[str, RunningTable]:
        return self._tables

    def table(self, key: str = "") -> RunningTable:
        return self._tables[key or next(iter(self._tables))]

    def resume(self) -> list[RunningTable]:
        """Continue the last game of each table that is not over, and return these tables. Raises `LedgerError`."""
        return [table for table in self._tables.values() if table.resume()]

    def close(self) -> None:
        """End all sessions, and close the ledger."""
        for table in self._tables.values():
            table.close()
        self.ledger.close()

    def subscribe(self, name: str, listener: Callable[[], None]) -> None:
        self._listeners[name] = listener

    def _tell(self) -> None:
        for listener in list(self._listeners.values()):
            listener()

    def warn(self, key: str, what: Sentence, remedy: Sentence | None = None) -> None:
        """Everybody at every table should know this."""
        for table in self._tables.values():
            table.board.add(key, what, remedy)

    def part_broke(self, part: str) -> None:
        self.warn(f"part:{part}", broke(part), RESTART)

    # -- what was played ---------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        with Ledger.open(self.ledger.path, read_only=True) as ledger:
            return ledger.games()

    def export(self, number: int, audience: str) -> str:
        with Ledger.open(self.ledger.path, read_only=True) as ledger:
            return write_record(ledger.game(number), audience, self.own.key)

    def bug_report(self, table: str, languages: Mapping[str, Language]) -> bytes:
        return bug_report(self.table(table), self.export, languages, self.ledger.path.parent, self._traces)

    def _recorded(self, number: int, audience: str) -> Recorded:
        found = read_record(self.export(number, audience))
        if isinstance(found, RecordProblems):
            raise HallError(Sentence(UNREADABLE, {"problem": found[0]}))
        return found

    def replay(self, number: int, at: int | None, audience: str, language: Language) -> Replayed:
        return self._passages(number, audience, language)[0].after(at)

    def told(self, number: int, audience: str, language: Language) -> ToldGame:
        return self._passages(number, audience, language)[0].told

    def seen(self, number: int, at: int | None, audience: str, language: Language) -> tuple[SeenChip, ...]:
        found, recorded, words = self._passages(number, audience, language)
        shown = found.after(at)
        return seen_between(recorded, shown.before if shown.at else 0, shown.at, words)

    def _passages(self, number: int, audience: str, language: Language) -> tuple[Passages, Recorded, Words]:
        """A game as it may be looked through. The last few are kept: people step through one and the same game."""
        with Ledger.open(self.ledger.path, read_only=True) as ledger:
            key = (ledger.game(number).head, audience, language.code)
        with self._lock:
            kept = self._kept.pop(key, None)
        if kept is None:
            recorded = self._recorded(number, audience)
            mistakes = mistakes_in(recorded, language)
            found = passages(number, played(recorded), audience, language, mistakes)
            words = find_game(str(recorded.entries[0].payload.get("game", ""))).words
            kept = found, recorded, type(words)(language.say, language.several)
        with self._lock:
            self._kept[key] = kept
            while len(self._kept) > MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
        return kept

    def lines(self, language: Language) -> list[GameLine]:
        with Ledger.open(self.ledger.path, read_only=True) as ledger:
            return [game_line(ledger, row, language) for row in ledger.games()]

    def position_at(self, number: int, at: int | None, audience: str) -> str:
        return position_at(played(self._recorded(number, audience)), at)

    def verify(self, number: int, audience: str, kept: str, language: Language) -> Verified:
        proof = read_kept(kept) if kept else KeptProof()
        if proof is None:
            raise HallError(Sentence(NOT_KEPT))
        return verified(read_record(self.export(number, audience)), proof, language)

    @property
    def device(self) -> str:
        return self.own.key.fingerprint if self.own.key else ""

    # -- trying out --------------------------------------------------------------------------------------------

    def read_changes(self, text: str) -> Mapping[str, object]:
        return read_changes(text)

    def what_if(
        self, position: str, answers: str, language: Language, acts: Sequence[HandAct] = (), inside: str = ""
    ) -> Tried:
        return what_if(position, answers, language, acts, inside)
