"""`companion play` from positions, saved and read again; and what of it stays hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli import play as play_module
from tests.cli.played import CRASH, ROOK, Counting, last_question, play, start

# -- positions -------------------------------------------------------------------------------------------------


def test_a_position_is_played(crash: tuple[str, ...]) -> None:
    output = play("crash gem", "break 3", "react:crash_gem", "log", options=crash)
    assert "Three 1-gems are in the air from you to Foe." in output
    assert "Steady" not in output


def test_what_is_saved_can_be_played_and_read(tmp_path: Path) -> None:
    file = tmp_path / "saved.yaml"
    output = play("done", f"save {file}", "undo", f"save {file}", "save")
    assert "both hands, both bags and secret picks can be read" in output
    assert f"Not saved: there already is a file {file}. Choose another name." in output
    assert "To which file?" in output
    on = play(options=("--position", str(file), "--seed", "1"))
    assert "you (Rook) against Steady (Grave)" in on
    assert "Lay gems, buy a chip, or end the buy phase?" in on
    assert CliRunner().invoke(main, ["rules", "--position", str(file)]).exit_code == 0
    assert CliRunner().invoke(main, ["position", "compare", str(file), str(file)]).exit_code == 0
    assert play("buy:wound", "done", options=("--position", str(file), "--seed", "1")).count("Turn 2: Steady") == 1


def test_a_game_is_saved_in_the_middle_of_an_effect(crash: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "saved.yaml"
    output = play("crash gem", f"save {file}", options=crash)
    assert "Which gem breaks" in output
    assert "Which gem breaks" in play(options=("--position", str(file))), "it goes on where it was"


def test_a_script_that_leaves_a_step_out_cannot_be_played_on(tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text("seats: {A: {hand: [gem_1]}, B: {}}\nscript: [{A: 'buy:wound'}]\n", encoding="utf-8")
    outcome = start("--position", str(file))
    assert outcome.exit_code == 1
    assert f"{file}:2: buy:wound: " in outcome.output
    assert "The script has to name every step." in " ".join(outcome.output.split())


def test_the_person_may_take_either_seat(crash: tuple[str, ...], written: Callable[[str], tuple[str, ...]]) -> None:
    options = written(CRASH.replace("You", "One").replace("HAND", "crash_gem").replace("BAG", "gem_1, gem_2"))
    output = play("why react:crash_gem", "react:crash_gem", options=(*options, "--me", "Foe"))
    assert "you at Foe against One" in output
    assert "react:crash_gem is possible now" in output
    assert "One plays a Crash Gem." in output
    assert "nobody named Q sits there" in start(*crash, "--me", "Q").output
    assert "so --against, --bank and --first cannot be used" in start(*crash, "--first", "me").output


def test_only_the_person_is_called_you(crash: tuple[str, ...]) -> None:
    outcome = start(*crash, "--me", "Foe")
    assert outcome.exit_code == 2
    said = " ".join(outcome.output.replace("│", " ").split())
    assert "To play from Foe, give the seat named You another name in " in said


def test_a_game_that_asks_everything_comes_back_where_it_was(tmp_path: Path) -> None:
    """Where one answer is all there is, too; and one that does not, does not."""
    for ask, word in ((("--ask", "everything"), ""), ((), "ask: choices")):
        file = tmp_path / f"{len(ask)}.yaml"
        saved = play(*["1"] * 8, f"save {file}", "table", options=(*ROOK, *ask))
        on = play("table", options=("--position", str(file), "--seed", "6"))
        assert last_question(on).split("\n\n")[-1] == last_question(saved.partition("> save")[0]).split("\n\n")[-1]
        assert word in file.read_text(encoding="utf-8")
    (line,) = re.findall(r"To continue from there: .*", play(f"save {tmp_path / 'x.yaml'}", options=(*ROOK, *ask)))
    assert "--ask" not in line


def test_whether_to_ask_everything_can_be_said_with_a_position(
    written: Callable[[str], tuple[str, ...]], tmp_path: Path
) -> None:
    one_gem = "{seats: {A: {pile: [2], hand: [crash_gem]}, B: {}}}"
    before = tmp_path / "before.yaml"
    assert "Which gem breaks" in play("crash gem", f"save {before}", options=written(one_gem))
    assert "Which gem breaks" in play(options=("--position", str(before)))
    output = play("crash gem", f"save {tmp_path / 'saved.yaml'}", options=(*written(one_gem), "--ask", "choices"))
    assert "Which gem breaks" not in output
    assert "--me A --ask choices" in output
    outcome = start(*written(one_gem.replace("{seats", "{ask: choices, seats")), "--ask", "everything")
    assert outcome.exit_code == 2
    assert "ask: choices" in outcome.output


@pytest.mark.parametrize("nines", ["9" * 5000, "9" * 12, "\u0669" * 5000])
def test_numbers_without_end(nines: str) -> None:
    said = (
        nines,
        f"undo {nines}",
        f"why {nines}",
        f"why break:{nines}",
        f"why negate:{nines}",
        f"why combine:{nines}+1",
    )
    assert "The game ends here." in play("done", *said)


@pytest.mark.parametrize("name", ["~nobody-is-called-that/x", "a\0b", "no/such/folder/x", "."])
def test_a_file_that_cannot_be_written(name: str) -> None:
    output = play(f"save {name}")
    assert "Not saved: " in output
    assert "Choose another name." in output


def test_who_begins_may_pick_the_same_character() -> None:
    assert "you (Jaina) against Steady (Jaina)" in play(options=("--me", "jaina", "--against", "Jaina"))


def test_the_bank_is_named_as_it_is_printed() -> None:
    assert "x Knockdown" in play("bank", options=(*ROOK, "--bank", "First Game"))
    named = "It's a Trap,sneak attack,draw three,knockdown,gem essence,Mix-Master,sale prices,one of each,roundhouse"
    named += ", One-Two Punch"
    bank = play("bank", options=(*ROOK, "--bank", named)).partition("> bank")[2]
    assert all(f"x {name}" in bank for name in ("It's a Trap", "Mix-Master", "One-Two Punch"))
    assert start("--bank", "knockdown,knockdown").exit_code == 1


def test_a_chip_of_the_hand_that_is_not_for_sale_is_not_bought(written: Callable[[str], tuple[str, ...]]) -> None:
    options = written("{seats: {A: {hand: [reversal, knockdown, gem_1]}, B: {}}, turn: {phase: buy}}")
    output = play("why reversal", "why knockdown", options=options)
    assert "Not possible: The action phase is over; only gems are laid now." in output
    assert "Knockdown costs" in output
    assert "bank" not in output.partition("> why reversal")[2].partition("> why knock")[0]


def test_nothing_comes_behind_done() -> None:
    output = play("done", "done:turn")
    assert 'Not possible: "done:turn" means nothing here.' in output
    assert "At least one" not in output


def test_the_help_names_who_sits_there(crash: tuple[str, ...]) -> None:
    assert "to:Foe" in play("help", options=crash)
    assert "to:Steady" in play("help")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("seats: {A: {hand: ['?'], bag: ['?'], unseen: [gem_1, wound]}, B: {}}", "nobody has seen"),
        ("seats: {A: {hand: [crash_gme]}, B: {}}", "crash_gem"),
        ("seats: {A: {}, B: {}}\nturn: {phase: over, winner: A}", "over already"),
    ],
)
def test_positions_that_cannot_be_played(tmp_path: Path, position: str, said: str) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(position, encoding="utf-8")
    outcome = start("--position", str(file))
    assert outcome.exit_code == 1
    assert said in outcome.output


# -- what is hidden --------------------------------------------------------------------------------------------

LOOKING = ["table", "bank", "log", "why to:Foe", "why react:crash_gem", "why discard:wound", "hint", "chip wound"]


def test_what_the_opponent_holds_shows_nowhere(tmp_path: Path) -> None:
    """Two games that differ in what Foe has in hand and bag: nothing that is printed differs before it is used."""
    told = []
    for number, (hand, bag) in enumerate([("wound, gem_2", "crash_gem, gem_1"), ("crash_gem, gem_1", "wound, gem_2")]):
        file = tmp_path / f"{number}.yaml"
        file.write_text(CRASH.replace("HAND", hand).replace("BAG", bag), encoding="utf-8")
        said = [*LOOKING, "done", *LOOKING, "play:gem_1", *LOOKING, "undo", "play:gem_1", "buy:wound", *LOOKING]
        said += ["undo", "buy:wound", "save " + str(tmp_path / f"saved_{number}.yaml")]
        told.append(play(*said, options=("--position", str(file), "--seed", "1")).replace(f"{number}.yaml", "FILE"))
    assert told[0] == told[1]
    assert "You buy a wound" in told[0]
    assert "Not possible" not in told[0].rpartition("> play:gem_1")[2].partition("> table")[0]


def test_only_the_own_draws_are_named() -> None:
    for seed in ("3", "4"):
        output = " ".join(play(*["1"] * 1000, "log", options=("--seed", seed, "--bank", "random")).split())
        assert len(re.findall(r"Steady draws \d+ chips?\. ", output)) == output.count("Steady draws")
        assert re.search(r"You draw \d+ chips: ", output)
        assert not re.search(r"Steady \(\w+\): pile[^.]*? hand: (?!\d+ chips?\b)", output)


def test_the_opponent_sees_its_own_seat_only(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Counting()
    monkeypatch.setattr(play_module, "find_player", lambda name: player)
    play("done", "wound", "done")
    assert player.audience == "Steady"


def test_what_is_put_away_in_cleanup_is_not_told() -> None:
    for line in play(*["1"] * 200).splitlines():
        assert not re.search(r"(hand|table) -> .* (ends?) the turn", line)
    output = play("done", "wound", "done", "undo 3", "log")
    assert "discard pile" not in output.rpartition("> log")[2]


def test_what_the_opponent_exchanges_is_not_named(written: Callable[[str], tuple[str, ...]]) -> None:
    hand = "hand: [research_and_development, gem_1, wound], bag: [crash_gem, combine, gem_2]"
    options = written(f"{{ask: choices, seats: {{A: {{{hand}}}, B: {{}}}}}}")
    for seed in range(9):
        output = play(options=(*options[:2], "--seed", str(seed), "--me", "B", "--opponent", "random"))
        if "A plays Research & Development." in output:
            break
    told = output.partition("A plays Research & Development.")[2].partition(" plays ")[0]
    assert "An unseen chip: A's bag → A's hand. An unseen chip: A's hand → A's bag." in told
    assert not re.search("Crash Gem: |Combine|Wound|1-gem: ", told)
