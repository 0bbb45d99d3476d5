"""One input after the other: recorded, and only then shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.stored import to_json
from companion.ledger import Entry, Ledger, LedgerError
from companion.referee.acting import give
from companion.referee.entries import result_of, shown_by, state_of
from companion.referee.inputs import Answered, Back, Corrected, Finished, Seen, Stands, Ticked, Told
from companion.referee.outcome import Moment
from companion.referee.referee import Referee
from companion.table import under_way
from companion.table.changes import Doubt, Tapped
from companion.table.sightings import Uid
from tests.referee.games import Seen as SeenGame
from tests.referee.games import by_hand, say, wait

PUT_RIGHT = {"seats": {"A": {"pile": [1, 2]}}, "bank": {"change": {"gem_2": -1}}}


def payloads(referee: Referee) -> list[dict[str, object]]:
    return [entry.payload for entry in referee.saving.game.entries(1)]


def timeless(referee: Referee) -> dict[str, object]:
    """All but what time it is: that nothing happened meanwhile was not recorded."""
    return {**to_json(referee.arbiter), "now": 0.0, "doubt": False}


def as_it_was(one: Referee, other: Referee) -> bool:
    return timeless(one) == timeless(other)


# -- recorded, then shown --------------------------------------------------------------------------------------


def test_nobody_sees_what_is_not_on_disk(ledger: Ledger, path: Path) -> None:
    referee = by_hand(ledger)
    seen: list[tuple[int, int]] = []

    def look(moment: Moment) -> None:
        with Ledger.open(path, read_only=True) as other:
            seen.append((moment.number, other.game(1).last.number))

    referee.subscribe("a display", look)
    say(referee, "A", "done", "buy:wound")
    assert seen == [(1, 1), (2, 2)]


def test_an_entry_tells_what_came_in_and_what_was_said(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    outcome = referee.step(Answered("A", "done", 7.00006, "p1"))
    assert (outcome.number, outcome.saved, outcome.words) == (1, True, "")
    assert outcome.moment
    assert outcome.moment.match.pending == referee.arbiter.match.pending
    (entry,) = payloads(referee)
    assert entry == {
        "in": "answer",
        "at": 7.0001,
        "seat": "A",
        "token": "done",
        "id": "p1",
        "said": [["answer", "A", "done"]],
        "state": state_of(referee.arbiter.match),
        "shown": shown_by(referee.arbiter),
    }


def test_a_refusal_changes_nothing_and_is_no_entry(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    before = referee.moment()
    published: list[Moment] = []
    referee.subscribe("a display", published.append)
    outcome = referee.step(Answered("B", "done", 1.0))
    assert not outcome.accepted
    assert outcome.refusal
    assert outcome.words == outcome.refusal.why
    after = referee.moment()
    assert (after.match.table, after.asked, after.todo) == (before.match.table, before.asked, before.todo)
    assert (payloads(referee), published) == ([], [])


def test_a_request_that_comes_twice_counts_once(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    say(referee, "A", "done")
    first = referee.step(Answered("A", "buy:wound", 5.0, "p1-3"))
    again = referee.step(Answered("A", "buy:wound", 6.0, "p1-3"))
    assert (again.number, again.again, again.accepted, again.saved) == (first.number, True, True, True)
    other = referee.step(Answered("B", "done", 7.0, "p1-3"))  # the name belongs to A's phone, not to the request
    assert not other.again
    resumed = Referee.resume(ledger, 1)
    assert resumed.step(Answered("A", "buy:wound", 8.0, "p1-3")).again


def test_time_alone_is_recorded_only_where_it_changes_something(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    wait(referee, 60.0)
    number = referee.saving.number
    wait(referee, 60.0)
    assert number == referee.saving.number <= 1


def test_the_clock_never_goes_back(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    referee.step(Ticked(50.0))
    outcome = referee.step(Answered("A", "done", 20.0))
    assert outcome.input.at == referee.now == 50.0
    assert Referee.resume(ledger, 1).now == 50.0


# -- the rest of what people say -----------------------------------------------------------------------------------


def test_going_back_and_putting_right_are_entries(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    say(referee, "A", "done")
    back = referee.step(Back(("A", "B"), referee.arbiter.record.point - 1, "a slip", 5.0))
    assert back.accepted, back.words
    corrected = referee.step(Corrected(("A", "B"), PUT_RIGHT, "an elbow", 6.0))
    assert corrected.accepted, corrected.words
    assert referee.arbiter.match.view("table").zones["A.pile"] == ("gem_1", "gem_2")
    kinds = [[row[0] for row in entry["said"]] for entry in payloads(referee)]  # type: ignore[attr-defined]
    assert kinds == [["answer"], ["back"], ["correct"]]
    resumed = Referee.resume(ledger, 1)
    assert to_json(resumed.arbiter) == to_json(referee.arbiter)
    assert resumed.troubles == []


@pytest.mark.parametrize(
    "one",
    [
        Back(("A",), 0, "", 1.0),
        Back(("nobody",), 0, "", 1.0),
        Corrected(("A",), {"A.pile": []}, "", 1.0),
        Corrected(("A", "B"), {"moon": 3}, "", 1.0),
        Stands(("A", "B"), 99, 1.0),
        Told("A", ("gem_1",), 1.0),
        Answered("nobody", "done", 1.0),
        Finished(("A",), 1.0),
        Finished((), 1.0),
    ],
    ids=str,
)
def test_what_is_not_allowed_is_refused_in_words(ledger: Ledger, one: Answered) -> None:
    referee = by_hand(ledger)
    outcome = referee.step(one)
    assert not outcome.accepted
    assert outcome.refusal
    assert outcome.words
    assert referee.troubles == []


def test_what_json_cannot_hold_is_refused(ledger: Ledger) -> None:
    outcome = by_hand(ledger).step(Answered("A", "\ud800", 1.0))
    assert "cannot be recorded" in outcome.words
    assert not outcome.accepted


def test_a_closed_record_takes_nothing_more(ledger: Ledger, tmp_path: Path) -> None:
    referee = by_hand(ledger, tmp_path)
    assert under_way.read(tmp_path) == under_way.UnderWay("A duel", "now", number=1)
    finished = referee.step(Finished(("A", "B"), 4.0, "end"))
    assert finished.accepted
    assert referee.over
    assert under_way.read(tmp_path) is None
    assert ledger.game(1).over
    assert payloads(referee)[-1]["result"] == result_of(referee.arbiter.match)
    assert "over" in referee.step(Answered("A", "done", 5.0)).words
    assert referee.step(Finished(("A", "B"), 5.0, "end")).again
    assert referee.step(Ticked(9.0)).number is None
    assert Referee.resume(ledger, 1).over


# -- breaking down -----------------------------------------------------------------------------------------------


def test_a_breakdown_costs_one_input(ledger: Ledger, seen: SeenGame, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = seen.begin(ledger)
    poison = Seen(Tapped(Uid("04DEADBEEF0000"), "3.0", 1.0), 1.0)
    take = Arbiter.take

    def break_down(self: Arbiter, change: object, now: float, *, doubt: Doubt = Doubt.NONE) -> None:
        take(self, change, now, doubt=doubt)  # type: ignore[arg-type]
        if getattr(change, "uid", "") == poison.change.uid:  # type: ignore[union-attr]
            self.books.debts.clear()
            self.asked = None
            raise KeyError("a gap in the program")

    monkeypatch.setattr(Arbiter, "take", break_down)
    for at, one in enumerate(seen.inputs):
        if at % 500 == 250:
            before = timeless(referee)
            outcome = referee.step(Seen(poison.change, one.at))
            assert outcome.failed
            assert not outcome.accepted
            assert "KeyError" in outcome.words
            assert timeless(referee) == before
        referee.step(one)
    failed = [entry for entry in payloads(referee) if "failed" in entry]
    assert len(failed) == len(seen.inputs) // 500
    assert failed[0]["said"] == []
    assert [entry for entry in payloads(referee) if "failed" not in entry] == list(seen.entries[1:])
    assert len(referee.troubles) == len(failed)
    assert as_it_was(Referee.resume(ledger, 1), referee)


def test_a_face_that_breaks_down_harms_nobody(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    published: list[Moment] = []

    def broken(moment: Moment) -> None:
        raise RuntimeError("no such font")

    referee.subscribe("the display", broken)
    referee.subscribe("a phone", published.append)
    say(referee, "A", "done", "buy:wound")
    assert len(published) == 2
    assert referee.troubles == ["the display (RuntimeError: no such font) could not show what is new, 2 times."]


# -- a disk that takes nothing -----------------------------------------------------------------------------------


class FullDisk:
    """Between the referee and its ledger."""

    def __init__(self, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        append = ledger.store.append

        def maybe(game: int, entry: Entry) -> None:
            if self.full:
                raise LedgerError("The disk is full. Make room on it.", temporary=True)
            append(game, entry)

        monkeypatch.setattr(ledger.store, "append", maybe)


def test_the_game_goes_on_while_the_disk_is_full(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    disk, referee = FullDisk(ledger, monkeypatch), by_hand(ledger)
    moments: list[Moment] = []
    referee.subscribe("a display", moments.append)
    say(referee, "A", "done")
    disk.full = True
    outcome = say(referee, "A", "buy:wound")
    assert not outcome.saved
    assert outcome.accepted
    say(referee, "A", "done")
    assert referee.unsaved == 2
    assert "Make room" in referee.troubles[0]
    assert "2 entries of game 1 are not saved" in referee.troubles[0]
    assert [(moment.number, moment.saved, moment.unsaved) for moment in moments] == [
        (1, True, 0),
        (2, False, 1),
        (3, False, 2),
    ]
    disk.full = False
    outcome = referee.step(Ticked(referee.now + 1.0))
    assert outcome.moment
    assert outcome.moment.saved
    assert (moments[-1].saved, referee.unsaved, referee.troubles) == (True, 0, [])
    assert [entry["token"] for entry in payloads(referee)] == ["done", "buy:wound", "done"]
    assert as_it_was(Referee.resume(ledger, 1), referee)


def test_a_game_is_under_way_until_its_end_is_on_disk(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    disk, referee = FullDisk(ledger, monkeypatch), by_hand(ledger, tmp_path)
    disk.full = True
    assert referee.step(Finished(("A", "B"), 4.0)).accepted
    assert under_way.read(tmp_path)
    disk.full = False
    referee.step(Ticked(5.0))
    assert under_way.read(tmp_path) is None


def test_a_folder_that_cannot_be_written_is_said(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    referee = by_hand(ledger, tmp_path / "file")
    assert "could not be noted" in referee.troubles[0]


# -- whole games -------------------------------------------------------------------------------------------------


def test_a_game_that_readers_saw(ledger: Ledger, seen: SeenGame) -> None:
    referee = seen.begin(ledger)
    for one in seen.inputs:
        referee.step(one)
    assert payloads(referee) == list(seen.entries[1:])
    assert len(seen.entries) > 100
    assert sum("seen" in entry for entry in seen.entries) > 50
    bare = seen.beginning.arbiter()
    for one in seen.inputs:  # every tick counts here
        give(bare, one)
    assert to_json(bare) == to_json(referee.arbiter)
