"""The server put together: pages, guard, streams."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, g, render_template, request, send_from_directory, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed

from companion.faces.hall import Hall
from companion.faces.languages import Language
from companion.faces.server import api, books, device, games, joining, judge, seat, table
from companion.faces.server.desk import Asker, Desk, Sight, asker, csrf, desk
from companion.faces.server.doors import Doors
from companion.faces.server.fragments import Painter
from companion.faces.server.guard import SETTINGS, guard, words_of
from companion.faces.server.limits import Limits
from companion.faces.server.streams import Hub
from companion.faces.server.together import Together

LARGEST: Final = 64 * 1024
"""Bytes of a request."""


def find_web() -> Path:
    """Where templates and static files lie: in the installed package, or beside it in the source tree."""
    installed = Path(__file__).with_name("web")
    return installed if installed.is_dir() else Path(__file__).resolve().parents[3] / "web"


def create_app(
    hall: Hall,
    doors: Doors,
    languages: Mapping[str, Language],
    limits: Limits,
    *,
    address: str = "",
    hosts: frozenset[str] = frozenset({"localhost"}),
    everywhere: bool = False,
) -> Flask:
    """The whole server. `address` is where phones find it, `hosts` are its names. `Desk.hub` is still to be started."""
    web = find_web()
    app = Flask("companion", template_folder=web / "templates", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_PARTS=100, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.filters["piece"] = lambda value: type(value).__name__.lower()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    together = Together(doors.clock)
    painter = Painter(app.jinja_env, hall, languages, together)
    shared = Desk(hall, doors, languages, Hub(painter.paint), limits, together, address, painter.epoch)
    app.extensions["companion"] = shared
    hall.subscribe("pages", shared.hub.poke)
    doors.subscribe(shared.hub.wake)
    guard(app, hosts, everywhere=everywhere)
    for room in (table, joining, seat, judge, device, books, games, api):
        app.register_blueprint(room.pages)
    app.add_url_rule("/static/<path:filename>", "static", lambda filename: static(web / "static", filename))
    app.context_processor(shown_everywhere)
    app.register_error_handler(HTTPException, told)
    app.register_error_handler(Exception, broke)
    return app


def shown_everywhere() -> dict[str, Any]:
    """What every template may use."""
    one = g.get("asker")
    if not isinstance(one, Asker):
        return {}
    settings = {name: chosen(name, values) for name, values in SETTINGS.items() if values}
    return {
        "_": one.language.say,
        "several": one.language.several,
        "language": one.language,
        "asker": one,
        "playing": desk().hall.playing(),
        "csrf": csrf,
        "settings": settings,
        "asset": asset,
    }


def chosen(name: str, values: tuple[str, ...]) -> str:
    """A setting of this browser."""
    found = request.cookies.get(name, "")
    return found if found in values else values[0]


def asset(name: str) -> str:
    """The address of a static file, which changes with it, so that browsers may keep it."""
    return url_for("static", filename=name, v=fingerprint(find_web() / "static" / name))


def static(folder: Path, filename: str) -> ResponseReturnValue:
    """A file that never changes under its address, where that tells its version."""
    return send_from_directory(folder, filename, max_age=365 * 86400 if "v" in request.args else 60)


@cache
def fingerprint(path: Path) -> str:
    """What a file holds, in a few signs."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def told(problem: HTTPException) -> ResponseReturnValue:
    """What went wrong, as a page or for a program."""
    code = problem.code or 500
    if code < 400:
        return problem
    if not isinstance(g.get("asker"), Asker):  # whoever it is, is not to see more than this
        return str(problem.description), code, {"Content-Type": "text/plain; charset=utf-8"}
    headers = {"Allow": ", ".join(problem.valid_methods or ())} if isinstance(problem, MethodNotAllowed) else {}
    if asker().bearer:
        return {"error": words_of(problem)}, code, headers
    return render_template("problem.html", words=words_of(problem), code=code), code, headers


def broke(problem: Exception) -> ResponseReturnValue:
    """A mistake in the program costs this page, and nothing else."""
    from flask import current_app

    current_app.logger.error("The page %s broke down.", request.path, exc_info=problem)
    return told(InternalServerError())


__all__ = ["Sight", "create_app"]
