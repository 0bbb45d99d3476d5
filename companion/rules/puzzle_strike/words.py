"""Events, tokens and questions in words. Templates are data, so that other languages can say them too."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kernel import UNSEEN, Counted, Event, Forced, Moved, Question, View, Words
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.setup import CHARACTERS

EVENTS = {
    "Picked": "{seat} plays {chip}.",
    "TurnBegan": "Turn {turn}: {seat}.",
    "PhaseBegan": "",
    "Played": "{seat} plays {chip}.",
    "Reacted": "{seat} reacts with {chip}.",
    "Attacked": "{chip} attacks {target}.",
    "Unaffected": "{chip} does nothing to {seat}.",
    "Anted": "A {size}-gem is anted into {seat}'s pile.",
    "Broke": "{seat} breaks {gems}.",
    "Combined": "{seat} combines {gems}.",
    "Split": "{seat}'s {size}-gem is split into 1-gems.",
    "Sent": "{gems} in the air from {seat} to {target}.",
    "Negated": "{gems} negated.",
    "Popped": "{seat}'s Bubble Shield takes one of them and pops.",
    "NotCombined": "{chip} combines nothing: a Protective Ward was not paid for.",
    "NothingDone": "{chip} does nothing more: what it needs is not there.",
    "Landed": "{gems} in {seat}'s pile.",
    "Bought": "{seat} buys {chip} for ${price}.",
    "Gained": "{seat} gains {chip}.",
    "Took": "{seat} takes {chip} into the hand.",
    "Trashed": "{seat} trashes {chip}.",
    "Trapped": "{seat} traps the stack of {chip}.",
    "Revealed": "{seat} shows {chips}.",
    "Kept": "{seat}'s piggy bank keeps {chips}.",
    "Refilled": "{seat}'s discard pile ({chips}) goes into the bag.",
    "Drew": "{seat} draws {chips}.",
    "BonusDrawn": "Height bonus for {seat}: {chips} more to draw.",
    "PanicRaised": "{panic}: from now on {ante}-gems are anted.",
    "TurnEnded": "{seat} ends the turn with {total} in the pile.",
    "Busted": "{seat} ended a turn at {total}: that is lost.",
    "Won": "{seat} wins.",
    "Learnt": "",
}
"""By the event's name. An empty template is not told: other events tell it better."""

NUMBERS = {
    "black": "black arrows: {value}",
    "brown": "brown arrows: {value}",
    "purple": "purple arrows: {value}",
    "red": "red arrows: {value}",
    "blue": "blue arrows: {value}",
    "money": "money: {money}",
    "owed": "money for the next turn: {money}",
    "piggy": "piggy banks: {value}",
}

PANIC = {2: "Panic Time", 3: "Danger Time", 4: "Deadly Time"}

PLACES = {
    "pile": "pile",
    "hand": "hand",
    "bag": "bag",
    "top": "top of the bag",
    "discard": "discard pile",
    "played": "table",
    "ongoing": "ongoing zone",
}

VERBS = {
    "play": "play {thing}",
    "pay": "pay with the {thing} arrow",
    "break": "break {gems}",
    "to": "at {thing}",
    "combine": "combine {gems}",
    "react": "react with {thing}",
    "negate": "negate {thing}",
    "buy": "buy {thing}",
    "gain": "gain {thing}",
    "take": "take {thing}",
    "trap": "trap the stack of {thing}",
    "discard": "discard {thing}",
    "trash": "trash {thing}",
    "pile": "put {thing} into your pile",
    "keep": "keep {thing}",
    "bag": "put {thing} on top of your bag",
    "give": "give {thing}",
    "ante": "ante a {thing}",
    "choose": "choose {thing}",
    "done": "done",
    "pass": "pass",
    "none": "nothing of the kind is there",
}

QUESTIONS = {
    "action": "Play an action, or end the action phase?",
    "buy": "Lay gems, buy, or end buying?",
    "react": "React to {about}, or pass?",
    "break": "Which gem breaks ({about})?",
    "to": "At whom ({about})?",
    "combine": "Which gems are combined ({about})?",
    "pay": "Which arrow pays for {about}?",
    "keep": "Which chip does a piggy bank keep?",
    "choose": "Which choice ({about})?",
}
DEFAULT_QUESTION = "What to {verb} ({about})?"


def plural(number: int, noun: str) -> str:
    """A number with its noun.

    >>> plural(1, "1-gem"), plural(3, "chip")
    ('1 1-gem', '3 chips')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ones(number: int) -> str:
    """So many 1-gems.

    >>> ones(1), ones(3)
    ('a 1-gem', 'three 1-gems')
    """
    if number == 1:
        return "a 1-gem"
    named = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return f"{named[number] if number < len(named) else number} 1-gems"


def dollars(amount: int) -> str:
    """Money, owed money too.

    >>> dollars(3), dollars(-1)
    ('$3', '-$1')
    """
    return f"-${-amount}" if amount < 0 else f"${amount}"


def chip_name(kind: str) -> str:
    """A kind by its name.

    >>> chip_name("its_a_trap"), chip_name("stand_in_2"), chip_name("?")
    ("It's a Trap", '2-gem (stand-in)', 'an unseen chip')
    """
    if kind in CHIPS:
        return CHIPS[kind].name
    if kind.startswith("stand_in_"):
        return f"{kind[9:]}-gem (stand-in)"
    return "an unseen chip" if kind == UNSEEN else kind.replace("_", " ")


def number_words(number: str, value: int) -> str:
    """A seat's number.

    >>> number_words("money", -1), number_words("black", 2)
    ('money: -$1', 'black arrows: 2')
    """
    return NUMBERS[number].format(value=value, money=dollars(value))


def in_gems(sizes: tuple[int, ...]) -> str:
    """Gems by their sizes.

    >>> in_gems((4, 1))
    'a 4-gem and a 1-gem'
    """
    return " and ".join(f"a {size}-gem" for size in sizes)


def zone_name(zone: str) -> str:
    """A zone in words.

    >>> zone_name("A.top"), zone_name("bank")
    ("A's top of the bag", 'bank')
    """
    seat, _, place = zone.partition(".")
    return f"{seat}'s {PLACES[place]}" if place else zone


def moved(event: Moved) -> str:
    """A chip's way."""
    what = chip_name(event.piece) if event.count == 1 else f"{event.count} x {chip_name(event.piece)}"
    return f"{what}: {zone_name(event.source)} -> {zone_name(event.target)}"


