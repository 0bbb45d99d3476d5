"""What may be chosen for a match of Puzzle Strike: characters, and the bank."""

from __future__ import annotations

from companion.rules.kernel.offers import Offered, Offers, SetupChoice
from companion.rules.kernel.sentences import Say
from companion.rules.puzzle_strike.editions import THIRD
from companion.rules.puzzle_strike.names import dollars
from companion.rules.puzzle_strike.sets.library import LIBRARY, box_of
from companion.rules.puzzle_strike.table import BASE_BOX
from companion.rules.puzzle_strike.ways.modes import DUEL

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
    >>> bank = offers(in_english).choice("bank")
    >>> bank.offered[0].name, bank.pool[0].name, bank.pool[0].note, bank.picks
    ('First Game', 'Chip Damage', '$3', 10)
    """
    box = box_of(BASE_BOX)
    characters = tuple(Offered(key, say(name)) for key, name in box.characters.items())
    recommended = tuple(Offered(key, say(BANKS[key]), contents(key, say)) for key in THIRD.recommended)
    by_lot = Offered("random", say("By lot"), say("The companion asks which were drawn."), "choosing-the-bank")
    designs = sorted(box.of_kind("puzzle"))
    stacks = tuple(Offered(key, say(box[key].name), dollars(box.price_of(key, 0))) for key in designs)
    return Offers(
        DUEL.seats,
        (
            SetupChoice(
                "character",
                say("Character"),
                (Offered("", say("picks in secret")), *characters),
                each=True,
                rule="choosing-characters",
            ),
            SetupChoice(
                "bank",
                say("Bank"),
                (*recommended, by_lot),
                recommended[0].key,
                pool=stacks,
                picks=THIRD.puzzle_stacks,
                rule="recommended-banks",
            ),
        ),
    )


def contents(bank: str, say: Say) -> str:
    """The chips of a recommended bank."""
    return ", ".join(say(LIBRARY[key].name) for key in THIRD.recommended[bank])
