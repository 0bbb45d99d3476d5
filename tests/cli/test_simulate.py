"""`companion simulate`."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main, simulate
from companion.players import play_out
from companion.rehearsal.half_seen import HalfSeen
from companion.rules import Match, Setup, new_match


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["simulate", *words])
    return result.exit_code, result.output


def figures(*words: str) -> dict[str, Any]:
    code, output = run(*words, "--json")
    assert code == 0, output
    data = json.loads(output)
    assert isinstance(data, dict)
    return data


def test_the_figures_fit_together() -> None:
    data = figures("--games", "20", "--seed", "3", "--players", "random,script")
    assert data["games"] == data["finished"] == 20
    assert data["decisions"] > 20 * 20
    assert data["decisions_per_second"] == pytest.approx(data["decisions"] / data["seconds"], rel=0.01)
    assert data["turns"]["least"] <= data["turns"]["mean"] <= data["turns"]["most"]
    for by in ("by_seat", "by_place", "by_character", "by_player"):
        assert sum(data["wins"][by].values()) == 20
        assert sum(data["played"][by].values()) == 40
    assert data["wins"]["by_player"] == {
        "random": data["wins"]["by_seat"]["A"],
        "script": data["wins"]["by_seat"]["B"],
    }
    assert data["wins"]["by_player"]["script"] > 14


def test_the_figures_say_how_they_were_made() -> None:
    data = figures("--games", "2", "--seed", "3", "--unseen", "0.5")
    assert (data["seed"], data["unseen"]) == (3, 0.5)
    assert figures("--games", "2")["unseen"] is None


def test_each_player_has_its_win_rate_and_its_worst_character() -> None:
    data = figures("--games", "40", "--seed", "3", "--players", "steady,random")
    won = data["wins"]["by_player"]
    assert data["win_rate"] == {player: round(won[player] / 40, 4) for player in ("random", "steady")}
    assert sum(data["win_rate"].values()) == pytest.approx(1)
    worst = data["worst_character"]["random"]
    assert set(worst) == {"character", "won", "played", "win_rate"}
    assert worst["win_rate"] <= data["win_rate"]["random"]
    assert 0 < data["worst_character"]["steady"]["win_rate"] <= data["win_rate"]["steady"]
    assert 0 < worst["played"] < data["played"]["by_character"][worst["character"]]  # its own games with it, not all


def test_wins_are_counted_by_player_and_character() -> None:
    tally = simulate.GamesTally(("steady", "random"))
    tally.played_as.update({("steady", "rook"): 4, ("steady", "lum"): 4, ("random", "rook"): 5, ("random", "lum"): 3})
    tally.won_as.update({("steady", "rook"): 4, ("steady", "lum"): 3, ("random", "lum"): 1})
    assert [tally.worst_character(player) for player in ("steady", "random", "script")] == ["lum", "rook", ""]
    assert tally.record_as("steady", "lum") == {"character": "lum", "won": 3, "played": 4, "win_rate": 0.75}


def test_a_player_against_itself_wins_half() -> None:
    assert figures("--games", "5", "--players", "random")["win_rate"] == {"random": 0.5}


def test_the_seed_decides_everything_but_the_time() -> None:
    def timeless(*words: str) -> dict[str, Any]:
        data = figures("--games", "6", *words)
        del data["seconds"], data["decisions_per_second"]
        return data

    assert timeless("--seed", "8") == timeless("--seed", "8")
    assert timeless("--seed", "8") != timeless("--seed", "9")


def test_seats_take_turns_in_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def watched(setup: Setup) -> Match:
        begun.append(setup.first)
        return new_match(setup)

    monkeypatch.setattr(simulate, "new_match", watched)
    figures("--games", "5")
    assert begun == ["A", "B", "A", "B", "A"]


def test_one_player_name_is_for_both_seats() -> None:
    data = figures("--games", "3", "--players", "script")
    assert data["played"]["by_player"] == {"script": 6}


def test_the_bank_may_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    banks: list[list[str]] = []

    def watched(setup: Setup) -> Match:
        match = new_match(setup)
        zone = match.view("table").zones["bank"]
        assert isinstance(zone, Mapping)
        banks.append(list(zone))
        return match

    monkeypatch.setattr(simulate, "new_match", watched)
    figures("--games", "1", "--bank", "no_attacks")
    named = [kind for kind in banks[0] if kind in "iron_defense secret_move training_day"]
    assert named == ["iron_defense", "secret_move", "training_day"]
    figures("--games", "1", "--bank", ",".join(banks[0][:10]))
    figures("--games", "1", "--bank", "No Attacks")
    assert banks[1] == banks[2] == banks[0]


def test_the_summary_is_for_people() -> None:
    code, output = run("--games", "4")
    assert code == 0
    assert output.startswith("4 games of Puzzle Strike from seed 1: all finished\n")
    assert "turns on average" in output
    assert "who begins" in output
    assert re.search(r"random +won +4 of +8 +50%, least with \w+: \d of \d, \d+%", output)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", "random,greedy"), 'There is no player "greedy". Known: random, steady, script, script:FILE.'),
        (("--players", "random,random,random", "--mode", "duel"), "duel is for 2 players; 3 are seated."),
        (("--players", "random,steady", "--seats", "1"), "--players names 2 players for 1 seats"),
        (("--seats", "5"), "duel is for 2 players; 5 are seated."),
        (("--bank", "nix"), 'There is no recommended bank "nix".'),
        (("--bank", "wound,combine"), "Not puzzle chips: wound, combine."),
        (("--mode", "nix"), 'There is no mode "nix".'),
        (("--game", "nix"), 'There is no game "nix".'),
        (("--players", "script:/does/not/exist"), "No such file"),
        (("--players", "script:"), "Say which script"),
        (("--bank", "draw_three,combine,Draw Three"), "more than once: draw_three."),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], message: str) -> None:
    code, output = run("--games", "2", *words)
    assert code == 2
    assert message in output
    assert "Traceback" not in output


def test_a_game_that_does_not_end_is_counted_named_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(10))

    def short(*args: Any, **more: Any) -> Any:
        return play_out(*args, **more, at_most=5 if next(calls) == 1 else 20_000)

    monkeypatch.setattr(simulate, "play_out", short)
    code, output = run("--games", "3", "--json")
    data = json.loads(output)
    assert code == 1
    assert (data["games"], data["finished"]) == (3, 2)
    assert data["stalled"][0].startswith("game 1: The game is not over after 5 steps.")


def test_when_all_games_stall_that_is_all_there_is_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "play_out", lambda *args, **more: play_out(*args, **more, at_most=5))
    code, output = run("--games", "2")
    assert code == 1
    assert output.startswith("2 games of Puzzle Strike from seed 1: 0 finished, 2 did not\ngame 0: ")
    code, output = run("--games", "2", "--json")
    assert code == 1
    data = json.loads(output)
    assert data["decisions_per_second"] == 0
    assert data["win_rate"] == data["worst_character"] == {}


def test_a_fault_of_the_rules_names_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **more: Any) -> Any:
        raise KeyError("gem_9")

    monkeypatch.setattr(simulate, "play_out", broken)
    result = CliRunner().invoke(main, ["simulate", "--seed", "4"])
    assert isinstance(result.exception, KeyError)
    assert result.exception.__notes__ == ["This happened in game 0 of seed 4."]


def test_a_script_of_ones_own_plays(tmp_path: Path) -> None:
    lazy = tmp_path / "lazy.txt"
    lazy.write_text("pass\ndone\nbuy:wound\n", encoding="utf-8")
    data = figures("--games", "10", "--players", f"script:{lazy},script")
    assert data["wins"]["by_player"]["script"] >= 7
    assert set(data["wins"]["by_player"]) == {f"script:{lazy}", "script"}


def test_a_half_seeing_referee_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    data = figures("--games", "5", "--unseen", "0.5")
    assert (data["finished"], data["refused_true_lines"], data["wrong_knowledge"]) == (5, 0, 0)
    code, output = run("--games", "2", "--unseen", "1")
    assert code == 0
    assert "100% of hidden chips were not seen: 0 true lines refused, 0 wrong beliefs" in output
    assert "refused_true_lines" not in figures("--games", "2")


def test_what_the_referee_gets_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(twin: HalfSeen, *_: Any) -> None:
        twin.wrong.append("A.hand is thought to hold a wound")

    monkeypatch.setattr(HalfSeen, "compare_hidden", wrong)
    code, output = run("--games", "2", "--unseen", "0.5", "--json")
    data = json.loads(output)
    assert code == 1
    assert data["wrong_knowledge"] > 2
    assert data["examples"][0] == "game 0: A.hand is thought to hold a wound"
    code, output = run("--games", "2", "--unseen", "0.5")
    assert code == 1
    assert "game 0: A.hand is thought to hold a wound" in output
