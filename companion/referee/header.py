"""The beginning of a game as the first entry of its record, and the arbiter at that beginning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.arbiter.arbiter import Arbiter
from companion.ledger import JUDGE, LedgerError, Payload
from companion.referee.entries import HIDDEN, OWNER, row_of, shown_by, state_of
from companion.rules import Match, Setup, new_match
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from companion.table.layout_words import write_layout
from companion.table.sightings import Uid
from companion.table.twin import Twin
from companion.version import version_text


class CannotResume(LedgerError):
    """This program cannot go on with the game."""


@dataclass(frozen=True)
class Beginning:
    """Everything that is needed to replay a game from the start."""

    setup: Setup
    layout: Layout
    kinds: Mapping[Uid, str]
    """The kind of the chip that each tag sits on."""
    twin: Mapping[str, Any]
    """Where every chip was, as returned by `Twin.to_json`."""
    judged: bool
    """Whether a judge is seated."""

    def arbiter(self) -> Arbiter:
        """Make a new arbiter, before anything was seen or said."""
        return self.arbiter_of(new_match(self.setup))

    def arbiter_of(self, match: Match) -> Arbiter:
        """Make a new arbiter of a match that begins at this table."""
        twin = Twin.from_json(self.layout, self.kinds, self.twin)
        arbiter = Arbiter(match, self.layout, twin, judged=self.judged)
        arbiter.begin()
        return arbiter

    def header(self, title: str, started: str, device: str = "", table: str = "") -> Payload:
        """Return the payload of entry 0. While the game runs, only the judge may know which tag is which chip, and
        where each chip is. `device` is the fingerprint of the device that records the game, and `table` the id of its
        table there."""
        arbiter = self.arbiter()
        return {
            "title": title,
            "started": started,
            "program": version_text(),
            **({"device": device} if device else {}),
            **({"table": table} if table else {}),
            "game": self.setup.game,
            "setup": self.setup.to_json(),
            "judged": self.judged,
            "layout": write_layout(self.layout),
            "said": [row_of(said) for said in arbiter.record.entries],
            "state": state_of(arbiter.match),
            "shown": shown_by(arbiter),
            HIDDEN: {OWNER: JUDGE, "kinds": dict(self.kinds), "twin": self.twin},
        }

    @classmethod
    def read(cls, header: Mapping[str, Any]) -> Beginning:
        """Read what `header` returned. Raises `CannotResume`."""
        try:
            layout = read_layout(header["layout"])
            if not isinstance(layout, Layout):
                raise ValueError("\n".join(layout.said()))
            hidden = header[HIDDEN]
            kinds = {Uid(uid): str(kind) for uid, kind in hidden["kinds"].items()}
            return cls(Setup.from_json(header["setup"]), layout, kinds, hidden["twin"], bool(header["judged"]))
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise CannotResume(
                f"How this game began cannot be read from its record ({type(problem).__name__})."
            ) from problem
