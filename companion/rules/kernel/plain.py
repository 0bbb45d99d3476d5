"""Plain data: what the state of a match is made of between two steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class Plain:
    """Data that is cheap to copy and easy to store.

    Every attribute is an immutable value (a number, a word, a tuple), a dict of such values, or again `Plain`.
    `dicts` and `parts` name the attributes of the second kind (and dicts of `Plain`), which a copy must not share.
    Steps replace tuples and never change one, so copying the attribute dict copies the data.

    >>> class Seat(Plain):
    ...     def __init__(self):
    ...         self.hand = ("gem_1",)
    >>> one = Seat(); two = one.copy(); two.hand += ("wound",)
    >>> one.hand, two.hand
    (('gem_1',), ('gem_1', 'wound'))
    """

    dicts: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    since: ClassVar[Mapping[str, Any]] = {}
    """Attributes that data stored by an earlier version does not have, and what it is read with instead."""

    def copy(self) -> Self:
        """An independent twin."""
        twin = object.__new__(self.__class__)
        mine = twin.__dict__ = self.__dict__.copy()
        for name in self.dicts:
            mine[name] = mine[name].copy()
        for name in self.parts:
            parts = mine[name] = mine[name].copy()
            for key, part in parts.items():
                if part.dicts or part.parts:
                    parts[key] = part.copy()
                    continue
                other = parts[key] = object.__new__(part.__class__)  # no call for what is copied most often
                other.__dict__ = part.__dict__.copy()
        return twin

    def to_json(self) -> dict[str, Any]:
        """Return the data as JSON can hold it."""
        data = dict(self.__dict__)
        for name in self.dicts:
            data[name] = dict(data[name])
        for name in self.parts:
            data[name] = {key: part.to_json() for key, part in data[name].items()}
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read back what `to_json` returned; JSON's lists become tuples again."""
        self = object.__new__(cls)
        for name, value in data.items():
            self.__dict__[name] = _frozen(value)
        for name, value in cls.since.items():
            self.__dict__.setdefault(name, _frozen(value))
        return self

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # a table changes, so it must not be a key


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return value
