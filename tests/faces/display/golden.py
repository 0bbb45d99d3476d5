"""The pictures to which the display is held. Write them anew, and then look at each of them:

python -m tests.faces.display.golden
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pygame

from companion.cli.display import find_language
from companion.faces.display.pages import GameShown, Page
from companion.faces.display.snapshot import picture, save
from tests.faces.display.examples import pages, position, ruled

FOLDER = Path(__file__).with_name("golden")


class Golden(NamedTuple):
    """A page and how it is shown."""

    page: Page
    size: tuple[int, int]
    theme: str = "dark"
    rotate: bool = False
    lang: str = "en"


def goldens() -> dict[str, Golden]:
    """All of them, by the names of their files."""
    known = pages()
    return {
        "duel_800x480": Golden(known["duel"], (800, 480)),
        "duel_1024x600_light": Golden(known["duel"], (1024, 600), "light"),
        "duel_480x800": Golden(known["duel"], (480, 800)),
        "start_1280x720": Golden(GameShown(position("start")), (1280, 720)),
        "high_1920x1080_contrast": Golden(GameShown(position("high")), (1920, 1080), "contrast"),
        "asked_1024x600_ru": Golden(GameShown(position("asked", "ru")), (1024, 600), lang="ru"),
        "asked_480x800_ru_light": Golden(GameShown(position("asked", "ru")), (480, 800), "light", lang="ru"),
        "noted_800x480": Golden(known["noted"], (800, 480)),
        "aside_said_480x800": Golden(known["aside_said"], (480, 800)),
        "three_1280x720_light": Golden(known["three"], (1280, 720), "light"),
        "four_800x480": Golden(known["four"], (800, 480)),
        "four_600x1024_contrast": Golden(known["four"], (600, 1024), "contrast"),
        "rotated_two_1024x600": Golden(known["duel"], (1024, 600), rotate=True),
        "rotated_four_1280x720": Golden(known["four"], (1280, 720), rotate=True),
        "rotated_three_800x480_light": Golden(known["three"], (800, 480), "light", rotate=True),
        "rotated_aside_1024x600": Golden(known["aside"], (1024, 600), rotate=True),
        "rotated_ruling_800x480": Golden(known["ruled_opposite"], (800, 480), rotate=True),
        "rotated_ruled_clocks_800x480": Golden(known["ruled_clocks"], (800, 480), rotate=True),
        "ruled_clocks_480x800": Golden(known["ruled_clocks"], (480, 800)),
        "rotated_judged_1024x600": Golden(known["judged"], (1024, 600), rotate=True),
        "rotated_result_800x480_light": Golden(known["result"], (800, 480), "light", rotate=True),
        "rotated_result_1024x600": Golden(known["result_four"], (1024, 600), rotate=True),
        "troubled_800x480": Golden(known["troubled"], (800, 480)),
        "trapped_800x480": Golden(known["trapped"], (800, 480)),
        "trapped_480x800_ru_light": Golden(GameShown(position("trapped", "ru")), (480, 800), "light", lang="ru"),
        "panic_800x480": Golden(known["panic"], (800, 480)),
        "beacons_1024x600": Golden(known["beacons"], (1024, 600)),
        "clocks_800x480": Golden(known["clocks"], (800, 480)),
        "clocks_480x800_light": Golden(known["clocks"], (480, 800), "light"),
        "clocks_four_800x480_contrast": Golden(known["clocks_four"], (800, 480), "contrast"),
        "clocks_stand_1024x600_ru": Golden(known["clocks_stand"], (1024, 600), lang="ru"),
        "rotated_clocks_1024x600": Golden(known["clocks"], (1024, 600), rotate=True),
        "ruling_800x480": Golden(known["ruling"], (800, 480)),
        "ruling_1024x600_ru": Golden(GameShown(ruled("ante_of_the_wrong_size", "ru")), (1024, 600), lang="ru"),
        "judged_480x800_light": Golden(known["judged"], (480, 800), "light"),
        "result_1024x600": Golden(known["result"], (1024, 600)),
        "idle_800x480": Golden(known["idle"], (800, 480)),
        "lost_1024x600_contrast": Golden(known["lost"], (1024, 600), "contrast"),
        "idle_480x800_ru": Golden(known["idle"], (480, 800), lang="ru"),
        "hotspot_800x480": Golden(known["hotspot"], (800, 480)),
        "hotspot_480x800_ru_light": Golden(known["hotspot_noted"], (480, 800), "light", lang="ru"),
        "failed_800x480_light": Golden(known["failed"], (800, 480), "light"),
        "starting_800x480": Golden(known["starting"], (800, 480)),
    }


def drawn(golden: Golden) -> pygame.Surface:
    """The picture as the program makes it now."""
    return picture(golden.page, golden.size, golden.theme, rotate=golden.rotate, say=find_language(golden.lang).say)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    known = goldens()
    for file in FOLDER.glob("*.png"):
        if file.stem not in known:
            file.unlink()
    for name, golden in known.items():
        save(drawn(golden), FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
