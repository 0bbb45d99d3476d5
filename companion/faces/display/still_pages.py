"""Pages between games: the start, how phones join, the result."""

from __future__ import annotations

from companion.faces.display.cards import last_block, notes_height, notes_marks
from companion.faces.display.game_page import seat_places, sign
from companion.faces.display.joining import joining_marks
from companion.faces.display.marks import Marks, QrCode, Rectangle
from companion.faces.display.pages import Idle, Starting
from companion.faces.display.panels import seats_marks
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import line_height
from companion.faces.screen import Screen
from companion.ledger import read_checkpoint


def starting_marks(style: Style, page: Rect, shown: Starting) -> Marks:
    """Draw the title of the program, and what it is doing."""
    body = page.inset(style.of_unit(2))
    upper, lower = body.top(body.height * 55 // 100)
    title, _ = upper.foot(line_height(style.of_unit(3.4)))
    marks = style.one_line(title, shown.title, 3.4, bold=True, align="centre")
    bar, lower = lower.top(style.of_unit(0.5))
    marks.append(Rectangle(bar.middle(style.of_unit(9), style.hair * 3), "turn"))
    words = style.fitted(shown.words or style.say("Starting …"), lower.width, lower.height, 1.4)
    return marks + style.lines(lower, words, "muted", align="centre")


def idle_marks(style: Style, page: Rect, shown: Idle) -> Marks:
    """Draw how phones join: a code to scan, and the same in words."""
    body = page.inset(style.of_unit(1.2))
    marks: Marks = []
    if shown.notes:
        strip, body = body.foot(notes_height(style, shown.notes, body.width))
        marks += notes_marks(style, strip, shown.notes)
        _, body = body.foot(style.gap)
    if shown.asides:
        words = style.fitted(" · ".join(shown.asides), body.width, 2 * line_height(style.plain), 1)
        strip, body = body.foot(words.height)
        marks += style.lines(strip, words, "muted")
        _, body = body.foot(style.gap)
    head, body = body.top(line_height(style.of_unit(2.6)))
    marks += style.one_line(head, shown.title, 2.6, bold=True)
    _, body = body.top(style.gap)
    if not shown.address:
        words = style.fitted(
            shown.words or style.say("Phones cannot join this table."), body.width, body.height, 1.8, 1
        )
        return marks + style.lines(body, words, "muted")
    return marks + joining_marks(style, body, shown)


def result_marks(style: Style, page: Rect, screen: Screen) -> Marks:
    """Draw who has won, the final piles, and the record's head as a code for phones."""
    body = page.inset(style.gap)
    head, body = body.top(line_height(style.of_unit(3)))
    marks = winner_marks(style, head, screen, 3)
    _, body = body.top(style.gap)
    if screen.notes:
        strip, body = body.foot(notes_height(style, screen.notes, body.width))
        marks += notes_marks(style, strip, screen.notes)
        _, body = body.foot(style.gap)
    if screen.head:
        wide = page.width > page.height
        place, body = body.end(body.width * 34 // 100) if wide else body.foot(body.height * 36 // 100)
        _, body = body.end(style.gap) if wide else body.foot(style.gap)
        marks += head_code(style, place, screen)
    last = style.of_unit(7) if screen.last else 0
    foot, body = body.foot(min(last, body.height // 3))
    block = last_block(style, screen.last)
    marks += block.lay(foot) if foot.height >= block.least and screen.last else []
    _, body = body.foot(style.gap if last else 0)
    return marks + seats_marks(style, seat_places(style, body, len(screen.board.seats)), screen.board.seats, {})


def winner_marks(style: Style, rect: Rect, screen: Screen, most: float) -> Marks:
    """Draw how the game ended, in letters of up to `most` units, behind a crown."""
    crown, rest = rect.left(min(style.of_unit(most * 0.87), rect.height))
    marks: Marks = [sign(crown.inset(style.hair * 2), "crown", "turn")]
    _, rest = rest.left(style.gap)
    return marks + style.one_line(rest, screen.board.headline or style.say("The game is over"), most, bold=True)


def head_code(style: Style, rect: Rect, screen: Screen) -> Marks:
    """The checkpoint as a code, what it is for, the device that signed it, and the head's beginning in letters."""
    marks: Marks = [Rectangle(rect, "surface", "line", max(1, style.hair // 2), style.radius)]
    inner = rect.inset(style.gap)
    for words in (screen.head[:16], device_named(style, screen.checkpoint)):
        name, inner = inner.foot(line_height(style.fine) if words else 0)
        marks += style.line(name, words, style.fine, "muted", bold=True, align="centre") if words else []
    if inner.width > inner.height:
        code, text = inner.left(inner.height)
        _, text = text.left(style.gap)
    else:
        code, text = inner.top(min(inner.width, inner.height * 65 // 100))
        _, text = text.top(style.hair * 3)
    side = min(code.width, code.height)
    marks.append(QrCode(code.middle(side, side), screen.checkpoint))
    return marks + style.lines(
        text,
        style.fitted(
            style.say("The record ends in this code. Keep a picture of it: a record that was changed does not fit it."),
            text.width,
            text.height,
            1.1,
        ),
        "muted",
    )


def device_named(style: Style, checkpoint: str) -> str:
    """The device that signed it, as people compare it; "" where none did."""
    kept = read_checkpoint(checkpoint)
    return style.say("Device {device}").format(device=kept.fingerprint) if kept and kept.fingerprint else ""
