"""What chips, places and numbers are called, in a language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.kernel import UNSEEN
from companion.rules.kernel.sentences import (
    AND,
    COMMA,
    SaidSentence,
    Say,
    Several,
    Term,
    in_english,
    in_english_several,
)
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import IN_THE_AIR

NUMBERS = {
    "black": ("no black arrow", "1 black arrow", "{value} black arrows"),
    "brown": ("no brown arrow", "1 brown arrow", "{value} brown arrows"),
    "purple": ("no purple arrow", "1 purple arrow", "{value} purple arrows"),
    "red": ("no red arrow", "1 red arrow", "{value} red arrows"),
    "blue": ("no blue arrow", "1 blue arrow", "{value} blue arrows"),
    "money": ("$0", "{money}", "{money}"),
    "owed": ("no money for the next turn", "{money} for the next turn", "{money} for the next turn"),
    "piggy": ("no piggy bank", "1 piggy bank", "{value} piggy banks"),
}
"""What a seat has: the words for none, one and several."""

PLACES = {
    "pile": Term("pile"),
    "hand": Term("hand"),
    "bag": Term("bag"),
    "top": Term("top of the bag"),
    "discard": Term("discard pile"),
    "played": Term("table"),
    "ongoing": Term("ongoing zone"),
    IN_THE_AIR: Term("air"),
}
ZONES = {"top": "the top of {seat}'s bag", IN_THE_AIR: "the air on the way to {seat}"}
ZONE = "{seat}'s {place}"
NOBODYS = {"bank": "bank", "box": "box"}
"""Zones that belong to no seat."""

NOUNS = {
    "gem_1": ("a 1-gem", "two 1-gems"),
    "gem_2": ("a 2-gem", "two 2-gems"),
    "gem_3": ("a 3-gem", "two 3-gems"),
    "gem_4": ("a 4-gem", "two 4-gems"),
    "wound": ("a wound", "two wounds"),
    "combine": ("a Combine", "two Combines"),
    "crash_gem": ("a Crash Gem", "two Crash Gems"),
    "double_crash_gem": ("a Double Crash Gem", "two Double Crash Gems"),
}
"""Chips that sentences call by a common noun, in the singular and the plural; other chips go by their titles."""

SYMBOLS = {
    "black": "a black arrow",
    "piggy": "a piggy bank",
    "money": "money",
    "chips": "a draw",
    "brown": "brown",
    "purple": "purple",
    "red": "red",
    "blue": "blue",
    "ante": "an ante",
    "trash": "trashing",
    "discard": "discarding",
    "crash": "a crash",
    "exchange": "an exchange",
}
STAND_INS = {
    "stand_in_1": "1-gem (stand-in)",
    "stand_in_2": "2-gem (stand-in)",
    "stand_in_3": "3-gem (stand-in)",
    "stand_in_4": "4-gem (stand-in)",
}
UNSEEN_CHIP = "an unseen chip"
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
SEVERAL = "{number} {things}"
SEVERAL_NAMED = "{number} {name}s"
UNSEEN_COUNTED = ("{number} chip", "{number} chips")
CHIPS_COUNTED = ("{count} chip", "{count} chips")


def chip_name(kind: str) -> Term:
    """The name of a kind.

    >>> chip_name("its_a_trap"), chip_name("stand_in_2"), chip_name("?")
    ("It's a Trap", '2-gem (stand-in)', 'an unseen chip')
    """
    if kind in LIBRARY:
        return Term(LIBRARY[kind].name)
    if kind in STAND_INS:
        return Term(STAND_INS[kind])
    return Term(UNSEEN_CHIP if kind == UNSEEN else kind.replace("_", " "))


def thing(kind: str) -> Term:
    """A chip, a symbol or a character as the object of a sentence.

    >>> thing("gem_1"), thing("roundhouse"), thing("chips"), thing("degrey")
    ('a 1-gem', 'Roundhouse', 'a draw', 'DeGrey')
    """
    if kind in NOUNS:
        return Term(NOUNS[kind][0])
    return Term(SYMBOLS.get(kind) or LIBRARY.characters.get(kind) or chip_name(kind))


def zone_told(zone: str) -> SaidSentence:
    """A zone in words.

    >>> zone_told("A.hand")
    "A's hand"
    """
    seat, _, place = zone.partition(".")
    if not place:
        return SaidSentence(NOBODYS.get(zone, "{zone}"), zone=zone)
    return SaidSentence(ZONES.get(place, ZONE), seat=seat, place=PLACES[place])


def dollars(amount: int) -> str:
    """An amount of money, which may be owed.

    >>> dollars(3), dollars(-1)
    ('$3', '-$1')
    """
    return f"-${-amount}" if amount < 0 else f"${amount}"


class Names:
    """These names in one language."""

    def __init__(self, say: Say = in_english, several: Several = in_english_several) -> None:
        self.say = say
        self.several = several

    def chip(self, kind: str) -> str:
        """The name of a kind."""
        return self.say(str(chip_name(kind)))

    def thing(self, kind: str) -> str:
        """A chip, a symbol or a character as the object of a sentence."""
        return self.say(str(thing(kind)))

    def character(self, key: str) -> str:
        """The name of a character; "" if none is chosen."""
        return self.say(LIBRARY.characters[key]) if key in LIBRARY.characters else ""

    def things(self, kinds: Sequence[str]) -> str:
        """Several things, mostly two.

        >>> NAMES.things(("wound", "wound")), NAMES.things(("gem_4", "gem_1", "chips"))
        ('two wounds', 'a 4-gem, a 1-gem and a draw')
        """
        if len(kinds) == 2 and kinds[0] == kinds[1] in NOUNS:
            return self.say(NOUNS[kinds[0]][1])
        *others, last = map(self.thing, kinds)
        return self.say(AND).join(filter(None, (COMMA.join(others), last)))

    def capital(self, words: str) -> str:
        """Words that begin a sentence or a label."""
        return words[:1].upper() + words[1:]

    def listed(self, kinds: Iterable[str]) -> str:
        """A list of chips by name.

        >>> NAMES.listed(("gem_1", "wound"))
        '1-gem, Wound'
        """
        return COMMA.join(map(self.chip, kinds))

    def gems(self, sizes: Iterable[int]) -> str:
        """Gems by their sizes.

        >>> NAMES.gems((4, 1)), NAMES.gems((1, 1))
        ('a 4-gem and a 1-gem', 'two 1-gems')
        """
        return self.things([f"gem_{size}" for size in sizes])

    def ones(self, count: int) -> str:
        """A number of 1-gems.

        >>> NAMES.ones(1), NAMES.ones(3)
        ('a 1-gem', 'three 1-gems')
        """
        return self.thing("gem_1") if count == 1 else self.many("gem_1", count)

    def many(self, kind: str, count: int) -> str:
        """Several chips of one kind.

        >>> NAMES.many("wound", 2), NAMES.many("roundhouse", 3), NAMES.many("?", 9)
        ('two wounds', 'three Roundhouses', '9 chips')
        """
        nouns, number = NOUNS.get(kind), self.count(count)
        if kind == UNSEEN:
            return self.several(*UNSEEN_COUNTED, count).format(number=number)
        if nouns and count == 2:
            return self.say(nouns[1])
        if nouns:
            return self.say(SEVERAL).format(number=number, things=self.say(nouns[1].removeprefix("two ")))
        return self.say(SEVERAL_NAMED).format(number=number, name=self.chip(kind))

    def count(self, count: int) -> str:
        """A small number as a word, a larger one in digits."""
        return self.say(COUNTS[count]) if count < len(COUNTS) else str(count)

    def chips(self, count: int) -> str:
        """A number of chips.

        >>> NAMES.chips(1), NAMES.chips(3)
        ('1 chip', '3 chips')
        """
        return self.several(*CHIPS_COUNTED, count).format(count=count)

    def number(self, number: str, value: int) -> str:
        """One of a seat's numbers.

        >>> NAMES.number("money", -1), NAMES.number("black", 2), NAMES.number("piggy", 0)
        ('-$1', '2 black arrows', 'no piggy bank')
        """
        none, one, several = NUMBERS[number]
        template = none if not value else one if value == 1 else several
        return self.say(template).format(value=value, money=dollars(value))

    def zone(self, zone: str) -> str:
        """A zone in words.

        >>> NAMES.zone("A.top"), NAMES.zone("A.hand"), NAMES.zone("bank")
        ("the top of A's bag", "A's hand", 'bank')
        """
        return zone_told(zone).said(self.say)


NAMES = Names()
"""The English names."""
