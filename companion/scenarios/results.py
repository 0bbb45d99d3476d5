"""The result of a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class ScenarioProblem:
    """Something that is not as the scenario says, or that cannot be read: where, and what."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


@dataclass(frozen=True)
class ScenarioResult:
    """One scenario, passed or not. A malformed one was never played."""

    file: Path
    line: int
    title: str
    problems: tuple[ScenarioProblem, ...] = ()
    malformed: bool = False
    notes: tuple[ScenarioProblem, ...] = ()
    """What is odd about the position, such as more chips than the box holds. It was played nevertheless."""

    broke: Exception | None = None
    """Where the rules themselves broke down: with its traceback, for who works on them."""

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON data."""
        return {
            "file": str(self.file),
            "line": self.problems[0].line if self.problems else self.line,
            "title": self.title,
            "malformed": self.malformed,
            "problems": [f"{self.file}:{problem.line}: {problem.text}" for problem in self.problems],
        }

    def said(self) -> list[str]:
        """Return the notes as text, each with its place."""
        return [f"{self.file}:{note.line}: {note.text}" for note in self.notes]
