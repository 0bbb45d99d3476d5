"""The guide as a page: the same cards, for whoever has the code that the terminal shows. It works without scripts."""

from __future__ import annotations

import hmac
from secrets import choice, token_urlsafe
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, abort, redirect, render_template, request, send_from_directory
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.app.first_run.guide import BACK, STEPS
from companion.app.first_run.steps import Mark
from companion.app.first_run.walk import View, Walk
from companion.app.network import own_names
from companion.faces.languages import Language, languages
from companion.faces.server.app import find_web, fingerprint
from companion.faces.server.doors import LONG, SIGNS, plain
from companion.faces.server.guard import is_near, is_ours, with_headers
from companion.faces.server.limits import ALL_JOINS, JOINS, WRITES, Limits
from companion.table.phrases import Phrase

COOKIE: Final = "companion_first_run"
LARGEST: Final = 8 * 1024
"""Bytes of an answer."""
LONG_ANSWER: Final = 200
PATIENCE: Final = 20.0
"""Seconds that a browser waits for news before it asks again."""
SETTLE: Final = 1.0
"""Seconds in which an answer surely has its effect: then the page shows it."""
MARKS: Final = {
    Mark.PASSED: Phrase("Passed"),
    Mark.FAILED: Phrase("Failed"),
    Mark.UNTRIED: Phrase("Not tried"),
}
TOO_OLD: Final = Phrase("Something else is asked by now. Look at the page again.")


def new_code() -> str:
    """What opens the page."""
    return "".join(choice(SIGNS) for _ in range(LONG))


def create_page(walk: Walk, code: str) -> Flask:
    """The app."""
    web = find_web()
    app = Flask("first run", template_folder=str(web / "templates"), static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_PARTS=20, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    door = Door(code)
    app.before_request(door.check)
    app.after_request(with_headers)
    app.register_error_handler(HTTPException, told)
    app.register_blueprint(pages(walk, door))
    app.add_url_rule(
        "/static/<path:filename>",
        "static",
        lambda filename: send_from_directory(web / "static", filename, max_age=3600 if "v" in request.args else 60),
    )
    app.jinja_env.globals["asset"] = lambda name: f"/static/{name}?v={fingerprint(web / 'static' / name)}"
    return app


class Door:
    """Who may come in: whoever has typed the code in this browser."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._secret = token_urlsafe(32)
        self._hosts = own_names()
        self._limits = Limits(monotonic)

    def check(self) -> None:
        """From this network, to this device, and what changes something from this very page."""
        if not is_near(request.remote_addr or ""):
            abort(403, "This device serves its own network only.")
        if not is_ours(request.host, self._hosts):
            abort(400, "This device has another name. Use the address that the terminal shows.")
        if request.endpoint not in ("static", "first_run.show", "first_run.enter") and not self.inside:
            abort(403, "Type the code first.")
        if request.method in ("GET", "HEAD"):
            return
        origin = request.headers.get("Origin")
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if (origin is not None and urlsplit(origin).netloc != request.host) or site not in ("same-origin", "none"):
            abort(403, "This came from another page, not from this device.")
        if self.inside and not hmac.compare_digest(request.form.get("csrf", "").encode(), self.csrf.encode()):
            abort(403, "This page was too old. Load it again, and say it once more.")
        if not self._limits.allow("write", request.remote_addr or "", WRITES):
            abort(429, "Too much comes from you at once. Wait a moment, and say it again.")

    @property
    def inside(self) -> bool:
        """Whether this browser has typed the code."""
        return hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), self._secret.encode())

    @property
    def csrf(self) -> str:
        """What each form carries."""
        return hmac.new(self._secret.encode(), b"csrf", "sha256").hexdigest()

    def opened_by(self, text: str) -> bool:
        """Whether this is the code; tried a few times a minute at most."""
        address = request.remote_addr or ""
        if not (self._limits.allow("all", "", ALL_JOINS) and self._limits.allow("join", address, JOINS)):
            abort(429, "Too many tries. Wait a minute.")
        return hmac.compare_digest(plain(text).encode(), self._code.encode())

    def let_in(self, response: Response) -> None:
        """From now on this browser is inside."""
        response.set_cookie(COOKIE, self._secret, httponly=True, samesite="Strict", secure=request.is_secure)


def pages(walk: Walk, door: Door) -> Blueprint:
    """What is served."""
    rooms = Blueprint("first_run", __name__)

    @rooms.get("/")
    def show() -> ResponseReturnValue:
        if not door.inside:
            return asked_for_code("")
        return render_template("first_run.html", **shown(walk.view, door), problem="")

    @rooms.post("/enter")
    def enter() -> ResponseReturnValue:
        if not door.opened_by(request.form.get("code", "")):
            return asked_for_code(wanted_language().say("That is not the code. The terminal shows it.")), 403
        response = Response(status=303, headers={"Location": "/"})
        door.let_in(response)
        return response

    @rooms.post("/say")
    def say() -> ResponseReturnValue:
        asked = request.form.get("asked", -1, type=int)
        shown_now = walk.view.number
        if not walk.answer(request.form.get("text", "")[:LONG_ANSWER], asked):
            problem = TOO_OLD.said(walk.view.language.say)
            return render_template("first_run.html", **shown(walk.view, door), problem=problem), 409
        walk.wait(shown_now, SETTLE)
        return redirect("/", 303)

    @rooms.get("/card")
    def card() -> ResponseReturnValue:
        number = request.args.get("after", type=int, default=-1)
        view = walk.wait(number, PATIENCE)
        if view.number == number:
            return "", 204
        return render_template("first_run_card.html", **shown(view, door), problem="")

    return rooms


def asked_for_code(problem: str) -> str:
    """The door."""
    language = wanted_language()
    return render_template("first_run_door.html", _=language.say, language=language, problem=problem)


def wanted_language() -> Language:
    """Before one is chosen: what the browser likes to read."""
    known = languages()
    return known[request.accept_languages.best_match(list(known)) or "en"]


def shown(view: View, door: Door) -> dict[str, Any]:
    """A view, for the templates."""
    say = view.language.say
    card = view.card
    choices = (*card.choices, *([BACK] if view.can_go_back else [])) if card else ()
    return {
        "_": say,
        "language": view.language,
        "view": view,
        "card": card,
        "title": view.title.said(say),
        "choices": [(choice.word, choice.words.said(say)) for choice in choices],
        "main": card.usual if card else "",
        "said": [line.said(say) for line in card.said] if card else [],
        "results": [
            (one.mark.name.lower(), MARKS[one.mark].said(say), one.words.said(say), one.advice.said(say))
            for one in (card.results if card else ())
        ],
        "steps": [title.said(say) for title, _ in STEPS.values()],
        "csrf": door.csrf,
    }


def told(problem: HTTPException) -> ResponseReturnValue:
    """What went wrong, in plain text: whoever it is, is not to see more."""
    text = str(problem.description)
    return text, problem.code or 500, {"Content-Type": "text/plain; charset=utf-8"}
