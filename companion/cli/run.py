"""`companion run`: the program that follows the games of a table all evening."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING

import click

from companion.app.heartbeat import ALIVE, READY, tell_systemd
from companion.cli.codes import PrintedCodes, Shown
from companion.cli.display import find_language
from companion.cli.ending import until_told, wait_for
from companion.cli.logged import logged
from companion.cli.options import table_path
from companion.cli.places import data_dir
from companion.faces.extras import remedy

if TYPE_CHECKING:
    from companion.app.evening import Evening
    from companion.app.program_log import ProgramLog
    from companion.faces.display.display import Display
    from companion.faces.display.pages import Page
    from companion.faces.languages import Language
    from companion.table.layout import Layout

WINDOW = (1024, 600)
USUAL_LANGUAGE = "en"
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")
"""How the ids of tables are written: they stand in addresses and in the names of files."""
RETRY = 3.0
"""Seconds after which a disk that could not be written is tried again."""
GOES_ON = "The game goes on without it."


@click.command()
@click.option(
    "--table",
    "tables",
    type=click.Path(path_type=Path),
    multiple=True,
    help="The file that describes the table; give it again for each further table of this device.  [default: "
    "table.toml in the data folder]",
)
@click.option("--data", "data", type=click.Path(path_type=Path, file_okay=False), default=data_dir,
              help="The data folder, for games, tags and codes.")  # fmt: skip
@click.option("--host", default="0.0.0.0", show_default=True, help="The network address to listen on.")
@click.option(
    "--port",
    default=8080,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port to listen on; 0 takes any free one.",
)
@click.option("--display", "where", default="window", show_default=True, type=click.Choice(["window", "full", "none"]),
              help="How to show the display.")  # fmt: skip
@click.option("--theme", default="dark", show_default=True, type=click.Choice(["light", "dark", "contrast"]),
              help="The colours of the display.")  # fmt: skip
@click.option(
    "--language",
    "lang",
    help="The language of the display; each phone has its own.  [default: as set by first-run, else en]",
)
@click.option("--rotate", is_flag=True, help="Turn each seat's panel to its edge of the table.")
@click.option("--wifi", help="The name of the Wi-Fi to show on the display.  [default: what the system says]")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for traces of what readers see, for bug reports. They hold what came out of the bags: show them to "
    "nobody while the game runs.",
)
@click.option("--no-announce", is_flag=True, help="Do not announce this device in the network.")
@logged
def command(
    tables: tuple[Path, ...],
    data: Path,
    kept: ProgramLog,
    host: str,
    port: int,
    where: str,
    theme: str,
    lang: str | None,
    rotate: bool,
    wifi: str | None,
    record: Path | None,
    no_announce: bool,
) -> None:
    """Follow the game on a real table.

    This is the program of the evening: it reads the pads, keeps the record, shows the table on a display, and serves
    the pages for phones and the judge. Ctrl-C stops it. A game that was not over goes on at the next start. If
    something is missing, a pad or a screen, it says so and the rest works.

    \b
    Examples:
      companion run
      companion run --display full --rotate --language ru
      companion run --table left.toml --table right.toml
    """
    language = find_language(lang or chosen_language(data), "--language")
    from companion.app.evening import Evening, Settings

    layout, several = layouts_from(tables, data)
    troubles: list[str] = []

    def trouble(words: str) -> None:
        troubles.append(words)
        tell(words)

    display = open_display(where, theme, rotate, language, trouble) if where != "none" else None
    settings = Settings(
        data=data,
        layout=layout,
        host=host,
        port=port,
        language=language,
        wifi=wifi,
        announce=not no_announce,
        record=record,
        tables=several,
    )
    if record and not any(one and (one.pads or one.station) for one in settings.all_tables.values()):
        tell("There are no readers, so nothing is recorded.")
    show = display.show if display else show_nothing
    again = partial(open_display, where, theme, rotate, language, trouble) if display else None
    evening = opened(lambda: Evening(settings, tell, show), again, language)
    if evening is not None:
        kept.thread_broke = evening.hall.part_broke
        until_ended(evening, display, troubles)


def opened(
    make: Callable[[], Evening], screen: Callable[[], Display | None] | None, language: Language
) -> Evening | None:
    """Make the evening. While the disk cannot be written, a display of its own says so, and this is tried again.

    Returns None if somebody closes that display or presses Ctrl-C. Raises `LedgerError` if there is no display, or if
    waiting does not help.
    """
    from companion.app.pages import page_without_ledger
    from companion.ledger import LedgerError

    try:
        return make()
    except LedgerError as problem:
        display = screen() if screen and problem.temporary else None
        if display is None:
            raise
        tell(f"{problem} The companion tries again every {RETRY:g} seconds; Ctrl-C stops it.")
        display.show(page_without_ledger(problem, language))
    found: list[Evening] = []
    with until_told(display.close) as ended:

        def try_again() -> None:
            while not found and not ended.wait(RETRY):
                tell_systemd(ALIVE)
                try:
                    found.append(make())
                except LedgerError as problem:
                    display.show(page_without_ledger(problem, language))
            display.close()

        tell_systemd(READY)
        thread = Thread(target=try_again, name="disk", daemon=True)
        thread.start()
        display.run()
        if display.was_shown and not found:  # somebody closed the window
            ended.set()
        thread.join()
    return found[0] if found else None


def chosen_language(data: Path) -> str:
    """The language that was chosen in the first run; English if none was."""
    from companion.app.first_run.walk import Notes
    from companion.faces.languages import languages

    progress, _ = Notes(data).read()
    return progress.language if progress.language in languages() else USUAL_LANGUAGE


def show_nothing(page: Page) -> None:
    """Stands in for a display where there is none."""


PEN = Lock()


def tell(words: str) -> None:
    """Print a line for the person at the terminal. Any thread may call this."""
    with PEN:
        click.echo(words, err=True)


def layouts_from(tables: Sequence[Path], data: Path) -> tuple[Layout | None, dict[str, Layout | None] | None]:
    """The table that is described; or, where there are several, each by its id, which is the name of its file."""
    if len(tables) < 2:
        return layout_from(tables[0] if tables else None, data), None
    ids = [path.stem for path in tables]
    for path, key in zip(tables, ids, strict=True):
        if not ID.fullmatch(key) or ids.count(key) > 1:
            words = "takes its table's id from its name: small letters, digits and dashes, and no two alike. Rename it."
            raise click.UsageError(f"{path} {words}")
    return None, {key: layout_from(path, data) for key, path in zip(ids, tables, strict=True)}


def layout_from(table: Path | None, data: Path) -> Layout | None:
    """The table that is described, or None (after saying why): then people enter their moves on phones."""
    from companion.app.table_file import load_table
    from companion.table.layout_file import TableProblems

    path = table or (data / table_path().name)
    if table is None and not path.exists():
        tell(f"There is no table in {path}: people enter their moves on phones.")
        return None
    layout = load_table(path)
    if isinstance(layout, TableProblems):
        tell("\n".join([*layout.said(), "Until this is mended, people enter their moves on phones."]))
        return None
    return layout


def open_display(
    where: str, theme: str, rotate: bool, language: Language, trouble: Callable[[str], None]
) -> Display | None:
    """The display, still dark; None if its packages are missing, after saying so."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from companion.faces.display.display import Display, Options
    except ImportError as problem:
        tell(f"The display needs packages that are not installed ({problem.name}). {GOES_ON} {remedy()}")
        return None
    size = WINDOW if where == "window" else None
    return Display(Options(size, theme, rotate), language.say, trouble=trouble, drawn=seen_by_somebody(trouble))


