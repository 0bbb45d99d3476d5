"""Who may come in: short codes that are given out, and the sessions that they open.

A code is random, serves once and expires. What it opens is a session: a long random token in the browser's cookie, of
which only a digest is kept here. All of it is written to a file, so that phones need not join again after a restart.
It knows neither clock nor network.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple

from companion.rules import JUDGE, TABLE
from companion.rules.kernel.sentences import Sentence
from companion.table.whole_files import OURS_ALONE, write_whole

SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""None of them looks like another."""
LONG: Final = 6
"""Signs of a code: 900 million of them, tried at most a few times a minute."""
CODE_LASTS: Final = 2 * 3600.0
SESSION_LASTS: Final = 14 * 3600.0
MOST_SESSIONS: Final = 200


class Kind(StrEnum):
    """What somebody is."""

    ANYONE = "anyone"
    SEAT = "seat"
    JUDGE = "judge"
    HOST = "host"
    """Who sets up the games on this device."""


class Role(NamedTuple):
    """What somebody is, in which game."""

    kind: Kind
    seat: str = ""
    game: int = 0
    """0 for a host, who stays one from game to game."""

    @property
    def audience(self) -> str:
        """As whom one may look at the table."""
        return self.seat if self.kind is Kind.SEAT else JUDGE if self.kind is Kind.JUDGE else TABLE

    @property
    def names(self) -> tuple[str, ...]:
        """In whose name one speaks."""
        return (self.seat,) if self.kind is Kind.SEAT else (JUDGE,) if self.kind is Kind.JUDGE else ()


NOBODY: Final = Role(Kind.ANYONE)
HOST: Final = Role(Kind.HOST)


@dataclass(frozen=True)
class Code:
    """A code that was given out and not used yet."""

    text: str
    role: Role
    until: float

    @property
    def spaced(self) -> str:
        """As people read it aloud."""
        return f"{self.text[:3]} {self.text[3:]}"


@dataclass(frozen=True)
class Session:
    """Somebody who came in."""

    digest: str
    """Of the token that only the browser has."""
    role: Role
    until: float
    code: str
    """A digest of the code that opened it: a judge says it again before dangerous things."""


