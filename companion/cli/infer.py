"""`companion infer`: what the arbiter makes of a trace, offline."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.following import Following
from companion.cli.options import json_option
from companion.rehearsal.games.companion import Asked, Committed, Heard, Righted, Ruled, Withdrawn
from companion.rehearsal.games.line import HIDDEN, NOTHING_THERE, is_said
from companion.rehearsal.games.trace import read_situation, read_trace
from companion.rules import Illegal, new_match
from companion.table.sightings import Look

TICK = 0.1
SETTLING = 20.0
"""Seconds after the last look for what may still come."""

existing = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command("infer")
@click.argument("trace", type=existing)
@click.option("--setup", "setup", type=existing, required=True, help="The game and its table at the beginning.")
@click.option("--truth", type=existing, help="What was really played: it answers questions, and is compared.")
@json_option
def command(trace: Path, setup: Path, truth: Path | None, as_json: bool) -> None:
    """Run the arbiter over TRACE, a file of looks, and tell what it commits, asks and rules.

    docs/rehearsal.md tells the form of the files. `companion rehearse games --record` writes them.
    """
    try:
        situation = read_situation(setup.read_text(encoding="utf-8", errors="replace"))
        looks = read_trace(trace)
        rows = read_truth(truth.read_bytes().decode(errors="replace")) if truth else []
    except (OSError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    for wrong in looks.problems:
        click.echo(f"{trace}, {wrong}: left out.", err=True)
    following = Following(new_match(situation.setup), situation.layout, situation.kinds, situation.places)
    inferred = Inferred(following, rows)
    for heard in inferred.over(looks.looks):
        click.echo(json.dumps(as_row(heard), ensure_ascii=False) if as_json else in_words(heard))
    if truth:
        if as_json:
            click.echo(json.dumps({"what": "compared", "difference": inferred.difference}, ensure_ascii=False))
        else:
            click.echo(inferred.difference or "All that was committed is true.")


class Inferred:
    """A trace goes through senses and arbiter. Where the truth is known, it answers the questions."""

    def __init__(self, following: Following, truth: Iterable[dict[str, Any]]) -> None:
        self.following = following
        self.truth = list(truth)
        self.difference = ""
        """Where what was committed is first not what was played."""
        self._at = 0
        self._told = 0
        self._open: Asked | None = None

    def over(self, looks: Sequence[Look]) -> Iterator[Heard]:
        """What is heard while the looks come in."""
        tick = looks[0].at if looks else 0.0
        for look in looks:
            while tick <= look.at:
                yield from self._tick(tick)
                tick += TICK
            self.following.look(look)
        ends = tick + SETTLING
        while tick < ends:
            yield from self._tick(tick)
            tick += TICK

    def _tick(self, now: float) -> Iterator[Heard]:
        self.following.tick(now)
        self._answer(now)
        for heard in self.following.heard[self._told :]:
            if isinstance(heard, Asked):
                self._open = heard
            elif isinstance(heard, Withdrawn) and self._open and self._open.number == heard.number:
                self._open = None
            elif isinstance(heard, Committed) and heard.kind == "answer" and self.truth and not self.difference:
                self._compare(heard)
            yield heard
        self._told = len(self.following.heard)

    def _answer(self, now: float) -> None:
        """Somebody who knows what was decided says it when he is asked."""
        asked = self._open
        rows = self.truth[self._at :] if asked else ()
        row = next((row for row in rows if isinstance(row["said"], str) is bool(asked and asked.options)), None)
        if not row or row["at"] > now:
            return
        self._open = None
        try:
            if isinstance(row["said"], str):
                self.following.answer(row["seat"], row["said"], now)
            else:
                self.following.draw(row["said"], now)
        except Illegal as refusal:
            click.echo(f"{now:8.1f} s  the true answer {row['said']} was refused: {refusal}", err=True)

    def _compare(self, heard: Committed) -> None:
        """Whether it is the next that was really said. What was forced may be left out; answers of one seat to one
        kind of question, as gems that are laid, may come in another order."""
        said, verb = str(heard.said), str(heard.said).partition(":")[0]
        for at, row in enumerate(self.truth[self._at :], self._at):
            if not isinstance(row["said"], str):
                continue
            if row["seat"] == heard.seat and is_said(said, row["said"]):
                early = self.truth[self._at : at]
                self.truth[self._at : at + 1] = [row, *(other for other in early if is_free(other))]
                self._at += 1
                return
            if is_free(row) and (row["seat"], row["said"].partition(":")[0]) != (heard.seat, verb):
                break
        if said not in (NOTHING_THERE, HIDDEN):
            due = (f"{row['seat']} {row['said']}" for row in self.truth[self._at :] if is_free(row))
            self.difference = f"{heard.at:.1f} s: {heard.seat} {said}; in truth {next(due, 'the game is over')}"


def is_free(row: dict[str, Any]) -> bool:
    """Whether somebody has decided this."""
    return isinstance(row["said"], str) and not row["forced"]


def read_truth(text: str) -> list[dict[str, Any]]:
    """The lines of a truth file that say what was played. ValueError in words."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
            if "mistake" not in row:
                said = row["said"] if isinstance(row["said"], str) else tuple(map(str, row["said"]))
                seat, forced = str(row["seat"]), row.get("forced") is True
                rows.append({"at": float(row["at"]), "seat": seat, "said": said, "forced": forced})
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            raise ValueError(f"The truth cannot be read, line {number}: {problem!r}") from problem
    return rows


def as_row(heard: Heard) -> dict[str, Any]:
    """For programs."""
    return {"what": type(heard).__name__.lower(), **heard._asdict()}


def in_words(heard: Heard) -> str:
    """For people: a line with its time."""
    at = f"{heard.at:8.1f} s  "
    match heard:
        case Committed(kind, seat, said):
            return f"{at}{kind:6}  {seat} {said if isinstance(said, str) else ' '.join(said)}"
        case Asked(number, seats, options):
            return f"{at}asks    {number}: {' or '.join(seats)}: {', '.join(options) or 'what was drawn?'}"
        case Withdrawn(number):
            return f"{at}        {number} is answered by the table"
        case Ruled():
            return f"{at}ruling  {heard.number}: {heard.words} ({heard.rule or 'no rule'})"
        case Righted(number):
            return f"{at}        ruling {number} is settled"
