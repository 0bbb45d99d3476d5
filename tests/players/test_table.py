"""The table runner: whole games, fairly asked, always the same from one seed."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.players import GameStalled, Look, PlayedMatch, TableStep, find_player, play_out, random_setup
from companion.players.table import characters, drawn
from companion.rules import Draw, Event, Match, Question, SeatSetup, Setup, SetupError, find_game, new_match


def game(seed: int, *players: str) -> tuple[Match, PlayedMatch, list[tuple[str, str | tuple[str, ...]]]]:
    """A whole duel, with everything that was said."""
    rng = Random(seed)
    match = new_match(random_setup(rng))
    said: list[tuple[str, str | tuple[str, ...]]] = []
    chairs = {seat: find_player(player) for seat, player in zip("AB", players, strict=True)}
    played = play_out(match, chairs, rng, on_step=lambda _, step: said.append((step.seat, step.said)))
    return match, played, said


@pytest.mark.parametrize("players", [("random", "random"), ("script", "script"), ("random", "script")])
@pytest.mark.parametrize("seed", range(8))
def test_games_come_to_an_end(seed: int, players: tuple[str, str]) -> None:
    match, played, said = game(seed, *players)
    assert match.over
    assert match.view("table").facts["winner"] in {"A", "B"}
    assert 0 < played.decisions < played.steps == len(said)


def test_one_seed_gives_one_game() -> None:
    assert game(3, "random", "script")[2] == game(3, "random", "script")[2]
    assert game(3, "random", "script")[2] != game(4, "random", "script")[2]


def test_the_script_plays_better_than_chance() -> None:
    wins = Counter(game(seed, "script", "random")[0].view("table").facts["winner"] for seed in range(40))
    assert wins["A"] >= 32


def test_scripted_games_look_like_games() -> None:
    """Gems are combined and crashed, crashes are answered, chips are bought."""
    seen: Counter[str] = Counter()

    def watch(_: Match, step: TableStep) -> None:
        seen.update(type(event).__name__ for event in step.events)

    for seed in range(5):
        rng = Random(seed)
        match = new_match(random_setup(rng))
        play_out(match, {seat: find_player("script") for seat in "AB"}, rng, on_step=watch)
    assert all(seen[name] >= 10 for name in ("Combined", "Broke", "Sent", "Bought"))
    assert seen["Reacted"] >= 3


class Recorder:
    """Plays at random and keeps what it was shown."""

    def __init__(self) -> None:
        self.audiences: set[str] = set()
        self.offered: list[tuple[str, ...]] = []
        self.hidden: set[type] = set()

    def choose(self, look: Look, options: tuple[str, ...], rng: Random) -> str:
        view = look()
        self.audiences.add(view.audience)
        self.offered.append(options)
        assert view.options[view.audience] == options
        other = "B" if view.audience == "A" else "A"
        self.hidden.add(type(view.zones[f"{other}.hand"]))
        self.hidden.add(type(view.zones[f"{view.audience}.bag"]))
        return rng.choice(options)


def test_a_player_sees_only_the_view_of_its_seat_and_only_real_decisions() -> None:
    recorders = {"A": Recorder(), "B": Recorder()}
    rng = Random(11)
    played = play_out(new_match(random_setup(rng)), recorders, rng)
    for seat, recorder in recorders.items():
        assert recorder.audiences == {seat}
        assert recorder.hidden == {int}
        assert all(len(options) > 1 for options in recorder.offered)
    assert played.decisions == sum(len(recorder.offered) for recorder in recorders.values())


def test_a_game_without_end_fails_loudly() -> None:
    rng = Random(1)
    match = new_match(random_setup(rng))
    with pytest.raises(GameStalled, match=r"not over after 12 steps\. It waits for"):
        play_out(match, {"A": find_player("random"), "B": find_player("random")}, rng, at_most=12)


def test_an_empty_chair_is_named() -> None:
    rng = Random(1)
    with pytest.raises(ValueError, match="Nobody plays seat B"):
        play_out(new_match(random_setup(rng)), {"A": find_player("random")}, rng)


def test_secret_picks_of_each_seat_are_asked_of_each_seat() -> None:
    seats = (SeatSetup("A"), SeatSetup("B"))
    match = new_match(Setup(game="puzzle-strike", seats=seats, bank="first_game"))
    steps: list[TableStep] = []

    def watch(_: Match, step: TableStep) -> None:
        steps.append(step)

    play_out(match, {"A": find_player("random"), "B": find_player("random")}, Random(2), on_step=watch)
    assert [step.seat for step in steps[:2]] == ["A", "B"]
    assert all(str(step.said).startswith("choose:") for step in steps[:2])


class SharedTable:
    """As much of a match as the runner touches: both seats may answer, and the first answer counts."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.answered: Counter[tuple[str, str]] = Counter()
        self.question = Question("which", {"A": ("left", "right"), "B": ("up", "down")}, "rule")
        self.waiting_for = ("A", "B")

    @property
    def pending(self) -> Question | None:
        return self.question if self.answered.total() < self.rounds else None

    def options(self, seat: str) -> tuple[str, ...]:
        return self.question.options[seat]

    def view(self, audience: str) -> Any:
        raise AssertionError("nobody looks here")

    def answer(self, token: str, seat: str) -> tuple[Event, ...]:
        self.answered[seat, token] += 1
        return ()


def test_where_any_seat_may_answer_each_does_in_its_turn() -> None:
    table = SharedTable(800)
    chairs = {"A": find_player("random"), "B": find_player("random")}
    play_out(table, chairs, Random(3))  # type: ignore[arg-type]
    assert set(table.answered) == {("A", "left"), ("A", "right"), ("B", "up"), ("B", "down")}
    assert min(table.answered.values()) > 150


def draws(due: Draw, times: int) -> Iterator[tuple[str, ...]]:
    rng = Random(7)
    return (drawn(due, rng) for _ in range(times))


def test_draws_are_uniform_and_never_take_a_chip_twice() -> None:
    due = Draw("A", "A.bag", 2, ("gem_1", "gem_1", "wound", "combine"), "drawing")
    found = Counter(tuple(sorted(kinds)) for kinds in draws(due, 6000))
    assert set(found) == {
        ("gem_1", "gem_1"), ("gem_1", "wound"), ("combine", "gem_1"), ("combine", "wound"),
    }  # fmt: skip
    assert 880 < found["gem_1", "gem_1"] < 1120
    assert 1840 < found["gem_1", "wound"] < 2160


def test_dice_may_show_the_same_twice() -> None:
    due = Draw("A", "die", 2, ("1", "2"), "rolling", again=True)
    assert set(draws(due, 100)) == {("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")}


def test_a_set_up_gives_each_seat_a_character_of_its_own() -> None:
    setups = [random_setup(Random(seed)) for seed in range(60)]
    assert all(len({seat.character for seat in setup.seats}) == 2 for setup in setups)
    everybody = {seat.character for setup in setups for seat in setup.seats}
    assert everybody == set(characters("puzzle-strike", "", ("A", "B")))
    assert len(everybody) == 10


def test_a_set_up_is_checked_by_the_game() -> None:
    with pytest.raises(SetupError, match="three_on_three"):
        random_setup(Random(1), mode="three_on_three")
    with pytest.raises(SetupError, match="quoits"):
        random_setup(Random(1), game="quoits")
    assert find_game(random_setup(Random(1)).game).key == "puzzle-strike"
