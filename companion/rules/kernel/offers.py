"""What people may choose when they set up a new game: a list of choices, named in the language of those who choose.

A page, a terminal or a file can draw any such list without knowing the game, and `set_up` makes the `Setup` that the
choices describe. `spelt` understands a value as people write it, and `companion.rules.kernel.written_choices` those in
a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from companion.rules.kernel.positions import loosely
from companion.rules.kernel.refusals import SetupError
from companion.rules.kernel.sentences import Term
from companion.rules.kernel.steps import SeatSetup, Setup

PICKED: Final = "chosen"
"""What is said where people pick from a pool instead."""
CHARACTER: Final = "character"
"""The choice that is a seat's own in a `Setup`."""
FIELDS: Final = ("edition", "mode", "bank", "first")
"""The choices that a `Setup` has fields for; all others are its options."""


class Offered(NamedTuple):
    """Something to choose, by its key."""

    key: str
    name: str
    note: str = ""
    """What helps to choose, such as a price or what a bank contains."""
    rule: str = ""
    """The rule that it brings into the match."""


class SetupChoice(NamedTuple):
    """One thing to choose: one of what is `offered`, several out of a `pool`, or a number."""

    key: str
    name: str
    offered: tuple[Offered, ...] = ()
    default: str = ""
    each: bool = False
    """Whether each seat chooses for itself."""
    pool: tuple[Offered, ...] = ()
    """What people may pick from instead."""
    picks: int = 0
    """How many they pick then."""
    least: int = 0
    most: int = 0
    """The range of a number; 0 where it is none."""
    rule: str = ""
    """The rule that it is about."""
    check: bool = False
    """Whether to check it against one's own copy of the game, because no rulebook says it."""
    house: bool = False
    """Whether it switches a rule of the house, which no rulebook has, on (the last of what is offered) or off."""


class Offers(NamedTuple):
    """What people may choose for a match of a game."""

    seats: tuple[int, ...]
    """How many may play, the fewest first."""
    choices: tuple[SetupChoice, ...] = ()

    def choice(self, key: str) -> SetupChoice:
        """The choice of this key. Raises `KeyError`."""
        return {choice.key: choice for choice in self.choices}[key]

    def find(self, key: str) -> SetupChoice:
        """The choice of this key, as somebody wrote it. Raises `SetupError`, which names the keys that there are."""
        keys = [choice.key for choice in self.choices]
        if key not in keys:
            if not keys:
                raise SetupError('There is nothing to choose here, so "{key}" cannot be set.', key=key)
            raise SetupError('There is no choice "{key}" here. Possible: {known}.', key=key, known=", ".join(keys))
        return self.choice(key)

    def rules(self) -> Iterator[str]:
        """The rules that choices, and what they offer, are about: each once."""
        found = [rule for choice in self.choices for rule in (choice.rule, *(one.rule for one in choice.offered))]
        yield from dict.fromkeys(filter(None, found))


Chosen = Mapping[str, str | tuple[str, ...]]
"""What was chosen, by the keys of the choices."""


def set_up(game: str, offers: Offers, names: Sequence[str], said: Chosen, own: Sequence[Chosen] = ()) -> Setup:
    """Return the set-up that these choices describe; `own` is what each seat chose for itself. Where nothing is said,
    the default counts. Raises `SetupError`.

    >>> mode = SetupChoice("mode", "Mode", (Offered("duel", "Duel"), Offered("team", "Team")), "duel")
    >>> rows = SetupChoice("rows", "Rows", most=9, default="3")
    >>> setup = set_up("a-game", Offers((2,), (mode, rows)), ("A", "B"), {"mode": "team"})
    >>> setup.mode, dict(setup.options)
    ('team', {'rows': '3'})
    """
    shared = {choice.key: taken(choice, said) for choice in offers.choices if not choice.each}
    seats = []
    options = {key: value for key, value in shared.items() if key not in FIELDS and isinstance(value, str) and value}
    for number, name in enumerate(names):
        mine = own[number] if number < len(own) else {}
        chosen = {choice.key: taken(choice, mine) for choice in offers.choices if choice.each}
        seats.append(SeatSetup(name, str(chosen.pop(CHARACTER, "")) or None))
        options |= {f"{key}@{name}": str(value) for key, value in chosen.items() if value}
    fields = {key: value for key, value in shared.items() if key in FIELDS and value}
    return Setup(game, tuple(seats), options=options, **fields)  # type: ignore[arg-type]  # by FIELDS


def taken(choice: SetupChoice, said: Chosen) -> str | tuple[str, ...]:
    """Return what was chosen, if it may be. Raises `SetupError`, which says what may be chosen."""
    value = said.get(choice.key, choice.default)
    if isinstance(value, tuple):
        known = {one.key for one in choice.pool}
        if not known:
            raise SetupError("{choice}: choose one, not several.", choice=Term(choice.name))
        if len(value) != choice.picks or len(set(value)) != len(value) or not known.issuperset(value):
            raise SetupError(
                "{choice}: choose {count} different ones of those that are offered.",
                choice=Term(choice.name),
                count=choice.picks,
            )
        return value
    if choice.most:
        if not value.isdecimal() or not choice.least <= int(value) <= choice.most:
            raise SetupError(
                "{choice}: choose a number from {least} to {most}.",
                choice=Term(choice.name),
                least=choice.least,
                most=choice.most,
            )
    elif value and value not in {one.key for one in choice.offered}:
        raise SetupError(
            "{choice}: {value} is not offered. Possible: {known}.",
            choice=Term(choice.name),
            value=value,
            known=", ".join(one.key for one in choice.offered if one.key),
        )
    return value


def spelt(choice: SetupChoice, value: str | Sequence[str]) -> str | tuple[str, ...]:
    """Return what somebody means who writes keys or printed names, in any spelling; what is unknown stays as it is.

    >>> stacks = (Offered("draw_three", "Draw Three"), Offered("its_a_trap", "It's a Trap!"))
    >>> bank = SetupChoice("bank", "Bank", (Offered("first_game", "First Game"),), pool=stacks)
    >>> spelt(bank, "First game"), spelt(bank, ["draw three", "its_a_trap"]), spelt(bank, "other")
    ('first_game', ('draw_three', 'its_a_trap'), 'other')
    """
    known = choice.offered if isinstance(value, str) else choice.pool
    keys = {loosely(text): one.key for one in known for text in (one.name, one.key) if text}
    if isinstance(value, str):
        return keys.get(loosely(value), value)
    return tuple(keys.get(loosely(one), one) for one in value)
