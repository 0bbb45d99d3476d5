"""`companion tags`, from the command line down to the real nfcpy and the pretended PN532."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.box import box_of
from companion.cli.enrolment import Enrolment
from companion.cli.listening import PollsAndLines
from companion.cli.tags import hear
from companion.rehearsal.enrolling import uid_of
from companion.rehearsal.nfc_tags import Ntag213
from companion.rehearsal.station import EmulatedStation
from companion.rules import find_game
from companion.table.registry import BoxChip, Registry, Tag
from companion.table.registry_file import RegistryFile, as_csv
from companion.table.sightings import Uid
from companion.table.station import Poll

GAME = "puzzle-strike"


def tags(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["tags", *map(str, words)], input=typed)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for data of its own, so that nobody's registry is touched."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "puzzle-strike-companion"


def written(path: Path, *chips: tuple[str, str, int]) -> Path:
    """A registry of these: the end of the UID, the kind and the copy."""
    file = RegistryFile(path)
    for end, kind, copy in chips:
        file.registry.add(Tag(Uid(f"04{end:0>12}"), BoxChip(GAME, kind, copy)))
    file.save()
    return path


# -- enrol ---------------------------------------------------------------------------------------------------------


def test_a_whole_box_is_enrolled_through_the_real_driver(home: Path) -> None:
    outcome = tags("enrol", "--rehearse", "--pace", "0", "--seed", "3")
    assert outcome.exit_code == 0, outcome.output
    assert "All 342 chips have a tag." in outcome.output
    registry = RegistryFile(home / "rehearsal" / "tags.json").registry
    assert len(registry) == 342
    assert registry.missing(GAME, find_game(GAME).box()) == registry.surplus(GAME, find_game(GAME).box()) == {}
    assert {tag.uid for tag in registry} == {
        uid_of(kind, number) for kind, copies in find_game(GAME).box().items() for number in range(1, copies + 1)
    }
    for slip in (
        "it has been enrolled already",
        "cannot be read twice",
        "MIFARE Classic card",
        "makes up another",
        "More than one tag",
    ):
        assert slip in outcome.output, "the hands slip in every way, and nothing of it counts"
    assert not (home / "tags.json").exists()


class Running:
    """The command in a process of its own, with a pipe for what is typed."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-m", "companion", "tags", "enrol", "--rehearse", "--pace", "0"]
        self.process = subprocess.Popen(
            [*command, "--registry", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def until(self, words: str) -> list[str]:
        """All lines up to one with these words."""
        lines = []
        for line in self.stdout:
            lines.append(line)
            if words in line:
                return lines
        raise AssertionError("".join(lines))

    def end(self) -> str:
        self.stdin.close()
        rest = self.stdout.read()
        self.stdout.close()
        assert self.process.wait(timeout=60) == 0, rest
        return rest


@pytest.mark.parametrize("how", ["quit", "Ctrl-C"])
def test_it_stops_in_the_middle_and_goes_on_there(tmp_path: Path, how: str) -> None:
    path = tmp_path / "tags.json"
    first = Running(path)
    first.until("7 of 342")
    if how == "quit":
        first.stdin.write("quit\n")
    else:
        first.process.send_signal(signal.SIGINT)
    assert "continues from here" in first.end()
    before = len(RegistryFile(path).registry)
    assert 7 <= before < 342
    second = Running(path)
    told = second.until("] ")
    assert f"{before} of 342" in told[-1]
    second.until(f"{before + 1} of 342")
    second.stdin.write("quit")
    second.end()


def test_what_is_typed_counts_while_chips_are_laid_down(tmp_path: Path) -> None:
    running = Running(tmp_path / "tags.json")
    running.stdin.write("roundhouse\nmissing\n")
    running.stdin.flush()
    told = running.until("Roundhouse, copy 5 of 5")
    assert any("Now Roundhouse: five chips" in line for line in told)
    running.stdin.write("q\n")
    running.end()


def test_a_rehearsal_never_writes_into_the_real_registry(home: Path) -> None:
    outcome = tags("enrol", "--rehearse", "--registry", home / "tags.json")
    assert outcome.exit_code == 2
    assert "Name a --registry that is not your own" in outcome.output
    assert not home.exists()


def test_a_station_that_is_not_there_is_told_in_words(home: Path) -> None:
    outcome = tags("enrol", "--port", "/nowhere/station")
    assert outcome.exit_code == 1
    assert "There is no /nowhere/station: is the station plugged in?" in outcome.output


def test_the_spelling_of_the_first_version_is_understood(home: Path) -> None:
    outcome = tags("enroll", "--port", "/nowhere/station")
    assert "There is no /nowhere/station: is the station plugged in?" in outcome.output
    assert "enroll" not in tags("--help").output


def test_a_game_without_a_box_is_told_in_words(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find_game(GAME)), "box", lambda game: {})
    outcome = tags("enrol", "--rehearse")
    assert outcome.exit_code == 1
    assert "Puzzle Strike has no list of its box" in outcome.output


def test_the_cable_is_pulled_while_chips_are_enrolled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Now and then between two chips, and once while one lies there."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    enrolment = Enrolment(RegistryFile(tmp_path / "tags.json"), box_of(GAME))
    station = EmulatedStation(tmp_path / "station")
    laid = 0
    with ExitStack() as stack:
        stack.callback(station.close)
        listening = PollsAndLines(stack, str(station.port), rest=0.0, retry=0.01)
        for event in listening.until(lambda: len(enrolment.registry) == 20):
            hear(enrolment, event)
            if not isinstance(event, Poll) or event.trouble:
                continue
            if enrolment.lying is not None:
                if laid == 10:
                    station.unplug()
                    station.plug()
                station.take()
            elif laid == len(enrolment.registry):
                if laid % 5 == 4:
                    station.unplug()
                    station.plug()
                laid += 1
                station.put(Ntag213(f"04{laid:012X}"))
    said = capsys.readouterr()
    assert [tag.uid for tag in enrolment.registry] == [f"04{number:012X}" for number in range(1, 21)]
    assert list(RegistryFile(tmp_path / "tags.json").registry) == list(enrolment.registry)
    assert "The station is lost" in said.err
    assert "it has been enrolled already" not in said.out


# -- check and list ------------------------------------------------------------------------------------------------


def test_check_tells_what_is_missing_by_exit_code_too(home: Path) -> None:
    written(home / "tags.json", ("1", "gem_1", 1), ("2", "peg", 1))
    outcome = tags("check")
    assert outcome.exit_code == 1
    assert "Without a tag: 341 of 342 chips." in outcome.output
    assert "1-gem 63" in outcome.output or "Gem 63" in outcome.output
    assert "More than the box holds: Peg 1." in outcome.output
    told = json.loads(tags("check", "--json").output)
    assert told["missing"]["gem_1"] == 63
    assert told["surplus"] == {"peg": 1}
    assert (told["tags"], told["retired"]) == (2, 0)


def test_check_is_content_with_a_whole_box(home: Path) -> None:
    chips = [(kind, copy) for kind, copies in find_game(GAME).box().items() for copy in range(1, copies + 1)]
    written(home / "tags.json", *((f"{at:X}", kind, copy) for at, (kind, copy) in enumerate(chips)))
    outcome = tags("check")
    assert outcome.exit_code == 0
    assert outcome.output == "All 342 chips have a tag.\n"


def test_a_set_has_a_box_of_its_own(home: Path) -> None:
    written(home / "tags.json", ("1", "axe_kick", 1), ("2", "gem_1", 1), ("3", "cog_engine", 1))
    shadows = tags("check", "--set", "shadows")
    assert "Without a tag: 148 of 150 chips." in shadows.output
    assert "More than" not in shadows.output, "the chips of the other boxes are no mistake"
    assert "Without a tag: 341 of 342 chips." in tags("check").output
    assert "More than" not in tags("check").output
    wrong = tags("check", "--set", "moonlight")
    assert 'has no further set "moonlight". Known: shadows, promos.' in wrong.output


def test_check_at_the_station_tells_what_lies_there(home: Path, tmp_path: Path) -> None:
    written(home / "tags.json", ("A", "roundhouse", 2))
    station = EmulatedStation(tmp_path / "station")
    station.put(Ntag213("0400000000000A"))
    script = (
        "import sys\n"
        "from companion.cli import main\n"
        f"main(['tags', 'check', '--port', {str(station.port)!r}], standalone_mode=False)"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    assert any("Roundhouse, copy 2 of 5; 0400000000000A" in line for line in iter(process.stdout.readline, ""))
    process.stdin.write("quit\n")
    process.communicate(timeout=60)
    station.close()


def test_list_shows_a_game_or_a_kind(home: Path) -> None:
    path = written(home / "tags.json", ("2", "roundhouse", 1), ("1", "gem_1", 1))
    file = RegistryFile(path)
    file.registry.replace_tag(BoxChip(GAME, "gem_1", 1), Uid("04000000000003"), "torn")
    file.save()
    lines = tags("list").output.splitlines()
    assert [line.split()[0][-1] for line in lines] == ["1", "3", "2"]
    assert lines[0].endswith("retired: torn")
    assert len(tags("list", "roundhouse").output.splitlines()) == 1
    outcome = tags("list", "roundhuse")
    assert outcome.exit_code == 1
    assert "Did you mean Roundhouse" in outcome.output


# -- take elsewhere ------------------------------------------------------------------------------------------------


def test_what_is_exported_is_imported_again(home: Path, tmp_path: Path) -> None:
    path = written(home / "tags.json", ("1", "gem_1", 1), ("2", "roundhouse", 3))
    assert tags("export", tmp_path / "copy.json").exit_code == 0
    outcome = tags("import", tmp_path / "copy.json", "--registry", tmp_path / "other.json")
    assert outcome.output == "New: 2. Known already: 0. Conflicts: 0.\n"
    assert (tmp_path / "other.json").read_bytes() == path.read_bytes()
    assert tags("import", tmp_path / "copy.json").output == "New: 0. Known already: 2. Conflicts: 0.\n"
    assert tags("export", tmp_path / "copy.csv").exit_code == 0
    assert (tmp_path / "copy.csv").read_text(encoding="utf-8") == as_csv(RegistryFile(path).registry)


def test_an_export_overwrites_nothing_unasked(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.csv"
    target.write_text("mine")
    outcome = tags("export", target)
    assert outcome.exit_code == 1
    assert "--force" in outcome.output
    assert target.read_text() == "mine"
    assert tags("export", target, "--force").exit_code == 0
    assert tags("export", tmp_path / "nowhere" / "copy.csv").exit_code == 1


def test_an_import_names_its_conflicts_and_takes_the_rest(home: Path, tmp_path: Path) -> None:
    path = written(home / "tags.json", ("1", "gem_1", 1), ("2", "roundhouse", 3))
    other = written(tmp_path / "other.json", ("1", "gem_2", 1), ("3", "roundhouse", 3), ("4", "gem_4", 1))
    outcome = tags("import", other)
    assert outcome.exit_code == 1
    assert "New: 1. Known already: 0. Conflicts: 2." in outcome.output
    assert "tag 04000000000001 is puzzle-strike gem_1 1 here, and puzzle-strike gem_2 1 there" in outcome.output
    assert "roundhouse 3 has tag 04000000000002 here, and tag 04000000000003 there" in outcome.output
    kinds = RegistryFile(path).registry.kinds(GAME)
    assert sorted(kinds.values()) == ["gem_1", "gem_4", "roundhouse"]


def test_an_import_of_something_else_is_told_in_words(home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text("{}")
    (tmp_path / "table.csv").write_text("uid")
    assert "is not a tag registry" in tags("import", tmp_path / "notes.json").output
    assert "A .csv file cannot be imported" in tags("import", tmp_path / "table.csv").output
    assert not (home / "tags.json").exists()


# -- a broken file -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["check"], ["list"], ["enrol", "--port", "/nowhere"], ["export", "x.json"]])
def test_a_broken_file_is_never_overwritten(home: Path, command: list[str]) -> None:
    path = written(home / "tags.json", ("1", "gem_1", 1))
    path.write_text("scribble")
    outcome = tags(*command)
    assert outcome.exit_code == 1
    assert "companion tags recover" in " ".join(outcome.output.split())
    assert path.read_text() == "scribble"


def test_recover_brings_the_last_good_one_back_and_keeps_the_broken_one(home: Path) -> None:
    path = written(home / "tags.json", ("1", "gem_1", 1))
    assert "nothing to recover" in tags("recover").output
    written(path, ("2", "gem_1", 2))
    path.write_text("scribble")
    outcome = tags("recover")
    assert outcome.exit_code == 0, outcome.output
    assert "Recovered: 1 chips with a tag." in outcome.output
    assert list(RegistryFile(path).registry) == list(Registry([Tag(Uid("04000000000001"), BoxChip(GAME, "gem_1", 1))]))
    assert (home / "tags.json.broken-1").read_text() == "scribble"
