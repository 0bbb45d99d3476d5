"""Full disks, write-protected disks, other programs' files and files of other versions: said in words, nothing lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from companion.ledger import Broken, Ledger, LedgerError, schema
from companion.ledger.schema import APPLICATION, STEPS
from tests.ledger.played import HEADER, INPUTS, play

# -- no room ---------------------------------------------------------------------------------------------------


def test_a_full_disk_is_said_and_the_game_goes_on_when_there_is_room(path: Path) -> None:
    with Ledger.open(path) as ledger:
        game = play(ledger)
        execute = ledger.store.connection.execute
        (pages,) = execute("PRAGMA page_count").fetchone()
        execute(f"PRAGMA max_page_count = {pages}")
        head, kept = game.head, 5
        long = {"in": "change", "said": "x" * 20_000}
        for _ in range(3):
            with pytest.raises(LedgerError, match="disk is full") as failed:
                game.append(long)
            assert failed.value.temporary
            with pytest.raises(LedgerError, match="disk is full"):
                game.snapshot(4, "x" * 20_000)
            with pytest.raises(LedgerError, match="disk is full"):
                ledger.begin(long)
            assert (game.head, len(list(game.entries())), len(ledger.games())) == (head, kept, 1)
        execute("PRAGMA max_page_count = 100000")
        assert game.append(long).number == 5
        assert game.append({"in": "tick"}).number == 6
    with Ledger.open(path) as ledger:
        assert ledger.troubles == []
        assert [entry.payload for entry in ledger.game(1).entries()] == [HEADER, *INPUTS, long, {"in": "tick"}]


FULL = """
import resource, sys
from pathlib import Path
from companion.ledger import Ledger, LedgerError
ledger = Ledger.open(Path(sys.argv[1]))
game = ledger.begin({})
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
said = []
while len(said) < 3:
    try:
        game.append({"said": "x" * 5000})
    except LedgerError as problem:
        assert problem.temporary
        said.append(str(problem))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
game.append({"said": "there is room again"})
print(said[0])
print(len(list(game.entries())))
"""


def test_a_write_that_the_system_refuses(path: Path) -> None:
    """Here it is the system that lets no file grow any more, in the middle of whatever SQLite writes."""
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.stderr == ""
    words, entries = run.stdout.splitlines()
    assert "make room" in words.lower()
    with Ledger.open(path) as ledger:
        assert ledger.troubles == []
        found = [entry.payload for entry in ledger.game(1).entries()]
        assert len(found) == int(entries) > 5
        assert found[-1] == {"said": "there is room again"}


# -- no rights -------------------------------------------------------------------------------------------------


def test_a_disk_that_becomes_write_protected(ledger: Ledger) -> None:
    game = play(ledger)
    ledger.store.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(LedgerError, match="write-protected") as failed:
        game.append({"in": "tick"})
    assert failed.value.temporary
    with pytest.raises(LedgerError, match="write-protected"):
        game.snapshot(4, {})
    ledger.store.connection.execute("PRAGMA query_only = OFF")
    assert game.append({"in": "tick"}).number == 5


PROTECTED = """
import os, sys
from pathlib import Path
from companion.ledger import Ledger, LedgerError
path = Path(sys.argv[1])
os.chmod(path, 0o444)
os.chmod(path.parent, 0o555)
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    Ledger.open(path)
except LedgerError as problem:
    print(problem, problem.temporary)
with Ledger.open(path, read_only=True) as ledger:
    print(len(list(ledger.game(1).entries())))
