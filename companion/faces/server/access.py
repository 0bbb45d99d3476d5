"""Who may do what. An endpoint that is not listed here lets nobody in; a test checks the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.faces.server.doors import RoleKind

ANYBODY: Final = frozenset(RoleKind)
SEATS: Final = frozenset({RoleKind.SEAT})
JUDGES: Final = frozenset({RoleKind.JUDGE})
HOSTS: Final = frozenset({RoleKind.HOST})
DESK: Final = frozenset({RoleKind.JUDGE, RoleKind.HOST})
MEMBERS: Final = ANYBODY - {RoleKind.ANYONE}

ACCESS: Final[Mapping[str, frozenset[RoleKind]]] = {
    # What everybody at the table may see.
    "table.show": ANYBODY,
    "table.watch": ANYBODY,
    "table.set_delay": DESK,
    "table.stream": ANYBODY,
    "table.recorded": ANYBODY,
    "static": ANYBODY,
    "device.manifest": ANYBODY,
    "device.settings": ANYBODY,
    "device.keep_settings": ANYBODY,
    "device.readers": ANYBODY,
    "device.read_note": MEMBERS,
    "device.report": MEMBERS,
    # The books, and the games that were; of one that runs the asker's view alone.
    "books.chips": ANYBODY,
    "books.chip": ANYBODY,
    "books.rules": ANYBODY,
    "books.scene": ANYBODY,
    "books.what_if": ANYBODY,
    "books.try_what_if": ANYBODY,
    "games.listed": ANYBODY,
    "games.game": ANYBODY,
    "games.card": ANYBODY,
    "games.record": ANYBODY,
    "games.verified": ANYBODY,
    # Joining and leaving.
    "joining.ask": ANYBODY,
    "joining.enter": ANYBODY,
    "joining.leave": MEMBERS,
    # A seat.
    "seat.show": SEATS,
    "seat.answer": SEATS,
    "seat.tell": SEATS,
    "seat.call": SEATS,
    "seat.why_not": SEATS,
    "seat.propose": SEATS,
    "seat.agree": SEATS,
    # The judge.
    "judge.show": JUDGES,
    "judge.here": JUDGES,
    "judge.look": JUDGES,
    "judge.answer": JUDGES,
    "judge.tell": JUDGES,
    "judge.stand": JUDGES,
    "judge.back": JUDGES,
    "judge.correct": JUDGES,
    "judge.straight": JUDGES,
    "judge.finish": JUDGES,
    "judge.note": JUDGES,
    "judge.hold_game": JUDGES,
    "judge.run_clocks": JUDGES,
    "judge.set_clocks": JUDGES,
    "editor.table": JUDGES,
    "editor.change": JUDGES,
    "editor.done": JUDGES,
    "editor.from_the_game": JUDGES,
    # The host.
    "device.new": HOSTS,
    "device.begin": HOSTS,
    "device.codes": DESK,
    "device.give_code": DESK,
    # Other people's programs.
    "api.describe": ANYBODY,
    "api.join": ANYBODY,
    "api.leave": MEMBERS,
    "api.state": ANYBODY,
    "api.options": SEATS,
    "api.answer": SEATS,
    "api.stream": ANYBODY,
}
