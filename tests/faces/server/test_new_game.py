"""The page for a new game draws any list of choices, with the rules that they are about, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from companion.faces.languages import languages
from companion.rules import find_game, register
from companion.rules.kernel.choice_rules import choice_rules, usual
from companion.rules.kernel.offers import Offered, Offers, SetupChoice
from companion.rules.kernel.refusals import SetupError
from companion.rules.kernel.rulebook import Rule, Rulebook
from companion.rules.kernel.sentences import Say, in_english
from companion.rules.kernel.steps import Setup
from companion.rules.puzzle_strike.house.known import HOUSE
from tests.faces.server.conftest import Phone, Served
from tests.sample_game import GAME as BEACONS
from tests.sample_game.game import Beacons
from tests.sample_game.table import Table
from tests.session.tables import game_of

SEATS = {f"name{at}": name for at, name in enumerate("ABCD")}
CHECK = "No rulebook says this: check it against your own copy of the game."
IN_CYRILLIC = re.compile("[а-яё]")


class Harbour(Beacons):
    """Beacons with a number to check, a choice for each seat, and a rule that only the charts have."""

    def offers(self, say: Say) -> Offers:
        (mode,) = super().offers(say).choices
        modes = (mode.offered[0], Offered("charts", "Charts", rule="harbour"))
        rows = SetupChoice("rows", "Rows", least=3, most=9, default="5", rule="lamp", check=True)
        teams = SetupChoice(
            "team", "Team", (Offered("dawn", "Dawn"), Offered("dusk", "Dusk")), "dawn", True, rule="oil"
        )
        return Offers((4,), (mode._replace(offered=modes), rows, teams))

    def rulebook(self, table: Table) -> Rulebook:
        rules = {rule.key: rule for rule in super().rulebook(table)}
        harbour = {"harbour": Rule("harbour", "1", "Harbour", "Only with charts.")} if table.decks else {}
        return Rulebook("1", rules | harbour)


Harbour.__module__ = Beacons.__module__


@pytest.fixture
def harbour() -> Iterator[None]:
    register(Harbour())
    yield
    register(BEACONS)


def in_russian(phone: Phone) -> Phone:
    phone.post("/settings", lang="ru", theme="auto", size="normal", contrast="normal")
    return phone


def test_the_page_says_what_the_rules_of_the_choices_say(served: Served) -> None:
    host = served.phone("host")
    game = find_game("puzzle-strike")
    rules = choice_rules(game, game.offers(in_english))
    modes = {"winning", "free-for-all", "team-battle", "last-man-standing"}
    picking = {"choosing-characters", "custom-clockwork"}
    banks = {"recommended-banks", "choosing-the-bank"}
    assert set(rules) == modes | picking | banks | {one.rule for one in HOUSE.values()}
    english = unescape(host.page("/new?game=puzzle-strike"))
    russian = unescape(in_russian(host).page("/new?game=puzzle-strike"))
    for rule in rules.values():
        assert rule.gist in english
        assert languages()["ru"].say(rule.gist) in russian
    assert all(IN_CYRILLIC.search(languages()["ru"].say(rule.gist)) for rule in rules.values())


def test_numbers_and_what_to_check(served: Served, harbour: None) -> None:
    host = served.phone("host")
    page = unescape(host.page("/new?game=beacons"))
    assert 'type="number"' in page
    assert "Three of a colour in a row: 2 light." in page
    assert page.count(CHECK) == 1
    assert "<strong>Team:</strong> Roll a die" in page, "each seat chooses; what it is about is said once"
    assert "Only with charts." in page, "the usual match has no such rule"
    russian = in_russian(host).page("/new?game=beacons")
    assert CHECK not in russian
    assert "сверьтесь со своим экземпляром игры" in russian
    answer = host.post("/new", game="beacons", kit="none", mode="charts", rows="7", team1="dusk", **SEATS)
    assert answer.status_code == 303
    setup = game_of(served.hall.table()).beginning.setup
    assert (setup.mode, setup.options["rows"]) == ("charts", "7")
    assert [setup.options[f"team@{seat}"] for seat in "ABCD"] == ["dawn", "dusk", "dawn", "dawn"]


DUEL = {"game": "puzzle-strike", "kit": "none", "name0": "Anna", "name1": "Ben"}
REFUSED: dict[str, tuple[dict[str, str], str, str]] = {
    "a bank": (
        DUEL | {"bank": "x"},
        "Bank: x is not offered. Possible: first_game",
        "«x» выбрать нельзя. Можно: first_game",
    ),
    "no chips": (DUEL | {"bank": "chosen"}, "Bank: choose 10 different ones", "Банк: выберите разные из предложенных"),
    "one name": (
        DUEL | {"name1": "Anna"},
        "Every seat needs a name of its own",
        "У каждого места должно быть своё имя",
    ),
    "the bank's name": (
        DUEL | {"name1": "bank"},
        'A seat cannot be named "bank": that word has a meaning at the table.',
        "Место нельзя назвать «bank»: у этого слова за столом есть своё значение.",
    ),
}


@pytest.mark.parametrize(("form", "english", "russian"), REFUSED.values(), ids=REFUSED.keys())
def test_why_a_game_cannot_begin_is_said_in_the_language_of_the_page(
    served: Served, form: dict[str, str], english: str, russian: str
) -> None:
    host = served.phone("host")
    answer = host.post("/new", **form)
    assert answer.status_code == 409
    assert english in unescape(answer.text)
    answer = in_russian(host).post("/new", **form)
    assert answer.status_code == 409
    assert russian in unescape(answer.text)
    assert english not in unescape(answer.text)


def test_a_number_out_of_its_range_is_refused(served: Served, harbour: None) -> None:
    host = served.phone("host")
    form = {"game": "beacons", "kit": "none", "rows": "12", **SEATS}
    assert "Rows: choose a number from 3 to 9." in host.post("/new", **form).text
    assert "Rows: выберите число от 3 до 9." in in_russian(host).post("/new", **form).text


def test_a_reason_is_a_template_and_values() -> None:
    russian = languages()["ru"]
    problem = SetupError("{mode} is for {wanted} players; {seated} are seated.", mode="duel", wanted="2", seated=3)
    assert str(problem) == "duel is for 2 players; 3 are seated."
    assert problem.said(russian.say) == "Игроков в режиме duel: 2, а за столом 3."
    assert str(SetupError("a text {as it stands}")) == "a text {as it stands}"


def test_every_rule_that_a_choice_cites_is_in_a_rulebook(harbour: None) -> None:
    for key in ("beacons", "puzzle-strike"):
        game = find_game(key)
        offers = game.offers(in_english)
        assert set(choice_rules(game, offers)) == set(offers.rules())
        assert isinstance(usual(game, offers), Setup)
