"""What may be chosen for a match: the mode, the bank's deck, characters, and the numbers of one's own boards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.kernel.offers import Offered, Offers, SetupChoice
from companion.rules.kernel.sentences import Say
from companion.rules.puzzle_strike_2.cards.library import LIBRARY, characters_of
from companion.rules.puzzle_strike_2.printed import (
    BASIC_BLOCK,
    BONUSES,
    COSTS,
    CRUSHED,
    DRAGON_COLOURS,
    OPEN_SLOTS,
    OPEN_SPACES,
    ORDERS,
    SUPER_ORDER,
    WHOLE,
)
from companion.rules.puzzle_strike_2.setup import USUAL_DECK

MODES = {"duel": "Duel", "melee": "Three or four players", "solo": "Alone against the Dragon", "coop": "Together"}
MODE_RULES = {"duel": "winning", "melee": "grand-finale", "solo": "dragon-solo", "coop": "dragon-coop"}
DECKS = {"practice": "Practice deck", "grand_melee": "Grand Melee", "birthday_bash": "Birthday Bash"}
LARGEST_BONUS = 9
LARGEST_COST = 9


def offers(say: Say) -> Offers:
    """All choices; those that are marked are about numbers that the rulebook's text does not have."""
    modes = tuple(Offered(key, say(name), rule=MODE_RULES[key]) for key, name in MODES.items())
    decks = tuple(Offered(key, say(name)) for key, name in DECKS.items())
    names = tuple(Offered(key, say(character_name(key))) for key in characters_of(LIBRARY))
    yes_or_no = (Offered("no", say("No")), Offered("yes", say("Yes")))
    choices = (
        SetupChoice("mode", say("Mode"), (Offered("", say("By the number of players")), *modes), ""),
        SetupChoice("deck", say("Bank deck"), decks, USUAL_DECK, rule="bank-decks"),
        SetupChoice(
            "character",
            say("Character"),
            (Offered("", say("picks at the table")), *names),
            each=True,
            rule="picking-a-character",
        ),
        SetupChoice("diamonds", say("Players start with a diamond against the Dragon"), yes_or_no, "no", rule="dragon"),
        SetupChoice("power", say("The Dragon's power at the start"), default="1", least=1, most=4, rule="dragon"),
        *numbers(say),
    )
    return Offers((1, 2, 3, 4), choices)


def numbers(say: Say) -> Iterator[SetupChoice]:
    """The numbers and colors of the boards."""
    for space in OPEN_SPACES:
        name = say("Height bonus beside space {space}").format(space=space)
        yield SetupChoice(
            f"bonus_{space}", name, default=str(BONUSES[space - 1]), most=LARGEST_BONUS, rule="height-bonus", check=True
        )
    for slot in OPEN_SLOTS:
        name = say("Buy cost below slot {slot}").format(slot=slot)
        yield SetupChoice(
            f"cost_{slot}", name, default=str(COSTS[slot - 1]), most=LARGEST_COST, rule="buy-phase", check=True
        )
    yield SetupChoice(
        "basic_block",
        say("What a Basic Block blocks"),
        default=str(BASIC_BLOCK),
        least=1,
        most=9,
        rule="card:basic_block",
        check=True,
    )
    orders = tuple(Offered(order, ", ".join(say(colour) for colour in order.split("-"))) for order in ORDERS)
    yield SetupChoice(
        "super_order",
        say("The super moves from the top of the board to the bottom"),
        orders,
        "-".join(SUPER_ORDER),
        rule="super-meters",
        check=True,
    )
    yield SetupChoice(
        "dragon_colours",
        say("The colors of the Dragon's four actions, in their printed order"),
        orders,
        "-".join(DRAGON_COLOURS),
        rule="dragon-action",
        check=True,
    )
    readings = (
        Offered(CRUSHED, say("It crushes its own gems and sends as many")),
        Offered(WHOLE, say("It sends the whole number, whatever it had to crush")),
    )
    yield SetupChoice("dragon_crash", say("A crash of the Dragon"), readings, CRUSHED, rule="dragon-action", check=True)


def character_name(key: str) -> str:
    """The name of a character.

    >>> character_name("degrey"), character_name("grave")
    ('DeGrey', 'Grave')
    """
    return {"degrey": "DeGrey"}.get(key, key.capitalize())
