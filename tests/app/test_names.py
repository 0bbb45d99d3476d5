"""Players are called as people are: a name with spaces in it goes through everything, from the page to the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.example_tables import TABLES, table_from
from companion.faces.display.display import Options
from companion.faces.display.layout import lay_out
from companion.faces.display.pages import GameShown
from companion.faces.display.style import Style
from companion.faces.languages import ENGLISH, languages
from companion.ledger import Ledger
from companion.referee.referee import Referee
from companion.rules import SeatSetup, Setup, SetupError, new_match
from companion.table.changes import Tapped
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from companion.table.sightings import Uid
from tests.faces.server.conftest import Phone, Served
from tests.session.tables import game_of

ANNA, BEN = "Anna Lee", "Бен О’Нил"
RUSSIAN = languages()["ru"]


class Table(Served):
    """With readers."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, table_from(TABLES / "cells-2.toml"))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path)
    yield found
    found.hall.close()


def begun(served: Served, anna: str, ben: str = BEN, kit: str = "table") -> tuple[Phone, int, str]:
    """A game that the host's page sets up: status and page of what came of it."""
    host = served.phone("host")
    form = {"game": "puzzle-strike", "name0": anna, "character0": "jaina", "name1": ben, "character1": "rook"}
    answer = host.post("/new", kit=kit, bank="first_game", **form)
    return host, answer.status_code, answer.text


def test_from_the_page_to_the_record(served: Table, tmp_path: Path) -> None:
    host, status, text = begun(served, "  Anna \u202e  Lee\t", f"{BEN} ")
    assert status == 303, text
    playing = served.hall.table().playing()
    assert playing is not None
    assert playing.seats == (ANNA, BEN)
    assert ANNA in host.page("/codes")
    assert "Anna Lee" in host.page("/")
    anna, ben = served.phone(ANNA), served.phone(BEN)
    page = anna.page("/seat")
    assert "Anna Lee" in page
    found = re.search(r'name="answer" value="([^"]+ done)"', page)
    assert found
    anna.said("/seat/answer", answer=found[1])
    referee = game_of(served.hall.table())
    assert referee.arbiter.record.entries[-1].who == ANNA
    assert ANNA in ben.page("/seat")
    anna.post("/seat/propose", what="finish", mark="1")
    proposal = served.desk.together["table"].open
    assert proposal
    ben.said("/seat/agree", number=str(proposal.number), say="yes")
    assert served.hall.table().playing().over  # type: ignore[union-attr]
    for audience in ("table", ANNA, BEN, "judge"):
        record = served.hall.export(1, audience)
        (out := tmp_path / "record.txt").write_text(record, encoding="utf-8")
        assert f"seen by {audience}\n" in record
        assert CliRunner().invoke(main, ["verify", str(out)]).exit_code == 0
        replayed = CliRunner().invoke(main, ["replay", str(out)])
        assert replayed.exit_code == 0, replayed.output
        assert ANNA in replayed.output
        assert served.hall.verify(1, audience, "", RUSSIAN).state == "whole"
        assert served.hall.replay(1, None, audience, RUSSIAN).board.seats[0].key == ANNA
    assert anna.get("/games/1").status_code == 200


def test_it_goes_on_after_a_restart_and_readers_find_the_seat(served: Table, tmp_path: Path) -> None:
    begun(served, ANNA)
    served.hall.close()
    with Ledger.open(tmp_path / "games.sqlite") as ledger:
        referee = Referee.resume(ledger, 1)
        layout = referee.beginning.layout
        assert layout.seats == (ANNA, BEN)
        spot = next(spot for spot in layout.spots() if spot.zone == f"{ANNA}.discard")
        assert referee.arbiter.twin.take(Tapped(Uid("04AA"), spot.reader, 1.0))[0].to_zone == f"{ANNA}.discard"


def test_on_the_display_in_both_languages(served: Table) -> None:
    begun(served, ANNA)
    for language in (ENGLISH, RUSSIAN):
        screen = served.hall.table().screen("table", language)
        assert screen
        style = Style.of(1024, 600, lambda text, size, bold: len(text) * size // 2, language.say)
        assert ANNA in str(lay_out(GameShown(screen), style, 1024, 600, rotate=Options().rotate))
        assert ANNA in screen.board.headline


@pytest.mark.parametrize("name", ["An:na", "A.B", "Anna+Ben", "a@b"])
def test_signs_that_mean_something_are_refused_in_words(served: Table, name: str) -> None:
    _, status, text = begun(served, name)
    assert status == 409
    assert "may not contain any of . : + @" in text
    assert name in text


@pytest.mark.parametrize("name", ["\u202e\u2066\u200b", " \t ", "\x00"])
def test_what_nobody_sees_is_no_name(served: Table, name: str) -> None:
    _, status, _ = begun(served, name)
    assert status == 409
    assert served.hall.table().playing() is None


def test_two_that_look_alike_when_they_are_tidy_are_one_too_many(served: Table) -> None:
    _, status, text = begun(served, "Anna  Lee", "Anna\u200b Lee")
    assert status == 409
    assert "a name of its own" in text


def test_too_long_a_name(served: Table) -> None:
    assert begun(served, "Anna " * 5)[1] == 409
    assert begun(served, "Anna Maria van Leeuw")[1] == 303


@pytest.mark.parametrize("name", [" Anna", "Anna ", "Anna  Lee", "An\tna", "An\u202ena", "An\nna"])
def test_a_set_up_has_tidy_names_alone(name: str) -> None:
    setup = Setup("puzzle-strike", (SeatSetup(name, "jaina"), SeatSetup("Ben", "rook")), bank="first_game")
    with pytest.raises(SetupError, match="a name of its own"):
        new_match(setup)


def test_a_table_that_is_described_by_such_names() -> None:
    text = (TABLES / "cells-2.toml").read_text(encoding="utf-8")
    renamed = text.replace('"A"', '"Anna Lee"').replace('"A.', '"Anna Lee.')
    layout = read_layout(renamed)
    assert isinstance(layout, Layout)
    assert layout.seats[0] == ANNA
    assert not isinstance(read_layout(renamed.replace("Anna Lee", "Anna  Lee")), Layout)
    assert not isinstance(read_layout(renamed.replace("Anna Lee", " Anna")), Layout)


SCENARIO = """
title: A name with a space
seats:
  Anna Lee: {character: jaina, hand: [crash_gem], pile: [gem_1]}
  Ben: {character: rook, pile: [gem_1]}
script:
  - Anna Lee: play:crash_gem
"""


def test_scenarios_and_positions(tmp_path: Path) -> None:
    (file := tmp_path / "names.yaml").write_text(SCENARIO, encoding="utf-8")
    found = CliRunner().invoke(main, ["scenario", str(file)])
    assert found.exit_code == 0, found.output
    written = CliRunner().invoke(main, ["position", "write", str(file)])
    assert written.exit_code == 0, written.output
    assert "Anna Lee:" in written.output
    tried = CliRunner().invoke(main, ["rules", "--position", str(file), "--try", "play:crash_gem"])
    assert tried.exit_code == 0, tried.output
    assert "Anna Lee" in tried.output
    file.write_text(SCENARIO.partition("script:")[0], encoding="utf-8")
    played = CliRunner().invoke(main, ["play", "--position", str(file), "--me", "Anna Lee", "--seed", "1"], input="")
    assert "The game ends here." in played.output
