"""`companion first-run`: from pads that nobody knows to a table that works; at the terminal, and as a page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from companion.app.first_run.guide import BACK, Guide
from companion.app.first_run.steps import Card, Choice, Mark, Result, Said
from companion.app.first_run.walk import FirstRunError, Notes, View, Walk
from companion.cli.ending import listen_to_ctrl_c
from companion.cli.first_run_devices import TableDevices
from companion.cli.listening import listen_to_keyboard
from companion.cli.options import game_option, registry_option, table_option
from companion.cli.paper import say
from companion.cli.places import data_dir
from companion.table import under_way
from companion.table.phrases import NOTHING

PAGE_PORT = 8080
COLOURS = {Mark.PASSED: "green", Mark.FAILED: "red", Mark.UNTRIED: "yellow"}


@click.command("first-run", short_help="Finds the pads, writes table.toml, enrols the tags, and tests it all.")
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@table_option
@registry_option
@game_option
@click.option("--again", is_flag=True, help="From the first step on; what was said before is suggested.")
@click.option("--page", "with_page", is_flag=True, help="Serve the guide as a page, too; a code opens it.")
@click.option("--host", default="0.0.0.0", show_default=True, help="The address that the page is served at.")
@click.option("--port", "page_port", default=PAGE_PORT, show_default=True, type=click.IntRange(0, 65535))
@click.pass_context
def command(
    ctx: click.Context,
    ports: tuple[str, ...],
    table: Path,
    registry: Path,
    game: str,
    again: bool,
    with_page: bool,
    host: str,
    page_port: int,
) -> None:
    """Ask for one thing after the other, until the table works: pads, numbers, spots, table.toml, tags, codes, a test.

    Everything is kept at once: stop with Ctrl-C whenever you like, and the next start goes on there. All serial ports
    are greeted, or only those that are named.

    \b
    Exit status: 0 when all steps are done, 1 when some are left.
    """
    folder = data_dir()
    played = under_way.read(folder)
    if played is not None and played.hides:
        raise click.ClickException(
            f"{played.title[:1].upper()}{played.title[1:]} is under way, since {played.since}: what is drawn from a "
            "bag must not be shown here. Play it to its end first, or end it."
        )
    notes = Notes(folder)
    progress, trouble = notes.read()
    if trouble:
        say(trouble, fg="yellow")
    if again:
        progress = replace(progress, done=(), numbered=(), spots={})
    try:
        walk = Walk(Guide(progress, notes.keep), TableDevices(folder, table, registry, game, ports))
        with ExitStack() as stack:
            if with_page:
                open_page(walk, host, page_port, stack)
            listen(walk, stack, alone=not with_page)
            done = walk.run(Terminal().show)
    except FirstRunError as problem:
        raise click.ClickException(str(problem)) from None
    if not done:
        say("All of that is kept. `companion first-run` goes on here.")
        ctx.exit(1)
    farewell()


def farewell() -> None:
    """What comes after the guide."""
    say("All steps are done. `companion first-run --again` goes through them once more.", bold=True)
    say("Now: companion run", hang=2)
    say("Or, where it is installed as a service: sudo systemctl start companion", hang=2)


# -- hearing ---------------------------------------------------------------------------------------------------


def listen(walk: Walk, stack: ExitStack, *, alone: bool) -> None:
    """Lines as they are typed; the first Ctrl-C ends it between two things. `alone`: nobody answers on a page."""
    listen_to_ctrl_c(stack, walk.end)
    listen_to_keyboard(stack, lambda line: walk.hear(Said(line)))
    if alone and not is_a_file():
        walk.end()


def is_a_file() -> bool:
    """Whether more may be typed."""
    try:
        sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return False
    return True


# -- showing ---------------------------------------------------------------------------------------------------


class Terminal:
    """Prints what is new; what stands there already is not said again."""

    def __init__(self) -> None:
        self._title = ""
        self._card: Card | None = None

    def show(self, view: View) -> None:
        """One view."""
        speak = view.language.say
        if view.over:
            return
        title = view.title.said(speak)
        if title != self._title:
            click.echo()
            say(title, bold=True)
            self._title, self._card = title, None
        if view.card is None:
            say(speak("One moment: whoever is at the ports is greeted …"))
            self._card = None
            return
        card, before = view.card, self._card
        self._card = card
        if before is None or card.said != before.said:
            for line in card.said:
                say(line.said(speak), indent=2, hang=2)
        if card.results and (before is None or card.results != before.results):
            self._list(card.results, speak)
        if before is None or (card.question, card.choices) != (before.question, before.choices):
            self._ask(card, view.can_go_back, speak)

    def _ask(self, card: Card, can_go_back: bool, speak: Callable[[str], str]) -> None:
        say(card.question.said(speak), hang=0, fg="cyan")
        for choice in (*card.choices, *([BACK] if can_go_back else [])):
            self._choice(choice, card.usual, speak)
        if card.typed:
            usual = "" if card.usual in {choice.word for choice in card.choices} else card.usual
            say(f"{card.typed.said(speak)}{f' [{usual}]' if usual else ''}", indent=4, hang=2)

    @staticmethod
    def _choice(choice: Choice, usual: str, speak: Callable[[str], str]) -> None:
        word = f"[{choice.word}]" if choice.word == usual else f" {choice.word} "
        say(f"{word:12} {choice.words.said(speak)}", indent=3, hang=14)

    @staticmethod
    def _list(results: tuple[Result, ...], speak: Callable[[str], str]) -> None:
        for result in results:
            say(f"{result.mark.value:10}{result.words.said(speak)}", indent=2, hang=10, fg=COLOURS[result.mark])
            if result.advice is not NOTHING and result.mark is Mark.FAILED:
                say(f"-> {result.advice.said(speak)}", indent=12, hang=3)


def open_page(walk: Walk, host: str, port: int, stack: ExitStack) -> None:
    """The same guide on a page; whoever has the code comes in."""
    from companion.app.demo.page import free_page
    from companion.app.evening import EVERYWHERE
    from companion.app.first_run.page import create_page, new_code
    from companion.app.network import own_address, page_address
    from companion.cli.run import picture

    code = new_code()
    try:
        page = stack.enter_context(free_page(create_page(walk, code), host, port))
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise click.ClickException(f"Port {port} cannot be used ({why}). Take another with --port.") from None
    address = page_address((own_address() or "127.0.0.1") if host in EVERYWHERE else host, page.port)
    click.echo(f"Page: {address}   code: {code[:3]} {code[3:]}")
    click.echo(picture(address))
