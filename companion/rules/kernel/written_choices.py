"""The choices of the set-up as a position has them: beside the seats, at a seat, or together under `choices`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.kernel.offers import Chosen, Offers, SetupChoice, set_up, spelt, taken
from companion.rules.kernel.positions import NotBuilt, Path, PositionError, items, mapping, one_of, word
from companion.rules.kernel.refusals import SetupError
from companion.rules.kernel.steps import Setup

CHOICES = "choices"
"""The key under which all choices may stand together."""
SEATS = "seats"


def settled(given: Mapping[str, object], offers: Offers) -> dict[str, object]:
    """Return a position in which what stood under `choices` stands in its own place: what holds for all beside the
    seats, and what each seat chooses for itself at the seats, both by the key of the choice. Raises `PositionError`.

    >>> from companion.rules.kernel.offers import Offered
    >>> mode = SetupChoice("mode", "Mode", (Offered("duel", "Duel"), Offered("team", "Team")), "duel")
    >>> settled({"seats": {"A": {}, "B": {}}, "choices": {"mode": "Team"}}, Offers((2,), (mode,)))
    {'seats': {'A': {}, 'B': {}}, 'mode': 'team'}
    """
    found = {key: value for key, value in given.items() if key != CHOICES}
    said = mapping(given.get(CHOICES), (CHOICES,), [choice.key for choice in offers.choices])
    for key, value in said.items():
        choice, path = offers.choice(key), (CHOICES, key)
        if choice.each:
            found[SEATS] = at_seats(choice, value, mapping(found.get(SEATS), (SEATS,)), path)
        elif key in found:
            raise PositionError(path, '"{key}" is chosen twice: here and beside the seats', key=key)
        else:
            found[key] = as_written(read_choice(choice, value, path))
    return found


def at_seats(choice: SetupChoice, value: object, seats: Mapping[str, object], path: Path) -> dict[str, object]:
    """Return the seats with what each chooses for itself: by seat, or one value for all of them."""
    by_seat = value if isinstance(value, Mapping) else dict.fromkeys(seats, value)
    found = dict(seats)
    for seat, chosen in by_seat.items():
        at = (*path, seat) if isinstance(value, Mapping) else path
        one_of(seats, "seat")(seat, at)
        own = mapping(seats[seat], (SEATS, seat))
        if choice.key in own:
            raise PositionError(at, '"{key}" is chosen twice: here and at the seat', key=choice.key)
        found[seat] = {**own, choice.key: as_written(read_choice(choice, chosen, at))}
    return found


def check(given: Mapping[str, object], offers: Offers) -> None:
    """Check the choices that stand beside the seats. What a game writes at length, as a mapping, it checks itself.
    Raises `PositionError`."""
    for choice in offers.choices:
        value = given.get(choice.key)
        if not choice.each and value is not None and not isinstance(value, Mapping):
            read_choice(choice, value, (choice.key,))


def read_choice(choice: SetupChoice, value: object, path: Path) -> str | tuple[str, ...]:
    """Read one choice: a key or a printed name, a number, or a list of several. Raises `PositionError`."""
    named = items(value, path, word) if isinstance(value, list | tuple) else word(value, path)
    try:
        return taken(choice, {choice.key: spelt(choice, named)})
    except SetupError as problem:  # another engine, or a later one, may well have it
        raise NotBuilt(path, problem.sentence.template, **problem.sentence.values) from None


def as_written(chosen: str | tuple[str, ...]) -> object:
    """Return what was chosen as it stands in a position."""
    return chosen if isinstance(chosen, str) else list(chosen)


def written_setup(game: str, offers: Offers, given: Mapping[str, object]) -> Setup:
    """Return the set-up of a position whose choices stand in their own places. Raises `PositionError`."""
    seats = mapping(given.get(SEATS), (SEATS,))
    said = {
        choice.key: read_choice(choice, given[choice.key], (choice.key,))
        for choice in offers.choices
        if not choice.each and given.get(choice.key) is not None
    }
    own = [own_choices(offers.choices, mapping(seat, (SEATS, name)), name) for name, seat in seats.items()]
    try:
        return set_up(game, offers, tuple(seats), said, own)
    except SetupError as problem:
        raise PositionError((SEATS,), problem.sentence.template, **problem.sentence.values) from None


def own_choices(choices: Sequence[SetupChoice], seat: Mapping[str, object], name: str) -> Chosen:
    """Return what a seat chooses for itself."""
    return {
        choice.key: read_choice(choice, seat[choice.key], (SEATS, name, choice.key))
        for choice in choices
        if choice.each and seat.get(choice.key) is not None
    }
