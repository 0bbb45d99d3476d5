"""The rulings of a table as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.arbiter.loose import Debt, as_row, from_row
from companion.arbiter.naming import RuleMove
from companion.arbiter.news import Ruling
from companion.arbiter.rulings import OpenCase, Rulings, Since
from companion.arbiter.slots import OverSlot
from companion.arbiter.why_rows import why_from, why_row
from companion.rules import Moved
from companion.rules.kernel.sentences import Sentence
from companion.table.sightings import Uid

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter


def ruled_row(ruled: Rulings) -> dict[str, Any]:
    """The open rulings, and all that later rulings rest on, as JSON."""
    return {
        "cases": [case_row(case) for case in ruled.cases],
        "ruled_so_far": ruled.ruled_so_far,
        "since": [[*debt, [list(since) for since in stack]] for debt, stack in ruled.since.items()],
        "paid_at": ruled.paid_at,
        "paid_last": [[*debt, list(since), at] for debt, (since, at) in ruled.paid_last.items()],
        "drew": ruled.drew,
        "made": [[list(made.moved), made.rule, made.at] for made in ruled.made],
        "by_hand": ruled.by_hand,
        "strangers": sorted(ruled.strangers),
    }


def ruled_from(data: Mapping[str, Any], arbiter: Arbiter) -> Rulings:
    """The rulings from JSON."""
    ruled = Rulings(arbiter.sight)
    ruled.cases = [case_from(row) for row in data["cases"]]
    ruled.ruled_so_far = data["ruled_so_far"]
    ruled.since = {Debt(*debt): [Since(*since) for since in stack] for *debt, stack in data["since"]}
    ruled.paid_at, ruled.by_hand = data["paid_at"], data["by_hand"]
    ruled.paid_last = {Debt(*debt): (Since(*since), at) for *debt, since, at in data["paid_last"]}
    ruled.drew = dict(data["drew"])
    ruled.made = tuple(RuleMove(Moved(*moved), rule, at) for moved, rule, at in data["made"])
    ruled.strangers = {Uid(uid) for uid in data["strangers"]}
    for case in ruled.cases:
        if case.away in ruled.strangers:  # older snapshots have a ruling for each stranger
            case.reader, case.away = arbiter.twin.whereabouts(case.away).reader, None
    return ruled


def case_row(case: OpenCase) -> dict[str, Any]:
    """A case as JSON."""
    return {
        "ruling": ruling_row(case.ruling),
        "aside": [as_row(loose) for loose in case.aside.values()],
        "slots": case.slots,
        "debts": [[*debt, count] for debt, count in case.debts.items()],
        "away": case.away,
        "reader": case.reader,
        "passed": case.passed,
        "lost": case.lost,
    }


def case_from(row: Mapping[str, Any]) -> OpenCase:
    """A case from JSON."""
    return OpenCase(
        ruling=ruling_from(row["ruling"]),
        aside={loose.uid: loose for loose in map(from_row, row["aside"])},
        slots={place: [OverSlot(*chip) for chip in chips] for place, chips in row["slots"].items()},
        debts={Debt(kind, source, target): count for kind, source, target, count in row["debts"]},
        away=row["away"] and Uid(row["away"]),
        reader=row.get("reader", ""),
        passed=row["passed"],
        lost=row["lost"],
    )


def ruling_row(ruling: Ruling) -> list[Any]:
    """A ruling as JSON."""
    return [
        ruling.number,
        ruling.kind,
        ruling.seat,
        ruling.rule,
        ruling.words,
        ruling.remedy,
        list(ruling.chips),
        [list(debt) for debt in ruling.owed],
        ruling.at,
        list(ruling.tokens),
        why_row(ruling.why),
        ruling.judge,
        ruling.reason.to_json(),
    ]


def ruling_from(row: list[Any]) -> Ruling:
    """A ruling from JSON."""
    number, kind, seat, rule, words, remedy, chips, owed, at, tokens, why, judge, reason = row
    return Ruling(
        number,
        kind,
        seat,
        rule,
        words,
        remedy,
        tuple(chips),
        tuple(Debt(*debt) for debt in owed),
        at,
        tuple(tokens),
        why_from(why),
        judge,
        Sentence.from_json(reason),
    )
