"""What all pages of the server share, and who is asking now."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from flask import current_app, g

from companion.faces.hall import Hall, Heard, Playing
from companion.faces.languages import Language
from companion.faces.server.doors import NOBODY, Doors, Kind, Role, Session
from companion.faces.server.limits import Limits
from companion.faces.server.streams import Hub
from companion.faces.server.together import Together
from companion.rules.kernel.sentences import Term


class Sight(NamedTuple):
    """What a channel shows: to whom, in which language, as pages or for programs."""

    audience: str
    language: str
    form: str = "page"


@dataclass
class Desk:
    """Everything a page may need."""

    hall: Hall
    doors: Doors
    languages: Mapping[str, Language]
    """By code, the usual one first."""
    hub: Hub[Sight]
    limits: Limits
    together: Together
    address: str
    """Where phones find this device: shown, and put into the QR of a code."""
    epoch: str
    """So that what people send is not taken for something they sent before a restart."""
    said: dict[str, Heard] = field(default_factory=dict)
    """What a session is told on its next page."""


@dataclass
class Asker:
    """Who is asking."""

    role: Role
    session: Session | None
    token: str
    """Of the session, or of the visit of somebody who has none."""
    language: Language
    address: str = ""
    """Of the phone."""
    bearer: bool = False
    """Whether it is a program, which shows its token and has no cookies."""
    new_visit: bool = False
    """Whether the browser is still to be given its visit's token."""

    @property
    def audience(self) -> str:
        """As whom one may look at the table now."""
        return self.role.audience

    @property
    def bringer(self) -> str:
        """By what name its inputs are counted."""
        return self.session.digest if self.session else self.address


def desk() -> Desk:
    """Of the program that serves this request."""
    return cast(Desk, current_app.extensions["companion"])


def asker() -> Asker:
    """Who asks for this page."""
    return cast(Asker, g.asker)


def say(template: str) -> str:
    """In the asker's language."""
    return asker().language.say(template)


def csrf() -> str:
    """What a form carries, so that it can only come from a page of ours."""
    one = asker()
    if not one.token:
        one.token, one.new_visit = secrets.token_urlsafe(24), True
    return desk().doors.signed(f"form {one.token}")


def here(role: Role, playing: Playing | None) -> Role:
    """A role that still means something: one from a game that is not played any more is none."""
    if role.game and (playing is None or playing.number != role.game):
        return NOBODY
    return role


def title_of(role: Role) -> str:
    """Who that is: a seat's name as it is, and words for the others."""
    return role.seat or Term("the judge" if role.kind is Kind.JUDGE else "who sets up")
