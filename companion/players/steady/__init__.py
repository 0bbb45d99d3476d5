"""The sparring partner: plays Puzzle Strike sensibly, with every character and any bank.

How it thinks, in a good order to read it: `worth` holds tables of what chips and gem piles are worth; `situation` is
what its seat sees, in the terms that it thinks in; `plan` finds the best way to spend the arrows; `ratings` rates each
option, by the verb of its token; `player` picks the one with the highest rating.
"""

from companion.players.steady.player import SteadyPlayer

__all__ = ["SteadyPlayer"]
