"""What a demo keeps for its next start: where every chip lies, and who sits where."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.rules import Setup


def read_kept(file: Path, setup: Setup) -> Mapping[str, Any]:
    """Where the chips of this game lay when the last demo ended, and who had taken which seat."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["setup"] == setup.to_json():
            names = [str(name) for name in data.get("people", ())]
            return {"chips": dict(data["chips"]), "people": names}
    return {}


def write_kept(file: Path, setup: Setup, chips: Mapping[str, Any], people: Sequence[str]) -> None:
    """Keep all of it. A demo that ends in between finds what was kept before."""
    fresh = file.with_name(file.name + ".new")
    fresh.write_text(json.dumps({"setup": setup.to_json(), "chips": chips, "people": people}), encoding="utf-8")
    fresh.replace(file)
