"""What the display can show: a page is a value, and says everything that is on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.faces.screen import Screen


@dataclass(frozen=True)
class Starting:
    """The program starts."""

    title: str
    words: str = ""
    """How far it is."""


@dataclass(frozen=True)
class Idle:
    """No game is played: how phones join."""

    title: str
    address: str = ""
    """Of the web pages, whole; it stands in the code too. "" where there is no network."""
    wifi: str = ""
    """The name of the network."""
    passphrase: str | None = None
    """With which one joins it, where the table knows it: then a code opens it. "" where it is open to all."""
    code: str = ""
    """The short code with which one joins, where one is given."""
    words: str = ""
    notes: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()


@dataclass(frozen=True)
class Playing:
    """A game as the table sees it; open rulings are shown large, and its result when it is over."""

    screen: Screen


@dataclass(frozen=True)
class ReaderLost:
    """A reader does not answer."""

    words: str
    """Which one, and of whom."""
    remedy: str
    screen: Screen | None = None
    """The game, if one is played."""


@dataclass(frozen=True)
class Failed:
    """Something went wrong that people must know of."""

    words: str
    remedy: str
    screen: Screen | None = None


Page: TypeAlias = Starting | Idle | Playing | ReaderLost | Failed
