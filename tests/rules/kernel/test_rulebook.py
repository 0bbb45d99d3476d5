"""A rule index says of every rule what it is about."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.rules import Rulebook
from companion.rules.puzzle_strike.game import rulebook

RULE = 'edition = "1"\n[rules.crash]\nsection = "Stuff You Need to Know"\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "some_rules"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "some_rules", raising=False)
    return folder


def load(package: Path, text: str) -> Rulebook:
    (package / "rules.toml").write_text(text, encoding="utf-8")
    return Rulebook.load("some_rules", "rules.toml")


def test_a_rule_is_named_with_its_gist(package: Path) -> None:
    rule = load(package, RULE + 'gist = "A gem   breaks."\n')["crash"]
    assert str(rule) == "Stuff You Need to Know (rules 1): A gem breaks."


@pytest.mark.parametrize("gist", ["", 'gist = " "\n'])
def test_an_entry_without_a_gist_is_refused(package: Path, gist: str) -> None:
    with pytest.raises(ValueError, match="the rule crash has no gist: say it there"):
        load(package, RULE + gist)


def test_no_rule_of_puzzle_strike_lacks_its_gist() -> None:
    """In other languages `tests/faces/languages` misses it."""
    assert [rule.key for rule in rulebook("7.3") if len(rule.gist.split()) < 4] == []
    assert all(str(rule).endswith(rule.gist) for rule in rulebook("7.3"))
