"""Situation files: reading them, and the companion that follows a table in the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.cli.example_tables import TABLES, table_from
from companion.cli.following import Following
from companion.referee.inputs import Back, Stands
from companion.rehearsal.games.mistakes.puzzle_strike import CATALOGUE
from companion.rehearsal.situations.situation import SituationReader, TableSituation
from companion.rules.kernel.positions import PositionError
from companion.scenarios.documents import Malformed, Value, read_documents
from companion.session.scratch import unrecorded
from companion.table.twin import Twin

ENDINGS = (".yaml", ".yml")
OWN_KEYS = {"title", "script", "wanted"}


class ReadSituation(NamedTuple):
    """A situation of a file, or what is wrong with it."""

    file: Path
    line: int
    situation: TableSituation | None
    wrong: str = ""

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"


class SituationTable(Following):
    """Follows a table at which a game goes on. Hands and bags were never looked into."""

    def __init__(self, situation: TableSituation) -> None:
        layout, kinds = situation.layout, situation.kinds
        twin = Twin(layout, dict(kinds), situation.places)
        super().__init__(unrecorded(situation.start, layout, kinds, twin), {})

    def undo(self, seats: Sequence[str], now: float) -> None:
        """Take the last answer back."""
        point = self.game.moment().undo
        if point is not None:
            self._say(Back(tuple(seats), point, "taken back", now, self._id()), now)

    def stand(self, seats: Sequence[str], now: float) -> None:
        """Let the rulings that are open stand."""
        for ruling in self.game.moment().rulings:
            self._say(Stands(tuple(seats), ruling.number, now, self._id()), now)

    @property
    def record(self) -> list[tuple[str, str]]:
        """Each answer that counts now."""
        return [(str(one.who), str(one.what)) for one in self.game.arbiter.record.line if one.kind == "answer"]

    @property
    def agrees(self) -> bool:
        """Whether table and rules agree."""
        moment = self.game.moment()
        return moment.settled and not moment.rulings and not moment.owed


@cache
def kit_reader() -> SituationReader:
    """The reader of situations at the example tables of two seats."""
    rules = {key: frozenset(mistake.rules) for key, mistake in CATALOGUE.items()}
    layouts = cache(lambda kit: table_from(TABLES / f"{kit}-2.toml"))
    return SituationReader(layouts, rules)


def situation_files(paths: Sequence[Path]) -> list[Path]:
    """Return the situation files among these paths and below these folders, in order."""
    found: list[Path] = []
    for path in paths:
        below = sorted(one for one in path.rglob("*") if one.suffix in ENDINGS) if path.is_dir() else [path]
        found += [one for one in below if one not in found]
    return found


def read_situations(file: Path) -> list[ReadSituation]:
    """Read all situations of a file; one that cannot be read does not hide the others.

    A document before them that tells nothing but a position (and a kit) holds for each that does not say otherwise."""
    found: list[ReadSituation] = []
    usual: dict[str, Value] = {}
    for document in read_documents(file):
        if isinstance(document, Malformed):
            found.append(ReadSituation(file, document.line, None, document.message))
            continue
        value = document.value
        if isinstance(value, dict) and not found and not OWN_KEYS & value.keys():
            usual |= value
            continue
        try:
            both = {**usual, **value} if isinstance(value, dict) else value
            found.append(ReadSituation(file, document.line, kit_reader().read(both)))
        except PositionError as problem:
            found.append(ReadSituation(file, document.line_of(problem.path), None, problem.message))
    return found
