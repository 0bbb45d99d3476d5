"""`companion watch`: what each reader sees, and what of it is shown to whom."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as some

from companion.cli import main
from companion.cli.watch import ChipNames, show
from companion.cli.watched import LATELY, Watched
from companion.rehearsal.emulated_reader import Ailment
from companion.rehearsal.nfc_tags import Ntag213
from companion.rehearsal.station import EmulatedStation
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from companion.table.messages import LookState
from companion.table.phrases import Phrase
from companion.table.reader_notices import ERRORS, ReaderNotice
from companion.table.registry import Registry
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Look, Uid
from companion.table.station import station_notice
from companion.table.under_way import NAME, UnderWay, clear, mark
from tests.cli.live import GEM, TABLE, WOUND, Live


def layout() -> Layout:
    table = read_layout(TABLE + '[station]\nport = "/dev/station"\ntap = "bank"\n')
    assert isinstance(table, Layout)
    return table


def named(uid: Uid) -> str:
    return {GEM.uid: "1-gem", WOUND.uid: "Wound"}.get(uid, "?")


def looks(reader: str, *tags: tuple[Uid, ...], every: float = 0.1, error: str = "") -> list[Look]:
    return [Look(reader, at * every, seen, error) for at, seen in enumerate(tags)]


# -- the picture -----------------------------------------------------------------------------------------------


def test_a_picture_of_the_table() -> None:
    watched = Watched(layout())
    for look in looks("1.0", *[(GEM.uid, WOUND.uid)] * 6, (GEM.uid,), (GEM.uid, WOUND.uid)):
        watched.take(look)
    for look in looks("1.1", (), (), (GEM.uid,), (), error="something disturbed the look"):
        watched.take(look)
    watched.take(ReaderNotice(0.0, "pad 2", Phrase("There is no port /dev/pad-2."), trouble=True))
    assert list(watched.lines(named, hides=False)) == [
        "pad 1 on /dev/pad-1",
        "  1.0     2 cells of A.pile                1-gem, Wound   (17% missed)",
        "  1.1     slot of A                        1-gem   (100% errors)",
        "pad 2 on /dev/pad-2: There is no port /dev/pad-2.",
        "  2.0     the tap of B.played              does not answer",
        "station on /dev/station",
        "  station the tap of bank                  not asked yet",
    ]
    assert not watched.complete


def test_a_chip_that_is_taken_away_is_no_miss() -> None:
    watched = Watched(layout())
    for look in looks("2.0", (GEM.uid,), (GEM.uid,), *[()] * 20, (GEM.uid,)):
        watched.take(look)
    assert watched.eyes["2.0"].misses == 0
    watched.pass_time(2.2 + LATELY)
    assert watched.eyes["2.0"].tags == [GEM.uid]
    watched.pass_time(2.3 + LATELY)
    assert watched.eyes["2.0"].tags == []


def test_an_error_is_no_miss() -> None:
    watched = Watched(layout())
    for look in [*looks("2.0", (GEM.uid,)), Look("2.0", 0.1, (), "x"), Look("2.0", 0.2, (GEM.uid,))]:
        watched.take(look)
    assert watched.eyes["2.0"].misses == 0
    assert watched.eyes["2.0"].errors == 1


def test_a_reader_that_does_not_answer_any_more() -> None:
    watched = Watched(layout())
    for look in looks("2.0", *[()] * 3, error=ERRORS[LookState.FAIL]):
        watched.take(look)
    assert watched.line(watched.layout.spot("2.0"), named, hides=False).endswith("the reader did not answer")
    watched.take(Look("2.0", 1.0))
    assert watched.line(watched.layout.spot("2.0"), named, hides=False).endswith("-   (75% errors)")
    assert watched.eyes["2.0"].answers


def test_troubles_come_and_go() -> None:
    watched = Watched(layout())
    for reader in watched.eyes:
        for look in looks(reader, (), (), ()):
            watched.take(look)
    assert watched.complete
    well = [watched.well]
    for notice in (
        station_notice(Phrase("The station is lost: its cable was pulled."), 0.0),
        station_notice(Phrase("The station is back."), 0.0),
        ReaderNotice(0.0, "pad 1", Phrase("It does not answer."), trouble=True),
        ReaderNotice(0.0, "pad 1", Phrase("It is there."), trouble=False),
    ):
        watched.take(notice)
        well.append(watched.well)
    assert well == [True, False, True, False, True]


# -- what is hidden --------------------------------------------------------------------------------------------

SECRETS = [Uid("04DDDDDDDDDDD1"), Uid("04DDDDDDDDDDD2")]

some_error = some.sampled_from(["", ERRORS[LookState.PART], ERRORS[LookState.MORE]])
some_look = some.one_of(
    some.tuples(
        some.sampled_from(["1.0", "2.0", "station"]), some.sets(some.sampled_from([GEM.uid, WOUND.uid])), some_error
    ),
    some.tuples(some.just("1.1"), some.sets(some.sampled_from(SECRETS)), some_error),
)


@given(some.lists(some_look, max_size=30), some.data())
def test_the_slot_s_chips_change_nothing_while_a_game_is_under_way(
    seen: list[tuple[str, set[Uid], str]], data: some.DataObject
) -> None:
    """The same table twice; at the slot lies something else, or it is looked at more often."""
    one, other = Watched(layout()), Watched(layout())
    for watched in (one, other):
        watched.take(Look("1.1", 0.0))
    for at, (reader, tags, error) in enumerate(seen):
        one.take(Look(reader, at / 10, tuple(sorted(tags)), error))
        if reader != "1.1":
            other.take(Look(reader, at / 10, tuple(sorted(tags)), error))
        elif data.draw(some.booleans()):
            other.take(Look(reader, at / 10, tuple(data.draw(some.sets(some.sampled_from(SECRETS))))))
    assert list(one.lines(named, hides=True)) == list(other.lines(named, hides=True))
    assert one.to_json(named, hides=True) == other.to_json(named, hides=True)


def test_what_a_reader_beside_the_slot_sees_of_its_chip_is_not_shown_either() -> None:
    watched = Watched(layout())
    for turn in range(20):
        watched.take(Look("1.1", turn / 10, (GEM.uid,)))
        watched.take(Look("1.0", turn / 10 + 0.05, (GEM.uid,) if turn in (0, 7, 19) else ()))
    beside = watched.layout.spot("1.0")
    assert watched.line(beside, named, hides=True).endswith(" -")
    assert watched.line(beside, named, hides=False).endswith(" 1-gem")


def test_the_health_of_a_slot_is_shown() -> None:
    watched = Watched(layout())
    for look in looks("1.1", *[()] * 3, error=ERRORS[LookState.FAIL]):
        watched.take(look)
    assert watched.line(watched.layout.spot("1.1"), named, hides=True).endswith("the reader did not answer")


def test_at_a_live_table_the_slot_s_chip_is_its_owner_s_alone(live: Live, data: Path) -> None:
    mark(data, UnderWay("A duel", "eight"))
    told = [live.run("watch", "--once").output]
    for chip in (GEM, WOUND):
        live.pads.put(chip, "1.1")
        told.append(live.run("watch", "--once").output)
        live.pads.lift(chip)
    assert told[0] == told[1] == told[2]
    assert told[0].startswith("A duel is under way: hidden spots show only whether their reader works.")


def test_a_picture_asks_each_time_whether_a_game_is_under_way(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watched, names = Watched(layout()), ChipNames(tmp_path / "tags.json", "puzzle-strike")
    for look in looks("1.1", (GEM.uid,), (GEM.uid,), (GEM.uid,)):
        watched.take(look)

    def shown(as_json: bool) -> bool:
        show(watched, names, as_json, live=False)
        return GEM.uid in capsys.readouterr().out

    for as_json in (False, True):
        assert shown(as_json)
        mark(data, UnderWay("A duel", "eight"))
        assert not shown(as_json)
        mark(data, UnderWay("A trial", "now", rehearsal=True))
        assert shown(as_json)
        (data / NAME).write_text("what is this?", encoding="utf-8")
        assert not shown(as_json)
        clear(data)


# -- the command -----------------------------------------------------------------------------------------------


def test_one_picture(live: Live, data: Path) -> None:
    file = RegistryFile(data / "tags.json")
    file.registry.enrol(GEM.uid, "puzzle-strike", "gem_1")
    file.save()
    live.pads.put(GEM, "1.0")
    live.pads.put(WOUND, "1.1")
    outcome = live.run("watch", "--once")
    assert outcome.exit_code == 0
    assert outcome.output == (
        f"pad 1 on {live.port(1)}\n"
        "  1.0     2 cells of A.pile                1-gem\n"
        f"  1.1     slot of A                        unknown tag {WOUND.uid}\n"
        f"pad 2 on {live.port(2)}\n"
        "  2.0     the tap of B.played              -\n\n"
    )
    told = json.loads(live.run("watch", "--once", "--json").output)
    assert told["readers"]["1.0"] == {
        "zone": "A.pile", "state": "works", "chips": ["1-gem"], "tags": [GEM.uid], "missed": 0, "errors": 0,
    }  # fmt: skip


def test_one_picture_of_a_table_that_is_not_well(live: Live) -> None:
    live.pads.ail("1.0", Ailment.DEAD)
    live.unplug(2)
    outcome = live.run("watch", "--once")
    assert outcome.exit_code == 1
    assert "There is no port" in outcome.output


def test_it_goes_on_until_its_time_is_over(live: Live) -> None:
    live.pads.put(GEM, "2.0")
    pictures = live.run("watch", "--seconds", "1.2", "--json").output.splitlines()
    assert len(pictures) >= 2
    assert all(json.loads(picture)["hides"] is False for picture in pictures)
    assert json.loads(pictures[-1])["readers"]["2.0"]["tags"] == [GEM.uid]


def test_the_station_is_a_reader_too(live: Live, tmp_path: Path) -> None:
    station = EmulatedStation(tmp_path / "ports" / "station")
    with live.table.open("a", encoding="utf-8") as file:
        file.write(f'[station]\nport = "{station.port}"\ntap = "bank"\n')
    try:
        station.put(Ntag213(GEM.uid))
        outcome = live.run("watch", "--once")
    finally:
        station.close()
    assert outcome.exit_code == 0
    line = rf"  station the tap of bank                  unknown tag {GEM.uid}(   \(\d+% errors\))?\n"
    assert re.search(line, outcome.output), "a busy machine may cut an answer short"


def test_without_a_table(data: Path) -> None:
    outcome = CliRunner().invoke(main, ["watch", "--once"])
    assert outcome.exit_code == 2
    assert "table.toml: there is no such file" in outcome.output


def test_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tags.json"
    file = RegistryFile(path)
    file.registry.enrol(GEM.uid, "puzzle-strike", "gem_1")
    file.registry.retire(GEM.uid, "torn off")
    file.registry.enrol(WOUND.uid, "puzzle-strike", "no_such_kind")
    file.save()
    names = ChipNames(path, "puzzle-strike")
    assert [names(uid) for uid in (GEM.uid, WOUND.uid)] == ["1-gem (tag retired: torn off)", "no_such_kind"]
    path.write_text("{", encoding="utf-8")
    assert len(ChipNames(path, "puzzle-strike").registry) == len(Registry())
    assert "shown by their tags" in capsys.readouterr().err


def test_the_live_view_writes_over_itself(tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    show(Watched(layout()), ChipNames(tmp_path / "tags.json", "puzzle-strike"), as_json=False, live=True)
    told = capsys.readouterr().out
    assert told.startswith("\x1b[Hpad 1 on /dev/pad-1\x1b[K\n")
    assert told.endswith("\x1b[J")
