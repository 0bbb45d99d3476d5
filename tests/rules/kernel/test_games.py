"""Games are found by entry point, or made known; what a game knows about itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

import companion.rules
import companion.rules.kernel
from companion.rules import (
    Illegal,
    KindEntry,
    KindRuling,
    Question,
    Rulebook,
    SeatSetup,
    Setup,
    SetupError,
    find_game,
    games,
    new_match,
    register,
)
from companion.rules.kernel import game as registry
from companion.rules.kernel.match import code_version
from tests.rules.kernel.toy import SETUP, Table, Toy, ask


@pytest.fixture
def fresh_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """What a test does to the registry is gone afterwards."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    games.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    games.cache_clear()


def test_installed_games_are_found() -> None:
    assert find_game("puzzle-strike").title == "Puzzle Strike"
    assert find_game("beacons").title == "Beacons", "made known by register"


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(SetupError) as problem:
        new_match(Setup(game="halma", seats=(SeatSetup("A"),)))
    assert 'There is no game "halma"' in str(problem.value)
    assert "beacons, puzzle-strike" in str(problem.value)


def test_a_game_is_made_known_to_this_program(fresh_registry: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError):
        find_game("toy")
    register(Toy(ask("yes")))
    match = new_match(SETUP)
    assert match.options("A") == ("yes",)
    assert "toy" in games()


def test_games_come_by_entry_point(fresh_registry: pytest.MonkeyPatch) -> None:
    point = EntryPoint("toy", "tests.rules.kernel.test_games:INSTALLED", registry.ENTRY_POINTS)
    asked_for = []

    def points(group: str) -> list[EntryPoint]:
        asked_for.append(group)
        return [point]

    fresh_registry.setattr(registry, "entry_points", points)
    assert find_game("toy").title == "Toy"
    assert asked_for == ["companion.games"]
    assert {"toy", "puzzle-strike"} <= set(games()), "those beside the kernel are there in any case"


INSTALLED = Toy(ask("yes"))


def test_without_entry_points_the_games_beside_the_kernel_are_found(fresh_registry: pytest.MonkeyPatch) -> None:
    fresh_registry.setattr(registry, "entry_points", lambda group: [])
    assert find_game("puzzle-strike").title == "Puzzle Strike"


# -- what a game need not say ----------------------------------------------------------------------------------


def test_a_game_says_by_itself_only_what_it_must() -> None:
    toy = Toy()
    table, question = Table(), Question("ask", {"A": ("yes",)}, "toy")
    assert toy.encyclopedia() == {}
    assert toy.untagged == frozenset()
    assert toy.meant(table, question, "no", "A") is None


def test_the_code_of_an_effect_is_that_of_the_games_package_and_of_the_kernel() -> None:
    names = list(find_game("puzzle-strike").modules())
    assert {"companion.rules.puzzle_strike.sets.base.characters", "companion.rules.kernel.unseen"} <= set(names)
    assert names == sorted(names)
    own = ("companion.rules.puzzle_strike", "companion.rules.kernel")
    assert not [name for name in names if not name.startswith(own)]


def test_the_code_version_changes_with_the_code() -> None:
    one = code_version(("companion.rules.puzzle_strike.turn",))
    both = code_version(("companion.rules.puzzle_strike.turn", "companion.rules.puzzle_strike.buy"))
    assert one != both
    assert one == code_version(("companion.rules.puzzle_strike.turn",))
    assert code_version(("builtins",)) == code_version(()), "a module without source adds nothing"


# -- rulebook, encyclopedia, refusals ----------------------------------------------------------------------------


def test_a_rulebook_is_read_from_its_package() -> None:
    book = Rulebook.load("companion.rules.puzzle_strike", "rulebook.toml")
    assert book.edition == "7.3"
    assert len(book) == len(list(book)) > 60
    assert "crash-gem" in book
    assert "no-such-rule" not in book
    rule = book["height-bonus"]
    assert str(rule) == f"{rule.section} (rules 7.3): {rule.gist}"
    for rule in book:
        assert book[rule.key] is rule
        assert rule.section.strip()
        assert rule.gist == " ".join(rule.gist.split()) != "", "one line, however it is wrapped in the file"
    with pytest.raises(KeyError):
        book["no-such-rule"]


def test_an_entry_as_json() -> None:
    ruling = KindRuling("Yes.", "inferred", "toy")
    entry = KindEntry("ball", "Ball", "toy", {"cost": "$1"}, "Rolls.", "", "", (ruling,), ("box",), "high")
    assert entry.to_json() == {
        "key": "ball",
        "name": "Ball",
        "kind": "toy",
        "face": {"cost": "$1"},
        "effect": "Rolls.",
        "reaction": "",
        "ongoing": "",
        "rulings": [{"text": "Yes.", "source": "inferred", "rule": "toy"}],
        "sources": ["box"],
        "confidence": "high",
    }


def test_a_refusal_says_what_and_why() -> None:
    refusal = Illegal("buy:gem_4", "{chip} costs ${price}.", "buy-phase", chip="4-gem", price=7)
    assert str(refusal) == "buy:gem_4: 4-gem costs $7."
    assert not refusal.private


def test_a_setup_is_the_same_after_json() -> None:
    for setup in (
        Setup(
            "puzzle-strike",
            (SeatSetup("A", "lum"), SeatSetup("B")),
            bank=("gem_1", "gem_2"),
            options={"ask": "everything"},
        ),
        Setup("puzzle-strike", (SeatSetup("A"),), "7.3", "duel", "random", "A"),
    ):
        assert Setup.from_json(setup.to_json()) == setup


# -- the names that other programs import ------------------------------------------------------------------------


@pytest.mark.parametrize("module", [companion.rules, companion.rules.kernel], ids=["rules", "kernel"])
def test_all_public_names_are_exported_and_no_others(module: object) -> None:
    def is_submodule(name: str) -> bool:
        return f"{module.__name__}.{name}" in sys.modules  # type: ignore[attr-defined]

    public = {name for name in vars(module) if not name.startswith("_") and not is_submodule(name)}
    exported: list[str] = module.__all__  # type: ignore[attr-defined]
    assert set(exported) == public
    assert exported == sorted(exported, key=lambda name: (not name.isupper(), not name[0].isupper(), name))


def test_the_rules_export_the_whole_kernel() -> None:
    assert companion.rules.__all__ == companion.rules.kernel.__all__
    for name in companion.rules.__all__:
        assert getattr(companion.rules, name) is getattr(companion.rules.kernel, name)
