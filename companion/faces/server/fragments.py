"""A screen as fragments of a page: one rendering serves everybody who looks at the same."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Final, get_args

from jinja2 import Environment

from companion.faces.hall import Hall, Playing
from companion.faces.languages import Language
from companion.faces.screen import Screen, clock_face
from companion.faces.server.desk import Sight
from companion.faces.server.together import Together
from companion.rules import JUDGE, TABLE
from companion.rules.kernel.board import Piece

PARTS: Final = ("headline", "live", "notes", "ask", "rulings", "todo", "seats", "shared", "last", "clocks")
"""Of every page that shows a table; each is a template in `web/templates/parts`, and an element of that id."""
PIECES: Final = get_args(Piece)
OF_A_SEAT: Final = ("due", "alarm", "own", "together", "more")
REACTING: Final = "react:"
"""How an answer begins that answers what somebody else does, in the notation of all games."""


class Painter:
    """Renders what an audience sees."""

    def __init__(
        self, templates: Environment, hall: Hall, languages: Mapping[str, Language], together: Together
    ) -> None:
        self._templates = templates
        self._hall = hall
        self._languages = languages
        self._together = together
        self.epoch = secrets.token_hex(4)

    def paint(self, sight: Sight) -> Mapping[str, str]:
        """All fragments; where nothing is played, that is said."""
        language = self._languages[sight.language]
        playing = self._hall.playing()
        screen = self._hall.screen(sight.audience, language) if playing else None
        if sight.form == "json":
            return {"state": json.dumps(state_of(screen, playing), ensure_ascii=False)}
        seated, over = sight.audience not in (TABLE, JUDGE), playing is not None and playing.over
        context = {
            "_": language.say,
            "several": language.several,
            "screen": screen,
            "playing": playing,
            "audience": sight.audience,
            "mark": f"{self.epoch}.{screen.number if screen else 0}",
            "epoch": self.epoch,
            "clock_face": clock_face,
            "passed": 0,  # the page counts on: a part that told the time would change with anything
            "proposal": self._together.open if seated else None,
            "due": screen is not None and seated and not over and is_due(screen),
        }
        names = PARTS + (OF_A_SEAT if seated else ())
        return {name: self._templates.get_template(f"parts/{name}.html").render(context).strip() for name in names}


def is_due(screen: Screen) -> bool:
    """Whether a seat is to answer what somebody else does: a reaction, or a question in another's turn. All the table
    waits for it, so its page says that louder than anything else; not where it waits for whose turn it is as well."""
    ask = screen.ask.choices if screen.ask else ()
    tokens = [choice.token for choice in (*ask, *(screen.own.may if screen.own else ()))]
    on_turn = [panel.key for panel in screen.board.seats if panel.active]
    asked = screen.ask.seats if screen.ask else ()
    anothers_turn = bool(on_turn) and screen.audience not in on_turn and not set(asked) & set(on_turn)
    return bool(tokens) and (anothers_turn or any(token.startswith(REACTING) for token in tokens))


def state_of(screen: Screen | None, playing: Playing | None) -> dict[str, object]:
    """A screen for other people's programs, as openapi.json tells it."""
    if screen is None or playing is None:
        return {"playing": False, "game": None, "screen": None}
    game = {"number": playing.number, "title": playing.title, "seats": list(playing.seats), "over": playing.over}
    return {"playing": not playing.over, "game": game, "screen": plain(screen)}


def plain(value: object) -> object:
    """Values with named parts as mappings; the pieces of a board say which they are.

    >>> from companion.rules.kernel.board import Total
    >>> plain((Total("gem pile", 3),))
    [{'piece': 'total', 'label': 'gem pile', 'value': 3, 'limit': 0, 'danger': 0, 'gain': None}]
    """
    if is_dataclass(value):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        found = {name: plain(part) for name, part in zip(value._fields, value, strict=True)}
        return {"piece": type(value).__name__.lower()} | found if isinstance(value, PIECES) else found
    return [plain(part) for part in value] if isinstance(value, tuple) else value
