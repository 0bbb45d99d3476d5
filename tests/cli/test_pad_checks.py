"""What the doctor makes of a pad's answers."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import pad_checks
from companion.cli.findings import Finding, Level
from companion.cli.pad_checks import NoExam, PadExam, ReaderExam, pad_findings
from companion.table.layout import Pad, Spot, SpotRole
from companion.table.messages import Hello, LookState, PadHealth, ReaderHealth, ReaderState, SelfTestVerdict

PAD = Pad(
    3,
    "/dev/pad-3",
    (Spot("3.0", SpotRole.TAP, "A.played"), Spot("3.1", SpotRole.TAP, "A.bag", beyond="A.hand", hidden=True)),
)
HELLO = Hello(1, pad_checks.FIRMWARE, 3, ("92", "B2"), "P")
WELL = ReaderHealth(0, ReaderState.OK, "92", 20, 0, 0, 0, 0, 0, 0)
READER = ReaderExam(SelfTestVerdict.PASS, (LookState.OK,) * 20, WELL)
EXAM = PadExam(HELLO, (READER, READER), PadHealth(9, 50, 0, 0, 0), good=50)


def found(exam: PadExam | NoExam, hides: bool = False) -> list[Finding]:
    return list(pad_findings(PAD, exam, hides))


def bad(exam: PadExam | NoExam) -> list[str]:
    return [f"{one.level.value}: {one.what}: {one.words}" for one in found(exam) if one.level is not Level.FINE]


def test_a_pad_that_is_well() -> None:
    assert [(one.level, one.what, one.words) for one in found(EXAM)] == [
        (Level.FINE, "pad 3", f"answers on /dev/pad-3, firmware {pad_checks.FIRMWARE}."),
        (Level.FINE, "reader 3.0, tap of A.played", "works."),
        (Level.FINE, "reader 3.1, tap of A.bag", "works; its chip (B2) is a copy of the original."),
    ]


@pytest.mark.parametrize(
    ("hello", "told"),
    [
        (
            replace(HELLO, version=2),
            ["wrong: pad 3: it speaks version 2 of the protocol, but this companion speaks version 1."],
        ),
        (replace(HELLO, number=0), ["wrong: pad 3: the pad on /dev/pad-3 has no number yet."]),
        (replace(HELLO, number=4), ["wrong: pad 3: the pad on /dev/pad-3 is pad 4, not 3."]),
        (replace(HELLO, cause="EB"), ["wrong: pad 3: it restarted because its power was too low."]),
        (replace(HELLO, cause="W"), ["note: pad 3: it hung and was restarted by its watchdog."]),
        (replace(HELLO, chips=(None, "92")), ["wrong: reader 3.0, tap of A.played: it does not answer."]),
    ],
)
def test_what_a_greeting_shows(hello: Hello, told: list[str]) -> None:
    assert bad(replace(EXAM, hello=hello)) == told


def test_an_old_firmware_and_too_few_readers() -> None:
    assert bad(replace(EXAM, hello=replace(HELLO, firmware="0.9.0")))[0].startswith(
        "note: pad 3: its firmware is 0.9.0"
    )
    told = bad(PadExam(replace(HELLO, chips=("92",)), (READER,), None))
    assert told[0] == "wrong: pad 3: table.toml gives it 2 readers, but its firmware was built for 1."


@pytest.mark.parametrize(("damaged", "level"), [(0, None), (2, Level.NOTE), (10, Level.NOTE), (20, Level.WRONG)])
def test_a_bad_line(damaged: int, level: Level | None) -> None:
    levels = [one.level for one in found(replace(EXAM, damaged=damaged)) if one.level is not Level.FINE]
    assert levels == ([level] if level else [])
    health = PadHealth(9, 50, damaged, 0, 0)
    assert [one.level for one in found(replace(EXAM, health=health)) if one.level is not Level.FINE] == levels


def test_bytes_that_were_lost() -> None:
    assert bad(replace(EXAM, health=PadHealth(9, 50, 0, 0, 7))) == [
        "note: pad 3: 7 bytes arrived faster than the pad could take them."
    ]


@pytest.mark.parametrize(
    ("reader", "told"),
    [
        (replace(READER, verdict=SelfTestVerdict.FAIL), "wrong: reader 3.0, tap of A.played: its self-test fails."),
        (
            replace(READER, states=(LookState.OK,) * 19 + (LookState.FAIL,)),
            "wrong: reader 3.0, tap of A.played: it hangs in 5% of its looks, and is reset each time.",
        ),
        (
            replace(READER, health=replace(WELL, state=ReaderState.NONE)),
            "wrong: reader 3.0, tap of A.played: it does not answer.",
        ),
        (
            replace(READER, states=(LookState.OK, LookState.PART)),
            "note: reader 3.0, tap of A.played: 50% of its looks are disturbed.",
        ),
    ],
)
def test_a_reader_that_is_not_well(reader: ReaderExam, told: str) -> None:
    assert bad(replace(EXAM, readers=(reader, READER))) == [told]


def test_a_pad_that_could_not_be_asked() -> None:
    assert bad(NoExam("there is no port.", "Plug it in.")) == ["wrong: pad 3: there is no port."]
    assert bad(NoExam("it is in use.", "Wait.", could_look=False)) == ["could not look: pad 3: it is in use."]


def test_while_a_game_hides_no_look_at_a_slot_tells_anything() -> None:
    """What lies at a slot can disturb a look; it cannot make a reader hang."""
    disturbed = replace(
        READER, states=(LookState.PART, LookState.MORE) * 10, health=replace(WELL, crcs=17, collisions=40)
    )
    assert found(replace(EXAM, readers=(READER, disturbed)), hides=True) == found(EXAM, hides=True)
    assert found(replace(EXAM, readers=(READER, disturbed))) != found(EXAM)
    hangs = replace(READER, states=(LookState.FAIL,))
    assert found(replace(EXAM, readers=(READER, hangs)), hides=True)[-1].level is Level.WRONG


def test_the_firmware_that_is_brought_along_is_the_one_in_the_tree() -> None:
    header = Path(__file__).resolve().parents[2] / "firmware" / "src" / "pad.h"
    assert re.findall(r'FIRMWARE_VERSION "(.*)"', header.read_text(encoding="utf-8")) == [pad_checks.FIRMWARE]
