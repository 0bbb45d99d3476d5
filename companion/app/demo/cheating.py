"""Try to cheat: hands make a mistake on purpose, a stopwatch runs, and the companion's ruling is shown.

The emulated readers see the chips, and that is all: nobody tells the arbiter. Which mistakes there are, the game says
(`Game.cheats`). Pulling a plug belongs to every table. While a cheat is on, computer players do nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from companion.app.demo.motion import TableHands
from companion.app.demo.moves import ChipRoute, stops_of, with_hands
from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.world import N_, Drawing
from companion.rehearsal.games.customs import Customs
from companion.rules import UNSEEN, Moved, Question
from companion.rules.kernel.cheats import Cheat

PATIENCE: Final = 45.0
"""Seconds after which the companion is not going to say anything more."""
UNSEEN_FOR: Final = 5.0
"""Seconds after which it is clear that no reader sees a chip that was put back. Then people say so."""
CALM: Final = 1.2
"""Seconds for which a table rests before somebody cheats: then nothing else is in question."""
PLUG: Final = Cheat(
    "plug", N_("Pull the plug"), N_("Pull the cable of a pad, so that its readers are blind."), "", frozenset()
)
ALREADY: Final = N_("Put right what was tried first.")
NO_SUCH: Final = N_("There is no such mistake to try.")
NOTHING_TO_RIGHT: Final = N_("There is nothing to put right.")
BUSY: Final = N_("In a moment: hands are still busy.")
RULED_ALREADY: Final = N_("Something else is wrong already. Put that right first.")
OVER: Final = N_("The game is over. Begin a new one.")


class CheatStage(StrEnum):
    """How far a cheat is."""

    ARMED = "armed"
    """It waits for its moment; the game goes on."""
    DOING = "doing"
    """Hands are at it."""
    TIMED = "timed"
    """It lies there, and the stopwatch runs."""
    CAUGHT = "caught"
    MISSED = "missed"
    RIGHTING = "righting"
    """Hands put it right."""


class CheatResult(NamedTuple):
    """How a cheat ended."""

    seconds: float
    """How long it took until the companion had spoken; 0 if it never did."""
    words: str = ""
    remedy: str = ""
    rule: str = ""

    @property
    def caught(self) -> bool:
        """Whether the companion has spoken of it."""
        return bool(self.seconds)


class CheatedPlace(NamedTuple):
    """A place, and the chips in it before and after."""

    place: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class CheatTable(NamedTuple):
    """What a cheat is done with."""

    hands: TableHands
    customs: Customs
    pull: Callable[[], None]
    """Pulls the plug of a pad."""
    plug_in: Callable[[], None]
    confirm: Callable[[], None]
    """Lets all players say that the table lies as it should."""


@dataclass
class Cheating:
    """The cheats of one game, and the one that is on."""

    table: CheatTable
    results: dict[str, CheatResult] = field(default_factory=dict)
    """What became of each that was tried, by key. It may be handed on from game to game."""
    key: str = ""
    """The cheat that is on, or waits for its moment."""
    stage: CheatStage = CheatStage.ARMED
    known: Sequence[Cheat] = ()
    since: float = 0.0
    """When the stopwatch began."""
    places: tuple[CheatedPlace, ...] = ()
    ruling: int = 0
    """The number of the ruling about it."""
    _looked: object = None
    _before: frozenset[object] = frozenset()
    _ways: tuple[ChipRoute, ...] = ()
    _instead: tuple[Moved, ...] = ()
    _calm_at: float = 0.0
    _back_at: float = 0.0
    _ready: bool = False
    """Whether nothing is in the way any more."""

    @property
    def on(self) -> bool:
        """Whether hands have begun."""
        return bool(self.key) and self.stage is not CheatStage.ARMED

    @property
    def holds(self) -> bool:
        """Whether everybody waits: a cheat is on, or about to begin."""
        return self.on or self._ready

    @property
    def leaves(self) -> frozenset[str]:
        """The zones to which nobody else is to carry anything, because a cheat waits for what is due there."""
        cheat = next((one for one in self.known if one.key == self.key), None)
        return frozenset(one.target for one in cheat.instead) if cheat else frozenset()

    # -- what people ask for -----------------------------------------------------------------------------------

    def press(self, key: str, told: ToldMoment | None, now: float) -> str:
        """Try this one as soon as it is possible; a second press on one that waits gives it up. Returns why that is
        impossible, or ""."""
        if key not in {cheat.key for cheat in self.known}:
            return NO_SUCH
        if self.on:
            return ALREADY
        if told and told.over:
            return OVER
        self.key = "" if key == self.key else key
        self.stage, self._ready = CheatStage.ARMED, False
        self._calm_at = now
        return ""

    def right(self) -> str:
        """Let hands put it right. Returns why that is impossible, or ""."""
        if self.stage not in (CheatStage.CAUGHT, CheatStage.MISSED, CheatStage.TIMED) or not self.key:
            return NOTHING_TO_RIGHT
        hands, customs = self.table.hands, self.table.customs
        self.stage = CheatStage.RIGHTING
        if self.key == PLUG.key:
            self.table.plug_in()
        for uid, zones in self._ways:
            if hands.world.zone(uid) == zones[-1]:
                back = ChipRoute(uid, zones[::-1])
                hands.carry(uid, stops_of(back, hands.world, customs), self._hand())
        return ""

    def _hand(self) -> str:
        return next((cheat.seat for cheat in self.known if cheat.key == self.key), "") or "cheat"

    # -- time --------------------------------------------------------------------------------------------------

    def step(self, told: ToldMoment | None, now: float) -> bool:
        """Go on as far as possible. Returns whether anything is new."""
        if told is None:
            return False
        before = self.stage, self.key, self.known
        if not self.on and told is not self._looked:
            self._looked = told
            self.known = self._know(told)
        match self.stage:
            case CheatStage.ARMED if self.key:
                self._begin(told, now)
            case CheatStage.DOING:
                self._watch(now)
            case CheatStage.TIMED:
                self._listen(told, now)
            case CheatStage.CAUGHT | CheatStage.MISSED | CheatStage.RIGHTING:
                self._end(told, now)
        return before != (self.stage, self.key, self.known)

    def _know(self, told: ToldMoment) -> tuple[Cheat, ...]:
        """All that may be tried, as things stand."""
        if told.over:
            return tuple(cheat._replace(not_now=OVER, moves=()) for cheat in self.known)
        match = with_hands(told.match, self.table.hands.world, self.table.customs)
        owed = tuple(Moved(debt.kind, debt.count, debt.source, debt.target) for debt in told.debts)
        found = tuple(match.game.cheats(match.table, owed))
        return (*(cheat if cheat.not_now else self._if_there(cheat) for cheat in found), PLUG)

    def _if_there(self, cheat: Cheat) -> Cheat:
        """This cheat, unless its chips do not really lie there."""
        world = self.table.hands.world
        there = all(world.in_zone(one.source, "" if one.piece == UNSEEN else one.piece) for one in cheat.moves)
        return cheat if there else cheat._replace(not_now=BUSY, moves=())

    def hinders(self, cheat: Cheat, told: ToldMoment) -> str:
        """Why this cannot be tried at this moment; "" if it can."""
        if cheat.not_now:
            return cheat.not_now
        if told.rulings:
            return RULED_ALREADY
        due = {(debt.kind, debt.source, debt.target) for debt in told.debts}
        left_undone = {(one.piece, one.source, one.target) for one in cheat.instead}
        pending = told.match.pending
        rests = isinstance(pending, Question) and pending.rest
        if self.table.hands.busy or told.asked or not told.settled or due != left_undone or not rests:
            return BUSY
        return ""

    def _begin(self, told: ToldMoment, now: float) -> None:
        cheat = next((one for one in self.known if one.key == self.key), None)
        self._ready = cheat is not None and not self.hinders(cheat, told)
        if cheat is None or not self._ready:
            self._calm_at = now
            return
        if now < self._calm_at + CALM:
            return
        self._before = frozenset([*(number for number, _ in told.rulings), *told.says.get("notes", ())])
        self.ruling = 0
        self._do(cheat)
        self.stage = CheatStage.DOING

    def _do(self, cheat: Cheat) -> None:
        """Let hands do it."""
        hands, customs = self.table.hands, self.table.customs
        zones = dict.fromkeys(zone for one in cheat.moves for zone in (one.source, one.target))
        self._instead = cheat.instead
        self._ways, self.places = (), tuple(CheatedPlace(zone, self._lying(zone), ()) for zone in zones)
        taken: set[str] = set()
        for one in cheat.moves:
            lying = hands.world.in_zone(one.source, "" if one.piece == UNSEEN else one.piece)
            for uid in lying[-one.count :]:
                route = ChipRoute(uid, (one.source, one.target))
                stops = stops_of(route, hands.world, customs, taken)
                taken.add(stops[-1].place)
                self._ways = (*self._ways, route)
                hands.carry(uid, stops, cheat.seat)
        if cheat.key == PLUG.key:
            self.table.pull()

    def _lying(self, zone: str) -> tuple[str, ...]:
        """The chips of a place; of a stack only the top one matters."""
        world = self.table.hands.world
        stacked = any(place.kind is Drawing.STACK for place in world.places.values() if place.zone == zone)
        return () if stacked else tuple(world.kinds[uid] for uid in world.in_zone(zone))

    def _watch(self, now: float) -> None:
        """Start the stopwatch when the chips lie there."""
        if self.table.hands.busy:
            return
        self.places = tuple(one._replace(after=self._lying(one.place)) for one in self.places)
        self.since, self.stage = now, CheatStage.TIMED

    def _listen(self, told: ToldMoment, now: float) -> None:
        """Stop it when the companion has spoken."""
        took = max(0.1, now - self.since)
        if self.key == PLUG.key:
            new = [note for note in told.says.get("notes", ()) if note not in self._before]
            if new:
                self._spoken(CheatResult(took, str(new[0])))
        elif new_rulings := [number for number, _ in told.rulings if number not in self._before]:
            self.ruling = new_rulings[0]
            said = told.says.get("ruling") or {}
            if said.get("number") == self.ruling:
                self._spoken(CheatResult(took, said["words"], said["remedy"], said["rule"]))
        if self.stage is CheatStage.TIMED and took > PATIENCE:
            self.results[self.key] = CheatResult(0.0)
            self.stage = CheatStage.MISSED

    def _spoken(self, result: CheatResult) -> None:
        self.results[self.key] = result
        self.stage = CheatStage.CAUGHT

    def _end(self, told: ToldMoment, now: float) -> None:
        """It is over when nothing of it is left: hands or people have put it right, or all let it stand."""
        hands = self.table.hands
        astray = any(hands.world.zone(uid) != zones[0] for uid, zones in self._ways)
        is_open = any(number == self.ruling for number, _ in told.rulings)
        if hands.busy or (astray and (is_open or self.stage is not CheatStage.CAUGHT)):
            self._back_at = now
            return
        if self.stage is CheatStage.CAUGHT and (is_open or self.key == PLUG.key):
            return  # it is still to be read
        if is_open and not self._due(told):
            if now > self._back_at + UNSEEN_FOR:
                self._back_at = now
                self.table.confirm()
            return
        self.key, self.stage, self._ready, self._looked = "", CheatStage.ARMED, False, None

    def _due(self, told: ToldMoment) -> bool:
        """Whether something is due that was left undone: the ruling waits for it, and whoever plays there does it."""
        due = {(debt.kind, debt.source, debt.target) for debt in told.debts}
        return any((one.piece, one.source, one.target) in due for one in self._instead)
