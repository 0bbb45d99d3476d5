"""The real program's process, as its starter sees it: what it tells, what it is told, and its sudden end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

PATIENCE: Final = 8.0
"""How many seconds the program may take to end by itself."""
MODULE: Final = "companion.app.demo.child"
EVERYWHERE: Final = "0.0.0.0"


class House:
    """Starts, kills and restarts the process. A thread calls `heard` with each line, and `ended` after the last."""

    def __init__(
        self,
        folder: Path,
        heard: Callable[[Mapping[str, Any]], None],
        ended: Callable[[], None],
        *,
        seats: int = 2,
        game: str = "",
        language: str = "en",
    ) -> None:
        self.folder = folder
        self.port = 0
        self.host = EVERYWHERE
        self._seats = seats
        self._game = game
        self._language = language
        self._heard = heard
        self._ended = ended
        self._process: subprocess.Popen[str] | None = None
        self._listener: Thread | None = None
        self._lock = Lock()
        self._ids = 0

    def start(self) -> None:
        """Start a new process for the same folder, at the same port."""
        command = [
            sys.executable,
            "-m",
            MODULE,
            str(self.folder),
            str(self.port),
            self.host,
            str(self._seats),
            self._language,
            self._game,
        ]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C at the terminal ends this process, which then ends the other
        )
        self._process = process
        self._listener = Thread(target=self._listen, args=(process,), name="house", daemon=True)
        self._listener.start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        for line in process.stdout:
            try:
                row = json.loads(line)
            except ValueError:
                continue  # a line that was cut off by a kill
            if process is self._process:
                self._heard(row)
        process.wait()
        with suppress(OSError):
            process.stdout.close()
            if process.stdin:
                process.stdin.close()
        if process is self._process:
            self._ended()

    def say(self, **row: object) -> int:
        """Send a line to the process, and return the number of its answer. If the process has gone, nothing is sent."""
        with self._lock, suppress(OSError, ValueError):
            self._ids += 1
            if self._process and self._process.stdin:
                self._process.stdin.write(json.dumps({**row, "id": self._ids}) + "\n")
                self._process.stdin.flush()
        return self._ids

    def speak(self, language: str) -> None:
        """Let this process, and each that is started after it, speak another language."""
        self._language = language
        self.say(do="language", language=language)

    def kill(self) -> None:
        """Kill the process, as if somebody pulled the plug."""
        if self._process:
            self._process.kill()

    def stop(self) -> None:
        """Ask the process to close its record and end."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._listener:
            self._listener.join(PATIENCE)
