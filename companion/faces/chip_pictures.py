"""The pictures on chips, by name, as paths of an SVG; `chip_pictures.toml` has them and says how they are drawn."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

PICTURES: Final[Mapping[str, str]] = tomllib.loads(
    (files("companion.faces") / "chip_pictures.toml").read_text(encoding="utf-8")
)
"""All pictures by name."""
