"""Pages to look at: positions of real games, and what may stand beside them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.cli.display import find_language, screen_of_position
from companion.faces.display.pages import Failed, GameShown, Idle, Page, ReaderLost, Starting
from companion.faces.screen import Ask, Cited, Clock, Due, OpenRuling, Screen
from companion.ledger import Checkpoint
from companion.rules import TABLE, Match, SeatSetup, Setup
from companion.rules.kernel.board import Panel, PieceGroup, Row
from companion.scenarios.documents import Malformed, read_documents
from companion.scenarios.scenario import read_scenario
from companion.scenarios.written import reached
from tests.arbiter.mistakes import CASES, match_before
from tests.faces.screened import ScreenedTable
from tests.sample_game import GAME as BEACONS

POSITIONS = Path(__file__).with_name("positions.yaml")

COUNTER_CRASH = Cited(
    "counter-crashing",
    "Counter-crashing",
    "Who is sent gems may break gems of the own pile with a crash chip; the gems cancel in pairs.",
)
ASK = Ask(7, ("South",), "Three 1-gems are in the air. Do you answer with a crash chip?", COUNTER_CRASH, ())
TO_DO = (
    Due("North", "lay the 3-gem from your pile on the bank spot"),
    Due("North", "lay Crash Gem on your play spot"),
    Due("South", "take up the two chips that lie beside your tray"),
)
LAST = (
    "Turn 7: North.",
    "A 1-gem is anted into North's pile.",
    "North plays Burning Vigor.",
    "North plays Crash Gem.",
    "North breaks a 3-gem.",
)
ASIDES = ("Sound: it is the turn of North.", "The judge has looked (1).")
RULED = OpenRuling(
    3,
    "North",
    "North has taken a 3-gem from the bank, but buying comes after the action phase, and it costs $5.",
    "Put the 3-gem back into the bank, or end the action phase first.",
    Cited("phases", "The phases of a turn", "Actions come first, then buying; there is no way back."),
    False,
)
FOR_JUDGE = replace(RULED, number=4, remedy="", judge=True, words="The pile of North shows 9, the rules have 7.")
JOIN = Idle(
    "Puzzle Strike",
    "http://companion.local:8000/join",
    "Table 3",
    code="K7QF",
    words="Or ask the judge for the code of your seat.",
)
HOTSPOT = replace(JOIN, address="http://10.42.0.1:8080", wifi="Table-GW5N", passphrase="abcd-efgh-jk23")
TROUBLES = (
    "North's tray, reader 2.3 does not answer. The players are asked instead.",
    "Pad 4 does not answer. The players are asked instead.",
)
SEATED = ("Anna-Katharina von Hohenfels", "Bo", "Константин Константинопольский", "Wei")
HEAD = "9f2c41d7be03a56809f2c41d7be03a56809f2c41d7be03a56809f2c41d7be03a"
CHECKPOINT = Checkpoint(153, True, HEAD, "hs5l-3o6j-evn5-glgu", bytes(range(64))).text


def matches() -> dict[str, Match]:
    """The positions of the file, by their titles."""
    found = {}
    for document in read_documents(POSITIONS):
        assert not isinstance(document, Malformed), document
        scenario = read_scenario(document)
        found[scenario.title] = reached(scenario)
    return found


def position(title: str, lang: str = "en") -> Screen:
    """What the table sees of one of them."""
    return screen_of_position(matches()[title], find_language(lang))


def duel() -> Screen:
    """A duel with everything in it."""
    return replace(position("duel"), ask=ASK, todo=TO_DO, last=LAST)


def seated(screen: Screen, count: int) -> Screen:
    """The same table with more seats, and long names: no game for four is there yet."""
    panels = [
        screen.board.seats[number % 2]._replace(
            key=name, title=name, active=number == 0 and not screen.board.over, out=number == 3
        )
        for number, name in enumerate(SEATED[:count])
    ]
    ask = screen.ask and replace(screen.ask, seats=(SEATED[1],))
    todo = tuple(Due(SEATED[number % count], due.words) for number, due in enumerate(screen.todo))
    return replace(screen, board=screen.board._replace(seats=tuple(panels)), ask=ask, todo=todo)


def turn_of(screen: Screen, at: int) -> Screen:
    """The same table when it is another seat's turn."""
    panels = tuple(panel._replace(active=number == at) for number, panel in enumerate(screen.board.seats))
    return replace(screen, board=screen.board._replace(seats=panels))


