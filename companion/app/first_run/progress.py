"""How far the first run has come: plain values, saved in the data folder after each step."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from companion.app.first_run.kits import game_of, kits_of, seats_of
from companion.rules import SetupError

LARGEST: Final = 256 * 1024
"""The most bytes that a file of ours has."""
SERVES: Final = ("station", "reader", "none")
"""What can serve as a spot in the middle of the table."""
MOST_SEATS: Final = 8


@dataclass(frozen=True, slots=True)
class FoundPad:
    """A pad that answered."""

    port: str
    number: int
    """Its number now; 0 if it has none yet."""
    readers: int
    dead: tuple[int, ...] = ()
    """The readers that do not answer."""


@dataclass(frozen=True)
class Progress:
    """Everything that was found and answered."""

    done: tuple[str, ...] = ()
    """The steps that are done."""
    language: str = "en"
    pads: tuple[FoundPad, ...] = ()
    station: str = ""
    """The port of the NFC station; "" if there is none."""
    station_kind: str = ""
    """Which kind of station answers there; "" for the usual one."""
    numbered: tuple[str, ...] = ()
    """The ports of the pads whose number is settled."""
    game: str = ""
    """The game that the table is for; "" is the usual one."""
    kits: tuple[str, ...] = ("none", "none")
    """The kit of each seat, in order."""
    shared: dict[str, str] = field(default_factory=dict)
    """What serves as each spot in the middle of the table, by the spot's key."""
    spots: dict[str, str] = field(default_factory=dict)
    """The reader that serves each spot, by the spot's key; "" if none does."""
    near: tuple[tuple[int, ...], ...] = ()
    """Groups of numbers of pads that are close to each other."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return seats_of(len(self.kits))

    def with_pad(self, pad: FoundPad) -> Progress:
        """The same progress with the newest state of one pad."""
        return replace(self, pads=tuple(pad if one.port == pad.port else one for one in self.pads))

    def to_json(self) -> str:
        """The text that is saved."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"


def read_progress(data: bytes) -> Progress | None:
    """The progress in a file, or None if anything in it is not as it was written.

    >>> read_progress(b"[1, 2") is None
    True
    >>> read_progress(Progress(done=("language",)).to_json().encode()).done
    ('language',)
    """
    try:
        if len(data) > LARGEST:
            return None
        return understood(json.loads(data))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, SetupError):
        return None


def understood(row: Any) -> Progress:
    """The progress in JSON data. Raises some exception if the values are not ours."""
    game = text(row.get("game", ""))
    keys = [one.spot.key for one in game_of(game).kits().shared]
    shared = row["shared"] if "shared" in row else {key: row[key] for key in keys}  # each had its own line before
    progress = Progress(
        done=texts(row["done"]),
        language=text(row["language"]),
        pads=tuple(pad_from(pad) for pad in row["pads"]),
        station=text(row["station"]),
        station_kind=text(row.get("station_kind", "")),
        numbered=texts(row["numbered"]),
        game=game,
        kits=texts(row["kits"]),
        shared={text(key): text(serves) for key, serves in shared.items()},
        spots={text(key): text(reader) for key, reader in row["spots"].items()},
        near=tuple(tuple(whole(number) for number in group) for group in row["near"]),
    )
    numbers = [pad.number for pad in progress.pads if pad.number]
    known = set(progress.kits) <= set(kits_of(game)) and 1 < len(progress.kits) <= MOST_SEATS
    known = known and set(progress.shared) <= set(keys) and set(progress.shared.values()) <= set(SERVES)
    if not known or ("numbers" in progress.done and len(set(numbers)) < len(progress.pads)):
        raise ValueError("This was not written here.")
    return progress


def pad_from(row: Any) -> FoundPad:
    """A pad from JSON."""
    readers, number = whole(row["readers"]), whole(row["number"])
    if not (0 <= readers <= 99 and 0 <= number <= 99):
        raise ValueError("no pad is like that")
    return FoundPad(text(row["port"]), number, readers, tuple(whole(one) for one in row["dead"]))


def texts(values: Any) -> tuple[str, ...]:
    """A list of strings from JSON."""
    return tuple(text(value) for value in list(values))


def text(value: Any) -> str:
    """A string from JSON, and nothing else."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def whole(value: Any) -> int:
    """A whole number from JSON, and nothing else."""
    if type(value) is not int:
        raise TypeError("no number")
    return value
