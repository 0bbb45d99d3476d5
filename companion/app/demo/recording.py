"""Plays a recorded trace on the page of the virtual table: what readers saw, and what the program makes of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
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
from companion.referee.inputs import Answered, Personal, Seen, Stands
from companion.referee.outcome import Moment, Outcome
from companion.rehearsal.games.trace import TraceSetup, after_pause
from companion.rules import TABLE, find_game, new_match
from companion.session.scratch import unrecorded
from companion.session.session import TableSession
from companion.table.changes import Appeared, Change, Lifted, Tapped
from companion.table.sightings import Look

STEP: Final = 0.05
TICK: Final = 0.1
QUIET: Final = 1.5
"""Seconds without news after which chips that no reader sees are laid where the rules have them."""
RECORDED: Final = N_("This is a recording: only questions can be answered.")
AT: Final = N_("A recording, second {seconds} of {all}.")
THE_END: Final = N_("The recording is over.")


class Recording:
    """Looks come as they came when they were recorded. People may answer for all seats."""

    def __init__(self, looks: tuple[Look, ...], situation: TraceSetup, language: Language) -> None:
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
        match, twin = new_match(situation.setup), situation.beliefs()
        game = unrecorded(match, situation.layout, situation.kinds, twin)
        self._moment = game.moment()
        self._screens = Screens(self._moment)
        self._session = TableSession(situation.layout)
        self._session.watch("recording", self._hear)
        self._session.play(game, 0.0, situation.resting)
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
        self._told(self._session.look(look))

    def _tick(self) -> None:
        self._ticked = self._now
        while (waited := self._session.rest()) is not None:
            self._told([waited])
        self._told(self._session.tick(self._now))
        if self._now > self._moved + QUIET:
            self._moved = float("inf")
            self._lay_the_rest()

    def _told(self, outcomes: Iterable[Outcome]) -> None:
        """Move chips to where readers saw them."""
        for outcome in outcomes:
            if isinstance(outcome.input, Seen):
                self._moved = self._now
                self._lay(outcome.input.change)

    def _hear(self, moment: Moment) -> None:
        """Show a new moment."""
        if moment.number > self._moment.number:
            self._moment, self._moved = moment, self._now
            self._screens.take(moment)
            self._paint()

    def _say(self, one: Personal) -> str:
        """Say something for a seat."""
        return self._session.say(one, self._now).words

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
        moment, match = self._moment, self._moment.match
        if not moment.settled or moment.rulings or moment.owed:
            return
        places = match.game.places
        hidden = [zone for zone in match.game.zones(match.table) if not places.seen_by(TABLE, zone)]
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
                    return self._say(Answered(str(deed["seat"]), str(deed["token"]), self._now))
                case "stand":
                    return self._say(Stands(tuple(sorted(self._seats)), int(deed["number"]), self._now))
                case _:
                    return self.language.say(RECORDED)
        return self.language.say(UNKNOWN)

    def _paint(self) -> None:
        row = moment_row(self._moment, lambda audience: self._screens.screen(audience, self.language))
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
