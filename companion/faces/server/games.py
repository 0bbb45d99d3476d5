"""Earlier games: replayed, exported, checked. Of a running game everybody gets their own view only."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.faces.hall import HallError, Verified
from companion.faces.server.desk import asker, desk, say
from companion.faces.server.doors import RoleKind
from companion.faces.server.graph import graph_of
from companion.ledger import GameRow, LedgerError
from companion.ledger.checkpoint import LONGEST
from companion.rules import JUDGE, TABLE

pages = Blueprint("games", __name__, url_prefix="/games")


@pages.get("")
def listed() -> ResponseReturnValue:
    """Show all games, the newest first."""
    try:
        lines = desk().hall.lines(asker().language)
    except LedgerError:
        lines = []
    return render_template("games.html", lines=[line for line in lines[::-1] if not is_too_new(line.number)])


def row_of(number: int) -> GameRow:
    """Return a game of the list; 404 if there is none."""
    try:
        found = next((row for row in desk().hall.games() if row.number == number), None)
    except LedgerError:
        found = None
    if found is None:
        abort(404)
    if is_too_new(found.number):
        abort(403, say("Spectators see this game late, so its record is not for them yet."))
    return found


def is_too_new(number: int) -> bool:
    """Whether the asker only watches, and has not been shown the end of this game yet."""
    late = [table for table in desk().hall.tables.values() if table.delay and asker().session is None]
    for table in late:
        playing = table.playing()
        if playing is not None and playing.number == number:
            watched = table.watched(asker().language)
            return watched is None or watched[0].number != number or not watched[0].over
    return False


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
    hall, audience, language = desk().hall, audience_for(row), asker().language
    try:
        shown = hall.replay(number, at, audience, language)
        told = hall.told(number, audience, language)
        seen = hall.seen(number, at, audience, language)
    except (HallError, LedgerError) as problem:
        words = problem.said(language) if isinstance(problem, HallError) else str(problem)
        return render_template("game.html", row=row, shown=None, told=None, problem=words), 409
    return render_template(
        "game.html",
        row=row,
        shown=shown,
        told=told,
        seen=seen,
        drawn=graph_of(told),
        last=hall.replay(number, None, audience, language).board,
        address=f"{desk().address}{url_for('games.game', number=number)}",
        problem="",
    )


@pages.get("/<int:number>/card")
def card(number: int) -> ResponseReturnValue:
    """Show the end of a game as a card, for the page of the table and for photos."""
    row = row_of(number)
    if not row.over:
        return redirect(url_for("games.game", number=number), code=303)
    hall, audience, language = desk().hall, audience_for(row), asker().language
    try:
        told, last = hall.told(number, audience, language), hall.replay(number, None, audience, language).board
    except (HallError, LedgerError) as problem:
        abort(409, problem.said(language) if isinstance(problem, HallError) else str(problem))
    address = f"{desk().address}{url_for('games.game', number=number)}"
    return render_template("card.html", row=row, told=told, drawn=graph_of(told), last=last, address=address)


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
