"""`companion play`: a duel in the terminal, from a person's chair."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from companion.cli import duel as duel_module
from companion.cli import main
from companion.cli import play as play_module
from companion.cli.chair import addressed, understood
from companion.cli.duel import COMMANDS, HELP, Duel
from companion.cli.puzzle_strike_telling import in_words
from companion.rules import Match, find_game
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.words import COUNTED, EVENTS
from tests.cli.played import ROOK, Counting, last_question, play, start

TOLD = (*EVENTS.values(), COUNTED, "{seat} lays")

# -- a whole game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", ["steady", "random", "script"])
def test_a_whole_game_of_first_options(opponent: str) -> None:
    options = ("--seed", "3", "--bank", "random", "--opponent", opponent)
    output = play(*["1"] * 1000, options=options)
    assert re.search(r"^(You win|\w+ wins) in turn \d+: .* pile is 1\d at the end of the turn", output, re.MULTILINE)
    assert "[winning] " in output
    assert f"To play the same game again: companion play --seed 3 --bank random --opponent {opponent}" in output
    assert output == play(*["1"] * 1000, options=options)


def test_a_whole_game_by_the_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "read", Duel.advice)
    for seed in ("1", "2", "3"):
        output = play(options=("--seed", seed, "--bank", "random"))
        assert " in turn " in output
        assert "means nothing here" not in output
        assert "Not possible" not in output


def test_everything_can_be_asked() -> None:
    output = play(*["1"] * 2000, options=(*ROOK, "--ask", "everything"))
    assert " in turn " in output
    assert "The only answer" not in output
    assert "The only answer" in play(*["1"] * 1000)


def test_a_seed_is_found_where_none_is_given() -> None:
    seeds = [re.search(r"companion play --seed (\d+)$", start().output, re.MULTILINE) for _ in range(2)]
    assert all(seeds)


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_is_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch, end: type[BaseException]) -> None:
    def stop(duel: Duel) -> str:
        raise end

    monkeypatch.setattr(Duel, "read", stop)
    assert play().endswith("The game ends here.\nTo play the same game again: companion play " + " ".join(ROOK) + "\n")


def test_quit() -> None:
    assert "The game ends here." in play("quit", "1")
    assert play("quit", "1") == play("quit")


def test_who_begins_and_who_plays() -> None:
    assert "you (Rook) against Steady (Grave)" in play()
    assert "Turn 1: you." in play()
    assert "Turn 1: Random." in play(options=("--first", "other", "--opponent", "random"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--me", "nobody"), "no character"),
        (("--bank", "nonsense"), "recommended bank"),
        (("--opponent", "nobody"), "no player"),
        (("--first", "nobody"), "--first"),
        (("--number", "0"), "--number"),
        (("--number", "2"), "--number needs a position"),
    ],
)
def test_what_makes_no_sense_is_said_in_words(options: tuple[str, ...], said: str) -> None:
    outcome = start(*options)
    assert outcome.exit_code in (1, 2)
    assert said in outcome.output


# -- answers ---------------------------------------------------------------------------------------------------


def test_numbers_tokens_names_and_words_are_understood() -> None:
    wanted = play("play:stone_wall")
    for said in ("1", "play stone wall", "Stone Wall", "PLAY:STONE_WALL", "use stone wall", "play Stone Wall"):
        assert play(said).replace(f"> {said}\n", "> play:stone_wall\n") == wanted


def test_no_offered_token_is_misunderstood() -> None:
    """Each is its own best spelling, and so are its words."""
    hand = ["combine", "crash_gem", "its_a_trap", "research_and_development", "mix_master", "gem_2"]
    seats = {"A": {"pile": [2, 1, 1], "hand": hand}, "B": {}}
    for phase, extra in (("action", {}), ("buy", {"money": 12})):
        game = find_game("puzzle-strike")
        match = Match(game, *game.position({"seats": seats, "turn": {"phase": phase, **extra}}))
        for token in match.options("A"):
            words = game.words.token(token)
            assert [understood(match, "A", said, in_words) for said in (token, token.replace(":", " "), words)] == [
                token
            ] * 3
            name = LIBRARY[token.partition(":")[2]].name if token.partition(":")[2] in LIBRARY else token
            assert understood(match, "A", name, in_words) == token or phase == "buy"


def test_a_refusal_names_its_rule_and_the_question_stays() -> None:
    output = play("buy:gem_4", "play knockdown", "done", "buy:gem_4", "crash gem")
    assert "Not possible: Actions come first: end the action phase, then buy.\n  [turn-structure] Turn" in output
    assert "Not possible: You have no Knockdown in your hand." in output
    assert "4-gem costs $7" in output
    assert "Crash Gem costs $5" in output
    assert output.count("Play an action, or end the action phase?") == 1


def test_what_is_no_answer_at_all() -> None:
    output = play("", "marmalade", "0", "99", "hnit", "plya:stone_wall", "keep:?", "hidden")
    assert output.count("means nothing here") == 6
    assert "Type an answer. Answer with a number from 1 to 3" in output
    assert "Did you mean hint?" in output
    assert "Did you mean play:stone_wall" in output
    assert last_question(output) == last_question(play())


def test_the_buy_list_says_the_price_and_what_the_chip_is() -> None:
    output = play("1", "gems")
    assert re.search(r"\d  buy:one_two_punch +\$4 One-Two Punch: Get two black arrows", output)
    assert re.search(r"\d  buy:gem_2 +\$3 2-gem: worth \$2 when laid", output)
    assert "buy:gem_4" not in output


def test_a_price_is_what_it_is_now(written: Callable[[str], tuple[str, ...]]) -> None:
    options = written("seats: {A: {hand: [sale_prices, gem_3]}, B: {}}")
    assert re.search(r"buy:crash_gem +\$4 Crash Gem", play("sale prices", "done", "lay gems", options=options))


def test_a_chip_must_be_named() -> None:
    output = play("stone wall", "done", "wound", "done", "keep:?")
    assert "Which chip does a piggy bank keep, or done?" in output
    assert "That does not work here: name the chip." in output


def test_at_the_beginning_of_a_turn_the_whole_table_is_shown() -> None:
    turns = play(*["1"] * 60).split("Turn ")
    own = [turn for turn in turns if re.match(r"\d+: you", turn) and "> " in turn]
    assert len(own) > 3
    for turn in own:
        shown = turn.partition("   [")[0]
        assert re.search(r"  You \(Rook\): pile .*hand: ", shown)
        assert re.search(r"  Steady \(Grave\): pile .*hand: \d chips?", shown)


def test_lines_fit_the_width() -> None:
    outcome = CliRunner().invoke(main, ["play", "--seed", "3"], input="bank\nhelp\ntable\n" + "1\n" * 1000)
    assert max(map(len, outcome.output.splitlines())) <= 110


# -- commands --------------------------------------------------------------------------------------------------


def test_help_lists_all_commands() -> None:
    for said in ("help", "?"):
        output = play(said)
        assert all(meaning[:30] in output for _, meaning in HELP)
    named = " ".join(said for said, _ in HELP)
    assert all(name in named for name in COMMANDS if name != "help")


def test_why() -> None:
    output = play("why", "why buy:gem_4", "why stone wall", "why marmalade")
    assert "You are asked: Play an action, or end the action phase?\n  [action-phase]" in output
    assert "Not possible: Actions come first" in output
    assert "play:stone_wall is possible now: play Stone Wall." in output
    assert output.count("Not possible") == 2


def test_a_question_comes_with_what_its_rule_says() -> None:
    assert "\n   [action-phase] You have one action each turn" in play("table")


def test_rules_and_chips_are_looked_up() -> None:
    output = play("rule panic", "rule marmalade", "chip knockdown", "chip knockdwn", "chip zzzz")
    assert "panic-time  (" in output
    assert 'No rule contains "marmalade"' in output
    assert "puzzle chip, key knockdown" in output
    assert "Did you mean Knockdown or Stunlock?" in output
    assert 'There is no chip "zzzz".' in output


def test_table_and_bank() -> None:
    output = play("table", "bank")
    assert "Turn 1, you: action phase" in output
    assert re.search(r"\$5 +5 x One of Each +brown; Draw a chip", output)
    assert re.search(r"\$7 +12 x 4-gem +worth \$4", output)


def test_the_log_tells_it_all_again() -> None:
    before, _, after = play("stone wall", "log").rpartition("> log\n")
    for line in ("Turn 1: you.", "You play Stone Wall. You draw", "Steady draws 5 chips."):
        assert line in before or line == "You play Stone Wall. You draw"
    assert "Turn 1: you." in after
    assert "You play Stone Wall." in after
    assert "> " not in after.partition("The game ends")[0].strip().removesuffix(">")


def test_a_hint_is_a_token_and_changes_nothing() -> None:
    (token,) = re.findall(r"steady would answer (\S+?)[:.] ", play("hint"))
    assert play("hint", "hint", token).count("steady would answer") == 2
    rest = (token, *["1"] * 40)
    with_hint, without = play("hint", "hint", *rest), play(*rest)
    assert with_hint.rpartition(f"> {token}\n")[2] == without.rpartition(f"> {token}\n")[2]


def test_who_gives_hints_follows_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_module, "find_player", lambda name: Counting())
    hints = re.findall(r"steady would answer ([^:.\n]+)", play("hint", "hint", "done", "hint", "undo", "hint"))
    assert len(set(hints[:2])) == 1, "a hint asked for twice is the same"
    assert hints[3] == hints[0], "and after a take-back it is that of before"
    assert hints[2] == "buy", "asked a second time: the third option of three, after `done` was heard"


# -- undo ------------------------------------------------------------------------------------------------------


def test_undo_restores_table_question_and_chance() -> None:
    once = play("stone wall")
    again = play("stone wall", "undo", "stone wall")
    assert "Taken back: play:stone_wall." in again
    assert last_question(again) == last_question(once)
    first = play()
    back = play("stone wall", "undo")
    assert back.rpartition("Taken back")[2].partition("hand:")[2].splitlines()[0] in first


def test_undo_goes_back_through_what_the_opponent_did() -> None:
    output = play("done", "buy:wound", "done", "undo", "log")
    back = output.rpartition("Taken back: done.\n")[2]
    assert "At a table with people, you could not do this alone." in back
    assert "the judge decides this" in back
    assert "Lay gems, buy a chip, or end the buy phase?" in back
    assert "Turn 2" not in back
    assert "Turn 2: Steady." in output
    assert "At a table with people" not in play("done", "undo"), "nothing was shown, nobody has answered"


def test_undo_of_several() -> None:
    output = play("done", "buy:wound", "undo 2", "undo", "undo x", "undo 0")
    assert "Taken back: done, buy:wound." in output
    assert "you have not answered anything yet" in output
    assert output.count("For example: undo 2") == 2
    assert "Taken back: done." in play("done", "undo 9")


def test_after_any_number_of_take_backs_the_game_is_the_same() -> None:
    straight = play(*["1"] * 40, "table")
    wandering = play(*["1", "1", "undo 2", "1", "hint", "1", "undo", "1"] * 2, "undo 99", *["1"] * 40, "table")
    assert straight.rpartition("> table")[2] == wandering.rpartition("> table")[2]


def test_the_opponent_forgets_what_was_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_module, "find_player", lambda name: Counting())
    straight = play(*["1"] * 60, "table")
    back = play(*["1"] * 30, "undo 17", *["1"] * 11, "undo 3", *["1"] * 39, "table")
    assert straight.rpartition("> table")[2] == back.rpartition("> table")[2]


# -- said to the person ----------------------------------------------------------------------------------------


def test_no_sentence_speaks_of_you_as_of_another() -> None:
    output = play(*["1"] * 1000, "log", options=("--seed", "8", "--bank", "random", "--opponent", "script"))
    assert not re.findall(r"You's|\bYou \w+s\b|[a-z,:] You\b", output.replace("to You\n", ""))


@pytest.mark.parametrize("template", [told for told in TOLD if told])
def test_every_sentence_has_a_form_for_the_person(template: str) -> None:
    values = dict.fromkeys(re.findall(r"\{(\w+)\}", template), "x") | {"seat": "You", "target": "You"}
    said = addressed(template.format(**values))
    assert not re.search(r"You's|\bYou (now )?(?!was|pass\b)\w+s\b|(?<=[a-z,:] )You\b", said)
