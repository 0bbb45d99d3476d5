"""`companion infer`: what the arbiter makes of a trace, offline."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import click

from companion.arbiter.news import Why
from companion.cli.following import Following
from companion.cli.options import json_option
from companion.rehearsal.games.companion import Asked, Committed, Heard, Righted, Ruled, Withdrawn
from companion.rehearsal.games.people import People
from companion.rehearsal.games.trace import Truth, read_situation, read_trace, read_truth
from companion.rules import new_match
from companion.table.sightings import Look

TICK = 0.1
SETTLING = 20.0
"""Seconds after the last look for what may still come."""

existing = click.Path(path_type=Path, dir_okay=False, exists=True)


class Answered(NamedTuple):
    """Somebody who knows the truth has answered a question."""

    seat: str
    said: str | tuple[str, ...]
    at: float


class Compared(NamedTuple):
    """What was committed, held against the truth."""

    difference: str
    """What was first committed and is not true; "" where all of it is."""
    missing: int
    """Answers that were given by the end of the trace, and not committed."""


Told: TypeAlias = Heard | Answered


@click.command("infer")
@click.argument("trace", type=existing)
@click.option("--setup", "setup", type=existing, required=True, help="The game and its table at the beginning.")
@click.option("--truth", type=existing, help="What was really played: it answers questions, and is compared.")
@click.option("--why", "with_why", is_flag=True, help="Tell what each commit, question and ruling rests on.")
@json_option
def command(trace: Path, setup: Path, truth: Path | None, with_why: bool, as_json: bool) -> None:
    """Run the arbiter over TRACE, a file of looks, and tell what it commits, asks and rules.

    docs/rehearsal.md tells the form of the files. `companion rehearse games --record` writes them. With --truth it
    exits with 1 when something was committed that is not true.
    """
    try:
        situation = read_situation(setup.read_text(encoding="utf-8", errors="replace"))
        looks = read_trace(trace)
        true = read_truth(truth.read_bytes().decode(errors="replace"), situation.setup) if truth else None
    except (OSError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    for wrong in looks.problems:
        click.echo(f"{trace}, {wrong}: left out.", err=True)
    following = Following(
        new_match(situation.setup),
        situation.layout,
        situation.kinds,
        situation.places,
        twin=situation.beliefs(),
        resting=situation.resting,
    )
    inferred = Inferred(following, true)
    for told, why in inferred.over(looks.looks):
        by_people = isinstance(told, Withdrawn) and told.number in inferred.answered
        why = why if with_why else None
        click.echo(json.dumps(as_row(told, why), ensure_ascii=False) if as_json else in_words(told, by_people))
        if why and not as_json:
            click.echo("".join(f"{'':14}{line}\n" for line in why_lines(why)), nl=False)
    if compared := inferred.compared():
        row = {"what": "compared", **compared._asdict()}
        click.echo(json.dumps(row, ensure_ascii=False) if as_json else "\n".join(comparison(compared)))
        if compared.difference:
            sys.exit(1)


class Inferred:
    """A trace goes through senses and arbiter. Where the truth is known, people who know it answer the questions."""

    def __init__(self, following: Following, truth: Truth | None) -> None:
        self.following = following
        self.answered: set[int] = set()
        """The questions that people have answered."""
        self._truth = truth
        self._people = People(truth.game, truth.script, Random(0)) if truth else None
        self._heard = 0
        self._open: Asked | None = None
        self._told: list[tuple[Told, Why | None]] = []
        self._refused = 0
        self._now = 0.0

    def over(self, looks: Sequence[Look]) -> Iterator[tuple[Told, Why | None]]:
        """What is heard while the looks come in, and what it rests on."""
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

    def compared(self) -> Compared | None:
        """What was committed, held against the truth, if that is known."""
        if self._people is None or self._truth is None:
            return None
        wrong, decided = self._people.wrong, self._truth.script.decided
        difference = f"{wrong[0][0].at:.1f} s: {wrong[0][1]}" if wrong else ""
        given = [item for item in self._people.line.rest if decided[item.step] <= self._now - SETTLING]
        return Compared(difference, 0 if wrong or self._people.lost else len(given))

    # -- what people answer goes through here, so that it can be told ------------------------------------------

    def look(self, look: Look) -> None:
        """One reader's look."""
        self.following.look(look)

    def tick(self, now: float) -> None:
        """Time passes."""
        self.following.tick(now)

    def answer(self, seat: str, token: str, now: float) -> None:
        """A person answers. Raises `Illegal`."""
        self._say(Answered(seat, token, now))
        self.following.answer(seat, token, now)

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Somebody says what everybody saw of a draw. Raises `Illegal`."""
        self._say(Answered(" or ".join(self._open.seats) if self._open else "", kinds, now))
        self.following.draw(kinds, now)

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often."""
        return self.following.in_doubt()

    @property
    def heard(self) -> Sequence[Heard]:
        """Everything that the arbiter has told so far."""
        return self.following.heard

    @property
    def explain_seconds(self) -> Sequence[float]:
        """How long it took."""
        return self.following.explain_seconds

    def _say(self, answered: Answered) -> None:
        self._told.append((answered, None))
        if self._open:
            self.answered.add(self._open.number)

    # -- time --------------------------------------------------------------------------------------------------

    def _tick(self, now: float) -> Iterator[tuple[Told, Why | None]]:
        self._now = now
        self.tick(now)
        self._listen(now)
        if self._people and not self._people.wrong:
            self._people.answer(self, now)
            for refusal in self._people.refused[self._refused :]:
                click.echo(f"The true answer was refused: {refusal}", err=True)
            self._refused = len(self._people.refused)
            self._listen(now)
        told, self._told = self._told, []
        yield from told

    def _listen(self, now: float) -> None:
        """What was told since the last time is told on, to the people too."""
        for heard, why in zip(self.heard[self._heard :], self.following.whys[self._heard :], strict=True):
            if isinstance(heard, Asked):
                self._open = heard
            elif isinstance(heard, Withdrawn) and self._open and self._open.number == heard.number:
                self._open = None
            if self._people and not self._people.wrong:
                self._people.hear(heard, now)
            self._told.append((heard, why))
        self._heard = len(self.heard)


