"""Campaigns: many games, each from a seed of its own, and a report on all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from companion.rehearsal.faults import Noise
from companion.rehearsal.games.bars import EXPLAINED_MS, NAMED_RIGHT, TIMED, USUAL, Bars
from companion.rehearsal.games.companion import RehearsedFor
from companion.rehearsal.games.habits.catalogue import NONE as NO_HABITS
from companion.rehearsal.games.habits.catalogue import WhichHabits
from companion.rehearsal.games.interval import interval
from companion.rehearsal.games.judge import GameVerdict, around, judge
from companion.rehearsal.games.mistakes.mistake import Mistake
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import Staged, stage, stage_mistake
from companion.rehearsal.games.trace import write_records
from companion.rehearsal.measure import share_of
from companion.table.layout import Layout

TRIES = 40
"""How many games are played at most in search of a moment for a mistake."""
FURTHER = 10_007
"""The distance between the seeds of these games, so that they meet no other task's seeds."""


MOST_FILES = 30
"""How many games with troubles are recorded at most: more would fill the disk, and tell nothing new."""


@dataclass(frozen=True)
class Campaign:
    """What all games of a campaign have in common."""

    layout: Layout
    noise: Noise
    rehearsed_for: RehearsedFor
    game: str = "puzzle-strike"
    mode: str = ""
    """The mode that is played; the usual one for so many seats if it is empty."""
    mistakes: tuple[Mistake, ...] = ()
    """One of them is made in each game. If there are none, nobody makes a mistake."""
    turn_ends: str = ""
    """The event that ends a turn of this game; only mistakes need it."""
    record: Path | None = None
    """A folder for the records of all games, if they are to be kept."""
    failures: Path | None = None
    """A folder for the records of games with troubles, if not all games are recorded."""
    layout_text: str = ""
    """The text of the layout file, for these records."""
    bars: Bars = USUAL
    """What is asked of the campaign."""
    late: float = 0.0
    """How many seconds longer people take to answer."""
    habits: WhichHabits = NO_HABITS
    """What people do besides playing."""


@dataclass(frozen=True)
class GameOutcome:
    """The result of one game."""

    seed: int
    """The seed that gives this game again."""
    verdict: GameVerdict
    explain_seconds: tuple[float, ...]
    faults: Counter[str]
    trace: list[str]
    """What happened around the first thing that went wrong."""


