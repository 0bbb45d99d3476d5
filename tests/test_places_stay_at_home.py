"""The names of Puzzle Strike's places, and of its kits, stand in Puzzle Strike's own files alone. Whoever else wants to
know about a place asks the game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules import SeatSetup, Setup, find_game

HOUSE = Path(__file__).resolve().parents[1] / "companion"
GAME = find_game("puzzle-strike")

OWN = {
    "rules/puzzle_strike/": "the rules of the game",
    "rules/puzzle_strike_2/": "the rules of another game, which has hands and discard piles too",
    "players/steady/": "a computer player for this game",
    "rehearsal/games/mistakes/": "the mistakes that people make in this game",
    "rehearsal/situations/": "what people do with their hands in this game, and the words for it",
    "app/demo/puzzle_strike_tour.py": "the story that the tour tells of this game",
    "cli/demo_words.py": "a duel of this game, told in the terminal",
    "cli/duel.py": "a duel of this game in the terminal",
    "cli/play.py": "begins a duel of this game in the terminal",
    "cli/puzzle_strike_telling.py": "what happens in a duel of this game, told in the terminal",
}
"""What is Puzzle Strike's own by contract, as folders and files."""

OTHERWISE = {
    "app/demo/world.py": {"bag", "hand"},  # two ways to draw a place, of any game
    "cli/chips.py": {"ongoing"},  # a text on a chip
    "cli/simulate.py": {"played", "bank"},  # a figure: how many games were played; a field of every set-up
    "faces/display/cards.py": {"hand"},  # the sign of a pointing hand
    "faces/display/notice_page.py": {"hand"},
    "faces/display/painting.py": {"hand"},
    "faces/display/panels.py": {"hand"},
    "rules/kernel/offers.py": {"bank"},  # a field of every set-up: what is for sale
    "rules/kernel/steps.py": {"bank"},
}
"""What is called the same and is no place, by file."""

NO_WORD = {"air"}
"""What this game calls a place and every table knows: what nobody has put down yet (`table/layout.py`)."""


def names() -> set[str]:
    """How the game calls its places, without the names of seats, and the spots of its kits."""
    places = GAME.lay_out(Setup(GAME.key, (SeatSetup("A"), SeatSetup("B"))))
    kits = GAME.kits()
    spots = [spot for kit in kits.seat for spot in kit.spots] + [shared.spot for shared in kits.shared]
    return {place.label for place in places.values()} | {spot.key for spot in spots}


NAMES = "|".join(sorted(names() - NO_WORD))
ALONE = re.compile(rf"(?:\S*\.)?(?:{NAMES})(?:[@:.]\S*)?")
"""A name of a place and nothing else, with its seat or without."""
WITHIN = re.compile(rf"[\w}}]\.(?:{NAMES})\b")
"""Such a name within a text, with its seat."""


def named(source: str) -> Iterator[tuple[int, str]]:
    """The texts in a module that name such a place, each with its line. Docstrings may give examples."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docs:
            continue
        if ALONE.fullmatch(node.value) or WITHIN.search(node.value):
            yield node.lineno, node.value


def modules() -> list[str]:
    found = (path.relative_to(HOUSE).as_posix() for path in sorted(HOUSE.rglob("*.py")))
    return [path for path in found if not path.startswith(tuple(OWN))]


def test_the_names_are_those_of_the_game() -> None:
    assert names() >= {"pile", "hand", "bag", "top", "discard", "played", "ongoing", "bank", "tray", "overflow"}


@pytest.mark.parametrize("path", modules())
def test_no_place_of_puzzle_strike_is_named(path: str) -> None:
    found = [*named((HOUSE / path).read_text(encoding="utf-8"))]
    assert [one for one in found if one[1] not in OTHERWISE.get(path, ())] == []


@pytest.mark.parametrize("line", [
    'world.places["A.pile"]', 'f"{seat}.bag"', 'where == "discard"', 'x = "bank:gem_1"', 'x = {"tray": 7}',
    'say("from A.hand")', 'x = "Anna.pile:1"', 'x = kit or "overflow"',
])  # fmt: skip
def test_it_would_be_noticed(line: str) -> None:
    assert [number for number, _ in named(line)] == [1]


@pytest.mark.parametrize(
    "line", ['"""As in A.hand."""', 'x = "the hand of its owner"', 'x = "handy"', "seat.hand", 'x = "box"']
)
def test_what_is_no_name_is_let_pass(line: str) -> None:
    assert [*named(line)] == []


@pytest.mark.parametrize(
    ("path", "word"), [(path, word) for path, words in OTHERWISE.items() for word in sorted(words)]
)
def test_what_is_let_pass_is_still_there(path: str, word: str) -> None:
    assert word in {text for _, text in named((HOUSE / path).read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", [path for path in OWN if path.endswith(".py")])
def test_what_is_its_own_names_its_places(path: str) -> None:
    assert [*named((HOUSE / path).read_text(encoding="utf-8"))]
