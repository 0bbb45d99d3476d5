"""What all pages of the server share, and who is asking."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from flask import current_app, g

from companion.faces.hall import Hall, Heard, PlayedTable
from companion.faces.languages import Language
from companion.faces.server.addresses import neighbourhood
from companion.faces.server.doors import NOBODY, Doors, Role, RoleKind, Session
from companion.faces.server.limits import Limits
from companion.faces.server.streams import Hub
from companion.faces.server.together import Together
from companion.ledger import USUAL_TABLE
from companion.rules.kernel.sentences import Term


class ChannelSight(NamedTuple):
    """What a channel shows: to whom, in which language, whether as pages or for programs, and of which table."""

    audience: str
    language: str
    form: str = "page"
    table: str = USUAL_TABLE
    """The id of the table."""
    late: bool = False
    """Whether it is what spectators see, with the judge's delay."""


class TableDesk(NamedTuple):
    """What pages share about one table."""

    table: PlayedTable
    together: Together


@dataclass
class Desk:
    """Everything that a page may need."""

    hall: Hall
    doors: Doors
    languages: Mapping[str, Language]
    """All languages by code, the default one first."""
    hub: Hub[ChannelSight]
    limits: Limits
    together: Mapping[str, Together]
    """The open proposals, by the ids of the tables."""
    address: str
    """Where phones find this device: shown to people, and put into QR codes."""
    epoch: str
    """A random mark of this run, so that what people send is not taken for something sent before a restart."""
    said: dict[str, Heard] = field(default_factory=dict)
    """What each session is told on its next page."""

    def at(self, key: str) -> TableDesk:
        """Return what pages share about a table. Raises KeyError."""
        return TableDesk(self.hall.table(key), self.together[key])


@dataclass
class Asker:
    """Who is asking."""

    role: Role
    session: Session | None
    token: str
    """The token of the session, or of the visit of somebody without one."""
    language: Language
    address: str = ""
    """The address of the phone."""
    bearer: bool = False
    """Whether it is a program, which sends its token and has no cookies."""
    new_visit: bool = False
    """Whether the browser still has to be given its visit's token."""

    @property
    def audience(self) -> str:
        """The audience as which the asker sees the table."""
        return self.role.audience

    @property
    def bringer(self) -> str:
        """The name under which inputs, streams and costs of the asker are counted."""
        return self.session.digest if self.session else neighbourhood(self.address)


def desk() -> Desk:
    """Return the desk of the app that serves this request."""
    return cast(Desk, current_app.extensions["companion"])


def at_table() -> TableDesk:
    """Return what pages share about the table of this request: the asker's own, or the one that is looked at."""
    return cast(TableDesk, g.table)


def asker() -> Asker:
    """Return who asks for this page."""
    return cast(Asker, g.asker)


def is_late() -> bool:
    """Whether the asker only watches, and sees the table late."""
    return asker().session is None and at_table().table.delay > 0


def say(template: str) -> str:
    """Return an English template in the asker's language."""
    return asker().language.say(template)


def csrf() -> str:
    """Return the token that a form carries to prove that it comes from a page of ours."""
    one = asker()
    if not one.token:
        one.token, one.new_visit = secrets.token_urlsafe(24), True
    return desk().doors.signed(f"form {one.token}")


def here(role: Role, hall: Hall) -> Role:
    """Return the role, or `NOBODY` if it belongs to a game that is no longer played at its table."""
    if not role.game:
        return role
    table = hall.tables.get(role.table)
    playing = table.playing() if table else None
    return role if playing is not None and playing.number == role.game else NOBODY


def title_of(role: Role) -> str:
    """Return what a role is called: a seat by its name, the others in words."""
    return role.seat or Term("the judge" if role.kind is RoleKind.JUDGE else "the host")