def seen_by_somebody(trouble: Callable[[str], None]) -> Callable[[Page], None]:
    """What to call after each drawing. It says once if there is no screen: SDL would silently draw into memory."""
    import pygame

    told = bool(os.environ.get("SDL_VIDEODRIVER"))

    def drawn(page: Page) -> None:
        nonlocal told
        if not told and pygame.display.get_driver() in ("dummy", "offscreen"):
            trouble(f"No screen was found: is one plugged in? {GOES_ON}")
        told = True

    return drawn


def until_ended(evening: Evening, display: Display | None, troubles: Collection[str]) -> None:
    """Wait until the evening ends: by Ctrl-C, or when the display, which needs the main thread, is closed."""
    from companion.app.collector import spare_the_collector

    with until_told(display.close if display else lambda: None) as ended, evening:
        codes = PrintedCodes(lambda: codes_of(evening), lambda: evening.address)
        introduce(evening, codes)
        Thread(target=wait_for, args=(ended, codes.print_new), name="codes", daemon=True).start()
        spare_the_collector()
        if display:
            display.run()
            if not troubles:
                return
        wait_for(ended)


def codes_of(evening: Evening) -> list[Shown]:
    """The codes that open something now; none where nobody can join."""
    return [Shown(who, code.text, code.spaced) for who, code in evening.codes()] if evening.address else []


def introduce(evening: Evening, printed: PrintedCodes) -> None:
    """Print where phones can join, and with which codes."""
    if not evening.address:
        click.echo("Nobody can join by phone. Ctrl-C ends the evening.")
        return
    click.echo(f"Phones: {evening.address}")
    codes = printed.print()
    click.echo(picture(f"{evening.address}/join?code={codes[0].text}" if codes else evening.address))
    click.echo("Ctrl-C ends the evening; the next start continues the game.")
    sys.stdout.flush()


def picture(text: str) -> str:
    """A QR code, drawn with characters."""
    import io

    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
