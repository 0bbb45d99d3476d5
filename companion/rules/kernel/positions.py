"""Reads a position that somebody wrote down: plain values, checked one by one, each error with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from typing import NamedTuple, TypeAlias, TypeVar

from companion.rules.kernel.sentences import OR, SaidSentence, Term, Terms

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands: the keys and indices that lead to it."""

T = TypeVar("T")

EXPECTED = ", expected one of: {known}"
LARGEST = 999_999_999
"""The largest number that a position may have, far more than any game needs."""
LONGEST = 60
"""The most characters of a value that a message repeats."""


class PositionError(ValueError):
    """A position or expectation that cannot be read. `path` leads to the value; the message says what was expected.

    With values, the message is their template. Other languages can say it.

    >>> PositionError(("turn",), "expected {what}, not {value}", what="a seat", value=3).message
    'expected a seat, not 3'
    """

    def __init__(self, path: Path, message: str, **values: object) -> None:
        self.path = path
        self.message = told(message, **values)
        super().__init__(self.message)


def told(message: str, **values: object) -> Term | SaidSentence:
    """Return a message that sentences in other languages have translated."""
    if values:
        return SaidSentence(message, whole=False, **values)
    return message if isinstance(message, Term | SaidSentence) else Term(message)


class NotBuilt(PositionError):
    """A correctly written position that this engine cannot play: it lacks the mode, the edition or the set of chips."""


class Difference(NamedTuple):
    """Where the table is not as expected: the place of the expected value, and both values in words."""

    path: Path
    text: str


class Note(NamedTuple):
    """Something odd in a position that can still be played."""

    path: Path
    text: str


_notes: ContextVar[list[Note] | None] = ContextVar("notes", default=None)


def note(path: Path, text: str) -> None:
    """Note that something is odd. This is not an error: it is lost unless the position is read inside `noted`."""
    notes = _notes.get()
    if notes is not None:
        notes.append(Note(path, text))


@contextmanager
def noted() -> Iterator[list[Note]]:
    """Collect the notes that are made with `note` while a position is read."""
    notes: list[Note] = []
    before = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(before)


def meant(word: str, known: Iterable[str]) -> str:
    """Return a hint at the known names that this word resembles.

    >>> meant("crash_gme", ("crash_gem", "gem_1"))
    '; did you mean crash_gem?'
    """
    near = get_close_matches(word, list(known), n=3, cutoff=0.6)
    return SaidSentence("; did you mean {names}?", names=Terms(near, OR)) if near else ""


def mapping(value: object, path: Path, keys: Iterable[str] | None = None) -> Mapping[str, object]:
    """Read a mapping that has only these keys; an empty value counts as an empty mapping."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise PositionError(path, "expected keys with values (key: value), not {value}", value=shown(value))
    if keys is not None:
        known = tuple(keys)
        for key in value:
            if key not in known:
                hint = meant(str(key), known) or SaidSentence(EXPECTED, known=", ".join(known))
                raise PositionError((*path, key), 'unknown key "{key}"{hint}', key=brief(str(key)), hint=hint)
    return value


def items(value: object, path: Path, read: Callable[[object, Path], T]) -> tuple[T, ...]:
    """Read a list, item by item; an empty value counts as an empty list."""
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise PositionError(path, "expected a list ([a, b]), not {value}", value=shown(value))
    return tuple(read(item, (*path, at)) for at, item in enumerate(value))


def counts(
    value: object,
    path: Path,
    name: Callable[[object, Path], str],
    number: Callable[[object, Path], int] | None = None,
) -> dict[str, int]:
    """Read a mapping of names to numbers."""
    number = number or whole
    found = {}
    for key, amount in mapping(value, path).items():
        known = name(key, (*path, key))
        if known in found:
            raise PositionError((*path, key), "{name} stands here twice, expected once", name=known)
        found[known] = number(amount, (*path, key))
    return found


def whole(value: object, path: Path) -> int:
    """Read a whole number from 0."""
    amount = signed(value, path)
    if amount < 0:
        raise PositionError(path, "expected a number from 0, not {value}", value=amount)
    return amount


def signed(value: object, path: Path) -> int:
    """Read a whole number, which may be negative."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise PositionError(path, "expected a whole number, not {value}", value=shown(value))
    if abs(value) > LARGEST:
        raise PositionError(path, "expected a number of at most {most}, and this one is larger", most=LARGEST)
    return value


def flag(value: object, path: Path) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise PositionError(path, "expected true or false, not {value}", value=shown(value))
    return value


def word(value: object, path: Path) -> str:
    """Read a name; one that looks like a number is a name too."""
    if isinstance(value, bool | Mapping | list | tuple) or value is None:
        raise PositionError(path, "expected a name, not {value}", value=shown(value))
    return str(value)


def loosely(name: str) -> str:
    """Return a name without the differences in its spelling: capitals, spaces, underscores and other signs.

    >>> loosely("Crash Gem") == loosely("crash_gem"), loosely("It's a Trap!"), loosely("Research & Development")
    (True, 'itsatrap', 'researchanddevelopment')
    """
    return "".join(sign for sign in name.casefold().replace("&", "and") if sign.isalnum())


def one_of(known: Iterable[str], what: str, titles: Mapping[str, str] | None = None) -> Callable[[object, Path], str]:
    """Return a function that reads one of these names; `what` says what they are.

    With `titles` (the printed name of each), the title is accepted too, and both in any spelling.
    """
    names = tuple(known)
    spelled = {} if titles is None else {loosely(text): name for name in names for text in (name, titles.get(name, ""))}

    def read(value: object, path: Path) -> str:
        name = word(value, path)
        if name not in names:
            if spelled and loosely(name) in spelled:
                return spelled[loosely(name)]
            few = SaidSentence(EXPECTED, known=", ".join(names)) if len(names) <= 12 else ""
            unknown = f'unknown {what} "{{name}}"{{hint}}'  # a sentence for each, as languages bend words
            raise PositionError(path, unknown, name=brief(name), hint=meant(name, names) or few)
        return name

    return read


def shown(value: object) -> str:
    """Return a value as it is written in a file, for a message."""
    if value is None:
        return Term("nothing")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return Term("a mapping")
    if isinstance(value, list | tuple):
        return Term("a list")
    return f'"{brief(value)}"' if isinstance(value, str) else brief(str(value))


def brief(text: str, most: int = LONGEST) -> str:
    """Return a text for a message, cut if it is long.

    >>> brief("gem_1"), brief("gem_1234", 5)
    ('gem_1', 'gem_…')
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
