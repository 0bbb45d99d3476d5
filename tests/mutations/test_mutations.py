"""Rules broken on purpose: the scenarios must notice each.

A mutant is a copy of the program in which one line of the rules is wrong. If all scenarios still pass with it, they
do not test that rule.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
RULES = "companion/rules/puzzle_strike"
SCENARIOS = sorted(
    path for path in (ROOT / "tests" / "scenarios").rglob("*.yaml") if path.parent.name != "puzzle_strike_2"
)
"""Those of Puzzle Strike; the folders beside them belong to other games."""


CHARACTERS = "sets/base/characters.py"


class Mutant(NamedTuple):
    """One line, and how it is broken."""

    name: str
    file: str
    line: str
    broken: str


MUTANTS = (
    Mutant("a wound is a duty in every house", "house/no_mandatory_wound.py", "wounds_are_optional=", "bank_first="),
    Mutant("one mate ends the phase in every house", "house/both_mates_end.py", "ending_together=", "bank_first="),
    Mutant("panic one stack late", "ways/panic.py", "empty_stacks - players + 2", "empty_stacks - players + 1"),
    Mutant("panic never goes beyond 3-gems", "ways/panic.py", "LARGEST_ANTE = 4", "LARGEST_ANTE = 3"),
    Mutant("panic goes away again", "play.py", "if ante > table.ante:", "if ante != table.ante:"),
    Mutant("height bonus one late", "table.py", "return min(total // 3, 3)", "return min((total - 1) // 3, 3)"),
    Mutant("height bonus without end", "table.py", "return min(total // 3, 3)", "return total // 3"),
    Mutant("lost at 11 only", "editions.py", "losing_total=10", "losing_total=11"),
    Mutant("a 4-gem can be answered", "crash.py", "    if incoming.flight.broke_a_four:", "    if False:"),
    Mutant(
        "a Dragon can be answered",
        CHARACTERS,
        "return incoming.chip.orb",
        "return not incoming.chip.orb",
    ),
    Mutant("Knockdown bars nobody", "crash.py", 'if seat.barred else ""', 'if False else ""'),
    Mutant(
        "leftovers vanish", "crash.py", "negate(play, incoming, min(mine, theirs))", "negate(play, incoming, theirs)"
    ),
    Mutant(
        "the bubble takes all",
        CHARACTERS,
        "negate(play, incoming, 1)",
        "negate(play, incoming, incoming.gems)",
    ),
    Mutant("gems combine to 5", "combine.py", "LARGEST_GEM = 4", "LARGEST_GEM = 5"),
    Mutant(
        "a Ward asks nothing",
        CHARACTERS,
        'seat.ongoing.count("protective_ward")',
        'seat.ongoing.count("no_ward")',
    ),
    Mutant("two wounds a turn", "buy.py", 'stock["wound"] and "wound" not in me.bought', 'stock["wound"]'),
    Mutant("buying is optional", "buy.py", "    if may_stop:", "    if True:"),
    Mutant("traps snap shut on nobody", "buy.py", "play.table.traps.get(kind, 0)", "0"),
    Mutant("sales give chips away", "sets/box.py", "max(min(cost, 1), cost - reduction)", "max(0, cost - reduction)"),
    Mutant(
        "a black arrow pays first",
        "turn.py",
        "    colour = colours[0]\n",
        '    colour = "black" if me.black else colours[0]\n',
    ),
    Mutant("piggy banks cost nothing", "turn.py", "+ bonus - len(kept)", "+ bonus"),
    Mutant("the hand is kept", "turn.py", "    yield from discard_hand(play, me, kept)\n", ""),
    Mutant(
        "played chips are drawn again",
        "play.py",
        '        seat.move_all("discard", "bag")\n',
        '        seat.move_all("discard", "bag")\n        seat.move_all("played", "bag")\n',
    ),
    Mutant(
        "the real gem leaves before its stand-in",
        "play.py",
        "if stand_in in seat.pile else",
        'if f"gem_{size}" not in seat.pile else',
    ),
    Mutant("nobody can react", "reactions.py", "if play.could_hold(seat, fitting[seat.name]) or", "if"),
    Mutant("two reactions to one attack", "attack.py", "        if foe not in reacted:", "        if True:"),
    Mutant(
        "Deadly Time antes no 4-gem to Dragons",
        CHARACTERS,
        "min(normal + 1, LARGEST_GEM)",
        "min(normal + 1, 3)",
    ),
    Mutant("character chips can be trashed", "sets/box.py", 'return self[kind].kind != "character"', "return True"),
    Mutant(
        "helpers are not asked",
        "ways/answers.py",
        "[[target], *([seat] for seat in others)]",
        "[[target]]",
    ),
    Mutant("nothing floats", "ways/flight.py", "return play.total(sender) >=", "return 0 >="),
    Mutant("what floats never flies", "crash.py", "    yield from release(play, me)\n", ""),
    Mutant("the highest of the tied wins", "ways/ending.py", "== min(totals.values())", "== max(totals.values())"),
    Mutant("who is out is still attacked", "play.py", "name not in mine and name not in table.out", "name not in mine"),
    Mutant("both mates ante", "play.py", "return self.mates[me.name][0]", "return me"),
    Mutant("gems in the air lie in the bank", "crash.py", '    stock["gem_1"] -= real\n', ""),
    Mutant("negated gems are lost", "crash.py", '        play.table.stock["gem_1"] += real\n', ""),
    Mutant("sending starts no panic", "crash.py", 'if real and not stock["gem_1"]:', "if False:"),
    Mutant(
        "real gems are negated before stand-ins",
        "crash.py",
        "min(gems, before.stand_ins)",
        "max(0, gems - before.gems + before.stand_ins)",
    ),
    Mutant(
        "a crash that is stopped loses its gems",
        "crash.py",
        '    table.stock["gem_1"] += sum(flight.gems - flight.stand_ins for flight in table.air)\n',
        "",
    ),
    Mutant(
        "what is played out of the bank lies there still",
        "resolve.py",
        '    play.take_from_bank(chip.key, f"{me.name}.played")\n',
        "",
    ),
    Mutant(
        "a second Ward stays",
        CHARACTERS,
        'me.ongoing.count("protective_ward") - me',
        '("protective_ward" in me.ongoing) - me',
    ),
    Mutant("Combine costs nothing", "sets/base/purples.py", '"money": -1', '"money": 0'),
    Mutant("a tax binds nobody", "buy.py", "for kind, text in box.acting(FOE_BUYING):", "for kind, text in ():"),
    Mutant(
        "what works once a turn works twice", "resolve.py", "        if chip.key in me.effects:", "        if False:"
    ),
    Mutant("nothing follows a fist", "attack.py", "for text in play.texts(me, AFTER_FIST):", "for text in ():  # none"),
    Mutant("promised arrows never come", "turn.py", "    for colour in coming:", "    for colour in ():"),
    Mutant(
        "arrows count on somebody else's turn",
        "play.py",
        'if symbol != "owed" and self.table.turn not in self.sides[seat.name]:',
        "if False:",
    ),
    Mutant("a plague may be discarded", "play.py", "if kind in self.box.discarding and", "if False and"),
    Mutant(
        "a plague may be discarded with the hand",
        "discarding.py",
        "        play.box.texts[kind, DISCARDED](play, me)\n",
        "        pass\n",
    ),
    Mutant("nobody decides for another", "play.py", "decides = self.deputies.get(seat.name, seat)", "decides = seat"),
    Mutant(
        "reactions have no conditions",
        "reactions.py",
        "if kind not in conditions or conditions[kind](play, seat)",
        "if True",
    ),
    Mutant("a stack that is away is for sale", "play.py", "table.stock.pop(kind)", "table.stock[kind]"),
    Mutant(
        "chips of a stack that is away are lost", "play.py", "            if kind in away:", "            if False:"
    ),
    Mutant(
        "what has lost its ground stays",
        "resolve.py",
        "for seat, text in play.texts_of_all(SETTLED):",
        "for seat, text in ():",
    ),
    Mutant(
        "no stack that was taken out comes back",
        "sets/shadows/characters.py",
        "        play.put_stack_back(earlier)\n",
        "",
    ),
    Mutant(
        "a mirror never cracks", "turn.py", "for text in play.texts(me, ACTIONS_BEGIN):", "for text in ():  # no mirror"
    ),
)


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_the_scenarios_notice(mutant: Mutant, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / RULES / mutant.file
    source = file.read_text(encoding="utf-8")
    assert source.count(mutant.line) == 1, f"{mutant.file} has changed: break another line for this rule"
    file.write_text(source.replace(mutant.line, mutant.broken), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "companion", "scenario", *map(str, SCENARIOS), "--json"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stderr
    assert json.loads(run.stdout)["failed"] > 0
