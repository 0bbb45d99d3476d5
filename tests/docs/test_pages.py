"""What the pages quote is what the program says; the commands that they name exist, with these options."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from companion.cli import main
from tests.docs.told import ROOT, is_told, texts

NAMES = ("raspberry-pi", "first-run", "demo", "troubleshooting", "for-judges", "for-players")
PAGES = [ROOT / "docs" / f"{name}.md" for name in NAMES]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
PREFIX = re.compile(r"^(sudo( -Hu companion)? )?(/opt/companion/bin/)?companion ")


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def quotes(page: str) -> list[str]:
    """What stands behind a bar, a paragraph each."""
    return [" ".join(line[2:] for line in block.splitlines()) for block in re.findall(r"(?:^> .*\n?)+", page, re.M)]


def commands(page: str) -> list[str]:
    """What is to be typed, in a block or between backticks, without sudo and path."""
    blocks = re.findall(r"^    (.*)$", page, re.MULTILINE)
    inline = [" ".join(words.split()) for words in re.findall(r"`([^`]+)`", page)]
    return [PREFIX.sub("", line) for line in blocks + inline if PREFIX.match(line)]


QUOTES = quotes(read(ROOT / "docs/troubleshooting.md"))
COMMANDS = sorted({command for page in PAGES for command in commands(read(page))})


def test_there_is_something_to_look_at() -> None:
    assert len(QUOTES) > 50
    assert len(COMMANDS) > 20
    assert len(texts()) > 2000


@pytest.mark.parametrize("quote", QUOTES)
def test_the_program_says_what_is_quoted(quote: str) -> None:
    assert is_told(quote), "nothing in the sources has these words"


@every_page
def test_what_is_bold_stands_on_a_page_of_the_phones(page: Path) -> None:
    bold = re.findall(r"\*\*([^*]+)\*\*", read(page))
    assert [words for words in bold if " ".join(words.split()) not in texts()] == []


@every_page
def test_words_that_are_said_to_be_on_the_screen_are(page: Path) -> None:
    said = re.findall(r'"([^"]+)"', re.sub(r"^    .*$|`[^`]*`", "", read(page), flags=re.MULTILINE))
    assert [words for words in said if not is_told(" ".join(words.split()))] == []


@pytest.mark.parametrize("typed", COMMANDS)
def test_a_command_exists_with_its_options(typed: str) -> None:
    command: click.Command = main
    context = click.Context(main)
    words = shlex.split(typed)
    while words and isinstance(command, click.Group):
        found = command.get_command(context, words[0])
        if found is None:
            break
        command, words = found, words[1:]
    assert command is not main, "there is no such command"
    assert not (isinstance(command, click.Group) and words), f"{words[0]} is none of its commands"
    known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= known
    places = [word for word in words if not word.startswith("--")]
    takes = sum(isinstance(param, click.Argument) for param in command.params)
    with_value = sum(isinstance(param, click.Option) and not param.is_flag for param in command.params)
    assert takes or with_value or not places, f"it takes no {places}"


def test_what_is_no_command_would_be_noticed() -> None:
    assert commands("`sudo -Hu companion companion doctor --json`\n\n    companion games\n") == [
        "games",
        "doctor --json",
    ]
    assert quotes("> One\n> quote.\n\n> Another.\n") == ["One quote.", "Another."]
    assert is_told("… does not answer. The players are asked instead.")
    assert not is_told("… does not answer. What it would see is guessed instead.")


@every_page
def test_links_to_headings_lead_there(page: Path) -> None:
    for file, heading in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", read(page)):
        target = page.parent / file if file else page
        headings = re.findall(r"^#+ (.+)$", read(target), re.MULTILINE)
        names = {re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in headings}
        assert heading in names, f"{file}#{heading}"


def test_folders_and_files_are_those_of_the_service() -> None:
    from companion.app.service.found import COMMAND, DATA, OPTIONS, PROFILE
    from companion.app.service.plan import shipped

    guide = read(ROOT / "docs/raspberry-pi.md")
    for name in (DATA, OPTIONS, PROFILE):
        assert name in guide
    assert COMMAND.endswith("/companion")
    example = re.search(r"COMPANION_OPTIONS=\"[^\"]+\"", guide)
    assert example
    assert example[0] in shipped("companion.default")


def test_what_the_display_needs_is_what_it_asks_for() -> None:
    from companion.faces.display.driver import LIBRARIES_MISSING

    wanted = LIBRARIES_MISSING.partition("apt install ")[2].split()
    assert set(wanted) <= set(re.search(r"apt install -y (.*)", read(ROOT / "docs/raspberry-pi.md"))[1].split())  # type: ignore[index]
