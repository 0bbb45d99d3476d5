"""Torn and flipped files: each one must open, and what its damage has not hit must still be there.

`.venv/bin/python -m tests.ledger.torn --count 2000` is the long campaign; the suite runs a sample of it.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.ledger import Entry, Ledger
from tests.campaigns import run

PAGE = 4096
FRAME = PAGE + 24


class Specimen(NamedTuple):
    """A ledger as a power cut leaves it, and what had been recorded."""

    file: bytes
    wal: bytes
    truth: dict[int, list[Entry]]
    ids: dict[tuple[int, int], int]
    """Under which each entry lies in the table."""


# -- what is torn ----------------------------------------------------------------------------------------------


def specimens(folder: Path, chance: Random) -> list[Specimen]:
    """One that was closed in good order, one with much in its write-ahead log, one with little in its file."""
    return [
        grown(folder / "closed", chance, 60, 0),
        grown(folder / "both", chance, 40, 25),
        grown(folder / "new", chance, 0, 30),
    ]


def grown(folder: Path, chance: Random, closed: int, open_: int) -> Specimen:
    """So many inputs before the ledger was closed, and so many after that."""
    folder.mkdir()
    path = folder / "games.sqlite"
    if closed:
        with Ledger.open(path) as ledger:
            play(ledger, chance, closed)
    if not open_:
        return Specimen(path.read_bytes(), b"", *recorded(path))
    with Ledger.open(path) as ledger:
        play(ledger, chance, open_)
        return Specimen(path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes(), *recorded(path))


def play(ledger: Ledger, chance: Random, inputs: int) -> None:
    """Inputs of several games, short and long ones, with and without hidden parts; snapshots now and then."""
    games = [ledger.begin({"title": f"Game {number}", "note": words(chance, 10, 9000)}) for number in range(3)]
    for number in range(inputs):
        game = chance.choice([game for game in games if not game.over])
        payload = {"at": number * 1.5, "in": "change", "said": words(chance, 0, 100, 100, 300, 6000)}
        hidden = {"owner": "A", "kinds": ["gem_1"] * chance.choice((1, 5))}
        game.append({**payload, "hidden": hidden} if chance.random() < 0.4 else payload)
        if chance.random() < 0.1:
            game.snapshot(game.last.number, {"state": "y" * 6000})
    games[0].finish({"won": "A"})


def words(chance: Random, *sizes: int) -> str:
    """Some text, no two pages of it alike."""
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyzéÖß", k=chance.choice(sizes)))


def recorded(path: Path) -> tuple[dict[int, list[Entry]], dict[tuple[int, int], int]]:
    """All entries of all games, and their ids."""
    with Ledger.open(path, read_only=True) as ledger:
        ids = {
            (game, number): at
            for at, game, number in ledger.store.connection.execute("SELECT id, game, number FROM entry")
        }
        return {row.number: list(ledger.game(row.number).entries()) for row in ledger.games()}, ids


# -- how it is torn --------------------------------------------------------------------------------------------


def damaged(whole: Specimen, chance: Random) -> tuple[str, Specimen]:
    """The same with something done to its file or its log, and what that was."""
    in_wal = bool(whole.wal) and chance.random() < 0.5
    data = bytearray(whole.wal if in_wal else whole.file)
    kind = chance.choice((flip, flip, head, scatter, sector, sector, cut, swap, zeros))
    kind(data, chance)
    torn = whole._replace(wal=bytes(data)) if in_wal else whole._replace(file=bytes(data))
    return f"{kind.__name__} in the {'log' if in_wal else 'file'}", torn


def flip(data: bytearray, chance: Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def head(data: bytearray, chance: Random) -> None:
    data[chance.randrange(min(100, len(data)))] = chance.randrange(256)


def scatter(data: bytearray, chance: Random) -> None:
    for _ in range(chance.randrange(2, 30)):
        flip(data, chance)


def sector(data: bytearray, chance: Random) -> None:
    start = chance.randrange(len(data)) // 512 * 512
    data[start : start + 512] = chance.randbytes(len(data[start : start + 512]))


def zeros(data: bytearray, chance: Random) -> None:
    start = chance.randrange(len(data))
    data[start : start + PAGE] = bytes(len(data[start : start + PAGE]))


def cut(data: bytearray, chance: Random) -> None:
    del data[chance.choice((chance.randrange(len(data)), chance.randrange(len(data)) // PAGE * PAGE)) :]


def swap(data: bytearray, chance: Random) -> None:
    one, two = (chance.randrange(len(data)) // 512 * 512 for _ in range(2))
    if len(data[one : one + 512]) == len(data[two : two + 512]):
        data[one : one + 512], data[two : two + 512] = data[two : two + 512], data[one : one + 512]


# -- what must be left -----------------------------------------------------------------------------------------


def unharmed(whole: Specimen, torn: Specimen) -> dict[int, int]:
    """How many entries of each game, from its beginning on, lie in the torn files as they were written.

    Told from the bytes alone: a short record is one run of bytes, wherever it lies; a long one goes on in overflow
    pages, and counts where all of these still are in pages that nothing has touched.
    """
    pages = [*same_blocks(whole.file, torn.file, 0, PAGE)]
    if torn.wal[:32] == whole.wal[:32]:
        pages += (frame[FRAME - PAGE :] for frame in same_blocks(whole.wal, torn.wal, 32, FRAME))

    def is_there(pieces: list[bytes]) -> bool:
        if len(pieces) == 1:
            return pieces[0] in torn.file or pieces[0] in torn.wal
        first, *others = pieces
        return any(first in page for page in pages) and all(
            any(page.startswith(piece, 4) for page in pages) for piece in others
        )

    left = {}
    for game, entries in whole.truth.items():
        left[game] = 0
        for entry in entries:
            if not any(map(is_there, records(game, entry, whole.ids[game, entry.number]))):
                break
            left[game] += 1
    return left


def same_blocks(before: bytes, after: bytes, start: int, size: int) -> Iterator[bytes]:
    for at in range(start, len(before), size):
        if before[at : at + size] == after[at : at + size]:
            yield before[at : at + size]


def records(game: int, entry: Entry, at: int) -> Iterator[list[bytes]]:
    """An entry as SQLite's file format has it, in the table and in the index, cut as it lies in different pages."""
    texts = [entry.public.text.encode(), "\n".join(part.text for part in entry.hidden).encode()]
    blobs = [b"".join(part.salt for part in (entry.public, *entry.hidden)), entry.link]
    columns = [*map(whole_number, (game, entry.number))]
    columns += [(len(text) * 2 + 13, text) for text in texts] + [(len(blob) * 2 + 12, blob) for blob in blobs]
    yield pieces_of(record([(0, b""), *columns]), PAGE - 35)
    yield pieces_of(record([*columns, whole_number(at)]), (PAGE - 12) * 64 // 255 - 23)


def whole_number(value: int) -> tuple[int, bytes]:
    """Its type and its bytes."""
    size = 1 if value < 128 else 2
    return (8 + value, b"") if value < 2 else (size, value.to_bytes(size, "big"))


def record(columns: list[tuple[int, bytes]]) -> bytes:
    head = b"".join(varint(kind) for kind, _ in columns)
    return varint(len(head) + 1) + head + b"".join(data for _, data in columns)


def varint(number: int) -> bytes:
    data = [number & 0x7F]
    while number := number >> 7:
        data.insert(0, number & 0x7F | 0x80)
    return bytes(data)


def pieces_of(run: bytes, most: int) -> list[bytes]:
    """How a record is cut into its own page and overflow pages."""
    if len(run) <= most:
        return [run]
    least = (PAGE - 12) * 32 // 255 - 23
    here = least + (len(run) - least) % (PAGE - 4)
    here = here if here <= most else least
    return [run[:here], *(run[at : at + PAGE - 4] for at in range(here, len(run), PAGE - 4))]


# -- the campaign ----------------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """What became of the torn files."""

    files: int
    set_aside: int
    lost: int
    """Entries that the damage had hit, and those after them."""
    faults: list[str]
    slowest: float


def campaign(count: int, seed: int) -> Tally:
    """Tear so many files, and open each."""
    set_aside = lost = 0
    slowest = 0.0
    faults = []
    with tempfile.TemporaryDirectory() as name:
        whole = specimens(Path(name), Random(seed))
        for number in range(count):
            chance = Random(f"{seed} {number}")
            what, torn = damaged(specimen := chance.choice(whole), chance)
            folder = Path(name) / str(number)
            begun = time.perf_counter()
            try:
                aside, left = opened(folder, torn)
            except Exception as problem:  # whatever it is, it has stopped a start
                faults.append(f"seed {seed}, file {number}, {what}: {problem!r}")
                continue
            slowest = max(slowest, time.perf_counter() - begun)
            set_aside += aside
            for game, must in unharmed(specimen, torn).items():
                kept = left.get(game, [])
                lost += (missing := len(specimen.truth[game]) - len(kept))
                if missing and what.startswith(("flip", "head")):
                    faults.append(f"seed {seed}, file {number}, {what}: one byte cost {missing} entries of game {game}")
                if len(kept) < must or kept != specimen.truth[game][: len(kept)]:
                    faults.append(f"seed {seed}, file {number}, {what}: game {game} has {len(kept)} of {must} entries")
    return Tally(count, set_aside, lost, faults, slowest)


def opened(folder: Path, torn: Specimen) -> tuple[bool, dict[int, list[Entry]]]:
    """Open a torn file, and go on in it. Whether it was set aside, and what was in it."""
    folder.mkdir()
    path = folder / "games.sqlite"
    path.write_bytes(torn.file)
    wal = path.with_name(f"{path.name}-wal")
    if torn.wal:
        wal.write_bytes(torn.wal)
    with Ledger.open(path) as ledger:
        left = {row.number: list(ledger.game(row.number).entries()) for row in ledger.games()}
        aside = [part for part in folder.iterdir() if ".set-aside-1" in part.name]
        assert bool(aside) == bool(ledger.troubles), "set aside without a word"
        kept = {part.name: part.read_bytes() for part in aside if not part.name.endswith("-shm")}
        assert not aside or set(kept.values()) - {b""} == {torn.file, torn.wal} - {b""}, "the damaged file was changed"
        ledger.begin({"title": "next"}).append({"in": "answer"})
    with Ledger.open(path) as ledger:
        assert ledger.troubles == [], "mended, and damaged still"
    return bool(aside), left


def told(count: int, seed: int) -> tuple[list[str], str]:
    """The campaign, and what came of it."""
    tally = campaign(count, seed)
    words = f"{tally.files} files, {tally.set_aside} set aside, {tally.lost} entries lost to damage"
    return tally.faults, f"{words}, slowest start {tally.slowest:.2f} s"


if __name__ == "__main__":
    run(__doc__, told)
