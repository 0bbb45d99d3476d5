"""`companion scenario`: plays scenario files against the rules."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.scenarios import Result, files_in, run_file


@click.command("scenario", short_help="Plays scenario files against the rules.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Play scenario files (*.yaml, *.yml), or all of them below a folder.

    \b
    Exit status: 0 when all passed; 1 when one failed, or asks for what this
    engine does not have; 2 when a file cannot be read as a scenario.
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


def show(result: Result) -> None:
    """A failing scenario, with what differs and where; what is odd about any."""
    for note in result.said():
        click.echo(f"note: {note}")
    if result.passed:
        return
    kind = "MALFORMED" if result.malformed else "FAILED"
    click.echo(f"{kind} {result.file}:{result.line}: {result.title or '(no title)'}")
    for problem in result.problems:
        click.echo(f"  {result.file}:{problem.line}: {problem.text}")
