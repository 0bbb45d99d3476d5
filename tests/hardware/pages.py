"""Reading the pages and lists of the hardware guide."""

from __future__ import annotations

import re
from pathlib import Path

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
PAGES = sorted(HARDWARE.glob("*.md"))


def text(name: str) -> str:
    return (HARDWARE / name).read_text(encoding="utf-8")


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"there is no heading {heading!r}"
    return found[1]


def rows(part: str) -> list[list[str]]:
    """The first table of a part of a page, without its head."""
    table = re.search(r"(?:^\|.*\n)+", part, re.MULTILINE)
    assert table, "there is no table"
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]]


def anchors(page: str) -> set[str]:
    """The names under which headings can be linked."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def example(part: str, mark: str) -> str:
    """The indented block that holds the mark, without its indent."""
    blocks = re.findall(r"(?:^    .*\n)+", part, re.MULTILINE)
    return "".join(line.removeprefix("    ") for line in next(b for b in blocks if mark in b).splitlines(keepends=True))
