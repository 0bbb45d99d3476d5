"""Pages that everybody must see before the game goes on: a ruling, with the seats small below it; or what went wrong,
if no game is played."""

from __future__ import annotations

from dataclasses import dataclass

from companion.faces.display.cards import calls_of, cited_words
from companion.faces.display.clocks import end_clock
from companion.faces.display.game_page import alarm_of, head_marks, meter_beside, seat_places, sign
from companion.faces.display.marks import Marks, Rectangle
from companion.faces.display.meter import meter_marks, meter_of
from companion.faces.display.pages import Failed, ReaderLost
from companion.faces.display.panels import seats_marks
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.tower import towers_of
from companion.faces.display.typesetting import line_height
from companion.faces.screen import Clock, Screen


@dataclass(frozen=True)
class Notice:
    """A message that fills a large part of the page."""

    heading: str
    whom: str
    words: str
    remedy_heading: str
    remedy: str
    fine: str
    """The rule, or something else to know."""
    shape: str = "warning"


def ruling_notice(style: Style, screen: Screen) -> Notice:
    """Return the notice of the first open ruling."""
    ruling = screen.rulings[0]
    count = len(screen.rulings)
    heading = (
        style.say("Ruling") if count == 1 else style.say("Ruling {number} of {count}").format(number=1, count=count)
    )
    remedy = ruling.remedy or (style.say("The judge decides.") if ruling.judge else "")
    return Notice(
        heading,
        ruling.seat,
        ruling.words,
        style.say("To put it right"),
        remedy,
        cited_words(style, ruling.rule),
        "cross",
    )


def trouble_notice(style: Style, page: ReaderLost | Failed) -> Notice:
    """Return the notice of a lost reader, or of something else that went wrong."""
    heading = style.say("A reader is lost") if isinstance(page, ReaderLost) else style.say("Something went wrong")
    return Notice(heading, "", page.words, style.say("What to do"), page.remedy, "")


def notice_marks(style: Style, page: Rect, notice: Notice, screen: Screen | None = None) -> Marks:
    """Draw the notice. If a game is played, its headline and shared level stay above, its seats below."""
    body = page.inset(style.gap)
    marks: Marks = []
    if screen and screen.board.seats:
        marks, body = head_marks(style, body, screen)
        if (meter := meter_of(screen.board.shared)) and not meter_beside(page, screen):
            strip, body = body.top(style.of_unit(2.9))
            marks += meter_marks(style, strip, meter, alarm_of(screen))
            _, body = body.top(style.gap)
        count = len(screen.board.seats)
        wide = page.width > page.height
        low = style.of_unit(9) if wide else style.of_unit(8) * (1 if count <= 2 else 2)
        foot, body = body.foot(min(low, body.height * 38 // 100))
        places = foot.columns(count, style.gap) if wide or count <= 2 else seat_places(style, foot, count)
        calls = calls_of(style, screen)
        marks += seats_marks(style, places, screen.board.seats, calls, screen.clocks, towers_of(screen))
        _, body = body.foot(style.gap)
    return marks + card_marks(style, body, notice)


def card_marks(style: Style, rect: Rect, notice: Notice, clock: Clock | None = None) -> Marks:
    """Draw what is wrong in large letters, and what puts it right in a field of its own; the head has the clock."""
    border = style.hair * 2
    marks: Marks = [Rectangle(rect, "surface", "danger", border, style.radius)]
    inner = rect.inset(border)
    head, body = inner.top(line_height(style.head))
    marks.append(Rectangle(head, "danger", "", 0, style.radius - border, True))
    head = head.inset(style.gap * 2, 0)
    icon, head = head.left(style.of_unit(1.8))
    marks.append(sign(icon, notice.shape, "on:danger"))
    _, head = head.left(style.gap)
    if notice.whom:
        end, head = head.end(head.width // 2)
        marks += style.one_line(end, notice.whom, 2.1, "on:danger", bold=True, align="right")
    clock_marks, head = end_clock(style, head, clock, head.width // 2)
    marks += clock_marks
    marks += style.one_line(head, notice.heading, 2.1, "on:danger", bold=True)
    body = body.inset(style.gap * 2, style.gap)
    fine = style.fitted(notice.fine, body.width, body.height // 4, 1.1, 0.82)
    foot, body = body.foot(fine.height)
    marks += style.lines(foot, fine, "muted")
    _, body = body.foot(style.hair * 3)
    if notice.remedy:
        field, body = body.foot(remedy_height(style, body, notice))
        marks += remedy_marks(style, field, notice)
        _, body = body.foot(style.gap)
    return marks + style.lines(body, style.fitted(notice.words, body.width, body.height, 2.8, 1, bold=True), bold=True)


def remedy_height(style: Style, body: Rect, notice: Notice) -> int:
    """Return the height that the remedy needs, but less than half."""
    most = body.height * 48 // 100
    around = line_height(style.plain) + 4 * style.hair * 2
    room = body.width - 3 * style.gap - style.of_unit(2.2)
    return min(most, around + style.fitted(notice.remedy, room, most - around, 2, 0.82, bold=True).height)


def remedy_marks(style: Style, rect: Rect, notice: Notice) -> Marks:
    """Draw what puts it right, with an arrow down to the table."""
    marks: Marks = [Rectangle(rect, "todo", "", 0, style.radius)]
    inner = rect.inset(style.gap, style.hair * 2)
    icon, text = inner.left(style.of_unit(2.2))
    marks.append(sign(icon.inset(style.hair), "hand", "on:todo"))
    _, text = text.left(style.gap)
    head, text = text.top(line_height(style.plain))
    marks += style.line(head, notice.remedy_heading, style.plain, "on:todo")
    shown = style.fitted(notice.remedy, text.width, text.height, 2, 0.82, bold=True)
    return marks + style.lines(text, shown, "on:todo", bold=True)
