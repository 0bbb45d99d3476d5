"""Choosing for a new game on the command line: `--set KEY=VALUE` for all that the game offers, and `--choices`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from companion.cli.paper import say
from companion.rules import Rule, Setup, SetupError, find_game
from companion.rules.kernel.choice_rules import choice_rules
from companion.rules.kernel.offers import Offers, SetupChoice, set_up, spelt, taken
from companion.rules.kernel.sentences import in_english

CHECK = "No rulebook says this: check it against your own copy of the game."
NOTHING = '""'
"""How the choice of nothing is shown."""

Command = TypeVar("Command", bound=Callable[..., Any])


def set_option(command: Command) -> Command:
    """Let a command take choices for a new game, and list what can be chosen."""
    one = click.option(
        "--set",
        "wanted",
        multiple=True,
        metavar="KEY=VALUE",
        help="Choose something for the new game, such as mode=duel; KEY@SEAT=VALUE for one seat alone; several with "
        "commas. Again for the next.",
    )
    listed = click.option(
        "--choices",
        "listed",
        is_flag=True,
        is_eager=True,
        help="List what --set can choose, with the rules that it is about, and stop.",
    )
    return one(listed(command))


class ChosenForGame(NamedTuple):
    """What was chosen on the command line."""

    shared: Mapping[str, str | tuple[str, ...]]
    own: Mapping[str, Mapping[str, str | tuple[str, ...]]]
    """What a seat chose for itself, by its name."""

    def setup(self, game: str, offers: Offers, names: Sequence[str]) -> Setup:
        """Return the set-up; where nothing was chosen, the default counts. Raises `SetupError`."""
        return set_up(game, offers, names, self.shared, [self.own.get(name, {}) for name in names])


def read_choices(offers: Offers, wanted: Sequence[str], names: Sequence[str]) -> ChosenForGame:
    """Read what `--set` says, for seats of these names. Raises `SetupError` and `click.UsageError`."""
    shared: dict[str, str | tuple[str, ...]] = {}
    own: dict[str, dict[str, str | tuple[str, ...]]] = {}
    for text in wanted:
        key, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise click.UsageError(f"--set {text}: write KEY=VALUE, such as {example(offers)}.")
        key, _, seat = key.partition("@")
        choice = offers.find(key)
        for into in places_for(choice, seat, names, shared, own):
            if key in into:
                raise click.UsageError(f"--set {text}: {key} is chosen twice.")
            into[key] = read_value(choice, value)
    return ChosenForGame(shared, own)


def places_for(
    choice: SetupChoice,
    seat: str,
    names: Sequence[str],
    shared: dict[str, str | tuple[str, ...]],
    own: dict[str, dict[str, str | tuple[str, ...]]],
) -> list[dict[str, str | tuple[str, ...]]]:
    """Return where a choice is kept: with those of the seat, of each seat where none is named, or of all together."""
    if not choice.each:
        if seat:
            raise click.UsageError(
                f"{choice.key} is chosen for all together: write {choice.key}=VALUE, without a seat."
            )
        return [shared]
    if seat and seat not in names:
        raise SetupError("Nobody named {seat} sits there. Write one of: {names}.", seat=seat, names=", ".join(names))
    return [own.setdefault(name, {}) for name in ([seat] if seat else names)]


def read_value(choice: SetupChoice, text: str) -> str | tuple[str, ...]:
    """Read one value: a key or a printed name, a number, or several with commas. Raises `SetupError`."""
    several = [part.strip() for part in text.split(",")] if choice.pool and "," in text else text
    return taken(choice, {choice.key: spelt(choice, several)})


def example(offers: Offers) -> str:
    """A choice as it is written."""
    for choice in offers.choices:
        for one in choice.offered:
            if one.key:
                return f"{choice.key}={one.key}"
    return "rows=3"


# -- the list ----------------------------------------------------------------------------------------------------


def show_choices(key: str) -> None:
    """Print what a game lets people choose, with the default and the rules that it is about. Raises `SetupError`."""
    game = find_game(key)
    offers = game.offers(in_english)
    rules = choice_rules(game, offers)
    seats = " or ".join(map(str, offers.seats))
    click.secho(f"{game.title}, {seats} players", bold=True)
    if not offers.choices:
        say("There is nothing else to choose.", indent=2)
        return
    say("Choose with --set KEY=VALUE. What is marked * is the usual choice.", indent=2)
    for choice in offers.choices:
        show_choice(choice, rules)


def show_choice(choice: SetupChoice, rules: Mapping[str, Rule]) -> None:
    """Print one choice: what it is about, and what may be chosen."""
    each = f" (for each seat: {choice.key}@SEAT)" if choice.each else ""
    click.echo()
    click.secho(choice.key, bold=True, nl=False)
    click.echo(f"  {choice.name}{each}")
    if choice.rule in rules:
        say(cited(rules[choice.rule]), indent=2, hang=0, dim=True)
    if choice.check:
        say(CHECK, indent=2, hang=0, fg="yellow")
    broad = max((len(one.key or NOTHING) for one in choice.offered), default=0)
    for one in choice.offered:
        mark = "*" if one.key == choice.default else " "
        note = ": " + one.note if one.note else ""
        say(f"{mark} {one.key or NOTHING:{broad}}  {one.name}{note}", indent=2, hang=broad + 4)
        if one.rule in rules:
            say(cited(rules[one.rule]), indent=broad + 6, hang=0, dim=True)
    if choice.most:
        say(f"a number from {choice.least} to {choice.most}; * {choice.default}", indent=2)
    if choice.pool:
        say(f"or {choice.picks} of these, with commas: {', '.join(one.key for one in choice.pool)}", indent=4)


def cited(rule: Rule) -> str:
    """A rule with its key."""
    return f"[{rule.key}] {rule.gist}"
