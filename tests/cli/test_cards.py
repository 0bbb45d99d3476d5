"""`companion cards`: books are listed, checked, compared, written and merged."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main

HEAD = '[book]\nform = 1\ngame = "puzzle-strike-2"\ntitle = "Mine"\n'


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["cards", *words])


def book(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(HEAD + text, encoding="utf-8")
    return str(path)


def test_cards_are_listed_with_what_they_do_and_how_sure_that_is() -> None:
    result = run("list", "sword")
    assert result.exit_code == 0
    assert "Sword Slice (grave_sword_slice; character:grave)" in result.output
    assert "If your top two gems differ in color: Crash; it is unblockable." in result.output
    assert "[high]" in result.output
    assert json.loads(run("list", "--deck", "practice", "--json").output)["hammer_blow"]["cost"] == 2
    assert run("list", "no such card").exit_code == 1


def test_the_words_are_listed() -> None:
    output = run("words").output
    assert "opponent antes {n}" in output
    assert "you_open_a_present" in output
    assert "single gems get the height bonus" in output


def test_a_mistake_is_told_with_its_place_and_what_was_meant(tmp_path: Path) -> None:
    good = book(tmp_path, "good.toml", '[card.tide]\ncost = 1\ntext = ["crash", "draw 2"]\n')
    bad = book(tmp_path, "bad.toml", '[card.tide]\ntext = ["draw 1", { if = "scepter", do = ["krash"] }]\n')
    result = run("check", good, bad)
    assert result.exit_code == 1
    assert "good.toml: 1 cards, 1 of them with a text." in result.output
    assert 'card.tide.text.2.do.1: the step "krash" is not known. Did you mean "crash"?' in result.output


def test_two_books_are_compared_in_words(tmp_path: Path) -> None:
    one = book(tmp_path, "one.toml", '[card.tide]\nname = "Tide"\ncost = 1\ntext = ["crash"]\n')
    two = book(tmp_path, "two.toml", '[card.tide]\nname = "Tide"\ncost = 2\ntext = ["draw 2"]\n[card.reef]\n')
    result = run("diff", one, two)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "Tide, cost: 1 / 2",
        "Tide: Crash. / Draw 2.",
        "reef: only in the second book.",
    ]
    assert run("diff", one, one).exit_code == 0


def test_the_programs_cards_are_written_and_read_again(tmp_path: Path) -> None:
    target = tmp_path / "all.toml"
    assert run("export", str(target)).exit_code == 0
    assert run("check", str(target)).exit_code == 0
    assert run("export", str(target)).exit_code == 1, "a file that is there is not overwritten"
    assert run("diff", str(target), str(target)).output == "Both books say the same.\n"


def test_books_are_merged_and_the_last_one_counts(tmp_path: Path) -> None:
    mine = book(tmp_path, "mine.toml", '[card.tide]\ncost = 1\n[card.reef]\ntext = ["crash"]\n')
    other = book(tmp_path, "other.toml", '[card.tide]\ncost = 3\non.trashed = ["draw 1"]\n')
    assert run("import", mine, other).exit_code == 0
    found = json.loads(run("list", "--book", mine, "--json").output)
    assert found == {"tide": {"cost": 3, "on": {"trashed": ["draw 1"]}}, "reef": {"text": ["crash"]}}


def test_a_game_without_cards_to_teach_says_so() -> None:
    result = run("words", "--game", "puzzle-strike")
    assert result.exit_code == 2
    assert "has no cards to teach" in result.output


def test_games_are_played_with_ones_own_book(tmp_path: Path) -> None:
    """Here the Swap that everybody starts with trashes itself: soon all of them lie in the trash."""
    mine = book(tmp_path, "mine.toml", '[card.swap]\ndeck = "starting"\ncopies = 2\ncost = 0\ntext = ["trash this"]\n')
    words = ["simulate", "--game", "puzzle-strike-2", "--games", "3", "--json"]
    usual = json.loads(CliRunner().invoke(main, words).output)
    result = CliRunner().invoke(main, [*words, "--book", mine])
    assert result.exit_code == 0
    assert json.loads(result.output)["decisions"] != usual["decisions"]
    refused = CliRunner().invoke(main, ["simulate", "--book", mine])
    assert refused.exit_code == 2
    assert "has no cards to teach" in refused.output


def test_cards_that_an_owner_names_take_the_place_of_unknown_ones(tmp_path: Path) -> None:
    from companion.rules import SeatSetup, Setup, find_game
    from companion.rules.kernel.card_book import read_toml

    game = find_game("puzzle-strike-2")
    mine = book(tmp_path, "mine.toml", '[card.gm_uppercut]\ndeck = "grand_melee"\ncopies = 3\ntext = ["crash"]\n')
    vocabulary = game.vocabulary()
    assert vocabulary is not None
    setup = Setup(game.key, (SeatSetup("A"), SeatSetup("B")), options={"deck": "grand_melee"})
    own = game.with_cards(setup, read_toml(Path(mine).read_text(encoding="utf-8"), vocabulary))
    bank = game.begin(own).bank  # type: ignore[attr-defined]
    assert len(bank) == 61
    assert bank.count("gm_uppercut") == 3
