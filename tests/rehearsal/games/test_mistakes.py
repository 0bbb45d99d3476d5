"""The mistakes of the catalogue: each can be made, is seen by the kits that can see it, and is judged by its name."""

from __future__ import annotations

from random import Random

import pytest

from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.campaign import Campaign, CampaignReport, find_staged
from companion.rehearsal.games.companion import Ruled
from companion.rehearsal.games.judge import GameVerdict, is_about, judge
from companion.rehearsal.games.mistakes import playing
from companion.rehearsal.games.mistakes.mistake import MadeMistake, Mistake, moments
from companion.rehearsal.games.mistakes.puzzle_strike import CATALOGUE, TURN_ENDS, read_mistakes
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import Staged
from companion.rules import Draw, Question, find_game
from tests.rehearsal.games.stand_ins import Perfect, made
from tests.rehearsal.games.tables import customs, kit, staged

BY_TRAYS = """
    no_ante ante_of_the_wrong_size anted_twice broken_gem_left_lying too_few_gems_sent too_many_gems_sent
    sent_gems_in_the_own_tray combined_to_more_than_4 combined_three wrong_gem_taken played_on_at_10_or_more
    gem_of_the_hand_in_the_tray gem_of_the_pile_as_money gem_moved_by_an_elbow chip_gone_from_the_table
""".split()
SOMETIMES_BY_TRAYS = ["purple_shield_against_a_4_gem", "two_reactions_to_one_event"]


def mistaken(mistake: Mistake, name: str = "cells", seed: int = 1) -> Staged:
    campaign = Campaign(kit(name), NOISE["none"], made(None), turn_ends=TURN_ENDS)  # type: ignore[arg-type]
    game = find_staged(campaign, seed, mistake)
    assert game is not None
    return game


def the_mistake(game: Staged) -> MadeMistake:
    assert game.made is not None
    return game.made


@pytest.mark.parametrize("key", CATALOGUE)
def test_each_can_be_made_and_the_kits_see_what_they_can(key: str) -> None:
    made_so = the_mistake(mistaken(CATALOGUE[key]))
    assert made_so.key == key
    assert made_so.removed + made_so.added + made_so.inserted
    assert not made_so.shows(customs("none"))
    assert made_so.shows(customs("cells")) is (key != "refilled_the_bag_too_early")
    assert made_so.shows(customs("taps")) is (key not in ("refilled_the_bag_too_early", "chip_gone_from_the_table"))
    if key not in SOMETIMES_BY_TRAYS:
        assert made_so.shows(customs("trays")) is (key in BY_TRAYS)


def test_rules_are_those_of_the_rulebook() -> None:
    game = find_game("puzzle-strike")
    rulebook = game.rulebook(mistaken(CATALOGUE["no_ante"]).truth.start.table)
    for mistake in CATALOGUE.values():
        assert mistake.rules
        for rule in mistake.rules - {""}:
            assert rulebook[rule], f"{mistake.key}: {rule}"


def test_no_arrow_is_missing_where_one_may_have_been_picked_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    fitting = playing.acted_without_an_arrow
    picked = [
        moment
        for seed in range(1, 9)
        for moment in moments(staged(seed, "cells", players=("random",)).truth, Random(1))
        if playing.has_picked_arrows(moment)
    ]
    assert not any(fitting(moment) for moment in picked)
    monkeypatch.setattr(playing, "has_picked_arrows", lambda moment: False)
    assert any(fitting(moment) for moment in picked)


def test_the_hands_do_it_and_stop_after_the_next_turn() -> None:
    game = mistaken(CATALOGUE["ante_of_the_wrong_size"])
    wrong = the_mistake(game)
    shown = [one.chip for one in game.script.shown if one.step == wrong.step]
    assert wrong.added[0].chip in shown
    assert wrong.removed[0].chip not in shown
    assert game.script.mistaken_at == game.script.decided[wrong.step]
    assert len(game.script.decided) == wrong.until + 1 < len(game.truth.steps)
    turns = [true.step for true in game.truth.steps[wrong.step + 1 : wrong.until + 1]]
    assert sum(type(event).__name__ == TURN_ENDS for step in turns for event in step.events) == 2


def test_what_is_inserted_comes_before_its_step() -> None:
    game = mistaken(CATALOGUE["acted_out_of_turn"])
    wrong = the_mistake(game)
    (chip,) = [travel.chip for travel in wrong.inserted]
    assert wrong.seat != game.truth.steps[wrong.step].step.seat
    assert any(one.chip == chip and one.reader.endswith(".0") for one in game.script.shown)
    assert game.script.decided[wrong.step - 1] < game.script.mistaken_at < game.script.decided[wrong.step]


@pytest.mark.parametrize("key", ["no_ante", "too_many_gems_sent", "gem_of_the_pile_as_money"])
def test_the_hands_miss_no_chip_afterwards(key: str) -> None:
    for seed in range(1, 13):
        game = mistaken(CATALOGUE[key], seed=seed)
        wrong = the_mistake(game)
        places = wrong.leaves()
        for true in game.truth.steps[wrong.step + 1 : wrong.until + 1]:
            for chip, zones in true.travels:
                if chip in places and customs("cells").shows(zones):
                    assert places[chip] == zones[0] or zones[-1].endswith(".discard")


