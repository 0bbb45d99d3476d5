"""Runs the scenarios of Puzzle Strike 2 with each of its rules broken on purpose.

    python -m tests.mutations.second_game

Each mutant runs in a process of its own that is forked before the rules are loaded, with one line of them replaced. It
prints for each whether a scenario noticed it, as JSON.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGE = "companion.rules.puzzle_strike_2"
SCENARIOS = ROOT / "tests" / "scenarios" / "puzzle_strike_2"


class BrokenLine(NamedTuple):
    """One line, and how it is broken."""

    name: str
    module: str
    line: str
    broken: str


MUTANTS = (
    BrokenLine("bust at eleven", "pile", "SAFE: Final = 10", "SAFE: Final = 11"),
    BrokenLine("a pile of fifteen", "pile", "SPACES: Final = 14", "SPACES: Final = 15"),
    BrokenLine("a single gem has the bonus", "pile", "if gems > 1 or single else 0", "if gems or single else 0"),
    BrokenLine(
        "the bonus of the lowest gem",
        "pile",
        "pile[low - 1], high - low + 1, high,",
        "pile[low - 1], high - low + 1, low,",
    ),
    BrokenLine(
        "half again after the bonus",
        "pile",
        "gems // 2 if half_again else 0",
        "(gems + bonus) // 2 if half_again else 0",
    ),
    BrokenLine(
        "the drop does not wrap", "pile", "pattern[number % len(pattern)]", "pattern[min(number, len(pattern) - 1)]"
    ),
    BrokenLine("the ante has the color of the first card", "bank", "colours(play, row[-1:])", "colours(play, row[:1])"),
    BrokenLine(
        "Ante Ups show one card late", "bank", "for cards in above if cards > 0)", "for cards in above if cards >= 0)"
    ),
    BrokenLine(
        "the row is not filled at once", "bank", "while len(table.row) < SLOTS:", "while len(table.row) < SLOTS - 1:"
    ),
    BrokenLine(
        "wounds become bank cards",
        "bank",
        "if kind not in play.book:\n        return False",
        "if kind not in play.book:\n        return True",
    ),
    BrokenLine(
        "Ante Ups count in the finale", "bank", "if table.final and play.contest.ignores_ante_ups:", "if False:"
    ),
    BrokenLine(
        "unblockable gems wait",
        "opponents",
        "            if unblockable:\n                fallen",
        "            if False:\n                fallen",
    ),
    BrokenLine("everybody attacks everybody", "opponents", "if table.scepter == me.name:", "if table.scepter:"),
    BrokenLine("the holder attacks one", "opponents", "return play.others(me)\n", "return play.others(me)[:1]\n"),
    BrokenLine(
        "the holder's blocks count", "play", "in_vain = self.table.scepter == me.name and", "in_vain = False and"
    ),
    BrokenLine("discards of opponents act", "play", "if self.is_acting(seat):", "if True:"),
    BrokenLine(
        "an opened deck is not shuffled", "play", "if not seat.deck and not self.shuffle(seat):", "if not seat.deck:"
    ),
    BrokenLine("a meter of five", "table", "METER: Final = 4", "METER: Final = 5"),
    BrokenLine("super moves in the middle of a card", "effects", "    if not play.depth:\n", "    if True:\n"),
    BrokenLine("Overload in another order", "effects", '("blue", "pink", "green")', '("green", "pink", "blue")'),
    BrokenLine("Energize draws one", "effects", "yield from play.draw(me, 2)", "yield from play.draw(me, 1)"),
    BrokenLine("Trickshot costs", "effects", '"trickshot", free=True)', '"trickshot")'),
    BrokenLine(
        "powering up fills three meters",
        "effects",
        "for colour in COLOURS:\n        play.fill_meter(holder",
        "for colour in COLOURS[:3]:\n        play.fill_meter(holder",
    ),
    BrokenLine(
        "the bonus beats creatures",
        "effects",
        "yield from beat_creature(play, me, foe, broken.colour, broken.gems)",
        "yield from beat_creature(play, me, foe, broken.colour, sent)",
    ),
    BrokenLine("any color beats creatures", "effects", "beaten = needed == colour and", "beaten ="),
    BrokenLine("chains always act", "effects", "facts[0] == facts[1] != UNKNOWN", "UNKNOWN != facts[0]"),
    BrokenLine("two creatures", "effects", "        if me.creature:\n            play.discard_creature(me, me)\n", ""),
    BrokenLine("nobody has to drop first", "turn", "if table.scepter == me.name and me.incoming:", "if False:"),
    BrokenLine(
        "nothing drops at the end",
        "turn",
        "    if me.incoming:\n        yield from effects.effect",
        "    if False:\n        yield from effects.effect",
    ),
    BrokenLine("four actions", "turn", "BASE_ACTIONS = 3", "BASE_ACTIONS = 4"),
    BrokenLine(
        "Ante Ups give no action", "turn", "BASE_ACTIONS + table.ante_ups)\n    enter", "BASE_ACTIONS)\n    enter"
    ),
    BrokenLine(
        "costs below nothing",
        "turn",
        "max(0, play.board.costs[slot - 1] + me.buy_change)",
        "play.board.costs[slot - 1] + me.buy_change",
    ),
    BrokenLine("the change of the cost stays", "turn", "    if me.buy_change:\n", "    if False:\n"),
    BrokenLine("no bonus in the draw phase", "turn", "BASE_HAND + bonus)", "BASE_HAND)"),
    BrokenLine("played cards stay", "turn", '    lay_down(play, me, "played", me.played)\n', ""),
    BrokenLine("the bar is not set", "contests", "bar = max(least, *(seat.incoming for seat in seats))", "bar = least"),
    BrokenLine("no minimum for the bar", "contests", "bar = max(least, *(", "bar = max(0, *("),
    BrokenLine("nobody powers up before the finale", "contests", "if table.scepter != me.name:  #", "if False:  #"),
    BrokenLine(
        "who busts in the finale may win", "contests", "if name not in table.busted] or finalists", "] or finalists"
    ),
    BrokenLine(
        "the lowest score wins",
        "contests",
        "best = max(table.seats[name].score for name in safe)",
        "best = min(table.seats[name].score for name in safe)",
    ),
    BrokenLine("equal is less than the Dragon", "contests", "best < table.dragon_score", "best <= table.dragon_score"),
    BrokenLine("the Dragon blocks for one", "dragon", "play.table.power * len(play.table.order)", "play.table.power"),
    BrokenLine("the Dragon looks at one card", "dragon", "SLOTS - 1 - table.ante_ups", "SLOTS - 1"),
    BrokenLine("the Dragon does not grow", "dragon", "        table.power += 1\n", ""),
    BrokenLine("the Dragon sends what it never had", "dragon", "== CRUSHED else gems", "!= CRUSHED else gems"),
    BrokenLine("a present is optional", "cards.verbs", "        if play.can_be_played(kind):", "        if False:"),
    BrokenLine(
        "character cards can be trashed", "cards.verbs", "return kind not in play.book or not", "return True or not"
    ),
    BrokenLine(
        "twelve cards before each Ante Up", "setup", "CARDS_BEFORE_AN_ANTE_UP = 4", "CARDS_BEFORE_AN_ANTE_UP = 5"
    ),
    BrokenLine(
        "by hand is skipped",
        "effects",
        "        yield from by_hand.carry_out(play, me, card)\n",
        "        yield from ()\n",
    ),
)


class BreakingFinder(MetaPathFinder):
    """Finds one module of the rules with a line replaced."""

    def __init__(self, mutant: BrokenLine) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != f"{PACKAGE}.{self.mutant.module}":
            return None
        return importlib.util.spec_from_loader(name, BreakingLoader(self.mutant), origin="broken")


class BreakingLoader(SourceLoader):
    """Loads it."""

    def __init__(self, mutant: BrokenLine) -> None:
        self.mutant = mutant

    def get_filename(self, fullname: str) -> str:
        return str(file_of(self.mutant))

    def get_data(self, path: str | bytes) -> bytes:
        source = file_of(self.mutant).read_text(encoding="utf-8")
        return source.replace(self.mutant.line, self.mutant.broken).encode()

    def path_stats(self, path: str) -> dict[str, int]:
        raise OSError("a broken module is not cached")


def file_of(mutant: BrokenLine) -> Path:
    """The file of a mutant's module."""
    return ROOT / "companion" / "rules" / "puzzle_strike_2" / f"{mutant.module.replace('.', '/')}.py"


def notices() -> bool:
    """Whether any scenario fails now."""
    from companion.scenarios import files_in
    from companion.scenarios.suite import run_file

    return any(not result.passed for file in files_in([SCENARIOS]) for result in run_file(file))


def load_what_is_not_broken() -> None:
    """What all mutants share is loaded once, before they part."""
    importlib.import_module("companion.scenarios.documents")


def main() -> None:
    """Try all mutants, and the rules as they are first."""
    found = {}
    load_what_is_not_broken()
    for mutant in (None, *MUTANTS):
        child = os.fork()
        if not child:
            if mutant:
                sys.meta_path.insert(0, BreakingFinder(mutant))
            code = 3
            try:
                code = int(notices())
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        found[mutant.name if mutant else ""] = os.waitstatus_to_exitcode(status)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
