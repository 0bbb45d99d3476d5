"""Which kit sees which mistake: `python -m tests.arbiter.mistakes_table` prints docs/mistakes.md."""

from __future__ import annotations

from functools import cache

from companion.arbiter.news import Ruling
from tests.arbiter.mistakes import CASES, PATIENCE, table_for

KITS = ("cells", "taps", "trays", "none")
LATER = ("owed", "gone")
"""Rulings that come when something is missed, not when something is seen."""

PAGE = """# Mistakes

What people do wrong at the table, and which readers tell. Each of these is made by hand in `tests/arbiter/mistakes.py`
and ruled on in `tests/arbiter/test_rulings.py`; this page comes from there: `python -m tests.arbiter.mistakes_table`.

* **at once**: a ruling a few seconds after the chips have moved;
* **later**: something is missing, and a ruling says so when the game has gone on without it;
* **no**: this kit has no reader that sees any of it.

A ruling names the rule, says what puts it right in chips, and offers three things: put it right, let it stand (all
seats together, or the judge), call the judge. The chips that it is about are set aside, so that the game is followed
further. What stands lies by the rules as it lies on the table; a chip that was played out of turn has done nothing, and
counts as discarded.

| mistake | {kits} | rule |
|---|{lines}|---|
{rows}

Where no reader sees the chips, people are asked instead, and an answer that is not legal is not offered.
"""


@cache
def ruling(key: str, kit: str) -> Ruling | None:
    """What this kit says of a mistake, if anything."""
    case = CASES[key]
    table = table_for(case, f"{kit}-2")
    case.deed(table)
    table.wait(PATIENCE)
    return table.rulings[0] if table.rulings else None


def seen(key: str, kit: str) -> str:
    """When."""
    found = ruling(key, kit)
    return "no" if found is None else "later" if found.kind in LATER else "at once"


def page() -> str:
    """All of it."""
    rows = []
    for key in CASES:
        found = ruling(key, KITS[0])
        rule = f"`{found.rule}`" if found and found.rule else ""
        rows.append(f"| {key.replace('_', ' ')} | {' | '.join(seen(key, kit) for kit in KITS)} | {rule} |")
    return PAGE.format(kits=" | ".join(KITS), lines="|".join("---" for _ in KITS), rows="\n".join(rows))


if __name__ == "__main__":
    print(page(), end="")
