"""Events, tokens and questions in words. Templates are data, so that other languages can say them too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.rules.kernel import UNSEEN, Counted, Draw, Event, Forced, Moved, Question, View, Words
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.setup import CHARACTERS
from companion.rules.puzzle_strike.table import GEMS

EVENTS = {
    "Picked": "{seat} plays {name}.",
    "TurnBegan": "Turn {turn}: {seat}.",
    "PhaseBegan": "",
    "Played": "{seat} plays {chip}.",
    "Reacted": "{seat} reacts with {chip}.",
    "Attacked": "{name} attacks {target}.",
    "Unaffected": "{name} does nothing to {seat}.",
    "Anted": "A {size}-gem is anted into {seat}'s pile.",
    "Broke": "{seat} breaks {gems}.",
    "Combined": "{seat} combines {gems}.",
    "Split": "{seat}'s {size}-gem is split into 1-gems.",
    "Sent": "{gems} are in the air from {seat} to {target}.",
    "Negated": "{gems} on the way to {seat} are negated.",
    "Popped": "{seat}'s Bubble Shield pops and stops one 1-gem.",
    "NotCombined": "No Puzzle chip is discarded for Protective Ward, so {seat}'s {name} combines nothing.",
    "NothingDone": "{name} does nothing more: {reason}.",
    "Landed": "{gems} land in {seat}'s pile.",
    "Bought": "{seat} buys {chip} for ${price}.",
    "Gained": "{seat} gains {chip}.",
    "Took": "{seat} takes {chip} into the hand.",
    "Trashed": "{seat} trashes {chip}.",
    "Trapped": "{seat} lays a trap token on the {name} stack.",
    "Revealed": "{seat} shows {chips}.",
    "Kept": "{seat}'s piggy banks keep {chips}.",
    "Refilled": "{seat}'s discard pile ({chips}) goes into the bag.",
    "Drew": "{seat} draws {chips}.",
    "BonusDrawn": "Height bonus for {seat}: {chips} more to draw.",
    "PanicRaised": "{panic}: from now on {ante}-gems are anted.",
    "TurnEnded": "{seat} ends the turn with a pile of {total}.",
    "Busted": "That is too much: {seat} is beaten.",
    "Won": "{seat} wins.",
    "Learnt": "{zone}: {kinds} are known now.",
    "Corrected": "Put right by {author}: {reason}.",
    "Changed": "{text}",
}
"""By the event's name. An empty template is not told: other events tell it better."""

EVENTS_OF_ONE = {
    "Sent": "{gems} is in the air from {seat} to {target}.",
    "Negated": "{gems} on the way to {seat} is negated.",
    "Landed": "{gems} lands in {seat}'s pile.",
    "Kept": "{seat}'s piggy bank keeps {chips}.",
    "Learnt": "{zone}: {kinds} is known now.",
}
"""The same where it is one gem or chip alone."""

NAMES = ("{seat}", "{author}", "{zone}", "{text}")
"""What begins with the name of a seat begins as that name is written; a text is a sentence already."""

WHY_NOTHING = {
    "combos_are_hard": "another action was played before it this turn",
    "gem_essence": "no gem is trashed from the hand",
    "risky_move": "no gem goes from the hand to the pile",
    "its_combo_time": "no 1-gem goes from the hand to the pile",
    "iron_defense": "the bank has no Crash Gem",
    "burning_vigor": "no wound is trashed",
    "chromatic_orb": "there is no 1-gem in the pile",
    "living_on_the_edge": "the pile is too low",
    "training_day": "there is no chip in the hand that it could trash",
    "martial_mastery": "there is no chip in the hand that it could trash",
    "rigorous_training": "there is no chip in the hand that it could trash",
    "self_improvement": "there is no chip that it could trash",
    "big_rocks": "no gem is trashed from the hand",
    "double_take": "there is no Puzzle chip that it could play",
    "research_and_development": "there is nothing to exchange",
    "its_time_for_the_past": "there is no Puzzle chip in the discard pile to take",
    "jackpot": "the opponent's hand is empty",
}
"""What a chip without effect was missing."""
NOTHING_THERE = "what it needs is not there"

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
"""What a seat has: none, one, several."""
COUNTED = "{seat} now has {number}."

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
ZONES = {"top": "the top of {seat}'s bag"}
ZONE = "{seat}'s {place}"

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
"""Chips that a sentence speaks of as of things, one and two of them; the others go by their titles."""

