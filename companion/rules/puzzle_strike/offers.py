"""What may be chosen for a match of Puzzle Strike: the mode, characters, the bank, and rules of the house."""

from __future__ import annotations

from companion.rules.kernel.offers import Offered, Offers, SetupChoice
from companion.rules.kernel.sentences import OR, Say, Terms
from companion.rules.puzzle_strike.editions import THIRD
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.names import dollars
from companion.rules.puzzle_strike.sets.library import LIBRARY, box_of
from companion.rules.puzzle_strike.table import BASE_BOX
from companion.rules.puzzle_strike.ways.known import CHARACTERS, ON
from companion.rules.puzzle_strike.ways.modes import MODES
from companion.rules.puzzle_strike.ways.picking import WAYS_TO_PICK

BANKS = {
    "first_game": "First Game",
    "lots_of_attacks": "Lots of Attacks",
    "no_attacks": "No Attacks",
    "combo_crazy": "Combo Crazy",
    "master_puzzler": "Master Puzzler",
}
"""The recommended banks, by the rulebook's names."""


MODES_RULE = "winning"
PLAYERS = "Players: {players}."
BY_NUMBER = "By the number of players"
USUAL = "A duel between two, otherwise free-for-all."
AS_PRINTED = "as the rulebook says"
AS_AGREED = "as the rule of the house says"


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
        tuple(sorted({count for mode in MODES.values() for count in mode.seats})),
        (
            modes(say),
            SetupChoice(
                "character",
                say("Character"),
                (Offered("", say("is still to be chosen")), *characters),
                each=True,
                rule="choosing-characters",
            ),
            SetupChoice(
                CHARACTERS,
                say("How characters are chosen"),
                tuple(Offered(way.key, say(way.title)) for way in WAYS_TO_PICK.values()),
                rule="custom-clockwork",
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
            *(house_rule(key, say) for key in HOUSE),
        ),
    )


def modes(say: Say) -> SetupChoice:
    """The modes, each with the number of its players."""
    offered = tuple(
        Offered(
            key,
            say(mode.title),
            say(PLAYERS).format(players=count(mode.seats, say)),
            "" if mode.rule == MODES_RULE else mode.rule,
        )
        for key, mode in MODES.items()
    )
    return SetupChoice("mode", say("Mode"), (Offered("", say(BY_NUMBER), say(USUAL)), *offered), rule=MODES_RULE)


def count(seats: tuple[int, ...], say: Say) -> str:
    """How many may play."""
    return str(Terms(map(str, seats), say(OR), commas=True))


def house_rule(key: str, say: Say) -> SetupChoice:
    """A rule of the house, which may be switched on."""
    rule = HOUSE[key]
    offered = (Offered("", say(AS_PRINTED)), Offered(ON, say(AS_AGREED)))
    return SetupChoice(key, say(rule.title), offered, rule=rule.rule, house=True)


def contents(bank: str, say: Say) -> str:
    """The chips of a recommended bank."""
    return ", ".join(say(LIBRARY[key].name) for key in THIRD.recommended[bank])
