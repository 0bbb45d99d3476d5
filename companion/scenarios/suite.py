"""Runs many scenarios: the files below a folder, and all scenarios of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.rules.kernel.positions import NotBuilt, PositionError
from companion.scenarios.documents import Document, Malformed, read_documents
from companion.scenarios.play import play
from companion.scenarios.results import ScenarioProblem, ScenarioResult
from companion.scenarios.scenario import read_scenario, read_title

ENDINGS = (".yaml", ".yml")


def files_in(paths: Iterable[Path]) -> list[Path]:
    """Return the given files, and every scenario file below the given folders, each once."""
    found: dict[Path, Path] = {}
    for path in paths:
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix in ENDINGS and file.is_file())
        for file in files:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def run_file(file: Path) -> Iterator[ScenarioResult]:
    """Run every scenario of a file."""
    for document in read_documents(file):
        if isinstance(document, Malformed):
            yield ScenarioResult(
                file, document.line, "", (ScenarioProblem(document.line, document.message),), malformed=True
            )
        else:
            yield run_document(document)


def run_document(document: Document) -> ScenarioResult:
    """Read and play one scenario."""
    title = read_title(document)
    notes: tuple[ScenarioProblem, ...] = ()
    try:
        scenario = read_scenario(document)
        notes = tuple(ScenarioProblem(document.line_of(note.path), note.text) for note in scenario.notes)
        problems = play(scenario)
    except PositionError as problem:
        found = (ScenarioProblem(document.line_of(problem.path), problem.message),)
        return ScenarioResult(document.file, document.line, title, found, malformed=not isinstance(problem, NotBuilt))
    except Exception as problem:  # one broken scenario must not hide the results of the others
        found = (ScenarioProblem(document.line, f"the rules broke down: {type(problem).__name__}: {problem}"),)
        return ScenarioResult(document.file, document.line, title, found, notes=notes, broke=problem)
    return ScenarioResult(document.file, document.line, title, problems, notes=notes)
