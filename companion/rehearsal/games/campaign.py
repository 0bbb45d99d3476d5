"""Many games, one seed each, and what came of all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from companion.rehearsal.faults import Noise
from companion.rehearsal.games.bars import EXPLAINED_MS, NAMED_RIGHT, TIMED, USUAL, Bars
from companion.rehearsal.games.companion import RehearsedFor
from companion.rehearsal.games.judge import Verdict, around, judge
from companion.rehearsal.games.mistakes.mistake import Mistake
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import Staged, stage, stage_mistake
from companion.rehearsal.games.trace import write_records
from companion.rehearsal.measure import share_of
from companion.table.layout import Layout

TRIES = 40
"""Games that are played in search of a moment for a mistake."""
FURTHER = 10_007
"""From the seed of one such game to the next, so that they are no other task's."""


MOST_FILES = 30
"""Of games with troubles: more would fill the disk, and tell nothing new."""


@dataclass(frozen=True)
class Campaign:
    """What all its games have in common."""

    layout: Layout
    noise: Noise
    rehearsed_for: RehearsedFor
    game: str = "puzzle-strike"
    mistakes: tuple[Mistake, ...] = ()
    """One of them is made in each game; in clean games there are none."""
    turn_ends: str = ""
    """The event by which a turn of this game is over; only mistakes need it."""
    record: Path | None = None
    """A folder for what was seen, and the truth."""
    failures: Path | None = None
    """A folder for the same of games with troubles, where not all are recorded."""
    layout_text: str = ""
    """The layout as it is written, for that folder."""
    bars: Bars = USUAL
    """What is asked of it."""
    late: float = 0.0
    """So many seconds more it takes people to answer."""


@dataclass(frozen=True)
class Outcome:
    """Of one game."""

    seed: int
    """With which it is made again."""
    verdict: Verdict
    explain_seconds: tuple[float, ...]
    faults: Counter[str]
    trace: list[str]
    """What happened around the first thing that went wrong."""


@dataclass
class Report:
    """Of all of them."""

    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0
    bars: Bars = USUAL

    @property
    def verdicts(self) -> list[Verdict]:
        """Of each game."""
        return [outcome.verdict for outcome in self.outcomes]

    @property
    def fell_short(self) -> list[str]:
        """Where, in words: nowhere, if all went well."""
        told, bars = self.to_json(), self.bars
        clean = [outcome for outcome in self.outcomes if not outcome.verdict.mistake]
        unfinished = sum(not outcome.verdict.finished for outcome in clean)
        unnoticed = told["mistakes_visible"] - told["mistakes_noticed"]
        short = []
        if told["wrong_commits"]:
            short.append(f"{told['wrong_commits']} wrong commits")
        if unfinished:
            short.append(f"{unfinished} games not followed to their end")
        needless = max(clean, key=lambda outcome: len(outcome.verdict.needless), default=None)
        if needless and bars.needless is not None and len(needless.verdict.needless) > bars.needless:
            short.append(f"{len(needless.verdict.needless)} needless questions in the game of seed {needless.seed}")
        if bars.false_alarms is not None and told["false_alarms"] > bars.false_alarms:
            short.append(f"{told['false_alarms']} false alarms")
        if unnoticed:
            short.append(f"{unnoticed} visible mistakes not noticed")
        if told["mistakes_named_right"] < NAMED_RIGHT * told["mistakes_noticed"]:
            short.append(f"{told['mistakes_named_right']} of {told['mistakes_noticed']} noticed mistakes named right")
        if len(self.outcomes) >= TIMED and told["explain_p99_ms"] > EXPLAINED_MS:
            short.append(f"movements explained in {told['explain_p99_ms']} ms (99 %)")
        return short

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        verdicts = self.verdicts
        explained = [seconds for outcome in self.outcomes for seconds in outcome.explain_seconds]
        faults = sum((outcome.faults for outcome in self.outcomes), Counter[str]())
        mistaken = [verdict for verdict in verdicts if verdict.mistake]
        return {
            "games": len(verdicts),
            "finished": sum(verdict.finished for verdict in verdicts),
            "decisions": sum(verdict.decisions for verdict in verdicts),
            "wrong_commits": sum(len(verdict.wrong) for verdict in verdicts),
            "needless_questions": sum(len(verdict.needless) for verdict in verdicts),
            "questions": sum(verdict.questions for verdict in verdicts),
            "false_alarms": sum(len(verdict.false_alarms) for verdict in verdicts),
            **count_mistakes(mistaken),
            "other_rulings": sum(len(verdict.other_rulings) for verdict in mistaken),
            "explain_p50_ms": share_of(explained, 0.5),
            "explain_p99_ms": share_of(explained, 0.99),
            "faults": dict(sorted(faults.items())),
            "seconds": round(self.seconds, 1),
        }

    def by_mistake(self) -> dict[str, dict[str, int]]:
        """The same for each kind of mistake."""
        keys = dict.fromkeys(verdict.mistake for verdict in self.verdicts if verdict.mistake)
        return {key: count_mistakes([one for one in self.verdicts if one.mistake == key]) for key in keys}


