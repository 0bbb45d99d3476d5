"""`companion service`: start the table's program together with its device."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from companion.app.service.found import DATA, HOTSPOT, SERVICE, UNITS, FoundDevice
from companion.app.service.hotspot import hotspot_plan, kept
from companion.app.service.machine import Machine, StepFailed, own_program
from companion.app.service.plan import hindrance, install_plan, left_behind, remove_plan
from companion.app.service.steps import Step, told_whole
from companion.cli.paper import say

IN_AN_IMAGE = "/opt/companion/bin/companion"
"""Where an image has the program, unless another place is named."""
ALONE = 30
"""Seconds in which a known network must be found before the hotspot is opened."""
NO_SYSTEMD = (
    "This machine was not started by systemd (is it a container?), so no service can be installed here. "
    "--dry-run shows what would be done, --root FOLDER prepares the image of another machine."
)

root_option = click.option(
    "--root",
    "root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path("/"),
    help="The folder with the system image of another machine.  [default: this machine]",
)
dry_option = click.option("--dry-run", "dry", is_flag=True, help="Only print what would be done.")


@click.group("service")
def command() -> None:
    """Start the companion whenever the device starts.

    It then runs as a user of its own and shows the display without a desktop. Install the companion in /opt/companion
    first; docs/raspberry-pi.md leads there from an empty SD card.
    """


@command.command()
@dry_option
@root_option
@click.option("--program", help=f"The `companion` to start.  [default: this one; in an image {IN_AN_IMAGE}]")
@click.option(
    "--hotspot/--no-hotspot", default=True, show_default=True, help="Open a Wi-Fi of its own where no network is found."
)
def install(dry: bool, root: Path, program: str | None, hotspot: bool) -> None:
    """Make this device a table that starts by itself.

    It sets up a user, the ports, a service, and a Wi-Fi for places without a network. Running it again changes nothing
    that is already right. Your own options go into /etc/default/companion and are kept.

    \b
    Example:
      sudo /opt/companion/bin/companion service install --dry-run
    """
    machine = Machine(root)
    found = machine.look(program or (IN_AN_IMAGE if machine.image else own_program()))
    if problem := hindrance(found):
        if not dry:
            raise click.ClickException(problem)
        click.echo(f"Note: {problem}\nThe following steps assume that the program is {IN_AN_IMAGE}.", err=True)
        found = machine.look(IN_AN_IMAGE)
    steps = install_plan(found, hotspot)
    if hotspot and not found.manages_networks and not machine.image:
        say("There is no NetworkManager here, so the table cannot open a Wi-Fi of its own.")
    if not steps:
        say("Nothing to do: everything is installed as it should be.")
    carry_out(machine, steps, dry, "install")
    if dry or machine.image:
        return
    if SERVICE in found.active:
        say("The service is running. To look at it: companion service status")
        return
    say("It starts with the device. Before that, set up the table: sudo -Hu companion companion first-run", hang=2)
    say("Or start it now (it takes over the first console): sudo systemctl start companion", hang=2)


@command.command()
@dry_option
@root_option
def remove(dry: bool, root: Path) -> None:
    """Undo `companion service install`.

    Games, tags and codes are kept.
    """
    machine = Machine(root)
    found = machine.look(own_program() if not machine.image else IN_AN_IMAGE)
    steps = remove_plan(found)
    if not steps:
        say("Nothing to do: no service is installed.")
    carry_out(machine, steps, dry, "remove")
    if machine.at(DATA).exists():
        say(left_behind(found), hang=2)


@command.command()
@root_option
@click.pass_context
def status(ctx: click.Context, root: Path) -> None:
    """Say whether the service is installed and runs.

    \b
    Exit status: 0 when it runs (in an image: when it is installed);
    3 when it is installed and does not run; 4 when it is not installed.
    """
    machine = Machine(root)
    found = machine.look(own_program() if not machine.image else IN_AN_IMAGE)
    for line in state(found):
        say(line)
    if f"{UNITS}/{SERVICE}" not in found.files:
        ctx.exit(4)
    if machine.image:
        return
    for line in last_words(machine):
        click.echo(f"    {line}")
    say("More of that: journalctl --unit companion --boot")
    ctx.exit(0 if SERVICE in found.active else 3)


@command.command()
@click.option("--if-alone", "if_alone", is_flag=True, help="Do it only where no known network is found.")
@dry_option
def hotspot(if_alone: bool, dry: bool) -> None:
    """Open the table's own Wi-Fi now.

    Use it in a place without a network, or where the network keeps phones apart. Name and passphrase are shown on the
    display. The service does this by itself where it finds no network that it knows. To close the Wi-Fi again:
    sudo nmcli connection down companion-hotspot
    """
    machine = Machine()
    found = machine.look(own_program())
    if not found.manages_networks:
        raise click.ClickException("There is no NetworkManager here, and without it no Wi-Fi can be opened.")
    if if_alone and machine.run(["nm-online", "--quiet", f"--timeout={ALONE}"])[0] == 0:
        say("There is a network, so the table's own Wi-Fi is not needed.")
        return
    spot = kept(found, machine.identity())
    steps = hotspot_plan(found, spot)
    carry_out(machine, steps, dry, "hotspot")
    if not dry:
        say(f"The Wi-Fi {spot.name} is open. The display shows its passphrase.")


# -- what they share -------------------------------------------------------------------------------------------


def carry_out(machine: Machine, steps: Sequence[Step], dry: bool, name: str) -> None:
    """Print the steps, or do them if that is possible here."""
    if dry:
        for step in steps:
            click.echo("\n".join(told_whole(step)))
        if steps:
            say("None of this was done.")
        return
    if not steps:
        return
    if not machine.has_systemd():
        raise click.ClickException(NO_SYSTEMD)
    if not machine.image and os.geteuid() != 0:
        words = f"sudo {own_program()} service {name}"
        raise click.ClickException(f"Only root may change this device. With the same options, type: {words}")
    try:
        machine.carry_out(steps, click.echo)
    except StepFailed as problem:
        raise click.ClickException(
            f"{problem} The steps before this were done. To continue, run the same command again."
        ) from None


def state(found: FoundDevice) -> list[str]:
    """The state of the service, in lines."""
    where = f"{found.image}{DATA}"
    if f"{UNITS}/{SERVICE}" not in found.files:
        return ["The service is not installed. To do that: sudo companion service install"]
    changed = install_plan(found, f"{UNITS}/{HOTSPOT}" in found.files)
    lines = ["The service is installed, but not as it should be: install it again."] if changed else []
    lines = lines or ["The service is installed."]
    lines.append("It starts with the device." if SERVICE in found.enabled else "It does not start with the device.")
    if not found.image:
        lines.append(
            "It is running."
            if SERVICE in found.active
            else "It is not running. To start it: sudo systemctl start companion"
        )
    if found.hotspot_open:
        lines.append("Its own Wi-Fi is open; the display shows its name and passphrase.")
    return [*lines, f"Games, tags and codes are in {where}."]


def last_words(machine: Machine) -> list[str]:
    """The last lines that the program logged."""
    status, said = machine.run(["journalctl", "--unit", SERVICE, "--lines", "5", "--output", "cat", "--no-pager"])
    return said.splitlines() if status == 0 else []
