"""Events, tokens and questions in words. Templates are data, so that other languages can say them too."""

from __future__ import annotations

from companion.rules.kernel import UNSEEN, Counted, Event, Forced, Moved, Question
from companion.rules.puzzle_strike.chips import CHIPS

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
    "Landed": "{gems} in {seat}'s pile.",
    "Bought": "{seat} buys {chip} for ${price}.",
    "Gained": "{seat} gains {chip}.",
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
    "money": "money: ${value}",
    "owed": "money for the next turn: ${value}",
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


def tell(event: Event) -> str:
    """What happened, in a sentence; "" for what is not told.

    >>> from companion.rules.puzzle_strike.events import Sent
    >>> tell(Sent("A", "B", 3))
    '3 1-gems in the air from A to B.'
    """
    if isinstance(event, Moved):
        return tell_moved(event)
    if isinstance(event, Counted):
        seat, _, number = event.name.partition(".")
        return f"{seat}: {NUMBERS[number].format(value=event.value)}."
    if isinstance(event, Forced):
        return ""
    values = dict(event._asdict())  # type: ignore[attr-defined]
    name = type(event).__name__
    if "chip" in values:
        values["chip"] = chip_name(values["chip"])
    if "character" in values:
        values["chip"] = values["character"].title()
    if "gems" in values:
        gems = values["gems"]
        values["gems"] = plural(gems, "1-gem") if isinstance(gems, int) else in_gems(gems)
    if "chips" in values:
        chips = values["chips"]
        named = ", ".join(map(chip_name, chips)) if isinstance(chips, tuple) else plural(chips, "chip")
        values["chips"] = named or "an empty hand"
    if name == "PanicRaised":
        values["panic"] = PANIC[values["ante"]]
    return EVENTS[name].format(**values)


def in_gems(sizes: tuple[int, ...]) -> str:
    """Gems by their sizes.

    >>> in_gems((4, 1))
    'a 4-gem and a 1-gem'
    """
    return " and ".join(f"a {size}-gem" for size in sizes)


def tell_moved(event: Moved) -> str:
    """A chip's way."""
    what = chip_name(event.piece) if event.count == 1 else f"{event.count} x {chip_name(event.piece)}"
    return f"{what}: {zone_name(event.source)} -> {zone_name(event.target)}"


def zone_name(zone: str) -> str:
    """A zone in words.

    >>> zone_name("A.top"), zone_name("bank")
    ("A's top of the bag", 'bank')
    """
    seat, _, place = zone.partition(".")
    return f"{seat}'s {PLACES[place]}" if place else zone


def token_words(token: str) -> str:
    """An answer in words.

    >>> token_words("trash:wound@discard"), token_words("break:4+1"), token_words("play:gems")
    ('trash Wound from the discard pile', 'break a 4-gem and a 1-gem', 'play all gems')
    """
    verb, _, rest = token.partition(":")
    thing, _, place = rest.partition("@")
    words = VERBS[verb]
    if "{gems}" in words:
        return words.format(gems=in_gems(tuple(int(size) for size in thing.split("+"))))
    named = "all gems" if thing == "gems" else " and ".join(chip_name(part) for part in thing.split("+"))
    return words.format(thing=named) + (f" from the {PLACES[place]}" if place else "")


def question_words(question: Question) -> str:
    """What is asked.

    >>> question_words(Question("react", {"B": ("pass",)}, "purple-shield", "crash_gem"))
    'React to Crash Gem, or pass?'
    """
    about = chip_name(question.about) if question.about else "the game"
    template = QUESTIONS.get(question.what, DEFAULT_QUESTION)
    return template.format(about=about, verb=question.what)
