"""Beacons in words."""

from __future__ import annotations

from companion.rules import Event, Moved, Question, View, Words


class BeaconsWords(Words):
    """Short, but complete."""

    events = frozenset({"Shone", "Guessed"})

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
