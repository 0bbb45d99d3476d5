"""`companion tags`: record which tag is on which chip."""

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
from companion.cli.listening import PollsAndLines
from companion.cli.paper import say
from companion.cli.places import data_dir, registry_path, to_share
from companion.table.registry import RegistryError
from companion.table.registry_file import RegistryFile, as_csv, as_json, recover
from companion.table.station import Poll, StationError
from companion.table.whole_files import write_whole

STATION_PORT = "/dev/puzzle-strike/station"
"""The name that the udev rule in `hardware/` gives to the station."""

PACE = 0.2
"""Seconds that a chip of a rehearsal lies on the station, and that the station is empty in between."""


class Tags(click.Group):
    """A group that reports errors of the registry and the station in words."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a command; `enroll`, as the first version spelt it, is still understood."""
        return super().get_command(ctx, "enrol" if cmd_name == "enroll" else cmd_name)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command of the group."""
        try:
            return super().invoke(ctx)
        except (RegistryError, StationError) as problem:
            raise click.ClickException(str(problem)) from None


@click.group("tags", cls=Tags)
def command() -> None:
    """Record which NFC tag is on which chip.

    The companion knows each chip by its tag. `companion tags enrol` walks you through a whole box.
    """


def with_registry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the tag file."""
    where = "The file with the tags.  [default: tags.json in the data folder]"
    return click.option("--registry", "path", type=click.Path(path_type=Path, dir_okay=False), help=where)(function)


with_game = click.option("--game", default="puzzle-strike", show_default=True, help="Whose chips.")
with_set = click.option("--set", "set_key", default="", help="A further set, such as shadows.  [default: the base box]")
with_port = click.option("--port", default=STATION_PORT, show_default=True, help="The port of the NFC station.")


# -- enrol ---------------------------------------------------------------------------------------------------------


@command.command("enrol")
@with_game
@with_registry
@with_port
@with_set
@click.option("--rehearse", is_flag=True, help="Practise without hardware: the station and the hands are simulated.")
@click.option(
    "--seed", default=1, show_default=True, help="With --rehearse: the seed of the mistakes that the hands make."
)
@click.option(
    "--pace",
    default=PACE,
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="With --rehearse: seconds between chips.",
)
def enrol(game: str, path: Path | None, port: str, set_key: str, rehearse: bool, seed: int, pace: float) -> None:
    """Walk through a whole box, one chip after another.

    It asks for one kind of chip at a time, but you may take any order: type the name of another kind, or skip. Each
    chip is saved at once. Stop with `quit` or Ctrl-C whenever you like; the next start goes on from there.

    \b
    Examples:
      companion tags enrol
      companion tags enrol --rehearse
      companion tags enrol --set shadows
    """
    box = box_of(game, set_key)
    path = path or (data_dir() / "rehearsal" / "tags.json" if rehearse else registry_path())
    if rehearse and path.resolve() == registry_path().resolve():
        raise click.UsageError("A rehearsal enrols simulated tags. Name a --registry that is not your own.")
    enrolment = Enrolment(RegistryFile(path), box)
    click.secho(f"Enrolling the box of {box.title} in {path}   {enrolment.bar()}", bold=True)
    ended = False
    with ExitStack() as stack:
        if rehearse:
            walk_rehearsed(enrolment, stack, Random(seed), pace)
        else:
            listening = PollsAndLines(stack, port, rest=0.05, needs_keyboard=True)
            walk(enrolment, listening)
            ended = listening.input_ended
    if ended:
        say("The input has ended, so nobody can answer here any more.")
    tell(enrolment.summary(most=8))
    if enrolment.missing:
        more = f"{f' --set {set_key}' if set_key else ''}{' --rehearse' if rehearse else ''}"
        say(f"Saved in {path}. `companion tags enrol{more}` continues from here.")
    if ended and enrolment.missing:
        raise click.exceptions.Exit(1)


def walk(enrolment: Enrolment, listening: PollsAndLines) -> None:
    """Enrol with a real station and a person."""
    if not enrolment.done:
        say(f"{enrolment.request()} Type help to see what you can type.")
    for event in listening.until(lambda: enrolment.done):
        hear(enrolment, event)


def walk_rehearsed(enrolment: Enrolment, stack: ExitStack, chance: Random, pace: float) -> None:
    """Enrol with a simulated station, and hands that lay down the chips that are asked for."""
    from companion.rehearsal.enrolling import EnrollingHands
    from companion.rehearsal.station import EmulatedStation

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    station = EmulatedStation(folder / "station")
    stack.callback(station.close)
    hands = EnrollingHands(station, enrolment.box.copies, chance, slips=0.05)
    say("This is a rehearsal: the chips, the station and the resulting list are simulated.")
    listening = PollsAndLines(stack, str(station.port), rest=0.0)
    ready = 0.0
    if not enrolment.done:
        say(f"{enrolment.request()} Type help to see what you can type.")
    for event in listening.until(lambda: enrolment.done):
        hear(enrolment, event)
        if not isinstance(event, Poll) or enrolment.done or event.at < ready:
            continue
        if hands.full and enrolment.lying is not None:
            hands.take()
            ready = event.at + pace
        elif not hands.full and enrolment.lying is None and enrolment.kind is not None:
            if not hands.lay(enrolment.kind, {tag.uid for tag in enrolment.registry if not tag.retired}):
                say("The hands have no more chips of this kind. To begin a new rehearsal, remove the file.")
                return
            ready = event.at + pace


