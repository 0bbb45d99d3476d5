"""Steps to be done to a device, as values: they are planned first, and shown or carried out afterwards."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Write:
    """Write a file with this text. An existing file is replaced."""

    path: str
    text: str
    why: str
    mode: int = 0o644
    owner: str = "root"
    secret: str = ""
    """The part of the text that is not shown to anybody."""


@dataclass(frozen=True)
class Link:
    """A link to another file."""

    path: str
    target: str
    why: str


@dataclass(frozen=True)
class Delete:
    """Delete a file."""

    path: str
    why: str


@dataclass(frozen=True)
class RunCommand:
    """Run a command of the system."""

    words: tuple[str, ...]
    why: str
    vital: bool = True
    """Whether the steps after this one make no sense if it fails."""


Step: TypeAlias = Write | Link | Delete | RunCommand


def told(step: Step) -> str:
    """A step in one line.

    >>> print(told(RunCommand(("systemctl", "enable", "companion.service"), "it starts with the device")))
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
        case RunCommand():
            what = f"run     {shlex.join(step.words)}"
    return f"{what}  ({step.why})"


def told_whole(step: Step) -> Iterator[str]:
    """A step with everything that it would write, line by line."""
    yield told(step)
    if isinstance(step, Write):
        text = step.text.replace(step.secret, "********") if step.secret else step.text
        yield from (f"        | {line}".rstrip() for line in text.splitlines())
