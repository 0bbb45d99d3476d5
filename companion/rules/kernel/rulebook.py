"""The index of a rulebook: keys, sections, and the gist of each rule in our own words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Rule:
    """One entry of the index."""

    key: str
    edition: str
    section: str
    gist: str

    def __str__(self) -> str:
        """The title alone would explain nothing."""
        return f"{self.section} (rules {self.edition}): {self.gist}"


class Rulebook:
    """All rules of one edition, by key."""

    def __init__(self, edition: str, rules: Mapping[str, Rule]) -> None:
        self.edition = edition
        self._rules = dict(rules)

    @classmethod
    def load(cls, package: str, name: str) -> Rulebook:
        """Read the index from a TOML file in a game's package. Raises `ValueError` for an entry without a section or
        a gist."""
        data = tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
        edition = data["edition"]
        for key, entry in data["rules"].items():
            for what in ("section", "gist"):
                if not str(entry.get(what, "")).strip():
                    raise ValueError(f"{name}: the rule {key} has no {what}: say it there")
        return cls(
            edition,
            {
                key: Rule(key, edition, entry["section"], " ".join(entry["gist"].split()))
                for key, entry in data["rules"].items()
            },
        )

    def with_more(self, rules: Iterable[Rule]) -> Rulebook:
        """Return an index that has these rules, too."""
        return Rulebook(self.edition, self._rules | {rule.key: rule for rule in rules})

    def __getitem__(self, key: str) -> Rule:
        return self._rules[key]

    def __contains__(self, key: str) -> bool:
        return key in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)
