"""Habits of the mouth: when people answer on their phones, and what."""

from __future__ import annotations

from companion.rehearsal.games.companion import Asked
from companion.rehearsal.games.habits.habit import Habit, Person
from companion.rehearsal.games.line import LineItem


class AnswersLate(Habit):
    """Plays on and answers fifteen to forty seconds later, every other question."""

    family, half, often = "answer", "fitting", 0.5

    def lateness(self, by: Person) -> float:
        """Answer late."""
        if not by.does(self):
            return 0.0
        by.did(self)
        return by.seconds(15.0, 40.0)


class MissesQuestions(Habit):
    """Does not notice a question for one to two minutes, one in four."""

    family, half, often = "answer", "judging", 0.25

    def lateness(self, by: Person) -> float:
        """Answer very late."""
        if not by.does(self):
            return 0.0
        by.did(self)
        return by.seconds(60.0, 120.0)


class AnswersWrongly(Habit):
    """Answers something else and takes it back after three to eight seconds, one question in three."""

    family, half, often = "answer", "judging", 0.33

    def slip(self, by: Person, asked: Asked, true: LineItem) -> str:
        """Return another option."""
        others = [option for option in asked.options if option != true.said]
        return by.chance.choice(others) if others and by.does(self) else ""


class SpeaksUnasked(Habit):
    """Gives an answer on the phone as soon as it is decided, before the chips move, one decision in twelve."""

    family, half, often = "answer", "fitting", 0.08

    def speaks(self, by: Person, item: LineItem) -> float:
        """Speak ahead."""
        return by.seconds(0.1, 0.6) if by.does(self) else float("inf")


class SaysWhatEverybodySaw(Habit):
    """Confirms on the phone what the table has shown, five to ten seconds later, one decision in twelve."""

    family, half, often = "answer", "judging", 0.08

    def speaks(self, by: Person, item: LineItem) -> float:
        """Speak late."""
        return by.seconds(5.0, 10.0) if by.does(self) else float("inf")


class AnswersTwice(Habit):
    """Presses twice: the same answer comes again within two seconds, every other question."""

    family, half, often = "answer", "fitting", 0.5

    def repeats(self, by: Person) -> float:
        """Press again."""
        return by.seconds(0.3, 2.0) if by.does(self) else float("inf")


HABITS = (
    AnswersLate,
    MissesQuestions,
    AnswersWrongly,
    SpeaksUnasked,
    SaysWhatEverybodySaw,
    AnswersTwice,
)
