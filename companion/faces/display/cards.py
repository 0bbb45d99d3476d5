"""Cards beside the seats: the question, what is to be done, what happened last, what is not as it should be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.faces.display.marks import Figure, Marks, Rectangle
from companion.faces.display.panels import Call
from companion.faces.display.pieces import blocks_of
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block, stack
from companion.faces.display.style import Style
from companion.faces.display.typesetting import Lines, clean, line_height
from companion.faces.screen import Ask, Awaited, Cited, Due, Screen
from companion.rules.kernel.board import Panel


def calls_of(style: Style, screen: Screen, *, whole: bool = False) -> dict[str, tuple[Call, ...]]:
    """Return what the table waits for from each seat: an answer, and what its hands have to do.

    With `whole` the calls say all of it. Otherwise it is said elsewhere on the page, and each seat has one short call:
    for the answer if it is asked, else how many things it has to do.
    """
    calls: dict[str, tuple[Call, ...]] = {}
    question = screen.question
    asked = question.seats if question else ()
    short = style.say("An answer, please") if screen.ask else style.say("Your choice")
    dues: dict[str, list[str]] = {}
    for due in screen.todo:
        dues.setdefault(due.seat, []).append(due.words)
    for seat in dict.fromkeys((*asked, *dues)):
        found = []
        if question and seat in asked:
            found.append(Call(question.words if whole else short, True, whole))
        if seat in dues:
            words = " · ".join(dues[seat]) if whole else style.say("To do: {count}").format(count=len(dues[seat]))
            found.append(Call(words, False, whole))
        calls[seat] = tuple(found) if whole else tuple(found[:1])
    return calls


def cited_words(style: Style, rule: Cited | None) -> str:
    """Return the rule in one line."""
    return style.say("Rule: {section}. {gist}").format(section=rule.section, gist=rule.gist) if rule else ""


def card(style: Style, rect: Rect, role: str, shape: str, heading: str, count: str = "") -> tuple[Marks, Rect]:
    """Draw a frame with a coloured head; return the marks and the place below the head. The head shows `count`."""
    marks: Marks = [Rectangle(rect, "surface", role, max(1, style.hair), style.radius)]
    inner = rect.inset(max(1, style.hair))
    head, body = inner.top(head_height(style))
    marks.append(Rectangle(head, role, "", 0, style.radius - style.hair, True))
    head = head.inset(style.gap, 0)
    sign, head = head.left(style.of_unit(0.9))
    marks.append(Figure(sign.middle(sign.width, sign.width), shape, f"on:{role}"))
    _, head = head.left(style.hair * 3)
    if count:
        end, head = head.end(style.width(count, style.plain, True))
        marks += style.line(end, count, style.plain, f"on:{role}", bold=True, align="right")
    marks += style.line(head, heading, style.plain, f"on:{role}", bold=True)
    return marks, body.inset(style.gap, style.hair * 2)


def frame_height(style: Style) -> int:
    """Return the height that a card needs in addition to its contents."""
    return head_height(style) + style.hair * 6


def head_height(style: Style) -> int:
    """Return the height of the coloured head of a card."""
    return style.of_unit(1.35)


def ask_block(style: Style, ask: Ask | Awaited, width: int, most: float = 1.5) -> Block:
    """Return the question with its rule as a block, in letters of up to `most` units."""
    room = width - 2 * style.gap - 2 * style.hair
    words = style.fitted(ask.words, room, 5 * line_height(style.strong), most, 1)
    rule = style.fitted(cited_words(style, ask.rule), room, 5 * line_height(style.fine), 0.82)
    bare = frame_height(style) + min(words.height, 2 * line_height(style.plain))

    def lay(rect: Rect) -> Marks:
        marks, body = card(style, rect, "ask", "question", style.say("Question"))
        shown = style.fitted(ask.words, body.width, body.height - rule.height, most, 0.9)
        if not shown.whole:
            shown = style.fitted(ask.words, body.width, body.height, 1, 0.75)
        upper, lower = body.top(shown.height)
        marks += style.lines(upper, shown, bold=False)
        return marks + style.lines(
            lower, style.fitted(cited_words(style, ask.rule), lower.width, lower.height, 0.82), "muted"
        )

    return Block(0, bare, frame_height(style) + words.height + rule.height, lay)


def todo_block(style: Style, dues: Sequence[Due], width: int) -> Block:
    """Return what hands still have to do as a block; if there is not enough room, the first things are shown."""
    room = width - 2 * style.gap - 2 * style.hair - style.of_unit(1.1)
    texts = [f"{due.seat}: {due.words}" if due.seat else due.words for due in dues]
    heights = [style.fitted(text, room, 3 * line_height(style.plain), 1).height for text in texts]
    gap = style.hair * 2

    def lay(rect: Rect) -> Marks:
        count = str(len(dues)) if len(dues) > 1 else ""
        marks, body = card(style, rect, "todo", "hand", style.say("To do"), count)
        rows = [due_block(style, text, high) for text, high in zip(texts, heights, strict=True)]
        return marks + stack(first_ones(rows, body.height, gap), body, gap)

    least = frame_height(style) + (heights[0] if heights else 0)
    return Block(1, least, frame_height(style) + sum(heights) + gap * (len(heights) - 1), lay)


def first_ones(rows: Sequence[Block], height: int, gap: int) -> list[Block]:
    """Return as many of the first rows as fit."""
    shown: list[Block] = []
    used = -gap
    for row in rows:
        used += row.least + gap
        if used > height:
            break
        shown.append(row)
    return shown


def due_block(style: Style, words: str, height: int) -> Block:
    """Return one thing to do as a block, behind an empty tick box."""

    def lay(rect: Rect) -> Marks:
        sign, text = rect.left(style.of_unit(1.1))
        side = style.of_unit(0.7)
        box = sign.top(line_height(style.plain))[0]
        marks: Marks = [
            Rectangle(Rect(box.x, box.middle(side, side).y, side, side), "surface", "ink", max(1, style.hair // 2))
        ]
        return marks + style.lines(text, style.fitted(words, text.width, text.height, 1))

    return Block(1, height, height, lay)


def last_block(style: Style, last: Sequence[str]) -> Block:
    """Return what happened last as a block, the newest at the bottom, as much of it as fits."""
    fine = line_height(style.fine)

    def lay(rect: Rect) -> Marks:
        head, body = rect.top(fine)
        marks = style.line(head, style.say("Last moves"), style.fine, "muted", bold=True)
        texts = []
        room = body.height
        for number, words in enumerate(reversed(last)):
            lines = style.fitted(words, body.width - style.of_unit(0.8), min(room, 2 * fine), 0.82)
            if not lines.lines or lines.height > room:
                break
            texts.append((lines, "muted" if number else "ink"))
            room -= lines.height
        for lines, ink in reversed(texts):
            place, body = body.top(lines.height)
            sign, place = place.left(style.of_unit(0.8))
            dot = style.of_unit(0.3)
            marks.append(Figure(sign.top(fine)[0].middle(dot, dot), "circle", ink))
            marks += style.lines(place, lines, ink)
        return marks

    return Block(3, 2 * fine, fine + 2 * fine * len(last) if last else 0, lay)


MOST_NOTES: Final = 3
"""How many notes are shown: they must not hide the game."""


def notes_strip(style: Style, body: Rect, notes: Sequence[str]) -> tuple[Marks, Rect]:
    """Draw the notes along the upper edge; return their marks and the remaining place."""
    if not notes:
        return [], body
    strip, body = body.top(notes_height(style, notes, body.width))
    return notes_marks(style, strip, notes), body.top(style.gap)[1]


def asides_strip(style: Style, body: Rect, asides: Sequence[str]) -> tuple[Marks, Rect]:
    """Draw the asides in a line along the upper edge; return their marks and the remaining place."""
    if not asides:
        return [], body
    strip, body = body.top(line_height(style.fine))
    return asides_marks(style, strip, asides), body


def asides_marks(style: Style, rect: Rect, asides: Sequence[str]) -> Marks:
    """Draw the asides in small pale letters, so that they do not attract attention."""
    return style.one_line(rect, " · ".join(map(clean, asides)), 0.82, "muted")


def notes_height(style: Style, notes: Sequence[str], width: int) -> int:
    """Return the height of the notes."""
    return sum(lines.height for lines in notes_lines(style, notes, width)) + style.hair * 4


def notes_lines(style: Style, notes: Sequence[str], width: int) -> list[Lines]:
    """Return all notes in one line if they fit; else one or two lines each, the last one with how many are left out."""
    room = width - style.of_unit(1) - 3 * style.gap
    together = " · ".join(map(clean, notes))
    shown, more = list(notes[:MOST_NOTES]), len(notes) - MOST_NOTES
    if style.width(together, style.plain, True) <= room:
        shown = [together]
    elif more > 0:
        shown[-1] = f"(+{more}) {shown[-1]}"
    return [style.fitted(words, room, 2 * line_height(style.fine), 1, 0.75, bold=True) for words in shown]


def notes_marks(style: Style, rect: Rect, notes: Sequence[str]) -> Marks:
    """Draw the notes on a strip with a warning sign."""
    marks: Marks = [Rectangle(rect, "danger", "", 0, style.hair * 2)]
    inner = rect.inset(style.gap, style.hair * 2)
    side = min(style.of_unit(1), inner.height)
    sign, text = inner.left(side)
    marks.append(Figure(sign.middle(side, side), "warning", "on:danger"))
    _, text = text.left(style.gap)
    for lines in notes_lines(style, notes, rect.width):
        row, text = text.top(lines.height)
        marks += style.lines(row, lines, "on:danger", bold=True)
    return marks


def shared_block(style: Style, panel: Panel, width: int) -> Block:
    """Return a shared panel as a block: its pieces, and its title if there are several."""
    inner = width - 2 * style.gap
    gap = style.hair * 2
    blocks = blocks_of(style, panel.pieces, inner)
    title = line_height(style.fine) if len(panel.pieces) > 1 else 0
    want = sum(block.want + gap for block in blocks if block.want) - gap
    least = min((block.least for block in blocks), default=0)

    def lay(rect: Rect) -> Marks:
        marks: Marks = [Rectangle(rect, "surface", "line", max(1, style.hair // 2), style.radius)]
        body = rect.inset(style.gap, style.hair * 2)
        if title:
            head, body = body.top(title)
            marks += style.line(head, panel.title, style.fine, "muted", bold=True)
        return marks + stack(blocks, body, gap)

    return Block(2, title + least + 2 * gap, title + want + 2 * gap if want > 0 else 0, lay)
