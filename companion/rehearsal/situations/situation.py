"""A situation as a file describes it: a position, what people do from there, and what is wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.rehearsal.script import Act, Outage
from companion.rehearsal.situations.chips_by_hand import ChipsByHand, HandError
from companion.rehearsal.situations.sentences import Saying, ScriptWriter
from companion.rehearsal.situations.wanted import WantedOutcome, WantedReader
from companion.rules import TABLE, UNSEEN, Match, Places, find_game
from companion.rules.kernel.positions import Path, PositionError, items, mapping, one_of, shown, word
from companion.table.layout import Layout
from companion.table.sightings import Uid

KITS: Final = ("cells", "taps", "trays", "none")
USUAL_GAME: Final = "puzzle-strike"
OWN: Final = ("title", "kit", "script", "wanted", "or")
POSITION: Final = ("game", "edition", "mode", "seats", "bank", "turn", "air", "choices")
WAIT: Final = "wait "


@dataclass(frozen=True)
class TableSituation:
    """What people do at a table from a position on, and what the companion should make of it."""

    title: str
    kit: str
    layout: Layout
    position: Mapping[str, object]
    """The position as everybody knows it when the script begins: nobody has seen into hands and bags."""
    kinds: Mapping[Uid, str]
    places: Mapping[Uid, frozenset[str]]
    """The zones in which each chip may be at the beginning, as far as everybody knows."""
    acts: tuple[Act, ...]
    """In order of time. The first lay chips into their cells, before the script begins."""
    sayings: tuple[Saying, ...]
    outages: tuple[Outage, ...]
    ends: float
    """When the last step of the script is done."""
    wanted: tuple[WantedOutcome, ...]
    """Each of these outcomes is right."""
    been: Mapping[str, Counter[str]]
    """The kinds of the chips that have been in each zone when all is done."""

    @property
    def start(self) -> Match:
        """A match at the position."""
        return match_at(self.position)


class SituationReader:
    """Reads situations from plain values. Raises `PositionError`, with the path to what is wrong."""

    def __init__(self, layout_of: Callable[[str], Layout], mistakes: Mapping[str, frozenset[str]]) -> None:
        """`layout_of` gives the table of a kit; `mistakes` the rules by which each known mistake may be named."""
        self.layout_of = layout_of
        self.mistakes = mistakes

    def read(self, value: object) -> TableSituation:
        """Read one situation."""
        said = mapping(value, (), (*OWN, *POSITION))
        for key in ("title", "seats", "script", "wanted"):
            if said.get(key) is None:
                raise PositionError((key,), f"expected `{key}:`")
        kit = one_of(KITS, "kit")(said.get("kit", KITS[0]), ("kit",))
        layout = self.layout_of(kit)
        position = {key: said[key] for key in POSITION if key in said}
        match = match_at(position)
        if set(mapping(said["seats"], ("seats",))) != set(layout.seats):
            raise PositionError(("seats",), f"expected the seats {' and '.join(layout.seats)}")
        hands = ChipsByHand(match, layout)
        writer = ScriptWriter(hands, layout)
        for path, at, sentence in timed(said["script"], ("script",), writer):
            write(writer, sentence, at, path)
        reader = WantedReader(layout.seats, self.mistakes)
        wanted = [reader.read(said[key], (key,)) for key in ("wanted", "or") if key in said]
        return TableSituation(
            title=word(said["title"], ("title",)),
            kit=kit,
            layout=layout,
            position=unseen(position),
            kinds=hands.kinds,
            places={uid: may_be(match.game.places, zone) for uid, zone in hands.start.items()},
            acts=tuple(sorted(hands.acts, key=lambda act: act.at)),
            sayings=tuple(writer.script.sayings),
            outages=tuple(writer.script.outages),
            ends=writer.script.ends,
            wanted=tuple(wanted),
            been=kinds_been(hands),
        )


def match_at(position: Mapping[str, object]) -> Match:
    """Return the match at a position, as at a table: what has one answer only is not asked."""
    game = find_game(str(position.get("game", USUAL_GAME)))
    setup, table = game.position({key: value for key, value in position.items() if key != "game"})
    table.patient = False  # type: ignore[attr-defined]
    return Match(game, setup, table)


def unseen(position: Mapping[str, object]) -> dict[str, object]:
    """Return the position as everybody at the table knows it: of a hand and a bag they know what both hold together,
    and how many chips lie in each."""
    seats: dict[str, Any] = {}
    for name, seat in mapping(position["seats"], ("seats",)).items():
        said = dict(mapping(seat, ("seats", name)))
        lies = {zone: items(said[zone], ("seats", name, zone), word) for zone in ("hand", "bag") if zone in said}
        hidden = [kind for kinds in lies.values() for kind in kinds]
        said |= {zone: [UNSEEN] * len(kinds) for zone, kinds in lies.items()}
        seats[name] = said | ({"unseen": hidden} if hidden else {})
    return {**position, "seats": seats}


def timed(value: object, path: Path, writer: ScriptWriter) -> Iterator[tuple[Path, float, str]]:
    """Yield the steps of a script with their times: `at 3.5: ...`, `+0.8: ...`, or none for at once."""
    for number, step in enumerate(items(value, path, lambda one, _: one)):
        at, now = (*path, number), writer.script.ends
        if isinstance(step, str):
            if step.startswith(WAIT):
                writer.script.ends = now + span(step.removeprefix(WAIT), at)
            else:
                yield at, now, step
            continue
        if not isinstance(step, Mapping) or len(step) != 1:
            raise PositionError(
                at, f"expected a step (`at 3.5: combine from A.hand goes to A.played`), not {shown(step)}"
            )
        ((when, sentence),) = step.items()
        if str(when).startswith("at "):
            moment = span(str(when).removeprefix("at "), at)
        elif str(when).startswith("+"):
            moment = now + span(str(when)[1:], at)
        else:
            raise PositionError(at, f"expected a time, `at 3.5:` or `+0.8:`, not {shown(when)}")
        yield (*at, str(when)), moment, word(sentence, (*at, str(when)))


def span(text: str, path: Path) -> float:
    """Read a number of seconds."""
    if not text.replace(".", "", 1).isdecimal():
        raise PositionError(path, f"expected a number of seconds, not {shown(text)}")
    return float(text)


def write(writer: ScriptWriter, sentence: str, at: float, path: Path) -> None:
    """Write a step into the script."""
    try:
        writer.take(sentence, at)
    except HandError as problem:
        raise PositionError(path, str(problem)) from None


def may_be(places: Places, zone: str) -> frozenset[str]:
    """Return where a chip of this zone may be, as far as everybody knows: nobody can tell a hand from a bag."""
    if places.known_to(TABLE, zone):
        return frozenset({zone})
    owner = places.owner(zone)
    return frozenset({f"{owner}.hand", f"{owner}.bag"})


def kinds_been(hands: ChipsByHand) -> dict[str, Counter[str]]:
    """Return the kinds of the chips that have been in each zone; a hand and a bag count as one as well."""
    chips = dict(hands.been)
    for seat in hands.layout.seats:
        chips[f"{seat}.hidden"] = hands.been[f"{seat}.hand"] | hands.been[f"{seat}.bag"]
    return {zone: Counter(str(chip.kind) for chip in there) for zone, there in chips.items()}
