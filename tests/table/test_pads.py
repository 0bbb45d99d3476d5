"""All pads together, in simulated time, with small pads that take their time over a look."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random

import pytest

from companion.table.layout import Layout
from companion.table.messages import (
    Done,
    Health,
    Hi,
    Lamp,
    Last,
    Led,
    LookState,
    Num,
    PadHealth,
    Request,
    Scan,
    SelfTest,
    SelfTestVerdict,
    Tested,
)
from companion.table.pad_link import LinkState
from companion.table.pads import Pads
from companion.table.phrases import Phrase
from companion.table.reader_notices import ReaderNotice, RequestDone
from companion.table.sightings import Look, Uid
from tests.table.kits import KITS, kit
from tests.table.scripted_pad import A, ScriptedPad

LATENCY = 0.0015
Garble = Callable[[bytes], bytes]


class Evening:
    """Pads, their lines and the time."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.host = Pads(layout)
        self.pads = {pad.number: ScriptedPad(pad.number, len(pad.spots)) for pad in layout.pads}
        self.now = 0.0
        self.looks: list[Look] = []
        self.notices: list[ReaderNotice] = []
        self.answers: dict[int, RequestDone] = {}
        self.garble: Garble = lambda data: data
        self.on_until: dict[str, float] = {}
        """Fields, and until when they are on."""
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        for number in self.pads:
            self.host.opened(number, 0.0)

    def place(self, reader: str) -> tuple[ScriptedPad, int]:
        number, index = reader.split(".")
        return self.pads[int(number)], int(index)

    def put(self, tag: Uid, reader: str) -> None:
        pad, index = self.place(reader)
        pad.tags[index].add(tag)

    def run(self, until: float) -> None:
        steps = 0
        while True:
            self._send()
            deadline = self.host.deadline
            moment = min(deadline if deadline is not None else until, self._events[0][0] if self._events else until)
            if moment >= until:
                self.now = until
                return
            steps = steps + 1 if moment <= self.now else 0
            assert steps < 100, "time does not go on"
            self.now = max(self.now, moment)
            if self._events and self._events[0][0] <= self.now:
                heappop(self._events)[2]()
            self.host.tick(self.now)
            self.looks += self.host.take_looks()
            self.notices += self.host.take_notices()
            self.answers.update(self.host.take_answers())

    def _at(self, moment: float, what: Callable[[], None]) -> None:
        heappush(self._events, (moment, next(self._order), what))

    def _send(self) -> None:
        for number in self.pads:
            if data := self.host.outgoing(number):
                self.host.sent(number, len(data))
                self._at(self.now + LATENCY, partial(self._reach, number, data))

    def _reach(self, number: int, data: bytes) -> None:
        pad = self.pads[number]
        before = len(pad.requests), pad.carried_out
        said = self.garble(pad.feed(self.garble(data)))
        takes = 0.0
        for request in pad.requests[before[0] :]:
            if isinstance(request, Scan) and pad.carried_out > before[1]:
                takes += self._look(number, request)
        self._at(self.now + LATENCY + takes, lambda: self.host.feed(number, said, self.now))

    def _look(self, number: int, scan: Scan) -> float:
        reader = self.layout.pads[number - 1].spots[scan.reader].reader
        for other in self.layout.neighbours(reader):
            assert self.on_until.get(other, 0.0) <= self.now, f"{reader} and {other} are neighbours"
        takes = 0.006 * (1 + len(self.pads[number].tags[scan.reader]))
        self.on_until[reader] = self.now + takes
        return takes

    def state(self, number: int) -> LinkState:
        return self.host.links[number].state

    def seen(self, reader: str, since: float = 0.0, until: float = float("inf")) -> list[Look]:
        return [look for look in self.looks if look.reader == reader and since <= look.at <= until]

    def requests(self, number: int, kind: type[Request]) -> list[Request]:
        return [request for request in self.pads[number].requests if isinstance(request, kind)]


@pytest.mark.parametrize("name", KITS)
def test_every_reader_of_every_kit_looks(name: str) -> None:
    evening = Evening(kit(name))
    evening.run(3.0)
    for spot in evening.layout.spots():
        if spot.reader != "station":
            assert len(evening.seen(spot.reader, 1.0)) >= 2
            assert all(look.clean for look in evening.seen(spot.reader))
    assert not [notice for notice in evening.notices if notice.trouble]
    assert len(evening.notices) == len(evening.pads)
    assert evening.looks == sorted(evening.looks, key=lambda look: look.at)


@pytest.mark.parametrize("name", ["cells-2", "taps-2"])
def test_a_chip_on_a_tap_is_seen_five_times(name: str) -> None:
    evening = Evening(kit(name))
    for spot in evening.layout.spots():
        for cell in range(spot.cells):
            evening.put(Uid(f"04{cell}{spot.reader.replace('.', 'C')}".ljust(8, "0")), spot.reader)
    evening.run(2.0)
    tap = next(spot.reader for spot in evening.layout.spots() if spot.cells == 0 and spot.reader != "station")
    evening.put(A, tap)
    evening.run(2.4)
    assert len([look for look in evening.seen(tap, 2.0) if A in look.tags]) >= 5


