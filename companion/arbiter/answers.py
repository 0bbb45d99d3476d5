"""What the answers of a match say: which pieces they name, which they move, and which nobody gives with a chip."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from companion.arbiter.sight import Sight
from companion.rules import Event, Match, Moved, Question, Said

TELLING = 2
"""How many answers of one verb are looked at to find out whether people point at what such answers name."""


def give(match: Match, said: Said) -> tuple[Event, ...]:
    """Give an input to a match, and return its events."""
    return match.draw(said.what) if said.kind == "draw" else match.answer(said.what, str(said.who))


def moves_of(match: Match, said: Said) -> list[Moved]:
    """The moves that an input would make."""
    return [event for event in give(match.copy(), said) if isinstance(event, Moved)]


def is_aloud(token: str, asked: Question) -> bool:
    """Whether people only say this answer, so that nothing on the table tells that they have given it."""
    return token.partition(":")[0] in asked.aloud


def is_silent(token: str) -> bool:
    """Whether nobody gives this answer with a chip.

    >>> [is_silent(token) for token in ("done", "pass", "play:combine")]
    [True, True, False]
    """
    return ":" not in token


def named(token: object, box: Collection[str]) -> list[str]:
    """The tagged pieces that an answer names.

    >>> box = {"wound", "gem_1", "gem_3", "crash_gem"}
    >>> named("discard:wound+gem_1", box), named("break:3", box), named("take:crash_gem@discard", box)
    (['wound', 'gem_1'], [], ['crash_gem'])
    """
    if not isinstance(token, str):
        return []
    return [word for word in token.partition(":")[2].partition("@")[0].split("+") if word in box]


def offered(match: Match, asked: Question, seat: str) -> tuple[str, ...]:
    """The answers to try. An answer that does something with several pieces without naming them (`play:gems`) is left
    out: the pieces are tried one by one. Where something is done in secret, only the blind answer and the silent ones
    are tried, because nobody sees which piece it is."""
    box = match.game.box()
    options = tuple(token for token in match.options(seat) if not is_aloud(token, asked))
    by_piece = {token.partition(":")[0] for token in options if named(token, box)}
    options = tuple(token for token in options if named(token, box) or token.partition(":")[0] not in by_piece)
    if not asked.blind or match.accepts(asked.blind, seat) is None:
        return options
    return (asked.blind, *(token for token in options if is_silent(token)))


def points(match: Match, sight: Sight, asked: Question, seat: str, verb: str) -> bool:
    """Whether people point at the chips that answers with this verb name: the chips are shared, stay where they lie,
    and have a tap to touch. The first few such answers tell."""
    if asked.blind or not sight.shared_taps:
        return False
    zones, box = match.game.zones(match.table), match.game.box()
    tapped = {match.game.places[zone].name for zone in sight.shared_taps if zone in match.game.places}
    shared = {kind for zone in tapped for kind in zones[zone].content}
    alike = (token for token in asked.options[seat] if token.partition(":")[0] == verb)
    naming = ((token, pieces) for token in alike if shared.issuperset(pieces := set(named(token, box))) and pieces)
    return any(
        not {move.piece for move in moves_of(match, Said("answer", seat, token))} & pieces
        for token, pieces in islice(naming, TELLING)
    )


def turn_of(match: Match) -> str:
    """Whose turn it is, if the game has turns."""
    return str(match.game.facts(match.table).get("turn", ""))
