"""Plays a recorded trace on the page of the virtual table: what readers saw, and what the program makes of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Condition, RLock, Thread
from time import monotonic
from typing import Any, Final

from companion.app.demo.demo import PACES, UNKNOWN
from companion.app.demo.moment import moment_row
from companion.app.demo.moves import astray, balance, tap_place
from companion.app.demo.shown import chip_rows, looks_of, phone_rows, place_rows, says_row, seat_rows
from companion.app.demo.table import Dealt
from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.world import AIR, N_, World
from companion.faces.languages import Language
from companion.faces.screens import Screens
from companion.ledger import Ledger
from companion.referee.inputs import Answered, Input, Seen, Stands, Ticked
from companion.referee.referee import Referee
from companion.rehearsal.games.trace import TraceSetup, after_pause
from companion.rules import find_game
from companion.table.changes import Appeared, Change, Lifted, Tapped, with_doubt
from companion.table.presence import Presence
from companion.table.sightings import Look
from companion.table.twin import Twin

STEP: Final = 0.05
TICK: Final = 0.1
QUIET: Final = 1.5
"""Seconds without news after which chips that no reader sees are laid where the rules have them."""
RECORDED: Final = N_("This is a recording: only questions can be answered.")
AT: Final = N_("A recording, second {seconds} of {all}.")
THE_END: Final = N_("The recording is over.")


class Recording:
    """Looks come as they came when they were recorded. People may answer for all seats."""

    def __init__(self, looks: tuple[Look, ...], situation: TraceSetup, language: Language, folder: Path) -> None:
        """`folder` is for the record of the replayed game. Raises `LedgerError`."""
        self.language = language
        self.lock = RLock()
        self.news = Condition(self.lock)
        self.ended = False
        self.pace = 1.0
        self.world_now = World(
            situation.layout,
            find_game(situation.setup.game).bound(situation.setup),
            {uid: Dealt(kind, situation.places.get(uid, "")) for uid, kind in situation.kinds.items()},
        )
        self._situation = situation
        self._looks = deque(looks)
        self._now = self._looked = looks[0].at if looks else 0.0
        self._last = looks[-1].at if looks else 0.0
        self._ticked = self._moved = self._now
        self._ledger = Ledger.open(folder / "recording.sqlite")
        twin = Twin(situation.layout, situation.kinds, {uid: {zone} for uid, zone in situation.places.items()})
        self._referee = Referee.begin(self._ledger, situation.setup, situation.layout, situation.kinds, twin)
        self._screens = Screens(self._referee)
        self._presence = Presence(situation.layout, hints=lambda: self._referee.hints)
        self._words = language.words(find_game(situation.setup.game))
        self._chips = looks_of(situation.setup, language)
        self._seats = frozenset(seat.name for seat in situation.setup.seats)
        self._number = 0
        self._thread = Thread(target=self._run, name="recording", daemon=True)
        with self.lock:
            self._paint()

    def __enter__(self) -> Recording:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self.news:
            self.ended = True
            self.news.notify_all()
        self._thread.join()
        self._ledger.close()

    # -- time --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        then = monotonic()
        while not self.ended:
            with self.news:
                now = monotonic()
                if self._now <= self._last + 60:
                    self.go_on((now - then) * self.pace)
                then = now
                self.news.wait_for(lambda: self.ended, STEP)

    def go_on(self, seconds: float) -> None:
        """Let so many seconds of the recording pass."""
        with self.lock:
            until, shown = self._now + seconds, int(self._now)
            if self._looks:
                until = after_pause(until, self._looked, self._looks[0].at)
            while self._looks and self._looks[0].at <= until:
                self._take(self._looks.popleft())
            self._now = until
            if self._now >= self._ticked + TICK:
                self._tick()
            if int(self._now) != shown:
                self._paint()

    def _take(self, look: Look) -> None:
        self._now = self._looked = look.at
        if look.at >= self._ticked + TICK:
            self._tick()
        self._tell(self._presence.look(look))

    def _tick(self) -> None:
        self._ticked = self._now
        self._tell(self._presence.tick(self._now))
        self._step(Ticked(self._now, self._presence.touching))
        if self._now > self._moved + QUIET:
            self._moved = float("inf")
            self._lay_the_rest()

    def _tell(self, changes: list[Change]) -> None:
        for change, doubt in with_doubt(changes, self._presence.touching):
            self._moved = self._now
            self._lay(change)
            self._step(Seen(change, self._now, doubt))

    def _step(self, one: Input) -> str:
        """Send an input to the referee."""
        outcome = self._referee.step(one)
        if outcome.moment is not None:
            self._moved = self._now
            self._paint()
        return outcome.words

    # -- where chips lie ---------------------------------------------------------------------------------------

    def _lay(self, change: Change) -> None:
        """Move a chip on the virtual table to where a change shows it."""
        world = self.world_now
        if not isinstance(change, Appeared | Tapped | Lifted) or change.uid not in world.kinds:
            return
        uid = change.uid
        if isinstance(change, Lifted):
            if world.where(uid) != AIR:
                world.lift(uid)
        elif isinstance(change, Appeared):
            cells = [place.id for place in world.places.values() if place.reader == change.reader]
            free = [place for place in cells if not world.lying(place)]
            if world.where(uid) not in cells and free:
                world.put(uid, free[0])
        else:
            spot = world.layout.spot(change.reader)
            beyond = spot.beyond if spot.hidden else ""
            world.put(uid, beyond or tap_place(world, change.reader, world.kinds[uid]))

    def _lay_the_rest(self) -> None:
        """Lay chips that moved unseen (such as a refilled bag) where the rules have them, if nothing is unclear."""
        arbiter = self._referee.arbiter
        if not arbiter.books.settled or arbiter.rulings.open or [*arbiter.books.owed()]:
            return
        game, match = arbiter.match.game, arbiter.match
        hidden = [zone for zone in game.zones(match.table) if arbiter.sight.place(zone) != zone]
        for one in astray(self.world_now, balance(self.world_now, match, hidden)):
            self.world_now.put(one.uid, self.world_now.room_in(one.target, self.world_now.kinds[one.uid]))
        self._paint()

    # -- the page ----------------------------------------------------------------------------------------------

    def world(self) -> Mapping[str, Any]:
        """The newest world."""
        return self._shown

    def wait(self, number: int, seconds: float) -> bool:
        """Wait until there is a newer world than this one."""
        with self.news:
            return self.news.wait_for(lambda: self.ended or self._number != number, seconds) and not self.ended

    def act(self, deed: Mapping[str, Any]) -> str:
        """Accept answers and the pace. Returns why something is impossible, or ""."""
        with self.lock, suppress(KeyError, TypeError, ValueError):
            match deed["do"]:
                case "pace" if deed["value"] in PACES:
                    self.pace = float(deed["value"])
                    self._paint()
                    return ""
                case "say":
                    return self._step(Answered(str(deed["seat"]), str(deed["token"]), self._now))
                case "stand":
                    return self._step(Stands(tuple(sorted(self._seats)), int(deed["number"]), self._now))
                case _:
                    return self.language.say(RECORDED)
        return self.language.say(UNKNOWN)

    def _paint(self) -> None:
        row = moment_row(self._referee, lambda audience: self._screens.screen(audience, self.language))
        told, world = ToldMoment.read(row, 0.0), self.world_now
        say = self.language.say
        at = say(AT).format(seconds=int(self._now), all=int(self._last))
        self._number += 1
        self._shown = {
            "number": self._number,
            "title": ", ".join(seat.name for seat in self._situation.setup.seats),
            "address": "",
            "program": "running",
            "recorded": True,
            "seats": seat_rows(world, told, self._seats),
            "places": place_rows(world, self._chips, told.says["prices"], frozenset(), self._words),
            "chips": chip_rows(world, self._chips, self._seats),
            "phones": phone_rows(told, self._seats),
            "says": says_row(told),
            "panel": None,
            "faults": [],
            "pace": self.pace,
            "tour": None,
            "links": [],
            "message": at if self._now <= self._last else say(THE_END),
        }
        self.news.notify_all()
