"""`companion infer`: run a recorded trace through senses and arbiter, offline."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import click

from companion.arbiter.news import Grounds
from companion.cli.following import Following
from companion.cli.options import json_option
from companion.cli.rules import in_a_line, rules_of
from companion.rehearsal.games.companion import Asked, Committed, Heard, Righted, Ruled, Withdrawn
from companion.rehearsal.games.people import People
from companion.rehearsal.games.trace import Truth, after_pause, read_situation, read_trace, read_truth
from companion.rules import Rulebook, new_match
from companion.session.scratch import unrecorded
from companion.table.sightings import Look

TICK = 0.1
SETTLING = 20.0
"""Seconds to go on after the last look, for answers and rulings that come late."""

existing = click.Path(path_type=Path, dir_okay=False, exists=True)


class TrueAnswer(NamedTuple):
    """An answer to a question by somebody who knows the truth."""

    seat: str
    said: str | tuple[str, ...]
    at: float


class Compared(NamedTuple):
    """A comparison of what was committed with the truth."""

    difference: str
    """The first thing that was committed and is not true; "" if everything is true."""
    missing: int
    """How many answers were given by the end of the trace but not committed."""


Told: TypeAlias = Heard | TrueAnswer


@click.command("infer")
@click.argument("trace", type=existing)
@click.option(
    "--setup", "setup", type=existing, required=True, help="The file that describes game and table at the start."
)
@click.option(
    "--truth",
    type=existing,
    help="A file of what was really played. It answers the questions, and is compared with the result.",
)
@click.option("--why", "with_why", is_flag=True, help="Say what each move, question and ruling is based on.")
@json_option
def command(trace: Path, setup: Path, truth: Path | None, with_why: bool, as_json: bool) -> None:
    """Run TRACE, a recording of what readers saw, through the companion.

    It prints what the companion takes as played, what it asks, and which rulings it makes. Use it to look into a game
    that was followed badly. `companion run --record` and `companion rehearse games --record` write traces;
    docs/rehearsal.md explains the files.

    \b
    Example:
      companion infer game.trace --setup game.setup --why

    \b
    Exit status: 0; with --truth, 1 when something was taken as played that was not.
    """
    try:
        situation = read_situation(setup.read_text(encoding="utf-8", errors="replace"))
        looks = read_trace(trace)
        true = read_truth(truth.read_bytes().decode(errors="replace"), situation.setup) if truth else None
    except (OSError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    for wrong in looks.problems:
        click.echo(f"{trace}, {wrong}: left out.", err=True)
    match, twin = new_match(situation.setup), situation.beliefs()
    following = Following(unrecorded(match, situation.layout, situation.kinds, twin), situation.resting)
    inferred = Inferred(following, true)
    rules = rules_of(situation.setup.game)
    for told, why in inferred.over(looks.looks):
        by_people = isinstance(told, Withdrawn) and told.number in inferred.answered
        why = why if with_why else None
        click.echo(json.dumps(as_row(told, why), ensure_ascii=False) if as_json else in_words(told, rules, by_people))
        if why and not as_json:
            click.echo("".join(f"{'':14}{line}\n" for line in why_lines(why, rules)), nl=False)
    if compared := inferred.compared():
        row = {"what": "compared", **compared._asdict()}
        click.echo(json.dumps(row, ensure_ascii=False) if as_json else "\n".join(comparison(compared)))
        if compared.difference:
            sys.exit(1)


class Inferred:
    """A trace that goes through senses and arbiter. If the truth is known, people who know it answer the questions."""

    def __init__(self, following: Following, truth: Truth | None) -> None:
        self.following = following
        self.answered: set[int] = set()
        """The numbers of the questions that people have answered."""
        self._truth = truth
        self._people = People(truth.game, truth.script, Random(0)) if truth else None
        self._heard = 0
        self._open: Asked | None = None
        self._told: list[tuple[Told, Grounds | None]] = []
        self._refused = 0
        self._now = 0.0

    def over(self, looks: Sequence[Look]) -> Iterator[tuple[Told, Grounds | None]]:
        """Let the looks come in, and yield what is heard meanwhile, each with its reasons."""
        tick = last = looks[0].at if looks else 0.0
        for look in looks:
            while tick <= look.at:
                yield from self._tick(tick)
                tick = after_pause(tick + TICK, last, look.at)
            self.following.look(look)
            last = look.at
        ends = tick + SETTLING
        while tick < ends:
            yield from self._tick(tick)
            tick += TICK

    def compared(self) -> Compared | None:
        """Compare what was committed with the truth, if that is known."""
        if self._people is None or self._truth is None:
            return None
        wrong, decided = self._people.wrong, self._truth.script.decided
        difference = f"{wrong[0][0].at:.1f} s: {wrong[0][1]}" if wrong else ""
        given = [item for item in self._people.line.rest if decided[item.step] <= self._now - SETTLING]
        return Compared(difference, 0 if wrong or self._people.lost else len(given))

    # -- for `People`: their answers go through here, so that they can be told ----------------------------------

    def look(self, look: Look) -> None:
        """Take in one look of a reader."""
        self.following.look(look)

    def tick(self, now: float) -> None:
        """Let time pass."""
        self.following.tick(now)

    def answer(self, seat: str, token: str, now: float) -> None:
        """Take a person's answer. Raises `Illegal`."""
        self._say(TrueAnswer(seat, token, now))
        self.following.answer(seat, token, now)

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Take the chips of a draw that everybody saw. Raises `Illegal`."""
        self._say(TrueAnswer(" or ".join(self._open.seats) if self._open else "", kinds, now))
        self.following.draw(kinds, now)

    def back(self, by: tuple[str, ...], point: int, now: float) -> None:
        """Go back to an earlier point. Raises `Illegal`."""
        self.following.back(by, point, now)

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often now."""
        return self.following.in_doubt()

    @property
    def heard(self) -> Sequence[Heard]:
        """Everything that the arbiter has said so far."""
        return self.following.heard

    @property
    def explain_seconds(self) -> Sequence[float]:
        """How long the arbiter took to explain each movement."""
        return self.following.explain_seconds

    def _say(self, answered: TrueAnswer) -> None:
        self._told.append((answered, None))
        if self._open:
            self.answered.add(self._open.number)

    # -- time --------------------------------------------------------------------------------------------------

    def _tick(self, now: float) -> Iterator[tuple[Told, Grounds | None]]:
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
        """Pass on what was said since the last time, to the people too."""
        for heard, why in zip(self.heard[self._heard :], self.following.whys[self._heard :], strict=True):
            if isinstance(heard, Asked):
                self._open = heard
            elif isinstance(heard, Withdrawn) and self._open and self._open.number == heard.number:
                self._open = None
            if self._people and not self._people.wrong:
                self._people.hear(heard, now)
            self._told.append((heard, why))
        self._heard = len(self.heard)


