"""The readers of one table: their looks go to the table's session, and what does not work is told.

Pads and station have threads of their own, which find unplugged devices again by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from companion.session.running import RunningSession
from companion.table.kinds import drivers, unknown
from companion.table.layout import Layout
from companion.table.raw_log import RawLog
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look


class TableReaders:
    """All readers of a table. `noticed` is told what people should know."""

    def __init__(
        self,
        layout: Layout,
        session: RunningSession,
        noticed: Callable[[ReaderNotice], None],
        *,
        log: Path | None = None,
    ) -> None:
        self.layout = layout
        self.troubles: dict[str, ReaderNotice] = {}
        """What does not work now, by reader, `pad 2`, or `station`. The mapping is replaced, never changed."""
        self._session = session
        self._noticed = noticed
        self._lock = Lock()
        self._drivers = drivers(layout, self.tell, RawLog(log, layout) if log else None)

    def start(self) -> None:
        """Start reading; called once."""
        if notice := unknown(self.layout):
            self.tell(notice)
        for driver in self._drivers:
            driver.start()

    def stop(self) -> None:
        """Close the ports. Nothing is sent to the session after that."""
        for driver in reversed(self._drivers):
            driver.stop()

    def look_closer(self, readers: frozenset[str]) -> None:
        """Let these readers look more often."""
        for driver in self._drivers:
            driver.look_closer(readers)

    def tell(self, told: Look | ReaderNotice) -> None:
        """Pass on a look, or note what works or does not work now. The drivers call this in their own threads."""
        if isinstance(told, Look):
            self._session.look(told)
            return
        with self._lock:
            known = self.troubles.get(told.about)
            troubles = {about: notice for about, notice in self.troubles.items() if about != told.about}
            self.troubles = troubles | ({told.about: told} if told.trouble else {})
        if not known or known.words != told.words:
            self._noticed(told)
