"""Somebody who plays all seats at the virtual table's page, and knows nothing but what the page offers.

Chips that are owed come first, as the to-do list has them; then what one may say on a phone. What can be told by moving
a chip is told so, the rest by the phone's button.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.end_to_end.demo_hands import SLIPPED, Hand

UNSEEN_FOR: Final = 9.0
"""Seconds after which a chip that was moved is shown once more: no reader has seen it."""
UNHEARD_FOR: Final = 7.0
"""Seconds after which a move that was made with a chip is said on the phone as well."""
LET_STAND: Final = 6.0
"""Seconds after which all let a ruling stand about which they can do nothing."""
GOES_ON: Final = 12.0
"""Seconds after which the game goes on though something is still owed."""
LOOKS_AGAIN: Final = 40
"""Milliseconds."""
BESIDE: Final = "beside"
OVER: Final = "The game is over"


class Owed(NamedTuple):
    """Chips that are to be moved, as the page tells it."""

    kind: str
    source: str
    target: str


class Said(NamedTuple):
    """What was said last, and by whom, and what stood on the phones then."""

    seat: str
    token: str
    phones: Any
    at: float
    aloud: bool


class Person:
    """Plays to the end, or for a while."""

    def __init__(self, page: Page, hand: Hand, seed: int, haste: float = 0.1) -> None:
        """`haste` is how often it is done as soon as it may be."""
        self.page = page
        self.hand = hand
        self.between: Callable[[], None] = lambda: None
        """Called while a chip that has just been moved is on its way."""
        self.moved = 0
        """Chips."""
        self.turns = 0
        """That have begun."""
        self.headlines: list[str] = []
        """Each once, in their order."""
        self.longest_aloft = 0.0
        """Seconds for which a chip was seen in the air."""
        self._aloft: dict[str, float] = {}
        """The chips in the air, and since when."""
        self._on_turn: list[str] = []
        self._haste = haste
        self._chance = Random(seed)
        self._moved: dict[Owed, dict[str, float]] = {}
        """Chips that were moved for what is owed, and when."""
        self._counts: dict[Owed, int] = {}
        self._homes: dict[str, str] = {}
        """Where each chip lay last, before it fell."""
        self._busy: set[str] = set()
        """Where hands are at work: a person has two, but each spot takes one chip at a time."""
        self._left: dict[str, set[str]] = {}
        """What lay before a seat as its turn ended."""
        self._said: Said | None = None
        self._idle_since = monotonic()

    def look(self) -> dict[str, Any]:
        """The table as the page is told of it."""
        found: dict[str, Any] = self.page.request.get("/world").json()
        return found

    def play(self, done: Callable[[dict[str, Any]], bool], seconds: float) -> None:
        """Until something has come, which must not take longer than this."""
        until = monotonic() + seconds
        while True:
            world = self.look()
            self._read(world)
            if done(world):
                return
            assert monotonic() < until, (world["message"], world["says"], world["phones"])
            if self._do_something(world):
                self._idle_since = monotonic()
            else:
                self.page.wait_for_timeout(LOOKS_AGAIN)

    def _read(self, world: dict[str, Any]) -> None:
        """The headline, who is on turn, and which chips are in the air."""
        now = monotonic()
        self._aloft = {chip["id"]: self._aloft.get(chip["id"], now) for chip in world["chips"] if "from" in chip}
        self.longest_aloft = max([self.longest_aloft, *(now - since for since in self._aloft.values())])
        headline = world["says"]["headline"]
        if headline and self.headlines[-1:] != [headline]:
            self.headlines.append(headline)
        on_turn = [seat["name"] for seat in world["seats"] if seat["on_turn"]]
        if on_turn and on_turn != self._on_turn:
            for seat in self._on_turn:
                before = [*lying(world, f"{seat}.hand"), *lying(world, f"{seat}.played")]
                self._left[seat] = {chip["id"] for chip in before}
            self.turns += 1
            self._on_turn = on_turn

    # -- one thing after the other -----------------------------------------------------------------------------

    def _do_something(self, world: dict[str, Any]) -> bool:
        if world["program"] != "running":
            return False
        moving = [chip for chip in world["chips"] if chip["moving"]]
        self._busy = {place.partition(":")[0] for chip in moving for place in (chip["place"], chip.get("from", ""))}
        for chip in world["chips"]:
            if chip["place"] != BESIDE and not chip["moving"]:
                self._homes[chip["id"]] = chip["place"]
        return self._pick_up(world) or self._pay(world) or self._let_stand(world) or self._speak(world)

    def _pick_up(self, world: dict[str, Any]) -> bool:
        """A chip that has fallen beside its tray."""
        fallen = [chip for chip in world["chips"] if chip["place"] == BESIDE and not chip["moving"]]
        for chip in fallen:
            if home := self._homes.get(chip["id"]):
                zone = home.partition(":")[0]
                self._carry(f'[data-chip="{chip["id"]}"]', self._room(world, zone, chip["kind"]))
                return True
        return False

    def _pay(self, world: dict[str, Any]) -> bool:
        """What hands owe, as far as they have not done it already."""
        owed = {Owed(row["kind"], row["source"], row["target"]): row["count"] for row in world["says"]["owed"]}
        self._seen(owed)
        for debt, count in owed.items():
            if {debt.source, debt.target} & self._busy:
                continue
            moved = self._moved.setdefault(debt, {})
            if len(moved) < count and self._move(world, debt, moved):
                return True
        for debt, moved in () if self._busy else list(self._moved.items()):
            for uid, at in list(moved.items()):
                if monotonic() > at + UNSEEN_FOR and self._show_again(world, debt, uid):
                    return True
        return False

    def _seen(self, owed: dict[Owed, int]) -> None:
        """Each chip that is owed no longer is one that was moved, and has been seen."""
        for debt in list(self._moved):
            for uid in list(self._moved[debt])[: max(0, self._counts.get(debt, 0) - owed.get(debt, 0))]:
                del self._moved[debt][uid]
            if debt not in owed:
                del self._moved[debt]
        self._counts = owed

    def _move(self, world: dict[str, Any], debt: Owed, moved: dict[str, float]) -> bool:
        """One chip of a debt; whether there was one to move."""
        seat = debt.source.partition(".")[0]
        now = monotonic()
        if debt.source.endswith(".bag"):
            bag = next(place for place in world["places"] if place["id"] == debt.source)
            if not bag["count"]:
                return self._refill(world, seat)
            if self._carry(f'[data-bag="{seat}"]', debt.target):
                moved[f"{now}"] = now
            return True
        busy = {uid for some in self._moved.values() for uid in some}
        if debt == Owed("?", f"{seat}.hand", f"{seat}.discard"):  # what has been drawn since stays in the hand
            busy |= {one["id"] for one in lying(world, debt.source)} - self._left.get(seat, set())
        chip = chip_of(world, debt.source, debt.kind, busy)
        if debt.source == "bank":
            chip = f'[data-stack="bank:{debt.kind}"]'
        if taken_aside := lying(world, "", debt.kind):
            chip = f'[data-chip="{taken_aside[0]["id"]}"]'
        if not chip:
            return False
        if self._carry(chip, self._room(world, debt.target, debt.kind)):
            moved[chip.split('"')[1] if debt.source != "bank" else f"{now}"] = now
        return True

    def _refill(self, world: dict[str, Any], seat: str) -> bool:
        """First goes what is left of the last turn: it is in the discard pile before that becomes the bag."""
        there = [*lying(world, f"{seat}.hand"), *lying(world, f"{seat}.played")]
        for chip in there:
            if chip["id"] in self._left.get(seat, ()):
                self._carry(f'[data-chip="{chip["id"]}"]', f"{seat}.discard")
                return True
        if not lying(world, f"{seat}.discard"):
            return False
        self._left.pop(seat, None)
        return self._press(f'[data-pour="{seat}"]')

    def _show_again(self, world: dict[str, Any], debt: Owed, uid: str) -> bool:
        """It is taken aside, and moved once more."""
        del self._moved[debt][uid]
        there = [chip["id"] for chip in lying(world, debt.target, debt.kind)]
        again = uid if uid in there else next(iter(reversed(there)), "")
        if not again or debt.target.endswith(".pile"):
            return False
        self._carry(f'[data-chip="{again}"]', BESIDE)
        return True

    def _let_stand(self, world: dict[str, Any]) -> bool:
        """Nothing that is owed puts it right."""
        if not world["says"]["ruling"] or monotonic() < self._idle_since + LET_STAND:
            return False
        return self._press("#stand")

    # -- answers -----------------------------------------------------------------------------------------------

    def choices(self, world: dict[str, Any]) -> dict[str, list[str]]:
        """What each phone offers."""
        return {seat: [row["token"] for row in phone["choices"]] for seat, phone in world["phones"].items()}

    def phones_that_may_speak(self, world: dict[str, Any]) -> list[str]:
        """The seats that may say something."""
        return [seat for seat, tokens in self.choices(world).items() if tokens]

    def _speak(self, world: dict[str, Any]) -> bool:
        """What one may say, by a chip or by the phone."""
        if self._busy or (world["says"]["owed"] and monotonic() < self._idle_since + GOES_ON):
            return False
        phones = self.choices(world)
        if self._said and self._said.phones == phones:
            if monotonic() < self._said.at + UNHEARD_FOR:
                return False
            if not self._said.aloud:
                return self._say(phones, self._said.seat, self._said.token)
        asked = self.phones_that_may_speak(world)
        if not asked:
            return False
        seat = asked[0]
        hasty = "done" in phones[seat] and self._chance.random() < self._haste
        token = "done" if hasty else self._chance.choice(phones[seat])
        if self._shows(world, seat, token):
            self._said = Said(seat, token, phones, monotonic(), aloud=False)
            return True
        return self._say(phones, seat, token)

    def _say(self, phones: Any, seat: str, token: str) -> bool:
        if token not in phones.get(seat, ()):
            self._said = None
            return False
        if not self._press(f'[data-say="{token}"][data-seat="{seat}"]'):
            return False
        self._said = Said(seat, token, phones, monotonic(), aloud=True)
        return True

    def _shows(self, world: dict[str, Any], seat: str, token: str) -> bool:
        """A chip is played or bought by moving it; no word is needed."""
        verb, _, kind = token.partition(":")
        if verb == "buy":
            self._carry(f'[data-stack="bank:{kind}"]', f"{seat}.discard")
        elif verb == "play" and (chip := chip_of(world, f"{seat}.hand", kind, set())):
            self._carry(chip, f"{seat}.played")
        else:
            return False
        return True

    # -- chips and places --------------------------------------------------------------------------------------

    def _carry(self, chip: str, place: str) -> bool:
        """Whether it arrived. It slips where the table changed under the hand."""
        try:
            with self.page.expect_response("**/act", timeout=SLIPPED) as answered:
                self.hand.carry(chip, f'[data-place="{place}"]')
        except PlaywrightTimeout:
            self.page.keyboard.press("Escape")
            return False
        self.moved += 1
        self.between()
        return bool(answered.value.json()["ok"])

    def _press(self, button: str) -> bool:
        """Whether it was still there: the game goes on below the hand."""
        try:
            self.hand.press(button)
        except PlaywrightTimeout:
            return False
        return True

    def _room(self, world: dict[str, Any], zone: str, kind: str) -> str:
        """Where one more chip finds room: in a free cell, on its own stack, on its heap."""
        if zone == "bank":
            return f"bank:{kind}"
        taken = {chip["place"] for chip in world["chips"]}
        cells = [place["id"] for place in world["places"] if place["zone"] == zone and place["kind"] == "cell"]
        return next((cell for cell in cells if cell not in taken), zone)


def lying(world: dict[str, Any], zone: str, kind: str = "?") -> list[dict[str, Any]]:
    """The chips of a kind, or of any, that lie in a zone, or beside all of them, and that no hand has."""
    zones = {place["id"]: place["zone"] for place in world["places"]}
    there = [chip for chip in world["chips"] if zones.get(chip["place"]) == zone and not chip["moving"]]
    return [chip for chip in there if kind in ("?", chip["kind"])]


def chip_of(world: dict[str, Any], zone: str, kind: str, but: set[str]) -> str:
    """One of this kind, or of any where nobody knows which; "" where there is none."""
    found = [chip["id"] for chip in lying(world, zone, kind) if chip["id"] not in but]
    return f'[data-chip="{found[0]}"]' if found else ""