class Ruling(Perfect):
    """Rules so many seconds after the mistake, under this rule; on the chips of the mistake or on those given."""

    def __init__(self, game: Staged, rule: str, late: float, chips: tuple[str, ...] | None) -> None:
        super().__init__(game)
        self.rule = rule
        self.late = late
        travels = (*the_mistake(game).removed, *the_mistake(game).added, *the_mistake(game).inserted)
        self.chips = tuple(travel.chip.uid for travel in travels) if chips is None else chips
        self.seat = the_mistake(game).seat

    def tick(self, now: float) -> None:
        if now < self.staged.script.mistaken_at and self.items[0].step < len(self.staged.script.decided):
            super().tick(now)
        if now > self.staged.script.mistaken_at + self.late and not any(isinstance(one, Ruled) for one in self.heard):
            self.heard.append(Ruled(1, "ante", self.seat, self.rule, (), "No.", now, self.chips))


def ruled(key: str, rule: str, late: float, name: str = "cells", chips: tuple[str, ...] | None = None) -> GameVerdict:
    game = mistaken(CATALOGUE[key], name)
    played = show(game, kit(name), NOISE["none"], made(Ruling(game, rule, late, chips)))
    return judge(played, kit(name), CATALOGUE[key])


def test_who_rules_in_time_and_by_the_right_rule_has_noticed_and_named_it() -> None:
    verdict = ruled("no_ante", "ante-phase", 4.0)
    assert (verdict.visible, verdict.noticed, verdict.named_right) == (True, True, True)
    assert not verdict.false_alarms
    assert not verdict.troubles


def test_the_wrong_rule_is_noticed_but_not_named() -> None:
    verdict = ruled("no_ante", "wounds", 4.0)
    assert (verdict.noticed, verdict.named_right) == (True, False)
    assert "no_ante was called ante (wounds)" in verdict.troubles


def test_a_ruling_that_has_nothing_to_do_with_the_mistake_notices_nothing_and_is_counted_apart() -> None:
    verdict = ruled("no_ante", "wounds", 4.0, chips=("04A1",))
    assert not verdict.noticed
    assert not verdict.false_alarms
    assert len(verdict.other_rulings) == 1
    assert "not noticed: no_ante" in verdict.troubles
    assert ruled("no_ante", "ante-phase", 4.0, chips=()).noticed, "the same seat, and a rule that is rightly named"


@pytest.mark.parametrize(("zone", "noticed"), [("hand", True), ("bag", False)])
def test_who_misses_the_discard_of_a_hidden_chip_that_is_too_many_has_noticed_it(zone: str, noticed: bool) -> None:
    mistake = CATALOGUE["drew_too_many"]
    game = mistaken(mistake)
    seat = the_mistake(game).seat
    owed = (("?", f"{seat}.{zone}", f"{seat}.discard"),)
    told = Ruled(1, "owed", seat, "piggy-bank", (), "No.", game.script.mistaken_at + 4.0, (), owed)
    assert is_about(told, the_mistake(game), mistake, game.truth.kinds, customs("cells")) is noticed


def test_who_says_nothing_has_not_noticed() -> None:
    verdict = ruled("no_ante", "ante-phase", 1e9)
    assert not verdict.noticed
    assert "not noticed: no_ante" in verdict.troubles


def test_a_ruling_before_the_mistake_is_a_false_alarm() -> None:
    verdict = ruled("bought_two_wounds", "wounds", -30.0)
    assert verdict.false_alarms
    assert not verdict.noticed


def test_only_what_a_kit_can_see_is_counted_as_noticed() -> None:
    verdict = ruled("refilled_the_bag_too_early", "drawing", 4.0)
    assert verdict.noticed
    assert not verdict.visible
    game = CampaignReport([])
    assert game.to_json()["mistakes_noticed"] == 0


def test_mistakes_are_called_by_their_keys() -> None:
    assert read_mistakes("all") == list(CATALOGUE.values())
    assert len(CATALOGUE) == 37
    with pytest.raises(ValueError, match="Unknown mistake 'sneezed'"):
        read_mistakes("no_ante,sneezed")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_chip_that_is_gone_stays_away(seed: int) -> None:
    game = mistaken(CATALOGUE["chip_gone_from_the_table"], seed=seed)
    done = the_mistake(game)
    (gone,) = done.inserted
    later = game.truth.steps[done.step : done.until + 1]
    assert gone.chip not in {travel.chip for true in later for travel in true.travels}


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_poured_into_the_bag_with_the_discard_pile_may_go_there_at_once(seed: int) -> None:
    game = mistaken(CATALOGUE["played_chips_into_the_bag"], seed=seed)
    done = the_mistake(game)
    swept = {travel.chip for travel in done.removed}
    bag = f"{done.seat}.bag"
    for true in game.truth.steps[done.step : done.step + 3]:
        assert not any(travel.chip in swept and bag in travel.zones for travel in true.travels)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_reaction_out_of_nothing_is_followed_by_nothing_to_react_to(seed: int) -> None:
    game = mistaken(CATALOGUE["reaction_with_nothing_to_react_to"], seed=seed)
    done = the_mistake(game)
    for true in game.truth.steps[done.step + 1 :]:
        asked = true.step.asked
        if isinstance(asked, Question) and asked.rest:
            break
        assert true.step.seat != done.seat or isinstance(asked, Draw)
