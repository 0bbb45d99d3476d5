"""Situations: what people do with their hands, and what the companion should make of it, one file per theme."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from companion.cli.situations import ReadSituation, SituationTable, read_situations, situation_files
from companion.rehearsal.faults import Noise
from companion.rehearsal.situations.play import play
from companion.rehearsal.situations.wanted import GivenAnswer
from companion.rules import UNSEEN, Draw, Illegal, Match

FOLDER = Path(__file__).with_name("situations")
LISTED = FOLDER / "known_otherwise.txt"
SEED = 1
"""Without noise it only decides when each reader looks."""

ALL = [one for file in situation_files([FOLDER]) for one in read_situations(file)]
KNOWN = LISTED.read_text(encoding="utf-8").splitlines()


def named(one: ReadSituation) -> str:
    """The title of a situation, or where it stands."""
    return one.situation.title if one.situation else one.where


@pytest.mark.parametrize("one", ALL, ids=named)
def test_each_situation_comes_out_as_people_want_it_or_is_known_to_come_out_otherwise(one: ReadSituation) -> None:
    assert one.situation, f"{one.where}: {one.wrong}"
    differs = play(one.situation, SituationTable, Noise(), SEED)
    if one.situation.title in KNOWN:
        assert differs, f"{one.where} comes out right now: take its title out of {LISTED.name}"
    else:
        assert not differs, "\n".join([f"{one.where}: {one.situation.title}", *differs])


def test_what_comes_out_otherwise_is_listed_once_and_in_order() -> None:
    assert sorted(set(KNOWN)) == KNOWN
    assert set(KNOWN) <= {named(one) for one in ALL}


def test_each_situation_has_a_title_of_its_own() -> None:
    titles = [named(one) for one in ALL]
    assert sorted(set(titles)) == sorted(titles)


def is_legal(match: Match, groups: Sequence[Sequence[GivenAnswer]]) -> bool:
    """Whether these answers can be given, each group in some order. What is drawn nobody sees."""
    if not groups:
        return True
    for order in permutations(groups[0]):
        tried = match.copy()
        try:
            for answer in order:
                while isinstance(tried.pending, Draw):
                    tried.draw((UNSEEN,) * tried.pending.count)
                tried.answer(answer.token, answer.seat)
        except Illegal:
            continue
        if is_legal(tried, groups[1:]):
            return True
    return False


@pytest.mark.parametrize("one", ALL, ids=named)
def test_what_is_wanted_is_legal(one: ReadSituation) -> None:
    assert one.situation
    assert all(is_legal(one.situation.start, wanted.answers) for wanted in one.situation.wanted)
