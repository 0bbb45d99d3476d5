"""Every scenario file holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.scenarios import files_in, run_document
from companion.scenarios.documents import Document, Malformed, read_documents
from companion.scenarios.scenario import read_title

FOLDER = Path(__file__).parent / "scenarios"

DOCUMENTS = [
    pytest.param(document, id=f"{file.relative_to(FOLDER)}:{title}")
    for file in files_in([FOLDER])
    for document in read_documents(file)
    for title in [read_title(document) if isinstance(document, Document) else f"line {document.line}"]
]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_it_holds(document: Document | Malformed) -> None:
    assert isinstance(document, Document), document
    result = run_document(document)
    assert result.passed, "\n".join(map(str, result.problems))


def test_there_are_scenarios() -> None:
    assert len(DOCUMENTS) > 100
