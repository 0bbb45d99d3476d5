"""The device itself, or the image of one: looks at it, and changes it step by step."""

from __future__ import annotations

import os
import stat
import subprocess
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.app.service.found import (
    COMMAND,
    DATA,
    HOTSPOT,
    LINKED,
    LOOKED_AT,
    PROFILE,
    SERVICE,
    UNITS,
    USER,
    FoundDevice,
)
from companion.app.service.steps import Delete, Link, RunCommand, Step, Write, told

LARGEST: Final = 100_000
"""Bytes of a file that is looked at."""
PATIENCE: Final = 120
"""Seconds that a command of the system may take."""
WANTS: Final = f"{UNITS}/multi-user.target.wants"

Said = tuple[int, str]
"""The exit status of a command, and what it printed."""


class StepFailed(Exception):
    """A step that could not be done. The message is for people."""


def ask(words: Sequence[str]) -> Said:
    """Run a command, and return what it prints."""
    try:
        told = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False)
    except FileNotFoundError:
        return 127, f"there is no {words[0]} here"
    except (OSError, subprocess.TimeoutExpired) as problem:
        return 126, str(problem)
    return told.returncode, (told.stdout + told.stderr).strip()


def own_program() -> str:
    """The `companion` beside the Python that runs this."""
    return str(Path(sysconfig.get_path("scripts")) / "companion")


class Machine:
    """This device (`root` is /), or an image in a folder."""

    def __init__(self, root: Path = Path("/"), run: Callable[[Sequence[str]], Said] = ask) -> None:
        self.root = root.resolve()
        self.image = "" if self.root == Path("/") else str(self.root)
        self.run = run

    def at(self, path: str) -> Path:
        """The real path for a path of the device."""
        return self.root / path.lstrip("/")

    def has_systemd(self) -> bool:
        """Whether systemd started the device; an image need not run."""
        return bool(self.image) or Path("/run/systemd/system").is_dir()

    # -- looking -----------------------------------------------------------------------------------------------

    def look(self, program: str) -> FoundDevice:
        """Everything that a plan depends on. What may not be read counts as missing."""
        files = {path: seen for path in LOOKED_AT if (seen := self._file(path)) is not None}
        links = {path: self._link(path) for path in (COMMAND, LINKED) if os.path.lexists(self.at(path))}
        if self.at(DATA).is_dir() and not os.access(self.at(DATA), os.X_OK):
            links[LINKED] = ""  # only root and the user itself may look in there
        units = (SERVICE, HOTSPOT)
        live = not self.image
        return FoundDevice(
            program=program,
            image=self.image,
            files=files,
            links=links,
            groups=self._groups(),
            enabled=frozenset(name for name in units if os.path.lexists(self.at(f"{WANTS}/{name}"))),
            active=frozenset(name for name in units if live and self.run(["systemctl", "is-active", name])[0] == 0),
            manages_networks=self.at("/usr/bin/nmcli").exists(),
            hotspot_open=live and PROFILE in self._open_networks(),
        )

    def identity(self) -> str:
        """What distinguishes this device from others."""
        with suppress(OSError):
            return self.at("/etc/machine-id").read_text(encoding="ascii", errors="replace").strip()
        return ""

    def _file(self, path: str) -> tuple[str, int] | None:
        """Content and mode of a file. Links are not followed, because another user may have made them."""
        try:
            number = os.open(self.at(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        with open(number, "rb") as file:
            mode = os.fstat(number).st_mode
            if not stat.S_ISREG(mode):
                return None
            return file.read(LARGEST).decode("utf-8", "replace"), stat.S_IMODE(mode)

    def _link(self, path: str) -> str:
        try:
            return os.readlink(self.at(path))
        except OSError:
            return ""

    def _groups(self) -> frozenset[str] | None:
        try:
            users = self.at("/etc/passwd").read_text(encoding="utf-8", errors="replace")
            groups = self.at("/etc/group").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        if not any(line.startswith(f"{USER}:") for line in users.splitlines()):
            return None
        rows = [line.split(":") for line in groups.splitlines()]
        return frozenset(row[0] for row in rows if len(row) == 4 and USER in row[3].split(","))

    def _open_networks(self) -> list[str]:
        status, said = self.run(["nmcli", "-g", "NAME", "connection", "show", "--active"])
        return said.splitlines() if status == 0 else []

    # -- doing -------------------------------------------------------------------------------------------------

    def carry_out(self, steps: Iterable[Step], say: Callable[[str], None]) -> None:
        """Do one step after the other, and say each before it is done. Raises `StepFailed`."""
        for step in steps:
            say(told(step))
            try:
                self._do(step, say)
            except OSError as problem:
                raise StepFailed(f"{problem.filename or 'It'} could not be changed: {problem.strerror}.") from None

    def _do(self, step: Step, say: Callable[[str], None]) -> None:
        match step:
            case Write():
                self._write(step)
            case Link():
                self._parent(step.path)
                self.at(step.path).symlink_to(step.target)
            case Delete():
                self.at(step.path).unlink(missing_ok=True)
            case RunCommand():
                status, said = self.run(step.words)
                if status and step.vital:
                    raise StepFailed(f"`{step.words[0]}` failed ({status}): {said or 'without a message'}.")
                if status:
                    say(f"        that failed, but nothing depends on it: {said or status}")

    def _parent(self, path: str) -> None:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)

    def _write(self, step: Write) -> None:
        """Write a file completely or not at all, and never through a link that another user may have made."""
        path = self.at(step.path)
        self._parent(step.path)
        beside = path.with_name(f".{path.name}.new")
        beside.unlink(missing_ok=True)
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with open(number, "w", encoding="utf-8") as file:
            file.write(step.text)
            os.fchmod(number, step.mode)
            if step.owner != "root":
                self._give(number, path.parent)
            file.flush()
            os.fsync(number)
        beside.replace(path)

    @staticmethod
    def _give(number: int, folder: Path) -> None:
        """Give a file to the owner of its folder."""
        owner = folder.stat()
        if (owner.st_uid, owner.st_gid) != (os.geteuid(), os.getegid()):
            os.fchown(number, owner.st_uid, owner.st_gid)