def as_row(told: Told, why: Why | None) -> dict[str, Any]:
    """For programs."""
    row = {"what": type(told).__name__.lower(), **told._asdict()}
    return row | {"why": {"seen": why.seen, "considered": why.considered, "rule": why.rule}} if why else row


def why_lines(why: Why) -> Iterator[str]:
    """What it rests on: the ways of chips, the lines of answers that were considered, the rule."""
    for way in why.seen:
        yield f"seen    {way.kind}: {way.source or '?'} -> {way.target or 'air'}"
    for line in why.considered:
        yield f"line    {', '.join(line)}"
    if why.rule:
        yield f"rule    {why.rule}"


def in_words(told: Told, by_people: bool = False) -> str:
    """For people: a line with its time."""
    at = f"{told.at:8.1f} s  "
    match told:
        case Committed(kind, seat, said):
            return f"{at}{kind:6}  {seat} {said if isinstance(said, str) else ' '.join(said)}"
        case Answered(seat, said):
            return f"{at}says    {seat} {said if isinstance(said, str) else ' '.join(said)}"
        case Asked(number, seats, options):
            return f"{at}asks    {number}: {' or '.join(seats)}: {', '.join(options) or 'what was drawn?'}"
        case Withdrawn(number):
            return f"{at}        {number} is answered{'' if by_people else ' by the table'}"
        case Ruled():
            return f"{at}ruling  {told.number}: {told.words} ({told.rule or 'no rule'})"
        case Righted(number):
            return f"{at}        ruling {number} is settled"


def comparison(compared: Compared) -> Iterator[str]:
    """For people."""
    if compared.missing:
        yield f"Of what was played, {compared.missing} answers were not committed."
    yield compared.difference or "All that was committed is true."
