"""Two duels at once on one device: nothing of one shows at the other, on no route and in no stream."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any
from zipfile import ZipFile

import pytest
from werkzeug.test import TestResponse

from companion.app.hall import RunningHall
from companion.faces.languages import languages
from companion.faces.server.app import create_app
from companion.faces.server.desk import ChannelSight
from companion.faces.server.doors import HOST, Doors, Role, RoleKind
from companion.faces.server.limits import Limits
from companion.rules import JUDGE, TABLE
from companion.rules.kernel.sentences import Sentence
from tests.faces.server.conftest import Clock, Phone, Served
from tests.session.tables import LONG, game_of

LEFT, RIGHT = ("Anna", "Ben"), ("Cleo", "Dan")
NAMES = {"left": LEFT, "right": RIGHT}
CHARACTERS = {"left": ("jaina", "rook"), "right": ("setsuki", "argagarg")}
WHOLE_DEVICE = {"games.listed", "games.game", "games.record", "games.verified", "joining.ask", "static", "device.codes"}
"""Routes that are not about one table. The list of games is the device's; of each game the asker sees what they may."""
ARGUMENTS = {"key": "wound", "number": "1", "filename": "live.js"}


class TwoTables(Served):
    """A device with two tables, both with a judge."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.hall = RunningHall(folder / "games.sqlite", tables={"left": None, "right": None}, folder=folder)
        self.doors = Doors(self.clock, folder / "doors.json")
        self.limits = Limits(self.clock)
        self.app = create_app(self.hall, self.doors, languages(), self.limits, address="http://table.local")
        self.desk = self.app.extensions["companion"]

    def seat_role(self, table: str, who: str) -> Role:
        playing = self.hall.table(table).playing()
        assert playing
        kind, seat = (RoleKind.JUDGE, "") if who == "judge" else (RoleKind.SEAT, who)
        return Role(kind, seat, playing.number, table)

    def join(self, role: Role) -> Phone:
        phone = Phone(self.app.test_client())
        code = self.doors.code_for(role) or self.doors.open(role)
        phone.code = code.text
        assert phone.post("/join", code=code.text).status_code == 303
        return phone


@pytest.fixture
def device(tmp_path: Path) -> Iterator[TwoTables]:
    found = TwoTables(tmp_path)
    yield found
    found.hall.close()


def begin(device: TwoTables) -> dict[tuple[str, str], Phone]:
    """Both games, set up by the host on a page, and everybody's phone."""
    host = device.join(HOST)
    phones = {}
    for table, (first, second) in NAMES.items():
        one, two = CHARACTERS[table]
        form = {"game": "puzzle-strike", "name0": first, "character0": one, "name1": second, "character1": two}
        answer = host.post(f"/new?table={table}", kit="none", judged="yes", bank="first_game", **form)
        assert answer.status_code == 303, answer.text
        for who in (first, second, "judge"):
            phones[table, who] = device.join(device.seat_role(table, who))
    phones["", "host"] = host
    return phones


def done(phone: Phone, extra: str = "") -> str:
    """A seat ends its phase."""
    found = re.search(r'name="answer" value="([^"]+ done)"', phone.page("/seat"))
    assert found
    return phone.said(f"/seat/answer{extra}", answer=found[1])


def pages_of(device: TwoTables, phone: Phone, query: str) -> dict[str, str]:
    """Everything that a phone can get, by route."""
    found = {}
    for rule in device.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in WHOLE_DEVICE:
            continue
        if rule.endpoint == "table.stream" or rule.rule.startswith("/api/"):  # programs have tokens, and no cookies
            continue
        path = rule.rule
        for name in rule.arguments:
            path = re.sub(rf"<(\w+:)?{name}>", ARGUMENTS[name], path)
        more = "&token=done&as=own&once=1" if query else "?token=done&as=own&once=1"
        found[rule.endpoint] = text_of(phone.get(f"{path}{query}{more}"))
    return found


def text_of(answer: TestResponse) -> str:
    """What an answer says; of a packed file all that is in it."""
    if answer.mimetype != "application/zip":
        return answer.text
    with ZipFile(BytesIO(answer.data)) as packed:
        return "\n".join(packed.read(name).decode("utf-8", "replace") for name in packed.namelist())


