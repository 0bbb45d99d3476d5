"""The pages of the display: each is a value that holds everything on the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.faces.screen import Screen


@dataclass(frozen=True)
class Starting:
    """The program starts."""

    title: str
    words: str = ""
    """What it is doing now."""


@dataclass(frozen=True)
class Idle:
    """No game is played: how phones join."""

    title: str
    address: str = ""
    """The whole address of the web pages, also used in the code; "" if there is no network."""
    wifi: str = ""
    """The name of the network."""
    passphrase: str | None = None
    """The network's passphrase, if the table knows it: then a code joins the network. "" if it is open to all."""
    code: str = ""
    """The short code with which people join, if there is one."""
    words: str = ""
    notes: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameShown:
    """A game as the table sees it: under way, an open ruling in large letters, or the result."""

    screen: Screen


@dataclass(frozen=True)
class ReaderLost:
    """A reader does not answer."""

    words: str
    """Which reader it is, and whose."""
    remedy: str
    screen: Screen | None = None
    """The game, if one is played."""


@dataclass(frozen=True)
class Failed:
    """Something went wrong that people must know of."""

    words: str
    remedy: str
    screen: Screen | None = None


Page: TypeAlias = Starting | Idle | GameShown | ReaderLost | Failed
