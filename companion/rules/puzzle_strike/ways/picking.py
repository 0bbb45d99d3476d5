"""How everybody comes to three character chips before the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from companion.rules.kernel import AGAIN, Draw, Question, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.table import Chips

if TYPE_CHECKING:
    from companion.rules.puzzle_strike.play import Play

PICKING = "choosing-characters"
DRAFTING = "custom-clockwork"
DRAFT: Final[dict[int, tuple[int, tuple[int, ...]]]] = {
    2: (9, (1, 2, 2, 1, 1, 2)),
    3: (12, (1, 2, 3, 3, 2, 1, 1, 2, 3)),
    4: (15, (1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4)),
}
"""By the number of players: how many chips the pool has, and which player picks when."""


class Picking(Protocol):
    """Says how characters are chosen."""

    key: str
    title: str
    drafts: bool
    """Whether everybody drafts character chips, so that nobody has a character."""

    def pick(self, play: Play, names: Chips) -> Steps[None]:
        """Let these seats choose who have no character yet."""


class InSecret:
    """Everybody picks in secret, and all show at once. A coin decides between those who picked the same, if there is
    but one set of its chips."""

    key, title = "", "In secret, all shown at once; a coin decides between equals"
    drafts = False

    def __init__(self, twice: bool = False) -> None:
        if twice:
            self.key, self.title = "mirrors", "In secret, all shown at once; several may play the same"
        self.twice = twice

    def pick(self, play: Play, names: Chips) -> Steps[None]:
        """Ask all at once; who loses the coin picks again, and says who begins."""
        losers: list[str] = []
        while names:
            picked = yield from asked(play, names, self.free(play))
            names = ()
            for character in {} if self.twice else dict.fromkeys(picked.values()):
                equals = tuple(name for name in picked if picked[name] == character)
                if len(equals) > 1:
                    winner = yield from coin(play, equals)
                    names += tuple(name for name in equals if name != winner)
            for name, character in picked.items():
                if name not in names:
                    choose(play, name, character)
            losers += names
        if losers:  # inferred: of several, the first to lose says it
            yield from say_who_begins(play, losers[0])

    def free(self, play: Play) -> list[str]:
        """The characters that may still be picked."""
        taken = () if self.twice else [seat.character for seat in play.table.seats.values()]
        return [key for key in play.box.characters if key not in taken]


class OneAfterTheOther:
    """Everybody picks openly, in turn order, and nobody what another has."""

    key, title, drafts = "pick", "Openly, one after the other", False

    def pick(self, play: Play, names: Chips) -> Steps[None]:
        """Ask one after the other."""
        for name in names:
            taken = [seat.character for seat in play.table.seats.values()]
            free = [key for key in play.box.characters if key not in taken]
            choose(play, name, (yield from asked(play, (name,), free))[name])


class Clockwork:
    """Everybody drafts three character chips out of a pool, and so builds a character."""

    key, title, drafts = "clockwork", "Custom clockwork: everybody drafts three character chips", True

    def pick(self, play: Play, names: Chips) -> Steps[None]:
        """Draw the pool; then let everybody take chips, as the order of the draft says."""
        table = play.table
        size, order = DRAFT[len(table.order)]
        among = tuple(kind for kind in play.box if play.box[kind].kind == "character")
        table.pool = yield from drawn(Draw("", "box", size, among, DRAFTING))
        table.drafted = dict.fromkeys(table.order, ())
        drafting = players(play)
        for player in order:
            name = drafting[player - 1]
            options = tuple(f"draft:{kind}" for kind in table.pool)
            while (answer := (yield Question("draft", {name: options}, DRAFTING, "pool"))) is AGAIN:
                pass
            kind = str(answer)[6:]
            table.pool = tuple(one for one in table.pool if one != kind)
            table.drafted = {**table.drafted, name: (*table.drafted[name], kind)}
            play.log.append(ev.Drafted(name, kind))
        table.pool = ()


def players(play: Play) -> Chips:
    """The players of a draft: the first player, the second, and so on."""
    return play.mode.sides.drafting(play.table.order)  # inferred: the first seat drafts first, whoever begins


def asked(play: Play, names: Chips, free: Sequence[str]) -> Steps[dict[str, str]]:
    """Ask these seats for a character: in secret if they are several."""
    options = {name: tuple(f"choose:{key}" for key in free) for name in names}
    several = len(names) > 1
    question = Question("choose", options, PICKING, "character", each=several, sealed=several)
    while (answers := (yield question)) is AGAIN:
        pass
    tokens = answers if several else {names[0]: answers}
    return {name: token[7:] for name, token in tokens.items()}


def choose(play: Play, name: str, character: str) -> None:
    """Let a seat play this character."""
    play.table.seats[name].character = character
    play.log.append(ev.Picked(name, character))


def coin(play: Play, names: Chips) -> Steps[str]:
    """Let chance decide between seats that picked the same; return who keeps the character."""
    (winner,) = yield from drawn(Draw("", "table", 1, names, PICKING))
    return winner


def say_who_begins(play: Play, name: str) -> Steps[None]:
    """Let the seat that lost the coin say who begins."""
    table = play.table
    options = tuple(f"begin:{one}" for one in table.order)
    token = yield from play.ask(table.seats[name], "begin", options, "", PICKING)
    table.turn = token[6:]


def drawn(due: Draw) -> Steps[Chips]:
    """What the world answers to a draw, whatever becomes known in the meantime."""
    while (kinds := (yield due)) is AGAIN:
        pass
    return tuple(kinds)


IN_SECRET: Final = InSecret()

WAYS_TO_PICK: Final[dict[str, Picking]] = {
    way.key: way for way in (IN_SECRET, OneAfterTheOther(), InSecret(twice=True), Clockwork())
}
"""By key, in the order in which they are offered."""
