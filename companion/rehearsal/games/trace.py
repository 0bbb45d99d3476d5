"""Traces for bug reports: what readers saw in a game, line by line, with the truth and the set-up of the game.

docs/rehearsal.md describes the three files. Reading a trace never fails: any bytes give looks, or messages about lines
that cannot be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.players import TableStep
from companion.rehearsal.games.game_script import GameScript
from companion.rehearsal.games.line import TrueLine
from companion.rehearsal.games.run import RehearsedGame
from companion.rehearsal.games.stage import Staged
from companion.rehearsal.games.truth import TrueGame, TrueStep
from companion.rules import Forced, Illegal, Setup, new_match
from companion.table.layout import Layout
from companion.table.layout_file import TableProblems, read_layout
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin

FORM = 1
"""The version of the setup file's format."""


@dataclass(frozen=True)
class Trace:
    """The looks of a trace, and messages about what could not be read."""

    looks: tuple[Look, ...]
    problems: tuple[str, ...] = ()


class TraceSetup(NamedTuple):
    """A game and its table at the beginning, as a setup file describes them."""

    setup: Setup
    layout: Layout
    kinds: dict[Uid, str]
    places: dict[Uid, str]
    twin: dict[str, Any] | None = None
    """Only for a real table, where a chip may be in one of several zones: the zones of all chips, by `Twin.to_json`."""
    resting: Mapping[Uid, str] = MappingProxyType({})
    """Only for a real table: the chips that lay on a reader at the beginning, with that reader."""

    def beliefs(self) -> Twin:
        """Return what is known about where every chip is."""
        if self.twin is not None:
            return Twin.from_json(self.layout, self.kinds, self.twin)
        return Twin(self.layout, self.kinds, {uid: {zone} for uid, zone in self.places.items()})


def write_records(folder: Path, played: RehearsedGame, layout_text: str, seed: int) -> None:
    """Write the three files of a game, named after the seed that was asked for, and after its mistake if any."""
    staged = played.staged
    name = f"{staged.made.key}-{seed}" if staged.made else f"game-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(folder / f"{name}.trace.jsonl", map(look_line, played.looks))
    write_lines(folder / f"{name}.truth.jsonl", truth_lines(staged))
    situation = situation_json(staged.truth.setup, layout_text, staged.truth.kinds, staged.truth.places)
    (folder / f"{name}.setup.json").write_text(situation + "\n", encoding="utf-8")


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


# -- looks ---------------------------------------------------------------------------------------------------------


def look_line(look: Look) -> str:
    """Return a look as a line of JSON.

    >>> look_line(Look("2.0", 1.25, (Uid("04A1B2C3"),)))
    '{"at":1.25,"reader":"2.0","tags":["04A1B2C3"],"error":""}'
    """
    row = {"at": round(look.at, 4), "reader": look.reader, "tags": list(look.tags), "error": look.error}
    return json.dumps(row, separators=(",", ":"))


def read_trace(path: Path) -> Trace:
    """Read the looks of a file, in order. Raises OSError if the file cannot be read."""
    return read_trace_lines(path.read_bytes().decode("utf-8", errors="replace").splitlines())


def read_trace_lines(lines: Iterable[str]) -> Trace:
    """Read any lines as looks. Empty lines are skipped.

    >>> read_trace_lines(['{"at": 1.5, "reader": "2.0", "tags": []}', "nonsense"])
    Trace(looks=(Look(reader='2.0', at=1.5, tags=(), error='', phone=False),), problems=('line 2: this is not JSON',))
    """
    looks, problems = [], []
    latest = float("-inf")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        read = read_look(line)
        if isinstance(read, Look) and read.at < latest:
            read = f"{read.at} comes after {latest}, but time does not go back"
        if isinstance(read, str):
            problems.append(f"line {number}: {read}")
        else:
            looks.append(read)
            latest = read.at
    return Trace(tuple(looks), tuple(problems))


