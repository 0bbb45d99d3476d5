"""Reads what people type: a token, the words of the table, the name of a piece, or a number in the list of answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.kernel.match import Match
from companion.rules.kernel.steps import UNSEEN, Question
from companion.rules.kernel.words import Words

DRAW = "draw:"
"""What a draw that is named begins with."""
WITHOUT_A_PIECE = ("done", "pass", "none")
"""Answers that name nothing."""


class Typed(NamedTuple):
    """What somebody typed."""

    seat: str
    """The name that stands before the answer; "" if there is none."""
    token: str


def read_typed(match: Match, typed: str, words: Words | None = None) -> Typed:
    """Read an answer for any seat: its name and a colon may come first. Draws may be named.

    Without a name, the numbers are those of the seat that is asked first.
    """
    names = [one.name for one in match.setup.seats]
    first = (*match.waiting_for, names[0])[0]
    shown = understood(match, first, typed.strip(), words)
    if shown in match.options(first):
        return Typed("", str(shown))
    seat, said = named_seat(match, typed.strip())
    if drawn := of_a_draw(match, said):
        return Typed(seat, drawn)
    asked = seat if seat in names else first
    return Typed(seat, understood(match, asked, said, words) or match.game.spelt(said))


def named_seat(match: Match, typed: str) -> tuple[str, str]:
    """Split what is typed into the name before it, or "", and the answer. The name may be that of nobody here."""
    before, _, rest = typed.partition(":")
    verb = match.game.spelt(before).partition(":")[0]
    somebody = before in [seat.name for seat in match.setup.seats]
    is_name = somebody or ":" in rest or (match.game.verbs and verb not in (*match.game.verbs, "draw"))
    return (before, rest.strip()) if before and rest and is_name else ("", typed)


def of_a_draw(match: Match, said: str) -> str:
    """The token of a draw that is named; "" if this is something else, such as the name of a piece."""
    drawn = re.match(r"draw(?:[ :]+(.*)|$)", said.strip(), re.IGNORECASE)
    if drawn is None or match.game.spelt(said) in match.game.encyclopedia():
        return ""
    return DRAW + ",".join(map(match.game.spelt, (drawn[1] or "").split(",")))


def understood(match: Match, seat: str, typed: str, words: Words | None = None) -> str | None:
    """The token that a seat means, whether it is offered now or not; None if the words make no token.

    A number chooses from the list of answers. Pieces may be named as they are printed, with or without a verb.
    """
    options, question, words = match.options(seat), match.pending, words or match.game.words
    if typed.isdecimal():
        number = number_of(typed) or 0
        return options[number - 1] if 1 <= number <= len(options) else None
    token = match.game.spelt(typed)
    named = [option for option in options if token and option.partition(":")[2].partition("@")[0] == token]
    if len(named) == 1:
        return named[0]
    for option in options:
        assert isinstance(question, Question)
        forms = (option, option.replace(":", " ", 1), words.token(option), words.choice(question, option))
        if option == token or typed.casefold() in map(str.casefold, forms):
            return option
    for form in (typed, token):
        if (meant := match.accepts(form, seat)) in options:
            return meant
    if token in match.game.encyclopedia() and isinstance(question, Question):
        return f"{match.game.verb_for(token, question, match.view(seat))}:{token}"
    return token if token.partition(":")[0] in match.game.verbs else None


def number_of(typed: str) -> int | None:
    """The number that is typed; None if it is no number, or longer than anything that is counted here.

    >>> number_of("12"), number_of("two"), number_of("9" * 5000)
    (12, None, None)
    """
    return int(typed) if typed.isdecimal() and len(typed) < 10 else None


# -- several answers in one text -------------------------------------------------------------------------------


def answers_in(match: Match, text: str) -> Iterator[str]:
    """Yield the answers in a text: one on a line, or between semicolons or commas; tokens also between blanks."""
    seats = "|".join(re.escape(seat.name) for seat in match.setup.seats)
    verbs = "|".join(map(re.escape, (*match.game.verbs, "draw"))) if match.game.verbs else r"\w+"
    tokens = rf"(?:(?:{verbs}):\S|(?:{'|'.join(WITHOUT_A_PIECE)})\b)"
    between = re.compile(rf"[\n;]|(?<!:)\s+(?=(?:(?:{seats}):\s*)?{tokens})")
    for part in between.split(text.replace('"', "")):
        yield from filter(None, map(str.strip, between_commas(match, part)))


def between_commas(match: Match, part: str) -> Iterator[str]:
    """Yield what stands between commas; the pieces of a draw stay together."""
    gathered = ""
    for piece in part.split(","):
        is_piece = match.game.spelt(piece) in match.game.encyclopedia() or piece.strip() == UNSEEN
        if is_piece and of_a_draw(match, named_seat(match, gathered.strip())[1]):
            gathered += f",{piece}"
        else:
            yield gathered
            gathered = piece
    yield gathered
