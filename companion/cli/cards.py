"""`companion cards`: books of cards, what may stand in them, and how two of them differ."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import click

from companion.cli.paper import say
from companion.rules import Setup, SetupError, find_game
from companion.rules.kernel.card_book import UNKNOWN, CardBook, CardDesign, differences_in_words, read_toml
from companion.rules.kernel.card_steps import BookError, CardWords, Vocabulary
from companion.rules.kernel.card_toml import book_as_toml

USUAL_GAME = "puzzle-strike-2"
GAME_OPTION = click.option("--game", default=USUAL_GAME, show_default=True, help="Whose cards.")
A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


BOOK_OPTION = click.option(
    "--book", type=A_FILE, help="A book of cards of your own (`companion cards`), for a game that has cards to teach."
)


def with_own_book(setup: Setup, path: Path | None) -> Setup:
    """The set-up of a match with the cards of a book, if one is named. Raises `SetupError`."""
    if path is None:
        return setup
    return find_game(setup.game).with_cards(setup, read(path, vocabulary_of(setup.game)))


@click.group("cards")
def command() -> None:
    """List, check, compare and merge books of cards.

    A book is a TOML file in which owners write down what their cards say (docs/puzzle-strike-2.md).
    """


def vocabulary_of(game: str) -> Vocabulary:
    """The vocabulary of a game. Raises `UsageError` for a game without cards to teach."""
    try:
        found = find_game(game).vocabulary()
    except SetupError as problem:
        raise click.UsageError(str(problem)) from None
    if found is None:
        raise click.UsageError(f"{game} has no cards to teach.")
    return found


def read(path: Path, vocabulary: Vocabulary) -> CardBook:
    """Read a book, or stop and say what is wrong with it."""
    try:
        return read_toml(path.read_text(encoding="utf-8"), vocabulary)
    except (BookError, UnicodeDecodeError) as problem:
        raise click.ClickException(f"{path}: {problem}") from None


@command.command("list")
@click.argument("words", nargs=-1, metavar="[NAME]")
@GAME_OPTION
@click.option("--book", type=A_FILE, help="A book of one's own. [default: what comes with the program]")
@click.option("--deck", default="", help="Only the cards of this deck.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def list_cards(words: tuple[str, ...], game: str, book: Path | None, deck: str, as_json: bool) -> None:
    """List cards, what they do and how sure that is.

    NAME is the name of a card or part of it.

    \b
    Examples:
      companion cards list
      companion cards list owl
      companion cards list --deck practice
    """
    vocabulary = vocabulary_of(game)
    cards = read(book, vocabulary) if book else find_game(game).cards()
    wanted = " ".join(words).casefold()
    found = [
        card
        for card in cards.values()
        if wanted in card.name.casefold() and deck in ("", str(card.facts.get("deck", "")))
    ]
    if not found:
        raise click.ClickException(f'There is no card "{" ".join(words)}" here. `companion cards list` lists them all.')
    if as_json:
        click.echo(json.dumps({card.key: dict(card.given) for card in found}, indent=2, ensure_ascii=False))
        return
    for card in found:
        show(card, vocabulary)
    taught = sum(card.taught for card in found)
    say(f"{len(found)} cards, {taught} of them with a text.", indent=0)


def show(card: CardDesign, vocabulary: Vocabulary) -> None:
    """One card in a few lines."""
    facts = ", ".join(f"{fact} {value}" for fact, value in card.facts.items() if fact != "deck" and value != UNKNOWN)
    deck = str(card.facts.get("deck", ""))
    trust = f" [{card.trust}]" if card.trust else ""
    click.secho(f"{card.name} ({card.key}; {deck})" if deck else f"{card.name} ({card.key})", bold=True)
    say(f"{facts}{trust}" if facts else trust.strip() or "nothing is known of it", indent=2)
    say(card.said(vocabulary) or "Nobody has taught it: it is carried out by hand.", indent=2)
    for point in card.given.get("open", ()):
        say(f"Open: {point}", indent=2)


@command.command("words")
@GAME_OPTION
def words_of(game: str) -> None:
    """List all that a card's text may say."""
    vocabulary = vocabulary_of(game)
    phrases("Steps", vocabulary.verbs)
    phrases("Conditions", vocabulary.conditions)
    for when, moments in vocabulary.moments.items():
        click.secho(f"Moments: {when}.", bold=True)
        say(", ".join(moments), indent=2)
    sentences("Rules", vocabulary.rules)
    click.secho("Printed facts", bold=True)
    say(", ".join(vocabulary.facts), indent=2)
    for name, known in vocabulary.kinds.items():
        say(f"{{{name}}}: {', '.join(known)}", indent=2)


