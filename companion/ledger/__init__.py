"""The record of all games: append-only, proven, in one SQLite file. It knows no game, and nobody else of ours."""

from companion.ledger.backup import Copied, backup, restore
from companion.ledger.chain import JUDGE, TABLE, Entry, Payload, canonical
from companion.ledger.errors import Broken, InUse, LedgerError, NotJson
from companion.ledger.game import Game
from companion.ledger.ledger import GameRow, Ledger
from companion.ledger.text import Problem, Problems, Recorded, check_chain, read_record, write_record

__all__ = [
    "JUDGE",
    "TABLE",
    "Broken",
    "Copied",
    "Entry",
    "Game",
    "GameRow",
    "InUse",
    "Ledger",
    "LedgerError",
    "NotJson",
    "Payload",
    "Problem",
    "Problems",
    "Recorded",
    "backup",
    "canonical",
    "check_chain",
    "read_record",
    "restore",
    "write_record",
]
