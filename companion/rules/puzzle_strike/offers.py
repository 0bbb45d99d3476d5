"""What may be chosen for a match of Puzzle Strike: characters, and the bank."""

from __future__ import annotations

from companion.rules.kernel.offers import Offered, Offers
from companion.rules.kernel.sentences import Say
from companion.rules.puzzle_strike.chips.chip import CHIPS, kinds_of, price_of
from companion.rules.puzzle_strike.editions import MODES, THIRD
from companion.rules.puzzle_strike.names import dollars
from companion.rules.puzzle_strike.setup import CHARACTERS

BANKS = {
    "first_game": "First Game",
    "lots_of_attacks": "Lots of Attacks",
    "no_attacks": "No Attacks",
    "combo_crazy": "Combo Crazy",
    "master_puzzler": "Master Puzzler",
}
"""The recommended banks, by the rulebook's names."""


def offers(say: Say) -> Offers:
    """Characters by name, recommended banks with their chips, and the chips that a bank can be chosen from.

    >>> from companion.rules.kernel.sentences import in_english
    >>> found = offers(in_english)
    >>> found.banks[0].name, found.stacks[0], found.stacks_chosen
    ('First Game', Offered(key='chip_damage', name='Chip Damage', note='$3'), 10)
    """
    return Offers(
        tuple(MODES["duel"].seats),
        tuple(Offered(key, say(name)) for key, name in CHARACTERS.items()),
        tuple(Offered(key, say(BANKS[key]), contents(key, say)) for key in THIRD.recommended),
        tuple(Offered(key, say(CHIPS[key].name), dollars(price_of(key, 0))) for key in sorted(kinds_of("puzzle"))),
        THIRD.puzzle_stacks,
    )


def contents(bank: str, say: Say) -> str:
    """The chips of a recommended bank."""
    return ", ".join(say(CHIPS[key].name) for key in THIRD.recommended[bank])
