"""Refusals: what cannot be done, why, and by which rule."""

from __future__ import annotations


class Illegal(Exception):
    """A token that is not accepted now. Nothing has changed.

    `private` refusals tell something about a hidden zone; they are said to the seat that tried and to nobody else.
    """

    def __init__(self, token: str, why: str, rule: str, *, private: bool = False) -> None:
        super().__init__(f"{token}: {why}")
        self.token = token
        self.why = why
        self.rule = rule
        self.private = private


class SetupError(ValueError):
    """A match cannot begin like this; the message says what to change."""


class SnapshotError(ValueError):
    """A snapshot cannot be restored; the message says why and what to do."""
