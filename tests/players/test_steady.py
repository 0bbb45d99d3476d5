"""The sparring partner: it wins, it is quick, and it plays single moments as one should."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from companion.players import SteadyPlayer, find_player, play_out, random_setup
from companion.players.steady import plan, worth
from companion.players.steady.situation import Situation
from companion.rules import TABLE, Match, Question, View, find_game, new_match
from companion.rules.puzzle_strike.position import read
from companion.rules.puzzle_strike.sets.library import LIBRARY, SETS, box_of

GEMS_ONLY = {"bag": ["gem_1"] * 5}


def match_at(
    me: Mapping[str, Any],
    foe: Mapping[str, Any] | None = None,
    turn: Mapping[str, Any] | None = None,
    bank: Mapping[str, Any] | None = None,
) -> Match:
    """A match in which A is on turn, unless `turn` says something else."""
    game = find_game("puzzle-strike")
    seats = {"A": {**GEMS_ONLY, **me}, "B": {**GEMS_ONLY, **(foe or {})}}
    position = {"seats": seats, "turn": turn or {}, "bank": bank or {}, "sets": list(SETS)}
    return Match(game, *game.position(position))


def tell(match: Match, *tokens: str) -> Match:
    """Give these answers, and in between those that are the only ones."""
    for token in tokens:
        match.answer(token, match.waiting_for[0])
        while isinstance(match.pending, Question) and len(only := match.options(match.waiting_for[0])) == 1:
            match.answer(only[0], match.waiting_for[0])
    return match


def said_by(player: SteadyPlayer, match: Match, seat: str = "A") -> str:
    assert isinstance(match.pending, Question)
    return player.choose(lambda: match.view(seat), match.options(seat), Random(1))


def said(me: Mapping[str, Any], **position: Mapping[str, Any]) -> str:
    """What A says first."""
    return said_by(SteadyPlayer(), match_at(me, **position))


def bought_for(money: int, **bank: Any) -> str:
    """What A buys for this money."""
    return said({}, turn={"phase": "buy", "money": money}, bank=bank)


def duel(number: int, steady: str, other: str) -> tuple[bool, str]:
    """Whether steady won, and with which character; who begins and who sits where alternate."""
    rng = Random(f"steady/{number}")
    match = new_match(random_setup(rng, first="AB"[number % 2]))
    seat, foe = ("A", "B") if number // 2 % 2 else ("B", "A")
    play_out(match, {seat: find_player(steady), foe: find_player(other)}, rng)
    facts = match.view("table").facts
    return facts["winner"] == seat, str(facts[f"{seat}.character"])


# -- whole games -----------------------------------------------------------------------------------------------


def test_it_wins_nearly_always_against_chance_with_every_character() -> None:
    results = [duel(number, "steady", "random") for number in range(200)]
    lost = Counter(character for won, character in results if not won)
    assert {character for _, character in results} == set(box_of(("base",)).characters)
    assert lost.total() <= 4
    assert max(lost.values(), default=0) <= 2


def test_it_wins_clearly_against_the_script() -> None:
    assert sum(won for won, _ in (duel(number, "steady", "script") for number in range(100))) >= 65


def test_one_seed_gives_one_game() -> None:
    def told(seed: int) -> list[object]:
        rng = Random(seed)
        match = new_match(random_setup(rng))
        steps: list[object] = []
        chairs = {seat: SteadyPlayer() for seat in "AB"}
        play_out(match, chairs, rng, on_step=lambda _, step: steps.append((step.seat, step.said)))
        return steps

    assert told(4) == told(4)
    assert told(4) != told(5)


def test_it_looks_at_most_once_for_each_decision_and_says_what_is_offered() -> None:
    rng = Random(2)
    match = new_match(random_setup(rng))
    looks: list[int] = []

    class Counting(SteadyPlayer):
        def choose(self, look: Any, options: tuple[str, ...], rng: Random) -> str:
            count = 0

            def counted() -> View:
                nonlocal count
                count += 1
                return match.view(match.waiting_for[0])

            token = super().choose(counted, options, rng)
            looks.append(count)
            assert token in options
            return token

    play_out(match, {seat: Counting() for seat in "AB"}, rng)
    assert set(looks) == {0, 1}
    assert looks.count(0) > len(looks) / 10


def test_a_game_it_does_not_know_is_left_to_chance() -> None:
    view = View("A", {"A.hand": ("axe",)}, {"turn": "A"}, "action", "", "", ("A",), {})
    player = SteadyPlayer()
    found = {player.choose(lambda: view, ("play:axe", "pass"), Random(seed)) for seed in range(20)}
    assert found == {"play:axe", "pass"}


# -- moments of the own turn -----------------------------------------------------------------------------------


def test_a_crash_that_saves_comes_before_anything_that_cannot_be_followed_by_one() -> None:
    hand = ["crash_gem", "speed_of_the_fox", "draw_three"]
    assert said({"pile": [4, 3, 3], "hand": hand}) == "play:crash_gem"
    assert said({"pile": [4, 3, 3], "hand": [*hand, "one_two_punch"]}) == "play:one_two_punch"


def test_nothing_is_so_good_that_one_would_lose_for_it() -> None:
    assert said({"pile": [3, 3], "hand": ["crash_gem", "master_puzzler"]}) == "play:master_puzzler"
    assert said({"pile": [1] * 10, "hand": ["crash_gem", "master_puzzler"]}) == "play:crash_gem"


def test_what_ends_the_actions_is_played_last() -> None:
    two = {"arrows": {"black": 2}}
    assert said({"pile": [2, 1], "hand": ["crash_gem", "master_puzzler"]}, turn=two) == "play:crash_gem"


def test_a_foe_is_knocked_down_before_the_crash() -> None:
    two = {"arrows": {"black": 2}}
    assert said({"pile": [2, 1], "hand": ["crash_gem", "knockdown"]}, turn=two) == "play:knockdown"


def test_what_brings_arrows_is_played_before_what_does_not() -> None:
    assert said({"pile": [1], "hand": ["draw_three", "roundhouse", "crash_gem"]}) == "play:roundhouse"
    assert said({"pile": [2, 2], "hand": ["crash_gem", "combine"]}) == "play:combine"


def test_gems_are_combined_to_the_largest_there_can_be() -> None:
    match = match_at({"pile": [1, 1, 2, 3], "hand": ["combine", "crash_gem"]})
    tell(match, "play:combine")
    assert said_by(SteadyPlayer(), match) == "combine:1+3"


def test_the_plan_combines_to_the_largest_too() -> None:
    match = match_at({"pile": [3, 1, 1], "hand": ["combine"]})
    seen = Situation(match.view("A"))
    after = plan.played(seen, plan.now(seen), "combine", seen.hand)
    assert after is not None
    assert after.gems == (4, 1)
    assert after.arrows == (1, 0, 0, 0, 0)


def test_the_smallest_gem_goes_into_the_own_pile() -> None:
    match = match_at({"hand": ["risky_move", "gem_1", "gem_3"]})
    tell(match, "play:risky_move")
    assert said_by(SteadyPlayer(), match) == "pile:gem_1"


def test_the_largest_gems_are_broken() -> None:
    match = match_at({"pile": [4, 2, 1], "hand": ["double_crash_gem"]})
    tell(match, "play:double_crash_gem")
    assert said_by(SteadyPlayer(), match) == "break:4+2"


def test_it_does_not_combine_into_nothing_but_a_price() -> None:
    assert said({"pile": [4, 4], "hand": ["combine"]}) == "done"


def test_a_chip_whose_condition_does_not_hold_is_left_alone() -> None:
    assert said({"pile": [1], "hand": ["burning_vigor", "wound"]}) == "play:burning_vigor"
    assert said({"pile": [1], "hand": ["burning_vigor", "gem_1"]}) == "done"


def test_combos_are_hard_comes_first_or_not_at_all() -> None:
    hand = ["combos_are_hard", "one_two_punch"]
    assert said({"hand": hand}) == "play:combos_are_hard"
    match = match_at({"hand": hand})
    tell(match, "play:one_two_punch")
    assert said_by(SteadyPlayer(), match) == "done"


def test_all_gems_are_laid_and_the_best_is_bought() -> None:
    match = match_at({"hand": ["gem_4", "gem_1"]}, turn={"phase": "buy"})
    player = SteadyPlayer()
    assert said_by(player, match) == "play:gems"
    tell(match, "play:gems")
    assert said_by(player, match) == "buy:crash_gem"
    tell(match, "buy:crash_gem")
    assert said_by(player, match) == "done"


@pytest.mark.parametrize("bank", ["first_game", "lots_of_attacks", "no_attacks", "combo_crazy", "master_puzzler"])
def test_a_wound_is_bought_only_where_nothing_else_can_be(bank: str) -> None:
    assert all(bought_for(money, puzzle=bank) != "buy:wound" for money in range(1, 13))


def test_a_trap_makes_a_chip_worth_less() -> None:
    assert bought_for(5) == "buy:crash_gem"
    assert bought_for(5, traps={"crash_gem": 3}) != "buy:crash_gem"


def test_wounds_are_trashed_first_then_1_gems() -> None:
    for hand, trashed in ((["wound", "gem_1", "combine"], "wound"), (["gem_1", "gem_3", "combine"], "gem_1")):
        match = match_at({"hand": ["self_improvement", *hand]})
        tell(match, "play:self_improvement")
        assert said_by(SteadyPlayer(), match) == f"trash:{trashed}"


def test_big_rocks_do_not_lose_a_4_gem() -> None:
    match = match_at({"hand": ["big_rocks", "gem_4", "gem_1"]})
    tell(match, "play:big_rocks")
    assert said_by(SteadyPlayer(), match) == "trash:gem_1"


def test_a_piggy_bank_keeps_a_crash_gem_and_no_wound() -> None:
    cleanup = {"phase": "cleanup", "piggy": 1}
    assert said({"hand": ["crash_gem", "wound"]}, turn=cleanup) == "keep:crash_gem"
    assert said({"hand": ["its_a_trap", "wound"]}, turn=cleanup) == "done"


# -- answers on the other turn ---------------------------------------------------------------------------------


def crashed_at(me: Mapping[str, Any], gem: int) -> Match:
    """B has broken this gem, and A is asked."""
    match = match_at(me, {"pile": [gem, 1], "hand": ["crash_gem"]}, turn={"seat": "B"})
    tell(match, "play:crash_gem", f"break:{gem}")
    return match


def test_gems_that_would_kill_are_met_with_gems() -> None:
    match = crashed_at({"pile": [3, 3, 3], "hand": ["crash_gem", "gem_1"]}, 3)
    assert said_by(SteadyPlayer(), match) == "react:crash_gem"


def test_what_is_in_the_air_shows_in_how_far_the_other_pile_has_sunk() -> None:
    me = {"pile": [1, 3], "hand": ["gem_1", "crash_gem"]}
    match = match_at(me, {"pile": [3, 1], "hand": ["crash_gem"]}, turn={"seat": "B"})
    player = SteadyPlayer()
    seen = Situation(match.view("A"))
    player._watch(seen)
    tell(match, "play:crash_gem", "break:3")
    seen = Situation(match.view("A"))
    player._watch(seen)
    assert seen.incoming == 3


def test_a_wall_stands_before_a_counter_crash_and_negates_all() -> None:
    match = crashed_at({"pile": [1], "hand": ["gems_to_gemonade", "wound"]}, 3)
    player = SteadyPlayer()
    assert said_by(player, match) == "react:gems_to_gemonade"
    tell(match, "react:gems_to_gemonade")
    assert said_by(player, match) == "negate:3"


def test_a_wound_is_discarded_rather_than_a_crash_gem() -> None:
    match = match_at({"hand": ["crash_gem", "wound", "gem_2"]}, {"hand": ["knockdown"]}, turn={"seat": "B"})
    tell(match, "play:knockdown")
    assert said_by(SteadyPlayer(), match) == "discard:wound"


def test_two_wounds_are_discarded_rather_than_one_gained() -> None:
    match = match_at({"hand": ["wound", "wound", "gem_2"]}, {"hand": ["hex_of_murkwood"]}, turn={"seat": "B"})
    tell(match, "play:hex_of_murkwood")
    assert said_by(SteadyPlayer(), match) == "discard:wound+wound"


def test_what_is_chosen_for_the_other_seat_is_the_lesser() -> None:
    match = match_at({}, {"hand": ["troublesome_rhetoric", "gem_1"]}, turn={"seat": "B"})
    tell(match, "play:troublesome_rhetoric")
    assert said_by(SteadyPlayer(), match) == "choose:money+piggy"


# -- what it does not see, and what it believes ----------------------------------------------------------------


def play_on(match: Match, seat: str = "A") -> int:
    """Let steady answer for a seat until something is drawn or somebody else is asked; how often it did."""
    player = SteadyPlayer()
    for answers in range(40):
        if not isinstance(match.pending, Question) or match.waiting_for != (seat,):
            return answers
        match.answer(said_by(player, match, seat), seat)
    raise AssertionError("it goes round in circles")


@pytest.mark.parametrize("kind", sorted(LIBRARY))
def test_unseen_chips_in_hand_are_no_trouble(kind: str) -> None:
    """One chip of the hand nobody has identified, it may be any; the other is played, if it is an action."""
    hand = {"hand": [kind, "?", "?"], "bag": ["?"], "unseen": ["wound", "gem_2", "mix_master"]}
    match = match_at({"pile": [2, 1], "discard": ["draw_three"], **hand})
    play = f"play:{kind}"
    if play in match.options("A"):
        tell(match, play)
    waited = match.waiting_for
    assert play_on(match) > 0 or waited != ("A",)
    assert match.waiting_for != ("A",), "it never got stuck"


def test_somebody_elses_pieces_are_no_trouble() -> None:
    """By Mistress's Command it breaks gems of a pile that is not its own."""
    match = match_at({"hand": ["mistresss_command"], "pile": [1]}, {"hand": ["double_crash_gem"], "pile": [3, 3]})
    tell(match, "play:mistresss_command", "choose:wound", "play:double_crash_gem")
    assert match.view("A").of == "B"
    assert find_player("steady").choose(partial(match.view, "A"), match.options("A"), Random(1)) in match.options("A")


