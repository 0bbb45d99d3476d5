"""Each rule's scenarios can be looked at, step by step, in every language."""

from __future__ import annotations

import pytest

from companion.app.scenes import folder, scene, sources, titles
from companion.faces.hall import HallError
from companion.faces.languages import ENGLISH, languages
from companion.rules.kernel.board import Total
from companion.scenarios.documents import Malformed, read_documents
from companion.scenarios.suite import files_in

GAME = "puzzle-strike"


def test_skimming_finds_what_reading_finds() -> None:
    read = set()
    for file in files_in([folder()])[:6]:
        for document in read_documents(file):
            assert not isinstance(document, Malformed)
            assert isinstance(document.value, dict)
            if "rule" in document.value:
                read.add((file.name, str(document.value["rule"]), str(document.value["title"])))
    found = {(one.file.name, rule, one.title) for (_, rule), some in sources(folder()).items() for one in some}
    assert read
    assert read <= found


@pytest.mark.parametrize("rule", sorted(titles(GAME))[::9])
def test_scenes_are_played_to_their_end(rule: str) -> None:
    for number, title in enumerate(titles(GAME)[rule][:3]):
        shown = scene(GAME, rule, number, ENGLISH)
        assert shown.title == title
        russian = scene(GAME, rule, number, languages()["ru"])
        assert len(russian.steps) == len(shown.steps)


def test_what_is_refused_is_told_with_its_reason() -> None:
    number = titles(GAME)["crash-gem"].index("The player picks which gem to crash, and only gems of the own pile")
    shown = scene(GAME, "crash-gem", number, ENGLISH)
    refused = [step for step in shown.steps if step.why_refused]
    assert refused[0].said == "break a 3-gem"
    assert "no 3-gem" in refused[0].why_refused
    totals = [[piece.value for piece in panel.pieces if isinstance(piece, Total)] for panel in shown.before.seats]
    assert totals == [[5], [3]]


def test_there_is_none_where_no_scenario_is() -> None:
    with pytest.raises(HallError):
        scene(GAME, "crash-gem", 999, ENGLISH)
    with pytest.raises(HallError):
        scene("chess", "castling", 0, ENGLISH)