class PuzzleStrikeWords(Words):
    """Puzzle Strike in English."""

    def event(self, event: Event) -> str:
        """What happened, in a sentence; "" for what is not told.

        >>> from companion.rules.puzzle_strike.events import Sent
        >>> WORDS.event(Sent("A", "B", 3))
        'Three 1-gems in the air from A to B.'
        """
        if isinstance(event, Moved):
            return moved(event)
        if isinstance(event, Counted):
            seat, _, number = event.name.partition(".")
            return f"{seat}: {number_words(number, event.value)}."
        if isinstance(event, Forced):
            return ""
        values = dict(event._asdict())  # type: ignore[attr-defined]
        name = type(event).__name__
        if "chip" in values:
            values["chip"] = chip_name(values["chip"])
        if "character" in values:
            values["chip"] = CHARACTERS[values["character"]]
        if "gems" in values:
            gems = values["gems"]
            values["gems"] = ones(gems) if isinstance(gems, int) else in_gems(gems)
        if "chips" in values:
            chips = values["chips"]
            named = ", ".join(map(chip_name, chips)) if isinstance(chips, tuple) else plural(chips, "chip")
            values["chips"] = named or "an empty hand"
        if name == "PanicRaised":
            values["panic"] = PANIC[values["ante"]]
        sentence = EVENTS[name].format(**values)
        return sentence[:1].upper() + sentence[1:]

    def token(self, token: str) -> str:
        """An answer in words.

        >>> WORDS.token("trash:wound@discard"), WORDS.token("break:4+1"), WORDS.token("play:gems")
        ('trash Wound from the discard pile', 'break a 4-gem and a 1-gem', 'play all gems')
        """
        verb, _, rest = token.partition(":")
        thing, _, place = rest.partition("@")
        words = VERBS[verb]
        if "{gems}" in words:
            return words.format(gems=in_gems(tuple(int(size) for size in thing.split("+"))))
        named = "all gems" if thing == "gems" else " and ".join(chip_name(part) for part in thing.split("+"))
        return words.format(thing=named) + (f" from the {PLACES[place]}" if place else "")

    def question(self, question: Question) -> str:
        """What is asked.

        >>> WORDS.question(Question("react", {"B": ("pass",)}, "purple-shield", "crash_gem"))
        'React to Crash Gem, or pass?'
        """
        about = chip_name(question.about) if question.about else "the game"
        template = QUESTIONS.get(question.what, DEFAULT_QUESTION)
        return template.format(about=about, verb=question.what)

    def picture(self, view: View) -> list[str]:
        """A line for the turn, two a seat, and one for the bank."""
        facts = view.facts
        lines = [
            f"Turn {facts['turns']}, {facts['turn']}: {facts['phase']} phase; "
            f"{facts['ante']}-gems are anted ({facts['empty_stacks']} stacks empty)."
        ]
        for seat in seats_of(view):
            lines += picture_seat(view, seat)
        bank = view.zones["bank"]
        assert isinstance(bank, Mapping)
        lines.append("Bank: " + ", ".join(f"{chip_name(kind)} {left}" for kind, left in bank.items()))
        return lines


def seats_of(view: View) -> list[str]:
    """The seats in turn order."""
    return [name.partition(".")[0] for name in view.zones if name.endswith(".pile")]


def picture_seat(view: View, seat: str) -> list[str]:
    """The pile with its total, then what lies elsewhere; hidden zones as counts."""
    facts = view.facts
    gems = ", ".join(chip_name(kind) for kind in named(view, f"{seat}.pile")) or "empty"
    who = CHARACTERS.get(str(facts[f"{seat}.character"]), "")
    first = (
        f"{seat}{f' ({who})' if who else ''}: pile {facts[f'{seat}.total']} ({gems}), "
        f"height bonus +{facts[f'{seat}.height_bonus']}"
    )
    numbers = [
        number_words(number, int(str(facts[f"{seat}.{number}"]))) for number in NUMBERS if facts[f"{seat}.{number}"]
    ]
    places = []
    for place in ("hand", "top", "bag", "played", "ongoing", "discard"):
        content = view.zones[f"{seat}.{place}"]
        if isinstance(content, int):
            if content:
                places.append(f"{PLACES[place]}: {plural(content, 'chip')}")
        elif content:
            places.append(f"{PLACES[place]}: {', '.join(chip_name(kind) for kind in content)}")
    return ["; ".join([first, *numbers]), "   " + ("; ".join(places) or "no chips")]


def named(view: View, zone: str) -> tuple[str, ...]:
    """The pieces of an open zone."""
    content = view.zones[zone]
    assert isinstance(content, tuple)
    return content


WORDS = PuzzleStrikeWords()
