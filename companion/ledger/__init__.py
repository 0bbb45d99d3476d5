"""The record of all games: append-only, provable, in one SQLite file. This room knows no game and imports no other
room."""

from companion.ledger.backup import Copied, backup, restore
from companion.ledger.chain import JUDGE, TABLE, Entry, Payload, canonical
from companion.ledger.checkpoint import Checkpoint, checkpoint_of, read_checkpoint
from companion.ledger.device import KeyTrouble, find_key, own_key, read_public
from companion.ledger.errors import Broken, InUse, LedgerError, NotJson
from companion.ledger.game import LedgerGame
from companion.ledger.kept import KeptProof, check_record, key_for, read_head, read_kept
from companion.ledger.ledger import USUAL_TABLE, GameRow, Ledger, table_in
from companion.ledger.links import Links, links_since
from companion.ledger.mending import Mended
from companion.ledger.signing import DeviceKey, Head, Signed, fingerprint, read_fingerprint
from companion.ledger.text import Recorded, RecordProblem, RecordProblems, check_chain, read_record, write_record

__all__ = [
    "JUDGE",
    "TABLE",
    "USUAL_TABLE",
    "Broken",
    "Checkpoint",
    "Copied",
    "DeviceKey",
    "Entry",
    "GameRow",
    "Head",
    "InUse",
    "KeptProof",
    "KeyTrouble",
    "Ledger",
    "LedgerError",
    "LedgerGame",
    "Links",
    "Mended",
    "NotJson",
    "Payload",
    "RecordProblem",
    "RecordProblems",
    "Recorded",
    "Signed",
    "backup",
    "canonical",
    "check_chain",
    "check_record",
    "checkpoint_of",
    "find_key",
    "fingerprint",
    "key_for",
    "links_since",
    "own_key",
    "read_checkpoint",
    "read_fingerprint",
    "read_head",
    "read_kept",
    "read_public",
    "read_record",
    "restore",
    "table_in",
    "write_record",
]
