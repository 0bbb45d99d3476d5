"""A check never says more than it has looked at: whole is only what is whole, and what is missing is named."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.ledger import (
    JUDGE,
    DeviceKey,
    Entry,
    Head,
    KeptProof,
    Ledger,
    Recorded,
    RecordProblems,
    Signed,
    checkpoint_of,
    read_record,
    write_record,
)
from companion.ledger.chain import START, Part, hidden_part, link, public_part, texts_of
from companion.ledger.text import as_text
from companion.referee.inputs import Corrected, Finished, Ticked
from companion.referee.report import State, in_runs, report_on
from tests.referee.games import by_hand, say

OURS, THEIRS = DeviceKey(bytes(range(32))), DeviceKey(bytes(range(1, 33)))
CHANGES = {"seats": {"A": {"pile": [1, 2]}}, "bank": {"change": {"gem_2": -1}}}


@cache
def texts() -> dict[str, str]:
    """One game, of which the table sees a part while it runs, and all when it is over; signed by our device."""
    with TemporaryDirectory() as folder, Ledger.open(Path(folder) / "games.sqlite") as ledger:
        referee = by_hand(ledger)
        game = referee.saving.game
        say(referee, "A", "done", "buy:wound")
        assert referee.step(Corrected(("A", "B"), CHANGES, "an elbow", 5.0)).accepted
        say(referee, "A", "done")
        say(referee, "B", "done")
        found = {audience: write_record(game, audience, OURS) for audience in ("table", "A", JUDGE)}
        referee.step(Finished(("A", "B"), 9.0))
        return {**found, "over": write_record(game, key=OURS), "unsigned": write_record(game)}


def read(text: str | bytes) -> Recorded:
    recorded = read_record(text)
    assert isinstance(recorded, Recorded), recorded
    return recorded


def state(text: str | bytes, kept: KeptProof = KeptProof()) -> State:  # noqa: B008 - it never changes
    """As `companion verify` tells it."""
    recorded = read_record(text)
    return State.WRONG if isinstance(recorded, RecordProblems) else report_on(recorded, kept).state


def told(text: str, kept: KeptProof = KeptProof()) -> str:  # noqa: B008
    report = report_on(read(text), kept)
    return " ".join([*(line.said() for line in report.lines), *report.problems])


# -- whole, incomplete -------------------------------------------------------------------------------------------


def test_a_finished_game_is_whole() -> None:
    for text, signed in ((texts()["over"], True), (texts()["unsigned"], False)):
        assert state(text) is State.WHOLE
        words = told(text)
        assert "The rules accept all" in words
        assert ("Signed by device" in words) is signed
        assert ("No device has signed this record" in words) is not signed
        assert "not over" not in words
        assert "the same result" in words
    assert state(texts()[JUDGE]) is State.WHOLE
    assert "The game is not over: more may follow." in told(texts()[JUDGE])
    assert "the same result" not in told(texts()[JUDGE])


@pytest.mark.parametrize("audience", ["table", "A"])
def test_of_a_running_game_it_is_said_what_was_not_checked(audience: str) -> None:
    text = texts()[audience]
    assert state(text) is State.INCOMPLETE
    words = told(text)
    assert "The rules accept all moves before entry 3 (4)." in words
    assert "From entry 3 to the end, nothing was checked against the rules" in words
    assert "Hidden and not checked: what only the judge may see, in entries 0, 3." in words
    assert "Export the game again when it is over" in words


def without(text: str, hide: Callable[[Entry, Part], bool], signed: bool = True) -> str:
    """The same with parts taken out, as nobody can forbid: the chain stays whole, and so does the signature."""
    recorded = read(text)
    entries = [
        replace(entry, hidden=tuple(Part("", b"", part.leaf) if hide(entry, part) else part for part in entry.hidden))
        for entry in recorded.entries
    ]
    return as_text(entries, recorded.audience, recorded.signed if signed else None)


@given(st.integers(0))
def test_parts_taken_out_of_a_finished_game_are_missed(seed: int) -> None:
    chance = Random(seed)
    text = without(texts()["over"], lambda entry, part: chance.random() < 0.5, signed=chance.random() < 0.5)
    assume(not read(text).complete)
    assert state(text) is State.INCOMPLETE
    assert "somebody took parts out of this file" in told(text)


def test_a_part_that_no_rule_asks_for_is_missed_too() -> None:
    """The header's hidden part is no move; all moves can be checked, and still something was kept back."""
    text = without(texts()["over"], lambda entry, part: entry.number == 0)
    assert state(text) is State.INCOMPLETE
    assert "The rules accept all" in told(text)
    assert "what only the judge may see, in entries 0." in told(text)


