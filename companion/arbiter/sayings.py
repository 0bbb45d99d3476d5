"""A ruling as a player reads it: made of the templates, and of what the game calls its pieces and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.arbiter.books import Debt
from companion.arbiter.culprits import Item
from companion.arbiter.naming import Named
from companion.arbiter.sentences import BACK_INTO_BAG, BACK_TO, DRAWN, JOINED, REMEDIES, TAKEN, WAY, WORDS
from companion.rules import Game, Moved, Plain


def in_words(game: Game[Plain], named: Named, items: tuple[Item, ...]) -> tuple[str, str]:
    """What is wrong, and what puts it right."""
    place = game.words.place
    debt = named.owed[0] if named.owed else None
    first = items[0].moved if items else Moved("", 0, "", "")
    values = {
        "seat": named.seat,
        "why": named.why,
        "ways": JOINED.join(ways(game, items)),
        "chips": pieces(game, (item.kind for item in items)),
        "place": place(first.target),
        "due": pieces(game, (one.kind for one in named.owed)),
        "start": place(debt.source if debt else first.source),
        "goal": place(debt.target) if debt else "",
        "Owed": capital(owed(game, named.owed)),
        "Backs": capital(JOINED.join(ways(game, items, back=True))),
    }
    return sentence(WORDS[named.kind].format(**values)), sentence(REMEDIES[named.kind].format(**values))


def ways(game: Game[Plain], items: tuple[Item, ...], *, back: bool = False) -> list[str]:
    """Which chips went from where to where; or how they are put back."""
    told = []
    for source, target in dict.fromkeys(item.moved[2:4] for item in items):
        chips = pieces(game, (item.kind for item in items if item.moved[2:4] == (source, target)), known=back)
        if source == target:
            template = BACK_INTO_BAG if back else DRAWN
        else:
            template = BACK_TO if back else WAY if target else TAKEN
        told.append(template.format(chips=chips, origin=game.words.place(source), place=game.words.place(target)))
    return told


def pieces(game: Game[Plain], kinds: Iterable[str], *, known: bool = False) -> str:
    """Some of them together."""
    return JOINED.join(game.words.pieces(kind, count, known=known) for kind, count in Counter(kinds).items() if kind)


def owed(game: Game[Plain], debts: Iterable[Debt]) -> str:
    """What hands have to do for these."""
    return JOINED.join(game.words.owed(debt.kind, count, *debt[1:]) for debt, count in Counter(debts).items())


def sentence(words: str) -> str:
    """Tidy: no blank at the end, and a capital to begin with.

    >>> sentence("a chip lies there. ")
    'A chip lies there.'
    """
    return capital(words.strip())


def capital(words: str) -> str:
    """With a capital to begin with."""
    return words[:1].upper() + words[1:]
