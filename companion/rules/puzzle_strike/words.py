"""Events, tokens and questions in words. The templates are data, so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.kernel import Counted, Draw, Event, Forced, Moved, Question, View, Words
from companion.rules.kernel.sentences import COMMA, Say, Several, in_english, in_english_several, spoken
from companion.rules.puzzle_strike.names import NUMBERS, PLACES, Names
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEMS, IN_THE_AIR

EVENTS = {
    "Picked": "{seat} plays {name}.",
    "Drafted": "{seat} drafts {chip}.",
    "TurnBegan": "Turn {turn}: {seat}.",
    "PhaseBegan": "",
    "Played": "{seat} plays {chip}.",
    "Reacted": "{seat} reacts with {chip}.",
    "Attacked": "{name} attacks {target}.",
    "Unaffected": "{name} does nothing to {seat}.",
    "Anted": "A {size}-gem is anted into {seat}'s pile.",
    "Broke": "{seat} breaks {gems}.",
    "Combined": "{seat} combines {gems}.",
    "Promised": "More arrows come with {seat}'s next turn.",
    "StackLeft": "{seat} takes the {name} stack out of the bank.",
    "StackCameBack": "The {name} stack is in the bank again.",
    "Split": "{seat}'s {size}-gem is split into 1-gems.",
    "Sent": "{gems} are in the air from {seat} to {target}.",
    "Negated": "{gems} on the way to {seat} are negated.",
    "Popped": "{seat}'s Bubble Shield pops and stops one 1-gem.",
    "NotCombined": "No Puzzle chip is discarded for it, so {seat}'s {name} combines nothing.",
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
    "Busted": "With a pile of 10 or more, {seat} loses.",
    "Tied": "Equally low piles: {seats}. Each of these takes one more turn.",
    "Floated": "{gems} of {seat}'s float on the way to {target}: {seat}'s pile is 10 or more.",
    "Dissolved": "{gems} of {seat}'s that floated go back to the bank.",
    "Won": "{seat} wins.",
    "Learnt": "{zone}: {kinds} are known now.",
    "Corrected": "Put right by {author}: {reason}.",
    "Changed": "{text}",
}
"""By the event's name. An event with an empty template is not told, because other events tell it better."""

EVENTS_OF_ONE = {
    "Sent": "{gems} is in the air from {seat} to {target}.",
    "Negated": "{gems} on the way to {seat} is negated.",
    "Landed": "{gems} lands in {seat}'s pile.",
    "Floated": "{gems} of {seat}'s floats on the way to {target}: {seat}'s pile is 10 or more.",
    "Dissolved": "{gems} of {seat}'s that floated goes back to the bank.",
    "Kept": "{seat}'s piggy bank keeps {chips}.",
    "Learnt": "{zone}: {kinds} is known now.",
}
"""The same for a single gem or chip."""

NAMES_FIRST = ("{seat}", "{author}", "{zone}", "{text}")
"""A sentence that begins with one of these keeps its first letter: a seat's name as it is written, a finished
sentence."""

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
"""Why a chip had no effect."""
NOTHING_THERE = "what it needs is not there"

ENDS = {
    ("action", "done"): "done: no more actions",
    ("buy", "done"): "done: my turn ends",
    ("keep", "done"): "done: I keep no more",
    ("agree", "done"): "done: the phase ends",
    ("agree", "more"): "more: I go on",
}
"""What `done` means, by question."""

COUNTED = "{seat} now has {number}."
LAID = "{seat} lays {gem} as money."

PANIC = {2: "Panic Time", 3: "Danger Time", 4: "Deadly Time"}

ALL_GEMS = "all gems"
EMPTY_HAND = "an empty hand"

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
    "draft": "draft {thing}",
    "begin": "let {name} begin",
    "done": "done",
    "more": "more",
    "pass": "pass",
    "none": "there is none",
}
"""By the token's verb. Gems are laid, although their token says `play`."""
ORDERS = {
    "play": "Play it",
    "lay": "Lay it",
    "break": "Break it",
    "react": "React with it",
    "buy": "Buy for {price}",
    "gain": "Take it",
    "take": "Take it",
    "discard": "Discard it",
    "trash": "Trash it",
    "keep": "Keep it",
}
"""By the token's verb: what a button says once the chip was chosen."""
COLOURS_NAMED = {"black": "black", "brown": "brown", "purple": "purple", "red": "red", "blue": "blue"}
FROM_PLACE = "{words} from the {place}"

