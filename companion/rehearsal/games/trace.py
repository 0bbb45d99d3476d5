"""Traces: what readers saw in a game, line by line, as a bug report carries it; with the truth, and how it was set up.

docs/rehearsal.md describes the three files. Reading is total: any bytes give looks, or lines that say what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.players import Step
from companion.rehearsal.games.hands import Script
from companion.rehearsal.games.line import Line
from companion.rehearsal.games.run import Played
from companion.rehearsal.games.stage import Staged
from companion.rehearsal.games.truth import TrueGame, TrueStep
from companion.rules import Forced, Illegal, Setup, new_match
from companion.table.layout import Layout
from companion.table.layout_file import Problems, read_layout
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin

FORM = 1
"""Of the setup file."""


@dataclass(frozen=True)
class Trace:
    """The looks of a trace, and what in it could not be read."""

    looks: tuple[Look, ...]
    problems: tuple[str, ...] = ()


class Situation(NamedTuple):
    """A game and its table at the beginning, as a setup file tells it."""

    setup: Setup
    layout: Layout
    kinds: dict[Uid, str]
    places: dict[Uid, str]
    twin: dict[str, Any] | None = None
    """Of a real table, where a chip may be in one of several zones: where all of them are, as `Twin.to_json` tells."""
    resting: Mapping[Uid, str] = MappingProxyType({})
    """Of a real table: what lay on a reader already, and on which."""

    def beliefs(self) -> Twin:
        """Where every chip is, as far as it is known."""
        if self.twin is not None:
            return Twin.from_json(self.layout, self.kinds, self.twin)
        return Twin(self.layout, self.kinds, {uid: {zone} for uid, zone in self.places.items()})


def write_records(folder: Path, played: Played, layout_text: str, seed: int) -> None:
    """The three files of a game; they are called by the seed that was asked for, and by the mistake in it."""
    staged = played.staged
    name = f"{staged.made.key}-{seed}" if staged.made else f"game-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(folder / f"{name}.trace.jsonl", map(look_line, played.looks))
    write_lines(folder / f"{name}.truth.jsonl", truth_lines(staged))
    situation = situation_json(staged.truth.setup, layout_text, staged.truth.kinds, staged.truth.places)
    (folder / f"{name}.setup.json").write_text(situation + "\n", encoding="utf-8")


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """A file of lines."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


# -- looks ---------------------------------------------------------------------------------------------------------


def look_line(look: Look) -> str:
    """One look as JSON.

    >>> look_line(Look("2.0", 1.25, (Uid("04A1B2C3"),)))
    '{"at":1.25,"reader":"2.0","tags":["04A1B2C3"],"error":""}'
    """
    row = {"at": round(look.at, 4), "reader": look.reader, "tags": list(look.tags), "error": look.error}
    return json.dumps(row, separators=(",", ":"))


def read_trace(path: Path) -> Trace:
    """The looks of a file, in their order. Raises OSError where there is no such file."""
    return read_trace_lines(path.read_bytes().decode("utf-8", errors="replace").splitlines())


def read_trace_lines(lines: Iterable[str]) -> Trace:
    """Any lines; empty ones are nothing.

    >>> read_trace_lines(['{"at": 1.5, "reader": "2.0", "tags": []}', "nonsense"])
    Trace(looks=(Look(reader='2.0', at=1.5, tags=(), error=''),), problems=('line 2: this is no JSON',))
    """
    looks, problems = [], []
    latest = float("-inf")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        read = read_look(line)
        if isinstance(read, Look) and read.at < latest:
            read = f"at {read.at} comes after {latest}: time does not go back"
        if isinstance(read, str):
            problems.append(f"line {number}: {read}")
        else:
            looks.append(read)
            latest = read.at
    return Trace(tuple(looks), tuple(problems))


def read_look(line: str) -> Look | str:
    """A look, or what is wrong with the line."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return "this is no JSON"
    if not isinstance(row, dict):
        return "a look is a JSON object"
    at, reader, tags, error = row.get("at"), row.get("reader"), row.get("tags", []), row.get("error", "")
    if isinstance(at, bool) or not isinstance(at, int | float) or not abs(at) < LAST or not isfinite(at):
        return "`at` is no number of seconds"
    if not isinstance(reader, str) or not isinstance(error, str):
        return "`reader` and `error` are words"
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        return "`tags` is a list of tag numbers"
    return Look(reader, float(at), tuple(Uid(tag) for tag in tags), error)


LAST = 1e12
"""Seconds that no table lasts."""


# -- the truth and the setup ---------------------------------------------------------------------------------------


def truth_lines(staged: Staged) -> Iterable[str]:
    """What was really said and drawn, in order."""
    decided = staged.script.decided
    for item in Line(staged.truth).items:
        if item.step < len(decided):
            said = item.said if isinstance(item.said, str) else list(item.said)
            row = {"at": round(decided[item.step], 3), "seat": item.seat, "said": said, "forced": item.forced}
            yield json.dumps(row, separators=(",", ":"))
    if made := staged.made:
        mistake = {"mistake": made.key, "seat": made.seat, "at": round(staged.script.mistaken_at, 3)}
        yield json.dumps(mistake, separators=(",", ":"))


class Truth(NamedTuple):
    """What a truth file tells: the true game, and when each of its steps was decided."""

    game: TrueGame
    script: Script


def read_truth(text: str, setup: Setup) -> Truth:
    """A truth file's content, played once more from the beginning. ValueError in words."""
    start = new_match(setup)
    match, script = start.copy(), Script()
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
            continue  # the rules say it by themselves
        asked, before = match.pending, match.copy()
        try:
            events = match.answer(said, seat) if isinstance(said, str) else match.draw(said)
        except Illegal as refusal:
            raise ValueError(f"The truth cannot be played, line {number}: {seat} {said}: {refusal}") from refusal
        assert asked is not None  # else it would have been refused
        forced = [(event.seat, event.token) for event in events if isinstance(event, Forced)]
        steps.append(TrueStep(Step(len(steps) + 1, seat, said, asked, events), (), before))
        script.decided.append(at)
    return Truth(TrueGame(setup, start, {}, steps, match), script)


def situation_json(
    setup: Setup,
    layout_text: str,
    kinds: Mapping[Uid, str],
    places: Mapping[Uid, str],
    more: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """A setup file. `more` is what only a real table has."""
    data = {"form": FORM, "setup": setup.to_json(), "table": layout_text, "kinds": dict(kinds), "places": dict(places)}
    return json.dumps(data | dict(more), indent=1)


def read_situation(text: str) -> Situation:
    """A setup file's content. ValueError in words."""
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
    if isinstance(layout, Problems):
        raise ValueError("\n".join(["The table in the setup file:", *layout.said()]))
    situation = Situation(setup, layout, kinds, places, twin, resting)
    try:
        situation.beliefs()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"The setup file cannot be read: where the chips are is not told: {error!r}") from error
    return situation


def words(data: Mapping[Any, Any]) -> dict[Uid, str]:
    """Tags with a word for each."""
    return {Uid(str(uid)): str(word) for uid, word in data.items()}