def phrases(title: str, known: tuple[CardWords, ...]) -> None:
    """A list of phrases with their sentences."""
    sentences(title, {words.phrase: words.says for words in known})


def sentences(title: str, known: Mapping[str, str]) -> None:
    """A list with two columns."""
    click.secho(title, bold=True)
    width = max(map(len, known))
    for phrase, sentence in known.items():
        click.echo(f"  {phrase:{width}}  {sentence}")


@command.command("check")
@click.argument("files", nargs=-1, required=True, type=A_FILE)
@GAME_OPTION
def check(files: tuple[Path, ...], game: str) -> None:
    """Check books: every mistake is told with its place.

    \b
    Exit status: 0; 1 when a book has a mistake.
    """
    vocabulary, failed = vocabulary_of(game), False
    for path in files:
        try:
            book = read_toml(path.read_text(encoding="utf-8"), vocabulary)
        except (BookError, UnicodeDecodeError) as problem:
            click.echo(f"{path}: {problem}")
            failed = True
        else:
            taught = sum(card.taught for card in book.values())
            click.echo(f"{path}: {len(book)} cards, {taught} of them with a text.")
    if failed:
        sys.exit(1)


@command.command("diff")
@click.argument("one", type=A_FILE)
@click.argument("two", type=A_FILE)
@GAME_OPTION
def diff(one: Path, two: Path, game: str) -> None:
    """Compare two books in words.

    \b
    Exit status: 0 when they say the same; 1 when they differ.
    """
    vocabulary = vocabulary_of(game)
    found = differences_in_words(read(one, vocabulary), read(two, vocabulary), vocabulary)
    for line in found or ["Both books say the same."]:
        click.echo(line)
    if found:
        sys.exit(1)


@command.command("export")
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@GAME_OPTION
@click.option("--deck", default="", help="Only the cards of this deck.")
def export(target: Path, game: str, deck: str) -> None:
    """Write the program's cards to a new file, to be completed by hand."""
    vocabulary_of(game)
    cards = find_game(game).cards()
    keys = {key for key, card in cards.items() if deck in ("", str(card.facts.get("deck", "")))}
    if not keys:
        raise click.ClickException(f'There is no deck "{deck}".')
    write(target, cards.only(keys), fresh=True)
    click.echo(f"{len(keys)} cards are in {target}.")


@command.command("import")
@click.argument("book", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("files", nargs=-1, required=True, type=A_FILE)
@GAME_OPTION
def import_cards(book: Path, files: tuple[Path, ...], game: str) -> None:
    """Add other books to BOOK. Where several have a card, the last one counts."""
    vocabulary = vocabulary_of(game)
    merged = read(book, vocabulary) if book.exists() else CardBook(vocabulary.game, book.stem, {})
    for path in files:
        merged = merged.with_cards(read(path, vocabulary))
    write(book, merged, fresh=False)
    click.echo(f"{book}: {len(merged)} cards.")


def write(target: Path, book: CardBook, *, fresh: bool) -> None:
    """Write a book; never over a file that is there, unless it is the one to be changed."""
    try:
        with target.open("x" if fresh else "w", encoding="utf-8") as file:
            file.write(book_as_toml(book))
    except FileExistsError:
        stop(f"{target} is there already: name a new file.")
    except OSError as problem:
        stop(f"{target} cannot be written: {problem.strerror}.")


def stop(why: str) -> NoReturn:
    """Stop, and say why."""
    raise click.ClickException(why)
