"""Situations as texts, and what comes of reading them."""

from __future__ import annotations

from pathlib import Path

from companion.cli.situations import ReadSituation, read_situations
from companion.rehearsal.situations.situation import TableSituation

SEATS = """
title: Anna thinks
seats:
  A: {pile: [1, 2, 3], hand: [combine, crash_gem, gem_1, gem_1], bag: [gem_1, wound], discard: [gem_2]}
  B: {pile: [1], hand: [crash_gem, gem_1], bag: [gem_1, gem_1]}
"""
WANTED = """
wanted:
  answers: nothing
  asked: nothing
  mistake: none
"""


def read_one(folder: Path, text: str) -> ReadSituation:
    """Read a file with one situation."""
    file = folder / "case.yaml"
    file.write_text(text.lstrip(), encoding="utf-8")
    (found,) = read_situations(file)
    return found


def scripted(folder: Path, *steps: str, kit: str = "cells") -> ReadSituation:
    """Read a situation with this script."""
    script = "".join(f"  - {step}\n" for step in steps)
    return read_one(folder, f"{SEATS}kit: {kit}\nscript:\n{script}{WANTED}")


def understood(folder: Path, *steps: str, kit: str = "cells") -> TableSituation:
    """The same, where nothing may be wrong with it."""
    found = scripted(folder, *steps, kit=kit)
    assert found.situation, found.wrong
    return found.situation
