"""What the answers of a pad mean: whether it is the right pad, whether its readers work, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cli.findings import Finding, fine, note, unseen, wrong
from companion.table.layout import Pad, Spot
from companion.table.messages import VERSION, Hello, LookState, PadHealth, ReaderHealth, ReaderState, SelfTestVerdict

FIRMWARE = "1.0.0"
"""The version of the firmware that belongs to this companion."""
NXP = ("91", "92")
"""The version registers of the original reader chip."""

MANY_DAMAGED = 0.1
SOME_DAMAGED = 0.01
MANY_BAD_LOOKS = 0.2


@dataclass(frozen=True, slots=True)
class ReaderExam:
    """What a reader said about itself, and how its looks went."""

    verdict: SelfTestVerdict | None
    states: tuple[LookState, ...]
    """How each look ended."""
    health: ReaderHealth | None

    def share(self, *states: LookState) -> float:
        """The share of the looks that ended in one of these states."""
        return sum(state in states for state in self.states) / max(1, len(self.states))


@dataclass(frozen=True, slots=True)
class PadExam:
    """Everything that a pad said."""

    hello: Hello
    readers: tuple[ReaderExam, ...]
    health: PadHealth | None
    damaged: int = 0
    """How many lines from the pad arrived damaged."""
    good: int = 0


@dataclass(frozen=True, slots=True)
class NoExam:
    """Why a pad could not be examined, and what to do."""

    words: str
    remedy: str
    could_look: bool = True
    """False if the pad may be well, but cannot be examined now."""


def pad_findings(pad: Pad, exam: PadExam | NoExam, hides: bool) -> Iterator[Finding]:
    """The findings about a pad and its readers. While a game hides chips, hidden spots only show their health."""
    what = f"pad {pad.number}"
    if isinstance(exam, NoExam):
        yield (wrong if exam.could_look else unseen)(what, exam.words, exam.remedy)
        return
    yield from identity(pad, exam.hello)
    if exam.hello.version != VERSION:
        return
    yield from line(what, exam)
    for spot, (at, reader) in zip(pad.spots, enumerate(exam.readers), strict=False):
        chip = exam.hello.chips[at] if at < len(exam.hello.chips) else None
        yield reader_finding(spot, chip, reader, hides and spot.hidden)


def identity(pad: Pad, hello: Hello) -> Iterator[Finding]:
    """Check whether it is the right pad, with the right firmware."""
    what = f"pad {pad.number}"
    if hello.version != VERSION:
        words = f"it speaks version {hello.version} of the protocol, but this companion speaks version {VERSION}."
        yield wrong(what, words, f"Flash it: `companion pads flash {pad.port}`.")
        return
    if not hello.number:
        remedy = f"If it is pad {pad.number}: `companion pads number {pad.port} {pad.number}`."
        yield wrong(what, f"the pad on {pad.port} has no number yet.", remedy)
    elif hello.number != pad.number:
        words = f"the pad on {pad.port} is pad {hello.number}, not {pad.number}."
        yield wrong(what, words, f"Swap the plugs, or renumber it: `companion pads number {pad.port} {pad.number}`.")
    else:
        yield fine(what, f"answers on {pad.port}, firmware {hello.firmware}.")
    if hello.firmware != FIRMWARE:
        words = f"its firmware is {hello.firmware}, this companion comes with {FIRMWARE}."
        yield note(what, words, f"When there is time, flash it: `companion pads flash {pad.port}`.")
    if len(hello.chips) < len(pad.spots):
        words = f"table.toml gives it {len(pad.spots)} readers, but its firmware was built for {len(hello.chips)}."
        yield wrong(what, words, "Build it with READERS=4 and flash it, or correct table.toml.")
    if "B" in hello.cause:
        words = "it restarted because its power was too low."
        yield wrong(what, words, "Use a hub with a power supply of its own, and short, thick cables.")
    if "W" in hello.cause:
        yield note(what, "it hung and was restarted by its watchdog.", "If this happens again, flash and report it.")


def line(what: str, exam: PadExam) -> Iterator[Finding]:
    """Check how many lines get through undamaged, in both directions."""
    there = exam.health
    damaged, good = exam.damaged, exam.good
    if there:
        damaged, good = damaged + there.damaged + there.long, good + there.good
        if there.overruns:
            words = f"{there.overruns} bytes arrived faster than the pad could take them."
            yield note(what, words, "If this happens again, report it with the raw log.")
    share = damaged / max(1, damaged + good)
    remedy = "Try another, shorter USB cable, keep it away from power supplies, and check the common ground."
    if share > MANY_DAMAGED:
        yield wrong(what, f"{share:.0%} of the lines are damaged.", remedy)
    elif share > SOME_DAMAGED:
        yield note(what, f"{share:.0%} of the lines are damaged; they are sent again.", remedy)


def reader_finding(spot: Spot, chip: str | None, exam: ReaderExam, veiled: bool) -> Finding:
    """The finding about one reader. `veiled` leaves out everything that could depend on what lies there."""
    what = f"reader {spot.reader}, {spot.name}"
    wiring = "Check its 3.3 V, its wires, chip select and reset line (hardware/README.md, wiring)."
    state = exam.health.state if exam.health else None
    if chip is None or state is ReaderState.NONE:
        return wrong(what, "it does not answer.", wiring)
    if exam.verdict is SelfTestVerdict.FAIL:
        return wrong(what, "its self-test fails.", f"{wiring} If that does not help, replace the reader.")
    failed = exam.share(LookState.FAIL)
    if failed or state is ReaderState.HUNG:
        return wrong(what, f"it hangs in {failed:.0%} of its looks, and is reset each time.", wiring)
    disturbed = exam.share(LookState.PART)
    if disturbed > MANY_BAD_LOOKS and not veiled:
        remedy = "Look for a chip on the edge, metal below the reader, or two chips on top of each other."
        return note(what, f"{disturbed:.0%} of its looks are disturbed.", remedy)
    if chip not in NXP or exam.verdict is SelfTestVerdict.CLONE:
        return fine(what, f"works; its chip ({chip}) is a copy of the original.")
    return fine(what, "works.")
