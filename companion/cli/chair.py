"""The chair of a person who plays in the terminal: what the person reads, and what typed answers mean.

Everything shown here comes from the view of that seat and from the events as it may see them, so nothing hidden leaks.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import click

from companion.cli.paper import say, width
from companion.rules import Event, Forced, Match, Question
from companion.rules.kernel import typed as typed_words

YOU = "You"
"""The name of the person's seat. Sentences that contain it need other verb forms ("You has" becomes "You have")."""

DO = {"has": "have", "is": "are", "was": "were", "does": "do"}
NO_VERBS = frozenset({"always", "as", "his", "its", "perhaps", "plus", "this", "thus", "us", "yes"})
SAYS = re.compile(r"(?<!\bto )\bYou (now )?([a-z]+s)\b")


def addressed(text: str) -> str:
    """Turn a sentence about a seat named You into one that speaks to the person who sits there.

    >>> addressed("You now has $2."), addressed("Two 1-gems land in You's pile."), addressed("It is You's turn.")
    ('You now have $2.', 'Two 1-gems land in your pile.', 'It is your turn.')
    >>> addressed("A 1-gem on the way to You is negated.")
    'A 1-gem on the way to you is negated.'
    >>> addressed("With a pile of 10 or more, You loses."), addressed("You trashes a wound.")
    ('With a pile of 10 or more, you lose.', 'You trash a wound.')
    >>> addressed("A stone: bag -> You.hand.")
    'A stone: bag -> You.hand.'
    """
    text = SAYS.sub(lambda said: f"You {said[1] or ''}{without_s(said[2])}", text)
    text = re.sub(r"\bYou's\b", "Your", text)
    return re.sub(r"(?<=[^.\s] )You(r?)\b(?!\.\w)", r"you\1", text)


def without_s(verb: str) -> str:
    """A verb as one says it to somebody; another word stays as it is.

    >>> [without_s(word) for word in ("plays", "trashes", "has", "passes", "pass", "carries", "as")]
    ['play', 'trash', 'have', 'pass', 'pass', 'carry', 'as']
    """
    if verb in DO:
        return DO[verb]
    if verb in NO_VERBS or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(ch|sh|ss|x|o)es$", verb) else verb[:-1]


def counted(names: Iterable[str]) -> str:
    """A list of names in which equal ones are counted.

    >>> counted(("1-gem", "Wound", "1-gem"))
    '2 x 1-gem, Wound'
    """
    return ", ".join(name if number == 1 else f"{number} x {name}" for name, number in Counter(names).items())


def gathered(line: str) -> str:
    """A line of a picture in which equal chips in a row are counted.

    >>> gathered("hand: Crash Gem, 1-gem, 1-gem; discard pile: Wound, Wound, Wound")
    'hand: Crash Gem, 2 x 1-gem; discard pile: 3 x Wound'
    """
    chips = r"(?:(?<=[:,] )|(?<=[(]))(?P<chip>[^,;:()]+)(?:, (?P=chip))+(?=[,;)]|$)"
    return re.sub(chips, lambda row: counted(row[0].split(", ")), line)


# -- what happened ---------------------------------------------------------------------------------------------


class LogLine(NamedTuple):
    """A line of the log; a heading begins a turn."""

    text: str
    heading: bool = False


class LogMark(NamedTuple):
    """How far the story has been told, so that it can go back to this point."""

    lines: int
    cleaning_up: bool = False


class SeatTeller:
    """Tells one seat what happens, one paragraph for each step, and keeps it all for the log."""

    def __init__(self, match: Match, seat: str) -> None:
        self.words = match.game.words
        self.places = match.game.places
        self.seats = tuple(seat.name for seat in match.setup.seats)
        self.seat = seat
        self.log: list[LogLine] = []

    def mark(self) -> LogMark:
        """A mark of how far the story has been told."""
        return LogMark(len(self.log))

    def go_back(self, mark: LogMark) -> None:
        """Forget what was told since the mark: it was taken back."""
        del self.log[mark.lines :]

    def hear(self, events: Sequence[Event]) -> None:
        """Tell what a step brought about; `events` are those that the seat may see."""
        sentences: list[str] = []
        for event in events:
            if type(event).__name__ == "TurnBegan":
                self.tell(sentences)
                sentences = []
                self.put(LogLine(addressed(self.words.event(event)), heading=True))
            told = self.sentence(event)
            if told and sentences[-1:] != [told]:
                sentences.append(told)
        self.tell(sentences)

    def tell(self, sentences: list[str]) -> None:
        """Print sentences as one paragraph."""
        if sentences:
            self.put(LogLine(" ".join(map(addressed, sentences))))

    def put(self, line: LogLine) -> None:
        """Print a line, and keep it."""
        self.log.append(line)
        show_line(line)

    def sentence(self, event: Event) -> str:
        """The sentence for one event; "" if another one says it better."""
        if type(event).__name__ == "TurnBegan" or isinstance(event, Forced):
            return ""
        told = capital(self.words.event(event))
        return told if not told or told[-1] in ".!?" else f"{told}."


def capital(sentence: str) -> str:
    """The sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def show_line(line: LogLine) -> None:
    """Print a line of the log."""
    if line.heading:
        click.secho(f"\n{line.text}", bold=True)
    else:
        say(line.text, indent=2, hang=2)


# -- the table and the question --------------------------------------------------------------------------------


def picture(match: Match, seat: str) -> list[str]:
    """The whole table in the words of the game, as the seat may see it."""
    return [gathered(addressed(line)) for line in match.game.words.picture(match.view(seat))]


def show_lines(lines: Sequence[str]) -> None:
    """Print lines of a picture."""
    for line in lines:
        indent = len(line) - len(line.lstrip())
        say(line.strip(), indent=indent + 2, hang=2)


def in_one_line(start: str, text: str) -> None:
    """Print as much of the text as fits into one line."""
    click.echo(start + textwrap.shorten(text, max(20, width() - len(start)), placeholder=" ..."))


def show_question(match: Match, seat: str, told: Callable[[Match, str], str]) -> None:
    """Print the question, the beginning of its rule, and the answers, each with its number and as it is `told`."""
    question = match.pending
    assert isinstance(question, Question)
    options = match.options(seat)
    click.echo()
    say(addressed(match.game.words.question(question)), bold=True)
    in_one_line(f"   [{question.rule}] ", match.game.rulebook(match.table)[question.rule].gist)
    broad = min(30, max(map(len, options)))
    for number, token in enumerate(options, 1):
        in_one_line(f"{number:4}  {token:{broad}}  ", told(match, token))


def patient(match: Match) -> bool:
    """Whether the match also asks questions that have only one answer."""
    return match.setup.options.get("ask") == "everything"


# -- what is typed ---------------------------------------------------------------------------------------------


def understood(match: Match, seat: str, typed: str, in_words: Callable[[Match, str], str]) -> str | None:
    """The token that the person means, whether it is offered now or not; None if the words make no token. `in_words`
    is how answers are shown."""
    options = match.options(seat)
    shown = [option for option in options if in_words(match, option).casefold() == typed.casefold()]
    return shown[0] if shown else typed_words.understood(match, seat, typed)