SYMBOLS = {"black": "a black arrow", "piggy": "a piggy bank", "money": "money", "chips": "a draw"}
ALL_GEMS = "all gems"
EMPTY_HAND = "an empty hand"
AND = " and "

VERBS = {
    "play": "play {thing}",
    "lay": "lay {thing}",
    "pay": "pay with the {name} arrow",
    "break": "break {gems}",
    "to": "choose {name}",
    "combine": "combine {gems}",
    "react": "react with {thing}",
    "negate": "negate {number}",
    "buy": "buy {thing}",
    "gain": "gain {thing}",
    "take": "take {thing}",
    "trap": "lay the trap token on the {title} stack",
    "discard": "discard {thing}",
    "trash": "trash {thing}",
    "pile": "put {thing} into your pile",
    "keep": "keep {thing}",
    "bag": "put {thing} on top of your bag",
    "give": "give {thing}",
    "ante": "ante {thing}",
    "choose": "choose {thing}",
    "done": "done",
    "pass": "pass",
    "none": "say that there is none",
}
"""By the token's verb; gems are laid, though their token says `play`."""
FROM_PLACE = "{words} from the {place}"

QUESTIONS = {
    "action": "Play an action, or end the action phase?",
    "buy": "Lay gems, buy, or end buying?",
    "react": "React to {about}, or pass?",
    "break": "Which gem breaks ({about})?",
    "to": "Which opponent ({about})?",
    "combine": "Which gems are combined ({about})?",
    "pay": "Which arrow pays for {about}?",
    "keep": "Which chip does a piggy bank keep, or done?",
    "choose": "Which of these ({about})?",
    "trash": "Which chip is trashed ({about})?",
    "discard": "Which chip is discarded ({about})?",
    "gain": "Which chip of the bank is gained ({about})?",
    "take": "Which chip is taken ({about})?",
    "pile": "Which gem goes from the hand to the pile ({about})?",
}
"""By what is asked."""
QUESTIONS_ABOUT = {
    ("ante", "dragon_form"): "Ante a gem bigger by 1, or discard Dragon Form?",
    ("bag", "chip_damage"): "Which chip of the discard pile goes on top of the bag (Chip Damage), or pass?",
    ("bag", "thinking_ahead"): "Does the new chip go on top of the bag (Thinking Ahead), or pass?",
    ("break", "double_crash_gem"): "Which gem breaks, or which two (Double Crash Gem)?",
    ("break", "unstable_power"): "Which gem breaks, or which two (Unstable Power)?",
    ("choose", "character"): "Which character?",
    ("choose", "creative_thoughts"): "Which two: a black arrow, a piggy bank, $1, a draw of one chip?",
    ("choose", "double_take"): "Which Puzzle chip is played twice (Double-take)?",
    ("choose", "hex_of_murkwood"): "Gain a wound, or discard two (Hex of Murkwood)?",
    ("choose", "jackpot"): "Which orb chip of the bank is played and gained (Jackpot)?",
    ("choose", "master_puzzler"): "Which kind of the bank's chips comes next (Master Puzzler), or done?",
    ("choose", "pilebunker"): "A draw of one chip, or a piggy bank (Pilebunker)?",
    ("choose", "troublesome_rhetoric"): (
        "What does the opponent get: a black arrow and a draw of one chip, or $2 and a piggy bank?"
    ),
    ("choose", "versatile_style"): "Which line: a black arrow and a piggy bank, $2, or a draw of two chips?",
    ("discard", "chip_damage"): "Which orb chip is discarded, or which two chips (Chip Damage)?",
    ("discard", "combine"): "Discard a Puzzle chip for Protective Ward, or pass and do not combine (Combine)?",
    ("discard", "mix_master"): "Discard a Puzzle chip for Protective Ward, or pass and do not combine (Mix-Master)?",
    ("discard", "strength_of_earth"): (
        "Discard a Puzzle chip for Protective Ward, or pass and do not combine (Strength of Earth)?"
    ),
    ("give", "research_and_development"): "Which chip of the hand goes into the bag (Research & Development)?",
    ("negate", "gems_to_gemonade"): "How many of the gems are negated (Gems to Gemonade)?",
    ("play", "master_puzzler"): "Which of the chosen chips is played next (Master Puzzler)?",
    ("take", "its_time_for_the_past"): "Which Puzzle chip of the discard pile is taken (It's Time for the Past)?",
    ("take", "research_and_development"): "Which orb chip comes out of the bag (Research & Development)?",
    ("take", "stolen_purples"): "Which of the discarded orb chips is taken (Stolen Purples)?",
    ("take", "training_day"): "Which chip of the bank is taken into the hand (Training Day)?",
    ("trap", "its_a_trap"): "Which stack is trapped (It's a Trap)?",
    ("trash", "no_more_lies"): "Which chip is trashed, or which two (No More Lies), or pass?",
}
"""By what is asked and the chip it is about, where that needs words of its own."""
DEFAULT_QUESTION = "What to {verb} ({about})?"