"""


def test_a_write_protected_folder_is_said_and_can_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = folder / "data" / "games.sqlite"
        with Ledger.open(path) as ledger:
            play(ledger)
        path.with_name("games.sqlite.lock").chmod(0o666)
        try:
            run = subprocess.run(
                [sys.executable, "-c", PROTECTED, str(path)], capture_output=True, text=True, timeout=60, check=False
            )
        finally:
            path.parent.chmod(0o755)
    assert run.stderr == ""
    words, entries = run.stdout.splitlines()
    assert "cannot be used" in words
    assert "permissions" in words
    assert words.endswith("True")
    assert entries == "5"


def test_a_place_where_nothing_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "games.sqlite", tmp_path):
        with pytest.raises(LedgerError, match=str(tmp_path)):
            Ledger.open(path)


def test_a_file_that_is_damaged_while_it_is_open(path: Path) -> None:
    with Ledger.open(path) as ledger:
        play(ledger)
    with Ledger.open(path) as ledger:
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(bytes(path.stat().st_size - 4096))
        with pytest.raises(Broken, match="--mend") as failed:
            list(ledger.game(1).entries())
        assert not failed.value.temporary


@pytest.mark.parametrize(
    "altered",
    ["public = replace(public, 'combine', 'wound!!')", "digest = zeroblob(32)", "number = 9", "hidden = 'A'"],
)
def test_what_is_read_is_what_was_written(ledger: Ledger, altered: str) -> None:
    play(ledger)
    ledger.store.connection.execute(f"UPDATE entry SET {altered} WHERE number = 2")
    for since in (0, 2):
        with pytest.raises(Broken):
            list(ledger.game(1).entries(since))
    assert [entry.number for entry in islice(ledger.game(1).entries(4), 1)] == [4]


def test_a_snapshot_that_fails_halfway_holds_nothing_up(path: Path, ledger: Ledger) -> None:
    game = play(ledger)
    ledger.store.connection.execute(
        "CREATE TEMP TRIGGER never BEFORE INSERT ON main.snapshot BEGIN SELECT raise(ABORT, 'not today'); END"
    )
    with pytest.raises(LedgerError, match="not today"):
        game.snapshot(4, {})
    game.append({"in": "tick"})
    with Ledger.open(path, read_only=True) as reader:
        assert reader.games()[0].entries == 6


def test_another_program_that_holds_the_file(path: Path, ledger: Ledger) -> None:
    game = play(ledger)
    ledger.store.connection.execute("PRAGMA busy_timeout = 1")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerError, match="another program holds it") as failed:
            game.append({"in": "tick"})
        assert failed.value.temporary
        other.execute("ROLLBACK")
    assert game.append({"in": "tick"}).number == 5


# -- versions --------------------------------------------------------------------------------------------------

VERSION_1 = """
PRAGMA page_size = 4096;
PRAGMA application_id = 1347636295;
PRAGMA user_version = 1;
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    public TEXT NOT NULL,
    hidden TEXT NOT NULL,  -- the hidden parts, a line each
    salts BLOB NOT NULL,   -- of the public part, then of each hidden one
    digest BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX entry_copy ON entry (game, number, public, hidden, salts, digest);
CREATE TABLE snapshot (
    game INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (game, at)
) STRICT;
INSERT INTO entry VALUES (1, 1, 0, '{"title":"the first"}', '', x'00000000000000000000000000000000',
    x'5ba66d28d1b1fdf3340ff4e52a701e910a17c3eb0f4baf34272309a390716763');
INSERT INTO entry VALUES (2, 1, 1, '{"hidden":"A","in":"draw"}', '{"kinds":["wound"],"owner":"A"}',
    x'0101010101010101010101010101010102020202020202020202020202020202',
    x'87c3c4395b027a7f74c71d4e264a828e0f08eb40362905654177dd9db1840383');
"""
"""A file of version 1 as it was made by hand, for ever: whatever comes later has to read it."""


@pytest.fixture
def old(path: Path) -> Path:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1)
    return path


def test_a_file_of_version_1_opens(old: Path) -> None:
    with Ledger.open(old) as ledger:
        assert ledger.troubles == []
        drawn = {"in": "draw", "hidden": {"owner": "A", "kinds": ["wound"]}}
        assert [entry.payload for entry in ledger.game(1).entries()] == [{"title": "the first"}, drawn]
        ledger.game(1).append({"in": "tick"})


def later(connection: sqlite3.Connection) -> None:
    """A step that may come one day."""
    connection.execute("CREATE TABLE opinion (game INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT")
    connection.execute("INSERT INTO opinion VALUES (1, 'splendid')")


def test_a_file_of_version_1_is_brought_up_to_a_later_one(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "STEPS", (*STEPS, later))
    for _ in range(2):
        with Ledger.open(old) as ledger:
            assert ledger.troubles == []
            assert ledger.games()[0].entries == 2
            assert ledger.store.connection.execute("SELECT words FROM opinion").fetchall() == [("splendid",)]
    with Ledger.open(old, read_only=True) as ledger:
        assert ledger.games()[0].entries == 2


def test_a_step_that_fails_leaves_the_file_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(connection: sqlite3.Connection) -> None:
        later(connection)
        connection.execute("INSERT INTO opinion VALUES (1, 'twice')")

    monkeypatch.setattr(schema, "STEPS", (*STEPS, failing))
    with pytest.raises(LedgerError):
        Ledger.open(old)
    monkeypatch.undo()
    with Ledger.open(old) as ledger:
        assert (ledger.troubles, ledger.games()[0].entries) == ([], 2)


def test_a_newer_file_is_refused_and_left_alone(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection, connection:
        later(connection)
        connection.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    before = old.read_bytes()
    for read_only in (False, True):
        with pytest.raises(LedgerError, match="newer companion"):
            Ledger.open(old, read_only=read_only)
    assert old.read_bytes() == before


def test_a_version_that_is_only_a_flipped_bit_is_mended(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA user_version = 65537")
    with pytest.raises(Broken, match="--mend"):
        Ledger.open(old, read_only=True)
    with Ledger.open(old) as ledger:
        assert "layout" in ledger.troubles[0]
        assert ledger.games()[0].entries == 2


def test_the_file_of_another_program_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmark (url TEXT)")
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(LedgerError, match="belongs to another program"):
            Ledger.open(path, read_only=read_only)
    assert path.read_bytes() == before
    assert APPLICATION == 1347636295
