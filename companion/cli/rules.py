"""`companion rules`: what is legal in a position, what would happen, or why not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.cli.paper import say
from companion.rules import JUDGE, Draw, Illegal, Match, Question, Rule, Rulebook, tell
from companion.rules.kernel.positions import PositionError
from companion.scenarios.documents import Malformed, read_documents
from companion.scenarios.scenario import read_scenario


@click.command("rules", short_help="What is legal in a position, and why not.")
@click.option(
    "--position",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A position, or a scenario file (docs/scenarios.md); its script is not played.",
)
@click.option("--number", default=1, show_default=True, help="Which one, where the file holds several.")
@click.option(
    "--try",
    "tries",
    multiple=True,
    metavar="TOKEN",
    help="Answer this: play:crash_gem; B:pass for a seat that must be named; draw:gem_1,wound. Again for the next.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(position: Path | None, number: int, tries: tuple[str, ...], as_json: bool) -> None:
    """What may be done in a position; with --try, what would happen, or why not.

    Without a position: the index of the rules.
    """
    if position is None:
        if tries or number != 1:
            raise click.UsageError("--try and --number need a position: --position FILE.")
        from companion.rules.puzzle_strike.game import rulebook

        show_index(rulebook("7.3"), as_json)
        return
    match = read_position(position, number)
    report: dict[str, Any] = {"position": state(match), "tried": []}
    for token in tries:
        report["tried"].append(attempt(match, token))
        if not report["tried"][-1]["accepted"]:
            break
    if tries:
        report["after"] = state(match)
    if as_json:
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        show(report)


def read_position(file: Path, number: int) -> Match:
    """The match that stands in the file."""
    documents = list(read_documents(file))
    if not 1 <= number <= len(documents):
        raise click.ClickException(f"{file} holds {len(documents)} positions; there is no number {number}.")
    document = documents[number - 1]
    if isinstance(document, Malformed):
        raise click.ClickException(f"{file}:{document.line}: {document.message}")
    if isinstance(document.value, dict):  # a bare position needs no title
        document = replace(document, value={"title": file.name, **document.value})
    try:
        scenario = read_scenario(document)
    except PositionError as problem:
        raise click.ClickException(f"{file}:{document.line_of(problem.path)}: {problem.message}") from None
    return Match(scenario.game, scenario.setup, scenario.start)


def state(match: Match) -> dict[str, Any]:
    """The table, what is asked, and what is offered, in words too."""
    words = match.game.words
    view = match.view(JUDGE)
    pending = match.pending
    found: dict[str, Any] = {
        "table": words.picture(view),
        "asks": view.asks,
        "waiting_for": list(view.waiting_for),
        "offered": {seat: {token: words.token(token) for token in tokens} for seat, tokens in view.options.items()},
    }
    if isinstance(pending, Question):
        found["question"] = words.question(pending)
    elif isinstance(pending, Draw):
        found["question"] = words.draw(pending)
    else:
        found["question"] = "The match is over."
    if view.rule:
        found["rule"] = cite(match.game.rulebook(match.table)[view.rule])
    return found


def cite(rule: Rule) -> dict[str, str]:
    """A rule as the report holds it."""
    return {"key": rule.key, "edition": rule.edition, "section": rule.section, "gist": rule.gist}


def attempt(match: Match, text: str) -> dict[str, Any]:
    """Answer, or say why not; what has only one answer is given by itself on the way."""
    by_itself: list[str] = []
    happened: list[str] = []
    seat, token = whose(match, text)
    while (only := the_only_answer(match)) and match.accepts(token, seat) is None:
        happened += tell(match, match.answer(only[1], only[0]), JUDGE)
        by_itself.append(f"{only[0]}: {only[1]}")
        seat, token = whose(match, text)
    found: dict[str, Any] = {"token": token, "seat": seat, "by_itself": by_itself}
    try:
        if token.startswith("draw:"):
            events = match.draw(token[5:].split(","))
        else:
            events = match.answer(token, seat)
    except Illegal as refusal:
        found |= {"accepted": False, "happened": happened, "why": refusal.why}
        rules = match.game.rulebook(match.table)
        return found | ({"rule": cite(rules[refusal.rule])} if refusal.rule in rules else {})
    return found | {"accepted": True, "happened": happened + tell(match, events, JUDGE)}


def the_only_answer(match: Match) -> tuple[str, str] | None:
    """Seat and token, where everybody can see that there is no choice."""
    pending = match.pending
    if not isinstance(pending, Question) or not pending.forced:
        return None
    ((seat, (token,)),) = pending.options.items()
    return seat, token


def whose(match: Match, text: str) -> tuple[str, str]:
    """The seat that a try is for: the one named, else the one that is asked."""
    named, _, rest = text.partition(":")
    if rest and any(named == seat.name for seat in match.setup.seats):
        return named, rest
    return (match.waiting_for or ("",))[0], text


def show(report: dict[str, Any]) -> None:
    """The report for people."""
    show_state(report["position"])
    for tried in report["tried"]:
        click.echo()
        for answer in tried["by_itself"]:
            click.secho(f"{answer}   (the only answer)", dim=True)
        click.secho(f"{tried['seat']}: {tried['token']}", bold=True)
        for sentence in tried["happened"]:
            say(sentence, indent=2)
        if not tried["accepted"]:
            say(f"Not possible: {tried['why']}", indent=2, fg="red")
            show_rule(tried.get("rule"))
    if "after" in report:
        click.echo()
        show_state(report["after"])


def show_state(found: dict[str, Any]) -> None:
    """The table and what is asked."""
    for line in found["table"]:
        say(line.strip(), indent=len(line) - len(line.lstrip()))
    asked = f"{', '.join(found['waiting_for'])}: " if found["waiting_for"] else ""
    click.secho(f"\n{asked}{found['question']}", bold=True)
    for seat, tokens in found["offered"].items():
        for token, words in tokens.items():
            click.echo(f"  {token:28}{words}" if len(found["offered"]) == 1 else f"  {seat}: {token:25}{words}")
    show_rule(found.get("rule"))


def show_rule(rule: dict[str, str] | None) -> None:
    """The rule behind it."""
    if rule:
        say(f"[{rule['key']}] {rule['section']}, rules {rule['edition']}: {rule['gist']}", indent=2, dim=True)


def show_index(rules: Rulebook, as_json: bool) -> None:
    """All rules."""
    if as_json:
        click.echo(json.dumps([cite(rule) for rule in rules], indent=2, ensure_ascii=False))
        return
    for rule in rules:
        click.secho(rule.key, bold=True, nl=False)
        click.echo(f"  ({rule.section})")
        say(rule.gist, indent=2, hang=0)
