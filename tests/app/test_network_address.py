"""A device that finds its network late, or opens one of its own."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import pytest

from companion.app import network, network_address
from companion.app.evening import Evening, Settings
from companion.app.network import address_of, own_address
from companion.app.network_address import NetworkAddress, NetworkWatch, find, kept_hotspot
from companion.app.service.hotspot import Hotspot, written
from companion.faces.display.pages import Idle, Page

LONG = 20.0
SPOT = Hotspot("Table-GW5N", "abcd-efgh-jk23")


def test_it_tells_what_is_new_and_nothing_twice() -> None:
    home, venue = NetworkAddress("192.168.1.7", "Home"), NetworkAddress("10.42.0.1", "Table-GW5N", "abcd-efgh-jk23")
    looks = iter([NetworkAddress(), home, home, venue])
    seen: list[NetworkAddress] = []
    told: Queue[NetworkAddress] = Queue()

    def look(known: NetworkAddress) -> NetworkAddress:
        seen.append(known)
        return next(looks, venue)

    with NetworkWatch(look, told.put, 0.001):
        assert told.get(timeout=LONG) == home
        assert told.get(timeout=LONG) == venue
    assert seen[:4] == [NetworkAddress(), NetworkAddress(), home, home]


def test_the_network_is_asked_for_its_name_when_the_address_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def name() -> str:
        asked.append("name")
        return "companion-hotspot"

    monkeypatch.setattr(network_address, "own_address", lambda: "10.42.0.1")
    monkeypatch.setattr(network_address, "wifi_name", name)
    assert find(tmp_path, NetworkAddress()) == NetworkAddress("10.42.0.1", "companion-hotspot", None)
    (tmp_path / "hotspot.json").write_text(written(SPOT), encoding="utf-8")
    found = find(tmp_path, NetworkAddress())
    assert found == NetworkAddress("10.42.0.1", "Table-GW5N", "abcd-efgh-jk23")
    assert find(tmp_path, found) is found
    assert asked == ["name", "name"]
    monkeypatch.setattr(network_address, "own_address", lambda: "")
    assert find(tmp_path, found) == NetworkAddress()


def test_a_hotspot_that_was_never_made_or_cannot_be_read(tmp_path: Path) -> None:
    assert kept_hotspot(tmp_path) is None
    (tmp_path / "hotspot.json").write_bytes(b"\xff\x00" * 5000)
    assert kept_hotspot(tmp_path) is None


def test_in_a_network_of_its_own_a_device_knows_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no way from it to anywhere else, so that the usual question has no answer."""

    def no_way(*_: object) -> None:
        raise OSError("Network is unreachable")

    class Lost(socket.socket):
        connect = no_way

    monkeypatch.setattr(socket, "socket", Lost)
    monkeypatch.setattr(network, "address_of", lambda name: {"wlan0": "10.42.0.1"}.get(name, ""))
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "wlan0")])
    assert own_address() == "10.42.0.1"
    monkeypatch.setattr(socket, "if_nameindex", list)
    assert own_address() == ""


def test_the_address_of_an_interface() -> None:
    assert address_of("lo") == ""
    assert address_of("no-such-interface-at-all") == ""
    found = {address_of(name) for _, name in socket.if_nameindex()} - {""}
    assert not own_address() or found, "what is found the one way is found the other, too"


def test_phones_are_shown_the_way_as_it_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: Queue[Page] = Queue()
    here = NetworkAddress()
    monkeypatch.setattr("companion.app.evening.own_address", lambda: "")
    monkeypatch.setattr("companion.app.evening.find", lambda folder, known: here)
    monkeypatch.setattr("companion.app.evening.LOOK", 0.01)
    monkeypatch.setattr(NetworkWatch.__init__, "__defaults__", (0.01,))

    def shown(wanted: Callable[[Idle], bool]) -> Idle:
        while not (isinstance(page := pages.get(timeout=LONG), Idle) and wanted(page)):
            pass
        return page

    with Evening(Settings(tmp_path, port=0, announce=False), lambda words: None, pages.put) as evening:
        page = shown(lambda page: "No network yet" in page.words)
        assert page.address == page.code == "", "no phone can reach 127.0.0.1"
        assert "127.0.0.1" in evening.address, "but this device can"
        here = NetworkAddress("10.42.0.1", SPOT.name, SPOT.passphrase)
        page = shown(lambda page: bool(page.address))
        assert page.address == evening.address == f"http://10.42.0.1:{evening.port}"
        page = shown(lambda page: bool(page.wifi))
        assert (page.wifi, page.passphrase) == ("Table-GW5N", "abcd-efgh-jk23")
        here = NetworkAddress()
        assert shown(lambda page: not page.address).words.startswith("No network yet"), "it may be lost, too"
