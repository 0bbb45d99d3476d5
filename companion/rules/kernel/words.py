"""How a game puts its tokens, questions and events into words. Text is made here, when it is shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.kernel.board import Aim, PieceGroup
from companion.rules.kernel.by_hand import ByHand
from companion.rules.kernel.encyclopedia import KindEntry
from companion.rules.kernel.events import Event, Forced
from companion.rules.kernel.places import Place
from companion.rules.kernel.plain_board import plain_board
from companion.rules.kernel.sentences import Say, Several, capital, in_english, in_english_several
from companion.rules.kernel.steps import UNSEEN, Draw, Question
from companion.rules.kernel.tales import Ending, Feat

if TYPE_CHECKING:
    from companion.rules.kernel.board import Board
    from companion.rules.kernel.match import Match
    from companion.rules.kernel.views import View


class Words(ABC):
    """Puts a game into words in one language; `say` and `several` look up its templates."""

    def __init__(self, say: Say = in_english, several: Several = in_english_several) -> None:
        self.say = say
        self.several = several

    events: frozenset[str]
    """The names of the game's own events."""
    headings: frozenset[str] = frozenset()
    """Those of them that begin a new part of the story, such as a turn."""

    @abstractmethod
    def event(self, event: Event) -> str:
        """Return an event as a sentence; "" if another event tells it better."""

    @abstractmethod
    def token(self, token: str) -> str:
        """Return an answer in words."""

    def choice(self, question: Question, token: str) -> str:
        """Return an answer to this question in words: what it would do just now."""
        return self.token(token)

    def aims(self, question: Question, token: str, seat: str) -> tuple[Aim, ...]:
        """Return what this answer of a seat points at: the pieces that it speaks of, and the places. Faces light them
        up, and take a tap on them for the answer."""
        return ()

    def order(self, token: str) -> str:
        """Return what a button says that gives this answer once its piece was chosen, such as `Buy for {price}`; "" for
        the face's own words. A price is filled in where the piece has one."""
        return ""

    @abstractmethod
    def question(self, question: Question) -> str:
        """Return what is asked, in words."""

    @abstractmethod
    def picture(self, view: View) -> list[str]:
        """Return the table that a view shows, in a few lines of text."""

    def board(self, view: View) -> Board:
        """Return the table that a view shows, for any face. By default its zones and facts are shown as they are."""
        return plain_board(view)

    def feat(self, event: Event) -> Feat | None:
        """Return what this event was as a deed, if people tell of such deeds after the game."""
        return None

    def ending(self, facts: Mapping[str, object], seats: Sequence[str]) -> Ending:
        """Return how a game ended, by the facts that everybody knows (`Game.facts`)."""
        return Ending("", 0, ("",) * len(seats))

    def by_hand(self, view: View) -> ByHand:
        """Return what a judge may change by hand: by default pieces between all places, and no numbers."""
        return ByHand(tuple(view.places))

    def chip(self, kind: str) -> PieceGroup:
        """Return how a piece of this kind is drawn; `?` is one that nobody has identified."""
        return PieceGroup(kind, "" if kind == UNSEEN else kind)

    def draw(self, due: Draw) -> str:
        """Return what the world has to decide, in words."""
        return f"{due.count} out of {due.source}"

    def entry(self, entry: KindEntry) -> KindEntry:
        """Return an entry of the encyclopedia in this language. A game translates what is printed on the piece."""
        return replace(
            entry,
            name=self.say(entry.name),
            effect=self.text(entry.effect),
            reaction=self.text(entry.reaction),
            ongoing=self.text(entry.ongoing),
            rulings=tuple(replace(ruling, text=self.say(ruling.text)) for ruling in entry.rulings),
        )

    def heading(self, kind: str) -> str:
        """Return the heading for the entries of a kind in the encyclopedia."""
        return self.say(kind)

    def text(self, text: str) -> str:
        """Return a text in this language; it may be empty."""
        return self.say(text) if text else ""

    def pieces(self, kind: str, count: int = 1, *, known: bool = False) -> str:
        """Return a number of pieces of a kind as the object of a sentence; `?` are pieces that nobody has identified.
        With `known` it is clear which ones are meant."""
        return f"{'the ' if known else ''}{count} {'unseen' if kind == UNSEEN else kind}"

    def place(self, zone: str) -> str:
        """Return the name of a zone; `A.hidden` is the zones that only A sees, "" is an unknown place."""
        return zone or "nobody knows where"

    def label(self, place: Place) -> str:
        """Return what stands beside a place of the table, in front of its owner or in the middle."""
        return self.say(capital(place.label))

    def place_begun(self, zone: str) -> str:
        """Return the name of a zone for the beginning of a sentence."""
        return capital(self.place(zone))

    def whence(self, zone: str) -> str:
        """Return where something went from."""
        return f"from {self.place(zone)}"

    def whither(self, zone: str) -> str:
        """Return where something goes to."""
        return f"to {self.place(zone)}"

    def owed(self, kind: str, count: int, source: str, target: str) -> str:
        """Return a movement that somebody still has to make, as a request without a name."""
        return f"move {self.pieces(kind, count)} {self.whence(source)} {self.whither(target)}"


def tell(match: Match, events: tuple[Event, ...], audience: str, words: Words | None = None) -> list[str]:
    """Return what happened as this audience may know it, in the language of `words` or in English. Each event is a
    sentence; the same sentence is not repeated in a row."""
    words = words or match.game.words
    lines: list[str] = []
    for event in match.seen(events, audience):
        sentence = "" if isinstance(event, Forced) else words.event(event)
        if sentence and lines[-1:] != [sentence]:
            lines.append(sentence)
    return lines
