"""The demo, put together: virtual pads, the program in its own process, hands, people and brains."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Condition, RLock, Thread
from time import monotonic
from typing import Any, Final

from companion.app.demo import people
from companion.app.demo.brains import Brains, Carry, Deed, Pour, Say, Stand, Tell, Wait
from companion.app.demo.cheating import Cheating, CheatTable
from companion.app.demo.cheats_shown import cheats_row
from companion.app.demo.child_process import EVERYWHERE, House
from companion.app.demo.choosing import chosen, offer_row
from companion.app.demo.kept import read_kept, write_kept
from companion.app.demo.lessons import Lessons, match_facts
from companion.app.demo.mishaps import LABELS, Mishaps
from companion.app.demo.motion import TableHands
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.shown import (
    chip_rows,
    kinds_unseen,
    lesson_row,
    looks_of,
    phone_rows,
    place_rows,
    says_row,
    seat_rows,
    unseen_in_hands,
)
from companion.app.demo.table import deal, demo_table
from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.world import N_, World
from companion.app.seating import seated
from companion.faces.languages import ENGLISH, Language
from companion.players import Player, find_player
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.live_pads import LivePads
from companion.rules import Setup, SetupError, find_game
from companion.rules.kernel.board import PieceGroup
from companion.rules.kernel.sentences import Sentence, Terms

STEP: Final = 0.04
"""Seconds between two steps of the thread."""
THINKING: Final = (0.8, 2.0)
"""Seconds before a computer player does something, at least and at most."""
CLEARING: Final = 1.5
"""Seconds until all readers have seen that the table is empty."""
POWER_CUT: Final = 2.0
"""Seconds that a power cut lasts."""
NOTICE: Final = 6.0
"""Seconds for which the page shows why something did not count."""
MOST_SAID: Final = 50
"""How many lines of the program are remembered."""
PACES: Final = (0.0, 0.5, 1.0, 2.0, 4.0)
KEPT: Final = "world.json"
NO_WISHES: Final[Mapping[str, list[str]]] = {}
STARTS: Final = Sentence("The companion is starting.")
NO_POWER: Final = Sentence("The companion has no power. It will be back in a moment and go on where it stopped.")
PAUSED: Final = Sentence("The table is paused.")
ALL_IS_WELL: Final = "the chips are back where they belong"
NO_GAME: Final = N_("The table is still being set.")
UNKNOWN: Final = N_("The page asked for something that this table does not have.")


def steady(seat: str) -> Player:
    """The computer player for chairs that nobody has taken."""
    return find_player("steady")


def is_for(waits: Sentence, people: frozenset[str]) -> bool:
    """Whether only people are waited for. The page tells them what to do, in their own words."""
    seats = waits.values.get("seats")
    return isinstance(seats, Terms) and set(seats.terms) <= people


class Demo:
    """One table with one game at a time. The page's requests may come from any thread."""

    leave: frozenset[str] = frozenset()
    """Zones to which computer players carry nothing for now."""
    cheating: Cheating | None = None
    _sit_down: frozenset[str] | None = None
    """The seats that people take when the next game is dealt; None for those that they have now."""
    _offer: Mapping[str, Any] | None = None
    _teach = False
    lessons: Lessons | None = None
    """What is explained in a first game."""

    def __init__(
        self, folder: Path, *, seed: int | None = None, new: bool = False, language: Language = ENGLISH,
        host: str = EVERYWHERE, port: int = 0, pace: float = 1.0, setup: Setup = USUAL, thinking: bool = True,
        players: Callable[[str], Player] = steady, wishes: Mapping[str, list[str]] = NO_WISHES,
        painted: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """`port` is that of the companion's own pages; `wishes` are the kinds that come out of each bag first.

        `painted` is called for each new world.
        """
        self.folder = folder
        self.lock = RLock()
        self.news = Condition(self.lock)
        self.chance = Random(seed)
        self.language = language
        self.game = setup.game
        self.count = len(setup.seats)
        """How many seats the table has."""
        self.told: ToldMoment | None = None
        self.setup: Setup | None = None
        self.address = ""
        self.codes: list[list[str]] = []
        self.phones: Mapping[str, str] = {}
        """The sessions of the phones in frames beside the table, by seat."""
        self.program = "dead"
        self.said: list[str] = []
        """The lines that the program has printed."""
        self.pace = pace
        self.house = House(
            folder, self._heard, self._house_ended, seats=len(setup.seats), game=setup.game, language=language.code
        )
        self.house.host, self.house.port = host, port
        self.pads = LivePads(demo_table(len(setup.seats), setup.game), folder / "ports")
        self.mishaps = Mishaps(self.pads, self.chance, self.house.kill)
        self.hands: TableHands | None = None
        self.brains: Brains | None = None
        self.panel: Mapping[str, Any] | None = None
        self.ended = False
        self.thinking = thinking
        """Whether computer players do anything by themselves."""
        self.thinks_until: Callable[[ToldMoment], bool] = lambda told: False
        """Once this is true, computer players stop doing anything by themselves."""
        self.painted = painted
        self._usual, self._players, self._wishes = setup, players, wishes
        self._waits = STARTS
        self._notice = ("", 0.0)
        self._looks: dict[str, PieceGroup] = {}
        self._new = new
        self._restart_at: float | None = None
        self._think_at = 0.0
        self._heard_at = 0.0
        self._kept: tuple[int, frozenset[str]] | None = None
        self._said: dict[int, Deed] = {}
        """What computer players have said and the program has not answered yet."""
        self._number = 0
        self._dirty = True
        self._world: dict[str, Any] = {"number": 0}
        self._stack = ExitStack()
        self._thread = Thread(target=self._run, name="hands", daemon=True)
        with self.lock:
            self._paint()

    # -- starting and ending -----------------------------------------------------------------------------------

    def __enter__(self) -> Demo:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._stack.enter_context(self.pads)
        self.program = "starting"
        self.house.start()
        self._stack.callback(self.house.stop)
        self._thread.start()
        self._stack.callback(self._end)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _end(self) -> None:
        with self.news:
            self.ended = True
            self.news.notify_all()
        self._thread.join()
        self._keep()

    # -- what the program tells --------------------------------------------------------------------------------

    def _heard(self, row: Mapping[str, Any]) -> None:
        with self.lock:
            match row["told"]:
                case "open":
                    self._opened(row)
                case "dealing":
                    self._deal(Setup.from_json(row["setup"]), kept=False)
                    Thread(target=self._tell_dealt, daemon=True).start()
                case "game":
                    self._take_up(Setup.from_json(row["setup"]))
                case "moment":
                    before, self.told = self.told, ToldMoment.read(row, monotonic())
                    if before is None or before.situation != self.told.situation:
                        self._heard_at = monotonic()
                case "notes" if self.told:
                    self.told = replace(self.told, says={**self.told.says, "notes": row["notes"]})
                case "heard":
                    self._answered(row)
                case "panel":
                    self.panel = row["panel"]
                case "said":
                    self.said = [*self.said[-MOST_SAID:], row["words"]]
            self._dirty = True

    def _opened(self, row: Mapping[str, Any]) -> None:
        first = self.program != "running"
        self.address, self.codes, self.program = row["address"], row["codes"], "running"
        self.phones = row["phones"]
        if self.address:
            self.house.port = int(self.address.rpartition(":")[2])
        if first and (self.told is None or self._new):
            self._new = False
            self.begin(self._usual)

    def _tell_dealt(self) -> None:
        with self.news:
            self.news.wait_for(lambda: self.ended, CLEARING)
        self.house.say(do="dealt")

    def _take_up(self, setup: Setup) -> None:
        """Take up a game that continues: the chips lie where they lay before."""
        if self.setup != setup:
            self._deal(setup, kept=True)
        if self._teach:  # what has been told since the chips were dealt was still of the game before
            self._teach, self.told, self.lessons = False, None, Lessons(facts=match_facts(setup))

    def _deal(self, setup: Setup, *, kept: bool) -> None:
        """Lay out the chips for a game, and make its hands and brains."""
        if self.hands:
            self.hands.clear()
        names = tuple(seat.name for seat in setup.seats)
        game = find_game(setup.game).bound(setup)
        layout = seated(demo_table(len(names), setup.game), setup)
        world = World(layout, game, deal(setup))
        before = read_kept(self.folder / KEPT, setup) if kept else {}
        world.take_json(before.get("chips", {}))
        chairs = {name: self._players(name) for name in names}
        people_before = self.brains.people if self.brains else frozenset(before.get("people", ()))
        taken = (people_before if self._sit_down is None else self._sit_down) & frozenset(names)
        self._sit_down, self.lessons = None, None
        self.setup, self.told = setup, None
        self._looks, self._offer = looks_of(setup, self.language), offer_row(setup, self.language)
        self.hands = TableHands(world, self.pads)
        self.hands.pace = self.pace
        wishes = {bag: list(kinds) for bag, kinds in self._wishes.items()}
        self.brains = Brains(Customs(layout, game), chairs, self.chance, taken, wishes)
        self.mishaps.plug_in()
        means = CheatTable(self.hands, self.brains.customs, self.mishaps.pull, self.mishaps.plug_in, self._all_is_well)
        self.cheating = Cheating(means, self.cheating.results if self.cheating else {})

    def _answered(self, row: Mapping[str, Any]) -> None:
        said = self._said.pop(row["id"], None)
        if row["accepted"]:
            return
        self._notice = row["words"], monotonic() + NOTICE
        if self.brains and isinstance(said, Say):
            self.brains.refused()
        elif self.brains and isinstance(said, Stand):
            self.brains.stands_refused(said.number)

    def _house_ended(self) -> None:
        with self.lock:
            self.program, self.panel = "dead", None
            if self._restart_at is None and not self.ended:
                self._restart_at = monotonic() + POWER_CUT
            self._dirty = True

    # -- what people ask for -----------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a new game."""
        title = ", ".join(seat.name for seat in setup.seats)
        self.house.say(do="begin", setup=setup.to_json(), title=title)

    def _begin_anew(self, deed: Mapping[str, Any]) -> None:
        """Begin another game: as before, or with what somebody has chosen; `sit` is the seat that a person takes."""
        setup = self.setup or self._usual
        if "names" in deed:
            setup = chosen(setup, deed, self.chance)
            self._sit_down = frozenset([str(deed.get("sit", ""))])
        self._teach = deed.get("teach") is True
        self.begin(setup)

    def speak(self, language: Language) -> None:
        """Go on in another language: table, display and what the program says."""
        with self.lock:
            self.language = language
            self.house.speak(language.code)
            if self.setup:
                self._looks = looks_of(self.setup, language)
            self._offer = offer_row(self.setup or self._usual, language)
            self._dirty = True

    def act(self, deed: Mapping[str, Any]) -> str:
        """Do what somebody asks for at the page. Returns why that is impossible, or ""."""
        with self.lock:
            self._dirty = True
            try:
                return self.language.say(self._act(deed))
            except SetupError as problem:
                return problem.said(self.language.say)
            except (KeyError, TypeError, ValueError):
                return self.language.say(UNKNOWN)

    def _act(self, deed: Mapping[str, Any]) -> str:
        now, hands, brains = monotonic(), self.hands, self.brains
        if hands is None or brains is None:
            return NO_GAME
        match deed["do"]:
            case "seat":
                return self._sit(str(deed["seat"]), str(deed["player"]))
            case "move":
                chip, source = str(deed.get("chip", "")), str(deed.get("from", ""))
                return people.move(hands, brains.people, chip, source, str(deed["to"]), now)
            case "draw":
                return people.draw(hands, brains.people, str(deed["seat"]), self.chance, now)
            case "show" if self.told:
                return self._show_again(str(deed["seat"]), now)
            case "pour":
                return people.pour(hands, brains.people, str(deed["seat"]))
            case "say":
                if deed["seat"] not in brains.people:
                    return people.NOT_YOURS
                self.house.say(do="answer", seat=deed["seat"], token=str(deed["token"]))
            case "stand":
                self._stand(int(deed["number"]))
            case "straight":
                self._all_is_well()
            case "press":
                self.house.say(do="press", button=str(deed["button"]))
            case "fault":
                return self.mishaps.press(str(deed["id"]), hands, now)
            case "cheat" if self.cheating:
                return self.cheating.press(str(deed["key"]), self.told, now)
            case "lesson" if self.lessons:
                self.lessons.go_on(str(deed["key"]))
            case "right" if self.cheating:
                return self.cheating.right()
            case "pace" if deed["value"] in PACES:
                self.pace = hands.pace = float(deed["value"])
            case "new":
                self._begin_anew(deed)
            case _:
                return UNKNOWN
        return ""

    def _sit(self, seat: str, player: str) -> str:
        """Let a person take a seat, or leave it to steady."""
        assert self.brains
        if seat not in self.brains.chairs:
            return UNKNOWN
        taken = {seat} if player == "you" else set()
        self.brains.people = (self.brains.people - {seat}) | taken
        self.brains.refused()
        if self.hands:
            self.hands.forget(seat)
        return ""

    def _show_again(self, seat: str, now: float) -> str:
        """Let a person show the chips of a hand once more that no reader has seen."""
        assert self.hands
        assert self.brains
        assert self.told
        bag = self.hands.world.bag_of(seat)
        unseen = kinds_unseen(self.hands.world, self.told, bag.leads_to) if bag else []
        return people.show_again(self.hands, self.brains.people, seat, unseen, now)

    def _stand(self, number: int) -> int:
        assert self.setup
        return self.house.say(do="stand", number=number, by=[seat.name for seat in self.setup.seats])

    def _all_is_well(self) -> None:
        """Let all players say that the table lies as the rules have it."""
        names = [seat.name for seat in self.setup.seats] if self.setup else []
        self.house.say(do="correct", by=names, changes={}, reason=ALL_IS_WELL)

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self.ended:
            with self.news:
                self._step(monotonic())
                self.news.wait_for(lambda: self.ended, STEP)

    def _step(self, now: float) -> None:
        if self._restart_at is not None and now >= self._restart_at:
            self._restart_at = None
            self.program = "starting"
            self.house.start()
            self._dirty = True
        self._dirty |= self.mishaps.step(now)
        if self.hands:
            number = self.hands.world.number
            self.hands.step(now)
            self._dirty |= self.cheating is not None and self.cheating.step(self.told, now)
            if self.lessons and self.brains and not self.hands.busy:
                self._dirty |= self.lessons.look(self.told, self.hands.world, self.brains.people)
            self._think(now)
            self._dirty |= number != self.hands.world.number
            self._keep()
        if self._notice[0] and now > self._notice[1]:
            self._notice, self._dirty = ("", 0.0), True
        if self._dirty:
            self._paint()

    @property
    def running(self) -> bool:
        """Whether there is a program to play with, and nobody has paused."""
        return self.program == "running" and bool(self.pace)

    def _think(self, now: float) -> None:
        """Let the computer players do something, if they are to."""
        hands, brains, told = self.hands, self.brains, self.told
        if told and self.thinks_until(told):
            self.thinking = False
        if self.cheating and brains and self.running and self.thinking:
            if self.cheating.holds or (self.lessons and self.lessons.waiting):
                return
            brains.leave = self.leave | self.cheating.leaves
        if not (hands and brains and told) or hands.busy or not (self.running and self.thinking):
            self._think_at = max(self._think_at, now + 0.3)
            return
        if now < self._think_at:
            return
        quiet = now - max(hands.moved_at, self._heard_at)
        deed = brains.next(told, hands.world, quiet)
        self._do(deed)
        self._think_at = now + (0.25 if isinstance(deed, Wait) else self.chance.uniform(*THINKING) / self.pace)

    def _do(self, deed: Deed) -> None:
        assert self.hands
        match deed:
            case Carry(ways):
                for seat, uid, stops in ways:
                    self.hands.carry(uid, stops, seat)
            case Pour(_, bag):
                self.hands.pour(bag)
            case Say(seat, token):
                self._said[self.house.say(do="answer", seat=seat, token=token)] = deed
            case Tell(seat, kinds):
                self.house.say(do="draw", seat=seat, kinds=list(kinds))
            case Stand(number):
                self._said[self._stand(number)] = deed
        waits = deed.words if isinstance(deed, Wait) else Sentence("")
        self._dirty |= waits != self._waits
        self._waits = waits

    # -- what the page shows -----------------------------------------------------------------------------------

    def world(self) -> Mapping[str, Any]:
        """The newest world; it is never changed."""
        return self._world

    def wait(self, number: int, seconds: float) -> bool:
        """Wait until there is a newer world than this one."""
        with self.news:
            return self.news.wait_for(lambda: self.ended or self._number != number, seconds) and not self.ended

    def _paint(self) -> None:
        self._dirty = False
        self._number += 1
        table = (
            self._table_rows() if self.hands and self.brains else {"seats": [], "places": [], "chips": [], "phones": {}}
        )
        say = self.language.say
        faults = [{"id": what, "label": say(label), "on": self.mishaps.is_on(what)} for what, label in LABELS.items()]
        self._world = {
            "number": self._number,
            "title": ", ".join(seat.name for seat in self.setup.seats) if self.setup else "",
            "address": self.address,
            "program": self.program,
            "recorded": False,
            **table,
            "says": says_row(self.told),
            "panel": self.panel,
            "faults": faults,
            "pace": self.pace,
            "tour": None,
            "lesson": lesson_row(self.lessons, self.told, self._looks, self.language) if self.lessons else None,
            "links": self._links(),
            "offer": self._offer,
            "message": self._message(),
        }
        self.news.notify_all()
        self.painted()

    def _table_rows(self) -> dict[str, Any]:
        assert self.hands
        assert self.brains
        world, seats = self.hands.world, self.brains.people
        prices = self.told.says.get("prices", {}) if self.told else {}
        unseen = unseen_in_hands(world, self.told, seats)
        words = self.language.words(self.brains.customs.game)
        return {
            "seats": seat_rows(world, self.told, seats),
            "places": place_rows(world, self._looks, prices, self.mishaps.dead, words, unseen),
            "chips": chip_rows(world, self._looks, seats, self.hands.held),
            "phones": phone_rows(self.told, seats, world),
            "cheats": cheats_row(self.cheating, self.told, self._looks, words, seats) if self.cheating else None,
        }

    def _links(self) -> list[dict[str, str]]:
        """Links to the companion's own pages, for the seats and their codes."""
        return [{"label": who, "href": f"{self.address}/join?code={code}"} for who, code, _ in self.codes]

    def _message(self) -> str:
        waits = {"dead": NO_POWER, "starting": STARTS}.get(self.program, self._waits if self.pace else PAUSED)
        for_people = waits is self._waits and self.brains and is_for(waits, self.brains.people)
        return self._notice[0] or ("" if for_people else waits.said(self.language.say))

    # -- kept --------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Save where every chip lies and who sits where, for the next start."""
        if self.hands is None or self.brains is None or self.setup is None:
            return
        now = self.hands.world.number, self.brains.people
        if now == self._kept:
            return
        self._kept = now
        write_kept(self.folder / KEPT, self.setup, self.hands.world.to_json(), sorted(self.brains.people))
