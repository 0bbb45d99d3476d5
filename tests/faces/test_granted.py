"""What the table was taken to mean, though nobody said it and no chip shows it: people see it, and may object."""

from __future__ import annotations

from companion.arbiter.news import ChipPath, Committed, Grounds
from companion.faces.granted import LASTS, Granted, granted_after, is_granted
from companion.faces.languages import languages
from companion.rules import Said
from tests.faces.screened import ScreenedTable
from tests.rules.playing import duel

SEEN = Grounds((ChipPath("gem_1", "A.hand", "A.played"),), (("done", "play:gem_1"),))


def said(token: str, why: Grounds = SEEN, kind: str = "answer") -> Committed:
    return Committed(Said(kind, "A", token), (), 1.0, why)


def test_only_an_answer_that_names_no_piece_and_that_nobody_gave_is_taken_for_granted() -> None:
    assert is_granted(said("done"))
    assert not is_granted(said("play:gem_1"))
    assert not is_granted(said("done", Grounds()))
    assert not is_granted(said("done", kind="learn"))


def test_its_point_is_before_it_also_if_more_followed_at_once() -> None:
    found = granted_after(None, [said("done"), said("play:gem_1")], 12)
    assert found == Granted(Said("answer", "A", "done"), 10, 1)


def test_it_is_forgotten_after_a_few_answers_and_by_going_back() -> None:
    first = granted_after(None, [said("done")], 5)
    assert first
    found: Granted | None = first
    for more in range(LASTS):
        assert found
        found = granted_after(found, [said("play:gem_1")], 6 + more)
    assert found is None
    assert granted_after(first, [said("", kind="back")], 5) is None
    assert granted_after(first, [], 5) is first


def test_everybody_sees_it_in_their_own_language_and_going_back_there_undoes_it() -> None:
    """A lays a gem as money without a word: so the actions are over."""
    table = ScreenedTable(duel(), "cells-2")
    table.draw("A", "gem_1", "gem_1", "crash_gem", "gem_1", "burning_vigor")
    table.move("gem_1", "A.hand", "A.played")
    table.wait(10)
    assert table.answers == ["A done", "A play:gem_1"]
    for audience in ("table", "A", "B", "judge"):
        found = table.seen.screen(audience).granted
        assert found
        assert found.words == "I took it that A said: done."
    assert found
    russian = table.seen.screen("B", languages()["ru"]).granted
    assert russian
    assert russian.words != found.words
    assert table.arbiter.record.at(found.point).view("table").facts["phase"] == "action"
    table.arbiter.back(found.point, "A", "", table.now)
    table.hear()
    assert table.seen.screen("A").granted is None
    assert table.arbiter.match.view("table").facts["phase"] == "action"
