"""Places: where pieces can lie in a match, and what people may know of them.

A place is a value, and its name is opaque: who wants to know whose it is, or whether people see what lies there, asks
the place. Only a game may build names or take them apart. A place may have addresses, such as the cells of a grid or
the positions of a row: `row@3` is the third position of `row`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple

from companion.rules.kernel.steps import JUDGE, TABLE

AT: Final = "@"
"""What stands between the name of a place and an address in it. No name of a place contains it."""


class Who(Enum):
    """Whom something about a place is open to. The judge may always know."""

    ALL = "everybody"
    OWNER = "its owner"
    NOBODY = "nobody"


class Place(NamedTuple):
    """A place of a match.

    What lies there and where it lies are two things. A card that lies face down in front of its owner is seen to move
    by everybody (`sees`), and only its owner knows which one it is (`knows`). Which of the pieces that a seat keeps out
    of sight lie in its hand and which in its bag, the others see as little.
    """

    name: str
    owner: str = ""
    """The seat that it belongs to; "" where it is shared."""
    role: str = ""
    """What the game calls such a place of any seat, like `hand`; "" where the name says it all."""
    knows: Who = Who.ALL
    """Who may know what lies there."""
    sees: Who = Who.ALL
    """Who sees that a piece lies here and not in another place."""
    ordered: bool = False
    """Whether the order of what lies there means something."""
    heap: bool = False
    """Whether pieces go in and out without being seen one by one: a bag, a deck, a pile that is shuffled in."""
    addresses: tuple[str, ...] = ()
    """The places within this place, if it has any."""
    refill: str = ""
    """Of a heap: the name of the place whose pieces are poured into it when it is empty."""

    @property
    def label(self) -> str:
        """What to call it beside the name of its owner."""
        return self.role or self.name

    @property
    def is_hand(self) -> bool:
        """Whether it is held rather than laid down: only its owner knows and sees what is there, and the order means
        nothing."""
        to_its_owner = self.knows is Who.OWNER and self.sees is Who.OWNER
        return to_its_owner and not (self.heap or self.ordered or self.addresses)


class Places(Mapping[str, Place]):
    """The places of a match by name. An address leads to the place that it is in.

    >>> row = Place("row", addresses=("1", "2"))
    >>> places = Places((row, Place("A.hand", "A", "hand", Who.OWNER, Who.OWNER)))
    >>> places["row@2"].name, places.owner("A.hand"), places.owner("row@2"), places.known_to("B", "A.hand")
    ('row', 'A', '', False)
    >>> places.of("A", "hand"), places.of("", "row")
    ('A.hand', 'row')
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self._places = {place.name: place for place in places}
        self._within = {at(place.name, one): place for place in self._places.values() for one in place.addresses}
        owners = dict.fromkeys(place.owner for place in self._places.values() if place.owner)
        self._unseen = {owner: f"{owner}.hidden" for owner in owners}
        self._owners = {name: owner for owner, name in self._unseen.items()}
        self._known: dict[tuple[str, str], bool] = {}

    def __getitem__(self, name: str) -> Place:
        return self._places[name] if name in self._places else self._within[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places or name in self._within

    def __hash__(self) -> int:
        return hash(tuple(self._places.values()))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    @property
    def shared(self) -> list[str]:
        """The names of the places that belong to no seat."""
        return [place.name for place in self._places.values() if not place.owner]

    def names(self) -> list[str]:
        """The names of all places and of all addresses in them."""
        return [*self._places, *self._within]

    def owner(self, name: str) -> str:
        """The seat that a place belongs to; "" for a shared one, and for anything that is no place of the match."""
        place = self._places.get(name) or self._within.get(name)
        return place.owner if place else self._owners.get(name, "")

    def of(self, owner: str, role: str) -> str:
        """The name of the place of this role that a seat has, or of a shared place by its name; "" if there is none."""
        return next((one.name for one in self._places.values() if (one.owner, one.label) == (owner, role)), "")

    def label(self, name: str) -> str:
        """What to call a place beside the name of its owner; what is no place of the match is called as it is."""
        place = self.get(name)
        return place.label if place else name

    def is_heap(self, name: str) -> bool:
        """Whether pieces go in and out there without being seen one by one."""
        place = self.get(name)
        return place is not None and place.heap

    def known_to(self, audience: str, name: str) -> bool:
        """Whether an audience may know what lies there. What is no place of the match hides nothing."""
        key = (audience, name)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._is_open(audience, name, "knows")
        return known

    def seen_by(self, audience: str, name: str) -> bool:
        """Whether an audience sees that a piece lies just there."""
        return self._is_open(audience, name, "sees")

    def _is_open(self, audience: str, name: str, what: str) -> bool:
        place = self._places.get(name) or self._within.get(name)
        if place is None or audience == JUDGE:
            return True
        to = getattr(place, what)
        return to is Who.ALL or (to is Who.OWNER and audience == place.owner and audience != TABLE)

    def out_of_sight(self, owner: str) -> str:
        """The name for all places of a seat that the others cannot tell apart, as one."""
        return self._unseen.get(owner, "hidden")


def at(place: str, address: str) -> str:
    """The name of an address.

    >>> at("row", "3")
    'row@3'
    """
    return f"{place}{AT}{address}"
