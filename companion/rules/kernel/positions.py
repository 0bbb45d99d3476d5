"""Reading a position that somebody wrote down: plain values, checked one by one, each error with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from typing import NamedTuple, TypeAlias, TypeVar

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands: the keys and indices that lead to it."""

T = TypeVar("T")


class PositionError(ValueError):
    """A position or expectation that cannot be read: `path` leads to the value, the message says what was expected."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message


class NotBuilt(PositionError):
    """Well written, but this engine cannot play it: a mode, an edition or a set of chips that it does not have."""


class Difference(NamedTuple):
    """Where the table is not as expected: the expected value's place, and both sides in words."""

    path: Path
    text: str


class Note(NamedTuple):
    """Something odd in a position that can be played all the same."""

    path: Path
    text: str


_notes: ContextVar[list[Note] | None] = ContextVar("notes", default=None)


def note(path: Path, text: str) -> None:
    """Say that something is odd. It is no error, so it is lost unless somebody reads the position with `noted`."""
    notes = _notes.get()
    if notes is not None:
        notes.append(Note(path, text))


@contextmanager
def noted() -> Iterator[list[Note]]:
    """Collects what is said with `note` while a position is read."""
    notes: list[Note] = []
    before = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(before)


def meant(word: str, known: Iterable[str]) -> str:
    """A hint at the names that this one is close to.

    >>> meant("crash_gme", ("crash_gem", "gem_1"))
    '; did you mean crash_gem?'
    """
    near = get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def mapping(value: object, path: Path, keys: Iterable[str] | None = None) -> Mapping[str, object]:
    """A mapping, with none but these keys; nothing written counts as empty."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise PositionError(path, f"expected keys with values (key: value), not {shown(value)}")
    if keys is not None:
        known = tuple(keys)
        for key in value:
            if key not in known:
                hint = meant(str(key), known) or f", expected one of: {', '.join(known)}"
                raise PositionError((*path, key), f'unknown key "{key}"{hint}')
    return value


def items(value: object, path: Path, read: Callable[[object, Path], T]) -> tuple[T, ...]:
    """A list, each item read; nothing written counts as empty."""
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise PositionError(path, f"expected a list ([a, b]), not {shown(value)}")
    return tuple(read(item, (*path, at)) for at, item in enumerate(value))


def counts(
    value: object,
    path: Path,
    name: Callable[[object, Path], str],
    number: Callable[[object, Path], int] | None = None,
) -> dict[str, int]:
    """A number for each name."""
    number = number or whole
    found = {}
    for key, amount in mapping(value, path).items():
        known = name(key, (*path, key))
        if known in found:
            raise PositionError((*path, key), f"{known} stands here twice, expected once")
        found[known] = number(amount, (*path, key))
    return found


def whole(value: object, path: Path) -> int:
    """A number from 0."""
    amount = signed(value, path)
    if amount < 0:
        raise PositionError(path, f"expected a number from 0, not {amount}")
    return amount


def signed(value: object, path: Path) -> int:
    """A whole number, which may be negative."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise PositionError(path, f"expected a whole number, not {shown(value)}")
    return value


def flag(value: object, path: Path) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise PositionError(path, f"expected true or false, not {shown(value)}")
    return value


def word(value: object, path: Path) -> str:
    """A name; one that looks like a number is a name too."""
    if isinstance(value, bool | Mapping | list | tuple) or value is None:
        raise PositionError(path, f"expected a name, not {shown(value)}")
    return str(value)


def loosely(name: str) -> str:
    """A name without what people write now so, now so.

    >>> loosely("Crash Gem") == loosely("crash_gem"), loosely("It's a Trap!"), loosely("Research & Development")
    (True, 'itsatrap', 'researchanddevelopment')
    """
    return "".join(sign for sign in name.casefold().replace("&", "and") if sign.isalnum())


def one_of(known: Iterable[str], what: str, titles: Mapping[str, str] | None = None) -> Callable[[object, Path], str]:
    """A reader for one of these names; `what` says what they are.

    With `titles` (what each is called in print), the title is understood as well, and either in any spelling.
    """
    names = tuple(known)
    spelled = {} if titles is None else {loosely(text): name for name in names for text in (name, titles.get(name, ""))}

    def read(value: object, path: Path) -> str:
        name = word(value, path)
        if name not in names:
            if spelled and loosely(name) in spelled:
                return spelled[loosely(name)]
            hint = meant(name, names) or (f", expected one of: {', '.join(names)}" if len(names) <= 12 else "")
            raise PositionError(path, f'unknown {what} "{name}"{hint}')
        return name

    return read


def shown(value: object) -> str:
    """A value in the words of the file."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return f'"{value}"' if isinstance(value, str) else str(value)
