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
