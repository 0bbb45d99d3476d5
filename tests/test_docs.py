"""The pages say what the code is: links, names, tables and excerpts are held to it. Their examples run as doctests."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import get_annotations
from pathlib import Path

import click
import pytest

import companion.rules as rules
from companion.cli import main
from companion.rules.puzzle_strike.encyclopedia import encyclopedia
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.chip_set import ChipSet
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import ZONES, Table
from companion.rules.puzzle_strike.words import VERBS
from tests.scenarios_runner.texts import run_one

ROOT = Path(__file__).resolve().parents[1]
GAME = "companion.rules.puzzle_strike"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next one."""
    return re.split(r"^#+ ", page.split(f"# {heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(table: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


# -- links and paths -------------------------------------------------------------------------------------------


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@every_page
def test_files_that_are_named_exist(page: Path) -> None:
    named = re.findall(r"`((?:companion|tests|docs|scripts|requirements)/[^`\s]*)`", page.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_page_of_the_docs_is_linked_from_the_readme() -> None:
    linked = set(re.findall(r"\]\((docs/[^)]+\.md)\)", text("README.md")))
    assert linked == {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}


# -- README ----------------------------------------------------------------------------------------------------


def test_the_readme_is_short() -> None:
    assert len(text("README.md").splitlines()) <= 120


@every_page
def test_commands_in_the_text_exist(page: Path) -> None:
    """`companion NAME`, and the options behind it. tests/cli/test_reference.py holds the page of commands."""
    for words in re.findall(r"`(?:\.venv/bin/)?companion ([a-z][^`]*)`", page.read_text(encoding="utf-8")):
        command: click.Command = main
        for word in words.split():
            if not isinstance(command, click.Group):
                break
            found = command.get_command(click.Context(command), word)
            assert found is not None, words
            command = found
        known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
        assert {word.partition("=")[0] for word in words.split() if word.startswith("--")} <= known | {"--help"}, words


# -- rulings ---------------------------------------------------------------------------------------------------

RULINGS = re.findall(r"^\* (.*?)(?=^\* |^## |\Z)", text("docs/rulings.md"), flags=re.MULTILINE | re.DOTALL)


def is_there(name: str) -> bool:
    """Whether there is such a file, such a function where it is said to be defined, or such a scenario file."""
    if "/" in name:
        return (ROOT / name).is_file()
    if "." not in name:
        return (ROOT / "tests" / "scenarios" / f"{name}.yaml").is_file()
    home, _, function = name.rpartition(".")
    if home == "Play":
        return callable(getattr(Play, function, None))
    if not (ROOT / GAME.replace(".", "/") / f"{home.replace('.', '/')}.py").is_file():
        return False
    found = getattr(import_module(f"{GAME}.{home}"), function, None)
    return callable(found) and found.__module__ == f"{GAME}.{home}"


def test_the_page_has_rulings() -> None:
    assert len(RULINGS) > 70


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.split("**")[1][:50])
def test_a_ruling_names_the_alternative_and_where_it_stands(ruling: str) -> None:
    _, *rest = re.split(r"\*Other:\s[^*]+\*", ruling)
    assert len(rest) == 1, "every ruling says once what the other reading is: *Other: ...*"
    names = re.findall(r"`([^`]+)`", rest[0])
    assert any("." in name and "/" not in name for name in names), "every ruling says where it stands in the code"
    assert [name for name in names if not is_there(name)] == []


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("crash.send", True),
        ("sets.base.puzzles.gemonade", True),
        ("Play.draw", True),
        ("gems", True),
        ("tests/test_docs.py", True),
        ("crash.no_such_function", False),
        ("turn.setup_phase", False),  # turn only imports it
        ("no_such_module.send", False),
        ("Play.no_such_verb", False),
        ("no_such_scenario", False),
        ("tests/no_such_test.py", False),
    ],
)
def test_what_counts_as_there(name: str, there: bool) -> None:
    assert is_there(name) is there


def test_how_to_add_a_ruling_names_the_sources_that_there_are() -> None:
    how = section(text("CONTRIBUTING.md"), "A ruling")
    named = re.search(r"`source` is (.*?)`rule` is", how, flags=re.DOTALL)
    assert named
    used = {ruling.source for entry in encyclopedia().values() for ruling in entry.rulings}
    assert set(re.findall(r"`([a-z ]+)`", named[1])) == used


