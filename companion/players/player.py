"""What a player is, the simplest one, and how one is called by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol, TypeAlias

from companion.rules import View

Look: TypeAlias = Callable[[], View]
"""Makes the view of the seat that is asked. Views cost time: who decides without looking pays for none."""


class Player(Protocol):
    """Somebody in a chair. May remember things, so two chairs take two players."""

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """One of the options. All chance comes from `rng`, so that one seed gives the same game."""
        ...


class PlayerError(ValueError):
    """There is no such player; the message says which there are."""


class RandomPlayer:
    """Plays any of the options, each as likely as the others."""

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        """Without looking."""
        return rng.choice(options)


def find_player(name: str) -> Player:
    """A new player by name: `random`, `steady`, `script`, or `script:FILE` for a script of your own.

    >>> find_player("random").choose(None, ("pass",), Random(1))
    'pass'
    """
    from companion.players.scripted import ScriptedPlayer
    from companion.players.steady import SteadyPlayer

    kind, _, path = name.partition(":")
    if name == "script:":
        raise PlayerError("Say which script: script:FILE; or script alone for the one that comes along.")
    if kind == "script":
        return ScriptedPlayer.load(path) if path else ScriptedPlayer.built_in()
    if name == "random":
        return RandomPlayer()
    if name == "steady":
        return SteadyPlayer()
    raise PlayerError(f'There is no player "{name}". Known: random, steady, script, script:FILE.')
