"""What is to be done to a device, as values: written down first, shown or carried out afterwards."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Write:
    """A file with these words in it. What was there is replaced."""

    path: str
    text: str
    why: str
    mode: int = 0o644
    owner: str = "root"
    secret: str = ""
    """What of the text nobody is shown."""


@dataclass(frozen=True)
class Link:
    """A name that leads to another file."""

    path: str
    target: str
    why: str


@dataclass(frozen=True)
class Delete:
    """A file that goes away."""

    path: str
    why: str


@dataclass(frozen=True)
class Run:
    """A command of the system."""

    words: tuple[str, ...]
    why: str
    vital: bool = True
    """Whether what follows makes no sense when it fails."""


Step: TypeAlias = Write | Link | Delete | Run


def told(step: Step) -> str:
    """A step in one line.

    >>> print(told(Run(("systemctl", "enable", "companion.service"), "it starts with the device")))
    run     systemctl enable companion.service  (it starts with the device)
    >>> print(told(Write("/etc/default/companion", "", "your own options")))
    write   /etc/default/companion  (your own options)
    """
    match step:
        case Write():
            special = f" {step.owner}" * (step.owner != "root") + f" {step.mode:04o}" * (step.mode != 0o644)
            what = f"write   {step.path}{special}"
        case Link():
            what = f"link    {step.path} -> {step.target}"
        case Delete():
            what = f"delete  {step.path}"
        case Run():
            what = f"run     {shlex.join(step.words)}"
    return f"{what}  ({step.why})"


def told_whole(step: Step) -> Iterator[str]:
    """A step with all that it would write, a line each."""
    yield told(step)
    if isinstance(step, Write):
        text = step.text.replace(step.secret, "********") if step.secret else step.text
        yield from (f"        | {line}".rstrip() for line in text.splitlines())