# -- notation --------------------------------------------------------------------------------------------------

NOTATION = text("docs/notation.md")


def test_the_tokens_are_those_that_have_words() -> None:
    table = rows(section(NOTATION, "Tokens: answers to questions"))
    verbs = {token.partition(":")[0] for row in table for token in re.findall(r"`([^`]+)`", row[0])}
    only_words = {"lay"}  # a gem's `play:` when buying
    assert verbs == set(VERBS) - only_words


def test_no_other_verb_is_used_on_the_page() -> None:
    assert set(re.findall(r"`(\w+):[\w<]", NOTATION)) <= set(VERBS)


def test_the_zones_are_those_of_the_table() -> None:
    named = re.findall(r"`([^`]+)`", " ".join(row[0] for row in rows(section(NOTATION, "Seats, zones and pieces"))))
    assert sorted(named) == sorted([*(f"A.{place}" for place in ZONES), "bank", "box"])


def test_all_reactions_are_listed() -> None:
    assert set(re.findall(r"`react:(\w+)", NOTATION)) == set(filter(LIBRARY.reacts, LIBRARY))


# -- glossary --------------------------------------------------------------------------------------------------


def test_the_glossary_is_alphabetical() -> None:
    terms = [term.strip("`").casefold() for term in re.findall(r"^\* \*\*(.+?)\*\*", text("docs/glossary.md"), re.M)]
    assert len(terms) > 100
    assert terms == sorted(set(terms))


# -- architecture and the recipe for a game --------------------------------------------------------------------

ARCHITECTURE = text("docs/architecture.md")
RECIPE = text("docs/adding-a-game.md")


@pytest.mark.parametrize("module", sorted(path.stem for path in (ROOT / GAME.replace(".", "/")).glob("[!_]*.py")))
def test_every_module_of_the_game_is_named(module: str) -> None:
    assert f"`{module}`" in ARCHITECTURE


def attributes() -> list[tuple[str, str]]:
    """Names such as `Question.rest` or `match.answer(...)` on the pages that explain the code."""
    found = set(re.findall(r"`([A-Z]\w+|match)\.(\w+)", ARCHITECTURE + RECIPE))
    return sorted((owner, name) for owner, name in found if owner != "Board")  # that one is python-chess's


@pytest.mark.parametrize(("owner", "name"), attributes())
def test_attributes_that_are_named_exist(owner: str, name: str) -> None:
    kind = {"Play": Play, "Table": Table, "ChipSet": ChipSet, "match": rules.Match}.get(owner) or getattr(rules, owner)
    assert hasattr(kind, name) or name in annotated(kind) or (kind is Table and hasattr(Table("7.3", "duel", {}), name))


def annotated(kind: type) -> set[str]:
    """What a class only declares, and its subclasses or instances have."""
    return {key for base in kind.__mro__ for key in get_annotations(base)}


def excerpts() -> list[str]:
    """Code that stands indented on the pages, without a prompt."""
    blocks = re.findall(r"(?:^ {4,}(?!>>> ).*\n|^\n(?= {4}))+", ARCHITECTURE + RECIPE, flags=re.MULTILINE)
    return [block.strip("\n") for block in blocks if re.match(r"(@|def |class |if )", block.strip())]


@pytest.mark.parametrize("excerpt", excerpts(), ids=lambda excerpt: excerpt.strip().splitlines()[0])
def test_excerpts_are_what_the_code_says(excerpt: str) -> None:
    """Line by line and in this order, in one file; what is left out is left out in between, or as `...`."""
    wanted = [line.strip().removesuffix("...").strip() for line in excerpt.splitlines()]
    for file in (*ROOT.glob("companion/**/*.py"), *ROOT.glob("tests/**/*.py")):
        lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
        if all(line in lines for line in wanted if line):
            return
    pytest.fail("no file of the code has these lines any more")


def test_there_are_excerpts() -> None:
    assert len(excerpts()) == 5


def test_the_scenario_of_the_recipe_passes(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", RECIPE, flags=re.DOTALL)
    assert run_one(tmp_path, example).problems == ()
    assert not run_one(tmp_path, example.replace("dawn: 2", "dawn: 3")).passed
