"""`companion chips`: look up chips in the encyclopedia."""

from __future__ import annotations

import json
from difflib import get_close_matches

import click

from companion.cli.paper import say
from companion.cli.rules import cite, rules_of, show_rule
from companion.rules import KindEntry, find_game


@click.command("chips")
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option("--game", default="puzzle-strike", show_default=True, help="Whose chips.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def command(words: tuple[str, ...], game: str, as_json: bool) -> None:
    """Look up a chip: cost, banner, symbols, what it does, rulings and sources.

    NAME is the name of a chip, or part of it; the name of a character shows that character's chips. Without NAME, all
    chips are listed.

    \b
    Examples:
      companion chips
      companion chips "iron defense"
      companion chips jaina
    """
    name = " ".join(words)
    entries = find_game(game).encyclopedia()
    found = matching(list(entries.values()), name) if name else list(entries.values())
    if not found:
        near = get_close_matches(name.title(), [entry.name for entry in entries.values()], n=3, cutoff=0.5)
        hint = f" Did you mean {' or '.join(near)}?" if near else " `companion chips` lists them all."
        raise click.ClickException(f'There is no chip "{name}".{hint}')
    if as_json:
        click.echo(json.dumps([entry.to_json() for entry in found], indent=2, ensure_ascii=False))
    elif not name:
        overview(found)
    else:
        for entry in found:
            page(entry)
            cited = {ruling.rule for ruling in entry.rulings}
            for rule in rules_of(game):
                if rule.key in cited:
                    show_rule(cite(rule))


def matching(entries: list[KindEntry], name: str) -> list[KindEntry]:
    """The chip with this name; if there is none, all chips whose name contains it, or whose character has this name."""
    wanted = name.lower().replace("_", " ")
    exact = [entry for entry in entries if wanted in (entry.name.lower(), entry.key.replace("_", " "))]
    return exact or [
        entry for entry in entries if wanted in entry.name.lower() or wanted == entry.face.get("character", "").lower()
    ]


KINDS = ("gem", "wound", "purple", "puzzle", "character")


def overview(entries: list[KindEntry]) -> None:
    """Print one line for each chip, grouped by kind."""
    kind = ""
    for entry in sorted(entries, key=lambda entry: (KINDS.index(entry.kind), entry.kind == "puzzle" and entry.name)):
        if entry.kind != kind:
            kind = entry.kind
            click.secho(f"\n{kind} chips" if kind not in ("gem", "wound") else f"\n{kind}s", bold=True)
        facts = "; ".join(entry.face[label] for label in ("character", "cost", "banner") if label in entry.face)
        click.echo(f"  {entry.key:26}{entry.name:24}{facts}")


def page(entry: KindEntry) -> None:
    """Print everything about one chip."""
    click.secho(f"\n{entry.name}", bold=True, nl=False)
    click.secho(f"  {entry.kind} chip, key {entry.key}", dim=True)
    for label, value in entry.face.items():
        click.echo(f"  {label + ':':12}{value}")
    for label, text in (("effect", entry.effect), ("reaction", entry.reaction), ("ongoing", entry.ongoing)):
        if text:
            say(f"{label + ':':11} {text}", indent=2, hang=12)
    for ruling in entry.rulings:
        say(f"- {ruling.text} ({ruling.source}{', ' + ruling.rule if ruling.rule else ''})", indent=2, hang=2)
    if entry.sources:
        say(f"sources: {', '.join(entry.sources)}; confidence: {entry.confidence}", indent=2, hang=2, dim=True)
