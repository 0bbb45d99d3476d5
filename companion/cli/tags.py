"""`companion tags`: which tag sticks on which chip."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import click

from companion.cli.box import box_of
from companion.cli.enrolment import Enrolment
from companion.cli.listening import Listening
from companion.cli.paper import say
from companion.cli.places import data_dir, registry_path
from companion.table.registry import RegistryError
from companion.table.registry_file import RegistryFile, as_csv, as_json, recover
from companion.table.station import Poll, StationError
from companion.table.whole_files import write_whole

STATION_PORT = "/dev/puzzle-strike/station"
"""As the udev rule in `hardware/` calls it."""

PACE = 0.2
"""Seconds that a chip of a rehearsal lies, and that the station lies empty."""


class Tags(click.Group):
    """What the registry or the station gets wrong is said in words."""

    def invoke(self, ctx: click.Context) -> object:
        """As every command."""
        try:
            return super().invoke(ctx)
        except (RegistryError, StationError) as problem:
            raise click.ClickException(str(problem)) from None


@click.group("tags", cls=Tags)
def command() -> None:
    """Which tag sticks on which chip: enrol a box, check it, take it elsewhere."""


def with_registry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Commands that work on one file."""
    where = "The file with the tags.  [default: tags.json in the data folder]"
    return click.option("--registry", "path", type=click.Path(path_type=Path, dir_okay=False), help=where)(function)


with_game = click.option("--game", default="puzzle-strike", show_default=True)
with_port = click.option("--port", default=STATION_PORT, show_default=True, help="Where the NFC station is.")


# -- enrol ---------------------------------------------------------------------------------------------------------


@command.command("enroll")
@with_game
@with_registry
@with_port
@click.option("--rehearse", is_flag=True, help="Without hardware: a pretended station, and hands that lay chips on it.")
@click.option("--seed", default=1, show_default=True, help="Another number, other slips of the hands in a rehearsal.")
@click.option("--pace", default=PACE, type=click.FloatRange(0, 60), metavar="SECONDS", help="Of a rehearsal's hands.")
def enroll(game: str, path: Path | None, port: str, rehearse: bool, seed: int, pace: float) -> None:
    """Walk through a whole box: lay down one chip after the other.

    A kind at a time is asked for, but any order does: type a kind's name, or skip. Each chip is kept at once; stop
    whenever you like with quit or Ctrl-C, and the next start goes on where it was.
    """
    box = box_of(game)
    path = path or (data_dir() / "rehearsal" / "tags.json" if rehearse else registry_path())
    if rehearse and path.resolve() == registry_path().resolve():
        raise click.UsageError("A rehearsal enrols pretended tags: name another --registry than your own.")
    enrolment = Enrolment(RegistryFile(path), box)
    click.secho(f"Enrolling the box of {box.title} in {path}   {enrolment.bar()}", bold=True)
    with ExitStack() as stack:
        if rehearse:
            walk_rehearsed(enrolment, stack, Random(seed), pace)
        else:
            walk(enrolment, Listening(stack, port, rest=0.05))
    tell(enrolment.summary(most=8))
    if enrolment.missing:
        say(f"Kept in {path}. `companion tags enroll{' --rehearse' if rehearse else ''}` goes on here.")


def walk(enrolment: Enrolment, listening: Listening) -> None:
    """With a station and a person."""
    if not enrolment.done:
        say(f"{enrolment.request()} Type help for what can be said.")
    for event in listening.until(lambda: enrolment.done):
        hear(enrolment, event)


def walk_rehearsed(enrolment: Enrolment, stack: ExitStack, chance: Random, pace: float) -> None:
    """With a pretended station, and hands that lay down what is asked for."""
    from companion.rehearsal.enrolling import EnrollingHands
    from companion.rehearsal.station import EmulatedStation

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    station = EmulatedStation(folder / "station")
    stack.callback(station.close)
    hands = EnrollingHands(station, enrolment.box.copies, chance, slips=0.05)
    say("This is a rehearsal: the chips and the station are pretended, and so is the list that comes of it.")
    listening = Listening(stack, str(station.port), rest=0.0)
    ready = 0.0
    if not enrolment.done:
        say(f"{enrolment.request()} Type help for what can be said.")
    for event in listening.until(lambda: enrolment.done):
        hear(enrolment, event)
        if not isinstance(event, Poll) or enrolment.done or event.at < ready:
            continue
        if hands.full and enrolment.lying is not None:
            hands.take()
            ready = event.at + pace
        elif not hands.full and enrolment.lying is None and enrolment.kind is not None:
            if not hands.lay(enrolment.kind, {tag.uid for tag in enrolment.registry if not tag.retired}):
                say("The hands have no more chips of this kind: remove the file to begin a rehearsal anew.")
                return
            ready = event.at + pace