def leaked(texts: dict[str, str], names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Which of these names stand where."""
    return [(where, name) for where, text in texts.items() for name in names if re.search(rf"\b{name}\b", text)]


def test_no_route_of_one_table_shows_the_other(device: TwoTables) -> None:
    phones = begin(device)
    assert "accepted" not in done(phones["left", "Anna"])
    assert device.hall.table("left").playing() != device.hall.table("right").playing()
    for table, other in (("left", RIGHT), ("right", LEFT)):
        own = NAMES[table]
        visitor = Phone(device.app.test_client())
        askers = {who: phones[table, who] for who in (*own, "judge")} | {"visitor": visitor, "host": phones["", "host"]}
        for who, phone in askers.items():
            query = f"?table={table}" if who in ("visitor", "host") else ""
            texts = pages_of(device, phone, query)
            assert leaked(texts, other) == [], who
            assert any(own[0] in text for text in texts.values()), who


def test_nobody_reaches_the_other_table_by_naming_it(device: TwoTables) -> None:
    phones = begin(device)
    anna, judge = phones["left", "Anna"], phones["left", "judge"]
    right = device.hall.table("right").session.moment
    for phone in (anna, judge):
        assert leaked(pages_of(device, phone, "?table=right"), RIGHT) == []
    done(anna, "?table=right")
    judge.said("/judge/finish?table=right", code=judge.code)
    assert device.hall.table("right").session.moment == right
    left = device.hall.table("left").playing()
    assert left
    assert left.over, "it was done at the own table"
    phones["right", "judge"].said("/judge/note", text="Cleo was late.")
    assert device.hall.table("left").notes() == ()
    assert device.hall.table("right").notes() == ("Cleo was late.",)


def test_no_stream_of_one_table_moves_with_the_other(device: TwoTables) -> None:
    phones = begin(device)
    sights = [
        ChannelSight(audience, "en", form, "left") for audience in (TABLE, *LEFT, JUDGE) for form in ("page", "json")
    ]
    channels = {sight: device.desk.hub.channel(sight) for sight in sights}
    marks = {sight: channel.now().mark for sight, channel in channels.items()}
    done(phones["right", "Cleo"])
    phones["right", "Dan"].said("/seat/call")
    phones["right", "judge"].said("/judge/clocks", code=phones["right", "judge"].code, act="set", round="20")
    device.hall.table("right").warn("place:Cleo", Sentence("Only here."))
    for sight, channel in channels.items():
        channel.refresh()
        assert channel.now().mark == marks[sight], sight
        assert leaked(dict(channel.now().fragments), RIGHT) == []
    done(phones["left", "Anna"])
    for channel in channels.values():
        channel.refresh()
    assert any(channel.now().mark != marks[sight] for sight, channel in channels.items())


def test_programs_are_told_which_table_it_is(device: TwoTables) -> None:
    begin(device)
    client = device.app.test_client()
    told: dict[str, Any] = {}
    for table in NAMES:
        role = device.seat_role(table, NAMES[table][1])
        device.doors.revoke(role)
        joined = client.post("/api/join", json={"code": device.doors.open(role).text}).get_json()
        assert joined["table"] == table
        state = client.get("/api/state", headers={"Authorization": f"Bearer {joined['token']}"}).get_json()
        told[table] = state["table"], state["game"]["seats"]
        assert client.get(f"/api/state?table={table}").get_json()["table"] == table
    assert told == {table: (table, list(names)) for table, names in NAMES.items()}


def test_a_new_game_at_one_table_ends_no_seat_of_the_other(device: TwoTables) -> None:
    phones = begin(device)
    names = {"name0": "Eve", "character0": "grave", "name1": "Fay", "character1": "midori"}
    again = phones["", "host"].post(
        "/new?table=left", game="puzzle-strike", kit="none", bank="first_game", instead="yes", **names
    )
    assert again.status_code == 303
    assert phones["left", "Anna"].get("/seat").status_code == 403
    assert "Cleo" in phones["right", "Cleo"].page("/seat")


def test_what_a_visitor_sees_first_are_both(device: TwoTables) -> None:
    begin(device)
    visitor = Phone(device.app.test_client())
    page = visitor.page("/")
    assert re.findall(r'href="/\?table=(\w+)"', page) == ["left", "right"]
    shown = visitor.page("/?table=right")
    assert "Cleo" in shown
    assert 'data-stream="/stream?as=table&amp;table=right"' in shown


def test_after_a_restart_each_table_goes_on_with_its_own_game(device: TwoTables, tmp_path: Path) -> None:
    phones = begin(device)
    done(phones["left", "Anna"])
    states = {key: game_of(table).moment().view for key, table in device.hall.tables.items()}
    rows = [(row.number, row.table) for row in device.hall.games()]
    assert rows == [(1, "left"), (2, "right")]
    device.hall.close()
    again = RunningHall(tmp_path / "games.sqlite", tables={"right": None, "left": None}, folder=tmp_path)
    try:
        assert {table.key for table in again.resume()} == {"left", "right"}
        assert {key: game_of(table).moment().view for key, table in again.tables.items()} == states
    finally:
        again.close()


def test_one_table_that_is_slow_holds_up_no_other(device: TwoTables) -> None:
    """Each session has a thread of its own."""
    phones = begin(device)
    go_on = Event()
    slow = device.hall.table("left").session.do(lambda session: go_on.wait(LONG))
    assert "accepted" not in done(phones["right", "Cleo"])
    assert not slow.done()
    go_on.set()
    assert slow.result(LONG)
