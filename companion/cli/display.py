"""`companion display`: show a position as the display at the table would, on the screen or as a picture."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.rules import a_number, read_position
from companion.faces.extras import remedy

if TYPE_CHECKING:
    from companion.faces.languages import Language
    from companion.faces.screen import Screen
    from companion.rules import Match

SMALLEST, LARGEST = 240, 7680
"""The limits for the length of a side, in pixels."""


class Size(click.ParamType[tuple[int, int]]):
    """A width and a height in pixels, such as 800x480."""

    name = "WxH"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Read the size, or fail with an explanation."""
        found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", str(value))
        if not found:
            self.fail(f"{value} is not a size: write width x height in pixels, as in 800x480.", param, ctx)
        width, height = int(found[1]), int(found[2])
        if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
            self.fail(f"{value}: each side must have {SMALLEST} to {LARGEST} pixels.", param, ctx)
        return width, height


@click.command("display")
@click.option(
    "--position",
    "file",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a position or a scenario (docs/scenarios.md).",
)
@click.option("--played", is_flag=True, help="Play the file's script first. The script has to name every step.")
@a_number
@click.option(
    "--snapshot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a picture (.png) to this file; open no window.",
)
@click.option(
    "--size", type=Size(), help="Width and height in pixels.  [default: 1280x720 for a picture, else the whole screen]"
)
@click.option(
    "--theme", type=click.Choice(("dark", "light", "contrast")), default="dark", show_default=True, help="The colours."
)
@click.option("--lang", default="en", show_default=True, help="The language: en or ru.")
@click.option("--rotate", is_flag=True, help="Turn each seat's panel to its edge of the table.")
def command(
    file: Path,
    played: bool,
    number: int | None,
    snapshot: Path | None,
    size: tuple[int, int] | None,
    theme: str,
    lang: str,
    rotate: bool,
) -> None:
    """Show a position as the display at the table would.

    It opens on this screen until you press Esc or Q. With --snapshot it writes a picture instead.

    \b
    Examples:
      companion display --position tests/scenarios/ante_and_panic.yaml
      companion display --position game.yaml --snapshot table.png --theme light
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from companion.faces.display.display import Display, Options
        from companion.faces.display.pages import GameShown
        from companion.faces.display.snapshot import USUAL_SIZE, picture, save
    except ImportError as problem:
        words = f"the display needs packages that are not installed ({problem.name}). {remedy()}"
        raise click.ClickException(words) from None
    language = find_language(lang)
    page = GameShown(screen_of_position(read_position(file, number or 1, played=played), language))
    if snapshot:
        if snapshot.suffix.lower() != ".png":
            raise click.UsageError(f"{snapshot}: the name of the picture must end in .png.")
        surface = picture(page, size or USUAL_SIZE, theme, rotate=rotate, say=language.say)
        try:
            save(surface, snapshot)
        except (OSError, RuntimeError) as problem:
            raise click.ClickException(f"{snapshot} cannot be written: {problem}") from None
        click.echo(f"{snapshot}: {surface.get_width()}x{surface.get_height()}, {theme}, {lang}")
        return
    troubles: list[str] = []
    display = Display(Options(size, theme, rotate), language.say, trouble=troubles.append)
    display.show(page)
    display.run()
    if troubles:
        raise click.ClickException(troubles[0])


def find_language(code: str, option: str = "--lang") -> Language:
    """The language with this code; `option` is where the user gave it, for the error."""
    from companion.faces.languages import languages

    known = languages()
    if code not in known:
        raise click.UsageError(f"{option} {code}: the display speaks {' and '.join(known)}.")
    return known[code]


def screen_of_position(match: Match, language: Language) -> Screen:
    """What the table sees of a position: the board, and the question that is open inside an effect."""
    from companion.faces.screen_words import ScreenSource, screen_of
    from companion.referee.outcome import still
    from companion.rules import TABLE

    seen = ScreenSource(still(match), match, match.view(TABLE), (), (), (), (), match.game.title, "")
    return screen_of(seen, language, 0)