def test_many_entries_are_said_shortly() -> None:
    assert in_runs(range(0, 60, 2)).said().endswith(", 20, 22 and 18 more")  # type: ignore[union-attr]
    assert in_runs([1, 2, 3, 7]) == "1-3, 7"


# -- wrong: whatever is done to the file -------------------------------------------------------------------------


def damaged(text: str, chance: Random) -> str:
    """One to three accidents, or clumsy forgeries."""
    for _ in range(chance.randint(1, 3)):
        if not text:
            break
        at, lines = chance.randrange(len(text)), text.split("\n")
        one, two = (chance.randrange(len(lines)) for _ in range(2))
        what = chance.randrange(9)
        if what == 0:
            text = text[:at] + chr(ord(text[at]) ^ chance.choice((1, 2, 4, 32))) + text[at + 1 :]
        elif what == 1:
            text = text[:at] + text[at + chance.randint(1, 200) :]
        elif what == 2:
            text = text[:at]
        elif what == 3:
            lines[one], lines[two] = lines[two], lines[one]
        elif what == 4:
            lines.insert(one, lines[two])
        elif what == 5:
            del lines[one]
        elif what == 6:
            text = text[:at] + chance.choice('0123456789abcdef" \n\r\t,{}\u2028ё') + text[at:]
        elif what == 7:
            digits = chance.choice("0123456789"), chance.choice("0123456789")
            lines[one] = lines[one].replace(*digits)
        else:
            del lines[min(one, two) : max(one, two)]
        if what in (3, 4, 5, 7, 8):
            text = "\n".join(lines)
    return text


@given(st.integers(0), st.sampled_from(["over", "unsigned", "table", JUDGE]))
def test_no_damaged_file_is_called_whole_or_incomplete(seed: int, which: str) -> None:
    whole = texts()[which]
    text = damaged(whole, Random(seed))
    assume(text != whole)
    assert state(text) is State.WRONG
    assert state(text.encode()) is State.WRONG


# -- wrong: somebody who knows how records are made ----------------------------------------------------------------


def forged(text: str, change: Callable[[list[dict[str, Any]]], object], sign: Callable[[Head], Signed | None]) -> str:
    """Written anew with other entries, and a whole chain; salts are kept, so that nothing else differs."""
    recorded = read(text)
    payloads = [entry.payload for entry in recorded.entries]
    change(payloads)
    before, entries = START, list[Entry]()
    for number, payload in enumerate(payloads):
        salts = recorded.entries[min(number, len(recorded.entries) - 1)]
        public_text, hidden_texts = texts_of(payload)
        public = public_part(public_text, salts.public.salt)
        hidden = tuple(hidden_part(part, bytes(16)) for part in hidden_texts)
        before = link(before, public, hidden)
        entries.append(Entry(number, public, hidden, before))
    over = payloads[-1]["in"] == "over"
    return as_text(entries, recorded.audience, sign(Head(entries[0].digest, len(entries), entries[-1].digest, over)))


def drop_the_end(payloads: list[dict[str, Any]]) -> None:
    payloads.pop()


def add_nothing(payloads: list[dict[str, Any]]) -> None:
    payloads.insert(-1, {**payloads[-2], "in": "tick", "said": []})


def rename(payloads: list[dict[str, Any]]) -> None:
    payloads[0]["title"] = "Another duel"


LAWFUL = {"the end is cut off": drop_the_end, "an entry is put in": add_nothing, "the title is changed": rename}
"""Forgeries that no rule of the game forbids."""


@pytest.mark.parametrize("change", LAWFUL.values(), ids=LAWFUL)
def test_who_has_no_key_is_found_by_the_signature_or_by_who_named_the_device(change: Callable[..., object]) -> None:
    true = read(texts()["over"])
    ours = KeptProof(device=OURS.fingerprint)
    kept = KeptProof(checkpoint=checkpoint_of(true.as_head, true.signed))
    pasted = forged(texts()["over"], change, lambda head: true.signed)
    assert "the signature does not fit" in told(pasted)
    resigned = forged(texts()["over"], change, THEIRS.sign)
    assert state(resigned) is State.WHOLE, "nobody can know"
    assert f"device {THEIRS.fingerprint} has signed this record, and device" in told(resigned, ours)
    unsigned = forged(texts()["over"], change, lambda head: None)
    assert state(unsigned) is State.WHOLE, "nobody can know"
    assert "this record is not signed" in told(unsigned, ours)
    assert "was changed after it was written" in told(pasted, ours)
    assert "was changed after it was written" not in told(resigned, ours) + told(unsigned, kept)
    for text in (pasted, resigned, unsigned):
        assert state(text, ours) is State.WRONG
        assert state(text, kept) is State.WRONG
        assert state(text, KeptProof(head=true.head)) is State.WRONG


