"""The arbiter broken on purpose: its tests must notice each.

A mutant is a copy of the program in which one line of the arbiter is wrong. If all of these tests still pass with it,
they do not test that line.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("companion", "hardware/tables", "tests/arbiter", "tests/rehearsal", "tests/sample_game", "tests/rules")
LOOSE = ("tests/__init__.py", "tests/conftest.py", "tests/contract.py", "tests/needs.py", "pyproject.toml")
NOTICED = 1
"""What pytest says where tests fail."""


class Mutant(NamedTuple):
    """One line, how it is broken, and the test that should notice."""

    name: str
    file: str
    line: str
    broken: str
    tests: str = "arbiter"


PEEKS = """            self.twin.kinds.get(chip.uid) and self.commit(
                Said("learn", debt.target, (self.twin.kinds[chip.uid],)), Grounds()
            )
"""

MUTANTS = (
    Mutant(
        "a loose chip forgets its way",
        "books",
        "            chip = before.goes_on(chip)\n",
        "            pass\n",
        "books",
    ),
    Mutant("nobody points", "explain", "books.pointed_at(kind, settling)", "pass", "pointing"),
    Mutant(
        "a chip that is named is pointed at",
        "explain",
        "left_out = self.strict and",
        "left_out = False and",
        "pointing",
    ),
    Mutant("any chip pays", "books", "return fits(debt.kind, chip.kind) and self", "return self", "books"),
    Mutant("a chip stays where it was last seen", "books", "and loose.origin == here:", "and False:", "books"),
    Mutant("a touch beside its tap is none", "books", 'owner(debt.target) != ""', 'owner(debt.target) == "?"', "books"),
    Mutant(
        "an equal chip pays for another", "ambiguous_tap", "    if not doubtful:\n", "    if True:\n", "ambiguous_tap"
    ),
    Mutant("debts stay", "books", "left = self.debts[debt] - 1", "left = self.debts[debt]", "books"),
    Mutant(
        "an old heap takes a chip that came since",
        "books",
        "(piece, target, self.sight.owner(target)):",
        "():",
        "books",
    ),
    Mutant("nothing is moot", "books", "self._redirect(moved.piece, moved.source, moved.target)", "pass", "books"),
    Mutant(
        "a chip at home must be explained",
        "loose",
        "return len(self.origin) == 1 and self.now in self.origin",
        "return False",
        "books",
    ),
    Mutant("an unseen chip stays unknown", "books", "settling.learnt.append((target, loose.kind))", "pass", "books"),
    Mutant("hand and bag are told apart", "sight", "if not places.seen_by(TABLE, name):", "if not name:", "sight"),
    Mutant("nothing is seen to leave", "sight", "if source in self.taps and", "if not source and", "sight"),
    Mutant("words that lead there are forgotten", "explain", "IDLE = 6", "IDLE = -1", "explain"),
    Mutant("half a search is believed", "explain", "complete=self.tried < self.budget", "complete=True", "explain"),
    Mutant(
        "order costs nothing",
        "explain",
        "price = inverted(line.latest, first, OTHERS if others else 1) if tells or settling.drawn else 0",
        "price = 0",
        "explain",
    ),
    Mutant(
        "what nobody sees was not done",
        "explain",
        "nothing = seen and not (settling.shows",
        "nothing = not (settling.shows",
        "explain",
    ),
    Mutant("the first line that fits is taken", "certain", "seen_steps(common(lines))", "seen_steps(lines[0].steps)"),
    Mutant(
        "who comes back at once touches twice",
        "rulings",
        "return over_tap and any(",
        "return False and any(",
        "rulings",
    ),
    Mutant("looks alone tell whose tap it was", "ambiguous_tap", "return other if", "return told if", "ambiguous_tap"),
    Mutant(
        "a ghost has moved a chip", "ambiguous_tap", "return None if arbiter", "return told if arbiter", "ambiguous_tap"
    ),
    Mutant("questions are never withdrawn", "arbiter", "if self.asked and not self._is_open(self.asked):", "if False:"),
    Mutant("who goes back forgets the chips", "arbiter", "in self.books.take_back(move):", "in ():"),
    Mutant("a correction leaves the books", "arbiter", "        self.books.clear()\n", ""),
    Mutant("nobody may think", "asking", "LATE = 12.0", "LATE = 0.0", "asking"),
    Mutant("what the table shows is asked", "asking", "if dark and not shown:", "if dark:", "asking"),
    Mutant("a store forgets when chips moved", "stored", '"moved_at": arbiter.moved_at', '"moved_at": 0.0', "stored"),
    Mutant(
        "it looks at what a slot reads",
        "arbiter",
        "        if debt := self.books.drawn(place, chip):\n",
        f"        if debt := self.books.drawn(place, chip):\n{PEEKS}",
        "privacy",
    ),
    Mutant(
        "a chip of the hand is drawn again",
        "slots",
        "return any(one.uid == chip.uid for one in self.drawn.get(place, ()))",
        "return False",
        "slots",
    ),
    Mutant(
        "a shaken bag is drawn from", "slots", "if early := self._meant_nothing(place, chip):", "if False:", "slots"
    ),
    Mutant("the chip that was seen first fits best", "loose", "(chip.at + TELLS < after, chip", "(0, chip", "slots"),
)


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_the_tests_of_the_arbiter_notice(mutant: Mutant, tmp_path: Path) -> None:
    for folder in NEEDED:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in LOOSE:
        shutil.copy(ROOT / name, tmp_path / name)
    file = tmp_path / "companion" / "arbiter" / f"{mutant.file}.py"
    source = file.read_text(encoding="utf-8")
    assert source.count(mutant.line) == 1, f"{mutant.file}.py has changed: break another line for this"
    file.write_text(source.replace(mutant.line, mutant.broken), encoding="utf-8")
    tests = f"tests/arbiter/test_{mutant.tests}.py"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", tests],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == NOTICED, run.stdout[-2000:] + run.stderr[-2000:]
