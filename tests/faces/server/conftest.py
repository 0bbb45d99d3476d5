"""A served game: the real hall over a ledger, Flask's test client in the place of phones, and a clock that stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.hall import RunningHall
from companion.app.table import NO_KIT
from companion.faces.languages import languages
from companion.faces.server.app import create_app
from companion.faces.server.desk import Desk
from companion.faces.server.doors import HOST, NOBODY, Doors, Role, RoleKind
from companion.faces.server.limits import Limits
from companion.rules import SeatSetup, Setup
from companion.table.layout import Layout

SETUP = Setup("puzzle-strike", (SeatSetup("Anna", "jaina"), SeatSetup("Ben", "rook")), bank="first_game")
ORIGIN = "http://localhost"


class Clock:
    """Stands until it is told to go on."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Phone:
    """A browser: keeps its cookies, and sends what is in the forms of the page."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.code = ""

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.client.get(path, **more)

    def page(self, path: str) -> str:
        """A page that is there."""
        found = self.get(path)
        assert found.status_code == 200, found.text
        return found.text

    def token(self) -> str:
        """What the forms of its pages carry."""
        found = re.search(r'name="csrf" value="(\w+)"', self.page("/settings"))
        assert found
        return found[1]

    def post(self, path: str, **fields: Any) -> TestResponse:
        """A form, as a browser sends it."""
        data = {"csrf": self.token(), **fields}
        return self.client.post(path, data=data, headers={"Origin": ORIGIN})

    def said(self, path: str, **fields: Any) -> str:
        """What the page says of a form that it sent itself."""
        data = {"csrf": self.token(), **fields}
        found = self.client.post(path, data=data, headers={"Origin": ORIGIN, "X-Part": "said"})
        assert found.status_code == 200, found.text
        return found.text


class Served:
    """All of it."""

    def __init__(self, folder: Path, layout: Layout | None = None, **more: Any) -> None:
        self.clock = Clock()
        self.hall = RunningHall(folder / "games.sqlite", tables={"table": layout})
        self.doors = Doors(self.clock, folder / "doors.json")
        self.limits = Limits(self.clock)
        self.app: Flask = create_app(
            self.hall, self.doors, languages(), self.limits, address="http://table.local", **more
        )
        self.app.testing = False
        self.desk: Desk = self.app.extensions["companion"]

    def begin(self, setup: Setup = SETUP, *, judged: bool = False) -> None:
        self.hall.table().begin(setup, NO_KIT, "A duel", judged=judged)

    def role(self, who: str) -> Role:
        playing = self.hall.table().playing()
        number = playing.number if playing else 0
        if who == "host":
            return HOST
        if who == "anyone":
            return NOBODY
        kind, seat = (RoleKind.JUDGE, "") if who == "judge" else (RoleKind.SEAT, who)
        return Role(kind, seat, number, "table")

    def phone(self, who: str = "anyone") -> Phone:
        """A browser, come in as somebody."""
        phone = Phone(self.app.test_client())
        if who != "anyone":
            phone.code = self.doors.open(self.role(who)).text
            self.clock.time += 60
            assert phone.post("/join", code=phone.code).status_code == 303
        return phone


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """No game yet."""
    found = Served(tmp_path)
    yield found
    found.hall.close()


@pytest.fixture
def duel(served: Served) -> Served:
    """Anna and Ben play."""
    served.begin()
    return served


@pytest.fixture
def judged(served: Served) -> Served:
    """Anna and Ben play, and a judge is seated."""
    served.begin(judged=True)
    return served