def test_the_tables_speak_of_chips_that_there_are() -> None:
    tables = (worth.HAND, worth.TEXT, worth.TEXT_ARROWS, worth.TEXT_DRAWS, worth.DOUBLED, plan.PILES)
    named = {kind for table in tables for kind in table}
    assert named <= set(LIBRARY)
    assert set(worth.DECK) == {key for key, chip in LIBRARY.items() if chip.cost is not None}
    assert set(worth.REACTING) == set(filter(LIBRARY.reacts, LIBRARY))
    assert set(worth.COUNTERS) < set(worth.REACTING)
    assert set(worth.ENDS_ACTIONS) < set(LIBRARY)


@pytest.mark.parametrize("character", list(LIBRARY.characters))
def test_every_character_can_be_chosen_and_played(character: str) -> None:
    chips = [key for key, chip in LIBRARY.items() if chip.character == character]
    match = match_at({"character": character, "pile": [2, 1], "hand": [*chips, "gem_1", "gem_2", "wound"]})
    assert play_on(match) >= 1


PUZZLE_STRIKE = find_game("puzzle-strike")


# -- more than two -------------------------------------------------------------------------------------------------


def wins(mode: str, players: tuple[str, ...], games: int) -> int:
    """How many games a seat of steady's wins, or its side."""
    won = 0
    for seed in range(games):
        chance = Random(seed)
        match = new_match(random_setup(chance, mode=mode, seats=tuple("ABCD"), first="ABCD"[seed % 4]))
        play_out(match, {seat: find_player(name) for seat, name in zip("ABCD", players, strict=True)}, chance)
        facts = match.view(TABLE).facts
        winners = facts.get("winners", (facts["winner"],))
        assert isinstance(winners, tuple)
        won += any(players["ABCD".index(seat)] == "steady" for seat in winners)
    return won