class Doors:
    """Codes and sessions. `now` tells seconds, of a clock that goes on over restarts."""

    def __init__(self, now: Callable[[], float], path: Path | None = None) -> None:
        self.clock = now
        self._path = path
        self._lock = RLock()
        self._codes: dict[str, Code] = {}
        self._sessions: dict[str, Session] = {}
        self._shut_out: dict[str, Sentence] = {}
        self._secret = secrets.token_hex(32)
        self._listeners: list[Callable[[], None]] = []
        self.trouble = ""
        """Why the file could not be read or written, in words."""
        self._read()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call this when codes or sessions have changed."""
        self._listeners.append(listener)

    # -- codes -------------------------------------------------------------------------------------------------

    def open(self, role: Role) -> Code:
        """A new code for somebody. One that was given out for the same role before serves no more."""
        with self._lock:
            self._drop_codes(role)
            text = "".join(secrets.choice(SIGNS) for _ in range(LONG))
            code = Code(text, role, self.clock() + CODE_LASTS)
            self._codes[text] = code
            self._changed()
            return code

    def close(self, role: Role) -> None:
        """No code opens this any more; who has come in stays."""
        with self._lock:
            self._drop_codes(role)
            self._changed()

    def code_for(self, role: Role) -> Code | None:
        """The code that opens this role now; None where it was used, or has expired."""
        return next((code for code in self.codes() if code.role == role), None)

    def codes(self) -> list[Code]:
        """All that may be used now."""
        with self._lock:
            return [code for code in self._codes.values() if code.until > self.clock()]

    def enter(self, text: str) -> str | None:
        """Use a code: the token of the session that it opens; None where it is no code, or no longer one."""
        wanted = plain(text)
        with self._lock:
            code = self._codes.get(wanted)
            if code is None or code.until <= self.clock():
                return None
            del self._codes[wanted]
            token = secrets.token_urlsafe(32)
            self._forget_expired()
            until = self.clock() + SESSION_LASTS
            session = Session(digest_of(token), code.role, until, digest_of(self._secret + wanted))
            self._sessions[session.digest] = session
            self._changed()
            return token

    # -- sessions ----------------------------------------------------------------------------------------------

    def session(self, token: str) -> Session | None:
        """Who shows this token; None where nobody does, or no longer."""
        with self._lock:
            found = self._sessions.get(digest_of(token)) if token else None
            return found if found and found.until > self.clock() else None

    def said_again(self, session: Session, text: str) -> bool:
        """Whether somebody knows the code by which that session was opened."""
        return hmac.compare_digest(session.code, digest_of(self._secret + plain(text)))

    def opened_by(self, role: Role, text: str) -> bool:
        """Whether somebody came in with this code and still has this role."""
        with self._lock:
            there = [one for one in self._sessions.values() if one.role == role and one.until > self.clock()]
        return any(self.said_again(one, text) for one in there)

    def leave(self, token: str) -> None:
        """Somebody goes."""
        with self._lock:
            if self._sessions.pop(digest_of(token), None):
                self._changed()

    def revoke(self, role: Role, why: Sentence | None = None) -> None:
        """Whoever has this role has it no more, and no code opens it. Who is shut out is told why."""
        with self._lock:
            self._drop_codes(role)
            out = [one.digest for one in self._sessions.values() if one.role == role]
            told = self._shut_out | (dict.fromkeys(out, why) if why else {})
            self._shut_out = dict(list(told.items())[-MOST_SESSIONS:])
            self._sessions = {key: one for key, one in self._sessions.items() if one.role != role}
            self._changed()

    def shut_out(self, token: str) -> Sentence | None:
        """Why this token opens nothing any more, where somebody else wanted that."""
        with self._lock:
            return self._shut_out.get(digest_of(token)) if token else None

    def revoke_games_but(self, number: int) -> None:
        """Another game is played: who had a part in an earlier one has none in this."""
        with self._lock:
            self._codes = {key: code for key, code in self._codes.items() if code.role.game in (0, number)}
            self._sessions = {key: one for key, one in self._sessions.items() if one.role.game in (0, number)}
            self._changed()

    def taken(self, role: Role) -> bool:
        """Whether somebody has come in with this role."""
        with self._lock:
            return any(one.role == role and one.until > self.clock() for one in self._sessions.values())

    def signed(self, text: str) -> str:
        """A proof that this text was shown by this device: what forms carry."""
        return hmac.new(self._secret.encode(), text.encode(), hashlib.sha256).hexdigest()

    # -- keeping -----------------------------------------------------------------------------------------------

    def _drop_codes(self, role: Role) -> None:
        self._codes = {text: code for text, code in self._codes.items() if code.role != role}

    def _forget_expired(self) -> None:
        """And the oldest, where there are too many."""
        fresh = sorted((one for one in self._sessions.values() if one.until > self.clock()), key=lambda one: one.until)
        self._sessions = {one.digest: one for one in fresh[-MOST_SESSIONS + 1 :]}

    def _changed(self) -> None:
        if self._path is not None:
            kept = {
                "secret": self._secret,
                "codes": [asdict(code) for code in self._codes.values()],
                "sessions": [asdict(one) for one in self._sessions.values()],
                "shut_out": {digest: why.to_json() for digest, why in self._shut_out.items()},
            }
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._path, json.dumps(kept).encode(), OURS_ALONE)
            except OSError as problem:
                self.trouble = f"Who has joined could not be kept: {problem.strerror or problem}."
        for listener in self._listeners:
            listener()

    def _read(self) -> None:
        """What was kept; a file that is not as it was written counts as none."""
        if self._path is None:
            return
        try:
            kept = json.loads(self._path.read_bytes())
            secret = str(kept["secret"])
            codes = [Code(str(row["text"]), role_from(row["role"]), float(row["until"])) for row in kept["codes"]]
            sessions = [session_from(row) for row in kept["sessions"]]
            shut_out = {str(digest): Sentence.from_json(row) for digest, row in kept.get("shut_out", {}).items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            self.trouble = f"Who had joined before could not be read ({type(problem).__name__}): join again."
            return
        self._secret = secret
        self._codes = {code.text: code for code in codes}
        self._sessions = {one.digest: one for one in sessions}
        self._shut_out = shut_out


def plain(text: str) -> str:
    """A code as it was given out, however it was typed.

    >>> plain("ab3 k-7z")
    'AB3K7Z'
    """
    return "".join(sign for sign in text[:40].upper() if sign.isalnum())


def digest_of(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def role_from(row: Any) -> Role:
    """A role as JSON knows it. Raises ValueError or TypeError."""
    kind, seat, game = row
    return Role(Kind(kind), str(seat), int(game))


def session_from(row: Mapping[str, Any]) -> Session:
    """A session as JSON knows it. Raises KeyError, ValueError or TypeError."""
    return Session(str(row["digest"]), role_from(row["role"]), float(row["until"]), str(row["code"]))
