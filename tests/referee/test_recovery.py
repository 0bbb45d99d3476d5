"""After a restart everything is as it was; and where that cannot be, it is said."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.stored import to_json
from companion.ledger import Ledger
from companion.referee import referee as referee_module
from companion.referee.entries import shown_by, state_of
from companion.referee.header import CannotResume
from companion.referee.recovery import recover, snapshot_of
from companion.referee.referee import Referee
from companion.rules import Illegal, Record, Said
from tests.referee.games import Seen, by_hand, say, wait
from tests.referee.torn import campaign


def test_it_goes_on_from_anywhere(path: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped and started again and again, it writes the same record as if it had never been stopped."""
    monkeypatch.setattr(referee_module, "EVERY", 20)
    chance = Random(5)
    at = 0
    while at < len(seen.inputs):
        with Ledger.open(path) as ledger:
            referee = Referee.resume(ledger, 1) if at else seen.begin(ledger)
            assert referee.troubles == []
            upto = at + chance.randrange(1, 400)
            for one in seen.inputs[at:upto]:
                referee.step(one)
            at = upto
            left = snapshot_of(referee.arbiter), referee.moment().asked, referee.moment().todo
        with Ledger.open(path) as ledger:
            again = Referee.resume(ledger, 1)
            assert (again.moment().asked, again.moment().todo) == left[1:]
            assert as_data(snapshot_of(again.arbiter)) == as_data(left[0])
    with Ledger.open(path) as ledger:
        assert [entry.payload for entry in ledger.game(1).entries(1)] == list(seen.entries[1:])


def as_data(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Without the time: that nothing happened meanwhile was not recorded."""
    return {**json.loads(snapshot["arbiter"]), "now": 0, "doubt": 0}


def test_a_snapshot_and_the_beginning_lead_to_the_same(seen: Seen) -> None:
    entries = list(enumerate(seen.entries))[1:]
    whole = recover(seen.beginning, entries, None)
    for at in (0, 1, 40, len(entries)):
        base = recover(seen.beginning, entries[:at], None).arbiter
        snapshot = json.loads(json.dumps(snapshot_of(base), sort_keys=True))  # as a ledger gives it back
        recovered = recover(seen.beginning, entries, (at, snapshot))
        assert recovered.troubles == []
        assert to_json(recovered.arbiter) == to_json(whole.arbiter)


def test_the_order_of_keys_stays(ledger: Ledger, seen: Seen) -> None:
    """The ledger sorts them; stacks, chips and options have an order of their own, which shows."""
    referee = seen.begin(ledger)
    for one in seen.inputs[:600]:
        referee.step(one)
    again = Referee.resume(ledger, 1)  # which keeps a snapshot
    third = Referee.resume(ledger, 1)
    assert json.dumps(to_json(third.arbiter)) == json.dumps(to_json(again.arbiter))


@pytest.mark.parametrize("snapshot", [None, 3, {}, {"form": 1, "arbiter": "{}"}, {"form": 99, "arbiter": {}}])
def test_a_snapshot_that_is_none(seen: Seen, snapshot: object) -> None:
    entries = list(enumerate(seen.entries))[1:]
    recovered = recover(seen.beginning, entries, (7, snapshot))
    assert "snapshot at entry 7" in recovered.troubles[0]
    assert shown_by(recovered.arbiter) == seen.entries[-1]["shown"]


def test_a_snapshot_of_another_moment_is_noticed(seen: Seen) -> None:
    entries = list(enumerate(seen.entries))[1:]
    early = snapshot_of(recover(seen.beginning, entries[:10], None).arbiter)
    recovered = recover(seen.beginning, entries, (60, early))
    assert "did not lead to where the game was: entry" in recovered.troubles[0]
    assert state_of(recovered.arbiter.match) == seen.entries[-1]["state"]


def test_what_this_program_takes_otherwise_counts_as_it_was_recorded(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An arbiter that commits nothing by what it sees: the match is still as it was."""
    monkeypatch.setattr("companion.arbiter.arbiter.agreed_steps", lambda arbiter: ())
    entries = list(enumerate(seen.entries))[1:]
    recovered = recover(seen.beginning, entries, None)
    assert "leads to another table" in recovered.troubles[0]
    assert state_of(recovered.arbiter.match) == seen.entries[-1]["state"]


def test_looks_that_this_program_leaves_out_do_not_change_what_was_played(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An arbiter that takes in nothing of what readers see."""
    monkeypatch.setattr(Arbiter, "take", lambda self, change, now, *, doubt=False: None)
    recovered = recover(seen.beginning, list(enumerate(seen.entries))[1:], None)
    assert "leads to other questions, rulings or things to do" in recovered.troubles[0]
    assert state_of(recovered.arbiter.match) == seen.entries[-1]["state"]


def test_rules_that_refuse_what_was_played(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = by_hand(ledger)
    say(referee, "A", "done", "buy:wound", "done")
    put = Record.put

    def stricter(self: Record, entry: Said) -> Any:
        if entry.what == "buy:wound":
            raise Illegal("buy:wound", "Nobody buys that.", "")
        return put(self, entry)

    monkeypatch.setattr(Record, "put", stricter)
    with pytest.raises(CannotResume, match=r"rules do not take entry 2 of its record") as raised:
        Referee.resume(ledger, 1)
    assert isinstance(raised.value.__cause__, Illegal), "what it says may be hidden: it is for the log"
    assert ledger.game(1).last.number == 3


def test_a_ledger_with_something_else_in_it(ledger: Ledger) -> None:
    ledger.begin({"title": "no game of ours"})
    with pytest.raises(CannotResume, match="How this game began cannot be read"):
        Referee.resume(ledger, 1)


def test_an_entry_that_is_no_input(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    say(referee, "A", "done")
    ledger.game(1).append({"in": "shout", "said": [["answer", "A", "buy:wound"]]})
    resumed = Referee.resume(ledger, 1)
    assert "entry 2 is no input" in resumed.troubles[0]
    assert resumed.arbiter.match.view("table").zones["A.discard"] == ("wound",)


def test_the_clock_goes_on_behind_an_entry_that_this_program_cannot_read(ledger: Ledger) -> None:
    """As the one of a game that could not be closed because the program broke down over that."""
    referee = by_hand(ledger)
    say(referee, "A", "done")
    game = referee.saving.game
    after = {key: game.last.payload[key] for key in ("state", "shown")}
    game.append({"in": "end", "at": 500.0, "by": ["A", "B"], "failed": "KeyError", "said": [], **after})
    resumed = Referee.resume(ledger, game.number)
    assert resumed.now == 500.0
    say(resumed, "A", "buy:wound")
    assert resumed.saving.game.last.at == 501.0


def test_a_damaged_snapshot_costs_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee_module, "EVERY", 2)
    with Ledger.open(path) as ledger:
        referee = by_hand(ledger)
        say(referee, "A", "done", "buy:wound", "done")
        wait(referee, 3.0)
        left = shown_by(referee.arbiter), state_of(referee.arbiter.match)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE snapshot SET state = replace(state, 'wound', 'gem_4')")
    with Ledger.open(path) as ledger:
        resumed = Referee.resume(ledger, 1)
        assert (shown_by(resumed.arbiter), state_of(resumed.arbiter.match)) == left
        assert "damaged" in ledger.troubles[0]


def test_torn_files_start() -> None:
    tally = campaign(12, seed=4)
    assert tally.faults == []
    assert tally.resumed > 8