def hear(enrolment: Enrolment, event: Poll | str) -> None:
    """What somebody typed, or what lies there now."""
    tell(enrolment.typed(event) if isinstance(event, str) else enrolment.polled(event))


def tell(lines: Any) -> None:
    """A paragraph each."""
    for line in lines:
        say(line, indent=2 if line.startswith("  ") else 0)


# -- look ----------------------------------------------------------------------------------------------------------


@command.command("check")
@with_game
@with_registry
@click.option("--port", default="", help="Where the NFC station is: then lay any chip on it, and it tells what it is.")
@click.option("--json", "as_data", is_flag=True, help="For programs.")
def check(game: str, path: Path | None, port: str, as_data: bool) -> None:
    """The registry against the list of the box.

    The exit code is 0 when every chip has a tag and none is too many, else 1.
    """
    box = box_of(game)
    file = RegistryFile(path or registry_path())
    missing, surplus = file.registry.missing(game, box.copies), file.registry.surplus(game, box.copies)
    enrolment = Enrolment(file, box)
    if as_data:
        retired = sum(bool(tag.retired) for tag in file.registry)
        told = {"tags": len(file.registry), "retired": retired, "missing": missing, "surplus": surplus}
        click.echo(json.dumps(told, indent=2))
    else:
        tell(enrolment.summary())
        if missing:
            say("`companion tags enroll` goes on with them.")
    if port:
        with ExitStack() as stack:
            say("Lay any chip on the station; quit or Ctrl-C ends.")
            for event in Listening(stack, port, rest=0.05).until(lambda: enrolment.stopped):
                if isinstance(event, Poll):
                    tell(enrolment.recognised(event))
                else:
                    enrolment.stopped = True
    if missing or surplus:
        raise click.exceptions.Exit(1)


@command.command("list")
@with_game
@with_registry
@click.argument("words", nargs=-1, metavar="[KIND]")
def list_tags(game: str, path: Path | None, words: tuple[str, ...]) -> None:
    """All tags of a game, or those of a kind: UID, chip, name, note."""
    box, name = box_of(game), " ".join(words)
    kind = box.find(name) if name else None
    if name and kind is None:
        raise click.ClickException(f'There is no kind "{name}". {box.near(name) or "`companion chips` lists them."}')
    for tag in sorted(RegistryFile(path or registry_path()).registry, key=lambda tag: (tag.chip, tag.uid)):
        if tag.chip.game == game and kind in (None, tag.chip.kind):
            more = "; ".join(part for part in (tag.name, tag.note, tag.retired and f"retired: {tag.retired}") if part)
            click.echo(f"{tag.uid:20}  {box.told(tag.chip)}{'   ' + more if more else ''}")


# -- take elsewhere ------------------------------------------------------------------------------------------------


@command.command("export")
@with_registry
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Also in the place of a file that is there.")
def export(path: Path | None, target: Path, force: bool) -> None:
    """Write all tags into another file.

    For spreadsheets where its name ends in .csv, else in the registry's own form.
    """
    registry = RegistryFile(path or registry_path()).registry
    if target.exists() and not force:
        raise click.ClickException(f"There is a file {target} already. Take another name, or --force.")
    try:
        write_whole(target, (as_csv if target.suffix.lower() == ".csv" else as_json)(registry).encode())
    except OSError as problem:
        raise click.ClickException(f"{target} cannot be written: {problem.strerror or problem}.") from None
    say(f"Written: {sum(1 for _ in registry)} tags, in {target}.")


@command.command("import")
@with_registry
@click.argument("source", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def import_tags(path: Path | None, source: Path) -> None:
    """Take in the tags of another registry.

    What does not go together with what is known here is named and stays as it is here; the exit code is 1 then.
    """
    if source.suffix.lower() == ".csv":
        raise click.ClickException("Only the registry's own form can be taken in, not .csv: export it without .csv.")
    file = RegistryFile(path or registry_path())
    merged = file.registry.merge(RegistryFile(source).registry)
    if merged.added:
        file.save()
    say(f"New: {len(merged.added)}. Known already: {merged.same}. Not taken in: {len(merged.conflicts)}.")
    for conflict in merged.conflicts:
        say(f"- {conflict}", indent=2, hang=2)
    if merged.conflicts:
        say("Lay these chips on the station (`companion tags check --port ...`) and put right the file that is wrong.")
        raise click.exceptions.Exit(1)


@command.command("recover")
@with_registry
def recover_registry(path: Path | None) -> None:
    """Go back to the last good copy of a broken file.

    The broken one is moved aside and kept.
    """
    path = path or registry_path()
    try:
        RegistryFile(path)
    except RegistryError as problem:
        say(str(problem))
    else:
        say(f"{path} reads well: nothing to recover.")
        return
    aside, tags = recover(path)
    say(f"Taken back: {tags} chips with a tag.{f' The broken file is now {aside}.' if aside else ''}")