def timed(screen: Screen, round_left: int, each: dict[str, int], *, running: bool = True) -> Screen:
    """The same with clocks, as they show at this moment."""
    turn = next(panel.key for panel in screen.board.seats if panel.active)
    left = {"": round_left} | each
    clocks = (
        Clock(seat, float(seconds), running and bool(seconds) and seat in ("", turn), 0.0, running and not seconds)
        for seat, seconds in left.items()
    )
    return replace(screen, clocks=tuple(clocks))


def beacons() -> Screen:
    """The sample game: a token, counters, an ordered row, a grid."""
    setup = Setup(BEACONS.key, tuple(SeatSetup(name) for name in ("Ada", "Ben", "Cleo", "Dan")))
    screen = screen_of_position(Match(BEACONS, setup, BEACONS.begin(setup)), find_language("en"))
    pier = Row(
        "Pier", tuple(PieceGroup(tone, tone, 1, tone[0].upper(), tone) for tone in "red blue blue red blue".split())
    )
    shared = [Panel("pier", "Pier", (pier,)) if panel.key == "pier" else panel for panel in screen.board.shared]
    return replace(screen, board=screen.board._replace(shared=tuple(shared)), last=LAST[:2])


def result() -> Screen:
    """A game that is over, its record closed."""
    return replace(position("won"), ask=None, last=LAST, head=HEAD, checkpoint=CHECKPOINT)


def ruled(case: str, lang: str) -> Screen:
    """What everybody sees of a mistake, as the arbiter says it."""
    table = ScreenedTable(match_before(CASES[case]), "cells-2", spare=2)
    CASES[case].deed(table)
    table.wait(40)
    return table.seen.screen(TABLE, find_language(lang))


def pages() -> dict[str, Page]:
    """One of each sort."""
    lost = ("Reader 3 of pad 2 (North's tray, cells 5 and 6) does not answer.", "Plug the cable of pad 2 in again.")
    return {
        "starting": Starting("Puzzle Strike companion", "Looking for pads …"),
        "idle": JOIN,
        "hotspot": replace(HOTSPOT, words="No game is running. The first phone that joins can set one up."),
        "hotspot_noted": replace(HOTSPOT, notes=("Reader 3 of pad 2 does not answer.",)),
        "alone": Idle("Puzzle Strike", notes=("Reader 3 of pad 2 does not answer.",)),
        "duel": GameShown(duel()),
        "noted": GameShown(replace(duel(), notes=("Reader 3 of pad 2 does not answer.",), asides=ASIDES)),
        "aside_said": GameShown(replace(position("asked"), asides=ASIDES)),
        "three": GameShown(seated(duel(), 3)),
        "four": GameShown(seated(duel(), 4)),
        "beacons": GameShown(beacons()),
        "clocks": GameShown(timed(duel(), 2730, {"North": 312, "South": 485})),
        "clocks_four": GameShown(timed(seated(duel(), 4), 0, dict.fromkeys(SEATED, 605) | {SEATED[0]: 0})),
        "clocks_stand": GameShown(timed(duel(), 7265, {}, running=False)),
        "ruling": GameShown(replace(duel(), rulings=(RULED,))),
        "ruled_clocks": GameShown(
            replace(timed(duel(), 2730, {"North": 312, "South": 485}), rulings=(replace(RULED, seat="South"),))
        ),
        "judged": GameShown(replace(seated(duel(), 4), rulings=(FOR_JUDGE, RULED))),
        "ruled_opposite": GameShown(replace(duel(), rulings=(replace(RULED, seat="South"),))),
        "aside": GameShown(turn_of(seated(duel(), 4), 1)),
        "panic": GameShown(replace(position("panic"), last=LAST)),
        "trapped": GameShown(position("trapped")),
        "troubled": GameShown(replace(seated(duel(), 4), rulings=(RULED,), notes=TROUBLES, asides=ASIDES)),
        "result": GameShown(result()),
        "result_four": GameShown(replace(seated(result(), 4), notes=TROUBLES[:1])),
        "lost": ReaderLost(*lost, duel()),
        "lost_idle": ReaderLost(*lost),
        "failed": Failed("The disk is full: nothing more can be recorded.", "Free some space, then start again."),
    }