QUESTIONS = {
    "action": "Play an action, or end the action phase?",
    "buy": "Lay gems, buy a chip, or end the buy phase?",
    "react": "React to {about}, or pass?",
    "break": "Which gem breaks ({about})?",
    "to": "Which opponent ({about})?",
    "combine": "Which gems are combined ({about})?",
    "pay": "Which arrow pays for {about}?",
    "keep": "Which chip does a piggy bank keep, or done?",
    "choose": "Which of these ({about})?",
    "draft": "Which character chip do you draft?",
    "begin": "Who begins?",
    "agree": "Your mate has no more to do here. Does the phase end (done), or do you go on (more)?",
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
    ("give", "research_and_development"): "Which chip goes from the hand into the bag (Research & Development)?",
    ("negate", "gems_to_gemonade"): "How many of the gems are negated (Gems to Gemonade)?",
    ("play", "master_puzzler"): "Which of the chosen chips is played next (Master Puzzler)?",
    ("take", "its_time_for_the_past"): "Which Puzzle chip of the discard pile is taken (It's Time for the Past)?",
    ("take", "research_and_development"): "Which orb chip comes out of the bag (Research & Development)?",
    ("take", "stolen_purples"): "Which of the discarded orb chips is taken (Stolen Purples)?",
    ("take", "training_day"): "Which chip of the bank is taken into the hand (Training Day)?",
    ("trap", "its_a_trap"): "Which stack is trapped (It's a Trap)?",
    ("trash", "no_more_lies"): "Which chip is trashed, or which two (No More Lies), or pass?",
}
"""By question and chip, for chips that need words of their own."""
TOLL = "Discard a Puzzle chip for {toll}, or pass and do not combine ({about})?"
DEFAULT_QUESTION = "What to {verb} ({about})?"

DRAWS = {
    "bag": ("{seat} draws {chips} from the bag. Which one?", "{seat} draws {chips} from the bag. Which ones?"),
    "hand": ("{seat} shows {chips} from the hand. Which one?", "{seat} shows {chips} from the hand. Which ones?"),
    "top": ("{seat} shows {chips} from the bag. Which one?", "{seat} shows {chips} from the bag. Which ones?"),
    "chip:jackpot": (
        "{chips} is picked at random from {seat}'s hand. Which one?",
        "{chips} are picked at random from {seat}'s hand. Which ones?",
    ),
}
"""By the draw's source, or by its rule: for one chip, and for several."""
DRAWS_BY_LOT = {
    "box": "Which {number} Puzzle stacks were drawn for the bank?",
    "table": "Who was drawn to begin?",
    "choosing-characters": "Several picked the same character. Whom does the coin let keep it?",
    "custom-clockwork": "Which {number} character chips were drawn into the pool?",
}
"""By the draw's rule, or by its source."""

PICTURE = {
    "turn": "Turn {turns}, {turn}: {phase} phase; {ante}-gems are anted (empty stacks: {empty_stacks}).",
    "setup": "The game is being set up.",
    "over": "The game is over: {winner} wins.",
    "seat": "{seat}: pile {total} ({gems}), height bonus +{bonus}",
    "character": "{seat} ({character})",
    "no gems": "empty",
    "barred": "knocked down, so no purple shields this turn",
    "effects": "in force: {chips}",
    "bought": "bought: {chips}",
    "place": "{place}: {chips}",
    "air": "in the air: {gems}",
    "no chips": "no chips",
    "bank": "Bank: {stacks}",
    "no stacks": "not laid out yet",
    "stack": "{name} {left}",
    "trapped": "{name} {left} (trap tokens: {tokens})",
}
"""The lines of a table in text."""


def read_token(token: str) -> tuple[str, str, str]:
    """The verb of an answer, what it names, and the place. Gems are laid, though their token says `play`.

    >>> read_token("play:gem_1"), read_token("trash:wound@discard")
    (('lay', 'gem_1', ''), ('trash', 'wound', 'discard'))
    """
    verb, _, rest = token.partition(":")
    name, _, place = rest.partition("@")
    return ("lay" if verb == "play" and (name == "gems" or name in GEMS) else verb), name, place