DRAWS = {
    "bag": "{seat} draws {chips} out of the bag: which?",
    "hand": "{seat} shows {chips} of the hand: which?",
    "box": "The bank's {number} Puzzle stacks are drawn by lot: which?",
    "table": "Who begins is drawn by lot: who?",
    "chip:jackpot": "{chips} out of {seat}'s hand, picked at random: which?",
}
"""By where the draw is made, or by its rule."""

PICTURE = {
    "turn": "Turn {turns}, {turn}: {phase} phase; {ante}-gems are anted (empty stacks: {empty_stacks}).",
    "setup": "The match is being set up.",
    "over": "The match is over: {winner} wins.",
    "seat": "{seat}: pile {total} ({gems}), height bonus +{bonus}",
    "character": "{seat} ({character})",
    "no gems": "empty",
    "barred": "knocked down, so no purple shields this turn",
    "effects": "in force: {chips}",
    "bought": "bought: {chips}",
    "place": "{place}: {chips}",
    "no chips": "no chips",
    "bank": "Bank: {stacks}",
    "no stacks": "not laid out yet",
    "stack": "{name} {left}",
    "trapped": "{name} {left} (trap tokens: {tokens})",
}
"""The table's lines."""


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


def thing(kind: str) -> str:
    """A chip, a symbol or a character as the object of a sentence.

    >>> thing("gem_1"), thing("roundhouse"), thing("chips"), thing("degrey")
    ('a 1-gem', 'Roundhouse', 'a draw', 'DeGrey')
    """
    if kind in NOUNS:
        return NOUNS[kind][0]
    return SYMBOLS.get(kind) or CHARACTERS.get(kind) or chip_name(kind)


def things(kinds: Sequence[str]) -> str:
    """Several of them, mostly two.

    >>> things(("wound", "wound")), things(("gem_4", "gem_1")), things(("black", "piggy", "chips"))
    ('two wounds', 'a 4-gem and a 1-gem', 'a black arrow, a piggy bank and a draw')
    """
    if len(kinds) == 2 and kinds[0] == kinds[1] in NOUNS:
        return NOUNS[kinds[0]][1]
    *others, last = map(thing, kinds)
    return AND.join(filter(None, (", ".join(others), last)))


def listed(kinds: Iterable[str]) -> str:
    """Chips by their names.

    >>> listed(("gem_1", "wound"))
    '1-gem, Wound'
    """
    return ", ".join(map(chip_name, kinds))


