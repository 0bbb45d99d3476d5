"""A small pad on a real pty, with a name that stays, and a thread that answers."""

from __future__ import annotations

import os
import select
import tty
from pathlib import Path
from threading import Thread
from types import TracebackType

from tests.table.scripted_pad import ScriptedPad


class PtyPad:
    """Plugged in while the context lasts, and between `unplug` and `plug` not."""

    def __init__(self, path: Path, pad: ScriptedPad) -> None:
        self.path = path
        self.pad = pad
        self._master = self._slave = -1
        self._thread: Thread | None = None
        self._stop: tuple[int, int] = (-1, -1)

    def __enter__(self) -> PtyPad:
        self.plug()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.unplug()

    def plug(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._slave))
        self._stop = os.pipe()
        self.pad.restart()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        if self._thread is None:
            return
        os.write(self._stop[1], b"x")
        self._thread.join()
        self._thread = None
        self.path.unlink()
        for end in (self._master, self._slave, *self._stop):
            os.close(end)

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select([self._master, self._stop[0]], [], [])
            if self._stop[0] in ready:
                return
            said = self.pad.feed(os.read(self._master, 4096))
            while said:
                said = said[os.write(self._master, said) :]