class PuzzleStrikeWords(Words):
    """The words of Puzzle Strike in a language."""

    events = frozenset(EVENTS)
    headings = frozenset({"TurnBegan"})

    def __init__(self, say: Say = in_english, several: Several = in_english_several) -> None:
        super().__init__(say, several)
        self.names = Names(say, several)

    def event(self, event: Event) -> str:
        """An event as a sentence; "" if it is not told.

        >>> from companion.rules.puzzle_strike.events import Sent
        >>> WORDS.event(Sent("A", "B", 3))
        'Three 1-gems are in the air from A to B.'
        """
        if isinstance(event, Moved):
            return self._moved(event)
        if isinstance(event, Counted):
            seat, _, number = event.name.partition(".")
            return self.say(COUNTED).format(seat=seat, number=self.names.number(number, event.value))
        if isinstance(event, Forced):
            return ""
        values = dict(event._asdict())  # type: ignore[attr-defined]
        name = type(event).__name__
        template = EVENTS[name]
        if 1 in (values.get("gems"), values.get("chips"), len(values.get("kinds") or ())):
            template = EVENTS_OF_ONE.get(name, template)
        if not template:
            return ""
        said = self.say(template)
        sentence = said.format(**self._in_words(values))
        return sentence if said.startswith(NAMES_FIRST) else sentence[:1].upper() + sentence[1:]

    def _moved(self, event: Moved) -> str:
        """A chip's way; "" for a chip that is laid down to be played, because its effect is told."""
        if event.source.endswith(".hand") and event.target.endswith(".played") and event.piece not in GEMS:
            return ""
        if event.source.endswith(".hand") and event.target.endswith(".played") and event.count == 1:
            seat = event.source.partition(".")[0]
            return self.say(LAID).format(seat=seat, gem=self.names.things([event.piece]))
        chip = self.names.chip(event.piece)
        what = chip[:1].upper() + chip[1:] if event.count == 1 else f"{event.count} x {chip}"
        return f"{what}: {self.names.zone(event.source)} → {self.names.zone(event.target)}"

    def _in_words(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The facts of an event, in the words that the templates take."""
        values, names = dict(facts), self.names
        if "chip" in values:
            chip = values["chip"]
            reason = self.say(WHY_NOTHING.get(chip) or LIBRARY.telling(chip).nothing or NOTHING_THERE)
            values |= {"chip": names.thing(chip), "name": names.chip(chip), "reason": reason}
        if "character" in values:
            values["name"] = names.character(values["character"])
        if "gems" in values:
            gems = values["gems"]
            values["gems"] = names.ones(gems) if isinstance(gems, int) else names.gems(gems)
        if "chips" in values:
            chips = values["chips"]
            shown = isinstance(chips, tuple)
            values["chips"] = (names.listed(chips) or self.say(EMPTY_HAND)) if shown else names.chips(chips)
        if "kinds" in values:
            values |= {"kinds": names.things(values["kinds"]), "zone": names.zone(values["zone"])}
        if "seats" in values:
            values["seats"] = COMMA.join(values["seats"])
        if "text" in values:
            values["text"] = spoken(values["text"], self.say)
        if "author" in values:
            values["reason"] = " ".join(values["reason"].split()).rstrip(" .")
        if "ante" in values:
            values["panic"] = self.say(PANIC[values["ante"]])
        return values

    def token(self, token: str) -> str:
        """An answer in words.

        >>> WORDS.token("trash:wound@discard"), WORDS.token("break:4+1"), WORDS.token("play:gems")
        ('trash a wound from the discard pile', 'break a 4-gem and a 1-gem', 'lay all gems')
        """
        verb, name, place = read_token(token)
        template = self.say(VERBS[verb])
        if "{gems}" in template:
            return template.format(gems=self.names.gems(map(int, name.split("+"))))
        if "{number}" in template:
            return template.format(number=self.names.ones(int(name)))
        what = self.say(ALL_GEMS) if name == "gems" else self.names.things(name.split("+"))
        called = self.say(COLOURS_NAMED.get(name, name)) if verb == "pay" else name
        words = template.format(thing=what, name=called, title=self.names.chip(name))
        if not place:
            return words
        return self.say(FROM_PLACE).format(words=words, place=self.say(str(PLACES[place])))

    def order(self, token: str) -> str:
        """An answer as an order, for the button beside its chip.

        >>> WORDS.order("buy:combine"), WORDS.order("play:gem_1"), WORDS.order("done")
        ('Buy for {price}', 'Lay it', '')
        """
        return self.say(ORDERS.get(read_token(token)[0], ""))

    def choice(self, question: Question, token: str) -> str:
        """An answer to this question; `done` with what it ends.

        >>> WORDS.choice(Question("buy", {"A": ("done",)}, "buy-phase"), "done")
        'done: my turn ends'
        """
        ends = ENDS.get((question.what, token))
        return self.say(ends) if ends else self.token(token)

    def question(self, question: Question) -> str:
        """A question in words.

        >>> WORDS.question(Question("react", {"B": ("pass",)}, "purple-shield", "crash_gem"))
        'React to Crash Gem, or pass?'
        """
        about, toll = self.names.chip(question.about), question.rule.removeprefix("chip:")
        if question.what == "discard" and LIBRARY.telling(toll).stops:
            return self.say(TOLL).format(toll=self.names.chip(toll), about=about)
        asked = (question.what, question.about)
        told = QUESTIONS_ABOUT.get(asked) or LIBRARY.telling(question.about).asks.get(question.what)
        template = told or QUESTIONS.get(question.what)
        return self.say(template or DEFAULT_QUESTION).format(about=about, verb=question.what)

    def draw(self, due: Draw) -> str:
        """A draw in words.

        >>> WORDS.draw(Draw("A", "A.bag", 3, (), "drawing", "A"))
        'A draws 3 chips from the bag. Which ones?'
        """
        if due.source in DRAWS_BY_LOT:
            template = DRAWS_BY_LOT.get(due.rule) or DRAWS_BY_LOT[due.source]
            return self.say(template).format(number=due.count)
        one, many = DRAWS.get(due.rule) or DRAWS[due.source.rpartition(".")[2]]
        return self.several(one, many, due.count).format(seat=due.seat, chips=self.names.chips(due.count))

    def picture(self, view: View) -> list[str]:
        """The table as text: a line for the turn, two for each seat, and one for the bank."""
        facts = view.facts
        phase = str(facts["phase"])
        template = self._line(phase if phase in PICTURE else "turn")
        lines = [template.format(**{**facts, "phase": self.say(phase)})]
        for seat in seats_of(view):
            lines += self._seat(view, seat)
        bank = view.zones["bank"]
        assert isinstance(bank, Mapping)
        stacks = []
        for kind, left in bank.items():
            tokens = facts.get(f"trap.{kind}")
            line = self._line("trapped" if tokens else "stack")
            stacks.append(line.format(name=self.names.chip(kind), left=left, tokens=tokens))
        lines.append(self._line("bank").format(stacks=COMMA.join(stacks) or self._line("no stacks")))
        return lines

    def _line(self, key: str) -> str:
        return self.say(PICTURE[key])

    def _seat(self, view: View, seat: str) -> list[str]:
        """The pile with its total and what counts this turn, then the other zones; hidden zones as counts."""
        facts, names = view.facts, self.names
        character = names.character(str(facts[f"{seat}.character"]))
        line = [
            self._line("seat").format(
                seat=self._line("character").format(seat=seat, character=character) if character else seat,
                total=facts[f"{seat}.total"],
                gems=names.listed(named(view, f"{seat}.pile")) or self._line("no gems"),
                bonus=facts[f"{seat}.height_bonus"],
            )
        ]
        line += [names.number(number, value) for number in NUMBERS if (value := int(str(facts[f"{seat}.{number}"])))]
        if facts[f"{seat}.barred"]:
            line.append(self._line("barred"))
        for fact in ("effects", "bought"):
            kinds = facts[f"{seat}.{fact}"]
            assert isinstance(kinds, tuple)
            if told := names.listed(kind for kind in kinds if fact == "bought" or not LIBRARY[kind].ongoing):
                line.append(self._line(fact).format(chips=told))
        places = []
        for place in ("hand", "top", "bag", "played", "ongoing", "discard"):
            content = view.zones[f"{seat}.{place}"]
            if content:
                chips = names.chips(content) if isinstance(content, int) else names.listed(content)
                places.append(self._line("place").format(place=self.say(str(PLACES[place])), chips=chips))
        if coming := named(view, f"{seat}.{IN_THE_AIR}"):
            places.append(self._line("air").format(gems=names.ones(len(coming))))
        return ["; ".join(line), "   " + ("; ".join(places) or self._line("no chips"))]


def seats_of(view: View) -> list[str]:
    """The seats in turn order."""
    return [name.partition(".")[0] for name in view.zones if name.endswith(".pile")]


def named(view: View, zone: str) -> tuple[str, ...]:
    """The pieces of an open zone."""
    content = view.zones[zone]
    assert isinstance(content, tuple)
    return content


WORDS = PuzzleStrikeWords()
