"""Players by themselves: what they choose, and that they see no more than their seat."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.players import PlayerError, RandomPlayer, ScriptedPlayer, find_player
from companion.rules import View


def unwanted() -> View:
    raise AssertionError("this player decides without looking")


def choose(script: str, *options: str, seed: int = 1) -> str:
    return ScriptedPlayer(script.splitlines()).choose(unwanted, options, Random(seed))


def test_random_reaches_every_option_about_equally_often() -> None:
    rng = Random(5)
    options = ("break:1", "break:2", "break:2+1", "pass")
    found = Counter(RandomPlayer().choose(unwanted, options, rng) for _ in range(4000))
    assert set(found) == set(options)
    assert all(850 < count < 1150 for count in found.values())


def test_the_first_line_that_fits_decides_whatever_the_order_of_the_options() -> None:
    script = "buy:crash_gem\nbuy:combine\ndone"
    assert choose(script, "done", "buy:combine", "buy:gem_1") == "buy:combine"
    assert choose(script, "buy:gem_1", "done") == "done"


def test_patterns_know_star_and_question_mark_and_remarks() -> None:
    script = "# largest first\nbreak:4+*   # two at once\nbreak:?"
    assert choose(script, "break:4", "break:4+1", "break:1") == "break:4+1"
    assert choose(script, "break:2+1", "break:2") == "break:2"


def test_several_patterns_of_a_line_are_equal() -> None:
    line = "buy:gem_? buy:combine"
    options = ("buy:gem_1", "buy:gem_2", "buy:combine", "done")
    found = {choose(line, *options, seed=seed) for seed in range(40)}
    assert found == {"buy:gem_1", "buy:gem_2", "buy:combine"}


def test_what_no_line_fits_is_left_to_chance() -> None:
    found = {choose("buy:*", "to:A", "to:B", seed=seed) for seed in range(20)}
    assert found == {"to:A", "to:B"}


def test_the_built_in_script_combines_crashes_answers_and_buys() -> None:
    script = ScriptedPlayer.built_in()
    rng = Random(1)
    assert script.choose(unwanted, ("done", "play:crash_gem", "play:combine"), rng) == "play:combine"
    assert script.choose(unwanted, ("combine:1+1", "combine:2+2", "combine:1+2"), rng) == "combine:2+2"
    assert script.choose(unwanted, ("break:1", "break:4", "break:2"), rng) == "break:4"
    assert script.choose(unwanted, ("pass", "react:crash_gem"), rng) == "react:crash_gem"
    assert script.choose(unwanted, ("buy:wound", "buy:crash_gem", "play:gems"), rng) == "play:gems"
    assert script.choose(unwanted, ("buy:wound", "buy:crash_gem", "buy:gem_1"), rng) == "buy:crash_gem"
    assert script.choose(unwanted, ("buy:wound", "buy:gem_1", "done"), rng) == "done"
    assert script.choose(unwanted, ("buy:wound", "buy:gem_1"), rng) == "buy:gem_1"


def test_players_are_found_by_name(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("pass\n", encoding="utf-8")
    assert isinstance(find_player("random"), RandomPlayer)
    assert find_player("script").choose(unwanted, ("done", "play:crash_gem"), Random(1)) == "play:crash_gem"
    assert find_player(f"script:{own}").choose(unwanted, ("react:crash_gem", "pass"), Random(1)) == "pass"


@pytest.mark.parametrize("name", ["", "greedy", "random:x", "scripts"])
def test_an_unknown_player_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(PlayerError, match="Known: random, steady, script, script:FILE"):
        find_player(name)


def test_a_script_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n\n", encoding="utf-8")
    image = tmp_path / "image.txt"
    image.write_bytes(b"\x89PNG\xff")
    with pytest.raises(PlayerError, match="is empty"):
        find_player(f"script:{empty}")
    with pytest.raises(PlayerError, match="not a text file"):
        find_player(f"script:{image}")
    with pytest.raises(PlayerError, match="No such file"):
        find_player(f"script:{tmp_path / 'none.txt'}")
