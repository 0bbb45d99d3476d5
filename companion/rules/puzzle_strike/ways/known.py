"""The rules that a set-up or a table names by key."""

from __future__ import annotations

from functools import cache

from companion.rules.kernel import Setup, SetupError
from companion.rules.puzzle_strike.editions import EDITIONS, THIRD
from companion.rules.puzzle_strike.sets.library import SETS, box_of
from companion.rules.puzzle_strike.table import BASE_BOX, Side, Table
from companion.rules.puzzle_strike.ways.modes import MODES
from companion.rules.puzzle_strike.ways.rules import Rules


@cache
def rules_by(edition: str, mode: str, sets: tuple[str, ...]) -> Rules:
    """The rules of these keys."""
    return Rules(EDITIONS[edition], MODES[mode], box_of(sets))


def rules_of(table: Table) -> Rules:
    """The rules that a table is played by."""
    return rules_by(table.edition, table.mode, table.sets)


def side_of(table: Table, name: str) -> Side:
    """The seats that play together with this one, itself included."""
    return next(side for side in rules_of(table).mode.sides.of(table.order) if name in side)


def rules_for(setup: Setup) -> Rules:
    """The rules that a set-up chooses; what it leaves out is the usual. Raises `SetupError`."""
    edition, mode, sets = setup.edition or THIRD.key, setup.mode or "duel", setup.sets or BASE_BOX
    if edition not in EDITIONS:
        raise SetupError(
            'There is no edition "{edition}" of Puzzle Strike here. Known: {known}.',
            edition=edition,
            known=", ".join(EDITIONS),
        )
    if mode not in MODES:
        raise SetupError('There is no mode "{mode}". Known: {known}.', mode=mode, known=", ".join(MODES))
    for key in sets:
        if key not in SETS:
            raise SetupError('There is no set "{set}" of chips here. Known: {known}.', set=key, known=", ".join(SETS))
    return rules_by(edition, mode, sets)