@dataclass
class CampaignReport:
    """The results of all games."""

    outcomes: list[GameOutcome] = field(default_factory=list)
    seconds: float = 0.0
    bars: Bars = USUAL

    @property
    def verdicts(self) -> list[GameVerdict]:
        """The verdict on each game."""
        return [outcome.verdict for outcome in self.outcomes]

    @property
    def fell_short(self) -> list[str]:
        """In words, where the campaign falls short of its bars; empty if it does not."""
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
        """Return the report as plain values."""
        verdicts = self.verdicts
        explained = [seconds for outcome in self.outcomes for seconds in outcome.explain_seconds]
        faults = sum((outcome.faults for outcome in self.outcomes), Counter[str]())
        mistaken = [verdict for verdict in verdicts if verdict.mistake]
        told = {
            "games": len(verdicts),
            "finished": sum(verdict.finished for verdict in verdicts),
            "decisions": sum(verdict.decisions for verdict in verdicts),
            **count_commits(verdicts),
            "needless_questions": sum(len(verdict.needless) for verdict in verdicts),
            "questions": sum(verdict.questions for verdict in verdicts),
            "asked": sum(verdict.asked for verdict in verdicts),
            "answers": sum(verdict.answers for verdict in verdicts),
            "refused": sum(len(verdict.refused) for verdict in verdicts),
            "false_alarms": sum(len(verdict.false_alarms) for verdict in verdicts),
            "false_alarms_by_kind": dict(sorted(Counter(k for one in verdicts for k in one.alarm_kinds).items())),
            "reminders": sum(verdict.reminders for verdict in verdicts),
            **count_mistakes(mistaken),
            "other_rulings": sum(len(verdict.other_rulings) for verdict in mistaken),
            "explain_p50_ms": share_of(explained, 0.5),
            "explain_p99_ms": share_of(explained, 0.99),
            "explain_worst_ms": share_of(explained, 1.0),
            "habits": dict(sorted(sum((Counter(one.habits) for one in verdicts), Counter[str]()).items())),
            "faults": dict(sorted(faults.items())),
            "seconds": round(self.seconds, 1),
        }
        return told | {"intervals": {name: interval(*rate) for name, rate in self.rates(told).items()}}

    def rates(self, told: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
        """Return what is counted as a rate: how often it was so, of how many. `told` has the counts."""
        verdicts = self.verdicts
        return {
            "followed": (told["finished"], told["games"]),
            "games_with_a_wrong_commit": (told["games_wrong"], told["games"]),
            "games_with_a_false_alarm": (sum(bool(one.false_alarms) for one in verdicts), told["games"]),
            "wrong_commits": (min(told["wrong_commits"], told["commits"]), told["commits"]),
            "early_commits": (told["early_commits"], told["commits"]),
            "needless": (told["needless_questions"], told["questions"]),
            "bothering": (told["questions"], told["asked"]),
            "refused": (told["refused"], max(told["answers"], told["refused"])),
            "mistakes_noticed": (told["mistakes_noticed"], told["mistakes_visible"]),
            "mistakes_named_right": (told["mistakes_named_right"], told["mistakes_noticed"]),
        }

    def by_mistake(self) -> dict[str, dict[str, int]]:
        """Return the counts of mistakes for each kind of mistake."""
        keys = dict.fromkeys(verdict.mistake for verdict in self.verdicts if verdict.mistake)
        return {key: count_mistakes([one for one in self.verdicts if one.mistake == key]) for key in keys}


def count_commits(verdicts: Sequence[GameVerdict]) -> dict[str, Any]:
    """Count what was committed: true, wrong, before its decision, and how late."""
    delays = [delay for verdict in verdicts for delay in verdict.delays]
    wrong = sum(len(verdict.wrong) for verdict in verdicts)
    return {
        "commits": len(delays) + wrong,
        "wrong_commits": wrong,
        "games_wrong": sum(bool(verdict.wrong) for verdict in verdicts),
        "wrong_after_mistake": sum(len(verdict.wrong_after) for verdict in verdicts),
        "misled": sum(verdict.misled for verdict in verdicts),
        "recoveries": sum(verdict.recoveries for verdict in verdicts),
        "backs": sum(verdict.backs for verdict in verdicts),
        "backs_refused": sum(verdict.backs_refused for verdict in verdicts),
        "mended": sum(verdict.mended for verdict in verdicts),
        "early_commits": sum(verdict.early for verdict in verdicts),
        "delay_p50_s": round(share_of(delays, 0.5) / 1000, 2),
        "delay_p99_s": round(share_of(delays, 0.99) / 1000, 2),
        "delay_worst_s": round(share_of(delays, 1.0) / 1000, 2),
    }


def count_mistakes(verdicts: Sequence[GameVerdict]) -> dict[str, int]:
    """Count the mistakes made, and of them those that could be seen, were noticed, and were named right."""
    seen = [verdict for verdict in verdicts if verdict.visible]
    return {
        "mistakes_made": len(verdicts),
        "mistakes_visible": len(seen),
        "mistakes_noticed": sum(verdict.noticed for verdict in seen),
        "mistakes_named_right": sum(verdict.named_right for verdict in seen),
    }


def rehearse_games(campaign: Campaign, seeds: Sequence[int], workers: int = 1) -> CampaignReport:
    """Play a game for each seed; with mistakes, one for each seed and mistake, where a game near that seed fits it.

    The same seeds give the same report, whatever the number of workers.
    """
    begun = perf_counter()
    tasks = [(seed, mistake) for mistake in campaign.mistakes or (None,) for seed in seeds]
    report = CampaignReport([outcome for outcome in outcomes(campaign, tasks, workers) if outcome], bars=campaign.bars)
    report.seconds = perf_counter() - begun
    return report


Task: TypeAlias = tuple[int, Mistake | None]


def outcomes(campaign: Campaign, tasks: Sequence[Task], workers: int) -> Iterator[GameOutcome | None]:
    """Yield the outcomes of these tasks, in order."""
    one = partial(rehearse_game, campaign)
    if workers == 1:
        yield from map(one, tasks)
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield from pool.map(one, tasks)


def rehearse_game(campaign: Campaign, task: Task) -> GameOutcome | None:
    """Play and judge one game. Return None if no moment was found for its mistake."""
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
    return GameOutcome(seed, verdict, tuple(played.explain_seconds), Counter(played.faults), trace)


def find_staged(campaign: Campaign, seed: int, mistake: Mistake | None) -> Staged | None:
    """Return the game of a seed. For a mistake, return the first game from that seed on that has a moment for it."""
    layout, noise, game, mode = campaign.layout, campaign.noise, campaign.game, campaign.mode
    if mistake is None:
        persons = campaign.habits.people(seed, layout.seats)
        return stage(seed, layout, noise, game=game, mode=mode, persons=persons)
    for near in (seed + number * FURTHER for number in range(TRIES)):
        persons = campaign.habits.people(near, layout.seats)
        ends = campaign.turn_ends
        staged = stage_mistake(near, layout, noise, mistake, ends, game=game, mode=mode, persons=persons)
        if staged:
            return staged
    return None
