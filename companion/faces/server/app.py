"""Putting the server together: pages, guard, streams."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, g, has_request_context, render_template, request, send_from_directory, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed
from werkzeug.security import safe_join

from companion.faces.hall import Hall
from companion.faces.hyphens import parted
from companion.faces.languages import Language
from companion.faces.server import api, books, device, editor, games, joining, judge, seat, table
from companion.faces.server.desk import Asker, ChannelSight, Desk, asker, at_table, csrf, desk
from companion.faces.server.doors import Doors
from companion.faces.server.fragments import Painter
from companion.faces.server.guard import SETTINGS, guard, words_of
from companion.faces.server.limits import Limits
from companion.faces.server.packing import pack, packed_file
from companion.faces.server.qr_codes import qr
from companion.faces.server.streams import Hub
from companion.faces.server.together import Together
from companion.faces.server.tower_drawing import drawn_tower
from companion.faces.towers import tower_of
from companion.scenarios.written import as_yaml

log = logging.getLogger(__name__)

PAGES: Final = "pages"
"""What they are called where they break down."""
LARGEST: Final = 64 * 1024
"""The most bytes that a request may have."""


def find_web() -> Path:
    """Return the folder of templates and static files: in the installed package, or in the source tree."""
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
    """Create the server. `address` is where phones find it, `hosts` are its names. The caller starts `Desk.hub`."""
    web = find_web()
    app = Flask("companion", template_folder=web / "templates", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_PARTS=100, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.filters["qr"] = qr
    app.jinja_env.filters["parted"] = parted
    app.jinja_env.globals["shapes"] = f"/static/chips.svg?v={fingerprint(web / 'static' / 'chips.svg')}"
    app.jinja_env.filters["tower"] = tower_of
    app.jinja_env.filters["drawn"] = drawn_tower
    app.jinja_env.filters["index_of"] = list.index
    app.jinja_env.filters["yaml"] = as_yaml
    app.jinja_env.filters["piece"] = lambda value: type(value).__name__.lower()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    together = {key: Together(doors.clock) for key in hall.tables}
    painter = Painter(app.jinja_env, hall, languages, together)
    hub = Hub(painter.paint, lambda: hall.part_broke(PAGES), lambda sight: sight.late)
    shared = Desk(hall, doors, languages, hub, limits, together, address, painter.epoch)
    app.extensions["companion"] = shared
    hall.subscribe("pages", shared.hub.poke)
    doors.subscribe(shared.hub.wake)
    guard(app, hosts, everywhere=everywhere)
    for room in (table, joining, seat, judge, editor, device, books, games, api):
        app.register_blueprint(room.pages)
    app.add_url_rule("/static/<path:filename>", "static", lambda filename: static(web / "static", filename))
    app.after_request(pack)
    app.context_processor(shown_everywhere)
    app.url_defaults(carry_table)
    app.register_error_handler(HTTPException, told)
    app.register_error_handler(Exception, broke)
    return app


def shown_everywhere() -> dict[str, Any]:
    """Return what every template may use."""
    one = g.get("asker")
    if not isinstance(one, Asker):
        return {}
    settings = {name: chosen(name, values) for name, values in SETTINGS.items() if values}
    return {
        "_": one.language.say,
        "several": one.language.several,
        "language": one.language,
        "asker": one,
        "playing": at_table().table.playing(),
        "tables": desk().hall.tables,
        "csrf": csrf,
        "settings": settings,
        "asset": asset,
    }


def carry_table(endpoint: str, values: dict[str, Any]) -> None:
    """Let the links of a page lead to the table that its address names."""
    if has_request_context() and request.args.get("table") in desk().hall.tables and endpoint != "static":
        values.setdefault("table", request.args["table"])


def chosen(name: str, values: tuple[str, ...]) -> str:
    """Return a setting of this browser."""
    found = request.cookies.get(name, "")
    return found if found in values else values[0]


def asset(name: str) -> str:
    """Return the address of a static file. It changes with the file, so that browsers may keep the file."""
    return url_for("static", filename=name, v=fingerprint(find_web() / "static" / name))


def static(folder: Path, filename: str) -> ResponseReturnValue:
    """Send a static file. If its address names its version, browsers may keep it for a year."""
    seconds = 365 * 86400 if "v" in request.args else 60
    path = safe_join(str(folder), filename)
    packed = packed_file(Path(path)) if path and Path(path).is_file() else None
    if packed is None:
        return send_from_directory(folder, filename, max_age=seconds)
    packed.cache_control.public = True
    packed.cache_control.max_age = seconds
    return packed


@cache
def fingerprint(path: Path) -> str:
    """Return a short digest of a file's contents."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def told(problem: HTTPException) -> ResponseReturnValue:
    """Answer what went wrong, as a page, or as JSON for a program."""
    code = problem.code or 500
    if code < 400:
        return problem
    if not isinstance(g.get("asker"), Asker):  # the guard has not let them in: they see no more than this
        return str(problem.description), code, {"Content-Type": "text/plain; charset=utf-8"}
    headers = {"Allow": ", ".join(problem.valid_methods or ())} if isinstance(problem, MethodNotAllowed) else {}
    if asker().bearer:
        return {"error": words_of(problem)}, code, headers
    return render_template("problem.html", words=words_of(problem), code=code), code, headers


def broke(problem: Exception) -> ResponseReturnValue:
    """A mistake in the program costs this page, and nothing else."""
    log.error("The page %s broke down.", request.endpoint, exc_info=problem)  # its path may tell what somebody holds
    desk().hall.part_broke(PAGES)
    return told(InternalServerError())


__all__ = ["ChannelSight", "create_app"]
