"""What a player is, the simplest player, and how to find a player by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol, TypeAlias

from companion.rules import View

Look: TypeAlias = Callable[[], View]
"""Makes the view of the seat that is asked. Views cost time, so a player that needs none does not call this."""


class Player(Protocol):
    """A player in one seat. It may remember things, so each seat needs a player of its own."""

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """Return one of the options. All chance comes from `rng`, so that one seed gives the same game."""
        ...


class PlayerError(ValueError):
    """There is no such player; the message says which there are."""


class RandomPlayer:
    """Picks any of the options; all are equally likely."""

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """Choose without looking at the table."""
        return rng.choice(options)


def find_player(name: str) -> Player:
    """Return a new player by name: `random`, `steady`, `script`, or `script:FILE` for a script of your own.

    >>> find_player("random").choose(None, ("pass",), Random(1))
    'pass'
    """
    from companion.players.scripted import ScriptedPlayer
    from companion.players.steady import SteadyPlayer

    kind, _, path = name.partition(":")
    if name == "script:":
        raise PlayerError("Say which script: script:FILE, or script alone for the one that comes with the program.")
    if kind == "script":
        return ScriptedPlayer.load(path) if path else ScriptedPlayer.built_in()
    if name == "random":
        return RandomPlayer()
    if name == "steady":
        return SteadyPlayer()
    raise PlayerError(f'There is no player "{name}". Known: random, steady, script, script:FILE.')
