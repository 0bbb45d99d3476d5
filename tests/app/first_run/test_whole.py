"""The whole guide at a table of emulated pads, through the ports and files that a real table has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.first_run.steps import Card, MoveMark
from companion.rehearsal.emulated_reader import Ailment
from companion.table.registry_file import RegistryFile
from tests.app.first_run.hands import GEM, LIES, Table, emulated_table

ZONES = {
    "1.0": "A.pile", "1.1": "A.discard", "1.2": "A.played", "1.3": "A.bag",
    "2.0": "B.bag", "2.1": "B.discard", "2.2": "B.played", "2.3": "B.pile",
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with emulated_table(tmp_path) as found:
        yield found


def test_from_unknown_pads_to_a_table_that_works(table: Table) -> None:
    table.pads.virtual.pads[1].number = table.pads.virtual.pads[2].number = 0
    person = table.person()
    assert table.run(person)
    assert table.zones() == ZONES
    assert [pad.number for pad in table.layout.pads] == [1, 2]
    assert [table.pads.virtual.pads[number].number for number in (1, 2)] == [1, 2]
    assert len(table.layout.groups) == 1
    slot = table.layout.spot("1.3")
    assert (slot.hidden, slot.beyond, slot.label) == (True, "A.hand", "bag slot of A")
    assert person.marks == [MoveMark.PASSED, MoveMark.PASSED]
    assert all(lamp == 0 for pad in table.pads.virtual.pads.values() for lamp in pad.lamps)


def test_the_lamps_of_the_pad_in_question_blink(table: Table) -> None:
    shone: list[list[int]] = []

    def watch(card: Card) -> bool:
        if "blink" in card.question:
            shone.append([sum(pad.lamps) for pad in table.pads.virtual.pads.values()])
        return False

    assert not table.run(table.person(first=watch, until="How many seats"))
    assert shone == [[8, 0], [0, 8]]


def test_two_pads_with_one_number(table: Table) -> None:
    table.pads.virtual.pads[2].number = 1
    person = table.person(until="How many seats")
    table.run(person)
    assert "Two pads have the number 1. Each needs its own." in person.heard
    assert sorted(pad.number for pad in table.progress.pads) == [1, 2]
    assert table.pads.virtual.pads[2].number == 2


def test_it_goes_on_where_it_stopped(table: Table) -> None:
    assert not table.run(table.person(until="lay any chip on the bag slot of A"))
    assert sorted(table.progress.spots) == ["A.discard", "A.pile", "A.played"]
    again = table.person()
    assert table.run(again)
    assert not any("Which language" in line or "blink" in line for line in again.heard)
    assert any("4 of 8" in line for line in again.heard)
    assert not any("3 of 8" in line for line in again.heard)
    assert table.zones() == ZONES


def test_a_dead_reader_is_named_and_takes_the_spot_that_nobody_saw(table: Table) -> None:
    table.pads.ail("1.1", Ailment.DEAD)
    lies = {spot: reader for spot, reader in LIES.items() if reader != "1.1"}
    person = table.person({"Which spot is it": "a.discard"}, lies=lies)
    assert table.run(person)
    assert "Its reader 1 does not answer. Check its wires (hardware/wiring.md)." in person.heard
    assert "Reader 1 of pad 1 has seen no chip, but one behind it has." in person.heard
    assert table.zones() == ZONES


def test_a_pad_that_does_not_answer_is_told_and_found_when_it_does(table: Table) -> None:
    table.pads.unplug(2)
    told: list[str] = []

    def plug(card: Card) -> bool:
        told.extend(line for line in card.said if "There is no port" in line)
        if "all the pads" in card.question and len(told) == 1:
            table.pads.plug(2)
            told.append("plugged in")
            person.say("again")
            return True
        return False

    person = table.person(first=plug, until="Which kit")
    table.run(person)
    assert len(told) == 2
    assert len(table.progress.pads) == 2


def test_no_pads_at_all(table: Table) -> None:
    for number in (1, 2):
        table.pads.unplug(number)
    person = table.person({"No pad answers": "without", "How many seats": "3"})
    assert table.run(person)
    assert (table.layout.seats, table.layout.pads) == (("A", "B", "C"), ())


def test_the_old_file_is_kept_and_its_panel_too(table: Table) -> None:
    table.folder.mkdir()
    old = 'name = "Ours"\nseats = ["X"]\n[panel]\nbutton_X = 5\n'
    table.file.write_text(old, encoding="utf-8")
    (table.folder / "table.toml.old").write_text("older", encoding="utf-8")
    person = table.person()
    assert table.run(person)
    assert (table.folder / "table.toml.old").read_text(encoding="utf-8") == "older"
    assert (table.folder / "table.toml.old.2").read_text(encoding="utf-8") == old
    assert (table.layout.name, table.layout.panel) == ("Ours", {"button_X": 5})


def test_a_file_that_shall_stay_stays(table: Table) -> None:
    table.folder.mkdir()
    table.file.write_text("this is no table", encoding="utf-8")
    person = table.person({"Is this your table": "keep"})
    assert table.run(person)
    assert table.file.read_text(encoding="utf-8") == "this is no table"
    assert list(table.folder.glob("table.toml*")) == [table.file]


def test_a_swapped_spot_fails_the_test_and_is_told(table: Table) -> None:
    swapped = {**LIES, "pile tap of A": "1.2", "play tap of A": "1.0"}
    assert not table.run(table.person(lies=swapped, until="Touch this"))

    def give_up(card: Card) -> bool:
        wrong = "Touch" in card.question and any(
            "Another spot has seen it: pile tap of A" in line for line in card.said
        )
        if wrong:
            person.say("failed")
        return wrong

    person = table.person(first=give_up)
    table.run(person)
    assert person.marks == [MoveMark.FAILED, MoveMark.PASSED]
    assert "swapped" in person.results[0].advice


def test_tags_are_enrolled_on_a_pad_where_there_is_no_station(table: Table) -> None:
    laid: list[str] = []

    def enrol(card: Card) -> bool:
        if "Lay them on pile tap of A" not in card.question:
            return False
        if not laid:
            table.pads.put(GEM, "1.0")
        laid.extend(line for line in card.said if "Chip Damage, copy 1" in line)
        if laid:
            person.say("later")
        laid.append("")
        return True

    person = table.person(first=enrol)
    assert table.run(person)
    registry = RegistryFile(table.folder / "tags.json").registry
    assert [(tag.uid, tag.chip.kind) for tag in registry] == [(GEM.uid, "chip_damage")]
    assert person.marks == [MoveMark.PASSED, MoveMark.PASSED]
    assert 'a chip "Chip Damage"' in person.results[0].words


def test_two_answers_to_one_question_are_one(table: Table) -> None:
    def twice(card: Card) -> bool:
        if "Which language" in card.question:
            person.say("en")
            person.say("en")
            return True
        return False

    person = table.person(first=twice, until="How many seats")
    table.run(person)
    assert "That does not answer this question." not in person.heard
