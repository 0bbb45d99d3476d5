"""What went over the lines, without anybody's secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.messages import Full, Hi, Last, LookState, Scan, SeenReply, write_reply, write_request
from companion.table.raw_log import RawLog
from companion.table.sightings import Uid
from tests.table.scripted_pad import A, B

PLAY = Spot("1.0", SpotRole.TAP, "A.played")
DISCARD = Spot("1.1", SpotRole.TAP, "A.discard")
SLOT = Spot("1.2", SpotRole.TAP, "A.bag", beyond="A.hand", hidden=True)
BESIDE = Spot("2.0", SpotRole.TAP, "A.pile")
FAR = Spot("3.0", SpotRole.TAP, "B.played")
LAYOUT = Layout(
    "",
    ("A", "B"),
    (Pad(1, "", (PLAY, DISCARD, SLOT)), Pad(2, "", (BESIDE,)), Pad(3, "", (FAR,))),
    None,
    (frozenset({"1.1", "1.2", "2.0"}),),
)


def logged(folder: Path, *heard: tuple[int, bytes], reveal: bool = False) -> str:
    path = folder / "raw.log"
    path.unlink(missing_ok=True)
    log = RawLog(path, LAYOUT, reveal=reveal)
    for turn, (pad, data) in enumerate(heard):
        log.came(pad, data, turn / 10)
    log.close()
    assert not log.trouble
    return "".join(path.read_text().splitlines(keepends=True)[1:]) if path.exists() else ""


def test_lines_stand_there_with_time_pad_and_direction(tmp_path: Path) -> None:
    log = RawLog(tmp_path / "logs" / "raw.log", LAYOUT)
    log.went(3, write_request(0, Hi()), 51.2)
    log.came(3, write_reply(7, SeenReply(0, 1, LookState.OK, (), (A,))), 51.25)
    log.close()
    head, *lines = (tmp_path / "logs" / "raw.log").read_text().splitlines()
    assert head.startswith("# 2")
    assert head.endswith(" is 51.200")
    assert lines == ["51.200 3 > ?00 HI 1*9862", f"51.250 3 < !07 SEEN 0 01 OK +{A}*E2F8"]


def test_looks_without_news_are_only_counted(tmp_path: Path) -> None:
    log = RawLog(tmp_path / "raw.log", LAYOUT)
    for turn in range(50):
        log.went(3, write_request(turn, Scan(0)), turn)
        log.came(3, write_reply(turn, SeenReply(0, turn, LookState.OK)), turn)
    log.came(3, write_reply(50, SeenReply(0, 50, LookState.FAIL)), 50.0)
    log.close()
    lines = (tmp_path / "raw.log").read_text().splitlines()[1:]
    assert lines[0] == "50.000 3 = 100 lines: nothing new"
    assert lines[1].startswith("50.000 3 < !32 SEEN 0 32 FAIL*")
    assert len(lines) == 2


def test_damage_is_shown_so_that_it_can_be_read(tmp_path: Path) -> None:
    text = logged(tmp_path, (3, b"!00 DO\x00\xff\\\n"), (3, b"x" * 5000 + b"\n"))
    first, second = text.splitlines()
    assert first == r"0.000 3 < damaged, 9 bytes: !00 DO\x00\xff\\"
    assert second.startswith("0.100 3 < damaged, 5000 bytes: xxx")
    assert len(second) < 250


@pytest.mark.parametrize("reader", ["1.1", "1.2", "2.0"])
@pytest.mark.parametrize("whole", [True, False])
def test_tags_at_a_hidden_spot_and_beside_it_stand_nowhere(tmp_path: Path, reader: str, whole: bool) -> None:
    pad, index = map(int, reader.split("."))

    def told(tag: Uid) -> bytes:
        return write_reply(
            7, Full(index, 9, LookState.OK, (tag,)) if whole else SeenReply(index, 9, LookState.OK, (), (tag,))
        )

    text = logged(tmp_path, (pad, told(A)))
    assert text == f"0.000 {pad} < !07 {'FULL' if whole else 'SEEN'} {index} 09 OK (hidden)\n"
    assert text == logged(tmp_path, (pad, told(B))), "not even the check tells which it was"
    assert A in logged(tmp_path, (pad, told(A)), reveal=True)


def test_other_tags_are_shown(tmp_path: Path) -> None:
    text = logged(
        tmp_path, (1, write_reply(7, Full(0, 9, LookState.OK, (A,)))), (3, write_reply(7, Full(0, 9, LookState.OK)))
    )
    assert A in text
    assert "FULL 0 09 OK*" in text


@pytest.mark.parametrize(
    "data",
    [
        b"!07 SEEN 2 09 OK +04A1B2C3D4E5F6*0000\n",
        b"\n2 09 OK +04A1B2C3D4E5F6*0000\n",
        write_reply(7, Full(2, 9, LookState.OK, (A,))).replace(b"!07 ", b""),
        write_reply(7, Full(2, 9, LookState.OK, (A,)))[:-1] + b"\r\n",
        write_request(7, Last(2)).replace(b"\n", b" 04A1B2C3D4E5F6\n"),
    ],
)
def test_of_damage_from_a_pad_with_a_hidden_spot_only_the_length_is_told(tmp_path: Path, data: bytes) -> None:
    text = logged(tmp_path, (1, data))
    assert text == f"0.000 1 < damaged, {len(data.strip(chr(10).encode()))} bytes\n"
    assert "04A1B2" in logged(tmp_path, (1, data), reveal=True)


@given(some.binary(max_size=300), some.lists(some.integers(1, 50), max_size=10), some.booleans())
def test_nothing_that_comes_can_betray_a_tag(noise: bytes, cuts: list[int], host: bool) -> None:
    log = RawLog(Path("/nowhere"), LAYOUT)
    written: list[str] = []
    log._write = lambda text, now: written.append(text)  # type: ignore[method-assign]
    data = (
        noise
        + write_reply(1, Full(2, 1, LookState.OK, (A,)))
        + noise
        + write_reply(2, SeenReply(2, 1, LookState.OK, (A,), (B,)))
    )
    for size in cuts:
        log.came(1, data[:size], 0.0)
        data = data[size:]
    log.came(1, data + b"\n", 0.0)
    assert not any("04A1B2C3" in text for text in written)


def test_the_files_are_bounded(tmp_path: Path) -> None:
    log = RawLog(tmp_path / "raw.log", LAYOUT, size=2000)
    for turn in range(500):
        log.came(3, write_reply(turn % 256, SeenReply(0, 1, LookState.OK, (), (A,))), turn)
    log.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["raw.log", "raw.log.1"]
    assert all(1000 < path.stat().st_size <= 2000 for path in [tmp_path / "raw.log.1"])
    assert "499.000" in (tmp_path / "raw.log").read_text()


def test_it_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    log = RawLog(tmp_path / "raw.log", LAYOUT)
    for at in (100.0, 100.1, 101.2):
        log.came(3, write_reply(7, Full(0, 9, LookState.OK, (A,))), at)
    assert (tmp_path / "raw.log").read_text().count("FULL") == 3
    log.close()


def test_a_flood_without_an_end_is_not_kept(tmp_path: Path) -> None:
    log = RawLog(tmp_path / "raw.log", LAYOUT)
    for _ in range(1000):
        log.came(3, b"x" * 1000, 0.0)
    log.came(3, b"\n", 0.0)
    log.close()
    assert "damaged, 1000000 bytes" in (tmp_path / "raw.log").read_text()


def test_a_disk_that_fails_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    log = RawLog(tmp_path / "file" / "raw.log", LAYOUT)
    for _ in range(3):
        log.came(3, b"x\n", 0.0)
    assert "cannot be written" in log.trouble
    log.close()