def as_row(told: Told, why: Grounds | None) -> dict[str, Any]:
    """A line of the result as JSON, for programs."""
    row = {"what": type(told).__name__.lower(), **told._asdict()}
    return row | {"why": {"seen": why.seen, "considered": why.considered, "rule": why.rule}} if why else row


def why_lines(why: Grounds, rules: Rulebook) -> Iterator[str]:
    """The reasons: the moves of chips that were seen, the lines of answers that were considered, and the rule."""
    for way in why.seen:
        yield f"seen    {way.kind}: {way.source or '?'} -> {way.target or 'air'}"
    for line in why.considered:
        yield f"line    {', '.join(line)}"
    if why.rule:
        yield f"rule    {in_a_line(rules, why.rule)}"


def in_words(told: Told, rules: Rulebook, by_people: bool = False) -> str:
    """A line of the result for people, with its time."""
    at = f"{told.at:8.1f} s  "
    match told:
        case Committed(kind, seat, said):
            return f"{at}{kind:6}  {seat} {said if isinstance(said, str) else ' '.join(map(str, said))}"
        case TrueAnswer(seat, said):
            return f"{at}says    {seat} {said if isinstance(said, str) else ' '.join(map(str, said))}"
        case Asked(number, seats, options):
            return f"{at}asks    {number}: {' or '.join(seats)}: {', '.join(options) or 'what was drawn?'}"
        case Withdrawn(number):
            return f"{at}        {number} is answered{'' if by_people else ' by the table'}"
        case Ruled():
            return f"{at}ruling  {told.number}: {told.words} ({in_a_line(rules, told.rule) or 'no rule'})"
        case Righted(number):
            return f"{at}        ruling {number} is settled"


def comparison(compared: Compared) -> Iterator[str]:
    """The comparison with the truth, for people."""
    if compared.missing:
        yield f"Of what was played, {compared.missing} answers were not committed."
    yield compared.difference or "Everything that was committed is true."
