"""The guide as a page: the same cards, for people who have the code from the terminal. It works without scripts."""

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
from companion.app.first_run.steps import MoveMark
from companion.app.first_run.walk import Walk, WalkView
from companion.app.network import own_names
from companion.faces.languages import Language, languages
from companion.faces.server.addresses import neighbourhood
from companion.faces.server.app import find_web, fingerprint
from companion.faces.server.doors import LONG, SIGNS, plain
from companion.faces.server.guard import is_near, is_ours, with_headers
from companion.faces.server.limits import WRITES, Limits
from companion.faces.server.lines import connection
from companion.table.phrases import Phrase

COOKIE: Final = "companion_first_run"
LARGEST: Final = 8 * 1024
"""Bytes of an answer."""
LONG_ANSWER: Final = 200
PATIENCE: Final = 20.0
"""Seconds that a browser waits for news before it asks again."""
SETTLE: Final = 1.0
"""Seconds in which an answer is sure to take effect, so that the next page shows it."""
MARKS: Final = {
    MoveMark.PASSED: Phrase("Passed"),
    MoveMark.FAILED: Phrase("Failed"),
    MoveMark.UNTRIED: Phrase("Not tried"),
}
TOO_OLD: Final = Phrase("The question has changed. Look at the page again.")


def new_code() -> str:
    """A code that opens the page."""
    return "".join(choice(SIGNS) for _ in range(LONG))


def create_page(walk: Walk, code: str) -> Flask:
    """Make the app of the page."""
    web = find_web()
    app = Flask("first run", template_folder=str(web / "templates"), static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_PARTS=20, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    door = CodeLock(code)
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


class CodeLock:
    """Decides who may come in: people who have typed the code in this browser."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._secret = token_urlsafe(32)
        self._hosts = own_names()
        self._limits = Limits(monotonic)

    def check(self) -> None:
        """Check a request: from this network, meant for this device, and from this page if it changes something."""
        if not is_near(request.remote_addr or ""):
            abort(403, "This device answers only in its own network.")
        if not is_ours(request.host, self._hosts):
            abort(400, "This device has another name. Use the address that the terminal shows.")
        if request.endpoint not in ("static", "first_run.show", "first_run.enter") and not self.inside:
            abort(403, "Type the code first.")
        if request.method in ("GET", "HEAD"):
            return
        origin = request.headers.get("Origin")
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if (origin is not None and urlsplit(origin).netloc != request.host) or site not in ("same-origin", "none"):
            abort(403, "This request came from another site and was not accepted.")
        if self.inside and not hmac.compare_digest(request.form.get("csrf", "").encode(), self.csrf.encode()):
            abort(403, "This page is out of date. Reload it and try again.")
        if not self._limits.allow("write", neighbourhood(request.remote_addr or ""), WRITES):
            abort(429, "Too many requests. Wait a moment and try again.")

    @property
    def inside(self) -> bool:
        """Whether this browser has typed the code."""
        return hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), self._secret.encode())

    @property
    def csrf(self) -> str:
        """The token that each form carries."""
        return hmac.new(self._secret.encode(), b"csrf", "sha256").hexdigest()

    def opened_by(self, text: str) -> bool:
        """Whether this is the code. Only a few wrong ones a minute are allowed."""
        who = neighbourhood(request.remote_addr or "")
        if not self._limits.may_try(who):
            abort(429, "Too many attempts. Wait a minute.")
        right = hmac.compare_digest(plain(text).encode(), self._code.encode())
        if not right:
            self._limits.failed(who)
        return right

    def let_in(self, response: Response) -> None:
        """From now on, let this browser in."""
        response.set_cookie(COOKIE, self._secret, httponly=True, samesite="Strict", secure=request.is_secure)


def pages(walk: Walk, door: CodeLock) -> Blueprint:
    """All pages of the guide."""
    rooms = Blueprint("first_run", __name__)

    @rooms.get("/")
    def show() -> ResponseReturnValue:
        if not door.inside:
            return asked_for_code("")
        return render_template("first_run.html", **shown(walk.view, door), problem="")

    @rooms.post("/enter")
    def enter() -> ResponseReturnValue:
        if not door.opened_by(request.form.get("code", "")):
            return asked_for_code(wanted_language().say("That is not the code. You find it in the terminal.")), 403
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
        connection().settle()  # from here on the connection only waits
        view = walk.wait(number, PATIENCE)
        if view.number == number:
            return "", 204
        return render_template("first_run_card.html", **shown(view, door), problem="")

    return rooms


def asked_for_code(problem: str) -> str:
    """The page that asks for the code."""
    language = wanted_language()
    return render_template("first_run_door.html", _=language.say, language=language, problem=problem)


def wanted_language() -> Language:
    """The language before one is chosen: what the browser prefers."""
    known = languages()
    return known[request.accept_languages.best_match(list(known)) or "en"]


def shown(view: WalkView, door: CodeLock) -> dict[str, Any]:
    """A view in the form that the templates need."""
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
    """What went wrong, in plain text: strangers are not to see more."""
    text = str(problem.description)
    return text, problem.code or 500, {"Content-Type": "text/plain; charset=utf-8"}
