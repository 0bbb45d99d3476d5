"""`companion first-run`: the guide from new pads to a table that works, at the terminal and as a web page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from companion.app.first_run.guide import BACK, Guide
from companion.app.first_run.steps import Card, CardChoice, MoveMark, MoveResult, TypedLine
from companion.app.first_run.walk import FirstRunError, Notes, Walk, WalkView
from companion.cli.ending import listen_to_ctrl_c
from companion.cli.first_run_devices import TableDevices
from companion.cli.listening import listen_to_keyboard
from companion.cli.options import game_option, registry_option, table_option
from companion.cli.paper import say
from companion.cli.places import data_dir
from companion.table import under_way
from companion.table.phrases import NOTHING

PAGE_PORT = 8080
COLOURS = {MoveMark.PASSED: "green", MoveMark.FAILED: "red", MoveMark.UNTRIED: "yellow"}


@click.command("first-run")
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@table_option
@registry_option
@game_option
@click.option("--again", is_flag=True, help="Start over. Your earlier answers are offered again.")
@click.option("--page", "with_page", is_flag=True, help="Serve the guide as a web page too. A code opens it.")
@click.option("--host", default="0.0.0.0", show_default=True, help="With --page: the network address to listen on.")
@click.option("--port", "page_port", default=PAGE_PORT, show_default=True, type=click.IntRange(0, 65535),
              help="With --page: the port to listen on; 0 takes any free one.")  # fmt: skip
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
    """Set up a new table, step by step.

    The guide finds and numbers the pads, learns each spot from a chip that you lay on it, writes table.toml, records
    the tags, hands out the first code, and plays three test moves. Everything is saved at once: stop with Ctrl-C
    whenever you like, and the next start goes on from there. Without PORT, every serial port is tried.
    docs/first-run.md tells more.

    \b
    Examples:
      companion first-run
      companion first-run --page

    \b
    Exit status: 0 when all steps are done; 1 when some are left.
    """
    folder = data_dir()
    played = under_way.read(folder)
    if played is not None and played.hides:
        raise click.ClickException(
            f"{played.title[:1].upper()}{played.title[1:]} has been under way since {played.since}. Chips drawn from a "
            "bag must not be shown here: finish or end that game first."
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
            keyboard = Keyboard(walk, alone=not with_page)
            keyboard.listen(stack)
            done = walk.run(Terminal().show)
    except FirstRunError as problem:
        raise click.ClickException(str(problem)) from None
    if not done:
        if keyboard.ended:
            say("The input has ended, so nobody can answer here any more.")
        say("Everything so far is saved. `companion first-run` continues from here.")
        ctx.exit(1)
    farewell()


def farewell() -> None:
    """Print what to do after the guide."""
    say("All steps are done. `companion first-run --again` goes through them again.", bold=True)
    say("To play, run: companion run", hang=2)
    say("Or, if it is installed as a service: sudo systemctl start companion", hang=2)


# -- hearing ---------------------------------------------------------------------------------------------------


class Keyboard:
    """Passes on typed lines. The first Ctrl-C, or the end of input, ends the guide after the step in hand."""

    def __init__(self, walk: Walk, *, alone: bool) -> None:
        """`alone`: there is no page on which somebody else could answer."""
        self.ended = False
        """Whether the guide ended because nothing more can be typed."""
        self._walk = walk
        self._alone = alone

    def listen(self, stack: ExitStack) -> None:
        """Listen as long as the stack is open."""
        listen_to_ctrl_c(stack, self._walk.end)
        listen_to_keyboard(stack, lambda line: self._walk.hear(TypedLine(line)), self.end)

    def end(self) -> None:
        """Note that nothing more will be typed; if there is no page, end the guide."""
        if self._alone:
            self.ended = True
            self._walk.end()


# -- showing ---------------------------------------------------------------------------------------------------


class Terminal:
    """Prints what is new in each view, and does not repeat what is on the screen already."""

    def __init__(self) -> None:
        self._title = ""
        self._card: Card | None = None

    def show(self, view: WalkView) -> None:
        """Print the news of one view."""
        speak = view.language.say
        if view.over:
            return
        title = view.title.said(speak)
        if title != self._title:
            click.echo()
            say(title, bold=True)
            self._title, self._card = title, None
        if view.card is None:
            say(speak("One moment: looking for pads on all ports …"))
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
    def _choice(choice: CardChoice, usual: str, speak: Callable[[str], str]) -> None:
        word = f"[{choice.word}]" if choice.word == usual else f" {choice.word} "
        say(f"{word:12} {choice.words.said(speak)}", indent=3, hang=14)

    @staticmethod
    def _list(results: tuple[MoveResult, ...], speak: Callable[[str], str]) -> None:
        for result in results:
            say(f"{result.mark.value:10}{result.words.said(speak)}", indent=2, hang=10, fg=COLOURS[result.mark])
            if result.advice is not NOTHING and result.mark is MoveMark.FAILED:
                say(f"-> {result.advice.said(speak)}", indent=12, hang=3)


def open_page(walk: Walk, host: str, port: int, stack: ExitStack) -> None:
    """Serve the same guide on a page, which a code opens."""
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
        raise click.ClickException(f"Port {port} cannot be used ({why}). Choose another one with --port.") from None
    address = page_address((own_address() or "127.0.0.1") if host in EVERYWHERE else host, page.port)
    click.echo(f"Page: {address}   code: {code[:3]} {code[3:]}")
    click.echo(picture(address))
