"""What a page can know about the connection through which its request came."""

from __future__ import annotations

from typing import Protocol, cast

from flask import request

NAME = "companion.line"
"""The name of the connection in the environment of a request."""


class Connection(Protocol):
    """The connection to whoever reads what a page sends."""

    @property
    def gone(self) -> bool:
        """Whether nobody is there any more."""

    @property
    def unread(self) -> int:
        """Bytes that the reader has not read yet."""

    def settle(self) -> None:
        """From now on the request only waits, so another one may be worked on."""


class NoConnection:
    """Stands in for the connection of a request that came without a network, as in tests."""

    gone = False
    unread = 0

    def settle(self) -> None:
        """Do nothing: nobody waits for its thread."""


def connection() -> Connection:
    """Return the connection of the current request."""
    return cast(Connection, request.environ.get(NAME) or NoConnection())
