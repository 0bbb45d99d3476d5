"""Every English template that a person may see, with where it stands: what a catalogue must have.

    python -m tests.faces.languages.msgids ru

prints, as catalogue entries to be filled in, those that a language lacks, and those that its catalogues have and nobody
says any more.

Templates are found in the code itself. In the modules that only speak, each sentence is one (a text with a blank in it
that is no docstring); elsewhere what is given to `say`, `several`, `Term`, `Sentence` and the like. Words without a
blank are listed by the name of what holds them.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import companion
from companion.app.scenes import folder, sources
from companion.faces.languages.language import catalogues
from companion.faces.languages.po import read_po
from companion.rules import Rulebook, find_game
from companion.rules.kernel.card_book import MOMENT_SAID, moment_words
from companion.rules.puzzle_strike import names
from companion.rules.puzzle_strike.editions import EDITIONS
from companion.rules.puzzle_strike.game import rulebook
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.sets.library import LIBRARY, SETS
from companion.rules.puzzle_strike.ways.modes import MODES
from companion.rules.puzzle_strike.ways.picking import WAYS_TO_PICK
from companion.rules.puzzle_strike_2.cards.library import LIBRARY as SECOND_LIBRARY
from companion.rules.puzzle_strike_2.cards.library import PRINTED_DECKS, characters_of
from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY
from companion.rules.puzzle_strike_2.offers import character_name

ROOT = Path(companion.__file__).parent
WEB = ROOT.parent / "web"
TABLES = ROOT.parent / "hardware" / "tables"

SPEAKING = (
    "arbiter/sentences.py",
    "faces/previews.py",
    "faces/screen_words.py",
    "rules/kernel/record.py",
    "rules/kernel/sentences.py",
    "rules/puzzle_strike/attempts.py",
    "rules/puzzle_strike/board_words.py",
    "rules/puzzle_strike/compare.py",
    "rules/puzzle_strike/encyclopedia.py",
    "rules/puzzle_strike/kits.py",
    "rules/puzzle_strike/limits.py",
    "rules/puzzle_strike/names.py",
    "rules/puzzle_strike/other_answers.py",
    "rules/puzzle_strike/refused.py",
    "rules/puzzle_strike/sets/answers.py",
    "rules/puzzle_strike/table_words.py",
    "rules/puzzle_strike/why_not.py",
    "rules/puzzle_strike/words.py",
    "rules/puzzle_strike_2/board_words.py",
    "rules/puzzle_strike_2/words.py",
)
"""Modules whose every sentence is for people."""

ONE_WORD = {
    "rules/puzzle_strike/board_words.py": (
        "PILE", "GEMS", "PLACES", "NUMBERS", "PANIC", "BANK", "STACK_EMPTY", "PHASES",
    ),
    "rules/puzzle_strike/compare.py": ("MOMENTS", "COUNTING"),
    "rules/puzzle_strike/encyclopedia.py": ("LABELS", "BANNERS", "ONGOING"),
    "rules/puzzle_strike/names.py": ("PLACES", "SYMBOLS", "COUNTS", "NOBODYS"),
    "rules/puzzle_strike/table_words.py": ("OBJECTS", "TITLE"),
    "rules/puzzle_strike/words.py": ("VERBS", "COLOURS_NAMED", "PICTURE", "ENDS"),
    "rules/puzzle_strike_2/board_words.py": (
        "NUMBERS", "HEAPS", "PILE", "GEMS", "SCORE", "BANK", "ANTE_SLOT", "POWER", "PHASES", "HAS_BUSTED",
        "WOUNDS_LEFT",
    ),
    "rules/puzzle_strike_2/encyclopedia.py": ("SOURCES", "NOT_TAUGHT", "LABELS"),
    "rules/puzzle_strike_2/offers.py": ("MODES", "DECKS"),
    "rules/puzzle_strike_2/words.py": (
        "VERBS", "CHOSEN", "NAMES", "NOBODY", "LABELS", "SUPERS", "HEADINGS",
    ),
}  # fmt: skip
"""Constants in which words without a blank stand."""

NOT_IN_A_FACE = ("cli/", "rehearsal/", "scenarios/", "players/", "bench.py", "ledger/")
"""What speaks English alone: to who types commands and writes files."""
SAID_BY_FACES = ("scenarios/tries.py", "scenarios/documents.py")
"""But for this, which pages say too."""

SAYING = (
    "say",
    "several",
    "Term",
    "Sentence",
    "Phrase",
    "Terms",
    "refused",
    "Illegal",
    "SetupError",
    "PositionError",
    "NotBuilt",
    "Malformed",
    "SaidSentence",
    "because",
    "_",
    "N_",
    "gettext",
    "ngettext",
)
"""Functions whose sentences are templates."""
ONE_WORD_TOO = ("say", "several", "_", "Term", "Phrase")
"""Those that are never given a key."""
LEFT_OUT = ("broken", "ValueError", "split")
"""What is raised for those who write records; lists of keys."""
KEYS = re.compile(r"^[a-z0-9_:.@+-]*$")
"""What is a key, a token or a path, and no text."""
A_TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
IN_PAGES = re.compile(rf"\b(?:say|several|_|ngettext)\(\s*{A_TEXT}(?:\s*,\s*{A_TEXT})?")
"""What pages say."""


class Place(NamedTuple):
    """Where a template stands."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


