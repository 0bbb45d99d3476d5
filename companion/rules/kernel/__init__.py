"""The contract that every game keeps, and the match that drives it."""

from companion.rules.kernel.card_book import CardBook
from companion.rules.kernel.card_steps import Vocabulary
from companion.rules.kernel.encyclopedia import KindEntry, KindRuling
from companion.rules.kernel.events import Changed, Corrected, Counted, Event, Forced, Learnt, Moved
from companion.rules.kernel.game import Attempt, Game, Zone, find_game, games, register
from companion.rules.kernel.match import Match, new_match, restore
from companion.rules.kernel.places import Place, Places, Who
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.record import Record, Said
from companion.rules.kernel.refusals import Illegal, SetupError, SnapshotError
from companion.rules.kernel.rulebook import Rule, Rulebook
from companion.rules.kernel.steps import (
    AGAIN,
    JUDGE,
    TABLE,
    UNSEEN,
    Draw,
    Question,
    SeatAnswer,
    SeatSetup,
    Setup,
    Steps,
)
from companion.rules.kernel.unseen import Common, Holder
from companion.rules.kernel.views import View
from companion.rules.kernel.words import Words, tell

__all__ = [
    "AGAIN",
    "JUDGE",
    "TABLE",
    "UNSEEN",
    "Attempt",
    "CardBook",
    "Changed",
    "Common",
    "Corrected",
    "Counted",
    "Draw",
    "Event",
    "Forced",
    "Game",
    "Holder",
    "Illegal",
    "KindEntry",
    "KindRuling",
    "Learnt",
    "Match",
    "Moved",
    "Place",
    "Places",
    "Plain",
    "Question",
    "Record",
    "Rule",
    "Rulebook",
    "Said",
    "SeatAnswer",
    "SeatSetup",
    "Setup",
    "SetupError",
    "SnapshotError",
    "Steps",
    "View",
    "Vocabulary",
    "Who",
    "Words",
    "Zone",
    "find_game",
    "games",
    "new_match",
    "register",
    "restore",
    "tell",
]
