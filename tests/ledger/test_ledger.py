"""Games are recorded, and are there again after every kind of ending."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.ledger import GameRow, InUse, Ledger, LedgerError, NotJson, Payload
from tests.ledger.played import HEADER, INPUTS, play, wal_of


def payloads(ledger: Ledger, number: int, since: int = 0) -> list[Payload]:
    return [entry.payload for entry in ledger.game(number).entries(since)]


def test_what_was_recorded_is_there_after_a_new_start(path: Path) -> None:
    with Ledger.open(path) as ledger:
        head = play(ledger).head
        assert payloads(ledger, 1) == [HEADER, *INPUTS]
    with Ledger.open(path) as ledger:
        assert ledger.troubles == []
        assert payloads(ledger, 1) == [HEADER, *INPUTS]
        assert (ledger.game(1).head, ledger.game(1).header) == (head, HEADER)
        ledger.game(1).append({"in": "tick"})
        assert [entry.number for entry in ledger.game(1).entries()] == [0, 1, 2, 3, 4, 5]


def test_entries_may_be_read_from_any_number_on(ledger: Ledger) -> None:
    play(ledger)
    for since in range(8):
        assert payloads(ledger, 1, since) == [HEADER, *INPUTS][since:]


def test_games_are_kept_apart(ledger: Ledger) -> None:
    one, two = ledger.begin({"title": "one"}), ledger.begin({})
    for number in range(3):
        one.append({"at": number})
        two.append({"at": -number})
    one.finish({"won": "A"})
    found = [row._replace(head="") for row in ledger.games()]
    assert found == [GameRow(1, "one", "", 5, True, ""), GameRow(2, "", "", 4, False, "")]
    assert [row.head for row in ledger.games()] == [one.head, two.head]
    assert payloads(ledger, 2) == [{}, {"at": 0}, {"at": -1}, {"at": -2}]


def test_nothing_follows_the_end(ledger: Ledger) -> None:
    game = play(ledger)
    over = [game.over]
    entry = game.finish({"won": "A", "at": 99})
    assert entry.payload == {"in": "over", "won": "A", "at": 99}
    assert [*over, game.over] == [False, True]
    for again in (game.append, game.finish):
        with pytest.raises(LedgerError, match="Game 1 is over"):
            again({})
    assert len(payloads(ledger, 1)) == 6


def test_only_finish_ends_a_game(ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match="finish"):
        play(ledger).append({"in": "over"})
    assert not ledger.begin({"in": "over"}).over


def test_what_cannot_be_recorded_leaves_no_trace(ledger: Ledger) -> None:
    game = play(ledger)
    head = game.head
    with pytest.raises(NotJson):
        game.append({"at": float("nan")})
    with pytest.raises(NotJson):
        ledger.begin({"seats": {"A"}})
    assert (game.head, len(payloads(ledger, 1)), len(ledger.games())) == (head, 5, 1)
    game.append({"at": 1.0})


def test_a_game_that_never_began(ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match="There is no game 7"):
        ledger.game(7)


# -- others ----------------------------------------------------------------------------------------------------


def test_one_program_writes(path: Path, ledger: Ledger) -> None:
    with pytest.raises(InUse, match="running companion"):
        Ledger.open(path)
    ledger.close()
    Ledger.open(path).close()


def test_others_read_meanwhile(path: Path, ledger: Ledger) -> None:
    game = play(ledger)
    with Ledger.open(path, read_only=True) as reader:
        assert len(payloads(reader, 1)) == 5
        game.append({"in": "tick"})
        assert len(payloads(reader, 1)) == 6
        assert reader.game(1).head == game.head
        with pytest.raises(LedgerError, match="write-protected"):
            reader.game(1).append({"in": "tick"})
        assert len(payloads(ledger, 1)) == 6


def test_a_reader_never_sees_half_of_anything(path: Path, ledger: Ledger) -> None:
    game = ledger.begin({})
    done = Event()
    seen: list[int] = []
    wrong: list[object] = []

    def look() -> None:
        with Ledger.open(path, read_only=True) as reader:
            while not done.is_set() or not seen:
                try:
                    seen.append(len(payloads(reader, 1)))
                except LedgerError as problem:
                    wrong.append(problem)
                    return

    thread = Thread(target=look)
    thread.start()
    for number in range(1500):
        game.append({"at": number, "said": "x" * 500})  # enough for a checkpoint in between
    done.set()
    thread.join(30)
    assert (wrong, seen == sorted(seen), seen[-1] <= 1501) == ([], True, True)


def test_a_reader_wants_a_file(path: Path) -> None:
    with pytest.raises(LedgerError, match="no game was recorded"):
        Ledger.open(path, read_only=True)
    assert not path.parent.exists()


KILLED = """
import sys
from pathlib import Path
from companion.ledger import Ledger
game = Ledger.open(Path(sys.argv[1])).begin({"title": "killed"})
for number in range(10**6):
    print(game.append({"at": number, "hidden": {"owner": "A"}}).digest, flush=True)
"""


@pytest.mark.parametrize("after", [1, 40, 200])
def test_what_was_acknowledged_survives_a_kill(path: Path, after: int) -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        told = [program.stdout.readline().strip() for _ in range(after)]
        program.kill()
        told += [line.strip() for line in program.stdout.read().splitlines() if len(line) == 64]
    assert wal_of(path).exists()
    with Ledger.open(path) as ledger:
        kept = [entry.digest for entry in ledger.game(1).entries(1)]
        assert kept[: len(told)] == told
        assert len(kept) <= len(told) + 1
        assert ledger.game(1).append({"in": "tick"}).number == len(kept) + 1


# -- snapshots -------------------------------------------------------------------------------------------------


def test_the_last_snapshot_is_kept(path: Path) -> None:
    with Ledger.open(path) as ledger:
        game = play(ledger)
        assert game.last_snapshot() is None
        for at in (1, 3, 4):
            game.snapshot(at, {"after": at, "hands": ["wound"]})
        other = ledger.begin({})
        other.snapshot(0, [])
    with Ledger.open(path) as ledger:
        assert ledger.game(1).last_snapshot() == (4, {"after": 4, "hands": ["wound"]})
        assert ledger.game(2).last_snapshot() == (0, [])
        (kept,) = ledger.store.connection.execute("SELECT count(*) FROM snapshot WHERE game = 1").fetchone()
        assert kept == 2


def test_a_broken_snapshot_is_left_aside_and_said(ledger: Ledger) -> None:
    game = play(ledger)
    game.snapshot(2, {"after": 2})
    game.snapshot(4, {"after": 4})
    ledger.store.connection.execute("""UPDATE snapshot SET state = '{"after":5}' WHERE at = 4""")
    assert game.last_snapshot() == (2, {"after": 2})
    assert "snapshot of game 1 at entry 4 is damaged" in ledger.troubles[0]
    ledger.store.connection.execute("UPDATE snapshot SET at = 3 WHERE at = 2")
    assert game.last_snapshot() is None


def test_a_snapshot_is_of_an_entry(ledger: Ledger) -> None:
    game = play(ledger)
    with pytest.raises(LedgerError, match="no entry 5"):
        game.snapshot(5, {})
    with pytest.raises(NotJson):
        game.snapshot(4, {1: 2})
    assert game.last_snapshot() is None
