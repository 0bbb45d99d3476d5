"""Who sees what: views, events by audience, and events told in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules import (
    JUDGE,
    TABLE,
    UNSEEN,
    Counted,
    Draw,
    Event,
    Forced,
    Learnt,
    Moved,
    Question,
    SeatAnswer,
    Zone,
    tell,
)
from tests.rules.kernel.toy import BAG_DUE, ask, play

ZONES = {
    "bank": Zone({"gem_1": 3, "gem_2": 1}),
    "row": Zone(("gem_2", "gem_1")),
    "A.hand": Zone(("crash_gem", "wound")),
    "B.box": Zone({"gem_4": 2, "gem_1": 1}),
}
SEALED = Question("pick", {"A": ("rock", "paper"), "B": ("rock",)}, "toy", each=True, sealed=True)

OPEN = Moved("gem_1", 1, "bank", "row")
OUT_OF_A = Moved("wound", 1, "A.hand", "row")
INTO_A = Moved("gem_2", 1, "row", "A.hand")
WITHIN_A = Moved("wound", 2, "A.bag", "A.hand")


@pytest.mark.parametrize(
    ("event", "audience", "seen"),
    [
        (OPEN, TABLE, OPEN),
        (OUT_OF_A, "B", OUT_OF_A),
        (INTO_A, TABLE, INTO_A),
        (WITHIN_A, "A", WITHIN_A),
        (WITHIN_A, JUDGE, WITHIN_A),
        (WITHIN_A, "B", WITHIN_A._replace(piece=UNSEEN)),
        (WITHIN_A, TABLE, WITHIN_A._replace(piece=UNSEEN)),
        (Learnt("A.hand", ("wound",)), "A", Learnt("A.hand", ("wound",))),
        (Learnt("A.hand", ("wound",)), "B", None),
        (Learnt("row", ("wound",)), TABLE, Learnt("row", ("wound",))),
        (Forced("A", "pass"), "A", Forced("A", "pass")),
        (Forced("A", "pass"), JUDGE, Forced("A", "pass")),
        (Forced("A", "pass"), "B", None),
        (Forced("A", "pass"), TABLE, None),
        (Counted("A.money", 2), "B", Counted("A.money", 2)),
        (SeatAnswer("A", "yes"), TABLE, SeatAnswer("A", "yes")),  # an event of a game's own, for everybody
    ],
)
def test_an_event_as_an_audience_may_know_it(event: Event, audience: str, seen: Event | None) -> None:
    match = play()
    assert match.seen((OPEN, event), audience) == ((OPEN,) if seen is None else (OPEN, seen))


def test_a_view_counts_what_it_may_not_show() -> None:
    match = play(ask("yes"), zones=ZONES)
    assert match.view(TABLE).zones == {
        "bank": {"gem_1": 3, "gem_2": 1},
        "row": ("gem_2", "gem_1"),
        "A.hand": 2,
        "B.box": 3,
    }
    assert match.view("A").zones["A.hand"] == ("crash_gem", "wound")
    assert match.view("B").zones["A.hand"] == 2
    assert match.view("B").zones["B.box"] == {"gem_4": 2, "gem_1": 1}
    assert match.view(JUDGE).zones == {name: zone.content for name, zone in ZONES.items()}


def test_a_view_of_a_question_shows_the_own_options_alone() -> None:
    match = play(SEALED)
    assert match.view("A").options == {"A": ("rock", "paper")}
    assert match.view(TABLE).options == {}
    assert match.view(JUDGE).options == {"A": ("rock", "paper"), "B": ("rock",)}
    assert (match.view(TABLE).asks, match.view(TABLE).rule) == ("pick", "toy")
    assert match.view(TABLE).waiting_for == ("A", "B")


def test_a_view_never_shows_what_was_picked_in_secret() -> None:
    match = play(SEALED)
    match.answer("paper", "A")
    for audience in (TABLE, "A", "B"):
        view = match.view(audience)
        assert view.waiting_for == ("B",)
        assert "paper" not in json.dumps(view.to_json())


@pytest.mark.parametrize("audience", ["Z", "bank", "", None, ["A"]])
def test_only_seats_the_table_and_the_judge_look_on(audience: Any) -> None:
    match = play(ask("yes"))
    with pytest.raises(ValueError, match=r"Known: A, B, table, judge\."):
        match.view(audience)
    with pytest.raises(ValueError, match="There is no audience"):
        match.seen((OPEN,), audience)


def test_a_view_of_a_draw() -> None:
    view = play(BAG_DUE).view("B")
    assert (view.asks, view.about, view.waiting_for, view.draws, view.options) == ("draw", "A.bag", ("A",), 1, {})


def test_a_view_of_the_end() -> None:
    view = play().view(TABLE)
    assert (view.asks, view.waiting_for, view.options) == ("", (), {})


def test_a_view_as_json_says_the_same() -> None:
    view = play(SEALED, zones=ZONES).view("A")
    data = json.loads(json.dumps(view.to_json()))
    assert data == {
        "audience": "A",
        "zones": {
            "bank": {"gem_1": 3, "gem_2": 1},
            "row": ["gem_2", "gem_1"],
            "A.hand": ["crash_gem", "wound"],
            "B.box": 3,
        },
        "facts": {"known": ""},
        "asks": "pick",
        "about": "",
        "rule": "toy",
        "waiting_for": ["A", "B"],
        "options": {"A": ["rock", "paper"]},
        "draws": 0,
    }


def test_events_are_told_as_the_audience_may_know_them_and_never_twice_running() -> None:
    match = play()
    events = (WITHIN_A, WITHIN_A, Forced("A", "pass"), OPEN, WITHIN_A)
    hidden = "? 2 A.bag A.hand"
    assert tell(match, events, TABLE) == [hidden, "gem_1 1 bank row", hidden]
    assert tell(match, events, "A")[0] == "wound 2 A.bag A.hand"
    assert not any("pass" in line for line in tell(match, events, JUDGE)), "what was no choice is not told"


def test_a_draw_in_words() -> None:
    assert play().game.words.draw(Draw("A", "A.bag", 5, ("gem_1",) * 6, "toy")) == "5 out of A.bag"
