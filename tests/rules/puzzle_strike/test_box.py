"""The box: how many chips of what, and that everything known about them hangs together."""

from __future__ import annotations

import ast
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from math import comb
from pathlib import Path
from typing import Any

import pytest

import companion.rules.puzzle_strike as package
from companion.rules import SeatSetup, Setup, SetupError
from companion.rules.puzzle_strike import GAME
from companion.rules.puzzle_strike.editions import EDITIONS, RECOMMENDED, THIRD, starting_conditions
from companion.rules.puzzle_strike.encyclopedia import all_texts, encyclopedia, face, gaps
from companion.rules.puzzle_strike.game import rulebook
from companion.rules.puzzle_strike.sets.library import LIBRARY, box_of, set_of
from companion.rules.puzzle_strike.table import COLOURS
from companion.rules.puzzle_strike.ways.panic import ante_for

USUAL = box_of(("base",))
"""The chips that matches are usually played with."""
SOURCES = sorted(Path(str(package.__file__)).parent.rglob("*.py"))


def test_the_box_holds_342_chips_with_its_ten_blanks() -> None:
    by_kind: Counter[str] = Counter()
    for key, number in GAME.box().items():
        by_kind[LIBRARY[key].kind if key in LIBRARY else key] += number
    assert by_kind == {"gem": 112, "purple": 46, "wound": 24, "puzzle": 120, "character": 30, "blank": 10}
    assert by_kind.total() == 342
    assert {key: int(face(chip)["in the box"]) for key, chip in USUAL.items()}.items() <= GAME.box().items()


def test_shadows_adds_its_own_150_chips() -> None:
    seats = (SeatSetup("A"), SeatSetup("B"))
    mixed = GAME.bound(Setup("puzzle-strike", seats, sets=("base", "shadows"))).box()
    assert mixed.items() >= GAME.box().items()
    added = {key: count for key, count in mixed.items() if key not in GAME.box()}
    assert sum(added.values()) == 150
    assert Counter(LIBRARY[key].kind for key in added) == {"puzzle": 24, "character": 30}


def test_a_chip_that_no_source_describes_is_not_offered_and_says_why() -> None:
    seats = (SeatSetup("A"), SeatSetup("B"))
    bank = (*RECOMMENDED["first_game"][:9], "custom_combo")
    with pytest.raises(SetupError, match="Custom Combo is not offered: no source says which arrows it gives"):
        GAME.begin(Setup("puzzle-strike", seats, bank=bank, sets=("base", "promos")))
    assert "custom_combo" not in LIBRARY