def number_words(number: str, value: int) -> str:
    """A seat's number.

    >>> number_words("money", -1), number_words("black", 2), number_words("piggy", 0)
    ('-$1', '2 black arrows', 'no piggy bank')
    """
    none, one, several = NUMBERS[number]
    template = none if not value else one if value == 1 else several
    return template.format(value=value, money=dollars(value))


def in_gems(sizes: Iterable[int]) -> str:
    """Gems by their sizes.

    >>> in_gems((4, 1)), in_gems((1, 1))
    ('a 4-gem and a 1-gem', 'two 1-gems')
    """
    return things([f"gem_{size}" for size in sizes])


def zone_name(zone: str) -> str:
    """A zone in words.

    >>> zone_name("A.top"), zone_name("A.hand"), zone_name("bank")
    ("the top of A's bag", "A's hand", 'bank')
    """
    seat, _, place = zone.partition(".")
    return ZONES.get(place, ZONE).format(seat=seat, place=PLACES[place]) if place else zone


def moved(event: Moved) -> str:
    """A chip's way; "" where it is laid down to be played, which is told by what it does."""
    if event.source.endswith(".hand") and event.target.endswith(".played") and event.piece not in GEMS:
        return ""
    what = chip_name(event.piece) if event.count == 1 else f"{event.count} x {chip_name(event.piece)}"
    return f"{what}: {zone_name(event.source)} -> {zone_name(event.target)}"


class PuzzleStrikeWords(Words):
    """Puzzle Strike in English."""

    events = frozenset(EVENTS)

    def event(self, event: Event) -> str:
        """What happened, in a sentence; "" for what is not told.

        >>> from companion.rules.puzzle_strike.events import Sent
        >>> WORDS.event(Sent("A", "B", 3))
        'Three 1-gems are in the air from A to B.'
        """
        if isinstance(event, Moved):
            return moved(event)
        if isinstance(event, Counted):
            seat, _, number = event.name.partition(".")
            return COUNTED.format(seat=seat, number=number_words(number, event.value))
        if isinstance(event, Forced):
            return ""
        values = dict(event._asdict())  # type: ignore[attr-defined]
        name = type(event).__name__
        template = EVENTS[name]
        if 1 in (values.get("gems"), values.get("chips"), len(values.get("kinds") or ())):
            template = EVENTS_OF_ONE.get(name, template)
        sentence = template.format(**in_words(values))
        return sentence if template.startswith(NAMES) else sentence[:1].upper() + sentence[1:]

    def token(self, token: str) -> str:
        """An answer in words.

        >>> WORDS.token("trash:wound@discard"), WORDS.token("break:4+1"), WORDS.token("play:gems")
        ('trash a wound from the discard pile', 'break a 4-gem and a 1-gem', 'lay all gems')
        """
        verb, _, rest = token.partition(":")
        name, _, place = rest.partition("@")
        if verb == "play" and (name == "gems" or name in GEMS):
            verb = "lay"
        template = VERBS[verb]
        if "{gems}" in template:
            return template.format(gems=in_gems(map(int, name.split("+"))))
        if "{number}" in template:
            return template.format(number=ones(int(name)))
        what = ALL_GEMS if name == "gems" else things(name.split("+"))
        words = template.format(thing=what, name=name, title=chip_name(name))
        return FROM_PLACE.format(words=words, place=PLACES[place]) if place else words

    def question(self, question: Question) -> str:
        """What is asked.

        >>> WORDS.question(Question("react", {"B": ("pass",)}, "purple-shield", "crash_gem"))
        'React to Crash Gem, or pass?'
        """
        template = QUESTIONS_ABOUT.get((question.what, question.about)) or QUESTIONS.get(question.what)
        return (template or DEFAULT_QUESTION).format(about=chip_name(question.about), verb=question.what)

    def draw(self, due: Draw) -> str:
        """What is drawn.

        >>> WORDS.draw(Draw("A", "A.bag", 3, (), "drawing", "A"))
        'A draws 3 chips out of the bag: which?'
        """
        template = DRAWS.get(due.rule) or DRAWS[due.source.rpartition(".")[2]]
        return template.format(seat=due.seat, number=due.count, chips=plural(due.count, "chip"))

    def picture(self, view: View) -> list[str]:
        """A line for the turn, two a seat, and one for the bank."""
        facts = view.facts
        lines = [PICTURE.get(str(facts["phase"]), PICTURE["turn"]).format(**facts)]
        for seat in seats_of(view):
            lines += picture_seat(view, seat)
        bank = view.zones["bank"]
        assert isinstance(bank, Mapping)
        stacks = []
        for kind, left in bank.items():
            tokens = facts.get(f"trap.{kind}")
            template = PICTURE["trapped" if tokens else "stack"]
            stacks.append(template.format(name=chip_name(kind), left=left, tokens=tokens))
        lines.append(PICTURE["bank"].format(stacks=", ".join(stacks) or PICTURE["no stacks"]))
        return lines


