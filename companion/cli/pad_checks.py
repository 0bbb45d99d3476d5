"""What the answers of a pad mean: is it the right one, are its readers well, what is to be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cli.findings import Finding, fine, note, unseen, wrong
from companion.table.layout import Pad, Spot
from companion.table.messages import VERSION, Hello, PadHealth, ReaderHealth, ReaderState, State, Verdict

FIRMWARE = "1.0.0"
"""What this companion brings along."""
NXP = ("91", "92")
"""Version registers of the original reader chip."""

MANY_DAMAGED = 0.1
SOME_DAMAGED = 0.01
MANY_BAD_LOOKS = 0.2


@dataclass(frozen=True, slots=True)
class ReaderExam:
    """What a reader said of itself, and how it looked when it was asked to."""

    verdict: Verdict | None
    states: tuple[State, ...]
    """How each look ended."""
    health: ReaderHealth | None

    def share(self, *states: State) -> float:
        """Of the looks, how many ended so."""
        return sum(state in states for state in self.states) / max(1, len(self.states))


@dataclass(frozen=True, slots=True)
class PadExam:
    """All that a pad said."""

    hello: Hello
    readers: tuple[ReaderExam, ...]
    health: PadHealth | None
    damaged: int = 0
    """Lines from the pad that came damaged."""
    good: int = 0


@dataclass(frozen=True, slots=True)
class NoExam:
    """Why there was nothing to ask, and what to do."""

    words: str
    remedy: str
    could_look: bool = True
    """False where the pad may be well, but cannot be looked at now."""


def pad_findings(pad: Pad, exam: PadExam | NoExam, hides: bool) -> Iterator[Finding]:
    """How a pad of the table is, and each of its readers. While a game hides, hidden spots tell their health only."""
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
    """Whether it is the pad that should be there, with the right firmware."""
    what = f"pad {pad.number}"
    if hello.version != VERSION:
        words = f"it speaks version {hello.version} of the protocol, this companion speaks {VERSION}."
        yield wrong(what, words, f"Flash it: `companion pads flash {pad.port}`.")
        return
    if not hello.number:
        remedy = f"If it is pad {pad.number}: `companion pads number {pad.port} {pad.number}`."
        yield wrong(what, f"the pad on {pad.port} has no number yet.", remedy)
    elif hello.number != pad.number:
        words = f"on {pad.port} is pad {hello.number}, not {pad.number}."
        yield wrong(what, words, f"Swap the plugs, or number it anew: `companion pads number {pad.port} {pad.number}`.")
    else:
        yield fine(what, f"answers on {pad.port}, firmware {hello.firmware}.")
    if hello.firmware != FIRMWARE:
        words = f"its firmware is {hello.firmware}, this companion brings {FIRMWARE}."
        yield note(what, words, f"Flash it when there is time: `companion pads flash {pad.port}`.")
    if len(hello.chips) < len(pad.spots):
        words = f"table.toml gives it {len(pad.spots)} readers, its firmware was built for {len(hello.chips)}."
        yield wrong(what, words, "Build it with READERS=4 and flash it, or put table.toml right.")
    if "B" in hello.cause:
        words = "it restarted because its power was too low."
        yield wrong(what, words, "Use a hub with a power supply of its own, and short, thick cables.")
    if "W" in hello.cause:
        yield note(what, "it hung and was restarted by its watchdog.", "If it comes again, flash it and report it.")


def line(what: str, exam: PadExam) -> Iterator[Finding]:
    """How well lines get through, both ways."""
    there = exam.health
    damaged, good = exam.damaged, exam.good
    if there:
        damaged, good = damaged + there.damaged + there.long, good + there.good
        if there.overruns:
            words = f"{there.overruns} bytes came faster than it could take them."
            yield note(what, words, "If it comes again, report it with the raw log.")
    share = damaged / max(1, damaged + good)
    remedy = "Another USB cable, a shorter one; keep it away from power supplies; see to a common ground."
    if share > MANY_DAMAGED:
        yield wrong(what, f"{share:.0%} of the lines are damaged.", remedy)
    elif share > SOME_DAMAGED:
        yield note(what, f"{share:.0%} of the lines are damaged; they are said again.", remedy)


def reader_finding(spot: Spot, chip: str | None, exam: ReaderExam, veiled: bool) -> Finding:
    """How one reader is. Veiled: nothing is told that could depend on what lies there."""
    what = f"reader {spot.reader}, {spot.name}"
    wiring = "See to its 3.3 V, its wires, chip select and reset line (hardware/README.md, wiring)."
    state = exam.health.state if exam.health else None
    if chip is None or state is ReaderState.NONE:
        return wrong(what, "it does not answer.", wiring)
    if exam.verdict is Verdict.FAIL:
        return wrong(what, "its own test fails.", f"{wiring} Else put another reader in its place.")
    failed = exam.share(State.FAIL)
    if failed or state is ReaderState.HUNG:
        return wrong(what, f"it hangs in {failed:.0%} of its looks, and is reset each time.", wiring)
    disturbed = exam.share(State.PART)
    if disturbed > MANY_BAD_LOOKS and not veiled:
        remedy = "Does a chip lie on the edge, or metal below it? Two chips on each other disturb a reader, too."
        return note(what, f"{disturbed:.0%} of its looks are disturbed.", remedy)
    if chip not in NXP or exam.verdict is Verdict.CLONE:
        return fine(what, f"works; its chip ({chip}) is a copy of the original.")
    return fine(what, "works.")
