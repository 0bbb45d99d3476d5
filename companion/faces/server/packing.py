"""Pages and static texts are sent packed to browsers that can unpack them: a phone at the edge of the Wi-Fi gets its
first page in a third of the time. Streams are not packed: each of their events is small and has to arrive at once. Nor
are answers to programs.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from flask import Response, request

ENCODING: Final = "gzip"
LEVEL: Final = 5
LEAST: Final = 1000
"""Bytes below which packing saves nothing."""
TEXTS: Final = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml"})


def pack(response: Response) -> Response:
    """Pack a page, if it is worth it and its reader takes it."""
    if (
        response.status_code == 200
        and response.mimetype in TEXTS
        and not response.is_streamed
        and not response.direct_passthrough
        and "Content-Encoding" not in response.headers
        and takes_packed()
        and len(data := response.get_data()) >= LEAST
    ):
        response.set_data(gzip.compress(data, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = ENCODING
    if response.mimetype in TEXTS:
        response.vary.add("Accept-Encoding")
    return response


def packed_file(path: Path) -> Response | None:
    """Return a static text, packed; None if it is no text, or its reader does not take it packed."""
    mimetype = mimetypes.guess_type(path.name)[0] or ""
    if mimetype not in TEXTS or not takes_packed():
        return None
    response = Response(packed_bytes(path, path.stat().st_mtime_ns), mimetype=mimetype)
    response.headers["Content-Encoding"] = ENCODING
    return response


def takes_packed() -> bool:
    """Whether the reader of this answer says that it can unpack it."""
    return request.accept_encodings[ENCODING] > 0


@lru_cache(maxsize=128)
def packed_bytes(path: Path, stamp: int) -> bytes:
    """Return a file, packed. `stamp` is when it was written."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)