def test_one_of_four_wins_far_more_than_a_share() -> None:
    for mode in ("free-for-all", "last-standing"):
        assert wins(mode, ("random", "steady", "random", "random"), 10) >= 6


def test_a_team_nearly_always_beats_chance() -> None:
    assert wins("team", ("steady", "random", "steady", "random"), 10) >= 9
    assert wins("team", ("random", "steady", "random", "steady"), 10) >= 9


def test_it_sees_its_teams_pile_and_the_others() -> None:
    seats = {"A": {"pile": [4]}, "B": {"pile": [3, 3]}, "C": {}, "D": {}}
    match = Match(PUZZLE_STRIKE, *read({"mode": "team", "seats": seats, "turn": {"seat": "A"}}))
    seen = Situation(match.view("C"))
    assert (seen.gems, seen.foes, seen.foe_gems, seen.own_turn) == ((4,), ["B"], (3, 3), True)


def test_it_does_not_help_somebody_at_its_own_cost() -> None:
    """Gems fly to B; C has nothing to gain from spending its Crash Gem on a gem of its own low pile."""
    hand = {"hand": ["crash_gem", "gem_1"], "pile": [1]}
    seats = {"A": {**hand, "pile": [3]}, "B": {"pile": [1], "hand": ["wound"]}, "C": hand}
    match = Match(PUZZLE_STRIKE, *read({"seats": seats, "turn": {"seat": "A"}, "ask": "choices"}))
    for token in ("play:crash_gem", "break:3", "to:B"):
        if token in match.options("A"):
            match.answer(token, "A")
    assert match.options("C") == ("react:crash_gem", "pass")
    assert SteadyPlayer().choose(partial(match.view, "C"), match.options("C"), Random(1)) == "pass"
