"""QR codes on pages."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup


def qr(text: str) -> Markup:
    """Return a text as a QR code."""
    out = io.BytesIO()
    picture = segno.make(text, error="m")
    picture.save(out, kind="svg", xmldecl=False, svgns=False, svgclass="qr", lineclass=None, border=2, omitsize=True)
    return Markup(out.getvalue().decode())


def qr_picture(text: str) -> bytes:
    """Return a text as a QR code in a file of its own, dark on light."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", border=3, omitsize=True, light="#fff")
    return out.getvalue()
