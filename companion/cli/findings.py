"""The findings of a check: how something is, in words, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import click

from companion.cli.paper import say


class Level(Enum):
    """How good or bad a finding is."""

    FINE = "fine"
    NOTE = "note"
    """Good to know; nothing needs to be done."""
    WRONG = "wrong"
    UNSEEN = "could not look"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    level: Level
    what: str
    words: str
    remedy: str = ""

    def to_json(self) -> dict[str, str]:
        """The finding as JSON, for programs."""
        return {"level": self.level.value, "what": self.what, "words": self.words, "remedy": self.remedy}


def fine(what: str, words: str) -> Finding:
    """A finding that all is well."""
    return Finding(Level.FINE, what, words)


def note(what: str, words: str, remedy: str = "") -> Finding:
    """A finding that is good to know."""
    return Finding(Level.NOTE, what, words, remedy)


def wrong(what: str, words: str, remedy: str) -> Finding:
    """A finding that something must be put right."""
    return Finding(Level.WRONG, what, words, remedy)


def unseen(what: str, words: str, remedy: str) -> Finding:
    """A finding that something could not be checked."""
    return Finding(Level.UNSEEN, what, words, remedy)


def exit_status(findings: Iterable[Finding]) -> int:
    """0 if all is fine, 1 if something is wrong, 2 if something could not be checked."""
    levels = {finding.level for finding in findings}
    return 1 if Level.WRONG in levels else 2 if Level.UNSEEN in levels else 0


STYLES = {
    Level.FINE: ("ok  ", "green"),
    Level.NOTE: ("note", "cyan"),
    Level.WRONG: ("BAD ", "red"),
    Level.UNSEEN: ("??  ", "yellow"),
}


def show(findings: Iterable[Finding]) -> None:
    """Print a paragraph for each finding. The word in front says the same as the colour."""
    for finding in findings:
        sign, colour = STYLES[finding.level]
        say(f"{sign} {finding.what}: {finding.words}", hang=5, fg=colour)
        if finding.remedy:
            say(f"-> {finding.remedy}", indent=5, hang=3)


def summary(findings: Iterable[Finding]) -> str:
    """One sentence about all findings."""
    counts = dict.fromkeys(Level, 0)
    for finding in findings:
        counts[finding.level] += 1
    bad, dark = counts[Level.WRONG], counts[Level.UNSEEN]
    if not bad and not dark:
        return "All is fine."
    parts = [f"{bad} {'thing is' if bad == 1 else 'things are'} wrong"] if bad else []
    parts += [f"{dark} could not be checked"] if dark else []
    return f"{' and '.join(parts)}.".capitalize()


def show_summary(findings: list[Finding]) -> None:
    """Print the summary as the last line."""
    click.secho(summary(findings), bold=True)
