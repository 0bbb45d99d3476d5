"""Compare what a companion told about a game with the true game. Nothing here asks the companion anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.rehearsal.games.companion import Asked, Committed, Heard, Ruled, Withdrawn
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.game_script import GameScript
from companion.rehearsal.games.mistakes.mistake import MadeMistake, Mistake
from companion.rehearsal.games.needless import Needless
from companion.rehearsal.games.run import RehearsedGame
from companion.rules import UNSEEN, Question
from companion.table.layout import Layout
from companion.table.sightings import Uid

SOON = 2.0
"""Seconds in which the table may still answer a question. A question withdrawn by then has bothered nobody."""

REMEMBERED = 60.0
"""Seconds for which a ruling may be about a touch that was forgotten, after its chip has moved on."""


@dataclass
class GameVerdict:
    """The verdict on one game, as plain data."""

    seed: int
    finished: bool
    """Whether the game was followed to its end: the true line is complete."""
    decisions: int
    """How many answers of the true game had a choice."""
    wrong: list[str] = field(default_factory=list)
    """What was committed before any mistake and is not true. While the companion is off the true line, nothing is
    counted a second time."""
    wrong_after: list[str] = field(default_factory=list)
    """The same after the mistake."""
    misled: int = 0
    """Wrong answers that people had shown or said, and took back."""
    recoveries: int = 0
    """How often the companion was off the true line and came back to it without a judge: because people went back, or
    because what it committed later led to the same table."""
    backs: int = 0
    """How often people went back."""
    backs_refused: int = 0
    """How often they wanted to, and could not."""
    mended: int = 0
    """Forgotten touches that were made up for."""
    missed: int = 0
    """True answers that were never committed."""
    delays: list[float] = field(default_factory=list)
    """Seconds from each decision to its commit; negative if the commit came first."""
    asked: int = 0
    """All questions."""
    questions: int = 0
    """Those that were not withdrawn at once."""
    needless: list[str] = field(default_factory=list)
    """Questions to which the table had given the answer."""
    false_alarms: list[str] = field(default_factory=list)
    """Rulings before any mistake, but for reminders."""
    alarm_kinds: list[str] = field(default_factory=list)
    """The kinds of these rulings."""
    reminders: int = 0
    """Rulings about chips with which somebody had forgotten a touch."""
    answers: int = 0
    """True answers that people gave to questions."""
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
    habits: dict[str, int] = field(default_factory=dict)
    """How often each habit showed."""

    @property
    def early(self) -> int:
        """How many answers were committed before they were decided."""
        return sum(delay < 0 for delay in self.delays)

    @property
    def troubles(self) -> list[str]:
        """All troubles, in words."""
        return [
            *(f"wrong: {words}" for words in self.wrong),
            *(f"wrong after the mistake: {words}" for words in self.wrong_after),
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
    course, mouths = people.course, people.mouths
    ruled_on = [heard for heard in played.heard if isinstance(heard, Ruled) and heard.at < staged.script.mistaken_at]
    rulings = [ruled for ruled in ruled_on if not is_reminder(ruled, staged.script)]
    last = max((heard.at for heard in played.heard if isinstance(heard, Committed)), default=0.0)
    verdict = GameVerdict(
        seed=staged.seed,
        finished=people.line.is_done and course.off is None,
        decisions=sum(has_choice(true.step.asked, true.step.seat) for true in played_steps),
        wrong=[f"{one.committed.at:.1f} s: {one.words}" for one in people.wrong],
        wrong_after=[f"{one.committed.at:.1f} s: {one.words}" for one in people.wrong_after],
        misled=course.misled,
        recoveries=course.recoveries,
        backs=mouths.backs,
        backs_refused=mouths.backs_refused,
        mended=played.mended,
        missed=len(people.line.rest),
        delays=course.delays,
        asked=sum(isinstance(heard, Asked) for heard in played.heard),
        questions=len(asked),
        false_alarms=[f"{ruled.at:.1f} s: {ruled.words} ({ruled.rule})" for ruled in rulings],
        alarm_kinds=[ruled.kind for ruled in rulings],
        reminders=len(ruled_on) - len(rulings),
        answers=people.answers,
        refused=people.refused,
        trouble_at=min(
            [one.committed.at for one in people.wrong[:1]] + [ruled.at for ruled in rulings[:1]], default=last
        ),
        habits=dict(sum((person.done for person in staged.persons.values()), Counter[str]())),
    )
    if staged.made and mistake:
        judge_mistake(verdict, played, mistake, customs)
    elif asked:
        needless = Needless(staged, customs, played.sighted, SOON)
        for one in [one for one in asked if one.number in people.asked_at]:
            possible = needless.possible(one, people.asked_at[one.number])
            if one.options and len(possible) == 1:
                verdict.needless.append(f"{one.at:.1f} s: {' '.join(one.options)}; only {possible[0]} was left")
    return verdict


def is_reminder(ruled: Ruled, script: GameScript) -> bool:
    """Whether a ruling is about a chip with which a touch was forgotten, before it has moved on."""
    owed = {kind for kind, _, _ in ruled.owed}
    forgotten = [one for one in script.forgotten if one.at <= ruled.at <= one.until + REMEMBERED]
    return any(one.chip.uid in ruled.chips or one.chip.kind in owed for one in forgotten)


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
                said = words if isinstance(words, str) else " ".join(map(str, words))
                told.append((moment, f"committed: {kind} {seat} {said}"))
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
