"""Earlier games: replayed, exported, checked. Of a running game everybody gets their own view only."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.faces.hall import HallError, Verified
from companion.faces.server.desk import asker, desk
from companion.faces.server.doors import RoleKind
from companion.ledger import GameRow, LedgerError
from companion.ledger.checkpoint import LONGEST
from companion.rules import JUDGE, TABLE

pages = Blueprint("games", __name__, url_prefix="/games")


@pages.get("")
def listed() -> ResponseReturnValue:
    """Show all games, the newest first."""
    try:
        rows = desk().hall.games()
    except LedgerError:
        rows = []
    return render_template("games.html", rows=rows[::-1])


def row_of(number: int) -> GameRow:
    """Return a game of the list; 404 if there is none."""
    try:
        found = next((row for row in desk().hall.games() if row.number == number), None)
    except LedgerError:
        found = None
    if found is None:
        abort(404)
    return found


def audience_for(row: GameRow) -> str:
    """Return the audience as which the asker may see this game: the judge if it is over, else the asker's own view.
    The judge of a running game looks at hidden chips on the judge's page, where the look is recorded."""
    if row.over:
        return JUDGE
    role = asker().role
    return role.seat if role.kind is RoleKind.SEAT and role.game == row.number else TABLE


@pages.get("/<int:number>")
def game(number: int) -> ResponseReturnValue:
    """Show the table after any entry, with a slider."""
    row = row_of(number)
    text = request.args.get("at", "")
    at = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None
    try:
        shown = desk().hall.replay(number, at, audience_for(row), asker().language)
    except (HallError, LedgerError) as problem:
        words = problem.said(asker().language) if isinstance(problem, HallError) else str(problem)
        return render_template("game.html", row=row, shown=None, problem=words), 409
    return render_template("game.html", row=row, shown=shown, problem="")


@pages.get("/<int:number>/record.txt")
def record(number: int) -> ResponseReturnValue:
    """Send the record as a file to keep."""
    row = row_of(number)
    try:
        text = desk().hall.export(number, audience_for(row))
    except LedgerError as problem:
        abort(409, str(problem))
    named = f'attachment; filename="game-{number}.txt"'
    return text, 200, {"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": named}


@pages.get("/<int:number>/verified")
def verified(number: int) -> ResponseReturnValue:
    """Is it as it was written? `kept` is a head or a checkpoint that somebody kept."""
    row = row_of(number)
    kept = request.args.get("kept", "").strip()[:LONGEST]
    try:
        verdict, problem = check(row, kept), ""
    except HallError as refused:
        verdict, problem = check(row, ""), refused.said(asker().language)
    return render_template(
        "verified.html", row=row, verdict=verdict, kept=kept, problem=problem, device=desk().hall.device
    )


def check(row: GameRow, kept: str) -> Verified:
    """Check the record of a game as the asker may see it. Raises `HallError` if `kept` is no head and no checkpoint."""
    try:
        return desk().hall.verify(row.number, audience_for(row), kept, asker().language)
    except LedgerError as problem:
        abort(409, str(problem))
