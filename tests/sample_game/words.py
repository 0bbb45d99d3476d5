"""Beacons in words."""

from __future__ import annotations

from companion.rules import Event, Moved, Place, Question, View, Words
from companion.rules.kernel.board import Aim, Board, Grid, Heap, Number, Panel, Piece, PieceGroup, Row, Token
from companion.rules.kernel.places import at
from companion.rules.kernel.plain_board import heap
from companion.rules.kernel.sentences import capital
from tests.sample_game.table import GRID, TEAMS

SHORT = {"lamp": "L", "fog": "F", "oil": "O", "shutter": "S", "boat": "B"}
PLACES = {"hand": "Hand", "bag": "Bag", "spent": "Spent"}


class BeaconsWords(Words):
    """Short, but complete."""

    events = frozenset({"Shone", "Guessed", "TurnedUp"})

    def event(self, event: Event) -> str:
        if isinstance(event, Moved):
            return f"{event.piece}: {event.source} -> {event.target}"
        return f"{type(event).__name__}: {', '.join(str(value) for value in event)}"

    def token(self, token: str) -> str:
        return token.replace(":", " ")

    def question(self, question: Question) -> str:
        return f"{' or '.join(question.options)}: {question.what}?"

    def picture(self, view: View) -> list[str]:
        return [f"{name}: {content}" for name, content in view.zones.items()]

    def label(self, place: Place) -> str:
        return self.say(PLACES.get(place.label) or ("Bay" if place.name == "grid" else capital(place.label)))

    def aims(self, question: Question, token: str, seat: str) -> tuple[Aim, ...]:
        verb, _, kind = token.partition(":")
        if verb == "lay":
            return (Aim("pier"),)
        return (Aim(f"{seat}.hand", kind),) if verb in ("play", "react") else ()

    def chip(self, kind: str) -> PieceGroup:
        return chip(kind)

    def board(self, view: View) -> Board:
        seats = tuple(self._seat(view, number, seat) for number, seat in enumerate(view.seats))
        lights = tuple(Number(self.say(team), str(view.facts[f"{team}.light"]), "gold") for team in TEAMS)
        pier = Row(self.say("Pier"), tuple(chip(colour, colour) for colour in pieces(view, "pier")), place="pier")
        cells = tuple(tuple(map(chip, pieces_at(view, "grid", str(cell)))) for cell in range(GRID * GRID))
        addresses = tuple(at("grid", str(cell)) for cell in range(GRID * GRID))
        shared = (
            Panel("light", self.say("Light"), lights),
            Panel("pier", self.say("Pier"), (pier,)),
            Panel("grid", self.say("Bay"), (Grid(self.say("Bay"), GRID, cells, addresses),)),
        )
        winner = str(view.facts["winner"])
        headline = f"{winner} wins" if winner else f"turn {view.facts['turn']}"
        return Board(headline, seats, shared, over=bool(winner))

    def _seat(self, view: View, number: int, seat: str) -> Panel:
        found: list[Piece] = [Token(self.say("holds the crown"))] if pieces(view, f"{seat}.crown") else []
        for place, label in PLACES.items():
            zone = f"{seat}.{place}"
            content = view.zones[zone]
            if isinstance(content, int):
                found.append(Heap(self.say(label), hidden=content, place=zone, hand=place == "hand"))
            else:
                found.append(
                    heap(self.say(label), content, chip, main=place == "hand")._replace(
                        place=zone, hand=place == "hand"
                    )
                )
        return Panel(seat, seat, tuple(found), TEAMS[number % 2], seat in view.waiting_for)


def chip(kind: str, tone: str = "grey") -> PieceGroup:
    return PieceGroup(kind, kind, short=SHORT.get(kind, kind[:1].upper()), tone=tone)


def pieces(view: View, zone: str) -> tuple[str, ...]:
    content = view.zones[zone]
    assert isinstance(content, tuple)
    return content


def pieces_at(view: View, zone: str, address: str) -> tuple[str, ...]:
    return tuple(kind for kind, at in zip(pieces(view, zone), view.at.get(zone, ()), strict=True) if at == address)
