"""Checks of stored matches: they may come from anywhere, so their data must have the form of the game's table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.kernel.game import Game
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.positions import shown
from companion.rules.kernel.refusals import SnapshotError

FORMS: tuple[tuple[tuple[type, ...], str], ...] = (
    ((int, float), "a number"),  # true and false are numbers too
    ((str,), "a word"),
    ((list, tuple), "a list"),
    ((dict,), "a mapping"),
)


def form(value: object) -> str:
    """Return what form a value has, in words; "" for any other.

    >>> form("gem_1"), form(["gem_1"]), form(False)
    ('a word', 'a list', 'a number')
    """
    return next((name for types, name in FORMS if isinstance(value, types)), "")


def broken(path: str, problem: str) -> SnapshotError:
    """Return the error for a broken snapshot, with the place of the problem."""
    return SnapshotError(f"This snapshot is broken: {path}: {problem}. Take it from an unharmed copy.")


def read(data: Mapping[str, Any], key: str, like: object, path: str = "") -> Any:
    """Return the value of a key, which must have the same form as `like`. Raises `SnapshotError`."""
    if key not in data:
        raise broken(path + key, "it is missing")
    wanted = form(like)
    if wanted and form(data[key]) != wanted:
        raise broken(path + key, f"expected {wanted}, not {shown(data[key])}")
    return data[key]


def check_table(data: Mapping[str, Any], like: Plain, path: str = "table") -> None:
    """Check that the data has all that a table of the game has, in the right form, and nothing that hides a method."""
    for key, value in like.__dict__.items():
        if key in like.since and key not in data:
            continue
        found = read(data, key, value, f"{path}.")
        if key in like.parts:
            for name, part in value.items():
                check_table(read(found, name, {}, f"{path}.{key}."), part, f"{path}.{key}.{name}")
            for name in found:
                if name not in value:
                    raise broken(f"{path}.{key}.{name}", "the set-up has none of that name")
    for key in data:
        if key not in like.__dict__ and hasattr(type(like), key):
            raise broken(f"{path}.{key}", "that is no part of a table")


def check_zones(game: Game[Any], table: Plain) -> None:
    """Check that every zone holds words, or a count from 0 for each word."""
    for name, (content, _) in game.zones(table).items():
        if isinstance(content, Mapping):
            for kind, count in content.items():
                if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                    raise broken(f"{name}.{kind}", f"expected a number from 0, not {shown(count)}")
        else:
            for kind in content:
                if not isinstance(kind, str):
                    raise broken(name, f"expected words, not {shown(kind)}")
