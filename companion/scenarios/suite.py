"""Many scenarios: the files below a folder, and all that stands in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.rules.kernel.positions import NotBuilt, PositionError
from companion.scenarios.documents import Document, Malformed, read_documents
from companion.scenarios.play import play
from companion.scenarios.results import Problem, Result
from companion.scenarios.scenario import read_scenario, read_title

ENDINGS = (".yaml", ".yml")


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The files themselves, and every scenario file below the folders; each once."""
    found: dict[Path, Path] = {}
    for path in paths:
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix in ENDINGS and file.is_file())
        for file in files:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def run_file(file: Path) -> Iterator[Result]:
    """Every scenario of a file."""
    for document in read_documents(file):
        if isinstance(document, Malformed):
            yield Result(file, document.line, "", (Problem(document.line, document.message),), malformed=True)
        else:
            yield run_document(document)


def run_document(document: Document) -> Result:
    """One scenario, read and played."""
    title = read_title(document)
    notes: tuple[Problem, ...] = ()
    try:
        scenario = read_scenario(document)
        notes = tuple(Problem(document.line_of(note.path), note.text) for note in scenario.notes)
        problems = play(scenario)
    except PositionError as problem:
        found = (Problem(document.line_of(problem.path), problem.message),)
        return Result(document.file, document.line, title, found, malformed=not isinstance(problem, NotBuilt))
    except Exception as problem:  # one broken scenario must not hide what came of the others
        found = (Problem(document.line, f"the rules broke down: {type(problem).__name__}: {problem}"),)
        return Result(document.file, document.line, title, found, notes=notes)
    return Result(document.file, document.line, title, problems, notes=notes)