@pytest.mark.parametrize(
    ("sets", "bank", "why"),
    [
        (("base",), (*RECOMMENDED["first_game"][:9], "axe_kick"), "They belong to shadows"),
        (("shadows",), "first_game", "They belong to base"),
        (("promos",), "random", "these sets have 2: add a set"),
        (("moonlight",), "random", "There is no set"),
    ],
)
def test_a_bank_is_laid_out_of_the_sets_that_are_played_with(sets: tuple[str, ...], bank: Any, why: str) -> None:
    with pytest.raises(SetupError, match=why):
        GAME.begin(Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B")), bank=bank, sets=sets))


def test_gems_purples_and_wounds_lie_in_every_bank() -> None:
    box = box_of(("shadows",))
    assert {chip.kind for chip in box.values()} == {"gem", "purple", "wound", "puzzle", "character"}
    assert {set_of(key) for key, chip in box.items() if chip.kind in ("puzzle", "character")} == {"shadows"}
    assert list(box.characters) == ["quince", "onimaru", "bal_bas_beta", "troq", "menelker", "persephone", "gloria",
                                    "gwen", "vendetta", "zane"]  # fmt: skip


def test_the_box_holds_only_what_carries_a_tag() -> None:
    assert not set(GAME.box()) & GAME.untagged


def test_how_many_ways_a_match_can_begin() -> None:
    """Ten puzzle stacks and a character for each of four players."""
    designs, cast = len(USUAL.of_kind("puzzle")), len(USUAL.characters)
    assert (designs, cast) == (24, 10)
    assert starting_conditions(designs, THIRD.puzzle_stacks, cast, players=4) == 411_863_760
    assert comb(24, 10) * comb(10, 4) == 411_863_760


def test_every_character_has_three_chips() -> None:
    for character in LIBRARY.characters:
        assert len(LIBRARY.chips_of(character)) == 3
    assert sum(len(LIBRARY.chips_of(character)) for character in LIBRARY.characters) == len(
        LIBRARY.of_kind("character")
    )


def test_faces_make_sense() -> None:
    for key, chip in LIBRARY.items():
        assert chip.key == key
        assert (chip.cost is None) == (chip.kind == "character"), "only character chips cannot be bought"
        assert set(chip.banner) <= {*COLOURS, "gold", "gray"}
        assert bool(chip.banner) or chip.kind == "gem"
        shields = {icon for icon in chip.icons if icon.endswith("_shield")}
        assert bool(shields | {"question_mark"} & set(chip.icons)) == (LIBRARY.reacts(key)), "a shield is a reaction"
        assert ("red" in chip.banner) >= chip.red_fist
        assert chip.orb == (chip.kind == "purple" or key == "crash_potato")


def test_the_recommended_banks_are_ten_different_puzzle_chips() -> None:
    assert len(RECOMMENDED) == 5
    for bank in RECOMMENDED.values():
        assert len(set(bank)) == len(bank) == 10
        assert set(bank) <= LIBRARY.of_kind("puzzle")


def test_the_ante_grows_with_the_empty_stacks() -> None:
    assert [ante_for(2, empty) for empty in range(7)] == [1, 1, 2, 3, 4, 4, 4]


# -- the encyclopedia --------------------------------------------------------------------------------------------


def test_every_chip_has_an_entry_and_every_entry_a_chip() -> None:
    texts = tomllib.loads(files(package).joinpath("encyclopedia.toml").read_text(encoding="utf-8"))["chips"]
    assert set(texts) == set(USUAL)
    assert set(all_texts()) == set(LIBRARY) == set(GAME.encyclopedia())


@pytest.mark.parametrize("key", list(LIBRARY))
def test_an_entry_tells_what_a_player_wants_to_know(key: str) -> None:
    entry, chip = encyclopedia()[key], LIBRARY[key]
    assert (entry.key, entry.name, entry.kind) == (key, chip.name, chip.kind)
    assert entry.effect.strip() or entry.reaction.strip()
    assert bool(entry.reaction.strip()) == (LIBRARY.reacts(key))
    assert bool(entry.ongoing.strip()) == chip.ongoing
    assert entry.sources
    assert entry.confidence.split(" ")[0] in {"high", "medium", "low"}
    assert entry.face["cost"] == ("cannot be bought" if chip.cost is None else f"${chip.cost}")
    assert json.loads(json.dumps(entry.to_json()))["key"] == key
    for ruling in entry.rulings:
        assert ruling.text.strip()
        assert ruling.source.strip()


# -- the rule index ----------------------------------------------------------------------------------------------


def words_in(path: Path) -> Iterator[str]:
    """Every piece of text in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


RULE_AT = {
    "because": 1,
    "Illegal": 2,
    "Question": 2,
    "Draw": 4,
    "ask": 4,
    "window": 4,
    "choose_opponent": 2,
    "break_gems": 4,
    "send_pieces": 4,
}
"""Where a call says the rule."""

ABOUT_AT = {
    "ask": 3,
    "pick": 3,
    "pick_from": 4,
    "pick_in_bank": 3,
    "choose_opponent": 1,
    "trash_for_its_cost": 2,
    "break_gems": 2,
    "send_pieces": 2,
}
"""Where a call says the chip that asks; its rule is the chip's own where no other is said."""


def written(call: ast.Call, at: int, keyword: str) -> str | None:
    """The text that stands there, if it is written out."""
    given = {word.arg: word.value for word in call.keywords}
    node = call.args[at] if len(call.args) > at else given.get(keyword)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def cited_in(path: Path) -> Iterator[str]:
    """The rules that refusals, questions and draws of a module cite."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            rule = written(call, RULE_AT[name], "rule") if name in RULE_AT else None
            about = written(call, ABOUT_AT[name], "about") if name in ABOUT_AT else None
            if rule or about:
                yield rule or f"chip:{about}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_rule_that_the_code_cites_stands_in_the_index(path: Path) -> None:
    book = rulebook("7.3")
    assert [key for key in cited_in(path) if key not in book] == []
    assert [text for text in words_in(path) if text.startswith("chip:") and text != "chip:" and text not in book] == []


def test_the_search_for_cited_rules_finds_them() -> None:
    found = {key for path in SOURCES for key in cited_in(path)}
    assert {"action-phase", "buy-phase", "colored-arrows", "piggy-bank", "turn-structure"} <= found
    assert {"chip:knockdown", "chip:gem_essence", "chip:double_take", "chip:martial_mastery", "chip:jackpot"} <= found
    assert len(found) > 50


def test_every_chip_that_asks_something_has_a_rule() -> None:
    """`chip:` and the chip's key is put together in some places."""
    book = rulebook("7.3")
    for key in ("training_day", "martial_mastery", "rigorous_training", "versatile_style", "pilebunker"):
        assert f"chip:{key}" in book
    for rule in book:
        if rule.key.startswith("chip:"):
            assert rule.key[5:] in LIBRARY


def test_every_rule_that_a_ruling_cites_stands_in_the_index() -> None:
    book = rulebook("7.3")
    cited = {ruling.rule for entry in encyclopedia().values() for ruling in entry.rulings if ruling.rule}
    assert {key for key in cited if key not in book} == set()
    assert len(cited) > 20


def test_every_edition_has_its_index() -> None:
    for key in EDITIONS:
        assert rulebook(key).edition == key


# -- texts ---------------------------------------------------------------------------------------------------------


def test_every_chip_has_its_text_and_every_text_its_chip() -> None:
    assert gaps(all_texts()) == []


def test_a_missing_text_is_named_with_its_file_and_the_rest_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {key: text for key, text in all_texts().items() if key != "combine"}
    texts["wound"] = {key: value for key, value in texts["wound"].items() if key != "sources"}
    texts["of_no_chip"] = {}
    assert sorted(gaps(texts)) == [
        "encyclopedia.toml: [chips.combine] wants confidence",
        "encyclopedia.toml: [chips.combine] wants effect",
        "encyclopedia.toml: [chips.combine] wants sources",
        "encyclopedia.toml: [chips.of_no_chip] is of no chip that there is",
        "encyclopedia.toml: [chips.wound] wants sources",
    ]
    whole = encyclopedia()
    monkeypatch.setattr("companion.rules.puzzle_strike.encyclopedia.all_texts", lambda: texts)
    found = encyclopedia.__wrapped__()
    assert "encyclopedia.toml has no effect" in found["combine"].effect
    assert "under [chips.combine]" in found["combine"].effect
    assert found["wound"].effect == whole["wound"].effect
    assert {key for key in found if found[key] != whole[key]} == {"combine", "wound"}
