"""Tells a whole recorded game: its moves by turns, its totals, its mistakes, what the readers saw of each move.

The moves come from the rules alone. The mistakes and what was seen need the whole record, so that they are told once a
game is over: its record is played again as the table was, readers and all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.arbiter.news import Righted, Ruling
from companion.arbiter.sayings import in_words
from companion.faces.languages import Language
from companion.faces.screen_words import said, words_of
from companion.faces.told_game import GameLine, Height, SeenChip, ToldGame, ToldMistake, ToldMove, ToldSeat, ToldTurn
from companion.ledger import GameRow, Ledger, LedgerError, Recorded
from companion.referee.acting import Strayed, take_again
from companion.referee.entries import input_in
from companion.referee.header import Beginning
from companion.referee.inputs import Seen
from companion.referee.verifying import VerifiedStep
from companion.rules import UNSEEN, Learnt, Moved, Setup, SetupError, Words, find_game
from companion.rules.kernel.board import Board, PieceGroup, Total
from companion.rules.kernel.tales import Feat
from companion.table.changes import Appeared, Lifted, Tapped

MOST_SEEN: Final = 30
"""How many sightings are shown beside a move, the newest."""


@dataclass
class TellingOfMoves:
    """What is told so far."""

    audience: str
    language: Language
    turns: list[ToldTurn] = field(default_factory=list)
    heights: list[list[Height]] = field(default_factory=list)
    alarms: list[tuple[int, str]] = field(default_factory=list)
    feat: Feat | None = None
    board: Board | None = None
    last: int = 0
    seconds: float = 0.0

    def take(self, step: VerifiedStep, board: Board) -> None:
        """Take in an entry, and the table after it; what it changed is told."""
        self.last, self.seconds = step.number, step.at or self.seconds
        if self.board is not None and not step.said:
            return
        match, self.board = step.match, board
        words = words_of(match, self.language)
        seen = match.seen(step.events, self.audience)
        for event in seen:
            feat = words.feat(event)
            if feat and (self.feat is None or feat.size > self.feat.size):
                self.feat = feat
        self._measure(step.number)
        told = tuple(event for event in step.events if not isinstance(event, Learnt))  # no move
        titles = {words.event(event) for event in seen if type(event).__name__ in words.headings}
        chips = tuple(chips_in(seen, words))
        for sentence in said(told, match, self.audience, words):
            if sentence in titles or not self.turns:
                self._turn(sentence if sentence in titles else "", step.number)
            if sentence not in titles:
                self._tell(step.number, sentence, named_in(sentence, chips))

    def _turn(self, title: str, at: int) -> None:
        """Begin a turn."""
        assert self.board is not None
        seat = next((number for number, panel in enumerate(self.board.seats) if panel.active), -1)
        self.turns.append(ToldTurn(title, at, seat if title else -1, ()))

    def _tell(self, at: int, sentence: str, chip: PieceGroup | None) -> None:
        """Tell a move; what else the same entry brought stands behind it."""
        turn = self.turns[-1]
        moves, newest = turn.moves[:-1], turn.moves[-1] if turn.moves else None
        if newest and newest.at == at:
            moved = newest._replace(more=f"{newest.more} {sentence}".strip())
        else:
            moves, moved = turn.moves, ToldMove(at, sentence, chip=chip)
        self.turns[-1] = turn._replace(moves=(*moves, moved))

    def _measure(self, at: int) -> None:
        """Note totals and alarm where they are other than before."""
        assert self.board is not None
        totals = [total_of(panel.pieces) for panel in self.board.seats]
        self.heights = self.heights or [[] for _ in totals]
        for line, total in zip(self.heights, totals, strict=True):
            if total and (not line or line[-1].value != total.value):
                line.append(Height(at, total.value))
        alarm = self.board.alarm.words if self.board.alarm else ""
        if alarm != (self.alarms[-1][1] if self.alarms else ""):
            self.alarms.append((at, alarm))

    def told(self, number: int, mistakes: tuple[ToldMistake, ...]) -> ToldGame:
        """Return the whole."""
        assert self.board is not None
        board = self.board
        seats = tuple(
            ToldSeat(panel.title, panel.subtitle, board.over and not panel.out, total_of(panel.pieces))
            for panel in board.seats
        )
        return ToldGame(
            number,
            board.headline,
            board.over,
            seats,
            tuple(with_mistakes(self.turns, mistakes)),
            tuple(map(tuple, self.heights)),
            tuple(self.alarms),
            mistakes,
            self.feat,
            self.last,
            self.seconds,
        )


def total_of(pieces: Iterable[object]) -> Total | None:
    """Return the number that matters most in a panel."""
    return next((piece for piece in pieces if isinstance(piece, Total) and piece.limit), None)


def chips_in(events: Iterable[object], words: Words) -> Iterator[PieceGroup]:
    """Yield the chips that moved, for the sentences that tell of it."""
    for event in events:
        if isinstance(event, Moved) and event.piece != UNSEEN:
            yield words.chip(event.piece)


def named_in(sentence: str, chips: tuple[PieceGroup, ...]) -> PieceGroup | None:
    """The chip that a sentence names; where all that moved is of one kind, that one."""
    named = next((chip for chip in chips if chip.name and chip.name.casefold() in sentence.casefold()), None)
    return named or (chips[0] if len({chip.kind for chip in chips}) == 1 else None)


def with_mistakes(turns: Iterable[ToldTurn], mistakes: Iterable[ToldMistake]) -> Iterator[ToldTurn]:
    """Yield the turns with their mistakes where they were noticed."""
    left = sorted(mistakes)
    found = list(turns)
    for at, turn in enumerate(found):
        ends = found[at + 1].at if at + 1 < len(found) else None
        here = [one for one in left if ends is None or one.at < ends]
        left = [one for one in left if one not in here]
        told = [*turn.moves, *(ToldMove(one.at, one.words, mistake=True) for one in here)]
        yield turn._replace(moves=tuple(sorted(told, key=lambda move: (move.at, not move.mistake))))


# -- as the table was ------------------------------------------------------------------------------------------------


def mistakes_in(recorded: Recorded, language: Language) -> tuple[ToldMistake, ...]:
    """The rulings of a game, which are in no entry: they follow from what was seen. Nothing if this program does not
    follow the record any more."""
    if not recorded.complete:
        return ()
    found: dict[int, ToldMistake] = {}
    try:
        arbiter = Beginning.read(recorded.entries[0].payload).arbiter()
        words = words_of(arbiter.match, language)
        arbiter.take_news()
        for entry in recorded.entries[1:]:
            news = take_again(arbiter, entry.number, entry.payload)
            if isinstance(news, Strayed):
                return ()
            for new in news:
                if isinstance(new, Ruling):
                    found[new.number] = ToldMistake(entry.number, new.seat, in_words(words, new)[0], "")
                elif isinstance(new, Righted) and new.number in found:
                    found[new.number] = found[new.number]._replace(settled=new.how)
    except (LedgerError, ValueError):
        return ()
    return tuple(one for one in found.values() if one.settled != "withdrawn")


def seen_between(recorded: Recorded, after: int, to: int, words: Words) -> tuple[SeenChip, ...]:
    """What the readers saw from one entry to another, if the record says which tag is which chip."""
    if not recorded.complete:
        return ()
    try:
        beginning = Beginning.read(recorded.entries[0].payload)
    except LedgerError:
        return ()
    places: Mapping[str, str] = {spot.reader: spot.zone for spot in beginning.layout.spots()}
    found = []
    for entry in recorded.entries[after + 1 : to + 1]:
        one = input_in(entry.payload)
        if not isinstance(one, Seen) or not isinstance(one.change, Appeared | Lifted | Tapped):
            continue
        change = one.change
        kind, place = beginning.kinds.get(change.uid, UNSEEN), places.get(change.reader, "")
        where = words.whence(place) if isinstance(change, Lifted) else words.whither(place)
        found.append(SeenChip(change.at, words.chip(kind), where))
    return tuple(sorted(found, key=lambda one: one.seconds)[-MOST_SEEN:])


def game_line(ledger: Ledger, row: GameRow, language: Language) -> GameLine:
    """A game as a list of games tells it: by its first entry and its last."""
    game = ledger.game(row.number)
    plain = GameLine(row.number, row.title, row.started, row.over)
    try:
        known = find_game(str(game.header.get("game", "")))
        seats = [seat.name for seat in Setup.from_json(game.header["setup"]).seats]
    except (SetupError, KeyError, TypeError, ValueError):  # of a game that is not installed here
        return plain
    last = next(iter(game.entries(since=row.entries - 1)), None)
    facts = last.payload.get("result") if last else None
    if not row.over or not isinstance(facts, Mapping):
        return plain._replace(seats=tuple((seat, "") for seat in seats))
    words = type(known.words)(language.say, language.several)
    ending = words.ending(facts, seats)
    at = last.at if last and last.at else 0.0
    roles = tuple(zip(seats, ending.roles, strict=False))
    return plain._replace(seats=roles, result=ending.words, turns=ending.turns, seconds=at)
