"""How phones join: codes to scan, and the same in words. If the table has its own Wi-Fi, joining that comes first."""

from __future__ import annotations

from typing import NamedTuple

from companion.faces.display.marks import Marks, QrCode
from companion.faces.display.pages import Idle
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import line_height

Rows = list[tuple[str, str]]
"""Texts to read, each with its name."""


class JoinStep(NamedTuple):
    """A code to scan, what it does, and the same in words."""

    title: str
    code: str
    rows: Rows


def wifi_code(name: str, passphrase: str) -> str:
    r"""Return the code by which a phone's camera offers to join a Wi-Fi; without a passphrase it is open to all.

    >>> print(wifi_code("Table-GW5N", "abcd-efgh-jk23"))
    WIFI:T:WPA;S:Table-GW5N;P:abcd-efgh-jk23;;
    >>> print(wifi_code('Tom; "Ben"', ""))
    WIFI:T:nopass;S:Tom\; \"Ben\";;
    """
    if not passphrase:
        return f"WIFI:T:nopass;S:{escaped(name)};;"
    return f"WIFI:T:WPA;S:{escaped(name)};P:{escaped(passphrase)};;"


def escaped(text: str) -> str:
    r"""Return a text with the characters escaped that mean something in such a code.

    >>> print(escaped(r"a\b;c,d:e"))
    a\\b\;c\,d\:e
    """
    return "".join(f"\\{sign}" if sign in '\\;,":' else sign for sign in text)


def joining_marks(style: Style, body: Rect, shown: Idle) -> Marks:
    """Draw all that a phone needs to join."""
    if shown.wifi and shown.passphrase is not None:
        return steps_marks(style, body, shown, shown.passphrase)
    code, text = with_code(style, body, shown.address)
    rows = address_rows(style, shown)
    if shown.wifi:
        rows.insert(1, (style.say("Wi-Fi"), shown.wifi))
    return code + words_marks(style, text, rows, shown)


def address_rows(style: Style, shown: Idle) -> Rows:
    """Return what people type who do not scan the code."""
    rows = [(style.say("Address"), shown.address), (style.say("Code"), shown.code)]
    return [row for row in rows if row[1]]


# -- in the network already ------------------------------------------------------------------------------------


def with_code(style: Style, body: Rect, text: str) -> tuple[Marks, Rect]:
    """Draw a QR code at the left or at the top; return the rest of the place, too."""
    if body.width > body.height:
        side = min(body.height, body.width * 45 // 100)
        place, rest = body.left(side)
        _, rest = rest.left(style.of_unit(1.2))
    else:
        side = min(body.width, body.height * 50 // 100)
        place, rest = body.top(side)
        _, rest = rest.top(style.of_unit(0.8))
    return [QrCode(place.top(side)[0].middle(side, side), text)], rest


def words_marks(style: Style, rect: Rect, rows: Rows, shown: Idle) -> Marks:
    """Draw the ways to join, each with its name."""
    head, rect = rect.top(line_height(style.of_unit(2)))
    marks = style.one_line(head, style.say("Join the table"), 2, "turn", bold=True)
    hint = style.fitted(
        style.say("Point a phone's camera at the code, or open the address."), rect.width, rect.height // 5, 1.1
    )
    place, rect = rect.top(hint.height)
    marks += style.lines(place, hint, "muted")
    more, rect = rows_marks(style, rect, rows, 1.9, 0.6)
    _, rect = rect.top(style.of_unit(0.6))
    return marks + more + style.lines(rect, style.fitted(shown.words, rect.width, rect.height, 1.1), "muted")


def rows_marks(style: Style, rect: Rect, rows: Rows, most: float, gap: float) -> tuple[Marks, Rect]:
    """Draw each value below its name, in up to `most` units; return the rest of the place, too."""
    marks: Marks = []
    for name, value in rows:
        _, rect = rect.top(style.of_unit(gap))
        label, rect = rect.top(line_height(style.plain))
        marks += style.line(label, name, style.plain, "muted")
        row, rect = rect.top(line_height(style.of_unit(most)))
        marks += style.one_line(row, value, most, bold=True)
    return marks, rect


# -- first into the table's Wi-Fi ------------------------------------------------------------------------------


def steps_marks(style: Style, body: Rect, shown: Idle, passphrase: str) -> Marks:
    """Draw two codes, side by side or one below the other: the first joins the network, the second opens the page."""
    hint = style.say(
        "Point a phone's camera at the first code, then at the second, or type what is written beside them."
    )
    words = style.fitted(f"{hint} {shown.words}".strip(), body.width, body.height // 6, 1.1, 0.75)
    foot, body = body.foot(words.height)
    _, body = body.foot(style.gap)
    network = [(style.say("Wi-Fi"), shown.wifi), (style.say("Passphrase"), passphrase or style.say("none"))]
    steps = (
        JoinStep(style.say("1. Wi-Fi"), wifi_code(shown.wifi, passphrase), network),
        JoinStep(style.say("2. Join"), shown.address, address_rows(style, shown)),
    )
    wide = body.width > body.height
    places = body.columns(2, style.of_unit(1.2)) if wide else body.rows(2, style.of_unit(0.8))
    marks = style.lines(foot, words, "muted")
    for place, step in zip(places, steps, strict=True):
        marks += step_marks(style, place, step, below=wide)
    return marks


def step_marks(style: Style, rect: Rect, step: JoinStep, *, below: bool) -> Marks:
    """Draw a step with its words below the code, or beside it."""
    head, rect = rect.top(line_height(style.of_unit(1.8)))
    marks = style.one_line(head, step.title, 1.8, "turn", bold=True)
    high = len(step.rows) * (line_height(style.plain) + line_height(style.of_unit(1.5)) + style.of_unit(0.2))
    if below:
        text, place = rect.foot(high)
        side = min(place.width, place.height)
        place = place.left(side)[0]
    else:
        side = min(rect.height, rect.width // 2)
        place, text = rect.left(side)
        _, text = text.left(style.gap)
        text = text.middle(text.width, min(text.height, high))
    marks.append(QrCode(place.middle(side, side), step.code))
    return marks + rows_marks(style, text, step.rows, 1.5, 0.2)[0]
