"""Who may join: short codes that are given out, and the sessions that they open.

A code is random, can be used once, and expires. It opens a session: a long random token in the browser's cookie, of
which only a digest is kept here. All of it is written to a file, so that phones need not join again after a restart.
This module knows neither clock nor network.

Times are those of a monotonic clock, which nobody sets. A device without a battery-backed clock is hours wrong until a
network tells it the time, and that correction must not end any session. A monotonic clock starts again when the device
does. So the file has the time at which it was written, and in which run of the device. After a restart of the program
all times go on; after a restart of the device everybody has the time that was left when the file was written. The hours
for which a device is off do not count.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple

from companion.ledger import USUAL_TABLE
from companion.rules import JUDGE, TABLE
from companion.rules.kernel.sentences import Sentence
from companion.table.whole_files import OURS_ALONE, write_whole

LEFT = "You have left. To come back, ask for a new code and join again."
NEW_GAME = "A new game has begun, and its seats have new codes. Ask for yours and join again."
log = logging.getLogger(__name__)

SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of codes: none of them looks like another."""
LONG: Final = 6
"""Characters of a code: 900 million codes are possible, and only a few can be tried a minute."""
CODE_LASTS: Final = 2 * 3600.0
SESSION_LASTS: Final = 14 * 3600.0
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux names the current run of the device."""
MOST_SESSIONS: Final = 200


class RoleKind(StrEnum):
    """What somebody is."""

    ANYONE = "anyone"
    SEAT = "seat"
    JUDGE = "judge"
    HOST = "host"
    """Somebody who sets up the games on this device."""


class Role(NamedTuple):
    """What somebody is, in which game, and at which table."""

    kind: RoleKind
    seat: str = ""
    game: int = 0
    """The number of the game; 0 for a host, who stays one from game to game."""
    table: str = ""
    """The id of the table; "" for a host, who sets up the games at all tables of this device."""

    @property
    def audience(self) -> str:
        """The audience as which somebody with this role sees the table."""
        return self.seat if self.kind is RoleKind.SEAT else JUDGE if self.kind is RoleKind.JUDGE else TABLE

    @property
    def names(self) -> tuple[str, ...]:
        """In whose name somebody with this role speaks."""
        return (self.seat,) if self.kind is RoleKind.SEAT else (JUDGE,) if self.kind is RoleKind.JUDGE else ()


NOBODY: Final = Role(RoleKind.ANYONE)
HOST: Final = Role(RoleKind.HOST)


@dataclass(frozen=True)
class JoinCode:
    """A code that has been given out and not been used yet."""

    text: str
    role: Role
    until: float

    @property
    def spaced(self) -> str:
        """The code as people read it aloud."""
        return f"{self.text[:3]} {self.text[3:]}"


@dataclass(frozen=True)
class Session:
    """Somebody who has joined."""

    digest: str
    """A digest of the token, which only the browser has."""
    role: Role
    until: float
    code: str
    """A digest of the code that opened it: a judge gives the code again before doing dangerous things."""
    beside: bool = False
    """Whether it is of a screen beside the phones: whoever has the code for the same role may still join."""


class Doors:
    """Codes and sessions. `now` returns the seconds of a clock that nobody sets; `boot` names the device's run."""

    def __init__(self, now: Callable[[], float], path: Path | None = None, boot: str | None = None) -> None:
        self.clock = now
        self._boot = boot_id() if boot is None else boot
        self._path = path
        self._lock = RLock()
        self._codes: dict[str, JoinCode] = {}
        self._sessions: dict[str, Session] = {}
        self._shut_out: dict[str, Sentence] = {}
        self._secret = secrets.token_hex(32)
        self._listeners: list[Callable[[], None]] = []
        self.trouble = ""
        """Why the file could not be read or written, in words."""
        self.unkept = False
        """Whether writing the file failed the last time."""
        self._read()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call `listener` when codes or sessions have changed."""
        self._listeners.append(listener)

    # -- codes -------------------------------------------------------------------------------------------------

    def open(self, role: Role) -> JoinCode:
        """Give out a new code for a role. An earlier code for the same role is no longer valid."""
        with self._lock:
            self._drop_codes(role)
            text = "".join(secrets.choice(SIGNS) for _ in range(LONG))
            code = JoinCode(text, role, self.clock() + CODE_LASTS)
            self._codes[text] = code
            self._changed()
            return code

    def close(self, role: Role) -> None:
        """Withdraw the code for a role; whoever has joined stays."""
        with self._lock:
            self._drop_codes(role)
            self._changed()

    def code_for(self, role: Role) -> JoinCode | None:
        """Return the valid code for this role; None if it was used or has expired."""
        return next((code for code in self.codes() if code.role == role), None)

    def codes(self) -> list[JoinCode]:
        """Return all valid codes."""
        with self._lock:
            return [code for code in self._codes.values() if code.until > self.clock()]

    def enter(self, text: str) -> str | None:
        """Use a code: return the token of the session that it opens; None if it is not a valid code."""
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

    def let_in(self, role: Role) -> str:
        """Open a session without a code, for a screen of the device itself, and return its token. The code for the role
        stays valid."""
        with self._lock:
            token = secrets.token_urlsafe(32)
            self._forget_expired()
            session = Session(digest_of(token), role, self.clock() + SESSION_LASTS, "", beside=True)
            self._sessions[session.digest] = session
            self._changed()
            return token

    # -- sessions ----------------------------------------------------------------------------------------------

    def session(self, token: str) -> Session | None:
        """Return the session with this token; None if there is none, or it has expired."""
        with self._lock:
            found = self._sessions.get(digest_of(token)) if token else None
            return found if found and found.until > self.clock() else None

    def said_again(self, session: Session, text: str) -> bool:
        """Whether this is the code that opened the session."""
        return hmac.compare_digest(session.code, digest_of(self._secret + plain(text)))

    def opened_by(self, role: Role, text: str) -> bool:
        """Whether somebody joined with this code and still has this role."""
        with self._lock:
            there = [one for one in self._sessions.values() if one.role == role and one.until > self.clock()]
        return any(self.said_again(one, text) for one in there)

    def leave(self, token: str) -> None:
        """End a session, because whoever has it wants to go."""
        with self._lock:
            if self._sessions.pop(digest_of(token), None):
                self._tell((digest_of(token),), Sentence(LEFT))
                self._changed()

    def revoke(self, role: Role, why: Sentence | None = None) -> None:
        """End all sessions of a role and withdraw its code. Whoever loses a session is told why."""
        with self._lock:
            self._drop_codes(role)
            kept = {key: one for key, one in self._sessions.items() if one.role != role}
            self._tell(self._sessions.keys() - kept.keys(), why)
            self._sessions = kept
            self._changed()

    def _tell(self, out: Iterable[str], why: Sentence | None) -> None:
        """Keep why these sessions were ended, for those who had them."""
        told = self._shut_out | (dict.fromkeys(out, why) if why else {})
        self._shut_out = dict(list(told.items())[-MOST_SESSIONS:])

    def shut_out(self, token: str) -> Sentence | None:
        """Return why the session of this token was ended."""
        with self._lock:
            return self._shut_out.get(digest_of(token)) if token else None

    def revoke_games_but(self, number: int, table: str) -> None:
        """Drop codes and sessions of all other games at a table: a seat in one of them gives no right to this one.
        Hosts stay, and so does everybody at another table."""

        def stays(role: Role) -> bool:
            return role.table != table or role.game == number

        with self._lock:
            self._codes = {key: code for key, code in self._codes.items() if stays(code.role)}
            kept = {key: one for key, one in self._sessions.items() if stays(one.role)}
            self._tell(self._sessions.keys() - kept.keys(), Sentence(NEW_GAME))
            self._sessions = kept
            self._changed()

    def taken(self, role: Role) -> bool:
        """Whether somebody has joined with this role."""
        with self._lock:
            there = [one for one in self._sessions.values() if one.role == role and not one.beside]
            return any(one.until > self.clock() for one in there)

    def signed(self, text: str) -> str:
        """Return a signature which proves that this text comes from this device; forms carry one."""
        return hmac.new(self._secret.encode(), text.encode(), hashlib.sha256).hexdigest()

    # -- keeping -----------------------------------------------------------------------------------------------

    def _drop_codes(self, role: Role) -> None:
        self._codes = {text: code for text, code in self._codes.items() if code.role != role}

    def _forget_expired(self) -> None:
        """Drop expired sessions, and the oldest ones if there are too many."""
        fresh = sorted((one for one in self._sessions.values() if one.until > self.clock()), key=lambda one: one.until)
        self._sessions = {one.digest: one for one in fresh[-MOST_SESSIONS + 1 :]}

    def keep(self) -> None:
        """Write the file with the time of the clock: to be called now and then, and at the end."""
        with self._lock:
            if self._codes or self._sessions:
                self._write()

    def _changed(self) -> None:
        self._write()
        for listener in self._listeners:
            listener()

    def _write(self) -> None:
        if self._path is not None:
            kept = {
                "boot": self._boot,
                "now": self.clock(),
                "secret": self._secret,
                "codes": [asdict(code) for code in self._codes.values()],
                "sessions": [asdict(one) for one in self._sessions.values()],
                "shut_out": {digest: why.to_json() for digest, why in self._shut_out.items()},
            }
            try:
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_whole(self._path, json.dumps(kept).encode(), OURS_ALONE)
                self.unkept = False
            except OSError as problem:
                self.unkept = True
                self.trouble = f"The list of joined phones could not be saved: {problem.strerror or problem}."
                log.warning("The list of joined phones could not be saved.", exc_info=problem)

    def _read(self) -> None:
        """Read what was kept; a damaged file counts as none."""
        if self._path is None:
            return
        try:
            kept = json.loads(self._path.read_bytes())
            secret = str(kept["secret"])
            codes = [JoinCode(str(row["text"]), role_from(row["role"]), float(row["until"])) for row in kept["codes"]]
            sessions = [session_from(row) for row in kept["sessions"]]
            now, passed_over = self.clock(), self._passed_over(kept)
            shut_out = {str(digest): Sentence.from_json(row) for digest, row in kept.get("shut_out", {}).items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            self.trouble = "The list of joined phones could not be read. Everybody must join again."
            log.warning("The list of joined phones could not be read.", exc_info=problem)
            return
        self._secret = secret
        for code in codes:
            until = now + CODE_LASTS if passed_over is None else min(now + CODE_LASTS, code.until + passed_over)
            self._codes[code.text] = replace(code, until=until)
        for one in sessions:
            until = now + SESSION_LASTS if passed_over is None else min(now + SESSION_LASTS, one.until + passed_over)
            self._sessions[one.digest] = replace(one, until=until)
        self._shut_out = shut_out

    def _passed_over(self, kept: Mapping[str, Any]) -> float | None:
        """Return by how much our clock is ahead of the one by which a file was written.

        None for a file of an earlier version, which has the time of day: nobody knows how much time is left, so
        codes and sessions get all of it again.
        """
        if "now" not in kept:
            return None
        return 0.0 if self._boot and kept.get("boot") == self._boot else self.clock() - float(kept["now"])


def boot_id() -> str:
    """Return the name of the current run of the device; "" if it is unknown."""
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def plain(text: str) -> str:
    """Return a code as it was given out, however it was typed.

    >>> plain("ab3 k-7z")
    'AB3K7Z'
    """
    return "".join(sign for sign in text[:40].upper() if sign.isalnum())


def digest_of(token: str) -> str:
    """Return the digest that is kept instead of a secret."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def role_from(row: Any) -> Role:
    """Read a role from JSON. Earlier versions knew of one table only. Raises ValueError or TypeError."""
    kind, seat, game, *table = row
    return Role(RoleKind(kind), str(seat), int(game), str(table[0]) if table else USUAL_TABLE if game else "")


def session_from(row: Mapping[str, Any]) -> Session:
    """Read a session from JSON. Raises KeyError, ValueError or TypeError."""
    beside = bool(row.get("beside", False))
    return Session(str(row["digest"]), role_from(row["role"]), float(row["until"]), str(row["code"]), beside)
