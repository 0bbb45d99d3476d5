"""Writes a book of cards as people write it: the way back from `read_toml`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from companion.rules.kernel.card_book import FORM, WHEN, CardBook


def book_as_toml(book: CardBook) -> str:
    """A whole book as TOML, card by card.

    >>> from companion.rules.kernel.card_book import read_card, read_toml
    >>> from companion.rules.kernel.card_steps import Vocabulary
    >>> words = Vocabulary("toy", (), (), {}, {"on": (), "while": (), "until_end_of_turn": ()}, {}, {"cost": int})
    >>> text = book_as_toml(CardBook("toy", "Mine", {"one": read_card("one", {"name": "One", "cost": 2}, words)}))
    >>> read_toml(text, words)["one"].facts
    {'cost': 2}
    """
    lines = ["[book]", f"form = {FORM}", f"game = {value(book.game)}", f"title = {value(book.title)}"]
    for key, card in book.items():
        lines += ["", f"[card.{key}]", *card_lines(card.given)]
    return "\n".join(lines) + "\n"


def card_lines(given: Mapping[str, object]) -> Iterator[str]:
    """The lines of one card."""
    for name, said in given.items():
        if name in WHEN and isinstance(said, Mapping):
            for moment, steps in said.items():
                yield f"{name}.{moment} = {value(steps)}"
        else:
            yield f"{name} = {value(said)}"


def value(said: object) -> str:
    """A value as TOML writes it.

    >>> value(["crash", {"if": "opened", "do": ["draw 1"]}])
    '["crash", { if = "opened", do = ["draw 1"] }]'
    """
    if isinstance(said, Mapping):
        return f"{{ {', '.join(f'{key} = {value(one)}' for key, one in said.items())} }}"
    if isinstance(said, list | tuple):
        return f"[{', '.join(map(value, said))}]"
    return json.dumps(said, ensure_ascii=False)