def count_mistakes(verdicts: Sequence[Verdict]) -> dict[str, int]:
    """How many were made; how many of them could be seen, were noticed, and were called by their name."""
    seen = [verdict for verdict in verdicts if verdict.visible]
    return {
        "mistakes_made": len(verdicts),
        "mistakes_visible": len(seen),
        "mistakes_noticed": sum(verdict.noticed for verdict in seen),
        "mistakes_named_right": sum(verdict.named_right for verdict in seen),
    }


def rehearse_games(campaign: Campaign, seeds: Sequence[int], workers: int = 1) -> Report:
    """A game for each seed; with mistakes one for each seed and mistake, if a game near that seed has a moment for it.

    The same seeds give the same report, however many work on it.
    """
    begun = perf_counter()
    tasks = [(seed, mistake) for mistake in campaign.mistakes or (None,) for seed in seeds]
    report = Report([outcome for outcome in outcomes(campaign, tasks, workers) if outcome], bars=campaign.bars)
    report.seconds = perf_counter() - begun
    return report


Task: TypeAlias = tuple[int, Mistake | None]


def outcomes(campaign: Campaign, tasks: Sequence[Task], workers: int) -> Iterator[Outcome | None]:
    """In their order."""
    one = partial(rehearse_game, campaign)
    if workers == 1:
        yield from map(one, tasks)
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield from pool.map(one, tasks)


def rehearse_game(campaign: Campaign, task: Task) -> Outcome | None:
    """One of them; None where a mistake found no moment."""
    seed, mistake = task
    staged = find_staged(campaign, seed, mistake)
    if staged is None:
        return None
    keep = campaign.record or campaign.failures
    shown_to = campaign.rehearsed_for
    played = show(staged, campaign.layout, campaign.noise, shown_to, keep_looks=keep is not None, late=campaign.late)
    verdict = judge(played, campaign.layout, mistake)
    failed = verdict.troubles and campaign.failures and len(list(campaign.failures.iterdir())) < MOST_FILES
    if keep and (campaign.record or failed):
        write_records(keep, played, campaign.layout_text, seed)
    trace = around(played, verdict.trouble_at) if verdict.troubles else []
    return Outcome(seed, verdict, tuple(played.explain_seconds), Counter(played.faults), trace)


def find_staged(campaign: Campaign, seed: int, mistake: Mistake | None) -> Staged | None:
    """The game of a seed; for a mistake the first one of those that follow which has a moment for it."""
    if mistake is None:
        return stage(seed, campaign.layout, campaign.noise, game=campaign.game)
    tried = (
        stage_mistake(
            seed + number * FURTHER, campaign.layout, campaign.noise, mistake, campaign.turn_ends, game=campaign.game
        )
        for number in range(TRIES)
    )
    return next((staged for staged in tried if staged), None)
