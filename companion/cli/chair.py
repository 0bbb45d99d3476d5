"""The chair of a person who plays in the terminal: what the person reads, and what typed answers mean.

Everything shown here comes from the view of that seat and from the events as it may see them, so nothing hidden leaks.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import click

from companion.cli.demo_words import WAYS
from companion.cli.paper import say, width
from companion.rules import TABLE, UNSEEN, Counted, Event, Forced, KindEntry, Match, Moved, Question
from companion.rules.kernel import typed as typed_words
from companion.rules.kernel.plain_board import whose
from companion.rules.puzzle_strike.names import chip_name, thing
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import GEM_VALUE, GEMS, Table
from companion.rules.puzzle_strike.words import COUNTED, EVENTS

YOU = "You"
"""The name of the person's seat. Sentences that contain it need other verb forms ("You has" becomes "You have")."""

TOLD = (*EVENTS.values(), COUNTED, "{seat} lays")
DOES = {"has", "is", "does"}.union(*(re.findall(r"\{seat\} (?:now )?([a-z]+s)\b", told) for told in TOLD))
DO = {"has": "have", "is": "are", "does": "do", "trashes": "trash"}
SAYS = re.compile(rf"(?<!\bto )\bYou (now )?({'|'.join(DOES)})\b")


def addressed(text: str) -> str:
    """Turn a sentence about a seat named You into one that speaks to the person who sits there.

    >>> addressed("You now has $2."), addressed("Two 1-gems land in You's pile."), addressed("It is You's turn.")
    ('You now have $2.', 'Two 1-gems land in your pile.', 'It is your turn.')
    >>> addressed("A 1-gem on the way to You is negated.")
    'A 1-gem on the way to you is negated.'
    >>> addressed("With a pile of 10 or more, You loses."), addressed("You trashes a wound.")
    ('With a pile of 10 or more, you lose.', 'You trash a wound.')
    """
    text = SAYS.sub(lambda said: f"You {said[1] or ''}{DO.get(said[2], said[2][:-1])}", text)
    text = re.sub(r"\bYou's\b", "Your", text)
    return re.sub(r"(?<=[^.\s] )You(r?)\b", r"you\1", text)


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
    cleaning_up: bool


class SeatTeller:
    """Tells one seat what happens, one paragraph for each step, and keeps it all for the log."""

    def __init__(self, match: Match, seat: str) -> None:
        self.words = match.game.words
        self.places = match.game.places
        self.seats = tuple(seat.name for seat in match.setup.seats)
        self.seat = seat
        self.log: list[LogLine] = []
        self.drawn: list[str] = []  # over several steps, if the bag is refilled during the draw
        self.laid: list[str] = []
        self.cleaning_up = False

    def mark(self) -> LogMark:
        """A mark of how far the story has been told."""
        return LogMark(len(self.log), self.cleaning_up)

    def go_back(self, mark: LogMark) -> None:
        """Forget what was told since the mark: it was taken back."""
        del self.log[mark.lines :]
        self.cleaning_up = mark.cleaning_up
        self.drawn.clear()

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
        """The sentence for one event; "" if another event says it better."""
        name = type(event).__name__
        if isinstance(event, Moved):
            return self.way(event)
        if isinstance(event, Counted):
            return self.number(event)
        if name == "PhaseBegan":
            self.cleaning_up = event[1] == "cleanup"
        elif name == "Drew" and event[0] == self.seat and self.drawn:
            chips = counted(sorted(map(chip_name, self.drawn)))
            self.drawn.clear()
            return f"{self.words.event(event)[:-1]}: {chips}."
        return "" if name == "TurnBegan" or isinstance(event, Forced) else self.words.event(event)

    def number(self, event: Counted) -> str:
        """The sentence for a number of a seat; "" if it is 0 now, or is the one black arrow at the start of a turn."""
        seat, number = whose(event.name, self.seats)
        told = self.words.event(event) if event.value else ""
        if self.laid:
            gems = (
                thing(kind) if few == 1 else f"{few} x {chip_name(kind)}" for kind, few in Counter(self.laid).items()
            )
            told = f"{seat} lays {' and '.join(gems)}. {told}"
            self.laid.clear()
        began = bool(self.log) and self.log[-1].heading
        return "" if began and (number, event.value) == ("black", 1) else told

    def way(self, event: Moved) -> str:
        """The sentence for a chip that moved; "" if another event tells it."""
        places = self.places
        seat, source, place = places.owner(event.source), places.label(event.source), places.label(event.target)
        if (source, place) == ("hand", "played") and event.piece in GEMS:
            self.laid.append(event.piece)
            return ""
        if place == "hand" and source in ("bag", "top"):
            if seat == self.seat:
                self.drawn.append(event.piece)
            return ""
        if event.source in ("bank", "box") and event.piece in GEMS:
            return ""  # antes, landing gems and combinations have sentences of their own
        told = f"{self.words.event(event)}."
        if (source, place) == ("hand", "bag"):  # an exchange, not a draw
            came = self.drawn.pop() if seat == self.seat and self.drawn else UNSEEN
            return f"{capital(self.words.event(Moved(came, 1, event.target, event.source)))}. {capital(told)}"
        if (source, place) not in WAYS or (self.cleaning_up and place == "discard" and source in ("hand", "played")):
            return ""
        return capital(told)


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


