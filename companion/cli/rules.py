"""`companion rules`: look up rules, or ask what a position allows, what would happen, and why not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.cli.paper import say
from companion.rules import JUDGE, Draw, Match, Question, Rule, Rulebook, find_game, tell
from companion.rules.kernel.choice_rules import usual
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.sentences import in_english
from companion.rules.kernel.typed import DRAW
from companion.scenarios import tries
from companion.scenarios.checks import pending_now
from companion.scenarios.documents import Malformed, read_documents
from companion.scenarios.scenario import Scenario, read_scenario
from companion.scenarios.written import reached

LEFT_OUT = {
    True: "if you leave it out, the chips come in the order of the bag",
    False: "this pick is random, so you have to say it",
}
"""What happens to a draw that no --try names: True for draws out of a bag, False for others."""

a_number = click.option(
    "--number", type=click.IntRange(min=1), help="Which position of a file with several.  [default: 1]"
)


@click.command("rules")
@click.argument("key", nargs=-1)
@click.option(
    "--position",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a position or a scenario (docs/scenarios.md).",
)
@click.option("--played", is_flag=True, help="Play the file's script first. The script has to name every step.")
@a_number
@click.option(
    "--try",
    "tries",
    multiple=True,
    metavar="TOKEN",
    help="Answer this: play:crash_gem, or as in a game: Crash Gem, or its number; B:pass where the seat must be named; "
    "draw:gem_1,wound. Again for the next.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def command(
    key: tuple[str, ...], position: Path | None, played: bool, number: int | None, tries: tuple[str, ...], as_json: bool
) -> None:
    """Look up a rule, or ask what a position allows and why.

    With KEY, it shows the rules that have this word in their key or section; without, the whole index. With --position,
    it shows what may be done there; with --try as well, what would happen, or why it is not allowed.

    \b
    Examples:
      companion rules panic
      companion rules --position dispute.yaml
      companion rules --position dispute.yaml --try play:crash_gem --try break:2
    """
    if position is None:
        if tries or played or number is not None:
            raise click.UsageError("--try, --played and --number need a position: --position FILE.")
        show_index(" ".join(key), as_json)
        return
    if key:
        raise click.UsageError("look up a rule or look at a position, not both at once.")
    match = read_position(position, number or 1, played=played)
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


def read_position(file: Path, number: int, *, played: bool = False) -> Match:
    """The match in the file, before its script or after it."""
    scenario = read_file(file, number)
    if not played:
        return Match(scenario.game, scenario.setup, scenario.start)
    return after_script(file, scenario)


def after_script(file: Path, scenario: Scenario) -> Match:
    """The match after the script. If the script goes wrong, the error says what is asked at that point."""
    try:
        return reached(scenario)
    except PositionError as problem:
        line = scenario.document.line_of(problem.path)
        raise click.ClickException(
            f"{file}:{line}: {problem.message} The script has to name every step. "
            f"At this point {pending_now(as_far_as_it_goes(scenario))}."
        ) from None


def as_far_as_it_goes(scenario: Scenario) -> Match:
    """The match before the first step of the script that is not possible."""
    match = reached(replace(scenario, steps=()))
    for end in range(1, len(scenario.steps) + 1):
        try:
            match = reached(replace(scenario, steps=scenario.steps[:end]))
        except PositionError:
            break
    return match


def read_file(file: Path, number: int) -> Scenario:
    """The position in the file, with its script if it has one. Oddities are printed as notes."""
    documents = list(read_documents(file))
    if not 1 <= number <= len(documents):
        held = "one position" if len(documents) == 1 else f"{len(documents)} positions"
        raise click.ClickException(f"{file} contains {held}; there is no number {number}.")
    document = documents[number - 1]
    if isinstance(document, Malformed):
        raise click.ClickException(f"{file}:{document.line}: {document.message}")
    if isinstance(document.value, dict):  # a bare position needs no title
        document = replace(document, value={"title": file.name, **document.value})
    try:
        scenario = read_scenario(document)
    except PositionError as problem:
        raise click.ClickException(f"{file}:{document.line_of(problem.path)}: {problem.message}") from None
    for note in scenario.notes:
        click.echo(f"note: {file}:{document.line_of(note.path)}: {note.text}", err=True)
    return scenario


def state(match: Match) -> dict[str, Any]:
    """The table, the question and the answers that are offered, also in words."""
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
        found |= {"question": words.draw(pending), "from_bag": match.game.places.is_heap(pending.source)}
    else:
        found["question"] = "The game is over."
    if view.rule:
        found["rule"] = cite(match.game.rulebook(match.table)[view.rule])
    return found


def cite(rule: Rule) -> dict[str, str]:
    """A rule as reports contain it."""
    return {"key": rule.key, "edition": rule.edition, "section": rule.section, "gist": rule.gist}


def attempt(match: Match, text: str) -> dict[str, Any]:
    """The result of an answer, as plain values."""
    tried = tries.attempt(match, text)
    found: dict[str, Any] = {
        "token": tried.token,
        "seat": tried.seat,
        "by_itself": [
            {
                "seat": step.seat,
                "token": step.token,
                "why": str(step.why),
                "happened": tell(match, step.events, JUDGE),
            }
            for step in tried.by_itself
        ],
        "rulings": list(tried.rulings),
        "accepted": tried.refusal is None,
        "happened": tell(match, tried.events, JUDGE),
    }
    if tried.refusal is None:
        return found
    rules = match.game.rulebook(match.table)
    rule = tried.refusal.rule
    return found | {"why": tried.refusal.why} | ({"rule": cite(rules[rule])} if rule in rules else {})


def show(report: dict[str, Any]) -> None:
    """Print a report for people."""
    show_state(report["position"])
    read: set[str] = set()
    for tried in report["tried"]:
        click.echo()
        for step in tried["by_itself"]:
            say(f"{step['seat']}: {step['token']}   ({step['why']})".removeprefix(": "), dim=True)
            for sentence in step["happened"]:
                say(sentence, indent=2, dim=True)
        click.secho(f"{tried['seat']}: {tried['token']}" if tried["seat"] else tried["token"], bold=True)
        for sentence in tried["happened"]:
            say(sentence, indent=2)
        if not tried["accepted"]:
            say(f"Not possible: {tried['why']}", indent=2, fg="red")
            show_rule(tried.get("rule"))
        for ruling in tried["rulings"]:
            if ruling not in read:  # the chip that is carried out is mostly that of the try before
                say(f"How we read the chip: {ruling}", indent=2, dim=True)
        read |= set(tried["rulings"])
    if "after" in report and (report["after"]["asks"] or report["after"] != report["position"]):
        click.echo()
        show_state(report["after"])


def show_state(found: dict[str, Any]) -> None:
    """Print the table and the question."""
    for line in found["table"]:
        say(line.strip(), indent=len(line) - len(line.lstrip()))
    asked = f"{', '.join(found['waiting_for'])}: " if found["waiting_for"] else ""
    click.secho(f"\n{asked}{found['question']}", bold=True)
    for seat, tokens in found["offered"].items():
        for number, (token, words) in enumerate(tokens.items(), 1):
            named = token if len(found["offered"]) == 1 else f"{seat}: {token}"
            click.echo(f"{number:4}  {named:28}{words}")
    if found["asks"] == "draw":
        click.echo(f"  name the chips, such as --try {DRAW}gem_1,wound; {LEFT_OUT[found['from_bag']]}")
    show_rule(found.get("rule"))


def show_rule(rule: dict[str, str] | None) -> None:
    """Print the rule behind something."""
    if rule:
        say(f"[{rule['key']}] {rule['section']}, rules {rule['edition']}: {rule['gist']}", indent=2, dim=True)


def rules_of(game: str) -> Rulebook:
    """The rule index of a game."""
    found = find_game(game)
    return found.rules_for(usual(found, found.offers(in_english)))


def in_a_line(rules: Rulebook, key: str) -> str:
    """A rule's key, and what it says."""
    return f"{key}: {rules[key].gist}" if key in rules else key


def show_index(wanted: str, as_json: bool, rules: Rulebook | None = None) -> None:
    """Print all rules, or those that contain the words; those of Puzzle Strike where none are given."""
    rules = rules_of("puzzle-strike") if rules is None else rules
    words = wanted.lower()
    found = [rule for rule in rules if words in rule.key.replace("-", " ") or words in rule.key]
    found = found or [rule for rule in rules if words in rule.section.lower() or words in rule.gist.lower()]
    if not found:
        raise click.ClickException(f'No rule contains "{wanted}". `companion rules` lists them all.')
    if as_json:
        click.echo(json.dumps([cite(rule) for rule in found], indent=2, ensure_ascii=False))
        return
    for rule in found:
        click.secho(rule.key, bold=True, nl=False)
        click.echo(f"  ({rule.section})")
        say(rule.gist, indent=2, hang=0)
