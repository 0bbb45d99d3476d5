"""The table's own Wi-Fi: a name that stays, a passphrase that nobody guesses, and nothing done twice."""

from __future__ import annotations

import configparser
import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.app.service.found import KEPT, KEYFILE
from companion.app.service.hotspot import Hotspot, hotspot_plan, kept, new_hotspot, read_hotspot, written
from companion.app.service.steps import RunCommand, Write, told_whole
from tests.app.service.paper import BLANK, after

MACHINE = "4d1e1b7c0a5f4b0c9f0b6a0c6b3f1d55"
SPOT = Hotspot("Table-GW5N", "abcd-efgh-jk23")


def test_each_device_has_its_own() -> None:
    one, other = new_hotspot(MACHINE), new_hotspot("another")
    assert one.name == new_hotspot(MACHINE).name != other.name
    assert one.passphrase != new_hotspot(MACHINE).passphrase
    assert 8 <= len(one.passphrase) <= 63, "what WPA takes"


def test_it_is_kept() -> None:
    found = replace(BLANK, files={KEPT: (written(SPOT), 0o640)})
    assert kept(found, MACHINE) == SPOT
    spoilt = replace(BLANK, files={KEPT: ("[" * 500, 0o640)})
    assert kept(spoilt, MACHINE).name == new_hotspot(MACHINE).name


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(str))
def test_whatever_is_kept_is_read_or_left(text: str) -> None:
    assert read_hotspot(text) is None


@given(st.text(max_size=30), st.text(max_size=30))
def test_nothing_foreign_gets_into_the_profile(name: str, passphrase: str) -> None:
    """The user of the service may write that file; root reads it."""
    read = read_hotspot(written(Hotspot(name, passphrase)))
    assert read is None or re.fullmatch(r"[\w-]+", read.name + read.passphrase, re.ASCII)


def test_it_is_read_as_it_was_written() -> None:
    for number in range(50):
        spot = new_hotspot(str(number))
        assert read_hotspot(written(spot)) == spot
    assert read_hotspot(written(replace(SPOT, name="Table-GW5N\n"))) is None
    assert read_hotspot(written(replace(SPOT, passphrase="abcd-efgh-jk23\npsk=x"))) is None


def test_it_opens_once() -> None:
    steps = hotspot_plan(BLANK, SPOT)
    assert [step.path for step in steps if isinstance(step, Write)] == [KEPT, KEYFILE]
    assert [step.words[1:3] for step in steps if isinstance(step, RunCommand)] == [
        ("connection", "load"),
        ("connection", "up"),
    ]
    opened = after(BLANK, steps)
    assert hotspot_plan(opened, SPOT) == ()
    closed = replace(opened, hotspot_open=False)
    assert [step.words[2] for step in hotspot_plan(closed, SPOT) if isinstance(step, RunCommand)] == ["up"]


def test_root_alone_reads_the_profile_and_nobody_is_shown_the_passphrase() -> None:
    profile = next(step for step in hotspot_plan(BLANK, SPOT) if isinstance(step, Write) and step.path == KEYFILE)
    assert profile.mode == 0o600
    for step in hotspot_plan(BLANK, SPOT):
        assert SPOT.passphrase not in "\n".join(told_whole(step))


def test_a_profile_that_others_could_read_is_written_again() -> None:
    opened = after(BLANK, hotspot_plan(BLANK, SPOT))
    profile, _ = opened.files[KEYFILE]
    bare = replace(opened, files={**opened.files, KEYFILE: (profile, 0o644)})
    assert after(bare, hotspot_plan(bare, SPOT)) == opened


def test_the_profile_is_one_that_networkmanager_reads() -> None:
    profile = next(step for step in hotspot_plan(BLANK, SPOT) if isinstance(step, Write) and step.path == KEYFILE)
    parser = configparser.ConfigParser()
    parser.read_string(profile.text)
    assert parser["connection"]["id"] == "companion-hotspot"
    assert parser["connection"]["autoconnect"] == "false"
    assert parser["wifi"] == {"mode": "ap", "band": "bg", "ssid": SPOT.name}
    assert parser["wifi-security"]["psk"] == SPOT.passphrase
    assert parser["ipv4"]["method"] == "shared"
