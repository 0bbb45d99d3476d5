"""`companion play`: a duel in the terminal, from a person's chair."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from companion.cli import duel as duel_module
from companion.cli import main
from companion.cli import play as play_module
from companion.cli.chair import TOLD, addressed, understood
from companion.cli.duel import COMMANDS, HELP, Duel
from companion.players import Look
from companion.rules import Match, find_game
from companion.rules.puzzle_strike.chips import CHIPS

ROOK = ("--seed", "6", "--me", "rook", "--against", "grave", "--first", "me")
"""Rook begins, with Stone Wall, Big Rocks and three 1-gems in the hand."""

CRASH = """
ask: choices
seats:
  You: {pile: [3, 1], hand: [crash_gem, gem_1, gem_1], bag: [gem_1, wound, combine]}
  Foe: {pile: [2], hand: [HAND], bag: [BAG]}
"""


def play(*said: str, options: tuple[str, ...] = ROOK) -> str:
    """What the terminal shows when this is said; long lines are made one."""
    outcome = CliRunner().invoke(main, ["play", *options], input="\n".join(said) + "\n")
    assert outcome.exit_code == 0, outcome.output
    return re.sub(r"\n {4,}(?! *\d+  )", " ", outcome.output)


def start(*options: str) -> Result:
    return CliRunner().invoke(main, ["play", *options], input="")


def last_question(output: str) -> str:
    """The last table and question that were shown; without what was said to it."""
    return output[output.rindex("\n\n", 0, output.rindex("   [")) :].partition("> ")[0]


@pytest.fixture
def crash(tmp_path: Path) -> tuple[str, ...]:
    file = tmp_path / "crash.yaml"
    file.write_text(CRASH.replace("HAND", "crash_gem, wound").replace("BAG", "gem_1, gem_2"), encoding="utf-8")
    return "--position", str(file), "--seed", "1"


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], tuple[str, ...]]:
    """The options that play on from a position."""

    def write(position: str) -> tuple[str, ...]:
        file = tmp_path / "position.yaml"
        file.write_text(position, encoding="utf-8")
        return "--position", str(file), "--seed", "1"

    return write


class Counting:
    """A player that remembers how often it was asked, and says another thing each time."""

    def __init__(self) -> None:
        self.asked = 0
        self.audience = ""

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        self.asked += 1
        self.audience = look().audience
        return options[self.asked % len(options)]


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
        assert "says nothing here" not in output
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
            assert [understood(match, "A", said) for said in (token, token.replace(":", " "), words)] == [token] * 3
            name = CHIPS[token.partition(":")[2]].name if token.partition(":")[2] in CHIPS else token
            assert understood(match, "A", name) == token or phase == "buy"


def test_a_refusal_names_its_rule_and_the_question_stays() -> None:
    output = play("buy:gem_4", "play knockdown", "done", "buy:gem_4", "crash gem")
    assert "Not possible: Actions come first: end the action phase, then buy.\n  [turn-structure] Turn" in output
    assert "Not possible: You have no Knockdown in your hand." in output
    assert "4-gem costs $7" in output
    assert "Crash Gem costs $5" in output
    assert output.count("Play an action, or end the action phase?") == 1


def test_what_is_no_answer_at_all() -> None:
    output = play("", "marmalade", "0", "99", "hnit", "plya:stone_wall", "keep:?", "hidden")
    assert output.count("says nothing here") == 6
    assert "Say something. Answer with a number from 1 to 3" in output
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
    assert "Not here: name the chip." in output


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


def test_rules_and_chips_are_looked_up() -> None:
    output = play("rule panic", "rule marmalade", "chip knockdown", "chip knockdwn", "chip zzzz")
    assert "panic-time  (" in output
    assert 'No rule has "marmalade"' in output
    assert "puzzle chip, key knockdown" in output
    assert "Did you mean Knockdown?" in output
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
    (token,) = re.findall(r"steady would say (\S+?)[:.] ", play("hint"))
    assert play("hint", "hint", token).count("steady would say") == 2
    rest = (token, *["1"] * 40)
    with_hint, without = play("hint", "hint", *rest), play(*rest)
    assert with_hint.rpartition(f"> {token}\n")[2] == without.rpartition(f"> {token}\n")[2]


def test_who_gives_hints_follows_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_module, "find_player", lambda name: Counting())
    hints = re.findall(r"steady would say ([^:.\n]+)", play("hint", "hint", "done", "hint", "undo", "hint"))
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
    assert "Among people this is not yours alone." in back
    assert "the judge decides that" in back
    assert "Lay gems, buy, or end buying?" in back
    assert "Turn 2" not in back
    assert "Turn 2: Steady." in output
    assert "Among people" not in play("done", "undo"), "nothing was shown, nobody has answered"


def test_undo_of_several() -> None:
    output = play("done", "buy:wound", "undo 2", "undo", "undo x", "undo 0")
    assert "Taken back: done, buy:wound." in output
    assert "You have not answered anything yet" in output
    assert output.count("As in: undo 2") == 2
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


# -- positions -------------------------------------------------------------------------------------------------


def test_a_position_is_played(crash: tuple[str, ...]) -> None:
    output = play("crash gem", "break 3", "react:crash_gem", "log", options=crash)
    assert "Three 1-gems are in the air from you to Foe." in output
    assert "Steady" not in output


def test_what_is_saved_can_be_played_and_read(tmp_path: Path) -> None:
    file = tmp_path / "saved.yaml"
    output = play("done", f"save {file}", "undo", f"save {file}", "save")
    assert "both hands and bags stand open" in output
    assert f"Not saved: there is a file {file} already. Take another name." in output
    assert "Into which file?" in output
    on = play(options=("--position", str(file), "--seed", "1"))
    assert "you (Rook) against Steady (Grave)" in on
    assert "Lay gems, buy, or end buying?" in on
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
    assert "The script has to tell every step." in " ".join(outcome.output.split())


def test_the_person_may_take_either_seat(crash: tuple[str, ...], written: Callable[[str], tuple[str, ...]]) -> None:
    options = written(CRASH.replace("You", "One").replace("HAND", "crash_gem").replace("BAG", "gem_1, gem_2"))
    output = play("why react:crash_gem", "react:crash_gem", options=(*options, "--me", "Foe"))
    assert "you at Foe against One" in output
    assert "react:crash_gem is possible now" in output
    assert "One plays a Crash Gem." in output
    assert "nobody named Q is seated there" in start(*crash, "--me", "Q").output
    assert "no --against, --bank or --first" in start(*crash, "--first", "me").output


def test_only_the_person_is_called_you(crash: tuple[str, ...]) -> None:
    outcome = start(*crash, "--me", "Foe")
    assert outcome.exit_code == 2
    said = " ".join(outcome.output.replace("│", " ").split())
    assert "To play from the seat of Foe, give the seat named You another name in " in said


def test_a_game_that_asks_everything_comes_back_where_it_was(tmp_path: Path) -> None:
    """Where one answer is all there is, too; and one that does not, does not."""
    for ask, word in ((("--ask", "everything"), ""), ((), "ask: choices")):
        file = tmp_path / f"{len(ask)}.yaml"
        saved = play(*["1"] * 8, f"save {file}", "table", options=(*ROOK, *ask))
        on = play("table", options=("--position", str(file), "--seed", "6"))
        assert last_question(on).split("\n\n")[-1] == last_question(saved.partition("> save")[0]).split("\n\n")[-1]
        assert word in file.read_text(encoding="utf-8")
    (line,) = re.findall(r"To play on from there: .*", play(f"save {tmp_path / 'x.yaml'}", options=(*ROOK, *ask)))
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
    assert "Take another name." in output


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
    assert "Not possible: That is no answer to what is asked now; offered: " in output
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
    assert "An unseen chip: A's bag -> A's hand. An unseen chip: A's hand -> A's bag." in told
    assert not re.search("Crash Gem: |Combine|Wound|1-gem: ", told)


# -- said to the person ----------------------------------------------------------------------------------------


def test_no_sentence_speaks_of_you_as_of_another() -> None:
    output = play(*["1"] * 1000, "log", options=("--seed", "8", "--bank", "random", "--opponent", "script"))
    assert not re.findall(r"You's|\bYou \w+s\b|[a-z,:] You\b", output.replace("to You\n", ""))


@pytest.mark.parametrize("template", [told for told in TOLD if told])
def test_every_sentence_has_a_form_for_the_person(template: str) -> None:
    values = dict.fromkeys(re.findall(r"\{(\w+)\}", template), "x") | {"seat": "You", "target": "You"}
    said = addressed(template.format(**values))
    assert not re.search(r"You's|\bYou (now )?(?!was|pass\b)\w+s\b|(?<=[a-z,:] )You\b", said)