def in_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What an event holds, each fact in the words that the templates take."""
    values = dict(facts)
    if "chip" in values:
        chip = values["chip"]
        values |= {"chip": thing(chip), "name": chip_name(chip), "reason": WHY_NOTHING.get(chip, NOTHING_THERE)}
    if "character" in values:
        values["name"] = CHARACTERS[values["character"]]
    if "gems" in values:
        gems = values["gems"]
        values["gems"] = ones(gems) if isinstance(gems, int) else in_gems(gems)
    if "chips" in values:
        chips = values["chips"]
        values["chips"] = (listed(chips) or EMPTY_HAND) if isinstance(chips, tuple) else plural(chips, "chip")
    if "kinds" in values:
        values |= {"kinds": things(values["kinds"]), "zone": zone_name(values["zone"])}
    if "author" in values:
        values["reason"] = " ".join(values["reason"].split()).rstrip(" .")
    if "ante" in values:
        values["panic"] = PANIC[values["ante"]]
    return values


def seats_of(view: View) -> list[str]:
    """The seats in turn order."""
    return [name.partition(".")[0] for name in view.zones if name.endswith(".pile")]


def picture_seat(view: View, seat: str) -> list[str]:
    """The pile with its total and what counts this turn, then what lies elsewhere; hidden zones as counts."""
    facts = view.facts
    character = CHARACTERS.get(str(facts[f"{seat}.character"]))
    line = [
        PICTURE["seat"].format(
            seat=PICTURE["character"].format(seat=seat, character=character) if character else seat,
            total=facts[f"{seat}.total"],
            gems=listed(named(view, f"{seat}.pile")) or PICTURE["no gems"],
            bonus=facts[f"{seat}.height_bonus"],
        )
    ]
    line += [
        number_words(number, int(str(facts[f"{seat}.{number}"]))) for number in NUMBERS if facts[f"{seat}.{number}"]
    ]
    if facts[f"{seat}.barred"]:
        line.append(PICTURE["barred"])
    for fact in ("effects", "bought"):
        kinds = facts[f"{seat}.{fact}"]
        assert isinstance(kinds, tuple)
        if told := listed(kind for kind in kinds if fact == "bought" or not CHIPS[kind].ongoing):
            line.append(PICTURE[fact].format(chips=told))
    places = []
    for place in ("hand", "top", "bag", "played", "ongoing", "discard"):
        content = view.zones[f"{seat}.{place}"]
        if content:
            chips = plural(content, "chip") if isinstance(content, int) else listed(content)
            places.append(PICTURE["place"].format(place=PLACES[place], chips=chips))
    return ["; ".join(line), "   " + ("; ".join(places) or PICTURE["no chips"])]


def named(view: View, zone: str) -> tuple[str, ...]:
    """The pieces of an open zone."""
    content = view.zones[zone]
    assert isinstance(content, tuple)
    return content


WORDS = PuzzleStrikeWords()
