"""Write a ruling as players read it, from the templates in `sentences` and the game's own words for pieces and
places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.arbiter.loose import Debt
from companion.arbiter.news import ChipPath, Grounds, Ruling
from companion.arbiter.sentences import (
    BACK_INTO_BAG,
    BACK_TO,
    DRAWN,
    MAY_BE,
    NOTHING_ELSE,
    REMEDIES,
    REST,
    SEEN,
    STRANGERS,
    TAKE_THEM_AWAY,
    TAKEN,
    WAY,
    WORDS,
)
from companion.rules import Words
from companion.rules.kernel.sentences import AND, COMMA

NO_WAY = ChipPath("", "", "")
FEW = 3


def in_words(words: Words, ruling: Ruling) -> tuple[str, str]:
    """What is wrong, and what puts it right, in the language of `words`."""
    debt = ruling.owed[0] if ruling.owed else None
    first = ruling.moved[0] if ruling.moved else NO_WAY
    values = {
        "seat": ruling.seat,
        "why": ruling.reason.said(words.say),
        "ways": joined(words, ways(words, ruling.moved)),
        "count": len(ruling.moved),
        "chips": pieces(words, (way.kind for way in ruling.moved)),
        "due": pieces(words, (one.kind for one in ruling.owed)),
        "whence": words.whence(debt.source if debt else first.source),
        "whither": words.whither(debt.target if debt else first.target),
        "Owed": capital(owed(words, ruling.owed)),
        "Backs": capital(joined(words, ways(words, ruling.moved, back=True))),
    }
    several = ruling.kind == "stranger" and len(ruling.moved) > 1
    wrong = words.say(STRANGERS if several else WORDS[ruling.kind])
    remedy = words.say(TAKE_THEM_AWAY if several else REMEDIES[ruling.kind])
    return sentence(wrong.format(**values)), sentence(remedy.format(**values))


def why_asked(words: Words, why: Grounds) -> tuple[str, ...]:
    """What a question rests on: the chips that have moved, and the answers that they may have been moved for."""
    seen = (words.say(SEEN).format(ways=joined(words, ways(words, why.seen))),) if why.seen else ()
    return (*seen, *lines(words, MAY_BE, why))


def why_ruled(words: Words, ruling: Ruling) -> tuple[str, ...]:
    """What a ruling rests on: that everything else is by the rules. Empty for a ruling about debts alone."""
    if not ruling.moved:
        return ()
    return lines(words, REST, ruling.why) or (words.say(NOTHING_ELSE),)


def lines(words: Words, template: str, why: Grounds) -> tuple[str, ...]:
    """The lines that were considered: only the first few, because the others differ little."""
    told = (COMMA.join(map(words.token, line)) for line in why.considered[:FEW] if line)
    return tuple(words.say(template).format(answers=answers) for answers in dict.fromkeys(told))


def ways(words: Words, moved: Iterable[ChipPath], *, back: bool = False) -> list[str]:
    """Say which chips went from where to where; with `back`, how to put them back."""
    told = []
    kinds: dict[tuple[str, str], list[str]] = {}
    for way in moved:
        kinds.setdefault((way.source, way.target), []).append(way.kind)
    for (source, target), gone in kinds.items():
        chips = pieces(words, gone, known=back)
        if source == target:
            template = BACK_INTO_BAG if back else DRAWN
        else:
            template = BACK_TO if back else WAY if target else TAKEN
        start, goal = (target, source) if back else (source, target)
        said = words.say(template)
        told.append(said.format(chips=chips, whence=words.whence(start), whither=words.whither(goal)))
    return told


def pieces(words: Words, kinds: Iterable[str], *, known: bool = False) -> str:
    """The names of these pieces, with their counts."""
    counts = Counter(kinds)
    return joined(words, (words.pieces(kind, count, known=known) for kind, count in counts.items() if kind))


def owed(words: Words, debts: Iterable[Debt]) -> str:
    """What hands have to do to pay these debts."""
    return joined(words, (words.owed(debt.kind, count, *debt[1:]) for debt, count in Counter(debts).items()))


def joined(words: Words, parts: Iterable[str]) -> str:
    """The parts joined by "and"."""
    return words.say(AND).join(parts)


def sentence(words: str) -> str:
    """Trim the blanks, and begin with a capital.

    >>> sentence("a chip lies there. ")
    'A chip lies there.'
    """
    return capital(words.strip())


def capital(words: str) -> str:
    """The same words, beginning with a capital."""
    return words[:1].upper() + words[1:]
