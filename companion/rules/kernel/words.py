"""How a game speaks: text is made here, when it is shown, and nowhere else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.kernel.encyclopedia import Entry
from companion.rules.kernel.events import Event, Forced
from companion.rules.kernel.plain_board import plain_board
from companion.rules.kernel.sentences import Say, Several, in_english, in_english_several
from companion.rules.kernel.steps import UNSEEN, Draw, Question

if TYPE_CHECKING:
    from companion.rules.kernel.board import Board
    from companion.rules.kernel.match import Match
    from companion.rules.kernel.views import View


class Words(ABC):
    """One game in words, in a language: `say` and `several` look its templates up."""

    def __init__(self, say: Say = in_english, several: Several = in_english_several) -> None:
        self.say = say
        self.several = several

    events: frozenset[str]
    """The names of the game's own events."""

    @abstractmethod
    def event(self, event: Event) -> str:
        """What happened, in a sentence; "" for what another event tells better."""

    @abstractmethod
    def token(self, token: str) -> str:
        """An answer, in words."""

    def choice(self, question: Question, token: str) -> str:
        """An answer to this question, in words: what it does just now."""
        return self.token(token)

    @abstractmethod
    def question(self, question: Question) -> str:
        """What is asked, in words."""

    @abstractmethod
    def picture(self, view: View) -> list[str]:
        """The table as a view shows it, in a few lines."""

    def board(self, view: View) -> Board:
        """The table as a view shows it, for any face. A game that says nothing else has its zones and facts shown."""
        return plain_board(view)

    def draw(self, due: Draw) -> str:
        """What the world is to decide, in words."""
        return f"{due.count} out of {due.source}"

    def entry(self, entry: Entry) -> Entry:
        """What is known about a kind of piece, in this language; a game says what is printed on it."""
        return replace(
            entry,
            name=self.say(entry.name),
            effect=self.text(entry.effect),
            reaction=self.text(entry.reaction),
            ongoing=self.text(entry.ongoing),
            rulings=tuple(replace(ruling, text=self.say(ruling.text)) for ruling in entry.rulings),
        )

    def heading(self, kind: str) -> str:
        """Under what the entries of a kind stand in the encyclopedia."""
        return self.say(kind)

    def text(self, text: str) -> str:
        """A text that may be empty."""
        return self.say(text) if text else ""

    def pieces(self, kind: str, count: int = 1, *, known: bool = False) -> str:
        """So many pieces of a kind, as the object of a sentence; `?` is one that nobody has identified. `known`: it
        is clear which ones are meant."""
        return f"{'the ' if known else ''}{count} {'unseen' if kind == UNSEEN else kind}"

    def place(self, zone: str) -> str:
        """Where something lies; `A.hidden` is what A alone sees, "" is nobody knows where."""
        return zone or "nobody knows where"

    def whence(self, zone: str) -> str:
        """From where something went."""
        return f"from {self.place(zone)}"

    def whither(self, zone: str) -> str:
        """To where something goes."""
        return f"to {self.place(zone)}"

    def owed(self, kind: str, count: int, source: str, target: str) -> str:
        """What hands have still to do, as a request without the name of who does it."""
        return f"move {self.pieces(kind, count)} {self.whence(source)} {self.whither(target)}"


def tell(match: Match, events: tuple[Event, ...], audience: str, words: Words | None = None) -> list[str]:
    """What happened, as this audience may know it: a sentence each, the same sentence only once in a row. In the
    language of `words`, or in English."""
    words = words or match.game.words
    lines: list[str] = []
    for event in match.seen(events, audience):
        sentence = "" if isinstance(event, Forced) else words.event(event)
        if sentence and lines[-1:] != [sentence]:
            lines.append(sentence)
    return lines