def test_the_true_record_fits_all_that_was_kept_of_it() -> None:
    true = read(texts()["over"])
    running = read(texts()[JUDGE])
    for earlier in (true, running):
        checkpoint = checkpoint_of(earlier.as_head, earlier.signed)
        kept = KeptProof(earlier.head, checkpoint, OURS.fingerprint)
        assert state(texts()["over"], kept) is State.WHOLE
        words = told(texts()["over"], kept)
        assert "the one you named" in words
        assert f"It matches the checkpoint made after entry {checkpoint.entries - 1}." in words
    assert "was cut short, or exported earlier" in told(
        texts()[JUDGE], KeptProof(checkpoint=checkpoint_of(true.as_head, true.signed))
    )


def test_a_checkpoint_that_was_altered_or_cannot_be_checked() -> None:
    true = read(texts()["over"])
    kept = checkpoint_of(true.as_head, true.signed)
    flipped = replace(kept, signature=bytes(64))
    assert "the checkpoint was altered" in told(texts()["over"], KeptProof(checkpoint=flipped))
    assert "the checkpoint was altered" in told(texts()["over"], KeptProof(checkpoint=replace(kept, over=False)))
    theirs = checkpoint_of(true.as_head, THEIRS.sign(true.as_head))
    assert "could not be checked" in told(texts()["over"], KeptProof(checkpoint=theirs))
    assert "could not be checked" not in told(texts()["over"], KeptProof(checkpoint=theirs, key=THEIRS.public))
    wrong = replace(theirs, signature=OURS.sign(true.as_head).signature)
    assert state(texts()["over"], KeptProof(checkpoint=wrong, key=THEIRS.public)) is State.WRONG
    assert "nobody knows which device made it" in told(
        texts()["over"], KeptProof(checkpoint=checkpoint_of(true.as_head, None))
    )


def test_a_game_that_went_to_another_device_says_so() -> None:
    moved = forged(texts()["over"], lambda payloads: payloads[0].update(device=OURS.fingerprint), THEIRS.sign)
    assert f"The game was begun on another device: {OURS.fingerprint}" in told(moved)
    stayed = forged(texts()["over"], lambda payloads: payloads[0].update(device=OURS.fingerprint), OURS.sign)
    assert "begun on device" not in told(stayed)


# -- wrong: what was said is left out, and nothing is hidden --------------------------------------------------------


def leave_out_what_was_said(payloads: list[dict[str, Any]]) -> None:
    """And make nonsense of everything after it."""
    payloads[1]["said"] = [["answer", "A", None]]
    for payload in payloads[2:-1]:
        payload["said"] = [["answer", "B", "play:master_puzzler"]]
    payloads[-1]["result"] = {"winner": "A", "lost": ["B"]}


def hide_nothing(payloads: list[dict[str, Any]]) -> None:
    """A hidden part that is here, and holds nothing."""
    for payload in payloads[1:-1]:
        if "hidden" in payload:
            payload["hidden"] = {"owner": payload["hidden"]["owner"]}


def hide_too_much(payloads: list[dict[str, Any]]) -> None:
    """More words in the hidden part than `said` leaves out."""
    payloads[3]["hidden"]["said"] *= 2


@pytest.mark.parametrize("sign", [OURS.sign, lambda head: None], ids=["signed", "unsigned"])
@pytest.mark.parametrize(("change", "number"), [(leave_out_what_was_said, 1), (hide_nothing, 3), (hide_too_much, 3)])
def test_only_what_is_kept_back_may_be_missing(
    change: Callable[[list[dict[str, Any]]], object], number: int, sign: Callable[[Head], Signed | None]
) -> None:
    text = forged(texts()["over"], change, sign)
    assert state(text) is State.WRONG
    assert f"entry {number} is not legal" in told(text)


# -- wrong: an entry that no referee wrote -------------------------------------------------------------------------


def put_in(at: int, **fields: object) -> Callable[[list[dict[str, Any]]], object]:
    """Another entry before this one, with the table as it was."""
    return lambda payloads: payloads.insert(
        at, {"at": payloads[at]["at"], "said": [], "state": payloads[at - 1]["state"], **fields}
    )


def changed(at: int, **fields: object) -> Callable[[list[dict[str, Any]]], object]:
    return lambda payloads: payloads[at].update(fields)


def without_states(payloads: list[dict[str, Any]]) -> None:
    for payload in payloads:
        payload.pop("state")


