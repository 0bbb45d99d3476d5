"""What the tests of `companion play` share."""

from __future__ import annotations

import re
from random import Random

from click.testing import CliRunner, Result

from companion.cli import main
from companion.players import Look

ROOK = ("--seed", "6", "--me", "rook", "--against", "grave", "--first", "me")
"""Rook begins, with Stone Wall, Big Rocks and three 1-gems in the hand."""

CRASH = """
ask: choices
seats:
  You: {pile: [3, 1], hand: [crash_gem, gem_1, gem_1], bag: [gem_1, wound, combine]}
  Foe: {pile: [2], hand: [HAND], bag: [BAG]}
"""


def play(*said: str, options: tuple[str, ...] = ROOK) -> str:
    """What the terminal shows when this is said; long lines are made one."""
    outcome = CliRunner().invoke(main, ["play", *options], input="\n".join(said) + "\n")
    assert outcome.exit_code == 0, outcome.output
    return re.sub(r"\n {4,}(?! *\d+  )", " ", outcome.output)


def start(*options: str) -> Result:
    return CliRunner().invoke(main, ["play", *options], input="")


def last_question(output: str) -> str:
    """The last table and question that were shown; without what was said to it."""
    return output[output.rindex("\n\n", 0, output.rindex("   [")) :].partition("> ")[0]


class Counting:
    """A player that remembers how often it was asked, and says another thing each time."""

    def __init__(self) -> None:
        self.asked = 0
        self.audience = ""

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        self.asked += 1
        self.audience = look().audience
        return options[self.asked % len(options)]