def read_look(line: str) -> Look | str:
    """Return the look that a line holds, or what is wrong with the line."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return "this is not JSON"
    if not isinstance(row, dict):
        return "a look is a JSON object"
    at, reader, tags, error = row.get("at"), row.get("reader"), row.get("tags", []), row.get("error", "")
    if isinstance(at, bool) or not isinstance(at, int | float) or not abs(at) < LAST or not isfinite(at):
        return "`at` is not a number of seconds"
    if not isinstance(reader, str) or not isinstance(error, str):
        return "`reader` and `error` must be text"
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        return "`tags` must be a list of tag numbers"
    return Look(reader, float(at), tuple(Uid(tag) for tag in tags), error)


LAST = 1e12
"""Seconds that no table ever runs."""


# -- time between looks --------------------------------------------------------------------------------------------

STILL = 120.0
"""Seconds without a look after which time alone changes nothing any more: presence, arbiter and people never wait
longer than that."""
AHEAD = 20.0
"""Seconds before the next look at which time begins to pass again."""


def after_pause(now: float, last: float, ahead: float) -> float:
    """Return the time from which to go on, at the time `now` after a look at `last` and before the next one at `ahead`.

    A long pause is skipped in one step, so that a trace takes no longer than its looks do.

    >>> after_pause(100.0, 10.0, 1e9), after_pause(130.5, 10.0, 1e9)
    (100.0, 999999980.0)
    """
    return max(now, ahead - AHEAD) if now > last + STILL else now


# -- the truth and the setup ---------------------------------------------------------------------------------------


def truth_lines(staged: Staged) -> Iterable[str]:
    """Yield what was really said and drawn, in order, as lines of JSON; the mistake comes last."""
    decided = staged.script.decided
    for item in TrueLine(staged.truth).items:
        if item.step < len(decided):
            said = item.said if isinstance(item.said, str) else list(item.said)
            row = {"at": round(decided[item.step], 3), "seat": item.seat, "said": said, "forced": item.forced}
            yield json.dumps(row, separators=(",", ":"))
    if made := staged.made:
        mistake = {"mistake": made.key, "seat": made.seat, "at": round(staged.script.mistaken_at, 3)}
        yield json.dumps(mistake, separators=(",", ":"))


class Truth(NamedTuple):
    """The content of a truth file: the true game, and when each of its steps was decided."""

    game: TrueGame
    script: GameScript


def read_truth(text: str, setup: Setup) -> Truth:
    """Play the content of a truth file from the beginning. Raises ValueError with a message for people."""
    start = new_match(setup)
    match, script = start.copy(), GameScript()
    steps: list[TrueStep] = []
    forced: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
            if "mistake" in row:
                script.mistaken_at = float(row["at"])
                continue
            seat, at = str(row["seat"]), float(row["at"])
            said = row["said"] if isinstance(row["said"], str) else tuple(map(str, row["said"]))
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            raise ValueError(f"The truth cannot be read, line {number}: {problem!r}") from problem
        if row.get("forced") is True or (seat, said) in forced:
            forced = [one for one in forced if one != (seat, said)]
            continue  # the rules give this answer by themselves
        asked, before = match.pending, match.copy()
        try:
            events = match.answer(said, seat) if isinstance(said, str) else match.draw(said)
        except Illegal as refusal:
            raise ValueError(f"The truth cannot be played, line {number}: {seat} {said}: {refusal}") from refusal
        assert asked is not None  # else it would have been refused
        forced = [(event.seat, event.token) for event in events if isinstance(event, Forced)]
        steps.append(TrueStep(TableStep(len(steps) + 1, seat, said, asked, events), (), before))
        script.decided.append(at)
    return Truth(TrueGame(setup, start, {}, steps, match), script)


def situation_json(
    setup: Setup,
    layout_text: str,
    kinds: Mapping[Uid, str],
    places: Mapping[Uid, str],
    more: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """Return the text of a setup file. `more` is what only a real table has."""
    data = {"form": FORM, "setup": setup.to_json(), "table": layout_text, "kinds": dict(kinds), "places": dict(places)}
    return json.dumps(data | dict(more), indent=1)


def read_situation(text: str) -> TraceSetup:
    """Read the text of a setup file. Raises ValueError with a message for people."""
    try:
        data: Any = json.loads(text)
        if data["form"] != FORM:
            raise ValueError(f"its form is {data['form']}; this program reads form {FORM}")
        setup = Setup.from_json(data["setup"])
        kinds, places = words(data["kinds"]), words(data["places"])
        layout = read_layout(str(data["table"]))
        resting, twin = words(data.get("resting", {})), data.get("twin")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ValueError(f"The setup file cannot be read: {error!r}") from error
    if isinstance(layout, TableProblems):
        raise ValueError("\n".join(["The table in the setup file:", *layout.said()]))
    situation = TraceSetup(setup, layout, kinds, places, twin, resting)
    try:
        situation.beliefs()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"The setup file cannot be read: it does not say where the chips are: {error!r}") from error
    return situation


def words(data: Mapping[Any, Any]) -> dict[Uid, str]:
    """Return tags with a word for each, all of them as text."""
    return {Uid(str(uid)): str(word) for uid, word in data.items()}