def test_noise_loses_no_look_for_long_and_makes_up_none() -> None:
    evening = Evening(kit("taps-2"))
    chance = Random(5)
    evening.put(A, "1.0")

    def noisy(data: bytes) -> bytes:
        if not data or chance.random() > 0.05:
            return data
        at = chance.randrange(len(data))
        return chance.choice(
            [
                data[:at],
                data[at:],
                data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :],
                b"\n",
                b"",
            ]
        )

    evening.garble = noisy
    evening.run(60.0)
    counters = evening.host.links[1].counters
    assert min(counters.damaged, counters.refused, counters.timeouts, counters.late) > 10
    assert {look.tags for look in evening.looks if look.clean and look.reader == "1.0"} == {(A,)}
    assert {look.tags for look in evening.looks if look.reader != "1.0"} == {()}
    for begin in range(1, 59):
        assert len(evening.seen("1.0", begin, begin + 1.0)) >= 5


def test_a_pad_that_falls_silent_does_not_slow_down_the_others() -> None:
    evening = Evening(kit("cells-2"))
    evening.run(2.0)
    evening.pads[1].silent = True
    evening.run(10.0)
    taps = [spot.reader for spot in evening.layout.pads[2].spots]
    for begin in range(3, 9):
        for tap in taps:
            assert len(evening.seen(tap, begin, begin + 0.4)) >= 5
    assert evening.state(1) is LinkState.SILENT
    assert any("does not answer" in notice.words for notice in evening.notices)
    evening.pads[1].silent = False
    evening.run(15.0)
    assert evening.state(1) is LinkState.READY
    assert evening.seen("1.0", 13.0)


def test_a_port_that_is_gone_and_comes_back() -> None:
    evening = Evening(kit("taps-2"))
    evening.run(1.0)
    evening.host.closed(1, evening.now, Phrase("/dev/pad-1 is gone."))
    evening.run(2.0)
    assert not evening.seen("1.0", 1.1)
    assert [notice.words for notice in evening.notices if notice.trouble] == ["/dev/pad-1 is gone."]
    evening.pads[1].restart()
    evening.put(A, "1.0")
    evening.host.opened(1, evening.now)
    evening.run(3.0)
    assert evening.seen("1.0", 2.5)[0].tags == (A,)


def test_a_reader_that_hangs_is_asked_rarely() -> None:
    evening = Evening(kit("taps-2"))
    pad, index = evening.place("1.2")
    pad.states[index] = LookState.FAIL
    evening.run(20.0)
    assert len(evening.seen("1.2", 10.0)) <= 3
    assert not evening.seen("1.2")[-1].clean


def test_health_is_asked_in_turn() -> None:
    evening = Evening(kit("taps-2"))
    evening.run(20.0)
    assert evening.host.health[1] == PadHealth(1, 2, 3, 4, 5)
    assert set(evening.host.reader_health) >= {"1.0", "1.1", "1.2", "1.3"}
    assert evening.requests(1, Health)[:6] == [Health(None), *(Health(index) for index in range(4)), Health(None)]


def test_health_waits_while_chips_move_but_not_for_ever() -> None:
    evening = Evening(kit("taps-2"))
    evening.run(1.0)
    asked = len(evening.requests(1, Health))
    for turn in range(200):
        pad, index = evening.place("1.0")
        pad.tags[index] = {Uid(f"{turn:08X}")}
        evening.run(1.0 + (turn + 1) * 0.12)
    assert 1 <= len(evening.requests(1, Health)) - asked <= 3
    evening.run(45.0)
    assert len(evening.requests(1, Health)) - asked >= 4


def test_lamps_are_set_and_set_again_after_a_restart() -> None:
    evening = Evening(kit("taps-2"))
    evening.host.set_lamp("1.2", Lamp.BLINKING)
    evening.run(1.0)
    assert evening.requests(1, Led) == [Led(2, Lamp.BLINKING)]
    evening.host.feed(1, evening.pads[1].restart(), evening.now)
    evening.run(2.0)
    assert evening.requests(1, Led) == [Led(2, Lamp.BLINKING)] * 2
    evening.host.set_lamp("1.2", Lamp.OFF)
    evening.run(3.0)
    assert evening.requests(1, Led)[2:] == [Led(2, Lamp.OFF)]
    with pytest.raises(KeyError):
        evening.host.set_lamp("9.9", Lamp.ON)


def test_requests_from_outside_are_answered() -> None:
    evening = Evening(kit("taps-2"))
    evening.run(1.0)
    tickets = [evening.host.request(1, request) for request in (SelfTest(2), Num(1), Health(3))]
    evening.run(2.0)
    replies = [evening.answers[ticket].reply for ticket in tickets]
    assert replies[:2] == [Tested(2, SelfTestVerdict.PASS), Done()]
    assert evening.answers[tickets[2]].request == Health(3)


def test_requests_to_a_pad_that_is_not_there_or_goes_away() -> None:
    evening = Evening(kit("taps-2"))
    evening.host.closed(2, 0.0, Phrase("gone"))
    early = evening.host.request(2, SelfTest(0))
    evening.run(1.0)
    assert evening.answers[early].reply is None
    late = [evening.host.request(1, SelfTest(0)), evening.host.request(1, SelfTest(1))]
    evening.host.tick(evening.now)
    evening.host.closed(1, evening.now, Phrase("gone"))
    evening.run(2.0)
    assert [evening.answers[ticket].reply for ticket in late] == [None, None]
    evening.host.opened(1, evening.now)
    evening.run(3.0)
    assert evening.requests(1, SelfTest) == [], "nobody waits for it any more"


@pytest.mark.parametrize("request_", [Scan(0), Last(0), Hi()])
def test_looks_are_not_for_others_to_ask(request_: Request) -> None:
    with pytest.raises(ValueError, match="not asked for from outside"):
        Pads(kit("taps-2")).request(1, request_)


def test_a_table_without_pads_has_nothing_to_do() -> None:
    host = Pads(kit("none-2"))
    host.tick(1.0)
    assert host.deadline is None
