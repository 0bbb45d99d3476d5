"""`companion scenario`: play scenario files against the rules."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import indent
from traceback import format_exception

import click

from companion.scenarios import ScenarioResult, files_in, run_file


@click.command("scenario")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Play scenario files (*.yaml, *.yml) and check how they end.

    PATH is a file, or a folder whose scenario files are all played. docs/scenarios.md explains how to write one.

    \b
    Example:
      companion scenario tests/scenarios

    \b
    Exit status: 0 when all passed; 1 when one failed, or needs something that
    this engine does not have; 2 when a file cannot be read as a scenario.
    """
    files = files_in(paths)
    if not files:
        raise click.UsageError(f"There are no scenario files (*.yaml, *.yml) in {', '.join(map(str, paths))}.")
    results = [result for file in files for result in run_file(file)]
    failures = [result for result in results if not result.passed]
    passed = len(results) - len(failures)
    if as_json:
        report = {
            "passed": passed,
            "failed": len(failures),
            "failures": [result.to_json() for result in failures],
            "notes": [note for result in results for note in result.said()],
        }
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for result in results:
            show(result)
        click.echo(f"{passed} passed, {len(failures)} failed")
    if failures:
        ctx.exit(2 if any(result.malformed for result in failures) else 1)


def show(result: ScenarioResult) -> None:
    """Print a failing scenario with its differences, and the notes on any scenario."""
    for note in result.said():
        click.echo(f"note: {note}")
    if result.passed:
        return
    kind = "MALFORMED" if result.malformed else "FAILED"
    click.echo(f"{kind} {result.file}:{result.line}: {result.title or '(no title)'}")
    for problem in result.problems:
        click.echo(f"  {result.file}:{problem.line}: {problem.text}")
    if result.broke:
        click.echo(indent("".join(format_exception(result.broke)), "    "))
