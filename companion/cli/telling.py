"""How the terminal tells a game: what every game says of itself is enough, and some games are told better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from companion.cli import chair
from companion.cli.chair import SeatTeller
from companion.rules import Match

Block: TypeAlias = tuple[str, ...]
"""Some lines that belong together."""


class GameTelling:
    """Any game, in the words that it has for itself."""

    goal = ""
    """The rule that says what a match is about; "" for the one by which it ends."""
    opponent = "random"
    """The computer player who plays it best."""
    adviser = ""
    """The computer player whose answers are hints; "" where none is good enough."""

    def named(self, match: Match, seat: str) -> str:
        """The name of a seat, and whom it plays."""
        return seat

    def teller(self, match: Match, seat: str) -> SeatTeller:
        """Who tells a seat what happens."""
        return SeatTeller(match, seat)

    def table(self, match: Match, seat: str) -> list[str]:
        """The lines of the table, as a seat may see it, without what is seldom wanted."""
        return chair.picture(match, seat)

    def blocks(self, match: Match, seat: str) -> list[Block]:
        """The same in blocks, such as one for each seat, which are shown again when they change."""
        return [(line,) for line in self.table(match, seat)]

    def rest(self, match: Match, seat: str) -> list[str]:
        """The lines that are shown once, at the beginning."""
        return []

    def changes(self, now: Sequence[Block], before: Sequence[Block]) -> list[str]:
        """The lines that are not as they were."""
        return [line for block in now if block not in before for line in block]

    def new_turn(self, match: Match, seat: str) -> object:
        """What differs from turn to turn where the whole table is to be shown; None where it is not."""
        return None

    def show_bank(self, match: Match, seat: str) -> None:
        """Print what can be bought; by default the whole table."""
        chair.show_lines(chair.picture(match, seat))

    def option(self, match: Match, token: str) -> str:
        """An answer among those that are offered."""
        return self.in_words(match, token)

    def in_words(self, match: Match, token: str) -> str:
        """An answer in words."""
        return chair.addressed(match.game.words.token(token))

    def ending(self, match: Match, seat: str) -> str:
        """Who has won."""
        winner = str(match.view(seat).facts.get("winner", ""))
        return chair.addressed(f"{winner} wins.") if winner else "The game is over."
