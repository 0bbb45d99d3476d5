"""`companion run`: the program that a table runs all evening."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import click

from companion.cli.display import find_language
from companion.cli.ending import until_told, wait_for
from companion.cli.options import table_path
from companion.cli.places import data_dir
from companion.faces.extras import remedy

if TYPE_CHECKING:
    from companion.app.evening import Evening
    from companion.faces.display.display import Display
    from companion.faces.display.pages import Page
    from companion.faces.languages import Language
    from companion.table.layout import Layout

WINDOW = (1024, 600)
USUAL_LANGUAGE = "en"
GOES_ON = "The game goes on without it."


@click.command()
@click.option("--table", "table", type=click.Path(path_type=Path), help="Which table.toml describes the table.")
@click.option("--data", "data", type=click.Path(path_type=Path, file_okay=False), default=data_dir,
              help="The folder for games, tags and codes.")  # fmt: skip
@click.option("--host", default="0.0.0.0", show_default=True, help="The address that phones may come to.")
@click.option(
    "--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="0 takes any that is free."
)
@click.option("--display", "where", default="window", show_default=True, type=click.Choice(["window", "full", "none"]))
@click.option("--theme", default="dark", show_default=True, type=click.Choice(["light", "dark", "contrast"]))
@click.option(
    "--language", "lang", help="Of the display; phones have their own.  [default: as first-run was told, else en]"
)
@click.option("--rotate", is_flag=True, help="Turn what concerns a seat to its edge of the table.")
@click.option("--wifi", help="The network's name, for the display.  [default: what the system says]")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for traces of what readers see, for bug reports. They hold what came out of the bags: show them to "
    "nobody while the game runs.",
)
@click.option("--no-announce", is_flag=True, help="Do not tell the network this device's name.")
def command(
    table: Path | None,
    data: Path,
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
    """Follow the game at a table: readers, record, display and the pages for phones. Ctrl-C ends it.

    A game that was not over goes on where it stopped. What is missing, a pad or a screen, is said, and the rest works.
    """
    language = find_language(lang or chosen_language(data), "--language")
    from companion.app.evening import Evening, Settings

    layout = layout_from(table, data)
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
    )
    if record and not (layout and (layout.pads or layout.station)):
        tell("There are no readers, so nothing is recorded.")
    evening = Evening(settings, tell, display.show if display else show_nothing)
    until_ended(evening, display, troubles)


def chosen_language(data: Path) -> str:
    """What was chosen in the first run; English where there was none."""
    from companion.app.first_run.walk import Notes
    from companion.faces.languages import languages

    progress, _ = Notes(data).read()
    return progress.language if progress.language in languages() else USUAL_LANGUAGE


def show_nothing(page: Page) -> None:
    """Where there is no display."""


PEN = Lock()


def tell(words: str) -> None:
    """A line for whoever sits at the terminal; from any thread."""
    with PEN:
        click.echo(words, err=True)


def layout_from(table: Path | None, data: Path) -> Layout | None:
    """The table that is described, or why there is none: then people say on phones what they do."""
    from companion.table.layout_file import Problems, load_layout

    path = table or (data / table_path().name)
    if table is None and not path.exists():
        tell(f"No table is described in {path}: people say on phones what they do.")
        return None
    layout = load_layout(path)
    if isinstance(layout, Problems):
        tell("\n".join([*layout.said(), "Until that is mended, people say on phones what they do."]))
        return None
    return layout


def open_display(
    where: str, theme: str, rotate: bool, language: Language, trouble: Callable[[str], None]
) -> Display | None:
    """The display, still dark; None where its packages are missing."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from companion.faces.display.display import Display, Options
    except ImportError as problem:
        tell(f"The display needs packages that are not installed ({problem.name}). {GOES_ON} {remedy()}")
        return None
    size = WINDOW if where == "window" else None
    return Display(Options(size, theme, rotate), language.say, trouble=trouble, drawn=seen_by_somebody(trouble))


def seen_by_somebody(trouble: Callable[[str], None]) -> Callable[[Page], None]:
    """SDL falls back on drawing into memory alone where it finds no screen; that is said once."""
    import pygame

    told = bool(os.environ.get("SDL_VIDEODRIVER"))

    def drawn(page: Page) -> None:
        nonlocal told
        if not told and pygame.display.get_driver() in ("dummy", "offscreen"):
            trouble(f"No screen was found: is one plugged in? {GOES_ON}")
        told = True

    return drawn


def until_ended(evening: Evening, display: Display | None, troubles: Collection[str]) -> None:
    """The display wants the main thread; who closes its window ends the evening. Without one this waits for Ctrl-C."""
    from companion.app.evening import spare_the_collector

    with until_told(display.close if display else lambda: None) as ended, evening:
        introduce(evening)
        spare_the_collector()
        if display:
            display.run()
            if not troubles:
                return
        wait_for(ended)


def introduce(evening: Evening) -> None:
    """Where phones come to, and with what."""
    if not evening.address:
        click.echo("Nobody can join by phone. Ctrl-C ends the evening.")
        return
    codes = evening.codes()
    click.echo(f"Phones: {evening.address}")
    for who, code in codes:
        click.echo(f"  {who:12} {code.spaced}   {evening.address}/join?code={code.text}")
    click.echo(picture(f"{evening.address}/join?code={codes[0][1].text}" if codes else evening.address))
    click.echo("Ctrl-C ends the evening; the game goes on with the next start.")
    sys.stdout.flush()


def picture(text: str) -> str:
    """A QR code in letters."""
    import io

    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
