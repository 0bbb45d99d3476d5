"""`companion doctor` at a table of emulated pads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.rehearsal.emulated_reader import Ailment
from companion.rehearsal.station import EmulatedStation
from companion.table.port import SerialPort
from companion.table.under_way import UnderWay, clear, mark
from tests.cli.live import GEM, WOUND, Live

BOX = 342


@pytest.fixture
def enrolled(data: Path) -> None:
    """Every chip of the box has a tag."""
    from companion.rules import find_game
    from companion.table.registry_file import RegistryFile
    from companion.table.sightings import Uid

    file = RegistryFile(data / "tags.json")
    kinds = [kind for kind, copies in find_game("puzzle-strike").box().items() for _ in range(copies)]
    for at, kind in enumerate(kinds):
        file.registry.enrol(Uid(f"04{at:012X}"), "puzzle-strike", kind)
    file.save()


def report(live: Live) -> dict[str, Any]:
    outcome = live.run("doctor", "--json")
    told: dict[str, Any] = json.loads(outcome.output)
    assert told["status"] == outcome.exit_code
    return told


def not_fine(told: dict[str, Any]) -> list[str]:
    return [f"{one['what']}: {one['words']}" for one in told["findings"] if one["level"] not in ("fine", "note")]


def test_a_table_that_is_well(live: Live, enrolled: None) -> None:
    told = report(live)
    assert not_fine(told) == []
    assert told["status"] == 0
    whats = [one["what"] for one in told["findings"]]
    assert whats[:4] == ["companion", "Python", "clock", "disk"]
    assert whats[-5:] == ["pad 1", "reader 1.0, cells of A.pile", "reader 1.1, slot of A", "pad 2",
                          "reader 2.0, tap of B.played"]  # fmt: skip
    outcome = live.run("doctor")
    assert outcome.exit_code == 0
    assert outcome.output.endswith("All is fine.\n")


def test_what_is_wrong_is_told_with_its_remedy(live: Live, enrolled: None) -> None:
    live.pads.ail("1.0", Ailment.DEAD)
    live.unplug(2)
    told = report(live)
    assert not_fine(told) == [
        "reader 1.0, cells of A.pile: it does not answer.",
        f"pad 2: There is no port {live.port(2)}-unplugged.",
    ]
    assert told["status"] == 1
    assert all(one["remedy"] for one in told["findings"] if one["level"] == "wrong")
    assert told["findings"][-1]["what"] == "ports"
    outcome = live.run("doctor")
    assert "BAD  pad 2" in outcome.output
    assert outcome.output.endswith("2 things are wrong.\n")


def test_pads_that_were_swapped(live: Live, enrolled: None) -> None:
    text = live.table.read_text(encoding="utf-8")
    text = text.replace("/pad-1", "/pad-x").replace("/pad-2", "/pad-1").replace("/pad-x", "/pad-2")
    live.table.write_text(text, encoding="utf-8")
    told = not_fine(report(live))
    assert told[0] == f"pad 1: the pad on {live.port(2)} is pad 2, not 1."
    assert "pad 1: table.toml gives it 2 readers, but its firmware was built for 1." in told
    assert f"pad 2: the pad on {live.port(1)} is pad 1, not 2." in told


def test_a_port_that_another_program_has(live: Live, enrolled: None) -> None:
    port = SerialPort(live.port(2))
    port.open()
    try:
        told = report(live)
    finally:
        port.close()
    assert not_fine(told) == [f"pad 2: Another program has opened {live.port(2)}."]
    assert told["status"] == 2


def test_without_a_table_the_rest_is_looked_at(data: Path) -> None:
    outcome = CliRunner().invoke(main, ["doctor", "--json"])
    told = json.loads(outcome.output)
    assert [one["what"] for one in told["findings"] if one["level"] == "could not look"] == ["table"]
    assert "table.toml" in str(told["findings"])
    assert outcome.exit_code == 1  # no tags


def test_a_broken_table_is_told_line_by_line(live: Live, enrolled: None) -> None:
    live.table.write_text('seats = ["A"]\nnmae = "x"\n', encoding="utf-8")
    told = report(live)
    assert not_fine(told) == [f'table: {live.table}, line 2: the key "nmae" is unknown.']


def test_the_station(live: Live, enrolled: None, tmp_path: Path) -> None:
    station = EmulatedStation(tmp_path / "ports" / "station")
    with live.table.open("a", encoding="utf-8") as file:
        file.write(f'[station]\nport = "{station.port}"\n')
    try:
        assert not_fine(report(live)) == []
        station.unplug()
        (told,) = not_fine(report(live))
        assert told.startswith(f"station: There is no {station.port}")
    finally:
        station.close()


@pytest.mark.parametrize("chip", [GEM, WOUND])
def test_what_lies_at_a_slot_makes_no_difference(live: Live, enrolled: None, data: Path, chip: Any) -> None:
    mark(data, UnderWay("A duel", "eight"))
    without = live.run("doctor", "--json").output
    live.pads.put(chip, "1.1")
    with_it = live.run("doctor", "--json").output
    steady = [[one for one in json.loads(text)["findings"] if one["what"] not in ("clock", "disk")]
              for text in (without, with_it)]  # fmt: skip
    assert steady[0] == steady[1]
    assert chip.uid not in with_it
    assert "A duel has been under way" in with_it
    clear(data)
    assert "A duel" not in live.run("doctor").output
