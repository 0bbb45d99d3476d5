"""One address may not stop a table, whatever it does with its connections."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.faces.server.doors import RoleKind
from tests.attacks.attackers import SEAT
from tests.attacks.conftest import Table

HoldOut = Callable[..., None]


@pytest.mark.parametrize("attack", ["heads", "heads of many", "bodies", "silent", "unread", "pages"])
def test_new_phones_get_their_page(hold_out: HoldOut, attack: str) -> None:
    hold_out(attack)


def test_somebody_who_plays_stops_nobody_else(hold_out: HoldOut, table: Table) -> None:
    hold_out(SEAT, table.token(RoleKind.SEAT, "Ben"))


def test_a_phone_behind_the_same_address_gets_its_page(hold_out: HoldOut) -> None:
    hold_out("heads", address="127.0.7.1")
