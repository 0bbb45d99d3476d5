"""Why a token is refused."""

from __future__ import annotations

from companion.rules.kernel import Illegal, Question
from companion.rules.puzzle_strike.table import Table


def why_not(table: Table, question: Question, token: str, seat: str) -> Illegal:
    """The reason in a sentence for the table, and the rule."""
    return Illegal(token, "Not offered.", question.rule)
