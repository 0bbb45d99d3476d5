"""The rules that a set-up or a table names by key."""

from __future__ import annotations

from functools import cache

from companion.rules.kernel import Setup, SetupError
from companion.rules.puzzle_strike.editions import EDITIONS, THIRD
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.sets.library import SETS, box_of
from companion.rules.puzzle_strike.table import BASE_BOX, Side, Table
from companion.rules.puzzle_strike.ways.modes import MODES, usual_mode
from companion.rules.puzzle_strike.ways.picking import WAYS_TO_PICK
from companion.rules.puzzle_strike.ways.rules import Rules

ON = "on"
"""The option of a set-up that switches a rule of the house on."""
CHARACTERS = "characters"
"""The option of a set-up that says how characters are chosen."""


@cache
def rules_by(edition: str, mode: str, sets: tuple[str, ...], house: tuple[str, ...] = (), picking: str = "") -> Rules:
    """The rules of these keys."""
    rules = Rules(EDITIONS[edition], MODES[mode], box_of(sets), WAYS_TO_PICK[picking])
    for key in house:
        rules = HOUSE[key].apply(rules, HOUSE[key].rule)
    return rules


def rules_of(table: Table) -> Rules:
    """The rules that a table is played by."""
    return rules_by(table.edition, table.mode, table.sets, table.house, table.picking)


def side_of(table: Table, name: str) -> Side:
    """The seats that play together with this one, itself included."""
    return next(side for side in rules_of(table).mode.sides.of(table.order) if name in side)


def house_of(setup: Setup) -> tuple[str, ...]:
    """The rules of the house that a set-up switches on."""
    return tuple(key for key in HOUSE if setup.options.get(key) == ON)


def rules_for(setup: Setup) -> Rules:
    """The rules that a set-up chooses; what it leaves out is the usual. Raises `SetupError`."""
    edition, sets = setup.edition or THIRD.key, setup.sets or BASE_BOX
    mode = setup.mode or usual_mode(len(setup.seats))
    picking = setup.options.get(CHARACTERS, "")
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
    if picking not in WAYS_TO_PICK:
        raise SetupError(
            'Characters cannot be chosen by "{way}". Known: {known}.',
            way=picking,
            known=", ".join(filter(None, WAYS_TO_PICK)),
        )
    return rules_by(edition, mode, sets, house_of(setup), picking)