def templates() -> dict[str, Place]:
    """All of them, each with the first place where it stands."""
    found: dict[str, Place] = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(NOT_IN_A_FACE) and name not in SAID_BY_FACES:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        saying = ("Phrase",) if name.startswith("table/") else SAYING
        spoken = (*given(tree, saying), *(sentences(tree) if name in SPEAKING else ()))
        for text, line in (*spoken, *words(tree, ONE_WORD.get(name, ()))):
            found.setdefault(text, Place(name, line))
    for text, where in (*of_the_game(), *of_the_second_game()):
        found.setdefault(text, Place(where))
    for page in sorted(WEB.rglob("*.html")) if WEB.is_dir() else ():
        for text in in_a_page(page.read_text(encoding="utf-8")):
            found.setdefault(text, Place(f"web/{page.relative_to(WEB).as_posix()}"))
    return found


def scenes() -> set[str]:
    """The titles of scenes, which may be translated, and need not be: there are hundreds."""
    return {one.title for some in sources(folder()).values() for one in some}


def of_the_game() -> Iterator[tuple[str, str]]:
    """What stands in data: names, and rules."""
    for kind in (*LIBRARY, *names.STAND_INS):
        yield str(names.chip_name(kind)), "names of chips"
    for _, several in names.NOUNS.values():
        yield several.removeprefix("two "), "names of chips"
    for kind, telling in LIBRARY.tellings.items():
        for text in (*telling.asks.values(), *telling.limits.values(), telling.nothing, telling.bars, telling.stops):
            if text:
                yield text, f"what {kind} tells"
    for one in SETS.values():
        for left_out in one.not_offered.values():
            yield from ((text, f"the set {one.key}") for text in left_out)
    for name in LIBRARY.characters.values():
        yield name, "names of characters"
    for key in MODES:
        yield MODES[key].title, "modes"
    for key in WAYS_TO_PICK:
        yield WAYS_TO_PICK[key].title, "ways to pick"
    for key in HOUSE:
        yield HOUSE[key].title, "house rules"
    for edition in EDITIONS:
        for rule in rulebook(edition, tuple(HOUSE)):
            yield rule.section, f"section of {rule.key}"
            yield rule.gist, f"rule {rule.key}"
    for table in sorted(TABLES.glob("*.toml")):
        yield str(tomllib.loads(table.read_text(encoding="utf-8"))["name"]), f"hardware/tables/{table.name}"
    for entry in find_game("puzzle-strike").encyclopedia().values():
        for text in (entry.effect, entry.reaction, entry.ongoing, *(ruling.text for ruling in entry.rulings)):
            if text:
                yield text, f"encyclopedia, {entry.key}"
        for text in (entry.confidence, *entry.sources, *(ruling.source for ruling in entry.rulings)):
            yield text, "encyclopedia, sources"


