"""How the terminal tells Puzzle Strike: prices and effects beside the answers, and one sentence for each deed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.cli import chair
from companion.cli.chair import LogMark, SeatTeller, addressed, capital, counted, in_one_line
from companion.cli.demo_words import WAYS
from companion.cli.telling import Block, GameTelling
from companion.rules import TABLE, UNSEEN, Counted, Event, Forced, KindEntry, Match, Moved, Question
from companion.rules.kernel.plain_board import whose
from companion.rules.puzzle_strike.names import chip_name, thing
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEM_VALUE, GEMS, Table
from companion.rules.puzzle_strike.ways.known import rules_of

ENDS = {"action": "end the action phase", "buy": "end the buy phase", "keep": "keep no more"}
"""What `done` means, for each kind of question."""


class PuzzleStrikeTelling(GameTelling):
    """Puzzle Strike."""

    goal = "object"
    opponent = "steady"
    adviser = "steady"

    def named(self, match: Match, seat: str) -> str:
        character = LIBRARY.characters.get(str(match.view(seat).facts[f"{seat}.character"]))
        return f"{seat} ({character})" if character else seat

    def teller(self, match: Match, seat: str) -> SeatTeller:
        return ChipTeller(match, seat)

    def table(self, match: Match, seat: str) -> list[str]:
        return chair.picture(match, seat)[:-1]

    def rest(self, match: Match, seat: str) -> list[str]:
        return chair.picture(match, seat)[-1:]

    def blocks(self, match: Match, seat: str) -> list[Block]:
        return seats_in(chair.picture(match, seat))

    def changes(self, now: Sequence[Block], before: Sequence[Block]) -> list[str]:
        return changes(now, before)

    def new_turn(self, match: Match, seat: str) -> object:
        facts = match.view(seat).facts
        return facts["turns"] if facts["turn"] == seat else None

    def show_bank(self, match: Match, seat: str) -> None:
        show_bank(match)

    def option(self, match: Match, token: str) -> str:
        return told_option(match, token)

    def in_words(self, match: Match, token: str) -> str:
        return in_words(match, token)

    def ending(self, match: Match, seat: str) -> str:
        facts = match.view(seat).facts
        winner = str(facts["winner"])
        won = addressed(f"{winner} wins in turn {facts['turns']}")
        losers = [name for name in match.setup.seats if name.name != winner]
        if len(losers) > 1:
            ended = match.game.words.ending(facts, tuple(name.name for name in match.setup.seats))
            return f"Turn {facts['turns']}: {addressed(ended.words)}"
        (loser,) = (one.name for one in losers)
        whose_pile = "your" if loser == chair.YOU else f"{loser}'s"
        return f"{won}: {whose_pile} pile is {facts[f'{loser}.total']} at the end of the turn, which is too much."


class ChipTeller(SeatTeller):
    """Tells one seat what happens to its chips."""

    def __init__(self, match: Match, seat: str) -> None:
        super().__init__(match, seat)
        self.drawn: list[str] = []  # over several steps, if the bag is refilled during the draw
        self.laid: list[str] = []
        self.cleaning_up = False

    def mark(self) -> LogMark:
        return LogMark(len(self.log), self.cleaning_up)

    def go_back(self, mark: LogMark) -> None:
        super().go_back(mark)
        self.cleaning_up = mark.cleaning_up
        self.drawn.clear()

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


def seats_in(lines: Sequence[str]) -> list[Block]:
    """For each seat, the two lines of a picture about it: its pile and numbers, and the chips in front of it."""
    return [(lines[at], lines[at + 1]) for at in range(1, len(lines) - 2, 2)]


def changes(now: Sequence[Block], before: Sequence[Block]) -> list[str]:
    """The lines of the seats that have changed; of the places in front of them, only those that have changed."""
    lines = []
    for seat, known in zip(now, before, strict=True):
        if seat != known:
            places = [place for place in seat[1].strip().split("; ") if place not in known[1].strip().split("; ")]
            lines += [seat[0], *([f"   {'; '.join(places)}"] if places else [])]
    return lines


def show_bank(match: Match) -> None:
    """Print the stacks of the bank, cheapest first: price, how many are left, and what the chip does."""
    bank = match.view(TABLE).zones["bank"]
    assert isinstance(bank, Mapping)
    assert isinstance(match.table, Table)
    prices = {kind: Play(rules_of(match.table), match.table, []).price(kind) for kind in bank}
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
        price = f"${Play(rules_of(match.table), match.table, []).price(kind)}"
        return f"{price} {entry.name}: {does(entry)}"
    if verb == "react" and entry:
        return entry.reaction
    if verb == "play" and entry and kind not in GEMS:
        return does(entry)
    cost = f" ({entry.face['cost']})" if verb in ("gain", "take") and entry and "cost" in entry.face else ""
    return in_words(match, token) + cost
