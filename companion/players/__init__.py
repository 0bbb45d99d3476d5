"""Players for empty chairs and rehearsals: each sees one seat's view and its options, and nothing else."""

from companion.players.player import Look, Player, PlayerError, RandomPlayer, find_player
from companion.players.scripted import ScriptedPlayer
from companion.players.steady import SteadyPlayer
from companion.players.table import GameStalled, PlayedMatch, TableStep, drawn_characters, play_out, random_setup

__all__ = [
    "GameStalled",
    "Look",
    "PlayedMatch",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "ScriptedPlayer",
    "SteadyPlayer",
    "TableStep",
    "drawn_characters",
    "find_player",
    "play_out",
    "random_setup",
]