def of_the_second_game() -> Iterator[tuple[str, str]]:
    """What stands in the data of Puzzle Strike 2: cards, the words of their texts, and rules."""
    for words in (*VOCABULARY.verbs, *VOCABULARY.conditions):
        yield words.says, "cards/vocabulary.py"
    for when, moments in VOCABULARY.moments.items():
        for moment in moments:
            yield moment_words(f"{when}:{moment}"), "cards/vocabulary.py"
    yield from ((text, "cards/vocabulary.py") for text in (*VOCABULARY.rules.values(), *MOMENT_SAID.values()))
    for card in SECOND_LIBRARY.values():
        if not card.key.startswith(PRINTED_DECKS):
            yield card.name, f"card {card.key}"
        for text in card.given.get("open", ()):
            yield text, f"card {card.key}"
    for character in characters_of(SECOND_LIBRARY):
        yield character_name(character), "names of characters"
    for rule in Rulebook.load("companion.rules.puzzle_strike_2", "rulebook.toml"):
        yield rule.section, f"section of {rule.key}"
        yield rule.gist, f"rule {rule.key}"


# -- in the code -----------------------------------------------------------------------------------------------


def sentences(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every text with a blank in it; docstrings, keys, what is made on the spot and what is raised left out."""
    return said_in(tree)


def said_in(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The same below a node."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and called(node) in LEFT_OUT):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Constant):
        if is_text(node.value):
            yield str(node.value), node.lineno
        return
    inner = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
    for child in inner:
        yield from said_in(child)


def is_text(value: object) -> bool:
    """Whether it is a sentence, or a part of one."""
    return (isinstance(value, str) and " " in value.strip()) or value in (" and ", " or ", " and no ")


def given(tree: ast.Module, saying: Collection[str]) -> Iterator[tuple[str, int]]:
    """What is given to a function that says it: one of these."""
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else (node.target,))
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "one_of" and isinstance(node.args[1], ast.Constant):
            yield f'unknown {node.args[1].value!s} "{{name}}"{{hint}}', node.lineno  # as kernel/positions.py
        if isinstance(node, ast.Call) and called(node) in saying:
            for argument in node.args:
                for text, line in alternatives(argument, constants):
                    if called(node) in ONE_WORD_TOO or not KEYS.match(text):
                        yield text, line


def alternatives(node: ast.AST, constants: Mapping[str, ast.AST]) -> Iterator[tuple[str, int]]:
    """The texts that an argument may be."""
    if isinstance(node, ast.Constant):
        yield from texts(node)
    elif isinstance(node, ast.IfExp):
        yield from alternatives(node.body, constants)
        yield from alternatives(node.orelse, constants)
    elif isinstance(node, ast.Name) and node.id in constants:
        yield from texts(constants[node.id])
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in constants:
        yield from texts(constants[node.value.id])


def texts(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The texts of a constant: itself, or the values of a mapping or list."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value, node.lineno
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from texts(value)
    elif isinstance(node, ast.Tuple | ast.List):
        for value in node.elts:
            yield from texts(value)
    elif isinstance(node, ast.Call) and called(node) == "Term":
        yield from texts(node.args[0])


def words(tree: ast.Module, constants: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The values of these constants."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in constants:
            yield from texts(node.value)


def called(node: ast.Call) -> str:
    """The function's name."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def in_a_page(page: str) -> Iterator[str]:
    """What a page says."""
    for one, many in IN_PAGES.findall(page):
        yield ast.literal_eval(one)
        if many:
            yield ast.literal_eval(many)


# -- in the catalogues -----------------------------------------------------------------------------------------


def translated(code: str) -> Mapping[str, tuple[str, ...]]:
    """What the catalogues of a language have."""
    found: dict[str, tuple[str, ...]] = {}
    for language, path in catalogues():
        for message in read_po(path.read_text(encoding="utf-8")).messages if language == code else ():
            if message.template and all(message.translations) and not message.fuzzy:
                found[message.template] = message.translations
                if message.several:
                    found[message.several] = message.translations
    return found


def missing(code: str) -> dict[str, Place]:
    """What a language lacks."""
    there = translated(code)
    return {text: place for text, place in templates().items() if text not in there}


def main(code: str) -> None:
    """Print what is missing as entries of a catalogue, and what is there in vain as comments."""
    for text, place in missing(code).items():
        print(f'#: {place}\nmsgid "{escaped(text)}"\nmsgstr ""\n')
    for text in sorted(translated(code).keys() - templates().keys() - scenes()):
        print(f'# nobody says this any more: "{escaped(text)}"')


def escaped(text: str) -> str:
    """As a catalogue has it between quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


if __name__ == "__main__":
    main(sys.argv[1])
