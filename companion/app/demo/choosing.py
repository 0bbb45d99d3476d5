"""A new game at the virtual table: what may be chosen for it, and the set-up that follows. Each game offers its own.

Where a game lets something be found out at the table, such as a bank by lot, the stage draws the lot itself, before the
game begins: its chips must lie there then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.app.demo.puzzle_strike import USUAL
from companion.faces.languages import Language, languages
from companion.rules import Draw, Setup, SetupError, find_game, new_match
from companion.rules.kernel.offers import CHARACTER, FIELDS, Offers, SetupChoice, set_up
from companion.rules.kernel.seat_names import MEANT, is_name, tidy_name
from companion.rules.kernel.sentences import Say, in_english

LOT: Final = "lot"
"""What is chosen where chance is to choose."""
NAMES: Final = ("Anna", "Ben", "Cleo", "Dan")
"""What seats are called where nobody says otherwise."""
LONGEST_NAME: Final = 20
ANY: Final = Random()
NO_NAME: Final = "Each seat needs a name of its own, without any of {signs}."


def usual_setup(key: str, seats: int = 0, mode: str = "") -> Setup:
    """The set-up with which the demo of a game begins: the fewest seats if no number is said, and of each choice the
    first that can be played at once. Raises `SetupError`."""
    if key == USUAL.game and seats in (0, len(USUAL.seats)) and not mode:
        return USUAL
    offers = find_game(key).offers(in_english)
    setup = replace(settled(key, offers, NAMES[: seats or fewest(key, offers, mode)]), mode=mode)
    new_match(setup)
    return setup


def fewest(key: str, offers: Offers, mode: str) -> int:
    """How many play at least in this mode. Raises `SetupError`."""
    for count in offers.seats[:-1]:
        with suppress(SetupError):
            new_match(replace(settled(key, offers, NAMES[:count]), mode=mode))
            return count
    return offers.seats[-1]


def settled(key: str, offers: Offers, names: Sequence[str]) -> Setup:
    """A set-up in which everything is chosen."""
    own = [
        {choice.key: nth(choice, number) for choice in offers.choices if choice.each} for number in range(len(names))
    ]
    shared = {choice.key: choice.default or first(choice) for choice in offers.choices if not choice.each}
    return set_up(key, offers, names, {key: value for key, value in shared.items() if value}, own)


def first(choice: SetupChoice) -> str:
    """What goes without saying, or the first of what is offered."""
    return choice.offered[0].key if choice.offered else choice.default


def nth(choice: SetupChoice, number: int) -> str:
    """The value of a choice for the seat of this number: each seat has another one, as far as there are enough."""
    keys = [one.key for one in choice.offered if one.key]
    return keys[number % len(keys)] if keys else choice.default


def playable(setup: Setup, say: Say) -> Offers:
    """What may be chosen for a new game with as many seats, and can be played at once."""
    offers = find_game(setup.game).offers(say)
    names = [seat.name for seat in setup.seats]
    found = []
    for choice in offers.choices:
        offered = (
            one for one in choice.offered if begins_at_once(with_one(setup.game, offers, names, choice, one.key))
        )
        some = tuple(one.key for one in choice.pool[: choice.picks])
        picked = bool(some) and begins_at_once(with_one(setup.game, offers, names, choice, some))
        pool, picks = (choice.pool, choice.picks) if picked else ((), 0)
        found.append(choice._replace(offered=tuple(offered), pool=pool, picks=picks))
    return offers._replace(choices=tuple(found))


def with_one(
    key: str, offers: Offers, names: Sequence[str], choice: SetupChoice, value: str | tuple[str, ...]
) -> Setup | None:
    """The settled set-up with another value for one choice; None if that cannot be."""
    base = settled(key, offers, names)
    own = [seat_choices(base, offers, seat.name) for seat in base.seats]
    shared = dict(shared_choices(base, offers))
    if choice.each:
        own[0] = {**own[0], choice.key: value}
    else:
        shared[choice.key] = value
    try:
        return set_up(key, offers, names, shared, own)
    except SetupError:
        return None


def begins_at_once(setup: Setup | None) -> bool:
    """Whether everything is settled when a match of this set-up begins: what it draws first comes from its own places,
    and what it asks first is a move."""
    if setup is None:
        return False
    try:
        match = new_match(setup)
    except SetupError:
        return False
    pending = match.pending
    return pending.source in match.game.places if isinstance(pending, Draw) else bool(pending and pending.rest)


def shared_choices(setup: Setup, offers: Offers) -> dict[str, str | tuple[str, ...]]:
    """What was chosen for all seats."""
    found: dict[str, str | tuple[str, ...]] = {}
    for choice in offers.choices:
        if not choice.each:
            value = getattr(setup, choice.key) if choice.key in FIELDS else setup.options.get(choice.key, "")
            found[choice.key] = value if isinstance(value, tuple) else str(value or choice.default)
    return found


def seat_choices(setup: Setup, offers: Offers, name: str) -> Mapping[str, str | tuple[str, ...]]:
    """What a seat chose for itself."""
    seat = next(seat for seat in setup.seats if seat.name == name)
    own = {choice.key: str(setup.options.get(f"{choice.key}@{name}", "")) for choice in offers.choices if choice.each}
    return own | ({CHARACTER: seat.character or ""} if CHARACTER in own else {})


def by_lot(choice: SetupChoice, chance: Random, taken: Collection[str] = ()) -> str | tuple[str, ...]:
    """What chance chooses: of a pool as many as people would pick, or else one of what is offered and not taken."""
    if choice.pool:
        return tuple(sorted(chance.sample([one.key for one in choice.pool], choice.picks)))
    keys = [one.key for one in choice.offered if one.key]
    return chance.choice([key for key in keys if key not in taken] or keys)


def values_of(
    offers: Offers, row: Mapping[str, Any], chance: Random, taken: Collection[str] = ()
) -> dict[str, str | tuple[str, ...]]:
    """What somebody has chosen for each choice; the lot is drawn where that was chosen."""
    known = {choice.key: choice for choice in offers.choices}
    found: dict[str, str | tuple[str, ...]] = {}
    for key, value in row.items():
        drawn = by_lot(known[key], chance, taken) if value == LOT and key in known else None
        found[str(key)] = drawn or (tuple(map(str, value)) if isinstance(value, list) else str(value))
    return found


def chosen(setup: Setup, deed: Mapping[str, Any], chance: Random = ANY) -> Setup:
    """The set-up that somebody has chosen at the page, instead of this one. Raises `SetupError`."""
    offers = playable(setup, in_english)
    names = [tidy_name(str(name))[:LONGEST_NAME] for name in deed["names"]]
    if len(names) != len(setup.seats) or not all(map(is_name, names)) or len(set(names)) < len(names):
        raise SetupError(NO_NAME, signs=" ".join(MEANT))
    shared = values_of(offers, dict(deed.get("shared", {})), chance)
    rows = [dict(one) for one in deed.get("own", ())]
    own: list[dict[str, str | tuple[str, ...]]] = []
    for row in rows:
        taken = [str(value) for one in (*rows, *own) for value in one.values()]
        own.append(values_of(offers, row, chance, taken))
    made = set_up(setup.game, offers, names, shared, own)
    new_match(made)
    return made


def offer_row(setup: Setup, language: Language) -> dict[str, Any]:
    """What the page needs to ask for all of it, with what is chosen now."""
    offers, game = playable(setup, language.say), find_game(setup.game)
    shared = shared_choices(setup, offers)
    return {
        "game": game.key,
        "title": game.title,
        "language": language.code,
        "languages": [[code, one.name] for code, one in languages().items()],
        "seats": [{"name": seat.name, "own": seat_choices(setup, offers, seat.name)} for seat in setup.seats],
        "choices": [
            {
                "key": choice.key,
                "name": choice.name,
                "each": choice.each,
                "value": "" if choice.each else shared[choice.key],
                "offered": [[one.key, one.name, one.note] for one in choice.offered],
                "pool": [[one.key, one.name, one.note] for one in choice.pool],
                "picks": choice.picks,
                "least": choice.least,
                "most": choice.most,
            }
            for choice in offers.choices
            if choice.most or choice.pool or len(choice.offered) > 1
        ],
    }
