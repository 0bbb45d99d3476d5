"""A screen as fragments of a page, rendered once for everybody who looks at the same thing."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Final, get_args

from jinja2 import Environment

from companion.faces.answers import Answers, answers_of
from companion.faces.hall import Hall, Playing
from companion.faces.languages import Language
from companion.faces.screen import Screen, clock_face
from companion.faces.server.desk import ChannelSight
from companion.faces.server.together import Together
from companion.rules import JUDGE, TABLE
from companion.rules.kernel.board import Piece, PieceGroup

PARTS: Final = (
    "headline",
    "mood",
    "live",
    "notes",
    "ask",
    "rulings",
    "granted",
    "todo",
    "seats",
    "shared",
    "last",
    "clocks",
)
"""The parts of every page that shows a table: each is a template in `web/templates/parts`, and an element's id."""
PIECES: Final = get_args(Piece)
OF_A_SEAT: Final = ("due", "alarm", "own", "held", "together", "more", "spoken")
OF_THE_JUDGE: Final = ("called", "verdicts")
REACTING: Final = "react:"
"""How answers to another seat's move begin, in the notation of every game."""


class Painter:
    """Renders what an audience sees."""

    def __init__(
        self, templates: Environment, hall: Hall, languages: Mapping[str, Language], together: Mapping[str, Together]
    ) -> None:
        self._templates = templates
        self._hall = hall
        self._languages = languages
        self._together = together
        self.epoch = secrets.token_hex(4)

    def paint(self, sight: ChannelSight) -> Mapping[str, str]:
        """Render all fragments; if no game is played, they say so."""
        language = self._languages[sight.language]
        table = self._hall.table(sight.table)
        playing, screen = self._shown(sight)
        if sight.form == "json":
            return {"state": json.dumps(state_of(table.key, screen, playing), ensure_ascii=False)}
        seated, over = sight.audience not in (TABLE, JUDGE), playing is not None and playing.over
        mark = f"{self.epoch}.{screen.number if screen else 0}"
        context = {
            "_": language.say,
            "several": language.several,
            "screen": screen,
            "unread": () if sight.late else table.unread(language),
            "playing": playing,
            "audience": sight.audience,
            "mark": mark,
            "answers": self._answers(screen, mark, table.looks(language)) if seated and screen else None,
            "previews": table.previews(sight.audience, language) if seated and playing and not over else {},
            "epoch": self.epoch,
            "clock_face": clock_face,
            "passed": 0,  # pages count by themselves: a part with the time in it would change all the time
            "proposal": self._together[sight.table].open if seated else None,
            "due": screen is not None and seated and not over and is_due(screen),
        }
        names = PARTS + (OF_A_SEAT if seated else OF_THE_JUDGE if sight.audience == JUDGE else ())
        return {name: self._templates.get_template(f"parts/{name}.html").render(context).strip() for name in names}

    def _shown(self, sight: ChannelSight) -> tuple[Playing | None, Screen | None]:
        """The game and its screen, as far as somebody may see them now."""
        table, language = self._hall.table(sight.table), self._languages[sight.language]
        if sight.late:
            return table.watched(language) or (None, None)
        playing = table.playing()
        return playing, table.screen(sight.audience, language) if playing else None

    def _answers(self, screen: Screen, mark: str, looks: Mapping[str, PieceGroup]) -> Answers:
        """What the seat may answer, and with which marks."""
        return answers_of(screen, f"{self.epoch}.a{screen.ask.number}" if screen.ask else mark, mark, looks)


def is_due(screen: Screen) -> bool:
    """Whether a seat has to answer during another seat's turn: with a reaction, or a question. The whole table waits,
    so its page says that more loudly than anything else; but not if the seat whose turn it is has to answer as well."""
    ask = screen.ask.choices if screen.ask else ()
    tokens = [choice.token for choice in (*ask, *(screen.own.may if screen.own else ()))]
    on_turn = [panel.key for panel in screen.board.seats if panel.active]
    asked = screen.ask.seats if screen.ask else ()
    anothers_turn = bool(on_turn) and screen.audience not in on_turn and not set(asked) & set(on_turn)
    return bool(tokens) and (anothers_turn or any(token.startswith(REACTING) for token in tokens))


def state_of(table: str, screen: Screen | None, playing: Playing | None) -> dict[str, object]:
    """Return a table's screen for other people's programs, in the form that openapi.json describes."""
    if screen is None or playing is None:
        return {"table": table, "playing": False, "game": None, "screen": None}
    game = {"number": playing.number, "title": playing.title, "seats": list(playing.seats), "over": playing.over}
    return {"table": table, "playing": not playing.over, "game": game, "screen": plain(screen)}


def plain(value: object) -> object:
    """Return values with named parts as mappings; pieces of a board also name their type.

    >>> from companion.rules.kernel.board import Number
    >>> plain((Number("money", "3"),))
    [{'piece': 'number', 'label': 'money', 'value': '3', 'tone': 'grey', 'short': ''}]
    """
    if is_dataclass(value):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        found = {name: plain(part) for name, part in zip(value._fields, value, strict=True)}
        return {"piece": type(value).__name__.lower()} | found if isinstance(value, PIECES) else found
    return [plain(part) for part in value] if isinstance(value, tuple) else value