def seats_in(lines: list[str]) -> list[tuple[str, str]]:
    """For each seat, the two lines of a picture about it: its pile and numbers, and the chips in front of it."""
    return [(lines[at], lines[at + 1]) for at in range(1, len(lines) - 2, 2)]


def changes(now: list[tuple[str, str]], before: list[tuple[str, str]]) -> list[str]:
    """The lines of the seats that have changed; of the places in front of them, only those that have changed."""
    lines = []
    for seat, known in zip(now, before, strict=True):
        if seat != known:
            places = [place for place in seat[1].strip().split("; ") if place not in known[1].strip().split("; ")]
            lines += [seat[0], *([f"   {'; '.join(places)}"] if places else [])]
    return lines


def show_lines(lines: Sequence[str]) -> None:
    """Print lines of a picture."""
    for line in lines:
        indent = len(line) - len(line.lstrip())
        say(line.strip(), indent=indent + 2, hang=2)


def show_bank(match: Match) -> None:
    """Print the stacks of the bank, cheapest first: price, how many are left, and what the chip does."""
    bank = match.view(TABLE).zones["bank"]
    assert isinstance(bank, Mapping)
    assert isinstance(match.table, Table)
    prices = {kind: Play(match.table, []).price(kind) for kind in bank}
    for kind in sorted(bank, key=prices.__getitem__):
        entry = match.game.encyclopedia()[kind]
        traps = match.table.traps.get(kind, 0)
        tokens = f" ({traps} trap tokens)" if traps else ""
        start = f"  ${prices[kind]:<4}{bank[kind]:2} x {entry.name:18}"
        banner = f"{entry.face['banner']}; " if "banner" in entry.face else ""
        in_one_line(start, tokens + banner + does(entry))


def does(entry: KindEntry) -> str:
    """What a chip does."""
    return f"worth ${GEM_VALUE[entry.key]} when laid" if entry.key in GEMS else f"{entry.effect} {entry.ongoing}"


def in_one_line(start: str, text: str) -> None:
    """Print as much of the text as fits into one line."""
    click.echo(start + textwrap.shorten(text, max(20, width() - len(start)), placeholder=" ..."))


ENDS = {"action": "end the action phase", "buy": "end the buy phase", "keep": "keep no more"}
"""What `done` means, for each kind of question."""


def show_question(match: Match, seat: str) -> None:
    """Print the question, the beginning of its rule, and the answers, each with its number."""
    question = match.pending
    assert isinstance(question, Question)
    options = match.options(seat)
    click.echo()
    say(addressed(match.game.words.question(question)), bold=True)
    in_one_line(f"   [{question.rule}] ", match.game.rulebook(match.table)[question.rule].gist)
    broad = min(30, max(map(len, options)))
    for number, token in enumerate(options, 1):
        in_one_line(f"{number:4}  {token:{broad}}  ", told_option(match, token))


def in_words(match: Match, token: str) -> str:
    """An answer in words; for `done`, what it ends."""
    question = match.pending
    assert isinstance(question, Question)
    ends = ENDS.get(question.what, "") if token == "done" else ""
    return ends or addressed(match.game.words.token(token))


def told_option(match: Match, token: str) -> str:
    """An answer in words, with the effect of a chip that is chosen for it, and the price of a chip that is bought."""
    verb, _, rest = token.partition(":")
    kind = rest.partition("@")[0]
    entry = match.game.encyclopedia().get(kind)
    if verb == "buy" and entry:
        assert isinstance(match.table, Table)
        price = f"${Play(match.table, []).price(kind)}"
        return f"{price} {entry.name}: {does(entry)}"
    if verb == "react" and entry:
        return entry.reaction
    if verb == "play" and entry and kind not in GEMS:
        return does(entry)
    cost = f" ({entry.face['cost']})" if verb in ("gain", "take") and entry and "cost" in entry.face else ""
    return in_words(match, token) + cost


def patient(match: Match) -> bool:
    """Whether the match also asks questions that have only one answer."""
    return match.setup.options.get("ask") == "everything"


# -- what is typed ---------------------------------------------------------------------------------------------


def understood(match: Match, seat: str, typed: str) -> str | None:
    """The token that the person means, whether it is offered now or not; None if the words make no token."""
    options = match.options(seat)
    shown = [option for option in options if in_words(match, option).casefold() == typed.casefold()]
    return shown[0] if shown else typed_words.understood(match, seat, typed)
