"""What a game offers for a new match is chosen in the terminal: `--set`, and `--choices` lists it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli import play as play_module
from companion.cli import simulate as simulate_module
from companion.cli.choices import CHECK
from companion.cli.choices_page import of_choice, page
from companion.rules import Match, Rule, Setup, find_game, new_match, register
from companion.rules.kernel.offers import Offered, Offers, SetupChoice
from companion.rules.kernel.sentences import Say, in_english
from companion.rules.puzzle_strike.sets.library import LIBRARY
from tests.sample_game import GAME as BEACONS
from tests.sample_game.game import Beacons


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, [*words], input="")
    return result.exit_code, re.sub(r"\s+", " ", result.output)


class ManyChoices(Beacons):
    """Beacons with a choice of every sort."""

    def offers(self, say: Say) -> Offers:
        rows = SetupChoice("rows", say("Rows"), least=3, most=9, default="5", rule="lamp", check=True)
        teams = (Offered("", say("by lot")), Offered("dawn", say("Dawn")), Offered("dusk", say("Dusk")))
        team = SetupChoice("team", say("Team"), teams, each=True, rule="last-guess")
        return Offers((4,), (*super().offers(say).choices, rows, team))


ManyChoices.__module__ = Beacons.__module__


@pytest.fixture
def many() -> Iterator[None]:
    register(ManyChoices())
    yield
    register(BEACONS)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Setup]:
    """The set-ups of the matches that are begun."""
    found: list[Setup] = []

    def watched(setup: Setup) -> Match:
        found.append(setup)
        return new_match(setup)

    for module in (play_module, simulate_module):
        monkeypatch.setattr(module, "new_match", watched)
    return found


def test_the_list_names_every_choice_its_default_and_its_rule() -> None:
    for command in (("play", "--choices"), ("simulate", "--choices")):
        code, output = run(*command)
        assert code == 0
        offers = find_game("puzzle-strike").offers(in_english)
        for choice in offers.choices:
            assert f"{choice.key} {choice.name}" in output
            assert f"[{choice.rule}]" in output
            for one in (*choice.offered, *choice.pool):
                assert one.key in output
        assert "* first_game First Game" in output
        assert "There are five ready-made sets of ten Puzzle stacks" in output, "what the rule says, not its key alone"
        assert f"or 10 of these, with commas: {offers.choice('bank').pool[0].key}, " in output


def test_the_list_shows_numbers_seats_rules_of_what_is_offered_and_what_to_check(many: None) -> None:
    code, output = run("simulate", "--game", "beacons", "--choices")
    assert code == 0
    assert "Beacons, 4 players" in output
    assert "charts Charts [charts] A shutter takes a chart of the row" in output
    assert f"rows Rows [lamp] Lay a gem at the end of the pier. Three of a colour in a row: 2 light. {CHECK}" in output
    assert "a number from 3 to 9; * 5" in output
    assert "team Team (for each seat: team@SEAT)" in output
    assert output.count(CHECK) == 1


def test_simulate_takes_every_sort_of_choice(many: None, begun: list[Setup]) -> None:
    words = "simulate --games 2 --game beacons --players random,random,random,random --json".split()
    chosen = ("--set", "mode=Charts", "--set", "rows=7", "--set", "team@A=dawn", "--set", "team@B = Dusk")
    code, output = run(*words, *chosen)
    assert code == 0
    assert json.loads(output)["finished"] == 2
    assert {setup.mode for setup in begun} == {"charts"}
    assert {tuple(sorted(setup.options.items())) for setup in begun} == {
        (("rows", "7"), ("team@A", "dawn"), ("team@B", "dusk"))
    }
    begun.clear()
    assert run(*words, "--set", "team=dawn")[0] == 0
    assert begun[0].options == {"rows": "5", **{f"team@{seat}": "dawn" for seat in "ABCD"}}
    assert begun[0].mode == "partners", "where nobody chooses, the default counts"


def test_simulate_draws_characters_and_banks_that_nobody_chooses(begun: list[Setup]) -> None:
    assert run("simulate", "--games", "12", "--set", "character@B=Rook")[0] == 0
    assert {setup.seats[1].character for setup in begun} == {"rook"}
    drawn = {setup.seats[0].character for setup in begun}
    assert len(drawn) > 3
    assert drawn < set(LIBRARY.characters) - {"rook"}
    assert {setup.bank for setup in begun} == {"random"}
    begun.clear()
    assert run("simulate", "--games", "1", "--set", "bank=no_attacks")[0] == 0
    assert begun[0].bank == "no_attacks"


def test_play_takes_choices_too(begun: list[Setup]) -> None:
    ten = [one.key for one in find_game("puzzle-strike").offers(in_english).choice("bank").pool[:10]]
    code, output = run("play", "--seed", "3", "--set", "character@You=Rook", "--set", f"bank={','.join(ten)}")
    assert code == 0
    (setup,) = begun
    assert setup.bank == tuple(ten)
    assert setup.seats[0].character == "rook"
    assert setup.seats[1].character not in ("", "rook")
    assert f"companion play --seed 3 --set character@You=Rook --set bank={','.join(ten)}" in output


REFUSED = {
    "a key": ("--set", "bnk=x", 'There is no choice "bnk" here. Possible: mode, character, characters, bank, '),
    "a value": ("--set", "bank=x", "Bank: x is not offered. Possible: first_game, lots_of_attacks,"),
    "a character": ("--set", "character@A=rok", "Character: rok is not offered. Possible: grave, jaina,"),
    "nine stacks": ("--set", "bank=combine,draw_three", "Bank: choose 10 different ones of those that are offered."),
    "a seat": ("--set", "character@Z=rook", "Nobody named Z sits there. Write one of: "),
    "a seat for all": ("--set", "bank@A=first_game", "bank is chosen for all together: write bank=VALUE"),
    "no value": ("--set", "bank", "write KEY=VALUE, such as mode=duel"),
    "twice": ("--set", "bank=no_attacks --set bank=first_game", "bank is chosen twice"),
    "two ways": ("--bank", "no_attacks --set bank=first_game", "choose the"),
}


@pytest.mark.parametrize(("option", "value", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_offered_is_refused_with_what_is_possible(option: str, value: str, says: str) -> None:
    for command in ("simulate", "play"):
        wanted = value.replace("@A", "@You") if command == "play" else value
        code, output = run(command, option, *wanted.split())
        assert code in (1, 2)
        assert says in output


def test_numbers_are_refused_outside_their_range(many: None) -> None:
    words = ("simulate", "--game", "beacons", "--players", "random,random,random,random", "--set")
    for value in ("2", "10", "ten", ""):
        code, output = run(*words, f"rows={value}")
        assert code == 2
        assert "Rows: choose a number from 3 to 9." in output
    assert "Mode: charts,partners is not offered" in run(*words, "mode=charts,partners")[1]


def test_a_position_has_its_own_choices(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("cases") / "case.yaml"
    file.write_text("seats: {You: {hand: [gem_1]}, B: {hand: [gem_1]}}\n", encoding="utf-8")
    code, output = run("play", "--position", str(file), "--set", "bank=no_attacks")
    assert code == 2
    assert "write them into the file" in output


def test_the_page_of_all_choices_is_what_the_games_say() -> None:
    written = (Path(__file__).resolve().parents[2] / "docs" / "choices.md").read_text(encoding="utf-8")
    assert written == page(), "run `make generated`"


def test_a_choice_in_the_documents_has_its_rule_and_what_to_check() -> None:
    rule = Rule("lamp", "1", "Lamp", "Three in a row.")
    rows = SetupChoice("rows", "Rows", least=3, most=9, default="5", rule="lamp", check=True)
    assert "\n".join(of_choice(rows, {"lamp": rule})) == (
        f"### `rows`: Rows\n\nThree in a row. (`lamp`)\n\n**{CHECK}**\n\nA number from 3 to 9, usually 5.\n"
    )
    mode = SetupChoice("mode", "Mode", (Offered("a", "A", rule="lamp"), Offered("b", "B", "Other.")), "b")
    assert "| `a` | A | Three in a row. (`lamp`) |\n| **`b`** | B | Other. |" in "\n".join(
        of_choice(mode, {"lamp": rule})
    )
