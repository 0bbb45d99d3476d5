"""What somebody at the table may see of the game at a moment, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.faces.screen import Ask, Awaited, Cited, OpenRuling, Screen
from companion.faces.towers import tower_of
from companion.referee.outcome import Moment
from companion.rules import TABLE, Illegal, Match, Moved
from companion.rules.kernel.board import Stacks, Total, Track

MOST_TRIED: Final = 100
"""Of how many answers it is worked out which chips they would move."""


def moment_row(moment: Moment, screen: Callable[[str], Screen | None]) -> dict[str, Any]:
    """What everybody at the table may see, and what each seat sees on its own phone."""
    asked, match = moment.asked, moment.match
    shown = screen(TABLE)
    phones = {seat: screen(seat) for seat in moment.known}
    return {
        "game": moment.game,
        "point": moment.point,
        "over": moment.over or match.over,
        "match": match.snapshot(),
        "settled": moment.settled,
        "debts": [[*debt, count] for debt, count in moment.owed],
        "asked": [list(asked.seats), list(asked.options)] if asked else None,
        "rulings": [[ruling.number, ruling.seat] for ruling in moment.rulings],
        "says": says(shown) if shown else {},
        "phones": {seat: phone(own, moment.known[seat], seat) for seat, own in phones.items() if own},
        "hands": hands(moment),
    }


def hands(moment: Moment) -> dict[str, list[str]]:
    """The chips of each hand, by its place, as its owner's own phone names them."""
    found = {}
    for place in moment.match.game.places.values():
        if place.is_hand and (match := moment.known.get(place.owner)):
            found[place.name] = list(match.game.named(match.table, place.name))
    return found


def ways(match: Match, token: str, seat: str) -> list[list[str]]:
    """How chips would move if a seat gave this answer: each kind, from where and to where."""
    trial = match.copy()
    try:
        moved = [event for event in trial.answer(token, seat) if isinstance(event, Moved)]
    except Illegal:
        return []
    return [list(way) for way in dict.fromkeys((event.piece, event.source, event.target) for event in moved)]


def says(screen: Screen) -> dict[str, Any]:
    """What the display shows."""
    stacks = [stack for piece in pieces(screen) if isinstance(piece, Stacks) for stack in piece.stacks]
    return {
        "headline": screen.board.headline,
        "totals": totals(screen),
        "tracks": tracks(screen),
        "alarm": screen.board.alarm._asdict() if screen.board.alarm else None,
        "prices": {stack.chip.kind: stack.price for stack in stacks},
        "ruling": ruling_row(screen.rulings[0]) if screen.rulings else None,
        "ask": ask_row(screen.question) if screen.question else None,
        "todo": [due._asdict() for due in screen.todo],
        "last": list(reversed(screen.last)),
        "notes": list(screen.notes),
        "on_turn": [panel.key for panel in screen.board.seats if panel.active],
    }


def pieces(screen: Screen) -> list[object]:
    """Everything that lies in front of the seats and between them."""
    return [piece for panel in (*screen.board.seats, *screen.board.shared) for piece in panel.pieces]


def ruling_row(ruling: OpenRuling) -> dict[str, Any]:
    """A ruling, and what puts it right."""
    return {
        "number": ruling.number,
        "seat": ruling.seat,
        "words": ruling.words,
        "remedy": ruling.remedy,
        "rule": rule_words(ruling.rule),
        "moved": [[way.chip.kind, way.source, way.target, way.count] for way in ruling.moved],
    }


def ask_row(question: Ask | Awaited) -> dict[str, Any]:
    """A question."""
    return {"seats": list(question.seats), "words": question.words, "rule": rule_words(question.rule)}


def rule_words(rule: Cited | None) -> str:
    """A rule: its title, and what it says."""
    return f"{rule.section}. {rule.gist}" if rule else ""


def totals(screen: Screen) -> list[dict[str, Any]]:
    """The totals of the piles: what the rules make them, what has been counted, and the pieces as a tower."""
    found = []
    wrong = [way for ruling in screen.rulings for way in ruling.moved]
    for panel in screen.board.seats:
        total = next((piece for piece in panel.pieces if isinstance(piece, Total)), None)
        if total:
            built = tower_of(panel, screen.owed, wrong)
            blocks = [[one.chip.worth, one.chip.short, one.state] for one in built.blocks] if built else []
            row = {"seat": panel.key, "total": total.value, "limit": total.limit, "note": total.note}
            found.append(row | {"counted": built.counted if built else total.value, "blocks": blocks})
    return found


def tracks(screen: Screen) -> list[dict[str, Any]]:
    """What rises step by step."""
    return [
        {"steps": list(piece.steps), "at": piece.at, "note": piece.note}
        for piece in pieces(screen)
        if isinstance(piece, Track)
    ]


def phone(screen: Screen, match: Match, seat: str) -> dict[str, Any]:
    """What one seat may say; and of an answer that names chips, which chips it would move."""
    ask, own = screen.ask, screen.own
    choices = {choice.token: choice for choice in (*(own.may if own else ()), *(ask.choices if ask else ()))}
    words = ask.words if ask and ask.choices else ""
    return {
        "asks": words or (own.asks or own.waiting if own else ""),
        "choices": [
            {
                "token": token,
                "words": one.words,
                "ways": ways(match, token, seat) if one.aims and at < MOST_TRIED else [],
            }
            for at, (token, one) in enumerate(choices.items())
        ],
        "number": ask.number if ask else 0,
    }
