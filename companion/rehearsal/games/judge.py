"""Compare what a companion told about a game with the true game. Nothing here asks the companion anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.rehearsal.games.companion import Asked, Committed, Heard, Ruled, Withdrawn
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.mistakes.mistake import MadeMistake, Mistake
from companion.rehearsal.games.needless import Needless
from companion.rehearsal.games.run import RehearsedGame
from companion.rules import UNSEEN, Question
from companion.table.layout import Layout
from companion.table.sightings import Uid

SOON = 2.0
"""Seconds in which the table may still answer a question. A question withdrawn by then has bothered nobody."""


@dataclass
class GameVerdict:
    """The verdict on one game, as plain data."""

    seed: int
    finished: bool
    """Whether the game was followed to its end."""
    decisions: int
    """How many answers of the true game had a choice."""
    wrong: list[str] = field(default_factory=list)
    """What was committed and is not true; nothing after the first is looked at."""
    missed: int = 0
    """True answers that were never committed."""
    questions: int = 0
    needless: list[str] = field(default_factory=list)
    """Questions to which the table had given the answer."""
    false_alarms: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """True answers of people that the companion refused."""
    mistake: str = ""
    """The key of the mistake that was made."""
    visible: bool = False
    noticed: bool = False
    named_right: bool = False
    named: str = ""
    """The rulings on the mistake, with their rules."""
    other_rulings: list[str] = field(default_factory=list)
    """Rulings after the mistake that have nothing to do with it. They are no false alarms, since the table is wrong by
    then; nor do they count as noticing the mistake."""
    trouble_at: float = 0.0
    """When the first trouble occurred."""

    @property
    def troubles(self) -> list[str]:
        """All troubles, in words."""
        return [
            *(f"wrong: {words}" for words in self.wrong),
            *(f"false alarm: {words}" for words in self.false_alarms),
            *([f"not noticed: {self.mistake}"] if self.visible and not self.noticed else []),
            *([f"{self.mistake} was called {self.named}"] if self.noticed and not self.named_right else []),
            *(
                []
                if self.finished or self.mistake or self.wrong
                else [f"not finished: {self.missed} answers are missing"]
            ),
        ]


def judge(played: RehearsedGame, layout: Layout, mistake: Mistake | None = None) -> GameVerdict:
    """Return the verdict on a game."""
    customs = Customs(layout, played.staged.truth.start.game)
    staged, people = played.staged, played.people
    asked = bothering(played.heard)
    played_steps = staged.truth.steps[: len(staged.script.decided)]
    rulings = [heard for heard in played.heard if isinstance(heard, Ruled) and heard.at < staged.script.mistaken_at]
    last = max((heard.at for heard in played.heard if isinstance(heard, Committed)), default=0.0)
    verdict = GameVerdict(
        seed=staged.seed,
        finished=people.line.is_done and not people.wrong,
        decisions=sum(has_choice(true.step.asked, true.step.seat) for true in played_steps),
        wrong=[f"{heard.at:.1f} s: {words}" for heard, words in people.wrong],
        missed=len(people.line.rest),
        questions=len(asked),
        false_alarms=[f"{ruled.at:.1f} s: {ruled.words} ({ruled.rule})" for ruled in rulings],
        refused=people.refused,
        trouble_at=min([wrong.at for wrong, _ in people.wrong[:1]] + [ruled.at for ruled in rulings[:1]], default=last),
    )
    if staged.made and mistake:
        judge_mistake(verdict, played, mistake, customs)
    elif asked:
        needless = Needless(staged, customs, played.sighted, SOON)
        for one in asked:
            possible = needless.possible(one, people.asked_at[one.number])
            if one.options and len(possible) == 1:
                verdict.needless.append(f"{one.at:.1f} s: {' '.join(one.options)}; only {possible[0]} was left")
    return verdict


def judge_mistake(verdict: GameVerdict, played: RehearsedGame, mistake: Mistake, customs: Customs) -> None:
    """Judge whether the mistake could be seen, was noticed in time, and was named right."""
    made, since = played.staged.made, played.staged.script.mistaken_at
    later = [heard for heard in played.heard if isinstance(heard, Ruled) and heard.at >= since]
    kinds = played.staged.truth.kinds
    rulings = [ruled for ruled in later if made and is_about(ruled, made, mistake, kinds, customs)]
    verdict.other_rulings = [
        f"{ruled.at:.1f} s: {ruled.words} ({ruled.rule})" for ruled in later if ruled not in rulings
    ]
    verdict.mistake = mistake.key
    verdict.visible = made is not None and made.shows(customs)
    verdict.noticed = bool(rulings)
    verdict.named_right = any(ruled.rule in mistake.rules for ruled in rulings)
    verdict.named = ", ".join(f"{ruled.kind} ({ruled.rule})" for ruled in rulings)
    verdict.trouble_at = verdict.trouble_at if verdict.wrong or verdict.false_alarms else since


def is_about(ruled: Ruled, made: MadeMistake, mistake: Mistake, kinds: Mapping[Uid, str], customs: Customs) -> bool:
    """Whether a ruling has to do with a mistake.

    It has if it names one of the mistake's chips. It also has if it is about a seat whose zones the mistake touches,
    and about a chip of the same kind, an unseen chip that goes the same way or out of a zone with a chip too many, or a
    rule under which the mistake is named right.
    """
    travels = (*made.removed, *made.added, *made.inserted)
    if any(travel.chip.uid in ruled.chips for travel in travels):
        return True
    seats = {made.seat, *(customs.owner(zone) for travel in travels for zone in travel.zones)}
    if ruled.seat not in seats:
        return False
    concerned = {kinds.get(Uid(uid), "") for uid in ruled.chips} | {kind for kind, _, _ in ruled.owed}
    same_kind = any(travel.chip.kind in concerned for travel in travels)
    unseen = any((UNSEEN, travel.zones[0], travel.zones[-1]) in ruled.owed for travel in travels)
    leaving = {source for kind, source, _ in ruled.owed if kind == UNSEEN}
    too_many = any(travel.zones[-1] in leaving for travel in (*made.added, *made.inserted))
    return same_kind or unseen or too_many or ruled.rule in mistake.rules


def has_choice(asked: object, seat: str) -> bool:
    """Whether this was a question with two or more answers."""
    return isinstance(asked, Question) and len(asked.options.get(seat, ())) > 1


def bothering(heard: Sequence[Heard]) -> list[Asked]:
    """Return the questions that were not withdrawn at once."""
    withdrawn = {one.number: one.at for one in heard if isinstance(one, Withdrawn)}
    asked = [one for one in heard if isinstance(one, Asked)]
    return [one for one in asked if withdrawn.get(one.number, float("inf")) > one.at + SOON]


def around(played: RehearsedGame, at: float, before: float = 15.0, after: float = 10.0) -> list[str]:
    """Describe what was shown, seen, committed and asked around a moment, for a bug report."""
    told: list[tuple[float, str]] = []
    for shown in played.staged.script.shown:
        told.append((shown.at, f"hands: {shown.chip.kind} {shown.chip.uid} on {shown.reader} (step {shown.step})"))
    for shown, moment in played.sighted.items():
        told.append((moment, f"seen: {shown.chip.kind} {shown.chip.uid} by {shown.reader}"))
    for number, (true, decided) in enumerate(
        zip(played.staged.truth.steps, played.staged.script.decided, strict=False)
    ):
        said = true.step.said if isinstance(true.step.said, str) else " ".join(true.step.said)
        told.append((decided, f"truth: step {number}, {true.step.seat} {said}"))
    for heard in played.heard:
        match heard:
            case Committed(kind, seat, words, moment):
                told.append(
                    (moment, f"committed: {kind} {seat} {words if isinstance(words, str) else ' '.join(words)}")
                )
            case Asked(number, seats, options, moment):
                told.append((moment, f"asked {number}: {' '.join(seats)}: {' '.join(options) or 'what was drawn'}"))
            case Withdrawn(number, moment):
                told.append((moment, f"withdrawn: {number}"))
            case Ruled(number, kind, seat, rule, tokens, words, moment):
                told.append((moment, f"ruled {number}: {kind} {seat} {rule} {' '.join(tokens)}: {words}"))
            case _:
                told.append((heard.at, f"righted: {heard.number}"))
    told.sort(key=lambda line: line[0])
    return [f"{moment:9.2f} {words}" for moment, words in told if at - before <= moment <= at + after]
