"""Looking through a game: most entries show nothing new, and one steps over these."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.app.replaying import look_through
from companion.faces.hall import HallError
from companion.faces.languages import ENGLISH
from companion.ledger import RecordProblem
from companion.referee.verifying import KeptBack, VerifiedStep
from companion.rules import TABLE, Said
from tests.arbiter.starts import in_turn

SAID = {2: "play:combine", 5: "combine:1+1", 8: "done"}
"""By the number of the entry; what comes between are looks of readers."""


def steps(last: int = 9) -> Iterator[VerifiedStep]:
    match = in_turn()
    yield VerifiedStep(0, 1, 0.0, [], (), match)
    for number in range(1, last + 1):
        token = SAID.get(number)
        events = match.answer(token, "A") if token else ()
        said = [Said("answer", "A", token)] if token else []
        yield VerifiedStep(number, number + 1, float(number), said, events, match)


@pytest.mark.parametrize(
    ("at", "before", "after"),
    [(0, 0, 2), (1, 0, 2), (2, 0, 5), (3, 2, 5), (4, 2, 5), (5, 2, 8), (7, 5, 8), (8, 5, 8), (9, 8, 9)],
)
def test_one_steps_to_where_something_is_to_be_seen(at: int, before: int, after: int) -> None:
    shown = look_through(steps(), at, TABLE, ENGLISH)
    assert (shown.at, shown.last, shown.before, shown.after) == (at, 9, before, after)
    assert bool(shown.happened) == (at in SAID)
    assert shown.seconds == at


def test_without_a_wish_the_newest_is_shown() -> None:
    shown = look_through(steps(), None, TABLE, ENGLISH)
    assert (shown.at, shown.before, shown.after) == (9, 8, 9)
    assert look_through(steps(), 99, TABLE, ENGLISH) == shown


def test_what_is_kept_back_ends_it() -> None:
    shown = look_through([*steps(3), KeptBack(4, 5)], 9, TABLE, ENGLISH)
    assert (shown.at, shown.last, shown.before) == (3, 3, 2)
    assert "stays hidden" in shown.note
    with pytest.raises(HallError, match=r"cannot be shown\. line 1: nothing"):
        look_through([RecordProblem(1, "nothing")], None, TABLE, ENGLISH)
