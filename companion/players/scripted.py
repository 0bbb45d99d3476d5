"""A player that follows an ordered list of wishes."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Self

from companion.players.player import Look, PlayerError


class ScriptedPlayer:
    """Plays the first wish of the script that is on offer.

    Each line of a script holds one or more token patterns, where `*` stands for anything and `?` for one character.
    The first line that fits anything offered decides; if it fits several tokens, chance picks one of them.
    If no line fits, chance picks any option, so a script never gets stuck. `#` begins a comment.

    >>> from random import Random
    >>> wary = ScriptedPlayer(["react:*", "pass"])
    >>> wary.choose(None, ("react:crash_gem", "pass"), Random(1))
    'react:crash_gem'
    """

    def __init__(self, lines: Iterable[str]) -> None:
        wishes = (line.partition("#")[0].split() for line in lines)
        self._wishes = tuple(patterns for patterns in wishes if patterns)
        self._ranks: dict[str, int] = {}

    @classmethod
    def load(cls, path: str) -> Self:
        """Read a script from a file. Raises `PlayerError`."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "it is not a text file"
            raise PlayerError(f"The script {path} cannot be read: {reason}.") from None
        player = cls(text.splitlines())
        if not player._wishes:
            raise PlayerError(f"The script {path} is empty. Give each line a token pattern: buy:crash_gem")
        return player

    @classmethod
    def built_in(cls) -> Self:
        """Return the script that comes with the program: it combines, crashes, answers crashes and buys what helps."""
        script = files("companion.players").joinpath("sensible.txt")
        return cls(script.read_text(encoding="utf-8").splitlines())

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """Choose without looking at the table: a script only knows tokens."""
        ranks = [self._rank(token) for token in options]
        best = min(ranks)
        return rng.choice([token for token, rank in zip(options, ranks, strict=True) if rank == best])

    def _rank(self, token: str) -> int:
        """Return the number of the first line that fits."""
        rank = self._ranks.get(token)
        if rank is None:
            fitting = (
                number
                for number, patterns in enumerate(self._wishes)
                if any(fnmatchcase(token, pattern) for pattern in patterns)
            )
            rank = self._ranks[token] = next(fitting, len(self._wishes))
        return rank
