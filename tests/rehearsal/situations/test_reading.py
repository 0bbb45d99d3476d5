"""Situation files: what the sentences of a script mean, and how mistakes in them are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli.situations import read_situations
from companion.rehearsal.situations.situation import TableSituation
from companion.table.layout import STATION
from tests.rehearsal.situations.texts import SEATS, WANTED, read_one, scripted, understood

DOCS = Path(__file__).resolve().parents[3] / "docs"


def acts(situation: TableSituation) -> list[tuple[float, str, str]]:
    """What hands do in the script: when, with which kind of chip, and on what spot."""
    zones = {spot.reader: spot.zone for spot in situation.layout.spots()} | {STATION: "bank"}
    return [
        (round(act.at, 2), situation.kinds[act.chip.uid], zones[act.reader] if act.reader else "up")
        for act in situation.acts
        if act.at >= 0
    ]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (["at 1.0: combine from A.hand goes to A.played"], [(1.0, "combine", "A.played"), (1.8, "combine", "up")]),
        (["at 1.0: gem_2 from A.pile goes to bank"],
         [(1.0, "gem_2", "up"), (1.5, "gem_2", "bank"), (2.3, "gem_2", "up")]),
        (["at 1.0: gem_1 from bank goes to B.pile"], [(1.0, "gem_1", "B.pile")]),
        (["at 1.0: combine from A.hand goes unseen to A.played"], []),
        (["at 1.0: gem_2 from A.pile goes unseen to bank"], [(1.0, "gem_2", "up")]),
        (["at 1.0: combine from A.hand touches B.discard for 2 s"],
         [(1.0, "combine", "B.discard"), (3.0, "combine", "up")]),
        (["at 1.0: combine from A.hand rests on A.played"], [(1.0, "combine", "A.played")]),
        (["at 1.0: combine from A.hand brushes A.discard"], [(1.0, "combine", "A.discard"), (1.15, "combine", "up")]),
        (["at 1.0: gem_2 from A.pile is taken up", "+2: gem_2 is put back"],
         [(1.0, "gem_2", "up"), (3.0, "gem_2", "A.pile")]),
        (["at 1.0: A draws 1"], [(1.0, "gem_1", "A.bag"), (1.5, "gem_1", "up")]),
        (["wait 4", "+1: 1 gem_1 from A.hand goes to A.played"], [(5.0, "gem_1", "A.played"), (5.8, "gem_1", "up")]),
    ],
)  # fmt: skip
def test_hands_do_what_a_sentence_says(tmp_path: Path, steps: list[str], told: list[tuple[float, str, str]]) -> None:
    assert acts(understood(tmp_path, *steps)) == told


def test_several_chips_are_moved_one_after_the_other_or_together(tmp_path: Path) -> None:
    one_by_one = understood(tmp_path, "at 1.0: gem_1 and gem_1 from A.hand go to A.played")
    assert [at for at, _, where in acts(one_by_one) if where == "A.played"] == [1.0, 2.0]
    together = understood(tmp_path, "at 1.0: 2 gem_1 from A.hand go to A.played together")
    assert [at for at, _, where in acts(together) if where == "A.played"] == [1.0, 1.0]
    assert len({act.chip for act in together.acts if act.at >= 0}) == 2


def test_a_number_tells_equal_chips_apart(tmp_path: Path) -> None:
    situation = understood(
        tmp_path,
        "at 1.0: gem_1#1 from A.hand touches A.played",
        "+1: gem_1#2 from A.hand touches A.played",
        "+1: gem_1#1 touches A.played",
    )
    first, second, third = [act.chip for act in situation.acts if act.at >= 0 and act.reader]
    assert first == third != second


def test_sweeping_up_discards_what_was_played_and_then_the_hand(tmp_path: Path) -> None:
    situation = understood(tmp_path, "at 1.0: combine from A.hand goes to A.played", "+1: A sweeps up")
    assert [kind for _, kind, where in acts(situation) if where == "A.discard"] == [
        "combine", "crash_gem", "gem_1", "gem_1",
    ]  # fmt: skip


def test_after_a_refill_the_discard_pile_is_drawn(tmp_path: Path) -> None:
    situation = understood(tmp_path, "A draws 2", "A refills the bag", "+1: A draws 1")
    assert [kind for _, kind, where in acts(situation) if where == "A.bag"][-1] == "gem_2"


def test_a_kit_without_a_spot_is_shown_nothing(tmp_path: Path) -> None:
    steps = ["at 1.0: combine from A.hand goes to A.played", "+1: A draws 1", "+1: gem_1 from bank goes to B.pile"]
    assert acts(understood(tmp_path, *steps, kit="none")) == []
    assert [where for _, _, where in acts(understood(tmp_path, *steps, kit="trays"))] == ["B.pile"]


def test_people_speak_and_readers_die(tmp_path: Path) -> None:
    situation = understood(
        tmp_path,
        "B answers pass",
        "at 1.0: A says play:combine",
        "+1: A and B say back",
        "A and B let it stand",
        "A tells gem_1, wound",
        "at 5.0: reader of A.played is dead for 30 s",
        "pad of A.played is dark for 9.5 s",
    )
    assert [tuple(one) for one in situation.sayings] == [
        (0.0, ("B",), "answers", "pass"),
        (1.0, ("A",), "says", "play:combine"),
        (2.0, ("A", "B"), "back", ""),
        (2.0, ("A", "B"), "stand", ""),
        (2.0, ("A",), "tells", "gem_1,wound"),
    ]
    assert [(one.at, one.until, one.what, one.pad, one.reader) for one in situation.outages] == [
        (5.0, 35.0, "death", 3, "3.0"),
        (5.0, 14.5, "unplug", 3, ""),
    ]


def test_the_companion_has_not_looked_into_hands_and_bags(tmp_path: Path) -> None:
    situation = understood(tmp_path, "wait 1")
    zones = situation.start.game.zones(situation.start.table)
    assert sorted(zones["A.hand"].content) == [
        "?",
        "?",
        "?",
        "gem_1",
    ]  # three of the six are 1-gems, and the bag holds two
    assert zones["A.bag"].content == ("?",) * 2
    assert zones["A.discard"].content == ("gem_2",)
    hidden = [situation.places[uid] for uid, kind in situation.kinds.items() if kind == "wound"]
    assert {"A.hand", "A.bag"} in hidden


def test_the_first_document_of_a_file_holds_for_the_others(tmp_path: Path) -> None:
    file = tmp_path / "several.yaml"
    usual = SEATS.replace("title: Anna thinks\n", "").lstrip()
    file.write_text(
        f"{usual}---\ntitle: one\nscript: []{WANTED}---\ntitle: two\nkit: taps\nscript: []{WANTED}", "utf-8"
    )
    assert [(one.situation.title, one.situation.kit) for one in read_situations(file) if one.situation] == [
        ("one", "cells"),
        ("two", "taps"),
    ]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("at 1.0: gem_4 from A.hand goes to A.played",
         "there is no gem_4 in A.hand; there lies: combine, crash_gem, gem_1"),
        ("at 1.0: combine goes to A.played",
         "nobody has moved combine before; say where it comes from: combine from A.hand"),
        ("at 1.0: combine from A.hnd goes to A.played", "there is no zone A.hnd; the zones are: A.pile"),
        ("at 1.0: combine from A.hand goes to played", "there is no zone played"),
        ("at 1.0: combine from A.hand flies to A.played", "is no sentence of a script"),
        ("at 1.0: combine from A.hand touches A.hand", "this table has no spot for A.hand to touch; it has: A.bag"),
        ("at 1.0: combine from A.hand comes to cell A.pile@15",
         "A.pile has no cell 15 at this table; its cells are 1 to 14"),
        ("at 1.0: combine from A.hand is taken up", "the combine lies on no reader"),
        ("at 1.0: gem_2 from A.pile is put back", "the gem_2 was not taken up"),
        ("at 1.0: A draws 3", "A.bag holds only 2 chips"),
        ("at 1.0: A dances", "is nothing that a seat can do; it can: A answers done"),
        ("at 1.0: A says play a combine", "is nothing that a seat can say"),
        ("at 1.0: 0 gem_1 from bank go to A.pile", "cannot be: 3 gem_1 from bank"),
        ("1.0: combine from A.hand goes to A.played", 'expected a time, `at 3.5:` or `+0.8:`, not "1.0"'),
        ("at soon: A draws 1", 'expected a number of seconds, not "soon"'),
        ("wait long", "expected a number of seconds"),
        ("[1, 2]", "expected a step"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_with_its_line(tmp_path: Path, step: str, words: str) -> None:
    found = scripted(tmp_path, "wait 1", step)
    assert words in found.wrong
    assert found.line == 8


def test_a_chip_cannot_be_in_two_places(tmp_path: Path) -> None:
    found = scripted(tmp_path, "at 1.0: combine from A.hand goes to A.played", "at 1.5: combine touches A.played")
    assert "the combine is in somebody's hands until 1.8 s; let this come later" in found.wrong


@pytest.mark.parametrize(
    ("wanted", "line", "words"),
    [
        ("{asked: nothing, mistake: none}", 6, "expected `answers:`"),
        ("{answers: nothing, asked: nothing}", 6, "expected `mistake:`, which may be none"),
        ("{answers: [A], asked: nothing, mistake: none}", 6, "expected a seat and its answer (A play:combine)"),
        ("{answers: [C done], asked: nothing, mistake: none}", 6, "expected one of: A, B"),
        ("{answers: nothing, asked: nothing, mistake: A no_anti}", 6, "did you mean no_ante?"),
        ("{answers: nothing, asked: nothing, mistake: none, within: soon}", 6, "expected a number of seconds"),
        ("{answers: nothing, asked: nothing, mistake: none, table: perhaps}", 6, "expected agrees or whatever"),
        ("{answers: nothing, asked: nothing, mistake: none, soon: 3}", 6, 'unknown key "soon"'),
    ],
)
def test_a_wish_that_cannot_be_read_is_told(tmp_path: Path, wanted: str, line: int, words: str) -> None:
    found = read_one(tmp_path, f"{SEATS}script: []\nwanted: {wanted}\n")
    assert words in found.wrong
    assert found.line == line


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_of_the_page_can_be_read(tmp_path: Path, number: int) -> None:
    text = (DOCS / "situations.md").read_text(encoding="utf-8")
    example = re.findall(r"```yaml\n(.*?)```", text, flags=re.DOTALL)[number]
    found = read_one(tmp_path, example)
    assert found.situation, found.wrong
