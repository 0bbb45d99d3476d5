"""`companion play` with a game that it knows nothing about: four seats in two teams, and a mode that is chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.chair import YOU
from companion.cli.play import seat_names
from tests.cli.played import play, start

CHARTS = ("--game", "beacons", "--set", "mode=charts", "--seed", "4")
PARTNERS = ("--game", "beacons", "--seed", "4")


def test_a_whole_game_with_its_mode_chosen() -> None:
    output = play(*["1"] * 50, options=CHARTS)
    assert "Beacons, rules 1: you with Random, Random 2 and Random 3" in output
    assert "deck -> row@1" in output, "the charts are dealt"
    assert re.search(r"^(dawn|dusk) wins\.$", output, re.MULTILINE)
    assert "[last-guess] The last guess, rules 1: All pick a colour" in output
    assert "companion play --seed 4 --set mode=charts --game beacons" in output
    assert output == play(*["1"] * 50, options=CHARTS)
    assert "row@1" not in play(*["1"] * 50, options=PARTNERS)


def test_questions_come_with_their_rules_and_answers_are_explained() -> None:
    output = play("why play:shutter", "why", "rule charts", "hint", "bank", "chip lamp", "nonsense", options=CHARTS)
    assert "[one-stone] One of the two partners plays a stone" in output
    assert "Not possible: That is not offered to you." in output
    assert "A shutter takes a chart of the row" in output
    assert "No computer player knows this game well enough for hints." in output
    assert output.count("You.hand: ") == 2, "the table again where there is no bank"
    assert '"nonsense" means nothing here.' in output


def test_a_partner_may_answer_instead() -> None:
    output = play("leave", options=PARTNERS)
    after = output.partition("> leave\n")[2]
    assert re.match(r"  \w+: Random 2\.hand -> Random 2\.spent\.", after)
    assert "You.hand -> You.spent" not in after
    back = play("leave", "undo", options=PARTNERS)
    assert "Taken back: leave." in back
    assert back.rpartition("You.hand: ")[2].splitlines()[0] in play(options=PARTNERS)
    assert "Nobody else is asked this: the answer is yours." in play("leave")


def test_where_a_partner_may_answer_nobody_answers_for_the_person() -> None:
    """Even with one stone left: the partner might play instead."""
    output = play(*["1"] * 50, options=PARTNERS)
    assert not re.search(r"\(You or Random 2: play\? The only answer", output)


def test_of_others_only_what_everybody_may_see_is_told() -> None:
    output = play(*["1"] * 50, options=CHARTS)
    hidden = re.findall(r"(\S+): Random(?: \d)?\.bag -> Random", output)
    assert hidden
    assert set(hidden) == {"?"}
    assert "Random.hand: 2" in output


def test_what_is_saved_is_played_on(tmp_path: Path) -> None:
    file = tmp_path / "saved.yaml"
    output = play("1", f"save {file}", options=CHARTS)
    assert "in this file everything hidden can be read" in output
    assert file.read_text(encoding="utf-8").startswith("# Beacons, saved from companion play.")
    on = play("1", options=("--position", str(file)))
    assert "Beacons, rules 1: you with Random, Random 2 and Random 3" in on
    assert CliRunner().invoke(main, ["rules", "--position", str(file)]).exit_code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seats", "3"), "Beacons is for four; 3 are seated."),
        (("--set", "mode=chart"), "Mode: chart is not offered. Possible: partners, charts."),
        (("--set", "bank=first_game"), 'There is no choice "bank" here. Possible: mode.'),
        (("--bank", "first_game"), 'There is no choice "bank" here. Possible: mode.'),
        (("--me", "rook"), 'There is no choice "character" here. Possible: mode.'),
        (("--opponent", "nobody"), "no player"),
        (("--game", "quoits"), 'There is no game "quoits".'),
    ],
)
def test_what_the_game_does_not_offer_is_refused(options: tuple[str, ...], said: str) -> None:
    outcome = start("--game", "beacons", *options)
    assert outcome.exit_code in (1, 2)
    assert said in " ".join(outcome.output.split())


def test_as_many_seats_as_one_wants_if_the_game_is_for_so_many() -> None:
    assert "you with Random, Random 2 and Random 3" in play(options=(*PARTNERS, "--seats", "4"))
    outcome = start("--seats", "5")
    assert outcome.exit_code == 1
    assert "duel is for 2 players; 5 are seated." in outcome.output
    assert seat_names("steady", 2) == (YOU, "Steady")


def test_a_position_has_its_own_seats(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text("seats: {You: {hand: [gem_1]}, B: {hand: [gem_1]}}\n", encoding="utf-8")
    outcome = start("--position", str(file), "--seats", "2")
    assert outcome.exit_code == 2
    assert "a position has its own seats" in outcome.output
