"""A ruling as a player reads it: made of the templates, and of what the game calls its pieces and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.arbiter.loose import Debt
from companion.arbiter.news import Ruling, Way, Why
from companion.arbiter.sentences import (
    BACK_INTO_BAG,
    BACK_TO,
    DRAWN,
    MAY_BE,
    NOTHING_ELSE,
    REMEDIES,
    REST,
    SEEN,
    TAKEN,
    WAY,
    WORDS,
)
from companion.rules import Words
from companion.rules.kernel.sentences import AND, COMMA

NO_WAY = Way("", "", "")
FEW = 3


def in_words(words: Words, ruling: Ruling) -> tuple[str, str]:
    """What is wrong, and what puts it right, in the language of these words."""
    debt = ruling.owed[0] if ruling.owed else None
    first = ruling.moved[0] if ruling.moved else NO_WAY
    values = {
        "seat": ruling.seat,
        "why": ruling.reason.said(words.say),
        "ways": joined(words, ways(words, ruling.moved)),
        "chips": pieces(words, (way.kind for way in ruling.moved)),
        "due": pieces(words, (one.kind for one in ruling.owed)),
        "whence": words.whence(debt.source if debt else first.source),
        "whither": words.whither(debt.target if debt else first.target),
        "Owed": capital(owed(words, ruling.owed)),
        "Backs": capital(joined(words, ways(words, ruling.moved, back=True))),
    }
    wrong, remedy = words.say(WORDS[ruling.kind]), words.say(REMEDIES[ruling.kind])
    return sentence(wrong.format(**values)), sentence(remedy.format(**values))


def why_asked(words: Words, why: Why) -> tuple[str, ...]:
    """What a question rests on: the chips that have moved, and what they may have been moved for."""
    seen = (words.say(SEEN).format(ways=joined(words, ways(words, why.seen))),) if why.seen else ()
    return (*seen, *lines(words, MAY_BE, why))


def why_ruled(words: Words, ruling: Ruling) -> tuple[str, ...]:
    """What a ruling rests on: that all the rest is by the rules. Where something is only owed, its rule says it all."""
    if not ruling.moved:
        return ()
    return lines(words, REST, ruling.why) or (words.say(NOTHING_ELSE),)


def lines(words: Words, template: str, why: Why) -> tuple[str, ...]:
    """The lines that were considered; the first few, for the others differ but little."""
    told = (COMMA.join(map(words.token, line)) for line in why.considered[:FEW] if line)
    return tuple(words.say(template).format(answers=answers) for answers in dict.fromkeys(told))


def ways(words: Words, moved: Iterable[Way], *, back: bool = False) -> list[str]:
    """Which chips went from where to where; or how they are put back."""
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
    """Some of them together."""
    counts = Counter(kinds)
    return joined(words, (words.pieces(kind, count, known=known) for kind, count in counts.items() if kind))


def owed(words: Words, debts: Iterable[Debt]) -> str:
    """What hands have to do for these."""
    return joined(words, (words.owed(debt.kind, count, *debt[1:]) for debt, count in Counter(debts).items()))


def joined(words: Words, parts: Iterable[str]) -> str:
    """One and another."""
    return words.say(AND).join(parts)


def sentence(words: str) -> str:
    """Tidy: no blank at the end, and a capital to begin with.

    >>> sentence("a chip lies there. ")
    'A chip lies there.'
    """
    return capital(words.strip())


def capital(words: str) -> str:
    """With a capital to begin with."""
    return words[:1].upper() + words[1:]
