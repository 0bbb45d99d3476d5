"""What the running program does so that a record proves itself: its device's key, checks, and what phones keep."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, NamedTuple

from companion.faces.hall import Verified
from companion.faces.languages import Language
from companion.ledger import (
    DeviceKey,
    KeptProof,
    KeyTrouble,
    Ledger,
    Recorded,
    RecordProblems,
    checkpoint_of,
    links_since,
    own_key,
)
from companion.ledger.device import is_open
from companion.referee.report import report_on
from companion.rules.kernel.sentences import Sentence

log = logging.getLogger(__name__)

NO_KEY = "This device's key cannot be used, so records are not signed. `companion doctor` says more."
KEY_OPEN = (
    "Other users of this computer can read this device's key and sign records in its name. `companion doctor` "
    "says what to do."
)


class OwnKey(NamedTuple):
    """This device's key, and what is wrong with it."""

    key: DeviceKey | None
    words: str = ""
    """For whoever started the program: what is wrong, and what to do."""
    trouble: Sentence | None = None
    """The same for everybody at the table."""


def find_own(folder: Path) -> OwnKey:
    """The key of the device that keeps its games here; made at its first start."""
    try:
        key = own_key(folder)
    except KeyTrouble as problem:
        log.error("This device's key cannot be used, and records are not signed.", exc_info=problem)
        return OwnKey(None, str(problem), Sentence(NO_KEY))
    trouble = Sentence(KEY_OPEN) if is_open(folder) else None
    if trouble:
        log.warning("Other users of this computer can read this device's key.")
    return OwnKey(key, trouble.said() if trouble else "", trouble)


def verified(recorded: Recorded | RecordProblems, kept: KeptProof, language: Language) -> Verified:
    """What a check says, in a language."""
    report = report_on(recorded, kept)
    lines = (*(line.said(language.say) for line in report.lines), *report.problems)
    head = recorded.head if isinstance(recorded, Recorded) else ""
    return Verified(report.state.value, head, lines)


def links_row(path: Path, number: int, since: int, key: DeviceKey | None) -> dict[str, Any]:
    """How far a game's record has come, and how it goes on after so many entries. Raises `LedgerError`."""
    with Ledger.open(path, read_only=True) as ledger:
        game = ledger.game(number)
        links = links_since(game, since)
        header = game.header
    signed = key.sign(links.head) if key else None
    return {
        "number": number,
        "title": str(header.get("title", "")),
        "started": str(header.get("started", "")),
        "game": links.head.game,
        "entries": links.head.entries,
        "head": links.head.digest,
        "over": links.head.over,
        "device": signed.fingerprint if signed else "",
        "key": signed.device.hex() if signed else "",
        "signature": signed.signature.hex() if signed else "",
        "checkpoint": checkpoint_of(links.head, signed).text,
        "since": since,
        "leaves": [list(leaves) for leaves in links.leaves],
    }
