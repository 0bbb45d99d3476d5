"""The sentences of a situation's script, in plain words: which chips go where, and who says what.

A sentence that begins with a seat's name says what that seat does or says. Any other begins with chips.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from companion.rehearsal.script import Outage
from companion.rehearsal.situations.chips_by_hand import BAG, BRUSHING, RESTING, ChipsByHand, HandError
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.layout import Layout

BETWEEN: Final = 0.2
"""Seconds from one chip of several to the next."""
DRAWING: Final = 0.5
"""Seconds for which a chip that is drawn is over the slot."""
MOST: Final = 30
"""How many chips one sentence may move."""

ZONE = r"(?P<zone>[\w.]+)"
LASTING = r"(?: for (?P<lasting>\d+(?:\.\d+)?) s)?"
TOGETHER = r"(?P<together> together)?"
CHIPS: Final = tuple(
    (re.compile(pattern), how)
    for pattern, how in (
        (rf"go(?:es)? to {ZONE}{TOGETHER}", "go"),
        (rf"go(?:es)? unseen to {ZONE}", "unseen"),
        (rf"touch(?:es)? {ZONE}{LASTING}{TOGETHER}", "touch"),
        (rf"rests? on {ZONE}{TOGETHER}", "rest"),
        (rf"brush(?:es)? {ZONE}{LASTING}{TOGETHER}", "brush"),
        (rf"comes? to cell {ZONE}(?:@(?P<number>\d+))?", "lay"),
        (r"(?:is|are) taken up", "take up"),
        (r"(?:is|are) put back", "put back"),
    )
)
"""What chips can do."""
CHIPS_DO: Final = (
    "goes to A.played; goes unseen to A.hand; touches A.played for 2 s; rests on A.played; brushes A.discard; "
    "comes to cell A.pile@3; is taken up; is put back"
)
SEATS_DO: Final = (
    "A answers done; A says play:combine; A tells gem_1, wound; A draws 5; A sweeps up; A discards the hand; "
    "A refills the bag; A says back; A and B say back; A and B let it stand"
)
HEAPS: Final = {
    "sweeps up": (".played", ".hand"),
    "discards the hand": (".hand",),
    "discards the played chips": (".played",),
}
"""Heaps that go to the discard pile."""
CHIP: Final = re.compile(r"(?:(?P<count>\d+) )?(?P<kind>[a-z][a-z_0-9]*)(?:#(?P<label>\d+))?")
OUTAGE: Final = re.compile(rf"(?P<what>reader|pad) of {ZONE} is (?:dead|dark) for (?P<lasting>\d+(?:\.\d+)?) s")
DOES: Final = "answers|tells|says?|draws|sweeps|discards|refills|lets?"
SEATS: Final = re.compile(rf"(?P<seats>\w+(?: and \w+)*?) (?P<does>{DOES})(?: (?P<what>.+))?")


class Saying(NamedTuple):
    """Somebody says something, or is ready to answer."""

    at: float
    seats: tuple[str, ...]
    how: str
    """`says`, `answers` (once it is asked), `tells` (of a draw), `back`, `stand`."""
    words: str = ""


@dataclass
class WrittenScript:
    """A script as it was understood."""

    sayings: list[Saying] = field(default_factory=list)
    outages: list[Outage] = field(default_factory=list)
    ends: float = 0.0
    """When the last step is done."""


class ScriptWriter:
    """Understands sentences, and has hands carry them out. Raises `HandError`."""

    def __init__(self, hands: ChipsByHand, layout: Layout) -> None:
        self.hands = hands
        self.layout = layout
        self.script = WrittenScript()
        self._named: dict[str, TaggedThing] = {}
        """The chips with a number of their own, and the chip of each kind that was moved last."""

    def take(self, sentence: str, at: float) -> float:
        """Carry out a sentence. Return when it is done."""
        words = " ".join(sentence.split())
        if found := OUTAGE.fullmatch(words):
            self._break(found, at)
        elif words.partition(" ")[0] in self.layout.seats:
            at = self._seat(words, at)
        else:
            at = self._chips(words, at)
        self.script.ends = max(self.script.ends, at)
        return at

    # -- chips -------------------------------------------------------------------------------------------------

    def _chips(self, words: str, at: float) -> float:
        split = re.split(r" (?=(?:goe?s?|touch(?:es)?|rests?|brush(?:es)?|comes?|is|are) )", words, maxsplit=1)
        for pattern, how in CHIPS if len(split) == 2 else ():
            if found := pattern.fullmatch(split[1]):
                chips = self._these(split[0])
                return self._each(chips, self._act(how, found.groupdict()), at, bool(found.groupdict().get("together")))
        raise HandError(
            f'"{words}" is no sentence of a script; a seat can: {SEATS_DO}. A chip (such as combine from A.hand) can: '
            f"{CHIPS_DO}. Besides: reader of A.played is dead for 30 s; pad of A.played is dark for 60 s; wait 20"
        )

    def _act(self, how: str, said: dict[str, str]) -> Callable[[TaggedThing, float], float]:
        hands, zone = self.hands, said.get("zone") or ""
        if zone and zone not in hands.customs.places:
            raise HandError(f"there is no zone {zone}; the zones are: {', '.join(hands.customs.places)}")
        lasting = float(said.get("lasting") or (BRUSHING if how == "brush" else RESTING))
        number = int(said["number"]) if said.get("number") else None
        acts: dict[str, Callable[[TaggedThing, float], float]] = {
            "go": lambda chip, at: hands.go(chip, zone, at),
            "unseen": lambda chip, at: hands.go_unseen(chip, zone, at),
            "touch": lambda chip, at: hands.touch(chip, zone, at, lasting),
            "rest": lambda chip, at: hands.rest(chip, zone, at),
            "brush": lambda chip, at: hands.brush(chip, zone, at, lasting),
            "lay": lambda chip, at: hands.lay(chip, zone, at, number),
            "take up": hands.take_up,
            "put back": hands.put_back,
        }
        return acts[how]

    def _these(self, words: str) -> list[TaggedThing]:
        """The chips that a sentence begins with."""
        listed, _, zone = words.partition(" from ")
        if zone and zone not in self.hands.customs.places:
            raise HandError(f"there is no zone {zone}; the zones are: {', '.join(self.hands.customs.places)}")
        found: list[TaggedThing] = []
        for one in re.split(r", | and ", listed):
            chip = CHIP.fullmatch(one)
            if chip is None:
                raise HandError(f'"{one}" is no chip; write combine, combine#2 or 3 gem_1, and where from: from A.hand')
            count = int(chip["count"] or 1)
            if not 0 < count <= MOST or (count > 1 and (chip["label"] or not zone)):
                raise HandError(f'"{one}" cannot be: 3 gem_1 from bank, without #, and at most {MOST} at once')
            for _ in range(count):
                found.append(self._this(chip["kind"], chip["label"], zone, found))
        return found

    def _this(self, kind: str, label: str | None, zone: str, but: Sequence[TaggedThing]) -> TaggedThing:
        name = f"{kind}#{label}" if label else kind
        if not zone:
            if name not in self._named:
                raise HandError(f"nobody has moved {name} before; say where it comes from: {name} from A.hand")
            return self._named[name]
        if label and name in self._named:
            raise HandError(f"{name} is a chip that was moved before; leave out `from`")
        numbered = {chip for known, chip in self._named.items() if "#" in known}
        chip = self.hands.find(kind, zone, {*but, *numbered})
        self._named[name] = self._named[kind] = chip
        return chip

    def _each(
        self, chips: Sequence[TaggedThing], act: Callable[[TaggedThing, float], float], at: float, together: bool
    ) -> float:
        if together:
            return max(act(chip, at) for chip in chips)
        for number, chip in enumerate(chips):
            at = act(chip, at + (BETWEEN if number else 0.0))
        return at

    # -- seats -------------------------------------------------------------------------------------------------

    def _seat(self, words: str, at: float) -> float:
        found = SEATS.fullmatch(words)
        seats = tuple(found["seats"].split(" and ")) if found else ()
        if not found or not set(seats) <= set(self.layout.seats):
            raise HandError(f'"{words}" is nothing that a seat can do; it can: {SEATS_DO}')
        does, what = found["does"], found["what"] or ""
        if does in ("say", "says", "answers", "tells", "let", "lets"):
            self._speak(words, seats, does, what, at)
            return at
        return self._many(words, seats[0], does, what, at)

    def _speak(self, words: str, seats: tuple[str, ...], does: str, what: str, at: float) -> None:
        if does in ("say", "says") and what == "back":
            saying = Saying(at, seats, "back")
        elif does in ("let", "lets") and what == "it stand":
            saying = Saying(at, seats, "stand")
        elif does in ("says", "answers") and len(seats) == 1 and re.fullmatch(r"[a-z_]+(:\S+)?", what):
            saying = Saying(at, seats, does, what)
        elif does == "tells" and len(seats) == 1 and what:
            saying = Saying(at, seats, does, ",".join(re.split(r", | and ", what)))
        else:
            raise HandError(f'"{words}" is nothing that a seat can say; it can: {SEATS_DO}')
        self.script.sayings.append(saying)

    def _many(self, words: str, seat: str, does: str, what: str, at: float) -> float:
        """Let a seat move many chips."""
        hands = self.hands
        if (does, what) == ("refills", "the bag"):
            for chip in list(hands.lying[f"{seat}.discard"]):
                hands.go_unseen(chip, f"{seat}.bag", at)
            return at
        if does == "draws" and what.isdecimal():
            chips = hands.first_of(f"{seat}{BAG}", int(what))
            return self._each(chips, lambda chip, now: self._draw(seat, chip, now), at, together=False)
        heap = f"{does} {what}".removesuffix(" together")
        if heap in HEAPS:
            chips = [chip for place in HEAPS[heap] for chip in hands.lying[seat + place]]
            together = what.endswith(" together")
            return self._each(chips, lambda chip, now: hands.go(chip, f"{seat}.discard", now), at, together)
        raise HandError(f'"{words}" is nothing that a seat can do; it can: {SEATS_DO}')

    def _draw(self, seat: str, chip: TaggedThing, at: float) -> float:
        hands, hand = self.hands, f"{seat}.hand"
        if seat + BAG in hands.customs.bags:
            return hands.touch(chip, seat + BAG, at, DRAWING)
        return hands.go_unseen(chip, hand, at)

    # -- what breaks -------------------------------------------------------------------------------------------

    def _break(self, said: re.Match[str], at: float) -> None:
        reader = self.hands.spot(said["zone"])
        pad = next((pad.number for pad in self.layout.pads if any(spot.reader == reader for spot in pad.spots)), 0)
        if said["what"] == "pad" and not pad:
            raise HandError(f"the spot of {said['zone']} is on no pad; let its reader be dead instead")
        what = "death" if said["what"] == "reader" else "unplug"
        until = at + float(said["lasting"])
        self.script.outages.append(Outage(at, until, what, pad, reader if what == "death" else ""))
