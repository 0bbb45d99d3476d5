"""The sparring partner: plays Puzzle Strike sensibly, with every character and any bank.

How it thinks, in the order in which a stranger may read it: `worth` says in tables what chips and gem piles are worth;
`situation` is what its seat sees, in the words that it thinks in; `plan` finds the best way to spend the arrows;
`ratings` rates each option, by the verb of its token; `player` says the one with the highest rating.
"""

from companion.players.steady.player import SteadyPlayer

__all__ = ["SteadyPlayer"]
