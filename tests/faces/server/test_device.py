"""A new game, codes, readers, settings."""

from __future__ import annotations

import re

import pytest

from companion.faces.hall import ReaderStatus, RepairTold
from companion.faces.languages import Language
from tests.faces.server.conftest import Phone, Served

FORM = {
    "game": "puzzle-strike",
    "name0": "Anna",
    "character0": "jaina",
    "name1": "Ben",
    "bank": "first_game",
    "kit": "none",
}


def test_from_nothing_to_a_game(served: Served) -> None:
    assert "No game is running" in served.phone().page("/")
    host = served.phone("host")
    assert "First Game" in host.page("/new")
    answer = host.post("/new", **FORM, judged="yes", first="random")
    assert answer.headers["Location"] == "/codes"
    playing = served.hall.table().playing()
    assert playing
    assert (playing.seats, playing.judged) == (("Anna", "Ben"), True)
    page = host.page("/codes")
    for who in ("Anna", "Ben", "judge"):
        code = served.doors.code_for(served.role(who))
        assert code
        assert code.spaced in page
    assert page.count("<svg") > page.count('class="mark"'), "each with a picture for cameras"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name1": ""}, "The number of players can be"),
        ({"name1": "Anna"}, "a name of its own"),
        ({"name1": "table"}, "cannot be named"),
        ({"name1": "B:en"}, "may not contain any of . : + @"),
        ({"name1": "x" * 21}, "may have at most 20 characters"),
        ({"character0": "nobody"}, "is not offered"),
        ({"bank": "chosen"}, "choose 10 different"),
        ({"bank": "nonsense"}, "nonsense is not offered"),
        ({"kit": "nonsense"}, "no table called"),
        ({"game": "chess"}, "not installed"),
    ],
)
def test_what_cannot_be_played_is_said_and_nothing_begins(served: Served, changes: dict[str, str], told: str) -> None:
    host = served.phone("host")
    answer = host.post("/new", **(FORM | changes))
    assert answer.status_code == 409
    assert told in answer.text
    assert served.hall.table().playing() is None
    assert served.hall.games() == []


def test_the_game_that_runs_is_not_lost_by_accident(duel: Served) -> None:
    host, anna = duel.phone("host"), duel.phone("Anna")
    answer = host.post("/new", **FORM)
    assert answer.status_code == 409
    assert "replaces it" in answer.text
    assert 'value="Anna"' in answer.text, "what was filled in is still there"
    assert anna.get("/seat").status_code == 200
    assert host.post("/new", **FORM, instead="yes").status_code == 303
    assert anna.get("/seat").status_code == 403
    assert [row.number for row in duel.hall.games()] == [1, 2]


def test_a_chosen_bank(served: Served) -> None:
    host = served.phone("host")
    offer = served.hall.table().offers(served.desk.languages["en"])[0]
    bank = next(one for one in offer.choices if one.key == "bank")
    stacks = [one.key for one in bank.pool[: bank.picks]]
    assert host.post("/new", **(FORM | {"bank": "chosen"}), **{"bank-picked": stacks}).status_code == 303
    playing = served.hall.table().playing()
    assert playing


def test_the_other_game_needs_nothing_of_ours(served: Served) -> None:
    """The sample game of the tests: its scepter-like piece, its counter, its grid and its row show on the page."""
    host = served.phone("host")
    page = host.page("/new?game=beacons")
    assert 'value="beacons" selected' in page
    seats = {f"name{at}": name for at, name in enumerate("ABCD")}
    answer = host.post("/new", game="beacons", kit="none", **seats)
    if answer.status_code == 409:  # it is for fewer
        answer = host.post("/new", game="beacons", kit="none", name0="A", name1="B")
    assert answer.status_code == 303, answer.text
    page = served.phone().page("/")
    for piece in ('class="grid"', 'class="number', 'class="heap row'):
        assert piece in page
    assert served.phone("A").get("/seat").status_code == 200


def test_readers(served: Served) -> None:
    def readers(language: Language) -> tuple[ReaderStatus, ...]:
        return ReaderStatus("pad 1, reader 2", "lost", "Look at its cable."), ReaderStatus(
            "pad 1, reader 3", "good", ""
        )

    assert "no readers" in served.phone().page("/readers")
    served.hall.table().health_of = readers
    page = served.phone().page("/readers")
    assert "Look at its cable." in page
    assert "lost" in page
    assert "Nothing has to be put right." in page


def test_readers_are_drawn_where_they_are(served: Served) -> None:
    good, lost = (ReaderStatus(f"reader {at}", state, "", owner, f"Pile {at}") for at, state, owner in (
        ("1.0", "good", "Anna"), ("2.0", "lost", "")))  # fmt: skip
    table = served.hall.table()
    table.health_of = lambda language: (good, lost)
    table.repairs_of = lambda language: (RepairTold(language.say("Pad {number}").format(number=2), "Plug it in."),)
    page = served.phone().page("/readers")
    assert re.search(r'aria-label="Anna".*?spot-of good.*?Pile 1\.0', page, re.DOTALL)
    assert re.search(r'aria-label="In the middle".*?spot-of lost.*?Pile 2\.0', page, re.DOTALL)
    assert page.index("To be put right") < page.index("Plug it in.") < page.index("spot-of")


def test_settings_are_kept(served: Served) -> None:
    phone = served.phone()
    assert 'data-theme="auto"' in phone.page("/settings")
    phone.post("/settings", theme="dark", contrast="high", size="huge", lang="en")
    page = phone.page("/")
    for setting in ('data-theme="dark"', 'data-contrast="high"', 'data-size="huge"'):
        assert setting in page
    phone.post("/settings", theme='"><script>', size="gigantic", lang="../../etc")
    assert 'data-theme="dark"' in phone.page("/")


def test_a_cookie_that_is_none_does_no_harm(served: Served) -> None:
    phone = Phone(served.app.test_client())
    for name in ("theme", "lang", "companion_session", "companion_visit", "size"):
        phone.client.set_cookie(name, '"><b>\u20ac' * 50)
    assert 'data-theme="auto"' in phone.page("/")
    assert "<b>" not in phone.page("/settings")