def hear(enrolment: Enrolment, event: Poll | str) -> None:
    """Print the answer to a typed line, or to what lies on the station now."""
    tell(enrolment.typed(event) if isinstance(event, str) else enrolment.polled(event))


def tell(lines: Any) -> None:
    """Print one paragraph for each line."""
    for line in lines:
        say(line, indent=2 if line.startswith("  ") else 0)


# -- look ----------------------------------------------------------------------------------------------------------


@command.command("check")
@with_game
@with_registry
@click.option("--port", default="", help="The port of the NFC station. Lay any chip on it to be told what it is.")
@with_set
@click.option("--json", "as_data", is_flag=True, help="Print JSON, for programs.")
def check(game: str, path: Path | None, port: str, set_key: str, as_data: bool) -> None:
    """Compare the tags with the list of the box.

    With --port, it also names each chip that you lay on the station.

    \b
    Exit status: 0 when every chip has a tag and there is none too many; else 1.
    """
    box = box_of(game, set_key)
    file = RegistryFile(path or registry_path())
    missing, surplus = file.registry.missing(game, box.copies), file.registry.surplus(game, box.all_boxes)
    enrolment = Enrolment(file, box)
    if as_data:
        retired = sum(bool(tag.retired) for tag in file.registry)
        told = {"tags": len(file.registry), "retired": retired, "missing": missing, "surplus": surplus}
        click.echo(json.dumps(told, indent=2))
    else:
        tell(enrolment.summary())
        if missing:
            say("To enrol them: companion tags enrol")
    if port:
        with ExitStack() as stack:
            say("Lay any chip on the station. To stop, type quit or press Ctrl-C.")
            listening = PollsAndLines(stack, port, rest=0.05, needs_keyboard=True)
            for event in listening.until(lambda: enrolment.stopped):
                if isinstance(event, Poll):
                    tell(enrolment.recognised(event))
                else:
                    enrolment.stopped = True
            if listening.input_ended:
                say("The input has ended, so the station is not read any more.")
    if missing or surplus:
        raise click.exceptions.Exit(1)


@command.command("list")
@with_game
@with_registry
@click.argument("words", nargs=-1, metavar="[KIND]")
def list_tags(game: str, path: Path | None, words: tuple[str, ...]) -> None:
    """List all tags, or those of one kind: UID, chip, name, note.

    \b
    Example:
      companion tags list "crash gem"
    """
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
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def export(path: Path | None, target: Path, force: bool) -> None:
    """Copy all tags to another file.

    A name that ends in .csv gives a table for spreadsheets; any other name, the program's own form.

    \b
    Example:
      companion tags export tags.csv
    """
    registry = RegistryFile(path or registry_path()).registry
    if target.exists() and not force:
        raise click.ClickException(
            f"There already is a file {target}. Choose another name, or overwrite it with --force."
        )
    try:
        write_whole(target, (as_csv if target.suffix.lower() == ".csv" else as_json)(registry).encode(), to_share())
    except OSError as problem:
        raise click.ClickException(f"{target} cannot be written: {problem.strerror or problem}.") from None
    say(f"Written: {sum(1 for _ in registry)} tags, in {target}.")


@command.command("import")
@with_registry
@click.argument("source", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def import_tags(path: Path | None, source: Path) -> None:
    """Add the tags from another file.

    Where the file and this table disagree, the entry is named and this table's own is kept.

    \b
    Exit status: 0 when all went in; 1 when something disagreed.
    """
    if source.suffix.lower() == ".csv":
        raise click.ClickException(
            "A .csv file cannot be imported. Export the tags to a name that does not end in .csv."
        )
    file = RegistryFile(path or registry_path())
    merged = file.registry.merge(RegistryFile(source).registry)
    if merged.added:
        file.save()
    say(f"New: {len(merged.added)}. Known already: {merged.same}. Conflicts: {len(merged.conflicts)}.")
    for conflict in merged.conflicts:
        say(f"- {conflict}", indent=2, hang=2)
    if merged.conflicts:
        say("Lay these chips on the station (`companion tags check --port ...`) and correct the file that is wrong.")
        raise click.exceptions.Exit(1)


@command.command("recover")
@with_registry
def recover_registry(path: Path | None) -> None:
    """Go back to the last good copy of a damaged tag file.

    The damaged file is set aside, not deleted.
    """
    path = path or registry_path()
    try:
        RegistryFile(path)
    except RegistryError as problem:
        say(str(problem))
    else:
        say(f"{path} is not damaged: there is nothing to recover.")
        return
    aside, tags = recover(path)
    say(f"Recovered: {tags} chips with a tag.{f' The damaged file is now {aside}.' if aside else ''}")
