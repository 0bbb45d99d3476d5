"""Where the lines of a game's totals run; the template makes SVG of it (`web/templates/graph.html`)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from companion.faces.told_game import ToldGame, ToldTurn

WIDE: Final = 1000
HIGH: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 34, 74, 16, 34
"""What is left free around the lines."""
ROOM: Final = 2
"""How far above the limit, or the highest total, the graph goes on."""
CLOSEST: Final = 28
"""How close two numbers below the graph may stand."""
CLEAR: Final = 22
"""How far apart two names stand at least."""


class GraphLine(NamedTuple):
    """A seat's total over the game."""

    name: str
    path: str
    ends: tuple[float, float]
    """Where the line ends."""
    label: float
    """The height at which its name stands."""
    value: int


class GraphMark(NamedTuple):
    """A place along the graph: a turn, a mistake, a new alarm."""

    x: float
    words: str
    at: int = 0
    until: float = 0.0


class Graph(NamedTuple):
    """The lines, and everything around them."""

    lines: tuple[GraphLine, ...]
    limit: float
    """The height of the limit; 0 where there is none."""
    zero: float
    fives: tuple[tuple[float, int], ...]
    """The heights that are marked, and how much they are."""
    turns: tuple[GraphMark, ...]
    mistakes: tuple[GraphMark, ...]
    alarms: tuple[GraphMark, ...]
    stops: tuple[tuple[int, float], ...]
    """Where each entry that shows something stands, for a line at the present one."""

    def at(self, entry: int) -> float:
        """Return where an entry stands."""
        here = bisect_right(self.stops, (entry, float(WIDE))) - 1
        return self.stops[max(0, here)][1] if self.stops else LEFT


def graph_of(told: ToldGame) -> Graph:
    """Return the graph of a game: each move takes the same room, however long people thought about it."""
    entries = sorted({0, told.last, *(move.at for turn in told.turns for move in turn.moves)})
    step = (WIDE - LEFT - RIGHT) / max(1, len(entries) - 1)
    highest = max([told.limit, *(height.value for line in told.heights for height in line)], default=1) + ROOM

    def across(entry: int) -> float:
        return round(LEFT + max(0, bisect_right(entries, entry) - 1) * step, 1)

    def up(value: float) -> float:
        return round(HIGH - BOTTOM - value * (HIGH - TOP - BOTTOM) / highest, 1)

    lines = []
    for seat, heights in zip(told.seats, told.heights, strict=False):
        if heights:
            points = [(across(one.at), up(one.value)) for one in heights]
            path = f"M{points[0][0]} {points[0][1]}" + "".join(f"H{x}V{y}" for x, y in points[1:])
            end = across(told.last)
            lines.append(GraphLine(seat.name, f"{path}H{end}", (end, points[-1][1]), points[-1][1], heights[-1].value))
    return Graph(
        apart(lines),
        up(told.limit) if told.limit else 0,
        up(0),
        tuple((up(value), value) for value in range(0, highest, 5) if value != told.limit),
        spaced(GraphMark(across(turn.at), str(number), turn.at) for number, turn in enumerate(numbered(told), 1)),
        tuple(GraphMark(across(one.at), one.words, one.at) for one in told.mistakes),
        alarms(told, across),
        tuple((entry, across(entry)) for entry in entries),
    )


def numbered(told: ToldGame) -> list[ToldTurn]:
    """Return the turns without what came before the first one."""
    return [turn for turn in told.turns if turn.title]


def spaced(marks: Iterable[GraphMark]) -> tuple[GraphMark, ...]:
    """Return those marks whose words do not run into each other."""
    found: list[GraphMark] = []
    for mark in marks:
        if not found or mark.x - found[-1].x >= CLOSEST:
            found.append(mark)
    return tuple(found)


def apart(lines: list[GraphLine]) -> tuple[GraphLine, ...]:
    """Return the lines with their names far enough from each other."""
    found: dict[str, float] = {}
    lowest = float(HIGH)
    for line in sorted(lines, key=lambda one: -one.label):
        lowest = min(line.label, lowest - CLEAR)
        found[line.name] = lowest
    return tuple(line._replace(label=found[line.name]) for line in lines)


def alarms(told: ToldGame, across: Callable[[int], float]) -> tuple[GraphMark, ...]:
    """Return the spans in which the table was dangerous."""
    found = []
    for number, (at, words) in enumerate(told.alarms):
        if words:
            ends = told.alarms[number + 1][0] if number + 1 < len(told.alarms) else told.last
            found.append(GraphMark(across(at), words, at, across(ends)))
    return tuple(found)