NEVER_WRITTEN: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str]] = {
    "an unknown input": (changed(1, **{"in": "nonsense"}), "entry 1 is not legal: it is no input"),
    "another answer": (changed(1, token="buy:gem_4"), "entry 1 is not legal: its answer is another"),
    "another's answer": (changed(1, seat="B"), "entry 1 is not legal"),
    "a stranger's answer": (changed(1, seat="Z"), "entry 1 is not legal"),
    "ended by nobody": (changed(-1, by=["nobody"]), "entry 6 is not legal: over: Say who wants it: A, B."),
    "ended by no judge": (changed(-1, by=["judge"]), "entry 6 is not legal"),
    "opened by no judge": (
        put_in(2, **{"in": "open", "by": ["judge"], "place": "A"}),
        "entry 2 is not legal: open: Say who wants it: A, B.",
    ),
    "opened for no judge": (put_in(2, **{"in": "open", "by": ["A", "B"], "place": "judge"}), "entry 2 is not legal"),
    "said by what failed": (changed(1, failed="KeyError"), "entry 1 is not legal: it counts for nothing"),
    "looked at by one": (put_in(2, **{"in": "look", "by": ["A"]}), "entry 2 is not legal"),
    "clocks without a turn": (
        put_in(2, **{"in": "clock", "by": ["A", "B"], "act": "set", "round": 60}),
        "entry 2 does not say whose turn it is",
    ),
    "no states": (without_states, "entry 0 does not say which table it leads to"),
}


@pytest.mark.parametrize(("change", "words"), NEVER_WRITTEN.values(), ids=NEVER_WRITTEN)
def test_an_entry_that_no_referee_wrote(change: Callable[[list[dict[str, Any]]], object], words: str) -> None:
    text = forged(texts()["over"], change, OURS.sign)
    assert state(text) is State.WRONG
    assert words in told(text)


@pytest.mark.parametrize(
    "change",
    [
        changed(0, setup=7),
        changed(0, setup={"game": "puzzle-strike"}),
        changed(3, said=[["correct", ["A", "B"], 3]], hidden={"owner": JUDGE}),
        changed(1, said=[["back", ["A"], [1, 2, 3]]], **{"in": "tick"}),
    ],
)
def test_pythons_own_words_are_not_shown(change: Callable[[list[dict[str, Any]]], object]) -> None:
    words = told(forged(texts()["over"], change, OURS.sign))
    assert "it is not written as the program writes it" in words
    for python in ("object", "unpack", "KeyError", "'bank'", "subscriptable", "unhashable"):
        assert python not in words


def test_a_long_answer_is_not_repeated_in_full() -> None:
    long = "buy:" + "x" * 450
    text = forged(texts()["over"], changed(1, token=long, said=[["answer", "A", long]]), OURS.sign)
    assert len(max(told(text).split(), key=len)) < 310


# -- wrong: times --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, None, "soon", True, 10**400, -1.0], ids=lambda at: str(at)[:5])
def test_time_never_runs_backwards(at: object) -> None:
    """Even where the device itself has signed it: the table's clock cannot write that."""
    text = forged(texts()["over"], lambda payloads: payloads[2].update(at=at), OURS.sign)
    assert state(text) is State.WRONG
    assert "entry 2" in told(text)
    assert ("time runs backwards" in told(text)) is (at in (0, -1.0) and at is not True)


def test_two_times_that_differ_look_different() -> None:
    text = forged(texts()["over"], lambda payloads: payloads[2].update(at=payloads[1]["at"] - 1e-9), OURS.sign)
    assert "entry 2 came at 0.999999999 s, after one at 1 s" in told(text)


def test_times_are_looked_at_behind_what_is_kept_back_too() -> None:
    text = forged(texts()["over"], lambda payloads: payloads[-1].update(at=0.5), OURS.sign)
    kept_back = without(text, lambda entry, part: True)
    assert state(kept_back) is State.WRONG
    assert "time runs backwards" in told(kept_back)


def test_the_table_cannot_write_times_that_run_backwards(ledger: Ledger) -> None:
    """Whatever the clock says that it is given: one of a computer that is set back, or forward, during the game."""
    referee = by_hand(ledger)
    game = referee.saving.game
    chance = Random(4)
    for token in ("done", "buy:wound", "done"):
        referee.step(Ticked(chance.uniform(-1e9, 1e9)))
        say(referee, "A", token)
        referee.now = max(referee.now, 0.0)
    referee.step(Corrected(("A", "B"), CHANGES, "the clock was set back", -1e6))
    referee.step(Finished(("A", "B"), -1e9))
    times = [entry.at for entry in game.entries(1)]
    assert times == sorted(times, key=lambda at: at or 0.0)
    assert state(write_record(game)) is State.WHOLE


def test_a_digest_of_a_text_proves_nothing_by_itself() -> None:
    """Who puts the last line right again is found by the chain."""
    lines = texts()["over"].split("\n")
    lines[1] = lines[1].replace("A duel", "A fuel")
    body = "\n".join(lines[:-2]) + "\n" + " ".join(lines[-2].split(" ")[:-1])
    text = f"{body} {hashlib.sha256(body.encode()).hexdigest()}\n"
    assert state(text) is State.WRONG
