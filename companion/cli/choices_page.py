"""Writes the page of all choices for a new game, `docs/choices.md`, from the games themselves:

python -m companion.cli.choices_page > docs/choices.md
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.cli.choices import CHECK, NOTHING
from companion.rules import Game, Plain, Rule, games
from companion.rules.kernel.choice_rules import choice_rules
from companion.rules.kernel.offers import SetupChoice
from companion.rules.kernel.sentences import in_english

HEAD = """\
# Choices for a new game

What people choose for a new game, with what the rules say about it. The page **New game** shows the same list. In the
terminal `--set KEY=VALUE` chooses (`companion play`, `companion simulate`), and
[scenario files](scenarios.md#choices) use the same keys.

<!-- `make generated` writes this page from the games. Do not edit it: change what the game offers. -->
"""


def page() -> str:
    """The text of the whole page: all games of this package."""
    own = [game for game in games().values() if type(game).__module__.startswith("companion.")]
    return "\n".join([HEAD, *(line for game in own for line in of_game(game))])


def of_game(game: Game[Plain]) -> Iterator[str]:
    """The choices of one game."""
    offers = game.offers(in_english)
    rules = choice_rules(game, offers)
    yield f"## {game.title}\n\nPlayers: {', '.join(map(str, offers.seats))}.\n"
    for choice in offers.choices:
        yield from of_choice(choice, rules)


def of_choice(choice: SetupChoice, rules: Mapping[str, Rule]) -> Iterator[str]:
    """One choice: its rule, and a table of what may be chosen."""
    yield f"### `{choice.key}`: {choice.name}\n"
    if choice.each:
        yield f"Each seat chooses for itself: `{choice.key}@SEAT=VALUE`.\n"
    if choice.rule in rules:
        yield f"{in_full(rules[choice.rule])}\n"
    if choice.check:
        yield f"**{CHECK}**\n"
    if choice.most:
        yield f"A number from {choice.least} to {choice.most}, usually {choice.default}.\n"
    if choice.offered:
        rows = [row(choice, one.key, one.name, one.note, rules.get(one.rule)) for one in choice.offered]
        yield "\n".join(["| value | name | what it is |", "|---|---|---|", *rows]) + "\n"
    if choice.pool:
        yield f"Or {choice.picks} of these: {', '.join(f'`{one.key}`' for one in choice.pool)}.\n"


def row(choice: SetupChoice, key: str, name: str, note: str, rule: Rule | None) -> str:
    """A line of the table; the usual choice is in bold."""
    value = f"**`{key or NOTHING}`**" if key == choice.default else f"`{key or NOTHING}`"
    return f"| {value} | {name} | {' '.join(filter(None, (note, in_full(rule) if rule else '')))} |"


def in_full(rule: Rule) -> str:
    """A rule with its key."""
    return f"{rule.gist} (`{rule.key}`)"


if __name__ == "__main__":
    print(page(), end="")
